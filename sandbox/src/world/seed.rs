//! A fresh world.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use time::OffsetDateTime;

use super::World;
use super::model::{Channel, ChannelKind, Guild, Id, Role, User};
use super::permissions as may;

pub(crate) const BOT_NAME: &str = "Gatemaster";
pub(crate) const HOME_NAME: &str = "Club";
pub(crate) const ORGANISER: &str = "Organiser";

/// A channel with nothing in it, not yet put anywhere.
pub(crate) fn bare_channel(id: Id, kind: ChannelKind, guild: Option<Id>, name: &str) -> Channel {
    Channel {
        id,
        kind,
        guild,
        name: name.to_owned(),
        topic: None,
        parent: None,
        position: 0,
        overwrites: Vec::new(),
        recipients: Vec::new(),
        thread: None,
        messages: BTreeMap::new(),
        last_message: None,
        last_pin: None,
        sent_in_total: 0,
    }
}

impl World {
    pub(crate) fn fresh(now: OffsetDateTime) -> Self {
        let mut world = Self {
            last_id: 0,
            app: 0,
            home: 0,
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: HashMap::new(),
            commands: Vec::new(),
            guild_commands: BTreeMap::new(),
            user_installs: BTreeSet::new(),
            closed_dms: BTreeSet::new(),
            emojis: BTreeMap::new(),
            files: HashMap::new(),
        };
        world.app = world.new_id(now);
        let bot = User {
            id: world.app,
            username: BOT_NAME.to_lowercase(),
            display: BOT_NAME.to_owned(),
            bot: true,
            about: "the game master".to_owned(),
        };
        world.users.insert(bot.id, bot);
        let people: Vec<Id> = ["Ann", "Bob", "Mia", "Pat"]
            .iter()
            .map(|name| world.add_user(name, false, now))
            .collect();
        let owner = world.add_user("Owner", false, now);
        let roles = ["player", "player", "organiser", "passer-by", "owns the server"];
        for (id, about) in people.iter().chain([&owner]).zip(roles) {
            if let Some(user) = world.users.get_mut(id) {
                about.clone_into(&mut user.about);
            }
        }
        world.home = world.add_guild(HOME_NAME, owner, now);
        let home = world.home;
        for person in &people {
            world.join(home, *person, Vec::new(), now);
        }
        let organiser = world.organiser_role(home, now);
        world.join(home, people[2], vec![organiser], now);
        for name in ["general", "battles", "league"] {
            world.add_channel(home, name, ChannelKind::Text, now);
        }
        world.add_channel(home, "campaigns", ChannelKind::Forum, now);
        world.add_channel(home, "Table talk", ChannelKind::Voice, now);
        world
    }

    /// A server with its everyone role and the bot as a member.
    pub(crate) fn add_guild(&mut self, name: &str, owner: Id, now: OffsetDateTime) -> Id {
        let id = self.new_id(now);
        let bot_role = self.new_id(now);
        let role = |id, name: &str, permissions, position, managed| Role {
            id,
            name: name.to_owned(),
            permissions,
            position,
            mentionable: false,
            managed,
        };
        let guild = Guild {
            id,
            name: name.to_owned(),
            owner,
            // The everyone role has the id of its server.
            roles: vec![
                role(id, "@everyone", may::EVERYONE, 0, false),
                role(bot_role, BOT_NAME, may::BOT, 1, true),
            ],
            members: BTreeMap::new(),
            channels: Vec::new(),
        };
        self.guilds.insert(id, guild);
        self.join(id, owner, Vec::new(), now);
        self.join(id, self.app, vec![bot_role], now);
        id
    }

    pub(crate) fn add_role(
        &mut self,
        guild: Id,
        name: &str,
        permissions: u64,
        now: OffsetDateTime,
    ) -> Id {
        let id = self.new_id(now);
        if let Some(guild) = self.guilds.get_mut(&guild) {
            let position = u32::try_from(guild.roles.len()).unwrap_or(u32::MAX);
            guild.roles.push(Role {
                id,
                name: name.to_owned(),
                permissions,
                position,
                mentionable: true,
                managed: false,
            });
        }
        id
    }

    pub(crate) fn role_called(&self, guild: Id, name: &str) -> Option<Id> {
        self.guilds.get(&guild)?.roles.iter().find(|role| role.name == name).map(|role| role.id)
    }

    pub(crate) fn organiser_role(&mut self, guild: Id, now: OffsetDateTime) -> Id {
        self.role_called(guild, ORGANISER)
            .unwrap_or_else(|| self.add_role(guild, ORGANISER, may::MANAGE_GUILD, now))
    }
}
