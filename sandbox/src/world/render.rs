//! The world in Discord's JSON, with every field serenity insists on.

use serde_json::{Map, Value, json};

use super::World;
use super::model::{
    Attachment, Channel, ChannelKind, Guild, Id, Member, Message, Origin, OverwriteFor, Role, User,
    flags,
};

/// Where attachments are served from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Links<'a> {
    pub base: &'a str,
}

impl Links<'_> {
    pub(crate) fn attachment(self, channel: Id, file: &Attachment) -> Value {
        let url = format!("{}/attachments/{channel}/{}/{}", self.base, file.id, file.filename);
        let mut out = json!({
            "id": file.id.to_string(),
            "filename": file.filename,
            "size": file.size,
            "url": url,
            "proxy_url": url,
            "content_type": file.content_type,
        });
        if let Some((width, height)) = file.dimensions {
            out["width"] = width.into();
            out["height"] = height.into();
        }
        if let Some(description) = &file.description {
            out["description"] = description.as_str().into();
        }
        if file.ephemeral {
            out["ephemeral"] = true.into();
        }
        out
    }
}

pub(crate) fn ids(list: &[Id]) -> Vec<String> {
    list.iter().map(Id::to_string).collect()
}

pub(crate) fn user(user: &User) -> Value {
    json!({
        "id": user.id.to_string(),
        "username": user.username,
        "discriminator": if user.bot { "4711" } else { "0" },
        "global_name": if user.bot { Value::Null } else { user.display.as_str().into() },
        "avatar": null,
        "bot": user.bot,
        "public_flags": 0,
    })
}

pub(crate) fn role(role: &Role) -> Value {
    json!({
        "id": role.id.to_string(),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "hoist": false,
        "icon": null,
        "unicode_emoji": null,
        "position": role.position,
        "permissions": role.permissions.to_string(),
        "managed": role.managed,
        "mentionable": role.mentionable,
        "flags": 0,
    })
}

fn member_without_user(member: &Member) -> Value {
    json!({
        "nick": member.nick,
        "avatar": null,
        "banner": null,
        "roles": ids(&member.roles),
        "joined_at": member.joined,
        "premium_since": null,
        "deaf": false,
        "mute": false,
        "flags": 0,
        "pending": false,
        "communication_disabled_until": null,
    })
}

pub(crate) fn guild(guild: &Guild) -> Value {
    json!({
        "id": guild.id.to_string(),
        "name": guild.name,
        "icon": null,
        "splash": null,
        "discovery_splash": null,
        "banner": null,
        "description": null,
        "owner_id": guild.owner.to_string(),
        "afk_channel_id": null,
        "afk_timeout": 300,
        "widget_enabled": false,
        "widget_channel_id": null,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": guild.roles.iter().map(role).collect::<Vec<_>>(),
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": null,
        "system_channel_id": null,
        "system_channel_flags": 0,
        "rules_channel_id": null,
        "public_updates_channel_id": null,
        "safety_alerts_channel_id": null,
        "max_presences": null,
        "max_members": 500_000,
        "max_video_channel_users": 25,
        "vanity_url_code": null,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": false,
        "preferred_locale": "en-US",
        "nsfw_level": 0,
        "nsfw": false,
        "incidents_data": null,
    })
}

impl World {
    pub(crate) fn user_json(&self, id: Id) -> Value {
        self.users.get(&id).map_or(Value::Null, user)
    }

    /// The bot as it is told about itself, which is more than others are told about it.
    pub(crate) fn current_user_json(&self) -> Value {
        let mut user = self.user_json(self.app);
        user["verified"] = true.into();
        user["mfa_enabled"] = true.into();
        user["email"] = Value::Null;
        user["flags"] = 0.into();
        user
    }

    pub(crate) fn member_json(&self, guild: &Guild, id: Id) -> Option<Value> {
        let mut out = member_without_user(guild.members.get(&id)?);
        out["user"] = self.user_json(id);
        Some(out)
    }

    /// A member as interactions carry it: with what they may do in that channel.
    pub(crate) fn acting_member_json(
        &self,
        guild: &Guild,
        id: Id,
        channel: &Channel,
    ) -> Option<Value> {
        let mut out = self.member_json(guild, id)?;
        out["permissions"] = self.permissions(id, channel).to_string().into();
        Some(out)
    }

