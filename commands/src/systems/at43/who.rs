//! Sides and their players, as messages name them.

use gatemaster_rules::at43::{At43, State};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{System as _, Who};
use gatemaster_rules::table::Player;

use crate::desk::Loaded;
use crate::words::esc;

/// The colour of a side as a sign.
pub fn mark_of(state: &State, seat: Seat) -> &'static str {
    state.side(seat).map_or("▫️", |side| side.colour.mark())
}

/// The player of a seat by name; where nobody plays it, the side.
pub fn player(game: &Loaded, seat: Seat) -> String {
    match game.table.player_at(seat) {
        Some(player) => esc(&player.name),
        None => match game.table.seats.get(seat.index()) {
            Some(chair) => format!("{} (nobody plays it; `/game join`)", esc(&chair.name)),
            None => "Somebody".to_owned(),
        },
    }
}

/// Whether the program plays this seat.
pub fn is_bot(game: &Loaded, seat: Seat) -> bool {
    game.table.player_at(seat).is_some_and(Player::is_bot)
}

/// "🔵 **Ann** (Blue)"
pub fn side_head(game: &Loaded, state: &State, seat: Seat) -> String {
    let side = esc(state.side_name(seat));
    format!("{} **{}** ({side})", mark_of(state, seat), player(game, seat))
}

/// The side that owes something, the first of several.
pub fn waits_for(state: &State) -> Option<Seat> {
    At43::open(state).into_iter().find_map(|open| match open.who {
        Who::Seat(seat) => Some(seat),
        Who::AnyPlayer | Who::May(_) => None,
    })
}
