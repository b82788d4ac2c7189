//! A machine that rushes goes over infantry (T-MOV-4, T-MOV-5).

use super::command::OnPath;
use super::event::{Event, Fall, RunOver};
use super::flow::Task;
use super::grammar::is;
use super::need::{Reason, Test};
use super::run::Run;
use super::shoot::doubtful_contacts;
use super::state::{Contact, MemberId, Role, Stands, State, Unit, UnitId};
use crate::ids::Seat;
use crate::refusal::Refusal;

/// A free fighter is eliminated on this or more (T-MOV-4).
pub const FREE: u32 = 5;
/// An engaged one.
pub const ENGAGED: u32 = 3;

/// What the die has to show for a fighter to fall.
pub fn test(engaged: bool) -> Test {
    if engaged {
        Test::Fixed { face: ENGAGED, why: Reason::RunOverEngaged }
    } else {
        Test::Fixed { face: FREE, why: Reason::RunOverFree }
    }
}

/// Those who fall, unit by unit; what follows for their units comes later.
pub(super) struct Trampled {
    unit: UnitId,
    members: Vec<MemberId>,
    why: Fall,
    by: Seat,
}

pub(super) fn check(state: &State, path: &[OnPath]) -> Result<(), Refusal> {
    for (place, touched) in path.iter().enumerate() {
        let unit = state
            .unit(touched.unit)
            .ok_or_else(|| Refusal::new("There is no such unit in this game."))?;
        let name = &unit.name;
        let refuse = |sentence: String| Err(Refusal::new(sentence));
        if unit.stands != Stands::Field {
            return refuse(format!("{name} {} not on the table.", is(name)));
        }
        if !state.is_infantry(unit) {
            return refuse(format!("{name} {} no infantry; machines are gone around.", is(name)));
        }
        let twice = path
            .iter()
            .take(place)
            .any(|other| (other.unit, other.role) == (touched.unit, touched.role));
        if twice {
            return refuse(format!("{name} {} named twice; give the number in one go.", is(name)));
        }
        let there = count(unit.living_of(touched.role));
        if touched.fighters == 0 || touched.fighters > there {
            return refuse(format!(
                "Of {name} {there} such fighters are left; {} cannot lie on the path.",
                touched.fighters
            ));
        }
        if touched.engaged > touched.fighters || touched.no_room > touched.fighters {
            return refuse(format!(
                "Of the {} fighters of {name} on the path no more than that can be engaged or \
                 left without room.",
                touched.fighters
            ));
        }
        if touched.engaged > 0 && !state.is_engaged(touched.unit) {
            return refuse(format!(
                "{name} {} in contact with nobody, so its fighters are free.",
                is(name)
            ));
        }
    }
    Ok(())
}

/// Living members of a role, the leader last.
pub(super) fn of_role(unit: &Unit, role: Role) -> Vec<MemberId> {
    let mut members: Vec<MemberId> =
        unit.living().filter(|(_, member)| member.role == role).map(|(id, _)| id).collect();
    members.sort_by_key(|id| *id == unit.leader);
    members
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn many(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl Run<'_> {
    /// Dice for everybody on the path, of either side; the owner throws for his fighters' fate no more than for a salvo.
    pub(super) fn run_over(
        &mut self,
        mover: UnitId,
        path: &[OnPath],
    ) -> Result<Vec<Trampled>, Refusal> {
        let by = self.side_of(mover)?;
        let mut trampled: Vec<Trampled> = Vec::new();
        let mut fall = |unit, members: &[MemberId], why| {
            if members.is_empty() {
                return;
            }
            let known = trampled.iter_mut().find(|known| known.unit == unit && known.why == why);
            match known {
                Some(known) => known.members.extend(members),
                None => trampled.push(Trampled { unit, members: members.to_vec(), why, by }),
            }
        };
        for touched in path {
            let rolls = self.run_over_rolls(by, touched)?;
            let killed = rolls.iter().filter(|roll| roll.eliminated).count();
            self.emit(Event::RanOver { unit: mover, on: touched.unit, role: touched.role, rolls });
            let members = of_role(self.unit(touched.unit)?, touched.role);
            let (fallen, left) = members.split_at(killed.min(members.len()));
            // each that falls leaves room for another
            let no_room = many(touched.no_room).saturating_sub(killed).min(left.len());
            fall(touched.unit, fallen, Fall::RunOver);
            fall(touched.unit, left.get(..no_room).unwrap_or_default(), Fall::NoRoom);
        }
        Ok(trampled)
    }

    fn run_over_rolls(&mut self, by: Seat, touched: &OnPath) -> Result<Vec<RunOver>, Refusal> {
        if touched.role == Role::SupportWeapon {
            let destroyed = RunOver { roll: None, engaged: false, eliminated: true };
            return Ok(vec![destroyed; many(touched.fighters)]);
        }
        let free = touched.fighters.saturating_sub(touched.engaged);
        let mut all = Vec::new();
        for (number, engaged) in [(free, false), (touched.engaged, true)] {
            let test = test(engaged);
            let need = test.need();
            let state = if engaged { "engaged" } else { "free" };
            let name = self.state.unit_name(touched.unit);
            let what = format!("running over {name}, {state}, which eliminates on {need}");
            for roll in self.throw(by, number, what)? {
                all.push(RunOver { roll: Some(roll), engaged, eliminated: need.met_by(roll.face) });
            }
        }
        Ok(all)
    }

    /// Contacts that these losses may end are asked about once they are settled; those of the machine itself are told with
    /// its movement (T-STA-2).
    pub(super) fn doubt_contacts(&mut self, mover: UnitId, trampled: &[Trampled]) {
        let units: Vec<UnitId> = trampled.iter().map(|trampled| trampled.unit).collect();
        let doubtful = doubtful_contacts(&self.state, &units).into_iter();
        let doubtful = doubtful.filter(|Contact(unit, enemy)| mover != *unit && mover != *enemy);
        self.push(
            doubtful
                .map(|Contact(unit, enemy)| Task::StillInContact { unit, enemy })
                .collect::<Vec<_>>(),
        );
    }

    /// They fall in the order of the path; what follows for a unit follows from all its losses together.
    pub(super) fn fall_on_path(&mut self, trampled: Vec<Trampled>) {
        let mut units: Vec<(UnitId, Vec<MemberId>, Seat)> = Vec::new();
        for Trampled { unit, members, why, by } in trampled {
            self.emit(Event::Fell { unit, members: members.clone(), why });
            match units.iter_mut().find(|(known, _, _)| *known == unit) {
                Some((_, fallen, _)) => fallen.extend(members),
                None => units.push((unit, members, by)),
            }
        }
        for (unit, fallen, by) in units.into_iter().rev() {
            self.after_fall(unit, fallen, Some(by), false);
        }
    }
}
