//! How the units of each side stand now: what the board shows of them, in its picture and in its words.

use gatemaster_rules::at43::command::MachinePart;
use gatemaster_rules::at43::specials::{full, parts, points};
use gatemaster_rules::at43::state::{Drill, Machine, MemberId, Phase, Pilot, Stands, Unit, UnitId};
use gatemaster_rules::at43::{State, label};
use gatemaster_rules::ids::Seat;

/// How far a unit's card is in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Course {
    Acting,
    ToCome,
    Done,
    /// No cards lie on the table now.
    Apart,
}

impl Course {
    pub const ALL: [Course; 4] = [Course::Acting, Course::ToCome, Course::Done, Course::Apart];

    fn of(state: &State, id: UnitId, unit: &Unit) -> Course {
        let acting = state.flow.acting.as_ref().is_some_and(|acting| acting.unit == id);
        let watching = state.flow.watching.as_ref().is_some_and(|watching| watching.unit == id);
        match state.phase {
            Phase::Activation if acting || watching => Course::Acting,
            Phase::Activation | Phase::Control if unit.played => Course::Done,
            Phase::Activation => Course::ToCome,
            Phase::Briefing
            | Phase::Mustering
            | Phase::Laying
            | Phase::Tactical
            | Phase::Control
            | Phase::Over => Course::Apart,
        }
    }

    pub fn word(self) -> Option<&'static str> {
        match self {
            Course::Acting => Some("acting"),
            Course::ToCome => Some("to come"),
            Course::Done => Some("done"),
            Course::Apart => None,
        }
    }
}

/// What else there is to know about a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    Reserve,
    Disorganized,
    Engaged,
    /// A machine that enemies stand at: it is never engaged (T-STA-1).
    Contact,
    /// So many lie on the ground.
    Down(u32),
    /// So many machines have no propulsion left.
    Immobilised(u32),
    Drill(Drill),
    /// Designated by an enemy for the whole round (T-EQP-3).
    Tagged,
    Pilot,
    Commander,
}

impl Sign {
    /// One of each, in the order they are shown: what limits a unit most comes first.
    pub const ALL: [Sign; 13] = [
        Sign::Reserve,
        Sign::Disorganized,
        Sign::Engaged,
        Sign::Contact,
        Sign::Down(1),
        Sign::Immobilised(1),
        Sign::Drill(Drill::Overwatch),
        Sign::Drill(Drill::TakeCover),
        Sign::Drill(Drill::Knee),
        Sign::Drill(Drill::SplitFire),
        Sign::Tagged,
        Sign::Pilot,
        Sign::Commander,
    ];

    /// The same without a number of its own.
    #[must_use]
    pub fn kind(self) -> Sign {
        match self {
            Sign::Down(_) => Sign::Down(1),
            Sign::Immobilised(_) => Sign::Immobilised(1),
            Sign::Reserve
            | Sign::Disorganized
            | Sign::Engaged
            | Sign::Contact
            | Sign::Drill(_)
            | Sign::Tagged
            | Sign::Pilot
            | Sign::Commander => self,
        }
    }

    /// In the picture and its words.
    pub fn words(self) -> String {
        match self {
            Sign::Down(number) => format!("{number} down"),
            Sign::Immobilised(1) => "immobilised".to_owned(),
            Sign::Immobilised(number) => format!("{number} immobilised"),
            Sign::Reserve
            | Sign::Disorganized
            | Sign::Engaged
            | Sign::Contact
            | Sign::Drill(_)
            | Sign::Tagged
            | Sign::Pilot
            | Sign::Commander => self.word().to_owned(),
        }
    }

