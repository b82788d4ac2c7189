//! The books of a server, leagues and campaigns: what stands in them, and every entry that made it so.

use std::fmt;

use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteRow;

use crate::boxed;
use crate::change::{Change, Tried, begin_several, end_several, fits};
use crate::error::is_unique_violation;
use crate::rewrite::{ALL_WHOLE, HalfDone, Log, NewText, Rows};
use crate::room::{self, Full, Room};
use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Store, StoreError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookRow {
    pub id: String,
    pub kind: String,
    pub guild_id: u64,
    pub name: String,
    pub open: bool,
    pub seq: u32,
    pub state: String,
    pub created_at_ms: i64,
    pub updated_at_ms: i64,
    /// Entries up to this one have been announced.
    pub told_seq: u32,
    /// Announcing was begun up to this one; after a stop, what lies between may have been said.
    pub telling_seq: u32,
    pub digest_ms: i64,
}

/// One line in a book, and the book after it.
#[derive(Debug, Clone)]
pub struct NewEntry {
    pub book_id: String,
    /// How many entries the book had when this was decided; 0 opens it.
    pub expected_seq: u32,
    pub kind: &'static str,
    pub guild_id: u64,
    pub name: String,
    pub open: bool,
    pub state: String,
    pub wakes_at_ms: Option<i64>,
    pub user_id: u64,
    pub user_name: String,
    pub interaction_id: Option<u64>,
    pub action: String,
    pub events: String,
    pub at_ms: i64,
    /// A game that was opened for this match or battle.
    pub opens_game: Option<(String, u32)>,
    /// A game whose end this entry has taken in.
    pub notes_game: Option<String>,
    /// The entry opens a book, or one that was closed: so many may be open beside it.
    pub opens: Option<Room>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entered {
    Done,
    /// The same interaction has made this entry before.
    Repeated {
        book_id: String,
        seq: u32,
    },
    /// Somebody was faster.
    Clash,
    /// Another open book of the server has this name.
    NameTaken,
    /// As many are open as may be.
    Full(Full),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryRow {
    pub seq: u32,
    pub user_id: u64,
    pub user_name: String,
    pub action: String,
    pub events: String,
    pub at_ms: i64,
}

/// A game that was opened for a match or a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookGame {
    pub game_id: String,
    pub book_id: String,
    pub kind: String,
    pub place: u32,
    pub noted: bool,
}

/// How one book is rewritten so that a person is not in it any more.
#[derive(Clone)]
pub struct BookRewriting {
    pub book_id: String,
    pub user: u64,
    /// Who stands there instead.
    pub instead: u64,
    pub name: String,
    pub text: NewText,
}

impl fmt::Debug for BookRewriting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BookRewriting").field("book_id", &self.book_id).finish_non_exhaustive()
    }
}

const ENTRY_OF_INTERACTION: &str = "SELECT b.id, e.seq FROM entries AS e JOIN books AS b ON b.key = e.book WHERE e.interaction_id = ?";

macro_rules! book_columns {
    () => {
        "b.id, b.kind, b.guild_id, b.name, b.open, b.seq, b.state, b.created_at_ms, b.updated_at_ms, b.told_seq, \
         b.telling_seq, b.digest_ms"
    };
}

fn book(row: &SqliteRow) -> Result<BookRow, sqlx::Error> {
    Ok(BookRow {
        id: get(row, 0)?,
        kind: get(row, 1)?,
        guild_id: id(row, 2)?,
        name: get(row, 3)?,
        open: get(row, 4)?,
        seq: get(row, 5)?,
        state: get(row, 6)?,
        created_at_ms: get(row, 7)?,
        updated_at_ms: get(row, 8)?,
        told_seq: get(row, 9)?,
        telling_seq: get(row, 10)?,
        digest_ms: get(row, 11)?,
    })
}

