//! The table that every game has, as it is shown: lobby, board, results, log, explanations, the end. Rendering is pure: views
//! and seen steps in, cards out; no dice, no clock. What belongs to a system is asked of its face. `tell.rs`, `explain.rs`
//! and `type_dice.rs` also do what the buttons of any table mean, with the desk.

mod alone;
mod board;
pub mod explain;
pub mod hand;
mod lobby;
mod log;
mod outcome;
pub mod press;
pub mod result;
pub mod sheet;
mod story;
mod tell;
mod told;
pub mod transcript;
pub mod type_dice;

pub use alone::{start_against_bots, start_alone, take_all_seats};
pub use board::{
    Framed, ROOM_FOR_QUESTIONS, board, compact_with, fair_dice_field, footer, framed, join_button,
    offer_buttons, organiser_line, playing_buttons, question_rows, settings, stale, still_wanted,
    with_question,
};
pub use lobby::{Lobby, Missing, framed_lobby, seat_rows};
pub use log::{LogPage, log_page, recap, short_line};
pub use outcome::{outcome, rolls_on_board, short_outcome, spoken};
pub use story::{aside, beforehand, finished, is_of_dice_by_hand, story, story_with, taken_back};
pub use tell::{
    act_and_answer, answer_press, as_seen, holds, mine, opened, refine, told, told_besides,
};
pub use told::{ToldSteps, steps_footer, told_by};

use gatemaster_discord::card::Button;

use crate::desk::Loaded;
use press::{Press, Pressed};

/// The colour of a card that belongs to no side.
pub const NEUTRAL: u32 = 0x005b_6ee1;
pub const QUIET: u32 = 0x0080_8890;

/// A button of the table as it stands.
pub fn button(game: &Loaded, label: impl Into<String>, press: Press) -> Button {
    Button::new(label, Pressed::<Press>::new(&game.id, game.at, press))
}
