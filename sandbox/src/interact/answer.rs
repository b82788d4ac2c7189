//! The bot answers: acknowledgements, follow-ups, edits and deletions through an interaction's token.

use std::time::Instant;

use serde_json::{Value, json};

use crate::interactions::{Ack, Interaction, Kind, TOKEN_LIFE};
use crate::limits::message::{Draft, Upload, Way};
use crate::limits::{Form, Refusal, autocomplete, message, modal};
use crate::posting::Posting;
use crate::state::State;
use crate::world::Id;
use crate::world::model::{Reference, flags, message_kind};

impl State {
    /// A callback. Gives the response resource, for those who ask for it.
    pub(crate) fn callback(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        uploads: Vec<Upload>,
    ) -> Result<Value, Refusal> {
        let now = self.now();
        let found = self
            .interactions
            .get(id)
            .filter(|found| found.token == token)
            .ok_or_else(Refusal::unknown_interaction)?;
        if found.ack.is_some() {
            return Err(Refusal::already_acknowledged());
        }
        if found.is_too_late(now, self.patient) {
            return Err(Refusal::unknown_interaction());
        }
        let kind = found.kind.clone();
        let (channel, user, source) = (found.channel, found.user, found.source);
        let mut form = Form::new();
        if body["type"].is_null() {
            form.required("type");
        }
        let answer = form.choice(body, "", "type", possible(&kind, source.is_some()));
        form.finish()?;
        let limit = self.attachment_limit;
        let ack = match answer {
            Some(4) => {
                if body["data"].is_null() {
                    return Err(Refusal::empty_message());
                }
                let draft =
                    message::check(&body["data"], "data", uploads, Way::Interaction, limit)?;
                let how = self.response_posting(id, draft.is_ephemeral().then_some(user), false);
                let message = self.post(channel, self.world.app, draft, how)?;
                self.set_original(id, message);
                Ack::Message
            }
            Some(5) => {
                let draft =
                    message::check(&body["data"], "data", Vec::new(), Way::Interaction, limit)?;
                let how = self.response_posting(id, draft.is_ephemeral().then_some(user), true);
                let message = self.post(channel, self.world.app, Draft::default(), how)?;
                self.set_original(id, message);
                Ack::Deferred
            }
            Some(6) => {
                if let Some(source) = source {
                    self.set_original(id, source);
                    self.interactions.await_update_of(source, id);
                }
                Ack::DeferredUpdate
            }
            Some(7) => {
                let draft = message::check(&body["data"], "data", uploads, Way::Edit, limit)?;
                let source = source.ok_or_else(Refusal::unknown_message)?;
                self.edit(channel, source, draft)?;
                self.set_original(id, source);
                Ack::Update
            }
            Some(8) => {
                let Kind::Autocomplete { option } = kind else {
                    return Err(Refusal::unknown_interaction());
                };
                let choices = autocomplete::check(body, option)?;
                if let Some(found) = self.interactions.get_mut(id) {
                    found.choices = Some(choices);
                }
                Ack::Choices
            }
            _ => {
                modal::check(body)?;
                if let Some(found) = self.interactions.get_mut(id) {
                    found.modal = Some(body["data"].clone());
                }
                Ack::Modal
            }
        };
        Ok(self.acknowledged(id, ack))
    }

    fn acknowledged(&mut self, id: Id, ack: Ack) -> Value {
        let Some(found) = self.interactions.get_mut(id) else { return Value::Null };
        found.ack = Some(ack);
        found.acked_at = Some(Instant::now());
        found.settled = !matches!(ack, Ack::Deferred | Ack::DeferredUpdate);
        if matches!(ack, Ack::Message | Ack::Update)
            && let Some(original) = found.original
            && !found.messages.contains(&original)
        {
            found.messages.push(original);
        }
        found.progress.send_replace(());
        let (kind, channel, original) = (found.origin.kind, found.channel, found.original);
        let private = original
            .and_then(|message| self.world.message(channel, message))
            .is_some_and(|message| message.only_for.is_some());
        let mut out = json!({"interaction": {"id": id.to_string(), "type": kind}});
        if let Some(message) = original {
            out["interaction"]["response_message_id"] = message.to_string().into();
            out["interaction"]["response_message_loading"] = (ack == Ack::Deferred).into();
            out["interaction"]["response_message_ephemeral"] = private.into();
            let number = match ack {
                Ack::Message => 4,
                Ack::Deferred => 5,
                Ack::DeferredUpdate => 6,
                Ack::Update => 7,
                Ack::Choices => 8,
                Ack::Modal => 9,
            };
            out["resource"] =
                json!({"type": number, "message": self.message_json(channel, message)});
        }
        out
    }

    fn set_original(&mut self, id: Id, message: Id) {
        if let Some(found) = self.interactions.get_mut(id) {
            found.original = Some(message);
        }
    }

