//! The statement of each change, run by the writer.
//!
//! Nearly each change is one statement: a call to the database is a hop to the thread that owns the connection and every
//! result is a hop back, dearer together than the SQL. A single statement also undoes itself when it fails, so a bad
//! request cannot hurt the others in its transaction. What was not taken is explained by reading, the rare case. The few
//! changes that need several statements stand within a savepoint instead.

use sqlx::SqliteConnection;

use crate::StoreError;
use crate::error::{blames_one_request, is_unique_violation, was_not_taken};
use crate::model::{Appended, Board, Created, NewGame, NewStep, Phase, Scope};
use crate::read::STEP_OF_INTERACTION;
use crate::sql::seats_text;

/// The outer error leaves the transaction in doubt; the inner one belongs to this request, and nothing was changed.
pub(crate) type Tried<T> = Result<Result<T, StoreError>, sqlx::Error>;

const CREATE: &str = "INSERT INTO game_inbox (id, guild_id, channel_id, system, name, name_folded, phase, remind_hours, seed, \
  seed_hash, rules_version, created_by, organiser_id, seats, state, user_id, user_name, interaction_id, action, dice, \
  events, revokes, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

const APPEND: &str = "INSERT INTO step_inbox (game_id, expected_seq, next_die, user_id, user_name, interaction_id, \
  action, dice, events, revokes, at_ms, state, name, name_folded, phase, shelved, remind_hours, organiser_id, seats) \
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

pub(crate) async fn create(connection: &mut SqliteConnection, new: &NewGame) -> Tried<Created> {
    let (first, summary) = (&new.first, &new.summary);
    let taken = sqlx::query(CREATE)
        .bind(&new.id)
        .bind(new.guild_id.map(u64::cast_signed))
        .bind(new.channel_id.cast_signed())
        .bind(&new.system)
        .bind(&summary.name)
        .bind(summary.name.to_lowercase())
        .bind(summary.phase.as_str())
        .bind(summary.remind_hours)
        .bind(new.seed.as_slice())
        .bind(&new.seed_hash)
        .bind(&new.rules_version)
        .bind(new.created_by.cast_signed())
        .bind(summary.organiser_id.map(u64::cast_signed))
        .bind(seats_text(&summary.seats)?)
        .bind(&new.state)
        .bind(first.user_id.cast_signed())
        .bind(&first.user_name)
        .bind(first.interaction_id.map(u64::cast_signed))
        .bind(&first.action)
        .bind(&first.dice)
        .bind(&first.events)
        .bind(first.revokes)
        .bind(first.at_ms)
        .execute(&mut *connection)
        .await;
    match taken {
        Ok(_) => Ok(Ok(Created::Done)),
        Err(error) if was_not_taken(&error) => why_not_created(connection, new).await,
        Err(error) => blame(error),
    }
}

async fn why_not_created(connection: &mut SqliteConnection, new: &NewGame) -> Tried<Created> {
    if let Some((game_id, seq)) = made_by(connection, new.first.interaction_id).await? {
        return Ok(Ok(Created::Repeated { game_id, seq }));
    }
    let open =
        sqlx::query_scalar("SELECT id FROM games WHERE channel_id = ? AND ended_at_ms IS NULL")
            .bind(new.channel_id.cast_signed())
            .fetch_optional(connection)
            .await?;
    Ok(match open {
        Some(game_id) => Ok(Created::Occupied { game_id }),
        None => Err(StoreError::Other(format!("game {:?} was not stored", new.id))),
    })
}

pub(crate) async fn append(connection: &mut SqliteConnection, new: &NewStep) -> Tried<Appended> {
    let Ok(next_die) = i64::try_from(new.next_die) else {
        return Ok(Err(StoreError::Refused(format!(
            "die number {} is out of range",
            new.next_die
        ))));
    };
    let (step, summary) = (&new.step, &new.summary);
    let taken = sqlx::query(APPEND)
        .bind(&new.game_id)
        .bind(new.expected_seq)
        .bind(next_die)
        .bind(step.user_id.cast_signed())
        .bind(&step.user_name)
        .bind(step.interaction_id.map(u64::cast_signed))
        .bind(&step.action)
        .bind(&step.dice)
        .bind(&step.events)
        .bind(step.revokes)
        .bind(step.at_ms)
        .bind(&new.state)
        .bind(&summary.name)
        .bind(summary.name.to_lowercase())
        .bind(summary.phase.as_str())
        .bind(summary.phase == Phase::Shelved)
        .bind(summary.remind_hours)
        .bind(summary.organiser_id.map(u64::cast_signed))
        .bind(seats_text(&summary.seats)?)
        .execute(&mut *connection)
        .await;
    match taken {
        Ok(_) => Ok(Ok(Appended::Done)),
        Err(error) if was_not_taken(&error) => why_not_appended(connection, new).await,
        Err(error) if is_unique_violation(&error) => {
            match taken_meanwhile(connection, new).await? {
                Some(game_id) => Ok(Ok(Appended::Occupied { game_id })),
                None => blame(error),
            }
        }
        Err(error) => blame(error),
    }
}

