//! For whoever does not answer: the organiser, or somebody who manages the server and does not play here, goes on by what stands
//! if nobody says anything.

use gatemaster_discord::card::Button;
use gatemaster_rules::at43::absent::in_place_of;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::at43::{State, View};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::Player;

use super::super::press::button;
use super::super::{At, doing, play, state};
use super::AskPress;
use crate::answer::{PressedMessage, Reply};
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::table;
use crate::trouble::Trouble;
use crate::words::esc;

/// So many find room beside what the players themselves press.
const MOST: usize = 2;

/// The seats that somebody else could go on for, as far as it is worth a button.
pub fn seats(game: &Loaded, state: &View) -> Vec<Seat> {
    let missing = state.seats().filter(|seat| is_missing(game, state, *seat));
    missing.take(MOST).collect()
}

/// The program answers by itself, and whoever plays here answers for nobody else.
fn is_missing(game: &Loaded, state: &View, seat: Seat) -> bool {
    if game.table.player_at(seat).is_none_or(Player::is_bot) {
        return false;
    }
    // with the figures of a place there is a button to confirm them already
    if state.flow.tasks.last() == Some(&Task::Count) || in_place_of(state, seat).is_none() {
        return false;
    }
    // whoever manages the server and does not play here has the typed line
    game.table.organiser.as_ref().is_some_and(|organiser| !game.table.is_seated(organiser.id))
}

/// "Organiser: answer for Red"
pub fn buttons(game: &Loaded, state: &View) -> Vec<Button> {
    let one = |seat: Seat| {
        let side = state.side_name(seat);
        let label = match in_place_of(state, seat) {
            Some(Command::FillCompany { .. }) => format!("Organiser: a company for {side}"),
            Some(Command::AgreeField { .. }) => format!("Organiser: agree for {side}"),
            Some(Command::AcceptOver { .. }) => format!("Organiser: accept for {side}"),
            _ => format!("Organiser: answer for {side}"),
        };
        button(game, label, AskPress::For(seat))
    };
    seats(game, state).into_iter().map(one).collect()
}

pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    seat: Seat,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    // a second press of the same button must not answer the next question
    play(hall, request, at.seen(), on, |_| Ok(Command::AnswerFor { seat })).await
}

/// What a typed line goes on with: whatever waits, or one thing before the first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Anything,
    Company,
    Table,
}

impl What {
    fn command(self, state: &State, seat: Seat) -> Result<Command, Trouble> {
        let refused = |what: &str| {
            let side = esc(state.side_name(seat));
            Err(Trouble::refused(format!(
                "{what} of {side} is missing now; `/at43 answer for:` goes on with what waits."
            )))
        };
        match self {
            Self::Anything => Ok(Command::AnswerFor { seat }),
            Self::Company if state.phase == Phase::Mustering => Ok(Command::FillCompany { seat }),
            Self::Table if state.phase == Phase::Laying => Ok(Command::AnswerFor { seat }),
            Self::Company => refused("No company"),
            Self::Table => refused("No word on the table"),
        }
    }
}

/// The same in one line, for the side of that name.
pub async fn said(
    hall: &Hall,
    request: &Request,
    side: &str,
    what: What,
) -> Result<Reply, Trouble> {
    let choose = |game: &Loaded| {
        let view = state(game)?;
        let seat = game
            .table
            .seat_named(side)
            .ok_or_else(|| Trouble::refused("No side of this game has that name."))?;
        Ok(doing(what.command(view, seat)?))
    };
    let outcome = hall.desk.act(request, &Which::Here, choose).await?;
    Ok(table::told(hall.systems, &outcome, request).into())
}
