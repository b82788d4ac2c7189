//! Antares on Discord: every step of a battle by buttons and lists, or in one slash command.

pub mod aim;
pub mod ask;
pub mod controls;
mod draw;
pub mod emoji;
mod face;
pub mod force;
mod guide;
pub mod look;
pub mod orders;
mod picture;
pub mod press;
pub mod show;
pub mod site;
pub mod standing;

use gatemaster_rules::antares::{Antares, Command, State};
use gatemaster_rules::game;
use gatemaster_rules::ids::Seq;
use gatemaster_rules::table::Action;

use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{ActionWithDice, Loaded, Which};
use crate::face::{Controls, Hall, view_of};
pub(crate) use crate::notes;
use crate::request::Request;
use crate::table;
use crate::table::answer_press;
pub(crate) use crate::table::holds;
use crate::trouble::Trouble;
pub use face::{AntaresFace, board_with};
use gatemaster_discord::forms::FilledForm;

use press::{BattlePress, BattlePressed};

/// A button of a battle, or a list with what was picked from it.
#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    pressed: BattlePressed,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let BattlePressed { game, seq, press } = pressed;
    let at = (game.as_str(), seq);
    match press {
        BattlePress::Draw => play(hall, request, seen(at), on, |_| Ok(Command::Draw)).await,
        BattlePress::Orders(press) => orders::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Aim(press) => {
            Box::pin(aim::pressed(hall, request, at, press, picked, on)).await
        }
        BattlePress::Ask(press) => ask::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Force(press) => force::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Look(press) => look::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Site(press) => site::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Guide(press) => guide::pressed(hall, request, at.0, press, on).await,
    }
}

/// A form of a battle that was filled in; `on` is the message whose button opened it.
#[boxed]
pub(crate) async fn filled_in(
    hall: &Hall,
    request: &Request,
    pressed: BattlePressed,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let BattlePressed { game, seq, press } = pressed;
    let at = (game.as_str(), seq);
    match press {
        BattlePress::Orders(press) => {
            orders::filled_in(hall, request, at, press, written, on).await
        }
        BattlePress::Aim(press) => aim::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Ask(press) => ask::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Force(press) => force::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Site(press) => site::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Draw | BattlePress::Look(_) | BattlePress::Guide(_) => Err(unknown()),
    }
}

/// The battle as it was when the button was shown; an older one is answered with the fresh board.
pub(crate) fn seen((game, seq): (&str, Seq)) -> Which {
    Which::At(game.to_owned(), seq)
}

/// The battle of this table.
pub(crate) fn state(game: &Loaded) -> Result<&State, Trouble> {
    view_of::<Antares>(game)
}

/// Other controls on the message that was pressed; nothing has happened in the battle yet.
pub(crate) fn refine(game: &Loaded, on: PressedMessage, controls: Controls) -> Reply {
    table::refine(&AntaresFace, game, on, controls)
}

/// One thing that a player does in a battle.
pub(crate) fn doing(command: Command) -> ActionWithDice {
    Action::Play(game::Command::Antares(command)).into()
}

/// The same with dice that were rolled by hand.
pub(crate) fn doing_with(command: Command, dice: Option<String>) -> ActionWithDice {
    ActionWithDice { dice, ..doing(command) }
}

/// A press that is one step of the battle.
pub(crate) async fn play(
    hall: &Hall,
    request: &Request,
    which: Which,
    on: PressedMessage,
    choose: impl FnOnce(&State) -> Result<Command, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let outcome = hall.desk.act(request, &which, |game| choose(state(game)?).map(doing)).await?;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// A slash command that is one step of the battle of this channel.
pub(crate) async fn play_here(
    hall: &Hall,
    request: &Request,
    dice: Option<String>,
    choose: impl FnOnce(&State) -> Result<Command, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let outcome = hall
        .desk
        .act(request, &Which::Here, |game| {
            choose(state(game)?).map(|command| doing_with(command, dice))
        })
        .await?;
    Ok(table::told(hall.systems, &outcome, request).into())
}
