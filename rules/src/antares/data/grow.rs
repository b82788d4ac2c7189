//! A library and one more file make a library.

use std::collections::BTreeSet;

use super::read::{self, MAX_ARMOURS, MAX_UNITS, MAX_WEAPONS, Origin, faction_word, fits_team};
use super::{Faction, Force, Library};
use crate::file::entry::{Entry, Faults, did_you_mean};
use crate::file::fault::{DataFault, shown};
use crate::file::parsed;

pub(super) fn grown(
    base: &Library,
    file: &str,
    text: &str,
    origin: Origin,
) -> Result<Library, Vec<DataFault>> {
    let mut faults = Faults::of(file);
    let Some(table) = parsed(text, &mut faults) else {
        return faults.none_or(base.clone());
    };
    let tables: &[&str] = match origin {
        Origin::BuiltIn => &["unit", "weapon", "armour", "force"],
        Origin::Server => &["unit", "weapon", "armour"],
    };
    let mut top = Entry::open(String::new(), &table, tables, &mut faults);
    let mut library = base.clone();

    let armours = top.rows("armour", "armour", MAX_ARMOURS);
    let mut keys = Keys::new("armour");
    for (place, row) in armours.iter().enumerate() {
        let armour = read::armour(place, row, top.faults);
        keys.take(&armour.key, top.faults);
        put(&mut library.armours, armour, |armour| &armour.key);
    }
    needed_armour(&library, &keys, top.faults);
    for troop in library.units.iter_mut().flat_map(|unit| &mut unit.troops) {
        for worn in &mut troop.armour {
            if let Some(piece) = library.armours.iter().find(|piece| piece.key == worn.key) {
                *worn = piece.clone();
            }
        }
    }

    let weapons = top.rows("weapon", "weapon", MAX_WEAPONS);
    let mut keys = Keys::new("weapon");
    for (place, row) in weapons.iter().enumerate() {
        let weapon = read::weapon(place, row, origin, top.faults);
        keys.take(&weapon.key, top.faults);
        put(&mut library.weapons, weapon, |weapon| &weapon.key);
    }

    let units = top.rows("unit", "unit", MAX_UNITS);
    let mut unit_keys = Keys::new("unit");
    for (place, row) in units.iter().enumerate() {
        let unit = read::unit(place, row, origin, &library, top.faults);
        unit_keys.take(&unit.key, top.faults);
        put(&mut library.units, unit, |unit| &unit.key);
    }
    matched_units(&library, &unit_keys, top.faults);
    team_weapons(&library, &unit_keys, top.faults);

    if origin == Origin::BuiltIn {
        for (place, row) in top.rows("force", "force", Faction::ALL.len()).into_iter().enumerate() {
            library.forces.push(read::force(place, row, top.faults));
        }
    }
    quick_starts(&library, top.faults);
    faults.none_or(library)
}

/// Puts something in the place of what has its key, or at the end.
fn put<T>(list: &mut Vec<T>, new: T, key: impl Fn(&T) -> &String) {
    match list.iter_mut().find(|old| key(old) == key(&new)) {
        Some(old) => *old = new,
        None => list.push(new),
    }
}

/// The keys of one file, each once.
struct Keys {
    what: &'static str,
    taken: BTreeSet<String>,
}

impl Keys {
    fn new(what: &'static str) -> Self {
        Self { what, taken: BTreeSet::new() }
    }

    fn take(&mut self, key: &str, faults: &mut Faults) {
        if !key.is_empty() && !self.taken.insert(key.to_owned()) {
            faults.note(&self.place(key), Some("key"), "it is used twice in this file".to_owned());
        }
    }

    fn place(&self, key: &str) -> String {
        format!("{} {}", self.what, shown(key))
    }
}

/// Armour that needs another piece names one that there is.
fn needed_armour(library: &Library, keys: &Keys, faults: &mut Faults) {
    for armour in library.armours.iter().filter(|armour| keys.taken.contains(&armour.key)) {
        for need in armour.needs.iter().filter(|need| library.armour(need).is_none()) {
            let near = did_you_mean(need, library.armours.iter().map(|piece| piece.key.as_str()));
            let problem = format!("there is no armour {}{near}", shown(need));
            faults.note(&keys.place(&armour.key), Some("needs"), problem);
        }
    }
}

/// A-FRC-3: the unit whose number limits another's is one that there is.
fn matched_units(library: &Library, keys: &Keys, faults: &mut Faults) {
    for unit in library.units.iter().filter(|unit| keys.taken.contains(&unit.key)) {
        let Some(other) = &unit.not_more_than else { continue };
        if *other == unit.key {
            let problem = "a unit cannot limit its own number".to_owned();
            faults.note(&keys.place(&unit.key), Some("not_more_than"), problem);
        } else if library.unit(other).is_none() {
            let near = did_you_mean(other, library.units.iter().map(|unit| unit.key.as_str()));
            let problem = format!("there is no unit {}{near}", shown(other));
            faults.note(&keys.place(&unit.key), Some("not_more_than"), problem);
        }
    }
}

/// A replaced weapon must still fit the teams outside this file that serve it.
fn team_weapons(library: &Library, in_file: &Keys, faults: &mut Faults) {
    for unit in library.units.iter().filter(|unit| !in_file.taken.contains(&unit.key)) {
        let weapon = unit.team_weapon.as_ref().and_then(|key| library.weapon(key));
        if let Some(weapon) = weapon.filter(|weapon| !fits_team(weapon)) {
            let place = format!("weapon {}", shown(&weapon.key));
            let problem =
                format!("expected support or heavy, as it is the weapon of {}", shown(&unit.key));
            faults.note(&place, Some("class"), problem);
        }
    }
}

/// A ready-made selection stays one that its force may field (A-FRC-3).
fn quick_starts(library: &Library, faults: &mut Faults) {
    for Force { faction, quick_start } in &library.forces {
        let place = format!("force {}", shown(&faction_word(*faction)));
        let mut note = |problem| faults.note(&place, Some("quick_start"), problem);
        for key in quick_start.iter().collect::<BTreeSet<_>>() {
            if library.unit(key).is_none() {
                note(format!("there is no unit {}", shown(key)));
            } else if !library.units_of(*faction).any(|unit| unit.key == *key) {
                note(format!("the unit {} does not serve {}", shown(key), faction.name()));
            }
        }
        for unit in library.too_many(quick_start) {
            note(format!("more of {} than their number allows", shown(&unit.key)));
        }
    }
}
