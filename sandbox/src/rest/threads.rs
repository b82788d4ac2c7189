//! Threads and forum posts.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::route::id;
use super::{Answer, Reply};
use crate::clock::stamp;
use crate::limits::message::{Draft, Upload, Way, check};
use crate::limits::{Form, Refusal};
use crate::posting::Posting;
use crate::state::{Happening, State};
use crate::world::model::{Reference, Thread, flags, message_kind};
use crate::world::permissions as may;
use crate::world::{ChannelKind, Id, bare_channel};

/// What a new thread is to be like.
struct NewThread {
    name: String,
    minutes: u64,
    kind: ChannelKind,
    invitable: bool,
}

fn new_thread(body: &Value) -> Result<NewThread, Refusal> {
    let mut form = Form::new();
    let name = form.needed_text(body, "", "name", 1, 100).unwrap_or_default().to_owned();
    let minutes =
        form.choice(body, "", "auto_archive_duration", &[60, 1440, 4320, 10_080]).unwrap_or(4320);
    form.number(body, "", "rate_limit_per_user", 0, 21_600);
    // Discord's own default is the private one.
    let kind = match form.choice(body, "", "type", &[11, 12]) {
        Some(11) => ChannelKind::PublicThread,
        _ => ChannelKind::PrivateThread,
    };
    let invitable = form.flag(body, "", "invitable").unwrap_or(true);
    form.finish()?;
    Ok(NewThread { name, minutes: minutes.unsigned_abs(), kind, invitable })
}

impl State {
    /// Opens a thread under a channel, in anybody's name.
    pub(crate) fn open_thread(
        &mut self,
        parent: Id,
        name: &str,
        kind: ChannelKind,
        owner: Id,
        from: Option<Id>,
    ) -> Id {
        self.make_thread(
            parent,
            owner,
            from,
            &NewThread { name: name.to_owned(), minutes: 4320, kind, invitable: true },
        )
    }

    fn make_thread(
        &mut self,
        parent: Id,
        owner: Id,
        from: Option<Id>,
        new_thread: &NewThread,
    ) -> Id {
        let now = self.now();
        // A thread that grows from a message has that message's id.
        let thread = from.unwrap_or_else(|| self.new_id());
        let guild = self.world.channels.get(&parent).and_then(|parent| parent.guild);
        let mut channel = bare_channel(thread, new_thread.kind, guild, &new_thread.name);
        channel.parent = Some(parent);
        channel.thread = Some(Thread {
            owner,
            archived: false,
            locked: false,
            invitable: new_thread.invitable,
            auto_archive_minutes: new_thread.minutes,
            archive_stamp: stamp(now),
            created: stamp(now),
            members: BTreeSet::from([owner]),
            tags: Vec::new(),
        });
        self.world.channels.insert(thread, channel);
        self.announce_thread("THREAD_CREATE", thread);
        thread
    }

    fn thread_json(&self, thread: Id) -> Value {
        self.world
            .channels
            .get(&thread)
            .map(|thread| self.world.channel_json(thread))
            .unwrap_or_default()
    }

    pub(super) fn new_thread(&mut self, channel: Id, body: &Value, uploads: Vec<Upload>) -> Answer {
        let place = self.readable(channel)?;
        let app = self.world.app;
        match place.kind {
            ChannelKind::Forum => {
                self.needs(place, may::SEND_MESSAGES)?;
                let mut new_thread = new_thread(body)?;
                new_thread.kind = ChannelKind::PublicThread;
                if body["message"].is_null() {
                    let mut form = Form::new();
                    form.required("message");
                    form.finish()?;
                }
                let draft = check(
                    &body["message"],
                    "message",
                    uploads,
                    Way::Channel,
                    self.attachment_limit,
                )?;
                if draft.is_empty() {
                    return Err(Refusal::empty_message());
                }
                let thread = self.make_thread(channel, app, None, &new_thread);
                let message = self.post_first(thread, app, draft)?;
                let mut json = self.thread_json(thread);
                json["message"] = self.message_json(thread, message);
                Ok(Reply::Created(json))
            }
            ChannelKind::Text => {
                let new_thread = new_thread(body)?;
                self.needs(
                    place,
                    if new_thread.kind == ChannelKind::PublicThread {
                        may::CREATE_PUBLIC_THREADS
                    } else {
                        may::CREATE_PRIVATE_THREADS
                    },
                )?;
                let (kind, name, guild) = (new_thread.kind, new_thread.name.clone(), place.guild);
                let thread = self.make_thread(channel, app, None, &new_thread);
                if kind == ChannelKind::PublicThread {
                    let reference = Reference { channel: thread, message: thread, guild };
                    self.post_notice(
                        channel,
                        app,
                        message_kind::THREAD_CREATED,
                        &name,
                        Some(reference),
                    );
                }
                Ok(Reply::Created(self.thread_json(thread)))
            }
            ChannelKind::Dm
            | ChannelKind::GroupDm
            | ChannelKind::Voice
            | ChannelKind::PublicThread
            | ChannelKind::PrivateThread => {
                Err(Refusal::new(400, 50_024, "Cannot execute action on this channel type"))
            }
        }
    }

