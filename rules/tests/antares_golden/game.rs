//! A scripted battle: each step is a command and the dice it rolls, all of which must be used. What happened is told
//! as a battle report.

use gatemaster_rules::antares::arms::arms;
use gatemaster_rules::antares::command::{
    Answer, Command, GiveOrder, Mark, Move, Scene, Shooters, Shot, TurnEnd, Use,
};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::state::{ModelId, UnitId, WeaponId};
use gatemaster_rules::antares::{Antares, Event, Setup, State, report};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::{Dice, DiceFault, Roll, Scripted};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System, Who};

pub const ALGORYN: Seat = Seat(0);
pub const RAIDERS: Seat = Seat(1);

pub const KARNAN: UnitId = UnitId(0);
pub const SPINNERS: UnitId = UnitId(1);
pub const GHOSTS: UnitId = UnitId(2);
pub const HAMMER: UnitId = UnitId(3);
pub const THUNDER: UnitId = UnitId(4);
pub const FERALS: UnitId = UnitId(5);
pub const WHISPER: UnitId = UnitId(6);
pub const BRUTES: UnitId = UnitId(7);
pub const CRAWLER: UnitId = UnitId(8);
pub const LAVAMITES: UnitId = UnitId(9);
pub const BORER: UnitId = UnitId(10);
pub const RABBLE: UnitId = UnitId(11);

const FORCES: [(&str, &[(&str, &str)]); 2] = [
    (
        "Algoryn",
        &[
            ("ai_command_squad", "Karnan"),
            ("ai_assault_squad", "Spinners"),
            ("ai_infiltration_squad", "Ghosts"),
            ("ai_mag_cannon_team", "Hammer"),
            ("ai_x_launcher_team", "Thunder"),
            ("feral_squad", "Ferals"),
        ],
    ),
    (
        "Raiders",
        &[
            ("phase_sniper", "Whisper"),
            ("ghar_battle_squad", "Brutes"),
            ("ghar_command_crawler", "Crawler"),
            ("lavamites", "Lavamites"),
            ("boromite_heavy_frag_borer_team", "Borer"),
            ("outcast_squad", "Rabble"),
        ],
    ),
];

pub struct Game {
    pub state: State,
    report: Vec<String>,
    /// The full account of every step, as it is given when a result is questioned.
    explained: Vec<String>,
    rolled: u64,
    /// The last line tells of a die that waits for its unit.
    drawn: bool,
}

/// Scripted dice, numbered like those of a game's own stream. They remember what was asked of them, for a message
/// that helps to write the script.
struct Asked {
    dice: Scripted,
    wanted: Vec<String>,
    rolled: u64,
}

impl Dice for Asked {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let roll = self.dice.roll(sides);
        let face = roll.as_ref().map_or("?".into(), |roll| roll.face.to_string());
        self.wanted.push(format!("D{sides}: {face}"));
        self.rolled += 1;
        roll.map(|roll| Roll { number: Some(self.rolled), ..roll })
    }
}

impl Game {
    pub fn new() -> Self {
        let keys = FORCES.map(|(_, units)| units.iter().map(|(key, _)| *key).collect::<Vec<_>>());
        let [algoryn, raiders] = &keys;
        let mut setup = Setup::of(
            Library::built_in(),
            [
                (FORCES[0].0, Colour::Red, Faction::Other, algoryn),
                (FORCES[1].0, Colour::Blue, Faction::Other, raiders),
            ],
        )
        .unwrap();
        for (side, (_, units)) in setup.sides.iter_mut().zip(FORCES) {
            for (unit, (_, name)) in side.units.iter_mut().zip(units) {
                (*name).clone_into(&mut unit.name);
            }
        }
        let state = Antares::set_up(&setup).unwrap();
        let report = vec!["The raid on the pumping station".into(), "=".repeat(31)];
        Self { state, report, explained: Vec::new(), rolled: 0, drawn: false }
    }

    pub fn report(&self) -> String {
        self.report.join("\n") + "\n"
    }

