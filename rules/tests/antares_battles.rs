//! Random battles between every pair of forces: they all end, no state is illegal on the way, nobody acts who is
//! gone, and every log folds and replays to the same battle. A failure names its seed; `GATEMASTER_SEED` replays it.

use crate::town;
use std::collections::BTreeSet;
use std::sync::Mutex;

use gatemaster_rules::antares::buildings::{
    BuildingId, Facing, Interior, Part, Plan, Size, capacity, units_in,
};
use gatemaster_rules::antares::command::{
    Answer, Charge, Command, Consolidation, Cover, Feature, Intervening, Mark, Move, Scene, Shot,
};
use gatemaster_rules::antares::correct::{Change, Correction, SiteChange};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::{Faction, Gear};
use gatemaster_rules::antares::state::{ModelId, Phase, UnitId};
use gatemaster_rules::antares::{Antares, Event, Setup, State, report};
use gatemaster_rules::dice::{Dice, DiceFault, Recorded, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{Doer, Open, System, Viewer, Who};

/// Battles for each pair of forces; 21 pairs make thousands.
const BATTLES: u64 = 100;
/// No battle of six units a side takes more steps; one that does hangs.
const MOST_STEPS: usize = 3_000;

/// Everything that can happen, which random play has to reach.
const EVENTS: &str = "drawn idle deployed snipers_deployed all_deployed infiltrated turn_began order_given \
    die_placed die_turned die_lost soma_activated soma_wild random_order tested pinned unpinned moved sprint_began \
    sprint_ended gap_found path_found path_left left_behind finished sprung declared stood_fast rolled \
    spotter_rerolled hits_rerolled unseen astray template_laid blast blast_shared blast_halved hit hits_placed \
    resisted chart_rolled casualty drone_lost gun_lost malfunctioned immobilised reactor destroyed locked_on \
    lock_lost ammo_rolled charged hand_weapons_chosen broke_off spinner_set assault_decided first_to_consolidate \
    held_ground assault_over bag_emptied bag_filled dice_returned distort_returned end_rolled ended proposed \
    corrected proposal_dropped flow let_pass spotter_held chart_kept held_fire went_to landed_on building_damaged \
    collapsed";

/// Every way in which somebody comes to a place.
const WAYS: &str = "about out in next_block roof transporter occupied fell_back rubble";

/// Fair dice from the chooser's numbers, remembered for the replay.
struct Fair<'a> {
    chooser: &'a mut Chooser,
    rolled: Vec<Roll>,
}

impl Dice for Fair<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.chooser.below(sides as usize)).unwrap() + 1;
        let roll = Roll { number: None, sides, face };
        self.rolled.push(roll);
        Ok(roll)
    }
}

struct Battle {
    seed: u64,
    state: State,
    chooser: Chooser,
    log: Vec<(Doer, Command, Vec<Roll>, Vec<Event>)>,
}

fn seat(seat: Seat) -> Doer {
    Doer { seats: vec![seat], organiser: false }
}

/// Whatever happens can be told: in whole sentences, with every die but those drawn from the bag.
/// Dice for pins that are placed only after the other side has struck are told then.
fn check_report(
    before: &State,
    command: &Command,
    rolled: &[Roll],
    events: &[Event],
    after: &State,
) {
    let lines = report::lines(before, events);
    for line in &lines {
        let whole = line.ends_with(['.', '!', ':']) && !line.contains("  ");
        assert!(whole, "no sentence: {line:?} of {events:?}");
    }
    if *command == Command::Draw {
        return;
    }
    let text = lines.join(" ");
    let numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).collect();
    let later: Vec<Roll> =
        after.flow.strikes.iter().flat_map(|strike| strike.damage_dice.clone()).collect();
    for roll in rolled.iter().filter(|roll| !later.contains(roll)) {
        let told = numbers.contains(&roll.face.to_string().as_str());
        assert!(told, "a {} of {command:?} is not told: {text}", roll.face);
    }
}

impl Battle {
    fn new(setup: &Setup, seed: u64) -> Self {
        let state = Antares::set_up(setup).unwrap();
        Self { seed, state, chooser: Chooser::new(seed), log: Vec::new() }
    }

