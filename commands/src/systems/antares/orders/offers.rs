//! What Discord offers while people type orders and moves: only what is legal now.

use gatemaster_rules::antares::buildings::{self, Spot};
use gatemaster_rules::antares::command::GiveOrder;
use gatemaster_rules::antares::event::Pace;
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::orders::{check_order, is_before_the_first_die};
use gatemaster_rules::antares::state::{Phase, State, UnitId};
use gatemaster_rules::antares::values::commanders_for;
use gatemaster_rules::antares::{label, question};
use gatemaster_rules::game::View;
use gatemaster_rules::ids::Seat;
use serenity::all::{CreateAutocompleteResponse, ResolvedValue};

use super::places::{elsewhere, place_line, place_name};
use super::slash::Going;
use super::{act, choose, deploy};
use crate::offers::{choices, contains, here};
use crate::request::Request;
use crate::run::Ctx;

/// The battle of this channel, if there is one.
async fn battle(ctx: Ctx<'_>) -> Option<State> {
    match here(ctx).await?.table.game {
        Some(View::Antares(state)) => Some(state),
        _ => None,
    }
}

/// What has been typed into another option so far.
fn typed_in(ctx: Ctx<'_>, option: &str) -> Option<String> {
    let given = ctx.args.iter().find(|given| given.name == option)?;
    match given.value {
        ResolvedValue::String(text) | ResolvedValue::Autocomplete { value: text, .. } => {
            Some(text.to_owned())
        }
        _ => None,
    }
}

fn called(state: &State, name: &str) -> Option<UnitId> {
    let name = name.trim().to_lowercase();
    state.ids().find(|id| state.unit_name(*id).to_lowercase() == name)
}

fn offer(
    state: &State,
    typed: &str,
    units: Vec<UnitId>,
    line: impl Fn(UnitId) -> String,
) -> CreateAutocompleteResponse {
    let fitting = units.into_iter().filter(|id| contains(state.unit_name(*id), typed));
    choices(fitting.map(|id| {
        let name = state.unit_name(id).to_owned();
        (format!("{name} · {}", line(id)), name)
    }))
}

/// Nothing else waits, and this side has a die to give.
fn drawn(state: &State) -> Option<Seat> {
    state.flow.drawn.filter(|_| state.flow.tasks.is_empty() && state.phase == Phase::Orders)
}

/// Units that can use the drawn die.
pub(super) async fn units(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(state) = battle(ctx).await else { return CreateAutocompleteResponse::new() };
    let units = drawn(&state).map(|seat| choose::usable(&state, seat)).unwrap_or_default();
    offer(&state, typed, units, |id| label::unit_line(&state, id))
}

/// Orders that the unit can be given.
pub(super) async fn orders(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(state) = battle(ctx).await else { return CreateAutocompleteResponse::new() };
    let unit = typed_in(ctx, "unit").and_then(|name| called(&state, &name));
    let Some(seat) = drawn(&state) else { return CreateAutocompleteResponse::new() };
    let Some(unit) = unit else {
        // what at least one unit can be given
        let units = choose::usable(&state, seat);
        let legal = Order::ALL.into_iter().filter(|order| {
            let one =
                |id: &UnitId| check_order(&state, seat, &GiveOrder::plain(*id, *order)).is_ok();
            contains(order.name(), typed) && units.iter().any(one)
        });
        return choices(legal.map(|order| (order.name().to_owned(), order.name().to_owned())));
    };
    let plain = Order::ALL.map(|order| (order.name(), GiveOrder::plain(unit, order)));
    let sprint = GiveOrder { sprint: true, ..GiveOrder::plain(unit, Order::Run) };
    let legal = plain
        .into_iter()
        .chain([("Sprint", sprint)])
        .filter(|(name, _)| contains(name, typed))
        .filter(|(_, order)| check_order(&state, seat, order).is_ok());
    let offers: Vec<(String, String)> = legal
        .map(|(name, order)| {
            use gatemaster_rules::antares::command::Command;
            let more = label::command(&state, &Command::Order(order)).more;
            (format!("{name} · {more}"), name.to_owned())
        })
        .collect();
    choices(offers.into_iter())
}

