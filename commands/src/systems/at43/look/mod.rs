//! Looking things up: units, profiles, weapons, rules.

use gatemaster_discord::forms::FilledForm;

use super::press::Words;
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Book, Hall};
use crate::request::Request;
use crate::trouble::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookPress {
    Open,
}

impl LookPress {
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
    press: LookPress,
    _picked: &[String],
    _on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        LookPress::Open => Err(unknown()),
    }
}

#[boxed]
pub async fn filled_in(
    _hall: &Hall,
    _request: &Request,
    _at: &super::At,
    _press: LookPress,
    _written: &FilledForm,
    _on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    Err(unknown())
}

/// Whether a rule has just this title or number.
pub fn has_rule(_typed: &str) -> bool {
    false
}

/// `/unit`, `/profile`, `/weapon` and `/rules`.
#[boxed]
pub async fn look_up(
    _hall: &Hall,
    _request: &Request,
    _game: Option<&Loaded>,
    _book: Book,
    _typed: Option<&str>,
) -> Result<Reply, Trouble> {
    Err(unknown())
}

/// What there is to look up, as label and value, while it is typed.
#[boxed]
pub async fn offered(
    _hall: &Hall,
    _request: &Request,
    _game: Option<&Loaded>,
    _book: Book,
    _typed: &str,
) -> Vec<(String, String)> {
    Vec::new()
}
