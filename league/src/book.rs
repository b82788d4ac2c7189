//! What leagues and campaigns have in common: a book of one server with an action for every entry in it.

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::{Actor, Player};

use crate::stored::Stored;

/// When something happens, and the lot that was drawn for it. Whoever asks brings both, so that nothing here depends on a
/// clock or on chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Milliseconds since 1970, UTC.
    pub now_ms: i64,
    /// Decides what is left to chance: first pairings, lots.
    pub lot: u64,
    /// What the dice of a lot are made of. A league that needs one shows its hash now and draws with it later.
    pub seed: [u8; 32],
}

/// An accepted action: the book after it, and what there is to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided<B, E> {
    pub book: B,
    pub events: Vec<E>,
}

pub trait Book: Clone + Stored + Send + Sync + 'static {
    /// The word in the database.
    const KIND: &'static str;
    type Action: Clone + Stored + Send + Sync + 'static;
    type Event: Clone + Stored + Send + Sync + 'static;

    fn name(&self) -> &str;

    /// Whether it is still written in; a closed one is the archive.
    fn is_open(&self) -> bool;

    /// Besides the people who manage the server.
    fn organisers(&self) -> &[Player];

    /// The channel in which it speaks; nothing is announced without.
    fn announce(&self) -> Option<u64>;

    /// Whether this person may act as an organiser.
    fn is_organised_by(&self, actor: &Actor) -> bool {
        actor.manager || self.organisers().iter().any(|organiser| organiser.id == actor.id())
    }

    /// The next time at which the book changes by itself or has something to say, if there is one.
    fn wakes_at_ms(&self) -> Option<i64>;

    /// A refusal with the names in it made safe for where it is shown.
    fn safe(&self, sentence: &str, escape: &dyn Fn(&str) -> String) -> String {
        let _ = escape;
        sentence.to_owned()
    }

    /// The game that this action opens a line to, and the number of the match or battle it is for.
    fn opens_game(action: &Self::Action) -> Option<(&str, u32)> {
        let _ = action;
        None
    }

    /// The game whose end this action takes into the book.
    fn notes_game(action: &Self::Action) -> Option<&str> {
        let _ = action;
        None
    }

    /// `before` is nothing for the action that opens the book.
    fn decide(
        before: Option<&Self>,
        actor: &Actor,
        action: &Self::Action,
        moment: Moment,
    ) -> Result<Decided<Self, Self::Event>, Refusal>;
}
