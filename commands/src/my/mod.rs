//! `/my`: what is mine here: the games that wait for me, and how I like to be told.

mod games;
mod notices;

use crate::run::Ctx;
use crate::trouble::Fault;
use games::games;
pub(crate) use games::my_games;
use notices::notices;

/// The games that wait for you, and how you like to be told.
#[poise::command(
    slash_command,
    subcommands("games", "notices"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn my(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}