    /// A member among an interaction's resolved things, which leaves the user out.
    pub(crate) fn resolved_member_json(
        &self,
        guild: &Guild,
        id: Id,
        channel: &Channel,
    ) -> Option<Value> {
        let mut out = member_without_user(guild.members.get(&id)?);
        out["permissions"] = self.permissions(id, channel).to_string().into();
        if let Some(out) = out.as_object_mut() {
            out.remove("deaf");
            out.remove("mute");
        }
        Some(out)
    }

    pub(crate) fn channel_json(&self, channel: &Channel) -> Value {
        let mut out = Map::new();
        let mut put = |key: &str, value: Value| drop(out.insert(key.to_owned(), value));
        put("id", channel.id.to_string().into());
        put("type", channel.kind.number().into());
        put("flags", 0.into());
        put("last_message_id", channel.last_message.map(|id| id.to_string()).into());
        put("last_pin_timestamp", channel.last_pin.clone().into());
        let Some(guild) = channel.guild else {
            let others = channel.recipients.iter().filter(|id| **id != self.app);
            put("recipients", others.map(|id| self.user_json(*id)).collect());
            if channel.kind == ChannelKind::GroupDm {
                put("name", Value::Null);
                put("icon", Value::Null);
                put("owner_id", channel.recipients.first().map(Id::to_string).into());
            }
            return Value::Object(out);
        };
        put("guild_id", guild.to_string().into());
        put("name", channel.name.as_str().into());
        put("rate_limit_per_user", 0.into());
        put("parent_id", channel.parent.map(|id| id.to_string()).into());
        if let Some(thread) = &channel.thread {
            put("owner_id", thread.owner.to_string().into());
            put("message_count", channel.sent_in_total.into());
            put("total_message_sent", channel.sent_in_total.into());
            put("member_count", thread.members.len().min(50).into());
            put("applied_tags", ids(&thread.tags).into());
            put(
                "thread_metadata",
                json!({
                    "archived": thread.archived,
                    "auto_archive_duration": thread.auto_archive_minutes,
                    "archive_timestamp": thread.archive_stamp,
                    "locked": thread.locked,
                    "invitable": thread.invitable,
                    "create_timestamp": thread.created,
                }),
            );
            return Value::Object(out);
        }
        put("position", channel.position.into());
        put("topic", channel.topic.clone().into());
        put("nsfw", false.into());
        let overwrites = channel.overwrites.iter().map(|entry| {
            let target = match entry.target {
                OverwriteFor::Role => 0,
                OverwriteFor::Member => 1,
            };
            json!({"id": entry.id.to_string(), "type": target, "allow": entry.allow.to_string(), "deny": entry.deny.to_string()})
        });
        put("permission_overwrites", overwrites.collect());
        match channel.kind {
            ChannelKind::Voice => {
                put("bitrate", 64_000.into());
                put("user_limit", 0.into());
                put("rtc_region", Value::Null);
            }
            ChannelKind::Forum => {
                put("available_tags", json!([]));
                put("default_reaction_emoji", Value::Null);
                put("default_sort_order", Value::Null);
                put("default_forum_layout", 0.into());
            }
            ChannelKind::Text
            | ChannelKind::Dm
            | ChannelKind::GroupDm
            | ChannelKind::PublicThread
            | ChannelKind::PrivateThread => {}
        }
        Value::Object(out)
    }

    /// A channel as interactions carry it.
    pub(crate) fn seen_channel_json(&self, channel: &Channel, user: Id) -> Value {
        let mut out = self.channel_json(channel);
        if channel.guild.is_some() {
            out["permissions"] = self.permissions(user, channel).to_string().into();
        }
        if let Some(out) = out.as_object_mut() {
            out.remove("permission_overwrites");
        }
        out
    }

    /// A server as the gateway announces it.
    pub(crate) fn guild_create_json(&self, guild: &Guild) -> Value {
        let mut out = self::guild(guild);
        let bot = guild.members.get(&self.app);
        out["joined_at"] = bot.map(|member| member.joined.as_str()).into();
        out["large"] = false.into();
        out["unavailable"] = false.into();
        out["member_count"] = guild.members.len().into();
        out["voice_states"] = json!([]);
        out["presences"] = json!([]);
        out["stage_instances"] = json!([]);
        out["guild_scheduled_events"] = json!([]);
        out["soundboard_sounds"] = json!([]);
        out["members"] =
            guild.members.keys().filter_map(|id| self.member_json(guild, *id)).collect();
        out["channels"] = guild
            .channels
            .iter()
            .filter_map(|id| self.channels.get(id))
            .map(|channel| self.channel_json(channel))
            .collect();
        let threads = self.channels.values().filter(|channel| {
            channel.guild == Some(guild.id)
                && channel.thread.as_ref().is_some_and(|thread| !thread.archived)
                && self.may_see(self.app, channel)
        });
        out["threads"] = threads.map(|channel| self.channel_json(channel)).collect();
        out
    }

