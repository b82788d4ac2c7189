//! Figures as people write them: "Hill: Blue 3, Red 0", "A 3 0, B 0 2".

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::Counted;
use gatemaster_rules::at43::control::infantry_on_table;
use gatemaster_rules::ids::Seat;

use crate::trouble::Trouble;
use crate::words::{code, esc, list};

/// More is a slip of the finger, and no unit has so many.
const MOST_DIGITS: usize = 4;

/// Sides of which somebody could be near a place.
pub fn asked(state: &State) -> Vec<Seat> {
    state.seats().filter(|seat| infantry_on_table(state, *seat) > 0).collect()
}

/// "Blue 3, Red 0"
pub fn of(state: &State, seats: &[Seat], counted: &Counted) -> String {
    let said = seats.iter().map(|seat| {
        let fighters = counted.fighters.get(seat.index()).copied().unwrap_or(0);
        format!("{} {fighters}", state.side_name(*seat))
    });
    said.collect::<Vec<_>>().join(", ")
}

/// "3, 0", in the order of the sides.
pub fn plain(counted: &Counted) -> String {
    let said: Vec<String> = counted.fighters.iter().map(ToString::to_string).collect();
    said.join(", ")
}

/// The figures of places that are named, a place a line or apart by commas; all others stay as they are.
pub fn read(state: &State, text: &str, from: Vec<Counted>) -> Result<Vec<Counted>, Trouble> {
    let mut counts = from;
    if let "nobody" | "none" = text.trim().to_lowercase().as_str() {
        for counted in &mut counts {
            counted.fighters.fill(0);
        }
        return Ok(counts);
    }
    let (mut faults, mut done) = (Vec::new(), Vec::new());
    for (name, figures) in entries(state, text, &counts) {
        let Some(place) = found(state, &counts, name) else {
            faults.push(format!("{} is none of the places.", code(&clip(name, 64))));
            continue;
        };
        let Some(counted) = counts.get_mut(place) else { continue };
        if done.contains(&place) {
            faults.push(format!("{} stands there twice.", name_of(state, counted)));
            continue;
        }
        done.push(place);
        match numbers(state, counted, figures) {
            Ok(read) => *counted = read,
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() {
        return Ok(counts);
    }
    let places: Vec<String> = counts.iter().map(|counted| name_of(state, counted)).collect();
    faults.push(clip(&format!("Places to count at: {}.", list(&places)), 1_000));
    faults.truncate(12);
    Err(Trouble::refused(faults.join("\n")))
}

fn name_of(state: &State, counted: &Counted) -> String {
    esc(state.place(counted.place).map_or("A place", |place| place.name.as_str()))
}

/// A name and its figures each. A comma parts two places, unless only figures follow: "Hill: Blue 3, Red 0".
fn entries<'a>(state: &State, text: &'a str, counts: &[Counted]) -> Vec<(&'a str, &'a str)> {
    let mut all = Vec::new();
    for line in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        let mut rest = line;
        while !rest.is_empty() {
            let end = next_place(state, rest, counts).unwrap_or(rest.len());
            let (entry, after) = rest.split_at(end);
            let entry = entry.trim().trim_end_matches(',').trim_end();
            if !entry.is_empty() {
                all.push(split(state, entry, counts));
            }
            rest = after.trim_start_matches([',', ' ']);
        }
    }
    all
}

/// Where behind a comma another place begins.
fn next_place(state: &State, text: &str, counts: &[Counted]) -> Option<usize> {
    let commas = text.char_indices().filter(|(_, c)| *c == ',').map(|(at, _)| at + 1);
    commas.into_iter().find(|at| {
        let after = text.get(*at..).unwrap_or_default().trim_start();
        let starts = |name: &str| head(after, name).is_some();
        let side = state.seats().any(|seat| starts(state.side_name(seat)));
        let number = after.starts_with(|c: char| c.is_ascii_digit());
        let place = counts
            .iter()
            .any(|counted| state.place(counted.place).is_some_and(|place| starts(&place.name)));
        place || !(side || number || after.is_empty())
    })
}

/// What follows this name at the beginning of a text, if it stands there as a whole.
fn head<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in name.chars() {
        let found = rest.next()?;
        if !found.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    let rest = rest.as_str();
    (!name.is_empty() && !rest.starts_with(char::is_alphanumeric)).then_some(rest)
}

/// The name of a place and what is said of it: the longest name that fits, else all before the first number or colon.
fn split<'a>(state: &State, entry: &'a str, counts: &[Counted]) -> (&'a str, &'a str) {
    let names = counts.iter().filter_map(|counted| state.place(counted.place));
    let after = names.filter_map(|place| head(entry, &place.name)).min_by_key(|rest| rest.len());
    let end = match after {
        Some(rest) => entry.len() - rest.len(),
        None => entry.find(|c: char| c == ':' || c.is_ascii_digit()).unwrap_or(entry.len()),
    };
    let (name, rest) = entry.split_at(end);
    (name.trim(), rest)
}

/// The place by its name, or by a part of it that no other has.
fn found(state: &State, counts: &[Counted], name: &str) -> Option<usize> {
    let typed = name.to_lowercase();
    let names: Vec<String> = counts
        .iter()
        .map(|counted| state.place(counted.place).map_or("", |place| &place.name).to_lowercase())
        .collect();
    if let Some(place) = names.iter().position(|name| *name == typed) {
        return Some(place);
    }
    let mut like = (0..).zip(&names).filter(|(_, name)| name.contains(&typed));
    let first = like.next().filter(|_| !typed.is_empty())?;
    like.next().is_none().then_some(first.0)
}

