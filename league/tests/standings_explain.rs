//! The table in words.

use crate::book::{FIRST, SECOND, adjust, bye, in_slot, leave, play, score, season, with_ties};
use gatemaster_league::league::Stage;
use gatemaster_league::standings::explain::explain;
use gatemaster_league::{EntrantId, Format, Season, Side, TieBreaker, Verdict};

fn told(season: &Season, no: u32) -> Vec<String> {
    explain(season, EntrantId(no))
}

#[test]
fn points_are_told_with_every_part_they_are_made_of() {
    let mut season = with_ties(2, &[]);
    for verdict in [FIRST, FIRST, Verdict::Draw, Verdict::Walkover(Side::First), SECOND] {
        play(&mut season, 1, 2, verdict);
    }
    bye(&mut season, 1);
    adjust(&mut season, 1, -2, "late list.");
    adjust(&mut season, 1, 1, "painted army");
    adjust(&mut season, 1, 40, "a slip");
    season.adjustments[2].revoked = true;
    assert_eq!(
        told(&season, 1),
        [
            "Ann has 12 points: 2 wins × 3, 1 draw × 1, 1 walkover won × 3, 1 bye × 3, penalty −2: late list, \
             bonus 1: painted army.",
            "Ahead of Bob: 12 points against 4.",
        ]
    );
    assert_eq!(
        told(&season, 2),
        ["Bob has 4 points: 1 win × 3, 1 draw × 1.", "Behind Ann: 4 points against 12."]
    );
}

#[test]
fn defeats_are_told_when_they_are_worth_something_or_all_there_is() {
    let mut season = with_ties(2, &[]);
    play(&mut season, 1, 2, FIRST);
    play(&mut season, 1, 2, Verdict::Walkover(Side::First));
    assert_eq!(told(&season, 2)[0], "Bob has 0 points: 1 loss × 0, 1 walkover lost × 0.");
    season.settings.points.walkover_loss = -1;
    bye(&mut season, 2);
    assert_eq!(told(&season, 2)[0], "Bob has 2 points: 1 bye × 3, 1 walkover lost × −1.");
}

#[test]
fn the_tie_breaker_that_decided_is_told_with_both_values_and_what_it_means() {
    let mut season = with_ties(6, &[TieBreaker::Wins, TieBreaker::Schedule]);
    play(&mut season, 1, 4, FIRST);
    play(&mut season, 2, 5, FIRST);
    play(&mut season, 3, 6, FIRST);
    play(&mut season, 1, 2, Verdict::Draw);
    play(&mut season, 4, 3, SECOND);
    play(&mut season, 5, 6, FIRST);
    assert_eq!(
        told(&season, 1),
        [
            "Ann has 4 points: 1 win × 3, 1 draw × 1.",
            "Behind Bob: level on points (4) and wins (1), strength of schedule 4 against 7.",
            "Ahead of Eve: 4 points against 3.",
            "Strength of schedule is the points of everybody one has met; a bye or a walkover counts as somebody with \
             as many points as one has oneself.",
        ]
    );
}

#[test]
fn a_tie_breaker_that_decides_twice_is_explained_once() {
    let mut season = with_ties(4, &[TieBreaker::ScoreDifference]);
    for (no, scores) in [(1, [9, 0]), (2, [5, 0]), (3, [1, 3])] {
        score(&mut season, no, 4, scores);
    }
    adjust(&mut season, 3, 3, "painted army");
    let sentences = told(&season, 2);
    assert_eq!(
        sentences[1..],
        [
            "Behind Ann: level on points (3), score difference 5 against 9.",
            "Ahead of Cid: level on points (3), score difference 5 against −2.",
            "Score difference is what one has scored less what the others have scored against one.",
        ]
    );
}

