//! The controls for whatever the game waits for now: on its board, and on the message that tells the latest result.

use gatemaster_rules::at43::View;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::Phase;

use super::{At43Face, aim, ask, company, control, correct, field, plan, turn};
use crate::desk::Loaded;
use crate::face::Controls;
use crate::table::hand;

pub fn controls(game: &Loaded, state: &View) -> Controls {
    if let Some(throw) = hand::throw_controls(&At43Face, game) {
        return throw;
    }
    let task = state.flow.tasks.last();
    if correct::comes_first(state) {
        return correct::controls(game, state);
    }
    match task {
        Some(Task::Turn | Task::Act) => return turn::controls(game, state),
        Some(Task::WatchFire) => return aim::controls(game, state),
        Some(Task::Count | Task::Buy { .. }) => return control::controls(game, state),
        Some(_) => return ask::controls(game, state),
        None => {}
    }
    match state.phase {
        Phase::Mustering => company::controls(game, state),
        Phase::Briefing | Phase::Laying => field::controls(game, state),
        Phase::Tactical => plan::controls(game, state),
        Phase::Activation | Phase::Control | Phase::Over => Controls::default(),
    }
}
