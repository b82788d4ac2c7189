//! A battle told as a report: the forces, then turn by turn what happened, and every step with its dice at the end.

use std::fmt::Write as _;

use gatemaster_rules::antares::event::{Drawn, Event};
use gatemaster_rules::antares::report;
use gatemaster_rules::antares::setup::SideSetup;
use gatemaster_rules::game::{Setup, View};
use gatemaster_rules::table::{self as rules_table, SeenEvent};
use unicode_width::UnicodeWidthStr as _;

use crate::desk::{Loaded, Log};
use crate::face::Face;
use crate::table::transcript::{time_text, unescape};
use crate::table::{hand, short_line};
use crate::words::dice_text;

/// Everything below the head of the file.
pub fn of_battle(face: &dyn Face, game: &Loaded, log: &Log) -> String {
    let mut text = String::new();
    let chosen = |event: &SeenEvent| match event {
        rules_table::Event::Opened { setup, .. }
        | rules_table::Event::SetUpChanged { setup, .. } => Some(setup.clone()),
        _ => None,
    };
    let setup = log.steps().rev().find_map(|step| step.events.iter().find_map(chosen));
    if let Some(Setup::Antares(setup)) = setup {
        for side in &setup.sides {
            force(&mut text, side);
        }
    }
    story(&mut text, face, log);
    if let Some(View::Antares(state)) = &game.table.game {
        heading(&mut text, "How it stands");
        let _ = writeln!(text, "{}", report::summary(state));
        if let Some(ending) = super::ending(state) {
            let _ = writeln!(text, "\n{}", unescape(&ending).replace("**", ""));
        }
    }
    log_of(&mut text, face, log);
    text
}

fn heading(text: &mut String, words: &str) {
    let _ = writeln!(text, "\n{words}\n{}\n", "-".repeat(words.width()));
}

fn force(text: &mut String, side: &SideSetup) {
    let _ = writeln!(text, "{} ({}):", side.name, side.colour.name());
    for unit in &side.units {
        let what = if unit.name == unit.profile.name { "" } else { unit.profile.name.as_str() };
        let what = if what.is_empty() { String::new() } else { format!(" ({what})") };
        let _ = writeln!(text, "- {}{what}", unit.name);
    }
    text.push('\n');
}

/// The battle as it counts: what was taken back is left out.
fn story(text: &mut String, face: &dyn Face, log: &Log) {
    heading(text, "The battle");
    for entry in log.entries(0..log.len()) {
        if entry.taken_back_by.is_some() {
            continue;
        }
        let events = super::events_of(&entry.step);
        if events.iter().any(|event| matches!(event, Event::Drawn { whose: Drawn::Side(_), .. })) {
            text.push('\n');
        }
        for line in face.lines(entry.before.as_ref(), &entry.step) {
            let line = unescape(&line);
            if line.starts_with("Turn ") && line.ends_with(" begins.") {
                heading(text, line.trim_end_matches(" begins."));
                continue;
            }
            let _ = writeln!(text, "{line}");
        }
        if let Some(typed) = hand::typed_line(&entry.step).filter(|_| !events.is_empty()) {
            let _ = writeln!(text, "{}", unescape(&typed));
        }
        let undone = |event: &SeenEvent| matches!(event, rules_table::Event::Undone { .. });
        if entry.step.events.iter().any(undone) {
            let line = short_line(face, None, &entry.after, &entry.step);
            let _ = writeln!(text, "({})", unescape(&line));
        }
    }
}

/// Who did what when, with every die of the stream by its number.
fn log_of(text: &mut String, face: &dyn Face, log: &Log) {
    heading(text, "Every step and its dice");
    for entry in log.entries(0..log.len()) {
        let step = &entry.step;
        let events = super::events_of(step);
        let what = match &entry.after.game {
            Some(View::Antares(state)) if !events.is_empty() => {
                let typed = hand::typed_line(step).map(|typed| format!(". {typed}"));
                let typed = typed.unwrap_or_default();
                format!("{}: {}{typed}", step.name, super::headline(state, events.iter()))
            }
            _ => short_line(face, None, &entry.after, step),
        };
        let undone = if entry.taken_back_by.is_some() { " (taken back later)" } else { "" };
        let standing = if step.standing { " (said beforehand)" } else { "" };
        let dice = if step.dice.is_empty() {
            String::new()
        } else {
            format!(" [{}]", dice_text(&step.dice))
        };
        let _ = writeln!(
            text,
            "{:>4}  {}  {}{standing}{dice}{undone}",
            step.seq,
            time_text(step.at_ms),
            unescape(&what)
        );
    }
}
