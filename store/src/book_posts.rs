//! Messages in which a book speaks and which are kept up to date.

use sqlx::sqlite::SqliteRow;

use crate::boxed;
use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Store, StoreError};

/// A message of a book that changes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookPost {
    pub book_id: String,
    pub channel_id: u64,
    pub message_id: u64,
    pub kind: PostKind,
    /// The entries that it tells.
    pub first: u32,
    pub last: u32,
    /// How many entries the book had when it was drawn.
    pub shown: u32,
    /// A fingerprint of what it looks like.
    pub drawn: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostKind {
    /// Who is in, with the button to join.
    SignUp,
    /// Who plays whom, and how it stands.
    Standings,
    /// Whatever else has buttons.
    News,
}

impl PostKind {
    fn name(self) -> &'static str {
        match self {
            PostKind::SignUp => "sign-up",
            PostKind::Standings => "standings",
            PostKind::News => "news",
        }
    }

    fn named(name: &str) -> Self {
        match name {
            "sign-up" => PostKind::SignUp,
            "standings" => PostKind::Standings,
            _ => PostKind::News,
        }
    }
}

fn post(row: &SqliteRow) -> Result<BookPost, sqlx::Error> {
    let kind: String = get(row, 3)?;
    Ok(BookPost {
        book_id: get(row, 0)?,
        channel_id: id(row, 1)?,
        message_id: id(row, 2)?,
        kind: PostKind::named(&kind),
        first: get(row, 4)?,
        last: get(row, 5)?,
        shown: get(row, 6)?,
        drawn: get(row, 7)?,
    })
}

impl Store {
    /// This message changes with its book from now on, and looks like this.
    #[boxed]
    pub async fn note_book_post(&self, post: &BookPost) -> Result<(), StoreError> {
        let note = Statement::new(
            "INSERT INTO book_posts (message_id, book, channel_id, kind, first, last, shown, drawn) \
             SELECT ?1, key, ?2, ?3, ?4, ?5, ?6, ?7 FROM books WHERE id = ?8 \
             ON CONFLICT (message_id) DO UPDATE SET shown = excluded.shown, drawn = excluded.drawn",
        )
        .id(post.message_id)
        .id(post.channel_id)
        .text(post.kind.name())
        .number(post.first.into())
        .number(post.last.into())
        .number(post.shown.into())
        .text(&post.drawn)
        .text(&post.book_id);
        self.ask(vec![note]).await.map(|_| ())
    }

    /// The message is gone, or stays as it is.
    #[boxed]
    pub async fn forget_book_post(&self, message_id: u64) -> Result<(), StoreError> {
        let forget = Statement::new("DELETE FROM book_posts WHERE message_id = ?").id(message_id);
        self.ask(vec![forget]).await.map(|_| ())
    }

    /// The messages that change with this book, the oldest first.
    #[boxed]
    pub async fn book_posts(&self, book_id: &str) -> Result<Vec<BookPost>, StoreError> {
        let rows = sqlx::query(
            "SELECT b.id, p.channel_id, p.message_id, p.kind, p.first, p.last, p.shown, p.drawn \
             FROM book_posts AS p JOIN books AS b ON b.key = p.book WHERE b.id = ? ORDER BY p.last, p.message_id",
        )
        .bind(book_id)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(post).collect::<Result<_, _>>()?)
    }

    /// The books that have changed since one of their messages was drawn.
    #[boxed]
    pub async fn books_with_old_posts(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT DISTINCT b.id FROM book_posts AS p JOIN books AS b ON b.key = p.book \
             WHERE p.shown < b.seq ORDER BY b.key",
        )
        .fetch_all(&self.readers)
        .await?)
    }
}
