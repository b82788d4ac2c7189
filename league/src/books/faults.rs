//! Everything that is wrong with a file, as far as somebody can read it.

/// So many faults are told one by one.
pub const MOST_TOLD: usize = 20;

#[derive(Debug, Default)]
pub(super) struct Faults {
    told: Vec<String>,
    more: usize,
}

impl Faults {
    pub(super) fn tell(&mut self, fault: impl FnOnce() -> String) {
        if self.told.len() < MOST_TOLD {
            self.told.push(fault());
        } else {
            self.more = self.more.saturating_add(1);
        }
    }

    pub(super) fn check(&mut self, sound: bool, fault: impl FnOnce() -> String) {
        if !sound {
            self.tell(fault);
        }
    }

    pub(super) fn count(&self) -> usize {
        self.told.len().saturating_add(self.more)
    }

    /// What was read, if nothing is wrong with it.
    pub(super) fn or<T>(mut self, read: T) -> Result<T, Vec<String>> {
        if self.told.is_empty() {
            return Ok(read);
        }
        if self.more > 0 {
            self.told.push(format!("And {} more.", self.more));
        }
        Err(self.told)
    }
}
