//! "5 or more", "less than 3", "6": what a face or a total is held against.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Compare {
    AtLeast,
    MoreThan,
    AtMost,
    LessThan,
    Exactly,
}

impl Compare {
    pub fn sign(self) -> &'static str {
        match self {
            Self::AtLeast => ">=",
            Self::MoreThan => ">",
            Self::AtMost => "<=",
            Self::LessThan => "<",
            Self::Exactly => "=",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    pub compare: Compare,
    pub number: i64,
}

impl Condition {
    pub fn new(compare: Compare, number: i64) -> Self {
        Self { compare, number }
    }

    pub fn is_met_by(self, value: i64) -> bool {
        match self.compare {
            Compare::AtLeast => value >= self.number,
            Compare::MoreThan => value > self.number,
            Compare::AtMost => value <= self.number,
            Compare::LessThan => value < self.number,
            Compare::Exactly => value == self.number,
        }
    }

    /// How far a value lies from the nearest number that just meets the condition: "yes by 2" or
    /// "no by 3". Nothing to spare is 0.
    pub fn margin(self, value: i64) -> i64 {
        let just = match self.compare {
            Compare::AtLeast | Compare::AtMost | Compare::Exactly => self.number,
            Compare::MoreThan => self.number.saturating_add(1),
            Compare::LessThan => self.number.saturating_sub(1),
        };
        value.saturating_sub(just).saturating_abs()
    }

    /// "5 or more", "less than 3", "6".
    pub fn words(self) -> String {
        let number = signed(self.number);
        match self.compare {
            Compare::AtLeast => format!("{number} or more"),
            Compare::MoreThan => format!("more than {number}"),
            Compare::AtMost => format!("{number} or less"),
            Compare::LessThan => format!("less than {number}"),
            Compare::Exactly => number,
        }
    }

    /// As it is written after `!`, `r`, `rr` and `f`, where a bare number means exactly that number.
    pub(super) fn after_letter(self) -> String {
        match self.compare {
            Compare::Exactly if self.number >= 0 => self.number.to_string(),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.compare.sign(), self.number)
    }
}

/// A number with a real minus sign, as people read it.
pub(super) fn signed(number: i64) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}
