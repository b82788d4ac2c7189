//! A table before its game: the system's part within what every lobby has. *Start* is there when it can be pressed; until then
//! what is missing is said, with the buttons that mend it beside it.

use gatemaster_discord::card::{Button, Card, Select, Style};
use gatemaster_discord::limits::BUTTONS_PER_ROW;
use gatemaster_rules::table::Lacks;

use super::board::{fair_dice_field, footer, question_rows, with_question};
use super::press::Press;
use super::{NEUTRAL, button, hand};
use crate::desk::Loaded;
use crate::face::Face;
use crate::words::{count, esc};

/// What a system puts into the frame of its lobby.
#[derive(Debug, Default)]
pub struct Lobby {
    pub lines: Vec<String>,
    pub selects: Vec<Select>,
    /// What is missing in this system's own words; without any, the table says what every game needs.
    pub missing: Vec<Missing>,
    /// What to say when nothing is.
    pub ready: String,
    /// Buttons beside the seats and Start.
    pub beside: Vec<Button>,
    /// Rows below.
    pub buttons: Vec<Vec<Button>>,
}

/// Something without which a game cannot start, and what mends it besides taking a seat.
#[derive(Debug, Default)]
pub struct Missing {
    pub text: String,
    pub mends: Vec<Button>,
}

impl Missing {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), mends: Vec::new() }
    }
}

/// The lobby of a table: the system's part within what every lobby has.
pub fn framed_lobby(face: &dyn Face, game: &Loaded, lobby: Lobby) -> Card {
    let Lobby { mut lines, selects, missing, ready, beside, buttons: below } = lobby;
    let missing = lacking(game, missing);
    let mut own = Vec::new();
    if missing.is_empty() {
        own.push(button(game, "Start", Press::Start).styled(Style::Yes));
        lines.extend((!ready.is_empty()).then_some(ready));
    }
    for one in missing {
        lines.push(format!("⚠️ {}", one.text));
        own.extend(one.mends);
    }
    own.extend(beside);
    if game.table.has_people() {
        own.push(button(game, "Leave", Press::Leave));
    }
    let mut rows = together(join_buttons(game), own);
    rows.extend(question_rows(game));
    rows.extend(below);
    lines.extend(hand::by_hand_line(&game.table));
    Card {
        title: esc(&game.table.name),
        text: with_question(face, game, lines.join("\n")),
        fields: fair_dice_field(game),
        footer: footer(game),
        colour: Some(NEUTRAL),
        selects,
        buttons: rows,
        ..Card::default()
    }
}

/// What the system misses, or what the table does.
fn lacking(game: &Loaded, own: Vec<Missing>) -> Vec<Missing> {
    if !own.is_empty() {
        return own;
    }
    let text = match game.table.lacks() {
        None => return own,
        Some(Lacks::Players { needed, seated }) => {
            let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            format!(
                "It takes {} to start, and {} so far: take a seat.",
                count(number(needed), "player", "players"),
                match seated {
                    0 => "nobody sits here".to_owned(),
                    1 => "one sits here".to_owned(),
                    more => format!("{more} sit here"),
                }
            )
        }
        Some(Lacks::People) => "I do not play all alone: take a seat.".to_owned(),
        Some(Lacks::SetUp(faults)) => esc(&faults.join(" ")),
    };
    vec![Missing::text(text)]
}

/// One row where all fit, else the seats first.
fn together(seats: Vec<Button>, own: Vec<Button>) -> Vec<Vec<Button>> {
    if seats.len() + own.len() <= BUTTONS_PER_ROW {
        return vec![seats.into_iter().chain(own).collect()];
    }
    let mut rows = in_rows(&seats);
    rows.extend(in_rows(&own));
    rows
}

fn in_rows(buttons: &[Button]) -> Vec<Vec<Button>> {
    buttons.chunks(BUTTONS_PER_ROW).map(<[Button]>::to_vec).collect()
}

/// The free seats, five buttons a row.
pub fn seat_rows(game: &Loaded) -> Vec<Vec<Button>> {
    in_rows(&join_buttons(game))
}

/// A button for each free seat.
fn join_buttons(game: &Loaded) -> Vec<Button> {
    let table = &game.table;
    let seats = table.free_seats().into_iter().map(|seat| {
        let chair = &table.seats[seat.index()];
        button(game, format!("Play {}", chair.name), Press::Join(Some(seat)))
            .marked(chair.colour.mark())
            .styled(Style::Main)
    });
    seats.collect()
}
