//! Everything that pages are made from.

use std::sync::Arc;

use gatemaster_commands::clock::Clock;
use gatemaster_commands::desk::Desk;
use gatemaster_store::Store;

use crate::keys::Secret;

/// What a server is called, where somebody knows.
pub type ServerNames = Arc<dyn Fn(u64) -> Option<String> + Send + Sync>;

pub(crate) struct Site {
    /// Stands at the head of every page.
    pub title: String,
    pub store: Store,
    pub clock: Arc<Clock>,
    pub desk: Desk,
    pub names: ServerNames,
    pub secret: Secret,
}