    fn act(&mut self, by: &Doer, command: &Command) -> Result<(), String> {
        let before = self.state.clone();
        let mut dice = Fair { chooser: &mut self.chooser, rolled: Vec::new() };
        let decided = Antares::decide(&self.state, by, command, &mut dice);
        let rolled = dice.rolled;
        assert_eq!(self.state, before, "seed {}: deciding changed the state", self.seed);
        let events = match decided {
            Ok(events) => events,
            Err(refusal) => {
                assert!(rolled.is_empty(), "seed {}: {command:?} rolled, then refused", self.seed);
                return Err(refusal.sentence().to_owned());
            }
        };
        for event in &events {
            Antares::apply(&mut self.state, event);
        }
        check_report(&before, command, &rolled, &events, &self.state);
        self.check_invariants(command);
        self.log.push((by.clone(), command.clone(), rolled, events));
        Ok(())
    }

    fn step(&mut self) {
        let open = Antares::open(&self.state);
        assert!(
            open.iter().any(|open| !open.options.is_empty()),
            "seed {}: nothing can be done, yet the battle is not over: {:?}",
            self.seed,
            self.state.flow
        );
        self.try_nonsense(&open);
        if self.try_mangled(&open) {
            return;
        }
        if self.chooser.one_in(40) {
            return self.correct();
        }
        let open = &open[self.chooser.below(open.len())];
        let option = open.options[self.chooser.below(open.options.len())].clone();
        let by = match open.who {
            Who::Seat(who) | Who::May(who) => seat(who),
            Who::AnyPlayer => seat(Seat(u8::try_from(self.chooser.below(2)).unwrap())),
        };
        let command = self.vary(option.clone());
        if self.act(&by, &command).is_err() {
            // a variation may be impossible; what was offered must not be
            if let Err(refusal) = self.act(&by, &option) {
                panic!("seed {}: {option:?} was offered and then refused: {refusal}", self.seed);
            }
        }
    }

    /// The wrong player, a stranger, or a command at the wrong time never gets through.
    fn try_nonsense(&mut self, open: &[Open<Command>]) {
        if !self.chooser.one_in(4) {
            return;
        }
        let Some(open) = open.first() else { return };
        let Some(option) = open.options.first().cloned() else { return };
        assert!(
            self.act(&Doer::default(), &option).is_err(),
            "seed {}: a stranger acts",
            self.seed
        );
        if let Who::Seat(who) = open.who {
            let other = self.state.enemy_of(who);
            let both = Antares::open(&self.state).iter().any(|open| open.who == Who::Seat(other));
            if !both {
                let got = self.act(&seat(other), &option);
                assert!(got.is_err(), "seed {}: {option:?} by the wrong side", self.seed);
            }
        }
        let odd = Command::Order(gatemaster_rules::antares::command::GiveOrder::plain(
            UnitId(999),
            Order::Fire,
        ));
        for who in [Seat(0), Seat(1), Seat(7)] {
            assert!(self.act(&seat(who), &odd).is_err());
        }
    }

    /// What was offered, with other numbers in it: refused, or carried out, but never a panic or an illegal state.
    fn try_mangled(&mut self, open: &[Open<Command>]) -> bool {
        if !self.chooser.one_in(4) {
            return false;
        }
        let open = &open[self.chooser.below(open.len())];
        let option = &open.options[self.chooser.below(open.options.len())];
        let mut value = serde_json::to_value(option).unwrap();
        self.mangle(&mut value);
        let Ok(command) = serde_json::from_value::<Command>(value) else { return false };
        let both = Doer { seats: vec![Seat(0), Seat(1)], organiser: false };
        self.act(&both, &command).is_ok()
    }

