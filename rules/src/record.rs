//! What came of a game, as a league keeps it: who played what, the score, and who won. It follows from the table alone.

use serde::{Deserialize, Serialize};

use crate::antares::State;
use crate::antares::setup::Setup as BattleSetup;
use crate::game::{Game, Setup, SystemId};
use crate::ids::Seat;
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Win,
    /// Several have the best score, and no rule tells them apart (D-END-4).
    SharedWin,
    Loss,
    Draw,
    /// The game was broken off, or has no winner by its nature.
    Undecided,
}

/// The record of a game that has ended; `None` before that.
pub fn record(table: &Table) -> Option<Record> {
    if table.phase != Phase::Ended {
        return None;
    }
    let sides = |score: &dyn Fn(Seat) -> u32, result: &dyn Fn(Seat) -> Outcome| {
        table
            .all_seats()
            .zip(&table.seats)
            .map(|(seat, chair)| SideRecord {
                name: chair.name.clone(),
                force: force(&table.setup, seat),
                player: chair.player.clone(),
                score: score(seat),
                result: result(seat),
            })
            .collect()
    };
    Some(match &table.game {
        Some(Game::Antares(state)) => {
            let ending = state.ending.as_ref();
            let result = |seat| match ending.map(|ending| ending.winner) {
                None => Outcome::Undecided,
                Some(None) => Outcome::Draw,
                Some(Some(winner)) if winner == seat => Outcome::Win,
                Some(Some(_)) => Outcome::Loss,
            };
            let score = |seat| battle_score(state, seat);
            Record {
                system: table.system,
                decided: ending.is_some(),
                turns: Some(state.turn),
                sides: sides(&score, &result),
            }
        }
        Some(Game::DiceGame(state)) => {
            let ending = state.ending.as_ref();
            let score = |seat: Seat| match ending.and_then(|e| e.scores.get(seat.index())) {
                Some(score) => score.total(),
                None => state.score(seat).total(),
            };
            let result = |seat| match ending.map(|ending| &ending.winners[..]) {
                None => Outcome::Undecided,
                Some([winner]) if *winner == seat => Outcome::Win,
                Some(shared) if shared.contains(&seat) => Outcome::SharedWin,
                Some(_) => Outcome::Loss,
            };
            Record {
                system: table.system,
                decided: ending.is_some(),
                turns: state.turn.as_ref().map(|turn| turn.number),
                sides: sides(&score, &result),
            }
        }
        Some(Game::Bag(state)) => Record {
            system: table.system,
            decided: false,
            turns: Some(state.turn),
            sides: sides(&|_| 0, &|_| Outcome::Undecided),
        },
        None => Record {
            system: table.system,
            decided: false,
            turns: None,
            sides: sides(&|_| 0, &|_| Outcome::Undecided),
        },
    })
}

fn battle_score(state: &State, seat: Seat) -> u32 {
    let enemy = state.enemy_of(seat);
    let counted = state.ending.as_ref().and_then(|ending| ending.lost.get(enemy.index()));
    counted.copied().unwrap_or_else(|| state.victory_dice_lost(enemy))
}

fn force(setup: &Setup, seat: Seat) -> Option<String> {
    match setup {
        Setup::Antares(BattleSetup { sides, .. }) => {
            sides.get(seat.index()).map(|side| side.faction.name().to_owned())
        }
        Setup::DiceGame(setup) => {
            setup.factions.get(seat.index()).map(|faction| faction.name().to_owned())
        }
        Setup::Bag(_) => None,
    }
}
