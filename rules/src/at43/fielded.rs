//! The units of a company as they begin the game: off the table, everybody alive, machines whole (T-RES-1).

use super::company::MusteredUnit;
use super::profile::{Ability, Entry, Gives, Library};
use super::state::{Machine, Member, MemberId, Role, Stands, Unit};
use crate::ids::Seat;

pub fn fielded(library: &Library, seat: Seat, mustered: &MusteredUnit) -> Option<Unit> {
    let entry = library.entry(mustered.entry)?;
    let members: Vec<Member> = roles(library, entry, mustered)
        .into_iter()
        .map(|(role, aboard)| {
            let machine = aboard.then(|| whole(entry)).flatten();
            Member { role, out: false, grounded: false, machine, rescued_in: None }
        })
        .collect();
    let gives = |item| {
        library.equipment(item).is_some_and(|item| item.gives == Gives::Ability(Ability::Relay))
    };
    let relay =
        entry.abilities.contains(&Ability::Relay) || mustered.equipment.iter().copied().any(gives);
    Some(Unit {
        side: seat,
        name: mustered.name.clone(),
        entry: mustered.entry,
        equipment: mustered.equipment.clone(),
        special: mustered.special,
        rank: mustered.rank,
        hero: mustered.hero,
        lone_hero: false,
        value: mustered.value,
        stands: if mustered.reinforcement { Stands::Reinforcement } else { Stands::Reserve },
        leader: first_leader(&members),
        members,
        relay,
        disorganized: false,
        officer_lost: false,
        drills: Vec::new(),
        watched: Vec::new(),
        moved: false,
        played: false,
    })
}

/// Officer or hero first, then specialists, bearers and the rest; with each, whether a machine is his.
fn roles(library: &Library, entry: &Entry, mustered: &MusteredUnit) -> Vec<(Role, bool)> {
    let aboard = entry.category.is_machine();
    let mut roles = Vec::new();
    if let Some(hero) = mustered.hero.and_then(|hero| library.hero(hero)) {
        // he comes with his own machine and counts in no numbers (T-HER-1)
        roles.push((Role::Hero, aboard && hero.aboard.is_some()));
    }
    let number = usize::from(mustered.number);
    let mut counted = Vec::new();
    if mustered.rank > 0 && mustered.hero.is_none() {
        counted.push(Role::Officer);
    }
    counted.extend(mustered.specialists.iter().map(|kind| Role::Specialist(*kind)));
    if let Some(gunners) = entry.gunners_each {
        let weapons = number / (usize::from(gunners) + 1);
        let crews = number.saturating_sub(counted.len() + weapons);
        counted.extend(std::iter::repeat_n(Role::Gunner, crews));
        counted.extend(std::iter::repeat_n(Role::SupportWeapon, weapons));
    } else {
        let left = number.saturating_sub(counted.len());
        let bearers = usize::from(mustered.bearers).min(left);
        counted.extend(std::iter::repeat_n(Role::Bearer, bearers));
        counted.extend(std::iter::repeat_n(Role::Standard, left - bearers));
    }
    roles.extend(counted.into_iter().map(|role| (role, aboard)));
    roles
}

/// A machine of this entry with all its structure points.
pub fn whole(entry: &Entry) -> Option<Machine> {
    let structure = entry.profile.structure?;
    let weapons = entry.ranged.iter().flat_map(|carried| {
        let points = carried.structure.unwrap_or(1);
        std::iter::repeat_n(points, usize::from(carried.count))
    });
    Some(Machine {
        frame: structure.frame,
        propulsion: structure.propulsion,
        weapons: weapons.collect(),
    })
}

/// Its officer or hero, else a standard fighter, else anybody, dead or alive (T-UNI-3).
pub fn first_leader(members: &[Member]) -> MemberId {
    let place = |wanted: fn(Role) -> bool| members.iter().position(|member| wanted(member.role));
    let place = place(|role| matches!(role, Role::Officer | Role::Hero))
        .or_else(|| place(|role| role == Role::Standard))
        .or_else(|| place(|role| role != Role::SupportWeapon));
    MemberId(place.and_then(|place| u8::try_from(place).ok()).unwrap_or(0))
}
