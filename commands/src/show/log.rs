//! The log, page by page, and the recap of what happened since I last acted.

use std::collections::HashSet;

use gatemaster_rules::game;
use gatemaster_rules::history::Step;
use gatemaster_rules::ids::Seq;
use gatemaster_rules::table::Event;
use gatemaster_rules::text::count;

use super::table::{grounds_text, seat_sentence};
use super::{NEUTRAL, bag, button};
use crate::card::{Card, esc};
use crate::desk::Loaded;
use crate::limits::{EMBED_TEXT, clip};
use crate::press::Press;

pub const STEPS_PER_PAGE: usize = 12;

pub fn pages(steps: usize) -> usize {
    steps.div_ceil(STEPS_PER_PAGE).max(1)
}

/// What one step did, in a sentence or a few.
pub fn short_line(game: &Loaded, step: &Step) -> String {
    let who = esc(&step.name);
    let said: Vec<String> = step.events.iter().map(|event| event_line(game, &who, event)).collect();
    said.join(" ")
}

fn event_line(game: &Loaded, who: &str, event: &Event) -> String {
    match event {
        Event::Opened { name, system, .. } => {
            format!("{who} opened “{}” ({}).", esc(name), system.title())
        }
        Event::Seated { seat, player } => {
            seat_sentence(&game.table, *seat, &esc(&player.name), true)
        }
        Event::Left { seat, player } => {
            seat_sentence(&game.table, *seat, &esc(&player.name), false)
        }
        Event::SetUpChanged { .. } => format!("{who} changed the set-up."),
        Event::Salted { text, .. } => format!("{who} added the salt “{}”.", esc(text)),
        Event::Renamed { name } => format!("{who} named the game “{}”.", esc(name)),
        Event::SettingsChanged { settings } => {
            format!("{who} turned mentions {}.", if settings.mentions { "on" } else { "off" })
        }
        Event::OrganiserNamed { organiser } => {
            format!("{who} named {} as organiser.", esc(&organiser.name))
        }
        Event::Started { .. } => "The game began.".to_owned(),
        Event::Played(game::Event::Bag(event)) => match &game.table.game {
            Some(game::Game::Bag(state)) => bag::sentence(state, who, event),
            None => format!("{who} used the bag."),
        },
        Event::UndoAsked { step, .. } => format!("{who} asked to undo step {step}."),
        Event::EndAsked { .. } => format!("{who} asked to end the game."),
        Event::AskRefused { .. } => format!("{who} said no."),
        Event::Undone { step, grounds } => {
            format!("{who} undid step {step}{}.", grounds_text(grounds))
        }
        Event::Ended { grounds } => format!("{who} ended the game{}.", grounds_text(grounds)),
    }
}

/// "12 · 3 Nov 14:05 · Ann drew 🔴 Red (number 3 of 11). [die 7: 3 on a d11]"; Discord shows the time in the
/// reader's own zone.
fn log_line(game: &Loaded, step: &Step, revoked: &HashSet<Seq>) -> String {
    let time = step.at_ms.div_euclid(1_000);
    let text = format!("{}{}", short_line(game, step), bag::dice_note(step));
    let text = if revoked.contains(&step.seq) { format!("~~{text}~~ (undone)") } else { text };
    format!("`{}` <t:{time}:t> {text}", step.seq)
}

/// One page of the log, the newest page last. `page` counts from 0.
pub fn log_page(game: &Loaded, steps: &[Step], page: usize) -> Card {
    let pages = pages(steps.len());
    let page = page.min(pages - 1);
    let revoked: HashSet<Seq> = steps.iter().filter_map(|step| step.revokes).collect();
    let shown = steps.iter().skip(page * STEPS_PER_PAGE).take(STEPS_PER_PAGE);
    let lines: Vec<String> = shown.map(|step| clip(&log_line(game, step, &revoked), 320)).collect();
    let to = |page: usize| Press::Log(u32::try_from(page).unwrap_or(u32::MAX));
    let mut row = Vec::new();
    if page > 0 {
        row.push(button(game, "Earlier", to(page - 1)).marked("◀️"));
    }
    if page + 1 < pages {
        row.push(button(game, "Later", to(page + 1)).marked("▶️"));
    }
    Card {
        title: format!("Log of {}", esc(&game.table.name)),
        text: clip(&lines.join("\n"), EMBED_TEXT),
        footer: format!("Page {} of {pages} · {} steps", page + 1, steps.len()),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
    .with_row(row)
}

/// What happened since this person last acted; the last part of it where it is long.
pub fn recap(game: &Loaded, steps: &[Step], since: Option<Seq>) -> Card {
    const SHOWN: usize = 15;
    let revoked: HashSet<Seq> = steps.iter().filter_map(|step| step.revokes).collect();
    let news: Vec<&Step> =
        steps.iter().filter(|step| since.is_none_or(|since| step.seq > since)).collect();
    let earlier = news.len().saturating_sub(SHOWN);
    let mut lines: Vec<String> =
        news.iter().skip(earlier).map(|step| clip(&log_line(game, step, &revoked), 250)).collect();
    if earlier > 0 {
        let earlier = u32::try_from(earlier).unwrap_or(u32::MAX);
        lines.insert(
            0,
            format!("… {} before that; `/game log` has them.", count(earlier, "step", "steps")),
        );
    }
    let title = match since {
        Some(_) => format!("Since you last acted in {}", esc(&game.table.name)),
        None => format!("So far in {}", esc(&game.table.name)),
    };
    if lines.is_empty() {
        lines.push("Nothing has happened since you last acted.".to_owned());
    }
    Card { title, text: lines.join("\n"), colour: Some(NEUTRAL), ..Card::default() }
        .with_row(vec![button(game, "Show the board", Press::Board)])
}
