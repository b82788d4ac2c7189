//! A game whose end was taken back at its table: the battle is to be fought again, as long as nothing has come of its result.

use gatemaster_rules::refusal::Refusal;

use super::Draft;
use crate::campaign::happening::Happening;
use crate::campaign::ids::{BattleNo, PlaceNo};
use crate::campaign::sentence::round_name;
use crate::campaign::{Battle, How, State};

const WHY: &str = "Its end was taken back at the table";

impl Draft<'_> {
    /// What people have built upon a result is theirs to judge, so there it stays and an organiser decides.
    pub(super) fn game_reopened(&mut self, no: BattleNo, game: &str) -> Result<(), Refusal> {
        let battle = self.battle(no)?;
        if battle.game.as_deref() != Some(game) {
            return Err(Refusal::new(format!("Battle {no} is not fought in that game.")));
        }
        let before = battle.state.clone();
        let State::Fought { outcome, how, at_ms } = &before else {
            return Err(Refusal::new(format!(
                "Battle {no} has no result that could be taken back."
            )));
        };
        match how {
            How::Game => {}
            How::Opponent => {
                return Err(Refusal::new(format!(
                    "The result of battle {no} is what its sides have agreed on, not what the game said."
                )));
            }
            How::Organiser => {
                return Err(Refusal::new(format!(
                    "The result of battle {no} is an organiser's word, not what the game said."
                )));
            }
        }
        self.round_is_on(battle)?;
        self.no_unit_carries(no)?;
        if let Some(place) = battle.place.filter(|_| outcome.takes.is_some()) {
            self.nobody_fought_over(place, no, *at_ms)?;
        }
        self.becomes(no, State::Planned, WHY)?;
        self.tell(Happening::Reopened { battle: no });
        self.redraw_map(no, &before, None)
    }

    /// A round is closed, and the next one planned, on how its battles ended.
    fn round_is_on(&self, battle: &Battle) -> Result<(), Refusal> {
        if self.book.open_round().is_some_and(|round| round.no == battle.round) {
            return Ok(());
        }
        Err(Refusal::new(format!("{} is over.", round_name(&self.book, battle.round))))
    }

    fn no_unit_carries(&self, no: BattleNo) -> Result<(), Refusal> {
        let lines = self.book.chronicle.iter().rev().map(|entry| &entry.what);
        let mut since = lines
            .take_while(|what| !matches!(what, Happening::Fought { battle, .. } if *battle == no));
        let carries = since.any(|what| match what {
            Happening::UnitCarries { battle, .. }
            | Happening::UnitBecame { battle, .. }
            | Happening::UnitHonoured { battle, .. } => *battle == Some(no),
            _ => false,
        });
        if carries {
            return Err(Refusal::new(format!("Units carry what battle {no} did to them.")));
        }
        Ok(())
    }

    fn nobody_fought_over(
        &self,
        no: PlaceNo,
        in_battle: BattleNo,
        at_ms: i64,
    ) -> Result<(), Refusal> {
        let place = self.place(no)?;
        if place.taken.is_none_or(|taken| taken.battle != in_battle) {
            return Err(Refusal::new(format!("{} has changed hands since.", place.name)));
        }
        let later = self.book.battles.iter().find(|other| match other.state {
            State::Fought { at_ms: fought, .. } => {
                other.no != in_battle && other.place == Some(no) && fought >= at_ms
            }
            State::Planned
            | State::Reported { .. }
            | State::Contested { .. }
            | State::Cancelled { .. } => false,
        });
        match later {
            None => Ok(()),
            Some(later) => Err(Refusal::new(format!(
                "Battle {} was fought over {} since.",
                later.no, place.name
            ))),
        }
    }
}