fn entry(row: &SqliteRow) -> Result<EntryRow, sqlx::Error> {
    Ok(EntryRow {
        seq: get(row, 0)?,
        user_id: id(row, 1)?,
        user_name: get(row, 2)?,
        action: get(row, 3)?,
        events: get(row, 4)?,
        at_ms: get(row, 5)?,
    })
}

fn book_game(row: &SqliteRow) -> Result<BookGame, sqlx::Error> {
    Ok(BookGame {
        game_id: get(row, 0)?,
        book_id: get(row, 1)?,
        kind: get(row, 2)?,
        place: get(row, 3)?,
        noted: get(row, 4)?,
    })
}

impl Change for NewEntry {
    type Outcome = Entered;

    fn is_one_statement(&self) -> bool {
        false
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<Entered> {
        begin_several(connection).await?;
        let tried = enter_all(connection, self).await;
        // a name or an interaction that is there already undoes the whole; reading tells which
        let there_already = matches!(&tried, Err(error) if is_unique_violation(error));
        let ended = end_several(connection, tried.map(Ok)).await?;
        if there_already { why_not(connection, self).await } else { Ok(ended) }
    }
}

async fn why_not(connection: &mut SqliteConnection, new: &NewEntry) -> Tried<Entered> {
    if let Some((book_id, seq)) = made_by(connection, new.interaction_id).await? {
        return Ok(Ok(Entered::Repeated { book_id, seq }));
    }
    let same_name: Option<i64> = sqlx::query_scalar(
        "SELECT key FROM books WHERE guild_id = ? AND kind = ? AND name_folded = ? AND open = 1 AND id <> ?",
    )
    .bind(new.guild_id.cast_signed())
    .bind(new.kind)
    .bind(new.name.to_lowercase())
    .bind(&new.book_id)
    .fetch_optional(connection)
    .await?;
    Ok(Ok(if same_name.is_some() { Entered::NameTaken } else { Entered::Clash }))
}

async fn made_by(
    connection: &mut SqliteConnection,
    interaction: Option<u64>,
) -> Result<Option<(String, u32)>, sqlx::Error> {
    let Some(interaction) = interaction else { return Ok(None) };
    sqlx::query_as(ENTRY_OF_INTERACTION)
        .bind(interaction.cast_signed())
        .fetch_optional(connection)
        .await
}

async fn enter_all(
    connection: &mut SqliteConnection,
    new: &NewEntry,
) -> Result<Entered, sqlx::Error> {
    if let Some((book_id, seq)) = made_by(connection, new.interaction_id).await? {
        return Ok(Entered::Repeated { book_id, seq });
    }
    if let Some(room) = new.opens {
        let whose = (new.book_id.as_str(), new.user_id);
        if let Err(full) =
            room::for_book(&mut *connection, new.guild_id, new.kind, whose, room).await?
        {
            return Ok(Entered::Full(full));
        }
    }
    if new.expected_seq == 0 {
        sqlx::query(
            "INSERT INTO books (id, kind, guild_id, name, name_folded, open, seq, state, created_at_ms, updated_at_ms, \
             wakes_at_ms) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)",
        )
        .bind(&new.book_id)
        .bind(new.kind)
        .bind(new.guild_id.cast_signed())
        .bind(&new.name)
        .bind(new.name.to_lowercase())
        .bind(new.open)
        .bind(&new.state)
        .bind(new.at_ms)
        .bind(new.at_ms)
        .bind(new.wakes_at_ms)
        .execute(&mut *connection)
        .await?;
    } else {
        let changed = sqlx::query(
            "UPDATE books SET name = ?, name_folded = ?, open = ?, seq = seq + 1, state = ?, updated_at_ms = ?, \
             wakes_at_ms = ? WHERE id = ? AND seq = ? AND kind = ? AND guild_id = ?",
        )
        .bind(&new.name)
        .bind(new.name.to_lowercase())
        .bind(new.open)
        .bind(&new.state)
        .bind(new.at_ms)
        .bind(new.wakes_at_ms)
        .bind(&new.book_id)
        .bind(new.expected_seq)
        .bind(new.kind)
        .bind(new.guild_id.cast_signed())
        .execute(&mut *connection)
        .await?;
        if changed.rows_affected() == 0 {
            return Ok(Entered::Clash);
        }
    }
    sqlx::query(
        "INSERT INTO entries (book, seq, user_id, user_name, interaction_id, action, events, at_ms) \
         SELECT key, ?, ?, ?, ?, ?, ?, ? FROM books WHERE id = ?",
    )
    .bind(new.expected_seq + 1)
    .bind(new.user_id.cast_signed())
    .bind(&new.user_name)
    .bind(new.interaction_id.map(u64::cast_signed))
    .bind(&new.action)
    .bind(&new.events)
    .bind(new.at_ms)
    .bind(&new.book_id)
    .execute(&mut *connection)
    .await?;
    if let Some((game, place)) = &new.opens_game {
        sqlx::query(
            "INSERT INTO book_games (game, book, place) \
             SELECT g.key, b.key, ? FROM games AS g, books AS b WHERE g.id = ? AND b.id = ? \
             ON CONFLICT (game) DO UPDATE SET book = excluded.book, place = excluded.place, noted = 0",
        )
        .bind(place)
        .bind(game)
        .bind(&new.book_id)
        .execute(&mut *connection)
        .await?;
    }
    if let Some(game) = &new.notes_game {
        sqlx::query(
            "UPDATE book_games SET noted = 1 WHERE game = (SELECT key FROM games WHERE id = ?)",
        )
        .bind(game)
        .execute(&mut *connection)
        .await?;
    }
    Ok(Entered::Done)
}

/// What is rewritten last, in one change: the book as it stands, and the note that this was under way.
struct LastOfBook(BookRewriting);

impl Change for LastOfBook {
    type Outcome = ();

