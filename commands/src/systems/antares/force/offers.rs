//! What Discord offers while people type a `/force` command.

use gatemaster_rules::antares::profile::{Profile, Source};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::count;
use serenity::all::{CreateAutocompleteResponse, ResolvedOption, ResolvedValue};

use super::library::library;
use super::sides::{may_change, meant, setup, side};
use super::single::offered;
use crate::desk::{Loaded, Which};
use crate::offers::{choices, contains};
use crate::request::Request;
use crate::run::Ctx;

/// The battle of this channel and who asks; nothing where there is none to set up.
async fn here(ctx: Ctx<'_>) -> Option<(Loaded, Request)> {
    let hall = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, hall.lookup()).await;
    let game = hall.desk.load(&request, &Which::Here).await.ok()?;
    setup(&game).ok()?;
    Some((game, request))
}

/// Both sides, those first that the asker may change.
pub async fn sides(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some((game, request)) = here(ctx).await else { return CreateAutocompleteResponse::new() };
    let mut seats: Vec<Seat> = game.table.all_seats().collect();
    seats.retain(|seat| may_change(&game, &request, *seat).is_ok());
    let names = seats.iter().filter_map(|seat| game.table.seats.get(seat.index()));
    let names = names.map(|chair| chair.name.clone()).filter(|name| contains(name, typed));
    choices(names.map(|name| (name.clone(), name)))
}

/// What the side may take, its own units first.
pub async fn units_to_add(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some((game, request)) = here(ctx).await else { return CreateAutocompleteResponse::new() };
    let hall = ctx.framework.user_data().await;
    let Ok(library) = library(&hall.desk.store, request.guild).await else {
        return CreateAutocompleteResponse::new();
    };
    let named = other_option(ctx, "side");
    let seat = meant(&game.table, &request, named.as_deref()).unwrap_or(Seat(0));
    let Ok(side) = setup(&game).and_then(|setup| side(setup, seat)) else {
        return CreateAutocompleteResponse::new();
    };
    let units = offered(&library, side.faction, typed);
    choices(units.map(|unit| (unit_label(unit), unit.key.clone())))
}

/// "AI Squad (Algoryn, 5 models)"
fn unit_label(unit: &Profile) -> String {
    let models = count(u32::try_from(unit.models()).unwrap_or(u32::MAX), "model", "models");
    let whose = match unit.source {
        Source::Server => "this server's own",
        Source::Printed | Source::Repaired | Source::House => unit.faction.name(),
    };
    format!("{} ({whose}, {models})", unit.name)
}

/// The units of the sides that the asker may change.
pub async fn units_here(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some((game, request)) = here(ctx).await else { return CreateAutocompleteResponse::new() };
    let Ok(setup) = setup(&game) else { return CreateAutocompleteResponse::new() };
    let own = (0..).map(Seat).zip(&setup.sides);
    let own = own.filter(|(seat, _)| may_change(&game, &request, *seat).is_ok());
    let units = own.flat_map(|(_, side)| side.units.iter().map(move |unit| (side, unit)));
    let fitting = units.filter_map(|(side, unit)| {
        let label = if unit.name.starts_with(&unit.profile.name) {
            format!("{} · {}", unit.name, side.name)
        } else {
            format!("{} ({}) · {}", unit.name, unit.profile.name, side.name)
        };
        contains(&label, typed).then(|| (label, unit.name.clone()))
    });
    choices(fitting)
}

/// What has been typed into another option of the same command.
fn other_option(ctx: Ctx<'_>, name: &str) -> Option<String> {
    let options = ctx.interaction.data.options();
    let [ResolvedOption { value: ResolvedValue::SubCommand(options), .. }] = &options[..] else {
        return None;
    };
    options.iter().find(|option| option.name == name).and_then(|option| match &option.value {
        ResolvedValue::String(text) => Some((*text).to_owned()),
        _ => None,
    })
}
