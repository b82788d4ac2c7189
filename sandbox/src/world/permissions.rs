//! Who may do what where, worked out as Discord does: roles first, then the channel's overwrites.

use super::World;
use super::model::{Channel, ChannelKind, Id, OverwriteFor};

pub(crate) const CREATE_INVITE: u64 = 1;
pub(crate) const ADMINISTRATOR: u64 = 1 << 3;
pub(crate) const MANAGE_CHANNELS: u64 = 1 << 4;
pub(crate) const MANAGE_GUILD: u64 = 1 << 5;
pub(crate) const ADD_REACTIONS: u64 = 1 << 6;
pub(crate) const VIEW_CHANNEL: u64 = 1 << 10;
pub(crate) const SEND_MESSAGES: u64 = 1 << 11;
pub(crate) const SEND_TTS: u64 = 1 << 12;
pub(crate) const MANAGE_MESSAGES: u64 = 1 << 13;
pub(crate) const EMBED_LINKS: u64 = 1 << 14;
pub(crate) const ATTACH_FILES: u64 = 1 << 15;
pub(crate) const READ_HISTORY: u64 = 1 << 16;
pub(crate) const MENTION_EVERYONE: u64 = 1 << 17;
pub(crate) const EXTERNAL_EMOJIS: u64 = 1 << 18;
pub(crate) const CONNECT: u64 = 1 << 20;
pub(crate) const SPEAK: u64 = 1 << 21;
pub(crate) const CHANGE_NICKNAME: u64 = 1 << 26;
pub(crate) const USE_COMMANDS: u64 = 1 << 31;
pub(crate) const MANAGE_THREADS: u64 = 1 << 34;
pub(crate) const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub(crate) const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub(crate) const SEND_IN_THREADS: u64 = 1 << 38;
pub(crate) const USE_EXTERNAL_APPS: u64 = 1 << 50;
/// Split off from managing messages; without it a bot cannot pin.
pub(crate) const PIN_MESSAGES: u64 = 1 << 51;

/// Every bit Discord has given out so far.
pub(crate) const ALL: u64 = (1 << 52) - 1;

/// What everybody may do in a new server.
pub(crate) const EVERYONE: u64 = CREATE_INVITE
    | ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_HISTORY
    | EXTERNAL_EMOJIS
    | CONNECT
    | SPEAK
    | CHANGE_NICKNAME
    | USE_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_IN_THREADS
    | USE_EXTERNAL_APPS;

/// What the bot's own role adds.
pub(crate) const BOT: u64 = MANAGE_MESSAGES | PIN_MESSAGES | SEND_TTS;

/// What anybody may do in a direct conversation.
pub(crate) const DIRECT: u64 = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_HISTORY
    | EXTERNAL_EMOJIS
    | PIN_MESSAGES
    | MENTION_EVERYONE;

impl World {
    /// What a user may do in a channel; nothing at all where they are not a member.
    pub(crate) fn permissions(&self, user: Id, channel: &Channel) -> u64 {
        let Some(guild) = channel.guild.and_then(|id| self.guilds.get(&id)) else {
            return if channel.recipients.contains(&user) { DIRECT } else { 0 };
        };
        let base = self.base_permissions(user, guild.id);
        if base & ADMINISTRATOR != 0 || base == 0 {
            return base;
        }
        // A thread has no overwrites of its own; its parent's count.
        let overwrites = channel
            .thread
            .as_ref()
            .and(channel.parent)
            .and_then(|id| self.channels.get(&id))
            .map_or(&channel.overwrites, |parent| &parent.overwrites);
        let roles =
            guild.members.get(&user).map(|member| member.roles.as_slice()).unwrap_or_default();
        let mut result = base;
        if let Some(everyone) = overwrites.iter().find(|entry| entry.id == guild.id) {
            result = result & !everyone.deny | everyone.allow;
        }
        let of_roles = overwrites
            .iter()
            .filter(|entry| entry.target == OverwriteFor::Role && roles.contains(&entry.id));
        let (allow, deny) =
            of_roles.fold((0, 0), |(allow, deny), entry| (allow | entry.allow, deny | entry.deny));
        result = result & !deny | allow;
        if let Some(own) =
            overwrites.iter().find(|entry| entry.target == OverwriteFor::Member && entry.id == user)
        {
            result = result & !own.deny | own.allow;
        }
        if result & VIEW_CHANNEL == 0 { 0 } else { result }
    }

    /// What a user may do in a server before a channel has its say.
    pub(crate) fn base_permissions(&self, user: Id, guild: Id) -> u64 {
        let Some(guild) = self.guilds.get(&guild) else { return 0 };
        let Some(member) = guild.members.get(&user) else { return 0 };
        if guild.owner == user {
            return ALL;
        }
        let granted = guild
            .roles
            .iter()
            .filter(|role| role.id == guild.id || member.roles.contains(&role.id))
            .fold(0, |all, role| all | role.permissions);
        if granted & ADMINISTRATOR != 0 { ALL } else { granted }
    }

    /// Whether a person sees a place at all.
    pub(crate) fn may_see(&self, user: Id, channel: &Channel) -> bool {
        if channel.kind == ChannelKind::PrivateThread
            && let Some(thread) = &channel.thread
            && !thread.members.contains(&user)
            && self.permissions(user, channel) & MANAGE_THREADS == 0
        {
            return false;
        }
        self.permissions(user, channel) & VIEW_CHANNEL != 0
    }

    /// Whether a person may say something in a place.
    pub(crate) fn may_write(&self, user: Id, channel: &Channel) -> bool {
        let needed = if channel.kind.is_thread() { SEND_IN_THREADS } else { SEND_MESSAGES };
        let held = self.permissions(user, channel);
        // Writing wakes an archived thread; a locked one is woken by those who manage threads.
        let shut = channel.thread.as_ref().is_some_and(|thread| thread.archived && thread.locked)
            && held & MANAGE_THREADS == 0;
        self.may_see(user, channel) && held & needed != 0 && !shut
    }

    /// Whether a person may open a thread in a channel, or a post in a forum.
    pub(crate) fn may_open_thread(&self, user: Id, channel: &Channel) -> bool {
        let needed = match channel.kind {
            ChannelKind::Text => CREATE_PUBLIC_THREADS,
            ChannelKind::Forum => SEND_MESSAGES,
            ChannelKind::Dm
            | ChannelKind::Voice
            | ChannelKind::GroupDm
            | ChannelKind::PublicThread
            | ChannelKind::PrivateThread => return false,
        };
        self.permissions(user, channel) & needed != 0
    }
}
