//! The log, page by page, and the recap of what happened since I last acted. Each step is told by the table as it was
//! then, so later names and set-ups do not rewrite history.

use std::ops::Range;

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::{EMBED_TEXT, clip};
use gatemaster_rules::game::View;
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::{AskedFor, Event, SeenEvent, SeenStep, SeenTable, Undoing};
use gatemaster_rules::text::{count, list};

use super::outcome::grounds_text;
use super::press::Press;
use super::{NEUTRAL, button, hand};
use crate::desk::{Entry, Loaded, Log};
use crate::face::{Face, Systems};
use crate::words::{self, dice_text, esc, seat_text};

pub const STEPS_PER_PAGE: usize = 12;

pub fn pages(steps: usize) -> usize {
    steps.div_ceil(STEPS_PER_PAGE).max(1)
}

/// What one step did, in a sentence or a few. `before` is the game before the step, `table` is as it was right after it.
pub fn short_line(
    face: &dyn Face,
    before: Option<&View>,
    table: &SeenTable,
    step: &SeenStep,
) -> String {
    line_with(face, table, step, face.lines(before, step))
}

/// The same, with the game's part of it in these words.
fn line_with(face: &dyn Face, table: &SeenTable, step: &SeenStep, played: Vec<String>) -> String {
    let who = esc(&step.name);
    if !played.is_empty() {
        let others = step
            .events
            .iter()
            .filter(|event| !matches!(event, Event::Played(_) | Event::Thrown { .. }));
        let others = others.map(|event| event_line(face, table, step, &who, event));
        let typed = hand::typed_line(step);
        let said: Vec<String> = played.into_iter().chain(typed).chain(others).collect();
        let by = if step.standing { format!("{who} (beforehand)") } else { who.clone() };
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
    let mut said: Vec<String> = step
        .events
        .iter()
        .filter(|event| !matches!(event, Event::Thrown { .. }))
        .map(|event| event_line(face, table, step, &who, event))
        .collect();
    said.extend(hand::typed_line(step));
    if said.is_empty() { format!("{who} did something in secret.") } else { said.join(" ") }
}

/// The same with the dice, for a board that tells its last results.
pub(super) fn compact_line(
    face: &dyn Face,
    before: Option<&View>,
    table: &SeenTable,
    step: &SeenStep,
) -> String {
    let line = short_line(face, before, table, step);
    if face.names_dice() { line } else { format!("{line}{}", dice_note(step)) }
}

/// The dice of a step, for the log.
pub(super) fn dice_note(step: &SeenStep) -> String {
    if step.dice.is_empty() { String::new() } else { format!(" [{}]", dice_text(&step.dice)) }
}

fn seat_sentence(table: &SeenTable, seat: Seat, who: &str, took: bool) -> String {
    let seat = seat_text(table, seat);
    if took { format!("{who} plays {seat}.") } else { format!("{who} left {seat}.") }
}

fn event_line(
    face: &dyn Face,
    table: &SeenTable,
    step: &SeenStep,
    who: &str,
    event: &SeenEvent,
) -> String {
    let user = step.user;
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
        Event::SetUpChanged { setup, .. } => face.set_up_line(who, setup),
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
                format_args!(", dice {}", hand::dice_setting(table))
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
        Event::Played(event) => face.event_line(table, who, event),
        Event::Throwing(_)
        | Event::Thrown { .. }
        | Event::DrawShown { .. }
        | Event::DrawAccepted { .. }
        | Event::Objected { .. }
        | Event::HandAsked { .. }
        | Event::Agreed { .. }
        | Event::HandSettled { .. } => by_hand_line(table, step, who, event),
        Event::UndoAsked { undoing, .. } => {
            format!("{who} asked to take back {}.", undoing_text(face, table, undoing))
        }
        Event::EndAsked { .. } => format!("{who} asked to end the game."),
        Event::AskRefused { by, asked } => {
            let wish = match &asked.what {
                AskedFor::Undo(undoing) => format!("take back step {}", undoing.step),
                AskedFor::End => "end the game".to_owned(),
                AskedFor::ByHand { hand, .. } => {
                    let wish = hand::hand_wish(table, *hand);
                    return if by.id == asked.by.id {
                        format!("{who} no longer asks {wish}.")
                    } else {
                        format!("{who} said no: {} had asked {wish}.", esc(&asked.by.name))
                    };
                }
                AskedFor::Draw { .. } => "go on with the drawn die".to_owned(),
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
                undoing_text(face, table, undoing),
                grounds_text(grounds, who)
            )
        }
        Event::Ended { grounds } => format!("The game has ended ({}).", grounds_text(grounds, who)),
    }
}

