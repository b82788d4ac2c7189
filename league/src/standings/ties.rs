//! What each tie-breaker counts.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::count::{Kind, Records, to_size};
use crate::ids::EntrantId;
use crate::settings::TieBreaker;

/// Lots are numbers below this; two of the same come up once in as many draws, and then the place is shared.
const LOTS: u32 = 1_000_000;

/// Everything that tie-breakers look at.
#[derive(Debug)]
pub(super) struct Breakers<'a> {
    records: &'a Records,
    game_points: HashMap<EntrantId, i64>,
    lot: u64,
}

impl<'a> Breakers<'a> {
    pub fn new(records: &'a Records, everybody: &[EntrantId], lot: u64) -> Self {
        let opponents = everybody
            .iter()
            .flat_map(|entrant| records.of(*entrant))
            .filter_map(|meeting| meeting.opponent);
        let game_points = everybody
            .iter()
            .copied()
            .chain(opponents)
            .map(|entrant| (entrant, records.game_points(entrant)))
            .collect();
        Self { records, game_points, lot }
    }

    /// In halves. `level` are those whom nothing has separated so far, `entrant` among them.
    pub fn halves(
        &self,
        breaker: TieBreaker,
        entrant: EntrantId,
        level: &[EntrantId],
    ) -> Option<i32> {
        let halves = match breaker {
            TieBreaker::Wins => {
                2 * i64::from(self.records.how_many(entrant, &[Kind::Won, Kind::WonByWalkover]))
            }
            TieBreaker::HeadToHead if level.len() < 2 => return None,
            TieBreaker::HeadToHead => 2 * self.among(entrant, level),
            TieBreaker::Schedule => 2 * self.schedule(entrant).iter().sum::<i64>(),
            TieBreaker::ScheduleCut => {
                let schedule = self.schedule(entrant);
                let weakest = schedule.iter().min().copied().unwrap_or(0);
                2 * (schedule.iter().sum::<i64>() - weakest)
            }
            TieBreaker::Beaten => self.beaten(entrant),
            TieBreaker::ScoreDifference => {
                let [own, against] = self.records.counted_scores(entrant);
                own - against
            }
            TieBreaker::ScoreFor => self.records.counted_scores(entrant)[0],
            TieBreaker::Lot => 2 * i64::from(lot_of(self.lot, entrant)),
        };
        Some(to_size(halves))
    }

    fn points_of(&self, entrant: EntrantId) -> i64 {
        self.game_points.get(&entrant).copied().unwrap_or(0)
    }

    fn among(&self, entrant: EntrantId, level: &[EntrantId]) -> i64 {
        self.records
            .of(entrant)
            .iter()
            .filter(|meeting| meeting.opponent.is_some_and(|opponent| level.contains(&opponent)))
            .map(|meeting| i64::from(self.records.worth(meeting.kind)))
            .sum()
    }

    /// The points of each opponent. Whoever had nobody across the table gets an opponent like themselves, so that neither a
    /// bye nor somebody else's absence moves them.
    fn schedule(&self, entrant: EntrantId) -> Vec<i64> {
        self.records
            .of(entrant)
            .iter()
            .map(|meeting| match meeting.opponent {
                Some(opponent) if meeting.kind.at_a_table() => self.points_of(opponent),
                Some(_) | None => self.points_of(entrant),
            })
            .collect()
    }

    fn beaten(&self, entrant: EntrantId) -> i64 {
        self.records
            .of(entrant)
            .iter()
            .map(|meeting| {
                let points = meeting.opponent.map_or(0, |opponent| self.points_of(opponent));
                match meeting.kind {
                    Kind::Won => 2 * points,
                    Kind::Drawn => points,
                    Kind::Lost | Kind::WonByWalkover | Kind::LostByWalkover | Kind::Bye => 0,
                }
            })
            .sum()
    }
}

/// The same for the same season and person, whoever else is in it.
fn lot_of(lot: u64, entrant: EntrantId) -> u32 {
    let mut hash = Sha256::new();
    hash.update(lot.to_be_bytes());
    hash.update(entrant.0.to_be_bytes());
    let drawn = hash.finalize();
    u32::from_be_bytes([drawn[0], drawn[1], drawn[2], drawn[3]]) % LOTS
}
