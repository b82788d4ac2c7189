//! Names that people type, nearly right.

use gatemaster_rules::text::searched;
use strsim::levenshtein;

/// What was meant by what was typed, by its place among the names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameMatch {
    One(usize),
    /// The likeliest first; none where nothing is near.
    OneOf(Vec<usize>),
}

/// More are no help.
const OFFERED: usize = 10;

pub fn meant<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> NameMatch {
    let typed = plain(searched(typed));
    let mut found: Vec<(usize, usize)> = names
        .enumerate()
        .filter_map(|(place, name)| likeness(&typed, &plain(name)).map(|far| (far, place)))
        .collect();
    found.sort_unstable();
    match found[..] {
        [(_, only)] => NameMatch::One(only),
        [(nearest, first), (next, _), ..] if nearest < next => NameMatch::One(first),
        _ => NameMatch::OneOf(found.into_iter().map(|(_, place)| place).take(OFFERED).collect()),
    }
}

/// Small letters, figures and single spaces: hyphens and apostrophes are easily forgotten.
fn plain(name: &str) -> String {
    let spaced: String =
        name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How far a name is from what was typed: 0 is the name itself; `None` where nobody could mean it.
fn likeness(typed: &str, name: &str) -> Option<usize> {
    const BEGINS: usize = 1;
    const HAS: usize = 2;
    const HAS_WORDS: usize = 3;
    const MISTYPED: usize = 4;
    if typed.is_empty() {
        return None;
    }
    if name == typed {
        return Some(0);
    }
    if name.starts_with(typed) {
        return Some(BEGINS);
    }
    if name.contains(typed) {
        return Some(HAS);
    }
    let begins = |word: &str| name.split(' ').any(|of| of.starts_with(word));
    if typed.split(' ').all(begins) {
        return Some(HAS_WORDS);
    }
    let apart = levenshtein(typed, name);
    let allowed = (typed.chars().count() / 3).max(1);
    (apart <= allowed).then_some(MISTYPED + apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] =
        ["Mag gun", "Mag pistol", "Micro-X launcher", "X-launcher", "Ghar Battle Squad"];

    #[test]
    fn names_are_found_however_they_are_typed() {
        for (typed, place) in [
            ("mag gun", 0),
            ("  MAG-GUN ", 0),
            ("mag pi", 1),
            ("micro x", 2),
            ("launcher micro", 2),
            ("x launcher", 3),
            ("gahr batle squad", 4),
            ("Mag pstol", 1),
        ] {
            assert_eq!(meant(typed, NAMES.into_iter()), NameMatch::One(place), "{typed}");
        }
    }

    #[test]
    fn what_stands_behind_the_longest_search_is_not_compared() {
        let found = meant("mag gun", NAMES.into_iter());
        for filler in ["…", "ß", "あ", "א", "👩"] {
            let behind = format!("{}mag gun", filler.repeat(100_000));
            assert_ne!(meant(&behind, NAMES.into_iter()), found, "{filler}");
        }
        // white space and signs count for nothing, as ever
        let before = format!("mag gun{}", "…".repeat(1_000_000));
        assert_eq!(meant(&before, NAMES.into_iter()), found);
    }

    #[test]
    fn what_may_be_several_is_asked_about() {
        assert_eq!(meant("mag", NAMES.into_iter()), NameMatch::OneOf(vec![0, 1]));
        assert_eq!(meant("launch", NAMES.into_iter()), NameMatch::OneOf(vec![2, 3]));
        for nothing in ["", "…", "battleship"] {
            assert_eq!(
                meant(nothing, NAMES.into_iter()),
                NameMatch::OneOf(Vec::new()),
                "{nothing}"
            );
        }
    }
}
