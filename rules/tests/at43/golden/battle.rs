//! The battle as a list of steps: each a command and the dice it throws, all of which must be used.

use gatemaster_rules::at43::command::{
    Answer, Command, Counted, Cover, Entry, InZone, Mark, Movement, Near, Pace, Salvo,
};
use gatemaster_rules::at43::need::{Millimetres, Range};
use gatemaster_rules::at43::report::{explain, lines};
use gatemaster_rules::at43::state::{Drill, MemberId, PlaceId, Plan, Role, State, UnitId};
use gatemaster_rules::at43::{At43, Event, Setup, View, data};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::{Dice, DiceFault, Roll, Scripted};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _, Viewer, Who};

/// Jon and his U.N.A.
pub const STARS: Seat = Seat(0);
/// Jay.
pub const THERIANS: Seat = Seat(1);

// Baker Company in the order of its list, with the book's short names
pub const ST1: UnitId = UnitId(0);
pub const ST2: UnitId = UnitId(1);
pub const TA1: UnitId = UnitId(2);
pub const FT1: UnitId = UnitId(3);
pub const FT2: UnitId = UnitId(4);
pub const ST3: UnitId = UnitId(5);
pub const TA2: UnitId = UnitId(6);

// the Therians
pub const SG1: UnitId = UnitId(7);
pub const SG2: UnitId = UnitId(8);
pub const BG1: UnitId = UnitId(9);
pub const BG2: UnitId = UnitId(10);
pub const WG: UnitId = UnitId(11);
pub const SG3: UnitId = UnitId(12);

pub const BUNKER: PlaceId = PlaceId(0);
const EDGES: [PlaceId; 2] = [PlaceId(1), PlaceId(2)];

/// One command as it was given, with what it came to.
pub struct Step {
    /// The book's number of the action that begins here.
    pub heading: Option<String>,
    pub before: State,
    pub by: Seat,
    pub command: Command,
    pub dice: Vec<u32>,
    pub events: Vec<Event>,
    /// It is told die by die in `at43-explained.txt`.
    pub explained: bool,
}

pub struct Battle {
    pub state: State,
    pub steps: Vec<Step>,
    heading: Option<String>,
}

/// Scripted dice, numbered like those of a game's own stream. They remember what was asked of them, for a message that
/// helps to write the script.
struct Numbered {
    dice: Scripted,
    thrown: u64,
    asked: Vec<String>,
}

impl Dice for Numbered {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let roll = self.dice.roll(sides);
        let face = roll.as_ref().map_or("?".to_owned(), |roll| roll.face.to_string());
        self.asked.push(format!("D{sides}: {face}"));
        self.thrown += 1;
        roll.map(|roll| Roll { number: Some(self.thrown), ..roll })
    }
}

impl Battle {
    /// The book's objective is a bunker, the hill of its mission 2; it has no figures of its own (decision 004.17).
    pub fn new() -> Self {
        let mut setup =
            Setup { mission: Some("bridgehead".to_owned()), points: 2000, ..Setup::default() };
        let mission =
            setup.missions.iter_mut().find(|mission| mission.key == "bridgehead").unwrap();
        "Bunker".clone_into(&mut mission.places[0].name);
        for (side, (name, colour)) in
            setup.sides.iter_mut().zip([("White Stars", Colour::Blue), ("Therians", Colour::Red)])
        {
            name.clone_into(&mut side.name);
            side.colour = colour;
        }
        let state = At43::set_up(&setup).unwrap();
        Self { state, steps: Vec::new(), heading: None }
    }

    /// A number of the book's report.
    pub fn action(&mut self, number: u32) {
        self.heading = Some(format!("({number})"));
    }

    pub fn by(seat: Seat) -> Doer {
        Doer { seats: vec![seat], organiser: false }
    }

    fn thrown(&self) -> u64 {
        self.steps.iter().map(|step| step.dice.len() as u64).sum()
    }

