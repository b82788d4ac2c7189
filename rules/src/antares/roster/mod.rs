//! Army lists as people paste them into a message: one unit a line, or the name of a force alone.
//!
//! ```text
//! Name: The Iron Fist
//! Force: Algoryn
//! Karnan: AI Command Squad
//! 2x AI Assault Squad: Strike
//! AI X-Launcher Team
//! ```

mod entry;
mod find;
mod names;
mod side;
mod split;
mod write;

pub use find::units_matching;
pub use write::text;

use std::sync::Arc;

use super::data::Library;
use super::profile::{Faction, Profile};
use super::setup::{MAX_UNITS, UnitSetup};
use entry::{Entry, Read, read};
use find::Index;
use names::name_all;
use split::split;

/// The longest list that is read, in bytes.
pub const MAX_LIST: usize = 8_000;
/// The most characters that all faults of a list take together.
pub const MAX_FAULTS: usize = 1_500;

/// What a list says. What it leaves open is for the battle to settle.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    pub name: Option<String>,
    pub faction: Option<Faction>,
    /// Every unit with the name it goes by: chosen, or its profile's own with a number where there are several.
    pub units: Vec<UnitSetup>,
}

/// Reads a list, or says in one sentence each what is wrong with it.
pub fn parse(library: &Library, text: &str) -> Result<Roster, Vec<String>> {
    if text.len() > MAX_LIST {
        return Err(vec![format!(
            "The list is too long to be read: at most {MAX_LIST} letters, and this has {}.",
            text.len()
        )]);
    }
    let index = Index::of(library);
    let mut list = List::default();
    for entry in split(text) {
        list.take(&index, &entry);
    }
    list.finish(library)
}

/// A list in the making.
#[derive(Default)]
struct List {
    name: Option<(String, String)>,
    faction: Option<(String, Faction)>,
    units: Vec<(Arc<Profile>, Option<String>)>,
    /// Chosen names as they are compared, with where they stand.
    taken: Vec<(String, String)>,
    faults: Vec<String>,
}

impl List {
    fn take(&mut self, index: &Index, entry: &Entry) {
        let place = &entry.place;
        match read(index, self.faction.as_ref().map(|(_, faction)| *faction), entry) {
            Err(fault) => self.faults.push(fault),
            Ok(Read::Name(name)) => match &self.name {
                Some((at, other)) if *other != name => {
                    self.fault(place, &format!("the list is called “{other}” already ({at})"));
                }
                Some(_) | None => self.name = Some((place.clone(), name)),
            },
            Ok(Read::Force(faction)) => match &self.faction {
                Some((at, other)) if *other != faction => {
                    let other = other.name();
                    self.fault(place, &format!("the force is {other} already ({at})"));
                }
                Some(_) | None => self.faction = Some((place.clone(), faction)),
            },
            Ok(Read::Units { profile, names }) => {
                let profile = Arc::new(profile.clone());
                for name in names {
                    if let Some(name) = &name {
                        self.claim(place, name);
                    }
                    // a list that is far too long is counted, not kept
                    if self.units.len() <= MAX_UNITS * 10 {
                        self.units.push((Arc::clone(&profile), name));
                    }
                }
            }
        }
    }

    fn fault(&mut self, place: &str, what: &str) {
        self.faults.push(format!("{place}: {what}."));
    }

    /// Two units of one name could not be told apart.
    fn claim(&mut self, place: &str, name: &str) {
        let key = name.to_lowercase();
        match self.taken.iter().find(|(other, _)| *other == key) {
            Some((_, at)) => {
                let what = format!("“{name}” is taken ({at}); choose another name");
                self.fault(place, &what);
            }
            None => self.taken.push((key, place.to_owned())),
        }
    }

    fn finish(mut self, library: &Library) -> Result<Roster, Vec<String>> {
        let faction = self.faction.as_ref().map(|(_, faction)| *faction);
        if self.units.is_empty() && self.faults.is_empty() {
            // a force's name alone is its quick-start force (A-FRC-1)
            let keys = faction.and_then(|faction| library.force(faction));
            let units = keys.iter().flat_map(|force| &force.quick_start);
            let units = units.filter_map(|key| library.unit(key)).cloned();
            self.units = units.map(|profile| (Arc::new(profile), None)).collect();
            if self.units.is_empty() {
                self.faults.push(
                    "There is no unit in the list. Write one a line, such as “AI Squad” or “2x AI Squad”, or just the name of a force."
                        .into(),
                );
            }
        }
        if self.units.len() > MAX_UNITS {
            self.faults.push(format!(
                "The list has more than {MAX_UNITS} units; a force has 1 to {MAX_UNITS}."
            ));
        }
        if !self.faults.is_empty() {
            return Err(capped(self.faults));
        }
        let name = self.name.map(|(_, name)| name);
        Ok(Roster { name, faction, units: name_all(self.units) })
    }
}

/// As many as fit, and how many more there are.
fn capped(faults: Vec<String>) -> Vec<String> {
    const MORE: usize = 40;
    let all: usize = faults.iter().map(|fault| fault.chars().count() + 1).sum();
    if all <= MAX_FAULTS {
        return faults;
    }
    let (mut kept, mut length) = (Vec::new(), 0);
    let total = faults.len();
    for fault in faults {
        length += fault.chars().count() + 1;
        if length > MAX_FAULTS - MORE {
            break;
        }
        kept.push(fault);
    }
    let more = total - kept.len();
    kept.push(format!("And {more} more like that."));
    kept
}
