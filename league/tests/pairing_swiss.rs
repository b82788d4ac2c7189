//! Swiss rounds: by hand for the small ones, and hundreds of whole tournaments with chance results and drop-outs.

use std::collections::HashMap;

use gatemaster_league::EntrantId;
use gatemaster_league::pairing::swiss::{Standing, pair, rounds_for};

type Met = HashMap<(EntrantId, EntrantId), u16>;

fn two(one: u32, other: u32) -> (EntrantId, EntrantId) {
    (EntrantId(one.min(other)), EntrantId(one.max(other)))
}

fn met(pairs: &[(u32, u32)]) -> Met {
    let mut met = Met::new();
    for (one, other) in pairs {
        *met.entry(two(*one, *other)).or_default() += 1;
    }
    met
}

/// Numbers and points, from the best to the last.
fn standings(points: &[(u32, i32)]) -> Vec<Standing> {
    points
        .iter()
        .map(|(no, points)| Standing {
            entrant: EntrantId(*no),
            points: *points,
            byes: 0,
            firsts: 0,
        })
        .collect()
}

fn paired(standings: &[Standing], met: &Met) -> Vec<(u32, Option<u32>)> {
    pair(standings, met)
        .into_iter()
        .map(|pair| (pair.first.0, pair.second.map(|second| second.0)))
        .collect()
}

#[test]
fn in_the_first_round_the_top_half_meets_the_bottom_half() {
    let eight = standings(&[1, 2, 3, 4, 5, 6, 7, 8].map(|no| (no, 0)));
    assert_eq!(
        paired(&eight, &Met::new()),
        [(1, Some(5)), (2, Some(6)), (3, Some(7)), (4, Some(8))]
    );
}

#[test]
fn the_last_of_an_odd_group_meets_the_first_of_the_next() {
    let six = standings(&[(1, 3), (2, 3), (3, 3), (4, 0), (5, 0), (6, 0)]);
    assert_eq!(paired(&six, &Met::new()), [(1, Some(2)), (3, Some(4)), (5, Some(6))]);
}

#[test]
fn whoever_has_met_the_first_choice_gets_the_next_below_in_the_group() {
    let four = standings(&[1, 2, 3, 4].map(|no| (no, 3)));
    assert_eq!(paired(&four, &met(&[(1, 3)])), [(1, Some(4)), (2, Some(3))]);
    assert_eq!(paired(&four, &met(&[(1, 3), (1, 4)])), [(1, Some(2)), (3, Some(4))]);
}

#[test]
fn the_leader_gives_way_when_the_others_would_have_to_meet_again() {
    // 1 should meet 2, but 3 and 4 have met: so it has to be crosswise.
    let four = standings(&[(1, 6), (2, 6), (3, 3), (4, 3)]);
    assert_eq!(paired(&four, &met(&[(3, 4)])), [(1, Some(3)), (2, Some(4))]);
}

#[test]
fn the_bye_goes_to_the_last_who_has_had_none() {
    let mut five = standings(&[(1, 6), (2, 3), (3, 3), (4, 0), (5, 0)]);
    assert_eq!(paired(&five, &Met::new()).last(), Some(&(5, None)));
    five[4].byes = 1;
    assert_eq!(paired(&five, &Met::new()).last(), Some(&(4, None)));
    for standing in &mut five {
        standing.byes = 1;
    }
    assert_eq!(paired(&five, &Met::new()).last(), Some(&(5, None)));
}

#[test]
fn the_bye_moves_up_when_the_others_could_not_be_paired_without_a_rematch() {
    // Without 3, 1 and 2 would meet again; without 2, 1 and 3 meet for the first time.
    let three = standings(&[(1, 3), (2, 3), (3, 0)]);
    assert_eq!(paired(&three, &met(&[(1, 2)])), [(1, Some(3)), (2, None)]);
}

