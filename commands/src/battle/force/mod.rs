//! The forces, before the battle.

use gatemaster_rules::antares::Setup;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::ids::{Seat, Seq};

use super::controls::Controls;
use super::press::Words;
use crate::answer::Reply;
use crate::card::Card;
use crate::desk::Loaded;
use crate::face::Face;
use crate::forms::Written;
use crate::presses::{On, unknown};
use crate::request::Request;
use crate::trouble::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcePress {
    Placeholder,
}

impl ForcePress {
    pub fn words(self) -> Words {
        match self {
            Self::Placeholder => ("x", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        match (word, numbers) {
            ("x", []) => Some(Self::Placeholder),
            _ => None,
        }
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![Self::Placeholder]
    }
}

/// A button, or a list with what was picked from it.
pub(crate) async fn pressed(
    _face: &Face,
    _request: &Request,
    _at: (&str, Seq),
    press: ForcePress,
    _picked: &[String],
    _on: On,
) -> Result<Reply, Trouble> {
    match press {
        ForcePress::Placeholder => Err(unknown()),
    }
}

/// A form that was filled in.
pub(crate) async fn filled_in(
    _face: &Face,
    _request: &Request,
    _at: (&str, Seq),
    press: ForcePress,
    _written: &Written,
    _on: Option<On>,
) -> Result<Reply, Trouble> {
    match press {
        ForcePress::Placeholder => Err(unknown()),
    }
}

/// The lobby of a battle; `lines` name the table and its people.
pub fn lobby(game: &Loaded, setup: &Setup, lines: Vec<String>) -> Card {
    todo!()
}
