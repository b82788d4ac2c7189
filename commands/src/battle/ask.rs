//! What a battle waits for: the decisions of both players.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::ids::{Seat, Seq};

use super::controls::Controls;
use super::press::Words;
use crate::answer::Reply;
use crate::desk::Loaded;
use crate::face::Face;
use crate::forms::Written;
use crate::presses::{On, unknown};
use crate::request::Request;
use crate::trouble::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskPress {
    Placeholder,
    /// One's own standing orders, privately.
    Standing,
}

impl AskPress {
    pub fn words(self) -> Words {
        match self {
            Self::Placeholder => ("x", Vec::new()),
            Self::Standing => ("standing", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        match (word, numbers) {
            ("x", []) => Some(Self::Placeholder),
            ("standing", []) => Some(Self::Standing),
            _ => None,
        }
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![Self::Placeholder, Self::Standing]
    }
}

/// A button, or a list with what was picked from it.
pub(crate) async fn pressed(
    _face: &Face,
    _request: &Request,
    _at: (&str, Seq),
    press: AskPress,
    _picked: &[String],
    _on: On,
) -> Result<Reply, Trouble> {
    match press {
        AskPress::Placeholder | AskPress::Standing => Err(unknown()),
    }
}

/// A form that was filled in.
pub(crate) async fn filled_in(
    _face: &Face,
    _request: &Request,
    _at: (&str, Seq),
    press: AskPress,
    _written: &Written,
    _on: Option<On>,
) -> Result<Reply, Trouble> {
    match press {
        AskPress::Placeholder | AskPress::Standing => Err(unknown()),
    }
}

/// A correction that somebody has proposed.
pub fn proposal(game: &Loaded, state: &State) -> Controls {
    todo!()
}

/// The question on top of what is being done.
pub fn question(game: &Loaded, state: &State) -> Controls {
    todo!()
}

/// The bag is empty: what each side decides.
pub fn turn_end(game: &Loaded, state: &State) -> Controls {
    todo!()
}
