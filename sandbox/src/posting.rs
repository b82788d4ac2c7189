//! Messages come, change and go: the one place that does it, whoever asks.

use std::collections::BTreeSet;

use serde_json::json;

use crate::clock::stamp;
use crate::limits::Refusal;
use crate::limits::message::{Draft, FileNote, Upload};
use crate::state::{Happening, State};
use crate::world::mentions::Allowed;
use crate::world::model::{Attachment, Origin, Reference, flags, message_kind};
use crate::world::{Id, Message};

/// How a message is posted, besides what it says.
#[derive(Debug, Default)]
pub(crate) struct Posting {
    pub kind: u8,
    pub origin: Option<Origin>,
    pub only_for: Option<Id>,
    pub reference: Option<Reference>,
    /// Shown as "thinking" until it is filled in.
    pub loading: bool,
    /// Given where the id is not free to choose.
    pub id: Option<Id>,
}

impl State {
    pub(crate) fn post(
        &mut self,
        channel: Id,
        author: Id,
        draft: Draft,
        how: Posting,
    ) -> Result<Id, Refusal> {
        if draft.is_empty()
            && !how.loading
            && matches!(how.kind, message_kind::REGULAR | message_kind::REPLY | 20 | 23)
        {
            return Err(Refusal::empty_message());
        }
        let now = self.now();
        let mut reference = how.reference;
        let mut kind = how.kind;
        let place = self.world.channels.get(&channel).ok_or_else(Refusal::unknown_channel)?;
        if let Some(message) = draft.reply_to {
            if place.messages.get(&message).is_some_and(|found| found.only_for.is_none()) {
                reference = Some(Reference { channel, message, guild: place.guild });
                kind = message_kind::REPLY;
            } else if draft.fail_if_not_exists {
                let mut form = crate::limits::Form::new();
                form.fault("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
                form.finish()?;
            }
        }
        let allowed = Allowed::from_request(draft.allowed_mentions.as_ref());
        let content = draft.content.unwrap_or_default();
        let mut mentions = self.world.mentions_in(&content, author, place, &allowed);
        if let (Some(reference), true) =
            (&reference, draft.reply_to.is_some() && allowed.replied_user)
            && let Some(first) = self.world.message(reference.channel, reference.message)
            && !mentions.users.contains(&first.author)
        {
            mentions.users.push(first.author);
        }
        let given = draft.flags.unwrap_or(0);
        let silent =
            how.only_for.is_some() || given & flags::SUPPRESS_NOTIFICATIONS != 0 || how.loading;
        let mut pinged =
            if silent { BTreeSet::new() } else { self.world.rung_by(&mentions, place) };
        pinged.remove(&author);
        let id = how.id.unwrap_or_else(|| self.world.new_id(now));
        let attachments = self.take_files(
            draft.uploads,
            draft.files.as_deref().unwrap_or_default(),
            how.only_for.is_some(),
        );
        let mut bits = given & !(flags::EPHEMERAL | flags::LOADING);
        if how.only_for.is_some() {
            bits |= flags::EPHEMERAL;
        }
        if how.loading {
            bits |= flags::LOADING;
        }
        let message = Message {
            id,
            channel,
            author,
            kind,
            content,
            stamp: stamp(now),
            edited: None,
            tts: draft.tts,
            flags: bits,
            embeds: draft.embeds.unwrap_or_default(),
            components: draft.components.unwrap_or_default(),
            attachments,
            mentions,
            pinged,
            pinned: None,
            reference,
            nonce: draft.nonce.clone(),
            only_for: how.only_for,
            origin: how.origin,
            thread: None,
        };
        if let Some(nonce) = &draft.nonce {
            self.nonces.remember(nonce, channel, id);
        }
        self.add_message(message);
        Ok(id)
    }

    fn add_message(&mut self, message: Message) {
        let (id, channel, only_for) = (message.id, message.channel, message.only_for);
        let Some(place) = self.world.channels.get_mut(&channel) else { return };
        if only_for.is_none() {
            place.last_message = Some(id);
            place.sent_in_total += 1;
        }
        let author = message.author;
        place.messages.insert(id, message);
        let forgotten = if place.messages.len() > self.history {
            place.messages.pop_first().map(|(_, old)| old)
        } else {
            None
        };
        let woken = match &mut place.thread {
            Some(thread) => {
                thread.members.insert(author);
                std::mem::take(&mut thread.archived)
            }
            None => false,
        };
        for file in forgotten.into_iter().flat_map(|old| old.attachments) {
            self.world.files.remove(&file.id);
        }
        if woken {
            self.announce_thread("THREAD_UPDATE", channel);
        }
        self.dispatch_message("MESSAGE_CREATE", channel, id);
        self.tell_people(Happening::Message { channel, message: id, only_for, fresh: true });
        self.touch();
    }

    /// A line that Discord itself writes, such as "pinned a message".
    pub(crate) fn post_notice(
        &mut self,
        channel: Id,
        author: Id,
        kind: u8,
        content: &str,
        reference: Option<Reference>,
    ) {
        let draft = Draft { content: Some(content.to_owned()), ..Draft::default() };
        // A notice has nothing that could be refused, and a channel that just vanished needs none.
        drop(self.post(channel, author, draft, Posting { kind, reference, ..Posting::default() }));
    }

    pub(crate) fn edit(&mut self, channel: Id, id: Id, draft: Draft) -> Result<(), Refusal> {
        let now = self.now();
        let old = self.world.message(channel, id).ok_or_else(Refusal::unknown_message)?;
        let mut new = old.clone();
        let was_loading = old.flags & flags::LOADING != 0;
        if let Some(content) = draft.content {
            new.content = content;
        }
        if let Some(embeds) = draft.embeds {
            new.embeds = embeds;
        }
        if let Some(components) = draft.components {
            new.components = components;
        }
        if let Some(given) = draft.flags {
            new.flags = new.flags & !flags::SUPPRESS_EMBEDS | given & flags::SUPPRESS_EMBEDS;
        }
        new.flags &= !flags::LOADING;
        let private = old.only_for.is_some();
        let notes = draft.files.as_deref();
        let new_slots: Vec<u64> = draft.uploads.iter().map(|file| file.slot).collect();
        let mut dropped = Vec::new();
        if let Some(notes) = notes {
            // The list names what stays; everything else goes.
            let kept = |file: &Attachment| notes.iter().any(|note| note.id == file.id);
            if let Some(stranger) = notes.iter().find(|note| {
                !new_slots.contains(&note.id)
                    && !new.attachments.iter().any(|file| file.id == note.id)
            }) {
                let mut form = crate::limits::Form::new();
                form.fault(
                    "attachments",
                    "ATTACHMENT_NOT_FOUND",
                    format!("Attachment not found: {}", stranger.id),
                );
                form.finish()?;
            }
            dropped.extend(new.attachments.iter().filter(|file| !kept(file)).map(|file| file.id));
            new.attachments.retain(kept);
        }
        let emptied = new.content.is_empty()
            && new.embeds.is_empty()
            && new.attachments.is_empty()
            && draft.uploads.is_empty();
        if emptied {
            return Err(Refusal::empty_message());
        }
        if new.attachments.len() + draft.uploads.len() > crate::limits::message::ATTACHMENTS {
            let mut form = crate::limits::Form::new();
            form.fault("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
            form.finish()?;
        }
        let fresh = self.take_files(draft.uploads, notes.unwrap_or_default(), private);
        new.attachments.extend(fresh);
        let allowed = Allowed::from_request(draft.allowed_mentions.as_ref());
        let place = self.world.channels.get(&channel).ok_or_else(Refusal::unknown_channel)?;
        let replied: Vec<Id> = new
            .mentions
            .users
            .iter()
            .copied()
            .filter(|_| new.kind == message_kind::REPLY)
            .collect();
        new.mentions = self.world.mentions_in(&new.content, new.author, place, &allowed);
        for user in replied {
            if !new.mentions.users.contains(&user) && allowed.replied_user {
                new.mentions.users.push(user);
            }
        }
        if was_loading {
            // Filling in a deferred answer is its first appearance, and that one rings.
            new.pinged =
                if private { BTreeSet::new() } else { self.world.rung_by(&new.mentions, place) };
        } else {
            new.edited = Some(stamp(now));
        }
        let only_for = new.only_for;
        for file in dropped {
            self.replace_file(file);
        }
        if let Some(slot) = self.world.message_mut(channel, id) {
            *slot = new;
        }
        self.dispatch_message("MESSAGE_UPDATE", channel, id);
        self.tell_people(Happening::Message { channel, message: id, only_for, fresh: false });
        self.interactions.message_was_edited(id);
        self.touch();
        Ok(())
    }

    pub(crate) fn remove(&mut self, channel: Id, id: Id) -> Result<(), Refusal> {
        let place = self.world.channels.get_mut(&channel).ok_or_else(Refusal::unknown_channel)?;
        let guild = place.guild;
        let gone = place.messages.remove(&id).ok_or_else(Refusal::unknown_message)?;
        for file in &gone.attachments {
            self.world.files.remove(&file.id);
        }
        if gone.only_for.is_none() {
            let mut data = json!({"id": id.to_string(), "channel_id": channel.to_string()});
            if let Some(guild) = guild {
                data["guild_id"] = guild.to_string().into();
            }
            self.dispatch_in_channel("MESSAGE_DELETE", channel, &data, None);
        }
        self.tell_people(Happening::Gone { channel, message: id, only_for: gone.only_for });
        self.touch();
        Ok(())
    }

    pub(crate) fn pin(&mut self, channel: Id, id: Id, on: bool) -> Result<(), Refusal> {
        let now = stamp(self.now());
        let app = self.world.app;
        let place = self.world.channels.get_mut(&channel).ok_or_else(Refusal::unknown_channel)?;
        let guild = place.guild;
        let pins = place.messages.values().filter(|message| message.pinned.is_some()).count();
        let message = place
            .messages
            .get_mut(&id)
            .filter(|message| message.only_for.is_none())
            .ok_or_else(Refusal::unknown_message)?;
        if message.pinned.is_some() == on {
            return Ok(());
        }
        if on && pins >= 250 {
            return Err(Refusal::new(
                400,
                30_003,
                "Maximum number of pins reached for the channel (250)",
            ));
        }
        message.pinned = on.then(|| now.clone());
        if on {
            place.last_pin = Some(now.clone());
        }
        let mut data =
            json!({"channel_id": channel.to_string(), "last_pin_timestamp": place.last_pin});
        if let Some(guild) = guild {
            data["guild_id"] = guild.to_string().into();
        }
        self.dispatch_in_channel("CHANNEL_PINS_UPDATE", channel, &data, None);
        self.dispatch_message("MESSAGE_UPDATE", channel, id);
        self.tell_people(Happening::Message { channel, message: id, only_for: None, fresh: false });
        if on {
            self.post_notice(
                channel,
                app,
                message_kind::PINNED,
                "",
                Some(Reference { channel, message: id, guild }),
            );
        }
        self.touch();
        Ok(())
    }

    /// Stores uploads; notes with the same number give them a description or another name.
    pub(crate) fn take_files(
        &mut self,
        uploads: Vec<Upload>,
        notes: &[FileNote],
        ephemeral: bool,
    ) -> Vec<Attachment> {
        uploads
            .into_iter()
            .map(|upload| {
                let id = self.new_id();
                let note = notes.iter().find(|note| note.id == upload.slot);
                let name = note.and_then(|note| note.filename.clone()).unwrap_or(upload.filename);
                let attachment = Attachment {
                    id,
                    filename: clean_name(&name),
                    description: note.and_then(|note| note.description.clone()),
                    content_type: upload
                        .content_type
                        .unwrap_or_else(|| "application/octet-stream".to_owned()),
                    size: upload.bytes.len(),
                    dimensions: png_size(&upload.bytes),
                    ephemeral,
                };
                self.world.files.insert(id, upload.bytes.as_ref().into());
                attachment
            })
            .collect()
    }

    pub(crate) fn announce_thread(&mut self, name: &'static str, thread: Id) {
        let Some(channel) = self.world.channels.get(&thread) else { return };
        let mut data = self.world.channel_json(channel);
        if name == "THREAD_CREATE" {
            data["newly_created"] = true.into();
        }
        self.dispatch_in_channel(name, thread, &data, None);
        self.tell_people(Happening::Channel { channel: thread });
        self.touch();
    }
}

impl Draft {
    /// Plain text and nothing else.
    pub(crate) fn saying(text: &str) -> Self {
        Self { content: Some(text.trim().to_owned()), fail_if_not_exists: true, ..Self::default() }
    }
}

/// Discord replaces what does not belong in a file name.
fn clean_name(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' })
        .collect();
    if name.is_empty() { "unknown".to_owned() } else { name }
}

fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let number = |at: usize| header.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    Some((number(8)?, number(12)?))
}
