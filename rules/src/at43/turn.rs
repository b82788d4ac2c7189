//! A player's turn: the card, what goes before it, and the activation step by step (T-ACT-1 to T-ACT-7).

use super::command::{Answer, Command};
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
    pub fn take_turn(&mut self, _: &Command) -> Result<(), Refusal> {
        Ok(())
    }

    pub fn end(&mut self, _: &[super::state::Drill]) -> Result<(), Refusal> {
        Ok(())
    }

    pub fn split_fire(&mut self) -> Result<(), Refusal> {
        Ok(())
    }

    pub fn turn_answer(&mut self, _: &Task, _: &Answer) -> Result<Taken, Refusal> {
        Ok(Taken::AnotherQuestion)
    }

    pub fn turn_task(&mut self, _: Task) -> Result<(), Refusal> {
        Ok(())
    }
}
