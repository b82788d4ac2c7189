//! Orders, moves, charges and deployment.

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
pub enum OrderPress {
    Placeholder,
}

impl OrderPress {
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
    press: OrderPress,
    _picked: &[String],
    _on: On,
) -> Result<Reply, Trouble> {
    match press {
        OrderPress::Placeholder => Err(unknown()),
    }
}

/// A form that was filled in.
pub(crate) async fn filled_in(
    _face: &Face,
    _request: &Request,
    _at: (&str, Seq),
    press: OrderPress,
    _written: &Written,
    _on: Option<On>,
) -> Result<Reply, Trouble> {
    match press {
        OrderPress::Placeholder => Err(unknown()),
    }
}

/// The unit that carries out its order: what it may still do.
pub fn acting(game: &Loaded, state: &State) -> Controls {
    todo!()
}

/// Whose die was drawn while units deploy.
pub fn deployment(game: &Loaded, state: &State, seat: Seat) -> Controls {
    todo!()
}

/// Infiltrators before the first turn.
pub fn infiltration(game: &Loaded, state: &State) -> Controls {
    todo!()
}

/// A die was drawn: which unit of its side acts.
pub fn drawn(game: &Loaded, state: &State, seat: Seat) -> Controls {
    todo!()
}
