//! Everybody against everybody, once in each leg.

use super::Pair;
use crate::ids::EntrantId;

/// All rounds of all legs. With an odd number, everybody has one bye in each leg.
///
/// The circle method: one stays put and the others move on by one seat each round. With an odd number the seat that stays
/// put is empty, and whoever would sit across from it has the bye.
pub fn rounds(entrants: &[EntrantId], legs: u8) -> Vec<Vec<Pair>> {
    if entrants.len() < 2 {
        return Vec::new();
    }
    let (resting, circle) = if entrants.len().is_multiple_of(2) {
        (entrants.last().copied(), &entrants[..entrants.len() - 1])
    } else {
        (None, entrants)
    };
    (0..legs)
        .flat_map(|leg| {
            let swapped = leg % 2 == 1;
            (0..circle.len()).map(move |round| round_of(circle, resting, round, swapped))
        })
        .collect()
}

/// Somebody is named first when they are an odd number of seats past the one across from the empty or resting seat. That
/// number falls by one each round, so people take turns, and over a leg it comes out even.
fn round_of(
    circle: &[EntrantId],
    resting: Option<EntrantId>,
    round: usize,
    swapped: bool,
) -> Vec<Pair> {
    let seats = circle.len();
    let at = |steps: usize| circle[(round + steps) % seats];
    let pair = |first: EntrantId, second: EntrantId| {
        if swapped {
            Pair { first: second, second: Some(first) }
        } else {
            Pair { first, second: Some(second) }
        }
    };
    let mut pairs = Vec::with_capacity(seats / 2 + 1);
    if let Some(resting) = resting {
        pairs.push(if round.is_multiple_of(2) {
            pair(at(0), resting)
        } else {
            pair(resting, at(0))
        });
    }
    for steps in 1..=seats / 2 {
        let (ahead, behind) = (at(steps), at(seats - steps));
        pairs.push(if steps % 2 == 1 { pair(ahead, behind) } else { pair(behind, ahead) });
    }
    if resting.is_none() {
        pairs.push(Pair { first: at(0), second: None });
    }
    pairs
}