#[test]
fn people_whom_nothing_separates_share_the_place_and_lots_need_no_numbers() {
    let mut season = with_ties(2, &[TieBreaker::HeadToHead]);
    let level = "in everything; they share the place.";
    assert_eq!(
        told(&season, 1),
        [
            "Ann has 0 points: nothing has counted yet.".to_owned(),
            format!("Level with Bob {level}")
        ]
    );
    assert_eq!(told(&season, 2)[1], format!("Level with Ann {level}"));
    season.settings.ties = vec![TieBreaker::Lot];
    let sentences = [told(&season, 1), told(&season, 2)];
    let firsts: Vec<&str> = sentences.iter().map(|told| told[1].as_str()).collect();
    let expected = [
        [
            "Behind Bob: level on points (0), lots were drawn.",
            "Ahead of Ann: level on points (0), lots were drawn.",
        ],
        [
            "Ahead of Bob: level on points (0), lots were drawn.",
            "Behind Ann: level on points (0), lots were drawn.",
        ],
    ];
    assert!(expected.iter().any(|pair| firsts == pair), "{firsts:?}");
}

#[test]
fn every_tie_breaker_that_decides_says_what_it_is() {
    for breaker in TieBreaker::ALL {
        let mut season = with_ties(5, &[breaker]);
        // 1 and 2 are level on points and differ in everything else.
        score(&mut season, 1, 3, [10, 2]);
        score(&mut season, 1, 4, [3, 1]);
        score(&mut season, 3, 4, [5, 1]);
        bye(&mut season, 2);
        score(&mut season, 2, 1, [4, 1]);
        play(&mut season, 2, 5, SECOND);
        let sentences = [told(&season, 1), told(&season, 2)].concat();
        let title = breaker.title();
        let explained = sentences
            .iter()
            .any(|sentence| sentence.to_lowercase().starts_with(title) && sentence.ends_with('.'));
        assert!(explained, "{title}: {sentences:?}");
    }
}

#[test]
fn the_finals_are_told_after_the_table() {
    let mut season = with_ties(2, &[]);
    play(&mut season, 1, 2, FIRST);
    in_slot(play(&mut season, 1, 2, SECOND), Stage::Finals, 2, 0);
    assert_eq!(told(&season, 1).last().unwrap(), "With the finals counted, Ann has place 2.");
}

#[test]
fn a_ladder_tells_the_last_results_that_moved_somebody() {
    let mut season = season(Format::Ladder { reach: 0 }, 4);
    assert_eq!(told(&season, 2), ["Bob stands on rung 2 of 4.", "No result has moved Bob yet."]);
    play(&mut season, 3, 1, FIRST);
    play(&mut season, 2, 4, FIRST);
    play(&mut season, 2, 3, FIRST);
    play(&mut season, 4, 2, FIRST);
    assert_eq!(
        told(&season, 2),
        [
            "Bob stands on rung 2 of 4.",
            "Down from 2 to 3: Cid passed by beating Ann (match 1).",
            "Up from 3 to 1: beat Cid (match 3).",
            "Down from 1 to 2: lost to Dan (match 4).",
        ]
    );
    play(&mut season, 2, 4, FIRST);
    assert_eq!(
        told(&season, 2),
        [
            "Bob stands on rung 1 of 4.",
            "Up from 3 to 1: beat Cid (match 3).",
            "Down from 1 to 2: lost to Dan (match 4).",
            "Up from 2 to 1: beat Dan (match 5).",
        ]
    );
    leave(&mut season, 2);
    assert_eq!(told(&season, 2), ["Bob has left the ladder."]);
}

#[test]
fn a_knockout_tells_how_far_somebody_came() {
    let mut season = season(Format::Knockout { third_place: false }, 4);
    assert_eq!(told(&season, 1), ["Ann is not in the bracket."]);
    in_slot(play(&mut season, 1, 4, FIRST), Stage::Main, 1, 0);
    in_slot(play(&mut season, 2, 3, FIRST), Stage::Main, 1, 1);
    assert_eq!(
        told(&season, 1),
        ["Ann is still in it. Everybody who is not beaten shares place 1 until the final."]
    );
    in_slot(play(&mut season, 1, 2, FIRST), Stage::Main, 2, 0);
    assert_eq!(told(&season, 1), ["Ann has won the final."]);
    assert_eq!(told(&season, 2), ["Bob is out and has place 2."]);
    assert_eq!(
        told(&season, 3),
        ["Cid is out and has place 3. Those who are beaten in the same round share it."]
    );
}

#[test]
fn of_somebody_who_is_not_in_the_season_there_is_nothing_to_tell() {
    assert!(told(&with_ties(2, &[]), 77).is_empty());
}
