//! Leagues on Discord: `/league` for everybody, `/organise` for organisers, and the buttons of both.

mod bring;
mod choices;
mod everybody;
mod files;
mod find;
pub(crate) mod from_game;
pub(crate) mod level;
#[cfg(test)]
pub(crate) mod made_up;
mod monospaced;
mod offers;
mod organise;
mod picture;
pub(crate) mod play;
pub(crate) mod posts;
pub mod press;
mod pressed;
pub(crate) mod sheet;
pub mod show;
pub mod table;

pub(crate) use choices::{PlayedChoice, played};
pub use everybody::league;
pub(crate) use everybody::may_speak;
pub use organise::organise;
pub(crate) use pressed::{filled_in, pressed};

use gatemaster_league::{Action, League};

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
    choose: impl Fn(&StoredBook<League>) -> Result<Action, Trouble> + Send + Sync + 'a,
) -> Work<'a, Result<BookOutcome<League>, Trouble>> {
    Box::pin(books::write(app, request, id, Box::new(choose)))
}
