//! Ratings: the paper's own figures, and what must hold whatever is played.

use gatemaster_league::person::Person;
use gatemaster_league::rating::{
    Game, Outcome, PERIOD_MS, PROVISIONAL_ABOVE, Rating, after_period, expected, ratings,
};
use gatemaster_rules::ids::UserId;

/// Monday, 1 January 2024, 00:00 UTC.
const MONDAY: i64 = 1_704_067_200_000;
const DAY: i64 = 24 * 60 * 60 * 1000;

fn game(at_ms: i64, first: u64, second: u64, outcome: Outcome) -> Game {
    let user = |id| Person::User(UserId(id));
    Game { at_ms, first: user(first), second: user(second), outcome }
}

fn user(id: u64) -> Person {
    Person::User(UserId(id))
}

#[test]
fn the_worked_example_of_the_paper_comes_out_to_two_decimals() {
    let rating = |rating, deviation| Rating { rating, deviation, volatility: 0.06 };
    let after = after_period(
        &rating(1500.0, 200.0),
        &[
            (rating(1400.0, 30.0), Outcome::Win),
            (rating(1550.0, 100.0), Outcome::Loss),
            (rating(1700.0, 300.0), Outcome::Loss),
        ],
    );
    assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
    assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
}

#[test]
fn the_winner_of_the_first_game_goes_up_as_far_as_the_loser_goes_down() {
    let ratings = ratings(&[game(MONDAY, 1, 2, Outcome::Win)]);
    let (ann, bob) = (ratings.get(&user(1)).unwrap(), ratings.get(&user(2)).unwrap());
    assert!(ann.now.rating > 1600.0 && ann.now.rating < 1700.0, "{ann:?}");
    assert!((ann.now.rating + bob.now.rating - 3000.0).abs() < 1e-9);
    assert!(ann.now.deviation < 350.0);
    assert_eq!((ann.games, bob.games), (1, 1));
    assert!(ann.is_provisional(), "one game says little");
    assert_eq!(ratings.best_first()[0].0, &user(1));
}

#[test]
fn a_week_begins_on_monday_and_the_order_of_its_games_does_not_matter() {
    let week = [
        game(MONDAY, 1, 2, Outcome::Win),
        game(MONDAY + 2 * DAY, 3, 1, Outcome::Draw),
        game(MONDAY + 3 * DAY, 2, 3, Outcome::Loss),
        game(MONDAY + 3 * DAY, 2, 4, Outcome::Win),
        game(MONDAY + 7 * DAY - 1, 4, 1, Outcome::Loss),
    ];
    let in_order = ratings(&week);
    let mut turned = week.to_vec();
    turned.reverse();
    turned.swap(0, 2);
    for (game, at) in turned.iter_mut().zip([3, 6, 0, 1, 2]) {
        game.at_ms = MONDAY + at * DAY;
    }
    assert_eq!(ratings(&turned), in_order);
    let ann = in_order.get(&user(1)).unwrap();
    assert_eq!(ann.history.len(), 1);
    assert_eq!(ann.history[0].period_ms, MONDAY);

    let next_week = [game(MONDAY - 1, 1, 2, Outcome::Win), game(MONDAY, 1, 2, Outcome::Win)];
    let periods: Vec<i64> =
        ratings(&next_week).get(&user(1)).unwrap().history.iter().map(|at| at.period_ms).collect();
    assert_eq!(periods, [MONDAY - PERIOD_MS, MONDAY]);
}

#[test]
fn who_is_named_first_does_not_matter() {
    let one = ratings(&[game(MONDAY, 1, 2, Outcome::Win), game(MONDAY, 3, 2, Outcome::Draw)]);
    let other = ratings(&[game(MONDAY, 2, 1, Outcome::Loss), game(MONDAY, 2, 3, Outcome::Draw)]);
    assert_eq!(one, other);
}

#[test]
fn whoever_stays_away_keeps_the_rating_and_becomes_less_certain() {
    let mut games: Vec<Game> = (0..30)
        .map(|week| {
            let outcome = if week % 2 == 0 { Outcome::Win } else { Outcome::Loss };
            game(MONDAY + week * PERIOD_MS, 1, 2 + week.unsigned_abs() % 3, outcome)
        })
        .collect();
    let then = ratings(&games);
    let ann = then.get(&user(1)).unwrap().clone();
    assert!(!ann.is_provisional(), "{:?}", ann.now);
    assert_eq!(ann.history.len(), 30);

    games.push(game(MONDAY + 90 * PERIOD_MS, 2, 3, Outcome::Win));
    let later = ratings(&games).get(&user(1)).unwrap().clone();
    assert!((later.now.rating - ann.now.rating).abs() < 1e-9);
    // sixty-one idle weeks, each of which adds the square of the volatility
    let scale = 173.7178;
    let grown = ((ann.now.deviation / scale).powi(2) + 61.0 * ann.now.volatility.powi(2)).sqrt();
    assert!((later.now.deviation - grown * scale).abs() < 1e-6, "{:?}", later.now);
    assert_eq!(later.history, ann.history, "no point for weeks without a game");

    let by_clock = then.as_of(MONDAY + 90 * PERIOD_MS + 1);
    assert!((by_clock.get(&user(1)).unwrap().now.deviation - later.now.deviation).abs() < 1e-6);
    let ages = by_clock.as_of(i64::MAX);
    assert!(ages.get(&user(1)).unwrap().now.deviation > PROVISIONAL_ABOVE);
    assert!(ages.get(&user(1)).unwrap().now.deviation <= 350.0);
}