    fn is_one_statement(&self) -> bool {
        false
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<()> {
        begin_several(connection).await?;
        let tried = rewrite_last(connection, &self.0).await;
        end_several(connection, tried).await
    }
}

fn unreadable(book_id: &str) -> StoreError {
    StoreError::Other(format!("a text of book {book_id:?} cannot be rewritten"))
}

const STATE: &str = "SELECT key, state FROM books WHERE id = ?";

async fn rewrite_last(connection: &mut SqliteConnection, new: &BookRewriting) -> Tried<()> {
    let row = sqlx::query(STATE).bind(&new.book_id).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(Ok(())) };
    let Some(state) = (new.text)(get(&row, 1)?) else { return Ok(Err(unreadable(&new.book_id))) };
    // a file that waits may name them, and can be attached again
    sqlx::query("DELETE FROM file_drafts WHERE book = ?")
        .bind(get::<i64>(&row, 0)?)
        .execute(&mut *connection)
        .await?;
    sqlx::query("UPDATE books SET state = ? WHERE key = ?")
        .bind(state)
        .bind(get::<i64>(&row, 0)?)
        .execute(&mut *connection)
        .await?;
    sqlx::query(ALL_WHOLE).bind(new.user.cast_signed()).execute(&mut *connection).await?;
    Ok(Ok(()))
}

impl Store {
    #[boxed]
    pub async fn enter(&self, new: NewEntry) -> Result<Entered, StoreError> {
        fits("The book", &new.state)?;
        fits("The entry", &new.action)?;
        fits("The list of events", &new.events)?;
        fits("The book's name", &new.name)?;
        self.ask(new).await
    }

    /// Takes the person out of a book: its entries a few at a time, and its state last. Nobody may write in it meanwhile.
    #[boxed]
    pub async fn rewrite_book(&self, new: BookRewriting) -> Result<(), StoreError> {
        let row = sqlx::query(STATE).bind(&new.book_id).fetch_optional(&self.readers).await?;
        let Some(row) = row else { return Ok(()) };
        if (new.text)(get(&row, 1)?).is_none() {
            return Err(unreadable(&new.book_id));
        }
        let log = Log {
            rows: Rows::Entries,
            key: get(&row, 0)?,
            user: new.user,
            instead: new.instead,
            name: &new.name,
            text: &new.text,
        };
        let half_done = HalfDone::Book { id: new.book_id.clone(), instead: new.instead };
        if !self.rewrite_log(&log, &half_done).await? {
            return Err(unreadable(&new.book_id));
        }
        self.ask(LastOfBook(new)).await
    }

