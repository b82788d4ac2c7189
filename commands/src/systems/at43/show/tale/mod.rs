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
    let steps: Vec<(&View, Vec<Event>)> = without_the_way_there(of_the_last_table(steps))
        .into_iter()
        .filter(|(_, events)| !events.is_empty())
        .collect();
    let all: Vec<Event> = steps.iter().flat_map(|(_, events)| events.clone()).collect();
    let of_plans = steps.first().and_then(|(before, _)| plans::lines(before, &all));
    let (plans, rest) = match of_plans {
        Some(lines) => (lines, after_the_plans(&steps)),
        None => (Vec::new(), &steps[..]),
    };
    let mut lines = turn(digest(rest.iter().map(|(before, events)| (*before, &events[..]))));
    // the program's turn follows in the same message
    if !plans.is_empty() {
        if let Some(first) = lines.first_mut() {
            *first = format!("**{first}**");
        }
        lines.splice(0..0, plans);
    }
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

/// The steps that follow once it is known who begins.
fn after_the_plans<'a, 'b>(steps: &'a [(&'b View, Vec<Event>)]) -> &'a [(&'b View, Vec<Event>)] {
    let known = |(_, events): &(&View, Vec<Event>)| {
        events.iter().any(|it| matches!(it, Event::FirstChosen { .. }))
    };
    let first = steps.iter().position(known).map_or(steps.len(), |place| place + 1);
    &steps[first..]
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
        .find(|told| events_of(&told.step).iter().any(moves))?;
    // by the second round everybody knows
    let known = matches!(&moved.before, Some(game::View::At43(before)) if before.round > 1);
    if known {
        return Some("-# Please push my models.".to_owned());
    }
    let words = "-# I go for the nearest objective that is not mine, or the nearest enemy; whoever holds an objective stays \
                 there. Please push my models.";
    Some(words.to_owned())
}

/// Once the companies are shown or the table is set, nobody asks any more who locked and who agreed.
fn without_the_way_there(mut steps: Vec<(&View, Vec<Event>)>) -> Vec<(&View, Vec<Event>)> {
    let any = |is: fn(&Event) -> bool| steps.iter().any(|(_, events)| events.iter().any(is));
    let shown = any(|it| matches!(it, Event::CompaniesShown { .. }));
    let set = any(|it| matches!(it, Event::FieldSet { .. }));
    for (_, events) in &mut steps {
        events.retain(|it| match it {
            Event::CompanyLocked { .. } | Event::CompanyUnlocked { .. } => !shown,
            Event::FieldAgreed { .. } => !set && !shown,
            _ => true,
        });
    }
    steps
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
