//! The rows as the rest of the program sees them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::room::{Full, Room};

/// A game's seed. Whoever knows it knows every die to come, so it never appears in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for Secret {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    Lobby,
    Playing,
    /// Put away unfinished; for the database an ended game that may be opened again.
    Shelved,
    Ended,
}

impl Phase {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Lobby => "lobby",
            Self::Playing => "playing",
            Self::Shelved | Self::Ended => "ended",
        }
    }

    pub(crate) fn parse(text: &str, shelved: bool) -> Option<Self> {
        match (text, shelved) {
            ("lobby", false) => Some(Self::Lobby),
            ("playing", false) => Some(Self::Playing),
            ("ended", false) => Some(Self::Ended),
            ("ended", true) => Some(Self::Shelved),
            _ => None,
        }
    }
}

/// The live board message of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub channel_id: u64,
    pub message_id: u64,
    pub pinned: bool,
}

/// Whose setting it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scope {
    Server(u64),
    Person(u64),
    Game(String),
}

#[derive(Clone)]
pub struct NewGame {
    pub id: String,
    pub guild_id: Option<u64>,
    pub channel_id: u64,
    pub system: String,
    pub created_by: u64,
    pub seed: [u8; 32],
    pub seed_hash: String,
    pub rules_version: String,
    /// Becomes step 1. No die is rolled by it: the stream begins at 0.
    pub first: StepData,
    pub state: String,
    pub summary: Summary,
    /// How many may be open beside it; uncounted where nothing is said.
    pub room: Option<Room>,
}

impl fmt::Debug for NewGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewGame")
            .field("id", &self.id)
            .field("guild_id", &self.guild_id)
            .field("channel_id", &self.channel_id)
            .field("system", &self.system)
            .field("created_by", &self.created_by)
            .field("seed_hash", &self.seed_hash)
            .field("rules_version", &self.rules_version)
            .field("first", &self.first)
            .field("summary", &self.summary)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStep {
    pub game_id: String,
    /// The sequence number of the state this was decided on; the new step gets the next one.
    pub expected_seq: u32,
    /// The number of the next die after this step. It never falls: no die comes back.
    pub next_die: u64,
    pub step: StepData,
    /// The state after this step.
    pub state: String,
    pub summary: Summary,
    /// The step opens a game again that was not open: so many may be open beside it.
    pub reopens: Option<Room>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepData {
    pub user_id: u64,
    pub user_name: String,
    pub interaction_id: Option<u64>,
    pub action: String,
    pub dice: String,
    pub events: String,
    pub revokes: Option<u32>,
    pub at_ms: i64,
}

/// What lists of games show; it follows from the state and is stored beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub name: String,
    pub phase: Phase,
    pub organiser_id: Option<u64>,
    pub seats: Vec<SeatRow>,
    /// Whoever owes something is reminded after this many hours; 0 is never.
    pub remind_hours: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRow {
    pub seat: u8,
    pub name: String,
    pub colour: String,
    // Signed in JSON: SQLite's JSON would turn the upper half of u64 into floating point.
    #[serde(with = "signed_id")]
    pub user_id: Option<u64>,
    pub owes: bool,
    pub owes_what: String,
    /// Tells the same words about another thing apart.
    #[serde(default)]
    pub owes_matter: String,
    /// Somebody who is asked to take this seat over.
    #[serde(with = "signed_id", default)]
    pub offered_to: Option<u64>,
}

mod signed_id {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    // serde passes the field by reference.
    #[allow(clippy::ref_option)]
    pub fn serialize<S: Serializer>(id: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        id.map(u64::cast_signed).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<u64>, D::Error> {
        Ok(Option::<i64>::deserialize(deserializer)?.map(i64::cast_unsigned))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Created {
    Done,
    /// Another game is open in this channel.
    Occupied {
        game_id: String,
    },
    /// This interaction made a step already.
    Repeated {
        game_id: String,
        seq: u32,
    },
    /// As many are open as may be.
    Full(Full),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Appended {
    Done,
    /// Somebody was faster; `seq` is the game's number now.
    Clash {
        seq: u32,
    },
    /// This interaction made a step already.
    Repeated {
        game_id: String,
        seq: u32,
    },
    /// The step would reopen an ended game, but its channel has another open game by now.
    Occupied {
        game_id: String,
    },
    /// The step would reopen a game, but as many are open as may be.
    Full(Full),
    NoSuchGame,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRow {
    pub id: String,
    pub guild_id: Option<u64>,
    pub channel_id: u64,
    pub system: String,
    pub name: String,
    pub phase: Phase,
    pub seq: u32,
    pub next_die: u64,
    pub seed: Secret,
    pub seed_hash: String,
    pub rules_version: String,
    pub created_by: u64,
    pub created_at_ms: i64,
    pub updated_at_ms: i64,
    pub ended_at_ms: Option<i64>,
    pub board: Option<Board>,
    pub state: String,
}

/// A game in a list, without its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSummary {
    pub id: String,
    pub channel_id: u64,
    pub system: String,
    pub name: String,
    pub phase: Phase,
    pub seq: u32,
    pub organiser_id: Option<u64>,
    pub updated_at_ms: i64,
    pub ended_at_ms: Option<i64>,
    pub created_by: u64,
    pub seats: Vec<SeatRow>,
    pub board: Option<Board>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepRow {
    pub seq: u32,
    pub user_id: u64,
    pub user_name: String,
    pub interaction_id: Option<u64>,
    pub action: String,
    pub dice: String,
    pub events: String,
    pub revokes: Option<u32>,
    /// The number of the next die after this step.
    pub next_die: u64,
    pub at_ms: i64,
}

/// Which games a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub ended: bool,
    /// Only games in which this person sits or which they organise.
    pub person: Option<u64>,
    /// Only games whose name contains this, in capitals or not.
    pub name_like: Option<String>,
    /// Only games of this channel. Required in direct messages.
    pub channel_id: Option<u64>,
}