    fn response_posting(&self, id: Id, only_for: Option<Id>, loading: bool) -> Posting {
        let Some(found) = self.interactions.get(id) else { return Posting::default() };
        let guild = found.guild;
        let (kind, reference) = match (&found.kind, found.source) {
            (Kind::Command { kind: 1 }, _) => (message_kind::CHAT_INPUT_COMMAND, None),
            (Kind::Command { .. }, _) => (message_kind::CONTEXT_MENU_COMMAND, None),
            (_, Some(message)) => {
                (message_kind::REPLY, Some(Reference { channel: found.channel, message, guild }))
            }
            _ => (message_kind::REGULAR, None),
        };
        Posting { kind, origin: Some(found.origin.clone()), only_for, reference, loading, id: None }
    }

    /// The bot's business with a token: alive, acknowledged, and whose.
    pub(crate) fn token_holder(&self, token: &str) -> Result<&Interaction, Refusal> {
        let Some(found) = self.interactions.by_token(token) else {
            return Err(if token.starts_with("sandbox-") {
                Refusal::dead_token()
            } else {
                Refusal::unknown_webhook()
            });
        };
        if self.now() - found.born > TOKEN_LIFE {
            return Err(Refusal::dead_token());
        }
        if found.ack.is_none() {
            return Err(Refusal::unknown_webhook());
        }
        Ok(found)
    }

    /// A follow-up. The first one after a deferral takes the place of "thinking", and stays as private as that was.
    pub(crate) fn follow_up(
        &mut self,
        token: &str,
        body: &Value,
        uploads: Vec<Upload>,
    ) -> Result<Id, Refusal> {
        let found = self.token_holder(token)?;
        let (id, channel, user) = (found.id, found.channel, found.user);
        if matches!(found.kind, Kind::Autocomplete { .. }) {
            return Err(Refusal::unknown_webhook());
        }
        let original = found.original;
        let (guild, mut origin) = (found.guild, found.origin.clone());
        let draft = message::check(body, "", uploads, Way::Interaction, self.attachment_limit)?;
        let waiting = original.filter(|message| {
            self.world
                .message(channel, *message)
                .is_some_and(|message| message.flags & flags::LOADING != 0)
        });
        let message = if let Some(waiting) = waiting {
            if draft.is_empty() {
                return Err(Refusal::empty_message());
            }
            self.edit(channel, waiting, draft)?;
            waiting
        } else {
            origin.original = original;
            let reference = original.map(|message| Reference { channel, message, guild });
            let kind =
                if reference.is_some() { message_kind::REPLY } else { message_kind::REGULAR };
            let only_for = draft.is_ephemeral().then_some(user);
            let how =
                Posting { kind, origin: Some(origin), only_for, reference, ..Posting::default() };
            self.post(channel, self.world.app, draft, how)?
        };
        self.interactions.answered_with(id, message);
        Ok(message)
    }

    /// Finds a message the token gives power over: `@original` or one of its follow-ups.
    pub(crate) fn token_message(&self, token: &str, which: &str) -> Result<(Id, Id, Id), Refusal> {
        let found = self.token_holder(token)?;
        let message = if which == "@original" {
            found.original
        } else {
            let id: Option<Id> = which.parse().ok();
            id.filter(|id| found.messages.contains(id) || found.original == Some(*id))
        };
        let message = message
            .filter(|message| self.world.message(found.channel, *message).is_some())
            .ok_or_else(Refusal::unknown_message)?;
        Ok((found.id, found.channel, message))
    }

    pub(crate) fn edit_by_token(
        &mut self,
        token: &str,
        which: &str,
        body: &Value,
        uploads: Vec<Upload>,
    ) -> Result<(Id, Id), Refusal> {
        let (id, channel, message) = self.token_message(token, which)?;
        let draft = message::check(body, "", uploads, Way::Edit, self.attachment_limit)?;
        self.edit(channel, message, draft)?;
        self.interactions.answered_with(id, message);
        Ok((channel, message))
    }

    pub(crate) fn remove_by_token(&mut self, token: &str, which: &str) -> Result<(), Refusal> {
        let (id, channel, message) = self.token_message(token, which)?;
        self.remove(channel, message)?;
        self.interactions.settle(id);
        Ok(())
    }
}

/// The answers that fit an interaction.
fn possible(kind: &Kind, has_message: bool) -> &'static [i64] {
    match (kind, has_message) {
        (Kind::Command { .. }, _) => &[4, 5, 9],
        (Kind::Component, _) => &[4, 5, 6, 7, 9],
        (Kind::Autocomplete { .. }, _) => &[8],
        (Kind::Modal, true) => &[4, 5, 6, 7],
        // Silence is a valid answer to any modal, also to one that a command opened.
        (Kind::Modal, false) => &[4, 5, 6],
    }
}
