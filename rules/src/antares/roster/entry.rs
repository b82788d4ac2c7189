//! One entry of a list: a name for it, its force, or a unit with how many and what they are called.

use super::super::data::{nearest, shown};
use super::super::profile::{Faction, Profile};
use super::super::setup::MAX_UNITS;
use super::find::{Index, faction, like};
use super::split::{cut, outside_quotes, unquoted};
use crate::text::{MAX_NAME, clean_name};

/// What somebody wrote, and where.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// "Line 3"
    pub place: String,
    pub text: String,
}

/// What an entry says.
#[derive(Debug)]
pub(super) enum Read<'l> {
    Name(String),
    Force(Faction),
    /// One for each unit: the name that was chosen for it, if one was.
    Units {
        profile: &'l Profile,
        names: Vec<Option<String>>,
    },
}

/// A unit with the number in front of it or behind it.
struct Counted<'l> {
    profile: &'l Profile,
    /// `None` where no number was written.
    number: Option<usize>,
}

/// The entry's meaning, or a sentence about what is wrong with it.
pub(super) fn read<'l>(
    index: &Index<'l>,
    force: Option<Faction>,
    entry: &Entry,
) -> Result<Read<'l>, String> {
    let Entry { place, text } = entry;
    if let Some(heading) = heading(place, text) {
        return heading;
    }
    if let Some(faction) = faction(text) {
        return Ok(Read::Force(faction));
    }
    let Some((counted, name)) = unit(index, text) else {
        return Err(unknown(index, force, place, text));
    };
    let name = match name {
        None => None,
        Some(written) if written.is_empty() => None,
        Some(written) => {
            let written = unquoted(&written).unwrap_or(written);
            let clean = clean_name(&written).ok_or_else(|| bad_name(place, &written))?;
            Some(clean)
        }
    };
    let number = counted.number.unwrap_or(1);
    if number == 0 || number > MAX_UNITS {
        let what = shown(text);
        return Err(format!("{place}: {what} has no number of units from 1 to {MAX_UNITS}."));
    }
    let names = match name {
        None => vec![None; number],
        Some(name) if number == 1 => vec![Some(name)],
        Some(name) => (1..=number).map(|n| Some(format!("{name}-{n}"))).collect(),
    };
    let long = names.iter().flatten().find(|name| name.chars().count() > MAX_NAME);
    match long {
        Some(name) => Err(bad_name(place, name)),
        None => Ok(Read::Units { profile: counted.profile, names }),
    }
}

fn bad_name(place: &str, name: &str) -> String {
    let what = shown(name);
    if clean_name(&name.chars().take(MAX_NAME).collect::<String>()).is_some() {
        format!("{place}: the name {what} is too long; {MAX_NAME} letters are the most.")
    } else {
        format!("{place}: the name {what} has nothing in it that can be seen.")
    }
}

/// `Name: …` and `Force: …`
fn heading<'l>(place: &str, text: &str) -> Option<Result<Read<'l>, String>> {
    let pieces = cut(text, |c| matches!(c, ':' | '='));
    let [word, ..] = pieces.as_slice() else { return None };
    if pieces.len() < 2 {
        return None;
    }
    let said = text[word.len() + 1..].trim();
    match word.trim().to_lowercase().as_str() {
        "force" | "faction" => Some(faction(said).map(Read::Force).ok_or_else(|| {
            let names = || Faction::ALL.into_iter().map(Faction::name);
            let hint = match nearest(said, names()) {
                Some(name) => format!("did you mean {name}?"),
                None => format!("there are {}.", names().collect::<Vec<_>>().join(", ")),
            };
            format!("{place}: there is no force {}; {hint}", shown(said))
        })),
        "name" => {
            let said = unquoted(said).unwrap_or_else(|| said.to_owned());
            Some(clean_name(&said).map(Read::Name).ok_or_else(|| bad_name(place, &said)))
        }
        _ => None,
    }
}

/// More than a number, a unit and a name take.
const LONGEST_ENTRY: usize = 300;

