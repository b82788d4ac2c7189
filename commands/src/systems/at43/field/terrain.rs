//! Terrain as people write it, a piece a line: "3 × Low wall", "Bunker, Size 4", "Hut, Size 2, 8/2" (T-TER-2, T-TER-3).

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::battlefield::known;
use gatemaster_rules::at43::command::Laid;
use gatemaster_rules::at43::laying::MOST_ELEMENTS;
use gatemaster_rules::at43::state::{ElementKind, Tough};
use gatemaster_rules::text::{clean_name, searched};

use super::super::read::{is_nobody, lines};
use crate::words::code;

/// What the rules know by name, in the order of lists.
pub const KNOWN: [ElementKind; 3] =
    [ElementKind::LowWall, ElementKind::Container, ElementKind::Nanogenerator];

/// A piece of what the rules know, under its own name.
pub fn plain(kind: ElementKind) -> Option<Laid> {
    let element = known(kind)?;
    Some(Laid { name: element.name.clone(), kind, size: element.size, tough: None })
}

/// Pieces of one kind together, in the order in which they came.
pub fn groups(elements: &[Laid]) -> Vec<(Laid, usize)> {
    let mut groups: Vec<(Laid, usize)> = Vec::new();
    for laid in elements {
        match groups.iter_mut().find(|(known, _)| known == laid) {
            Some((_, number)) => *number += 1,
            None => groups.push((laid.clone(), 1)),
        }
    }
    groups
}

/// A group as it is typed and shown: "3 × Low wall", "Hut, Size 2, 8/2".
pub fn as_typed(laid: &Laid, number: usize) -> String {
    let many = if number == 1 { String::new() } else { format!("{number} × ") };
    if known(laid.kind).is_some_and(|known| known.name == laid.name) {
        return format!("{many}{}", laid.name);
    }
    let tough = laid
        .tough
        .as_ref()
        .map_or_else(String::new, |tough| format!(", {}/{}", tough.protection, tough.structure));
    format!("{many}{}, Size {}{tough}", laid.name, laid.size)
}

/// All of it, a group a line.
pub fn all_typed(elements: &[Laid]) -> String {
    let lines: Vec<String> =
        groups(elements).iter().map(|(laid, number)| as_typed(laid, *number)).collect();
    lines.join("\n")
}

/// What was written, or all that is wrong with it.
pub fn read(text: &str) -> Result<Vec<Laid>, Vec<String>> {
    let (mut elements, mut faults) = (Vec::new(), Vec::new());
    if is_nobody(text) {
        return Ok(elements);
    }
    for line in lines(text) {
        match piece(line) {
            Ok((laid, number)) => {
                // more than the table has room for is told as such, and never made
                let room = (MOST_ELEMENTS + 1).saturating_sub(elements.len());
                elements.extend(std::iter::repeat_n(laid, number.min(room)));
            }
            Err(fault) => faults.push(fault),
        }
    }
    if elements.len() > MOST_ELEMENTS {
        faults.push(format!("The table has room for {MOST_ELEMENTS} pieces of terrain."));
    }
    if faults.is_empty() { Ok(elements) } else { Err(faults) }
}

/// One of these taken off by its name, or several: "low wall", "2 low walls".
pub fn without(elements: &[Laid], text: &str) -> Result<Vec<Laid>, Vec<String>> {
    let (mut left, mut faults) = (elements.to_vec(), Vec::new());
    for line in lines(text) {
        let (number, name) = counted(searched(line));
        let wanted = name.split(',').next().unwrap_or_default().trim().to_lowercase();
        let singular = wanted.strip_suffix('s').unwrap_or(&wanted).to_owned();
        let is = |laid: &Laid| {
            let name = laid.name.to_lowercase();
            name == wanted || name == singular
        };
        for _ in 0..number.unwrap_or(1).min(MOST_ELEMENTS) {
            // the last one that came goes first
            if let Some(place) = left.iter().rposition(is) {
                left.remove(place);
                continue;
            }
            let there: Vec<String> =
                groups(&left).iter().map(|(laid, number)| as_typed(laid, *number)).collect();
            let there = if there.is_empty() { "nothing".to_owned() } else { there.join("; ") };
            faults.push(format!(
                "There is no {} to take off. On the table: {}.",
                code(&clip(&wanted, 40)),
                code(&there)
            ));
            break;
        }
    }
    if faults.is_empty() { Ok(left) } else { Err(faults) }
}

