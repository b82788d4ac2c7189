//! Everybody against everybody, once in each leg.

use super::Pair;
use crate::ids::EntrantId;

/// All rounds of all legs. With an odd number, everybody has one bye in each leg.
pub fn rounds(entrants: &[EntrantId], legs: u8) -> Vec<Vec<Pair>> {
    let _ = (entrants, legs);
    Vec::new()
}
