//! The controls for whatever a battle waits for now: on its board, and on the message that tells the latest result.

use gatemaster_discord::card::{Button, Style};
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::state::Phase;

use super::press::{BattlePress, BattlePressed};
use super::{AntaresFace, aim, ask, guide, orders};
use crate::desk::Loaded;
use crate::face::Controls;
use crate::table::hand;

pub fn button(game: &Loaded, label: impl Into<String>, press: impl Into<BattlePress>) -> Button {
    Button::new(label, BattlePressed::new(&game.id, game.at, press.into()))
}

/// What the battle waits for, with everything to answer it; a guided one says what to do and why.
pub fn controls(game: &Loaded, state: &State) -> Controls {
    let controls = waited_for(game, state);
    Controls { text: guide::below(&controls.text, &guide::line(state)), ..controls }
}

fn waited_for(game: &Loaded, state: &State) -> Controls {
    if let Some(throw) = hand::throw_controls(&AntaresFace, game) {
        return throw;
    }
    let task = state.flow.tasks.last();
    // a correction cannot be carried out in the middle of a shot, so what is asked there comes first
    if state.proposal.is_some() && matches!(task, None | Some(Task::Act)) {
        return ask::proposal(game, state);
    }
    match task {
        Some(Task::Act) => return orders::acting(game, state),
        Some(Task::Ambushes { mover, asked }) => return aim::ambush(game, state, *mover, asked),
        Some(_) => return ask::question(game, state),
        None => {}
    }
    match (state.phase, state.flow.drawn) {
        (Phase::DeployingSnipers | Phase::Deploying, Some(seat)) => {
            orders::deployment(game, state, seat)
        }
        (Phase::Orders, Some(seat)) => orders::drawn(game, state, seat),
        (Phase::DeployingSnipers | Phase::Deploying | Phase::Orders, None) => draw(game, state),
        (Phase::Infiltrating, _) => {
            let mut controls = orders::infiltration(game, state);
            if state.options.quick_start {
                controls.buttons.extend(draw(game, state).buttons);
            }
            controls
        }
        (Phase::TurnEnd, _) => ask::turn_end(game, state),
        (Phase::Over, _) => Controls::default(),
    }
}

fn draw(game: &Loaded, state: &State) -> Controls {
    let garrisons = orders::garrisons(state);
    if game.table.settings.by_hand || game.table.settings.next_by_hand {
        let text = "Draw a die from your bag, and say whose it is.";
        let text = [text, garrisons].join(" ").trim_end().to_owned();
        return Controls {
            text,
            selects: orders::garrison_list(game, state).into_iter().collect(),
            buttons: vec![hand::drew_buttons(&AntaresFace, game)],
        };
    }
    let draw = button(game, "Draw next", BattlePress::Draw).marked("🎲").styled(Style::Main);
    Controls {
        text: garrisons.to_owned(),
        selects: orders::garrison_list(game, state).into_iter().collect(),
        buttons: vec![vec![draw]],
    }
}
