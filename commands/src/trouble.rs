//! The one error type. A trouble carries facts; `run.rs` makes the message. A player's mistake becomes a friendly sentence; a
//! fault of ours becomes a short reference for the player and one line in the log.

use gatemaster_discord::card::{Button, Card, Select};
use gatemaster_rules::game::SystemId;
use gatemaster_rules::refusal::{Refusal, WayOut};
use gatemaster_store::StoreError;
use rand::RngExt as _;

#[derive(Debug)]
pub enum Trouble {
    /// One private sentence, perhaps with a way out.
    Refused(Box<Refused>),
    /// This game has moved on since the button was shown.
    Stale(String),
    /// A word of one game was used at another game's table, or before that game has begun.
    WrongGame(WrongGame),
    /// Something that is to be read or answered first, by the asker alone.
    First(Box<Card>),
    Fault(Fault),
}

/// What a player did wrong, and the way out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refused {
    pub sentence: String,
    /// The free seats of this game are offered.
    pub seats_of: Option<String>,
    pub selects: Vec<Select>,
    pub buttons: Vec<Vec<Button>>,
}

/// The game of this table, and the one that a word belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongGame {
    pub here: SystemId,
    pub wanted: SystemId,
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
        Trouble::Refused(Box::new(Refused { sentence: sentence.into(), ..Refused::default() }))
    }

    /// What the rules refuse at a table.
    pub fn refused_at(game: &str, refusal: &Refusal) -> Self {
        let seats_of = refusal.way_out().map(|WayOut::Join| game.to_owned());
        let sentence = refusal.sentence().to_owned();
        Trouble::Refused(Box::new(Refused { sentence, seats_of, ..Refused::default() }))
    }

    /// The same with the free seats of a table as the way out.
    #[must_use]
    pub fn with_seats_of(mut self, game: &str) -> Self {
        if let Trouble::Refused(refused) = &mut self {
            refused.seats_of = Some(game.to_owned());
        }
        self
    }

    /// The same with a row of buttons as the way out.
    #[must_use]
    pub fn with_row(mut self, row: Vec<Button>) -> Self {
        match &mut self {
            _ if row.is_empty() => {}
            Trouble::Refused(refused) => refused.buttons.push(row),
            Trouble::First(card) => card.buttons.push(row),
            Trouble::Stale(_) | Trouble::WrongGame(_) | Trouble::Fault(_) => {}
        }
        self
    }

    /// The same with lists to choose the way out from.
    #[must_use]
    pub fn with_selects(mut self, selects: Vec<Select>) -> Self {
        if let Trouble::Refused(refused) = &mut self {
            refused.selects = selects;
        }
        self
    }

    pub fn first(card: Card) -> Self {
        Trouble::First(Box::new(card))
    }

    pub fn fault(what: impl Into<String>) -> Self {
        Trouble::Fault(Fault::new(what))
    }

    /// Whether a person did something that cannot be done, and nothing is wrong with us.
    pub fn is_refusal(&self) -> bool {
        match self {
            Trouble::Refused(_) | Trouble::Stale(_) | Trouble::WrongGame(_) | Trouble::First(_) => {
                true
            }
            Trouble::Fault(_) => false,
        }
    }

    /// For the log: what players see may hold their names.
    pub fn in_short(&self) -> &str {
        match self {
            Trouble::Refused(_) | Trouble::First(_) => "refused",
            Trouble::Stale(_) => "the game has moved on",
            Trouble::WrongGame(_) => "another game is played here",
            Trouble::Fault(fault) => &fault.what,
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Refused(refused) => f.write_str(&refused.sentence),
            Trouble::First(card) => f.write_str(&card.plain()),
            Trouble::Stale(_) | Trouble::WrongGame(_) => f.write_str(self.in_short()),
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
