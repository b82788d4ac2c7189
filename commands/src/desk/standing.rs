//! Standing answers: what players have said beforehand. The desk carries them out as steps; what they are, each system knows
//! by itself.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;

use gatemaster_rules::game::{SystemId, View};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Action, Player, SeenStep};
use gatemaster_store::Store;

use super::{Loaded, Page};
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

    /// Where a step stands in the story of its game: given the game as it was when the chapter began and before the step, and
    /// the seats that the program plays.
    fn page(
        &self,
        system: SystemId,
        games: [Option<View>; 2],
        bots: &[Seat],
        step: &SeenStep,
    ) -> Page;

    /// What the special words of a step mean, a few words for each.
    fn terms(&self, system: SystemId, step: &SeenStep) -> Vec<&'static str>;
}