/// Enemies on the table, or the one that the acting unit charges.
pub(super) async fn enemies(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(state) = battle(ctx).await else { return CreateAutocompleteResponse::new() };
    let acting = state.flow.acting;
    let enemies = match (acting.and_then(|acting| acting.assault), drawn(&state)) {
        (Some(enemy), _) => vec![enemy],
        (None, Some(seat)) => {
            let unit = typed_in(ctx, "unit").and_then(|name| called(&state, &name));
            let mut enemies = choose::enemies(&state, seat);
            enemies.retain(|enemy| {
                unit.is_none_or(|unit| {
                    let plain = GiveOrder::plain(unit, Order::Run);
                    let charge = GiveOrder { assault: Some(*enemy), ..plain };
                    check_order(&state, seat, &charge).is_ok()
                })
            });
            enemies
        }
        (None, None) => Vec::new(),
    };
    let from = acting.map(|acting| acting.unit);
    let from = from.or_else(|| typed_in(ctx, "unit").and_then(|name| called(&state, &name)));
    offer(&state, typed, enemies, |id| label::target_line(&state, from.unwrap_or(id), id))
}

/// Commanders who could lend the unit more than it has itself.
pub(super) async fn commanders(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(state) = battle(ctx).await else { return CreateAutocompleteResponse::new() };
    let unit = typed_in(ctx, "unit").and_then(|name| called(&state, &name));
    let tests = unit.filter(|id| {
        let unit = state.unit(*id);
        unit.is_some_and(|unit| choose::tests(unit, Order::Fire))
    });
    let commanders = tests.map(|id| commanders_for(&state, id)).unwrap_or_default();
    offer(&state, typed, commanders, |id| label::unit_line(&state, id))
}

/// Whoever may move now.
pub(super) async fn movers(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(state) = battle(ctx).await else { return CreateAutocompleteResponse::new() };
    let units = match (state.flow.tasks.last(), state.flow.acting) {
        (Some(Task::BonusMove { unit } | Task::Consolidate { unit }), _) => vec![*unit],
        (Some(Task::Act), Some(acting)) => vec![acting.unit],
        (Some(_), _) => Vec::new(),
        (None, _) if state.phase == Phase::Infiltrating => {
            state.seats().flat_map(|seat| deploy::infiltrators(&state, seat)).collect()
        }
        (None, _) => drawn(&state).map(|seat| choose::usable(&state, seat)).unwrap_or_default(),
    };
    offer(&state, typed, units, |id| label::unit_line(&state, id))
}

/// Whoever may charge now.
pub(super) async fn chargers(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(state) = battle(ctx).await else { return CreateAutocompleteResponse::new() };
    let acting = state.flow.acting.filter(|acting| acting.assault.is_some());
    let units = match (acting, drawn(&state)) {
        (Some(acting), _) => vec![acting.unit],
        (None, Some(seat)) => {
            let mut units = choose::usable(&state, seat);
            let any = choose::enemies(&state, seat).first().copied();
            units.retain(|id| {
                let charge = GiveOrder { assault: any, ..GiveOrder::plain(*id, Order::Run) };
                any.is_some() && check_order(&state, seat, &charge).is_ok()
            });
            units
        }
        (None, None) => Vec::new(),
    };
    offer(&state, typed, units, |id| label::unit_line(&state, id))
}

/// Units that come onto the table with the drawn die.
pub(super) async fn reserves(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    use gatemaster_rules::antares::command::Command;
    let Some(state) = battle(ctx).await else { return CreateAutocompleteResponse::new() };
    let deploys = matches!(state.phase, Phase::DeployingSnipers | Phase::Deploying);
    let units = match state.flow.drawn.filter(|_| deploys) {
        Some(seat) => state.waiting_for_orders(seat).map(|(id, _)| id).collect(),
        None if is_before_the_first_die(&state) => garrisons(ctx, &state).await,
        None => Vec::new(),
    };
    offer(&state, typed, units, |unit| {
        label::command(&state, &Command::Deploy { unit, into: None }).more
    })
}

/// One's own units that could begin inside or on a building.
async fn garrisons(ctx: Ctx<'_>, state: &State) -> Vec<UnitId> {
    let hall = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, hall.lookup()).await;
    let seats = here(ctx).await.map(|game| game.table.seats_of(request.user())).unwrap_or_default();
    let own = |id: &UnitId| state.unit(*id).is_some_and(|unit| seats.contains(&unit.side));
    let fits = |id: &UnitId| !buildings::berths(state, *id).is_empty();
    state.ids().filter(|id| own(id) && fits(id)).collect()
}

/// Where the unit could deploy inside and on buildings.
pub(super) async fn berths(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(state) = battle(ctx).await else { return CreateAutocompleteResponse::new() };
    let unit = typed_in(ctx, "unit").and_then(|name| called(&state, &name));
    let berths = unit.map(|id| deploy::berths(&state, id)).unwrap_or_default();
    offer_places(&state, typed, &berths)
}

