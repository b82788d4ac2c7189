//! A correction as it is typed or picked.

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::state::{Drill, Machine, MemberId, PlaceId, UnitId};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::searched;

use super::super::read::{is_nobody, named};
use super::what::{
    self, DISORGANIZED, DRILLS, Kind, NOBODY, STANDS, Subject, VALIANT, Value, What,
};
use crate::trouble::Trouble;
use crate::words::{code, esc, list};

/// So many ways are named where one was asked for.
const NAMED: usize = 12;

/// Of whom: a unit, side or place by its name.
pub fn subject(state: &State, what: What, typed: Option<&str>) -> Result<Subject, Trouble> {
    let offered = what::subjects(state, what);
    let typed = searched(typed.unwrap_or("")).trim().to_lowercase();
    let name = |subject: &Subject| subject.name(state).to_lowercase();
    let exact = offered.iter().find(|subject| !typed.is_empty() && name(subject) == typed);
    let mut like = offered.iter().filter(|subject| name(subject).contains(&typed));
    let only = like.next().filter(|_| like.next().is_none());
    if let Some(found) = exact.or(only) {
        return Ok(*found);
    }
    let names: Vec<String> =
        offered.iter().take(NAMED).map(|subject| esc(subject.name(state))).collect();
    let said = if typed.is_empty() {
        "Say of whom, as `of`".to_owned()
    } else {
        format!("{} fits nobody here, or several", code(&clip(&typed, 64)))
    };
    Err(Trouble::refused(match names.as_slice() {
        [] => "Nothing of that kind can be set right now.".to_owned(),
        names if offered.len() > NAMED => format!("{said}: {}, …", names.join(", ")),
        names => format!("{said}: {}.", list(names)),
    }))
}

/// The correction that is meant; whether it is possible, the rules say.
pub fn correction(
    state: &State,
    what: What,
    of: Subject,
    typed: &str,
) -> Result<Correction, Trouble> {
    // of several, each is read as far as any name is long
    let typed = if what.takes_several() { typed.trim() } else { searched(typed).trim() };
    let lower = typed.to_lowercase();
    let wrong = || say_how(state, what, of, typed);
    let number = || lower.parse::<u32>().map_err(|_| wrong());
    Ok(match (what, of) {
        (What::Lost | What::Back | What::Down | What::Up, Subject::Unit(id)) => {
            members(state, what, id, &lower).ok_or_else(wrong)?
        }
        (What::Structure, Subject::Unit(id)) => structure(state, id, &lower).ok_or_else(wrong)?,
        (What::Drills, Subject::Unit(unit)) => {
            Correction::Drills { unit, drills: drills(&lower).ok_or_else(wrong)? }
        }
        (What::Morale, Subject::Unit(unit)) => match lower.as_str() {
            DISORGANIZED => Correction::Morale { unit, disorganized: true },
            VALIANT => Correction::Morale { unit, disorganized: false },
            _ => return Err(wrong()),
        },
        (What::Contact, Subject::Unit(unit)) => {
            Correction::Contact { unit, with: enemies(state, unit, typed)? }
        }
        (What::Stands, Subject::Unit(unit)) => {
            let mut found = STANDS.iter().filter(|(text, _)| same(text, &lower));
            Correction::Stands { unit, stands: found.next().ok_or_else(wrong)?.1 }
        }
        (What::Leadership, Subject::Side(seat)) => Correction::Leadership { seat, pool: number()? },
        (What::Victory, Subject::Side(seat)) => {
            let rp = state.side(seat).map_or(0, |side| side.rp);
            Correction::Points { seat, vp: number()?, rp }
        }
        (What::Supplies, Subject::Side(seat)) => {
            let vp = state.side(seat).map_or(0, |side| side.vp);
            Correction::Points { seat, vp, rp: number()? }
        }
        (What::Control, Subject::Place(place)) => holder(state, place, &lower).ok_or_else(wrong)?,
        (What::Captured, Subject::Place(place)) => {
            Correction::Captured { place, by: captors(state, &lower).ok_or_else(wrong)? }
        }
        _ => return Err(wrong()),
    })
}

/// The whole word, or a part of it.
fn same(text: &str, typed: &str) -> bool {
    !typed.is_empty() && text.contains(typed)
}

/// "officer", "5 fighters, 1 bearer", "3", "all"
fn members(state: &State, what: What, unit: UnitId, typed: &str) -> Option<Correction> {
    let able = what::members(state, what, unit);
    if typed == "all" || typed == "everybody" {
        let all: Vec<MemberId> = able.into_iter().flat_map(|kind| kind.members).collect();
        return what::members_correction(what, unit, all);
    }
    if typed.is_empty() && able.len() != 1 {
        return None;
    }
    let mut named: Vec<MemberId> = Vec::new();
    let words = typed.split([',', ';']).map(str::trim);
    let words = words.filter(|word| !word.is_empty()).chain(typed.is_empty().then_some(""));
    for said in words {
        let (number, word) = counted(said)?;
        let kind = kind_of(&able, word)?;
        let left: Vec<MemberId> =
            kind.members.iter().copied().filter(|which| !named.contains(which)).collect();
        // not more than there are
        named.extend(left.get(..number)?);
    }
    what::members_correction(what, unit, named)
}

/// "5 fighters", "a fighter", "machine 2"
fn counted(said: &str) -> Option<(usize, &str)> {
    let rest = said.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = said.strip_suffix(rest).filter(|digits| !digits.is_empty());
    let number = digits.map_or(Some(1), |digits| digits.parse().ok())?;
    let word = rest.trim_start_matches('×').trim();
    Some((number, word.strip_prefix("a ").unwrap_or(word))).filter(|(number, _)| *number > 0)
}

