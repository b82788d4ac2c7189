//! The small words: names in a sentence, numbers, dice and what they needed, and who of a unit is meant.

use super::super::command::{MachinePart, Mark, RoutineName};
use super::super::event::{Rerolled, Victims};
pub use super::super::grammar::Who;
use super::super::mission::PlaceKind;
use super::super::need::{Need, Test};
use super::super::profile::{Gives, Specialist, WeaponId};
use super::super::state::{Group, MemberId, PlaceId, Role, State, TerrainId, Unit, UnitId};
use crate::dice::Roll;
use crate::ids::Seat;
use crate::text::{count, list};

/// Up to so many dice are told one by one, as they fell; more are sorted by their faces.
const TOLD_ONE_BY_ONE: usize = 18;

pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

pub fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// "falls", "fall"
pub fn verb<'a>(n: u32, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}

/// "5 are left", "nobody is left"
pub fn left(n: usize) -> String {
    match n {
        0 => "nobody is left".into(),
        1 => "1 is left".into(),
        n => format!("{n} are left"),
    }
}

/// "3 SP left", "no SP left"
pub fn structure(n: u8) -> String {
    if n == 0 { "no SP left".into() } else { format!("{n} SP left") }
}

/// "5 LP left", "no LP left"
pub fn leadership(n: u32) -> String {
    if n == 0 { "no LP left".into() } else { format!("{n} LP left") }
}

/// "a gunner", "3 gunners"
pub fn count_of(n: u32, one: &str, many: &str) -> String {
    if n == 1 { format!("a {one}") } else { format!("{n} {many}") }
}

pub fn impacts(n: u32) -> String {
    if n == 0 { "no impact".into() } else { count(n, "impact", "impacts") }
}

/// "4+ (Accuracy 5, range −4)"
pub fn needs(test: &Test) -> String {
    let terms = terms(test);
    match test.need() {
        Need::Never => format!("no chance ({terms})"),
        Need::Always => format!("no die needed ({terms})"),
        need @ Need::AtLeast(_) => format!("{need} ({terms})"),
    }
}

/// "Accuracy 5, range −4"
pub fn terms(test: &Test) -> String {
    match test {
        Test::Fixed { why, .. } => why.to_string(),
        Test::Table(check) => {
            let base = check.base();
            let mut terms = vec![format!("{} {}", base.reason, signed(base.value, ""))];
            terms.extend(
                check
                    .modifiers()
                    .iter()
                    .map(|term| format!("{} {}", term.reason, signed(term.value, "+"))),
            );
            terms.join(", ")
        }
    }
}

/// A number with a true minus sign, and this one where it is none.
pub fn signed(value: i32, plus: &str) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { format!("{plus}{value}") }
}

/// "5 2 3→5", or sorted where there are many: "4 × 6, 3 × 5, 2 × 1".
pub fn faces(dice: &[Rerolled]) -> String {
    if dice.len() <= TOLD_ONE_BY_ONE {
        let told: Vec<String> = dice
            .iter()
            .map(|die| {
                let shown: Vec<String> = die.0.iter().map(|roll| roll.face.to_string()).collect();
                shown.join("→")
            })
            .collect();
        return told.join(" ");
    }
    let mut faces: Vec<u32> = dice.iter().map(Rerolled::face).collect();
    faces.sort_unstable_by(|a, b| b.cmp(a));
    let runs: Vec<String> = faces
        .chunk_by(|a, b| a == b)
        .filter_map(|run| Some(format!("{} × {}", run.len(), run.first()?)))
        .collect();
    let again = dice.iter().filter(|die| die.0.len() > 1).count();
    let again = if again == 0 { String::new() } else { format!(", {again} of them thrown again") };
    format!("{}{again}", runs.join(", "))
}

/// "5 2 4"
pub fn plain_faces(rolls: &[Roll]) -> String {
    let dice: Vec<Rerolled> = rolls.iter().map(|roll| Rerolled(vec![*roll])).collect();
    faces(&dice)
}

