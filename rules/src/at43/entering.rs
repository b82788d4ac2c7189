//! How reserves come onto the table, or wait (T-RES-1 to T-RES-4, T-MIS-51).

use super::command::{Answer, Entry};
use super::mission::PlaceKind;
use super::question::Question;
use super::state::{PlaceId, Stands, State, Unit, UnitId};
use super::turn::{cost, pool};
use crate::refusal::Refusal;

/// The tactical positions that a unit in reserve could use now (T-RES-1 to T-RES-4).
pub fn ways_in(state: &State, unit: &Unit) -> Vec<PlaceId> {
    let now = state.round;
    state.place_ids().filter(|id| check_way_in(state, now, unit, *id).is_ok()).collect()
}

/// Whether a unit of this side could come onto the table in the next round.
pub fn comes_next(state: &State, unit: &Unit) -> bool {
    let next = state.round.saturating_add(1);
    state.place_ids().any(|id| check_way_in(state, next, unit, id).is_ok())
}

/// Whether anything can happen in the next round: somebody is on the table, or can still come onto it.
pub fn goes_on(state: &State) -> bool {
    let enters = |unit: &Unit| unit.stands == Stands::Reserve && comes_next(state, unit);
    state.units.iter().any(|unit| unit.stands == Stands::Field || enters(unit))
}

pub(super) fn check_way_in(
    state: &State,
    round: u32,
    unit: &Unit,
    id: PlaceId,
) -> Result<(), Refusal> {
    let place = state.place(id).filter(|place| !place.gone);
    let place = place.ok_or_else(|| Refusal::new("There is no such place on the table."))?;
    if place.bars == Some(unit.side) {
        return Err(Refusal::new(format!("Your reserves cannot use {}.", place.name)));
    }
    let own = place.of == Some(unit.side);
    let controlled = place.of.is_none() && place.controlled_by == Some(unit.side);
    match place.kind {
        PlaceKind::AccessZone if own || controlled => Ok(()),
        PlaceKind::DeploymentZone if own && round == 1 => Ok(()),
        PlaceKind::DeploymentZone if own => {
            Err(Refusal::new("Deployment zones are used in round 1 alone."))
        }
        PlaceKind::DropPoint if controlled && round > 1 => Ok(()),
        PlaceKind::DropPoint if controlled => Err(Refusal::new("Nobody is dropped in round 1.")),
        PlaceKind::AccessZone | PlaceKind::DeploymentZone | PlaceKind::DropPoint => {
            Err(Refusal::new(format!("You do not control {}.", place.name)))
        }
        PlaceKind::Point | PlaceKind::Container | PlaceKind::Nanogenerator | PlaceKind::Wreck => {
            Err(Refusal::new(format!("No unit enters by {}.", place.name)))
        }
    }
}

/// Whether a unit in reserve may wait (T-RES-1, T-MIS-51).
fn may_wait(state: &State) -> bool {
    state.round > 1 || state.mission.as_ref().is_none_or(|mission| mission.may_wait)
}

/// It has to enter, if it can be paid for (T-MIS-51).
pub(super) fn must_enter(state: &State, unit: &Unit) -> bool {
    !may_wait(state)
        && pool(state, unit.side) >= cost(state, unit)
        && !ways_in(state, unit).is_empty()
}

pub(super) fn enter(state: &State, id: UnitId) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| unit.stands == Stands::Reserve)?;
    let ways = ways_in(state, unit);
    if ways.is_empty() {
        return None;
    }
    let mut answers: Vec<Answer> =
        ways.into_iter().map(|place| Answer::Enter(Entry::Through(place))).collect();
    if !must_enter(state, unit) {
        answers.push(Answer::Enter(Entry::Wait));
    }
    Question::answers(unit.side, format!("bring {} in or let it wait", unit.name), answers)
}
