//! What came of a game, as a league keeps it: who played what, the score, and who won. It follows from the table alone.

use serde::{Deserialize, Serialize};

use crate::game::SystemId;
pub use crate::system::Outcome;
use crate::table::{Phase, Player, Table};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub system: SystemId,
    /// Whether the rules have decided it; a game that was broken off has no winner.
    pub decided: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    pub sides: Vec<SideRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideRecord {
    pub name: String,
    /// The force it fielded, where the game has such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force: Option<String>,
    pub player: Option<Player>,
    /// The more the better: for a battle, the order dice that the other side lost (A-GAM-3); for the Dice Game, victory
    /// points (D-END-2).
    pub score: u32,
    pub result: Outcome,
}

/// The record of a game that has ended; `None` before that.
pub fn record(table: &Table) -> Option<Record> {
    if table.phase != Phase::Ended {
        return None;
    }
    let verdict = table.game.as_ref().map(crate::game::Game::verdict);
    let sides = table.all_seats().zip(&table.seats).map(|(seat, chair)| {
        let side = verdict.as_ref().and_then(|verdict| verdict.sides.get(seat.index()));
        let (score, result) = side.copied().unwrap_or((0, Outcome::Undecided));
        SideRecord {
            name: chair.name.clone(),
            force: table.setup.force(seat),
            player: chair.player.clone(),
            score,
            result,
        }
    });
    Some(Record {
        system: table.system,
        decided: verdict.as_ref().is_some_and(|verdict| verdict.decided),
        turns: verdict.as_ref().and_then(|verdict| verdict.turns),
        sides: sides.collect(),
    })
}
