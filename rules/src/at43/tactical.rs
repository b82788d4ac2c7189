//! The tactical phase.
use super::command::Command;
use super::run::Run;
use super::state::{Plan, State};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open};

pub(super) fn open(_: &State) -> Vec<Open<Command>> {
    Vec::new()
}

impl Run<'_> {
    pub fn begin_round(&mut self) {}

    pub fn plan(&mut self, _: &Doer, _: Seat, _: &Plan) -> Result<(), Refusal> {
        Ok(())
    }

    pub fn fill_plan(&mut self, _: &Doer, _: Seat) -> Result<(), Refusal> {
        Ok(())
    }
}
