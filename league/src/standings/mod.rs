//! The table: points first, then the tie-breakers in the organiser's order. It follows from the results alone, so a
//! correction is counted wherever it matters.

mod bracket;
mod count;
pub mod explain;
pub mod ladder;
pub mod level;
mod ties;

use std::cmp::Reverse;
use std::collections::HashMap;

use self::count::{Kind, Records, to_size};
pub use self::level::Parted;
use self::ties::Breakers;
use crate::ids::EntrantId;
use crate::league::{Season, Stage};
use crate::settings::{Format, TieBreaker};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub entrant: EntrantId,
    /// Counted from 1; people whom nothing separates share it.
    pub place: u32,
    pub points: i32,
    /// Matches at a table, walkovers among them; byes are not.
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub byes: u32,
    pub score_for: i32,
    pub score_against: i32,
    /// Points that the organiser gave or took; they are in `points` already.
    pub adjusted: i32,
    /// One for each tie-breaker of the season, in its order. Head to head counts only among those who are level there.
    pub ties: Vec<Tie>,
    /// Level with others in all of that: whether and how they were separated.
    pub parted: Option<Parted>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    pub breaker: TieBreaker,
    /// In halves, so that half points stay whole numbers. `None` where it was not asked for: head to head of somebody who
    /// is level with nobody.
    pub halves: Option<i32>,
}

/// The table of one division after the main stage, the best first. Everybody who ever took part in it is there; those who
/// have left stay where their results put them.
pub fn table(season: &Season, division: u8) -> Vec<Row> {
    let rows = by_points_and_ties(season, division);
    match season.settings.format {
        Format::Ladder { .. } => by_rungs(season, rows),
        Format::RoundRobin { .. }
        | Format::Swiss { .. }
        | Format::Knockout { .. }
        | Format::Open { .. } => rows,
    }
}

/// The final order of a division, best first, with the finals or the bracket counted: who won the final stands above who
/// lost it, and so on; everybody else follows as in the table. For a knockout league it is the bracket alone.
pub fn final_order(season: &Season, division: u8) -> Vec<(u32, EntrantId)> {
    let bracket = bracket::places(season, bracket_stage(season), division);
    let (mut finalists, others): (Vec<Row>, Vec<Row>) =
        table(season, division).into_iter().partition(|row| bracket.contains_key(&row.entrant));
    let knockout = matches!(season.settings.format, Format::Knockout { .. });
    let came = |row: &Row| bracket.get(&row.entrant).map_or(row.place, |came| came.place);
    let names = names(season);
    finalists.sort_by_cached_key(|row| {
        // those who were beaten in the same round share the place, and stand there as in the table
        let in_table = if knockout { 0 } else { row.place };
        (came(row), in_table, names.get(&row.entrant).cloned(), row.entrant)
    });
    for row in &mut finalists {
        row.place = came(row);
    }
    let ahead = finalists.len();
    let others = placed(others, |one, other| one.place == other.place, ahead);
    finalists.into_iter().chain(others).map(|row| (row.place, row.entrant)).collect()
}

/// The stage whose matches are a bracket: a knockout is one from the start, others come to it with the finals.
fn bracket_stage(season: &Season) -> Stage {
    match season.settings.format {
        Format::Knockout { .. } => Stage::Main,
        Format::Ladder { .. }
        | Format::RoundRobin { .. }
        | Format::Swiss { .. }
        | Format::Open { .. } => Stage::Finals,
    }
}

fn by_points_and_ties(season: &Season, division: u8) -> Vec<Row> {
    let records = Records::new(season, division);
    let rows: Vec<Row> =
        season.in_division(division).map(|entrant| counted(season, &records, entrant.no)).collect();
    let everybody: Vec<EntrantId> = rows.iter().map(|row| row.entrant).collect();
    let breakers = Breakers::new(&records, &everybody, season.lot);

    let mut groups = split(rows, |row| row.points);
    for breaker in season.settings.ties.iter().copied() {
        groups = groups
            .into_iter()
            .flat_map(|mut group| {
                let level: Vec<EntrantId> = group.iter().map(|row| row.entrant).collect();
                for row in &mut group {
                    let halves = breakers.halves(breaker, row.entrant, &level);
                    row.ties.push(Tie { breaker, halves });
                }
                let together = group.len();
                let mut parts = split(group, |row| row.ties.last().and_then(|tie| tie.halves));
                let drawn = breaker == TieBreaker::Lot && together > 1;
                for row in parts.iter_mut().filter(|part| drawn && part.len() == 1).flatten() {
                    row.parted = Some(Parted::Lot);
                }
                parts
            })
            .collect();
    }
    let (names, anything) = (names(season), records.anything());
    let mut ahead = 0;
    groups
        .into_iter()
        .flat_map(|group| level_rows(season, division, group))
        .flat_map(|mut group| {
            group.sort_by_cached_key(|row| (names.get(&row.entrant).cloned(), row.entrant));
            // before the first result everybody is level, and nobody needs to be told
            if group.len() > 1 && anything {
                for row in &mut group {
                    row.parted = Some(Parted::Level);
                }
            }
            let group = placed(group, |_, _| true, ahead);
            ahead += group.len();
            group
        })
        .collect()
}

