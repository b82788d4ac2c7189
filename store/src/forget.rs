//! What is kept of a person, and how it is forgotten. Games belong to everybody at the table, so a person who goes leaves
//! a nameless player behind; everything that was theirs alone is deleted.

use std::fmt;
use std::sync::Arc;

use sqlx::SqliteConnection;

use crate::boxed;
use crate::change::{Change, Tried, begin_several, end_several};
use crate::model::SeatRow;
use crate::notices::{FORGET_SETTLED, SAY_ANEW};
use crate::sql::get;
use crate::statement::Statement;
use crate::{Store, StoreError};

/// A text without the person; `None` if it cannot be read.
pub type NewText = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;
/// What lists show of the game, from its rewritten state and what they showed before.
pub type NewSeats = Arc<dyn Fn(&str, Vec<SeatRow>) -> Option<Vec<SeatRow>> + Send + Sync>;

/// How one game is rewritten so that a person is not in it any more.
#[derive(Clone)]
pub struct Rewriting {
    pub game_id: String,
    pub user: u64,
    /// Who stands there instead.
    pub instead: u64,
    pub name: String,
    /// Does the same within the texts that only the rules understand.
    pub text: NewText,
    pub seats: NewSeats,
}

impl fmt::Debug for Rewriting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rewriting").field("game_id", &self.game_id).finish_non_exhaustive()
    }
}

/// A step that a person made, for their own copy of what is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonStep {
    pub game_id: String,
    pub game_name: String,
    pub seq: u32,
    pub user_name: String,
    pub action: String,
    pub at_ms: i64,
}

/// What one person has noted at one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonNote {
    pub game_id: String,
    pub what: String,
    pub text: String,
}

const FORGET: [&str; 8] = [
    "DELETE FROM settings WHERE scope = 'person' AND owner = ?",
    "DELETE FROM absences WHERE user_id = ?",
    "DELETE FROM saved_rolls WHERE scope = 'person' AND owner = ?",
    "UPDATE saved_rolls SET saved_by = 0 WHERE saved_by = ?",
    "DELETE FROM rolls WHERE user_id = ?",
    "DELETE FROM owing WHERE user_id = ?",
    "DELETE FROM file_drafts WHERE user_id = ?",
    "UPDATE games SET created_by = 0 WHERE created_by = ?",
];

const FORGET_NOTES: &str = "DELETE FROM settings WHERE scope = 'game' AND key GLOB ?";

/// What the keys of a person's notes begin with.
fn notes_of(user: u64) -> String {
    format!("person:{user}:")
}

impl Change for Rewriting {
    type Outcome = ();

    fn is_one_statement(&self) -> bool {
        false
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<()> {
        begin_several(connection).await?;
        let tried = rewrite_all(connection, self).await;
        end_several(connection, tried).await
    }
}

async fn rewrite_all(connection: &mut SqliteConnection, new: &Rewriting) -> Tried<()> {
    let rows = sqlx::query(
        "SELECT s.game, s.seq, s.action, s.events FROM steps AS s JOIN games AS g ON g.key = s.game WHERE g.id = ?",
    )
    .bind(&new.game_id)
    .fetch_all(&mut *connection)
    .await?;
    let unreadable =
        || StoreError::Other(format!("a text of game {:?} cannot be rewritten", new.game_id));
    // everything is rewritten in memory first, so that an unreadable text leaves the game as it was
    let mut steps = Vec::with_capacity(rows.len());
    for row in &rows {
        let texts = ((new.text)(get(row, 2)?), (new.text)(get(row, 3)?));
        let (Some(action), Some(events)) = texts else { return Ok(Err(unreadable())) };
        steps.push((get::<i64>(row, 0)?, get::<i64>(row, 1)?, action, events));
    }
    let row = sqlx::query(
        "SELECT g.key, s.state, g.seats FROM games AS g JOIN snapshots AS s ON s.game = g.key WHERE g.id = ?",
    )
    .bind(&new.game_id)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(Ok(())) };
    let key: i64 = get(&row, 0)?;
    let Some(state) = (new.text)(get(&row, 1)?) else { return Ok(Err(unreadable())) };
    let seats = serde_json::from_str(get(&row, 2)?).ok();
    let seats = seats.and_then(|before| (new.seats)(&state, before));
    let Some(seats) = seats else { return Ok(Err(unreadable())) };
    for (game, seq, action, events) in steps {
        sqlx::query("UPDATE steps SET action = ?, events = ? WHERE game = ? AND seq = ?")
            .bind(action)
            .bind(events)
            .bind(game)
            .bind(seq)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query("UPDATE steps SET user_id = ?, user_name = ? WHERE game = ? AND user_id = ?")
        .bind(new.instead.cast_signed())
        .bind(&new.name)
        .bind(key)
        .bind(new.user.cast_signed())
        .execute(&mut *connection)
        .await?;
    sqlx::query("UPDATE snapshots SET state = ? WHERE game = ?")
        .bind(state)
        .bind(key)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "UPDATE games SET seats = ?1, organiser_id = iif(organiser_id = ?2, ?3, organiser_id), \
         created_by = iif(created_by = ?2, ?3, created_by) WHERE key = ?4",
    )
    .bind(crate::sql::seats_text(&seats)?)
    .bind(new.user.cast_signed())
    .bind(new.instead.cast_signed())
    .bind(key)
    .execute(&mut *connection)
    .await?;
    // what the others owe may be an answer to this person, by name
    sqlx::query(FORGET_SETTLED).bind(0_i64).execute(&mut *connection).await?;
    sqlx::query(SAY_ANEW).bind(key).execute(&mut *connection).await?;
    Ok(Ok(()))
}

