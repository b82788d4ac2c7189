//! An interaction as the gateway carries it.

use serde_json::{Value, json};

use super::options::context_of;
use crate::state::State;
use crate::world::{Channel, Id, World};

/// On whose account the bot is there: the server's (key 0), the person's (key 1), or both.
pub(crate) fn owners(world: &World, user: Id, channel: &Channel, installs: &[u64]) -> Value {
    let mut out = json!({});
    if installs.contains(&0) {
        let guild = channel.guild.filter(|guild| {
            world.guilds.get(guild).is_some_and(|guild| guild.members.contains_key(&world.app))
        });
        match (guild, context_of(world, channel)) {
            (Some(guild), _) => out["0"] = guild.to_string().into(),
            // In the conversation with the bot, the server is named 0.
            (None, 1) => out["0"] = "0".into(),
            _ => {}
        }
    }
    if installs.contains(&1) && world.user_installs.contains(&user) {
        out["1"] = user.to_string().into();
    }
    out
}

impl State {
    /// Everything but the token, which is filled in when the interaction begins.
    pub(crate) fn payload(
        &self,
        id: Id,
        number: u8,
        user: Id,
        channel: &Channel,
        owners: &Value,
        data: &Value,
    ) -> Value {
        let world = &self.world;
        let mut out = json!({
            "id": id.to_string(),
            "application_id": world.app.to_string(),
            "type": number,
            "data": data,
            "channel_id": channel.id.to_string(),
            "channel": world.seen_channel_json(channel, user),
            "version": 1,
            "locale": "en-GB",
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": owners,
            "context": context_of(world, channel),
            "app_permissions": app_permissions(world, channel).to_string(),
            "attachment_size_limit": self.attachment_limit,
        });
        match channel.guild.and_then(|id| world.guilds.get(&id)) {
            Some(guild) => {
                out["guild_id"] = guild.id.to_string().into();
                out["guild"] =
                    json!({"id": guild.id.to_string(), "locale": "en-US", "features": []});
                out["guild_locale"] = "en-US".into();
                out["member"] = world.acting_member_json(guild, user, channel).unwrap_or_default();
            }
            None => out["user"] = world.user_json(user),
        }
        out
    }
}

/// What the bot may do where the interaction happens. Where it is not a member, it may answer and little else.
fn app_permissions(world: &World, channel: &Channel) -> u64 {
    use crate::world::permissions as may;
    let held = world.permissions(world.app, channel);
    let is_member = channel.guild.map_or_else(
        || channel.recipients.contains(&world.app),
        |guild| world.base_permissions(world.app, guild) != 0,
    );
    if is_member { held } else { may::EMBED_LINKS | may::ATTACH_FILES | may::EXTERNAL_EMOJIS }
}
