//! What people who leave, corrections and closes do to brackets, byes, rounds and histories.

use crate::desk::{DAY, Desk, FIRST, OLA, SECOND, cancel, reopen, report, settle};
use gatemaster_league::action::Imported;
use gatemaster_league::league::Phase;
use gatemaster_league::{
    Action, EntrantId, Event, FixtureId, Format, MatchResult, Settings, State, Verdict, decide,
    standings,
};

const KNOCKOUT: Format = Format::Knockout { third_place: false };
const THIRD: Format = Format::Knockout { third_place: true };

fn places(desk: &Desk) -> Vec<(u32, u32)> {
    let order = standings::final_order(desk.season(), 0);
    order.into_iter().map(|(place, no)| (place, no.0)).collect()
}

#[test]
fn five_six_and_seven_people_find_a_winner_with_byes_for_the_best() {
    for (people, first_round) in [
        (5, vec![(1, 0), (4, 5), (2, 0), (3, 0)]),
        (6, vec![(1, 0), (4, 5), (2, 0), (3, 6)]),
        (7, vec![(1, 0), (4, 5), (2, 7), (3, 6)]),
    ] {
        let mut desk = Desk::of(THIRD, people);
        assert_eq!(desk.pairs(1), first_round);
        desk.firsts_win();
        desk.does(OLA, Action::NextRound);
        assert_eq!(desk.pairs(2), [(1, 4), (2, 3)]);
        desk.firsts_win();
        desk.does(OLA, Action::NextRound);
        assert_eq!(desk.pairs(3), [(1, 2), (4, 3)], "the final, and the match for third place");
        desk.settles(desk.open()[0].no, SECOND);
        desk.settles(desk.open()[0].no, SECOND);
        assert_eq!(places(&desk)[..4], [(1, 2), (2, 1), (3, 3), (4, 4)]);
        let rest: Vec<u32> = places(&desk)[4..].iter().map(|(place, _)| *place).collect();
        assert!(rest.iter().all(|place| *place == 5), "{rest:?}");
        desk.refuses(OLA, Action::NextRound, "The final is played");
    }
}

#[test]
fn whoever_wins_and_then_leaves_is_not_paired_again() {
    let mut desk = Desk::of(KNOCKOUT, 4);
    desk.firsts_win();
    desk.does(1, Action::Leave);
    desk.does(OLA, Action::NextRound);
    assert_eq!(desk.pairs(2), [(2, 0)], "the other finalist has nobody to play");
    assert_eq!(places(&desk)[..2], [(1, 2), (2, 1)]);
    desk.refuses(OLA, settle(1, SECOND), "so who went on from this match stays so");
    desk.refuses(OLA, Action::NextRound, "The final is played");
}

#[test]
fn a_bracket_goes_on_over_a_round_in_which_nobody_plays() {
    let mut desk = Desk::of(KNOCKOUT, 16);
    for no in 1..=8 {
        let verdict = if [1, 5].contains(&no) { FIRST } else { Verdict::NotPlayed };
        desk.settles(FixtureId(no), verdict);
    }
    desk.does(OLA, Action::NextRound);
    assert_eq!(desk.pairs(2), [(1, 0), (2, 0)]);
    desk.does(OLA, Action::NextRound);
    assert_eq!(desk.pairs(3), [(1, 0), (2, 0)]);
    desk.refuses(OLA, settle(1, SECOND), "so who went on from this match stays so");
    desk.refuses(OLA, settle(2, FIRST), "so who went on from this match stays so");
    desk.refuses(OLA, reopen(2), "The next round is paired already");
    desk.does(OLA, Action::NextRound);
    assert_eq!(desk.pairs(4), [(1, 2)]);
    desk.firsts_win();
    assert_eq!(places(&desk)[..2], [(1, 1), (2, 2)]);
}

#[test]
fn a_corrected_semi_final_changes_both_the_final_and_the_match_for_third_place() {
    let mut desk = Desk::of(THIRD, 4);
    desk.firsts_win();
    desk.does(OLA, Action::NextRound);
    assert_eq!(desk.pairs(2), [(1, 2), (4, 3)]);
    desk.does(OLA, settle(1, SECOND));
    assert_eq!(desk.pairs(2), [(4, 2), (1, 3)]);
    desk.does(OLA, settle(4, FIRST));
    desk.refuses(OLA, settle(1, FIRST), "match 4 has begun. Reopen that one first");
    assert_eq!(desk.pairs(2), [(4, 2), (1, 3)]);
}

