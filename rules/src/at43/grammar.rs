//! Names in a sentence: "Storm golems 2 have fired", "Wraith golgoth has fired".

use super::state::{State, UnitId};
use crate::ids::Seat;

/// A unit or a side in a sentence. "Storm golems 2" want "they take" where "Wraith golgoth" wants "it takes".
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    name: &'a str,
    many: bool,
}

impl<'a> Who<'a> {
    pub fn new(name: &'a str) -> Self {
        Self { name, many: is_many(name) }
    }

    pub fn unit(state: &'a State, id: UnitId) -> Self {
        Self::new(state.unit_name(id))
    }

    pub fn side(state: &'a State, seat: Seat) -> Self {
        Self::new(state.side_name(seat))
    }

    /// The verb that goes with the name: `does("takes", "take")`.
    pub fn does<'b>(&self, one: &'b str, many: &'b str) -> &'b str {
        if self.many { many } else { one }
    }

    pub fn it(&self) -> &'static str {
        self.does("it", "they")
    }

    pub fn its(&self) -> &'static str {
        self.does("its", "their")
    }

    pub fn is(&self) -> &'static str {
        self.does("is", "are")
    }

    pub fn has(&self) -> &'static str {
        self.does("has", "have")
    }

    /// "Blue's", "Storm golems'", "Storm golems 2's"
    pub fn whose(&self) -> String {
        let end = if self.many && self.name.ends_with(['s', 'S']) { "'" } else { "'s" };
        format!("{}{end}", self.name)
    }
}

impl std::fmt::Display for Who<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// "Storm golems 2" are many, "Wraith golgoth 1" and "Boss" are one.
fn is_many(name: &str) -> bool {
    let word = name
        .trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '-')
        .to_lowercase();
    word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end))
}

/// "has", of one, or "have", of many.
pub(super) fn has(name: &str) -> &'static str {
    Who::new(name).has()
}

pub(super) fn is(name: &str) -> &'static str {
    Who::new(name).is()
}

/// The word of one or of many.
pub(super) fn does<'a>(name: &str, one: &'a str, many: &'a str) -> &'a str {
    Who::new(name).does(one, many)
}
