//! All SQL of Gatemaster, and nothing but SQL.
//!
//! States, actions, dice and events are opaque text here. Every change goes through one writer that groups what is
//! waiting into one transaction and answers only after the commit; reads go through a small pool of read-only
//! connections.
//!
//! A game is opened, a step follows, and a slower step that was decided on the same state is a clash:
//!
//! ```
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! # let folder = tempfile::tempdir().unwrap();
//! # let url = format!("sqlite:{}", folder.path().join("games.db").display());
//! # use gatemaster_store::{NewGame, Phase, StepData, Summary};
//! use gatemaster_store::{Appended, NewStep, Store};
//!
//! let store = Store::open(&url).await.unwrap();
//! # let summary = Summary {
//! #     name: "Bridge at Dawn".to_owned(),
//! #     phase: Phase::Playing,
//! #     organiser_id: None,
//! #     seats: Vec::new(),
//! #     remind_hours: 0,
//! # };
//! # let step = StepData {
//! #     user_id: 11,
//! #     user_name: "Ann".to_owned(),
//! #     interaction_id: None,
//! #     action: r#"{"draw":{}}"#.to_owned(),
//! #     dice: "[]".to_owned(),
//! #     events: "[]".to_owned(),
//! #     revokes: None,
//! #     at_ms: 1_000,
//! # };
//! # let game = NewGame {
//! #     id: "g1".to_owned(),
//! #     guild_id: None,
//! #     channel_id: 7,
//! #     system: "bag".to_owned(),
//! #     created_by: 11,
//! #     seed: [0; 32],
//! #     seed_hash: String::new(),
//! #     rules_version: "1".to_owned(),
//! #     first: step.clone(),
//! #     state: r#"{"turn":0}"#.to_owned(),
//! #     summary: summary.clone(),
//! #     room: None,
//! # };
//! store.create_game(game).await.unwrap();
//!
//! let state = r#"{"turn":1}"#.to_owned();
//! let next = NewStep { game_id: "g1".to_owned(), expected_seq: 1, next_die: 0, step, state, summary, reopens: None };
//! assert_eq!(store.append(next.clone()).await.unwrap(), Appended::Done);
//! assert_eq!(store.append(next).await.unwrap(), Appended::Clash { seq: 2 });
//!
//! let (seq, state) = store.snapshot("g1").await.unwrap().unwrap();
//! assert_eq!((seq, state.as_str()), (2, r#"{"turn":1}"#));
//! assert_eq!(store.steps("g1").await.unwrap().len(), 2);
//! # });
//! ```

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod absences;
mod backup;
mod book_posts;
mod books;
mod change;
mod check;
mod companies;
mod emojis;
mod error;
mod file_drafts;
mod forget;
mod model;
mod notices;
mod open;
mod panels;
mod read;
mod rewrite;
mod rolls;
mod room;
mod saved_rolls;
mod shared_tables;
mod sql;
mod statement;
mod stories;
mod write;
mod writer;

#[cfg(test)]
mod inner_tests;

/// Whatever is offered to others to await is boxed: the body of an `async fn` would be compiled anew wherever it is awaited.
pub(crate) use async_recursion::async_recursion as boxed;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::SqlitePool;
use tokio::sync::mpsc;

pub use absences::Absence;
pub use book_posts::{BookPost, PostKind};
pub use books::{BookGame, BookRewriting, BookRow, Entered, EntryRow, NewEntry};
pub use companies::{Keeping, KeptCompany, MAX_COMPANIES, MAX_COMPANY};
pub use emojis::EmojiRow;
pub use error::StoreError;
pub use file_drafts::FileDraft;
pub use forget::{PersonNote, PersonStep, Rewriting};
pub use model::{
    Appended, Board, Created, Filter, GameRow, GameSummary, NewGame, NewStep, Phase, Scope,
    SeatRow, Secret, StepData, StepRow, Summary,
};
pub use notices::{Delivery, Notice, NoticeKind, Untouched};
pub use open::path_of;
pub use panels::Panel;
pub use rewrite::{Forgetting, HalfDone, NewText};
pub use rolls::{Cup, MarkRow, NewRoll, RollRow, RollTaken, Secrecy};
pub use room::{Full, Room};
pub use saved_rolls::{SavedRoll, Shelf};
pub use shared_tables::SharedTable;
pub use stories::{Story, StoryKind};

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
