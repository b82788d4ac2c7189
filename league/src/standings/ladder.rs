//! The order of a ladder, from its results in the order in which they came to count.

use std::collections::{HashMap, HashSet};

use crate::ids::EntrantId;
use crate::league::{Entrant, Fixture, Season, Stage};

/// From the top rung down; those who have left are not on it.
pub fn order(season: &Season) -> Vec<EntrantId> {
    replay(season, |_, _, _| {})
}

/// Plays all results again. `moved` hears of every match that changed the order, with the order before it and after it,
/// both without those who have left.
pub(super) fn replay(
    season: &Season,
    mut moved: impl FnMut(&Fixture, &[EntrantId], &[EntrantId]),
) -> Vec<EntrantId> {
    let left: HashSet<EntrantId> =
        season.entrants.iter().filter(|entrant| entrant.out).map(|entrant| entrant.no).collect();
    let there = |rungs: &[EntrantId]| -> Vec<EntrantId> {
        rungs.iter().copied().filter(|entrant| !left.contains(entrant)).collect()
    };
    let (mut rungs, mut later) = at_the_start(season);
    for (at_ms, fixture, winner, loser) in results(season) {
        // Whoever brings a result from before they entered has been on the ladder since then.
        let (joined, rest): (Vec<&Entrant>, Vec<&Entrant>) = later
            .into_iter()
            .partition(|entrant| entrant.entered_ms <= at_ms || fixture.has(entrant.no));
        rungs.extend(joined.into_iter().map(|entrant| entrant.no));
        later = rest;
        let place = |who: EntrantId| rungs.iter().position(|entrant| *entrant == who);
        if let (Some(from), Some(to)) = (place(winner), place(loser))
            && from > to
        {
            let before = there(&rungs);
            rungs[to..=from].rotate_right(1);
            let after = there(&rungs);
            if before != after {
                moved(fixture, &before, &after);
            }
        }
    }
    rungs.extend(later.into_iter().map(|entrant| entrant.no));
    there(&rungs)
}

/// Those who were there when it started by their seeds, and those who came later as they came.
fn at_the_start(season: &Season) -> (Vec<EntrantId>, Vec<&Entrant>) {
    let (mut first, mut later): (Vec<&Entrant>, Vec<&Entrant>) = season
        .entrants
        .iter()
        .partition(|entrant| season.started_ms.is_none_or(|started| entrant.entered_ms <= started));
    first.sort_by_key(|entrant| (entrant.seed, entrant.no));
    later.sort_by_key(|entrant| (entrant.entered_ms, entrant.seed, entrant.no));
    (first.into_iter().map(|entrant| entrant.no).collect(), later)
}

/// Matches with a winner and a loser, as they came to count.
fn results(season: &Season) -> Vec<(i64, &Fixture, EntrantId, EntrantId)> {
    let mut results: Vec<_> = season
        .fixtures
        .iter()
        .filter(|fixture| fixture.stage == Stage::Main)
        .filter_map(|fixture| {
            let at_ms = fixture.decided_ms()?;
            let winner = fixture.winner()?;
            Some((at_ms, fixture, winner, fixture.opponent_of(winner)?))
        })
        .collect();
    results.sort_by_key(|(at_ms, fixture, _, _)| (*at_ms, fixture.no));
    results
}

/// Everybody's rung, counted from 1.
pub(super) fn rungs(order: &[EntrantId]) -> HashMap<EntrantId, u32> {
    order.iter().copied().zip(1..).collect()
}
