//! Who is meant by "two bearers and the officer": members by role, and the order in which they take impacts.

use super::command::Near;
use super::flow::Standing;
use super::grammar::{has, is};
use super::profile::Specialist;
use super::state::{Contact, Member, MemberId, Role, State, Unit, UnitId};
use crate::refusal::Refusal;

/// The order in which a unit's members take impacts if nobody says who stands nearest: of infantry the least valuable first
/// and the leader after his equals, of machines the leader's first, since the range is measured to it. A hero comes last in
/// any case (T-HER-2).
pub fn usual_order(state: &State, unit: &Unit) -> Vec<MemberId> {
    let machines = state.category(unit).is_machine();
    let mut members: Vec<(MemberId, &Member)> = unit.living().collect();
    members.sort_by_key(|(id, member)| {
        let leads = *id == unit.leader;
        let hero = u8::from(member.role == Role::Hero);
        if machines { (hero, !leads, *id) } else { (worth(member.role), leads, *id) }
    });
    members.into_iter().map(|(id, _)| id).collect()
}

fn worth(role: Role) -> u8 {
    match role {
        Role::Standard => 0,
        Role::Specialist(Specialist::CombatEngineer | Specialist::Mechanic) => 1,
        Role::Specialist(Specialist::Medic) => 2,
        Role::Gunner => 3,
        Role::SupportWeapon => 4,
        Role::Bearer => 5,
        Role::Officer => 6,
        Role::Hero => 7,
    }
}

/// "standard fighters", "bearers"
pub fn words(role: Role) -> &'static str {
    match role {
        Role::Standard => "standard fighters",
        Role::Bearer => "special weapon bearers",
        Role::Specialist(Specialist::CombatEngineer) => "combat engineers",
        Role::Specialist(Specialist::Mechanic) => "mechanics",
        Role::Specialist(Specialist::Medic) => "medics",
        Role::Officer => "officers",
        Role::Hero => "heroes",
        Role::Gunner => "gunners",
        Role::SupportWeapon => "support weapons",
    }
}

/// Picks living members, nobody twice.
#[derive(Debug)]
pub struct Picker<'a> {
    state: &'a State,
    taken: Vec<Standing>,
}

/// Those who are meant by an entry of a list.
#[derive(Clone, Copy, Debug)]
pub struct Meant {
    pub unit: UnitId,
    pub role: Role,
    pub fighters: u32,
    pub which: Option<MemberId>,
}

impl<'a> Picker<'a> {
    pub fn new(state: &'a State) -> Self {
        Self { state, taken: Vec::new() }
    }

    /// The members meant, those on their feet before those on the ground.
    pub fn pick(&mut self, meant: Meant) -> Result<Vec<Standing>, Refusal> {
        let unit = super::aim::on_table(self.state, meant.unit)?;
        let name = &unit.name;
        if meant.fighters == 0 {
            return Err(Refusal::new(format!("Say how many of {name} there are, at least one.")));
        }
        if let Some(which) = meant.which {
            let there =
                unit.member(which).filter(|member| !member.out && member.role == meant.role);
            let standing = Standing { unit: meant.unit, member: which };
            if there.is_none() || meant.fighters != 1 || self.taken.contains(&standing) {
                return Err(Refusal::new(format!(
                    "{name} {} nobody of that number and role left; leave the number out.",
                    has(name)
                )));
            }
            self.taken.push(standing);
            return Ok(vec![standing]);
        }
        let mut able: Vec<MemberId> = usual_order(self.state, unit);
        able.retain(|id| {
            unit.member(*id).is_some_and(|member| member.role == meant.role)
                && !self.taken.contains(&Standing { unit: meant.unit, member: *id })
        });
        able.sort_by_key(|id| unit.member(*id).is_some_and(|member| member.grounded));
        let wanted = usize::try_from(meant.fighters).unwrap_or(usize::MAX);
        if able.len() < wanted {
            let (all, what) = (unit.living_of(meant.role), words(meant.role));
            return Err(Refusal::new(format!(
                "{name} {} {all} {what} left; you name more.",
                has(name)
            )));
        }
        able.truncate(wanted);
        let picked: Vec<Standing> =
            able.into_iter().map(|member| Standing { unit: meant.unit, member }).collect();
        self.taken.extend(picked.iter().copied());
        Ok(picked)
    }
}

/// Everybody of these units in the order in which they take impacts: as told, then as usual, heroes after all others of
/// their unit (T-DMG-2, T-DMG-3, T-HER-2).
pub fn line_up(
    state: &State,
    units: &[UnitId],
    nearest: &[Near],
) -> Result<Vec<Standing>, Refusal> {
    let mut picker = Picker::new(state);
    let mut line = Vec::new();
    for near in nearest {
        if !units.contains(&near.unit) {
            let name = state.unit_name(near.unit);
            return Err(Refusal::new(format!("{name} {} no part of what you aim at.", is(name))));
        }
        line.extend(picker.pick(Meant {
            unit: near.unit,
            role: near.role,
            fighters: near.fighters,
            which: near.which,
        })?);
    }
    for id in units {
        let Some(unit) = state.unit(*id) else { continue };
        let rest = usual_order(state, unit).into_iter();
        let rest = rest.map(|member| Standing { unit: *id, member });
        let rest: Vec<Standing> = rest.filter(|standing| !line.contains(standing)).collect();
        line.extend(rest);
    }
    heroes_last(state, &mut line);
    Ok(line)
}

fn heroes_last(state: &State, line: &mut Vec<Standing>) {
    let heroes: Vec<Standing> =
        line.iter().copied().filter(|standing| is_hero(state, *standing)).collect();
    for hero in heroes {
        line.retain(|standing| *standing != hero);
        let comrades = line.iter().rposition(|standing| standing.unit == hero.unit);
        line.insert(comrades.map_or(line.len(), |last| last + 1), hero);
    }
}

pub fn member(state: &State, standing: Standing) -> Option<&Member> {
    state.unit(standing.unit)?.member(standing.member)
}

pub fn is_hero(state: &State, standing: Standing) -> bool {
    member(state, standing).is_some_and(|member| member.role == Role::Hero)
}

pub fn lives(state: &State, standing: Standing) -> bool {
    member(state, standing).is_some_and(|member| !member.out)
}

/// T-SHT-5: all units engaged with this one and with each other in turn, of both sides; machines are no part of it. The
/// unit itself comes first, then its side, then the others.
pub fn melee(state: &State, id: UnitId) -> Vec<UnitId> {
    let infantry = |id: UnitId| state.unit(id).is_some_and(|unit| state.is_infantry(unit));
    let mut units = vec![id];
    if !infantry(id) {
        return units;
    }
    let mut looked = 0;
    while let Some(next) = units.get(looked).copied() {
        looked += 1;
        let pairs = state.contacts.iter().filter_map(|contact: &Contact| contact.other(next));
        for enemy in pairs.filter(|enemy| infantry(*enemy)) {
            if !units.contains(&enemy) {
                units.push(enemy);
            }
        }
    }
    let side = state.unit(id).map(|unit| unit.side);
    units.sort_by_key(|unit| (*unit != id, state.unit(*unit).map(|unit| unit.side) != side));
    units
}
