//! Refused requests of the bot, remembered so that a test can fail on them.

use std::fmt;

/// A request of the bot that was refused, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub method: String,
    pub path: String,
    pub status: u16,
    /// Discord's error code, its message and each place in the body that is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} -> {} {}", self.method, self.path, self.status, self.what)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Faults {
    pub unexpected: Vec<Fault>,
    pub expected: Vec<Fault>,
    announced: Vec<String>,
}

impl Faults {
    pub(crate) fn announce(&mut self, part: &str) {
        self.announced.push(part.to_owned());
    }

    pub(crate) fn record(&mut self, fault: Fault) {
        tracing::warn!(%fault, "refused");
        let text = fault.to_string();
        if self.announced.iter().any(|part| text.contains(part.as_str())) {
            self.expected.push(fault);
        } else {
            self.unexpected.push(fault);
        }
    }
}
