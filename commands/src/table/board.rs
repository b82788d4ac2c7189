//! The board of a game, and the pieces that every board is made of: the frame, seats, questions, the end.

use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Card, Select, Style};
use gatemaster_discord::limits;
use gatemaster_discord::picture::Picture;
use gatemaster_rules::table::{Asked, AskedFor, Offer, Phase, SeenTable};

use super::{NEUTRAL, QUIET, button, hand, log, result, steps_footer};
use crate::desk::Loaded;
use crate::face::{Ending, Face, Systems};
use crate::table::press::Press;
use crate::words::{self, chair_text, count, esc, list, seat_text};

/// The live message of a game, as everybody may see it.
pub fn board(systems: Systems, game: &Loaded) -> Card {
    let face = systems.of(game.table.system);
    match game.table.phase {
        Phase::Playing => {
            let board = face.board(game).unwrap_or_else(|| lobby(face, game));
            result::with_result_button(game, board)
        }
        Phase::Ended => ended(face, game, face.ending(game)),
        Phase::Shelved => shelved(game),
        Phase::Lobby => lobby(face, game),
    }
}

/// The fresh board for somebody who acted on an old one.
pub fn stale(systems: Systems, game: &Loaded) -> Card {
    let content = match game.table.phase {
        Phase::Ended => "This game has ended.",
        Phase::Shelved => "This game has been put away.",
        Phase::Lobby | Phase::Playing => {
            "The board has changed since you saw it; here it is as it stands now."
        }
    };
    let board = board(systems, game);
    // a compact board has its text where the apology goes
    let content = format!("{content}\n{}", board.content);
    Card { content: content.trim_end().to_owned(), ..board }
}

/// What an undo or an offered seat adds below the board.
pub const ROOM_FOR_QUESTIONS: usize = 600;

/// What a system puts into the frame of its board.
#[derive(Debug, Default)]
pub struct Framed {
    /// The board in words.
    pub text: String,
    /// Words above the frame, which choosing something redraws.
    pub above: String,
    /// How it stands in a few words, for a compact board.
    pub now: String,
    pub selects: Vec<Select>,
    pub buttons: Vec<Vec<Button>>,
    pub colour: Option<u32>,
    pub picture: Option<Picture>,
    /// A compact board is words and buttons alone.
    pub frameless: bool,
}

/// The board of a game in play: the system's part within what every board has.
pub fn framed(face: &dyn Face, game: &Loaded, framed: Framed) -> Card {
    let Framed { text, above, now, selects, buttons, colour, picture, frameless } = framed;
    if game.table.settings.compact {
        let content = rolling_text(face, game, &now);
        // without a frame the words are all there is
        let title = if frameless { String::new() } else { esc(&game.table.name) };
        let colour = colour.filter(|_| !frameless);
        return Card { content, title, colour, selects, buttons, picture, ..Card::default() };
    }
    Card {
        content: above,
        title: esc(&game.table.name),
        text: with_question(face, game, text),
        fields: fair_dice_field(game),
        footer: footer(game),
        colour,
        selects,
        buttons,
        picture,
        ..Card::default()
    }
}

/// "\nOrganiser: Ann", where there is one.
pub fn organiser_line(game: &Loaded) -> String {
    let organiser = game.table.organiser.as_ref();
    organiser.map(|organiser| format!("\nOrganiser: {}", esc(&organiser.name))).unwrap_or_default()
}

/// A compact board's words with others below, while somebody makes up their mind.
pub fn compact_with(face: &dyn Face, game: &Loaded, text: &str) -> String {
    match face.in_one_line(game) {
        Some(now) => rolling_text(face, game, &format!("{now}\n\n{text}")),
        None => text.to_owned(),
    }
}

/// A compact board is the one message of a voice session: what just happened, then how things stand.
fn rolling_text(face: &dyn Face, game: &Loaded, now: &str) -> String {
    let newest = game.recent.len().saturating_sub(1);
    let mut lines: Vec<String> = game
        .recent
        .iter()
        .enumerate()
        .map(|(i, made)| {
            let line = log::compact_line(face, made.before.as_ref(), &game.table, &made.step);
            // the whole message holds 2,000 characters: the newest result as far as it fits, the others in short
            if i == newest {
                let room = 1_400_usize.saturating_sub(now.chars().count()).max(250);
                format!("**▸** {}", limits::clip(&line, room))
            } else {
                format!("-# {}", limits::clip(&line, 180))
            }
        })
        .collect();
    lines.push(format!("**{}** · {now}", esc(&game.table.name)));
    if game.next_die == 1 {
        lines.push(format!("-# Fair dice: the SHA-256 of their seed is `{}`", game.seed_hash));
    }
    with_question(face, game, lines.join("\n"))
}

