//! Who owes something in which game, what they have been told about it, and games that nobody touches.

use sqlx::sqlite::SqliteRow;

use crate::boxed;
use crate::model::Board;
use crate::sql::{self, get, id, optional_id};
use crate::statement::Statement;
use crate::{Store, StoreError};

/// Why somebody is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// A game has begun to wait for them, and they wished to know.
    NextUp,
    /// A game has waited for them as long as its table allows.
    Reminder,
}

/// How far a notice has been sent. One that was begun when the program died must be looked up in the channel first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    Not,
    Begun,
    Done,
}

impl Delivery {
    fn number(self) -> i64 {
        match self {
            Self::Not => 0,
            Self::Begun => 1,
            Self::Done => 2,
        }
    }

    fn parse(number: i64) -> Self {
        match number {
            0 => Self::Not,
            1 => Self::Begun,
            _ => Self::Done,
        }
    }
}

/// Somebody owes something and may have to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub kind: NoticeKind,
    pub game_id: String,
    pub guild_id: Option<u64>,
    pub channel_id: u64,
    pub board: Option<Board>,
    pub game_name: String,
    pub user_id: u64,
    pub what: String,
    /// The step that the game was at when this began; it names the notice.
    pub seq: u32,
    pub since_ms: i64,
    pub remind_hours: u16,
    pub told: Delivery,
}

/// An open game that nobody has touched for long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untouched {
    pub game_id: String,
    pub guild_id: Option<u64>,
    pub channel_id: u64,
    pub seq: u32,
    pub touched_ms: i64,
    /// When its people were asked about it as it stands, and whether the question went out.
    pub asked: Option<(i64, Delivery)>,
}

/// Rows of `owing` that are not true any more, of games that changed lately.
pub(crate) const FORGET_SETTLED: &str = "\
DELETE FROM owing WHERE EXISTS (SELECT 1 FROM games AS g WHERE g.key = owing.game AND g.updated_at_ms >= ?) \
  AND NOT EXISTS ( \
    SELECT 1 FROM games AS g, json_each(g.seats) AS s \
    WHERE g.key = owing.game AND g.ended_at_ms IS NULL \
      AND json_extract(s.value, '$.user_id') = owing.user_id AND json_extract(s.value, '$.owes'))";

/// What is owed now. The index holds open games only, so that ended ones cost nothing.
const NOTE_OWED: &str = "\
INSERT INTO owing (game, user_id, what, matter, seq, since_ms) \
SELECT g.key, json_extract(s.value, '$.user_id') AS user, group_concat(DISTINCT json_extract(s.value, '$.owes_what')), \
       group_concat(DISTINCT coalesce(json_extract(s.value, '$.owes_matter'), '')), g.seq, g.updated_at_ms \
FROM games AS g INDEXED BY games_open_in_channel, json_each(g.seats) AS s \
WHERE g.ended_at_ms IS NULL AND g.updated_at_ms >= ? AND json_extract(s.value, '$.owes') \
  AND json_extract(s.value, '$.user_id') IS NOT NULL \
GROUP BY g.key, user \
ON CONFLICT (game, user_id) DO UPDATE \
SET what = excluded.what, matter = excluded.matter, \
    seq = iif(owing.matter = excluded.matter, owing.seq, excluded.seq), \
    since_ms = iif(owing.matter = excluded.matter, owing.since_ms, excluded.since_ms), \
    next_up = iif(owing.matter = excluded.matter, owing.next_up, 0), \
    reminded = iif(owing.matter = excluded.matter, owing.reminded, 0) \
WHERE (owing.what, owing.matter) IS NOT (excluded.what, excluded.matter)";

/// The same things are owed in one game, only said in other words.
pub(crate) const SAY_ANEW: &str = "\
UPDATE owing SET what = ( \
    SELECT group_concat(DISTINCT json_extract(s.value, '$.owes_what')) FROM games AS g, json_each(g.seats) AS s \
    WHERE g.key = owing.game AND json_extract(s.value, '$.user_id') = owing.user_id AND json_extract(s.value, '$.owes')) \
WHERE game = ?";

macro_rules! notices {
    ($told:literal, $rest:literal) => {
        concat!(
            "SELECT g.id, g.guild_id, g.channel_id, g.board_channel, g.board_message, g.board_pinned, g.name, \
             o.user_id, o.what, o.seq, o.since_ms, g.remind_hours, ",
            $told,
            " FROM owing AS o JOIN games AS g ON g.key = o.game WHERE g.ended_at_ms IS NULL AND ",
            $rest
        )
    };
}

const REMINDERS: &str = notices!(
    "o.reminded",
    "o.reminded < 2 AND g.remind_hours > 0 AND o.since_ms + g.remind_hours * 3600000 <= ? ORDER BY o.since_ms"
);

