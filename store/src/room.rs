//! How many may be open at once. They are counted by the writer, where it lets one more in, so that no rush of presses gets
//! past the limit.

use sqlx::SqliteConnection;

use crate::boxed;
use crate::{Store, StoreError};

/// How many tables, or books of one kind, may be open on a server: in all, and by one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    pub on_server: u32,
    pub by_one: u32,
}

/// Why one more was not let in, and how many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    Server {
        open: u32,
    },
    /// Whoever opened this one has as many.
    Person {
        open: u32,
    },
}

impl Room {
    fn left(self, on_server: u32, by_one: u32) -> Result<(), Full> {
        if by_one >= self.by_one {
            Err(Full::Person { open: by_one })
        } else if on_server >= self.on_server {
            Err(Full::Server { open: on_server })
        } else {
            Ok(())
        }
    }
}

/// The home of a game is its server or, in direct messages, its channel.
const OPEN_GAMES: &str = "SELECT count(*), coalesce(sum(created_by = ?2), 0) FROM games \
  WHERE coalesce(guild_id, channel_id) = ?1 AND ended_at_ms IS NULL";

/// Of the home and the person of a game that is not open now.
const OPEN_BESIDE_GAME: &str = "SELECT count(other.key), coalesce(sum(other.created_by = g.created_by), 0) FROM games AS g \
  LEFT JOIN games AS other ON coalesce(other.guild_id, other.channel_id) = coalesce(g.guild_id, g.channel_id) \
    AND other.ended_at_ms IS NULL \
  WHERE g.id = ?1 AND g.ended_at_ms IS NOT NULL";

/// A book belongs to whoever made its first entry.
const OPEN_BOOKS: &str = "SELECT count(*), coalesce(sum(e.user_id = ?3), 0) FROM books AS b \
  JOIN entries AS e ON e.book = b.key AND e.seq = 1 WHERE b.guild_id = ?1 AND b.kind = ?2 AND b.open = 1";

const OPENED_BY: &str = "SELECT e.user_id FROM entries AS e JOIN books AS b ON b.key = e.book WHERE b.id = ? AND e.seq = 1";

pub(crate) async fn for_game(
    connection: &mut SqliteConnection,
    home: u64,
    person: u64,
    room: Room,
) -> Result<Result<(), Full>, sqlx::Error> {
    let (on_server, by_one) = sqlx::query_as(OPEN_GAMES)
        .bind(home.cast_signed())
        .bind(person.cast_signed())
        .fetch_one(connection)
        .await?;
    Ok(room.left(on_server, by_one))
}

/// For a game that is taken up again.
pub(crate) async fn for_game_again(
    connection: &mut SqliteConnection,
    game_id: &str,
    room: Room,
) -> Result<Result<(), Full>, sqlx::Error> {
    let (on_server, by_one) =
        sqlx::query_as(OPEN_BESIDE_GAME).bind(game_id).fetch_one(connection).await?;
    Ok(room.left(on_server, by_one))
}

/// For a new book of this person, or one that is opened again and belongs to whoever opened it first.
pub(crate) async fn for_book(
    connection: &mut SqliteConnection,
    guild: u64,
    kind: &str,
    (book_id, person): (&str, u64),
    room: Room,
) -> Result<Result<(), Full>, sqlx::Error> {
    let opened_by: Option<i64> =
        sqlx::query_scalar(OPENED_BY).bind(book_id).fetch_optional(&mut *connection).await?;
    let (on_server, by_one) = sqlx::query_as(OPEN_BOOKS)
        .bind(guild.cast_signed())
        .bind(kind)
        .bind(opened_by.unwrap_or(person.cast_signed()))
        .fetch_one(connection)
        .await?;
    Ok(room.left(on_server, by_one))
}

impl Store {
    /// Whether one more table would be let in now. Only the opening itself decides; this spares what comes before it.
    #[boxed]
    pub async fn room_for_game(
        &self,
        guild: Option<u64>,
        channel: u64,
        person: u64,
        room: Room,
    ) -> Result<Result<(), Full>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        Ok(for_game(&mut reader, guild.unwrap_or(channel), person, room).await?)
    }
}