#[test]
fn a_correction_does_not_bring_back_somebody_who_has_left() {
    let mut desk = Desk::of(KNOCKOUT, 4);
    desk.firsts_win();
    desk.does(OLA, Action::NextRound);
    desk.does(4, Action::Leave);
    desk.refuses(OLA, settle(1, SECOND), "Dan has left, and the next round is paired already");
}

#[test]
fn a_bye_that_was_voided_is_a_bye_again_and_never_a_match() {
    let mut desk = Desk::of(Format::Swiss { rounds: 2 }, 3);
    let bye = desk.season().fixtures.iter().find(|one| one.second.is_none()).unwrap();
    let (no, who) = (bye.no.0, bye.first);
    desk.does(OLA, Action::Drop { entrant: who, void: true });
    assert!(matches!(desk.fixture(no).state, State::Cancelled { .. }));
    desk.refuses(OLA, settle(no, FIRST), "That is a bye");
    desk.does(OLA, Action::Return { entrant: who });
    desk.does(OLA, reopen(no));
    assert_eq!(desk.fixture(no).state, State::Bye);
}

#[test]
fn voiding_leaves_what_was_cancelled_before_as_it_was() {
    let mut desk = Desk::of(Format::RoundRobin { legs: 1 }, 3);
    desk.does(OLA, cancel(1));
    let (before, gone) = (desk.fixture(1).clone(), desk.fixture(1).first);
    let told = desk.does(OLA, Action::Drop { entrant: gone, void: true });
    assert_eq!(desk.fixture(1), &before);
    assert!(!told.contains(&Event::Cancelled { fixture: FixtureId(1) }), "{told:?}");
}

#[test]
fn whoever_leaves_during_the_finals_leaves_nothing_open_behind() {
    let mut settings = Settings::new(Format::Swiss { rounds: 1 });
    settings.finals = 2;
    let mut desk = Desk::started(settings, 4);
    desk.firsts_win();
    desk.does(OLA, Action::NextRound);
    let loser = desk.fixture(1).second.unwrap();
    desk.does(OLA, reopen(1));
    desk.refuses(OLA, Action::NextRound, "These are still open");
    desk.does(desk.user(loser).unwrap(), Action::Leave);
    assert!(!desk.fixture(1).is_unsettled());
}

#[test]
fn a_correction_does_not_end_a_round_again() {
    let mut desk = Desk::of(Format::RoundRobin { legs: 1 }, 4);
    let first: Vec<FixtureId> = desk.season().fixtures_of_round(1).map(|one| one.no).collect();
    desk.settles(first[0], FIRST);
    let done = desk.settles(first[1], FIRST);
    assert!(done.contains(&Event::RoundDone { round: 1 }), "{done:?}");
    for told in [desk.settles(first[0], SECOND), desk.does(OLA, cancel(first[0].0))] {
        assert_eq!(told.len(), 1, "the correction and nothing else: {told:?}");
    }
}

#[test]
fn finals_follow_by_themselves_whichever_match_was_the_last() {
    let mut settings = Settings::new(Format::RoundRobin { legs: 1 });
    (settings.finals, settings.auto_rounds) = (2, true);
    let mut desk = Desk::started(settings, 4);
    let mut all: Vec<FixtureId> = desk.open().iter().map(|one| one.no).collect();
    all.reverse();
    for no in all {
        assert_eq!(desk.season().phase, Phase::Running);
        desk.settles(no, FIRST);
    }
    assert_eq!(desk.season().phase, Phase::Finals, "the last match was one of the first round");
}

#[test]
fn whoever_comes_back_does_not_shorten_a_swiss_season() {
    let mut desk = Desk::of(Format::Swiss { rounds: 0 }, 9);
    assert_eq!(decide::swiss_rounds(desk.season()), 4);
    desk.does(9, Action::Leave);
    desk.does(OLA, Action::Return { entrant: EntrantId(9) });
    desk.does(20, Action::Join { faction: None });
    assert_eq!(decide::swiss_rounds(desk.season()), 4);
}

