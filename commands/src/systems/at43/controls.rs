//! The controls for whatever the game waits for now: on its board, and on the message that tells the latest result.

use gatemaster_rules::at43::View;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::table::Player;

use super::{At43Face, aim, ask, company, control, correct, field, measure, plan, turn, waits_for};
use crate::desk::Loaded;
use crate::face::Controls;
use crate::table::hand;

pub fn controls(game: &Loaded, state: &View) -> Controls {
    let mut controls = of_people(game, state);
    // after something was taken back the program waits to be let go on
    if game.waits_for_the_program() {
        // whose turn it is stands fast, whatever is known of their cards
        let seat = match state.flow.tasks.last() {
            Some(Task::Turn) => state.flow.active,
            _ => waits_for(state),
        };
        let asked = seat.and_then(|seat| game.table.player_at(seat));
        let go_on = measure::let_go_on(game);
        if asked.is_some_and(Player::is_bot) {
            return go_on;
        }
        go_on.buttons.into_iter().for_each(|row| controls.add_row(row));
    }
    controls
}

fn of_people(game: &Loaded, state: &View) -> Controls {
    if let Some(throw) = hand::throw_controls(&At43Face, game) {
        return throw;
    }
    if correct::comes_first(state) {
        let mut proposed = correct::controls(game, state);
        // plans are made side by side, so nobody waits with theirs
        if state.phase == Phase::Tactical && state.flow.tasks.is_empty() {
            let Controls { text, selects, buttons } = plan::controls(game, state);
            proposed.text = format!("{}\n\n{text}", proposed.text);
            proposed.selects.extend(selects);
            proposed.buttons.extend(buttons);
        }
        return proposed;
    }
    let mut controls = of_phase(game, state);
    let missing = ask::for_the_missing(game, state);
    // plans have words of their own for it
    let plans = state.phase == Phase::Tactical && state.flow.tasks.is_empty();
    if !missing.is_empty() && !plans {
        controls.add_row(missing);
    }
    controls
}

fn of_phase(game: &Loaded, state: &View) -> Controls {
    match state.flow.tasks.last() {
        Some(Task::Turn | Task::Act) => return turn::controls(game, state),
        Some(Task::WatchFire) => return aim::controls(game, state),
        Some(Task::Count | Task::Buy { .. }) => return control::controls(game, state),
        Some(Task::Measure { .. }) => return measure::controls(game, state),
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
