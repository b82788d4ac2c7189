//! A turn in a few lines: what changed first, then the dice, then what follows. Whatever is left out here stands in the
//! explanation of the same steps.

use crate::desk::{Loaded, StepInContext};
use crate::face::Face;
use crate::table::short_line;

/// What the steps of a chapter came to.
pub fn tale(face: &dyn Face, game: &Loaded, told: &[StepInContext]) -> String {
    let line =
        |told: &StepInContext| short_line(face, told.before.as_ref(), &game.table, &told.step);
    told.iter().map(line).collect::<Vec<_>>().join("\n")
}
