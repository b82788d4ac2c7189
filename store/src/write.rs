//! Games, their steps and boards, and settings: how each is written.

use sqlx::SqliteConnection;

use crate::boxed;
use crate::change::{Change, Tried, blame, fits};
use crate::error::{is_unique_violation, was_not_taken};
use crate::model::{Appended, Board, Created, NewGame, NewStep, Phase, Scope};
use crate::read::STEP_OF_INTERACTION;
use crate::room;
use crate::sql::seats_text;
use crate::{Store, StoreError};

/// A board message that a game has got, or lost.
#[derive(Debug)]
struct NewBoard {
    game_id: String,
    board: Option<Board>,
}

/// A setting that has got this value, or none any more.
#[derive(Debug)]
struct NewSetting {
    scope: Scope,
    key: String,
    value: Option<String>,
}

const CREATE: &str = "INSERT INTO game_inbox (id, guild_id, channel_id, system, name, name_folded, phase, remind_hours, seed, \
  seed_hash, rules_version, created_by, organiser_id, seats, state, user_id, user_name, interaction_id, action, dice, \
  events, revokes, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

const APPEND: &str = "INSERT INTO step_inbox (game_id, expected_seq, next_die, user_id, user_name, interaction_id, \
  action, dice, events, revokes, at_ms, state, name, name_folded, phase, shelved, remind_hours, organiser_id, seats) \
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

impl Change for NewGame {
    type Outcome = Created;

