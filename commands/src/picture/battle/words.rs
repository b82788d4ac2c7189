//! The picture of a battle in words.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::state::{Unit, UnitId};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::{count, list};

use super::super::MAX_ALT;
use super::super::die::Mark;
use super::colour;
use super::layout::units;
use super::moment::Moment;
use super::signs::Sign;

pub(super) fn alt(state: &State, moment: &Moment, players: &[Option<&str>; 2]) -> String {
    let head = head(state, moment);
    for terse in [false, true] {
        let sides = [0, 1].map(|side| side_text(state, side, players[side], terse));
        let text = format!("{head} {} {}", sides[0], sides[1]);
        if text.chars().count() <= MAX_ALT {
            return text;
        }
    }
    most_important(state, head)
}

fn head(state: &State, moment: &Moment) -> String {
    let mut dice: Vec<String> = [0, 1]
        .into_iter()
        .map(|side| format!("{} of {}", state.dice_in_bag(Seat(side)), state.side_name(Seat(side))))
        .collect();
    if state.distort_in_bag() {
        dice.push("the distort die".into());
    }
    let lost = [Seat(0), Seat(1)].map(|seat| {
        let ((lost, all), counted) = (state.dice_lost(seat), state.victory_dice_lost(seat));
        let counted =
            if counted == lost { String::new() } else { format!(", counting {counted}") };
        format!("{} {lost} of {all}{counted}", state.side_name(seat))
    });
    format!(
        "{}, {}. Dice in the bag: {}. Dice lost: {}. {}.",
        moment.turn,
        moment.phase,
        list(&dice),
        list(&lost),
        moment.text
    )
}

fn side_text(state: &State, side: usize, player: Option<&str>, terse: bool) -> String {
    let seat = Seat(u8::try_from(side).unwrap_or(u8::MAX));
    let units: Vec<String> =
        units(state, side).map(|(id, unit)| unit_text(state, id, unit, terse)).collect();
    let (name, colour, mark) = (state.side_name(seat), colour(state, side), Mark::of(side));
    let player = player.map(|player| format!(", {player}")).unwrap_or_default();
    let about = if terse {
        String::new()
    } else {
        format!(" ({}, {}{player})", colour.name(), mark.name())
    };
    format!("{name}{about}: {}.", units.join("; "))
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
    if unit.pins > 0 {
        parts.push(count(unit.pins, "pin", "pins"));
    }
    parts.extend(unit.dice.placed.iter().map(|order| order.name().to_owned()));
    if unit.dice.lost > 0 {
        parts.push(format!("{} lost", count(u32::from(unit.dice.lost), "die", "dice")));
    }
    parts.extend(Sign::of(state, id, unit).into_iter().map(|sign| sign.word().to_owned()));
    format!("{} {}", unit.name, parts.join(", "))
}

/// As many units as fit: who acts, then who is in trouble, then the others.
fn most_important(state: &State, head: String) -> String {
    let acting = state.flow.acting.map(|acting| acting.unit);
    let mut all: Vec<(UnitId, &Unit)> = (0..2).flat_map(|side| units(state, side)).collect();
    all.sort_by_key(|(id, unit)| {
        let losses = unit.has_lost() + unit.pins;
        (unit.destroyed, acting != Some(*id), std::cmp::Reverse(losses))
    });
    let mut text = head;
    let mut left = all.len();
    for (id, unit) in all {
        let one = unit_text(state, id, unit, true);
        let more = more(left.saturating_sub(1));
        let length = |text: &str| text.chars().count();
        if length(&text) + length(&one) + length(&more) + 2 > MAX_ALT {
            break;
        }
        text = format!("{text} {one}.");
        left -= 1;
    }
    text += &more(left);
    text.chars().take(MAX_ALT).collect()
}

fn more(units: usize) -> String {
    match u32::try_from(units) {
        Ok(units @ 1..) => format!(" And {}.", count(units, "more unit", "more units")),
        _ => String::new(),
    }
}
