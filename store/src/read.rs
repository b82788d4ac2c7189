//! Questions to the database, each answered by one query.

use crate::boxed;
use crate::model::{Filter, GameRow, GameSummary, Scope, StepRow};
use crate::sql::{self, game_columns, step_columns, summary_columns};
use crate::{Store, StoreError};

pub(crate) const STEP_OF_INTERACTION: &str = "SELECT g.id, s.seq FROM steps AS s JOIN games AS g ON g.key = s.game WHERE s.interaction_id = ?";

/// The person sits in the game or organises it; nothing asked, everything passes.
macro_rules! filters {
    () => {
        " AND guild_id IS ?2 AND (?3 IS NULL OR channel_id = ?3) \
          AND (?4 IS NULL OR instr(name_folded, ?4) > 0) \
          AND (?5 IS NULL OR organiser_id = ?5 \
               OR EXISTS (SELECT 1 FROM json_each(games.seats) WHERE ?5 IN (json_extract(value, '$.user_id'), json_extract(value, '$.offered_to'))))"
    };
}

const OPEN_GAMES: &str = concat!(
    "SELECT ",
    summary_columns!(),
    " FROM games WHERE coalesce(guild_id, channel_id) = ?1 AND ended_at_ms IS NULL",
    filters!(),
    " ORDER BY updated_at_ms DESC, key DESC LIMIT ?6 OFFSET ?7"
);

const ENDED_GAMES: &str = concat!(
    "SELECT ",
    summary_columns!(),
    " FROM games WHERE coalesce(guild_id, channel_id) = ?1 AND ended_at_ms IS NOT NULL",
    filters!(),
    " ORDER BY ended_at_ms DESC, key DESC LIMIT ?6 OFFSET ?7"
);

const GAMES_WAITING: &str = concat!(
    "SELECT ",
    summary_columns!(),
    " FROM games WHERE coalesce(guild_id, channel_id) = ?1 AND guild_id = ?1 AND ended_at_ms IS NULL \
      AND EXISTS (SELECT 1 FROM json_each(games.seats) \
                  WHERE json_extract(value, '$.user_id') = ?2 AND json_extract(value, '$.owes')) \
      ORDER BY updated_at_ms DESC, key DESC"
);

