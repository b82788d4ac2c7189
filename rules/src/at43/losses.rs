//! What follows from losses: medics, leaders, morale of machines, units that are gone.

use super::command::Answer;
use super::decide::Taken;
use super::event::Fall;
use super::flow::Task;
use super::question::Question;
use super::run::Run;
use super::state::{Gone, MemberId, State, UnitId};
use crate::ids::Seat;
use crate::refusal::Refusal;

pub(super) fn question(_: &State, _: &Task) -> Option<Question> {
    None
}

impl Run<'_> {
    /// The whole unit leaves the game; what it was worth is noted for the control phase.
    pub fn gone(&mut self, _: UnitId, _: Gone, _: Option<Seat>) {}

    /// These members fall; medics are asked, and what follows is settled.
    pub fn casualties(&mut self, _: UnitId, _: &[MemberId], _: Fall, _: Option<Seat>, _: bool) {}

    pub fn losses_answer(&mut self, _: &Task, _: &Answer) -> Result<Taken, Refusal> {
        Ok(Taken::AnotherQuestion)
    }

    pub fn losses_task(&mut self, _: Task) -> Result<(), Refusal> {
        Ok(())
    }
}
