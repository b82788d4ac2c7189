//! Suggestions while people type about leagues (Discord's autocompletion).

use gatemaster_league::league::Phase;
use gatemaster_league::words::state_in_words;
use gatemaster_league::{Fixture, League, Season};
use serenity::all::{CreateAutocompleteResponse, ResolvedValue};

use super::find;
use crate::app::App;
use crate::ledger::StoredBook;
use crate::offers::{choices, contains};
use crate::request::Request;
use crate::run::Ctx;

/// Leagues of this server by name, the open ones first.
pub async fn leagues(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let Some(guild) = request.guild else { return CreateAutocompleteResponse::new() };
    let all = app.ledger.all_on::<League>(guild).await.unwrap_or_default();
    let fitting = all.into_iter().filter(|kept| contains(&kept.book.name, typed)).map(|kept| {
        let state = match kept.book.season.phase {
            Phase::Entry => "entry",
            Phase::Running => "on",
            Phase::Finals => "finals",
            Phase::Closed => "closed",
        };
        (format!("{} ({state})", kept.book.name), kept.id)
    });
    choices(fitting)
}

/// People in the season that is meant.
pub async fn entrants(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    let season = &kept.book.season;
    let fitting =
        season.entrants.iter().filter(|entrant| contains(&entrant.name, typed)).map(|one| {
            let left = if one.out { " (has left)" } else { "" };
            (format!("{}{left}", one.name), format!("e{}", one.no))
        });
    choices(fitting)
}

/// Those of them whom the asker could meet.
pub async fn opponents(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    let me = gatemaster_rules::ids::UserId(ctx.interaction.user.id.get());
    let season = &kept.book.season;
    let fitting = season
        .active()
        .filter(|entrant| !entrant.is(me) && contains(&entrant.name, typed))
        .map(|entrant| (entrant.name.clone(), format!("e{}", entrant.no)));
    choices(fitting)
}

/// Every match of the season, the latest first.
pub async fn matches(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    offer(&kept.book.season, typed, |_| true)
}

/// The matches that still wait for somebody.
pub async fn open_matches(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    offer(&kept.book.season, typed, Fixture::is_unsettled)
}

/// The asker's own that still wait.
pub async fn my_matches(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    let me = gatemaster_rules::ids::UserId(ctx.interaction.user.id.get());
    let season = &kept.book.season;
    let Some(me) = season.entrant_of(me).map(|entrant| entrant.no) else {
        return CreateAutocompleteResponse::new();
    };
    offer(season, typed, |fixture| fixture.is_unsettled() && fixture.has(me))
}

fn offer(
    season: &Season,
    typed: &str,
    which: impl Fn(&Fixture) -> bool,
) -> CreateAutocompleteResponse {
    let label = |fixture: &Fixture| {
        let first = season.name_of(fixture.first);
        let second = fixture.second.map_or("bye", |second| season.name_of(second));
        format!("{}: {first} – {second} ({})", fixture.no, state_in_words(season, fixture))
    };
    let fitting = season
        .fixtures
        .iter()
        .rev()
        .filter(|fixture| which(fixture))
        .map(|fixture| (label(fixture), fixture.no.to_string()))
        .filter(|(label, _)| contains(label, typed));
    choices(fitting)
}

/// The league of the `league` option, or the one that is meant without it.
async fn meant(ctx: Ctx<'_>) -> Option<StoredBook<League>> {
    let app: &App = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let word =
        ctx.args.iter().find(|option| option.name == "league").and_then(|option| {
            match option.value {
                ResolvedValue::String(text) => Some(text.to_owned()),
                _ => None,
            }
        });
    let league = find::league(app, &request, word.as_deref()).await;
    match league {
        Ok(kept) => Some(kept),
        Err(_) => find::organised(app, &request, word.as_deref()).await.ok(),
    }
}
