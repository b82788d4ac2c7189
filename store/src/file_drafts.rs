//! Files that wait for an organiser's word.

use crate::boxed;
use crate::change::fits;
use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Store, StoreError};

/// A file that somebody attached for a book and that is not in it yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDraft {
    pub id: String,
    pub book_id: String,
    pub user_id: u64,
    pub made_at_ms: i64,
    pub file: String,
    pub answers: String,
}

macro_rules! drafts_where {
    ($which:literal) => {
        concat!(
            "SELECT d.id, b.id, d.user_id, d.made_at_ms, d.file, d.answers \
             FROM file_drafts AS d JOIN books AS b ON b.key = d.book WHERE ",
            $which
        )
    };
}

impl Store {
    /// Takes the place of an earlier one of the same person for the same book; those from before `forget_before_ms` go.
    #[boxed]
    pub async fn keep_file_draft(
        &self,
        draft: &FileDraft,
        forget_before_ms: i64,
    ) -> Result<(), StoreError> {
        fits("a file", &draft.file)?;
        let forget = Statement::new("DELETE FROM file_drafts WHERE made_at_ms < ?");
        let keep = Statement::new(
            "INSERT INTO file_drafts (id, book, user_id, made_at_ms, file, answers) \
             SELECT ?1, key, ?3, ?4, ?5, ?6 FROM books WHERE id = ?2 \
             ON CONFLICT (book, user_id) DO UPDATE SET id = excluded.id, \
             made_at_ms = excluded.made_at_ms, file = excluded.file, answers = excluded.answers",
        )
        .text(&draft.id)
        .text(&draft.book_id)
        .id(draft.user_id)
        .number(draft.made_at_ms)
        .text(&draft.file)
        .text(&draft.answers);
        self.ask(vec![forget.number(forget_before_ms), keep]).await.map(|_| ())
    }

    /// What the organiser has said about names; `false` where the file does not wait any more.
    #[boxed]
    pub async fn answer_file_draft(&self, draft: &str, answers: &str) -> Result<bool, StoreError> {
        let answer = Statement::new("UPDATE file_drafts SET answers = ? WHERE id = ?");
        Ok(self.ask(vec![answer.text(answers).text(draft)]).await? > 0)
    }

    #[boxed]
    pub async fn forget_file_draft(&self, draft: &str) -> Result<(), StoreError> {
        let forget = Statement::new("DELETE FROM file_drafts WHERE id = ?");
        self.ask(vec![forget.text(draft)]).await.map(|_| ())
    }

    #[boxed]
    pub async fn file_draft(&self, draft: &str) -> Result<Option<FileDraft>, StoreError> {
        let row = sqlx::query(drafts_where!("d.id = ?"))
            .bind(draft)
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.as_ref().map(read).transpose()?)
    }

    /// Files of a person that wait, for their own copy of what is kept.
    #[boxed]
    pub async fn file_drafts_by(&self, user: u64) -> Result<Vec<FileDraft>, StoreError> {
        let rows = sqlx::query(drafts_where!("d.user_id = ? ORDER BY d.made_at_ms"))
            .bind(user.cast_signed())
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }
}

fn read(row: &sqlx::sqlite::SqliteRow) -> Result<FileDraft, sqlx::Error> {
    Ok(FileDraft {
        id: get(row, 0)?,
        book_id: get(row, 1)?,
        user_id: id(row, 2)?,
        made_at_ms: get(row, 3)?,
        file: get(row, 4)?,
        answers: get(row, 5)?,
    })
}
