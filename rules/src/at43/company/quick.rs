//! Companies that are built by the program, for itself or for whoever wants to begin at once.

use std::cmp::Reverse;

use super::super::profile::{Entry, HIGHEST_RANK, Library};
use super::build::{Step, apply, at_standard};
use super::check::{check_unit, most_bearers};
use super::marking::marked;
use super::platoons::place;
use super::price::entry_of;
use super::{Chosen, Company, Limits, MAX_UNITS, Value, check, sums, value};

/// From the smallest company of an army on, always the dearest unit that still fits, then better ones; nothing where not even
/// the smallest is allowed.
pub fn quick(library: &Library, army: &str, limits: &Limits) -> Option<Company> {
    let mut company = marked(library, &smallest(library, army)?, limits);
    if !check(library, &company, limits).is_empty() {
        return None;
    }
    let units = units_of(library, army);
    while company.units.len() < MAX_UNITS {
        let more = units.iter().find_map(|(unit, value)| {
            let fits =
                |reinforcement: &bool| share(library, &company, limits, *value, *reinforcement);
            let reinforcement = [false, true].into_iter().find(fits)?;
            let mut more = company.clone();
            more.units.push(Chosen { reinforcement, ..unit.clone() });
            place(library, &more).is_ok().then_some(more)
        });
        match more {
            Some(more) => company = more,
            None => break,
        }
    }
    spend(library, &mut company, limits);
    Some(company)
}

/// What is left goes into special weapons, then into numbers.
fn spend(library: &Library, company: &mut Company, limits: &Limits) {
    let army = library.army_of_key(&company.army);
    for better in [armed, enlarged] {
        for place in 0..company.units.len() {
            let Some(unit) = company.units.get(place) else { continue };
            let cost = |unit: &Chosen| value(library, unit).map_or(u32::MAX, Value::total);
            let was = cost(unit);
            let found = better(library, unit).into_iter().find(|more| {
                let change = cost(more).saturating_sub(was);
                let fits = share(library, company, limits, change, unit.reinforcement);
                fits && check_unit(library, army, more, limits).is_empty()
            });
            if let (Some(found), Some(unit)) = (found, company.units.get_mut(place)) {
                *unit = found;
            }
        }
    }
}

/// The unit with each of its special weapons, where it has none.
fn armed(library: &Library, unit: &Chosen) -> Vec<Chosen> {
    let Some(entry) = entry_of(library, unit).filter(|_| unit.special.is_none()) else {
        return Vec::new();
    };
    let weapons = entry.special.iter().filter_map(|special| library.weapon(special.weapon));
    let bearers = most_bearers(entry, unit.number);
    weapons
        .map(|weapon| Chosen { special: Some(weapon.key.clone()), bearers, ..unit.clone() })
        .collect()
}

/// The unit with more fighters, the most first, and as many bearers as they have.
fn enlarged(library: &Library, unit: &Chosen) -> Vec<Chosen> {
    let Some(entry) = entry_of(library, unit) else { return Vec::new() };
    let numbers = (unit.number.saturating_add(1)..=entry.maximum).rev();
    numbers
        .map(|number| {
            let bearers = match &unit.special {
                None => 0,
                Some(_) if entry.all_bearers => number,
                Some(_) => most_bearers(entry, number),
            };
            Chosen { number, bearers, ..unit.clone() }
        })
        .collect()
}

/// The units of an army at standard number, the dearest first.
fn units_of(library: &Library, army: &str) -> Vec<(Chosen, u32)> {
    let army = library.army_of_key(army);
    let own = |entry: &&Entry| army.is_some_and(|army| army == entry.army);
    let mut units: Vec<(Chosen, u32)> = library
        .entries
        .iter()
        .filter(own)
        .map(|entry| at_standard(library, &entry.key))
        .filter(|unit| check_unit(library, army, unit, &Limits::FREE).is_empty())
        .filter_map(|unit| Some((value(library, &unit).map(Value::total).ok()?, unit)))
        .map(|(value, unit)| (unit, value))
        .collect();
    units.sort_by_key(|(_, value)| Reverse(*value));
    units
}

/// Whether so many points more are within the limit for units with this mark (T-BLD-8).
fn share(
    library: &Library,
    company: &Company,
    limits: &Limits,
    value: u32,
    reinforcement: bool,
) -> bool {
    let spent = sums(library, company);
    let (spent, limit) = if reinforcement {
        (spent.reinforcement, limits.reinforcement)
    } else {
        (spent.assault, Some(limits.assault))
    };
    limit.is_some_and(|limit| spent.saturating_add(value) <= limit)
}

/// One unit with an officer in the compulsory slot.
pub fn smallest(library: &Library, army: &str) -> Option<Company> {
    let step = |company: &Company, step: Step| apply(library, company, &step).ok();
    let id = library.army_of_key(army)?;
    let slot = library.army(id)?.pattern.first()?;
    let empty = step(&Company::default(), Step::Army { army: army.to_owned() })?;
    let fits = library.entries.iter().filter(|entry| entry.army == id && slot.fits(entry));
    let add = |unit: &Entry| Step::Add { unit: unit.key.clone(), reinforcement: false };
    fits.filter_map(|entry| step(&empty, add(entry))).find_map(|one| {
        (1..=HIGHEST_RANK).find_map(|rank| step(&one, Step::Officer { unit: 0, rank }))
    })
}
