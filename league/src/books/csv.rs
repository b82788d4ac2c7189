//! Tables for spreadsheets. Text is in quotes, and what looks like a formula has an apostrophe in front (see `cell.rs`).

use ::csv::{QuoteStyle, Writer, WriterBuilder};

use super::cell::guarded;
use super::date;
use crate::league::{Entrant, Fixture, League, MatchResult, Season, Side, Stage, State, Verdict};
use crate::standings::{Parted, Row, table};

/// The tables of all divisions, one after the other.
pub fn standings(season: &Season) -> String {
    let tables: Vec<Vec<Row>> =
        (0..season.settings.division_count()).map(|division| table(season, division)).collect();
    standings_of(season, &tables)
}

/// The same from tables that have been counted already, the highest division first.
pub fn standings_of(season: &Season, tables: &[Vec<Row>]) -> String {
    let mut head = vec![
        "division",
        "place",
        "player",
        "points",
        "played",
        "won",
        "drawn",
        "lost",
        "byes",
        "score for",
        "score against",
        "bonus or penalty",
    ];
    head.extend(season.settings.ties.iter().map(|tie| tie.key()));
    head.push("level");
    let mut sheet = Sheet::new(&head);
    for (division, rows) in (0_u8..).zip(tables) {
        let division = season.settings.division_name(division).unwrap_or_default();
        for row in rows {
            let mut cells = vec![
                guarded(division),
                row.place.to_string(),
                guarded(season.name_of(row.entrant)),
                row.points.to_string(),
                row.played.to_string(),
                row.won.to_string(),
                row.drawn.to_string(),
                row.lost.to_string(),
                row.byes.to_string(),
                row.score_for.to_string(),
                row.score_against.to_string(),
                row.adjusted.to_string(),
            ];
            cells.extend(season.settings.ties.iter().map(|breaker| {
                let tie = row.ties.iter().find(|tie| tie.breaker == *breaker);
                tie.and_then(|tie| tie.halves).map(halves).unwrap_or_default()
            }));
            cells.push(row.parted.map_or("", Parted::title).to_owned());
            sheet.row(&cells);
        }
    }
    sheet.text()
}

/// Every match of every season, the oldest season first.
pub fn results(league: &League) -> String {
    let mut sheet = Sheet::new(&[
        "season",
        "stage",
        "round",
        "match",
        "date",
        "first",
        "second",
        "result",
        "score first",
        "score second",
        "faction first",
        "faction second",
        "game",
    ]);
    for season in league.seasons() {
        for fixture in &season.fixtures {
            sheet.row(&result_row(season, fixture));
        }
    }
    sheet.text()
}

fn result_row(season: &Season, fixture: &Fixture) -> Vec<String> {
    let (word, result, at_ms) = match &fixture.state {
        State::Open => ("open", None, None),
        State::Reported { result, at_ms, .. } => ("reported", Some(result), Some(*at_ms)),
        State::Disputed { result, at_ms, .. } => ("disputed", Some(result), Some(*at_ms)),
        State::Decided { result, at_ms, .. } => (word(result.verdict), Some(result), Some(*at_ms)),
        State::Bye => ("bye", None, None),
        State::Cancelled { .. } => ("cancelled", None, None),
    };
    let name = |side| fixture.entrant(side).map(|no| guarded(season.name_of(no)));
    let score = |side: Side| {
        let scores = result.and_then(|result: &MatchResult| result.scores);
        scores.map(|scores| scores[side.index()].to_string()).unwrap_or_default()
    };
    let faction = |side: Side| {
        let told = result.and_then(|result| result.factions[side.index()].as_deref());
        told.map(guarded).unwrap_or_default()
    };
    let stage = match fixture.stage {
        Stage::Main => "main",
        Stage::Finals => "finals",
        Stage::Decider => "decider",
    };
    vec![
        season.number.to_string(),
        stage.to_owned(),
        fixture.round.map(|round| round.to_string()).unwrap_or_default(),
        fixture.no.to_string(),
        at_ms.map(date::written).unwrap_or_default(),
        name(Side::First).unwrap_or_default(),
        name(Side::Second).unwrap_or_default(),
        word.to_owned(),
        score(Side::First),
        score(Side::Second),
        faction(Side::First),
        faction(Side::Second),
        result.and_then(|result| result.game.as_deref()).map(guarded).unwrap_or_default(),
    ]
}

/// How a verdict is written in files.
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win(Side::First) => "first",
        Verdict::Win(Side::Second) => "second",
        Verdict::Draw => "draw",
        Verdict::Walkover(Side::First) => "walkover-first",
        Verdict::Walkover(Side::Second) => "walkover-second",
        Verdict::NotPlayed => "not-played",
    }
}

/// Who takes part in a season, without anything that belongs to Discord.
pub fn players(season: &Season) -> String {
    let mut sheet = Sheet::new(&["name", "faction", "division", "seed", "status", "entered"]);
    for entrant in &season.entrants {
        let Entrant { name, faction, division, seed, out, entered_ms, no: _, id: _, from_round: _ } =
            entrant;
        sheet.row(&[
            guarded(name),
            faction.as_deref().map(guarded).unwrap_or_default(),
            season.settings.division_name(*division).map(guarded).unwrap_or_default(),
            seed.to_string(),
            if *out { "out" } else { "in" }.to_owned(),
            date::written(*entered_ms),
        ]);
    }
    sheet.text()
}

/// Tie-breakers are counted in halves.
fn halves(halves: i32) -> String {
    if halves % 2 == 0 {
        (halves / 2).to_string()
    } else {
        let sign = if halves < 0 { "-" } else { "" };
        format!("{sign}{}.5", (halves / 2).unsigned_abs())
    }
}

/// Writes into memory, which does not fail; if it did, the line would be missing and nothing else.
struct Sheet(Writer<Vec<u8>>);

impl Sheet {
    fn new(head: &[&str]) -> Self {
        // a semicolon or a comma inside a name must not begin a new cell in any country's spreadsheet
        let mut sheet =
            Self(WriterBuilder::new().quote_style(QuoteStyle::NonNumeric).from_writer(Vec::new()));
        let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
        sheet.row(&head);
        sheet
    }

    fn row(&mut self, cells: &[String]) {
        let _ = self.0.write_record(cells);
    }

    fn text(self) -> String {
        let bytes = self.0.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }
}
