//! Between rows and values.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, Sqlite};

use crate::model::{Board, GameRow, GameSummary, Phase, SeatRow, Secret, StepRow};

/// Discord's ids fill 64 bits; the column is signed.
pub(crate) fn id(row: &SqliteRow, column: usize) -> Result<u64, sqlx::Error> {
    get::<i64>(row, column).map(i64::cast_unsigned)
}

pub(crate) fn optional_id(row: &SqliteRow, column: usize) -> Result<Option<u64>, sqlx::Error> {
    Ok(get::<Option<i64>>(row, column)?.map(i64::cast_unsigned))
}

pub(crate) fn get<'r, T: sqlx::Decode<'r, Sqlite> + sqlx::Type<Sqlite>>(
    row: &'r SqliteRow,
    column: usize,
) -> Result<T, sqlx::Error> {
    row.try_get(column)
}

fn phase(row: &SqliteRow, column: usize, shelved: usize) -> Result<Phase, sqlx::Error> {
    let text: &str = get(row, column)?;
    Phase::parse(text, get(row, shelved)?)
        .ok_or_else(|| sqlx::Error::Decode(format!("unknown phase {text:?}").into()))
}

/// The columns of [`game`], from `games AS g` and `snapshots AS s`.
macro_rules! game_columns {
    () => {
        "g.id, g.guild_id, g.channel_id, g.system, g.name, g.phase, g.seq, g.next_die, g.seed, g.seed_hash, \
         g.rules_version, g.created_by, g.created_at_ms, g.updated_at_ms, g.ended_at_ms, g.board_channel, \
         g.board_message, g.board_pinned, s.state, g.shelved"
    };
}
pub(crate) use game_columns;

pub(crate) fn game(row: &SqliteRow) -> Result<GameRow, sqlx::Error> {
    let seed: &[u8] = get(row, 8)?;
    let seed: [u8; 32] =
        seed.try_into().map_err(|_| sqlx::Error::Decode("the seed is not 32 bytes long".into()))?;
    Ok(GameRow {
        id: get(row, 0)?,
        guild_id: optional_id(row, 1)?,
        channel_id: id(row, 2)?,
        system: get(row, 3)?,
        name: get(row, 4)?,
        phase: phase(row, 5, 19)?,
        seq: get(row, 6)?,
        next_die: id(row, 7)?,
        seed: Secret::from(seed),
        seed_hash: get(row, 9)?,
        rules_version: get(row, 10)?,
        created_by: id(row, 11)?,
        created_at_ms: get(row, 12)?,
        updated_at_ms: get(row, 13)?,
        ended_at_ms: get(row, 14)?,
        board: board(row, 15)?,
        state: get(row, 18)?,
    })
}

/// Three columns from here on.
pub(crate) fn board(row: &SqliteRow, column: usize) -> Result<Option<Board>, sqlx::Error> {
    Ok(match (optional_id(row, column)?, optional_id(row, column + 1)?) {
        (Some(channel_id), Some(message_id)) => {
            Some(Board { channel_id, message_id, pinned: get(row, column + 2)? })
        }
        _ => None,
    })
}

/// The columns of [`summary`], from `games`.
macro_rules! summary_columns {
    () => {
        "id, channel_id, system, name, phase, seq, organiser_id, updated_at_ms, ended_at_ms, seats, created_by, shelved, \
         board_channel, board_message, board_pinned"
    };
}
pub(crate) use summary_columns;

pub(crate) fn summary(row: &SqliteRow) -> Result<GameSummary, sqlx::Error> {
    let seats: &str = get(row, 9)?;
    Ok(GameSummary {
        id: get(row, 0)?,
        channel_id: id(row, 1)?,
        system: get(row, 2)?,
        name: get(row, 3)?,
        phase: phase(row, 4, 11)?,
        seq: get(row, 5)?,
        organiser_id: optional_id(row, 6)?,
        updated_at_ms: get(row, 7)?,
        ended_at_ms: get(row, 8)?,
        created_by: id(row, 10)?,
        board: board(row, 12)?,
        seats: serde_json::from_str(seats).map_err(|error| sqlx::Error::Decode(error.into()))?,
    })
}

pub(crate) fn seats_text(seats: &[SeatRow]) -> Result<String, sqlx::Error> {
    serde_json::to_string(seats).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// The columns of [`step`], from `steps`.
macro_rules! step_columns {
    () => {
        "seq, user_id, user_name, interaction_id, action, dice, events, revokes, next_die, at_ms"
    };
}
pub(crate) use step_columns;

pub(crate) fn step(row: &SqliteRow) -> Result<StepRow, sqlx::Error> {
    Ok(StepRow {
        seq: get(row, 0)?,
        user_id: id(row, 1)?,
        user_name: get(row, 2)?,
        interaction_id: optional_id(row, 3)?,
        action: get(row, 4)?,
        dice: get(row, 5)?,
        events: get(row, 6)?,
        revokes: get(row, 7)?,
        next_die: id(row, 8)?,
        at_ms: get(row, 9)?,
    })
}
