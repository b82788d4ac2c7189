//! What exactly is aimed at: the whole unit, one of its machines, one of its fighters.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::Mark;
use gatemaster_rules::at43::profile::{Fire, Weapon};
use gatemaster_rules::at43::report::words::{capital, mark};
use gatemaster_rules::at43::state::{MemberId, Role, UnitId};

use super::shot::Target;

/// The ways of aiming this weapon at a target, the usual one first.
pub fn marks(state: &State, weapon: &Weapon, target: Target) -> Vec<Mark> {
    let id = match target {
        Target::Unit(id) => id,
        Target::Terrain(id) => {
            return if weapon.fire() == Fire::Direct {
                vec![Mark::Terrain(id)]
            } else {
                Vec::new()
            };
        }
        Target::Wreck => {
            return if weapon.fire() == Fire::Direct { Vec::new() } else { vec![Mark::Wreck] };
        }
    };
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let machines: Vec<MemberId> = unit
        .living()
        .filter(|(_, member)| member.machine.is_some())
        .map(|(machine, _)| machine)
        .collect();
    match weapon.fire() {
        Fire::Direct => {
            let mut all = vec![Mark::Unit(id)];
            if machines.len() > 1 {
                all.extend(machines.into_iter().map(|machine| Mark::Machine(id, machine)));
            }
            all
        }
        Fire::Indirect | Fire::Projection if !machines.is_empty() => {
            machines.into_iter().map(|machine| Mark::Machine(id, machine)).collect()
        }
        Fire::Indirect | Fire::Projection => {
            let mut roles: Vec<Role> = Vec::new();
            for (_, member) in unit.living() {
                if !roles.contains(&member.role) {
                    roles.push(member.role);
                }
            }
            roles.sort();
            roles.into_iter().map(|role| Mark::Fighter(id, role)).collect()
        }
    }
}

/// What stands for it in a list.
pub fn value(mark: Mark) -> String {
    match mark {
        Mark::Unit(unit) => format!("u{}", unit.0),
        Mark::Machine(unit, machine) => format!("m{}.{}", unit.0, machine.0),
        Mark::Fighter(unit, role) => format!("f{}.{role:?}", unit.0),
        Mark::Terrain(id) => format!("t{}", id.0),
        Mark::Wreck => "w".to_owned(),
    }
}

/// "All of Fire Toads 1", "Machine 2 of Fire Toads 1", "The officer of Storm golems 1"
pub fn words(state: &State, at: Mark) -> String {
    capital(&in_sentence(state, at))
}

/// The same in the middle of a sentence.
pub fn in_sentence(state: &State, at: Mark) -> String {
    match at {
        Mark::Unit(unit) if has_several(state, unit) => format!("all of {}", state.unit_name(unit)),
        at => mark(state, at),
    }
}

fn has_several(state: &State, unit: UnitId) -> bool {
    state.unit(unit).is_some_and(|unit| unit.strength() > 1)
}