    /// One step; the failure shows what was asked and what is waited for.
    pub fn step(&mut self, by: Seat, command: &Command, dice: &[u32]) {
        let by = Doer { seats: vec![by], organiser: false };
        let dice = Scripted::new(dice.iter().copied());
        let mut dice = Asked { dice, wanted: Vec::new(), rolled: self.rolled };
        let decided = Antares::decide(&self.state, &by, command, &mut dice);
        let events = decided.unwrap_or_else(|refusal| {
            panic!("{}\n{command:?}: {refusal} Dice: {:?}", self.scene(), dice.wanted)
        });
        self.rolled = dice.rolled;
        self.explain(&events);
        let mut lines = report::lines(&self.state, &events).into_iter();
        // what a die is used for stands beside it
        if self.drawn
            && let Some((draw, line)) = self.report.last_mut().zip(lines.next())
        {
            draw.push(' ');
            draw.push_str(&line);
        }
        for line in lines {
            if line.starts_with("Turn ") && line.ends_with(" begins.") {
                let under = "-".repeat(line.chars().count());
                self.report.extend([String::new(), line, under]);
            } else {
                self.report.push(line);
            }
        }
        let digest = report::digest([(&self.state, &events[..])]).unwrap();
        let before = self.state.clone();
        for event in &events {
            Antares::apply(&mut self.state, event);
        }
        self.adds_up(&before, &digest, command);
        self.drawn = *command == Command::Draw && self.state.flow.drawn.is_some();
        if let Err(fault) = dice.dice.finish() {
            panic!("{}\n{command:?}: {fault} Dice: {:?}", self.scene(), dice.wanted);
        }
    }

    /// What a short account says of each unit is what became of it.
    fn adds_up(&self, before: &State, digest: &report::Digest, command: &Command) {
        assert_eq!(digest.after, self.state, "{command:?}");
        if digest.deeds.iter().any(|deed| {
            matches!(deed, report::deed::Deed::Told { topic: report::deed::Topic::Correction, .. })
        }) {
            return;
        }
        for (place, (was, is)) in before.units.iter().zip(&self.state.units).enumerate() {
            let fate = digest.fates.iter().find(|fate| fate.unit.index() == place);
            let lost = fate.map_or(0, |fate| fate.models);
            let pins = fate.map_or((0, 0), |fate| (fate.pins, fate.pins_off));
            let destroyed = fate.is_some_and(|fate| fate.destroyed.is_some());
            assert_eq!(destroyed, is.destroyed && !was.destroyed, "{}: {command:?}", is.name);
            if !destroyed {
                assert_eq!(was.alive() - lost, is.alive(), "{}: {command:?}", is.name);
                assert_eq!(was.pins + pins.0 - pins.1, is.pins, "{}: {command:?}", is.name);
            }
        }
    }

    fn explain(&mut self, events: &[Event]) {
        for report::Explained { text, rows } in report::explain(&self.state, events) {
            self.explained.push(format!("{text}\n[{}]\n", rows.join(", ")));
        }
    }

    pub fn explained(&self) -> String {
        self.explained.join("\n")
    }

    /// What a failing script needs to be mended: the end of the report, and what is waited for.
    fn scene(&self) -> String {
        let last = self.report.len().saturating_sub(25);
        let open: Vec<String> = Antares::open(&self.state)
            .iter()
            .map(|open| {
                let options = open.options.iter().take(3).map(|o| format!("{o:?}"));
                format!("{:?} {}: {}", open.who, open.what, options.collect::<Vec<_>>().join(" | "))
            })
            .collect();
        format!("…\n{}\nOpen: {}", self.report[last..].join("\n"), open.join("; "))
    }

    fn draw(&mut self, side: Seat) {
        let before: u32 =
            self.state.seats().filter(|s| s.0 < side.0).map(|s| self.state.dice_in_bag(s)).sum();
        assert!(self.state.dice_in_bag(side) > 0, "{}\nNo die of that side.", self.scene());
        self.step(side, &Command::Draw, &[before + 1]);
    }

    pub fn draw_distort(&mut self) {
        self.report.push(String::new());
        let last = self.state.bag();
        self.step(ALGORYN, &Command::Draw, &[last]);
    }

    fn side(&self, unit: UnitId) -> Seat {
        self.state.unit(unit).unwrap().side
    }

    pub fn deploys(&mut self, unit: UnitId) {
        self.draw(self.side(unit));
        self.step(self.side(unit), &Command::Deploy { unit, into: None }, &[]);
    }

    /// Draws a die of its side and orders the unit; the dice are those of its test.
    pub fn gets(&mut self, unit: UnitId, order: Order, dice: &[u32]) {
        self.given(GiveOrder::plain(unit, order), dice);
    }

    pub fn given(&mut self, order: GiveOrder, dice: &[u32]) {
        let side = self.side(order.unit);
        self.report.push(String::new());
        self.draw(side);
        self.step(side, &Command::Order(order), dice);
    }

