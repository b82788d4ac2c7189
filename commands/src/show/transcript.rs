//! A game as a text file that reads well years later, without Discord.

use std::collections::HashSet;
use std::fmt::Write as _;

use gatemaster_rules::game::{Game, Setup};
use gatemaster_rules::history::Step;
use gatemaster_rules::ids::Seq;
use gatemaster_rules::system::Viewer;
use gatemaster_rules::table::{Event, Phase};

use super::{bag, dicegame, log, report};
use crate::desk::Loaded;

pub fn transcript(game: &Loaded, steps: &[Step]) -> String {
    let mut text = String::new();
    let table = &game.table;
    let _ = writeln!(text, "{}\n{}\n", table.name, "=".repeat(table.name.chars().count()));
    let _ = writeln!(text, "{}, game {}, {} steps", table.system.title(), game.id, steps.len());
    for chair in &table.seats {
        let who = chair.player.as_ref().map_or("nobody", |player| &player.name);
        let _ = writeln!(text, "{} ({}): {who}", chair.name, chair.colour.name());
    }
    if let Some(organiser) = &table.organiser {
        let _ = writeln!(text, "Organiser: {}", organiser.name);
    }
    let _ = writeln!(text, "SHA-256 of the dice seed: {}", game.seed_hash);
    match (game.revealed_seed(), table.phase) {
        (Some(seed), _) => {
            let _ = writeln!(text, "Seed: {seed}");
        }
        (None, Phase::Lobby | Phase::Playing | Phase::Shelved | Phase::Ended) => {
            let _ = writeln!(text, "The seed is shown when the game ends.");
        }
    }
    text.push('\n');
    if let Some(Setup::Antares(setup)) = steps.iter().rev().find_map(set_up_by) {
        text.push_str(&report::of_battle(game, steps, setup));
        return text;
    }
    if let Some(Game::DiceGame(state)) = &table.game {
        for line in dicegame::score_sheet(game, state) {
            let _ = writeln!(text, "{}", plain(&line));
        }
        text.push('\n');
    }
    let revoked: HashSet<Seq> = steps.iter().filter_map(|step| step.revokes).collect();
    // what a game hides is exported only after its end, and then nothing is hidden any more
    let everything = Viewer { seats: table.all_seats().collect() };
    for (step, line) in steps.iter().zip(log::plain_lines(steps, &everything)) {
        let undone = if revoked.contains(&step.seq) { " (taken back later)" } else { "" };
        let _ = writeln!(
            text,
            "{:>4}  {}  {}{}{undone}",
            step.seq,
            time_text(step.at_ms),
            plain(&line),
            bag::dice_note(step)
        );
    }
    text
}

/// The set-up that a step chose.
fn set_up_by(step: &Step) -> Option<&Setup> {
    step.events.iter().find_map(|event| match event {
        Event::Opened { setup, .. } | Event::SetUpChanged { setup, .. } => Some(setup),
        _ => None,
    })
}

/// "2026-11-03 14:05 UTC"
pub(super) fn time_text(at_ms: i64) -> String {
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
pub(super) fn unescape(text: &str) -> String {
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
