//! Before the battle: mission and roles, companies in secret, the table.

use super::command::Command;
use super::run::Run;
use super::state::State;
use crate::refusal::Refusal;
use crate::system::{Doer, Open};

pub(super) fn open(_: &State) -> Vec<Open<Command>> {
    Vec::new()
}

impl Run<'_> {
    pub fn before_battle(&mut self, _: &Doer, _: &Command) -> Result<(), Refusal> {
        Ok(())
    }
}
