//! Locations, parts and structure points of machines (T-DMG-4 to T-DMG-6).

use super::armament::machine_weapons;
use super::command::{Answer, MachinePart, Mark};
use super::damage::{protection, shares};
use super::event::{Event, Victims};
use super::flow::{Attack, How, Impacts, MachineHit, Standing, Struckee, Task, VolleyId};
use super::heroes::shielded;
use super::lineup::{is_hero, lives};
use super::profile::Weapon;
use super::question::Question;
use super::run::Run;
use super::state::{Machine, MemberId, Role, State, Unit, UnitId};
use super::targets::intact_weapons;
use crate::ids::Seat;
use crate::refusal::Refusal;

/// What a location die shows (T-DMG-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    Propulsion,
    Frame,
    /// The attacker picks one.
    Weapon,
}

impl Location {
    pub fn of(face: u32) -> Self {
        match face {
            ..=2 => Location::Propulsion,
            3..=5 => Location::Frame,
            6.. => Location::Weapon,
        }
    }
}

fn machine_of(state: &State, unit: UnitId, machine: MemberId) -> Option<&Machine> {
    state.unit(unit)?.member(machine)?.machine.as_ref()
}

/// The weapons that may be picked, the most dangerous first; equal ones once.
pub(super) fn pickable(state: &State, of: &Unit, machine: &Machine) -> Vec<u8> {
    let kinds = machine_weapons(state, of);
    let mut intact = intact_weapons(&kinds, &machine.weapons);
    intact.sort_by_key(|place| {
        let kind = kinds.get(usize::from(*place));
        let weapon = kind.and_then(|kind| state.library.weapon(*kind));
        std::cmp::Reverse(
            weapon.map_or((0, 0), |weapon: &Weapon| (weapon.penetration, weapon.rate)),
        )
    });
    intact
}

fn pickable_of(state: &State, unit: UnitId, machine: MemberId) -> Vec<u8> {
    match (state.unit(unit), machine_of(state, unit, machine)) {
        (Some(of), Some(machine)) => pickable(state, of, machine),
        _ => Vec::new(),
    }
}

/// A machine of which this part has lost so many points, and the frame what is beyond (T-DMG-5).
pub fn after_hit(machine: &Machine, part: MachinePart, damage: u8) -> Machine {
    let mut after = machine.clone();
    let rest = match part {
        MachinePart::Frame => damage,
        MachinePart::Propulsion => {
            after.propulsion = machine.propulsion.saturating_sub(damage);
            damage.saturating_sub(machine.propulsion)
        }
        MachinePart::Weapon(weapon) => match after.weapons.get_mut(usize::from(weapon)) {
            Some(points) => {
                let rest = damage.saturating_sub(*points);
                *points = points.saturating_sub(damage);
                rest
            }
            None => damage,
        },
    };
    after.frame = machine.frame.saturating_sub(rest);
    after
}

fn points(machine: &Machine, part: MachinePart) -> u8 {
    match part {
        MachinePart::Propulsion => machine.propulsion,
        MachinePart::Frame => machine.frame,
        MachinePart::Weapon(weapon) => {
            machine.weapons.get(usize::from(weapon)).copied().unwrap_or(0)
        }
    }
}

fn struck_unit(state: &State, volley: VolleyId, group: usize) -> Option<UnitId> {
    match state.flow.volleys.get(volley)?.groups.get(group)?.on {
        Struckee::Unit(unit) => Some(unit),
        Struckee::Wreck | Struckee::Terrain(_) => None,
    }
}

pub(super) fn question(
    state: &State,
    volley: VolleyId,
    group: usize,
    machine: MemberId,
) -> Option<Question> {
    let unit = struck_unit(state, volley, group)?;
    let weapons = pickable_of(state, unit, machine);
    (weapons.len() > 1).then_some(())?;
    let name = state.unit_name(unit);
    Question::answers(
        state.flow.volleys.get(volley)?.by,
        format!("choose the weapon of {name} that is hit"),
        weapons.into_iter().map(Answer::Weapon).collect(),
    )
}