#[test]
fn whoever_was_named_first_less_often_is_named_first() {
    let mut four = standings(&[(1, 3), (2, 3), (3, 0), (4, 0)]);
    four[0].firsts = 1;
    four[1].firsts = -1;
    assert_eq!(paired(&four, &Met::new()), [(2, Some(1)), (3, Some(4))]);
}

#[test]
fn when_all_have_met_once_nobody_meets_for_the_third_time() {
    let four = standings(&[(1, 9), (2, 6), (3, 3), (4, 0)]);
    let mut before = met(&[(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]);
    assert_eq!(paired(&four, &before), [(1, Some(2)), (3, Some(4))]);
    before.insert(two(1, 2), 2);
    before.insert(two(3, 4), 2);
    assert_eq!(paired(&four, &before), [(1, Some(3)), (2, Some(4))]);
}

#[test]
fn nobody_somebody_alone_and_two_who_have_met_already() {
    assert!(pair(&[], &Met::new()).is_empty());
    assert_eq!(paired(&standings(&[(7, 0)]), &Met::new()), [(7, None)]);
    let old_friends = HashMap::from([(two(1, 2), u16::MAX)]);
    assert_eq!(paired(&standings(&[(1, 0), (2, 0)]), &old_friends), [(1, Some(2))]);
}

#[test]
fn extreme_points_and_counts_are_paired_like_any_others() {
    let mut odd = standings(&[(1, i32::MAX), (2, 0), (3, i32::MIN)]);
    odd[0].byes = u16::MAX;
    odd[0].firsts = i16::MIN;
    odd[1].byes = u16::MAX;
    odd[2].byes = u16::MAX;
    odd[2].firsts = i16::MAX;
    assert_eq!(paired(&odd, &Met::new()), [(1, Some(2)), (3, None)]);
}

#[test]
fn it_takes_as_many_rounds_as_halving_to_one() {
    let expected = [
        (0, 0),
        (1, 0),
        (2, 1),
        (3, 2),
        (4, 2),
        (5, 3),
        (8, 3),
        (9, 4),
        (16, 4),
        (17, 5),
        (200, 8),
    ];
    for (entrants, rounds) in expected {
        assert_eq!(rounds_for(entrants), rounds, "{entrants} people");
    }
    assert_eq!(rounds_for(usize::MAX), u8::try_from(usize::BITS).unwrap());
}

/// Chance with a fixed beginning.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }
}

const PRIME: u64 = 2_147_483_647;

/// The most pairs of people who have not met, found in another way than the pairing does: the rank of a Tutte matrix with
/// chance entries is twice that number (it could be less by bad luck once in millions; the chance here is fixed).
fn most_fresh_pairs(people: &[EntrantId], met: &Met) -> usize {
    let size = people.len();
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut matrix = vec![vec![0u64; size]; size];
    for one in 0..size {
        for other in one + 1..size {
            if !met.contains_key(&two(people[one].0, people[other].0)) {
                let entry = 1 + chance.below(PRIME - 1);
                matrix[one][other] = entry;
                matrix[other][one] = PRIME - entry;
            }
        }
    }
    rank(&mut matrix) / 2
}

fn rank(matrix: &mut [Vec<u64>]) -> usize {
    let size = matrix.len();
    let mut rank = 0;
    for column in 0..size {
        let Some(pivot) = (rank..size).find(|row| matrix[*row][column] != 0) else { continue };
        matrix.swap(rank, pivot);
        let inverse = power(matrix[rank][column], PRIME - 2);
        let lead = matrix[rank].clone();
        for row in &mut matrix[rank + 1..] {
            let factor = row[column] * inverse % PRIME;
            if factor != 0 {
                for (cell, above) in row.iter_mut().zip(&lead).skip(column) {
                    *cell = (*cell + PRIME - factor * above % PRIME) % PRIME;
                }
            }
        }
        rank += 1;
    }
    rank
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut base, mut result) = (base, 1);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent /= 2;
    }
    result
}

