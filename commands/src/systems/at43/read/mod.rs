//! What people pick from lists, write into forms and type into commands.

mod distance;
mod named;
mod party;

pub use distance::{distance, range};
pub use named::{named, named_or_only, one_of};
pub use party::{Extras, Party, as_typed, everybody, parties};

use gatemaster_rules::at43::state::UnitId;

use crate::answer::unknown;
use crate::trouble::Trouble;

/// A choice that was never offered, or not any more.
pub fn not_offered() -> Trouble {
    Trouble::refused(
        "That is not on the list. Choose from the list again; `/game board` shows a fresh one.",
    )
}

/// The one number that was picked.
pub fn picked_number<N: std::str::FromStr>(picked: &[String]) -> Result<N, Trouble> {
    let [one] = picked else { return Err(unknown()) };
    one.parse().map_err(|_| not_offered())
}

/// The units that were picked, each of those that were offered.
pub fn picked_units(picked: &[String], offered: &[UnitId]) -> Result<Vec<UnitId>, Trouble> {
    let unit = |text: &String| {
        let id = text.parse().ok().map(UnitId);
        id.filter(|id| offered.contains(id)).ok_or_else(not_offered)
    };
    picked.iter().map(unit).collect()
}

/// The one unit that was picked.
pub fn picked_unit(picked: &[String], offered: &[UnitId]) -> Result<UnitId, Trouble> {
    match picked_units(picked, offered)?.as_slice() {
        [one] => Ok(*one),
        _ => Err(not_offered()),
    }
}

/// Lines, or parts of one line, that people have written.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty())
}

/// Words of somebody who does not see the table, so that the next side is asked.
pub fn cannot_tell(text: &str) -> bool {
    matches!(
        text.trim().to_lowercase().as_str(),
        "cannot tell" | "i cannot tell" | "can't tell" | "i can't tell" | "pass"
    )
}

/// Words for nobody and nothing.
pub fn is_nobody(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "" | "-" | "–" | "nobody" | "none" | "no" | "0")
}
