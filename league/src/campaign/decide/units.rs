//! The roll: units, and what they carry from one battle to the next.

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::text::{MAX_TITLE, count};

use super::words::{at_most, name_of, text_of};
use super::{Draft, nothing_new};
use crate::campaign::happening::Happening;
use crate::campaign::ids::{BattleNo, SideNo, UnitNo};
use crate::campaign::limits::{LONGEST_HONOUR, MOST_CARRIED, MOST_HONOURS, MOST_UNITS};
use crate::campaign::{Unit, UnitState};

impl Draft<'_> {
    pub(super) fn put_unit(
        &mut self,
        side: SideNo,
        name: &str,
        kind: &str,
        [experience, losses]: [u32; 2],
        note: &str,
    ) -> Result<(), Refusal> {
        self.side(side)?;
        if self.book.units.len() >= MOST_UNITS {
            return Err(Refusal::new(format!(
                "The roll has room for {MOST_UNITS} units; remove one that is lost first."
            )));
        }
        if experience > MOST_CARRIED || losses > MOST_CARRIED {
            return Err(Refusal::new(format!(
                "Experience and losses go from 0 to {MOST_CARRIED}."
            )));
        }
        let no = self.book.next.unit;
        let unit = Unit {
            no,
            side,
            name: name_of(name, "A unit")?,
            kind: at_most(kind, MAX_TITLE)?,
            experience,
            losses,
            state: UnitState::Ready,
            honours: Vec::new(),
            note: text_of(note)?,
        };
        self.book.next.unit = UnitNo(no.0.saturating_add(1));
        self.book.units.push(unit);
        self.tell(Happening::UnitPut { unit: no, side });
        Ok(())
    }

    pub(super) fn describe_unit(
        &mut self,
        no: UnitNo,
        name: Option<&str>,
        kind: Option<&str>,
        note: Option<&str>,
    ) -> Result<(), Refusal> {
        let unit = self.unit_mut(no)?;
        let before = unit.clone();
        if let Some(name) = name {
            unit.name = name_of(name, "A unit")?;
        }
        if let Some(kind) = kind {
            unit.kind = at_most(kind, MAX_TITLE)?;
        }
        if let Some(note) = note {
            unit.note = text_of(note)?;
        }
        if *unit != before {
            self.tell(Happening::UnitChanged { unit: no });
        }
        Ok(())
    }

    pub(super) fn carry_over(
        &mut self,
        unit: UnitNo,
        experience: i32,
        losses: i32,
        battle: Option<BattleNo>,
    ) -> Result<(), Refusal> {
        if let Some(battle) = battle {
            self.battle(battle)?;
        }
        let carries = self.unit_mut(unit)?;
        let sum = |before: u32, more: i32, what: &str| {
            before.checked_add_signed(more).filter(|sum| *sum <= MOST_CARRIED).ok_or_else(|| {
                let much = if more < 0 { "less" } else { "more" };
                Refusal::new(format!(
                    "{} has {before} {what} and cannot have {} {much}; it stays between 0 and {MOST_CARRIED}.",
                    carries.name,
                    more.unsigned_abs()
                ))
            })
        };
        let after = [
            sum(carries.experience, experience, "experience")?,
            sum(carries.losses, losses, "losses")?,
        ];
        [carries.experience, carries.losses] = after;
        if experience != 0 || losses != 0 {
            self.tell(Happening::UnitCarries { unit, experience, losses, battle });
        }
        Ok(())
    }

    pub(super) fn unit_becomes(
        &mut self,
        no: UnitNo,
        state: Option<UnitState>,
        battle: Option<BattleNo>,
    ) -> Result<(), Refusal> {
        let unit = self.unit_mut(no)?;
        if let Some(state) = state.filter(|state| *state != unit.state) {
            unit.state = state;
            self.tell(Happening::UnitBecame { unit: no, state, battle });
        }
        Ok(())
    }

    pub(super) fn honour_unit(
        &mut self,
        no: UnitNo,
        honour: Option<&str>,
        battle: Option<BattleNo>,
    ) -> Result<(), Refusal> {
        let Some(honour) = honour else { return Ok(()) };
        let honour = at_most(honour, LONGEST_HONOUR)?;
        if honour.is_empty() {
            return Err(Refusal::new("An honour needs a few words."));
        }
        let unit = self.unit_mut(no)?;
        if unit.honours.len() >= MOST_HONOURS {
            return Err(Refusal::new(format!(
                "{} bears {} already, as many as a unit can.",
                unit.name,
                count(u32::try_from(unit.honours.len()).unwrap_or(u32::MAX), "honour", "honours")
            )));
        }
        if unit.honours.contains(&honour) {
            return Err(nothing_new());
        }
        unit.honours.push(honour.clone());
        self.tell(Happening::UnitHonoured { unit: no, honour, battle });
        Ok(())
    }

    pub(super) fn remove_unit(&mut self, no: UnitNo) -> Result<(), Refusal> {
        self.unit_mut(no)?;
        self.book.units.retain(|unit| unit.no != no);
        self.tell(Happening::UnitRemoved { unit: no });
        Ok(())
    }
}
