//! Beyond the Gates of Antares, the Base One rules: the whole battle as a pure engine.

pub mod data;
pub mod inches;
pub mod meaning;
pub mod order;
pub mod profile;