async fn why_not_appended(connection: &mut SqliteConnection, new: &NewStep) -> Tried<Appended> {
    if let Some((game_id, seq)) = made_by(connection, new.step.interaction_id).await? {
        return Ok(Ok(Appended::Repeated { game_id, seq }));
    }
    let now: Option<(u32, i64)> = sqlx::query_as("SELECT seq, next_die FROM games WHERE id = ?")
        .bind(&new.game_id)
        .fetch_optional(connection)
        .await?;
    Ok(match now {
        None => Ok(Appended::NoSuchGame),
        Some((seq, _)) if seq != new.expected_seq => Ok(Appended::Clash { seq }),
        Some((_, next_die)) => Err(StoreError::Refused(format!(
            "game {:?} has rolled {next_die} dice, the step counts only {}",
            new.game_id, new.next_die
        ))),
    })
}

/// The open game in the channel of an ended one that the step wanted to reopen.
async fn taken_meanwhile(
    connection: &mut SqliteConnection,
    new: &NewStep,
) -> Result<Option<String>, sqlx::Error> {
    if matches!(new.summary.phase, Phase::Ended | Phase::Shelved) {
        return Ok(None);
    }
    sqlx::query_scalar(
        "SELECT other.id FROM games AS g JOIN games AS other ON other.channel_id = g.channel_id \
         WHERE g.id = ? AND g.ended_at_ms IS NOT NULL AND other.ended_at_ms IS NULL",
    )
    .bind(&new.game_id)
    .fetch_optional(connection)
    .await
}

pub(crate) async fn set_board(
    connection: &mut SqliteConnection,
    game_id: &str,
    board: Option<Board>,
) -> Tried<()> {
    let changed = sqlx::query(
        "UPDATE games SET board_channel = ?, board_message = ?, board_pinned = ? WHERE id = ?",
    )
    .bind(board.map(|board| board.channel_id.cast_signed()))
    .bind(board.map(|board| board.message_id.cast_signed()))
    .bind(board.is_some_and(|board| board.pinned))
    .bind(game_id)
    .execute(connection)
    .await;
    match changed {
        Ok(changed) if changed.rows_affected() == 0 => {
            Ok(Err(StoreError::NoSuchGame(game_id.to_owned())))
        }
        Ok(_) => Ok(Ok(())),
        Err(error) => blame(error),
    }
}

pub(crate) async fn set_setting(
    connection: &mut SqliteConnection,
    scope: &Scope,
    key: &str,
    value: Option<&str>,
) -> Tried<()> {
    let (scope, owner) = match scope {
        Scope::Server(id) => ("server", id.cast_signed()),
        Scope::Person(id) => ("person", id.cast_signed()),
        Scope::Game(id) => {
            let owner = sqlx::query_scalar("SELECT key FROM games WHERE id = ?")
                .bind(id)
                .fetch_optional(&mut *connection)
                .await?;
            match owner {
                Some(owner) => ("game", owner),
                None => return Ok(Err(StoreError::NoSuchGame(id.clone()))),
            }
        }
    };
    let changed = match value {
        Some(value) => sqlx::query(
            "INSERT INTO settings (scope, owner, key, value) VALUES (?, ?, ?, ?) \
             ON CONFLICT (scope, owner, key) DO UPDATE SET value = excluded.value",
        )
        .bind(scope)
        .bind(owner)
        .bind(key)
        .bind(value),
        None => sqlx::query("DELETE FROM settings WHERE scope = ? AND owner = ? AND key = ?")
            .bind(scope)
            .bind(owner)
            .bind(key),
    }
    .execute(connection)
    .await;
    match changed {
        Ok(_) => Ok(Ok(())),
        Err(error) => blame(error),
    }
}

async fn made_by(
    connection: &mut SqliteConnection,
    interaction: Option<u64>,
) -> Result<Option<(String, u32)>, sqlx::Error> {
    let Some(interaction) = interaction else { return Ok(None) };
    sqlx::query_as(STEP_OF_INTERACTION)
        .bind(interaction.cast_signed())
        .fetch_optional(connection)
        .await
}

/// Begins a change of several statements; [`end_several`] ends it.
pub(crate) async fn begin_several(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql("SAVEPOINT several").execute(connection).await.map(|_| ())
}

/// Undoes all of the statements if one of them failed, so that the others in the transaction are not hurt.
pub(crate) async fn end_several<T>(connection: &mut SqliteConnection, tried: Tried<T>) -> Tried<T> {
    let tried = tried.or_else(blame)?;
    let end = match &tried {
        Ok(_) => "RELEASE several",
        Err(_) => "ROLLBACK TO several; RELEASE several",
    };
    sqlx::raw_sql(end).execute(connection).await?;
    Ok(tried)
}

/// On the request, if the statement undid itself and the transaction goes on; else on all.
pub(crate) fn blame<T>(error: sqlx::Error) -> Tried<T> {
    if blames_one_request(&error) { Ok(Err(error.into())) } else { Err(error) }
}
