//! A league as it stands: its seasons, who takes part, every match and what became of it.

use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::Player;
use serde::{Deserialize, Serialize};

use crate::ids::{EntrantId, FixtureId};
use crate::lots::{Lot, Promise};
use crate::settings::{Played, Settings};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct League {
    pub name: String,
    pub about: String,
    pub played: Played,
    /// Besides the people who manage the server.
    pub organisers: Vec<Player>,
    /// The season that is on, or was the last.
    pub season: Season,
    /// The ones before, the oldest first.
    pub past: Vec<Season>,
    pub next_entrant: u32,
    pub next_fixture: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Season {
    /// Counted from 1.
    pub number: u16,
    /// Empty where it has only its number.
    pub name: String,
    pub phase: Phase,
    pub settings: Settings,
    pub entrants: Vec<Entrant>,
    /// Of the formats that have rounds: those paired so far.
    pub rounds: Vec<Round>,
    pub fixtures: Vec<Fixture>,
    pub adjustments: Vec<Adjustment>,
    /// What lots were drawn with.
    pub lot: u64,
    #[serde(default)]
    pub level: Level,
    pub opened_ms: i64,
    pub started_ms: Option<i64>,
    pub closed_ms: Option<i64>,
}

/// How people were separated whom no tie-breaker had separated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Level {
    /// What the next lot is drawn with. Seasons from before there were such lots have none.
    pub promise: Option<Promise>,
    pub lots: Vec<Lot>,
    /// The oldest first; what is younger counts where two are about the same people.
    pub separations: Vec<Separation>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Separation {
    pub division: u8,
    /// Who was level. Other people are another question.
    pub among: Vec<EntrantId>,
    pub how: SeparatedBy,
    pub at_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum SeparatedBy {
    /// The whole order, from the best to the last.
    Lot { order: Vec<EntrantId> },
    /// They play for it, everybody against everybody.
    Decider { fixtures: Vec<FixtureId> },
    /// An organiser's word: these come first in this order, the others are still level behind them.
    Ruling { order: Vec<EntrantId>, why: String, by: Player },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// People enter; nothing is played yet.
    Entry,
    Running,
    /// The knockout after the last round.
    Finals,
    Closed,
}

/// Somebody in a league. Guests have no id: people of the club who are not on Discord.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    pub no: EntrantId,
    /// Flattened to `id` and `name` side by side, as everywhere, so that a person can be found and taken out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<UserId>,
    pub name: String,
    pub faction: Option<String>,
    pub division: u8,
    /// Their place in the order that first pairings, brackets and ladders begin with.
    pub seed: u32,
    /// No longer in it.
    pub out: bool,
    /// The round from which they are paired; 0 from the start, also for those who left and came back.
    pub from_round: u16,
    pub entered_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Counted from 1 over the whole season.
    pub number: u16,
    pub stage: Stage,
    /// "Round 3", "Semi-finals".
    pub name: String,
    pub paired_ms: i64,
    pub due_ms: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Main,
    Finals,
    /// Between level people. It counts in no table; its result separates them.
    Decider,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    pub no: FixtureId,
    /// The number of its round; nothing for challenges.
    pub round: Option<u16>,
    pub stage: Stage,
    pub division: u8,
    /// Its place in the bracket of a knockout, counted from 0 within its round.
    pub slot: u16,
    /// The match for third place is of no consequence for who goes on.
    #[serde(default)]
    pub third_place: bool,
    pub first: EntrantId,
    /// Nobody: a bye.
    pub second: Option<EntrantId>,
    pub state: State,
    pub due_ms: Option<i64>,
    /// Whether its people have been told that the deadline is near, and that it has passed.
    #[serde(default)]
    pub told_soon: bool,
    #[serde(default)]
    pub told_late: bool,
    pub made_ms: i64,
    /// Grows with every change of its result, so that a button knows what it was about.
    pub revision: u16,
    /// The games that were opened for it; the last one is meant.
    pub games: Vec<String>,
    /// What it was before each change of a result that had counted or had been reported.
    pub history: Vec<Change>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum State {
    Open,
    /// One of the two has said how it ended.
    Reported {
        result: MatchResult,
        by: EntrantId,
        at_ms: i64,
    },
    /// The other one says that it was not so.
    Disputed {
        result: MatchResult,
        by: EntrantId,
        says: String,
        at_ms: i64,
    },
    Decided {
        result: MatchResult,
        how: How,
        at_ms: i64,
    },
    /// A round without an opponent.
    Bye,
    /// It counts for nothing and nobody.
    Cancelled {
        why: String,
    },
}

/// Who made a result count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// A game at Gatemaster's table has ended.
    Game,
    Opponent,
    /// Nobody objected in time.
    Deadline,
    Organiser,
    /// One of the two has left the league.
    DropOut,
    Import,
}

/// One of the two in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    First,
    Second,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Win(Side),
    Draw,
    /// This one was there and the other was not.
    Walkover(Side),
    /// Neither was there; both have lost.
    NotPlayed,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchResult {
    pub verdict: Verdict,
    /// What each scored, where that is known.
    #[serde(default)]
    pub scores: Option<[i32; 2]>,
    #[serde(default)]
    pub factions: [Option<String>; 2],
    /// The game that it comes from.
    #[serde(default)]
    pub game: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub at_ms: i64,
    pub by: Player,
    /// What stood there before.
    pub before: State,
    pub why: String,
}

/// Points that the organiser gives or takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjustment {
    pub entrant: EntrantId,
    pub points: i32,
    pub why: String,
    pub by: Player,
    pub at_ms: i64,
    /// Taken back; it stays in the book.
    pub revoked: bool,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    pub fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }

    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl Verdict {
    /// Whether it was played at a table.
    pub fn was_played(self) -> bool {
        matches!(self, Verdict::Win(_) | Verdict::Draw)
    }

    pub fn winner(self) -> Option<Side> {
        match self {
            Verdict::Win(side) | Verdict::Walkover(side) => Some(side),
            Verdict::Draw | Verdict::NotPlayed => None,
        }
    }
}