    /// The first message of a forum post has the post's id.
    pub(crate) fn post_first(
        &mut self,
        thread: Id,
        author: Id,
        draft: Draft,
    ) -> Result<Id, Refusal> {
        self.post(thread, author, draft, Posting { id: Some(thread), ..Posting::default() })
    }

    pub(super) fn thread_from_message(&mut self, channel: Id, message: Id, body: &Value) -> Answer {
        let place = self.readable(channel)?;
        self.needs(place, may::CREATE_PUBLIC_THREADS)?;
        if place.kind != ChannelKind::Text {
            return Err(Refusal::new(400, 50_024, "Cannot execute action on this channel type"));
        }
        let found = place
            .messages
            .get(&message)
            .filter(|message| message.only_for.is_none())
            .ok_or_else(Refusal::unknown_message)?;
        if found.thread.is_some() {
            return Err(Refusal::new(
                400,
                160_004,
                "A thread has already been created for this message",
            ));
        }
        let mut new_thread = new_thread(body)?;
        new_thread.kind = ChannelKind::PublicThread;
        let thread = self.make_thread(channel, self.world.app, Some(message), &new_thread);
        self.tie_thread(channel, message, self.world.app);
        Ok(Reply::Created(self.thread_json(thread)))
    }

    /// The message a thread grew from shows it, and the thread begins with that message.
    fn tie_thread(&mut self, channel: Id, message: Id, owner: Id) {
        let guild = self.world.channels.get(&channel).and_then(|place| place.guild);
        if let Some(found) = self.world.message_mut(channel, message) {
            found.thread = Some(message);
            found.flags |= flags::HAS_THREAD;
        }
        self.dispatch_message("MESSAGE_UPDATE", channel, message);
        self.tell_people(Happening::Message { channel, message, only_for: None, fresh: false });
        let first = Some(Reference { channel, message, guild });
        self.post_notice(message, owner, message_kind::THREAD_STARTER, "", first);
    }

    /// Somebody opens a thread: under a channel, from a message, or as a post in a forum.
    pub(crate) fn person_opens_thread(
        &mut self,
        user: Id,
        channel: Id,
        name: &str,
        text: &str,
        from: Option<Id>,
    ) -> Result<Id, String> {
        let place = self.world.channels.get(&channel).ok_or("that channel is gone")?;
        if !self.world.may_see(user, place) || !self.world.may_open_thread(user, place) {
            return Err(format!("{} may not open a thread there", self.world.name_of(user)));
        }
        let name = name.trim();
        if !(1..=100).contains(&name.chars().count()) {
            return Err("a thread's name has 1 to 100 characters".to_owned());
        }
        let (guild, is_forum) = (place.guild, place.kind == ChannelKind::Forum);
        if is_forum && text.trim().is_empty() {
            return Err("a post needs a first message".to_owned());
        }
        if let Some(message) = from {
            let found = place.messages.get(&message).filter(|found| found.only_for.is_none());
            let found = found.ok_or("that message is gone")?;
            if found.thread.is_some() {
                return Err("that message has a thread already".to_owned());
            }
        }
        let body = json!({"content": text});
        let draft = check(&body, "", Vec::new(), Way::Channel, self.attachment_limit)
            .map_err(|refusal| refusal.describe())?;
        let thread = self.open_thread(channel, name, ChannelKind::PublicThread, user, from);
        if is_forum {
            self.post_first(thread, user, draft).map_err(|refusal| refusal.describe())?;
            return Ok(thread);
        }
        match from {
            Some(message) => self.tie_thread(channel, message, user),
            None => self.post_notice(
                channel,
                user,
                message_kind::THREAD_CREATED,
                name,
                Some(Reference { channel: thread, message: thread, guild }),
            ),
        }
        if !text.trim().is_empty() {
            self.post(thread, user, draft, Posting::default())
                .map_err(|refusal| refusal.describe())?;
        }
        Ok(thread)
    }

    pub(super) fn list_thread_members(&self, channel: Id) -> Answer {
        let place = self.readable(channel)?;
        let thread = place.thread.as_ref().ok_or_else(Refusal::unknown_channel)?;
        let members = thread.members.iter().map(|user| json!({"id": channel.to_string(), "user_id": user.to_string(), "join_timestamp": thread.created, "flags": 0}));
        Ok(Reply::Json(members.collect()))
    }

    pub(super) fn change_thread_members(&mut self, channel: Id, user: &str, join: bool) -> Answer {
        let user = if user == "@me" { self.world.app } else { id(user)? };
        let place = self.readable(channel)?;
        if !join && user != self.world.app {
            self.needs(place, may::MANAGE_THREADS)?;
        }
        if !place
            .guild
            .and_then(|guild| self.world.guilds.get(&guild))
            .is_some_and(|guild| guild.members.contains_key(&user))
        {
            return Err(Refusal::unknown_member());
        }
        let place = self.world.channels.get_mut(&channel).ok_or_else(Refusal::unknown_channel)?;
        let thread = place.thread.as_mut().ok_or_else(Refusal::unknown_channel)?;
        if thread.archived {
            return Err(Refusal::archived());
        }
        if join {
            thread.members.insert(user);
        } else {
            thread.members.remove(&user);
        }
        self.touch();
        Ok(Reply::Empty)
    }
}
