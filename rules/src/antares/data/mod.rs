//! The units, weapons and armour of the booklet, and what a server adds to them (A-FRC-1, A-FRC-2).
//!
//! The fields of a file are explained for organisers in `docs/antares-units.md`.

mod grow;
mod read;
#[cfg(test)]
mod tests;
pub mod words;

use std::sync::OnceLock;

pub use crate::file::{DataFault, MAX_FILE, MAX_KEY, MAX_LIST};
pub use read::{
    ARMOUR_BONUS, EXTRA_VICTORY_DICE, MAX_ARMOURS, MAX_MODELS, MAX_MODES, MAX_UNITS, MAX_WEAPONS,
    PAGE, POINTS, RANGE, STAT, STRIKE,
};

use super::profile::{Armour, Faction, Profile, Weapon};
pub(super) use crate::file::fault::{nearest, shown};
use grow::grown;
use read::Origin;

/// The booklet's files, in the order in which they are read: arms before those who carry them.
const BOOKLET: [(&str, &str); 8] = [
    ("armour.toml", include_str!("../../../data/antares/armour.toml")),
    ("weapons.toml", include_str!("../../../data/antares/weapons.toml")),
    ("concord.toml", include_str!("../../../data/antares/concord.toml")),
    ("algoryn.toml", include_str!("../../../data/antares/algoryn.toml")),
    ("boromite.toml", include_str!("../../../data/antares/boromite.toml")),
    ("freeborn.toml", include_str!("../../../data/antares/freeborn.toml")),
    ("isorian.toml", include_str!("../../../data/antares/isorian.toml")),
    ("ghar.toml", include_str!("../../../data/antares/ghar.toml")),
];

/// Everything that a force can be made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    pub weapons: Vec<Weapon>,
    pub armours: Vec<Armour>,
    pub units: Vec<Profile>,
    pub forces: Vec<Force>,
}

/// A force of the booklet with a ready-made selection of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    pub faction: Faction,
    /// Keys of units, repeated where one is taken twice.
    pub quick_start: Vec<String>,
}

impl Library {
    /// What is printed in the booklet, and its repairs (A-FRC-1).
    pub fn built_in() -> &'static Library {
        static BUILT_IN: OnceLock<Library> = OnceLock::new();
        // The files are part of the program and a test reads them: no fault reaches anyone.
        BUILT_IN.get_or_init(|| Library::of_the_booklet().unwrap_or_default())
    }

    fn of_the_booklet() -> Result<Library, Vec<DataFault>> {
        BOOKLET.iter().try_fold(Library::default(), |library, (file, text)| {
            grown(&library, file, text, Origin::BuiltIn)
        })
    }

    /// This library with a server's own file on top (A-FRC-2).
    ///
    /// The file may use the weapons and armour of this library by key. A key that exists already is
    /// replaced by the server's, for the units of the booklet too. All of it is marked as the
    /// server's own. Every fault of the file is reported, not only the first.
    pub fn extended(&self, file: &str, text: &str) -> Result<Library, Vec<DataFault>> {
        grown(self, file, text, Origin::Server)
    }

    pub fn unit(&self, key: &str) -> Option<&Profile> {
        self.units.iter().find(|unit| unit.key == key)
    }

    pub fn weapon(&self, key: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.key == key)
    }

    pub fn armour(&self, key: &str) -> Option<&Armour> {
        self.armours.iter().find(|armour| armour.key == key)
    }

    pub fn force(&self, faction: Faction) -> Option<&Force> {
        self.forces.iter().find(|force| force.faction == faction)
    }

    /// The units that a force may take: its own, and those that also serve it.
    pub fn units_of(&self, faction: Faction) -> impl Iterator<Item = &Profile> {
        self.units.iter().filter(move |unit| unit.serves(faction))
    }

    /// The units of which more are chosen than of the unit that must match their number (A-FRC-3).
    pub fn too_many<K: AsRef<str>>(&self, chosen: &[K]) -> Vec<&Profile> {
        let number = |key: &str| chosen.iter().filter(|choice| choice.as_ref() == key).count();
        self.units
            .iter()
            .filter(|unit| {
                unit.not_more_than.as_ref().is_some_and(|other| number(&unit.key) > number(other))
            })
            .collect()
    }
}
