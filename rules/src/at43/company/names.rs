//! Names of units, slots, specialists and lists of words in sentences.

use std::collections::BTreeMap;

use super::super::profile::{Army, Library, Slot, Specialist};
use super::Company;
use super::price::entry_of;
use crate::file::fault::trimmed;

/// What each unit is called: like units are numbered in the order of the company.
pub fn names(library: &Library, company: &Company) -> Vec<String> {
    let plain: Vec<String> = (1..)
        .zip(company.units.iter().take(super::MAX_UNITS))
        .map(|(place, chosen)| match entry_of(library, chosen) {
            Some(entry) => entry.name.clone(),
            None => format!("Unit {place}"),
        })
        .collect();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    plain
        .iter()
        .map(|name| {
            let place = seen.entry(name).and_modify(|number| *number += 1).or_insert(1);
            match plain.iter().filter(|other| *other == name).count() {
                0 | 1 => name.clone(),
                _ => format!("{name} {place}"),
            }
        })
        .collect()
}

/// "Sergeant"; "rank 7" where the army has no such rank.
pub(super) fn title(army: Option<&Army>, rank: u8) -> String {
    let found = army.and_then(|army| army.ranks.get(usize::from(rank)));
    found.map_or_else(|| format!("rank {rank}"), |rank| rank.title.clone())
}

pub fn specialist_name(kind: Specialist) -> &'static str {
    match kind {
        Specialist::CombatEngineer => "combat engineer",
        Specialist::Mechanic => "mechanic",
        Specialist::Medic => "medic",
    }
}

pub(super) const SPECIALISTS: [Specialist; 3] =
    [Specialist::CombatEngineer, Specialist::Mechanic, Specialist::Medic];

/// "soldiers of type 2, or support of type 1 or 2".
pub fn slot_words(slot: &Slot) -> String {
    let kinds: Vec<String> = slot
        .takes
        .iter()
        .map(|taken| {
            let types: Vec<String> = taken.types.iter().map(u8::to_string).collect();
            format!("{} of type {}", taken.category.name(), either(&types))
        })
        .collect();
    kinds.join(", or ")
}

/// "Red", "Red or Blue", "Red, Blue or Green".
pub(super) fn either<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [head @ .., last] => {
            let head: Vec<&str> = head.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", head.join(", "), last.as_ref())
        }
    }
}

/// The name of a piece of equipment; its key where it is not known.
pub(super) fn equipment_name(library: &Library, key: &str) -> String {
    let found = library.equipment_of_key(key).and_then(|id| library.equipment(id));
    found.map_or_else(|| trimmed(key), |item| item.name.clone())
}

pub(super) fn weapon_name(library: &Library, key: &str) -> String {
    let found = library.weapon_of_key(key).and_then(|id| library.weapon(id));
    found.map_or_else(|| trimmed(key), |weapon| weapon.name.clone())
}

pub(super) use super::super::profile::in_sentence;
