//! The log, page by page, and the recap of what happened since I last acted. Each step is told by the table as it was
//! then, so later names and set-ups do not rewrite history.

use std::collections::VecDeque;
use std::ops::Range;

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::EMBED_TEXT;
use gatemaster_discord::signs::plain_length;
use gatemaster_rules::game::View;
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::{
    Asked, AskedFor, Event, Grounds, Player, SeenEvent, SeenStep, SeenTable, Undoing,
};
use gatemaster_rules::text::{count, list};

use super::outcome::grounds_text;
use super::press::Press;
use super::{NEUTRAL, button, hand, result, steps_footer};
use crate::desk::{Entry, Loaded, Log};
use crate::face::{Face, Systems};
use crate::words::{self, dice_text, esc, seat_text};

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
        let others = others.filter(|line| !line.is_empty());
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
        .filter(|line| !line.is_empty())
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
                format_args!(
                    ", dice {}{}",
                    hand::dice_setting(table),
                    match settings.turn_limit {
                        0 => String::new(),
                        turn => format!(", turn {turn} is the last"),
                    }
                )
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
        Event::ResultAsked { .. }
        | Event::Settled { .. }
        | Event::PointsAsked { .. }
        | Event::PointsEntered { .. }
        | Event::Closed => about_result(table, step, who, event),
        Event::AskRefused { by, asked } => refused_line(table, who, by, asked),
        Event::Undone { undoing, grounds } => undone_line(face, table, step, undoing, grounds),
        // the result tells it
        Event::Ended { .. }
            if step.events.iter().any(|event| matches!(event, Event::Settled { .. })) =>
        {
            String::new()
        }
        Event::Ended { grounds } => format!("The game has ended ({}).", grounds_text(grounds, who)),
    }
}

/// "Taken back: step 7, the draw of a die (Bob asked, Ann agreed)."
fn undone_line(
    face: &dyn Face,
    table: &SeenTable,
    step: &SeenStep,
    undoing: &Undoing,
    grounds: &Grounds,
) -> String {
    let took_back = match grounds {
        Grounds::Consent { asked_by, .. } => asked_by.id,
        Grounds::Free
        | Grounds::Alone
        | Grounds::Organiser
        | Grounds::Manager
        | Grounds::Rules
        | Grounds::Conceded
        | Grounds::TurnLimit => step.user,
    };
    // nobody is named twice
    let did = if took_back == undoing.done_by.id {
        undone_text(face, table, undoing)
    } else {
        undoing_text(face, table, undoing)
    };
    format!("Taken back: {did} ({}).", grounds_text(grounds, &esc(&step.name)))
}

/// Somebody said no, or took back their own question.
fn refused_line(table: &SeenTable, who: &str, by: &Player, asked: &Asked) -> String {
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
        AskedFor::Result { settlement, .. } => {
            result::result_wish(table, settlement).replacen("to ", "", 1)
        }
        AskedFor::Points { entry, .. } => result::points_wish(table, entry).replacen("to ", "", 1),
    };
    if by.id == asked.by.id {
        format!("{who} no longer asks to {wish}.")
    } else {
        format!("{who} said no: {} had asked to {wish}.", esc(&asked.by.name))
    }
}

