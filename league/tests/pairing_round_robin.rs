//! Round robins: everybody meets everybody, byes and being named first are shared out.

use std::collections::HashMap;

use gatemaster_league::EntrantId;
use gatemaster_league::pairing::{Pair, round_robin};

fn people(number: u32) -> Vec<EntrantId> {
    // Not in order and not from 1, so that nothing depends on the numbers themselves.
    (0..number).map(|at| EntrantId(500 - at * 3)).collect()
}

fn everyone_in(round: &[Pair]) -> Vec<EntrantId> {
    let mut there: Vec<EntrantId> =
        round.iter().flat_map(|pair| [Some(pair.first), pair.second]).flatten().collect();
    there.sort();
    there
}

#[test]
fn everybody_meets_everybody_once_in_each_leg_and_sits_in_every_round() {
    for number in 2..=21 {
        for legs in 1..=4u8 {
            let entrants = people(number);
            let mut sorted = entrants.clone();
            sorted.sort();
            let rounds = round_robin::rounds(&entrants, legs);
            let per_leg = if number % 2 == 0 { number - 1 } else { number } as usize;
            assert_eq!(rounds.len(), per_leg * usize::from(legs), "{number} people, {legs} legs");
            for leg in rounds.chunks(per_leg) {
                let mut met: HashMap<(EntrantId, EntrantId), u32> = HashMap::new();
                let mut byes: HashMap<EntrantId, u32> = HashMap::new();
                for round in leg {
                    assert_eq!(everyone_in(round), sorted, "{number} people, {legs} legs");
                    for pair in round {
                        match pair.second {
                            Some(second) => {
                                let two = (pair.first.min(second), pair.first.max(second));
                                *met.entry(two).or_default() += 1;
                            }
                            None => *byes.entry(pair.first).or_default() += 1,
                        }
                    }
                }
                assert_eq!(met.len(), (number * (number - 1) / 2) as usize);
                assert!(met.values().all(|times| *times == 1), "{number} people: {met:?}");
                let resting = if number % 2 == 0 { 0 } else { number as usize };
                assert_eq!(byes.len(), resting);
                assert!(byes.values().all(|times| *times == 1), "{number} people: {byes:?}");
            }
        }
    }
}

#[test]
fn being_named_first_comes_out_even_within_a_leg() {
    for number in 2..=21 {
        let mut firsts: HashMap<EntrantId, i32> = HashMap::new();
        for pair in round_robin::rounds(&people(number), 1).iter().flatten() {
            if let Some(second) = pair.second {
                *firsts.entry(pair.first).or_default() += 1;
                *firsts.entry(second).or_default() -= 1;
            }
        }
        // With an even number each has an odd number of matches, so one is always left over.
        let most = i32::from(number % 2 == 0);
        assert!(firsts.values().all(|ahead| ahead.abs() == most), "{number} people: {firsts:?}");
    }
}

#[test]
fn every_second_leg_is_the_one_before_with_the_names_swapped() {
    for number in [2, 5, 8] {
        let rounds = round_robin::rounds(&people(number), 4);
        let legs: Vec<&[Vec<Pair>]> = rounds.chunks(rounds.len() / 4).collect();
        let swapped: Vec<Vec<Pair>> = legs[0]
            .iter()
            .map(|round| {
                round
                    .iter()
                    .map(|pair| match pair.second {
                        Some(second) => Pair { first: second, second: Some(pair.first) },
                        None => *pair,
                    })
                    .collect()
            })
            .collect();
        assert_eq!(legs[1], swapped.as_slice());
        assert_eq!(legs[2], legs[0]);
        assert_eq!(legs[3], legs[1]);
    }
}

#[test]
fn four_people_take_turns_at_being_named_first() {
    let rounds = round_robin::rounds(&[1, 2, 3, 4].map(EntrantId), 1);
    let named: Vec<Vec<(u32, Option<u32>)>> = rounds
        .iter()
        .map(|round| round.iter().map(|pair| (pair.first.0, pair.second.map(|no| no.0))).collect())
        .collect();
    assert_eq!(
        named,
        [[(1, Some(4)), (2, Some(3))], [(4, Some(2)), (3, Some(1))], [(3, Some(4)), (1, Some(2))],]
    );
}

#[test]
fn with_fewer_than_two_people_or_no_legs_there_is_nothing_to_play() {
    assert!(round_robin::rounds(&[], 2).is_empty());
    assert!(round_robin::rounds(&people(1), 2).is_empty());
    assert!(round_robin::rounds(&people(6), 0).is_empty());
}