/// The same by trying everything, to check the check.
fn most_fresh_pairs_by_trying(people: &[EntrantId], met: &Met) -> usize {
    let [first, rest @ ..] = people else { return 0 };
    let alone = most_fresh_pairs_by_trying(rest, met);
    rest.iter()
        .filter(|other| !met.contains_key(&two(first.0, other.0)))
        .map(|other| {
            let left: Vec<EntrantId> = rest.iter().copied().filter(|who| who != other).collect();
            1 + most_fresh_pairs_by_trying(&left, met)
        })
        .fold(alone, usize::max)
}

#[test]
fn the_check_itself_agrees_with_trying_everything() {
    let mut chance = Chance(88_172_645_463_325_252);
    for size in 2..=8u32 {
        for _ in 0..30 {
            let people: Vec<EntrantId> = (1..=size).map(EntrantId).collect();
            let mut met = Met::new();
            for one in 1..=size {
                for other in one + 1..=size {
                    if chance.below(3) > 0 {
                        met.insert(two(one, other), 1);
                    }
                }
            }
            assert_eq!(most_fresh_pairs(&people, &met), most_fresh_pairs_by_trying(&people, &met));
        }
    }
}

/// A tournament as it goes along.
struct Tournament {
    active: Vec<Standing>,
    met: Met,
    tables_without: u32,
}

impl Tournament {
    fn play_round(&mut self, chance: &mut Chance, what: &str) {
        self.active.sort_by_key(|standing| (-standing.points, standing.entrant));
        let pairs = pair(&self.active, &self.met);
        assert_eq!(pairs, pair(&self.active, &self.met), "{what}: the same again");
        self.everybody_sits_once(&pairs, what);
        self.rematches_are_as_few_as_can_be(&pairs, what);
        for pair in pairs {
            let result = chance.below(3);
            self.change(pair.first, |standing| {
                if pair.second.is_some() {
                    standing.points += [3, 1, 0][usize::try_from(result).unwrap()];
                    standing.firsts += 1;
                } else {
                    standing.points += 3;
                    standing.byes += 1;
                }
            });
            if let Some(second) = pair.second {
                self.change(second, |standing| {
                    standing.points += [0, 1, 3][usize::try_from(result).unwrap()];
                    standing.firsts -= 1;
                });
                *self.met.entry(two(pair.first.0, second.0)).or_default() += 1;
            }
        }
    }

    fn change(&mut self, entrant: EntrantId, change: impl FnOnce(&mut Standing)) {
        change(self.active.iter_mut().find(|standing| standing.entrant == entrant).unwrap());
    }

    fn everybody_sits_once(&self, pairs: &[gatemaster_league::pairing::Pair], what: &str) {
        let mut there: Vec<EntrantId> =
            pairs.iter().flat_map(|pair| [Some(pair.first), pair.second]).flatten().collect();
        there.sort();
        let mut expected: Vec<EntrantId> =
            self.active.iter().map(|standing| standing.entrant).collect();
        expected.sort();
        assert_eq!(there, expected, "{what}");
        let byes = pairs.iter().filter(|pair| pair.second.is_none()).count();
        assert_eq!(byes, self.active.len() % 2, "{what}");
    }

    /// Everybody who has met; but once all of them have, only those who have met more often than the others.
    fn met_more_than_needed(&self, everybody: &[EntrantId]) -> Met {
        let times = |one: &EntrantId, other: &EntrantId| {
            self.met.get(&two(one.0, other.0)).copied().unwrap_or(0)
        };
        let all_pairs = || {
            everybody
                .iter()
                .enumerate()
                .flat_map(|(at, one)| everybody[at + 1..].iter().map(move |other| (one, other)))
        };
        let least = all_pairs().map(|(one, other)| times(one, other)).min().unwrap_or(0);
        all_pairs()
            .filter(|(one, other)| times(one, other) > least)
            .map(|(one, other)| (two(one.0, other.0), times(one, other)))
            .collect()
    }

