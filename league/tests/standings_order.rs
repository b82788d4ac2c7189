//! The order at the end: brackets, finals, ladders, and that it never hangs on the order of the list.

use crate::book::{FIRST, SECOND, add, bye, entrant, in_slot, leave, play, season};
use gatemaster_league::league::Stage;
use gatemaster_league::pairing::knockout;
use gatemaster_league::standings::explain::explain;
use gatemaster_league::standings::{final_order, ladder, table};
use gatemaster_league::{EntrantId, Format, Season, Side, State, TieBreaker, Verdict};

const KNOCKOUT: Format = Format::Knockout { third_place: true };

fn order(season: &Season) -> Vec<(u32, u32)> {
    final_order(season, 0).into_iter().map(|(place, entrant)| (place, entrant.0)).collect()
}

fn open(season: &mut Season, first: u32, second: u32) -> &mut gatemaster_league::Fixture {
    add(season, first, Some(second), State::Open)
}

/// Eight in a bracket of `stage`; the first round is played and the favourites have won.
fn quarter_finals(season: &mut Season, stage: Stage) {
    for (slot, (first, second)) in [(1, 8), (4, 5), (2, 7), (3, 6)].into_iter().enumerate() {
        in_slot(play(season, first, second, FIRST), stage, 1, u16::try_from(slot).unwrap());
    }
}

fn semi_finals(season: &mut Season, stage: Stage) {
    in_slot(play(season, 1, 4, FIRST), stage, 2, 0);
    in_slot(play(season, 2, 3, FIRST), stage, 2, 1);
}

#[test]
fn a_finished_knockout_is_ordered_by_how_far_one_came() {
    let mut season = season(KNOCKOUT, 8);
    quarter_finals(&mut season, Stage::Main);
    semi_finals(&mut season, Stage::Main);
    in_slot(play(&mut season, 1, 2, SECOND), Stage::Main, 3, 0);
    assert_eq!(order(&season), [(1, 2), (2, 1), (3, 3), (3, 4), (5, 5), (5, 6), (5, 7), (5, 8)]);
    in_slot(play(&mut season, 4, 3, FIRST), Stage::Main, 3, 1).third_place = true;
    assert_eq!(order(&season), [(1, 2), (2, 1), (3, 4), (4, 3), (5, 5), (5, 6), (5, 7), (5, 8)]);
}

#[test]
fn whoever_is_not_beaten_yet_shares_the_first_place() {
    let mut season = season(KNOCKOUT, 8);
    assert_eq!(order(&season).iter().filter(|(place, _)| *place == 1).count(), 8);
    quarter_finals(&mut season, Stage::Main);
    assert_eq!(order(&season), [(1, 1), (1, 2), (1, 3), (1, 4), (5, 5), (5, 6), (5, 7), (5, 8)]);
    in_slot(play(&mut season, 1, 4, FIRST), Stage::Main, 2, 0);
    in_slot(open(&mut season, 2, 3), Stage::Main, 2, 1);
    assert_eq!(order(&season)[..4], [(1, 1), (1, 2), (1, 3), (3, 4)]);
}

#[test]
fn losers_of_semi_finals_share_third_place_while_their_match_is_open() {
    let mut season = season(KNOCKOUT, 4);
    in_slot(play(&mut season, 1, 4, FIRST), Stage::Main, 1, 0);
    in_slot(play(&mut season, 2, 3, FIRST), Stage::Main, 1, 1);
    in_slot(open(&mut season, 1, 2), Stage::Main, 2, 0);
    in_slot(open(&mut season, 4, 3), Stage::Main, 2, 1).third_place = true;
    assert_eq!(order(&season), [(1, 1), (1, 2), (3, 3), (3, 4)]);
}

#[test]
fn byes_carry_people_on_and_the_places_are_those_of_the_full_bracket() {
    let mut season = season(KNOCKOUT, 6);
    in_slot(bye(&mut season, 1), Stage::Main, 1, 0);
    in_slot(play(&mut season, 4, 5, SECOND), Stage::Main, 1, 1);
    in_slot(bye(&mut season, 2), Stage::Main, 1, 2);
    in_slot(play(&mut season, 3, 6, FIRST), Stage::Main, 1, 3);
    in_slot(play(&mut season, 1, 5, SECOND), Stage::Main, 2, 0);
    in_slot(play(&mut season, 2, 3, FIRST), Stage::Main, 2, 1);
    in_slot(play(&mut season, 5, 2, FIRST), Stage::Main, 3, 0);
    assert_eq!(order(&season), [(1, 5), (2, 2), (3, 1), (3, 3), (5, 4), (5, 6)]);
}