    fn mangle(&mut self, value: &mut serde_json::Value) {
        const ODD: [u64; 11] = [0, 1, 2, 3, 4, 7, 12, 200, 255, 65_535, 4_294_967_295];
        match value {
            serde_json::Value::Number(number) if self.chooser.one_in(3) => {
                *number = ODD[self.chooser.below(ODD.len())].into();
            }
            serde_json::Value::Bool(it) if self.chooser.one_in(4) => *it = !*it,
            serde_json::Value::String(name) if name.contains(' ') && self.chooser.one_in(4) => {
                "\u{202e}".clone_into(name);
            }
            serde_json::Value::Array(list) => {
                if self.chooser.one_in(6) {
                    list.extend(list.first().cloned());
                }
                if self.chooser.one_in(8) {
                    list.pop();
                }
                for one in list {
                    self.mangle(one);
                }
            }
            serde_json::Value::Object(map) => {
                for one in map.values_mut() {
                    self.mangle(one);
                }
            }
            _ => {}
        }
    }

    fn features(&mut self) -> Vec<Feature> {
        (0..self.chooser.below(3))
            .map(|_| match self.chooser.below(3) {
                0 => Feature::Difficult { name: "the wood".into() },
                1 => Feature::Obstacle { name: "the wall".into(), defended: true },
                _ => Feature::Obstacle { name: "the hedge".into(), defended: false },
            })
            .collect()
    }

    /// Immobilised models of the acting unit, which the others leave behind.
    fn immobilised(&self) -> Vec<ModelId> {
        let unit = self.state.flow.acting.and_then(|acting| self.state.unit(acting.unit)).unwrap();
        unit.living().filter(|id| unit.models[id.index()].immobilised).collect()
    }

    fn models(&mut self, id: UnitId) -> Vec<ModelId> {
        let living: Vec<ModelId> = self.state.unit(id).unwrap().living().collect();
        living.into_iter().filter(|_| self.chooser.one_in(3)).collect()
    }

    fn scene(&mut self, target: UnitId, scene: &Scene) -> Scene {
        let models = self.models(target);
        let marks = |models: &[ModelId]| models.iter().copied().map(Mark::Model).collect();
        let side = self.state.unit(target).unwrap().side;
        let shielded = self.state.living(side).any(|(_, unit)| unit.has_gear(Gear::Batter));
        Scene {
            terrain: [Intervening::Nothing, Intervening::Obstacle, Intervening::LightTerrain]
                [self.chooser.below(3)],
            shield: shielded && self.chooser.one_in(3),
            building: self.chooser.one_in(8),
            out_of_arc: self.chooser.one_in(4),
            spotter_sees: !self.chooser.one_in(3),
            cover: match self.chooser.below(4) {
                0 => Cover::Everybody(1),
                1 => Cover::Everybody(2),
                2 => Cover::Only { bonus: 2, models: models.clone() },
                _ => Cover::Nobody,
            },
            hidden: if self.chooser.one_in(4) { marks(&models) } else { Vec::new() },
            behind: if self.chooser.one_in(4) { marks(&models) } else { Vec::new() },
            under: (self.chooser.one_in(4) && !models.is_empty()).then(|| marks(&models)),
            openings: self.chooser.one_in(6).then(|| u8::try_from(self.chooser.below(5)).unwrap()),
            side: self.chooser.one_in(6).then(|| Facing::ALL[self.chooser.below(4)]),
            past_parapet: self.chooser.one_in(6),
            eyes: scene.eyes,
        }
    }

    fn shots(&mut self, shots: Vec<Shot>) -> Vec<Shot> {
        shots
            .into_iter()
            .map(|shot| {
                let scene = self.scene(shot.target, &shot.scene);
                let range = Inches::tenths(u32::try_from(self.chooser.below(600)).unwrap());
                let range = if self.chooser.one_in(3) { range } else { shot.range };
                Shot { scene, range, ..shot }
            })
            .collect()
    }

