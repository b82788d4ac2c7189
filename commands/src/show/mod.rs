//! Pure rendering: a game and its steps in, cards out. No look-ups, no dice, no clock.

pub mod bag;
mod log;
mod table;
pub mod transcript;

pub use log::{STEPS_PER_PAGE, log_page, pages, recap};
pub use table::{board, board_for, outcome, refusal, settings, stale};

use gatemaster_rules::dice::Roll;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Chair, Table};

use crate::card::{Button, esc};
use crate::desk::Loaded;
use crate::press::{Press, Pressed};

/// The colour of a card that belongs to no side.
pub const NEUTRAL: u32 = 0x005b_6ee1;
pub const QUIET: u32 = 0x0080_8890;

/// "🔴 **Red** (Ann)"
fn chair_text(chair: &Chair) -> String {
    let who = chair.player.as_ref().map_or_else(|| "free".to_owned(), |player| esc(&player.name));
    format!("{} **{}** ({who})", chair.colour.mark(), esc(&chair.name))
}

/// "🔴 Red"
fn seat_text(table: &Table, seat: Seat) -> String {
    table.seats.get(seat.index()).map_or_else(
        || "a seat".to_owned(),
        |chair| format!("{} {}", chair.colour.mark(), esc(&chair.name)),
    )
}

/// "die 7: 3 on a d11", or "hand-rolled: 3 on a d11".
fn roll_text(roll: &Roll) -> String {
    match roll.number {
        Some(number) => format!("die {number}: {} on a d{}", roll.face, roll.sides),
        None => format!("hand-rolled: {} on a d{}", roll.face, roll.sides),
    }
}

fn dice_text(dice: &[Roll]) -> String {
    dice.iter().map(roll_text).collect::<Vec<_>>().join(", ")
}

fn button(game: &Loaded, label: &str, press: Press) -> Button {
    Button::new(label, Pressed::new(&game.id, game.seq, press))
}

/// The beginning of a hash; enough to compare at a glance, the whole stands in `/game settings`.
fn short_hash(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}
