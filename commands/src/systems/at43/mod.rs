//! AT-43 on Discord: every step of a game by buttons and lists, or in one line of `/at43`.

mod acts;
pub mod aim;
pub mod ask;
mod below;
mod chain;
pub mod company;
pub mod control;
mod controls;
pub mod correct;
mod drafts;
mod emoji;
mod face;
pub mod field;
pub mod fight;
pub mod go;
pub mod lobby;
pub mod look;
pub mod measure;
mod moment;
mod offers;
mod picture;
pub mod plan;
pub mod press;
mod read;
mod roster;
pub mod show;
mod slash;
pub mod special;
#[cfg(test)]
mod trial;
pub mod turn;
mod who;

use gatemaster_discord::forms::FilledForm;

use crate::answer::{PressedMessage, Reply};
use crate::boxed;
use crate::face::Hall;
use crate::request::Request;
use crate::trouble::Trouble;
pub use acts::At;
pub(crate) use acts::{
    doing, doing_with, done_in_secret, own_seat, own_view, play, play_form, play_here, refine,
    state,
};
pub use face::At43Face;
pub use lobby::armies;
pub use slash::at43;
use who::{is_bot, mark_of, player, side_head, waits_for};

use press::{BattlePress, BattlePressed};

/// A button of a game, or a list with what was picked from it.
#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    pressed: BattlePressed,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let BattlePressed { game, seq, press } = pressed;
    let at = &At { game, seq };
    match press {
        BattlePress::Lobby(press) => lobby::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Company(press) => company::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Field(press) => field::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Plan(press) => plan::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Turn(press) => turn::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Go(press) => go::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Aim(press) => aim::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Fight(press) => fight::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Special(press) => special::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Ask(press) => ask::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Control(press) => control::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Correct(press) => correct::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Measure(press) => measure::pressed(hall, request, at, press, picked, on).await,
        BattlePress::Look(press) => look::pressed(hall, request, at, press, picked, on).await,
    }
}

/// A form of a game that was filled in; `on` is the message whose button opened it.
#[boxed]
pub(crate) async fn filled_in(
    hall: &Hall,
    request: &Request,
    pressed: BattlePressed,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let BattlePressed { game, seq, press } = pressed;
    let at = &At { game, seq };
    match press {
        BattlePress::Lobby(press) => lobby::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Company(press) => {
            company::filled_in(hall, request, at, press, written, on).await
        }
        BattlePress::Field(press) => field::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Plan(press) => plan::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Turn(press) => turn::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Go(press) => go::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Aim(press) => aim::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Fight(press) => fight::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Special(press) => {
            special::filled_in(hall, request, at, press, written, on).await
        }
        BattlePress::Ask(press) => ask::filled_in(hall, request, at, press, written, on).await,
        BattlePress::Control(press) => {
            control::filled_in(hall, request, at, press, written, on).await
        }
        BattlePress::Correct(press) => {
            correct::filled_in(hall, request, at, press, written, on).await
        }
        BattlePress::Measure(press) => {
            measure::filled_in(hall, request, at, press, written, on).await
        }
        BattlePress::Look(press) => look::filled_in(hall, request, at, press, written, on).await,
    }
}