/// "Blue 5, Red 3"
pub fn faces_by_side(state: &State, rolls: &[(Seat, Roll)]) -> String {
    let told: Vec<String> = rolls
        .iter()
        .map(|(seat, roll)| format!("{} {}", state.side_name(*seat), roll.face))
        .collect();
    told.join(", ")
}

pub fn names(state: &State, units: &[UnitId]) -> String {
    let names: Vec<&str> = units.iter().map(|unit| state.unit_name(*unit)).collect();
    list(&names)
}

/// "the access zone of Blue", "Container 1", "Able"
pub fn place(state: &State, id: PlaceId) -> String {
    let Some(place) = state.place(id) else { return "the place".into() };
    match place.kind {
        PlaceKind::AccessZone | PlaceKind::DeploymentZone | PlaceKind::Wreck => {
            let mut letters = place.name.chars();
            let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
            format!("the {first}{}", letters.as_str())
        }
        PlaceKind::Point
        | PlaceKind::Container
        | PlaceKind::Nanogenerator
        | PlaceKind::DropPoint => place.name.clone(),
    }
}

pub fn places(state: &State, ids: &[PlaceId]) -> String {
    let names: Vec<String> = ids.iter().map(|id| place(state, *id)).collect();
    list(&names)
}

pub fn element(state: &State, id: TerrainId) -> String {
    state.element(id).map_or_else(|| "the element".into(), |element| element.name.clone())
}

/// A weapon in the middle of a sentence: "laser rifle", "MG", "volcano MG".
pub fn weapon(state: &State, id: WeaponId) -> String {
    state.weapon_in_sentence(id)
}

/// "a combat knife", "an electrolash", "reaper blades"
pub fn a_weapon(state: &State, id: WeaponId) -> String {
    let name = weapon(state, id);
    if name.ends_with('s') {
        name
    } else if name.starts_with(['a', 'e', 'i', 'o']) {
        format!("an {name}")
    } else {
        format!("a {name}")
    }
}

/// "combat knives"
pub fn many_weapons(state: &State, id: WeaponId) -> String {
    plural(&weapon(state, id))
}

/// "1 laser rifle", "6 laser rifles", "8 grenades"
pub fn weapons(state: &State, id: WeaponId, number: u32) -> String {
    let name = weapon(state, id);
    let one = name.strip_suffix('s').filter(|one| !one.ends_with('s')).unwrap_or(&name);
    if number == 1 { format!("1 {one}") } else { format!("{number} {}", plural(&name)) }
}

fn plural(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("fe") {
        format!("{stem}ves")
    } else if name.ends_with('s') {
        name.to_owned()
    } else if ["x", "ch", "sh"].iter().any(|end| name.ends_with(end)) {
        format!("{name}es")
    } else {
        format!("{name}s")
    }
}

/// Grenades and the like are thrown.
pub fn is_thrown(state: &State, id: WeaponId) -> bool {
    state.library.equipment.iter().any(|item| item.gives == Gives::Thrown(id))
}

/// "the officer", "a medic"
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Standard => "a fighter",
        Role::Bearer => "a bearer",
        Role::Specialist(Specialist::CombatEngineer) => "a combat engineer",
        Role::Specialist(Specialist::Mechanic) => "a mechanic",
        Role::Specialist(Specialist::Medic) => "a medic",
        Role::Officer => "the officer",
        Role::Hero => "the hero",
        Role::Gunner => "a gunner",
        Role::SupportWeapon => "a support weapon",
    }
}

/// One of a unit: "the officer of Storm golems 2", "machine 2 of Fire Toads", or the name alone where there is no other.
pub fn member(state: &State, id: UnitId, which: MemberId) -> String {
    let name = state.unit_name(id);
    let Some(unit) = state.unit(id) else { return name.to_owned() };
    match unit.member(which) {
        _ if unit.members.len() <= 1 => name.to_owned(),
        Some(member) if member.machine.is_some() => {
            format!("machine {} of {name}", u32::from(which.0) + 1)
        }
        Some(member) => format!("{} of {name}", role(member.role)),
        None => format!("one of {name}"),
    }
}

