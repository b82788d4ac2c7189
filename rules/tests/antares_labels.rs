//! Random battles, read by somebody who only sees the buttons: every choice says what it is, fits where it is shown,
//! and no two choices of one decision look alike. A failure names its seed; `GATEMASTER_SEED` replays it.

use crate::town;
use std::collections::{BTreeMap, BTreeSet};

use gatemaster_rules::antares::command::{
    Answer, Command, Cover, Feature, Intervening, Mark, Move, Scene, Shot,
};
use gatemaster_rules::antares::correct::{Change, Correction};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::label::{self, Label, MAX_MORE, MAX_TEXT, MAX_WHY};
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::report;
use gatemaster_rules::antares::state::{ModelId, UnitId};
use gatemaster_rules::antares::{Antares, Setup, State};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{Doer, Open, System, Who};

/// Battles for each pair of forces.
const BATTLES: u64 = 8;

/// Every kind of command and answer, which random play has to be offered.
const KINDS: &str = "draw deploy infiltrate order move charge shoot fire_blind finish end_turn agree_to_correction \
    go_down spring place spot chart_again template brace bonus_move contact point_blank break_off spinner \
    hand_weapons consolidate shoot_building lands_on odd_hits inside difference";

struct Fair<'a>(&'a mut Chooser);

impl Dice for Fair<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(sides as usize)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

struct Battle {
    seed: u64,
    state: State,
    chooser: Chooser,
    /// The kinds of commands that were offered.
    seen: BTreeSet<String>,
}

impl Battle {
    fn new(setup: &Setup, seed: u64) -> Self {
        let state = Antares::set_up(setup).unwrap();
        Self { seed, state, chooser: Chooser::new(seed), seen: BTreeSet::new() }
    }

    fn act(&mut self, by: &Doer, command: &Command) -> bool {
        let mut dice = Fair(&mut self.chooser);
        let Ok(events) = Antares::decide(&self.state, by, command, &mut dice) else { return false };
        let digest = report::digest([(&self.state, &events[..])]).unwrap();
        for event in &events {
            Antares::apply(&mut self.state, event);
        }
        assert_eq!(digest.after, self.state, "seed {}: {command:?}", self.seed);
        true
    }

    fn play(mut self) -> Self {
        while !Antares::is_over(&self.state) {
            let all = Antares::open(&self.state);
            for open in &all {
                self.read(open);
            }
            self.read_question(&all);
            self.read_units();
            self.step(&all);
        }
        assert_eq!(label::question(&self.state), None, "seed {}", self.seed);
        self
    }

    fn step(&mut self, all: &[Open<Command>]) {
        if self.chooser.one_in(30) {
            return self.correct();
        }
        let open = &all[self.chooser.below(all.len())];
        let option = open.options[self.chooser.below(open.options.len())].clone();
        let seat = match open.who {
            Who::Seat(seat) | Who::May(seat) => seat,
            Who::AnyPlayer => Seat(u8::try_from(self.chooser.below(2)).unwrap()),
        };
        let by = Doer { seats: vec![seat], organiser: false };
        let varied = self.vary(option.clone());
        self.read_label(&varied);
        // a correction may have to wait until shots and fights are settled
        let may_wait = matches!(option, Command::AgreeToCorrection(_));
        let done = self.act(&by, &varied) || self.act(&by, &option) || may_wait;
        assert!(done, "seed {}: {option:?} was offered and refused", self.seed);
    }

    /// Whatever else: never empty, never too long, no stray white space.
    fn read_label(&self, command: &Command) -> Label {
        let label = label::command(&self.state, command);
        let Label { text, more } = &label;
        for (words, most) in [(text, MAX_TEXT), (more, MAX_MORE)] {
            let length = words.chars().count();
            assert!(length <= most, "seed {}: {length} characters: {words}", self.seed);
            let tidy = words.trim() == words && !words.contains("  ") && !words.contains("()");
            assert!(tidy, "seed {}: {words:?} of {command:?}", self.seed);
        }
        assert!(!text.is_empty(), "seed {}: {command:?}", self.seed);
        label
    }

