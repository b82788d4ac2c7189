//! The table that every game has, as it is shown: lobby, board, results, log, explanations, the end. Rendering is pure: views
//! and seen steps in, cards out; no dice, no clock. What belongs to a system is asked of its face. `tell.rs` and `explain.rs`
//! also do what the buttons of any table mean, with the desk.

mod board;
pub mod explain;
pub mod hand;
mod log;
mod outcome;
pub mod press;
pub mod sheet;
mod tell;
mod told;
pub mod transcript;

pub use board::{
    Framed, Lobby, ROOM_FOR_QUESTIONS, board, compact_with, fair_dice_field, footer, framed,
    framed_lobby, join_button, join_buttons, offer_buttons, organiser_line, playing_buttons,
    question_rows, seat_rows, settings, stale, still_wanted, with_question,
};
pub use log::{STEPS_PER_PAGE, log_page, pages, recap, short_line};
pub use outcome::{outcome, rolls_on_board, short_outcome, spoken};
pub use tell::{act_and_answer, answer_press, holds, mine, opened, refine, told, told_besides};
pub use told::{ToldSteps, steps_footer, told_by};

use gatemaster_discord::card::Button;

use crate::desk::Loaded;
use press::{Press, Pressed};

/// The colour of a card that belongs to no side.
pub const NEUTRAL: u32 = 0x005b_6ee1;
pub const QUIET: u32 = 0x0080_8890;

/// A button of the table as it stands.
pub fn button(game: &Loaded, label: impl Into<String>, press: Press) -> Button {
    Button::new(label, Pressed::<Press>::new(&game.id, game.seq, press))
}
