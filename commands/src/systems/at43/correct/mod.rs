//! Putting a mistake right, with the others' consent or by the organiser.

use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::View;

use super::press::Words;
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::trouble::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorrectPress {
    Open,
}

impl CorrectPress {
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
    _at: &super::At,
    press: CorrectPress,
    _picked: &[String],
    _on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        CorrectPress::Open => Err(unknown()),
    }
}

#[boxed]
pub async fn filled_in(
    _hall: &Hall,
    _request: &Request,
    _at: &super::At,
    _press: CorrectPress,
    _written: &FilledForm,
    _on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    Err(unknown())
}

/// What is waited for here, with everything to answer it.
pub fn controls(_game: &Loaded, _state: &View) -> Controls {
    Controls::default()
}
