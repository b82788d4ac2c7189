//! A season counted with a pencil: from the list of who played whom and how it ended, in other words than the program's, so
//! that the two can be compared.

use std::collections::{BTreeMap, BTreeSet};

/// A match as somebody at the club would write it down.
#[derive(Clone, Debug)]
pub struct Game {
    pub finals: bool,
    pub first: String,
    pub second: String,
    pub end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Score(i64, i64),
    FirstWasThere,
    SecondWasThere,
    NobodyCame,
    /// The second is nobody.
    Bye,
}

/// What separates people with the same points.
#[derive(Clone, Copy, Debug)]
pub enum Breaker {
    Buchholz,
    SonnebornBerger,
    AmongThemselves,
    Difference,
    Scored,
    Wins,
}

/// What a row of the table says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub place: u32,
    pub points: i64,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub byes: u32,
    pub scored: i64,
    pub conceded: i64,
    pub given: i64,
}

#[derive(Debug)]
pub struct Pencil {
    pub people: Vec<String>,
    pub games: Vec<Game>,
    pub given: Vec<(String, i64)>,
    pub breakers: Vec<Breaker>,
}

/// Three for a win, one for a draw, however it came about; a bye is a win.
const WIN: i64 = 3;
const DRAW: i64 = 1;

impl Pencil {
    /// Everybody's line, by name.
    pub fn lines(&self) -> BTreeMap<String, Line> {
        let mut lines: BTreeMap<String, Line> =
            self.people.iter().map(|name| (name.clone(), Line::default())).collect();
        for game in self.main() {
            count(game, &mut lines);
        }
        for (name, points) in &self.given {
            let line = lines.get_mut(name).unwrap();
            line.points += points;
            line.given += points;
        }
        let mut place = 1;
        for level in self.order() {
            for name in &level {
                lines.get_mut(name).unwrap().place = place;
            }
            place += u32::try_from(level.len()).unwrap();
        }
        lines
    }

    fn main(&self) -> impl Iterator<Item = &Game> {
        self.games.iter().filter(|game| !game.finals)
    }

    /// From the best to the last, those whom nothing separates together.
    pub fn order(&self) -> Vec<BTreeSet<String>> {
        let total = |name: &str| {
            let given = self.given.iter().filter(|(to, _)| to == name);
            self.game_points(name) + given.map(|(_, points)| points).sum::<i64>()
        };
        let mut by_points: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
        for name in &self.people {
            by_points.entry(total(name)).or_default().insert(name.clone());
        }
        let groups = by_points.into_values().rev();
        groups.flat_map(|group| self.split(group, &self.breakers)).collect()
    }

    fn split(&self, group: BTreeSet<String>, breakers: &[Breaker]) -> Vec<BTreeSet<String>> {
        let [breaker, rest @ ..] = breakers else { return vec![group] };
        if group.len() == 1 {
            return vec![group];
        }
        let mut parts: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
        for name in &group {
            parts.entry(self.value(*breaker, name, &group)).or_default().insert(name.clone());
        }
        parts.into_values().rev().flat_map(|part| self.split(part, rest)).collect()
    }

    /// Doubled, because Sonneborn-Berger counts halves.
    fn value(&self, breaker: Breaker, name: &str, level: &BTreeSet<String>) -> i64 {
        let own = self.game_points(name);
        let mut sum = 0;
        for (opponent, end) in self.seen_by(name) {
            let (mine, _) = worth(end);
            let met = matches!(end, End::Score(..));
            let theirs = if met { self.game_points(&opponent) } else { 0 };
            sum += match breaker {
                Breaker::Buchholz => 2 * if met { theirs } else { own },
                Breaker::SonnebornBerger => match mine {
                    WIN => 2 * theirs,
                    DRAW => theirs,
                    _ => 0,
                },
                Breaker::AmongThemselves => {
                    if level.contains(&opponent) {
                        2 * mine
                    } else {
                        0
                    }
                }
                Breaker::Difference => {
                    let (own, against) = self.doubled_score(name, end);
                    own - against
                }
                Breaker::Scored => self.doubled_score(name, end).0,
                Breaker::Wins => i64::from(mine == WIN && end != End::Bye) * 2,
            };
        }
        sum
    }

    /// What counts as the score of a game for somebody, doubled: where nobody sat across the table, their own average of the
    /// games that were played, to the nearest half; nothing for themselves where they did not come.
    fn doubled_score(&self, name: &str, end: End) -> (i64, i64) {
        let played: Vec<(i64, i64)> = self
            .seen_by(name)
            .into_iter()
            .filter_map(|(_, end)| match end {
                End::Score(a, b) => Some((a, b)),
                End::FirstWasThere | End::SecondWasThere | End::NobodyCame | End::Bye => None,
            })
            .collect();
        let average = |sum: i64| {
            // twice the average, to the nearest; no score here is below zero
            let number = i64::try_from(played.len().max(1)).unwrap();
            (4 * sum + number) / (2 * number)
        };
        let own = average(played.iter().map(|score| score.0).sum());
        let against = average(played.iter().map(|score| score.1).sum());
        match end {
            End::Score(a, b) => (2 * a, 2 * b),
            End::FirstWasThere | End::Bye => (own, against),
            End::SecondWasThere | End::NobodyCame => (0, against),
        }
    }

    fn game_points(&self, name: &str) -> i64 {
        self.seen_by(name).into_iter().map(|(_, end)| worth(end).0).sum()
    }

    /// Somebody's games as if they had been named first in all of them.
    fn seen_by(&self, name: &str) -> Vec<(String, End)> {
        let mut seen = Vec::new();
        for game in self.main() {
            if game.first == name {
                seen.push((game.second.clone(), game.end));
            } else if game.second == name {
                let end = match game.end {
                    End::Score(a, b) => End::Score(b, a),
                    End::FirstWasThere => End::SecondWasThere,
                    End::SecondWasThere => End::FirstWasThere,
                    End::NobodyCame => End::NobodyCame,
                    End::Bye => panic!("nobody is the second of a bye"),
                };
                seen.push((game.first.clone(), end));
            }
        }
        seen
    }
}

/// What it brings the first and the second.
pub fn worth(end: End) -> (i64, i64) {
    match end {
        End::Score(a, b) if a > b => (WIN, 0),
        End::Score(a, b) if a < b => (0, WIN),
        End::Score(..) => (DRAW, DRAW),
        End::FirstWasThere | End::Bye => (WIN, 0),
        End::SecondWasThere => (0, WIN),
        End::NobodyCame => (0, 0),
    }
}

fn count(game: &Game, lines: &mut BTreeMap<String, Line>) {
    let mut one = lines.remove(&game.first).unwrap();
    if game.end == End::Bye {
        one.byes += 1;
        one.points += WIN;
        lines.insert(game.first.clone(), one);
        return;
    }
    let mut other = lines.remove(&game.second).unwrap();
    let (mine, theirs) = worth(game.end);
    one.points += mine;
    other.points += theirs;
    for (line, points) in [(&mut one, mine), (&mut other, theirs)] {
        match points {
            WIN => line.won += 1,
            DRAW => line.drawn += 1,
            _ => line.lost += 1,
        }
    }
    if let End::Score(a, b) = game.end {
        one.scored += a;
        one.conceded += b;
        other.scored += b;
        other.conceded += a;
    }
    lines.insert(game.first.clone(), one);
    lines.insert(game.second.clone(), other);
}