impl MatchResult {
    pub fn plain(verdict: Verdict) -> Self {
        Self { verdict, scores: None, factions: [None, None], game: None }
    }

    /// The same, and whatever it does not name as it was before. Scores stay only where they fit how it ended.
    #[must_use]
    pub fn or_as_before(self, before: Option<&MatchResult>) -> Self {
        let Some(before) = before else { return self };
        let Self { verdict, scores, factions: [first, second], game } = self;
        let fits = |[first, second]: &[i32; 2]| match verdict {
            Verdict::Win(Side::First) => first >= second,
            Verdict::Win(Side::Second) => second >= first,
            Verdict::Draw => first == second,
            Verdict::Walkover(_) | Verdict::NotPlayed => false,
        };
        let [first_before, second_before] = before.factions.clone();
        Self {
            verdict,
            scores: scores.or(before.scores.filter(fits)),
            factions: [first.or(first_before), second.or(second_before)],
            game: game.or_else(|| before.game.clone()),
        }
    }

    /// Whether it says nothing about a match that this result does not say too.
    pub fn is_told_by(&self, known: &MatchResult) -> bool {
        let Self { verdict, scores, factions, game } = self;
        let mut factions = factions.iter().zip(&known.factions);
        *verdict == known.verdict
            && (scores.is_none() || *scores == known.scores)
            && factions.all(|(new, known)| new.is_none() || new == known)
            && (game.is_none() || *game == known.game)
    }
}

impl Entrant {
    pub fn is(&self, user: UserId) -> bool {
        self.id == Some(user)
    }
}

impl Fixture {
    pub fn entrant(&self, side: Side) -> Option<EntrantId> {
        match side {
            Side::First => Some(self.first),
            Side::Second => self.second,
        }
    }

