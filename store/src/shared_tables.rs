//! Tables of leagues that were shown to everybody in a channel and are kept up to date there.

use sqlx::sqlite::SqliteRow;

use crate::boxed;
use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Store, StoreError};

/// A message with the table of one division.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedTable {
    pub book_id: String,
    pub channel_id: u64,
    pub message_id: u64,
    pub season: u16,
    pub division: u8,
    /// How many entries the book had when it was drawn.
    pub shown: u32,
    /// A fingerprint of what it looks like; empty where that is not known.
    pub drawn: String,
}

fn table(row: &SqliteRow) -> Result<SharedTable, sqlx::Error> {
    Ok(SharedTable {
        book_id: get(row, 0)?,
        channel_id: id(row, 1)?,
        message_id: id(row, 2)?,
        season: get(row, 3)?,
        division: get(row, 4)?,
        shown: get(row, 5)?,
        drawn: get(row, 6)?,
    })
}

impl Store {
    /// This message goes with its league from now on. The one before it in the same channel, of the same division, stays as
    /// it is; so a channel has no more of them than the league has divisions.
    #[boxed]
    pub async fn share_table(&self, table: &SharedTable) -> Result<(), StoreError> {
        let share = Statement::new(
            "INSERT INTO shared_tables (book, channel_id, division, message_id, season, shown, drawn) \
             SELECT key, ?1, ?2, ?3, ?4, ?5, ?6 FROM books WHERE id = ?7 \
             ON CONFLICT (book, channel_id, division) DO UPDATE SET message_id = excluded.message_id, \
             season = excluded.season, shown = excluded.shown, drawn = excluded.drawn",
        )
        .id(table.channel_id)
        .number(table.division.into())
        .id(table.message_id)
        .number(table.season.into())
        .number(table.shown.into())
        .text(&table.drawn)
        .text(&table.book_id);
        self.ask(vec![share]).await.map(|_| ())
    }

    /// It was drawn anew, and looks like this.
    #[boxed]
    pub async fn note_shared_table(&self, table: &SharedTable) -> Result<(), StoreError> {
        let note =
            Statement::new("UPDATE shared_tables SET shown = ?, drawn = ? WHERE message_id = ?")
                .number(table.shown.into())
                .text(&table.drawn)
                .id(table.message_id);
        self.ask(vec![note]).await.map(|_| ())
    }

    /// The message is gone, or stays as it is.
    #[boxed]
    pub async fn forget_shared_table(&self, message_id: u64) -> Result<(), StoreError> {
        let forget =
            Statement::new("DELETE FROM shared_tables WHERE message_id = ?").id(message_id);
        self.ask(vec![forget]).await.map(|_| ())
    }

    /// Those whose league has changed since they were drawn.
    #[boxed]
    pub async fn old_shared_tables(&self) -> Result<Vec<SharedTable>, StoreError> {
        let rows = sqlx::query(
            "SELECT b.id, t.channel_id, t.message_id, t.season, t.division, t.shown, t.drawn \
             FROM shared_tables AS t JOIN books AS b ON b.key = t.book WHERE t.shown < b.seq ORDER BY t.message_id",
        )
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(table).collect::<Result<_, _>>()?)
    }
}
