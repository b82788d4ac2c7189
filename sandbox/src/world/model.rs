//! What the world is made of. Plain values that can be written to the state file as they are.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A snowflake.
pub(crate) type Id = u64;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct User {
    pub id: Id,
    /// Lower case, unique; `display` is what people see.
    pub username: String,
    pub display: String,
    pub bot: bool,
    /// Who this is meant to be, for whoever picks a person to play.
    #[serde(default)]
    pub about: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Role {
    pub id: Id,
    pub name: String,
    pub permissions: u64,
    pub position: u32,
    pub mentionable: bool,
    /// Belongs to the bot itself.
    pub managed: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Member {
    pub user: Id,
    pub roles: Vec<Id>,
    pub nick: Option<String>,
    pub joined: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guild {
    pub id: Id,
    pub name: String,
    pub owner: Id,
    pub roles: Vec<Role>,
    pub members: BTreeMap<Id, Member>,
    pub channels: Vec<Id>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ChannelKind {
    Text,
    Dm,
    Voice,
    GroupDm,
    PublicThread,
    PrivateThread,
    Forum,
}

impl ChannelKind {
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Text => 0,
            Self::Dm => 1,
            Self::Voice => 2,
            Self::GroupDm => 3,
            Self::PublicThread => 11,
            Self::PrivateThread => 12,
            Self::Forum => 15,
        }
    }

    pub(crate) fn is_thread(self) -> bool {
        matches!(self, Self::PublicThread | Self::PrivateThread)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum OverwriteFor {
    Role,
    Member,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Overwrite {
    pub id: Id,
    pub target: OverwriteFor,
    pub allow: u64,
    pub deny: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub owner: Id,
    pub archived: bool,
    pub locked: bool,
    pub invitable: bool,
    pub auto_archive_minutes: u64,
    pub archive_stamp: String,
    pub created: String,
    pub members: BTreeSet<Id>,
    pub tags: Vec<Id>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub id: Id,
    pub kind: ChannelKind,
    pub guild: Option<Id>,
    pub name: String,
    pub topic: Option<String>,
    pub parent: Option<Id>,
    pub position: u32,
    pub overwrites: Vec<Overwrite>,
    pub recipients: Vec<Id>,
    pub thread: Option<Thread>,
    pub messages: BTreeMap<Id, Message>,
    pub last_message: Option<Id>,
    pub last_pin: Option<String>,
    pub sent_in_total: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub id: Id,
    pub filename: String,
    pub description: Option<String>,
    pub content_type: String,
    pub size: usize,
    /// Width and height, where it is a picture we can measure.
    pub dimensions: Option<(u32, u32)>,
    pub ephemeral: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Reference {
    pub channel: Id,
    pub message: Id,
    pub guild: Option<Id>,
}

/// Which interaction a message answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Origin {
    pub interaction: Id,
    /// 2 command, 3 component, 5 modal.
    pub kind: u8,
    pub user: Id,
    pub name: Option<String>,
    pub owners: Value,
    /// The message whose component was used.
    pub message: Option<Id>,
    /// The response a follow-up belongs to.
    pub original: Option<Id>,
    /// A modal remembers what opened it.
    pub opened_by: Option<Box<Origin>>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Mentions {
    pub users: Vec<Id>,
    pub roles: Vec<Id>,
    pub everyone: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Message {
    pub id: Id,
    pub channel: Id,
    pub author: Id,
    pub kind: u8,
    pub content: String,
    pub stamp: String,
    pub edited: Option<String>,
    pub tts: bool,
    pub flags: u64,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<Attachment>,
    pub mentions: Mentions,
    /// Whom the message rang for when it was posted; an edit never rings.
    pub pinged: BTreeSet<Id>,
    pub pinned: Option<String>,
    pub reference: Option<Reference>,
    pub nonce: Option<Value>,
    /// Only this person sees it.
    pub only_for: Option<Id>,
    pub origin: Option<Origin>,
    pub thread: Option<Id>,
}

pub(crate) mod flags {
    pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
    pub(crate) const HAS_THREAD: u64 = 1 << 5;
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    pub(crate) const LOADING: u64 = 1 << 7;
    pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    pub(crate) const COMPONENTS_V2: u64 = 1 << 15;
}

pub(crate) mod message_kind {
    pub(crate) const REGULAR: u8 = 0;
    pub(crate) const PINNED: u8 = 6;
    pub(crate) const THREAD_CREATED: u8 = 18;
    pub(crate) const REPLY: u8 = 19;
    pub(crate) const CHAT_INPUT_COMMAND: u8 = 20;
    pub(crate) const THREAD_STARTER: u8 = 21;
    pub(crate) const CONTEXT_MENU_COMMAND: u8 = 23;
}