/// Shown until the first die falls: afterwards the hash is fixed and salts are closed.
pub fn fair_dice_field(game: &Loaded) -> Vec<(String, String)> {
    if game.next_die > 1 { Vec::new() } else { vec![("Fair dice".to_owned(), fair_dice(game))] }
}

/// In small print: it is there to be kept, and hardly anybody reads it.
pub(super) fn fair_dice(game: &Loaded) -> String {
    let salts =
        if game.next_die > 1 { "" } else { " Add a salt of your own: `/game settings salt:`." };
    format!(
        "-# `{}`\n-# The SHA-256 of their secret seed, which is shown at the end: every die can be checked.{salts}",
        game.seed_hash
    )
}

pub fn footer(game: &Loaded) -> String {
    steps_footer(game, game.seq, game.seq)
}

fn lobby(face: &dyn Face, game: &Loaded) -> Card {
    let table = &game.table;
    let mut head =
        vec![format!("**{}** · opened by {}", table.system.title(), esc(&table.host.name))];
    if let Some(organiser) = &table.organiser {
        head.push(format!("Organiser: {}", esc(&organiser.name)));
    }
    face.lobby(game, head)
}

pub fn playing_buttons(game: &Loaded, mut rows: Vec<Vec<Button>>) -> Vec<Vec<Button>> {
    rows.extend(question_rows(game));
    rows.extend(join_button(game).map(|join| vec![join]));
    rows
}

/// A seat that somebody could take in the middle of a game.
pub fn join_button(game: &Loaded) -> Option<Button> {
    match game.table.free_seats()[..] {
        [] => None,
        [only] => {
            let label = format!("Play {}", game.table.seats[only.index()].name);
            Some(button(game, &label, Press::Join(Some(only))))
        }
        _ => Some(button(game, "Take a seat", Press::Join(None))),
    }
}

/// What waits for an answer, below the board's text.
pub fn with_question(face: &dyn Face, game: &Loaded, mut text: String) -> String {
    if let Some(agreed) = result::agreed_line(&game.table) {
        let _ = write!(text, "\n\n{agreed}");
    }
    if let Some(asked) = &game.table.asked {
        if let AskedFor::Draw { .. } = asked.what {
            let _ = write!(
                text,
                "\n\n{}",
                hand::draw_question(&game.table, asked, hand::Addressed::ByName)
            );
        } else {
            let wish = wish(face, &game.table, asked);
            let _ = write!(text, "\n\n**{}** asks {wish}. Answer below.", esc(&asked.by.name));
        }
    }
    if let Some(offer) = &game.table.offer {
        let _ = write!(text, "\n\n{}", offer_text(&game.table, offer));
    }
    text
}

pub fn question_rows(game: &Loaded) -> Vec<Vec<Button>> {
    let asked = game.table.asked.as_ref().map(|asked| answer_buttons(game, &asked.what));
    let offer = game.table.offer.as_ref().map(|offer| offer_buttons(game, offer));
    asked.into_iter().chain(offer).collect()
}

/// "**Ann** would hand 🔴 Red to **Cid**."
pub(super) fn offer_text(table: &SeenTable, offer: &Offer) -> String {
    let seat = seat_text(table, offer.seat);
    format!("**{}** would hand {seat} to **{}**.", esc(&offer.by.name), esc(&offer.to.name))
}

pub fn offer_buttons(game: &Loaded, offer: &Offer) -> Vec<Button> {
    let seat = game.table.seats.get(offer.seat.index()).map_or("it", |chair| chair.name.as_str());
    vec![
        button(game, format!("Take {seat}"), Press::TakeOver(offer.seat)).styled(Style::Yes),
        button(game, "No, thank you", Press::TurnDown(offer.seat)),
    ]
}

/// "to take back step 4 (Bob drew 🔵 Blue)"
pub(super) fn wish(face: &dyn Face, table: &SeenTable, asked: &Asked) -> String {
    match &asked.what {
        AskedFor::Undo(undoing) => {
            format!("to take back {}", log::undoing_text(face, table, undoing))
        }
        AskedFor::End => "to end this game".to_owned(),
        AskedFor::ByHand { hand, .. } => hand::hand_wish(table, *hand),
        AskedFor::Draw { .. } => "whether the die is right".to_owned(),
        AskedFor::Result { settlement, .. } => result::result_wish(table, settlement),
        AskedFor::Points { entry, .. } => result::points_wish(table, entry),
    }
}

