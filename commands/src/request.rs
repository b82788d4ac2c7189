//! Who asks, and where: what every command, button and form has in common.

use std::sync::Arc;

use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Actor, Player};
use gatemaster_rules::text::{MAX_NAME, clean_name};
use serenity::all::{
    Cache, ChannelId, ChannelType, CommandInteraction, ComponentInteraction, GuildId,
    InteractionContext, InteractionId, Member, ModalInteraction, Permissions, User,
};

use crate::face::Face;
use crate::limits::clip;
use crate::prefs::ServerPrefs;

#[derive(Clone, Debug)]
pub struct Request {
    pub actor: Actor,
    pub guild: Option<u64>,
    pub channel: u64,
    /// The interaction that asks; nothing where the bot acts by itself.
    pub interaction: Option<u64>,
    /// How the server likes things.
    pub server: ServerPrefs,
    sight: Option<Sight>,
    /// In the direct conversation of one person with the bot.
    in_own_chat: bool,
}

/// What is needed to tell which channels of the server the asker can see.
#[derive(Clone, Debug)]
struct Sight {
    cache: Arc<Cache>,
    member: Box<Member>,
}

impl Request {
    pub async fn from_command(interaction: &CommandInteraction, face: &Face) -> Self {
        let place = (interaction.guild_id, interaction.channel_id, interaction.id);
        let in_own_chat = interaction.context == Some(InteractionContext::BotDm);
        let new = Self::new(&interaction.user, interaction.member.as_deref(), place, face).await;
        Self { in_own_chat, ..new }
    }

    pub async fn from_component(interaction: &ComponentInteraction, face: &Face) -> Self {
        let place = (interaction.guild_id, interaction.channel_id, interaction.id);
        let in_own_chat = interaction.context == Some(InteractionContext::BotDm);
        let new = Self::new(&interaction.user, interaction.member.as_ref(), place, face).await;
        Self { in_own_chat, ..new }
    }

    pub async fn from_modal(interaction: &ModalInteraction, face: &Face) -> Self {
        let place = (interaction.guild_id, interaction.channel_id, interaction.id);
        Self::new(&interaction.user, interaction.member.as_ref(), place, face).await
    }

    async fn new(
        user: &User,
        member: Option<&Member>,
        (guild, channel, interaction): (Option<GuildId>, ChannelId, InteractionId),
        face: &Face,
    ) -> Self {
        let nick = member.and_then(|member| member.nick.as_deref());
        let guild = guild.map(GuildId::get);
        let server = ServerPrefs::load(&face.desk.store, guild).await.unwrap_or_else(|error| {
            // people can still play; what they ask for next will tell them if the database is gone
            tracing::warn!(%error, "a server's settings could not be read");
            ServerPrefs::default()
        });
        let manager = member.is_some_and(|member| manages(member) || organises(member, &server));
        Self {
            actor: Actor { player: player(user, nick), manager },
            guild,
            channel: channel.get(),
            interaction: Some(interaction.get()),
            server,
            sight: member.map(|member| Sight {
                cache: Arc::clone(&face.cache),
                member: Box::new(member.clone()),
            }),
            in_own_chat: false,
        }
    }

    /// A request that did not come from Discord: the bot's own doing, or for measuring and trying out.
    pub fn made_up(
        actor: Actor,
        guild: Option<u64>,
        channel: u64,
        interaction: Option<u64>,
    ) -> Self {
        let server = ServerPrefs::default();
        Self { actor, guild, channel, interaction, server, sight: None, in_own_chat: false }
    }

    /// The same, as if it had been asked in this channel.
    #[must_use]
    pub fn at(&self, channel: u64) -> Self {
        Self { channel, ..self.clone() }
    }

    /// The same person's doing, beyond the one step that an interaction makes.
    #[must_use]
    pub fn without_interaction(&self) -> Self {
        Self { interaction: None, ..self.clone() }
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

    pub fn user(&self) -> UserId {
        self.actor.id()
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

fn organises(member: &Member, server: &ServerPrefs) -> bool {
    let role = server.organiser_role;
    role.is_some_and(|role| member.roles.iter().any(|held| held.get() == role))
}

/// A Discord user as a player, with the name that people see.
pub fn player(user: &User, nick: Option<&str>) -> Player {
    let shown = nick.or(user.global_name.as_deref()).unwrap_or(&user.name);
    let name =
        clean_name(&clip(shown, MAX_NAME)).or_else(|| clean_name(&clip(&user.name, MAX_NAME)));
    Player { id: UserId(user.id.get()), name: name.unwrap_or_else(|| "A player".to_owned()) }
}

/// People who may be given a seat or an office: not programs.
pub fn chosen(user: &User) -> Result<Player, crate::trouble::Trouble> {
    if user.bot {
        return Err(crate::trouble::Trouble::refused(format!(
            "{} is a bot; choose a person.",
            crate::words::esc(&player(user, None).name)
        )));
    }
    Ok(player(user, None))
}
