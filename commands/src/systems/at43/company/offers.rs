//! Suggestions while people type names of companies: their own, the ready ones, and quick ones for the points of the game here.

use serenity::all::CreateAutocompleteResponse;

use super::super::offers::one_more;
use super::bench::Bench;
use super::choices;
use crate::offers::{choices as suggested, contains};
use crate::request::Request;
use crate::run::Ctx;

pub async fn names(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let Ok(bench) = Bench::here(app, &request).await else {
        return CreateAutocompleteResponse::new();
    };
    let (library, limits) = (bench.library(), bench.limits());
    let Ok(mut all) = choices::offered(app, &request, library, &limits).await else {
        return CreateAutocompleteResponse::new();
    };
    // one's own are meant more often
    all.sort_by_key(|one| !one.kept);
    let named = all.into_iter().map(|one| {
        let whose = if one.kept { "yours" } else { "ready" };
        (format!("{} · {whose}", one.label(library)), one.name)
    });
    suggested(named.filter(|(label, _)| contains(label, typed)))
}

/// Units of the company that whoever types is building, the last of several apart by commas.
pub async fn units(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let Ok(bench) = Bench::here(app, &request).await else {
        return CreateAutocompleteResponse::new();
    };
    let names = gatemaster_rules::at43::company::names(bench.library(), bench.company());
    one_more(names.into_iter().map(|name| (name.clone(), name)).collect(), typed)
}