impl Run<'_> {
    /// Impacts are shared evenly, nearest first; then machine by machine its damage dice, and the locations (T-DMG-3).
    pub(super) fn damage_machines(
        &mut self,
        id: VolleyId,
        group: usize,
        unit: UnitId,
        impacts: &Impacts,
    ) -> Result<(), Refusal> {
        let mut hits: Vec<MachineHit> = Vec::new();
        let mut taken = self.machine_shares(impacts);
        let one_by_one = matches!(impacts.how, How::OneEach | How::Everybody(_));
        if one_by_one && !self.aims_at_hero(id, unit)? {
            taken = shielded(&self.state, self.unit(unit)?, taken);
        }
        for (machine, number, part) in taken {
            let standing = Standing { unit, member: machine };
            if number == 0 || !lives(&self.state, standing) {
                continue;
            }
            let on = Victims::Machine(unit, machine);
            let guarded = protection(&self.state, standing);
            let (_, successes, _) = self.damage_dice(id, on, guarded, number)?;
            let successes = usize::try_from(successes).unwrap_or(usize::MAX);
            hits.extend(std::iter::repeat_n(MachineHit { machine, part }, successes));
        }
        if !hits.is_empty() {
            self.push([Task::Locate { volley: id, group, hits }]);
        }
        Ok(())
    }

    /// His machine is the one that was named as the target (T-HER-2).
    fn aims_at_hero(&self, id: VolleyId, on: UnitId) -> Result<bool, Refusal> {
        let at = match &self.volley(id)?.attack {
            Attack::Salvo(salvo) => Some(salvo.at),
            Attack::Strike(strike) => Some(strike.at),
            Attack::Combat(_) => None,
        };
        Ok(match at {
            Some(Mark::Machine(unit, member)) => {
                unit == on && is_hero(&self.state, Standing { unit, member })
            }
            Some(Mark::Unit(_) | Mark::Fighter(..) | Mark::Terrain(_) | Mark::Wreck) | None => {
                false
            }
        })
    }

    /// Which machine takes how many impacts, and in which part if a sniper has chosen it.
    fn machine_shares(&self, impacts: &Impacts) -> Vec<(MemberId, u32, Option<MachinePart>)> {
        let line: Vec<Standing> =
            impacts.order.iter().copied().filter(|one| lives(&self.state, *one)).collect();
        let evenly = |line: &[Standing]| {
            let shares = shares(impacts.number, line.len());
            line.iter().zip(shares).map(|(one, share)| (one.member, share, None)).collect()
        };
        match &impacts.how {
            How::Nearest | How::Melee => {
                // the others share what would hit a hero's machine (T-HER-2)
                let others: Vec<Standing> =
                    line.iter().copied().filter(|one| !is_hero(&self.state, *one)).collect();
                evenly(if others.is_empty() { &line } else { &others })
            }
            How::OneEach => {
                let number = usize::try_from(impacts.number).unwrap_or(usize::MAX);
                line.iter().take(number).map(|one| (one.member, 1, None)).collect()
            }
            How::Everybody(each) => line.iter().map(|one| (one.member, *each, None)).collect(),
            How::Chosen(victims) => {
                victims.iter().map(|victim| (victim.member, 1, victim.part)).collect()
            }
            How::Shared(shares) => {
                shares.iter().map(|(machine, number)| (*machine, *number, None)).collect()
            }
        }
    }

    /// One location after the other, each applied before the next.
    pub(super) fn locate(
        &mut self,
        volley: VolleyId,
        group: usize,
        mut hits: Vec<MachineHit>,
    ) -> Result<(), Refusal> {
        let Some(unit) = struck_unit(&self.state, volley, group) else { return Ok(()) };
        if hits.is_empty() {
            return Ok(());
        }
        let hit = hits.remove(0);
        if !hits.is_empty() {
            self.push([Task::Locate { volley, group, hits }]);
        }
        let Some(machine) = self.standing_machine(volley, group, unit, hit.machine)? else {
            return Ok(());
        };
        if let Some(part) = hit.part {
            return self.hit_part(volley, unit, machine, part);
        }
        let by = self.volley(volley)?.by;
        let what =
            format!("where machine {} of {} is hit", machine.0 + 1, self.state.unit_name(unit));
        let roll = self.throw_one(by, what)?;
        self.emit(Event::LocationRolled { unit, machine, roll });
        match Location::of(roll.face) {
            Location::Propulsion => self.hit_part(volley, unit, machine, MachinePart::Propulsion),
            Location::Frame => self.hit_part(volley, unit, machine, MachinePart::Frame),
            Location::Weapon => {
                self.push([Task::HitWeapon { volley, group, machine }]);
                Ok(())
            }
        }
    }

    /// What is left over on a destroyed machine is lost, but a hero's takes it when it is the last one (T-DMG-3, T-HER-2).
    fn standing_machine(
        &self,
        volley: VolleyId,
        group: usize,
        id: UnitId,
        machine: MemberId,
    ) -> Result<Option<MemberId>, Refusal> {
        let unit = self.unit(id)?;
        if unit.member(machine).is_some_and(|member| !member.out) {
            return Ok(Some(machine));
        }
        let impacts = self.impacts(volley, group)?;
        let hero = unit
            .living()
            .map(|(member, _)| member)
            .find(|member| is_hero(&self.state, Standing { unit: id, member: *member }))
            .filter(|_| unit.strength() == 1 && impacts.how == How::Nearest);
        Ok(hero.filter(|hero| impacts.order.contains(&Standing { unit: id, member: *hero })))
    }

    pub(super) fn hit_weapon(
        &mut self,
        volley: VolleyId,
        group: usize,
        machine: MemberId,
        weapon: u8,
    ) -> Result<(), Refusal> {
        let Some(unit) = struck_unit(&self.state, volley, group) else { return Ok(()) };
        let points = machine_of(&self.state, unit, machine)
            .and_then(|machine| machine.weapons.get(usize::from(weapon)).copied());
        if points.is_none_or(|left| left == 0) {
            return Err(Refusal::new("Choose a weapon of the machine that still works."));
        }
        self.hit_part(volley, unit, machine, MachinePart::Weapon(weapon))
    }

    /// There is one weapon to choose, or none: then the frame takes the hit (T-DMG-5).
    pub(super) fn hit_dangerous_weapon(
        &mut self,
        volley: VolleyId,
        group: usize,
        machine: MemberId,
    ) -> Result<(), Refusal> {
        let Some(unit) = struck_unit(&self.state, volley, group) else { return Ok(()) };
        let part = match pickable_of(&self.state, unit, machine).first() {
            Some(weapon) => MachinePart::Weapon(*weapon),
            None => MachinePart::Frame,
        };
        self.hit_part(volley, unit, machine, part)
    }

    /// The part loses the weapon's Damage, the frame what is beyond (T-DMG-5).
    fn hit_part(
        &mut self,
        volley: VolleyId,
        unit: UnitId,
        machine: MemberId,
        part: MachinePart,
    ) -> Result<(), Refusal> {
        let damage = self.weapon_of(volley)?.damage;
        let Some(before) = machine_of(&self.state, unit, machine).cloned() else { return Ok(()) };
        let after = after_hit(&before, part, damage);
        let rest = (part != MachinePart::Frame).then_some(MachinePart::Frame);
        for part in std::iter::once(part).chain(rest) {
            let left = points(&after, part);
            let lost = points(&before, part).saturating_sub(left);
            if lost > 0 {
                self.emit(Event::PartHit { unit, machine, part, lost, left });
            }
        }
        if machine_of(&self.state, unit, machine).is_some_and(|machine| machine.frame == 0) {
            self.bloody(volley, unit)?;
            let by = self.volley(volley)?.by;
            self.destroy_machine(unit, machine, Some(by));
        }
        Ok(())
    }

    /// It is a loss; a hero gets out, and the others test their morale (T-DMG-6, T-HER-3, T-MOR-2).
    pub(super) fn destroy_machine(&mut self, unit: UnitId, machine: MemberId, by: Option<Seat>) {
        let role = self.state.unit(unit).and_then(|unit| unit.member(machine));
        let hero = role.is_some_and(|member| member.role == Role::Hero);
        self.emit(Event::MachineDestroyed { unit, machine });
        if hero {
            self.eject(unit, machine);
        }
        self.push_below_locations([Task::Settle { unit, by }, Task::MachineMorale { unit }]);
    }

    /// Locations that are still to be rolled come first (T-SHT-11).
    fn push_below_locations(&mut self, tasks: [Task; 2]) {
        let locate = match self.state.flow.tasks.last() {
            Some(Task::Locate { .. }) => self.state.flow.tasks.pop(),
            _ => None,
        };
        self.push(tasks);
        self.push(locate);
    }
}
