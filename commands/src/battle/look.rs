//! Looking things up: units, weapons, rules, and why a result is what it is.

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
pub enum LookPress {
    Placeholder,
    /// Why this step came out as it did.
    Explain(Seq),
}

impl LookPress {
    pub fn words(self) -> Words {
        match self {
            Self::Placeholder => ("x", Vec::new()),
            Self::Explain(step) => ("why", vec![step.0]),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        match (word, numbers) {
            ("x", []) => Some(Self::Placeholder),
            ("why", [step]) => Some(Self::Explain(Seq(*step))),
            _ => None,
        }
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![Self::Placeholder, Self::Explain(Seq(u32::MAX))]
    }
}

/// A button, or a list with what was picked from it.
pub(crate) async fn pressed(
    _face: &Face,
    _request: &Request,
    _at: (&str, Seq),
    press: LookPress,
    _picked: &[String],
    _on: On,
) -> Result<Reply, Trouble> {
    match press {
        LookPress::Placeholder | LookPress::Explain(_) => Err(unknown()),
    }
}

/// A form that was filled in.
pub(crate) async fn filled_in(
    _face: &Face,
    _request: &Request,
    _at: (&str, Seq),
    press: LookPress,
    _written: &Written,
    _on: Option<On>,
) -> Result<Reply, Trouble> {
    match press {
        LookPress::Placeholder | LookPress::Explain(_) => Err(unknown()),
    }
}
