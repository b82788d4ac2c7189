use super::super::command::Cover;
use super::super::state::{State, UnitId};
use super::AssaultOdds;
use crate::refusal::Refusal;
pub fn assault(
    _state: &State,
    _a: UnitId,
    _d: UnitId,
    _cover: &Cover,
    _s: bool,
) -> Result<AssaultOdds, Refusal> {
    Ok(AssaultOdds::default())
}
