//! The table: points first, then the tie-breakers in the organiser's order. It follows from the results alone, so a
//! correction is counted wherever it matters.

pub mod explain;
pub mod ladder;

use crate::ids::EntrantId;
use crate::league::Season;
use crate::settings::TieBreaker;

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
    let _ = (season, division);
    Vec::new()
}

/// The final order of a division, best first, with the finals or the bracket counted: who won the final stands above who
/// lost it, and so on; everybody else follows as in the table. For a knockout league it is the bracket alone.
pub fn final_order(season: &Season, division: u8) -> Vec<(u32, EntrantId)> {
    let _ = (season, division);
    Vec::new()
}