    /// What the sign means, without a number.
    pub fn word(self) -> &'static str {
        match self {
            Sign::Reserve => "in reserve",
            Sign::Disorganized => "disorganized",
            Sign::Engaged => "engaged",
            Sign::Contact => "in contact",
            Sign::Down(_) => "down",
            Sign::Immobilised(_) => "immobilised",
            Sign::Drill(Drill::Overwatch) => "Overwatch!",
            Sign::Drill(Drill::TakeCover) => "Take cover!",
            Sign::Drill(Drill::Knee) => "Knee!",
            Sign::Drill(Drill::SplitFire) => "Split fire!",
            Sign::Tagged => "designated",
            Sign::Pilot => "the pilot",
            Sign::Commander => "Commander",
        }
    }

    /// The number that stands beside the sign, where there is one.
    pub fn number(self) -> Option<u32> {
        match self {
            Sign::Down(number) => Some(number),
            Sign::Immobilised(number) => (number > 1).then_some(number),
            Sign::Reserve
            | Sign::Disorganized
            | Sign::Engaged
            | Sign::Contact
            | Sign::Drill(_)
            | Sign::Tagged
            | Sign::Pilot
            | Sign::Commander => None,
        }
    }

    fn all_of(state: &State, id: UnitId, unit: &Unit) -> Vec<Sign> {
        let (down, machines) = (number(unit.grounded()), immobilised(unit));
        let commands =
            state.side(unit.side).is_some_and(|side| side.commander == Some(id)) && unit.has_card();
        let pilot = state.wreck.is_some_and(|wreck| wreck.pilot == Pilot::Out(id));
        let contact = if state.is_engaged(id) { Sign::Engaged } else { Sign::Contact };
        let contact = state.enemies_in_contact(id).next().map(|_| contact);
        let known = [
            (unit.stands == Stands::Reserve).then_some(Sign::Reserve),
            unit.disorganized.then_some(Sign::Disorganized),
            contact,
            (down > 0).then_some(Sign::Down(down)),
            (machines > 0).then_some(Sign::Immobilised(machines)),
        ];
        let last = [
            state.tags.iter().any(|tag| tag.on == id).then_some(Sign::Tagged),
            (pilot && !unit.lone_hero).then_some(Sign::Pilot),
            commands.then_some(Sign::Commander),
        ];
        let drills = unit.drills.iter().copied().map(Sign::Drill);
        known.into_iter().flatten().chain(drills).chain(last.into_iter().flatten()).collect()
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn immobilised(unit: &Unit) -> u32 {
    let machines = unit.living().filter_map(|(_, member)| member.machine.as_ref());
    number(machines.filter(|machine| machine.is_immobilised()).count())
}

/// The structure points of a part: what it is, what is left and what it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structure {
    pub part: MachinePart,
    pub left: u8,
    pub most: u8,
}

impl Structure {
    pub fn is_whole(self) -> bool {
        self.left >= self.most
    }
}

/// A unit that is in the game.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    pub id: UnitId,
    pub unit: &'a Unit,
    /// As it is called below its side's name.
    pub name: &'a str,
    pub course: Course,
    pub signs: Vec<Sign>,
    /// Each machine that is left, with its number if it was one of several.
    pub machines: Vec<(Option<u32>, Vec<Structure>)>,
}

/// "Steel troopers 1", where "Blue Steel troopers 1" stands below "Blue".
fn name_below<'a>(state: &State, unit: &'a Unit) -> &'a str {
    let below = unit.name.strip_prefix(state.side_name(unit.side));
    below.and_then(|name| name.strip_prefix(' ')).unwrap_or(&unit.name)
}

impl Row<'_> {
    /// "6/9"
    pub fn strength(&self) -> String {
        format!("{}/{}", self.unit.strength(), self.unit.members.len())
    }

    /// "6 of 9"
    pub fn strength_in_words(&self) -> String {
        let (left, began) = (self.unit.strength(), self.unit.members.len());
        if left == began { began.to_string() } else { format!("{left} of {began}") }
    }

    pub fn is_hurt(&self) -> bool {
        self.machines.iter().any(|(_, parts)| parts.iter().any(|part| !part.is_whole()))
    }

    /// Nothing is to be said of it but its strength.
    pub fn is_plain(&self) -> bool {
        let said = self.signs.iter().any(|sign| *sign != Sign::Reserve);
        !said && !self.is_hurt() && self.course != Course::Acting
    }

    /// What is said of it besides its name, its strength and its command: signs, and what is not whole of its machines,
    /// "frame 3 of 5", "2: light laser cannon lost".
    pub fn told(&self, state: &State) -> (Vec<Sign>, Vec<String>) {
        let several = self.unit.members.len() > 1;
        let machines = self.unit.living().filter_map(|(machine, _)| {
            let told = label::machine_line(state, self.id, machine)?;
            Some(if several { format!("{}: {told}", number_of(machine)) } else { told })
        });
        // of a machine that only stands still the sign says as much
        let damage: Vec<String> = machines.filter(|told| told != STILL).collect();
        let said = damage.iter().any(|told| told.contains(STILL));
        let shown = self.signs.iter().copied().filter(|sign| match sign {
            Sign::Immobilised(_) => !said,
            Sign::Commander => false,
            Sign::Reserve
            | Sign::Disorganized
            | Sign::Engaged
            | Sign::Contact
            | Sign::Down(_)
            | Sign::Drill(_)
            | Sign::Tagged
            | Sign::Pilot => true,
        });
        (shown.collect(), damage)
    }

    /// The same in words.
    pub fn facts(&self, state: &State) -> Vec<String> {
        let (signs, damage) = self.told(state);
        signs.into_iter().map(Sign::words).chain(damage).collect()
    }

    /// Who acts comes first, then those of whom there is something to say, then those whose card is still to come.
    pub fn rank(&self) -> (bool, bool, bool) {
        (self.course != Course::Acting, self.is_plain(), self.course == Course::Done)
    }
}