/// The unit an entry names, and the name written beside it.
fn unit<'l>(index: &Index<'l>, text: &str) -> Option<(Counted<'l>, Option<String>)> {
    // longer than any two names; each mark in it would be looked at
    if text.len() > LONGEST_ENTRY {
        return None;
    }
    if let Some(unit) = counted(index, text) {
        return Some((unit, None));
    }
    // "AI Squad = Strike-1" and "AI Squad as Strike-1" begin with the unit, "Strike-1: AI Squad" ends with it
    let named = |(left, right): (&str, &str), unit_first: bool| {
        let (one, other) = (counted(index, left), counted(index, right));
        let first = one.as_ref().is_some_and(|unit| unit_first || unit.number.is_some());
        let whole = |unit: Counted<'l>, name: &str| Some((unit, Some(name.trim().to_owned())));
        match (one, other) {
            (Some(unit), Some(_)) if first => whole(unit, right),
            (_, Some(unit)) => whole(unit, left),
            (Some(unit), None) => whole(unit, right),
            (None, None) => None,
        }
    };
    let equals = halves(text, "=").into_iter().map(|pair| (pair, true));
    let called = halves(text, " as ").into_iter().map(|pair| (pair, true));
    let colons = halves(text, ":").into_iter().map(|pair| (pair, false));
    equals.chain(called).chain(colons).find_map(|(pair, unit_first)| named(pair, unit_first))
}

/// What stands before and after each of these signs, outside of quotation marks.
fn halves<'t>(text: &'t str, sign: &str) -> Vec<(&'t str, &'t str)> {
    let outside = outside_quotes(text);
    text.char_indices()
        .zip(outside)
        .filter(|((at, _), outside)| {
            let here = text.get(*at..*at + sign.len());
            *outside && here.is_some_and(|here| here.eq_ignore_ascii_case(sign))
        })
        .map(|((at, _), _)| (text[..at].trim(), text[at + sign.len()..].trim()))
        .collect()
}

/// "AI Squad", "2x AI Squad", "2 × AI Squad", "2 AI Squads", "AI Squad x2"
fn counted<'l>(index: &Index<'l>, text: &str) -> Option<Counted<'l>> {
    let text = text.trim();
    if let Some(quoted) = unquoted(text) {
        return index.lookup(&quoted).map(|profile| Counted { profile, number: None });
    }
    if let Some(profile) = index.lookup(text) {
        return Some(Counted { profile, number: None });
    }
    let found = |name: &str, digits: &str| {
        // a number too long to be read is too large as well
        let number = digits.parse::<usize>().unwrap_or(usize::MAX);
        index.lookup(name.trim()).map(|profile| Counted { profile, number: Some(number) })
    };
    let times = ['x', 'X', '×', '*'];
    let front = text.bytes().take_while(u8::is_ascii_digit).count();
    if front > 0 {
        let (digits, rest) = text.split_at(front);
        let rest = rest.trim_start();
        let after = rest.strip_prefix(times);
        return after.and_then(|name| found(name, digits)).or_else(|| found(rest, digits));
    }
    let back = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    if back > 0 {
        let (rest, digits) = text.split_at(text.len() - back);
        return rest.trim_end().strip_suffix(times).and_then(|name| found(name, digits));
    }
    None
}

/// Names what was read, and the unit that was probably meant.
fn unknown(index: &Index, force: Option<Faction>, place: &str, text: &str) -> String {
    let bare = |text: &str| {
        let text = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let text = text.strip_prefix(['×', '*']).or(text.strip_prefix("x ")).unwrap_or(text);
        text.trim().to_owned()
    };
    let parts: Vec<String> = cut(text, |c| matches!(c, ':' | '=')).into_iter().map(bare).collect();
    let meant = parts.iter().rev().find_map(|part| like(index.library, force, part));
    // of "Strike-1: AI Sqad" the unit is at the end
    let read = parts.iter().rev().find(|part| !part.is_empty()).map_or(text, String::as_str);
    let read = shown(read);
    if let Some(profile) = meant {
        return format!("{place}: there is no unit {read}; did you mean {}?", profile.name);
    }
    let of_force = index.library.units.iter().find(|unit| force.is_none_or(|f| unit.serves(f)));
    let example = of_force.map_or("AI Squad", |unit| unit.name.as_str());
    format!("{place}: there is no unit {read}; units are called such as {example}.")
}
