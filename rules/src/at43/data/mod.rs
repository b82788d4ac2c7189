//! Armies, units, weapons, prices, missions and ready companies of the book, and what a server adds to them.
//!
//! The fields of a file are explained for organisers in `docs/at43-units.md`.

mod arms;
pub mod bounds;
mod check;
mod companies;
mod fields;
mod grow;
mod missions;
mod pilots;
mod read;
mod terrain;
#[cfg(test)]
mod tests;
pub mod words;

use std::sync::OnceLock;

pub use crate::file::{DataFault, MAX_FILE, MAX_KEY};
pub use companies::{ReadyCompany, companies};
pub use read::NERVES_OF_STEEL;
pub use terrain::{Element, Terrain, terrain};

use super::mission::Mission;
use super::profile::Library;
use fields::Origin;
use grow::grown;

/// The book's files, in the order in which they are read.
const BOOK: [(&str, &str); 4] = [
    ("shared.toml", include_str!("../../../data/at43/shared.toml")),
    ("white-stars.toml", include_str!("../../../data/at43/white-stars.toml")),
    ("therians.toml", include_str!("../../../data/at43/therians.toml")),
    ("missions.toml", include_str!("../../../data/at43/missions.toml")),
];

/// Everything that games are set up with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    pub library: Library,
    pub missions: Vec<Mission>,
}

fn book() -> &'static Loaded {
    static BOOK: OnceLock<Loaded> = OnceLock::new();
    // The files are part of the program and a test reads them: no fault reaches anyone.
    BOOK.get_or_init(|| of_the_book().unwrap_or_default())
}

fn of_the_book() -> Result<Loaded, Vec<DataFault>> {
    BOOK.iter().try_fold(Loaded::default(), |loaded, (file, text)| {
        grown(&loaded, file, text, Origin::BuiltIn)
    })
}

/// Both armies of the book.
pub fn library() -> &'static Library {
    &book().library
}

/// The six missions of the book, by number.
pub fn missions() -> &'static [Mission] {
    &book().missions
}

/// These with a server's own file on top.
///
/// A record with a key that exists replaces the values it gives and leaves the others as they were; all else is new. What
/// comes from the file is the server's own, unless the record says that it is printed, derived or a house value. Every fault
/// of the file is reported, not only the first.
pub fn with_file(
    base: &Library,
    base_missions: &[Mission],
    file: &str,
    text: &str,
) -> Result<Loaded, Vec<DataFault>> {
    let base = Loaded { library: base.clone(), missions: base_missions.to_vec() };
    grown(&base, file, text, Origin::Server)
}
