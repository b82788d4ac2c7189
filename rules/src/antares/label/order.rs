//! Dice drawn, units deployed, orders given, the turn's end.

use super::super::buildings::{Berth, Spot};
use super::super::command::{Feature, GiveOrder, Nerve, TurnEnd};
use super::super::event::Pace;
use super::super::moves::distance;
use super::super::order::Order;
use super::super::profile::ModelRule;
use super::super::report::words::{Who, number_needed};
use super::super::state::{Phase, Soma, State, Unit, UnitId};
use super::super::turn::{can_be_braced, turn_end_waits_for};
use super::super::values::{SOMA_VALUE, command, commanders_command};
use super::action::{by_way_of, onto};
use super::lines::models;
use super::shooting::shortened;
use super::{Label, MAX_MORE, MAX_TEXT, clip, facts, fit};
use crate::ids::Seat;
use crate::text::{count, list};

pub(super) fn draw(state: &State) -> Label {
    let mut dice: Vec<String> = state
        .seats()
        .map(|seat| (state.dice_in_bag(seat), state.side_name(seat)))
        .filter(|(dice, _)| *dice > 0)
        .map(|(dice, side)| format!("{dice} for {side}"))
        .collect();
    if state.distort_in_bag() {
        dice.push("the distort die".into());
    }
    let more = if dice.is_empty() {
        "The bag is empty".into()
    } else {
        format!("In the bag: {}", list(&dice))
    };
    let text = match state.phase {
        Phase::DeployingSnipers | Phase::Deploying => "Draw a die to deploy",
        Phase::Infiltrating | Phase::Orders | Phase::TurnEnd | Phase::Over => "Draw a die",
    };
    Label::new(text, more)
}

pub(super) fn deploy(state: &State, id: UnitId, into: Option<Berth>) -> Label {
    let whole = state.unit_name(id);
    // the place comes first, and a long name is shortened but for its number
    let texts = [whole.to_owned(), shortened(whole)].map(|name| match into {
        None => format!("Deploy {name}"),
        Some(Berth { spot, opening: Some(side) }) => {
            format!("Emplace at the {} of {}: {name}", side.name(), state.spot_name(spot))
        }
        Some(Berth { spot, opening: None }) if spot.is_roof() => {
            format!("Deploy on {}: {name}", state.spot_name(spot))
        }
        Some(Berth { spot, opening: None }) => {
            format!("Deploy in {}: {name}", state.spot_name(spot))
        }
    });
    let text = fit(texts, MAX_TEXT);
    let Some(unit) = state.unit(id) else { return Label::new(text, "") };
    let mut parts = vec![models(unit), unit.kind().name().to_owned()];
    if !unit.name.starts_with(&unit.profile.name) {
        parts.insert(0, unit.profile.name.clone());
    }
    if unit.dice.total > 1 {
        parts.push(count(u32::from(unit.dice.total), "order die", "order dice"));
    }
    if unit.is_sniper() {
        parts.push("sniper".into());
    }
    if unit.all(ModelRule::Infiltrator) {
        parts.push("infiltrators".into());
    }
    if unit.has_commander() {
        parts.push("commander".into());
    }
    Label::new(text, facts(&parts, MAX_MORE))
}

pub(super) fn infiltrate(
    state: &State,
    id: UnitId,
    moved: Option<&[Feature]>,
    to: Option<Spot>,
) -> Label {
    let name = state.unit_name(id);
    let far = state.unit(id).map_or_else(String::new, |unit| {
        format!("Up to {} before the first turn", distance(unit, Pace::Infiltrate))
    });
    match moved {
        Some(features) => {
            let run = match to {
                None => format!("Run with {name}"),
                Some(spot) => format!("Run {}: {name}", onto(state, spot)),
            };
            Label::new(run, facts(&[far, by_way_of(features)], MAX_MORE))
        }
        None => Label::new(format!("Leave {name} in place"), "No move before the first turn"),
    }
}

pub(super) fn order(state: &State, given: &GiveOrder) -> Label {
    let Some(unit) = state.unit(given.unit) else { return Label::new(given.order.name(), "") };
    let name = unit.name.clone();
    if unit.soma == Soma::Wild {
        let more = format!("{name} · whatever it is told, a die chooses its order");
        return Label::new("Let the grafts decide", more);
    }
    let enemy = given.assault.map(|enemy| state.unit_name(enemy));
    let text = match (enemy, given.sprint) {
        (Some(enemy), true) => format!("Sprint and assault {enemy}"),
        (Some(enemy), false) => format!("{} and assault {enemy}", given.order),
        (None, true) => "Sprint".into(),
        (None, false) => given.order.name().to_owned(),
    };
    let mut parts = vec![name];
    if unit.pins > 0 && given.order != Order::Down {
        let needs = needed(state, unit, given.nerve, given.order == Order::Rally);
        let help = help(state, given.nerve).map_or_else(String::new, |help| format!(" {help}"));
        parts.push(format!("order test needs {}{help}", number_needed(needs)));
    }
    parts.push(what_it_does(state, unit, given));
    Label::new(text, facts(&parts, MAX_MORE))
}

