//! Pure rendering: a game and its steps in, cards out. No look-ups, no dice, no clock.

pub mod bag;
pub mod battle;
pub mod buildings;
pub mod dicegame;
mod log;
mod report;
pub mod rolls;
mod table;
mod told;
pub mod transcript;

pub use log::{STEPS_PER_PAGE, log_page, pages, recap};
pub(crate) use log::{seen, short_line};
pub use table::{
    board, board_for, board_with, compact_with, outcome, outcome_with, refusal, rolls_on_board,
    settings, short_outcome, spoken, stale, still_wanted,
};
pub(crate) use table::{fair_dice_field, footer, join_buttons, question_rows, with_question};
pub use told::{Told, steps_footer, told_by};

use crate::card::Button;
use crate::desk::Loaded;
use crate::press::{Press, Pressed};

/// The colour of a card that belongs to no side.
pub const NEUTRAL: u32 = 0x005b_6ee1;
pub const QUIET: u32 = 0x0080_8890;

fn button(game: &Loaded, label: &str, press: Press) -> Button {
    Button::new(label, Pressed::new(&game.id, game.seq, press))
}
