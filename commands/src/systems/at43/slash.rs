//! `/at43`: every action of a game in one typed line.

use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// AT-43: companies, plans, and every action in one line.
#[poise::command(
    slash_command,
    rename = "at43",
    subcommands(
        "super::lobby::setup",
        "super::field::roll",
        "super::field::table",
        "super::company::company",
        "super::company::sheet",
        "super::plan::plan",
        "super::turn::card",
        "super::go::move_",
        "super::aim::shoot",
        "super::aim::artillery",
        "super::fight::fight",
        "super::special::special",
        "super::special::routine",
        "super::turn::end",
        "super::ask::answer",
        "super::ask::standing",
        "super::control::count",
        "super::control::buy",
        "super::control::done",
        "super::correct::correct",
        "mine"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn at43(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// What only you may see of the game here: your company, your sequence and your wager.
#[poise::command(slash_command)]
async fn mine(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/at43 mine", move |hall, request| async move {
        let game = hall.desk.load(&request, &crate::desk::Which::Here).await?;
        Ok(table::mine(hall.systems, &game, &request)?.into())
    })
    .await
}
