//! What can be set right, of whom, and how it could be.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::MachinePart;
use gatemaster_rules::at43::control::can_be_controlled;
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::label;
use gatemaster_rules::at43::report::words::role;
use gatemaster_rules::at43::specials::{parts, points};
use gatemaster_rules::at43::state::{
    Drill, Gone, Member, MemberId, PlaceId, Role, Stands, Unit, UnitId,
};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::list;

/// Everything the game keeps count of that is no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum What {
    #[name = "somebody is out"]
    Lost,
    #[name = "somebody is back"]
    Back,
    #[name = "somebody is on the ground"]
    Down,
    #[name = "somebody is on their feet"]
    Up,
    #[name = "structure points of a machine"]
    Structure,
    #[name = "drills"]
    Drills,
    #[name = "morale"]
    Morale,
    #[name = "who is in contact with whom"]
    Contact,
    #[name = "where a unit is"]
    Stands,
    #[name = "LP"]
    Leadership,
    #[name = "VP"]
    Victory,
    #[name = "RP"]
    Supplies,
    #[name = "who controls a place"]
    Control,
    #[name = "who has captured a place"]
    Captured,
}

/// What it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Unit(UnitId),
    Side(Seat),
    Place(PlaceId),
}

impl What {
    pub const ALL: [Self; 14] = [
        Self::Lost,
        Self::Back,
        Self::Down,
        Self::Up,
        Self::Structure,
        Self::Drills,
        Self::Morale,
        Self::Contact,
        Self::Stands,
        Self::Leadership,
        Self::Victory,
        Self::Supplies,
        Self::Control,
        Self::Captured,
    ];

    pub fn number(self) -> u32 {
        (0..).zip(Self::ALL).find(|(_, what)| *what == self).map_or(0, |(number, _)| number)
    }

    pub fn at(number: u32) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The unit, side or place with this number.
    pub fn subject(self, number: u16) -> Subject {
        match self {
            Self::Leadership | Self::Victory | Self::Supplies => {
                // nobody sits beyond the last seat
                Subject::Side(Seat(u8::try_from(number).unwrap_or(u8::MAX)))
            }
            Self::Control | Self::Captured => {
                Subject::Place(PlaceId(u8::try_from(number).unwrap_or(u8::MAX)))
            }
            Self::Lost
            | Self::Back
            | Self::Down
            | Self::Up
            | Self::Structure
            | Self::Drills
            | Self::Morale
            | Self::Contact
            | Self::Stands => Subject::Unit(UnitId(number)),
        }
    }

    /// Several may be chosen.
    pub fn takes_several(self) -> bool {
        self.takes_members() || self.takes_nobody()
    }

    /// Some of a unit: "5 fighters, 1 bearer".
    pub fn takes_members(self) -> bool {
        matches!(self, Self::Lost | Self::Back | Self::Down | Self::Up)
    }

    /// Several or none at all.
    pub fn takes_nobody(self) -> bool {
        matches!(self, Self::Drills | Self::Contact | Self::Captured)
    }

    pub fn takes_number(self) -> bool {
        matches!(self, Self::Leadership | Self::Victory | Self::Supplies)
    }
}

impl Subject {
    pub fn number(self) -> u16 {
        match self {
            Self::Unit(UnitId(number)) => number,
            Self::Side(Seat(number)) | Self::Place(PlaceId(number)) => number.into(),
        }
    }

    pub fn name(self, state: &State) -> &str {
        match self {
            Self::Unit(id) => state.unit_name(id),
            Self::Side(seat) => state.side_name(seat),
            Self::Place(id) => state.place(id).map_or("that place", |place| place.name.as_str()),
        }
    }

    /// How it stands.
    pub fn line(self, state: &State) -> String {
        match self {
            Self::Unit(id) => label::unit_line(state, id),
            Self::Side(seat) => state.side(seat).map_or_else(String::new, |side| {
                format!("{} LP · {} VP · {} RP", side.pool, side.vp, side.rp)
            }),
            Self::Place(id) => {
                let Some(place) = state.place(id) else { return String::new() };
                let controls = match place.controlled_by {
                    Some(by) => format!("{} controls it", state.side_name(by)),
                    None => "nobody controls it".to_owned(),
                };
                let captured: Vec<String> = place
                    .captured_by
                    .iter()
                    .map(|seat| state.side_name(*seat).to_owned())
                    .collect();
                if captured.is_empty() {
                    controls
                } else {
                    format!("{controls}; captured by {}", list(&captured))
                }
            }
        }
    }
}