    #[boxed]
    pub async fn book(&self, book_id: &str) -> Result<Option<BookRow>, StoreError> {
        let row =
            sqlx::query(concat!("SELECT ", book_columns!(), " FROM books AS b WHERE b.id = ?"))
                .bind(book_id)
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.as_ref().map(book).transpose()?)
    }

    /// Every book there is, the oldest first.
    pub async fn all_book_ids(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT id FROM books ORDER BY key").fetch_all(&self.readers).await?)
    }

    /// A book with the entries that made it what it is, the oldest first; later ones are left out.
    pub async fn book_with_entries(
        &self,
        book_id: &str,
    ) -> Result<Option<(BookRow, Vec<EntryRow>)>, StoreError> {
        let Some(book) = self.book(book_id).await? else { return Ok(None) };
        let entries = self.entries(book_id, 0, book.seq).await?;
        Ok(Some((book, entries)))
    }

    /// Every book of a kind on one server, the open ones first and then the newest first.
    #[boxed]
    pub async fn books_on(&self, guild: u64, kind: &str) -> Result<Vec<BookRow>, StoreError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            book_columns!(),
            " FROM books AS b WHERE b.guild_id = ? AND b.kind = ? ORDER BY b.open DESC, b.key DESC"
        ))
        .bind(guild.cast_signed())
        .bind(kind)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(book).collect::<Result<_, _>>()?)
    }

    /// The servers that keep books.
    #[boxed]
    pub async fn servers_with_books(&self) -> Result<Vec<u64>, StoreError> {
        let rows = sqlx::query("SELECT DISTINCT guild_id FROM books ORDER BY guild_id")
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(|row| id(row, 0)).collect::<Result<_, _>>()?)
    }

    /// What was entered after `after`, the oldest first.
    #[boxed]
    pub async fn entries(
        &self,
        book_id: &str,
        after: u32,
        most: u32,
    ) -> Result<Vec<EntryRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT e.seq, e.user_id, e.user_name, e.action, e.events, e.at_ms FROM entries AS e \
             JOIN books AS b ON b.key = e.book WHERE b.id = ? AND e.seq > ? ORDER BY e.seq LIMIT ?",
        )
        .bind(book_id)
        .bind(after)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(entry).collect::<Result<_, _>>()?)
    }

    #[boxed]
    pub async fn entry_of_interaction(
        &self,
        interaction: u64,
    ) -> Result<Option<(String, u32)>, StoreError> {
        Ok(sqlx::query_as(ENTRY_OF_INTERACTION)
            .bind(interaction.cast_signed())
            .fetch_optional(&self.readers)
            .await?)
    }

    /// Books with entries that have not been announced.
    #[boxed]
    pub async fn books_to_tell(&self) -> Result<Vec<BookRow>, StoreError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            book_columns!(),
            " FROM books AS b WHERE b.told_seq < b.seq ORDER BY b.key"
        ))
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(book).collect::<Result<_, _>>()?)
    }

    /// Books whose time has come.
    #[boxed]
    pub async fn books_awake(&self, now_ms: i64) -> Result<Vec<BookRow>, StoreError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            book_columns!(),
            " FROM books AS b WHERE b.wakes_at_ms <= ? ORDER BY b.key"
        ))
        .bind(now_ms)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(book).collect::<Result<_, _>>()?)
    }

    /// Open books of a kind on every server, for what is sent out once a week.
    #[boxed]
    pub async fn open_books(&self, kind: &str) -> Result<Vec<BookRow>, StoreError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            book_columns!(),
            " FROM books AS b WHERE b.kind = ? AND b.open = 1 ORDER BY b.key"
        ))
        .bind(kind)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(book).collect::<Result<_, _>>()?)
    }

    /// Notes that announcing up to this entry is under way.
    #[boxed]
    pub async fn note_telling(&self, book_id: &str, seq: u32) -> Result<(), StoreError> {
        let note =
            Statement::new("UPDATE books SET telling_seq = max(telling_seq, ?) WHERE id = ?")
                .number(seq.into())
                .text(book_id);
        self.ask(vec![note]).await.map(|_| ())
    }

    /// Notes that everything up to this entry has been announced.
    #[boxed]
    pub async fn note_announced(&self, book_id: &str, seq: u32) -> Result<(), StoreError> {
        let note = Statement::new("UPDATE books SET told_seq = max(told_seq, ?) WHERE id = ?")
            .number(seq.into())
            .text(book_id);
        self.ask(vec![note]).await.map(|_| ())
    }

    #[boxed]
    pub async fn note_digest(&self, book_id: &str, at_ms: i64) -> Result<(), StoreError> {
        let note = Statement::new("UPDATE books SET digest_ms = ? WHERE id = ?")
            .number(at_ms)
            .text(book_id);
        self.ask(vec![note]).await.map(|_| ())
    }

    /// Games of books that have ended (and were not put away) without the book knowing it.
    #[boxed]
    pub async fn book_games_to_note(&self) -> Result<Vec<BookGame>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.id, b.id, b.kind, bg.place, bg.noted FROM book_games AS bg JOIN games AS g ON g.key = bg.game \
             JOIN books AS b ON b.key = bg.book WHERE bg.noted = 0 AND g.phase = 'ended' AND g.shelved = 0 ORDER BY g.key",
        )
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(book_game).collect::<Result<_, _>>()?)
    }

    /// Games whose end is in their book, and which have been opened again since.
    #[boxed]
    pub async fn book_games_reopened(&self) -> Result<Vec<BookGame>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.id, b.id, b.kind, bg.place, bg.noted FROM book_games AS bg JOIN games AS g ON g.key = bg.game \
             JOIN books AS b ON b.key = bg.book WHERE bg.reopened = 1 ORDER BY g.key",
        )
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(book_game).collect::<Result<_, _>>()?)
    }

    /// The book knows that this game goes on: its next end is noted like a first one.
    #[boxed]
    pub async fn unnote_book_game(&self, game_id: &str) -> Result<(), StoreError> {
        let note = Statement::new(
            "UPDATE book_games SET noted = 0, reopened = 0 WHERE game = (SELECT key FROM games WHERE id = ?)",
        )
        .text(game_id);
        self.ask(vec![note]).await.map(|_| ())
    }

    /// The match or battle that a game was opened for.
    #[boxed]
    pub async fn book_of_game(&self, game_id: &str) -> Result<Option<BookGame>, StoreError> {
        let row = sqlx::query(
            "SELECT g.id, b.id, b.kind, bg.place, bg.noted FROM book_games AS bg JOIN games AS g ON g.key = bg.game \
             JOIN books AS b ON b.key = bg.book WHERE g.id = ?",
        )
        .bind(game_id)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(book_game).transpose()?)
    }

    /// Games of a book that were played to their end, the oldest first.
    #[boxed]
    pub async fn ended_games_of_book(&self, book_id: &str) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT g.id FROM book_games AS bg JOIN games AS g ON g.key = bg.game \
             JOIN books AS b ON b.key = bg.book \
             WHERE b.id = ? AND g.phase = 'ended' AND g.shelved = 0 ORDER BY g.key",
        )
        .bind(book_id)
        .fetch_all(&self.readers)
        .await?)
    }

    /// The end of this game says nothing to its book.
    #[boxed]
    pub async fn note_book_game(&self, game_id: &str) -> Result<(), StoreError> {
        let note = Statement::new(
            "UPDATE book_games SET noted = 1 WHERE game = (SELECT key FROM games WHERE id = ?)",
        )
        .text(game_id);
        self.ask(vec![note]).await.map(|_| ())
    }

    /// The ids of the books in which this person appears.
    #[boxed]
    pub async fn ids_of_books_with(&self, user: u64) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT b.id FROM books AS b WHERE instr(b.state, ?2) > 0 \
             OR EXISTS (SELECT 1 FROM entries AS e WHERE e.book = b.key AND (e.user_id = ?1 \
                        OR instr(e.events, ?2) > 0 OR instr(e.action, ?2) > 0)) ORDER BY b.key",
        )
        .bind(user.cast_signed())
        .bind(format!("\"{user}\""))
        .fetch_all(&self.readers)
        .await?)
    }

    /// Every book in which this person appears.
    #[boxed]
    pub async fn books_with(&self, user: u64) -> Result<Vec<BookRow>, StoreError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            book_columns!(),
            " FROM books AS b WHERE instr(b.state, ?2) > 0 \
              OR EXISTS (SELECT 1 FROM entries AS e WHERE e.book = b.key AND (e.user_id = ?1 \
                         OR instr(e.events, ?2) > 0 OR instr(e.action, ?2) > 0)) ORDER BY b.key"
        ))
        .bind(user.cast_signed())
        // ids stand in quotes within the texts
        .bind(format!("\"{user}\""))
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(book).collect::<Result<_, _>>()?)
    }

    /// Games of a server that have ended after this moment and belong to no book, the oldest first.
    #[boxed]
    pub async fn ended_outside_books(
        &self,
        guild: u64,
        after_ms: i64,
    ) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT g.id FROM games AS g WHERE coalesce(g.guild_id, g.channel_id) = ?1 AND g.guild_id = ?1 \
             AND g.ended_at_ms > ?2 AND g.ended_at_ms IS NOT NULL AND g.shelved = 0 \
             AND NOT EXISTS (SELECT 1 FROM book_games AS bg WHERE bg.game = g.key) ORDER BY g.ended_at_ms, g.key",
        )
        .bind(guild.cast_signed())
        .bind(after_ms)
        .fetch_all(&self.readers)
        .await?)
    }

    /// Games that have ended on a server and in which this person had a seat, the newest first.
    #[boxed]
    pub async fn ended_games_of(
        &self,
        guild: u64,
        user: u64,
        most: u32,
    ) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM games WHERE coalesce(guild_id, channel_id) = ?1 AND guild_id = ?1 AND ended_at_ms IS NOT NULL \
             AND shelved = 0 \
             AND EXISTS (SELECT 1 FROM json_each(games.seats) WHERE json_extract(value, '$.user_id') = ?2) \
             ORDER BY ended_at_ms DESC, key DESC LIMIT ?3",
        )
        .bind(guild.cast_signed())
        .bind(user.cast_signed())
        .bind(most)
        .fetch_all(&self.readers)
        .await?)
    }

    /// Keeps a picture for this book in place of the one before; none takes it away.
    #[boxed]
    pub async fn set_book_picture(
        &self,
        book_id: &str,
        bytes: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        let change = match bytes {
            Some(bytes) => Statement::new(
                "INSERT INTO book_pictures (book, bytes) SELECT key, ?1 FROM books WHERE id = ?2 \
                 ON CONFLICT (book) DO UPDATE SET bytes = excluded.bytes",
            )
            .bytes(bytes)
            .text(book_id),
            None => Statement::new(
                "DELETE FROM book_pictures WHERE book = (SELECT key FROM books WHERE id = ?)",
            )
            .text(book_id),
        };
        self.ask(vec![change]).await.map(|_| ())
    }

    /// The picture that is kept for this book.
    #[boxed]
    pub async fn book_picture(&self, book_id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT p.bytes FROM book_pictures AS p JOIN books AS b ON b.key = p.book WHERE b.id = ?",
        )
        .bind(book_id)
        .fetch_optional(&self.readers)
        .await?)
    }
}