/// The whole word or a part of it, of one or of several; a number alone is of the only kind, or of ordinary fighters.
fn kind_of<'k>(able: &'k [Kind], word: &str) -> Option<&'k Kind> {
    const ORDINARY: &str = "fighter";
    let one = word.strip_suffix('s').unwrap_or(word);
    let exact = able.iter().find(|kind| kind.text == word || kind.text == one);
    let mut like = able.iter().filter(|kind| one.is_empty() || same(&kind.text, one));
    let only = like.next().filter(|_| like.next().is_none());
    let ordinary = able.iter().find(|kind| word.is_empty() && kind.text == ORDINARY);
    exact.or(only).or(ordinary)
}

/// "machine 2: frame 3, propulsion 1, weapons 2 2"; what is not said stays.
fn structure(state: &State, unit: UnitId, typed: &str) -> Option<Correction> {
    let of = state.unit(unit)?;
    let (which, rest) = if let Some(rest) = typed.strip_prefix("machine ") {
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number: u8 = rest.strip_suffix(digits)?.parse().ok()?;
        (MemberId(number.checked_sub(1)?), digits.trim_start_matches(':'))
    } else {
        let mut living = of.living().filter(|(_, member)| member.machine.is_some());
        let only = living.next().filter(|_| living.next().is_none())?;
        (only.0, typed)
    };
    let Machine { mut frame, mut propulsion, mut weapons } = of.member(which)?.machine.clone()?;
    let mut said = false;
    for word in parts(rest) {
        let (name, numbers) = word?;
        let one = || match numbers.as_slice() {
            [one] => Some(*one),
            _ => None,
        };
        match name.as_str() {
            "frame" => frame = one()?,
            "propulsion" => propulsion = one()?,
            "weapon" | "weapons" => weapons = numbers,
            _ => return None,
        }
        said = true;
    }
    said.then_some(Correction::Machine { unit, member: which, frame, propulsion, weapons })
}

/// A word each with the numbers behind it.
fn parts(text: &str) -> Vec<Option<(String, Vec<u8>)>> {
    let mut all: Vec<Option<(String, Vec<u8>)>> = Vec::new();
    let words = text.split(|c: char| c.is_whitespace() || ",;:=/".contains(c));
    for word in words.filter(|word| !word.is_empty()) {
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            all.push(Some((word.to_owned(), Vec::new())));
            continue;
        }
        match (word.parse(), all.last_mut()) {
            (Ok(number), Some(Some((_, numbers)))) => numbers.push(number),
            _ => all.push(None),
        }
    }
    all
}

fn drills(typed: &str) -> Option<Vec<Drill>> {
    if is_nobody(typed) {
        return Some(Vec::new());
    }
    let words = typed.split([',', ';']).map(|word| word.trim().trim_end_matches('!'));
    let drill = |word: &str| {
        let found = DRILLS.iter().find(|(name, _)| word.starts_with(name) || *name == word);
        found.map(|(_, drill)| *drill)
    };
    words.filter(|word| !word.is_empty()).map(drill).collect()
}

fn enemies(state: &State, unit: UnitId, typed: &str) -> Result<Vec<UnitId>, Trouble> {
    if is_nobody(typed) {
        return Ok(Vec::new());
    }
    let side = state.unit(unit).map_or(Seat(u8::MAX), |unit| unit.side);
    let foes: Vec<UnitId> = state.enemies_on_field(side).map(|(id, _)| id).collect();
    let names = typed.split([',', ';']).map(str::trim).filter(|name| !name.is_empty());
    let names = names.take(foes.len() + 1);
    names.map(|name| named(state, name, &foes, "an enemy on the table")).collect()
}

fn holder(state: &State, place: PlaceId, typed: &str) -> Option<Correction> {
    if typed == NOBODY || is_nobody(typed) && !typed.is_empty() {
        return Some(Correction::Control { place, by: None });
    }
    let by = state.seats().find(|seat| state.side_name(*seat).to_lowercase() == typed)?;
    Some(Correction::Control { place, by: Some(by) })
}

fn captors(state: &State, typed: &str) -> Option<Vec<Seat>> {
    if is_nobody(typed) {
        return Some(Vec::new());
    }
    let names = typed.split([',', ';']).map(str::trim).filter(|name| !name.is_empty());
    let seat = |name: &str| {
        let mut seats = state.seats();
        seats.find(|seat| state.side_name(*seat).to_lowercase() == name)
    };
    names.map(seat).collect()
}

fn say_how(state: &State, what: What, of: Subject, typed: &str) -> Trouble {
    let name = esc(of.name(state));
    let values: Vec<String> =
        what::values(state, what, of).iter().map(|Value { text, .. }| code(text)).collect();
    let fits = match what {
        What::Leadership | What::Victory | What::Supplies => "a number".to_owned(),
        What::Structure => "such as `machine 1: frame 3, propulsion 1, weapons 2 2`".to_owned(),
        What::Drills => format!("drills apart by commas, or `none`: {}", list(&values)),
        What::Captured => format!("sides apart by commas, or `nobody`: {}", list(&values)),
        _ if values.is_empty() => "nothing of that kind now".to_owned(),
        _ if values.len() > NAMED => {
            let some: Vec<&str> = values.iter().take(NAMED).map(String::as_str).collect();
            format!("{}, …", some.join(", "))
        }
        _ => list(&values),
    };
    Trouble::refused(if typed.is_empty() {
        format!("Say how it should be with {name}, as `value`: {fits}.")
    } else {
        format!("{} does not fit {name}; it can be {fits}.", code(&clip(typed, 64)))
    })
}
