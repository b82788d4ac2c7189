//! The tactical phase: sequence and wager in secret, and one's own cards later on.

use gatemaster_discord::card::Card;
use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::View;

use super::press::Words;
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::secret::Secret;
use crate::trouble::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanPress {
    Open,
}

impl PlanPress {
    pub fn words(self) -> Words {
        match self {
            Self::Open => ("open", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("open", []) => Self::Open,
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![Self::Open]
    }
}

#[boxed]
pub async fn pressed(
    _hall: &Hall,
    _request: &Request,
    _at: super::At<'_>,
    press: PlanPress,
    _picked: &[String],
    _on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        PlanPress::Open => Err(unknown()),
    }
}

#[boxed]
pub async fn filled_in(
    _hall: &Hall,
    _request: &Request,
    _at: super::At<'_>,
    _press: PlanPress,
    _written: &FilledForm,
    _on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    Err(unknown())
}

/// What is waited for here, with everything to answer it.
pub fn controls(_game: &Loaded, _state: &View) -> Controls {
    Controls::default()
}

/// What only its owner may see: company, sequence, wager, and the cards still to come.
pub fn mine(_game: &Loaded, _own: Secret<View>) -> Option<Secret<Card>> {
    None
}
