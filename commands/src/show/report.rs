//! A battle told as a report: the forces, then turn by turn what happened, and every step with its dice at the end.

use std::collections::HashSet;
use std::fmt::Write as _;

use gatemaster_rules::antares::event::{Drawn, Event};
use gatemaster_rules::antares::report;
use gatemaster_rules::antares::setup::{Setup, SideSetup};
use gatemaster_rules::game::Game;
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::system::Viewer;
use gatemaster_rules::table::{self, Table};

use super::transcript::{time_text, unescape};
use super::{bag, battle, log};
use crate::desk::Loaded;

/// Everything below the head of the file.
pub fn of_battle(game: &Loaded, steps: &[Step], setup: &Setup) -> String {
    let mut text = String::new();
    for side in &setup.sides {
        force(&mut text, side);
    }
    story(&mut text, steps);
    if let Some(Game::Antares(state)) = &game.table.game {
        heading(&mut text, "How it stands");
        let _ = writeln!(text, "{}", report::summary(state));
        if let Some(ending) = battle::ending(state) {
            let _ = writeln!(text, "\n{}", unescape(&ending).replace("**", ""));
        }
    }
    log_of(&mut text, steps);
    text
}

fn heading(text: &mut String, words: &str) {
    let _ = writeln!(text, "\n{words}\n{}\n", "-".repeat(words.chars().count()));
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
fn story(text: &mut String, steps: &[Step]) {
    let revoked: HashSet<Seq> = steps.iter().filter_map(|step| step.revokes).collect();
    let mut table: Option<Table> = None;
    heading(text, "The battle");
    for (place, step) in steps.iter().enumerate() {
        let before = table.as_ref().and_then(|table| table.game.clone());
        table = history::after(table, &steps[..=place]).ok();
        if revoked.contains(&step.seq) {
            continue;
        }
        let events = battle::events_of(step);
        if events.iter().any(|event| matches!(event, Event::Drawn { whose: Drawn::Side(_), .. })) {
            text.push('\n');
        }
        for line in battle::lines(before.as_ref(), step) {
            let line = unescape(&line);
            if line.starts_with("Turn ") && line.ends_with(" begins.") {
                heading(text, line.trim_end_matches(" begins."));
                continue;
            }
            let _ = writeln!(text, "{line}");
        }
        if step.events.iter().any(|event| matches!(event, table::Event::Undone { .. }))
            && let Some(table) = &table
        {
            let _ = writeln!(text, "({})", unescape(&log::short_line(None, table, step)));
        }
    }
}

/// Who did what when, with every die of the stream by its number.
fn log_of(text: &mut String, steps: &[Step]) {
    heading(text, "Every step and its dice");
    let revoked: HashSet<Seq> = steps.iter().filter_map(|step| step.revokes).collect();
    let mut table: Option<Table> = None;
    for (place, step) in steps.iter().enumerate() {
        table = history::after(table, &steps[..=place]).ok();
        let Some(table) = &table else { continue };
        let events = battle::events_of(step);
        let what = match &table.game {
            Some(Game::Antares(state)) if !events.is_empty() => {
                format!("{}: {}", step.name, battle::headline(state, events.iter()))
            }
            _ => log::short_line(None, table, &log::seen(step, &Viewer::spectator())),
        };
        let undone = if revoked.contains(&step.seq) { " (taken back later)" } else { "" };
        let standing = if step.deed.standing { " (said beforehand)" } else { "" };
        let _ = writeln!(
            text,
            "{:>4}  {}  {}{standing}{}{undone}",
            step.seq,
            time_text(step.at_ms),
            unescape(&what),
            bag::dice_note(step)
        );
    }
}
