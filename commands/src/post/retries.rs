//! When to try again what Discord did not take: after a pause that grows with every failure.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

const FIRST_PAUSE: Duration = Duration::from_secs(30);
const LONGEST_PAUSE: Duration = Duration::from_mins(30);

/// What could not be sent a moment ago, by its name, and when it is tried again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Retries(Arc<Mutex<HashMap<String, Pause>>>);

/// Each time it fails the pause grows.
#[derive(Clone, Copy, Debug)]
struct Pause {
    until: Instant,
    length: Duration,
}

impl Retries {
    pub fn waits(&self, name: &str) -> bool {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.get(name).is_some_and(|pause| Instant::now() < pause.until)
    }

    pub fn postpone(&self, name: &str) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let length = held.get(name).map_or(FIRST_PAUSE, |pause| pause.length * 2);
        let length = length.min(LONGEST_PAUSE);
        let now = Instant::now();
        // what was settled meanwhile is never asked for again
        held.retain(|_, pause| now < pause.until + LONGEST_PAUSE);
        held.insert(name.to_owned(), Pause { until: now + length, length });
    }

    pub fn forget(&self, name: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
}
