//! A bracket: the best meet as late as possible, and byes in the first round go to the best.

use crate::ids::EntrantId;

/// One place of a round in the bracket. Nobody at all where neither of two went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub first: Option<EntrantId>,
    pub second: Option<EntrantId>,
}

/// The first round for people in the order of their seeds, the best first.
pub fn first_round(seeds: &[EntrantId]) -> Vec<Slot> {
    let _ = seeds;
    Vec::new()
}

/// The next round from who went on, in the order of the slots.
pub fn next_round(went_on: &[Option<EntrantId>]) -> Vec<Slot> {
    let _ = went_on;
    Vec::new()
}

/// "Final", "Semi-finals", "Quarter-finals", "Last 16".
pub fn name_of_round(slots: usize) -> String {
    let _ = slots;
    String::new()
}
