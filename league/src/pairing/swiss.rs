//! A Swiss round: people with the same points meet, nobody meets twice while that can be avoided, and byes go round.

use std::collections::HashMap;

use super::Pair;
use crate::ids::EntrantId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub entrant: EntrantId,
    pub points: i32,
    /// How many byes they have had.
    pub byes: u16,
    /// How often they were named first less how often second.
    pub firsts: i16,
}

/// `standings` from the best to the last; `met` says how often two have met, the smaller number first.
pub fn pair(standings: &[Standing], met: &HashMap<(EntrantId, EntrantId), u16>) -> Vec<Pair> {
    let _ = (standings, met);
    Vec::new()
}

/// As many rounds as it takes to find one winner.
pub fn rounds_for(entrants: usize) -> u8 {
    let _ = entrants;
    0
}