    pub fn step(&mut self, by: Seat, command: Command, dice: &[u32]) {
        let mut numbered = Numbered {
            dice: Scripted::new(dice.iter().copied()),
            thrown: self.thrown(),
            asked: Vec::new(),
        };
        let decided = At43::decide(&self.state, &Self::by(by), &command, &mut numbered);
        let events = decided.unwrap_or_else(|refusal| {
            panic!("{}\n{command:?}: {refusal} Dice: {:?}", self.scene(), numbered.asked)
        });
        let before = self.state.clone();
        for event in &events {
            At43::apply(&mut self.state, event);
        }
        self.steps.push(Step {
            heading: self.heading.take(),
            before,
            by,
            command,
            dice: dice.to_vec(),
            events,
            explained: false,
        });
        if let Err(fault) = numbered.dice.finish() {
            panic!("{}\n{fault} Dice: {:?}", self.scene(), numbered.asked);
        }
    }

    /// The last step is told in full.
    pub fn explain(&mut self) {
        self.steps.last_mut().unwrap().explained = true;
    }

    /// What a failing script needs to be mended: the last lines of the report, and what is waited for.
    fn scene(&self) -> String {
        let report = self.report();
        let told: Vec<&str> = report.lines().collect();
        let open: Vec<String> = At43::open(&self.state)
            .iter()
            .map(|open| {
                let options = open.options.iter().take(4).map(|option| format!("{option:?}"));
                format!("{:?} {}: {}", open.who, open.what, options.collect::<Vec<_>>().join(" | "))
            })
            .collect();
        format!(
            "…\n{}\nOpen: {}",
            told[told.len().saturating_sub(20)..].join("\n"),
            open.join("; ")
        )
    }

    fn asked(&self) -> Seat {
        match At43::open(&self.state).first().map(|open| open.who.clone()) {
            Some(Who::Seat(seat)) => seat,
            other => panic!("{}\nNobody is asked: {other:?}", self.scene()),
        }
    }

    /// Whoever is asked does this.
    pub fn does(&mut self, command: Command, dice: &[u32]) {
        self.step(self.asked(), command, dice);
    }

    pub fn says(&mut self, answer: Answer, dice: &[u32]) {
        self.does(Command::Answer(answer), dice);
    }

    /// The next card is this unit's, and whatever it throws on being activated.
    pub fn card(&mut self, unit: UnitId, dice: &[u32]) {
        let by = self.state.unit(unit).unwrap().side;
        assert_eq!(
            self.state.sides[by.index()].cards.first(),
            Some(&Some(unit)),
            "{}",
            self.scene()
        );
        self.step(by, Command::PlayCard, dice);
    }

    /// A unit without an officer is paid for.
    pub fn paid(&mut self, unit: UnitId, dice: &[u32]) {
        self.card(unit, dice);
        self.says(Answer::Pay(true), &[]);
    }

    /// It comes in through its own edge of the table and moves; whether it is shot at comes next.
    pub fn enters(&mut self, unit: UnitId, pace: Pace) {
        self.card(unit, &[]);
        let side = self.state.unit(unit).unwrap().side;
        self.says(Answer::Enter(Entry::Through(EDGES[side.index()])), &[]);
        if self.state.unit(unit).unwrap().officer().is_none() {
            self.says(Answer::Pay(true), &[]);
        }
        self.moves(pace);
    }

    pub fn waits(&mut self, unit: UnitId) {
        self.card(unit, &[]);
        self.says(Answer::Enter(Entry::Wait), &[]);
    }

    pub fn moves(&mut self, pace: Pace) {
        self.does(Command::Move(Movement::plain(pace)), &[]);
    }

    /// Nobody in overwatch sees the unit, or wants to fire at it.
    pub fn held(&mut self) {
        self.says(Answer::Watch(None), &[]);
    }

    pub fn shoots(&mut self, salvo: Salvo, dice: &[u32]) {
        self.does(Command::Shoot(salvo), dice);
    }

    pub fn ends(&mut self, drills: &[Drill]) {
        self.does(Command::End { drills: drills.to_vec() }, &[]);
    }

    /// Sequence and wager of one side.
    pub fn plans(&mut self, by: Seat, sequence: &[UnitId], wager: u32, dice: &[u32]) {
        let plan = Plan { sequence: sequence.to_vec(), wager, commander: None };
        self.step(by, Command::Plan { seat: by, plan }, dice);
    }