#[test]
fn the_stronger_may_expect_more_and_both_together_expect_one() {
    let rating = |rating| Rating { rating, deviation: 60.0, volatility: 0.06 };
    assert!((expected(&rating(1500.0), &rating(1500.0)) - 0.5).abs() < 1e-12);
    let (strong, weak) = (rating(1700.0), rating(1500.0));
    assert!(expected(&strong, &weak) > 0.7);
    assert!((expected(&strong, &weak) + expected(&weak, &strong) - 1.0).abs() < 1e-12);
}

#[test]
fn guests_are_the_same_person_however_their_name_is_typed() {
    let guest = |name: &str, at_ms| Game {
        at_ms,
        first: Person::guest(name),
        second: user(1),
        outcome: Outcome::Win,
    };
    let ratings = ratings(&[guest("Old Tom", MONDAY), guest("old tom", MONDAY + DAY)]);
    assert_eq!(ratings.get(&Person::guest("OLD TOM")).unwrap().games, 2);
    assert_eq!(ratings.of.len(), 2);
}

#[test]
fn no_games_no_ratings_and_nobody_is_rated_for_playing_alone() {
    assert!(ratings::<Person>(&[]).of.is_empty());
    assert!(ratings::<Person>(&[]).as_of(MONDAY).of.is_empty());
    assert!(ratings(&[game(MONDAY, 1, 1, Outcome::Win)]).of.is_empty());
}

#[test]
fn odd_times_and_endless_wins_give_sound_numbers() {
    let mut games: Vec<Game> =
        [i64::MIN, -1, 0, i64::MAX].into_iter().map(|at| game(at, 1, 2, Outcome::Win)).collect();
    for week in 0..150 {
        for _ in 0..40 {
            games.push(game(MONDAY + week * PERIOD_MS, 1, 2, Outcome::Win));
        }
        games.push(game(MONDAY + week * PERIOD_MS, 3, 1, Outcome::Loss));
    }
    games.push(game(MONDAY + 151 * PERIOD_MS, 2, 1, Outcome::Win));
    for rated in ratings(&games).of.values() {
        let Rating { rating, deviation, volatility } = rated.now;
        assert!((0.0..=4000.0).contains(&rating), "{rated:?}");
        assert!(deviation > 0.0 && deviation <= 350.0, "{:?}", rated.now);
        assert!(volatility > 0.0 && volatility < 10.0, "{:?}", rated.now);
    }
}

/// What `docs/player-card.md` says about when ratings move.
#[test]
fn a_rating_moves_with_every_result_from_what_everybody_had_before_the_week() {
    let now_of =
        |games: &[Game], now_ms: i64| ratings(games).as_of(now_ms).get(&user(1)).unwrap().now;
    let first = game(MONDAY + DAY, 1, 2, Outcome::Win);
    let second = game(MONDAY + 3 * DAY, 1, 3, Outcome::Win);
    let at_once = now_of(std::slice::from_ref(&first), MONDAY + DAY);
    assert!(at_once.rating > 1600.0, "the week is not over, and it counts: {at_once:?}");
    let week = [first.clone(), second.clone()];
    let both = now_of(&week, MONDAY + 3 * DAY);
    assert!(both.rating > at_once.rating, "the second match of a week moves it again: {both:?}");
    let fresh = Rating::new();
    let together = after_period(&fresh, &[(fresh, Outcome::Win), (fresh, Outcome::Win)]);
    assert_eq!(both, together, "both are weighed together, against what there was before");
    // nothing moves on the Monday itself; a week without a match makes it less certain after it
    assert_eq!(now_of(&week, MONDAY + 7 * DAY - 1), both);
    let monday = now_of(&week, MONDAY + 7 * DAY);
    assert_eq!(monday.rating.to_bits(), both.rating.to_bits());
    assert!(monday.deviation > both.deviation);
    // a correction is followed through the weeks since
    let later = game(MONDAY + 8 * DAY, 1, 2, Outcome::Draw);
    let corrected = Game { outcome: Outcome::Loss, ..first.clone() };
    let before = now_of(&[first, later.clone()], MONDAY + 8 * DAY);
    assert!(now_of(&[corrected, later], MONDAY + 8 * DAY).rating < before.rating);
}
