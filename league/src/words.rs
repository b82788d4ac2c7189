//! Results in words, without markup; whoever shows them elsewhere escapes them.

use crate::league::{Fixture, MatchResult, Season, Side, State, Verdict};

/// "Ann beat Bob 5–3", "Ann and Bob drew", "Ann won by walkover".
pub fn result_in_words(season: &Season, fixture: &Fixture, result: &MatchResult) -> String {
    let name = |side: Side| fixture.entrant(side).map_or("nobody", |no| season.name_of(no));
    let score = |side: Side| match result.scores {
        Some(scores) => format!(" {}–{}", scores[side.index()], scores[side.other().index()]),
        None => String::new(),
    };
    match result.verdict {
        Verdict::Win(side) => format!("{} beat {}{}", name(side), name(side.other()), score(side)),
        Verdict::Draw => {
            format!("{} and {} drew{}", name(Side::First), name(Side::Second), score(Side::First))
        }
        Verdict::Walkover(side) => format!("{} won by walkover", name(side)),
        Verdict::NotPlayed => {
            format!("{} and {} did not play, and both lose", name(Side::First), name(Side::Second))
        }
    }
}

/// How a match stands: "open", "reported: Ann beat Bob 5–3", …
pub fn state_in_words(season: &Season, fixture: &Fixture) -> String {
    let words = |result: &MatchResult| result_in_words(season, fixture, result);
    match &fixture.state {
        State::Open => "open".to_owned(),
        State::Reported { result, .. } => format!("reported: {}", words(result)),
        State::Disputed { result, says, .. } => {
            format!("disputed: {}; but “{says}”", words(result))
        }
        State::Decided { result, .. } => words(result),
        State::Bye => format!("{} has a bye", season.name_of(fixture.first)),
        State::Cancelled { why } => format!("cancelled: {why}"),
    }
}