    /// Ways to place hits, as their buttons tell them apart: a few words that no other way has.
    fn read_differences(&mut self, open: &Open<Command>) {
        let Some(short) = label::differences(&self.state, &open.options) else { return };
        assert_eq!(short.len(), open.options.len(), "seed {}", self.seed);
        let all: BTreeSet<&String> = short.iter().collect();
        assert_eq!(all.len(), short.len(), "seed {}: {short:?}", self.seed);
        for words in &short {
            let length = words.chars().count();
            assert!(length > 0 && length <= MAX_TEXT, "seed {}: {words:?}", self.seed);
            assert!(
                !words.contains("  ") && words.trim() == words,
                "seed {}: {words:?}",
                self.seed
            );
        }
        self.seen.insert("difference".to_owned());
    }

    fn read(&mut self, open: &Open<Command>) {
        self.read_differences(open);
        let buttons = !self.state.flow.tasks.is_empty();
        let mut labels: BTreeMap<(String, String), &Command> = BTreeMap::new();
        for option in &open.options {
            let Label { text, more } = self.read_label(option);
            self.remember(option);
            let shown = (text, if buttons { String::new() } else { more });
            if let Some(other) = labels.insert(shown.clone(), option) {
                assert_eq!(
                    option, other,
                    "seed {}: both are {shown:?} in {}",
                    self.seed, open.what
                );
            }
        }
        let together = label::options(&self.state, &open.options);
        let apart: Vec<Label> =
            open.options.iter().map(|one| label::command(&self.state, one)).collect();
        assert_eq!(together, apart, "seed {}: nothing needs a number", self.seed);
    }

    fn remember(&mut self, option: &Command) {
        let value = serde_json::to_value(option).unwrap();
        let name = |value: &serde_json::Value| match value {
            serde_json::Value::Object(map) => map.keys().next().unwrap().clone(),
            other => other.as_str().unwrap().to_owned(),
        };
        let kind = match &value["answer"] {
            serde_json::Value::Null => name(&value),
            answer => name(answer),
        };
        self.seen.insert(kind);
    }

    /// Somebody is told what is asked and why, exactly when a thing on the stack waits.
    fn read_question(&self, all: &[Open<Command>]) {
        let asked = label::question(&self.state);
        assert_eq!(asked.is_some(), !self.state.flow.tasks.is_empty(), "seed {}", self.seed);
        let Some(asked) = asked else { return };
        assert_eq!(all[0].who, Who::Seat(asked.seat), "seed {}", self.seed);
        let (title, why) = (asked.title, asked.why);
        assert!(!title.is_empty() && title.chars().count() <= MAX_TEXT, "{title}");
        assert!(why.chars().count() <= MAX_WHY, "seed {}: {why}", self.seed);
        let whole = why.ends_with(['.', '?']) && !why.contains("  ") && !why.contains('…');
        assert!(whole, "seed {}: no sentences: {why}", self.seed);
    }

    fn read_units(&self) {
        let first = UnitId(0);
        for id in self.state.ids() {
            for line in
                [label::unit_line(&self.state, id), label::target_line(&self.state, first, id)]
            {
                let length = line.chars().count();
                assert!((1..=MAX_MORE).contains(&length), "seed {}: {line:?}", self.seed);
            }
        }
    }

    fn models(&mut self, id: UnitId) -> Vec<ModelId> {
        let living: Vec<ModelId> = self.state.unit(id).unwrap().living().collect();
        living.into_iter().filter(|_| self.chooser.one_in(3)).collect()
    }

    fn shots(&mut self, shots: Vec<Shot>) -> Vec<Shot> {
        let marks = |models: &[ModelId]| models.iter().copied().map(Mark::Model).collect();
        shots
            .into_iter()
            .map(|shot| {
                let [covered, hidden, behind, under] = [(); 4].map(|()| self.models(shot.target));
                let scene = Scene {
                    terrain: [
                        Intervening::Nothing,
                        Intervening::Obstacle,
                        Intervening::LightTerrain,
                    ][self.chooser.below(3)],
                    cover: match self.chooser.below(3) {
                        0 => Cover::Everybody(1),
                        1 => Cover::Only { bonus: 2, models: covered },
                        _ => Cover::Nobody,
                    },
                    hidden: if self.chooser.one_in(4) { marks(&hidden) } else { Vec::new() },
                    behind: if self.chooser.one_in(4) { marks(&behind) } else { Vec::new() },
                    under: (self.chooser.one_in(3) && !under.is_empty()).then(|| marks(&under)),
                    ..shot.scene.clone()
                };
                let range = Inches::tenths(u32::try_from(self.chooser.below(600)).unwrap());
                let range = if self.chooser.one_in(3) { range } else { shot.range };
                Shot { scene, range, ..shot }
            })
            .collect()
    }

