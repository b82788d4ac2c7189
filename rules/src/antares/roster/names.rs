//! Call-signs: those people chose stay, the others are the profile's own, numbered where there are several.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::profile::Profile;
use super::super::setup::{UnitSetup, numbered};

/// Names for all of them; `None` has not been named by anybody. No automatic name is like another name.
pub(super) fn name_all(units: Vec<(Arc<Profile>, Option<String>)>) -> Vec<UnitSetup> {
    let mut taken: BTreeSet<String> = units
        .iter()
        .filter_map(|(_, name)| name.as_ref())
        .map(|name| name.to_lowercase())
        .collect();
    let unnamed: Vec<Arc<Profile>> = units
        .iter()
        .filter(|(_, name)| name.is_none())
        .map(|(profile, _)| Arc::clone(profile))
        .collect();
    let several = |name: &str| unnamed.iter().filter(|profile| profile.name == name).count() > 1;
    units
        .into_iter()
        .map(|(profile, name)| {
            let name = name.unwrap_or_else(|| {
                let first = if several(&profile.name) { 1 } else { 2 };
                let plain = (first == 2).then(|| profile.name.clone());
                let numbers = (first..).map(|number| numbered(&profile.name, number));
                plain
                    .into_iter()
                    .chain(numbers)
                    .find(|name| taken.insert(name.to_lowercase()))
                    .unwrap_or_default()
            });
            UnitSetup { name, profile }
        })
        .collect()
}

/// Whether nobody chose this name: it is the profile's own, with a number or without.
pub(super) fn is_automatic(unit: &UnitSetup) -> bool {
    let UnitSetup { name, profile } = unit;
    let number = name.rsplit_once(' ').and_then(|(_, number)| number.parse::<usize>().ok());
    *name == profile.name || number.is_some_and(|n| numbered(&profile.name, n) == *name)
}