/// "3 × low walls", "3 low walls", "low walls ×3": how many are said, and the rest.
fn counted(text: &str) -> (Option<usize>, &str) {
    let text = text.trim();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = text.split_at(digits);
    if let Ok(number) = number.parse() {
        let bare = rest.trim_start();
        let after = bare.strip_prefix('×').or_else(|| bare.strip_prefix("x "));
        match after {
            Some(rest) => return (Some(number), rest.trim_start()),
            None if rest.starts_with(' ') => return (Some(number), bare),
            None => {}
        }
    }
    let (name, more) = text.split_once(',').unwrap_or((text, ""));
    if let Some((name, number)) = name.rsplit_once(['×', 'x'])
        && more.is_empty()
        && name.ends_with(' ')
        && let Ok(number) = number.trim().parse()
    {
        return (Some(number), name.trim_end());
    }
    (None, text)
}

fn piece(line: &str) -> Result<(Laid, usize), String> {
    let line = searched(line);
    let shown = || code(&clip(line, 60));
    let (number, rest) = counted(line);
    let number = number.unwrap_or(1);
    if number == 0 {
        return Err(format!("{} is none; leave the line out.", shown()));
    }
    let mut parts = rest.split(',').map(str::trim).filter(|part| !part.is_empty());
    let (name, mut size) = sized(parts.next().unwrap_or_default());
    let mut tough = None;
    for part in parts {
        if let ("", Some(said)) = sized(part) {
            size = Some(said);
        } else if let Some(said) = toughness(part) {
            tough = Some(said);
        } else {
            return Err(format!(
                "I do not understand {} of {}. Write it like `Hut, Size 2` or `Hut, Size 2, 8/2`.",
                code(&clip(part, 40)),
                shown()
            ));
        }
    }
    if let Some(laid) = KNOWN.into_iter().filter_map(plain).find(|laid| is_called(name, laid)) {
        if size.is_some_and(|size| size != u32::from(laid.size)) {
            return Err(format!(
                "A {} has Size {}; give what is larger or smaller another name.",
                laid.name.to_lowercase(),
                laid.size
            ));
        }
        return Ok((laid, number));
    }
    let name = clean_name(name).ok_or_else(|| {
        format!("The name of {} is missing, too long or cannot be shown.", shown())
    })?;
    let Some(size) = size else {
        return Err(format!(
            "Say the Size of {0}, such as `{1}, Size 2`.",
            shown(),
            code_free(&name)
        ));
    };
    let size = u8::try_from(size).map_err(|_| format!("{} is too large.", shown()))?;
    Ok((Laid { name, kind: ElementKind::Other, size, tough }, number))
}

/// A name within a frame of ticks.
fn code_free(name: &str) -> String {
    name.replace('`', "ˋ")
}

/// "low walls" and "Low wall" alike.
fn is_called(name: &str, laid: &Laid) -> bool {
    let name = name.to_lowercase();
    let known = laid.name.to_lowercase();
    name == known || name.strip_suffix('s') == Some(known.as_str())
}

/// "Bunker Size 4": what stands before the Size, and the Size.
fn sized(text: &str) -> (&str, Option<u32>) {
    let Some((before, number)) = text.rsplit_once([' ', ':']) else { return (text, None) };
    let before = before.trim_end_matches([':', ' ']);
    let Ok(number) = number.parse::<u32>() else { return (text, None) };
    let Some(cut) = before.len().checked_sub("size".len()) else { return (text, None) };
    match (before.get(..cut), before.get(cut..)) {
        (Some(name), Some(word)) if word.eq_ignore_ascii_case("size") => {
            let whole_word = name.is_empty() || name.ends_with([' ', '(']);
            if whole_word { (name.trim_end(), Some(number)) } else { (text, None) }
        }
        _ => (text, None),
    }
}