    /// The circumstances that people measure, at random.
    fn vary(&mut self, command: Command) -> Command {
        if self.chooser.one_in(3) {
            return command;
        }
        match command {
            Command::Shoot { shots } => Command::Shoot { shots: self.shots(shots) },
            Command::Move(chosen) => {
                let left_behind = self.immobilised();
                Command::Move(Move { features: self.features(), left_behind, ..chosen })
            }
            Command::Charge(charge) => {
                let cover =
                    if self.chooser.one_in(2) { Cover::Everybody(1) } else { Cover::Nobody };
                Command::Charge(Charge { features: self.features(), cover, ..charge })
            }
            Command::Infiltrate { unit, moved, to } => {
                Command::Infiltrate { unit, moved: moved.map(|_| self.features()), to }
            }
            Command::Answer(Answer::Consolidate(chosen)) => {
                let moved = chosen.moved.map(|_| self.features());
                Command::Answer(Answer::Consolidate(Consolidation { moved, ..chosen }))
            }
            Command::Answer(Answer::BonusMove { take, contact, .. }) => {
                let features = self.features();
                Command::Answer(Answer::BonusMove { take, features, contact })
            }
            Command::Answer(Answer::Spring(Some(mut spring))) => {
                spring.shots = self.shots(spring.shots);
                Command::Answer(Answer::Spring(Some(spring)))
            }
            other => other,
        }
    }

    /// A random correction by an organiser, by a player, and the answer to it; many are refused, none breaks anything.
    fn correct(&mut self) {
        let units = self.state.units.len();
        let unit = UnitId(u16::try_from(self.chooser.below(units)).unwrap());
        let model = ModelId(u8::try_from(self.chooser.below(6)).unwrap());
        if self.chooser.one_in(8) {
            return self.rebuild();
        }
        let change = match self.chooser.below(10) {
            9 => {
                let spots = self.state.spots();
                let spot = spots.get(self.chooser.below(spots.len() + 1)).copied();
                Change::Spot(spot)
            }
            0 => Change::Pins(u32::try_from(self.chooser.below(4)).unwrap()),
            1 => Change::Remove(Mark::Model(model)),
            2 => Change::Restore(Mark::Model(model)),
            3 => Change::Orders(vec![Order::ALL[self.chooser.below(6)]]),
            4 => Change::Orders(Vec::new()),
            5 => Change::Immobilised { model, is: self.chooser.one_in(2) },
            6 => Change::Remove(Mark::Gun),
            7 => Change::Destroyed,
            _ => Change::Revived,
        };
        self.propose(Correction::Unit { unit, change });
    }

    /// Something new stands on the table, or something old does not.
    fn rebuild(&mut self) {
        let building = BuildingId(u8::try_from(self.chooser.below(6)).unwrap());
        let change = match self.chooser.below(6) {
            0 => SiteChange::Add(Plan::plain("Shed", Size::VerySmall, 1)),
            1 => SiteChange::Remove(building),
            _ => {
                let part = Part { building, column: u8::try_from(self.chooser.below(2)).unwrap() };
                SiteChange::Left { part, left: u32::try_from(self.chooser.below(12)).unwrap() }
            }
        };
        self.propose(Correction::Site(change));
    }

    fn propose(&mut self, correction: Correction) {
        let command = Command::Correct(correction);
        if self.chooser.one_in(2) {
            let _ = self.act(&Doer { seats: Vec::new(), organiser: true }, &command);
        } else if self.act(&seat(Seat(0)), &command).is_ok() {
            let own = self.act(&seat(Seat(0)), &Command::AgreeToCorrection(true));
            assert!(own.is_err(), "seed {}: agreed with itself", self.seed);
            let agreed = self.chooser.one_in(2);
            self.act(&seat(Seat(1)), &Command::AgreeToCorrection(agreed)).unwrap();
        }
    }

