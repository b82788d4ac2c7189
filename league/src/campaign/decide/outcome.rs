//! How a battle ended: from what somebody tells to what is kept, and what that does to the map.

use gatemaster_rules::refusal::Refusal;

use super::Draft;
use crate::campaign::action::{Count, ReportedOutcome};
use crate::campaign::happening::Happening;
use crate::campaign::ids::{BattleNo, SideNo};
use crate::campaign::{Battle, BattlePoints, Outcome, State, Taken, Tally};
use crate::settings::{MOST_POINTS, MOST_SCORE};

impl Draft<'_> {
    pub(super) fn outcome(&self, no: BattleNo, told: &ReportedOutcome) -> Result<Outcome, Refusal> {
        let battle = self.battle(no)?;
        if let Some(winner) = told.winner {
            self.takes_part(battle, winner)?;
        }
        self.counts_are_sound(battle, &told.scores, MOST_SCORE, "A score lies")?;
        self.counts_are_sound(battle, &told.points, MOST_POINTS, "Points for a battle lie")?;
        if let Some(side) = told.takes {
            self.takes_part(battle, side)?;
            if battle.place.is_none() {
                return Err(Refusal::new(format!(
                    "Battle {no} is fought over no place on the map, so none changes hands with it."
                )));
            }
        }
        let tallies = battle.sides.iter().map(|side| Tally {
            side: *side,
            score: count_of(&told.scores, *side),
            points: count_of(&told.points, *side)
                .unwrap_or_else(|| usual(self.book.points, told.winner, *side)),
        });
        Ok(Outcome { winner: told.winner, tallies: tallies.collect(), takes: told.takes })
    }

    fn takes_part(&self, battle: &Battle, side: SideNo) -> Result<(), Refusal> {
        let name = &self.side(side)?.name;
        if battle.has(side) {
            return Ok(());
        }
        Err(Refusal::new(format!(
            "{name} took no part in battle {}; name one of those who did.",
            battle.no
        )))
    }

    fn counts_are_sound(
        &self,
        battle: &Battle,
        counts: &[Count],
        most: i32,
        what: &str,
    ) -> Result<(), Refusal> {
        for (index, Count { side, count }) in counts.iter().enumerate() {
            self.takes_part(battle, *side)?;
            if counts[..index].iter().any(|earlier| earlier.side == *side) {
                return Err(Refusal::new(format!(
                    "{} is named twice; say one number for each side.",
                    self.side(*side)?.name
                )));
            }
            if count.saturating_abs() > most {
                return Err(Refusal::new(format!("{what} between −{most} and {most}.")));
            }
        }
        Ok(())
    }

    /// The map after a battle's result has become another; `takes` is what the new one says. Where somebody has had a hand
    /// in the place since the old one, the later story stands.
    pub(super) fn redraw_map(
        &mut self,
        no: BattleNo,
        before: &State,
        takes: Option<SideNo>,
    ) -> Result<(), Refusal> {
        let Some(place_no) = self.battle(no)?.place else { return Ok(()) };
        let place = self.place_mut(place_no)?;
        let from = place.owner;
        let took_before = match before {
            State::Fought { outcome, .. } => outcome.takes.is_some(),
            State::Planned
            | State::Reported { .. }
            | State::Contested { .. }
            | State::Cancelled { .. } => false,
        };
        let ours = place.taken.filter(|taken| taken.battle == no);
        if let Some(taken) = ours {
            place.owner = taken.from;
            place.taken = None;
        }
        if let Some(side) = takes
            && (ours.is_some() || !took_before)
        {
            place.taken = Some(Taken { battle: no, from: place.owner });
            place.owner = Some(side);
        }
        let (side, back) = (place.owner, place.taken.is_none());
        if side != from {
            let (place, battle) = (place_no, Some(no));
            self.tell(Happening::PlaceTaken { place, side, from, battle, back });
        }
        Ok(())
    }
}

fn count_of(counts: &[Count], side: SideNo) -> Option<i32> {
    counts.iter().find(|count| count.side == side).map(|count| count.count)
}

fn usual(points: BattlePoints, winner: Option<SideNo>, side: SideNo) -> i32 {
    match winner {
        None => points.draw,
        Some(winner) if winner == side => points.win,
        Some(_) => points.loss,
    }
}