    /// The infantry of both sides near the bunker: one counts, the other agrees.
    pub fn count(&mut self, stars: u32, therians: u32) {
        let counts = vec![Counted { place: BUNKER, fighters: vec![stars, therians] }];
        self.step(STARS, Command::Count { seat: STARS, counts }, &[]);
        self.step(THERIANS, Command::AgreeCounts { seat: THERIANS, agree: true }, &[]);
    }

    pub fn left(&self, unit: UnitId) -> usize {
        self.state.unit(unit).unwrap().strength()
    }

    /// So many of a role.
    pub fn left_of(&self, unit: UnitId, role: Role) -> usize {
        self.state.unit(unit).unwrap().living_of(role)
    }

    /// Structure points of a machine: frame, propulsion, each weapon.
    pub fn points(&self, unit: UnitId, machine: u8) -> (u8, u8, Vec<u8>) {
        let member = self.state.unit(unit).unwrap().member(MemberId(machine)).unwrap();
        let machine = member.machine.as_ref().unwrap();
        (machine.frame, machine.propulsion, machine.weapons.clone())
    }

    pub fn vp(&self) -> (u32, u32) {
        (self.state.sides[0].vp, self.state.sides[1].vp)
    }

    /// LP left of both sides.
    pub fn pools(&self) -> (u32, u32) {
        (self.state.sides[0].pool, self.state.sides[1].pool)
    }

    /// Told for somebody who looks on, with what he has seen until then.
    pub fn report(&self) -> String {
        let viewer = Viewer::spectator();
        let mut told = vec!["Bridgehead: the battle report of the rule book".to_owned()];
        told.push("=".repeat(told[0].len()));
        for step in &self.steps {
            told.extend(step.heading.iter().flat_map(|heading| [String::new(), heading.clone()]));
            let (view, seen) = step.seen_by(&viewer);
            for line in lines(&view, &seen) {
                let line = line.to_string();
                if line.starts_with("Round ") {
                    told.push(String::new());
                }
                told.push(line);
            }
        }
        told.join("\n") + "\n"
    }

    pub fn explained(&self) -> String {
        let viewer = Viewer::spectator();
        let mut told = Vec::new();
        for step in self.steps.iter().filter(|step| step.explained) {
            let (view, seen) = step.seen_by(&viewer);
            for passage in explain(&view, &seen) {
                told.push(format!("{}\n[{}]\n", passage.text, passage.sources()));
            }
            told.push("----\n".to_owned());
        }
        told.join("\n")
    }
}

impl Step {
    pub fn seen_by(&self, viewer: &Viewer) -> (View, Vec<Event>) {
        let seen = self.events.iter().filter_map(|event| At43::seen(event, viewer)).collect();
        (At43::view(&self.before, viewer), seen)
    }
}

/// A salvo at a range in centimetres; each bearer fires so many of the weapon.
pub fn salvo(weapon: &str, each: u8, at: Mark, cm: u32) -> Salvo {
    let weapon = data::library().weapon_of_key(weapon).unwrap();
    Salvo { each, ..Salvo::plain(weapon, at, Range::Measured(Millimetres::cm(cm))) }
}

pub fn in_cover(salvo: Salvo) -> Salvo {
    Salvo { cover: Cover::Yes, ..salvo }
}

/// Who of the target stands nearest.
pub fn nearest(salvo: Salvo, unit: UnitId, roles: &[(Role, u32)]) -> Salvo {
    let near = |(role, fighters): &(Role, u32)| Near {
        unit,
        role: *role,
        fighters: *fighters,
        which: None,
    };
    Salvo { nearest: roles.iter().map(near).collect(), ..salvo }
}

/// So many standard fighters of a unit stand in the zone of fire.
pub fn through(salvo: Salvo, unit: UnitId, fighters: u32) -> Salvo {
    use gatemaster_rules::at43::command::Body;
    let who = Body::Unit(unit);
    let role = Role::Standard;
    let zone = vec![InZone { who, role, fighters, cover: Cover::None, on: 0, which: None }];
    Salvo { zone, ..salvo }
}