    fn rematches_are_as_few_as_can_be(
        &mut self,
        pairs: &[gatemaster_league::pairing::Pair],
        what: &str,
    ) {
        let everybody: Vec<EntrantId> =
            self.active.iter().map(|standing| standing.entrant).collect();
        let too_often = self.met_more_than_needed(&everybody);
        let fresh = pairs
            .iter()
            .filter_map(|pair| pair.second.map(|second| two(pair.first.0, second.0)))
            .filter(|two| !too_often.contains_key(two))
            .count();
        let most = if let Some(bye) = pairs.iter().find(|pair| pair.second.is_none()) {
            let fewest = self.active.iter().map(|standing| standing.byes).min().unwrap();
            let candidates: Vec<EntrantId> = self
                .active
                .iter()
                .filter(|standing| standing.byes == fewest)
                .map(|standing| standing.entrant)
                .collect();
            assert!(candidates.contains(&bye.first), "{what}: a bye out of turn");
            let without: Vec<(EntrantId, usize)> = candidates
                .into_iter()
                .map(|resting| {
                    let rest: Vec<EntrantId> =
                        everybody.iter().copied().filter(|who| *who != resting).collect();
                    (resting, most_fresh_pairs(&rest, &too_often))
                })
                .collect();
            let most = without.iter().map(|(_, fresh)| *fresh).max().unwrap();
            let lowest = without.iter().rfind(|(_, fresh)| *fresh == most).unwrap().0;
            assert_eq!(bye.first, lowest, "{what}: the bye belongs to the lowest");
            most
        } else {
            most_fresh_pairs(&everybody, &too_often)
        };
        assert_eq!(fresh, most, "{what}: a rematch that could be avoided");
        if fresh < everybody.len() / 2 {
            self.tables_without += 1;
        }
    }
}

#[test]
fn hundreds_of_tournaments_have_no_needless_rematch_and_fair_byes() {
    let mut chance = Chance(42);
    let mut rounds_with_rematches = 0;
    for number in 0..400u32 {
        // Every second one is small, where opponents run out.
        let most = if number % 2 == 0 { 40 } else { 10 };
        let size = 2 + u32::try_from(chance.below(most - 1)).unwrap();
        let mut tournament = Tournament {
            active: standings(&(1..=size).map(|no| (no, 0)).collect::<Vec<_>>()),
            met: Met::new(),
            tables_without: 0,
        };
        // Sometimes more rounds than there are opponents.
        for round in 0..2 + chance.below(9) {
            let what = format!("tournament {number}, {size} people, round {}", round + 1);
            tournament.play_round(&mut chance, &what);
            if chance.below(3) == 0 && tournament.active.len() > 2 {
                let leaves = chance.below(tournament.active.len() as u64);
                tournament.active.remove(usize::try_from(leaves).unwrap());
            }
        }
        // Nobody came late, so those who stayed have all been there from the start.
        let byes = || tournament.active.iter().map(|standing| standing.byes);
        assert!(
            byes().max().unwrap() - byes().min().unwrap() <= 1,
            "tournament {number}: {:?}",
            tournament.active
        );
        rounds_with_rematches += tournament.tables_without;
    }
    assert!(rounds_with_rematches > 50, "the hard cases came up: {rounds_with_rematches}");
}

#[test]
fn a_hundred_and_ninety_nine_play_twenty_rounds_without_a_rematch() {
    let mut chance = Chance(7);
    let mut active = standings(&(1..=199).map(|no| (no, 0)).collect::<Vec<_>>());
    let mut before = Met::new();
    for round in 0..20 {
        active.sort_by_key(|standing| (-standing.points, standing.entrant));
        for pair in pair(&active, &before) {
            let winner = match pair.second {
                Some(second) => {
                    let times = before.entry(two(pair.first.0, second.0)).or_default();
                    *times += 1;
                    assert_eq!(*times, 1, "round {}: {} and {second}", round + 1, pair.first);
                    if chance.below(2) == 0 { pair.first } else { second }
                }
                None => pair.first,
            };
            let standing = active.iter_mut().find(|standing| standing.entrant == winner).unwrap();
            standing.points += 3;
            standing.byes += u16::from(pair.second.is_none());
        }
    }
}
