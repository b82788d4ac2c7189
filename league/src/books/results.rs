//! Matches from a table: `first`, `second` and a `result` or both scores; dates, factions, and which match it is where that
//! is known.

use std::cmp::Ordering;

use gatemaster_rules::text::{MAX_TITLE, clean_title};

use super::date;
use super::faults::Faults;
use super::sheet::{Line, Sheet, text};
use crate::action::{Imported, MatchPlace};
use crate::ids::FixtureId;
use crate::league::{MatchResult, Side, Stage, Verdict};
use crate::settings::MOST_SCORE;

/// Several seasons of a league that is as full as it can be.
pub const MOST_ROWS: usize = 20_000;

const COLUMNS: [&str; 13] = [
    "season",
    "stage",
    "round",
    "leg",
    "match",
    "first",
    "second",
    "result",
    "score first",
    "score second",
    "faction first",
    "faction second",
    "date",
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadResults {
    pub matches: Vec<Imported>,
    /// Lines that our own tables have too and that are no results: open and cancelled matches, byes, and results that did
    /// not count yet.
    pub left_out: u32,
}

/// What the column `result` says.
enum Word {
    Verdict(Verdict),
    /// The scores tell.
    Nothing,
    NoResult,
    Unknown,
}

enum Row {
    Match(Imported),
    NoResult,
    Faulty,
}

/// All matches, or everything that is wrong with the file.
pub fn read(file: &[u8]) -> Result<ReadResults, Vec<String>> {
    let mut faults = Faults::default();
    let sheet = Sheet::read(text(file)?, MOST_ROWS, &mut faults);
    let scored = sheet.has("score first") && sheet.has("score second");
    if !sheet.has("first") || !sheet.has("second") || !(sheet.has("result") || scored) {
        return Err(vec![
            "The first line must name the columns: first, second, and result or both score first \
             and score second."
                .to_owned(),
        ]);
    }
    if let Some(column) = sheet.doubled(&COLUMNS) {
        return Err(vec![format!("The column “{column}” stands twice in the first line.")]);
    }
    let mut read = ReadResults { matches: Vec::new(), left_out: 0 };
    for line in sheet.lines() {
        match one(line, &mut faults) {
            Row::Match(imported) => read.matches.push(imported),
            Row::NoResult => read.left_out = read.left_out.saturating_add(1),
            Row::Faulty => {}
        }
    }
    if faults.count() == 0 && read.matches.is_empty() {
        faults.tell(|| "There is no result in this file.".to_owned());
    }
    faults.or(read)
}

fn one(line: Line<'_>, faults: &mut Faults) -> Row {
    let at = line.number;
    let told_before = faults.count();
    // everything is looked at before giving up, so that all faults of a line are told at once
    let word = word(line.cell("result"));
    if matches!(word, Word::NoResult) {
        return Row::NoResult;
    }
    faults.check(!matches!(word, Word::Unknown), || {
        format!(
            "Line {at}: the result is first, second, draw, walkover-first, walkover-second or \
             not-played."
        )
    });
    let first = name(line, "first", faults).unwrap_or_default();
    let second = name(line, "second", faults).unwrap_or_default();
    faults.check(first.is_empty() || first.to_lowercase() != second.to_lowercase(), || {
        format!("Line {at}: {first} cannot play against themselves.")
    });
    let scores = scores(line, faults);
    let factions = ["faction first", "faction second"]
        .map(|column| if line.cell(column).is_empty() { None } else { name(line, column, faults) });
    let at_ms = day(line, faults);
    let place = place(line, faults);
    if faults.count() > told_before {
        return Row::Faulty;
    }
    let verdict = match (word, scores) {
        (Word::Verdict(verdict), _) => verdict,
        (Word::Nothing | Word::NoResult | Word::Unknown, Some([one, other])) => {
            match one.cmp(&other) {
                Ordering::Greater => Verdict::Win(Side::First),
                Ordering::Less => Verdict::Win(Side::Second),
                Ordering::Equal => Verdict::Draw,
            }
        }
        (Word::Nothing | Word::NoResult | Word::Unknown, None) => {
            faults.tell(|| format!("Line {at}: there is neither a result nor both scores."));
            return Row::Faulty;
        }
    };
    if let (Verdict::Win(side), Some(scores)) = (verdict, scores)
        && scores[side.index()] < scores[side.other().index()]
    {
        faults.tell(|| format!("Line {at}: the winner would have the lower score."));
        return Row::Faulty;
    }
    let result = MatchResult { verdict, scores, factions, game: None };
    let line = u32::try_from(at).unwrap_or(u32::MAX);
    Row::Match(Imported { at_ms, place, line, ..Imported::new(&first, &second, result) })
}

/// Which match it is, as far as the line says so.
fn place(line: Line<'_>, faults: &mut Faults) -> MatchPlace {
    let at = line.number;
    let stage = match line.cell("stage").to_lowercase().as_str() {
        "" => None,
        "main" => Some(Stage::Main),
        "final" | "finals" => Some(Stage::Finals),
        _ => {
            faults.tell(|| format!("Line {at}: the stage is main or finals."));
            None
        }
    };
    MatchPlace {
        season: number(line, "season", faults),
        stage,
        round: number(line, "round", faults),
        leg: number(line, "leg", faults),
        fixture: number(line, "match", faults).map(FixtureId),
    }
}

/// "3", or "Round 3".
fn number<T: std::str::FromStr>(line: Line<'_>, column: &str, faults: &mut Faults) -> Option<T> {
    let cell = line.cell(column).to_lowercase();
    let digits = cell.strip_prefix(column).unwrap_or(&cell).trim();
    let plain =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.trim_matches('0').is_empty();
    let read = if plain { digits.parse().ok() } else { None };
    faults.check(read.is_some() || cell.is_empty(), || {
        format!("Line {}: “{column}” must be a whole number from 1.", line.number)
    });
    read
}

fn word(cell: &str) -> Word {
    match cell.to_lowercase().as_str() {
        "first" | "1" | "win" => Word::Verdict(Verdict::Win(Side::First)),
        "second" | "2" | "loss" => Word::Verdict(Verdict::Win(Side::Second)),
        "draw" | "x" | "tie" => Word::Verdict(Verdict::Draw),
        "walkover-first" | "walkover first" => Word::Verdict(Verdict::Walkover(Side::First)),
        "walkover-second" | "walkover second" => Word::Verdict(Verdict::Walkover(Side::Second)),
        "not-played" | "not played" => Word::Verdict(Verdict::NotPlayed),
        "" => Word::Nothing,
        "bye" | "open" | "reported" | "disputed" | "cancelled" => Word::NoResult,
        _ => Word::Unknown,
    }
}

fn name(line: Line<'_>, column: &str, faults: &mut Faults) -> Option<String> {
    let name = clean_title(line.cell(column));
    let at = line.number;
    faults.check(name.is_some(), || {
        format!("Line {at}: “{column}” must be a name of 1 to {MAX_TITLE} characters.")
    });
    name
}

fn scores(line: Line<'_>, faults: &mut Faults) -> Option<[i32; 2]> {
    let at = line.number;
    let cells = [line.cell("score first"), line.cell("score second")];
    let [first, second] = cells.map(|cell| {
        let score = cell.parse::<i32>().ok();
        score.filter(|score| score.unsigned_abs() <= MOST_SCORE.unsigned_abs())
    });
    let both = first.zip(second).map(|(first, second)| [first, second]);
    faults.check(both.is_some() || cells == ["", ""], || {
        format!(
            "Line {at}: scores are whole numbers from −{MOST_SCORE} to {MOST_SCORE}, both or none."
        )
    });
    both
}

fn day(line: Line<'_>, faults: &mut Faults) -> Option<i64> {
    let at = line.number;
    let cell = line.cell("date");
    let read = date::read(cell);
    faults.check(read.is_some() || cell.is_empty(), || {
        format!(
            "Line {at}: a date is written as 2024-01-31, between {} and {}.",
            date::YEARS.start(),
            date::YEARS.end()
        )
    });
    read
}
