//! Rolls under a name.

use crate::boxed;
use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Store, StoreError};

/// Whose saved rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shelf {
    Server(u64),
    Person(u64),
}

impl Shelf {
    fn parts(self) -> (&'static str, u64) {
        match self {
            Self::Server(id) => ("server", id),
            Self::Person(id) => ("person", id),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedRoll {
    pub name: String,
    pub dice: String,
    pub saved_by: u64,
}

impl Store {
    /// Replaces a roll of the same name. `false` when the shelf holds `most` others already.
    #[boxed]
    pub async fn save_roll(
        &self,
        shelf: Shelf,
        roll: &SavedRoll,
        most: u32,
    ) -> Result<bool, StoreError> {
        let (scope, owner) = shelf.parts();
        let save = Statement::new(
            "INSERT INTO saved_rolls (scope, owner, name_folded, name, dice, saved_by) \
             SELECT ?1, ?2, ?3, ?4, ?5, ?6 \
             WHERE (SELECT count(*) FROM saved_rolls \
                    WHERE scope = ?1 AND owner = ?2 AND name_folded <> ?3) < ?7 \
             ON CONFLICT (scope, owner, name_folded) DO UPDATE \
             SET name = excluded.name, dice = excluded.dice, saved_by = excluded.saved_by",
        )
        .text(scope)
        .id(owner)
        .text(&roll.name.to_lowercase())
        .text(&roll.name)
        .text(&roll.dice)
        .id(roll.saved_by)
        .number(most.into());
        Ok(self.ask(vec![save]).await? > 0)
    }

    /// Whether there was one of that name.
    #[boxed]
    pub async fn forget_roll(&self, shelf: Shelf, name: &str) -> Result<bool, StoreError> {
        let (scope, owner) = shelf.parts();
        let forget = Statement::new(
            "DELETE FROM saved_rolls WHERE scope = ? AND owner = ? AND name_folded = ?",
        )
        .text(scope)
        .id(owner)
        .text(&name.to_lowercase());
        Ok(self.ask(vec![forget]).await? > 0)
    }

    #[boxed]
    pub async fn saved_rolls(&self, shelf: Shelf) -> Result<Vec<SavedRoll>, StoreError> {
        let (scope, owner) = shelf.parts();
        let rows = sqlx::query(
            "SELECT name, dice, saved_by FROM saved_rolls WHERE scope = ? AND owner = ? ORDER BY name_folded",
        )
        .bind(scope)
        .bind(owner.cast_signed())
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(saved).collect::<Result<_, _>>()?)
    }

    #[boxed]
    pub async fn saved_roll(
        &self,
        shelf: Shelf,
        name: &str,
    ) -> Result<Option<SavedRoll>, StoreError> {
        let (scope, owner) = shelf.parts();
        let row = sqlx::query(
            "SELECT name, dice, saved_by FROM saved_rolls WHERE scope = ? AND owner = ? AND name_folded = ?",
        )
        .bind(scope)
        .bind(owner.cast_signed())
        .bind(name.to_lowercase())
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(saved).transpose()?)
    }
}

fn saved(row: &sqlx::sqlite::SqliteRow) -> Result<SavedRoll, sqlx::Error> {
    Ok(SavedRoll { name: get(row, 0)?, dice: get(row, 1)?, saved_by: id(row, 2)? })
}