#[test]
fn what_was_reported_is_remembered_when_the_season_closes_or_a_file_says_otherwise() {
    let mut desk = Desk::of(Format::RoundRobin { legs: 1 }, 2);
    desk.does(1, report(1, FIRST));
    let reported = desk.fixture(1).state.clone();
    let mut other = desk.clone();
    desk.does(OLA, Action::Close { anyway: true });
    assert_eq!(desk.fixture(1).history[0].before, reported);
    let draw = MatchResult::plain(Verdict::Draw);
    let matches = vec![Imported { at_ms: Some(i64::MAX), ..Imported::new("Bob", "Ann", draw) }];
    other.does(OLA, Action::Import { matches, people: Vec::new() });
    assert_eq!(other.fixture(1).history[0].before, reported);
    assert_eq!(other.fixture(1).decided_ms(), Some(other.now), "nothing is decided tomorrow");
}

#[test]
fn a_closed_season_that_goes_on_has_its_matches_again_when_they_are_reopened() {
    let mut desk = Desk::of(KNOCKOUT, 4);
    desk.does(OLA, Action::Close { anyway: true });
    desk.does(OLA, Action::Resume);
    desk.does(OLA, reopen(1));
    desk.does(OLA, settle(2, FIRST));
    desk.firsts_win();
    desk.does(OLA, Action::NextRound);
    assert_eq!(desk.pairs(2), [(1, 2)]);
}

#[test]
fn eight_divisions_go_up_and_down_over_two_seasons() {
    let mut settings = Settings::new(Format::RoundRobin { legs: 1 });
    settings.divisions = (1..=8).map(|tier| format!("Tier {tier}")).collect();
    let mut desk = Desk::new(settings, 24);
    for no in 1..=24 {
        let division = Some(u8::try_from((no - 1) / 3).unwrap());
        desk.does(OLA, Action::Place { entrant: EntrantId(no), division, seed: None });
    }
    let divisions = |desk: &Desk| -> Vec<Vec<u32>> {
        (0..8)
            .map(|tier| {
                let mut here: Vec<u32> =
                    desk.season().in_division(tier).map(|one| one.no.0).collect();
                here.sort_unstable();
                here
            })
            .collect()
    };
    for _ in 0..2 {
        desk.does(OLA, Action::Start);
        // the smaller number always wins
        let all: Vec<(FixtureId, bool)> =
            desk.open().iter().map(|one| (one.no, Some(one.first) < one.second)).collect();
        for (no, first) in all {
            desk.settles(no, if first { FIRST } else { SECOND });
        }
        desk.now += DAY;
        desk.does(OLA, Action::NextSeason { name: String::new() });
    }
    // the first of every three went up and the last went down; a year later they came back, except at the ends
    assert_eq!(
        divisions(&desk),
        [
            vec![1, 2, 3],
            vec![4, 5, 6],
            vec![7, 8, 9],
            vec![10, 11, 12],
            vec![13, 14, 15],
            vec![16, 17, 18],
            vec![19, 20, 21],
            vec![22, 23, 24],
        ]
    );
    let between = &desk.league.past[1];
    let second: Vec<u32> = between.in_division(1).map(|one| one.no.0).collect();
    assert_eq!(
        second.into_iter().collect::<std::collections::BTreeSet<_>>(),
        [3, 5, 7].into_iter().collect()
    );
}

#[test]
fn a_stage_is_named_by_the_bracket_of_its_own_division() {
    let mut settings = Settings::new(Format::RoundRobin { legs: 1 });
    settings.divisions = vec!["Gold".to_owned(), "Silver".to_owned()];
    settings.finals = 8;
    let mut desk = Desk::new(settings, 12);
    for who in 1..=8 {
        let place = Action::Place { entrant: EntrantId(who), division: Some(0), seed: None };
        desk.does(OLA, place);
    }
    desk.does(OLA, Action::Start);
    let first = desk.season().round(1).unwrap();
    assert_eq!(decide::stage_name(desk.season(), first, 1), "Round 1");
    let mut told = Vec::new();
    for _ in 0..3 {
        desk.firsts_win();
        desk.does(OLA, Action::NextRound);
        let season = desk.season();
        let round = season.last_round().unwrap();
        let in_divisions = [0, 1].map(|division| decide::stage_name(season, round, division));
        told.push((round.name.clone(), in_divisions));
    }
    let names = |all: &str, gold: &str, silver: &str| {
        (all.to_owned(), [gold.to_owned(), silver.to_owned()])
    };
    assert_eq!(
        told,
        [
            names("Quarter-finals and semi-finals", "Quarter-finals", "Semi-finals"),
            names("Semi-finals and final", "Semi-finals", "Final"),
            names("Final", "Final", "Final"),
        ]
    );
}