    fn vary(&mut self, command: Command) -> Command {
        if self.chooser.one_in(2) {
            return command;
        }
        match command {
            Command::Shoot { shots } => Command::Shoot { shots: self.shots(shots) },
            Command::Move(Move { to, .. }) => {
                // one of the names is too long to be taken, and still has a label
                let long = "the long hedge behind the burning farmhouse";
                let name = if self.chooser.one_in(2) { long } else { "the bog" }.to_owned();
                let features = vec![Feature::Difficult { name }; self.chooser.below(4)];
                Command::Move(Move { to, features, left_behind: Vec::new() })
            }
            Command::Charge(mut charge) => {
                charge.features = vec![Feature::Difficult { name: "the wood".into() }];
                Command::Charge(charge)
            }
            Command::Answer(Answer::Spring(Some(mut spring))) => {
                spring.shots = self.shots(spring.shots);
                Command::Answer(Answer::Spring(Some(spring)))
            }
            other => other,
        }
    }

    /// A model is hurt or spared, so that some of a kind differ; or one side proposes it and the other is asked.
    fn correct(&mut self) {
        let units = self.state.units.len();
        let unit = UnitId(u16::try_from(self.chooser.below(units)).unwrap());
        let model = ModelId(u8::try_from(self.chooser.below(6)).unwrap());
        let change = match self.chooser.below(4) {
            0 => Change::Pins(u32::try_from(self.chooser.below(4)).unwrap()),
            1 => Change::Immobilised { model, is: true },
            2 => {
                let stat = gatemaster_rules::antares::profile::Stat::Res;
                Change::Stat { model, stat, value: 4 }
            }
            _ => Change::Remove(Mark::Model(model)),
        };
        let command = Command::Correct(Correction::Unit { unit, change });
        self.read_label(&command);
        let organiser = self.chooser.one_in(2);
        let seats = if organiser { Vec::new() } else { vec![Seat(0)] };
        self.act(&Doer { seats, organiser }, &command);
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

/// Everything a force has.
fn everything(one: Faction, other: Faction) -> Setup {
    let library = Library::built_in();
    let keys = |faction: Faction| -> Vec<&str> {
        library.units.iter().filter(|u| u.faction == faction).map(|u| u.key.as_str()).collect()
    };
    let (mine, theirs) = (keys(one), keys(other));
    let sides = [("One", Colour::Red, one, &mine[..]), ("Two", Colour::Blue, other, &theirs[..])];
    Setup::of(library, sides).unwrap()
}

fn seeds() -> std::ops::Range<u64> {
    match std::env::var("GATEMASTER_SEED").ok().and_then(|seed| seed.parse::<u64>().ok()) {
        Some(seed) => seed..seed + 1,
        None => 0..BATTLES,
    }
}

#[test]
fn every_choice_of_every_decision_says_what_it_is_and_looks_like_no_other() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for (one, other) in pairs() {
        for seed in seeds() {
            let mut setup = if seed % 2 == 0 {
                Setup::quick(Library::built_in(), one, other).unwrap()
            } else {
                everything(one, other)
            };
            setup.options.already_deployed = seed % 3 == 1;
            if seed % 4 != 3 {
                setup.buildings = town::town(seed);
            }
            seen.extend(Battle::new(&setup, seed).play().seen);
        }
    }
    let missing: Vec<&str> =
        KINDS.split_whitespace().filter(|kind| !seen.contains(*kind)).collect();
    assert!(missing.is_empty() || seeds().count() == 1, "never offered: {missing:?}");
}
