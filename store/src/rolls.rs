//! Dice rolled outside of games, and the cups they come from.

use std::fmt;

use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteRow;

use crate::boxed;
use crate::change::{Change, Tried, blame};
use crate::error::was_not_taken;
use crate::model::Secret;
use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Store, StoreError};

/// The seed that a channel's rolls come from, until its proof is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cup {
    pub id: String,
    pub channel_id: u64,
    pub seed: Secret,
    pub seed_hash: String,
    /// How many dice have been rolled from it.
    pub next_die: u64,
    /// The fingerprint of everything rolled from it so far; the hash of its seed before the first roll.
    pub mark: String,
    pub opened_at_ms: i64,
}

#[derive(Clone)]
pub struct NewRoll {
    pub id: String,
    pub cup_id: String,
    /// The cup's `next_die` that this was rolled at, and after it.
    pub expected_die: u64,
    pub next_die: u64,
    /// The cup's mark that this was rolled at, what the roll adds to it, and the mark after it.
    pub expected_mark: String,
    pub entry: String,
    pub mark: String,
    pub channel_id: u64,
    pub user_id: u64,
    pub user_name: String,
    pub interaction_id: u64,
    pub dice: String,
    pub rolled: String,
    /// A secret roll has a seed of its own.
    pub secret_seed: Option<Secret>,
    pub at_ms: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RollTaken {
    Done,
    /// Somebody else rolled from the cup first, or it was exchanged.
    Clash,
    /// This interaction has rolled already.
    Repeated(Box<RollRow>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrecy {
    Open,
    Secret,
    /// Was secret and has been shown.
    Shown,
}

#[derive(Clone, PartialEq, Eq)]
pub struct RollRow {
    pub id: String,
    pub cup_id: String,
    pub cup_hash: String,
    pub channel_id: u64,
    pub user_id: u64,
    pub user_name: String,
    pub dice: String,
    pub rolled: String,
    pub secret_seed: Option<Secret>,
    pub secrecy: Secrecy,
    /// The cup's mark after this roll; rolls of earlier versions have none.
    pub mark: Option<String>,
    pub at_ms: i64,
}

/// What one roll has added to the mark of its cup. It stays when the roll is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkRow {
    pub entry: String,
    pub mark: String,
}

/// A roll may be secret, so a print of it for the log tells neither what was asked nor what came of it.
impl fmt::Debug for NewRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewRoll").field("id", &self.id).finish_non_exhaustive()
    }
}

impl fmt::Debug for RollRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, secrecy, .. } = self;
        f.debug_struct("RollRow").field("id", id).field("secrecy", secrecy).finish_non_exhaustive()
    }
}

macro_rules! roll_rows {
    ($rest:literal) => {
        concat!(
            "SELECT r.id, c.id, r.channel_id, r.user_id, r.user_name, r.dice, r.rolled, r.secret_seed, r.secret, \
             r.at_ms, c.seed_hash, m.mark, r.key FROM rolls AS r JOIN cups AS c ON c.key = r.cup \
             LEFT JOIN marks AS m ON m.roll = r.key ",
            $rest
        )
    };
}

const ADD: &str = "INSERT INTO roll_inbox (id, cup_id, expected_die, next_die, expected_mark, entry, mark, \
  channel_id, user_id, user_name, interaction_id, dice, rolled, secret_seed, at_ms) \
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

impl Change for NewRoll {
    type Outcome = RollTaken;

    fn is_one_statement(&self) -> bool {
        true
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<RollTaken> {
        let taken = sqlx::query(ADD)
            .bind(&self.id)
            .bind(&self.cup_id)
            .bind(self.expected_die.cast_signed())
            .bind(self.next_die.cast_signed())
            .bind(&self.expected_mark)
            .bind(&self.entry)
            .bind(&self.mark)
            .bind(self.channel_id.cast_signed())
            .bind(self.user_id.cast_signed())
            .bind(&self.user_name)
            .bind(self.interaction_id.cast_signed())
            .bind(&self.dice)
            .bind(&self.rolled)
            .bind(self.secret_seed.as_ref().map(|seed| seed.expose().as_slice()))
            .bind(self.at_ms)
            .execute(&mut *connection)
            .await;
        match taken {
            Ok(_) => Ok(Ok(RollTaken::Done)),
            Err(error) if was_not_taken(&error) => {
                let before = sqlx::query(roll_rows!("WHERE r.interaction_id = ?"))
                    .bind(self.interaction_id.cast_signed())
                    .fetch_optional(connection)
                    .await?;
                Ok(Ok(match before {
                    Some(row) => RollTaken::Repeated(Box::new(roll(&row)?)),
                    None => RollTaken::Clash,
                }))
            }
            Err(error) => blame(error),
        }
    }
}

impl Store {
    /// The cup in use in this channel.
    #[boxed]
    pub async fn cup(&self, channel_id: u64) -> Result<Option<Cup>, StoreError> {
        let row = sqlx::query(
            "SELECT id, channel_id, seed, seed_hash, next_die, opened_at_ms, coalesce(mark, seed_hash) FROM cups \
             WHERE channel_id = ? AND closed_at_ms IS NULL",
        )
        .bind(channel_id.cast_signed())
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(cup).transpose()?)
    }

