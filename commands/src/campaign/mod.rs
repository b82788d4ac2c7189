//! Campaigns on Discord: `/campaign` for everybody, `/chronicler` for organisers, and the buttons of both.

mod chronicler;
mod everybody;
mod files;
mod find;
pub(crate) mod from_game;
#[cfg(test)]
pub(crate) mod made_up;
mod offers;
mod play;
pub mod press;
mod pressed;
mod said;
pub mod show;

pub use chronicler::chronicler;
pub use everybody::campaign;
pub(crate) use pressed::{filled_in, pressed};

use gatemaster_league::campaign::{Action, Campaign};

use crate::answer::Reply;
use crate::books::{self, told};
use crate::card::Card;
use crate::face::Face;
use crate::ledger::{Kept, Written};
use crate::request::Request;
use crate::trouble::Trouble;

/// Writes one entry and lets the clerk know.
async fn write(
    face: &Face,
    request: &Request,
    id: &str,
    choose: impl Fn(&Kept<Campaign>) -> Result<Action, Trouble> + Send + Sync,
) -> Result<Written<Campaign>, Trouble> {
    books::write(face, request, id, choose).await
}

/// What came of it, in the chronicle's own sentences.
fn told_as_written(written: &Written<Campaign>) -> Reply {
    told(written, Card::line(show::happened(&written.kept.book, &written.events)))
}
