//! The messages that tell what happens in a game.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};

use crate::boxed;
use crate::change::{Change, Tried, begin_several, blame, end_several};
use crate::{Store, StoreError};

/// A message that tells steps of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    pub game_id: String,
    pub channel_id: u64,
    pub message_id: u64,
    pub kind: StoryKind,
    /// The steps it tells; `last` is before `first` while it tells none.
    pub first: u32,
    pub last: u32,
    /// The step that the game was at when it was drawn.
    pub shown: u32,
    /// It may still show buttons.
    pub live: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoryKind {
    /// What happens, edited as it goes.
    Story,
    /// What one asks the others.
    Question,
    /// A line that was read aloud, or a board that has moved: it is deleted soon.
    Passing,
}

impl StoryKind {
    fn name(self) -> &'static str {
        match self {
            StoryKind::Story => "story",
            StoryKind::Question => "question",
            StoryKind::Passing => "passing",
        }
    }

    fn named(name: &str) -> Self {
        match name {
            "question" => StoryKind::Question,
            "passing" => StoryKind::Passing,
            _ => StoryKind::Story,
        }
    }
}

#[derive(Debug)]
struct Told(Story);

/// The message is gone. It stays known as that: an answer that is noted late must not bring it back.
#[derive(Debug)]
struct Gone {
    message_id: u64,
}

impl Change for Told {
    type Outcome = ();

    fn is_one_statement(&self) -> bool {
        false
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<()> {
        begin_several(connection).await?;
        let tried = self.both(connection).await;
        end_several(connection, tried).await
    }
}

impl Told {
    async fn both(&self, connection: &mut SqliteConnection) -> Tried<()> {
        let Told(story) = self;
        // two answers about one message may be noted in another order than they were sent; nothing is noted where a later one
        // was, or where the game is gone
        sqlx::query(
            "INSERT INTO stories (message_id, game, channel_id, kind, first, last, shown, live) \
             SELECT ?1, key, ?2, ?3, ?4, ?5, ?6, ?7 FROM games WHERE id = ?8 \
             ON CONFLICT (message_id) DO UPDATE SET kind = excluded.kind, first = excluded.first, \
             last = excluded.last, shown = excluded.shown, live = excluded.live \
             WHERE shown <= excluded.shown AND kind <> 'passing'",
        )
        .bind(story.message_id.cast_signed())
        .bind(story.channel_id.cast_signed())
        .bind(story.kind.name())
        .bind(story.first)
        .bind(story.last)
        .bind(story.shown)
        .bind(story.live)
        .bind(&story.game_id)
        .execute(&mut *connection)
        .await?;
        if story.kind == StoryKind::Story {
            // a tale that goes on below need not stand above as well
            sqlx::query(
                "UPDATE stories SET kind = 'passing', live = 1 WHERE kind = 'story' AND first = ?1 \
                 AND message_id < ?2 AND game = (SELECT key FROM games WHERE id = ?3)",
            )
            .bind(story.first)
            .bind(story.message_id.cast_signed())
            .bind(&story.game_id)
            .execute(connection)
            .await?;
        }
        Ok(Ok(()))
    }
}

impl Change for Gone {
    type Outcome = ();

    fn is_one_statement(&self) -> bool {
        true
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<()> {
        let gone =
            sqlx::query("UPDATE stories SET kind = 'passing', live = 0 WHERE message_id = ?")
                .bind(self.message_id.cast_signed())
                .execute(connection)
                .await;
        match gone {
            Ok(_) => Ok(Ok(())),
            Err(error) => blame(error),
        }
    }
}

macro_rules! stories {
    ($rest:literal) => {
        concat!(
            "SELECT g.id, s.channel_id, s.message_id, s.kind, s.first, s.last, s.shown, s.live \
             FROM stories AS s JOIN games AS g ON g.key = s.game WHERE ",
            $rest
        )
    };
}

fn story(row: &SqliteRow) -> Result<Story, sqlx::Error> {
    let kind: String = row.try_get(3)?;
    Ok(Story {
        game_id: row.try_get(0)?,
        channel_id: row.try_get::<i64, _>(1)?.cast_unsigned(),
        message_id: row.try_get::<i64, _>(2)?.cast_unsigned(),
        kind: StoryKind::named(&kind),
        first: row.try_get(4)?,
        last: row.try_get(5)?,
        shown: row.try_get(6)?,
        live: row.try_get(7)?,
    })
}

impl Store {
    /// This message tells these steps from now on. An earlier one that told the same is to be deleted.
    #[boxed]
    pub async fn note_story(&self, story: Story) -> Result<(), StoreError> {
        self.ask(Told(story)).await
    }

    /// The message has been deleted.
    #[boxed]
    pub async fn story_is_gone(&self, message_id: u64) -> Result<(), StoreError> {
        self.ask(Gone { message_id }).await
    }

    /// The messages of a game that may still show buttons or are to be deleted, the oldest first.
    #[boxed]
    pub async fn live_stories(&self, game_id: &str) -> Result<Vec<Story>, StoreError> {
        let rows = sqlx::query(stories!("g.id = ? AND s.live = 1 ORDER BY s.message_id"))
            .bind(game_id)
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(story).collect::<Result<_, _>>()?)
    }

    /// The messages that tell this step of a game, the oldest first.
    #[boxed]
    pub async fn stories_of_step(&self, game_id: &str, seq: u32) -> Result<Vec<Story>, StoreError> {
        let rows = sqlx::query(stories!(
            "g.id = ?1 AND s.kind = 'story' AND s.first <= ?2 AND s.last >= ?2 ORDER BY s.message_id"
        ))
        .bind(game_id)
        .bind(seq)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(story).collect::<Result<_, _>>()?)
    }

    /// The message that tells the newest steps of a game.
    #[boxed]
    pub async fn newest_story(&self, game_id: &str) -> Result<Option<Story>, StoreError> {
        let row = sqlx::query(stories!(
            "g.id = ? AND s.kind = 'story' ORDER BY s.last DESC, s.message_id DESC LIMIT 1"
        ))
        .bind(game_id)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(story).transpose()?)
    }

    /// The message that tells this step of a game or waits for it, or else the last one before that.
    #[boxed]
    pub async fn story_begun_by(
        &self,
        game_id: &str,
        seq: u32,
    ) -> Result<Option<Story>, StoreError> {
        let row = sqlx::query(stories!(
            "g.id = ?1 AND s.kind = 'story' AND s.first <= ?2 ORDER BY s.first DESC LIMIT 1"
        ))
        .bind(game_id)
        .bind(seq)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(story).transpose()?)
    }

    /// What a message tells.
    #[boxed]
    pub async fn story_in(&self, message_id: u64) -> Result<Option<Story>, StoreError> {
        let row = sqlx::query(stories!("s.message_id = ?"))
            .bind(message_id.cast_signed())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.as_ref().map(story).transpose()?)
    }
}
