//! An activation in a few lines: what changed first, then the dice, then what follows. Whatever is left out here stands in the
//! explanation of the same steps.

mod dice;
mod headline;
mod lines;
#[cfg(test)]
mod tests;

use gatemaster_rules::antares::event::Event;
use gatemaster_rules::antares::report::digest;
use gatemaster_rules::antares::state::{Phase, State};
use gatemaster_rules::game::View;

use super::events_of;
use crate::desk::{Loaded, StepInContext};
use crate::face::Face;
use crate::table::{aside, beforehand, is_of_dice_by_hand};

/// What the steps of a chapter came to. The end of a turn comes behind the activation before it, with a first line of its own.
pub fn tale(face: &dyn Face, game: &Loaded, told: &[StepInContext]) -> String {
    let ends_turn = |told: &StepInContext| match &told.before {
        Some(View::Antares(before)) => before.phase == Phase::TurnEnd,
        _ => false,
    };
    let end = told.iter().position(ends_turn).unwrap_or(told.len());
    let (activation, end) = told.split_at(end);
    let parts = [activation, end].map(|part| part_told(face, game, part));
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

fn part_told(face: &dyn Face, game: &Loaded, told: &[StepInContext]) -> String {
    let steps: Vec<(&State, Vec<Event>)> = told
        .iter()
        .filter_map(|told| match &told.before {
            Some(View::Antares(before)) => Some((before, events_of(&told.step))),
            _ => None,
        })
        .filter(|(_, events)| !events.is_empty())
        .collect();
    let mut lines = match digest(steps.iter().map(|(before, events)| (*before, &events[..]))) {
        // somebody has decided what the other side has to decide as well
        Some(digest) if digest.deeds.is_empty() && digest.fates.is_empty() => Vec::new(),
        Some(digest) => {
            let first = headline::of(&digest);
            let mut lines = vec![first.words];
            lines.extend(first.then);
            lines.extend(lines::of(&digest, first.tells));
            lines
        }
        None => Vec::new(),
    };
    let asides = told.iter().filter(|told| !is_of_dice_by_hand(told));
    lines.extend(asides.filter_map(|told| aside(face, game, told)));
    if let Some(first) = lines.first_mut() {
        *first = format!("**{first}**");
    }
    lines.extend(beforehand(told));
    lines.join("\n")
}