#[test]
fn whoever_leaves_is_beaten_in_the_round_they_did_not_come_to() {
    let mut season = season(KNOCKOUT, 8);
    quarter_finals(&mut season, Stage::Main);
    // 4 leaves between the rounds: 1 has a bye in the semi-finals. 3 leaves during them.
    leave(&mut season, 4);
    assert_eq!(order(&season)[..4], [(1, 1), (1, 2), (1, 3), (3, 4)]);
    in_slot(bye(&mut season, 1), Stage::Main, 2, 0);
    leave(&mut season, 3);
    in_slot(play(&mut season, 2, 3, Verdict::Walkover(Side::First)), Stage::Main, 2, 1);
    in_slot(play(&mut season, 1, 2, FIRST), Stage::Main, 3, 0);
    assert_eq!(order(&season)[..4], [(1, 1), (2, 2), (3, 3), (3, 4)]);
}

#[test]
fn when_neither_came_both_are_beaten() {
    let mut season = season(KNOCKOUT, 4);
    in_slot(play(&mut season, 1, 4, Verdict::NotPlayed), Stage::Main, 1, 0);
    in_slot(play(&mut season, 2, 3, FIRST), Stage::Main, 1, 1);
    in_slot(bye(&mut season, 2), Stage::Main, 2, 0);
    assert_eq!(order(&season), [(1, 2), (3, 1), (3, 3), (3, 4)]);
}

#[test]
fn a_cancelled_match_ends_the_way_of_both_once_the_next_round_is_paired() {
    let mut season = season(KNOCKOUT, 4);
    let cancelled = State::Cancelled { why: "flood".to_owned() };
    in_slot(add(&mut season, 1, Some(4), cancelled), Stage::Main, 1, 0);
    in_slot(play(&mut season, 2, 3, FIRST), Stage::Main, 1, 1);
    assert_eq!(order(&season), [(1, 1), (1, 2), (1, 4), (3, 3)]);
    in_slot(bye(&mut season, 2), Stage::Main, 2, 0);
    assert_eq!(order(&season), [(1, 2), (3, 1), (3, 3), (3, 4)]);
}

#[test]
fn every_bracket_gives_everybody_a_place_and_one_winner() {
    for people in 2..=33u32 {
        let mut season = season(Format::Knockout { third_place: false }, people);
        let seeds: Vec<EntrantId> = (1..=people).map(EntrantId).collect();
        let mut slots = knockout::first_round(&seeds);
        let mut round = 1;
        while !slots.is_empty() {
            let mut went_on = Vec::new();
            for (at, slot) in slots.iter().enumerate() {
                let first = slot.first.unwrap();
                let fixture = match slot.second {
                    Some(second) => play(&mut season, first.0, second.0, FIRST),
                    None => bye(&mut season, first.0),
                };
                went_on.push(
                    in_slot(fixture, Stage::Main, round, u16::try_from(at).unwrap()).winner(),
                );
            }
            slots = knockout::next_round(&went_on);
            round += 1;
        }
        let order = order(&season);
        assert_eq!(order.len(), people as usize);
        for (at, (place, _)) in order.iter().enumerate() {
            let ahead = order.iter().filter(|(other, _)| other < place).count();
            assert_eq!(*place as usize, ahead + 1, "{people} people, row {at}: {order:?}");
        }
        assert_eq!(order.iter().filter(|(place, _)| *place == 1).count(), 1);
        assert_eq!(order[0].1, 1);
    }
}

#[test]
fn after_the_finals_come_the_others_as_in_the_table() {
    let mut season = season(Format::Swiss { rounds: 2 }, 8);
    season.settings.ties = vec![TieBreaker::Wins];
    for (first, second) in [(1, 8), (2, 7), (3, 6), (4, 5), (1, 2), (3, 4)] {
        play(&mut season, first, second, FIRST);
    }
    play(&mut season, 5, 6, Verdict::Draw);
    let by_table = [(1, 1), (1, 3), (3, 2), (3, 4), (5, 5), (5, 6), (7, 7), (7, 8)];
    assert_eq!(order(&season), by_table, "without finals it is the table");
    in_slot(play(&mut season, 1, 4, SECOND), Stage::Finals, 3, 0);
    in_slot(play(&mut season, 3, 2, SECOND), Stage::Finals, 3, 1);
    in_slot(play(&mut season, 4, 2, FIRST), Stage::Finals, 4, 0);
    assert_eq!(order(&season), [(1, 4), (2, 2), (3, 1), (3, 3), (5, 5), (5, 6), (7, 7), (7, 8)]);
    let counted: Vec<(u32, u32)> =
        table(&season, 0).iter().map(|row| (row.place, row.entrant.0)).collect();
    assert_eq!(counted, by_table, "the table itself does not know of the finals");
}

fn rungs(season: &Season) -> Vec<u32> {
    ladder::order(season).into_iter().map(|entrant| entrant.0).collect()
}