/// What an order lets its unit do, in a few words.
fn what_it_does(state: &State, unit: &Unit, given: &GiveOrder) -> String {
    let pace = |pace: Pace| distance(unit, pace);
    match given.order {
        Order::Fire => "stays and shoots".into(),
        Order::Advance if !unit.can_move() => "cannot move, may shoot".into(),
        Order::Advance => format!("moves up to {}, may shoot", pace(Pace::Advance)),
        Order::Run if !unit.can_move() => "cannot move".into(),
        Order::Run if given.sprint => {
            format!("up to {}, then a test of Ag {}", pace(Pace::Sprint), unit.agility())
        }
        Order::Run => format!("moves up to {}", pace(Pace::Run)),
        Order::Ambush => "waits for an enemy's move".into(),
        Order::Rally if unit.pins > 0 => "passed, D6 + 1 pins come off".into(),
        Order::Rally => "nothing to rally from".into(),
        Order::Down if state.distort.pending => "as the distort die demands".into(),
        Order::Down if unit.kind().hides_when_down() => "hits on it are rolled again".into(),
        Order::Down => "does nothing".into(),
    }
}

/// The number that a command test needs with this help.
pub(super) fn needed(state: &State, unit: &Unit, nerve: Nerve, rally: bool) -> i32 {
    if nerve.soma { SOMA_VALUE } else { command(state, unit, nerve, rally).target() }
}

/// "with Karnan's Command 9", "with woken grafts"
pub(super) fn help(state: &State, nerve: Nerve) -> Option<String> {
    if nerve.soma {
        return Some("with woken grafts".into());
    }
    nerve.commander.map(|id| {
        let lent = state.unit(id).map_or(0, commanders_command);
        format!("with {} Command {lent}", Who::unit(state, id).whose())
    })
}

pub(super) fn end_turn(state: &State, end: &TurnEnd) -> Label {
    let named = end.keep.first().or(end.nerves.first().map(|(id, _)| id));
    let seats: Vec<Seat> = match named.and_then(|id| state.unit(*id)) {
        Some(unit) => vec![unit.side],
        None => turn_end_waits_for(state),
    };
    let units = || seats.iter().flat_map(|seat| state.living(*seat));
    let ambushes = units().filter(|(_, unit)| unit.order() == Some(Order::Ambush)).count();
    let could_be_helped = units().any(|(id, unit)| {
        unit.dice.placed.contains(&Order::Down) && can_be_braced(state, id, unit)
    });
    let name = |id: &UnitId| state.unit_name(*id).to_owned();
    let mut texts = Vec::new();
    match end.keep.as_slice() {
        [] if ambushes == 0 => {}
        [] => texts.push("keep no ambush".to_owned()),
        [one] => texts.push(format!("keep {} in ambush", name(one))),
        kept if kept.len() < ambushes => {
            texts.push(format!("keep {} of {ambushes} ambushes", kept.len()));
        }
        [_, _] => texts.push("keep both ambushes".into()),
        kept => texts.push(format!("keep all {} ambushes", kept.len())),
    }
    if let [(one, _)] = end.nerves.as_slice() {
        texts.push(format!("help {} recover", name(one)));
    } else if !end.nerves.is_empty() {
        texts.push(format!("help {} units recover", end.nerves.len()));
    } else if could_be_helped {
        texts.push("recover unaided".into());
    }
    if texts.is_empty() {
        texts.push("end the turn".into());
    }
    let text = super::capital(&list(&texts));
    let mut parts = Vec::new();
    if end.keep.len() > 1 {
        let names: Vec<String> = end.keep.iter().map(name).collect();
        parts.push(format!("In ambush: {}", list(&names)));
    }
    for (id, nerve) in &end.nerves {
        let Some(unit) = state.unit(*id) else { continue };
        let needs = number_needed(needed(state, unit, *nerve, false));
        let help = help(state, *nerve).unwrap_or_else(|| "alone".into());
        let who = Who::new(&unit.name);
        parts.push(format!("{who} {} {needs} {help}", who.does("needs", "need")));
    }
    if parts.is_empty() && ambushes > end.keep.len() {
        parts.push("Their dice go back into the bag".into());
    }
    Label { text: fit([text], MAX_TEXT), more: clip(&facts(&parts, MAX_MORE), MAX_MORE) }
}
