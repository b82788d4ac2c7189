//! `/turn end`: what a side decides at the turn's end, in one line.

use gatemaster_rules::antares::command::{Command, TurnEnd};
use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::antares::turn::turn_end_waits_for;
use gatemaster_rules::game::View;
use serenity::all::CreateAutocompleteResponse;

use super::super::{doing_with, state};
use super::turn_end;
use crate::desk::Which;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::Fault;
use crate::{offers, table};

/// The turns of a battle.
#[poise::command(
    slash_command,
    subcommands("end"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn turn(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// End the turn once every die is drawn: which ambushes you keep, and who helps your units recover.
#[poise::command(slash_command)]
async fn end(
    ctx: Ctx<'_>,
    #[description = "Units that stay in ambush: names, all or none; all if you leave this out"]
    #[autocomplete = "ambushes"]
    #[max_length = 1000]
    keep: Option<String>,
    #[description = "What helps in recovery tests, such as: Strike-1: Command Squad"]
    #[autocomplete = "helps"]
    #[max_length = 1000]
    help: Option<String>,
    #[description = "Rolled by hand: the faces in order"]
    #[max_length = 1000]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/turn end", move |hall, request| async move {
        let outcome = hall
            .desk
            .act(&request, &Which::Here, |game| {
                let state = state(game)?;
                let seats = game.table.seats_of(request.user());
                let mut waits = turn_end_waits_for(state).into_iter();
                let nothing = || TurnEnd { keep: Vec::new(), nerves: Vec::new() };
                let end = match waits.find(|seat| seats.contains(seat)) {
                    Some(seat) if state.phase == Phase::TurnEnd => {
                        turn_end::written(state, seat, keep.as_deref(), help.as_deref())?
                    }
                    // the rules say why it cannot end yet
                    _ => nothing(),
                };
                Ok(doing_with(Command::EndTurn(end), dice))
            })
            .await?;
        Ok(table::told(hall.systems, &outcome, &request).into())
    })
    .await
}

async fn ambushes(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (names, _) = offered(ctx).await;
    if names.is_empty() {
        return CreateAutocompleteResponse::new();
    }
    let whole = ["all".to_owned(), "none".to_owned()];
    let begun = typed.contains([',', ';']);
    let names = whole.into_iter().filter(|_| !begun).chain(names).collect();
    one_more(names, typed)
}

async fn helps(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (_, helps) = offered(ctx).await;
    one_more(helps, typed)
}

/// What this person could name now: ambushes and help.
async fn offered(ctx: Ctx<'_>) -> (Vec<String>, Vec<String>) {
    let hall = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, hall.lookup()).await;
    let Ok(game) = hall.desk.load(&request, &Which::Here).await else { return <_>::default() };
    match &game.table.game {
        Some(View::Antares(state)) if state.phase == Phase::TurnEnd => {
            let seats = game.table.seats_of(request.user());
            turn_end::typed(state, &seats).unwrap_or_default()
        }
        _ => <_>::default(),
    }
}

/// The last part of a list is completed; what was named before it stays, and is not offered again.
fn one_more(names: Vec<String>, typed: &str) -> CreateAutocompleteResponse {
    let (before, last) = match typed.rfind([',', ';']) {
        Some(place) => typed.split_at(place + 1),
        None => ("", typed),
    };
    let named: Vec<String> =
        before.split([',', ';']).map(|part| part.trim().to_lowercase()).collect();
    let head = if before.is_empty() { String::new() } else { format!("{} ", before.trim_end()) };
    let fitting = names
        .into_iter()
        .filter(|name| offers::contains(name, last) && !named.contains(&name.to_lowercase()));
    let offers = fitting.map(|name| {
        let whole = format!("{head}{name}");
        (whole.clone(), whole)
    });
    offers::choices(offers)
}
