//! Campaigns on Discord: `/campaign` for everybody, `/chronicler` for organisers, and the buttons of both.

mod chronicler;
mod everybody;
mod files;
mod find;
pub(crate) mod from_game;
#[cfg(test)]
pub(crate) mod made_up;
mod offers;
mod picture;
mod play;
pub mod press;
mod pressed;
pub mod show;
mod typed;

pub use chronicler::chronicler;
pub use everybody::campaign;
pub(crate) use pressed::{filled_in, pressed};

use gatemaster_discord::card::Card;
use gatemaster_league::campaign::{Action, Campaign};

use crate::answer::Reply;
use crate::app::App;
use crate::books::{self, told};
use crate::desk::Work;
use crate::ledger::{BookOutcome, StoredBook};
use crate::request::Request;
use crate::trouble::Trouble;

/// Writes one entry and lets the clerk know.
fn write<'a>(
    app: &'a App,
    request: &'a Request,
    id: &'a str,
    choose: impl Fn(&StoredBook<Campaign>) -> Result<Action, Trouble> + Send + Sync + 'a,
) -> Work<'a, Result<BookOutcome<Campaign>, Trouble>> {
    Box::pin(books::write(app, request, id, Box::new(choose)))
}

/// What came of it, in the chronicle's own sentences.
fn told_as_written(written: &BookOutcome<Campaign>) -> Reply {
    told(written, Card::line(show::happened(&written.kept.book, &written.events)))
}