    fn is_one_statement(&self) -> bool {
        self.room.is_none()
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<Created> {
        let (first, summary) = (&self.first, &self.summary);
        if let Some(room) = self.room {
            let home = self.guild_id.unwrap_or(self.channel_id);
            if let Err(full) = room::for_game(&mut *connection, home, self.created_by, room).await?
            {
                // what this very interaction has opened counts, too
                let before = made_by(connection, first.interaction_id).await?;
                return Ok(Ok(match before {
                    Some((game_id, seq)) => Created::Repeated { game_id, seq },
                    None => Created::Full(full),
                }));
            }
        }
        let taken = sqlx::query(CREATE)
            .bind(&self.id)
            .bind(self.guild_id.map(u64::cast_signed))
            .bind(self.channel_id.cast_signed())
            .bind(&self.system)
            .bind(&summary.name)
            .bind(summary.name.to_lowercase())
            .bind(summary.phase.as_str())
            .bind(summary.remind_hours)
            .bind(self.seed.as_slice())
            .bind(&self.seed_hash)
            .bind(&self.rules_version)
            .bind(self.created_by.cast_signed())
            .bind(summary.organiser_id.map(u64::cast_signed))
            .bind(seats_text(&summary.seats)?)
            .bind(&self.state)
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
            Err(error) if was_not_taken(&error) => why_not_created(connection, self).await,
            Err(error) => blame(error),
        }
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

impl Change for NewStep {
    type Outcome = Appended;

    fn is_one_statement(&self) -> bool {
        self.reopens.is_none()
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<Appended> {
        if let Some(room) = self.reopens
            && let Err(full) = room::for_game_again(&mut *connection, &self.game_id, room).await?
        {
            return Ok(Ok(Appended::Full(full)));
        }
        let Ok(next_die) = i64::try_from(self.next_die) else {
            return Ok(Err(StoreError::Refused(format!(
                "die number {} is out of range",
                self.next_die
            ))));
        };
        let (step, summary) = (&self.step, &self.summary);
        let taken = sqlx::query(APPEND)
            .bind(&self.game_id)
            .bind(self.expected_seq)
            .bind(next_die)
            .bind(step.user_id.cast_signed())
            .bind(&step.user_name)
            .bind(step.interaction_id.map(u64::cast_signed))
            .bind(&step.action)
            .bind(&step.dice)
            .bind(&step.events)
            .bind(step.revokes)
            .bind(step.at_ms)
            .bind(&self.state)
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
            Ok(_) => {
                if self.reopens.is_some() {
                    reopen_in_book(connection, &self.game_id).await?;
                }
                Ok(Ok(Appended::Done))
            }
            Err(error) if was_not_taken(&error) => why_not_appended(connection, self).await,
            Err(error) if is_unique_violation(&error) => {
                match taken_meanwhile(connection, self).await? {
                    Some(game_id) => Ok(Ok(Appended::Occupied { game_id })),
                    None => blame(error),
                }
            }
            Err(error) => blame(error),
        }
    }
}

/// A book that knows of the end learns that the game goes on, whatever becomes of the game meanwhile.
async fn reopen_in_book(
    connection: &mut SqliteConnection,
    game_id: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE book_games SET reopened = 1 \
         WHERE noted = 1 AND game = (SELECT key FROM games WHERE id = ?)",
    )
    .bind(game_id)
    .execute(connection)
    .await?;
    Ok(())
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

impl Change for NewBoard {
    type Outcome = ();

    fn is_one_statement(&self) -> bool {
        true
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<()> {
        let changed = sqlx::query(
            "UPDATE games SET board_channel = ?, board_message = ?, board_pinned = ? WHERE id = ?",
        )
        .bind(self.board.map(|board| board.channel_id.cast_signed()))
        .bind(self.board.map(|board| board.message_id.cast_signed()))
        .bind(self.board.is_some_and(|board| board.pinned))
        .bind(&self.game_id)
        .execute(connection)
        .await;
        match changed {
            Ok(changed) if changed.rows_affected() == 0 => {
                Ok(Err(StoreError::NoSuchGame(self.game_id.clone())))
            }
            Ok(_) => Ok(Ok(())),
            Err(error) => blame(error),
        }
    }
}

impl Change for NewSetting {
    type Outcome = ();

    fn is_one_statement(&self) -> bool {
        true
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<()> {
        let (scope, owner) = match &self.scope {
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
        let changed = match &self.value {
            Some(value) => sqlx::query(
                "INSERT INTO settings (scope, owner, key, value) VALUES (?, ?, ?, ?) \
                 ON CONFLICT (scope, owner, key) DO UPDATE SET value = excluded.value",
            )
            .bind(scope)
            .bind(owner)
            .bind(&self.key)
            .bind(value),
            None => sqlx::query("DELETE FROM settings WHERE scope = ? AND owner = ? AND key = ?")
                .bind(scope)
                .bind(owner)
                .bind(&self.key),
        }
        .execute(connection)
        .await;
        match changed {
            Ok(_) => Ok(Ok(())),
            Err(error) => blame(error),
        }
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

impl Store {
    #[boxed]
    pub async fn create_game(&self, new: NewGame) -> Result<Created, StoreError> {
        let (first, summary) = (&new.first, &new.summary);
        fits("The game's state", &new.state)?;
        fits("The action", &first.action)?;
        fits("The list of dice", &first.dice)?;
        fits("The list of events", &first.events)?;
        fits("The game's name", &summary.name)?;
        self.ask(new).await
    }

    #[boxed]
    pub async fn append(&self, step: NewStep) -> Result<Appended, StoreError> {
        fits("The game's state", &step.state)?;
        fits("The action", &step.step.action)?;
        fits("The list of dice", &step.step.dice)?;
        fits("The list of events", &step.step.events)?;
        fits("The game's name", &step.summary.name)?;
        self.ask(step).await
    }

    #[boxed]
    pub async fn set_board(&self, game_id: &str, board: Option<Board>) -> Result<(), StoreError> {
        self.ask(NewBoard { game_id: game_id.to_owned(), board }).await
    }

    /// `None` removes the setting.
    #[boxed]
    pub async fn set_setting(
        &self,
        scope: Scope,
        key: &str,
        value: Option<&str>,
    ) -> Result<(), StoreError> {
        fits("The setting", value.unwrap_or_default())?;
        self.ask(NewSetting { scope, key: key.to_owned(), value: value.map(str::to_owned) }).await
    }
}