/// Everything of which something of this kind could be set right.
pub fn subjects(state: &State, what: What) -> Vec<Subject> {
    match what.subject(0) {
        Subject::Side(_) => state.seats().map(Subject::Side).collect(),
        Subject::Place(_) => {
            let places = state.place_ids().filter(|id| can_be_controlled(state, *id));
            places.map(Subject::Place).collect()
        }
        Subject::Unit(_) => {
            let fits = |id: &UnitId| match what {
                What::Contact => state.unit(*id).is_some_and(|unit| {
                    unit.stands == Stands::Field
                        && state.enemies_on_field(unit.side).next().is_some()
                }),
                _ => !values(state, what, Subject::Unit(*id)).is_empty(),
            };
            state.ids().filter(fits).map(Subject::Unit).collect()
        }
    }
}

/// A way it could be: as it is typed, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    pub text: String,
    pub more: String,
    /// So it is now.
    pub is: bool,
}

impl Value {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), more: String::new(), is: false }
    }
}

/// What it could be instead; numbers are typed.
pub fn values(state: &State, what: What, of: Subject) -> Vec<Value> {
    match (what, of) {
        (What::Lost | What::Back | What::Down | What::Up, Subject::Unit(id)) => {
            members(state, what, id).iter().flat_map(Kind::values).collect()
        }
        (What::Structure, Subject::Unit(id)) => machines(state, id),
        (What::Drills, Subject::Unit(id)) => drills(state, id),
        (What::Morale, Subject::Unit(id)) => morale(state, id),
        (What::Contact, Subject::Unit(id)) => enemies(state, id),
        (What::Stands, Subject::Unit(id)) => places_of(state, id),
        (What::Control, Subject::Place(id)) => holders(state, id),
        (What::Captured, Subject::Place(id)) => captors(state, id),
        _ => Vec::new(),
    }
}

/// Those of a unit who are alike: "officer", "fighter", "machine 2".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    pub text: String,
    pub members: Vec<MemberId>,
}

impl Kind {
    /// "fighter", "2 fighters", and so on to all of them.
    fn values(&self) -> Vec<Value> {
        let all = self.members.len();
        let value = |number: usize| match number {
            1 if all == 1 => Value::new(self.text.clone()),
            1 => Value { more: format!("one of {all}"), ..Value::new(self.text.clone()) },
            _ => Value {
                more: if number == all { "all of them".to_owned() } else { String::new() },
                ..Value::new(format!("{number} {}s", self.text))
            },
        };
        (1..=all).map(value).collect()
    }
}

/// Whoever of a unit would be alike stands together.
pub fn members(state: &State, what: What, id: UnitId) -> Vec<Kind> {
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let gone =
        matches!(unit.stands, Stands::Gone(Gone::Destroyed | Gone::Routed | Gone::Evacuated));
    let fits = |member: &Member| match what {
        What::Lost => !member.out,
        What::Back => member.out || gone,
        What::Down => !member.out && !member.grounded && member.machine.is_none(),
        What::Up => !member.out && member.grounded,
        _ => false,
    };
    let mut found: Vec<Kind> = Vec::new();
    for which in unit.member_ids() {
        let Some(member) = unit.member(which).filter(|member| fits(member)) else { continue };
        let text = member_word(unit, which, member);
        if let Some(kind) = found.iter_mut().find(|kind| kind.text == text) {
            kind.members.push(which);
            continue;
        }
        let correction = members_correction(what, id, vec![which]);
        if correction.is_some_and(|correction| correction.check(state).is_ok()) {
            found.push(Kind { text, members: vec![which] });
        }
    }
    found
}

pub fn members_correction(what: What, unit: UnitId, members: Vec<MemberId>) -> Option<Correction> {
    let (out, grounded) = match what {
        What::Lost => (true, false),
        What::Back | What::Up => (false, false),
        What::Down => (false, true),
        _ => return None,
    };
    Some(match members.as_slice() {
        [member] => Correction::Member { unit, member: *member, out, grounded },
        _ => Correction::Members { unit, members, out, grounded },
    })
}

fn member_word(unit: &Unit, which: MemberId, member: &Member) -> String {
    if member.machine.is_some() {
        return machine_word(which);
    }
    if which == unit.leader && member.role == Role::Standard {
        return "leader".to_owned();
    }
    let word = role(member.role);
    let bare = ["a ", "an ", "the "].iter().find_map(|article| word.strip_prefix(article));
    bare.unwrap_or(word).to_owned()
}

