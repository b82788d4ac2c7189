//! Overwatch: the one interruption (T-OVW-1 to T-OVW-4).

use super::command::Answer;
use super::decide::Taken;
use super::flow::Task;
use super::question::Question;
use super::run::Run;
use super::state::State;
use crate::refusal::Refusal;

pub(super) fn question(_: &State, _: &Task) -> Option<Question> {
    None
}

impl Run<'_> {
    pub fn watch_answer(&mut self, _: &Task, _: &Answer) -> Result<Taken, Refusal> {
        Ok(Taken::AnotherQuestion)
    }

    pub fn watch_task(&mut self, _: Task) -> Result<(), Refusal> {
        Ok(())
    }
}
