//! The board in words.

use gatemaster_rules::at43::View;

use crate::desk::Loaded;

/// The game as its board shows it in words.
pub fn board_text(_game: &Loaded, state: &View) -> String {
    format!("Round {}", state.round)
}

/// The game in one line, for a compact board.
pub fn one_line(state: &View) -> String {
    format!("round {}", state.round)
}
