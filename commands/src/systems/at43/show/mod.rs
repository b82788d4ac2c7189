//! A game of AT-43: its board in words, and what happens in it.

mod board;
mod help;
mod tale;

pub use board::{board_text, one_line};
pub use help::{TOPICS, welcome};
pub use tale::tale;

use gatemaster_discord::picture::emoji::Drawn;
use gatemaster_rules::at43::report;
use gatemaster_rules::at43::{Event, View};
use gatemaster_rules::game;
use gatemaster_rules::table::{self as rules_table, SeenStep};

use super::controls::controls;
use crate::desk::{Loaded, Log, Outcome, Page};
use crate::face::{Controls, Ending, Explained, Face, Report, Stage};
use crate::table::button;
use crate::table::press::{Press, Steps};
use crate::words::esc;

/// The game's own events of a step.
pub fn events_of(step: &SeenStep) -> Vec<Event> {
    let played = step.events.iter().filter_map(|event| match event {
        rules_table::Event::Played(game::Event::At43(event)) => Some(event.clone()),
        _ => None,
    });
    played.collect()
}

/// What a step did, line by line.
pub fn lines(before: &View, step: &SeenStep) -> Vec<String> {
    let lines = report::lines(before, &events_of(step));
    lines.iter().map(|line| esc(&line.text)).collect()
}

pub fn headline(_state: &View, _events: &[&Event]) -> String {
    "what was done".to_owned()
}

pub fn stage(game: &Loaded, state: &View) -> Stage {
    let mut controls = controls(game, state);
    let chapter = game.chapter();
    let mut own = vec![button(game, "Undo", Press::Undo)];
    if !chapter.steps.is_empty() {
        let steps = Steps { first: chapter.first, last: chapter.last() };
        own.push(button(game, "Explain", Press::Explain(steps)));
    }
    controls.add_row(own);
    let Controls { text, selects, buttons } = controls;
    Stage { below: text, selects, buttons, ..Stage::default() }
}

pub fn spoken(face: &dyn Face, outcome: &Outcome) -> String {
    let lines = outcome.made().flat_map(|(before, step)| face.lines(before, step));
    lines.collect::<Vec<_>>().join(" ")
}

pub fn brief_lines(before: &View, step: &SeenStep) -> Vec<String> {
    lines(before, step)
}

/// A turn is a chapter, with everything that comes of it; so is all that goes before the first round, each tactical phase,
/// and each control phase.
pub fn page(_before: &View, step: &SeenStep) -> Page {
    let ends = |event: &Event| {
        matches!(
            event,
            Event::LeadPassed { .. }
                | Event::RoundBegan { .. }
                | Event::FirstChosen { .. }
                | Event::ControlBegan
                | Event::GameOver(_)
        )
    };
    if events_of(step).iter().any(ends) { Page::NextBegins } else { Page::GoesOn }
}

pub fn terms(_step: &SeenStep) -> Vec<&'static str> {
    Vec::new()
}

pub fn ending(_game: &Loaded, _state: &View) -> Ending {
    Ending::default()
}

pub fn explain(_game: &Loaded, before: &View, step: &SeenStep) -> Option<Explained> {
    let events = events_of(step);
    if events.is_empty() {
        return None;
    }
    let lines = report::explain(before, &events).into_iter().map(|told| esc(&told.text)).collect();
    Some(Explained { lines, each_die_named: true, ..Explained::default() })
}

pub fn report(_face: &dyn Face, _game: &Loaded, _log: &Log) -> Report {
    Report::Head(Vec::new())
}

pub fn emojis() -> Vec<Drawn> {
    Vec::new()
}
