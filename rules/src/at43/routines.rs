//! Therian routines.

use super::command::{Command, Routine};
use super::flow::Acting;
use super::run::Run;
use super::state::State;
use crate::refusal::Refusal;

/// Commands that would be accepted now, as examples.
pub(super) fn examples(_: &State, _: &Acting) -> Vec<Command> {
    Vec::new()
}

impl Run<'_> {
    pub fn use_routine(&mut self, _: Routine) -> Result<(), Refusal> {
        Ok(())
    }
}
