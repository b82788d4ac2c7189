//! A game as a text file that reads well years later, without Discord.

use std::fmt::Write as _;

use gatemaster_discord::signs;
use gatemaster_rules::version::RELEASE;
use unicode_width::UnicodeWidthStr as _;

use super::log;
use crate::desk::{Loaded, Log};
use crate::face::{Report, Systems};

/// Dice are figures in it.
pub fn transcript(systems: Systems, game: &Loaded, steps: &Log) -> String {
    signs::plainly(&written(systems, game, steps))
}

fn written(systems: Systems, game: &Loaded, steps: &Log) -> String {
    let face = systems.of(game.table.system);
    let mut text = String::new();
    let table = &game.table;
    let _ = writeln!(text, "{}\n{}\n", table.name, "=".repeat(table.name.width()));
    let _ = writeln!(text, "{}, game {}, {} steps", table.system.title(), game.id, steps.len());
    let _ = writeln!(
        text,
        "Gatemaster {RELEASE}, opened under rules {} of the game",
        game.rules_version
    );
    for chair in &table.seats {
        let who = chair.player.as_ref().map_or("nobody", |player| &player.name);
        let _ = writeln!(text, "{} ({}): {who}", chair.name, chair.colour.name());
    }
    if let Some(organiser) = &table.organiser {
        let _ = writeln!(text, "Organiser: {}", organiser.name);
    }
    let _ = writeln!(text, "SHA-256 of the dice seed: {}", game.seed_hash);
    let _ = match game.revealed_seed() {
        Some(seed) => writeln!(text, "Seed: {seed}"),
        None => writeln!(text, "The seed is shown when the game ends."),
    };
    text.push('\n');
    match face.report(game, steps) {
        Report::Whole(report) => {
            text.push_str(&report);
            return text;
        }
        Report::Head(lines) if lines.is_empty() => {}
        Report::Head(lines) => {
            for line in lines {
                let _ = writeln!(text, "{}", plain(&line));
            }
            text.push('\n');
        }
    }
    for entry in steps.entries(0..steps.len()) {
        let undone = if entry.taken_back_by.is_some() { " (taken back later)" } else { "" };
        let line = log::short_line(face, entry.before.as_ref(), &entry.after, &entry.step);
        let _ = writeln!(
            text,
            "{:>4}  {}  {}{}{undone}",
            entry.step.seq,
            time_text(entry.step.at_ms),
            plain(&line),
            log::dice_note(&entry.step)
        );
    }
    text
}

/// "2026-11-03 14:05 UTC"
pub fn time_text(at_ms: i64) -> String {
    match jiff::Timestamp::from_millisecond(at_ms) {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        Err(_) => "an unknown time".to_owned(),
    }
}

/// Without our own marks; those of names are escaped, and stay.
fn plain(line: &str) -> String {
    unescape(&line.replace("**", ""))
}

/// A text file needs no protection against formatting.
pub fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\\' {
            plain.extend(chars.next());
        } else {
            plain.push(c);
        }
    }
    plain
}