    pub fn acts(&mut self, command: &Command, dice: &[u32]) {
        let side = self.asked();
        self.step(side, command, dice);
    }

    fn asked(&self) -> Seat {
        match Antares::open(&self.state).first().map(|open| open.who.clone()) {
            Some(Who::Seat(seat)) => seat,
            other => panic!("{}\nNobody is asked: {other:?}", self.scene()),
        }
    }

    pub fn says(&mut self, answer: Answer, dice: &[u32]) {
        self.acts(&Command::Answer(answer), dice);
    }

    pub fn moves(
        &mut self,
        features: Vec<gatemaster_rules::antares::command::Feature>,
        dice: &[u32],
    ) {
        self.acts(&Command::Move(Move { to: None, features, left_behind: Vec::new() }), dice);
    }

    /// The weapons by key and mode, each with everybody who carries it and does not shoot another yet.
    pub fn uses(&self, unit: UnitId, manner: Manner, weapons: &[(&str, &str)]) -> Vec<Use> {
        let arms = arms(&self.state, self.state.unit(unit).unwrap(), manner);
        let mut taken: Vec<ModelId> = Vec::new();
        let mut uses = Vec::new();
        for (key, mode) in weapons {
            let arm = arms
                .iter()
                .find(|arm| {
                    let weapon = self.state.weapon(arm.weapon).unwrap();
                    weapon.key == *key && weapon.modes[usize::from(arm.mode)].name == *mode
                })
                .unwrap_or_else(|| panic!("{}\nno {key} {mode}", self.scene()));
            let by = match &arm.by {
                Shooters::Gun => Shooters::Gun,
                Shooters::Models(models) => {
                    let free: Vec<ModelId> =
                        models.iter().copied().filter(|m| !taken.contains(m)).collect();
                    taken.extend(&free);
                    Shooters::Models(free)
                }
            };
            uses.push(Use { weapon: arm.weapon, mode: arm.mode, by });
        }
        uses
    }

    /// A shot of the acting unit.
    pub fn shot(&self, target: UnitId, range: u32, weapons: &[(&str, &str)], scene: Scene) -> Shot {
        let acting = self.state.flow.acting.unwrap();
        let manner = if acting.order == Order::Fire { Manner::Fire } else { Manner::Advance };
        let uses = self.uses(acting.unit, manner, weapons);
        Shot { target, range: Inches::whole(range), uses, scene }
    }

    pub fn shoots(&mut self, target: UnitId, range: u32, weapons: &[(&str, &str)], dice: &[u32]) {
        self.shoots_in(Scene::default(), target, range, weapons, dice);
    }

    pub fn shoots_in(
        &mut self,
        scene: Scene,
        target: UnitId,
        range: u32,
        weapons: &[(&str, &str)],
        dice: &[u32],
    ) {
        let shots = vec![self.shot(target, range, weapons, scene)];
        self.acts(&Command::Shoot { shots }, dice);
    }

    /// The other side's unit stays up, or goes down, before these dice.
    pub fn stays_up(&mut self, dice: &[u32]) {
        self.says(Answer::GoDown(false), dice);
    }

    pub fn goes_down(&mut self, dice: &[u32]) {
        self.says(Answer::GoDown(true), dice);
    }

    pub fn places(&mut self, models: &[u8], dice: &[u32]) {
        let marks = models.iter().map(|n| Some(model(*n))).collect();
        self.says(Answer::Place(marks), dice);
    }

    pub fn weapon(&self, key: &str) -> WeaponId {
        let place = self.state.armoury.iter().position(|weapon| weapon.key == key).unwrap();
        WeaponId(u16::try_from(place).unwrap())
    }

    /// The table is looked over, and the turn ended by each side that has something to decide.
    pub fn turn_ends(&mut self, ends: &[TurnEnd], dice: &[u32]) {
        self.look_round();
        for (place, end) in ends.iter().enumerate() {
            let by = match Antares::open(&self.state).first().map(|open| open.who.clone()) {
                Some(Who::Seat(seat)) => seat,
                _ => ALGORYN,
            };
            let dice = if place + 1 == ends.len() { dice } else { &[] };
            self.step(by, &Command::EndTurn(end.clone()), dice);
        }
    }

    pub fn look_round(&mut self) {
        self.report.push(String::new());
        self.report.extend(report::summary(&self.state).lines().map(str::to_owned));
        self.report.push(String::new());
    }
}

pub fn model(n: u8) -> Mark {
    Mark::Model(ModelId(n))
}