/// Those among them who are missed most: ", the officer and 2 bearers among them".
pub fn special_among(unit: &Unit, members: &[MemberId]) -> String {
    let mut kinds: Vec<(Role, u32)> = Vec::new();
    let roles = members.iter().filter_map(|id| unit.member(*id)).map(|member| member.role);
    for fell in roles.filter(|role| *role != Role::Standard) {
        match kinds.iter_mut().find(|(known, _)| *known == fell) {
            Some((_, number)) => *number += 1,
            None => kinds.push((fell, 1)),
        }
    }
    kinds.sort_by_key(|(role, _)| std::cmp::Reverse(*role));
    let told: Vec<String> = kinds
        .into_iter()
        .map(|(kind, number)| {
            let one = role(kind);
            match one.strip_prefix("a ") {
                Some(bare) if number > 1 => format!("{number} {bare}s"),
                Some(_) | None => one.to_owned(),
            }
        })
        .collect();
    if told.is_empty() { String::new() } else { format!(", {} among them", list(&told)) }
}

/// "propulsion", "light laser cannon 2"
pub fn part(state: &State, id: UnitId, part: MachinePart) -> String {
    match part {
        MachinePart::Propulsion => "propulsion".into(),
        MachinePart::Frame => "frame".into(),
        MachinePart::Weapon(which) => {
            let carried = state.unit(id).and_then(|unit| state.entry(unit)).map(|entry| {
                let copies = entry.ranged.iter().flat_map(|carried| {
                    (1..=carried.count).map(move |copy| (carried.weapon, copy, carried.count))
                });
                copies.collect::<Vec<_>>()
            });
            match carried.and_then(|copies| copies.get(usize::from(which)).copied()) {
                Some((id, _, 1)) => weapon(state, id),
                Some((id, copy, _)) => format!("{} {copy}", weapon(state, id)),
                None => "weapon".into(),
            }
        }
    }
}

pub fn mark(state: &State, mark: Mark) -> String {
    match mark {
        Mark::Unit(unit) => state.unit_name(unit).to_owned(),
        Mark::Machine(unit, machine) => member(state, unit, machine),
        Mark::Fighter(unit, aimed) => match state.unit(unit) {
            Some(alone) if alone.members.len() <= 1 => alone.name.clone(),
            Some(machines) if !state.is_infantry(machines) => {
                format!("a machine of {}", machines.name)
            }
            Some(_) | None => format!("{} of {}", role(aimed), state.unit_name(unit)),
        },
        Mark::Terrain(id) => element(state, id),
        Mark::Wreck => "the wreck".into(),
    }
}

pub fn victims(state: &State, on: Victims) -> String {
    match on {
        Victims::Unit(unit) => state.unit_name(unit).to_owned(),
        Victims::Machine(unit, machine) => member(state, unit, machine),
        Victims::Wreck => "the wreck".into(),
        Victims::Terrain(id) => element(state, id),
    }
}

pub fn group(group: Group) -> &'static str {
    match group {
        Group::Bearers => "the bearers",
        Group::Rest => "those without special weapons",
    }
}

pub fn routine(name: RoutineName) -> &'static str {
    match name {
        RoutineName::Transfer => "Transfer",
        RoutineName::Dash => "Dash",
        RoutineName::HyperNanonucleus => "Hyper nanonucleus",
        RoutineName::Reconstruction => "Reconstruction",
        RoutineName::Repair => "Repair",
        RoutineName::Creation => "Creation",
        RoutineName::Fusion => "Fusion",
    }
}

/// "the hero of Storm golems 2" by his name, where he has one.
pub fn hero(state: &State, id: UnitId) -> String {
    let named = state.unit(id).and_then(|unit| state.hero(unit)).map(|hero| hero.name.clone());
    named.unwrap_or_else(|| format!("the hero of {}", state.unit_name(id)))
}
