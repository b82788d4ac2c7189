//! Therian routines.

use super::command::{Command, Routine, RoutineName};
use super::flow::Acting;
use super::run::Run;
use super::state::{State, UnitId};
use crate::refusal::Refusal;

/// Commands that would be accepted now, as examples.
pub(super) fn examples(_: &State, _: &Acting) -> Vec<Command> {
    Vec::new()
}

/// The unit whose overseer could use this routine on that unit now.
pub fn can(_: &State, _: RoutineName, _: UnitId) -> Option<UnitId> {
    None
}

impl Run<'_> {
    pub fn pay_routine(&mut self, _: RoutineName, _: UnitId) -> Result<(), Refusal> {
        Ok(())
    }

    pub fn use_routine(&mut self, _: Routine) -> Result<(), Refusal> {
        Ok(())
    }
}