impl Store {
    /// Every game in which this person appears, the oldest first.
    #[boxed]
    pub async fn games_with(&self, user: u64) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM games AS g WHERE created_by = ?1 OR organiser_id = ?1 \
             OR EXISTS (SELECT 1 FROM json_each(g.seats) WHERE json_extract(value, '$.user_id') = ?1) \
             OR EXISTS (SELECT 1 FROM steps AS s WHERE s.game = g.key \
                        AND (s.user_id = ?1 OR instr(s.events, ?2) > 0 OR instr(s.action, ?2) > 0)) \
             ORDER BY key",
        )
        .bind(user.cast_signed())
        // ids stand in quotes within the texts
        .bind(format!("\"{user}\""))
        .fetch_all(&self.readers)
        .await?)
    }

    #[boxed]
    pub async fn steps_by(&self, user: u64) -> Result<Vec<PersonStep>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.id, g.name, s.seq, s.user_name, s.action, s.at_ms FROM steps AS s \
             JOIN games AS g ON g.key = s.game WHERE s.user_id = ? ORDER BY s.game, s.seq",
        )
        .bind(user.cast_signed())
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &sqlx::sqlite::SqliteRow| -> Result<PersonStep, sqlx::Error> {
            Ok(PersonStep {
                game_id: get(row, 0)?,
                game_name: get(row, 1)?,
                seq: get(row, 2)?,
                user_name: get(row, 3)?,
                action: get(row, 4)?,
                at_ms: get(row, 5)?,
            })
        };
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }

    /// What this person has noted at tables, for their own copy of what is kept.
    #[boxed]
    pub async fn notes_by(&self, user: u64) -> Result<Vec<PersonNote>, StoreError> {
        let begin = notes_of(user);
        let rows = sqlx::query(
            "SELECT g.id, s.key, s.value FROM settings AS s JOIN games AS g ON g.key = s.owner \
             WHERE s.scope = 'game' AND s.key GLOB ? ORDER BY g.key, s.key",
        )
        .bind(format!("{begin}*"))
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &sqlx::sqlite::SqliteRow| -> Result<PersonNote, sqlx::Error> {
            let key: String = get(row, 1)?;
            let what = key.strip_prefix(&begin).unwrap_or_default().to_owned();
            Ok(PersonNote { game_id: get(row, 0)?, what, text: get(row, 2)? })
        };
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }

    #[boxed]
    pub async fn rewrite_game(&self, new: Rewriting) -> Result<(), StoreError> {
        self.ask(new).await
    }

    /// Deletes everything that belongs to this person alone.
    #[boxed]
    pub async fn forget_person(&self, user: u64) -> Result<(), StoreError> {
        let notes = Statement::new(FORGET_NOTES).text(&format!("{}*", notes_of(user)));
        let theirs = FORGET.into_iter().map(|sql| Statement::new(sql).id(user));
        let statements: Vec<_> = theirs.chain([notes]).collect();
        self.ask(statements).await.map(|_| ())
    }
}