    /// The cup of this channel that was taken out of use last.
    #[boxed]
    pub async fn last_closed_cup(&self, channel_id: u64) -> Result<Option<Cup>, StoreError> {
        let row = sqlx::query(
            "SELECT id, channel_id, seed, seed_hash, next_die, opened_at_ms, coalesce(mark, seed_hash) FROM cups \
             WHERE channel_id = ? AND closed_at_ms IS NOT NULL ORDER BY key DESC LIMIT 1",
        )
        .bind(channel_id.cast_signed())
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(cup).transpose()?)
    }

    /// Puts a new cup into use, unless the channel has one.
    #[boxed]
    pub async fn open_cup(&self, new: &Cup) -> Result<(), StoreError> {
        let open = Statement::new(
            "INSERT INTO cups (id, channel_id, seed, seed_hash, next_die, opened_at_ms) \
             VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT (channel_id) WHERE closed_at_ms IS NULL DO NOTHING",
        )
        .text(&new.id)
        .id(new.channel_id)
        .bytes(new.seed.expose())
        .text(&new.seed_hash)
        .number(new.opened_at_ms);
        self.ask(vec![open]).await.map(|_| ())
    }

    /// Takes the cup out of use, so that its seed may be shown. `false` when it was out of use already.
    #[boxed]
    pub async fn close_cup(&self, cup_id: &str, at_ms: i64) -> Result<bool, StoreError> {
        let close = Statement::new(
            "UPDATE cups SET closed_at_ms = ? WHERE id = ? AND closed_at_ms IS NULL",
        )
        .number(at_ms)
        .text(cup_id);
        Ok(self.ask(vec![close]).await? > 0)
    }

    #[boxed]
    pub async fn add_roll(&self, new: NewRoll) -> Result<RollTaken, StoreError> {
        self.ask(new).await
    }

    #[boxed]
    pub async fn roll(&self, roll_id: &str) -> Result<Option<RollRow>, StoreError> {
        let row = sqlx::query(roll_rows!("WHERE r.id = ?"))
            .bind(roll_id)
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.as_ref().map(roll).transpose()?)
    }

    #[boxed]
    pub async fn roll_of_interaction(
        &self,
        interaction: u64,
    ) -> Result<Option<RollRow>, StoreError> {
        let row = sqlx::query(roll_rows!("WHERE r.interaction_id = ?"))
            .bind(interaction.cast_signed())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.as_ref().map(roll).transpose()?)
    }

    /// The last rolls of a channel that this person may see, the latest first.
    #[boxed]
    pub async fn last_rolls(
        &self,
        channel_id: u64,
        viewer: u64,
        limit: u32,
    ) -> Result<Vec<RollRow>, StoreError> {
        let rows = sqlx::query(roll_rows!(
            "WHERE r.channel_id = ? AND (r.secret <> 1 OR r.user_id = ?) ORDER BY r.key DESC LIMIT ?"
        ))
        .bind(channel_id.cast_signed())
        .bind(viewer.cast_signed())
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(roll).collect::<Result<_, _>>()?)
    }

    /// What this person rolled last, anywhere, each expression once.
    #[boxed]
    pub async fn dice_rolled_by(&self, user: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT dice FROM rolls WHERE user_id = ? GROUP BY dice ORDER BY max(key) DESC LIMIT ?",
        )
        .bind(user.cast_signed())
        .bind(limit)
        .fetch_all(&self.readers)
        .await?)
    }

    /// Everything rolled from this cup in order, secret rolls among them.
    #[boxed]
    pub async fn rolls_from(&self, cup_id: &str) -> Result<Vec<RollRow>, StoreError> {
        let rows = sqlx::query(roll_rows!("WHERE c.id = ? ORDER BY r.key"))
            .bind(cup_id)
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(roll).collect::<Result<_, _>>()?)
    }

    /// What the rolls from this cup have added to its mark, in order; those of deleted rolls among them.
    #[boxed]
    pub async fn marks_of(&self, cup_id: &str) -> Result<Vec<MarkRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT m.entry, m.mark FROM marks AS m JOIN cups AS c ON c.key = m.cup WHERE c.id = ? ORDER BY m.key",
        )
        .bind(cup_id)
        .fetch_all(&self.readers)
        .await?;
        let mark = |row: &SqliteRow| -> Result<MarkRow, sqlx::Error> {
            Ok(MarkRow { entry: get(row, 0)?, mark: get(row, 1)? })
        };
        Ok(rows.iter().map(mark).collect::<Result<_, _>>()?)
    }

    /// Everything this person has rolled, the oldest first.
    #[boxed]
    pub async fn rolls_by(&self, user: u64) -> Result<Vec<RollRow>, StoreError> {
        let rows = sqlx::query(roll_rows!("WHERE r.user_id = ? ORDER BY r.key"))
            .bind(user.cast_signed())
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(roll).collect::<Result<_, _>>()?)
    }

    /// How many that are.
    #[boxed]
    pub async fn number_of_rolls_by(&self, user: u64) -> Result<u32, StoreError> {
        Ok(sqlx::query_scalar("SELECT count(*) FROM rolls WHERE user_id = ?")
            .bind(user.cast_signed())
            .fetch_one(&self.readers)
            .await?)
    }

    /// The next of them after the one with this number, each with its own number, the oldest first.
    #[boxed]
    pub async fn some_rolls_by(
        &self,
        user: u64,
        after: i64,
        most: u32,
    ) -> Result<Vec<(i64, RollRow)>, StoreError> {
        let rows =
            sqlx::query(roll_rows!("WHERE r.user_id = ? AND r.key > ? ORDER BY r.key LIMIT ?"))
                .bind(user.cast_signed())
                .bind(after)
                .bind(most)
                .fetch_all(&self.readers)
                .await?;
        let read = |row: &SqliteRow| Ok::<_, sqlx::Error>((get(row, 12)?, roll(row)?));
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }

    /// A secret roll is shown to everybody. `false` when it is not this person's, not secret, or not there.
    #[boxed]
    pub async fn show_roll(&self, roll_id: &str, user: u64) -> Result<bool, StoreError> {
        let show = Statement::new(
            "UPDATE rolls SET secret = 2 WHERE id = ? AND user_id = ? AND secret = 1",
        )
        .text(roll_id)
        .id(user);
        Ok(self.ask(vec![show]).await? > 0)
    }
}

