//! `/dicegame`: the gate cards, traits and faces that a server gives the Dice Game, and how it is played.

use serenity::all::Attachment;

use super::guide::of_server;
use super::own::{CARDS, setup};
use crate::answer::Answer;
use crate::run::{Ctx, run};
use crate::trouble::Fault;

/// The Dice Game: how it is played, and this server's own gate cards, traits and faces.
#[poise::command(
    slash_command,
    subcommands("load", "list", "remove", "template", "guide"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn dicegame(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Load a file of gate cards, traits and faces for this server; it replaces the one before.
#[poise::command(slash_command)]
pub async fn load(
    ctx: Ctx<'_>,
    #[description = "A TOML file; /dicegame template gives you one to start from"] file: Attachment,
) -> Result<(), Fault> {
    CARDS.load(ctx, "/dicegame load", file).await
}

/// The gate cards, faces and traits that new tables here have, and whose they are.
#[poise::command(slash_command)]
pub async fn list(ctx: Ctx<'_>) -> Result<(), Fault> {
    CARDS.list(ctx, "/dicegame list").await
}

/// Take this server's file away; games keep what they were set up with.
#[poise::command(slash_command)]
pub async fn remove(ctx: Ctx<'_>) -> Result<(), Fault> {
    CARDS.remove(ctx, "/dicegame remove").await
}

/// A small file to start from.
#[poise::command(slash_command)]
pub async fn template(ctx: Ctx<'_>) -> Result<(), Fault> {
    CARDS.template(ctx, "/dicegame template").await
}

/// How the Dice Game is played, with the gate card and faces that new tables here have.
#[poise::command(slash_command)]
pub async fn guide(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/dicegame guide", move |hall, request| async move {
        let setup = setup(&hall.desk.store, request.guild).await?;
        Ok(Answer::private(of_server(&setup)).into())
    })
    .await
}
