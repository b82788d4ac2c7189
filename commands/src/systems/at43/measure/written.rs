//! Ranges in words: "24", "24 cover, 3 see", or several of them by the names of units.

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Answer, Command, Cover, Measured, Pair};
use gatemaster_rules::at43::state::UnitId;

use super::super::read::{self, cannot_tell, lines, one_of};
use super::{asked, pair_in_words};
use crate::trouble::Trouble;
use crate::words::{code, esc, list};

/// What somebody says of one pair; `None` is out of sight.
pub fn one(pair: Pair, text: &str) -> Result<Option<Measured>, String> {
    let typed = text.trim().to_lowercase();
    let unseen = ["", "-", "–", "x", "no", "none", "nobody", "out", "out of sight", "unseen"];
    if unseen.contains(&typed.as_str()) {
        return Ok(None);
    }
    let (mut cover, mut seeing, mut far) = (Cover::None, None, Vec::new());
    let mut words = typed.split_whitespace().map(|word| word.trim_end_matches(',')).peekable();
    while let Some(word) = words.next() {
        match word {
            "cover" | "covered" if cover == Cover::None => cover = Cover::Yes,
            "disputed" => cover = Cover::Disputed,
            "close" => cover = Cover::TooClose,
            "cover" | "covered" | "in" | "too" | "for" | "see" | "sees" | "it" => {}
            _ => match (words.peek(), word.parse::<u32>()) {
                (Some(&("see" | "sees")), Ok(number)) => seeing = Some(number),
                _ => far.push(word),
            },
        }
    }
    let range = read::range(&far.join(" "))?;
    if seeing == Some(0) {
        return Ok(None);
    }
    Ok(Some(Measured { from: pair.from, to: pair.to, range, cover, seeing }))
}

/// "24 cover" where one range is asked for; else "Storm golems 1: 24; Bane goliaths 1: 40". Whoever is not named is out of
/// sight.
pub fn written(state: &State, text: &str) -> Result<Command, Trouble> {
    let pairs = asked(state).ok_or_else(|| {
        Trouble::refused("Nobody has asked for ranges now; `/game board` shows what waits.")
    })?;
    if cannot_tell(text) {
        return Ok(Command::Answer(Answer::Pass));
    }
    let told = match pairs {
        [pair] if !text.contains(':') => {
            let named = names(state, pairs);
            one(*pair, text).map_err(|fault| refused(&[fault], &named))?.into_iter().collect()
        }
        _ => several(state, pairs, text)?,
    };
    Ok(Command::Answer(Answer::Measured(told)))
}

fn names(state: &State, pairs: &[Pair]) -> String {
    let names: Vec<String> = pairs.iter().map(|pair| esc(&pair_in_words(state, *pair))).collect();
    list(&names)
}

fn refused(faults: &[String], asked: &str) -> Trouble {
    Trouble::refused(format!("{}\nAsked is: {asked}.", faults.join("\n")))
}

fn several(state: &State, pairs: &[Pair], text: &str) -> Result<Vec<Measured>, Trouble> {
    if matches!(one(Pair { from: UnitId(0), to: UnitId(0) }, text), Ok(None)) {
        return Ok(Vec::new());
    }
    // either one unit asks about several, or several ask about the one that has moved
    let one_asks = pairs.iter().all(|pair| Some(pair.from) == pairs.first().map(|one| one.from));
    let told_of = |pair: &Pair| if one_asks { pair.to } else { pair.from };
    let offered: Vec<UnitId> = pairs.iter().map(told_of).collect();
    let (mut told, mut faults) = (Vec::new(), Vec::new());
    for line in lines(text) {
        let (name, far) = line.rsplit_once(':').unwrap_or((line, ""));
        let unit = one_of(state, name, &offered);
        let Some(pair) = unit.and_then(|unit| pairs.iter().find(|pair| told_of(pair) == unit))
        else {
            let said = code(&clip(name.trim(), 64));
            faults.push(format!("{said} is none of those that were asked about."));
            continue;
        };
        match one(*pair, far) {
            Ok(seen) => told.extend(seen),
            Err(fault) => faults.push(format!("{}: {fault}", esc(name.trim()))),
        }
    }
    if faults.is_empty() { Ok(told) } else { Err(refused(&faults, &names(state, pairs))) }
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::need::{Band, Millimetres, Range};

    use super::*;

    const PAIR: Pair = Pair { from: UnitId(1), to: UnitId(2) };

    /// T-MEA-2, T-SHT-6
    #[test]
    fn a_range_is_said_with_cover_and_with_how_many_see() {
        let cm = |cm| Range::Measured(Millimetres::cm(cm));
        for (typed, range, cover, seeing) in [
            ("24", cm(24), Cover::None, None),
            ("24 cm", cm(24), Cover::None, None),
            ("24,5", Range::Measured(Millimetres(245)), Cover::None, None),
            ("r2", Range::Band(Band(2)), Cover::None, None),
            ("Range 2, in cover", Range::Band(Band(2)), Cover::Yes, None),
            ("24 cover, 3 see", cm(24), Cover::Yes, Some(3)),
            ("24, 1 sees it", cm(24), Cover::None, Some(1)),
            ("24 cover disputed", cm(24), Cover::Disputed, None),
            ("24 too close for cover", cm(24), Cover::TooClose, None),
        ] {
            let told = Measured { from: PAIR.from, to: PAIR.to, range, cover, seeing };
            assert_eq!(one(PAIR, typed), Ok(Some(told)), "{typed}");
        }
    }

    #[test]
    fn nothing_and_out_of_sight_are_the_same() {
        for typed in ["", " - ", "no", "Out of sight", "24, 0 see"] {
            assert_eq!(one(PAIR, typed), Ok(None), "{typed}");
        }
        for odd in ["far", "301", "cover", "3 see", "24 24"] {
            assert!(one(PAIR, odd).is_err(), "{odd}");
        }
    }
}
