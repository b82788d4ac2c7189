//! Movement: how far, who is in contact, who is run over; and how reserves come onto the table.

use super::command::{Command, Movement};
use super::flow::Acting;
use super::run::Run;
use super::state::State;
use crate::refusal::Refusal;

/// Commands that would be accepted now, as examples.
pub(super) fn examples(_: &State, _: &Acting) -> Vec<Command> {
    Vec::new()
}

impl Run<'_> {
    pub fn make_move(&mut self, _: &Movement) -> Result<(), Refusal> {
        Ok(())
    }
}
