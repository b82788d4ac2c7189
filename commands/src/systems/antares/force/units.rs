//! `/units`: the units, weapons and armour that a server adds to the booklet.

use serenity::all::Attachment;

use super::own::UNITS;
use crate::run::Ctx;
use crate::trouble::Fault;

/// This server's own units for Antares: load a file of them, look, take it away.
#[poise::command(
    slash_command,
    subcommands("load", "list", "remove", "template"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn units(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Load a file of units, weapons and armour for everybody on this server; it replaces the one before.
#[poise::command(slash_command)]
pub async fn load(
    ctx: Ctx<'_>,
    #[description = "A TOML file; /units template gives you one to start from"] file: Attachment,
) -> Result<(), Fault> {
    UNITS.load(ctx, "/units load", file).await
}

/// What this server has added, with the file itself.
#[poise::command(slash_command)]
pub async fn list(ctx: Ctx<'_>) -> Result<(), Fault> {
    UNITS.list(ctx, "/units list").await
}

/// Take this server's file away; battles keep what they were set up with.
#[poise::command(slash_command)]
pub async fn remove(ctx: Ctx<'_>) -> Result<(), Fault> {
    UNITS.remove(ctx, "/units remove").await
}

/// A small file to start from.
#[poise::command(slash_command)]
pub async fn template(ctx: Ctx<'_>) -> Result<(), Fault> {
    UNITS.template(ctx, "/units template").await
}
