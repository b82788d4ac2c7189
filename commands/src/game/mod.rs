//! `/game`: what every table has, whatever is played at it. A file a command.

mod board;
mod end;
mod export;
mod join;
mod leave;
mod list;
mod log;
mod new;
pub(crate) mod offers;
mod recap;
mod settings;
mod start;
mod undo;

pub use export::{Files, export_of};

use board::board;
use end::end;
use export::export;
use join::join;
use leave::leave;
use list::list;
use log::log;
use new::new;
use recap::recap;
use settings::settings;
use start::start;
use undo::undo;

use crate::desk::Which;
use crate::trouble::{Fault, Trouble};
use crate::{Ctx, press};

/// A game in this channel: open it, take a seat, play, look back.
#[poise::command(
    slash_command,
    subcommands(
        "new", "join", "leave", "start", "board", "log", "recap", "undo", "settings", "export",
        "end", "list"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn game(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// The same for looking: where no game is open, the last one that ended here is meant.
fn which_or_last(picked: Option<String>) -> Result<Which, Trouble> {
    match picked {
        None => Ok(Which::LastHere),
        some => which(some),
    }
}

/// The game a person picked from the list, or the one of this channel.
fn which(picked: Option<String>) -> Result<Which, Trouble> {
    match picked {
        None => Ok(Which::Here),
        Some(id) if press::is_game_id(id.trim()) => Ok(Which::Now(id.trim().to_owned())),
        Some(_) => {
            Err(Trouble::refused("Pick the game from the list that Discord offers while you type."))
        }
    }
}
