//! The control phase: who controls what, points, purchases, and whether the mission is over.

use super::command::{Answer, Command};
use super::decide::Taken;
use super::flow::Task;
use super::question::Question;
use super::run::Run;
use super::state::State;
use crate::refusal::Refusal;
use crate::system::{Doer, Open};

pub(super) fn question(_: &State, _: &Task) -> Option<Question> {
    None
}

pub(super) fn open_counts(_: &State) -> Vec<Open<Command>> {
    Vec::new()
}

impl Run<'_> {
    /// All cards are played.
    pub fn control_phase(&mut self) {}

    pub fn control_command(&mut self, _: &Doer, _: &Command) -> Result<(), Refusal> {
        Ok(())
    }

    pub fn control_answer(&mut self, _: &Task, _: &Answer) -> Result<Taken, Refusal> {
        Ok(Taken::AnotherQuestion)
    }

    pub fn control_task(&mut self, _: Task) -> Result<(), Refusal> {
        Ok(())
    }
}
