//! The world: servers, channels, people and what they said. No network, no waiting.

pub(crate) mod keep;
pub(crate) mod mentions;
pub(crate) mod model;
pub(crate) mod permissions;
pub(crate) mod render;
mod seed;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;

pub(crate) use seed::bare_channel;

pub(crate) use model::{Channel, ChannelKind, Guild, Id, Message, User};

use crate::clock::stamp;

const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct World {
    last_id: Id,
    /// The application; its bot user has the same id, as for every application made since 2016.
    pub app: Id,
    pub home: Id,
    pub users: BTreeMap<Id, User>,
    pub guilds: BTreeMap<Id, Guild>,
    #[serde(with = "keep::channels")]
    pub channels: HashMap<Id, Channel>,
    /// Registered commands as the bot may read them back.
    pub commands: Vec<Value>,
    pub guild_commands: BTreeMap<Id, Vec<Value>>,
    /// People who installed the bot for themselves.
    pub user_installs: BTreeSet<Id>,
    /// People who take no direct messages from bots.
    #[serde(default)]
    pub closed_dms: BTreeSet<Id>,
    /// The names of the application's own emoji; their pictures are among the files.
    #[serde(default)]
    pub emojis: BTreeMap<Id, String>,
    #[serde(with = "keep::files")]
    pub files: HashMap<Id, Arc<[u8]>>,
}

impl World {
    /// A fresh snowflake: never smaller than one given before, also after a restart.
    pub(crate) fn new_id(&mut self, now: OffsetDateTime) -> Id {
        let ms = u64::try_from(now.unix_timestamp_nanos() / 1_000_000).unwrap_or(DISCORD_EPOCH_MS);
        let by_time = ms.saturating_sub(DISCORD_EPOCH_MS) << 22;
        self.last_id = by_time.max(self.last_id + 1);
        self.last_id
    }

    pub(crate) fn user_called(&self, name: &str) -> Option<&User> {
        self.users
            .values()
            .find(|user| user.display == name)
            .or_else(|| self.users.values().find(|user| user.username.eq_ignore_ascii_case(name)))
    }

    pub(crate) fn guild_called(&self, name: &str) -> Option<&Guild> {
        self.guilds.values().find(|guild| guild.name == name)
    }

    pub(crate) fn channel_called(&self, guild: Id, name: &str) -> Option<&Channel> {
        let name = name.trim_start_matches('#');
        let listed = &self.guilds.get(&guild)?.channels;
        listed
            .iter()
            .filter_map(|id| self.channels.get(id))
            .find(|channel| channel.name == name)
            .or_else(|| {
                self.channels.values().find(|channel| {
                    channel.guild == Some(guild) && channel.kind.is_thread() && channel.name == name
                })
            })
    }

    pub(crate) fn add_user(&mut self, name: &str, bot: bool, now: OffsetDateTime) -> Id {
        let id = self.new_id(now);
        let mut username: String = name
            .to_lowercase()
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '_' })
            .collect();
        if self.users.values().any(|user| user.username == username) {
            username = format!("{username}{}", self.users.len());
        }
        self.users
            .insert(id, User { id, username, display: name.to_owned(), bot, about: String::new() });
        id
    }

    pub(crate) fn join(&mut self, guild: Id, user: Id, roles: Vec<Id>, now: OffsetDateTime) {
        if let Some(guild) = self.guilds.get_mut(&guild) {
            let member = guild.members.entry(user).or_insert_with(|| model::Member {
                user,
                roles: Vec::new(),
                nick: None,
                joined: stamp(now),
            });
            for role in roles {
                if !member.roles.contains(&role) {
                    member.roles.push(role);
                }
            }
        }
    }

    /// The direct channel between these people (the bot counts as one), made on first use.
    pub(crate) fn direct_channel(&mut self, people: &[Id], now: OffsetDateTime) -> Id {
        let mut wanted = people.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        if let Some(found) = self
            .channels
            .values()
            .find(|channel| channel.guild.is_none() && channel.recipients == wanted)
        {
            return found.id;
        }
        let kind = if wanted.len() > 2 { ChannelKind::GroupDm } else { ChannelKind::Dm };
        let id = self.new_id(now);
        let mut channel = seed::bare_channel(id, kind, None, "");
        channel.recipients = wanted;
        self.channels.insert(id, channel);
        id
    }

    pub(crate) fn add_channel(
        &mut self,
        guild: Id,
        name: &str,
        kind: ChannelKind,
        now: OffsetDateTime,
    ) -> Id {
        let id = self.new_id(now);
        let mut channel = seed::bare_channel(id, kind, Some(guild), name);
        if let Some(home) = self.guilds.get_mut(&guild) {
            channel.position = u32::try_from(home.channels.len()).unwrap_or(u32::MAX);
            home.channels.push(id);
        }
        self.channels.insert(id, channel);
        id
    }

    pub(crate) fn message(&self, channel: Id, message: Id) -> Option<&Message> {
        self.channels.get(&channel)?.messages.get(&message)
    }

    pub(crate) fn message_mut(&mut self, channel: Id, message: Id) -> Option<&mut Message> {
        self.channels.get_mut(&channel)?.messages.get_mut(&message)
    }

    /// What a person is called in a place.
    pub(crate) fn name_of(&self, user: Id) -> String {
        self.users.get(&user).map_or_else(|| user.to_string(), |user| user.display.clone())
    }
}