    fn origin_json(&self, origin: &Origin) -> Value {
        let mut out = json!({
            "id": origin.interaction.to_string(),
            "type": origin.kind,
            "user": self.user_json(origin.user),
            "authorizing_integration_owners": origin.owners,
        });
        if let Some(original) = origin.original {
            out["original_response_message_id"] = original.to_string().into();
        }
        match (origin.kind, &origin.opened_by, origin.message) {
            (5, Some(opened_by), _) => {
                out["triggering_interaction_metadata"] = self.origin_json(opened_by);
            }
            (3, _, Some(message)) => out["interacted_message_id"] = message.to_string().into(),
            _ => {}
        }
        if let (2, Some(name)) = (origin.kind, &origin.name) {
            out["name"] = name.as_str().into();
        }
        out
    }

    /// A message as REST answers carry it.
    pub(crate) fn message_json(&self, message: &Message, links: Links<'_>) -> Value {
        let mut out = json!({
            "id": message.id.to_string(),
            "channel_id": message.channel.to_string(),
            "author": self.user_json(message.author),
            "content": message.content,
            "timestamp": message.stamp,
            "edited_timestamp": message.edited,
            "tts": message.tts,
            "mention_everyone": message.mentions.everyone,
            "mentions": message.mentions.users.iter().map(|id| self.user_json(*id)).collect::<Vec<_>>(),
            "mention_roles": ids(&message.mentions.roles),
            "attachments": message.attachments.iter().map(|file| links.attachment(message.channel, file)).collect::<Vec<_>>(),
            "embeds": if message.flags & flags::SUPPRESS_EMBEDS == 0 { message.embeds.as_slice() } else { &[] },
            "components": message.components,
            "pinned": message.pinned.is_some(),
            "type": message.kind,
            "flags": message.flags,
        });
        if let Some(nonce) = &message.nonce {
            out["nonce"] = nonce.clone();
        }
        if let Some(origin) = &message.origin {
            out["application_id"] = self.app.to_string().into();
            out["webhook_id"] = self.app.to_string().into();
            out["interaction_metadata"] = self.origin_json(origin);
            if let (2, Some(name)) = (origin.kind, &origin.name) {
                out["interaction"] = json!({
                    "id": origin.interaction.to_string(),
                    "type": 2,
                    "name": name,
                    "user": self.user_json(origin.user),
                });
            }
        }
        if let Some(reference) = &message.reference {
            out["message_reference"] = json!({
                "type": 0,
                "channel_id": reference.channel.to_string(),
                "message_id": reference.message.to_string(),
            });
            if let Some(guild) = reference.guild {
                out["message_reference"]["guild_id"] = guild.to_string().into();
            }
            if message.kind == super::model::message_kind::REPLY {
                let first = self.message(reference.channel, reference.message);
                out["referenced_message"] = first.map_or(Value::Null, |first| {
                    // One level deep, as Discord does it.
                    let mut flat = first.clone();
                    flat.reference = None;
                    self.message_json(&flat, links)
                });
            }
        }
        if let Some(thread) = message.thread.and_then(|id| self.channels.get(&id)) {
            out["thread"] = self.channel_json(thread);
        }
        out
    }

    /// A message as the gateway carries it: with the server and the author's membership.
    pub(crate) fn message_event_json(&self, message: &Message, links: Links<'_>) -> Value {
        let mut out = self.message_json(message, links);
        let guild = self
            .channels
            .get(&message.channel)
            .and_then(|channel| channel.guild)
            .and_then(|id| self.guilds.get(&id));
        if let Some(guild) = guild {
            out["guild_id"] = guild.id.to_string().into();
            if let Some(member) = guild.members.get(&message.author) {
                out["member"] = member_without_user(member);
            }
        }
        out
    }
}
