//! How good people are, by Glicko-2 (M. Glickman, "Example of the Glicko-2 system"). It follows from the list of games
//! alone, so a correction is counted wherever it matters.

use std::collections::BTreeMap;

use skillratings::Outcomes;
use skillratings::glicko2::{
    Glicko2Config, decay_deviation, expected_score, glicko2_rating_period,
};

pub use skillratings::glicko2::Glicko2Rating as Rating;

use crate::person::Person;

/// A rating period is a week: clubs meet weekly, and people look for their new rating after club night.
pub const PERIOD_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// 5 January 1970, the first Monday of the count: weekends stay whole, and a week begins for everybody at 00:00 UTC.
const FIRST_MONDAY_MS: i64 = 4 * 24 * 60 * 60 * 1000;
/// Above this deviation a rating is still a guess.
pub const PROVISIONAL_ABOVE: f64 = 110.0;
/// Where a deviation begins, and where it grows back to.
const MOST_DEVIATION: f64 = 350.0;
/// Beyond these the expected score is so close to 0 or 1 that nothing can be computed with it.
const RATINGS: std::ops::RangeInclusive<f64> = 0.0..=4000.0;
/// Twenty years without a game; nobody's deviation has room to grow after that.
const MOST_IDLE_PERIODS: i64 = 1040;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Of the one named first.
    Win,
    Draw,
    Loss,
}

/// A game that was really played: no walkover, no bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<K = Person> {
    pub at_ms: i64,
    pub first: K,
    pub second: K,
    pub outcome: Outcome,
}

/// Where somebody stood after a period in which they played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Its Monday, 00:00 UTC.
    pub period_ms: i64,
    pub rating: f64,
    pub deviation: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    pub now: Rating,
    pub games: u32,
    /// The oldest first.
    pub history: Vec<Point>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ratings<K: Ord = Person> {
    pub of: BTreeMap<K, Rated>,
    /// The period up to which deviations have grown, counted from the first Monday of 1970.
    through: Option<i64>,
}

impl Outcome {
    #[must_use]
    pub fn turned(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }

    fn known_to_the_library(self) -> Outcomes {
        match self {
            Outcome::Win => Outcomes::WIN,
            Outcome::Draw => Outcomes::DRAW,
            Outcome::Loss => Outcomes::LOSS,
        }
    }
}

impl Rated {
    fn new() -> Self {
        Self { now: Rating::new(), games: 0, history: Vec::new() }
    }

    pub fn is_provisional(&self) -> bool {
        self.now.deviation > PROVISIONAL_ABOVE
    }
}

impl<K: Ord + Clone> Ratings<K> {
    pub fn get(&self, person: &K) -> Option<&Rated> {
        self.of.get(person)
    }

    /// The best first; level ones in the order of their keys.
    pub fn best_first(&self) -> Vec<(&K, &Rated)> {
        let mut all: Vec<_> = self.of.iter().collect();
        all.sort_by(|(_, a), (_, b)| b.now.rating.total_cmp(&a.now.rating));
        all
    }

    /// The same at a later time: whoever has not played for long is less certain.
    #[must_use]
    pub fn as_of(mut self, now_ms: i64) -> Self {
        if let Some(through) = self.through {
            let now = period_of(now_ms).max(through);
            for rated in self.of.values_mut() {
                rated.now = idle(rated.now, now - through);
            }
            self.through = Some(now);
        }
        self
    }
}

/// Whom everybody met in one period, and how it ended for them.
type Week<'a, K> = BTreeMap<&'a K, Vec<(&'a K, Outcome)>>;

/// The ratings after the last of these games, in whatever order they are listed. A game of somebody against themselves
/// tells nothing and is passed over.
pub fn ratings<K: Ord + Clone>(games: &[Game<K>]) -> Ratings<K> {
    let mut periods: BTreeMap<i64, Week<'_, K>> = BTreeMap::new();
    for game in games.iter().filter(|game| game.first != game.second) {
        let period = periods.entry(period_of(game.at_ms)).or_default();
        period.entry(&game.first).or_default().push((&game.second, game.outcome));
        period.entry(&game.second).or_default().push((&game.first, game.outcome.turned()));
    }

    let mut of: BTreeMap<K, Rated> = BTreeMap::new();
    let mut through = None;
    for (period, played) in periods {
        // everybody's week is counted from what all had before it; the weeks between brought no game for anybody
        let skipped = through.map_or(0, |through| period - through - 1);
        for rated in of.values_mut() {
            rated.now = idle(rated.now, skipped);
        }
        let before: BTreeMap<&K, Rating> = played
            .keys()
            .map(|person| (*person, of.get(*person).map_or_else(Rating::new, |rated| rated.now)))
            .collect();
        for (person, rated) in &mut of {
            if !played.contains_key(person) {
                rated.now = idle(rated.now, 1);
            }
        }
        for (person, mut results) in played {
            // sums of fractions depend on their order in the last digit
            results.sort_unstable();
            let results: Vec<(Rating, Outcome)> = results
                .into_iter()
                .filter_map(|(opponent, outcome)| Some((*before.get(opponent)?, outcome)))
                .collect();
            let rated = of.entry(person.clone()).or_insert_with(Rated::new);
            rated.now = after_period(&rated.now, &results);
            rated.games =
                rated.games.saturating_add(u32::try_from(results.len()).unwrap_or(u32::MAX));
            rated.history.push(Point {
                period_ms: start_of(period),
                rating: rated.now.rating,
                deviation: rated.now.deviation,
            });
        }
        through = Some(period);
    }
    Ratings { of, through }
}

/// One period of one person: everybody whom they met as these were before it, and how it ended for the person.
#[must_use]
pub fn after_period(before: &Rating, results: &[(Rating, Outcome)]) -> Rating {
    let results: Vec<(Rating, Outcomes)> = results
        .iter()
        .map(|(opponent, outcome)| (*opponent, outcome.known_to_the_library()))
        .collect();
    let after = glicko2_rating_period(before, &results, &Glicko2Config::new());
    Rating {
        rating: after.rating.clamp(*RATINGS.start(), *RATINGS.end()),
        deviation: after.deviation.min(MOST_DEVIATION),
        volatility: after.volatility,
    }
}

/// What the first may expect against the second: 1 is a sure win, ½ an even game.
pub fn expected(first: &Rating, second: &Rating) -> f64 {
    expected_score(first, second).0
}

fn idle(mut rating: Rating, periods: i64) -> Rating {
    for _ in 0..periods.min(MOST_IDLE_PERIODS) {
        if rating.deviation >= MOST_DEVIATION {
            break;
        }
        rating = decay_deviation(&rating);
    }
    rating
}

fn period_of(at_ms: i64) -> i64 {
    at_ms.saturating_sub(FIRST_MONDAY_MS).div_euclid(PERIOD_MS)
}

fn start_of(period: i64) -> i64 {
    period.saturating_mul(PERIOD_MS).saturating_add(FIRST_MONDAY_MS)
}
