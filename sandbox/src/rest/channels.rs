//! Channels and conversations.

use serde_json::{Value, json};

use super::{Answer, Reply};
use crate::limits::{Form, Refusal};
use crate::state::{Happening, State};
use crate::world::permissions as may;
use crate::world::{Channel, ChannelKind, Id};

impl State {
    /// A channel the bot can see.
    pub(super) fn readable(&self, channel: Id) -> Result<&Channel, Refusal> {
        let found = self.world.channels.get(&channel).ok_or_else(Refusal::unknown_channel)?;
        if self.world.may_see(self.world.app, found) {
            Ok(found)
        } else {
            Err(Refusal::missing_access())
        }
    }

    /// A channel the bot can post in.
    pub(super) fn writable(&self, channel: Id) -> Result<&Channel, Refusal> {
        let found = self.readable(channel)?;
        if found.kind == ChannelKind::Forum {
            return Err(Refusal::no_text_here());
        }
        self.needs(
            found,
            if found.kind.is_thread() { may::SEND_IN_THREADS } else { may::SEND_MESSAGES },
        )?;
        if let Some(thread) = &found.thread
            && thread.archived
            && thread.locked
        {
            return Err(Refusal::archived());
        }
        if found.kind == ChannelKind::Dm
            && found.recipients.iter().any(|user| self.world.closed_dms.contains(user))
        {
            return Err(Refusal::new(403, 50_007, "Cannot send messages to this user"));
        }
        Ok(found)
    }

    pub(super) fn needs(&self, channel: &Channel, permission: u64) -> Result<(), Refusal> {
        if self.world.permissions(self.world.app, channel) & permission == permission {
            Ok(())
        } else {
            Err(Refusal::missing_permissions())
        }
    }

    pub(super) fn show_channel(&self, channel: Id) -> Answer {
        Ok(Reply::Json(self.world.channel_json(self.readable(channel)?)))
    }

    pub(super) fn open_dm(&mut self, body: &Value) -> Answer {
        let mut form = Form::new();
        if body["recipient_id"].is_null() {
            form.required("recipient_id");
        }
        let recipient = form.snowflake(body, "", "recipient_id");
        form.finish()?;
        let app = self.world.app;
        let Some(recipient) = recipient
            .filter(|id| *id != app && self.world.users.get(id).is_some_and(|user| !user.bot))
        else {
            return Err(Refusal::new(400, 50_033, "Invalid Recipient(s)"));
        };
        let now = self.now();
        let channel = self.world.direct_channel(&[app, recipient], now);
        self.tell_people(Happening::World);
        self.touch();
        Ok(Reply::Json(
            self.world
                .channels
                .get(&channel)
                .map(|found| self.world.channel_json(found))
                .unwrap_or_default(),
        ))
    }

    pub(super) fn change_channel(&mut self, channel: Id, body: &Value) -> Answer {
        let found = self.readable(channel)?;
        let is_thread = found.kind.is_thread();
        let owned = found.thread.as_ref().is_some_and(|thread| thread.owner == self.world.app);
        if found.guild.is_none() || !(is_thread && owned && body["locked"].is_null()) {
            self.needs(found, if is_thread { may::MANAGE_THREADS } else { may::MANAGE_CHANNELS })?;
        }
        let unarchives = body["archived"] == false;
        if let Some(thread) = &found.thread
            && thread.archived
            && !unarchives
        {
            return Err(Refusal::archived());
        }
        let mut form = Form::new();
        let name = form.text(body, "", "name", 1, 100).map(str::to_owned);
        let topic = form
            .text(body, "", "topic", 0, if found.kind == ChannelKind::Forum { 4096 } else { 1024 })
            .map(str::to_owned);
        let (archived, locked, invitable) = (
            form.flag(body, "", "archived"),
            form.flag(body, "", "locked"),
            form.flag(body, "", "invitable"),
        );
        let minutes = form.choice(body, "", "auto_archive_duration", &[60, 1440, 4320, 10_080]);
        form.number(body, "", "rate_limit_per_user", 0, 21_600);
        form.finish()?;
        let now = crate::clock::stamp(self.now());
        let Some(found) = self.world.channels.get_mut(&channel) else {
            return Err(Refusal::unknown_channel());
        };
        if let Some(name) = name {
            found.name = name;
        }
        match &mut found.thread {
            Some(thread) => {
                if let Some(archived) = archived {
                    thread.archived = archived;
                    thread.archive_stamp = now;
                }
                thread.locked = locked.unwrap_or(thread.locked);
                thread.invitable = invitable.unwrap_or(thread.invitable);
                if let Some(minutes) = minutes {
                    thread.auto_archive_minutes = minutes.unsigned_abs();
                }
            }
            None => {
                if body.get("topic").is_some() {
                    found.topic = topic;
                }
            }
        }
        let json = self
            .world
            .channels
            .get(&channel)
            .map(|found| self.world.channel_json(found))
            .unwrap_or_default();
        if is_thread {
            self.announce_thread("THREAD_UPDATE", channel);
        } else {
            self.dispatch_in_channel("CHANNEL_UPDATE", channel, &json, None);
            self.tell_people(Happening::Channel { channel });
        }
        self.touch();
        Ok(Reply::Json(json))
    }

    pub(super) fn delete_channel(&mut self, channel: Id) -> Answer {
        let found = self.readable(channel)?;
        let json = self.world.channel_json(found);
        let Some(guild) = found.guild else {
            // Closing a conversation only hides it.
            return Ok(Reply::Json(json));
        };
        let (is_thread, parent, number) =
            (found.kind.is_thread(), found.parent, found.kind.number());
        self.needs(found, if is_thread { may::MANAGE_THREADS } else { may::MANAGE_CHANNELS })?;
        if is_thread {
            let data = json!({"id": channel.to_string(), "guild_id": guild.to_string(), "parent_id": parent.map(|id| id.to_string()), "type": number});
            self.dispatch_in_channel("THREAD_DELETE", channel, &data, None);
        } else {
            self.dispatch_in_channel("CHANNEL_DELETE", channel, &json, None);
        }
        if let Some(gone) = self.world.channels.remove(&channel) {
            for file in gone.messages.values().flat_map(|message| &message.attachments) {
                self.world.files.remove(&file.id);
            }
        }
        if let Some(guild) = self.world.guilds.get_mut(&guild) {
            guild.channels.retain(|id| *id != channel);
        }
        self.tell_people(Happening::World);
        self.touch();
        Ok(Reply::Json(json))
    }
}