impl Store {
    #[boxed]
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        let row = sqlx::query(concat!(
            "SELECT ",
            game_columns!(),
            " FROM games AS g JOIN snapshots AS s ON s.game = g.key WHERE g.id = ?"
        ))
        .bind(id)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(sql::game).transpose()?)
    }

    #[boxed]
    pub async fn open_game_in(&self, channel_id: u64) -> Result<Option<GameRow>, StoreError> {
        let row = sqlx::query(concat!(
            "SELECT ",
            game_columns!(),
            " FROM games AS g JOIN snapshots AS s ON s.game = g.key WHERE g.channel_id = ? AND g.ended_at_ms IS NULL"
        ))
        .bind(channel_id.cast_signed())
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(sql::game).transpose()?)
    }

    /// Games of one server, or of one direct-message channel (`guild_id` is `None`, the filter names the channel, so
    /// that nobody sees another's). Open games with the latest step first, ended ones with the latest end.
    #[boxed]
    pub async fn games_on(
        &self,
        guild_id: Option<u64>,
        filter: Filter,
        limit: u32,
        offset: u32,
    ) -> Result<Vec<GameSummary>, StoreError> {
        let Some(home) = guild_id.or(filter.channel_id) else {
            return Err(StoreError::Refused(
                "a list of games in direct messages needs its channel".to_owned(),
            ));
        };
        let name = filter.name_like.map(|name| name.to_lowercase()).filter(|name| !name.is_empty());
        let rows = sqlx::query(if filter.ended { ENDED_GAMES } else { OPEN_GAMES })
            .bind(home.cast_signed())
            .bind(guild_id.map(u64::cast_signed))
            .bind(filter.channel_id.map(u64::cast_signed))
            .bind(name)
            .bind(filter.person.map(u64::cast_signed))
            .bind(limit)
            .bind(offset)
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(sql::summary).collect::<Result<_, _>>()?)
    }

    /// Open games on this server in which this person owes an action.
    #[boxed]
    pub async fn games_waiting_for(
        &self,
        guild_id: u64,
        user: u64,
    ) -> Result<Vec<GameSummary>, StoreError> {
        let rows = sqlx::query(GAMES_WAITING)
            .bind(guild_id.cast_signed())
            .bind(user.cast_signed())
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(sql::summary).collect::<Result<_, _>>()?)
    }

    /// Every game there is, the oldest first.
    #[boxed]
    pub async fn all_game_ids(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT id FROM games ORDER BY key").fetch_all(&self.readers).await?)
    }

    /// Games with a board that changed at or after this time; the latest first.
    #[boxed]
    pub async fn boards_changed_since(
        &self,
        at_ms: i64,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM games WHERE board_message IS NOT NULL AND updated_at_ms >= ? \
             ORDER BY updated_at_ms DESC LIMIT ?",
        )
        .bind(at_ms)
        .bind(limit)
        .fetch_all(&self.readers)
        .await?)
    }

    #[boxed]
    pub async fn steps(&self, game_id: &str) -> Result<Vec<StepRow>, StoreError> {
        self.steps_between(game_id, 1, u32::MAX).await
    }

    /// Both ends included.
    #[boxed]
    pub async fn steps_between(
        &self,
        game_id: &str,
        from_seq: u32,
        to_seq: u32,
    ) -> Result<Vec<StepRow>, StoreError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            step_columns!(),
            " FROM steps WHERE game = (SELECT key FROM games WHERE id = ?) AND seq BETWEEN ? AND ? ORDER BY seq"
        ))
        .bind(game_id)
        .bind(from_seq)
        .bind(to_seq)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(sql::step).collect::<Result<_, _>>()?)
    }

    /// The number of this person's latest step in the game.
    #[boxed]
    pub async fn last_step_of(&self, game_id: &str, user: u64) -> Result<Option<u32>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT seq FROM steps WHERE game = (SELECT key FROM games WHERE id = ?) AND user_id = ? \
             ORDER BY seq DESC LIMIT 1",
        )
        .bind(game_id)
        .bind(user.cast_signed())
        .fetch_optional(&self.readers)
        .await?)
    }

    #[boxed]
    pub async fn step_of_interaction(
        &self,
        interaction: u64,
    ) -> Result<Option<(String, u32)>, StoreError> {
        Ok(sqlx::query_as(STEP_OF_INTERACTION)
            .bind(interaction.cast_signed())
            .fetch_optional(&self.readers)
            .await?)
    }

    /// The sequence number and the state after it.
    #[boxed]
    pub async fn snapshot(&self, game_id: &str) -> Result<Option<(u32, String)>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT seq, state FROM snapshots WHERE game = (SELECT key FROM games WHERE id = ?)",
        )
        .bind(game_id)
        .fetch_optional(&self.readers)
        .await?)
    }

    #[boxed]
    pub async fn setting(&self, scope: &Scope, key: &str) -> Result<Option<String>, StoreError> {
        Ok(match scope {
            Scope::Server(id) | Scope::Person(id) => sqlx::query_scalar(
                "SELECT value FROM settings WHERE scope = ? AND owner = ? AND key = ?",
            )
            .bind(word(scope))
            .bind(id.cast_signed()),
            Scope::Game(id) => sqlx::query_scalar(
                "SELECT value FROM settings \
                 WHERE scope = ? AND owner = (SELECT key FROM games WHERE id = ?) AND key = ?",
            )
            .bind(word(scope))
            .bind(id),
        }
        .bind(key)
        .fetch_optional(&self.readers)
        .await?)
    }

    /// All settings of this scope, by key.
    #[boxed]
    pub async fn settings(&self, scope: &Scope) -> Result<Vec<(String, String)>, StoreError> {
        Ok(match scope {
            Scope::Server(id) | Scope::Person(id) => sqlx::query_as(
                "SELECT key, value FROM settings WHERE scope = ? AND owner = ? ORDER BY key",
            )
            .bind(word(scope))
            .bind(id.cast_signed()),
            Scope::Game(id) => sqlx::query_as(
                "SELECT key, value FROM settings \
                 WHERE scope = ? AND owner = (SELECT key FROM games WHERE id = ?) ORDER BY key",
            )
            .bind(word(scope))
            .bind(id),
        }
        .fetch_all(&self.readers)
        .await?)
    }
}

fn word(scope: &Scope) -> &'static str {
    match scope {
        Scope::Server(_) => "server",
        Scope::Person(_) => "person",
        Scope::Game(_) => "game",
    }
}