    fn check_invariants(&self, command: &Command) {
        let State { units, flow, distort, .. } = &self.state;
        let seed = self.seed;
        let context = || format!("seed {seed}, after {command:?}");
        for unit in units {
            let dice = &unit.dice;
            let out = dice.placed.len() + usize::from(dice.lost);
            assert!(
                out <= usize::from(dice.total),
                "{}: more dice than the unit has: {unit:?}",
                context()
            );
            assert!(unit.pins < 60, "{}: {} has {} pins", context(), unit.name, unit.pins);
            assert_eq!(
                unit.destroyed,
                dice.lost == dice.total,
                "{}: a unit is destroyed when its last die is lost, and only then: {unit:?}",
                context()
            );
            assert!(unit.destroyed || unit.alive() > 0, "{}: a living unit of none", context());
            assert!(!unit.destroyed || dice.placed.is_empty(), "{}: a dead unit's dice", context());
            if let Some(lock) = unit.lock {
                assert!(!units[lock.on.index()].destroyed, "{}: a lock on nobody", context());
            }
        }
        self.check_buildings(&context());
        assert!(distort.in_play || !(distort.in_bag || distort.pending), "{}", context());
        let acts = flow.acting.map(|acting| &units[acting.unit.index()]);
        if matches!(flow.tasks[..], [Task::EndAction, Task::Act]) {
            assert!(acts.is_none_or(|unit| !unit.destroyed), "{}: a dead unit acts", context());
        }
        if flow.tasks.is_empty() {
            assert!(
                acts.is_none() && flow.volleys.is_empty() && flow.strikes.is_empty(),
                "{}",
                context()
            );
            let overwhelmed =
                units.iter().any(gatemaster_rules::antares::state::Unit::is_overwhelmed);
            let corrected = matches!(command, Command::Correct(_) | Command::AgreeToCorrection(_));
            let midway = matches!(self.state.phase, Phase::Orders);
            assert!(
                !overwhelmed
                    || corrected
                    || !midway
                    || matches!(command, Command::Draw | Command::EndTurn(_)),
                "{}: overwhelmed and still there",
                context()
            );
        }
        if self.state.phase == Phase::TurnEnd {
            assert_eq!(self.state.bag(), 0, "{}: dice left in the bag", context());
        }
    }

    /// Everybody is somewhere that stands; a closed block has one side, and no more in it than it holds.
    fn check_buildings(&self, context: &str) {
        let state = &self.state;
        for unit in &state.units {
            assert!(unit.emplaced.is_none() || unit.spot.is_some(), "{context}: emplaced nowhere");
            let Some(spot) = unit.spot else { continue };
            assert!(!unit.destroyed && state.is_spot(spot), "{context}: {} is nowhere", unit.name);
        }
        for spot in state.spots() {
            let closed = state
                .building(spot.building)
                .is_some_and(|it| it.plan.interior == Interior::Closed);
            if spot.is_roof() || !closed {
                continue;
            }
            let inside: Vec<_> = units_in(state, spot).map(|(_, unit)| unit).collect();
            let one_side = inside.windows(2).all(|pair| pair[0].side == pair[1].side);
            assert!(one_side, "{context}: both sides are in {}", state.spot_name(spot));
            let most = capacity(state, spot);
            let units = u32::try_from(inside.len()).unwrap();
            let models: u32 = inside.iter().map(|unit| unit.alive()).sum();
            assert!(units <= most.units, "{context}: a crowd in {}", state.spot_name(spot));
            assert!(models <= most.models, "{context}: {}", state.spot_name(spot));
        }
    }

    fn play(mut self) -> Self {
        while !Antares::is_over(&self.state) {
            assert!(self.log.len() < MOST_STEPS, "seed {}: no end in sight", self.seed);
            self.step();
        }
        assert!(Antares::open(&self.state).is_empty(), "seed {}: over, yet open", self.seed);
        self
    }

    /// From its steps alone: commands and dice give the same events, events give the same battle.
    fn replay(&self, setup: &Setup) {
        let mut state = Antares::set_up(setup).unwrap();
        for (by, command, rolled, events) in &self.log {
            let mut dice = Recorded::new(rolled.clone());
            let again = Antares::decide(&state, by, command, &mut dice).unwrap();
            dice.finish().unwrap();
            assert_eq!(again, *events, "seed {}: {command:?} went otherwise", self.seed);
            for event in events {
                Antares::apply(&mut state, event);
            }
        }
        assert_eq!(state, self.state, "seed {}: another battle", self.seed);
    }