pub fn machine_word(which: MemberId) -> String {
    format!("machine {}", u32::from(which.0) + 1)
}

/// Machines in the game, by number, with what is left of each.
fn machines(state: &State, id: UnitId) -> Vec<Value> {
    let Some(unit) = state.unit(id).filter(|unit| unit.stands == Stands::Field) else {
        return Vec::new();
    };
    let machines = unit.living().filter(|(_, member)| member.machine.is_some());
    let value = |(which, _): (MemberId, &Member)| Value {
        text: machine_word(which),
        more: structure(state, unit, which),
        is: false,
    };
    machines.map(value).collect()
}

/// "frame 3, propulsion 1, weapons 2 2", as it is typed.
pub fn structure(state: &State, unit: &Unit, which: MemberId) -> String {
    let machine = unit.member(which).and_then(|member| member.machine.as_ref());
    let (Some(machine), Some(entry)) = (machine, state.entry(unit)) else { return String::new() };
    let mut told = vec![format!("frame {}", machine.frame)];
    if parts(entry).contains(&MachinePart::Propulsion) {
        let left = points(machine, MachinePart::Propulsion).unwrap_or(0);
        told.push(format!("propulsion {left}"));
    }
    if !machine.weapons.is_empty() {
        let weapons: Vec<String> = machine.weapons.iter().map(ToString::to_string).collect();
        told.push(format!("weapons {}", weapons.join(" ")));
    }
    told.join(", ")
}

pub const DRILLS: [(&str, Drill); 4] = [
    ("knee", Drill::Knee),
    ("overwatch", Drill::Overwatch),
    ("take cover", Drill::TakeCover),
    ("split fire", Drill::SplitFire),
];

fn drills(state: &State, id: UnitId) -> Vec<Value> {
    let Some(unit) = state.unit(id).filter(|unit| unit.stands == Stands::Field) else {
        return Vec::new();
    };
    let possible = DRILLS.iter().filter(|(_, drill)| {
        let with = Correction::Drills { unit: id, drills: vec![*drill] };
        unit.has_drill(*drill) || with.check(state).is_ok()
    });
    let value = |(text, drill): &(&str, Drill)| Value {
        is: unit.has_drill(*drill),
        more: drill.to_string(),
        ..Value::new(*text)
    };
    possible.map(value).collect()
}

pub const DISORGANIZED: &str = "disorganized";
pub const VALIANT: &str = "valiant";

fn morale(state: &State, id: UnitId) -> Vec<Value> {
    let both = [(VALIANT, false), (DISORGANIZED, true)].into_iter().filter(|(_, disorganized)| {
        Correction::Morale { unit: id, disorganized: *disorganized }.check(state).is_ok()
    });
    both.map(|(text, _)| Value::new(text)).collect()
}

/// Enemies on the table, those in contact chosen.
fn enemies(state: &State, id: UnitId) -> Vec<Value> {
    let Some(unit) = state.unit(id).filter(|unit| unit.stands == Stands::Field) else {
        return Vec::new();
    };
    let touching: Vec<UnitId> = state.enemies_in_contact(id).collect();
    let enemies = state.enemies_on_field(unit.side).map(|(enemy, it)| Value {
        text: it.name.clone(),
        more: label::unit_line(state, enemy),
        is: touching.contains(&enemy),
    });
    enemies.collect()
}

pub const STANDS: [(&str, Stands); 3] = [
    ("on the table", Stands::Field),
    ("in reserve", Stands::Reserve),
    ("not bought yet", Stands::Reinforcement),
];

fn places_of(state: &State, id: UnitId) -> Vec<Value> {
    let possible = STANDS.iter().filter(|(_, stands)| {
        Correction::Stands { unit: id, stands: *stands }.check(state).is_ok()
    });
    possible.map(|(text, _)| Value::new(*text)).collect()
}

pub const NOBODY: &str = "nobody";

fn holders(state: &State, place: PlaceId) -> Vec<Value> {
    let all = state.seats().map(Some).chain([None]);
    let others = all.filter(|by| Correction::Control { place, by: *by }.check(state).is_ok());
    others.map(|by| Value::new(by.map_or(NOBODY, |by| state.side_name(by)))).collect()
}

/// All sides, those that have captured it chosen (T-CTL-4).
fn captors(state: &State, id: PlaceId) -> Vec<Value> {
    let Some(place) = state.place(id) else { return Vec::new() };
    let value = |seat: Seat| Value {
        is: place.captured_by.contains(&seat),
        ..Value::new(state.side_name(seat))
    };
    state.seats().map(value).collect()
}
