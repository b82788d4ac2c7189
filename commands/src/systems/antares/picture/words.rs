//! The picture of a battle in words.

use std::cmp::Reverse;
use std::collections::HashMap;

use gatemaster_discord::picture::MAX_ALT;
use gatemaster_rules::antares::buildings::{Building, BuildingId};
use gatemaster_rules::antares::state::{Unit, UnitId};
use gatemaster_rules::antares::{State, label};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::{count, list};

use super::colour;
use super::layout::units;
use super::moment::Moment;
use super::signs::Sign;
use super::town::{Free, is_hurt, shown};
use crate::die::Mark;

/// Everything; or else in fewer words; or else as many units as fit, the most important first.
pub(super) fn alt(state: &State, players: &[Option<&str>; 2], moment: &Moment) -> String {
    let head = head(state, moment);
    let fits = |text: &String| text.chars().count() <= MAX_ALT;
    let all: Vec<(UnitId, &Unit)> = (0..2).flat_map(|side| units(state, side)).collect();
    let texts = |terse| -> HashMap<UnitId, String> {
        all.iter().map(|(id, unit)| (*id, unit_text(state, *id, unit, terse))).collect()
    };
    let sides = [0, 1].map(|side| side_text(state, side, players[side]));
    let whole = format!("{head} {}{}", forces(&all, &texts(false), &sides), town(state));
    if fits(&whole) {
        return whole;
    }

    let mut ranked = all.clone();
    ranked.sort_by_key(|(id, unit)| rank(state, *id, unit));
    let texts = texts(true);
    let sides = [0, 1].map(|side| state.side_name(Seat(side)).to_owned());
    let damaged = town_in_short(state);
    let some = |told: usize| {
        let more = match u32::try_from(all.len() - told) {
            Ok(more @ 1..) => format!(" And {}.", count(more, "more unit", "more units")),
            _ => String::new(),
        };
        format!("{head}{damaged} {}{more}", forces(&ranked[..told], &texts, &sides))
    };
    let fitting = (0..=all.len()).rev().map(some).find(fits);
    // Names are short enough for a head that fits; the end of a longer one is left out.
    fitting.unwrap_or_else(|| head.chars().take(MAX_ALT).collect())
}

/// Who acts, then who is in trouble, then the others; the destroyed have least to tell.
fn rank(state: &State, id: UnitId, unit: &Unit) -> (bool, bool, Reverse<u32>) {
    let acts = state.flow.acting.is_some_and(|acting| acting.unit == id);
    (unit.destroyed, !acts, Reverse(unit.has_lost().saturating_add(unit.pins)))
}

fn head(state: &State, moment: &Moment) -> String {
    let seats = [Seat(0), Seat(1)];
    let in_bag = seats.map(|seat| format!("{} {}", state.side_name(seat), state.dice_in_bag(seat)));
    let distort = if state.distort_in_bag() { ", and the distort die" } else { "" };
    let lost = seats.map(|seat| {
        let ((lost, all), counted) = (state.dice_lost(seat), state.victory_dice_lost(seat));
        let counted = if counted == lost { String::new() } else { format!(", counting {counted}") };
        format!("{} {lost} of {all}{counted}", state.side_name(seat))
    });
    format!(
        "{}, {}. Dice in the bag: {}{distort}. Dice lost: {}. {}.",
        moment.turn,
        moment.phase,
        in_bag.join(", "),
        lost.join(", "),
        moment.text
    )
}

fn side_text(state: &State, side: usize, player: Option<&str>) -> String {
    let name = state.sides.get(side).map_or("nobody", |side| side.name.as_str());
    let player = player.map(|player| format!("{player}, ")).unwrap_or_default();
    let (colour, mark) = (colour(state, side).name(), Mark::of(side).name());
    format!("{name} ({player}{colour}, {mark})")
}

fn forces(
    told: &[(UnitId, &Unit)],
    texts: &HashMap<UnitId, String>,
    sides: &[String; 2],
) -> String {
    let force = |(side, name): (usize, &String)| {
        let own = told.iter().filter(|(_, unit)| unit.side.index() == side);
        let own: Vec<&str> = own.filter_map(|(id, _)| texts.get(id)).map(String::as_str).collect();
        (!own.is_empty()).then(|| format!("{name}: {}.", own.join("; ")))
    };
    sides.iter().enumerate().filter_map(force).collect::<Vec<_>>().join(" ")
}

fn unit_text(state: &State, id: UnitId, unit: &Unit, terse: bool) -> String {
    if unit.destroyed {
        return format!("{} destroyed", unit.name);
    }
    let (alive, began) = (unit.alive(), unit.started_with());
    let mut parts = vec![if terse {
        format!("{alive}/{began}")
    } else if alive == began {
        count(began, "model", "models")
    } else {
        format!("{alive} of {}", count(began, "model", "models"))
    }];
    parts.extend(label::whereabouts(state, unit));
    if unit.pins > 0 {
        parts.push(count(unit.pins, "pin", "pins"));
    }
    parts.extend(unit.dice.placed.iter().map(|order| order.name().to_owned()));
    if unit.dice.lost > 0 {
        parts.push(format!("{} lost", count(u32::from(unit.dice.lost), "die", "dice")));
    }
    parts.extend(Sign::of(state, id, unit).into_iter().map(|sign| sign.word().to_owned()));
    format!("{}: {}", unit.name, parts.join(", "))
}

/// " Buildings: Tower 14 of 20, room for 25 models and 2 units; Depot only rubble." Who is where is said of the units.
fn town(state: &State) -> String {
    let told: Vec<String> = shown(state).map(|(id, it)| building_text(state, id, it)).collect();
    if told.is_empty() { String::new() } else { format!(" Buildings: {}.", told.join("; ")) }
}

fn building_text(state: &State, id: BuildingId, building: &Building) -> String {
    let free = Free::of(state, id, building).map(|free| free.text());
    let parts: Vec<String> = std::iter::once(standing(building)).chain(free).collect();
    parts.join(", ")
}

/// "Tower 14 of 20", "Depot rubble, 4 and 20 of 20", "Chapel only rubble"
fn standing(building: &Building) -> String {
    let (name, strength) = (&building.plan.name, building.plan.strength);
    if !building.stands_at_all() {
        return format!("{name} only rubble");
    }
    if strength == 0 {
        return name.clone();
    }
    let left = building.columns.iter();
    let mut left: Vec<String> = left
        .map(|column| if column.rubble { "rubble".to_owned() } else { column.left.to_string() })
        .collect();
    if !is_hurt(building) {
        left.truncate(1);
    }
    format!("{name} {} of {strength}", list(&left))
}

/// Of those alone that have been hit, and no more than a few.
fn town_in_short(state: &State) -> String {
    const MOST: usize = 4;
    let told: Vec<String> =
        shown(state).filter(|(_, it)| is_hurt(it)).map(|(_, it)| standing(it)).collect();
    let more = match told.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let some: Vec<String> = told.into_iter().take(MOST).collect();
    if some.is_empty() { String::new() } else { format!(" Damaged: {}{more}.", some.join("; ")) }
}
