//! What a player has said beforehand about their fate dice, so that a game does not stall (D-UX-2). It is that player's own
//! business until it is carried out.

use gatemaster_rules::dicegame::state::Stage;
use gatemaster_rules::dicegame::{Command, State};
use gatemaster_rules::game;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Action, Player};
use gatemaster_store::Store;
use serde::{Deserialize, Serialize};

use crate::boxed;
use crate::desk::Loaded;
use crate::notes::Note;
use crate::trouble::Trouble;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Standing {
    /// No fate dice in the rest of this turn, counted through the game.
    pub not_in_turn: Option<u32>,
    /// No fate dice for these players.
    pub never_for: Vec<Seat>,
}

impl Note for Standing {
    const NAME: &'static str = "dice-standing";
}

impl Standing {
    /// Whether they have said no to what this seat is asked now.
    fn spares(&self, state: &State) -> bool {
        state.turn.as_ref().is_some_and(|turn| {
            self.not_in_turn == Some(turn.number) || self.never_for.contains(&turn.roller)
        })
    }

    pub fn never_for(&mut self, roller: Seat) {
        if !self.never_for.contains(&roller) {
            self.never_for.push(roller);
            self.never_for.sort_unstable();
        }
    }
}

/// What this player has said beforehand, where the table waits for their fate dice.
#[boxed]
pub async fn answer(
    store: &Store,
    game: &Loaded,
    state: &State,
    player: &Player,
) -> Result<Option<Action>, Trouble> {
    let seat = asked(state).filter(|seat| game.table.player_at(*seat) == Some(player));
    let (Some(seat), None) = (seat, &game.table.asked) else { return Ok(None) };
    let standing = Standing::load(store, &game.id, player.id).await?;
    let none = game::Command::DiceGame(Command::AddFate { seat, dice: 0 });
    Ok(standing.spares(state).then_some(Action::Play(none)))
}

/// Who is asked for fate dice now.
pub fn asked(state: &State) -> Option<Seat> {
    match state.turn.as_ref()?.stage {
        Stage::Adding { asked, .. } => asked,
        Stage::Ready
        | Stage::Rolled
        | Stage::Traits
        | Stage::Six
        | Stage::TakingFate
        | Stage::Claiming => None,
    }
}
