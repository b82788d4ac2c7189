//! What somebody has typed, and how it was understood.

use super::expression::Expression;
use super::parse;
use crate::refusal::Refusal;

/// A roll as a person wrote it just now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub expression: Expression,
    /// How it was read, a sentence each, where other tools read the same signs otherwise.
    pub remarks: Vec<String>,
}

impl Reading {
    /// Reads a dice expression, or says in one sentence where it stopped making sense.
    pub fn of(typed: &str) -> Result<Self, Refusal> {
        let (expression, remarks) = parse::read(typed, true)?;
        Ok(Self { expression, remarks })
    }
}
