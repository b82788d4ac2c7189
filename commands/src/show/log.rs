//! The log, page by page, and the recap of what happened since I last acted. Each step is told by the table as it was
//! then, so later names and set-ups do not rewrite history.

use std::collections::HashSet;
use std::ops::Range;

use gatemaster_rules::game::{self, Game, SystemId};
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::ids::{Seq, UserId};
use gatemaster_rules::system::Viewer;
use gatemaster_rules::table::{AskedFor, Event, Table, Undoing};
use gatemaster_rules::text::{count, list};

use super::table::{grounds_text, seat_sentence};
use super::{NEUTRAL, bag, battle, button, dicegame};
use crate::card::Card;
use crate::desk::Loaded;
use crate::limits::{EMBED_TEXT, clip};
use crate::press::Press;
use crate::words::esc;
use crate::words::{self, seat_text};

pub const STEPS_PER_PAGE: usize = 12;

pub fn pages(steps: usize) -> usize {
    steps.div_ceil(STEPS_PER_PAGE).max(1)
}

/// What one step did, in a sentence or a few. `before` is the game before the step, `table` is as it was right after it.
pub(crate) fn short_line(before: Option<&Game>, table: &Table, step: &Step) -> String {
    line_with(table, step, played_lines(before, table, step))
}

/// What happened in the game itself, where it has more to tell than a sentence for each event.
fn played_lines(before: Option<&Game>, table: &Table, step: &Step) -> Vec<String> {
    match table.system {
        SystemId::Antares => battle::lines(before, step),
        SystemId::DiceGame => dicegame::lines(before, step),
        SystemId::Bag => Vec::new(),
    }
}

/// The same, with the game's part of it in these words.
fn line_with(table: &Table, step: &Step, battle: Vec<String>) -> String {
    let who = esc(&step.name);
    if !battle.is_empty() {
        let others = step.events.iter().filter(|event| !matches!(event, Event::Played(_)));
        let others = others.map(|event| event_line(table, step.user, &who, event));
        let said: Vec<String> = battle.into_iter().chain(others).collect();
        let by = if step.deed.standing { format!("{who} (beforehand)") } else { who.clone() };
        return format!("{by}: {}", said.join(" "));
    }
    if let [Event::Left { seat, player: from }, Event::Seated { player: to, .. }] = &step.events[..]
        && from.id != to.id
    {
        let seat = seat_text(table, *seat);
        let (from_name, to_name) = (esc(&from.name), esc(&to.name));
        return if [from.id, to.id].contains(&step.user) {
            format!("{from_name} handed {seat} to {to_name}.")
        } else {
            format!("{who} gave {seat}, which {from_name} had, to {to_name}.")
        };
    }
    let said: Vec<String> =
        step.events.iter().map(|event| event_line(table, step.user, &who, event)).collect();
    said.join(" ")
}

/// The same with the dice, for a board that tells its last results.
pub(super) fn compact_line(before: Option<&Game>, table: &Table, step: &Step) -> String {
    let line = short_line(before, table, step);
    match table.system {
        // these lines name their dice themselves
        SystemId::Antares | SystemId::DiceGame => line,
        SystemId::Bag => format!("{line}{}", bag::dice_note(step)),
    }
}

