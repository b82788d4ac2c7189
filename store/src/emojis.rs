//! The emoji that an application has.

use crate::boxed;
use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Store, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmojiRow {
    pub name: String,
    pub id: u64,
    /// A fingerprint of the picture that was uploaded.
    pub drawing: String,
}

impl Store {
    /// Replaces what was noted under the same name.
    #[boxed]
    pub async fn note_emoji(&self, application: u64, emoji: &EmojiRow) -> Result<(), StoreError> {
        let note = Statement::new(
            "INSERT INTO emojis (application_id, name, emoji_id, drawing) VALUES (?, ?, ?, ?) \
             ON CONFLICT (application_id, name) DO UPDATE \
             SET emoji_id = excluded.emoji_id, drawing = excluded.drawing",
        )
        .id(application)
        .text(&emoji.name)
        .id(emoji.id)
        .text(&emoji.drawing);
        self.ask(vec![note]).await?;
        Ok(())
    }

    #[boxed]
    pub async fn emojis_of(&self, application: u64) -> Result<Vec<EmojiRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT name, emoji_id, drawing FROM emojis WHERE application_id = ? ORDER BY name",
        )
        .bind(application.cast_signed())
        .fetch_all(&self.readers)
        .await?;
        let row = |row| Ok(EmojiRow { name: get(row, 0)?, id: id(row, 1)?, drawing: get(row, 2)? });
        Ok(rows.iter().map(row).collect::<Result<_, sqlx::Error>>()?)
    }
}
