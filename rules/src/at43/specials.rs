//! Engineers, mechanics, targeters, and what is opened or lifted.

use super::command::{Command, Special};
use super::flow::Acting;
use super::run::Run;
use super::state::State;
use crate::refusal::Refusal;

/// Commands that would be accepted now, as examples.
pub(super) fn examples(_: &State, _: &Acting) -> Vec<Command> {
    Vec::new()
}

impl Run<'_> {
    pub fn use_special(&mut self, _: Special) -> Result<(), Refusal> {
        Ok(())
    }
}