fn event_line(table: &Table, user: UserId, who: &str, event: &Event) -> String {
    match event {
        Event::Opened { name, system, .. } => {
            format!("{who} opened “{}” ({}).", esc(name), system.title())
        }
        Event::Seated { seat, player } => {
            let line = seat_sentence(table, *seat, &esc(&player.name), true);
            if player.id == user { line } else { format!("{who} seated somebody: {line}") }
        }
        Event::Left { seat, player } => {
            let line = seat_sentence(table, *seat, &esc(&player.name), false);
            if player.id == user { line } else { format!("{who} freed a seat: {line}") }
        }
        Event::SetUpChanged { setup, .. } => match setup {
            game::Setup::Bag(_) => format!("{who} changed the dice: {}.", setup_text(setup)),
            game::Setup::Antares(_) => format!("{who} set the forces: {}.", setup_text(setup)),
            game::Setup::DiceGame(_) => format!("{who} set the table: {}.", setup_text(setup)),
        },
        Event::EmptySeatsGone { setup } => {
            let seats = setup.seats();
            let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
            format!("{who} began with those who had come: {}.", list(&names))
        }
        Event::Salted { text, .. } => format!("{who} added the salt “{}”.", esc(text)),
        Event::Renamed { name } => format!("{who} named the game “{}”.", esc(name)),
        Event::SettingsChanged { settings } => {
            format!(
                "{who} set the table: mentions {}, reminders {}, {} messages{}{}.",
                words::on_off(settings.mentions),
                match settings.remind_hours {
                    0 => "off".to_owned(),
                    hours => format!("after {}", words::hours(hours)),
                },
                if settings.compact { "short" } else { "full" },
                if settings.spoken { ", results read aloud" } else { "" },
                if settings.by_hand { ", dice rolled by hand" } else { "" }
            )
        }
        Event::SeatOffered { offer } => {
            let seat = seat_text(table, offer.seat);
            format!("{who} would hand {seat} to {}.", esc(&offer.to.name))
        }
        Event::OfferTurnedDown { by, offer } => {
            let seat = seat_text(table, offer.seat);
            if by.id == offer.by.id {
                format!("{who} keeps {seat} after all.")
            } else {
                format!("{who} did not take {seat} from {}.", esc(&offer.by.name))
            }
        }
        Event::Shelved => format!("{who} put the game away, unfinished."),
        Event::Resumed => format!("{who} took the game up again."),
        Event::Departed { .. } => format!("{who} has left for good."),
        Event::Kept => format!("{who} said that the game is still wanted."),
        Event::OrganiserNamed { organiser } => {
            format!("{who} named {} as organiser.", esc(&organiser.name))
        }
        Event::Started { .. } => "The game began.".to_owned(),
        Event::Played(event) => played_line(table, who, event),
        Event::UndoAsked { undoing, .. } => {
            format!("{who} asked to take back {}.", undoing_text(table, undoing))
        }
        Event::EndAsked { .. } => format!("{who} asked to end the game."),
        Event::AskRefused { by, asked } => {
            let wish = match &asked.what {
                AskedFor::Undo(undoing) => format!("take back step {}", undoing.step),
                AskedFor::End => "end the game".to_owned(),
            };
            if by.id == asked.by.id {
                format!("{who} no longer asks to {wish}.")
            } else {
                format!("{who} said no: {} had asked to {wish}.", esc(&asked.by.name))
            }
        }
        Event::Undone { undoing, grounds } => {
            format!(
                "Taken back: {} ({}).",
                undoing_text(table, undoing),
                grounds_text(grounds, who)
            )
        }
        Event::Ended { grounds } => format!("The game has ended ({}).", grounds_text(grounds, who)),
    }
}

fn played_line(table: &Table, who: &str, event: &game::Event) -> String {
    match (event, &table.game) {
        (game::Event::Bag(event), Some(Game::Bag(state))) => bag::sentence(state, who, event),
        (game::Event::Bag(_), _) => format!("{who} used the bag."),
        (game::Event::Antares(event), Some(Game::Antares(state))) => {
            battle::headline(state, std::iter::once(event))
        }
        (game::Event::Antares(_), _) => format!("{who} went on with the battle."),
        (game::Event::DiceGame(event), _) => {
            format!("{who}: {}.", dicegame::in_short(std::iter::once(event)))
        }
    }
}

fn setup_text(setup: &game::Setup) -> String {
    match setup {
        game::Setup::Antares(setup) => {
            let forces: Vec<String> = setup
                .sides
                .iter()
                .map(|side| {
                    let units = u32::try_from(side.units.len()).unwrap_or(u32::MAX);
                    format!("{} with {}", esc(&side.name), count(units, "unit", "units"))
                })
                .collect();
            let mut text = list(&forces);
            if setup.options.already_deployed {
                text.push_str(", on the table already");
            }
            if setup.options.effective_range_only {
                text.push_str(", effective range only");
            }
            if setup.options.indoors {
                text.push_str(", indoors");
            }
            if !setup.buildings.is_empty() {
                let number = u32::try_from(setup.buildings.len()).unwrap_or(u32::MAX);
                text.push_str(", ");
                text.push_str(&count(number, "building", "buildings"));
            }
            text
        }
        game::Setup::DiceGame(setup) => dicegame::setup_text(setup),
        game::Setup::Bag(setup) => {
            let extras = setup.extras_text();
            let all = if extras.is_empty() {
                setup.sides_text()
            } else {
                format!("{}, {extras}", setup.sides_text())
            };
            esc(&all)
        }
    }
}

/// "step 4 (Bob drew 🔵 Blue (number 3 of 11))"
pub(super) fn undoing_text(table: &Table, undoing: &Undoing) -> String {
    let who = esc(&undoing.done_by.name);
    if let Some(Game::Antares(state)) = &table.game
        && !undoing.did.is_empty()
    {
        let events = undoing.did.iter().filter_map(|event| match event {
            game::Event::Antares(event) => Some(event),
            game::Event::Bag(_) | game::Event::DiceGame(_) => None,
        });
        return format!("step {}, {} (by {who})", undoing.step, battle::headline(state, events));
    }
    let of_dice_game: Vec<_> = undoing
        .did
        .iter()
        .filter_map(|event| match event {
            game::Event::DiceGame(event) => Some(event),
            game::Event::Antares(_) | game::Event::Bag(_) => None,
        })
        .collect();
    if !of_dice_game.is_empty() {
        let did = dicegame::in_short(of_dice_game.into_iter());
        return format!("step {}, {did} (by {who})", undoing.step);
    }
    let did: Vec<String> = undoing
        .did
        .iter()
        .map(|event| played_line(table, &who, event).trim_end_matches('.').to_owned())
        .collect();
    let did = if did.is_empty() { "the start of the game".to_owned() } else { list(&did) };
    format!("step {}, “{did}”", undoing.step)
}

