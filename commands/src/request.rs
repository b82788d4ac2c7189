//! Who asks, and where, with what the tables and books go by: the player they are, and how their server likes things.

use std::ops::Deref;
use std::sync::Arc;

use gatemaster_discord::asker::{Asker, Person};
use gatemaster_discord::limits::clip;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Actor, Player};
use gatemaster_rules::text::{MAX_NAME, clean_name};
use gatemaster_store::Store;
use serenity::all::{Cache, CommandInteraction, ComponentInteraction, ModalInteraction, User};

use crate::boxed;
use crate::prefs::ServerPrefs;
use crate::trouble::Trouble;
use crate::words::esc;

#[derive(Clone, Debug)]
pub struct Request {
    pub actor: Actor,
    /// How the server likes things.
    pub server: ServerPrefs,
    asker: Asker,
}

/// Server, channel, interaction and rights.
impl Deref for Request {
    type Target = Asker;

    fn deref(&self) -> &Asker {
        &self.asker
    }
}

/// Where people and servers are looked up.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<'a> {
    pub store: &'a Store,
    pub cache: &'a Arc<Cache>,
}

impl Request {
    #[boxed]
    pub async fn from_command<'a>(interaction: &'a CommandInteraction, lookup: Lookup<'a>) -> Self {
        Self::new(Asker::of_command(interaction, lookup.cache), lookup).await
    }

    #[boxed]
    pub async fn from_component<'a>(
        interaction: &'a ComponentInteraction,
        lookup: Lookup<'a>,
    ) -> Self {
        Self::new(Asker::of_component(interaction, lookup.cache), lookup).await
    }

    #[boxed]
    pub async fn from_modal<'a>(interaction: &'a ModalInteraction, lookup: Lookup<'a>) -> Self {
        Self::new(Asker::of_modal(interaction, lookup.cache), lookup).await
    }

    async fn new((asker, person): (Asker, Person<'_>), lookup: Lookup<'_>) -> Self {
        let server = ServerPrefs::load(lookup.store, asker.guild).await.unwrap_or_else(|error| {
            // people can still play; what they ask for next will tell them if the database is gone
            tracing::warn!(%error, "a server's settings could not be read");
            ServerPrefs::default()
        });
        let organises = server.organiser_role.is_some_and(|role| person.has_role(role));
        let manager = person.manages() || organises;
        let actor = Actor { player: player(person.user, person.nick()), manager };
        Self { actor, server, asker }
    }

    /// A request that did not come from Discord: the bot's own doing, or for measuring and trying out.
    pub fn made_up(
        actor: Actor,
        guild: Option<u64>,
        channel: u64,
        interaction: Option<u64>,
    ) -> Self {
        let asker = Asker::made_up(guild, channel, interaction);
        Self { actor, server: ServerPrefs::default(), asker }
    }

    /// What the bot does by itself on a server.
    pub fn by_the_bot(guild: u64, channel: u64) -> Self {
        let actor = Actor { player: Player::bot(), manager: false };
        Self::made_up(actor, Some(guild), channel, None)
    }

    /// The same, as if it had been asked in this channel.
    #[must_use]
    pub fn at(&self, channel: u64) -> Self {
        let mut same = self.clone();
        same.asker.channel = channel;
        same
    }

    /// The same person's doing, beyond the one step that an interaction makes.
    #[must_use]
    pub fn without_interaction(&self) -> Self {
        let mut same = self.clone();
        same.asker.interaction = None;
        same
    }

    pub fn user(&self) -> UserId {
        self.actor.id()
    }
}

/// A Discord user as a player, with the name that people see.
pub fn player(user: &User, nick: Option<&str>) -> Player {
    let shown = nick.or(user.global_name.as_deref()).unwrap_or(&user.name);
    let name =
        clean_name(&clip(shown, MAX_NAME)).or_else(|| clean_name(&clip(&user.name, MAX_NAME)));
    Player { id: UserId(user.id.get()), name: name.unwrap_or_else(|| "A player".to_owned()) }
}

/// People who may be given a seat or an office: not programs.
pub fn chosen(user: &User) -> Result<Player, Trouble> {
    if user.bot {
        let name = esc(&player(user, None).name);
        return Err(Trouble::refused(format!("{name} is a bot; choose a person.")));
    }
    Ok(player(user, None))
}