    pub fn side_of(&self, entrant: EntrantId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.entrant(*side) == Some(entrant))
    }

    pub fn opponent_of(&self, entrant: EntrantId) -> Option<EntrantId> {
        self.side_of(entrant).and_then(|side| self.entrant(side.other()))
    }

    pub fn has(&self, entrant: EntrantId) -> bool {
        self.side_of(entrant).is_some()
    }

    /// Whether the end of this game is what counts; nobody has ruled otherwise since.
    pub fn was_decided_by(&self, game: &str) -> bool {
        matches!(
            &self.state,
            State::Decided { result, how: How::Game, .. } if result.game.as_deref() == Some(game)
        )
    }

    /// The result that counts.
    pub fn result(&self) -> Option<&MatchResult> {
        match &self.state {
            State::Decided { result, .. } => Some(result),
            _ => None,
        }
    }

    /// What was last said about how it ended, whether it counts or not.
    pub fn told(&self) -> Option<&MatchResult> {
        match &self.state {
            State::Reported { result, .. }
            | State::Disputed { result, .. }
            | State::Decided { result, .. } => Some(result),
            State::Open | State::Bye => None,
            State::Cancelled { .. } => match self.history.last().map(|change| &change.before) {
                Some(State::Reported { result, .. } | State::Decided { result, .. }) => {
                    Some(result)
                }
                Some(
                    State::Open | State::Disputed { .. } | State::Bye | State::Cancelled { .. },
                )
                | None => None,
            },
        }
    }

    /// When its result came to count.
    pub fn decided_ms(&self) -> Option<i64> {
        match &self.state {
            State::Decided { at_ms, .. } => Some(*at_ms),
            _ => None,
        }
    }

    /// Whether it still waits for somebody.
    pub fn is_unsettled(&self) -> bool {
        matches!(self.state, State::Open | State::Reported { .. } | State::Disputed { .. })
    }

    /// Who goes on from it, in a knockout.
    pub fn winner(&self) -> Option<EntrantId> {
        match &self.state {
            State::Bye => Some(self.first),
            State::Decided { result, .. } => {
                result.verdict.winner().and_then(|side| self.entrant(side))
            }
            _ => None,
        }
    }
}

impl Season {
    pub fn entrant(&self, no: EntrantId) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.no == no)
    }

    pub fn entrant_of(&self, user: UserId) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.is(user))
    }

    pub fn fixture(&self, no: FixtureId) -> Option<&Fixture> {
        self.fixtures.iter().find(|fixture| fixture.no == no)
    }

    pub fn name_of(&self, no: EntrantId) -> &str {
        self.entrant(no).map_or("somebody", |entrant| entrant.name.as_str())
    }

    /// Those who are still in it.
    pub fn active(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants.iter().filter(|entrant| !entrant.out)
    }

    pub fn in_division(&self, division: u8) -> impl Iterator<Item = &Entrant> {
        self.entrants.iter().filter(move |entrant| entrant.division == division)
    }

    pub fn round(&self, number: u16) -> Option<&Round> {
        self.rounds.iter().find(|round| round.number == number)
    }

    /// The round that was paired last.
    pub fn last_round(&self) -> Option<&Round> {
        self.rounds.last()
    }

    pub fn fixtures_of_round(&self, number: u16) -> impl Iterator<Item = &Fixture> {
        self.fixtures.iter().filter(move |fixture| fixture.round == Some(number))
    }

    /// How many rounds of the main stage are paired.
    pub fn main_rounds(&self) -> usize {
        self.rounds.iter().filter(|round| round.stage == Stage::Main).count()
    }

    /// The last round that is not a decider.
    pub fn last_proper_round(&self) -> Option<&Round> {
        self.rounds.iter().rev().find(|round| round.stage != Stage::Decider)
    }

    /// Matches that still wait for somebody.
    pub fn unsettled(&self) -> impl Iterator<Item = &Fixture> {
        self.fixtures.iter().filter(|fixture| fixture.is_unsettled())
    }

    /// "Season 2", or "Season 2 (Winter)".
    pub fn title(&self) -> String {
        if self.name.is_empty() {
            format!("Season {}", self.number)
        } else {
            format!("Season {} ({})", self.number, self.name)
        }
    }

    pub fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Running | Phase::Finals)
    }
}

impl League {
    pub fn is_organiser(&self, user: UserId) -> bool {
        self.organisers.iter().any(|organiser| organiser.id == user)
    }

    /// Every season, the oldest first.
    pub fn seasons(&self) -> impl DoubleEndedIterator<Item = &Season> {
        self.past.iter().chain([&self.season])
    }

    pub fn season(&self, number: u16) -> Option<&Season> {
        self.seasons().find(|season| season.number == number)
    }
}
