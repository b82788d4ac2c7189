//! A turn in a few lines: what changed first, then the dice, then what follows. Whatever is left out here stands in the
//! explanation of the same steps.

mod dice;
mod headline;
mod lines;
mod plans;

use gatemaster_rules::at43::event::Spending;
use gatemaster_rules::at43::report::{Digest, digest};
use gatemaster_rules::at43::{Event, View};
use gatemaster_rules::game;
use gatemaster_rules::ids::UserId;

pub use lines::why_skipped;

use super::events_of;
use crate::desk::{Loaded, StepInContext};
use crate::face::Face;
use crate::table::{aside, beforehand, is_of_dice_by_hand};

/// "Blue 3 VP, Red 1 VP"
pub fn score(state: &View) -> String {
    headline::score(state, "VP")
}

/// What the steps of a chapter came to. The end of a round comes behind the activation before it, with a first line of its own.
pub fn tale(face: &dyn Face, game: &Loaded, told: &[StepInContext]) -> String {
    let steps: Vec<(&View, Vec<Event>)> = told
        .iter()
        .filter_map(|told| match &told.before {
            Some(game::View::At43(before)) => Some((before, events_of(&told.step))),
            _ => None,
        })
        .collect();
    let steps: Vec<(&View, Vec<Event>)> =
        of_the_last_table(steps).into_iter().filter(|(_, events)| !events.is_empty()).collect();
    let all: Vec<Event> = steps.iter().flat_map(|(_, events)| events.clone()).collect();
    let of_plans = steps.first().and_then(|(before, _)| plans::lines(before, &all));
    let digested = || digest(steps.iter().map(|(before, events)| (*before, &events[..])));
    let mut lines = match of_plans {
        Some(lines) => lines,
        None => turn(digested()),
    };
    let asides = told.iter().filter(|told| !is_of_dice_by_hand(told));
    lines.extend(asides.filter_map(|told| aside(face, game, told)));
    if let Some(first) = lines.first_mut() {
        *first = format!("**{first}**");
    }
    lines.extend(pushed(told));
    // that a card is paid for is what everybody expects
    if told.iter().any(|told| told.step.standing && !is_paid(&events_of(&told.step))) {
        lines.extend(beforehand(told));
    }
    lines.join("\n")
}

fn is_paid(events: &[Event]) -> bool {
    let paid = |event: &Event| matches!(event, Event::Spent { on: Spending::Activation(_), .. });
    events.iter().any(paid)
}

/// Everything but plans.
fn turn(digested: Option<Digest>) -> Vec<String> {
    match digested {
        // somebody has decided what another side has to decide as well
        Some(digest) if digest.deeds.is_empty() && digest.fates.is_empty() => Vec::new(),
        Some(digest) => {
            let first = headline::of(&digest);
            let mut lines = vec![first.words];
            lines.extend(lines::of(&digest, &first.tells));
            lines
        }
        None => Vec::new(),
    }
}

/// Who sees to the models of the program, and what it means by a movement.
fn pushed(told: &[StepInContext]) -> Option<String> {
    let moves = |event: &Event| matches!(event, Event::Moved { movement, .. } if movement.contact.is_empty());
    let moved = told
        .iter()
        .filter(|told| told.step.user == UserId::BOT)
        .any(|told| events_of(&told.step).iter().any(moves));
    let words = "-# I go for the nearest objective that is not mine, or the nearest enemy; whoever holds an objective stays \
                 there. Please push my models.";
    moved.then(|| words.to_owned())
}

/// Descriptions of the table that another has taken the place of, and who agreed with them, are not told any more (T-MIS-4).
fn of_the_last_table(mut steps: Vec<(&View, Vec<Event>)>) -> Vec<(&View, Vec<Event>)> {
    let lays = |events: &[Event]| events.iter().any(|it| matches!(it, Event::FieldLaid { .. }));
    let last = steps.iter().rposition(|(_, events)| lays(events)).unwrap_or(0);
    for (_, events) in steps.iter_mut().take(last) {
        events.retain(|it| !matches!(it, Event::FieldLaid { .. } | Event::FieldAgreed { .. }));
    }
    steps
}
