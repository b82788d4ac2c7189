//! What is kept of a person, and how it is forgotten. Games belong to everybody at the table, so a person who goes leaves
//! a nameless player behind; everything that was theirs alone is deleted.

use std::fmt;
use std::sync::Arc;

use sqlx::SqliteConnection;

use crate::boxed;
use crate::change::{Change, Tried, begin_several, end_several};
use crate::model::SeatRow;
use crate::notices::{FORGET_SETTLED, SAY_ANEW};
use crate::rewrite::{ALL_WHOLE, HalfDone, Log, NewText, Rows};
use crate::sql::get;
use crate::statement::Statement;
use crate::{Store, StoreError};

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

const FORGET: [&str; 10] = [
    "DELETE FROM settings WHERE scope = 'person' AND owner = ?",
    "DELETE FROM absences WHERE user_id = ?",
    "DELETE FROM saved_rolls WHERE scope = 'person' AND owner = ?",
    "UPDATE saved_rolls SET saved_by = 0 WHERE saved_by = ?",
    "DELETE FROM rolls WHERE user_id = ?",
    "DELETE FROM panels WHERE owner = ?",
    "DELETE FROM companies WHERE user_id = ?",
    "DELETE FROM owing WHERE user_id = ?",
    "DELETE FROM file_drafts WHERE user_id = ?",
    "UPDATE games SET created_by = 0 WHERE created_by = ?",
];

const FORGET_SOME_ROLLS: &str =
    "DELETE FROM rolls WHERE key IN (SELECT key FROM rolls WHERE user_id = ? LIMIT 200)";

const FORGET_NOTES: &str = "DELETE FROM settings WHERE scope = 'game' AND key GLOB ?";

/// What the keys of a person's notes begin with.
fn notes_of(user: u64) -> String {
    format!("person:{user}:")
}

/// What is rewritten last, in one change: the state, what lists show, and the note that this was under way.
struct LastOfGame(Rewriting);

impl Change for LastOfGame {
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

fn unreadable(game_id: &str) -> StoreError {
    StoreError::Other(format!("a text of game {game_id:?} cannot be rewritten"))
}

/// The state and the seats without the person, if they can be read.
fn new_state(new: &Rewriting, state: &str, seats: &str) -> Option<(String, Vec<SeatRow>)> {
    let state = (new.text)(state)?;
    let seats = (new.seats)(&state, serde_json::from_str(seats).ok()?)?;
    Some((state, seats))
}

const STATE: &str = "SELECT g.key, s.state, g.seats FROM games AS g JOIN snapshots AS s ON s.game = g.key WHERE g.id = ?";

async fn rewrite_last(connection: &mut SqliteConnection, new: &Rewriting) -> Tried<()> {
    let row = sqlx::query(STATE).bind(&new.game_id).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(Ok(())) };
    let key: i64 = get(&row, 0)?;
    let Some((state, seats)) = new_state(new, get(&row, 1)?, get(&row, 2)?) else {
        return Ok(Err(unreadable(&new.game_id)));
    };
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
    sqlx::query(ALL_WHOLE).bind(new.user.cast_signed()).execute(&mut *connection).await?;
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
        let mut all = Vec::new();
        for game in self.games_with_steps_by(user).await? {
            all.extend(self.some_steps_by(user, game, 0, u32::MAX).await?);
        }
        Ok(all)
    }

    /// The games in which this person has made a step, by number.
    #[boxed]
    pub async fn games_with_steps_by(&self, user: u64) -> Result<Vec<i64>, StoreError> {
        Ok(sqlx::query_scalar("SELECT DISTINCT game FROM steps WHERE user_id = ? ORDER BY game")
            .bind(user.cast_signed())
            .fetch_all(&self.readers)
            .await?)
    }

    /// The next steps of this person in one game, after this one.
    #[boxed]
    pub async fn some_steps_by(
        &self,
        user: u64,
        game: i64,
        after: u32,
        most: u32,
    ) -> Result<Vec<PersonStep>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.id, g.name, s.seq, s.user_name, s.action, s.at_ms FROM steps AS s \
             JOIN games AS g ON g.key = s.game WHERE s.game = ? AND s.seq > ? AND s.user_id = ? ORDER BY s.seq LIMIT ?",
        )
        .bind(game)
        .bind(after)
        .bind(user.cast_signed())
        .bind(most)
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

    /// Takes the person out of a game: its steps a few at a time, and its state last. Nobody may make a step in it meanwhile.
    #[boxed]
    pub async fn rewrite_game(&self, new: Rewriting) -> Result<(), StoreError> {
        let row = sqlx::query(STATE).bind(&new.game_id).fetch_optional(&self.readers).await?;
        let Some(row) = row else { return Ok(()) };
        if new_state(&new, get(&row, 1)?, get(&row, 2)?).is_none() {
            return Err(unreadable(&new.game_id));
        }
        let log = Log {
            rows: Rows::Steps,
            key: get(&row, 0)?,
            user: new.user,
            instead: new.instead,
            name: &new.name,
            text: &new.text,
        };
        let half_done = HalfDone::Game { id: new.game_id.clone(), instead: new.instead };
        if !self.rewrite_log(&log, &half_done).await? {
            return Err(unreadable(&new.game_id));
        }
        self.ask(LastOfGame(new)).await
    }

    /// Deletes everything that belongs to this person alone, and the note that they are to be forgotten.
    #[boxed]
    pub async fn forget_person(&self, user: u64) -> Result<(), StoreError> {
        // there may be very many of these
        while self.ask(vec![Statement::new(FORGET_SOME_ROLLS).id(user)]).await? > 0 {}
        let notes = Statement::new(FORGET_NOTES).text(&format!("{}*", notes_of(user)));
        let theirs = FORGET.into_iter().map(|sql| Statement::new(sql).id(user));
        let statements: Vec<_> = theirs.chain([notes]).collect();
        self.ask(statements).await.map(|_| ())
    }
}
