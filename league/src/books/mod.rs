//! Leagues as files: tables for spreadsheets, a whole league as JSON, and both back again. Nothing in a file is trusted, and
//! everything that is wrong with it is told together.

mod cell;
pub mod csv;
pub mod date;
mod faults;
pub mod json;
pub mod players;
pub mod results;
mod sheet;

pub use faults::MOST_TOLD;
