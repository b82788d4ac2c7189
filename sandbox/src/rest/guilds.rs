//! Servers, their members and roles, and the application itself.

use serde_json::{Value, json};

use super::route::id;
use super::{Answer, Asked, Reply};
use crate::limits::Refusal;
use crate::state::State;
use crate::world::Id;
use crate::world::render::{self, role};

impl State {
    pub(super) fn own_guilds(&self) -> Value {
        let world = &self.world;
        let mine = world.guilds.values().filter(|guild| guild.members.contains_key(&world.app));
        mine.map(|guild| {
            json!({
                "id": guild.id.to_string(),
                "name": guild.name,
                "icon": null,
                "banner": null,
                "owner": false,
                "permissions": world.base_permissions(world.app, guild.id).to_string(),
                "features": [],
            })
        })
        .collect()
    }

    pub(super) fn application(&self) -> Value {
        let world = &self.world;
        let owner = world.guilds.get(&world.home).map(|guild| guild.owner).unwrap_or_default();
        json!({
            "id": world.app.to_string(),
            "name": world.name_of(world.app),
            "icon": null,
            "description": "",
            "summary": "",
            "type": null,
            "bot": world.user_json(world.app),
            "bot_public": true,
            "bot_require_code_grant": false,
            "verify_key": "0".repeat(64),
            "owner": world.user_json(owner),
            "team": null,
            "flags": 0,
            "tags": [],
            "redirect_uris": [],
            "interactions_endpoint_url": null,
            "role_connections_verification_url": null,
            "integration_types_config": {"0": {}, "1": {}},
            "approximate_guild_count": world.guilds.len(),
            "approximate_user_install_count": world.user_installs.len(),
        })
    }

    pub(super) fn guild_route(&self, guild: Id, rest: &[&str], asked: &Asked<'_>) -> Answer {
        let world = &self.world;
        let guild = world.guilds.get(&guild).ok_or_else(Refusal::unknown_guild)?;
        if !guild.members.contains_key(&world.app) {
            return Err(Refusal::missing_access());
        }
        let found = match rest {
            [] => render::guild(guild),
            ["channels"] => guild
                .channels
                .iter()
                .filter_map(|id| world.channels.get(id))
                .map(|channel| world.channel_json(channel))
                .collect(),
            ["roles"] => guild.roles.iter().map(role).collect(),
            ["threads", "active"] => {
                let threads = world.channels.values().filter(|channel| {
                    channel.guild == Some(guild.id)
                        && channel.thread.as_ref().is_some_and(|thread| !thread.archived)
                        && world.may_see(world.app, channel)
                });
                json!({"threads": threads.map(|thread| world.channel_json(thread)).collect::<Vec<_>>(), "members": []})
            }
            ["members"] => {
                let limit = asked.query("limit").and_then(|text| text.parse().ok()).unwrap_or(1);
                let after: Id =
                    asked.query("after").and_then(|text| text.parse().ok()).unwrap_or(0);
                guild
                    .members
                    .range(after.saturating_add(1)..)
                    .take(limit)
                    .filter_map(|(id, _)| world.member_json(guild, *id))
                    .collect()
            }
            ["members", "search"] => {
                let query = asked.query("query").unwrap_or_default().to_lowercase();
                let limit = asked.query("limit").and_then(|text| text.parse().ok()).unwrap_or(1);
                let fits = guild
                    .members
                    .keys()
                    .filter(|id| world.name_of(**id).to_lowercase().starts_with(&query));
                fits.take(limit).filter_map(|id| world.member_json(guild, *id)).collect()
            }
            ["members", user] => {
                world.member_json(guild, id(user)?).ok_or_else(Refusal::unknown_member)?
            }
            _ => return Err(Refusal::unknown_route()),
        };
        Ok(Reply::Json(found))
    }
}