/// "Blue 3, Red 0" or "3:0": sides by name, the others as they were, or a number for each side in order. Nothing is nobody.
pub fn numbers(state: &State, counted: &Counted, text: &str) -> Result<Counted, String> {
    let wrong = || {
        let example: Vec<String> =
            state.seats().map(|seat| format!("{} 3", state.side_name(seat))).collect();
        format!(
            "{}: I do not understand {}. Write it like {}.",
            name_of(state, counted),
            code(&clip(text.trim(), 40)),
            code(&example.join(", "))
        )
    };
    let mut read = counted.clone();
    let mut rest = text.trim_matches(between);
    if rest.is_empty() || rest == "-" || rest.eq_ignore_ascii_case("nobody") {
        read.fighters.fill(0);
        return Ok(read);
    }
    let (mut plain, mut named) = (Vec::new(), 0);
    while !rest.is_empty() {
        let side = state
            .seats()
            .filter_map(|seat| Some((seat, head(rest, state.side_name(seat))?)))
            .min_by_key(|(_, rest)| rest.len());
        let after = side.map_or(rest, |(_, after)| after.trim_start_matches(between));
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, after) = after.split_at(digits);
        let number: u32 =
            number.parse().ok().filter(|_| digits <= MOST_DIGITS).ok_or_else(wrong)?;
        match side {
            Some((seat, _)) => {
                *read.fighters.get_mut(seat.index()).ok_or_else(wrong)? = number;
                named += 1;
            }
            None => plain.push(number),
        }
        if !after.is_empty() && !after.starts_with(between) {
            return Err(wrong());
        }
        rest = after.trim_start_matches(between);
    }
    match (plain.len(), named) {
        (0, _) => Ok(read),
        (numbers, 0) if numbers == read.fighters.len() => {
            read.fighters = plain;
            Ok(read)
        }
        _ => Err(wrong()),
    }
}

/// What may stand between numbers and names.
fn between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ':' | '=' | '-' | '–' | '/')
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::State;
    use gatemaster_rules::at43::state::PlaceId;

    use super::super::tests::counting;
    use super::*;

    fn figures(state: &State, counts: &[Counted]) -> Vec<(String, Vec<u32>)> {
        let name = |id: PlaceId| state.place(id).unwrap().name.clone();
        counts.iter().map(|counted| (name(counted.place), counted.fighters.clone())).collect()
    }

    fn zeros(state: &State) -> Vec<Counted> {
        gatemaster_rules::at43::control::last_counts(state)
    }

    /// T-CTL-1
    #[test]
    fn figures_are_read_as_people_write_them() {
        let state = counting("hold-the-position", 0);
        for typed in [
            "Able 3 0, Bravo 0 2",
            "able: Blue 3, Red 0\nBravo: Red 2",
            "Bravo 0:2; Able 3-0",
            "ABLE blue 3, bravo red 2",
            "abl 3 0, brav 0/2",
        ] {
            let read = read(&state, typed, zeros(&state)).unwrap_or_else(|why| panic!("{why:?}"));
            let read = figures(&state, &read);
            let near: Vec<_> = read.iter().filter(|(_, near)| near != &[0, 0]).collect();
            assert_eq!(
                near,
                [&("Able".to_owned(), vec![3, 0]), &("Bravo".to_owned(), vec![0, 2])],
                "{typed}"
            );
        }
        let read = read(&state, "Container 2 1 0, Container 1: Red 4", zeros(&state)).unwrap();
        let read = figures(&state, &read);
        assert!(read.contains(&("Container 1".to_owned(), vec![0, 4])), "{read:?}");
        assert!(read.contains(&("Container 2".to_owned(), vec![1, 0])), "{read:?}");
    }

    #[test]
    fn what_is_not_named_stays_and_nobody_is_nobody() {
        let state = counting("hold-the-position", 0);
        let some = read(&state, "Able 3 1", zeros(&state)).unwrap();
        let more = read(&state, "Able: Red 2", some.clone()).unwrap();
        assert_eq!(figures(&state, &more)[0], ("Able".to_owned(), vec![3, 2]));
        assert_eq!(read(&state, "Able: -", some.clone()).unwrap(), zeros(&state));
        assert_eq!(read(&state, " Nobody ", some).unwrap(), zeros(&state));
    }

    #[test]
    fn odd_figures_are_refused_with_every_fault() {
        let state = counting("hold-the-position", 0);
        for (typed, says) in [
            ("Dingo 3 0", "`Dingo` is none of the places."),
            ("Container 3 0", "`Container` is none of the places."),
            ("Able 3", "Write it like `Blue 3, Red 3`"),
            ("Able 3 0 1", "I do not understand"),
            ("Able Blue 3 1", "I do not understand"),
            ("Able Blue", "I do not understand"),
            ("Able 99999 0", "I do not understand"),
            ("Able 3 0, Able 1 0", "Able stands there twice."),
            ("Able x, Bravo y", "Bravo: I do not understand"),
        ] {
            let refused = read(&state, typed, zeros(&state)).unwrap_err().to_string();
            assert!(refused.contains(says), "{typed}: {refused}");
            assert!(refused.contains("Places to count at: Able, Bravo"), "{refused}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let state = counting("hold-the-position", 12);
        let mut counts = zeros(&state);
        for (number, counted) in (0..).zip(&mut counts) {
            counted.fighters = vec![number, number / 2];
        }
        let seats = asked(&state);
        let name = |counted: &Counted| state.place(counted.place).unwrap().name.clone();
        for plainly in [false, true] {
            let lines = counts.iter().map(|counted| {
                let said = if plainly { plain(counted) } else { of(&state, &seats, counted) };
                format!("{}: {said}", name(counted))
            });
            let text = lines.collect::<Vec<_>>().join("\n");
            assert_eq!(read(&state, &text, zeros(&state)).unwrap(), counts, "{text}");
        }
    }
}