#[test]
fn whoever_beats_somebody_above_takes_their_rung_and_those_between_move_down() {
    let mut season = season(Format::Ladder { reach: 0 }, 5);
    assert_eq!(rungs(&season), [1, 2, 3, 4, 5]);
    play(&mut season, 4, 2, FIRST);
    assert_eq!(rungs(&season), [1, 4, 2, 3, 5]);
    play(&mut season, 1, 5, FIRST);
    play(&mut season, 5, 4, Verdict::Draw);
    play(&mut season, 5, 4, Verdict::NotPlayed);
    assert_eq!(rungs(&season), [1, 4, 2, 3, 5], "the better one won, or nobody did");
    play(&mut season, 1, 3, Verdict::Walkover(Side::Second));
    assert_eq!(rungs(&season), [3, 1, 4, 2, 5]);
    leave(&mut season, 1);
    assert_eq!(rungs(&season), [3, 4, 2, 5]);
}

#[test]
fn a_ladder_begins_with_the_seeds_and_not_with_the_list() {
    let mut season = season(Format::Ladder { reach: 0 }, 4);
    season.entrants[3].seed = 0;
    season.entrants[0].seed = 2;
    assert_eq!(rungs(&season), [4, 1, 2, 3]);
    season.started_ms = None;
    season.entrants[3].entered_ms = 1_000;
    assert_eq!(rungs(&season), [4, 1, 2, 3], "before the start nobody is late");
}

#[test]
fn latecomers_join_at_the_bottom_when_they_come() {
    let mut season = season(Format::Ladder { reach: 0 }, 3);
    season.entrants.push(entrant(4, "Dan"));
    season.entrants.push(entrant(5, "Eve"));
    season.entrants[3].entered_ms = 101;
    season.entrants[3].seed = 0;
    season.entrants[4].entered_ms = 500;
    play(&mut season, 3, 1, FIRST); // at 100
    play(&mut season, 4, 1, FIRST); // at 101, as soon as they are in
    play(&mut season, 2, 4, FIRST); // at 102
    assert_eq!(rungs(&season), [3, 2, 4, 1, 5]);
}

#[test]
fn a_result_from_before_somebody_entered_brings_them_onto_the_ladder() {
    let mut season = season(Format::Ladder { reach: 0 }, 2);
    season.entrants.push(entrant(3, "Cid"));
    season.entrants[2].entered_ms = 9_000;
    play(&mut season, 3, 1, FIRST);
    assert_eq!(rungs(&season), [3, 1, 2]);
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from((self.0 >> 11) % u64::from(limit)).unwrap()
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            let other = self.below(u32::try_from(at).unwrap() + 1) as usize;
            list.swap(at, other);
        }
    }
}

fn some_season(format: Format, chance: &mut Chance) -> Season {
    let people = 2 + chance.below(8);
    let mut season = season(format, people);
    season.settings.ties = TieBreaker::ALL.to_vec();
    chance.shuffle(&mut season.settings.ties);
    season.settings.ties.truncate(1 + chance.below(4) as usize);
    for _ in 0..chance.below(30) {
        let first = 1 + chance.below(people);
        let second = 1 + (first + chance.below(people - 1)) % people;
        let verdict =
            [FIRST, SECOND, Verdict::Draw, Verdict::Walkover(Side::First), Verdict::NotPlayed]
                [chance.below(5) as usize];
        if chance.below(8) == 0 {
            bye(&mut season, first);
        } else {
            // Some at the same moment.
            let at = 100 + i64::from(chance.below(10));
            let fixture = play(&mut season, first, second, verdict);
            if let State::Decided { at_ms, result, .. } = &mut fixture.state {
                *at_ms = at;
                result.scores = (chance.below(2) == 0).then_some([3, 2]);
            }
        }
    }
    if matches!(format, Format::Knockout { .. }) {
        for (at, fixture) in season.fixtures.iter_mut().enumerate() {
            let at = u16::try_from(at).unwrap();
            in_slot(fixture, Stage::Main, 1 + at / 4, at % 4);
        }
    }
    season
}

#[test]
fn no_table_hangs_on_the_order_of_matches_or_people_in_the_list() {
    let mut chance = Chance(2_463_534_242);
    let formats = [
        Format::Ladder { reach: 0 },
        Format::RoundRobin { legs: 1 },
        Format::Swiss { rounds: 0 },
        KNOCKOUT,
        Format::Open { meetings: 0 },
    ];
    for format in formats {
        for number in 0..100 {
            let season = some_season(format, &mut chance);
            let mut shuffled = season.clone();
            chance.shuffle(&mut shuffled.fixtures);
            chance.shuffle(&mut shuffled.entrants);
            assert_eq!(table(&shuffled, 0), table(&season, 0), "{format:?} {number}");
            assert_eq!(order(&shuffled), order(&season), "{format:?} {number}");
            for entrant in &season.entrants {
                let told = explain(&season, entrant.no);
                assert_eq!(explain(&shuffled, entrant.no), told, "{format:?} {number}");
                assert!(!told.is_empty());
            }
        }
    }
}