/// Where the unit could go in, on and out of buildings with the move that is due.
pub(super) async fn places(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(state) = battle(ctx).await else { return CreateAutocompleteResponse::new() };
    let unit = typed_in(ctx, "unit").and_then(|name| called(&state, &name));
    let only = |units: Vec<UnitId>| match units[..] {
        [only] => Some(only),
        _ => None,
    };
    let places = match (state.flow.tasks.last(), question::unit_options(&state)) {
        (Some(Task::Consolidate { unit }), _) => buildings::consolidations(&state, *unit),
        (Some(Task::Act), Some(doing)) => act::places(&state, doing),
        (Some(_), _) => Vec::new(),
        (None, _) if state.phase == Phase::Infiltrating => {
            let all = state.seats().flat_map(|seat| deploy::infiltrators(&state, seat)).collect();
            let unit = unit.or_else(|| only(all));
            unit.map(|id| deploy::infiltrator_places(&state, id)).unwrap_or_default()
        }
        (None, _) => {
            let units = drawn(&state).map(|seat| choose::usable(&state, seat)).unwrap_or_default();
            let unit = match unit {
                Some(unit) => Some(unit).filter(|unit| units.contains(unit)),
                None => only(units),
            };
            let pace = match going(ctx) {
                None | Some(Going::Advance) => Some(Pace::Advance),
                Some(Going::Run) => Some(Pace::Run),
                Some(Going::Sprint) => Some(Pace::Sprint),
                Some(Going::Stay) => None,
            };
            let both = unit.zip(pace);
            both.map(|(id, pace)| elsewhere(&state, id, pace)).unwrap_or_default()
        }
    };
    offer_places(&state, typed, &places)
}

fn offer_places(state: &State, typed: &str, places: &[Option<Spot>]) -> CreateAutocompleteResponse {
    let named = places.iter().map(|place| (place_line(state, *place), place_name(state, *place)));
    let fitting: Vec<_> = named.filter(|(line, _)| contains(line, typed)).collect();
    choices(fitting.into_iter())
}

/// The pace that has been chosen in the same command.
fn going(ctx: Ctx<'_>) -> Option<Going> {
    let given = ctx.args.iter().find(|given| given.name == "pace")?;
    match given.value {
        ResolvedValue::Integer(place) => {
            <Going as poise::ChoiceParameter>::from_index(usize::try_from(place).ok()?)
        }
        ResolvedValue::String(name) => <Going as poise::ChoiceParameter>::from_name(name),
        _ => None,
    }
}

/// Obstacles by any name, those with a known gap first.
pub(super) async fn obstacles(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let state = battle(ctx).await;
    let gaps = state.map(|state| state.gaps).unwrap_or_default();
    let gaps = gaps.into_iter().map(|name| (name, "has a gap"));
    terrain(typed, &gaps.collect::<Vec<_>>())
}

/// Difficult ground by any name, that through which a path is known first, then what is left of buildings (B-DMG-2).
pub(super) async fn difficult(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(state) = battle(ctx).await else { return CreateAutocompleteResponse::new() };
    let acting = state.flow.acting.map(|acting| acting.unit);
    let unit = acting.or_else(|| typed_in(ctx, "unit").and_then(|name| called(&state, &name)));
    let paths = unit.and_then(|id| state.unit(id)).map(|unit| unit.paths.clone());
    let paths = paths.unwrap_or_default();
    let rubble = state.rubble_names().into_iter().filter(|name| !paths.contains(name));
    let rubble: Vec<_> = rubble.map(|name| (name, "difficult, with cover")).collect();
    let known = paths.into_iter().map(|name| (name, "has a path")).chain(rubble);
    terrain(typed, &known.collect::<Vec<_>>())
}

/// Completes the last of several names.
fn terrain(typed: &str, known: &[(String, &str)]) -> CreateAutocompleteResponse {
    let (head, last) = match typed.rsplit_once(',') {
        Some((head, last)) => (format!("{head}, "), last.trim()),
        None => (String::new(), typed.trim()),
    };
    let fitting = known.iter().filter(|(name, _)| contains(name, last)).map(|(name, why)| {
        let whole = format!("{head}{name}");
        (format!("{whole} ({why})"), whole)
    });
    let own = (!typed.trim().is_empty()).then(|| (typed.to_owned(), typed.to_owned()));
    choices(own.into_iter().chain(fitting))
}
