//! What every part of the game uses: which game is meant, whose it is, and steps as answers.

use gatemaster_rules::at43::{At43, Command, View};
use gatemaster_rules::game;
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::Action;

use super::At43Face;
use crate::answer::{Answer, PressedMessage, Reply};
use crate::desk::{ActionWithDice, Loaded, Outcome, Which};
use crate::face::{Controls, Hall, view_for, view_of};
use crate::request::Request;
use crate::table::{self, answer_press};
use crate::trouble::Trouble;

/// The game and the step that a button was shown at.
#[derive(Clone, Debug)]
pub struct At {
    pub game: String,
    pub seq: Seq,
}

impl At {
    /// The game as it was when the button was shown; an older one is answered with the fresh board.
    pub fn seen(&self) -> Which {
        Which::At(self.game.clone(), self.seq)
    }

    /// The game however it stands now: for what people do side by side, in secret phases, and for looking.
    pub fn now(&self) -> Which {
        Which::Now(self.game.clone())
    }
}

/// The game of this table, as everybody may see it.
pub(crate) fn state(game: &Loaded) -> Result<&View, Trouble> {
    view_of::<At43>(game)
}

/// The game as whoever asks alone may see it: for what they decide. What is made of it is shown to nobody else.
pub(crate) fn own_view(game: &Loaded, request: &Request) -> Result<View, Trouble> {
    state(game)?;
    view_for::<At43>(game, request.user()).ok_or_else(crate::answer::unknown)
}

/// The one seat of whoever asks.
pub(crate) fn own_seat(game: &Loaded, request: &Request) -> Result<Seat, Trouble> {
    let seat = game.table.seats_of(request.user()).first().copied();
    seat.ok_or_else(|| {
        Trouble::refused("You have no side in this game; only its players do that.")
            .with_seats_of(&game.id)
    })
}

/// Other controls on the message that was pressed; nothing has happened in the game yet.
pub(crate) fn refine(game: &Loaded, on: PressedMessage, controls: Controls) -> Reply {
    table::refine(&At43Face, game, on, controls)
}

/// One thing that a player does.
pub(crate) fn doing(command: Command) -> ActionWithDice {
    Action::Play(game::Command::At43(command)).into()
}

/// The same with dice that were rolled by hand.
pub(crate) fn doing_with(command: Command, dice: Option<String>) -> ActionWithDice {
    ActionWithDice { dice, ..doing(command) }
}

/// A press that is one step of the game.
pub(crate) async fn play(
    hall: &Hall,
    request: &Request,
    which: Which,
    on: PressedMessage,
    choose: impl FnOnce(&View) -> Result<Command, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let outcome = hall.desk.act(request, &which, |game| choose(state(game)?).map(doing)).await?;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// A form that is one step of the game; `on` is the message whose button opened it, where there was one.
pub(crate) async fn play_form(
    hall: &Hall,
    request: &Request,
    which: Which,
    on: Option<PressedMessage>,
    choose: impl FnOnce(&View) -> Result<Command, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let outcome = hall.desk.act(request, &which, |game| choose(state(game)?).map(doing)).await?;
    Ok(match on {
        Some(on) => answer_press(hall.systems, &outcome, request, on).into(),
        None => table::told(hall.systems, &outcome, request).into(),
    })
}

/// A slash command that is one step of the game of this channel.
pub(crate) async fn play_here(
    hall: &Hall,
    request: &Request,
    dice: Option<String>,
    choose: impl FnOnce(&Loaded, &View) -> Result<Command, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let choose =
        |game: &Loaded| choose(game, state(game)?).map(|command| doing_with(command, dice));
    let outcome = hall.desk.act(request, &Which::Here, choose).await?;
    Ok(table::told(hall.systems, &outcome, request).into())
}

/// What was done in secret: everybody hears that it was done, and whoever did it gets this besides.
pub(crate) fn done_in_secret(
    hall: &Hall,
    request: &Request,
    outcome: &Outcome,
    own: Answer,
) -> Reply {
    table::told_besides(hall.systems, outcome, request, own).into()
}
