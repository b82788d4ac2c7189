//! The one error path. A player's mistake is a friendly sentence; a fault of ours is a short reference for the
//! player and one line in the log.

use gatemaster_rules::refusal::Refusal;
use gatemaster_store::StoreError;
use rand::RngExt as _;

use crate::card::Card;

#[derive(Debug)]
pub enum Trouble {
    /// One private sentence, perhaps with a button for the way out.
    Refused(Box<Card>),
    /// The board has moved on since the button was shown; the fresh one goes with the apology.
    Stale(Box<Card>),
    Fault(Fault),
}

/// Something that is our fault, described for the log.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct Fault {
    pub what: String,
}

impl Fault {
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into() }
    }
}

impl Trouble {
    pub fn refused(sentence: impl Into<String>) -> Self {
        Trouble::Refused(Box::new(Card::line(sentence)))
    }

    pub fn fault(what: impl Into<String>) -> Self {
        Trouble::Fault(Fault::new(what))
    }
}

impl Trouble {
    /// For the log: what players see may hold their names.
    pub fn in_short(&self) -> &str {
        match self {
            Trouble::Refused(_) => "refused",
            Trouble::Stale(_) => "the game has moved on",
            Trouble::Fault(fault) => &fault.what,
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Refused(card) | Trouble::Stale(card) => f.write_str(&card.plain()),
            Trouble::Fault(fault) => f.write_str(&fault.what),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Trouble::refused(refusal.sentence())
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Trouble::fault(error.to_string())
    }
}

impl From<serde_json::Error> for Trouble {
    fn from(error: serde_json::Error) -> Self {
        // where it happened is enough; the text could hold what players wrote
        Trouble::fault(format!(
            "stored JSON unreadable ({:?}, column {})",
            error.classify(),
            error.column()
        ))
    }
}

impl From<gatemaster_rules::history::FoldFault> for Trouble {
    fn from(fault: gatemaster_rules::history::FoldFault) -> Self {
        Trouble::fault(fault.to_string())
    }
}

/// Logs a fault once and gives the sentence that the player sees.
pub fn report(fault: &Fault, where_: &str) -> String {
    let reference = reference();
    tracing::error!(reference, place = where_, fault = fault.what, "internal fault");
    format!(
        "Something went wrong on my side, and nothing of this was lost or counted twice. Please try again; \
         if it stays, tell whoever runs me the reference `{reference}`."
    )
}

/// Six letters and digits that are easy to read aloud.
fn reference() -> String {
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let mut rng = rand::rng();
    (0..6).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect()
}
