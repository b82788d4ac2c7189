//! Standing answers: what players have said beforehand. The desk carries them out as steps; what they are, each system knows
//! by itself.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;

use gatemaster_rules::table::{Action, Player};
use gatemaster_store::Store;

use super::Loaded;
use crate::trouble::Trouble;

/// A boxed future: who awaits it need not know what it is made of, and it is compiled once, where it is made.
pub type Work<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

pub trait Standing: Debug + Send + Sync {
    /// Whether the table may wait for something that was said beforehand.
    fn is_heard(&self, game: &Loaded) -> bool;

    /// What this player has said beforehand to what the table waits for.
    fn answer<'a>(
        &'a self,
        store: &'a Store,
        game: &'a Loaded,
        player: &'a Player,
    ) -> Work<'a, Result<Option<Action>, Trouble>>;
}
