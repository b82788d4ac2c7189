//! The program's plan for a round: who can strike first comes first, and a wager as far as the LP allow.

use super::super::measuring::known;
use super::super::odds::wager_table;
use super::super::state::{Plan, State, Unit, UnitId};
use super::super::tactical::{default_plan, most_wager};
use super::super::turn::{cost, pool};
use crate::ids::Seat;

pub(super) fn plan(state: &State, seat: Seat) -> Plan {
    let mut plan = default_plan(state, seat);
    plan.sequence.sort_by_key(|id| {
        let unit = state.unit(*id);
        let rank = unit.map_or((true, true, true), |unit| {
            (unit.disorganized, !has_target(state, *id, unit), !state.has_officer(unit))
        });
        (rank, std::cmp::Reverse(unit.map_or(0, |unit| unit.value)), *id)
    });
    plan.wager = wager(state, seat, &plan.sequence);
    plan
}

fn has_target(state: &State, id: UnitId, unit: &Unit) -> bool {
    let mut enemies = state.enemies_on_field(unit.side);
    enemies.any(|(enemy, _)| matches!(known(state, id, enemy), Some(Some(_))))
}

/// What the first turn is worth in LP, by the exact chance to get it; only LP that no card needs are wagered.
fn wager(state: &State, seat: Seat, sequence: &[UnitId]) -> u32 {
    const FIRST_TURN: f64 = 8.0;
    let needed = sequence
        .iter()
        .filter_map(|id| state.unit(*id))
        .fold(0_u32, |sum, unit| sum.saturating_add(cost(state, unit)));
    let spare = pool(state, seat).saturating_sub(needed) / 2;
    let commander = state.side(seat).and_then(|side| side.commander);
    let most = most_wager(state, seat, commander).min(spare);
    let mut best = (0, f64::MIN);
    for (own, chances) in (0..=most).zip(wager_table(state, seat)) {
        let rows = u32::try_from(chances.len()).unwrap_or(1).max(1);
        let chance = chances.iter().sum::<f64>() / f64::from(rows);
        let worth = chance * FIRST_TURN - f64::from(own);
        if worth > best.1 {
            best = (own, worth);
        }
    }
    best.0
}
