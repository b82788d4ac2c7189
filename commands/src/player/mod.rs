//! To be written.

pub mod press;

use crate::answer::Reply;
use crate::face::Face;
use crate::forms::Written;
use crate::presses::unknown;
use crate::request::Request;
use crate::trouble::Trouble;
use press::PlayerPressed;

pub(crate) async fn pressed(
    _face: &Face,
    _request: &Request,
    _pressed: PlayerPressed,
    _picked: &[String],
) -> Result<Reply, Trouble> {
    Err(unknown())
}

pub(crate) async fn filled_in(
    _face: &Face,
    _request: &Request,
    _pressed: PlayerPressed,
    _written: &Written,
) -> Result<Reply, Trouble> {
    Err(unknown())
}
