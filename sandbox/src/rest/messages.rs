//! Messages in channels, as the bot reads and writes them.

use serde_json::{Value, json};

use super::{Answer, Asked, Reply};
use crate::limits::message::{Upload, Way, check};
use crate::limits::{Form, Refusal};
use crate::posting::Posting;
use crate::state::State;
use crate::world::permissions as may;
use crate::world::render::Links;
use crate::world::{Id, Message};

impl State {
    /// A message everybody can see; ephemeral ones do not exist on these routes.
    fn public_message(&self, channel: Id, message: Id) -> Result<&Message, Refusal> {
        let found = self.readable(channel)?.messages.get(&message);
        found.filter(|message| message.only_for.is_none()).ok_or_else(Refusal::unknown_message)
    }

    pub(super) fn show_message(&self, channel: Id, message: Id) -> Answer {
        self.needs(self.readable(channel)?, may::READ_HISTORY)?;
        self.public_message(channel, message)?;
        Ok(Reply::Json(self.message_json(channel, message)))
    }

    pub(super) fn list_messages(&self, channel: Id, asked: &Asked<'_>) -> Answer {
        let place = self.readable(channel)?;
        let mut form = Form::new();
        let mut number = |key: &str| {
            let text = asked.query(key)?;
            let number: Option<u64> = text.parse().ok();
            if number.is_none() {
                form.fault(
                    key,
                    "NUMBER_TYPE_COERCE",
                    format!("Value \"{text}\" is not snowflake."),
                );
            }
            number
        };
        let (before, after, around) = (number("before"), number("after"), number("around"));
        let limit = number("limit").unwrap_or(50);
        if !(1..=100).contains(&limit) {
            form.fault("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.");
        }
        form.finish()?;
        let limit = usize::try_from(limit).unwrap_or(100);
        if self.needs(place, may::READ_HISTORY).is_err() {
            return Ok(Reply::Json(json!([])));
        }
        let public = |message: &&Message| message.only_for.is_none();
        let older = |than: Id, count: usize| -> Vec<&Message> {
            place
                .messages
                .range(..than)
                .rev()
                .map(|(_, message)| message)
                .filter(public)
                .take(count)
                .collect()
        };
        let newer = |from: Id, count: usize| -> Vec<&Message> {
            place
                .messages
                .range(from..)
                .map(|(_, message)| message)
                .filter(public)
                .take(count)
                .collect()
        };
        let mut found = match (around, after, before) {
            (Some(middle), _, _) => {
                let mut found = older(middle, limit / 2);
                found.extend(newer(middle, limit - limit / 2));
                found
            }
            (_, Some(after), _) => newer(after.saturating_add(1), limit),
            (_, _, before) => older(before.unwrap_or(Id::MAX), limit),
        };
        found.sort_by_key(|message| std::cmp::Reverse(message.id));
        let links = Links { base: &self.base };
        Ok(Reply::Json(
            found.iter().map(|message| self.world.message_json(message, links)).collect(),
        ))
    }

    pub(super) fn bot_posts(&mut self, channel: Id, body: &Value, uploads: Vec<Upload>) -> Answer {
        let place = self.writable(channel)?;
        let draft = check(body, "", uploads, Way::Channel, self.attachment_limit)?;
        if draft.embeds.as_ref().is_some_and(|embeds| !embeds.is_empty()) {
            self.needs(place, may::EMBED_LINKS)?;
        }
        if !draft.uploads.is_empty() {
            self.needs(place, may::ATTACH_FILES)?;
        }
        if draft.reply_to.is_some() {
            self.needs(place, may::READ_HISTORY)?;
        }
        if draft.enforce_nonce
            && let Some((channel, message)) =
                draft.nonce.as_ref().and_then(|nonce| self.nonces.find(nonce))
            && self.world.message(channel, message).is_some()
        {
            return Ok(Reply::Json(self.message_json(channel, message)));
        }
        let app = self.world.app;
        let message = self.post(channel, app, draft, Posting::default())?;
        Ok(Reply::Json(self.message_json(channel, message)))
    }

    pub(super) fn bot_edits(
        &mut self,
        channel: Id,
        message: Id,
        body: &Value,
        uploads: Vec<Upload>,
    ) -> Answer {
        let found = self.public_message(channel, message)?;
        let only_flags = body.as_object().is_some_and(|body| body.keys().all(|key| key == "flags"));
        if found.author != self.world.app && !only_flags {
            return Err(Refusal::not_the_author());
        }
        let place = self.readable(channel)?;
        if let Some(thread) = &place.thread
            && thread.archived
        {
            return Err(Refusal::archived());
        }
        let draft = check(body, "", uploads, Way::Edit, self.attachment_limit)?;
        self.edit(channel, message, draft)?;
        Ok(Reply::Json(self.message_json(channel, message)))
    }

    pub(super) fn bot_deletes(&mut self, channel: Id, message: Id) -> Answer {
        let found = self.public_message(channel, message)?;
        if found.author != self.world.app {
            self.needs(self.readable(channel)?, may::MANAGE_MESSAGES)?;
        }
        self.remove(channel, message)?;
        Ok(Reply::Empty)
    }

    pub(super) fn list_pins(&self, channel: Id, modern: bool) -> Answer {
        let place = self.readable(channel)?;
        let mut pinned: Vec<&Message> =
            place.messages.values().filter(|message| message.pinned.is_some()).collect();
        pinned.sort_by_key(|message| std::cmp::Reverse(message.pinned.clone()));
        let links = Links { base: &self.base };
        let json = pinned.iter().map(|message| self.world.message_json(message, links));
        Ok(Reply::Json(if modern {
            let items: Vec<Value> = pinned
                .iter()
                .zip(json)
                .map(|(message, json)| json!({"pinned_at": message.pinned, "message": json}))
                .collect();
            json!({"items": items, "has_more": false})
        } else {
            json.collect()
        }))
    }

    pub(super) fn bot_pins(&mut self, channel: Id, message: Id, on: bool) -> Answer {
        self.public_message(channel, message)?;
        self.needs(self.readable(channel)?, may::PIN_MESSAGES)?;
        self.pin(channel, message, on)?;
        Ok(Reply::Empty)
    }
}
