//! Who asks, and where: what every command, button and form has in common.

use std::sync::Arc;

use serenity::all::{
    Cache, ChannelId, ChannelType, CommandInteraction, ComponentInteraction, GuildId,
    InteractionContext, Member, ModalInteraction, Permissions, User,
};

use crate::limits;

#[derive(Clone, Debug)]
pub struct Asker {
    pub guild: Option<u64>,
    pub channel: u64,
    /// The interaction that asks; nothing where the bot acts by itself.
    pub interaction: Option<u64>,
    sight: Option<Sight>,
    /// In the direct conversation of one person with the bot.
    in_own_chat: bool,
    /// How many bytes a file may have in the answer.
    pub largest_file: usize,
}

/// What is needed to tell which channels of the server the asker can see.
#[derive(Clone, Debug)]
struct Sight {
    cache: Arc<Cache>,
    member: Box<Member>,
}

/// What Discord tells of whoever asks: the person, and what they are on the server.
#[derive(Clone, Copy, Debug)]
pub struct Person<'a> {
    pub user: &'a User,
    pub member: Option<&'a Member>,
}

impl Person<'_> {
    /// Whether they manage the server they ask from.
    pub fn manages(&self) -> bool {
        self.member.is_some_and(manages)
    }

    pub fn has_role(&self, role: u64) -> bool {
        self.member.is_some_and(|member| member.roles.iter().any(|held| held.get() == role))
    }

    /// The name they go by on the server.
    pub fn nick(&self) -> Option<&str> {
        self.member.and_then(|member| member.nick.as_deref())
    }
}

impl Asker {
    pub fn of_command<'a>(
        interaction: &'a CommandInteraction,
        cache: &Arc<Cache>,
    ) -> (Self, Person<'a>) {
        let member = interaction.member.as_deref();
        let place = (interaction.guild_id, interaction.channel_id, interaction.id.get());
        let in_own_chat = interaction.context == Some(InteractionContext::BotDm);
        let asker = Self::new(member, place, in_own_chat, cache);
        let asker = asker.with_files_up_to(interaction.attachment_size_limit);
        (asker, Person { user: &interaction.user, member })
    }

    pub fn of_component<'a>(
        interaction: &'a ComponentInteraction,
        cache: &Arc<Cache>,
    ) -> (Self, Person<'a>) {
        let member = interaction.member.as_ref();
        let place = (interaction.guild_id, interaction.channel_id, interaction.id.get());
        let in_own_chat = interaction.context == Some(InteractionContext::BotDm);
        let asker = Self::new(member, place, in_own_chat, cache);
        let asker = asker.with_files_up_to(interaction.attachment_size_limit);
        (asker, Person { user: &interaction.user, member })
    }

    pub fn of_modal<'a>(
        interaction: &'a ModalInteraction,
        cache: &Arc<Cache>,
    ) -> (Self, Person<'a>) {
        let member = interaction.member.as_ref();
        let place = (interaction.guild_id, interaction.channel_id, interaction.id.get());
        let asker = Self::new(member, place, false, cache);
        let asker = asker.with_files_up_to(interaction.attachment_size_limit);
        (asker, Person { user: &interaction.user, member })
    }

    fn new(
        member: Option<&Member>,
        (guild, channel, interaction): (Option<GuildId>, ChannelId, u64),
        in_own_chat: bool,
        cache: &Arc<Cache>,
    ) -> Self {
        Self {
            guild: guild.map(GuildId::get),
            channel: channel.get(),
            interaction: Some(interaction),
            sight: member
                .map(|member| Sight { cache: Arc::clone(cache), member: Box::new(member.clone()) }),
            in_own_chat,
            largest_file: limits::FILE,
        }
    }

    /// Servers with boosts take larger files; nothing is said as 0.
    fn with_files_up_to(self, bytes: u32) -> Self {
        let largest_file = match usize::try_from(bytes) {
            Ok(0) | Err(_) => limits::FILE,
            Ok(bytes) => bytes,
        };
        Self { largest_file, ..self }
    }

    /// Nobody on Discord: the bot's own doing, or for measuring and trying out.
    pub fn made_up(guild: Option<u64>, channel: u64, interaction: Option<u64>) -> Self {
        Self {
            guild,
            channel,
            interaction,
            sight: None,
            in_own_chat: false,
            largest_file: limits::FILE,
        }
    }

    /// Whether this is a server that has invited the bot or a conversation with it, where it can speak by itself.
    pub fn is_at_home(&self) -> bool {
        let sight = self.sight.as_ref();
        self.in_own_chat
            || sight.is_some_and(|sight| sight.cache.guild(sight.member.guild_id).is_some())
    }

    /// Discord's number for a public thread of this channel; `None` where no thread can grow: in threads and voice chats.
    pub fn thread_kind(&self) -> Option<u8> {
        const OF_NEWS: u8 = 10;
        const OF_TEXT: u8 = 11;
        let sight = self.sight.as_ref()?;
        let guild = sight.cache.guild(sight.member.guild_id)?;
        match guild.channels.get(&ChannelId::new(self.channel))?.kind {
            ChannelType::Text => Some(OF_TEXT),
            ChannelType::News => Some(OF_NEWS),
            _ => None,
        }
    }

    /// Whether the asker has this right in a channel of their server.
    pub fn may_in(&self, channel: u64, right: Permissions) -> bool {
        let Some(sight) = &self.sight else { return false };
        let Some(guild) = sight.cache.guild(sight.member.guild_id) else { return false };
        guild.channels.get(&ChannelId::new(channel)).is_some_and(|channel| {
            let has = guild.user_permissions_in(channel, &sight.member);
            has.contains(right | Permissions::VIEW_CHANNEL)
                || has.contains(Permissions::ADMINISTRATOR)
        })
    }

    /// Whether the asker may change how the server is set; the role of organisers does not count for that.
    pub fn manages_server(&self) -> bool {
        self.sight.as_ref().is_some_and(|sight| manages(&sight.member))
    }

    /// Whether the asker can see this channel of their server. They see the one they are in, and people who manage the
    /// server see all; of others that are not known, private threads among them, it is better to say no.
    pub fn sees(&self, channel: u64) -> bool {
        match &self.sight {
            _ if channel == self.channel => true,
            Some(sight) => manages(&sight.member) || sight.sees(ChannelId::new(channel)),
            // the bot's own doing
            None => self.interaction.is_none(),
        }
    }
}

impl Sight {
    fn sees(&self, id: ChannelId) -> bool {
        let Some(guild) = self.cache.guild(self.member.guild_id) else { return false };
        let thread = guild.threads.iter().find(|thread| thread.id == id);
        if thread.is_some_and(|thread| thread.kind == ChannelType::PrivateThread) {
            return false;
        }
        let parent = thread.and_then(|thread| thread.parent_id).unwrap_or(id);
        guild.channels.get(&parent).is_some_and(|channel| {
            guild.user_permissions_in(channel, &self.member).contains(Permissions::VIEW_CHANNEL)
        })
    }
}

fn manages(member: &Member) -> bool {
    let rights = member.permissions.unwrap_or_default();
    rights.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR)
}
