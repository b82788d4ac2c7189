//! Who is ahead: points, then the worth of the places held, then battles won. It follows from the book as it stands, so a
//! correction is counted wherever it matters.

use std::cmp::Reverse;

use super::ids::SideNo;
use super::{Battle, Campaign, SideOf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub side: SideNo,
    /// Counted from 1; sides whom nothing separates share it.
    pub place: u32,
    /// From battles and awards together.
    pub points: i32,
    /// What the organiser gave and took; it is in `points` already.
    pub awarded: i32,
    pub places_held: u32,
    /// What those places are worth together.
    pub worth: i32,
    pub fought: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// The best first; those who share a place in the order in which they joined the campaign.
pub fn standing(campaign: &Campaign) -> Vec<Row> {
    let mut rows: Vec<Row> = campaign.sides.iter().map(|side| row(campaign, side)).collect();
    let rank = |row: &Row| (Reverse(row.points), Reverse(row.worth), Reverse(row.won));
    rows.sort_by_key(|row| (rank(row), row.side));
    let ranks: Vec<_> = rows.iter().map(rank).collect();
    for row in &mut rows {
        let own = rank(row);
        let ahead = ranks.iter().take_while(|other| **other < own).count();
        row.place = u32::try_from(ahead).unwrap_or(u32::MAX).saturating_add(1);
    }
    rows
}

fn row(campaign: &Campaign, side: &SideOf) -> Row {
    let mut row = Row {
        side: side.no,
        place: 0,
        points: side.awarded,
        awarded: side.awarded,
        places_held: 0,
        worth: 0,
        fought: 0,
        won: 0,
        drawn: 0,
        lost: 0,
    };
    for place in campaign.places_of(side.no) {
        row.places_held += 1;
        row.worth = row.worth.saturating_add(place.worth);
    }
    for battle in &campaign.battles {
        add(&mut row, battle);
    }
    row
}

fn add(row: &mut Row, battle: &Battle) {
    let Some(outcome) = battle.result() else { return };
    let Some(tally) = outcome.tallies.iter().find(|tally| tally.side == row.side) else { return };
    row.points = row.points.saturating_add(tally.points);
    row.fought += 1;
    match outcome.winner {
        Some(winner) if winner == row.side => row.won += 1,
        Some(_) => row.lost += 1,
        None => row.drawn += 1,
    }
}
