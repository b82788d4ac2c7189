//! Close combat, split into combats.

use super::command::{Answer, Combat, Command};
use super::decide::Taken;
use super::flow::{Acting, Task};
use super::question::Question;
use super::run::Run;
use super::state::State;
use crate::refusal::Refusal;

pub(super) fn question(_: &State, _: &Task) -> Option<Question> {
    None
}

/// Commands that would be accepted now, as examples.
pub(super) fn examples(_: &State, _: &Acting) -> Vec<Command> {
    Vec::new()
}

impl Run<'_> {
    pub fn fight(&mut self, _: &Combat) -> Result<(), Refusal> {
        Ok(())
    }

    pub fn melee_answer(&mut self, _: &Task, _: &Answer) -> Result<Taken, Refusal> {
        Ok(Taken::AnotherQuestion)
    }

    pub fn melee_task(&mut self, _: Task) -> Result<(), Refusal> {
        Ok(())
    }
}