    /// Kept as text and read back, nothing is lost: that is what the database does. Says which events there were.
    fn survives_the_database(&self) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let (text, log) = (serde_json::to_string(&self.state).unwrap(), &self.log);
        let back: State = serde_json::from_str(&text).unwrap();
        assert_eq!(back, self.state, "seed {}", self.seed);
        for (_, command, _, events) in log {
            let text = serde_json::to_string(&(command, events)).unwrap();
            let (one, other): (Command, Vec<Event>) = serde_json::from_str(&text).unwrap();
            assert_eq!((&one, &other), (command, events), "seed {}", self.seed);
            for event in events {
                if let Event::WentTo { way, .. } = event {
                    let way = serde_json::to_value(way).unwrap();
                    seen.extend(way.as_str().map(|way| format!("way {way}")));
                }
                match serde_json::to_value(event).unwrap() {
                    serde_json::Value::Object(map) => seen.extend(map.keys().cloned()),
                    name => seen.extend(name.as_str().map(str::to_owned)),
                }
            }
        }
        let view = Antares::view(&self.state, &Viewer::spectator());
        assert_eq!(view, self.state);
        seen
    }
}

fn pairs() -> Vec<(Faction, Faction)> {
    let forces: Vec<Faction> =
        Faction::ALL.into_iter().filter(|faction| *faction != Faction::Other).collect();
    let mut pairs = Vec::new();
    for (i, one) in forces.iter().enumerate() {
        pairs.extend(forces[i..].iter().map(|other| (*one, *other)));
    }
    pairs
}

/// Everything a force has, so that the additional units fight too.
fn everything(one: Faction, other: Faction) -> Setup {
    let library = Library::built_in();
    let keys = |faction: Faction| -> Vec<&str> {
        library.units.iter().filter(|u| u.faction == faction).map(|u| u.key.as_str()).collect()
    };
    let (mine, theirs) = (keys(one), keys(other));
    let (red, blue) =
        (gatemaster_rules::colour::Colour::Red, gatemaster_rules::colour::Colour::Blue);
    Setup::of(library, [("One", red, one, &mine), ("Two", blue, other, &theirs)]).unwrap()
}

fn seeds() -> std::ops::Range<u64> {
    match std::env::var("GATEMASTER_SEED").ok().and_then(|seed| seed.parse::<u64>().ok()) {
        Some(seed) => seed..seed + 1,
        None => 0..BATTLES,
    }
}

/// A-BAG-6, A-GAM-1, A-GAM-2 and the promise behind all of them: a battle always goes on to its end.
#[test]
fn every_pair_of_forces_fights_to_the_end_and_replays_identically() {
    let seen = Mutex::new(BTreeSet::new());
    let seen = &seen;
    let workers: Vec<_> = pairs()
        .into_iter()
        .map(|(one, other)| {
            move || {
                for seed in seeds() {
                    let library = Library::built_in();
                    let mut setup = if seed % 2 == 0 {
                        Setup::quick(library, one, other).unwrap()
                    } else {
                        everything(one, other)
                    };
                    setup.options.effective_range_only = seed % 7 == 3;
                    setup.options.already_deployed = seed % 3 == 1;
                    setup.options.quick_start = seed % 6 == 1;
                    setup.options.indoors = seed % 11 == 7;
                    if seed % 5 != 4 {
                        setup.buildings = town::town(seed);
                    }
                    let battle = Battle::new(&setup, seed).play();
                    if seed % 5 == 0 {
                        battle.replay(&setup);
                        seen.lock().unwrap().extend(battle.survives_the_database());
                    }
                    assert!(battle.state.ending.is_some(), "{one:?} {other:?} seed {seed}");
                }
            }
        })
        .collect();
    std::thread::scope(|scope| {
        let mut halves: Vec<Vec<_>> = vec![Vec::new(), Vec::new()];
        for (i, worker) in workers.into_iter().enumerate() {
            halves[i % 2].push(worker);
        }
        let threads: Vec<_> = halves
            .into_iter()
            .map(|half| scope.spawn(move || half.into_iter().for_each(|worker| worker())))
            .collect();
        for thread in threads {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    let seen = seen.lock().unwrap();
    let missing: Vec<&str> =
        EVENTS.split_whitespace().filter(|name| !seen.contains(*name)).collect();
    let missing: Vec<String> = missing
        .into_iter()
        .map(str::to_owned)
        .chain(
            WAYS.split_whitespace()
                .map(|way| format!("way {way}"))
                .filter(|way| !seen.contains(way)),
        )
        .collect();
    assert!(
        missing.is_empty() || seeds().count() == 1,
        "random play never came to {missing:?}, so it says nothing about them"
    );
}
