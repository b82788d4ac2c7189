//! A unit on one line: for whoever chooses one for a die, and for whoever chooses one to shoot at.

use super::super::command::{Cover, Mark, Nerve};
use super::super::event::Forced;
use super::super::flow::Manner;
use super::super::inches::Inches;
use super::super::profile::ModelRule;
use super::super::report::words::{number_needed, pins, weapon};
use super::super::shoot::{forced, may_go_down};
use super::super::state::{Ammo, Condition, ModelId, Phase, Soma, State, Unit, UnitId};
use super::super::values::{Blow, CLOSE};
use super::order::needed;
use super::{MAX_MORE, facts};
use crate::text::count;

/// "4 of 5 models", "5 models"
pub(super) fn models(unit: &Unit) -> String {
    let (alive, began) = (unit.alive(), unit.started_with());
    let all = count(began, "model", "models");
    if alive == began { all } else { format!("{alive} of {all}") }
}

/// What somebody wants to know who chooses a unit for a die: "4 of 5 models · 2 pins · order test needs 6 (Rally 8)".
pub fn unit_line(state: &State, id: UnitId) -> String {
    let Some(unit) = state.unit(id) else { return String::new() };
    if unit.destroyed {
        return "Destroyed".into();
    }
    let mut parts = vec![models(unit)];
    if !unit.deployed {
        parts.push("not on the table yet".into());
    }
    if unit.pins > 0 {
        parts.push(pins(unit.pins));
    }
    parts.push(orders(unit));
    let in_play = matches!(state.phase, Phase::Orders | Phase::TurnEnd);
    if in_play && unit.dice.total > 1 {
        let left = unit.dice.total.saturating_sub(unit.dice.lost);
        parts.push(format!("{} of {left} dice in the bag", unit.dice.in_bag()));
    }
    let can_be_ordered = state.phase == Phase::Orders && unit.dice.in_bag() > 0;
    match unit.soma {
        Soma::Wild => parts.push("grafts run wild, a die chooses its order".into()),
        Soma::None | Soma::Dormant | Soma::Active if unit.pins > 0 && can_be_ordered => {
            let test = |rally| number_needed(needed(state, unit, Nerve::default(), rally));
            let (plain, rally) = (test(false), test(true));
            let rally = if rally == plain { String::new() } else { format!(" (Rally {rally})") };
            parts.push(format!("order test needs {plain}{rally}"));
        }
        Soma::None | Soma::Dormant | Soma::Active => {}
    }
    parts.push(gun(state, unit));
    parts.extend(whereabouts(state, unit));
    if !unit.can_move() && unit.emplaced.is_none() {
        parts.push("immobilised".into());
    }
    match unit.ammo {
        Ammo::Plenty => {}
        Ammo::Low => parts.push("low on ammunition".into()),
        Ammo::Out => parts.push("out of ammunition".into()),
    }
    if let Some(lock) = unit.lock {
        parts.push(format!("locked on {}", state.unit_name(lock.on)));
    }
    if unit.soma == Soma::Dormant {
        parts.push("grafts dormant".into());
    }
    if unit.has_commander() {
        parts.push("commander".into());
    }
    facts(&parts, MAX_MORE)
}

/// "in Tower", "on the roof of Tower", "emplaced at the front of Tower"; nothing on open ground.
pub fn whereabouts(state: &State, unit: &Unit) -> Option<String> {
    let spot = unit.spot?;
    let place = state.spot_name(spot);
    Some(match unit.emplaced {
        Some(opening) => format!("emplaced at the {} of {place}", opening.name()),
        None if spot.is_roof() => format!("on {place}"),
        None => format!("in {place}"),
    })
}

/// "Fire, then Down"; empty before the first order.
fn orders(unit: &Unit) -> String {
    let names: Vec<&str> = unit.dice.placed.iter().map(|order| order.name()).collect();
    names.join(", then ")
}

/// What is wrong with a team's weapon.
fn gun(state: &State, unit: &Unit) -> String {
    unit.gun.map_or_else(String::new, |gun| {
        let name = weapon(state, gun.weapon);
        match gun.condition {
            Condition::Working => String::new(),
            Condition::Malfunction => format!("{name} jammed"),
            Condition::Destroyed => format!("{name} lost"),
        }
    })
}

/// What a shooter wants to know of a target: "5 models · Res 5 (+1) · 2 pins · Down, hits are rolled again".
pub fn target_line(state: &State, from: UnitId, target: UnitId) -> String {
    let Some(unit) = state.unit(target) else { return String::new() };
    if unit.destroyed {
        return "Destroyed".into();
    }
    let mut parts = vec![models(unit), res(state, unit)];
    parts.extend(whereabouts(state, unit));
    if unit.pins > 0 {
        parts.push(pins(unit.pins));
    }
    let order = orders(unit);
    let again = match forced(unit) {
        Some(Forced::Down | Forced::FastAndRunning) => ", hits are rolled again",
        Some(Forced::Sprinting) => " at a sprint, hits are rolled again",
        None => "",
    };
    if !order.is_empty() {
        parts.push(format!("{order}{again}"));
    }
    if state.unit(from).is_some_and(|unit| unit.lock.is_some_and(|lock| lock.on == target)) {
        parts.push("locked on".into());
    }
    if may_go_down(state, unit) {
        parts.push("may go down".into());
    }
    if unit.any(ModelRule::Large) {
        parts.push("large".into());
    }
    parts.push(gun(state, unit));
    parts.push(unit.kind().name().to_owned());
    facts(&parts, MAX_MORE)
}

/// Res and what armour adds, of each kind of survivor: "Res 5 (+2, +1 within 10″)".
fn res(state: &State, unit: &Unit) -> String {
    let mut kinds: Vec<String> = Vec::new();
    for model in unit.living() {
        let far = resists(state, unit, model, Inches::MAX);
        let near = resists(state, unit, model, CLOSE);
        let res = i32::from(unit.models[model.index()].stats.res);
        let raised = unit
            .troop(model)
            .is_some_and(|troop| troop.armour.iter().any(|piece| piece.raises_to.is_some()));
        let kind = match (far - res, near - res) {
            (0, 0) => res.to_string(),
            _ if raised => far.to_string(),
            (bonus, close) if bonus == close => format!("{res} (+{bonus})"),
            (bonus, close) => format!("{res} (+{bonus}, +{close} within {CLOSE})"),
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    format!("Res {}", kinds.join(" or "))
}

/// Res and armour against a shot of no strength from so far, in the open.
fn resists(state: &State, unit: &Unit, model: ModelId, range: Inches) -> i32 {
    Blow {
        unit,
        mark: Mark::Model(model),
        manner: Manner::Fire,
        range,
        cover: &Cover::Nobody,
        sv: 0,
        blast: false,
        overhead: false,
        no_cover: false,
        inside: false,
        guards: false,
        armoury: &state.armoury,
    }
    .check()
    .target()
}