/// What has to do with the result.
fn about_result(table: &SeenTable, step: &SeenStep, who: &str, event: &SeenEvent) -> String {
    match event {
        Event::ResultAsked { settlement, .. } => {
            format!("{who} asked {}.", result::result_wish(table, settlement))
        }
        Event::Settled { settlement } => result::settled_line(table, step, settlement),
        Event::PointsAsked { entry, .. } => {
            format!("{who} asked {}.", result::points_wish(table, entry))
        }
        Event::PointsEntered { entry, grounds } => format!(
            "Entered: {} ({}).",
            result::points_text(table, entry),
            grounds_text(grounds, who)
        ),
        Event::Closed => format!("{who} had the seed shown: the end stands."),
        // everything else is told above
        _ => String::new(),
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

/// "step 4, “Bob drew 🔵 Blue (number 3 of 11)”", "step 7, the draw of a die (by Bob)"
pub(super) fn undoing_text(face: &dyn Face, table: &SeenTable, undoing: &Undoing) -> String {
    let text = undone_text(face, table, undoing);
    // what is quoted names them itself
    if text.ends_with('”') { text } else { format!("{text} (by {})", esc(&undoing.done_by.name)) }
}

/// The same without whose it was.
fn undone_text(face: &dyn Face, table: &SeenTable, undoing: &Undoing) -> String {
    let who = esc(&undoing.done_by.name);
    if let Some(settled) = undoing.settled.as_ref().filter(|_| undoing.did.is_empty()) {
        let line = result::result_line(table, settled);
        return format!("step {}, “{}”", undoing.step, line.trim_end_matches('.'));
    }
    if let Some(points) = &undoing.points {
        return format!("step {}, “{}”", undoing.step, result::points_text(table, points));
    }
    if let Some(what) = undoing.waits_for.as_ref().filter(|_| undoing.did.is_empty()) {
        return format!("step {}, which waits for {}", undoing.step, esc(what));
    }
    if let Some(did) = face.undoing(table, &undoing.did) {
        return format!("step {}, {did}", undoing.step);
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

/// How a step is told in a list of steps.
#[derive(Clone, Copy)]
enum Telling {
    /// Every die with its reason.
    Full,
    /// What came of it; the reasons are in the log and in `/explain`.
    Brief,
}

/// "`12` 3 Nov 14:05 Ann drew 🔴 Red (number 3 of 11). [die 7: 3 on a d11]"; Discord shows the time in the reader's zone.
fn log_line(face: &dyn Face, entry: &Entry, telling: Telling, most: usize) -> String {
    let Entry { before, after, step, taken_back_by } = entry;
    let time = step.at_ms.div_euclid(1_000);
    let brief = match telling {
        Telling::Full => Vec::new(),
        Telling::Brief => face.brief_lines(before.as_ref(), step),
    };
    let line = if brief.is_empty() {
        compact_line(face, before.as_ref(), after, step)
    } else {
        line_with(face, after, step, brief)
    };
    let head = format!("`{}` <t:{time}:f> ", step.seq);
    let tail = if taken_back_by.is_some() { " **(taken back)**" } else { "" };
    let room = most.saturating_sub(plain_length(&head) + plain_length(tail));
    format!("{head}{}{tail}", shorten(&line, step.seq, room))
}

/// A step that is too long with its beginning and its end, who did it and what came of it, in whole sentences: a row of dice
/// is there or not, but never half of it.
fn shorten(line: &str, step: Seq, most: usize) -> String {
    if plain_length(line) <= most {
        return line.to_owned();
    }
    let more = format!(" … (`/explain step:{step}` tells all) … ");
    let mut room = most.saturating_sub(plain_length(&more));
    let mut sentences: VecDeque<&str> = line.split_inclusive(". ").collect();
    let (mut head, mut tail) = (String::new(), String::new());
    // the end says what came of it, so it gets more of the room
    for (first, share) in [(true, room / 3), (false, room), (true, room)] {
        let mut left = share.min(room);
        while let Some(next) = if first { sentences.front() } else { sentences.back() } {
            let length = plain_length(next);
            if length > left {
                break;
            }
            (left, room) = (left - length, room - length);
            if first {
                head.push_str(next);
                sentences.pop_front();
            } else {
                tail.insert_str(0, next);
                sentences.pop_back();
            }
        }
    }
    format!("{}{more}{tail}", head.trim_end())
}

/// As many steps as one page of the log has at most.
const STEPS_PER_PAGE: usize = 12;
/// As much of a page as the steps take.
const PAGE: usize = EMBED_TEXT - 96;

/// Which page of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogPage {
    Newest,
    /// The one that begins with this step.
    From(Seq),
    /// The one that ends with this step.
    To(Seq),
}

/// One page of the log: as many whole steps as it has room for. The newest page is always full, if there are enough.
pub fn log_page(systems: Systems, game: &Loaded, log: &Log, page: LogPage) -> Card {
    let face = systems.of(game.table.system);
    let place = |step: Seq| usize::try_from(step.0).unwrap_or(usize::MAX).min(log.len());
    let told = |range: Range<usize>| -> Vec<String> {
        log.entries(range).map(|entry| log_line(face, &entry, Telling::Full, PAGE)).collect()
    };
    let backwards = |to: usize| {
        let mut lines = told(to.saturating_sub(STEPS_PER_PAGE)..to);
        let kept = fitting(lines.iter().rev());
        (to, lines.split_off(lines.len() - kept))
    };
    let (to, lines) = match page {
        LogPage::Newest => backwards(log.len()),
        LogPage::To(last) => backwards(place(last).max(1)),
        LogPage::From(first) => {
            let from = place(first).saturating_sub(1);
            let mut lines = told(from..(from + STEPS_PER_PAGE).min(log.len()));
            lines.truncate(fitting(lines.iter()));
            let to = from + lines.len();
            // what is left does not fill a page: then it is the newest one
            if to < log.len() { (to, lines) } else { backwards(to) }
        }
    };
    let from = to.saturating_sub(lines.len());
    let seq = |place: usize| Seq(u32::try_from(place).unwrap_or(u32::MAX));
    let mut row = Vec::new();
    if from > 0 {
        row.push(button(game, "Earlier", Press::LogTo(seq(from))).marked("◀️"));
    }
    if to < log.len() {
        row.push(button(game, "Later", Press::LogFrom(seq(to + 1))).marked("▶️"));
    }
    Card {
        title: format!("Log of {}", esc(&game.table.name)),
        text: lines.join("\n"),
        footer: format!("{} · {} in all", steps_footer(game, seq(from + 1), seq(to)), log.len()),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
    .with_row(row)
}

/// How many of these lines fit on a page.
fn fitting<'a>(lines: impl Iterator<Item = &'a String>) -> usize {
    let mut room = PAGE + 1;
    let fits = |line: &&String| match room.checked_sub(plain_length(line) + 1) {
        Some(left) => {
            room = left;
            true
        }
        None => false,
    };
    lines.take_while(fits).count()
}

/// What happened since this person last acted; the last part of it where it is long.
pub fn recap(systems: Systems, game: &Loaded, log: &Log, since: Option<Seq>) -> Card {
    const SHOWN: usize = 15;
    const MOST: usize = 250;
    let face = systems.of(game.table.system);
    let first = since.map_or(0, |since| (since.0 as usize).min(log.len()));
    let from = first.max(log.len().saturating_sub(SHOWN));
    let mut lines: Vec<String> = log
        .entries(from..log.len())
        .map(|entry| log_line(face, &entry, Telling::Brief, MOST))
        .collect();
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

#[cfg(test)]
mod tests {
    use gatemaster_discord::signs::{Look, die, plainly};

    use super::*;

    #[test]
    fn a_long_step_is_shortened_in_whole_sentences_and_never_within_its_dice() {
        let dice: Vec<String> = (1..=10).map(|face| die(10, face, Look::Hit)).collect();
        let row = dice.join(" ");
        let line =
            format!("Ann: Hammer fires. First {row} hit. Then {row} hit. It holds. Bob cheers.");
        assert_eq!(shorten(&line, Seq(7), 400), line);
        for most in 40..plain_length(&line) {
            let short = plainly(&shorten(&line, Seq(7), most));
            assert!(short.chars().count() <= most, "{most}: {short}");
            assert!(short.contains("/explain step:7"), "{short}");
            let rows = short.matches("1✓ 2✓ 3✓ 4✓ 5✓ 6✓ 7✓ 8✓ 9✓ 10✓ hit.").count();
            assert_eq!(short.matches('✓').count(), rows * 10, "{most}: {short}");
        }
        let short = plainly(&shorten(&line, Seq(7), 90));
        assert_eq!(
            short,
            "Ann: Hammer fires. … (`/explain step:7` tells all) … It holds. Bob cheers."
        );
    }

    #[test]
    fn a_page_has_whole_lines_and_as_many_as_fit() {
        let line = |length: usize| "x".repeat(length);
        assert_eq!(fitting([line(PAGE)].iter()), 1);
        assert_eq!(fitting([line(PAGE + 1)].iter()), 0);
        assert_eq!(fitting([line(PAGE / 2), line(PAGE - PAGE / 2 - 1), line(0)].iter()), 2);
        assert_eq!(fitting([line(PAGE / 2), line(PAGE), line(1)].iter()), 1);
    }
}