pub(super) fn answer_buttons(game: &Loaded, what: &AskedFor) -> Vec<Button> {
    let about = what.number();
    if let AskedFor::Draw { .. } = what {
        return vec![
            button(game, "It is right", Press::Agree(about)).styled(Style::Yes),
            button(game, "Object", Press::Refuse(about)).styled(Style::No),
        ];
    }
    vec![
        button(game, "Agree", Press::Agree(about)).styled(Style::Yes),
        button(game, "Refuse", Press::Refuse(about)).styled(Style::No),
    ]
}

pub(super) fn ended(face: &dyn Face, game: &Loaded, ending: Ending) -> Card {
    let table = &game.table;
    let steps = count(game.seq.0, "step", "steps");
    let Ending { lines: told, mut buttons, picture, told_within: _ } = ending;
    let mut lines: Vec<String> = match &table.result {
        // the game's own count is not what decided it
        Some(settled) => {
            let turn = game.turn().map(|turn| format!("It ended in turn {turn}."));
            std::iter::once(result::result_line(table, settled)).chain(turn).collect()
        }
        None => told,
    };
    lines.extend(table.seats.iter().map(chair_text));
    lines.push(format!("-# {} · ended after {steps}", table.system.title()));
    if let Some((sealed, row)) = result::open_end(game) {
        lines.push(sealed);
        let asked = question_rows(game);
        buttons.extend(if asked.is_empty() { vec![row] } else { asked });
    }
    if let Some(seed) = game.revealed_seed() {
        lines.push(format!("-# The seed of its dice: `{seed}`"));
        lines.push(format!("-# and its SHA-256, as shown at the start: `{}`", game.seed_hash));
        lines.push(format!(
            "-# `/game export game:{}` gives a file that `gatemaster verify` recomputes die by die.",
            game.id
        ));
    }
    Card {
        title: esc(&table.name),
        text: with_question(face, game, lines.join("\n")),
        footer: footer(game),
        colour: Some(QUIET),
        buttons,
        picture,
        ..Card::default()
    }
}

pub(super) fn shelved(game: &Loaded) -> Card {
    let table = &game.table;
    let steps = count(game.seq.0, "step", "steps");
    let mut lines =
        vec![format!("**{}** · put away unfinished after {steps}", table.system.title())];
    lines.extend(table.seats.iter().map(chair_text));
    lines.push("Nothing is lost. Anybody of this table can take it up again.".to_owned());
    Card {
        title: esc(&table.name),
        text: lines.join("\n"),
        footer: footer(game),
        colour: Some(QUIET),
        buttons: vec![vec![button(game, "Take it up again", Press::Resume)]],
        ..Card::default()
    }
}

/// Asks whether a game that nobody has touched for long is still wanted.
pub fn still_wanted(game: &Loaded, since_ms: i64, put_away_at_ms: i64) -> Card {
    Card {
        colour: Some(NEUTRAL),
        footer: footer(game),
        buttons: vec![vec![
            button(game, "Keep it open", Press::Keep).styled(Style::Main),
            button(game, "Put it away", Press::Shelve),
        ]],
        ..Card::text(format!(
            "Nothing has happened in **{}** since {}. Is it still wanted?\nIf nobody answers, I put it away {}; it \
             can be taken up again at any time, and nothing of it is lost.",
            esc(&game.table.name),
            words::day(since_ms),
            words::relative(put_away_at_ms)
        ))
    }
}

/// How the table is set, for `/game settings` without changes.
pub fn settings(game: &Loaded) -> Card {
    let table = &game.table;
    let organiser = table.organiser.as_ref().map_or_else(|| "nobody".to_owned(), |o| esc(&o.name));
    let salts = if table.salts.is_empty() {
        "none".to_owned()
    } else {
        let salts: Vec<String> =
            table.salts.iter().map(|salt| format!("“{}”", esc(&salt.text))).collect();
        list(&salts)
    };
    Card {
        title: esc(&table.name),
        text: format!(
            "Mentions for whoever owes an action: **{}**\nReminders for whoever owes an action: **{}**\n\
             Messages: **{}**\nDice: **{}**\nLast turn: **{}**\nOrganiser: **{organiser}**\nSalts: {salts}",
            words::on_off(table.settings.mentions),
            match table.settings.remind_hours {
                0 => "off".to_owned(),
                hours => format!("after {}", words::hours(hours)),
            },
            match (table.settings.compact, table.settings.spoken) {
                (true, true) => "short, on one board, without mentions; results read aloud",
                (true, false) => "short, on one board, without mentions",
                (false, true) => "full; results read aloud",
                (false, false) => "full",
            },
            hand::dice_setting(table),
            match table.settings.turn_limit {
                0 => "none".to_owned(),
                turn => turn.to_string(),
            }
        ),
        fields: vec![("Fair dice".to_owned(), fair_dice(game))],
        footer: footer(game),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
}
