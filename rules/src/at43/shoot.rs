//! Shooting, salvo by salvo: who fires, what the dice show, who is hit.

use super::command::{Answer, Command, Salvo, Strike};
use super::decide::Taken;
use super::flow::Task;
use super::question::Question;
use super::run::Run;
use super::state::{State, UnitId};
use crate::ids::Seat;
use crate::refusal::Refusal;

pub(super) fn question(_: &State, _: &Task) -> Option<Question> {
    None
}

/// Shots that would be accepted now, of the unit that acts or of the one that watches, as examples.
pub(super) fn examples(_: &State) -> Vec<Command> {
    Vec::new()
}

/// Artillery strikes that the active side could call.
pub(super) fn strikes(_: &State, _: Seat) -> Vec<Strike> {
    Vec::new()
}

/// Whether a unit in overwatch has anything to fire at whoever moved.
pub(super) fn could_watch(_: &State, _: UnitId, _: UnitId) -> bool {
    false
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
