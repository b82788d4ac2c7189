//! Beyond the Gates of Antares, the Base One rules: the whole battle as a pure engine.

pub mod inches;
pub mod order;
pub mod profile;
