//! Tables computed by hand: points of every kind, each tie-breaker, and what does not count.

use crate::book;
use crate::book::{FIRST, SECOND, add, adjust, bye, leave, play, score, season, with_ties};
use gatemaster_league::league::{How, Stage};
use gatemaster_league::settings::Unplayed;
use gatemaster_league::standings::{Row, final_order, table};
use gatemaster_league::{
    EntrantId, Format, MatchResult, Points, Season, Side, State, TieBreaker, Verdict,
};

/// Place, number and points of each row.
fn placed(season: &Season) -> Vec<(u32, u32, i32)> {
    table(season, 0).iter().map(|row| (row.place, row.entrant.0, row.points)).collect()
}

/// Place, number and the value of the tie-breaker in this column, in halves.
fn halves(season: &Season, column: usize) -> Vec<(u32, u32, Option<i32>)> {
    table(season, 0).iter().map(|row| (row.place, row.entrant.0, row.ties[column].halves)).collect()
}

fn row_of(season: &Season, no: u32) -> Row {
    table(season, 0).into_iter().find(|row| row.entrant == EntrantId(no)).unwrap()
}

#[test]
fn every_kind_of_result_has_its_points() {
    let mut season = with_ties(4, &[]);
    season.settings.points = Points {
        win: 5,
        draw: 2,
        loss: 1,
        walkover_win: 4,
        walkover_loss: -1,
        bye: 3,
        ..Points::default()
    };
    play(&mut season, 1, 2, FIRST);
    play(&mut season, 3, 1, Verdict::Draw);
    play(&mut season, 4, 1, Verdict::Walkover(Side::Second));
    play(&mut season, 2, 4, Verdict::NotPlayed);
    bye(&mut season, 3);
    let rows: Vec<_> = table(&season, 0)
        .iter()
        .map(|row| {
            (
                row.place,
                row.entrant.0,
                row.points,
                row.played,
                row.won,
                row.drawn,
                row.lost,
                row.byes,
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (1, 1, 11, 3, 2, 1, 0, 0),
            (2, 3, 5, 1, 0, 1, 0, 1),
            (3, 2, 0, 2, 0, 0, 2, 0),
            (4, 4, -2, 2, 0, 0, 2, 0),
        ]
    );
}

#[test]
fn only_decided_matches_of_the_main_stage_count() {
    let mut season = with_ties(2, &TieBreaker::ALL);
    let before = table(&season, 0);
    let result = MatchResult::plain(FIRST);
    add(&mut season, 1, Some(2), State::Open);
    let by = EntrantId(1);
    add(&mut season, 1, Some(2), State::Reported { result: result.clone(), by, at_ms: 1 });
    let says = "No.".to_owned();
    add(&mut season, 1, Some(2), State::Disputed { result, by, says, at_ms: 1 });
    add(&mut season, 1, Some(2), State::Cancelled { why: "void".to_owned() });
    play(&mut season, 1, 2, FIRST).stage = Stage::Finals;
    assert_eq!(table(&season, 0), before);
    assert_eq!(before[0].points, 0);
    play(&mut season, 1, 2, FIRST);
    assert_eq!(placed(&season), [(1, 1, 3), (2, 2, 0)]);
}

#[test]
fn what_the_organiser_gives_and_takes_is_in_the_points_until_it_is_revoked() {
    let mut season = with_ties(2, &[]);
    play(&mut season, 1, 2, FIRST);
    adjust(&mut season, 1, -2, "late list");
    adjust(&mut season, 2, 4, "painted army");
    adjust(&mut season, 2, 50, "a slip");
    season.adjustments[2].revoked = true;
    assert_eq!(placed(&season), [(1, 2, 4), (2, 1, 1)]);
    assert_eq!(row_of(&season, 1).adjusted, -2);
    assert_eq!(row_of(&season, 2).adjusted, 4);
}

#[test]
fn wins_count_walkovers_and_no_byes_and_those_still_level_share_a_place_in_order_of_name() {
    let mut season = with_ties(6, &[TieBreaker::Wins]);
    play(&mut season, 1, 4, Verdict::Walkover(Side::First));
    for opponent in [4, 5, 6] {
        play(&mut season, 3, opponent, Verdict::Draw);
    }
    bye(&mut season, 2);
    season.entrants[4].name = "zoe".to_owned();
    season.entrants[5].name = "Yan".to_owned();
    assert_eq!(
        halves(&season, 0),
        [
            (1, 1, Some(2)),
            (2, 2, Some(0)),
            (2, 3, Some(0)),
            (4, 4, Some(0)),
            (4, 6, Some(0)),
            (4, 5, Some(0)),
        ]
    );
}

#[test]
fn people_with_the_same_name_stand_by_their_number() {
    let mut season = with_ties(3, &[]);
    for entrant in &mut season.entrants {
        entrant.name = "Sam".to_owned();
    }
    season.entrants.reverse();
    assert_eq!(placed(&season), [(1, 1, 0), (1, 2, 0), (1, 3, 0)]);
}

#[test]
fn head_to_head_counts_matches_among_those_who_are_level_and_no_others() {
    let mut season = with_ties(4, &[TieBreaker::HeadToHead]);
    play(&mut season, 1, 2, FIRST);
    play(&mut season, 2, 3, FIRST);
    play(&mut season, 3, 4, FIRST);
    // 1, 2 and 3 have three points each; the win of 3 was against somebody outside.
    assert_eq!(
        halves(&season, 0),
        [(1, 1, Some(6)), (1, 2, Some(6)), (3, 3, Some(0)), (4, 4, None)]
    );
}

#[test]
fn head_to_head_looks_at_the_group_that_earlier_tie_breakers_have_left() {
    let mut season = with_ties(7, &[TieBreaker::Wins, TieBreaker::HeadToHead]);
    play(&mut season, 2, 1, FIRST);
    play(&mut season, 1, 4, FIRST);
    play(&mut season, 3, 5, Verdict::Draw);
    play(&mut season, 3, 6, Verdict::Draw);
    play(&mut season, 3, 7, Verdict::Draw);
    // All three have three points. 3 has no win and is out of the comparison before it begins.
    let top: Vec<_> = halves(&season, 1).into_iter().take(3).collect();
    assert_eq!(top, [(1, 2, Some(6)), (2, 1, Some(0)), (3, 3, None)]);
}

#[test]
fn walkovers_count_head_to_head_with_their_own_points() {
    let mut season = with_ties(2, &[TieBreaker::HeadToHead]);
    season.settings.points.walkover_win = 2;
    play(&mut season, 1, 2, Verdict::Walkover(Side::Second));
    bye(&mut season, 1);
    adjust(&mut season, 1, -1, "late list");
    assert_eq!(halves(&season, 0), [(1, 2, Some(4)), (2, 1, Some(0))]);
}

/// Two rounds of six: 3 has 6 points, 1 and 2 have 4, 5 has 3, 4 and 6 have none.
fn two_rounds(ties: &[TieBreaker]) -> Season {
    let mut season = with_ties(6, ties);
    play(&mut season, 1, 4, FIRST);
    play(&mut season, 2, 5, FIRST);
    play(&mut season, 3, 6, FIRST);
    play(&mut season, 1, 2, Verdict::Draw);
    play(&mut season, 4, 3, SECOND);
    play(&mut season, 5, 6, FIRST);
    season
}

#[test]
fn strength_of_schedule_is_the_points_of_everybody_one_has_met() {
    let season = two_rounds(&[TieBreaker::Schedule]);
    assert_eq!(
        halves(&season, 0),
        [
            (1, 3, Some(0)),
            (2, 2, Some(14)),
            (3, 1, Some(8)),
            (4, 5, Some(8)),
            (5, 4, Some(20)),
            (6, 6, Some(18)),
        ]
    );
}

#[test]
fn without_the_weakest_opponent_two_can_be_level_again() {
    let season = two_rounds(&[TieBreaker::ScheduleCut]);
    assert_eq!(
        halves(&season, 0),
        [
            (1, 3, Some(0)),
            (2, 1, Some(8)),
            (2, 2, Some(8)),
            (4, 5, Some(8)),
            (5, 4, Some(12)),
            (5, 6, Some(12)),
        ]
    );
}

#[test]
fn points_given_by_the_organiser_do_not_make_anybodys_schedule_stronger() {
    let mut season = two_rounds(&[TieBreaker::Schedule, TieBreaker::Beaten]);
    let before = row_of(&season, 2).ties;
    adjust(&mut season, 5, 100, "painted army");
    assert_eq!(row_of(&season, 2).ties, before);
}

#[test]
fn byes_and_walkovers_count_as_an_opponent_like_oneself() {
    let ties = [TieBreaker::Schedule, TieBreaker::ScheduleCut, TieBreaker::Beaten];
    let mut season = with_ties(5, &ties);
    play(&mut season, 1, 2, FIRST);
    play(&mut season, 1, 3, Verdict::Walkover(Side::First));
    bye(&mut season, 1);
    play(&mut season, 4, 5, Verdict::NotPlayed);
    play(&mut season, 4, 2, FIRST);
    let values = |no| row_of(&season, no).ties.iter().map(|tie| tie.halves).collect::<Vec<_>>();
    // 1 has 9 points: 2 with none, and twice somebody like themselves.
    assert_eq!(values(1), [Some(36), Some(36), Some(0)]);
    // 4 has 3: somebody with 3 for the match that was not played, and 2 with none.
    assert_eq!(values(4), [Some(6), Some(6), Some(0)]);
    // 2 met 1 and 4.
    assert_eq!(values(2), [Some(24), Some(18), Some(0)]);
    assert_eq!(values(3), [Some(0), Some(0), Some(0)]);
    assert_eq!(values(5), [Some(0), Some(0), Some(0)]);
}

#[test]
fn strength_of_those_beaten_takes_half_of_a_draw() {
    let season = two_rounds(&[TieBreaker::Beaten]);
    assert_eq!(
        halves(&season, 0),
        [
            (1, 3, Some(0)),
            (2, 2, Some(10)),
            (3, 1, Some(4)),
            (4, 5, Some(0)),
            (5, 4, Some(0)),
            (5, 6, Some(0)),
        ]
    );
    let mut drawn = with_ties(2, &[TieBreaker::Beaten]);
    play(&mut drawn, 1, 2, Verdict::Draw);
    assert_eq!(row_of(&drawn, 1).ties[0].halves, Some(1), "half a point");
}

#[test]
fn scores_separate_by_difference_or_by_sum_where_they_are_known() {
    let mut by_difference = with_ties(4, &[TieBreaker::ScoreDifference]);
    by_difference.settings.points.unplayed = Unplayed::Nothing;
    score(&mut by_difference, 1, 3, [10, 5]);
    score(&mut by_difference, 4, 2, [16, 20]);
    play(&mut by_difference, 3, 4, Verdict::NotPlayed);
    let mut by_sum = by_difference.clone();
    by_sum.settings.ties = vec![TieBreaker::ScoreFor];
    assert_eq!(
        halves(&by_difference, 0),
        [(1, 1, Some(10)), (2, 2, Some(8)), (3, 4, Some(-8)), (4, 3, Some(-10))]
    );
    assert_eq!(
        halves(&by_sum, 0),
        [(1, 2, Some(40)), (2, 1, Some(20)), (3, 4, Some(32)), (4, 3, Some(10))]
    );
    let row = row_of(&by_sum, 2);
    assert_eq!((row.score_for, row.score_against), (20, 16));
}

#[test]
fn lots_separate_everybody_the_same_way_all_season_and_another_way_in_the_next() {
    let mut season = with_ties(8, &[TieBreaker::Lot]);
    let order = |season: &Season| -> Vec<u32> {
        table(season, 0).iter().map(|row| row.entrant.0).collect()
    };
    let places: Vec<u32> = table(&season, 0).iter().map(|row| row.place).collect();
    assert_eq!(places, [1, 2, 3, 4, 5, 6, 7, 8]);
    let first = order(&season);
    let drawn = row_of(&season, 3).ties[0].halves;
    season.entrants.push(book::entrant(9, "Late"));
    assert_eq!(row_of(&season, 3).ties[0].halves, drawn, "a newcomer draws for themselves");
    season.entrants.pop();
    season.lot = 18;
    assert_ne!(order(&season), first);
}

#[test]
fn each_division_has_its_own_table_and_whoever_left_stays_where_they_were() {
    let mut season = with_ties(4, &[TieBreaker::Schedule]);
    season.entrants[2].division = 1;
    season.entrants[3].division = 1;
    play(&mut season, 1, 2, FIRST);
    play(&mut season, 3, 4, SECOND).division = 1;
    leave(&mut season, 1);
    assert_eq!(placed(&season), [(1, 1, 3), (2, 2, 0)]);
    let second: Vec<_> =
        table(&season, 1).iter().map(|row| (row.place, row.entrant.0, row.points)).collect();
    assert_eq!(second, [(1, 4, 3), (2, 3, 0)]);
    assert!(table(&season, 7).is_empty());
    assert!(final_order(&season, 7).is_empty());
}

#[test]
fn a_ladder_is_listed_by_its_rungs_with_the_same_counts() {
    let mut season = season(Format::Ladder { reach: 0 }, 4);
    play(&mut season, 3, 1, FIRST);
    play(&mut season, 2, 4, FIRST);
    play(&mut season, 2, 4, FIRST);
    leave(&mut season, 4);
    let rows: Vec<_> = table(&season, 0)
        .iter()
        .map(|row| (row.place, row.entrant.0, row.points, row.won))
        .collect();
    assert_eq!(rows, [(1, 3, 3, 1), (2, 1, 0, 0), (3, 2, 6, 2), (4, 4, 0, 0)]);
    assert_eq!(
        final_order(&season, 0),
        [(1, EntrantId(3)), (2, EntrantId(1)), (3, EntrantId(2)), (4, EntrantId(4))]
    );
}

#[test]
fn huge_numbers_stop_at_the_end_of_what_can_be_counted() {
    let mut season = with_ties(2, &TieBreaker::ALL);
    season.settings.points = Points {
        win: i32::MAX,
        draw: 0,
        loss: i32::MIN,
        walkover_win: i32::MAX,
        walkover_loss: i32::MIN,
        bye: i32::MAX,
        ..Points::default()
    };
    for _ in 0..3 {
        let at_ms = i64::MAX;
        let mut result = MatchResult::plain(FIRST);
        result.scores = Some([i32::MAX, i32::MIN]);
        add(&mut season, 1, Some(2), State::Decided { result, how: How::Import, at_ms });
        adjust(&mut season, 1, i32::MAX, "generous");
        adjust(&mut season, 2, i32::MIN, "harsh");
        bye(&mut season, 1);
    }
    let row = row_of(&season, 1);
    assert_eq!((row.points, row.score_for, row.adjusted), (i32::MAX, i32::MAX, i32::MAX));
    let row = row_of(&season, 2);
    assert_eq!((row.points, row.score_for, row.adjusted), (i32::MIN, i32::MIN, i32::MIN));
}

#[test]
fn an_empty_season_has_an_empty_table() {
    let formats = [
        Format::Ladder { reach: 0 },
        Format::RoundRobin { legs: 1 },
        Format::Swiss { rounds: 0 },
        Format::Knockout { third_place: true },
        Format::Open { meetings: 0 },
    ];
    for format in formats {
        let season = season(format, 0);
        assert!(table(&season, 0).is_empty());
        assert!(final_order(&season, 0).is_empty());
    }
}
