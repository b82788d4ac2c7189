//! A refusal: one friendly sentence with the facts and the way out. Nothing has changed when one is given.

use std::fmt;

use crate::dice::DiceFault;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    sentence: String,
    way_out: Option<WayOut>,
}

/// What the person could press next to get on; the Discord face turns it into a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayOut {
    /// Take a seat at this table.
    Join,
}

impl Refusal {
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), way_out: None }
    }

    #[must_use]
    pub fn with_way_out(mut self, way_out: WayOut) -> Self {
        self.way_out = Some(way_out);
        self
    }

    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    pub fn way_out(&self) -> Option<WayOut> {
        self.way_out
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Refusal {}

impl From<DiceFault> for Refusal {
    fn from(fault: DiceFault) -> Self {
        Refusal::new(fault.to_string())
    }
}