fn seed(bytes: &[u8]) -> Result<Secret, sqlx::Error> {
    let bytes: [u8; 32] = bytes
        .try_into()
        .map_err(|_| sqlx::Error::Decode("the seed is not 32 bytes long".into()))?;
    Ok(Secret::from(bytes))
}

fn cup(row: &SqliteRow) -> Result<Cup, sqlx::Error> {
    Ok(Cup {
        id: get(row, 0)?,
        channel_id: id(row, 1)?,
        seed: seed(get(row, 2)?)?,
        seed_hash: get(row, 3)?,
        next_die: id(row, 4)?,
        mark: get(row, 6)?,
        opened_at_ms: get(row, 5)?,
    })
}

fn roll(row: &SqliteRow) -> Result<RollRow, sqlx::Error> {
    Ok(RollRow {
        id: get(row, 0)?,
        cup_id: get(row, 1)?,
        cup_hash: get(row, 10)?,
        channel_id: id(row, 2)?,
        user_id: id(row, 3)?,
        user_name: get(row, 4)?,
        dice: get(row, 5)?,
        rolled: get(row, 6)?,
        secret_seed: get::<Option<&[u8]>>(row, 7)?.map(seed).transpose()?,
        secrecy: match get::<i64>(row, 8)? {
            1 => Secrecy::Secret,
            2 => Secrecy::Shown,
            _ => Secrecy::Open,
        },
        mark: get(row, 11)?,
        at_ms: get(row, 9)?,
    })
}
