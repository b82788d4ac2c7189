//! Morale tests, rally and rout (T-MOR-1 to T-MOR-5).

use super::event::{Event, MoraleCause};
use super::need::{Need, Reason, Test};
use super::run::Run;
use super::state::{Gone, Role, State, Unit, UnitId};
use crate::check::Check;
use crate::refusal::Refusal;

/// T-MOR-1
pub const DIFFICULTY: i32 = 8;
/// T-MOR-2: infantry of type 1 or 2, and of type 3, test when so many are left.
pub const FEW: usize = 3;
pub const FEW_BATTLESUITS: usize = 1;
/// The type whose few are fewer.
const BATTLESUITS: u8 = 3;

/// The officer's Morale if there is one, else the highest in the unit; `None` never tests.
pub fn morale(state: &State, unit: &Unit) -> Option<u8> {
    let of = |member| state.profile(unit, member).and_then(|profile| profile.morale);
    match unit.officer().and_then(|officer| unit.member(officer)) {
        Some(officer) => of(officer),
        None => unit
            .living()
            .map(|(_, member)| of(member))
            .reduce(
                |best, next| if best.is_none() || next.is_none() { None } else { best.max(next) },
            )
            .flatten(),
    }
}

pub fn test(state: &State, unit: &Unit) -> Option<Test> {
    let morale = morale(state, unit)?;
    let check = Check::new(i32::from(morale), Reason::Morale);
    Some(Test::Table(check.with(-DIFFICULTY, Reason::MoraleDifficulty)))
}

/// Why a unit tests when its card is revealed, if it does (T-MOR-2, T-HER-3).
pub fn due(state: &State, unit: &Unit) -> Option<MoraleCause> {
    if unit.lone_hero {
        return None;
    }
    if state.category(unit).is_machine() {
        let mut machines = unit.living().filter_map(|(_, member)| member.machine.as_ref());
        return machines
            .all(super::state::Machine::is_immobilised)
            .then_some(MoraleCause::Immobilised);
    }
    let few = if state.grade(unit) == BATTLESUITS { FEW_BATTLESUITS } else { FEW };
    // a support weapon is no less a member than its gunner (T-UNI-5)
    let left = unit.living().filter(|(_, member)| member.role != Role::Hero).count();
    (left <= few).then_some(MoraleCause::Few)
}

impl Run<'_> {
    /// One morale test with what comes of it (T-MOR-3); Nerves of steel never tests.
    pub fn morale_test(&mut self, id: UnitId, why: MoraleCause) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        if unit.is_gone() {
            return Ok(());
        }
        let (side, name) = (unit.side, unit.name.clone());
        let Some(test) = test(&self.state, unit) else { return Ok(()) };
        let need = test.need();
        let roll = match need {
            Need::AtLeast(_) => {
                Some(self.throw_one(side, format!("the morale of {name}, which needs {need}"))?)
            }
            Need::Never | Need::Always => None,
        };
        let passed = need.met_by(roll.map_or(0, |roll| roll.face));
        self.emit(Event::MoraleTested { unit: id, test, roll, passed, why });
        if passed {
            return Ok(());
        }
        if self.unit(id)?.disorganized {
            self.gone(id, Gone::Routed, None);
        } else {
            self.emit(Event::Disorganized { unit: id });
        }
        Ok(())
    }

    /// A unit of machines has lost one and has others left: it tests at once (T-MOR-2).
    pub fn machine_morale(&mut self, id: UnitId) -> Result<(), Refusal> {
        let left = self.unit(id)?.strength();
        if left == 0 { Ok(()) } else { self.morale_test(id, MoraleCause::MachineLost) }
    }
}
