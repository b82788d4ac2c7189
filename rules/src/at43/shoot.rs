//! Shooting, salvo by salvo: who fires, what the dice show, who is hit.

use super::command::{Answer, Salvo, Strike};
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
    pub fn shoot(&mut self, _: &Salvo) -> Result<(), Refusal> {
        Ok(())
    }

    pub fn strike(&mut self, _: &Strike) -> Result<(), Refusal> {
        Ok(())
    }

    pub fn shooting_answer(&mut self, _: &Task, _: &Answer) -> Result<Taken, Refusal> {
        Ok(Taken::AnotherQuestion)
    }

    pub fn shooting_task(&mut self, _: Task) -> Result<(), Refusal> {
        Ok(())
    }
}
