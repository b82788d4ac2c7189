//! Ranges that the other side has asked for: whoever plays without a table before them, the program for one, decides by them.

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
pub enum MeasurePress {
    Open,
}

impl MeasurePress {
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
    press: MeasurePress,
    _picked: &[String],
    _on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        MeasurePress::Open => Err(unknown()),
    }
}

#[boxed]
pub async fn filled_in(
    _hall: &Hall,
    _request: &Request,
    _at: &super::At,
    _press: MeasurePress,
    _written: &FilledForm,
    _on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    Err(unknown())
}

/// What is waited for here, with everything to answer it.
pub fn controls(_game: &Loaded, _state: &View) -> Controls {
    Controls::default()
}