/// What has to do with dice that people roll by hand.
fn by_hand_line(table: &SeenTable, step: &SeenStep, who: &str, event: &SeenEvent) -> String {
    match event {
        Event::Throwing(throw) => hand::waiting_line(table, step, throw),
        Event::Thrown { .. } => hand::typed_line(step).unwrap_or_default(),
        Event::DrawShown { .. } => format!("{who} named it; the others may object."),
        Event::DrawAccepted { .. } => format!("{who} said that the drawn die is right."),
        Event::Objected { by, undoing } if by.id == undoing.done_by.id => {
            format!("{who} took back the die they had named; it is drawn and named again.")
        }
        Event::Objected { undoing, .. } => format!(
            "{who} objected to the die that {} had named; it is drawn and named again, and then it stands.",
            esc(&undoing.done_by.name)
        ),
        Event::HandAsked { hand, .. } => format!("{who} asked {}.", hand::hand_wish(table, *hand)),
        Event::Agreed { .. } => format!("{who} agreed."),
        Event::HandSettled { grounds } => {
            format!("Settled ({}).", grounds_text(grounds, who))
        }
        // everything else is told above
        _ => String::new(),
    }
}

/// "step 4 (Bob drew 🔵 Blue (number 3 of 11))"
pub(super) fn undoing_text(face: &dyn Face, table: &SeenTable, undoing: &Undoing) -> String {
    let who = esc(&undoing.done_by.name);
    if let Some(what) = undoing.waits_for.as_ref().filter(|_| undoing.did.is_empty()) {
        return format!("step {}, which waits for {} (by {who})", undoing.step, esc(what));
    }
    if let Some(did) = face.undoing(table, &undoing.did) {
        return format!("step {}, {did} (by {who})", undoing.step);
    }
    let did: Vec<String> = undoing
        .did
        .iter()
        .map(|event| face.event_line(table, &who, event).trim_end_matches('.').to_owned())
        .collect();
    let did = match did.is_empty() {
        true if undoing.hidden => format!("{who} did something in secret"),
        true => "the start of the game".to_owned(),
        false => list(&did),
    };
    format!("step {}, “{did}”", undoing.step)
}

/// "`12` 3 Nov 14:05 Ann drew 🔴 Red (number 3 of 11). [die 7: 3 on a d11]"; Discord shows the time in the reader's zone.
fn log_line(face: &dyn Face, entry: &Entry) -> String {
    let Entry { before, after, step, .. } = entry;
    let time = step.at_ms.div_euclid(1_000);
    // the reasons are in `/explain`; what came of it must not be cut off
    let brief = face.brief_lines(before.as_ref(), step);
    let line = if brief.is_empty() {
        compact_line(face, before.as_ref(), after, step)
    } else {
        line_with(face, after, step, brief)
    };
    format!("`{}` <t:{time}:f> {line}", step.seq)
}

fn marked(face: &dyn Face, log: &Log, range: Range<usize>, max: usize) -> Vec<String> {
    log.entries(range)
        .map(|entry| {
            let line = shorten(&log_line(face, &entry), max);
            match entry.taken_back_by {
                Some(_) => format!("{line} **(taken back)**"),
                None => line,
            }
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
pub fn log_page(systems: Systems, game: &Loaded, log: &Log, page: usize) -> Card {
    let face = systems.of(game.table.system);
    let pages = pages(log.len());
    let page = page.min(pages - 1);
    let from = page * STEPS_PER_PAGE;
    let to = (from + STEPS_PER_PAGE).min(log.len());
    let lines = marked(face, log, from..to, 300);
    let turn = |page: usize| Press::Log(u32::try_from(page).unwrap_or(u32::MAX));
    let mut row = Vec::new();
    if page > 0 {
        row.push(button(game, "Earlier", turn(page - 1)).marked("◀️"));
    }
    if page + 1 < pages {
        row.push(button(game, "Later", turn(page + 1)).marked("▶️"));
    }
    let steps = u32::try_from(log.len()).unwrap_or(u32::MAX);
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
pub fn recap(systems: Systems, game: &Loaded, log: &Log, since: Option<Seq>) -> Card {
    const SHOWN: usize = 15;
    let first = since.map_or(0, |since| (since.0 as usize).min(log.len()));
    let from = first.max(log.len().saturating_sub(SHOWN));
    let mut lines = marked(systems.of(game.table.system), log, from..log.len(), 230);
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
