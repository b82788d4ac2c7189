//! A library and one more file make a library.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use super::Loaded;
use super::bounds::{MAX_ARMIES, MAX_EQUIPMENT, MAX_HEROES, MAX_MISSIONS, MAX_UNITS, MAX_WEAPONS};
use super::check::Check;
use super::fields::Origin;
use super::{arms, missions, pilots, read};
use crate::file::entry::{Entry, Faults, item};
use crate::file::fault::{DataFault, shown};
use crate::file::parsed;

/// What a file holds, by the headings of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Army,
    Weapon,
    Equipment,
    Unit,
    Hero,
    Mission,
}

impl Kind {
    const ALL: [Kind; 6] =
        [Kind::Army, Kind::Weapon, Kind::Equipment, Kind::Unit, Kind::Hero, Kind::Mission];

    fn heading(self) -> &'static str {
        match self {
            Kind::Army => "army",
            Kind::Weapon => "weapon",
            Kind::Equipment => "equipment",
            Kind::Unit => "unit",
            Kind::Hero => "hero",
            Kind::Mission => "mission",
        }
    }

    fn most(self) -> usize {
        match self {
            Kind::Army => MAX_ARMIES,
            Kind::Weapon => MAX_WEAPONS,
            Kind::Equipment => MAX_EQUIPMENT,
            Kind::Unit => MAX_UNITS,
            Kind::Hero => MAX_HEROES,
            Kind::Mission => MAX_MISSIONS,
        }
    }
}

/// How each record is called in a fault: by its key, or by its place in the file if the key is not fit.
#[derive(Debug, Default)]
pub(super) struct Labels {
    in_file: BTreeMap<(Kind, usize), String>,
}

impl Labels {
    pub fn of(&self, kind: Kind, place: usize, key: &str) -> String {
        let label = self.in_file.get(&(kind, place));
        label.cloned().unwrap_or_else(|| format!("{} {}", kind.heading(), shown(key)))
    }
}

pub(super) fn grown(
    base: &Loaded,
    file: &str,
    text: &str,
    origin: Origin,
) -> Result<Loaded, Vec<DataFault>> {
    let mut faults = Faults::of(file);
    let Some(table) = parsed(text, &mut faults) else {
        return faults.none_or(base.clone());
    };
    let mut top = Entry::open(String::new(), &table, &Kind::ALL.map(Kind::heading), &mut faults);
    let mut loaded = base.clone();
    let mut labels = Labels::default();
    // arms before those who carry them
    for kind in Kind::ALL {
        let heading = kind.heading();
        let mut keys = BTreeSet::new();
        for (place, row) in top.rows(heading, heading, kind.most()).into_iter().enumerate() {
            let item = item(heading, place, row);
            let (key, place) = put(&mut loaded, kind, &item, row, origin, top.faults);
            if !key.is_empty() && !keys.insert(key) {
                top.faults.note(&item, Some("key"), "it is used twice in this file".to_owned());
            }
            labels.in_file.insert((kind, place), item);
        }
    }
    Check::of(&loaded, &labels, &mut faults).everything();
    let mut loaded = faults.none_or(loaded)?;
    pilots::add(&mut loaded.library);
    Ok(loaded)
}

/// Reads a record into the place of what has its key, or behind all others. Its key is empty after a fault.
fn put(
    loaded: &mut Loaded,
    kind: Kind,
    item: &str,
    row: &Table,
    origin: Origin,
    faults: &mut Faults,
) -> (String, usize) {
    let item = item.to_owned();
    let key = row.get("key").and_then(Value::as_str).unwrap_or_default();
    let Loaded { library, missions } = loaded;
    match kind {
        Kind::Army => {
            let old = library.armies.iter().position(|old| old.key == key);
            let was = old.and_then(|old| library.armies.get(old));
            let new = read::army(item, row, origin, was, faults);
            (new.key.clone(), placed(&mut library.armies, old, new))
        }
        Kind::Weapon => {
            let old = library.weapons.iter().position(|old| old.key == key);
            let was = old.and_then(|old| library.weapons.get(old));
            let new = arms::weapon(item, row, origin, was, faults);
            (new.key.clone(), placed(&mut library.weapons, old, new))
        }
        Kind::Equipment => {
            let old = library.equipment.iter().position(|old| old.key == key);
            let was = old.and_then(|old| library.equipment.get(old));
            let new = arms::equipment(item, row, was, library, faults);
            (new.key.clone(), placed(&mut library.equipment, old, new))
        }
        Kind::Unit => {
            let old = library.entries.iter().position(|old| old.key == key);
            let was = old.and_then(|old| library.entries.get(old));
            let new = read::unit(item, row, origin, was, library, faults);
            (new.key.clone(), placed(&mut library.entries, old, new))
        }
        Kind::Hero => {
            let old = library.heroes.iter().position(|old| old.key == key);
            let was = old.and_then(|old| library.heroes.get(old));
            let new = read::hero(item, row, origin, was, library, faults);
            (new.key.clone(), placed(&mut library.heroes, old, new))
        }
        Kind::Mission => {
            let old = missions.iter().position(|old| old.key == key);
            let was = old.and_then(|old| missions.get(old));
            let new = missions::mission(item, row, origin, was, faults);
            (new.key.clone(), placed(missions, old, new))
        }
    }
}

fn placed<T>(list: &mut Vec<T>, old: Option<usize>, new: T) -> usize {
    if let Some(place) = old
        && let Some(old) = list.get_mut(place)
    {
        *old = new;
        return place;
    }
    list.push(new);
    list.len() - 1
}
