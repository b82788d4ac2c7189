//! How a log is rewritten without a person: in small changes, between which everybody else's go through.
//!
//! What is under way is noted beside it, with who stands there instead, so that a start after a crash goes on with the same. The
//! note goes away together with what is rewritten last: the state.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteRow;

use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Store, StoreError, boxed};

/// So many rows are rewritten in one change: it takes the writer a few milliseconds.
const AT_A_TIME: u32 = 32;

/// A text without the person; `None` if it cannot be read.
pub type NewText = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// A person who has asked to be forgotten, which is not done yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forgetting {
    pub user: u64,
    /// What was being rewritten, if anything.
    pub half_done: Option<HalfDone>,
}

/// A game or a book that is partly rewritten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HalfDone {
    Game { id: String, instead: u64 },
    Book { id: String, instead: u64 },
}

const NOTE: &str = "INSERT INTO settings (scope, owner, key, value) VALUES ('person', ?, 'forgetting', ?) \
  ON CONFLICT (scope, owner, key) DO UPDATE SET value = excluded.value";
const NOTE_IF_NEW: &str = "INSERT INTO settings (scope, owner, key, value) VALUES ('person', ?, 'forgetting', 'null') \
  ON CONFLICT (scope, owner, key) DO NOTHING";
/// Nothing is partly rewritten any more.
pub(crate) const ALL_WHOLE: &str = "UPDATE settings SET value = 'null' WHERE scope = 'person' AND owner = ? AND key = 'forgetting'";

/// The rows of a game or of a book.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rows {
    Steps,
    Entries,
}

impl Rows {
    fn after(self) -> &'static str {
        match self {
            Rows::Steps => {
                "SELECT seq, action, events, user_id FROM steps WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?"
            }
            Rows::Entries => {
                "SELECT seq, action, events, user_id FROM entries WHERE book = ? AND seq > ? ORDER BY seq LIMIT ?"
            }
        }
    }

    fn update(self) -> &'static str {
        match self {
            Rows::Steps => {
                "UPDATE steps SET action = ?1, events = ?2, user_id = iif(user_id = ?3, ?4, user_id), \
                 user_name = iif(user_id = ?3, ?5, user_name) WHERE game = ?6 AND seq = ?7"
            }
            Rows::Entries => {
                "UPDATE entries SET action = ?1, events = ?2, user_id = iif(user_id = ?3, ?4, user_id), \
                 user_name = iif(user_id = ?3, ?5, user_name) WHERE book = ?6 AND seq = ?7"
            }
        }
    }
}

/// One log, and how it is to be after it.
pub(crate) struct Log<'a> {
    pub rows: Rows,
    pub key: i64,
    pub user: u64,
    pub instead: u64,
    pub name: &'a str,
    pub text: &'a NewText,
}

/// A row with its new texts.
struct NewRow {
    seq: u32,
    action: String,
    events: String,
    changed: bool,
}

impl Log<'_> {
    /// `None` where a text cannot be read.
    fn rewritten(&self, row: &SqliteRow) -> Result<Option<NewRow>, sqlx::Error> {
        let (action, events): (&str, &str) = (get(row, 1)?, get(row, 2)?);
        let (Some(new_action), Some(new_events)) = ((self.text)(action), (self.text)(events))
        else {
            return Ok(None);
        };
        let changed = new_action != action || new_events != events || id(row, 3)? == self.user;
        Ok(Some(NewRow { seq: get(row, 0)?, action: new_action, events: new_events, changed }))
    }

    fn statement(&self, row: &NewRow) -> Statement {
        Statement::new(self.rows.update())
            .text(&row.action)
            .text(&row.events)
            .id(self.user)
            .id(self.instead)
            .text(self.name)
            .number(self.key)
            .number(row.seq.into())
    }
}

impl Store {
    /// Notes that this person is to be forgotten, so that it is done even if the program stops meanwhile.
    #[boxed]
    pub async fn begin_forgetting(&self, user: u64) -> Result<(), StoreError> {
        self.ask(vec![Statement::new(NOTE_IF_NEW).id(user)]).await.map(|_| ())
    }

    /// Everybody who has asked to be forgotten and is not yet.
    #[boxed]
    pub async fn forgettings(&self) -> Result<Vec<Forgetting>, StoreError> {
        let rows = sqlx::query(
            "SELECT owner, value FROM settings WHERE scope = 'person' AND key = 'forgetting' ORDER BY owner",
        )
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &SqliteRow| -> Result<Forgetting, sqlx::Error> {
            let half_done = serde_json::from_str(get(row, 1)?)
                .map_err(|error| sqlx::Error::Decode(error.into()))?;
            Ok(Forgetting { user: id(row, 0)?, half_done })
        };
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }

    /// Rewrites every row, a few at a time, after `half_done` is noted. A text that cannot be read leaves all of it as it was;
    /// then this is `false`.
    pub(crate) async fn rewrite_log(
        &self,
        log: &Log<'_>,
        half_done: &HalfDone,
    ) -> Result<bool, StoreError> {
        let mut last = 0;
        while let Some(rows) = self.next_rows(log, last).await? {
            let Some(rows) = rows else { return Ok(false) };
            last = rows.last().map_or(last, |row| row.seq);
        }
        let note = serde_json::to_string(half_done)
            .map_err(|error| StoreError::Other(error.to_string()))?;
        self.ask(vec![Statement::new(NOTE).id(log.user).text(&note)]).await?;
        let mut last = 0;
        while let Some(rows) = self.next_rows(log, last).await? {
            let Some(rows) = rows else { return Ok(false) };
            last = rows.last().map_or(last, |row| row.seq);
            let changed = rows.iter().filter(|row| row.changed).map(|row| log.statement(row));
            let changed: Vec<Statement> = changed.collect();
            if !changed.is_empty() {
                self.ask(changed).await?;
            }
        }
        Ok(true)
    }

    /// The next rows with their new texts, `Some(None)` where one cannot be read, and `None` after the last.
    async fn next_rows(
        &self,
        log: &Log<'_>,
        after: u32,
    ) -> Result<Option<Option<Vec<NewRow>>>, StoreError> {
        let rows = sqlx::query(log.rows.after())
            .bind(log.key)
            .bind(after)
            .bind(AT_A_TIME)
            .fetch_all(&self.readers)
            .await?;
        if rows.is_empty() {
            return Ok(None);
        }
        Ok(Some(rows.iter().map(|row| log.rewritten(row)).collect::<Result<_, _>>()?))
    }
}
