//! What came of a roll: every die with its fate, and the answer. It can be stored and shown later
//! without the expression.

use serde::{Deserialize, Serialize};

use super::condition::{Condition, signed};
use super::expression::{Counting, Pick, Pool};
use super::limits::{MAX_EXTRA_PER_DIE, MAX_ROLLED_DICE};
use crate::dice::Roll;

/// A whole expression, rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// The canonical text of the expression, without its label.
    pub notation: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// One for every roll that `;` separates.
    pub series: Vec<Series>,
}

/// One roll, or the same roll repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    pub answers: Vec<Answer>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub outcome: Outcome,
    /// The formula with its dice, in reading order.
    pub pieces: Vec<Piece>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Total(i64),
    /// Every dice term counted successes; failures can make it negative.
    Successes(i64),
    /// A total held against a number; `by` is what was to spare or what was missing.
    Verdict {
        total: i64,
        passed: bool,
        by: i64,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    Number {
        value: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    Dice(RolledPool),
    Operator(Operator),
    /// The minus sign before a term.
    Negative,
    Open,
    /// The word and the opening bracket of "max(2d6, d12)".
    Pick(Pick),
    Comma,
    Close {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// What stands before it, back to its opening bracket, was tested. In arithmetic it is worth 1 or 0.
    Test {
        needed: Condition,
        total: i64,
        passed: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    /// Rounds down, below zero as well: −7 ÷ 2 is −4.
    Divide,
}

/// The dice of one term, in the order they were rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RolledPool {
    pub pool: Pool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counting: Option<Counting>,
    pub dice: Vec<Die>,
    /// The sum of what counts, or successes less failures.
    pub value: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    pub roll: Roll,
    /// What the face is worth: something else than it shows with a dF, and where dice are worth so much at least or at most.
    pub value: i64,
    pub fate: Fate,
    /// It brought the die after it (or after that one's re-rolls).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exploded: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Added to the total.
    Counted,
    Success,
    Failure,
    /// Where successes are counted: neither a success nor a failure.
    Neither,
    /// Where successes are counted and dice compound: judged together with the die that it brought.
    Joined,
    /// Keep or drop left it out.
    Dropped,
    /// Rolled again; the die after it took its place.
    Rerolled,
}

/// Something the players should know about how the roll went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// A die wanted more explosions or re-rolls than one die gets.
    DieStopped,
    /// The whole roll wanted more dice than a roll gets.
    RollStopped,
}

impl Rolled {
    /// Every die in the order it was rolled, for the log.
    pub fn dice(&self) -> Vec<Roll> {
        let answers = self.series.iter().flat_map(|series| &series.answers);
        let pools = answers.flat_map(Answer::pools);
        pools.flat_map(|pool| pool.dice.iter().map(|die| die.roll)).collect()
    }

    /// The answer alone, without markdown: "14", "3 successes", "11, yes by 2"; repeats "7, 9, 4",
    /// several rolls "7; 3 successes".
    pub fn headline(&self) -> String {
        let series: Vec<String> = self.series.iter().map(Series::headline).collect();
        series.join("; ")
    }
}

impl Series {
    pub fn highest(&self) -> Option<i64> {
        self.numbers().max()
    }

    pub fn lowest(&self) -> Option<i64> {
        self.numbers().min()
    }

    pub fn sum(&self) -> i64 {
        self.numbers().fold(0, i64::saturating_add)
    }

    /// How many tests of a total were passed, and of how many; `None` when nothing was tested.
    pub fn passed(&self) -> Option<(usize, usize)> {
        let verdicts = self.answers.iter().filter_map(|answer| match answer.outcome {
            Outcome::Verdict { passed, .. } => Some(passed),
            Outcome::Total(_) | Outcome::Successes(_) => None,
        });
        let verdicts: Vec<bool> = verdicts.collect();
        let passed = verdicts.iter().filter(|passed| **passed).count();
        (!verdicts.is_empty()).then_some((passed, verdicts.len()))
    }

    fn numbers(&self) -> impl Iterator<Item = i64> {
        self.answers.iter().map(|answer| answer.outcome.number())
    }

    fn headline(&self) -> String {
        let answers: Vec<String> = self.answers.iter().map(Answer::headline).collect();
        // a verdict has a comma of its own
        let comma = if self.passed().is_some() { "; " } else { ", " };
        answers.join(comma)
    }
}

impl Answer {
    pub fn pools(&self) -> impl Iterator<Item = &RolledPool> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Dice(pool) => Some(pool),
            Piece::Number { .. }
            | Piece::Operator(_)
            | Piece::Negative
            | Piece::Open
            | Piece::Pick(_)
            | Piece::Comma
            | Piece::Close { .. }
            | Piece::Test { .. } => None,
        })
    }

    pub fn headline(&self) -> String {
        match (self.outcome, self.pieces.as_slice()) {
            (Outcome::Successes(n), [Piece::Dice(pool)]) if pool.is_yes_or_no() => {
                (if n == 0 { "no success" } else { "success" }).to_owned()
            }
            (outcome, _) => outcome.headline(),
        }
    }
}

impl Outcome {
    /// The number in it: the total or the successes.
    pub fn number(self) -> i64 {
        match self {
            Self::Total(n) | Self::Successes(n) | Self::Verdict { total: n, .. } => n,
        }
    }

    pub fn headline(self) -> String {
        match self {
            Self::Total(total) => signed(total),
            Self::Successes(0) => "no successes".to_owned(),
            Self::Successes(1) => "1 success".to_owned(),
            Self::Successes(n) => format!("{} successes", signed(n)),
            Self::Verdict { total, passed, by } => {
                format!("{}, {}", signed(total), verdict(passed, by))
            }
        }
    }
}

/// "yes by 2", "yes, exactly", "no by 3".
pub(super) fn verdict(passed: bool, by: i64) -> String {
    match (passed, by) {
        (true, 0) => "yes, exactly".to_owned(),
        (true, by) => format!("yes by {by}"),
        (false, by) => format!("no by {by}"),
    }
}

impl RolledPool {
    /// One die that succeeds or does not: a number of successes would be an odd answer.
    fn is_yes_or_no(&self) -> bool {
        self.pool.count == 1
            && (self.pool.explode.is_empty() || self.pool.compound)
            && self.counting.is_some_and(|counting| counting.failure.is_none())
    }
}

impl Operator {
    /// `None` for what cannot be reckoned: a division by 0 or a number too large.
    pub(super) fn apply(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Subtract => a.checked_sub(b),
            Self::Multiply => a.checked_mul(b),
            Self::Divide => {
                let quotient = a.checked_div(b)?;
                let rounds_up = a % b != 0 && (a < 0) != (b < 0);
                Some(quotient - i128::from(rounds_up))
            }
        }
    }

    pub(super) fn typed(self) -> char {
        match self {
            Self::Add => '+',
            Self::Subtract => '-',
            Self::Multiply => '*',
            Self::Divide => '/',
        }
    }

    pub fn sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Subtract => '−',
            Self::Multiply => '×',
            Self::Divide => '÷',
        }
    }
}

impl Note {
    pub fn sentence(self) -> String {
        match self {
            Self::DieStopped => {
                format!("One die had led to {MAX_EXTRA_PER_DIE} more dice and stopped there.")
            }
            Self::RollStopped => format!(
                "The roll had reached {MAX_ROLLED_DICE} dice; nothing exploded or was rolled again after that."
            ),
        }
    }
}