/// Those whom no tie-breaker separates, in the order that lots, deciders and rulings have given them. Whoever has left stands
/// behind those who were separated.
fn level_rows(season: &Season, division: u8, group: Vec<Row>) -> Vec<Vec<Row>> {
    if group.len() < 2 {
        return vec![group];
    }
    let here = |row: &Row| season.entrant(row.entrant).is_some_and(|entrant| !entrant.out);
    let people: Vec<EntrantId> =
        group.iter().filter(|row| here(row)).map(|row| row.entrant).collect();
    let blocks = level::parted(season, division, &people);
    if blocks.len() < 2 {
        return vec![group];
    }
    let mut left = group;
    let mut parts: Vec<Vec<Row>> = Vec::new();
    for block in blocks {
        let (mut part, rest): (Vec<Row>, Vec<Row>) =
            left.into_iter().partition(|row| block.people.contains(&row.entrant));
        for row in &mut *part {
            row.parted = block.parted;
        }
        parts.push(part);
        left = rest;
    }
    if !left.is_empty() {
        parts.push(left);
    }
    parts
}

/// The same rows as they stand on the ladder. Nothing separates those who have left it; they share the place below.
fn by_rungs(season: &Season, mut rows: Vec<Row>) -> Vec<Row> {
    let rungs = ladder::rungs(&ladder::order(season));
    let names = names(season);
    for row in &mut *rows {
        row.parted = None;
    }
    rows.sort_by_cached_key(|row| {
        let rung = rungs.get(&row.entrant).copied().unwrap_or(u32::MAX);
        (rung, names.get(&row.entrant).cloned(), row.entrant)
    });
    placed(rows, |one, other| rungs.get(&one.entrant) == rungs.get(&other.entrant), 0)
}

/// Places for rows that are in order already, after so many who stand `ahead` of them.
fn placed(mut rows: Vec<Row>, level: impl Fn(&Row, &Row) -> bool, ahead: usize) -> Vec<Row> {
    let mut places: Vec<u32> = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let shared = at.checked_sub(1).filter(|before| level(&rows[*before], row));
        let own = u32::try_from(ahead.saturating_add(at)).unwrap_or(u32::MAX).saturating_add(1);
        places.push(shared.map_or(own, |before| places[before]));
    }
    for (row, place) in rows.iter_mut().zip(places) {
        row.place = place;
    }
    rows
}

fn counted(season: &Season, records: &Records, entrant: EntrantId) -> Row {
    let how_many = |kinds: &[Kind]| records.how_many(entrant, kinds);
    let adjusted = count::adjusted(season, entrant);
    let [score_for, score_against] = records.scores(entrant);
    let won = how_many(&[Kind::Won, Kind::WonByWalkover]);
    let drawn = how_many(&[Kind::Drawn]);
    let lost = how_many(&[Kind::Lost, Kind::LostByWalkover]);
    Row {
        entrant,
        place: 1,
        points: to_size(records.game_points(entrant).saturating_add(adjusted)),
        played: won.saturating_add(drawn).saturating_add(lost),
        won,
        drawn,
        lost,
        byes: how_many(&[Kind::Bye]),
        score_for: to_size(score_for),
        score_against: to_size(score_against),
        adjusted: to_size(adjusted),
        ties: Vec::new(),
        parted: None,
    }
}

/// Groups of those who are level, the highest first.
fn split<K: Ord>(mut rows: Vec<Row>, key: impl Fn(&Row) -> K) -> Vec<Vec<Row>> {
    rows.sort_by_key(|row| Reverse(key(row)));
    rows.chunk_by(|one, other| key(one) == key(other)).map(<[Row]>::to_vec).collect()
}

/// As people are sorted where nothing else separates them.
fn names(season: &Season) -> HashMap<EntrantId, String> {
    season.entrants.iter().map(|entrant| (entrant.no, entrant.name.to_lowercase())).collect()
}
