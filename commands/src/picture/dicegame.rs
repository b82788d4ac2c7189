//! The picture of the Dice Game.

use gatemaster_rules::dicegame::State;

use super::Picture;

/// The table as it is now; `players` by seat. `None` only if drawing is impossible.
pub fn dicegame(_state: &State, _players: &[Option<&str>]) -> Option<Picture> {
    None
}
