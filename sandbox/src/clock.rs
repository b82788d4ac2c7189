//! The sandbox's own idea of now, which a test may move forward.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::watch;

#[derive(Debug)]
pub(crate) struct Clock {
    ahead_ms: AtomicU64,
    moved: watch::Sender<()>,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Self { ahead_ms: AtomicU64::new(0), moved: watch::Sender::new(()) }
    }

    pub(crate) fn now(&self) -> OffsetDateTime {
        OffsetDateTime::now_utc() + Duration::from_millis(self.ahead_ms.load(Ordering::Relaxed))
    }

    pub(crate) fn advance(&self, by: Duration) {
        let ms = u64::try_from(by.as_millis()).unwrap_or(u64::MAX / 2);
        self.ahead_ms.fetch_add(ms, Ordering::Relaxed);
        self.moved.send_replace(());
    }

    /// Tells whoever waits for a deadline that the clock jumped.
    pub(crate) fn moves(&self) -> watch::Receiver<()> {
        self.moved.subscribe()
    }
}

/// A moment as Discord writes it.
pub(crate) fn stamp(at: OffsetDateTime) -> String {
    // Discord sends microseconds; more digits than that confuse nobody but look odd.
    let at = at.replace_nanosecond(at.microsecond() * 1000).unwrap_or(at);
    at.format(&Rfc3339).unwrap_or_default().replace('Z', "+00:00")
}
