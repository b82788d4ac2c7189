//! What came of a game, as a league keeps it: who played what, the score, and who won. It follows from the table alone.

use serde::{Deserialize, Serialize};

use crate::game::SystemId;
pub use crate::system::Outcome;
use crate::table::{Phase, Player, Table};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub system: SystemId,
    /// Whether its rules or its people have decided it; a game that was broken off has no winner.
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
    /// points (D-END-2). Where its people have settled it by other numbers, those.
    pub score: u32,
    pub result: Outcome,
}

/// The record of a game that has ended; `None` before that.
pub fn record(table: &Table) -> Option<Record> {
    if table.phase != Phase::Ended {
        return None;
    }
    let verdict = table.game.as_ref().map(crate::game::Game::verdict);
    let settled = table.result.as_ref();
    let sides = table.all_seats().zip(&table.seats).map(|(seat, chair)| {
        let side = verdict.as_ref().and_then(|verdict| verdict.sides.get(seat.index()));
        let (counted, by_rules) = side.copied().unwrap_or((0, Outcome::Undecided));
        let side = settled.and_then(|settled| settled.sides.get(seat.index()));
        let score = side.and_then(|side| side.score).unwrap_or(counted);
        let result = side.map_or(by_rules, |side| side.result);
        SideRecord {
            name: chair.name.clone(),
            force: table
                .game
                .as_ref()
                .and_then(|game| game.force_played(seat))
                .or_else(|| table.setup.force(seat)),
            player: chair.player.clone(),
            score,
            result,
        }
    });
    Some(Record {
        system: table.system,
        decided: settled.is_some() || verdict.as_ref().is_some_and(|verdict| verdict.decided),
        turns: verdict.as_ref().and_then(|verdict| verdict.turns),
        sides: sides.collect(),
    })
}
