//! AT-43: companies, missions and the whole rule book as a pure engine.

pub mod company;
pub mod meaning;
pub mod mission;
pub mod profile;
pub mod rulebook;
