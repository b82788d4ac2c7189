//! A bracket: the best meet as late as possible, and byes in the first round go to the best.

use crate::ids::EntrantId;

/// One place of a round in the bracket. Nobody at all where neither of two went on; a bye where there is only a first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub first: Option<EntrantId>,
    pub second: Option<EntrantId>,
}

/// The first round for people in the order of their seeds, the best first. Somebody alone has a bye and has won with it.
pub fn first_round(seeds: &[EntrantId]) -> Vec<Slot> {
    if seeds.is_empty() {
        return Vec::new();
    }
    let slots = seeds.len().next_power_of_two().max(2) / 2;
    let mut stronger = vec![0];
    while stronger.len() < slots {
        let last = stronger.len() * 2 - 1;
        stronger = stronger.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    stronger
        .into_iter()
        .map(|seed| Slot {
            first: seeds.get(seed).copied(),
            second: seeds.get(slots * 2 - 1 - seed).copied(),
        })
        .collect()
}

/// The next round from who went on, in the order of the slots. Nothing when only one was left to go on.
pub fn next_round(went_on: &[Option<EntrantId>]) -> Vec<Slot> {
    if went_on.len() < 2 {
        return Vec::new();
    }
    went_on
        .chunks(2)
        .map(|two| {
            let mut there = two.iter().flatten().copied();
            Slot { first: there.next(), second: there.next() }
        })
        .collect()
}

/// "Final", "Semi-finals", "Quarter-finals", "Last 16".
pub fn name_of_round(slots: usize) -> String {
    match slots {
        1 => "Final".to_owned(),
        2 => "Semi-finals".to_owned(),
        4 => "Quarter-finals".to_owned(),
        slots => format!("Last {}", slots.saturating_mul(2)),
    }
}
