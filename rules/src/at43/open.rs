//! The decisions that are open now, with what can be answered.

use super::command::Command;
use super::flow::Task;
use super::question::question;
use super::state::{Phase, State};
use super::{before, control, correct, tactical};
use crate::system::{Open, Who};

pub(super) fn open(state: &State) -> Vec<Open<Command>> {
    if state.phase == Phase::Over {
        return Vec::new();
    }
    let mut open = play(state);
    open.extend(correct::open(state));
    open
}

fn play(state: &State) -> Vec<Open<Command>> {
    match state.flow.tasks.last() {
        Some(Task::Count) => return control::open_counts(state),
        Some(task) => {
            let asked = question(state, task).map(|asked| Open {
                who: Who::Seat(asked.seat),
                what: asked.what,
                matter: state.flow.step.to_string(),
                options: asked.options,
            });
            return asked.into_iter().collect();
        }
        None => {}
    }
    match state.phase {
        Phase::Briefing | Phase::Mustering | Phase::Laying => before::open(state),
        Phase::Tactical => tactical::open(state),
        Phase::Activation | Phase::Control | Phase::Over => Vec::new(),
    }
}
