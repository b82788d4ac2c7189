//! Companies that are built by the program, for itself or for whoever wants to begin at once.

use std::cmp::Reverse;

use super::super::profile::{Entry, HIGHEST_RANK, Library};
use super::build::{Step, apply, at_standard};
use super::check::check_unit;
use super::marking::marked;
use super::platoons::place;
use super::{Chosen, Company, Limits, MAX_UNITS, Value, check, sums, value};

/// From the smallest company of an army on, always the dearest unit that still fits; nothing where not even the smallest
/// is allowed.
pub fn quick(library: &Library, army: &str, limits: &Limits) -> Option<Company> {
    let mut company = marked(library, &smallest(library, army)?, limits);
    if !check(library, &company, limits).is_empty() {
        return None;
    }
    let units = units_of(library, army);
    while company.units.len() < MAX_UNITS {
        let more = units.iter().find_map(|(unit, value)| {
            let reinforcement = share(library, &company, limits, *value)?;
            let mut more = company.clone();
            more.units.push(Chosen { reinforcement, ..unit.clone() });
            place(library, &more).is_ok().then_some(more)
        });
        match more {
            Some(more) => company = more,
            None => break,
        }
    }
    Some(company)
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

/// Whether a unit that costs so much is paid for as a reinforcement; nothing where neither share is enough (T-BLD-8).
fn share(library: &Library, company: &Company, limits: &Limits, value: u32) -> Option<bool> {
    let spent = sums(library, company);
    if spent.assault.saturating_add(value) <= limits.assault {
        return Some(false);
    }
    let most = limits.reinforcement?;
    (spent.reinforcement.saturating_add(value) <= most).then_some(true)
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
