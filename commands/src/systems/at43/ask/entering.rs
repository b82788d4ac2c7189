//! A unit in reserve that comes in from the edge and moves at once: one press, two steps of the game.

use gatemaster_discord::card::{Button, Style};
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Command, Movement, Pace};
use gatemaster_rules::at43::entering::ways_in;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::mission::PlaceKind;
use gatemaster_rules::at43::moves;
use gatemaster_rules::at43::need::Millimetres;
use gatemaster_rules::at43::turn::cost;

use super::super::At;
use super::super::chain::{self, Way};
use super::super::press::button;
use super::AskPress;
use crate::answer::{PressedMessage, Reply};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::Hall;
use crate::request::Request;
use crate::table::answer_press;
use crate::trouble::Trouble;

/// "Enter, move 14 cm", "Enter, rush 20 cm": where there is one way in, an access zone, and the activation can be paid for. From
/// there it has to move in anyway (T-RES-2).
pub fn buttons(game: &Loaded, state: &State) -> Vec<Button> {
    let Some(Task::Enter { unit: id }) = state.flow.tasks.last() else { return Vec::new() };
    let (Some(unit), Some(acting)) = (state.unit(*id), state.flow.acting.as_ref()) else {
        return Vec::new();
    };
    let [way] = ways_in(state, unit)[..] else { return Vec::new() };
    let from_the_edge = state.place(way).is_some_and(|place| place.kind == PlaceKind::AccessZone);
    let pool = state.side(unit.side).map_or(0, |side| side.pool);
    if !from_the_edge || pool < cost(state, unit) {
        return Vec::new();
    }
    let mut row = Vec::new();
    for (pace, does) in [(Pace::Combat, "move"), (Pace::Rush, "rush")] {
        if let Ok(most) = moves::allowance(state, acting, pace, false, false) {
            let label = format!("Enter, {does} {}", Millimetres(most.millimetres));
            let style = if row.is_empty() { Style::Main } else { Style::Plain };
            row.push(button(game, label, AskPress::EnterAnd(pace)).styled(style));
        }
    }
    row
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    pace: Pace,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let before = |state: &State, by: &_| chain::until_it_acts(state, by, Way::OnlyOne);
    let action =
        |_: &State| -> Result<Command, Trouble> { Ok(Command::Move(Movement::plain(pace))) };
    let made = chain::steps(hall, request, &at.seen(), None, &before, &action).await?;
    Ok(answer_press(hall.systems, &made, request, on).into())
}