/// The lines of these steps, each told by the table as it was after it; what the viewer may not know is left out.
fn lines(
    steps: &[Step],
    range: Range<usize>,
    viewer: &Viewer,
    line: fn(Option<&Game>, &Table, &Step) -> String,
) -> Vec<String> {
    let mut told = Vec::new();
    let mut table: Option<Table> = None;
    for (i, step) in steps.iter().enumerate().take(range.end) {
        let before = table.as_ref().filter(|_| range.contains(&i));
        let before = before.and_then(|table| table.game.clone());
        table = history::after(table, &steps[..=i]).ok();
        if range.contains(&i)
            && let Some(table) = &table
        {
            told.push(line(before.as_ref(), table, &seen(step, viewer)));
        }
    }
    told
}

/// The step without what this viewer may not see yet.
pub(crate) fn seen(step: &Step, viewer: &Viewer) -> Step {
    let events = step.events.iter().filter_map(|event| match event {
        Event::Played(event) => event.seen(viewer).map(Event::Played),
        other => Some(other.clone()),
    });
    Step { events: events.collect(), ..step.clone() }
}

/// "`12` 3 Nov 14:05 Ann drew 🔴 Red (number 3 of 11). [die 7: 3 on a d11]"; Discord shows the time in the reader's zone.
fn log_line(before: Option<&Game>, table: &Table, step: &Step) -> String {
    let time = step.at_ms.div_euclid(1_000);
    // the reasons are in `/explain`; what came of it must not be cut off
    let battle = battle::lines(before, step);
    let line = if battle.is_empty() {
        compact_line(before, table, step)
    } else {
        let brief = battle.iter().map(|line| battle::without_brackets(line)).collect();
        line_with(table, step, brief)
    };
    format!("`{}` <t:{time}:f> {line}", step.seq)
}

/// Every line of the log for a text file.
pub(super) fn plain_lines(steps: &[Step], viewer: &Viewer) -> Vec<String> {
    lines(steps, 0..steps.len(), viewer, short_line)
}

fn marked(steps: &[Step], range: Range<usize>, viewer: &Viewer, max: usize) -> Vec<String> {
    let revoked: HashSet<Seq> = steps.iter().filter_map(|step| step.revokes).collect();
    let told = lines(steps, range.clone(), viewer, log_line);
    steps[range]
        .iter()
        .zip(told)
        .map(|(step, line)| {
            let line = shorten(&line, max);
            if revoked.contains(&step.seq) { format!("{line} **(taken back)**") } else { line }
        })
        .collect()
}

/// A long step with its beginning and its end: who did it, and what came of it.
fn shorten(line: &str, max: usize) -> String {
    let length = line.chars().count();
    if length <= max {
        return line.to_owned();
    }
    let head: String = line.chars().take(max / 3).collect();
    let tail: String = line.chars().skip(length - (max - max / 3 - 3)).collect();
    format!("{head} … {tail}")
}

/// One page of the log, the newest page last. `page` counts from 0.
pub fn log_page(game: &Loaded, steps: &[Step], user: UserId, page: usize) -> Card {
    let pages = pages(steps.len());
    let page = page.min(pages - 1);
    let from = page * STEPS_PER_PAGE;
    let to = (from + STEPS_PER_PAGE).min(steps.len());
    let lines = marked(steps, from..to, &game.table.viewer(user), 300);
    let turn = |page: usize| Press::Log(u32::try_from(page).unwrap_or(u32::MAX));
    let mut row = Vec::new();
    if page > 0 {
        row.push(button(game, "Earlier", turn(page - 1)).marked("◀️"));
    }
    if page + 1 < pages {
        row.push(button(game, "Later", turn(page + 1)).marked("▶️"));
    }
    let steps = u32::try_from(steps.len()).unwrap_or(u32::MAX);
    Card {
        title: format!("Log of {}", esc(&game.table.name)),
        text: clip(&lines.join("\n"), EMBED_TEXT),
        footer: format!("Page {} of {pages} · {}", page + 1, count(steps, "step", "steps")),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
    .with_row(row)
}

/// What happened since this person last acted; the last part of it where it is long.
pub fn recap(game: &Loaded, steps: &[Step], user: UserId, since: Option<Seq>) -> Card {
    const SHOWN: usize = 15;
    let first = since.map_or(0, |since| (since.0 as usize).min(steps.len()));
    let from = first.max(steps.len().saturating_sub(SHOWN));
    let mut lines = marked(steps, from..steps.len(), &game.table.viewer(user), 230);
    if from > first {
        let earlier = u32::try_from(from - first).unwrap_or(u32::MAX);
        let earlier = count(earlier, "step", "steps");
        lines.insert(0, format!("… {earlier} before that; `/game log` has them."));
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
