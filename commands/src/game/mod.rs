//! `/game`: what every table has, whatever is played at it. A file a command.

mod board;
mod by_hand;
mod end;
mod export;
mod hand_over;
mod join;
mod leave;
mod list;
mod log;
mod mine;
mod new;
mod put_away;
mod recap;
mod result;
mod resume;
mod settings;
mod start;
mod undo;

pub use export::{Files, files_of, whole_files_of};
pub(crate) use new::choice;
pub(crate) use settings::RemindChoice;

use gatemaster_discord::press::is_id;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::SeenTable;

use crate::desk::Which;
use crate::run::Ctx;
use crate::trouble::{Fault, Trouble};
use crate::{offers, words};
use board::board;
use by_hand::by_hand;
use end::end;
use export::export;
use hand_over::hand_over;
use join::join;
use leave::leave;
use list::list;
use log::log;
use mine::mine;
use new::new;
use put_away::put_away;
use recap::recap;
use result::result;
use resume::resume;
use settings::settings;
use start::start;
use undo::undo;

/// A game in this channel: open it, take a seat, play, look back.
#[poise::command(
    slash_command,
    subcommands(
        "new",
        "join",
        "leave",
        "hand_over",
        "start",
        "board",
        "mine",
        "log",
        "recap",
        "undo",
        "settings",
        "by_hand",
        "export",
        "result",
        "end",
        "put_away",
        "resume",
        "list"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn game(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// A seat by its name.
fn seat(table: &SeenTable, name: &str) -> Result<Seat, Trouble> {
    table.seat_named(name).ok_or_else(|| {
        let names: Vec<&str> = table.seats.iter().map(|chair| chair.name.as_str()).collect();
        Trouble::refused(format!(
            "This table has no seat of that name; it has {}.",
            words::esc(&words::list(&names))
        ))
    })
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
        Some(id) if is_id(id.trim()) => Ok(Which::Now(id.trim().to_owned())),
        Some(_) => {
            Err(Trouble::refused("Pick the game from the list that Discord offers while you type."))
        }
    }
}
