//! All SQL of Gatemaster, and nothing but SQL.
//!
//! States, actions, dice and events are opaque text here. Every change goes through one writer that groups what is
//! waiting into one transaction and answers only after the commit; reads go through a small pool of read-only
//! connections.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod absences;
mod backup;
mod books;
mod change;
mod check;
mod error;
mod forget;
mod model;
mod notices;
mod open;
mod read;
mod rolls;
mod saved_rolls;
mod sql;
mod statement;
mod write;
mod writer;

#[cfg(test)]
mod inner_tests;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::SqlitePool;
use tokio::sync::mpsc;

pub use absences::Absence;
pub use books::{BookGame, BookRewriting, BookRow, Entered, EntryRow, NewEntry};
pub use error::StoreError;
pub use forget::{NewText, PersonNote, PersonStep, Rewriting};
pub use model::{
    Appended, Board, Created, Filter, GameRow, GameSummary, NewGame, NewStep, Phase, Scope,
    SeatRow, Secret, StepData, StepRow, Summary,
};
pub use notices::{Delivery, Notice, NoticeKind, Untouched};
pub use open::path_of;
pub use rolls::{Cup, NewRoll, RollRow, RollTaken, Secrecy};
pub use saved_rolls::{SavedRoll, Shelf};

/// A handle to the database. Clones share one writer and one pool; the writer ends with the last handle.
#[derive(Clone)]
pub struct Store {
    requests: mpsc::Sender<writer::Request>,
    readers: SqlitePool,
    commits: Arc<AtomicU64>,
}

impl Store {
    /// How many transactions the writer has committed since the store was opened.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("commits", &self.commits()).finish_non_exhaustive()
    }
}
