//! Leagues on Discord: `/league` for everybody, `/organise` for organisers, and the buttons of both.

pub(crate) mod from_game;
pub(crate) mod play;
pub mod press;
pub mod show;

use crate::answer::Reply;
use crate::face::Face;
use crate::forms::Written;
use crate::presses::unknown;
use crate::request::Request;
use crate::trouble::Trouble;
use press::{LeaguePress, LeaguePressed};

/// A button or list of a league.
pub(crate) async fn pressed(
    face: &Face,
    request: &Request,
    pressed: LeaguePressed,
    _picked: &[String],
) -> Result<Reply, Trouble> {
    let kept = face.ledger.load(request, &pressed.league).await?;
    match pressed.press {
        LeaguePress::Play { fixture } => play::play(face, request, &kept, fixture).await,
        LeaguePress::TakeGame { fixture, game } => {
            play::take_game(face, request, &kept, fixture, &game).await
        }
        _ => Err(unknown()),
    }
}

/// A form of a league.
pub(crate) async fn filled_in(
    _face: &Face,
    _request: &Request,
    _pressed: LeaguePressed,
    _written: &Written,
) -> Result<Reply, Trouble> {
    Err(unknown())
}
