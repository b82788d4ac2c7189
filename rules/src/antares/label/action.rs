//! The action of a unit that has its order: its move, its charge, its end.

use super::super::buildings::{Spot, room};
use super::super::command::{Charge, Cover, Feature, Move};
use super::super::event::Pace;
use super::super::moves::distance;
use super::super::order::Order;
use super::super::question::unit_options;
use super::super::report::words::{Who, number};
use super::super::state::{ModelId, State, UnitId};
use super::{Label, MAX_MORE, facts};
use crate::text::{count, list};

/// "by way of the wood and the wall"; empty over open ground.
pub(super) fn by_way_of(features: &[Feature]) -> String {
    if features.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = features.iter().map(Feature::name).collect();
    format!("by way of {}", list(&names))
}

/// "2 models are left behind"; empty if nobody is.
pub(super) fn left_behind(models: &[ModelId]) -> String {
    match number(models.len()) {
        0 => String::new(),
        1 => "1 model is left behind and lost".into(),
        n => format!("{} are left behind and lost", count(n, "model", "models")),
    }
}

pub(super) fn go(state: &State, chosen: &Move) -> Label {
    let doing = unit_options(state);
    let (pace, far) = match doing.and_then(|doing| doing.moves) {
        Some((pace, far)) => (pace, format!(" up to {far}")),
        None => (Pace::Advance, String::new()),
    };
    let verb = match pace {
        Pace::Advance => "Advance",
        Pace::Sprint => "Sprint",
        Pace::Run | Pace::Infiltrate | Pace::Bonus => "Run",
        Pace::Consolidate => "Consolidate",
    };
    let charging = doing.is_some_and(|doing| doing.charges.is_some());
    let instead = if charging { " without charging" } else { "" };
    let more = facts(&[by_way_of(&chosen.features), left_behind(&chosen.left_behind)], MAX_MORE);
    let unit = doing.and_then(|doing| state.unit(doing.unit));
    let from = unit.and_then(|unit| unit.spot);
    match (from, chosen.to) {
        (_, Some(to)) if from != Some(to) => {
            let text = format!("{verb} {}{instead}", onto(state, to));
            return Label::new(text, facts(&[free_room(state, to), more], MAX_MORE));
        }
        (Some(from), None) => {
            let text = format!("{verb} out of {}{far}", state.part_name(from.part()));
            return Label::new(text, super::capital(&more));
        }
        (None, None) | (_, Some(_)) => {}
    }
    Label::new(format!("{verb}{far}{instead}"), super::capital(&more))
}

/// "into Tower", "onto the roof of Tower"
pub(super) fn onto(state: &State, spot: Spot) -> String {
    let preposition = if spot.is_roof() { "onto" } else { "into" };
    format!("{preposition} {}", state.spot_name(spot))
}

/// "Room for 12 models and 2 units"; empty where nothing limits it.
pub fn free_room(state: &State, spot: Spot) -> String {
    let room = room(state, spot);
    if room.models == u32::MAX {
        return String::new();
    }
    let units = count(room.units, "unit", "units");
    format!("Room for {} and {units}", count(room.models, "model", "models"))
}

pub(super) fn charge(state: &State, charge: &Charge) -> Label {
    let acting = state.flow.acting;
    let target = acting.and_then(|acting| acting.assault);
    let at = target.map_or("the enemy", |target| state.unit_name(target));
    let text = if charge.contact {
        format!("Charge into {at}")
    } else {
        format!("Charge, but fall short of {at}")
    };
    let far = acting.and_then(|acting| {
        let pace = if acting.sprint { Pace::Sprint } else { Pace::Run };
        Some(format!("up to {}", distance(state.unit(acting.unit)?, pace)))
    });
    let cover = match &charge.cover {
        Cover::Nobody => String::new(),
        Cover::Everybody(bonus) => format!("cover +{bonus} point-blank"),
        Cover::Only { bonus, .. } => format!("cover +{bonus} point-blank for some"),
    };
    let parts = [
        far.unwrap_or_default(),
        by_way_of(&charge.features),
        cover,
        left_behind(&charge.left_behind),
    ];
    Label::new(text, super::capital(&facts(&parts, MAX_MORE)))
}

pub(super) fn finish(state: &State) -> Label {
    let more = state.flow.acting.map_or_else(String::new, |acting| {
        format!("The {} order of {} is over", acting.order, state.unit_name(acting.unit))
    });
    Label::new("Do no more", more)
}

/// "an Advance order"
pub(super) fn an_order(order: Order) -> String {
    let article = if matches!(order, Order::Advance | Order::Ambush) { "an" } else { "a" };
    format!("{article} {order} order")
}

pub(super) fn who(state: &State, id: UnitId) -> Who<'_> {
    Who::unit(state, id)
}
