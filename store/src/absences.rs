//! Who is away from which server, and until when.

use crate::boxed;
use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Store, StoreError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absence {
    pub guild_id: u64,
    pub user_id: u64,
    pub from_ms: i64,
    pub until_ms: i64,
    /// A few words for the others, or nothing.
    pub note: String,
}

impl Store {
    /// Replaces what was known before.
    #[boxed]
    pub async fn set_absence(&self, absence: &Absence) -> Result<(), StoreError> {
        let set = Statement::new(
            "INSERT INTO absences (guild_id, user_id, from_ms, until_ms, note) VALUES (?, ?, ?, ?, ?) \
             ON CONFLICT (guild_id, user_id) DO UPDATE \
             SET from_ms = excluded.from_ms, until_ms = excluded.until_ms, note = excluded.note",
        )
        .id(absence.guild_id)
        .id(absence.user_id)
        .number(absence.from_ms)
        .number(absence.until_ms)
        .text(&absence.note);
        self.ask(vec![set]).await.map(|_| ())
    }

    /// The latest absence of this person, over or not.
    #[boxed]
    pub async fn absence(
        &self,
        guild_id: u64,
        user_id: u64,
    ) -> Result<Option<Absence>, StoreError> {
        let row = sqlx::query(
            "SELECT guild_id, user_id, from_ms, until_ms, note FROM absences WHERE guild_id = ? AND user_id = ?",
        )
        .bind(guild_id.cast_signed())
        .bind(user_id.cast_signed())
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(absence).transpose()?)
    }

    /// Everything known of this person's absences, on any server.
    #[boxed]
    pub async fn absences_of(&self, user_id: u64) -> Result<Vec<Absence>, StoreError> {
        let rows = sqlx::query(
            "SELECT guild_id, user_id, from_ms, until_ms, note FROM absences WHERE user_id = ? ORDER BY guild_id",
        )
        .bind(user_id.cast_signed())
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(absence).collect::<Result<_, _>>()?)
    }

    /// Who is away from this server at this time.
    #[boxed]
    pub async fn away_at(&self, guild_id: u64, at_ms: i64) -> Result<Vec<Absence>, StoreError> {
        let rows = sqlx::query(
            "SELECT guild_id, user_id, from_ms, until_ms, note FROM absences \
             WHERE guild_id = ?1 AND from_ms <= ?2 AND until_ms > ?2 ORDER BY until_ms",
        )
        .bind(guild_id.cast_signed())
        .bind(at_ms)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(absence).collect::<Result<_, _>>()?)
    }
}

fn absence(row: &sqlx::sqlite::SqliteRow) -> Result<Absence, sqlx::Error> {
    Ok(Absence {
        guild_id: id(row, 0)?,
        user_id: id(row, 1)?,
        from_ms: get(row, 2)?,
        until_ms: get(row, 3)?,
        note: get(row, 4)?,
    })
}
