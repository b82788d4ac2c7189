//! The time of day. Tests move it; nothing else does.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

#[derive(Debug, Default)]
pub struct Clock {
    ahead_ms: AtomicI64,
    moved: watch::Sender<()>,
    /// Faces that a test has laid out for the dice of the stream.
    #[cfg(feature = "scripted-dice")]
    pub dice: crate::scripted_dice::Script,
}

impl Clock {
    /// Milliseconds since 1970, UTC.
    pub fn now_ms(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(now.as_millis()).unwrap_or(i64::MAX);
        now.saturating_add(self.ahead_ms.load(Ordering::Relaxed))
    }

    pub fn advance(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        let further = |ahead: i64| Some(ahead.saturating_add(by));
        let _ = self.ahead_ms.fetch_update(Ordering::Relaxed, Ordering::Relaxed, further);
        // whoever waits for a time to come looks again
        self.moved.send_replace(());
    }

    /// Changes whenever the clock is moved by hand; everybody who waits has one of their own.
    pub fn moves(&self) -> watch::Receiver<()> {
        self.moved.subscribe()
    }
}
