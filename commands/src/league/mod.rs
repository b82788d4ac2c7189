//! Leagues on Discord: `/league` for everybody, `/organise` for organisers, and the buttons of both.

pub mod press;
pub mod show;

use crate::answer::Reply;
use crate::face::Face;
use crate::forms::Written;
use crate::presses::unknown;
use crate::request::Request;
use crate::trouble::Trouble;
use press::LeaguePressed;

/// A button or list of a league.
pub(crate) async fn pressed(
    _face: &Face,
    _request: &Request,
    _pressed: LeaguePressed,
    _picked: &[String],
) -> Result<Reply, Trouble> {
    Err(unknown())
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