/// What a machine without propulsion is called.
const STILL: &str = "immobilised";

/// The units of one side.
#[derive(Clone, Debug)]
pub struct Roster<'a> {
    /// On the table and in reserve, in the order of the sheet.
    pub rows: Vec<Row<'a>>,
    /// Those that can still be bought.
    pub reinforcements: Vec<(UnitId, &'a Unit)>,
    pub gone: Vec<(UnitId, &'a Unit)>,
}

impl<'a> Roster<'a> {
    pub fn of(state: &'a State, seat: Seat) -> Roster<'a> {
        let mut roster = Roster { rows: Vec::new(), reinforcements: Vec::new(), gone: Vec::new() };
        for (id, unit) in state.units_of(seat) {
            match unit.stands {
                Stands::Field | Stands::Reserve => roster.rows.push(row(state, id, unit)),
                Stands::Reinforcement => roster.reinforcements.push((id, unit)),
                Stands::Gone(_) => roster.gone.push((id, unit)),
            }
        }
        roster
    }

    /// "Fire Toads 200 RP"
    pub fn bought_for(&self) -> Vec<String> {
        let priced = |(_, unit): &(UnitId, &Unit)| format!("{} {} RP", unit.name, unit.value);
        self.reinforcements.iter().map(priced).collect()
    }

    /// "Steel troopers 2 destroyed"
    pub fn lost(&self, state: &State) -> Vec<String> {
        let told = self.gone.iter().map(|(_, unit)| {
            let how = label::standing(state, unit).unwrap_or_default();
            (unit.name.as_str(), how)
        });
        gathered(told)
    }
}

fn row<'a>(state: &State, id: UnitId, unit: &'a Unit) -> Row<'a> {
    let several = unit.members.len() > 1;
    let machines = unit.living().filter_map(|(member, it)| {
        let parts = structure(state, unit, it.machine.as_ref()?);
        Some((several.then(|| number_of(member)), parts))
    });
    Row {
        id,
        unit,
        name: name_below(state, unit),
        course: Course::of(state, id, unit),
        signs: Sign::all_of(state, id, unit),
        machines: machines.collect(),
    }
}

fn number_of(member: MemberId) -> u32 {
    u32::from(member.0) + 1
}

fn structure(state: &State, unit: &Unit, machine: &Machine) -> Vec<Structure> {
    let Some(entry) = state.entry(unit) else { return Vec::new() };
    let parts = parts(entry).into_iter();
    let known = parts.filter_map(|part| {
        let (left, most) = (points(machine, part)?, full(entry, part)?);
        Some(Structure { part, left, most })
    });
    known.filter(|structure| structure.most > 0).collect()
}

/// Units of one name and of which the same is to be said together: "Steel troopers 1–3, 7: 9/9".
pub fn gathered<'a>(told: impl Iterator<Item = (&'a str, String)>) -> Vec<String> {
    let mut groups: Vec<(&str, String, Vec<u32>)> = Vec::new();
    for (name, said) in told {
        let (base, number) = numbered(name);
        let group = groups.iter_mut().find(|(known, as_well, numbers)| {
            *known == base && *as_well == said && !numbers.is_empty()
        });
        match (group, number) {
            (Some((_, _, numbers)), Some(number)) => numbers.push(number),
            (None, Some(number)) => groups.push((base, said, vec![number])),
            (_, None) => groups.push((name, said, Vec::new())),
        }
    }
    groups.into_iter().map(|(name, said, numbers)| in_words(name, &said, numbers)).collect()
}

fn in_words(name: &str, said: &str, mut numbers: Vec<u32>) -> String {
    numbers.sort_unstable();
    let runs = runs(&numbers);
    match numbers[..] {
        [] => format!("{name} {said}"),
        [one] => format!("{name} {one} {said}"),
        _ => format!("{name} {}: {said}", runs.join(", ")),
    }
}

/// "1–3", "7"
fn runs(numbers: &[u32]) -> Vec<String> {
    let runs = numbers.chunk_by(|one, next| one.checked_add(1) == Some(*next));
    let told = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first}–{last}")],
        short => short.iter().map(ToString::to_string).collect(),
    });
    told.collect()
}

/// "Steel troopers 12" is one of those that are called Steel troopers.
fn numbered(name: &str) -> (&str, Option<u32>) {
    let found = name.rsplit_once(' ').and_then(|(base, number)| {
        let number: u32 = number.parse().ok()?;
        // written as it would be written again
        name.ends_with(&format!(" {number}")).then_some((base, number))
    });
    found.map_or((name, None), |(base, number)| (base, Some(number)))
}
