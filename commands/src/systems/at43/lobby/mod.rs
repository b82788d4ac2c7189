//! The table before the game: mission, points, roles and switches.

use gatemaster_discord::card::Card;
use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::Setup;

use super::press::Words;
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Face, Hall};
use crate::request::Request;
use crate::table::{self, Lobby};
use crate::trouble::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LobbyPress {
    Open,
}

impl LobbyPress {
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
    press: LobbyPress,
    _picked: &[String],
    _on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        LobbyPress::Open => Err(unknown()),
    }
}

#[boxed]
pub async fn filled_in(
    _hall: &Hall,
    _request: &Request,
    _at: &super::At,
    _press: LobbyPress,
    _written: &FilledForm,
    _on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    Err(unknown())
}

/// A new table on this server, with its own units where it has some.
#[boxed]
pub async fn new_setup(
    _hall: &Hall,
    _request: &Request,
    _sides: [Option<String>; 2],
) -> Result<Setup, Trouble> {
    Ok(Setup::default())
}

/// The table before the game begins.
pub fn lobby(face: &dyn Face, game: &Loaded, _setup: &Setup, lines: Vec<String>) -> Card {
    table::framed_lobby(face, game, Lobby { lines, ..Lobby::default() })
}

/// "Ann set the table: …"
pub fn set_up_line(who: &str, _setup: &Setup) -> String {
    format!("{who} set the table.")
}
