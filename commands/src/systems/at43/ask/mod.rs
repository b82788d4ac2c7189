//! The questions that come up in the middle, and answers given beforehand.

use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::View;
use gatemaster_rules::table::{Action, Player};
use gatemaster_store::Store;

use super::press::Words;
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::trouble::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskPress {
    Open,
}

impl AskPress {
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
    press: AskPress,
    _picked: &[String],
    _on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        AskPress::Open => Err(unknown()),
    }
}

#[boxed]
pub async fn filled_in(
    _hall: &Hall,
    _request: &Request,
    _at: super::At<'_>,
    _press: AskPress,
    _written: &FilledForm,
    _on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    Err(unknown())
}

/// What is waited for here, with everything to answer it.
pub fn controls(_game: &Loaded, _state: &View) -> Controls {
    Controls::default()
}

/// What a player has said beforehand, to look at and to change.
#[boxed]
pub async fn standing_card(
    _hall: &Hall,
    _request: &Request,
    _game: &Loaded,
) -> Result<Reply, Trouble> {
    Err(unknown())
}

/// Whether a question is open that can have been answered beforehand.
pub fn is_asked(_state: &View) -> bool {
    false
}

/// What this player has said beforehand to what the table waits for.
#[boxed]
pub async fn answer_beforehand(
    _store: &Store,
    _game: &Loaded,
    _state: &View,
    _player: &Player,
) -> Result<Option<Action>, Trouble> {
    Ok(None)
}
