//! Who asks, and where: what every command, button and form has in common.

use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Actor, Player};
use gatemaster_rules::text::{MAX_NAME, clean_name};
use serenity::all::{
    CommandInteraction, ComponentInteraction, Member, ModalInteraction, Permissions, User,
};

use crate::limits::clip;

#[derive(Clone, Debug)]
pub struct Request {
    pub actor: Actor,
    pub guild: Option<u64>,
    pub channel: u64,
    pub interaction: u64,
}

impl Request {
    pub fn from_command(interaction: &CommandInteraction) -> Self {
        Self::new(
            &interaction.user,
            interaction.member.as_deref(),
            interaction.guild_id.map(u64::from),
            interaction.channel_id.into(),
            interaction.id.into(),
        )
    }

    pub fn from_component(interaction: &ComponentInteraction) -> Self {
        Self::new(
            &interaction.user,
            interaction.member.as_ref(),
            interaction.guild_id.map(u64::from),
            interaction.channel_id.into(),
            interaction.id.into(),
        )
    }

    pub fn from_modal(interaction: &ModalInteraction) -> Self {
        Self::new(
            &interaction.user,
            interaction.member.as_ref(),
            interaction.guild_id.map(u64::from),
            interaction.channel_id.into(),
            interaction.id.into(),
        )
    }

    fn new(
        user: &User,
        member: Option<&Member>,
        guild: Option<u64>,
        channel: u64,
        interaction: u64,
    ) -> Self {
        let nick = member.and_then(|member| member.nick.as_deref());
        let manager = member
            .and_then(|member| member.permissions)
            .is_some_and(|p| p.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR));
        Self { actor: Actor { player: player(user, nick), manager }, guild, channel, interaction }
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