/// "8/2": Protection and SP.
fn toughness(text: &str) -> Option<Tough> {
    let (protection, structure) = text.split_once('/')?;
    Some(Tough {
        protection: protection.trim().parse().ok()?,
        structure: structure.trim().trim_end_matches("SP").trim_end().parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other(name: &str, size: u8, tough: Option<(u8, u8)>) -> Laid {
        let tough = tough.map(|(protection, structure)| Tough { protection, structure });
        Laid { name: name.to_owned(), kind: ElementKind::Other, size, tough }
    }

    /// T-TER-2, T-TER-3
    #[test]
    fn terrain_is_read_however_it_is_written() {
        let wall = plain(ElementKind::LowWall).unwrap();
        for (text, number, laid) in [
            ("low wall", 1, wall.clone()),
            ("3 low walls", 3, wall.clone()),
            ("3 × Low wall", 3, wall.clone()),
            ("3x low walls", 3, wall.clone()),
            ("low walls x3", 3, wall.clone()),
            ("Low wall, Size 1", 1, wall),
            ("2 containers", 2, plain(ElementKind::Container).unwrap()),
            ("Nanogenerator", 1, plain(ElementKind::Nanogenerator).unwrap()),
            ("Bunker, Size 4", 1, other("Bunker", 4, None)),
            ("Bunker size 4", 1, other("Bunker", 4, None)),
            ("Bunker, size: 4", 1, other("Bunker", 4, None)),
            ("2 × Hut, Size 2, 8/2", 2, other("Hut", 2, Some((8, 2)))),
            ("Hut, 8/2 SP, Size 2", 1, other("Hut", 2, Some((8, 2)))),
            ("4x4 truck, Size 3", 1, other("4x4 truck", 3, None)),
            ("Crater, Size 0", 1, other("Crater", 0, None)),
        ] {
            assert_eq!(read(text), Ok(vec![laid; number]), "{text}");
        }
        assert_eq!(read(" - "), Ok(Vec::new()));
    }

    #[test]
    fn what_is_wrong_with_terrain_is_told_together() {
        let faults =
            read("Bunker\nHut, Size 2, brown\nlow wall, Size 3; 41 low walls; 0 huts").unwrap_err();
        assert_eq!(
            faults,
            [
                "Say the Size of `Bunker`, such as `Bunker, Size 2`.",
                "I do not understand `brown` of `Hut, Size 2, brown`. Write it like `Hut, Size 2` or `Hut, Size 2, 8/2`.",
                "A low wall has Size 1; give what is larger or smaller another name.",
                "`0 huts` is none; leave the line out.",
                "The table has room for 40 pieces of terrain.",
            ]
        );
        let long = format!("{}, Size 2", "x".repeat(60));
        for odd in [long.as_str(), ", Size 2", "Hut, Size 999", "99999999999999999999 low walls"] {
            assert!(read(odd).is_err(), "{odd}");
        }
        assert_eq!(read("4000000000 low walls").unwrap_err().len(), 1);
    }

    #[test]
    fn terrain_that_is_written_down_is_read_as_itself() {
        let all = read(
            "3 low walls; Bunker, Size 4; 2 Hut, Size 2, 8/2; container; Low wall tower, Size 5",
        )
        .unwrap();
        assert_eq!(
            all_typed(&all),
            "3 × Low wall\nBunker, Size 4\n2 × Hut, Size 2, 8/2\nContainer\nLow wall tower, Size 5"
        );
        assert_eq!(read(&all_typed(&all)), Ok(all));
    }

    #[test]
    fn terrain_is_taken_off_by_its_name() {
        let all = read("3 low walls; Bunker, Size 4; Huts, Size 2").unwrap();
        let left = without(&all, "2 low walls; bunker").unwrap();
        assert_eq!(all_typed(&left), "Low wall\nHuts, Size 2");
        assert_eq!(all_typed(&without(&all, "huts").unwrap()), "3 × Low wall\nBunker, Size 4");
        assert_eq!(
            without(&all, "4 low walls").unwrap_err(),
            ["There is no `low walls` to take off. On the table: `Bunker, Size 4; Huts, Size 2`."]
        );
    }
}
