//! Brackets: seeds, byes and the rounds after the first.

use gatemaster_league::EntrantId;
use gatemaster_league::pairing::knockout::{Slot, first_round, name_of_round, next_round};

fn seeds(number: u32) -> Vec<EntrantId> {
    (1..=number).map(EntrantId).collect()
}

fn numbers(slots: &[Slot]) -> Vec<(Option<u32>, Option<u32>)> {
    slots.iter().map(|slot| (slot.first.map(|no| no.0), slot.second.map(|no| no.0))).collect()
}

/// The better seed always wins; those without an opponent go on.
fn favourites(slots: &[Slot]) -> Vec<Option<EntrantId>> {
    slots.iter().map(|slot| slot.first.into_iter().chain(slot.second).min()).collect()
}

#[test]
fn sixteen_are_seeded_so_that_the_best_meet_last() {
    let pairs: Vec<(u32, u32)> = numbers(&first_round(&seeds(16)))
        .into_iter()
        .map(|(first, second)| (first.unwrap(), second.unwrap()))
        .collect();
    assert_eq!(pairs, [(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)]);
}

#[test]
fn byes_go_to_the_top_seeds() {
    assert_eq!(
        numbers(&first_round(&seeds(6))),
        [(Some(1), None), (Some(4), Some(5)), (Some(2), None), (Some(3), Some(6)),]
    );
    for number in 2..=64u32 {
        let slots = first_round(&seeds(number));
        let size = number.next_power_of_two();
        assert_eq!(slots.len(), (size / 2) as usize, "{number} people");
        let mut byes: Vec<u32> = slots
            .iter()
            .filter(|slot| slot.second.is_none())
            .map(|slot| slot.first.unwrap().0)
            .collect();
        byes.sort_unstable();
        assert_eq!(byes, (1..=size - number).collect::<Vec<_>>(), "{number} people");
    }
}

#[test]
fn when_favourites_win_every_bracket_ends_with_one_against_two() {
    for number in 2..=64u32 {
        let mut slots = first_round(&seeds(number));
        let mut there: Vec<EntrantId> =
            slots.iter().flat_map(|slot| [slot.first, slot.second]).flatten().collect();
        there.sort();
        assert_eq!(there, seeds(number), "everybody is in the bracket once");
        while slots.len() > 1 {
            let half = slots.len();
            slots = next_round(&favourites(&slots));
            assert_eq!(slots.len(), half / 2);
            let through: Vec<u32> = slots
                .iter()
                .flat_map(|slot| [slot.first, slot.second])
                .flatten()
                .map(|no| no.0)
                .collect();
            assert!(
                through.iter().all(|no| *no as usize <= half),
                "{number} people: the best {half} are left, not {through:?}"
            );
        }
        assert_eq!(numbers(&slots), [(Some(1), Some(2))], "{number} people");
        assert!(next_round(&favourites(&slots)).is_empty(), "after the final there is nothing");
    }
}

#[test]
fn whoever_has_nobody_to_play_goes_on_and_two_empty_places_stay_empty() {
    let [a, b, c] = [1, 2, 3].map(EntrantId);
    let slots = next_round(&[Some(a), Some(b), None, Some(c), None, None, Some(a), None]);
    assert_eq!(
        slots,
        [
            Slot { first: Some(a), second: Some(b) },
            Slot { first: Some(c), second: None },
            Slot { first: None, second: None },
            Slot { first: Some(a), second: None },
        ]
    );
}

#[test]
fn nobody_and_somebody_alone() {
    assert!(first_round(&[]).is_empty());
    assert_eq!(numbers(&first_round(&seeds(1))), [(Some(1), None)]);
    assert!(next_round(&[]).is_empty());
    assert!(next_round(&[Some(EntrantId(1))]).is_empty());
}

#[test]
fn rounds_have_the_names_that_people_use() {
    assert_eq!(name_of_round(1), "Final");
    assert_eq!(name_of_round(2), "Semi-finals");
    assert_eq!(name_of_round(4), "Quarter-finals");
    assert_eq!(name_of_round(8), "Last 16");
    assert_eq!(name_of_round(32), "Last 64");
}