const NEXT_UP: &str = notices!(
    "o.next_up",
    "o.next_up < 2 AND EXISTS (SELECT 1 FROM settings AS p WHERE p.scope = 'person' AND p.owner = o.user_id \
       AND p.key = 'next_up' AND p.value = 'on') \
     AND NOT EXISTS (SELECT 1 FROM steps AS s WHERE s.game = o.game AND s.seq = o.seq AND s.user_id = o.user_id) \
     ORDER BY o.since_ms"
);

impl Store {
    /// Brings the list of who owes what up to date with the games that changed at or after this time.
    #[boxed]
    pub async fn refresh_owing(&self, changed_since_ms: i64) -> Result<(), StoreError> {
        let statements = vec![
            Statement::new(FORGET_SETTLED).number(changed_since_ms),
            Statement::new(NOTE_OWED).number(changed_since_ms),
        ];
        self.ask(statements).await.map(|_| ())
    }

    /// Whoever may have to be told now: reminders whose time has come, and whoever wants to know that they are next.
    #[boxed]
    pub async fn notices(&self, now_ms: i64) -> Result<Vec<Notice>, StoreError> {
        let due = sqlx::query(REMINDERS).bind(now_ms).fetch_all(&self.readers).await?;
        let next = sqlx::query(NEXT_UP).fetch_all(&self.readers).await?;
        let due = due.iter().map(|row| notice(row, NoticeKind::Reminder));
        let next = next.iter().map(|row| notice(row, NoticeKind::NextUp));
        Ok(next.chain(due).collect::<Result<_, _>>()?)
    }

    /// Notes how far a notice has been sent. `false` when this is not owed any more, or somebody has come as far before.
    #[boxed]
    pub async fn note_told(&self, notice: &Notice, told: Delivery) -> Result<bool, StoreError> {
        let sql = match notice.kind {
            NoticeKind::NextUp => {
                "UPDATE owing SET next_up = ?1 \
                 WHERE game = (SELECT key FROM games WHERE id = ?2) AND user_id = ?3 AND seq = ?4 AND next_up < ?1"
            }
            NoticeKind::Reminder => {
                "UPDATE owing SET reminded = ?1 \
                 WHERE game = (SELECT key FROM games WHERE id = ?2) AND user_id = ?3 AND seq = ?4 AND reminded < ?1"
            }
        };
        let note = Statement::new(sql)
            .number(told.number())
            .text(&notice.game_id)
            .id(notice.user_id)
            .number(notice.seq.into());
        Ok(self.ask(vec![note]).await? > 0)
    }

    /// Open games without a step since this time, the longest untouched first.
    #[boxed]
    pub async fn untouched_since(&self, at_ms: i64) -> Result<Vec<Untouched>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.id, g.guild_id, g.channel_id, g.seq, g.updated_at_ms, u.asked_ms, u.told \
             FROM games AS g LEFT JOIN untouched AS u ON u.game = g.key AND u.seq = g.seq \
             WHERE g.ended_at_ms IS NULL AND g.updated_at_ms <= ? ORDER BY g.updated_at_ms",
        )
        .bind(at_ms)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(untouched).collect::<Result<_, _>>()?)
    }

    /// Notes that the people of this game are being asked, or have been asked, whether it is still wanted.
    #[boxed]
    pub async fn note_asked(
        &self,
        game_id: &str,
        seq: u32,
        asked_ms: i64,
        told: Delivery,
    ) -> Result<(), StoreError> {
        let note = Statement::new(
            "INSERT INTO untouched (game, seq, asked_ms, told) \
             SELECT key, ?2, ?3, ?4 FROM games WHERE id = ?1 \
             ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, asked_ms = excluded.asked_ms, told = excluded.told",
        )
        .text(game_id)
        .number(seq.into())
        .number(asked_ms)
        .number(told.number());
        self.ask(vec![note]).await.map(|_| ())
    }
}

fn notice(row: &SqliteRow, kind: NoticeKind) -> Result<Notice, sqlx::Error> {
    Ok(Notice {
        kind,
        game_id: get(row, 0)?,
        guild_id: optional_id(row, 1)?,
        channel_id: id(row, 2)?,
        board: sql::board(row, 3)?,
        game_name: get(row, 6)?,
        user_id: id(row, 7)?,
        what: get(row, 8)?,
        seq: get(row, 9)?,
        since_ms: get(row, 10)?,
        remind_hours: get(row, 11)?,
        told: Delivery::parse(get(row, 12)?),
    })
}

fn untouched(row: &SqliteRow) -> Result<Untouched, sqlx::Error> {
    let asked = get::<Option<i64>>(row, 5)?.zip(get::<Option<i64>>(row, 6)?);
    Ok(Untouched {
        game_id: get(row, 0)?,
        guild_id: optional_id(row, 1)?,
        channel_id: id(row, 2)?,
        seq: get(row, 3)?,
        touched_ms: get(row, 4)?,
        asked: asked.map(|(at, told)| (at, Delivery::parse(told))),
    })
}
