//! Lines that people write into the chronicle by hand: notes and awards, and notes that are struck.

use gatemaster_rules::refusal::Refusal;

use super::Draft;
use super::words::{text_of, tidy, words_of};
use crate::campaign::Struck;
use crate::campaign::happening::Happening;
use crate::campaign::ids::{BattleNo, EntryNo, SideNo};
use crate::settings::MOST_POINTS;

impl Draft<'_> {
    pub(super) fn award(&mut self, no: SideNo, points: i32, why: &str) -> Result<(), Refusal> {
        if points == 0 || points.saturating_abs() > MOST_POINTS {
            return Err(Refusal::new(format!(
                "An award gives or takes 1 to {MOST_POINTS} points."
            )));
        }
        let why = text_of(why)?;
        let side = self.side_mut(no)?;
        side.awarded = side.awarded.saturating_add(points);
        self.tell(Happening::Awarded { side: no, points, why });
        Ok(())
    }

    pub(super) fn note(&mut self, text: &str, battle: Option<BattleNo>) -> Result<(), Refusal> {
        if !self.organises() && self.book.side_of(self.actor.id()).is_none() {
            return Err(Refusal::new(format!(
                "The chronicle is written by those who take part in {}; join a side first.",
                self.book.name
            )));
        }
        let text = words_of(text, "A note")?;
        if let Some(battle) = battle {
            self.battle(battle)?;
        }
        self.tell(Happening::Noted { text, battle });
        Ok(())
    }

    pub(super) fn strike(&mut self, no: EntryNo) -> Result<(), Refusal> {
        let organises = self.organises();
        let (by, at_ms) = (tidy(&self.actor.player), self.now_ms);
        let Some(entry) = self.book.chronicle.iter_mut().find(|entry| entry.no == no) else {
            return Err(Refusal::new(format!("The chronicle has no line {no}.")));
        };
        if !matches!(entry.what, Happening::Noted { .. }) {
            return Err(Refusal::new(format!(
                "Line {no} tells what happened; only notes are struck. Results are corrected instead."
            )));
        }
        if !organises && entry.by.id != by.id {
            return Err(Refusal::new(format!(
                "Line {no} was written by {}; only they or an organiser can strike it.",
                entry.by.name
            )));
        }
        if entry.struck.is_some() {
            return Err(Refusal::new(format!("Line {no} is struck already.")));
        }
        entry.struck = Some(Struck { by, at_ms });
        self.tell(Happening::Struck { entry: no });
        Ok(())
    }
}
