//! Suggestions while people type about campaigns (Discord's autocompletion).

use gatemaster_league::campaign::sentence::{battle_name, state};
use gatemaster_league::campaign::{Battle, Campaign, Phase};
use serenity::all::{CreateAutocompleteResponse, ResolvedValue};

use super::find;
use crate::app::App;
use crate::ledger::StoredBook;
use crate::offers::{choices, contains};
use crate::request::Request;
use crate::run::Ctx;

/// Campaigns of this server by name, the open ones first.
pub async fn campaigns(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let Some(guild) = request.guild else { return CreateAutocompleteResponse::new() };
    let all = app.ledger.all_on::<Campaign>(guild).await.unwrap_or_default();
    let fitting = all.into_iter().filter(|kept| contains(&kept.book.name, typed)).map(|kept| {
        let state = match kept.book.phase {
            Phase::Open => "on",
            Phase::Closed => "closed",
        };
        (format!("{} ({state})", kept.book.name), kept.id)
    });
    choices(fitting)
}

pub async fn sides(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    choices(sides_like(&kept.book, typed).into_iter())
}

/// Sides, and that nobody won.
pub async fn winners(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    let draw = ("Draw".to_owned(), "draw".to_owned());
    let draw = Some(draw).filter(|(label, _)| contains(label, typed));
    choices(sides_like(&kept.book, typed).into_iter().chain(draw))
}

/// Sides, and that it is nobody's.
pub async fn holders(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    let nobody = ("Nobody".to_owned(), "nobody".to_owned());
    let nobody = Some(nobody).filter(|(label, _)| contains(label, typed));
    choices(sides_like(&kept.book, typed).into_iter().chain(nobody))
}

fn sides_like(campaign: &Campaign, typed: &str) -> Vec<(String, String)> {
    let sides = campaign.sides.iter().filter(|side| contains(&side.name, typed));
    sides
        .map(|side| (format!("{} {}", side.colour.mark(), side.name), format!("s{}", side.no)))
        .collect()
}

pub async fn places(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    let places = kept.book.places.iter().filter(|place| contains(&place.name, typed));
    choices(places.map(|place| (format!("{} {}", place.no, place.name), format!("p{}", place.no))))
}

pub async fn units(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    let campaign = &kept.book;
    let labelled = campaign.units.iter().map(|unit| {
        let side = campaign.side(unit.side).map_or("", |side| side.name.as_str());
        (format!("{} ({side}, {})", unit.name, unit.state.name()), format!("u{}", unit.no))
    });
    choices(labelled.filter(|(label, _)| contains(label, typed)))
}

/// Every battle, the latest first.
pub async fn battles(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    offer(&kept.book, typed, |_| true)
}

/// The battles that still wait for somebody.
pub async fn open_battles(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(kept) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    offer(&kept.book, typed, Battle::is_unsettled)
}

fn offer(
    campaign: &Campaign,
    typed: &str,
    which: impl Fn(&Battle) -> bool,
) -> CreateAutocompleteResponse {
    let label = |battle: &Battle| {
        let name = battle_name(campaign, battle.no);
        let name = name.strip_prefix("battle ").unwrap_or(&name);
        format!("{name}: {}", state(campaign, battle))
    };
    let fitting = campaign
        .battles
        .iter()
        .rev()
        .filter(|battle| which(battle))
        .map(|battle| (label(battle), battle.no.to_string()))
        .filter(|(label, _)| contains(label, typed));
    choices(fitting)
}

/// The campaign of the `campaign` option, or the one that is meant without it.
async fn meant(ctx: Ctx<'_>) -> Option<StoredBook<Campaign>> {
    let app: &App = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let option = ctx.args.iter().find(|option| option.name == "campaign");
    let word = option.and_then(|option| match option.value {
        ResolvedValue::String(text) => Some(text.to_owned()),
        _ => None,
    });
    match find::campaign(app, &request, word.as_deref()).await {
        Ok(kept) => Some(kept),
        Err(_) => find::organised(app, &request, word.as_deref()).await.ok(),
    }
}
