//! Gateway sessions: who hears what, and what is kept for those who come back.

use std::collections::VecDeque;
use std::sync::Arc;

use rand::RngExt as _;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::intents;
use crate::state::State;
use crate::world::Id;
use crate::world::render::Links;

/// What goes out on a connection.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    Text(Arc<str>),
    Close(u16, &'static str),
    /// Gone without a closing handshake.
    Tear,
}

#[derive(Debug)]
pub(crate) struct Session {
    pub id: String,
    shard: (u64, u64),
    intents: u64,
    seq: u64,
    /// Dispatches sent or waiting, oldest first.
    backlog: VecDeque<(u64, Arc<str>)>,
    link: Option<(u64, UnboundedSender<Outgoing>)>,
}

#[derive(Debug)]
pub(crate) struct Sessions {
    all: Vec<Session>,
    kept: usize,
    connections: u64,
}

/// The parts of an event that decide who hears it.
pub(crate) struct Event<'a> {
    pub name: &'static str,
    pub guild: Option<Id>,
    pub data: &'a Value,
    /// The same without its text, for bots that may not read what people write.
    pub muted: Option<&'a Value>,
}

impl Sessions {
    pub(crate) fn new(kept: usize) -> Self {
        Self { all: Vec::new(), kept: kept.max(1), connections: 0 }
    }

    pub(crate) fn new_connection(&mut self) -> u64 {
        self.connections += 1;
        self.connections
    }

    pub(crate) fn anyone_connected(&self) -> bool {
        self.all.iter().any(|session| session.link.is_some())
    }

    pub(crate) fn send_all(&mut self, what: &Outgoing) {
        for session in &mut self.all {
            if let Some((_, link)) = &session.link {
                drop(link.send(what.clone()));
            }
            // What happens from here on waits for the resume instead of vanishing in a dying socket.
            if !matches!(what, Outgoing::Text(_)) {
                session.link = None;
            }
        }
    }

    pub(crate) fn forget(&mut self) {
        self.all.clear();
    }

    pub(crate) fn identify(
        &mut self,
        shard: (u64, u64),
        intents: u64,
        connection: u64,
        link: UnboundedSender<Outgoing>,
    ) -> String {
        // A bot that comes anew has given its earlier session up.
        self.all.retain(|session| session.shard != shard);
        let id = format!("{:032x}", rand::rng().random::<u128>());
        self.all.push(Session {
            id: id.clone(),
            shard,
            intents,
            seq: 0,
            backlog: VecDeque::new(),
            link: Some((connection, link)),
        });
        id
    }

    /// Takes a session up again and sends what was missed; `None` if it is unknown or too much was missed.
    pub(crate) fn resume(
        &mut self,
        id: &str,
        seen: u64,
        connection: u64,
        link: UnboundedSender<Outgoing>,
    ) -> Option<()> {
        let session = self.all.iter_mut().find(|session| session.id == id)?;
        let oldest = session.backlog.front().map_or(session.seq + 1, |(seq, _)| *seq);
        if seen > session.seq || seen + 1 < oldest {
            return None;
        }
        for (_, text) in session.backlog.iter().filter(|(seq, _)| *seq > seen) {
            drop(link.send(Outgoing::Text(Arc::clone(text))));
        }
        session.link = Some((connection, link));
        session.dispatch("RESUMED", "{}", self.kept);
        Some(())
    }

    pub(crate) fn disconnected(&mut self, connection: u64) {
        for session in &mut self.all {
            if session.link.as_ref().is_some_and(|(number, _)| *number == connection) {
                session.link = None;
            }
        }
    }

    pub(crate) fn send_to(&mut self, session: &str, name: &str, data: &Value) {
        let kept = self.kept;
        if let Some(session) = self.all.iter_mut().find(|other| other.id == session) {
            session.dispatch(name, &data.to_string(), kept);
        }
    }

    /// An event already written out, for load runs.
    pub(crate) fn dispatch_text(&mut self, name: &str, guild: Option<Id>, data: &str) {
        for session in &mut self.all {
            if session.serves(guild) {
                session.dispatch(name, data, self.kept);
            }
        }
    }

    pub(crate) fn dispatch(&mut self, event: &Event<'_>) {
        let needed = intents::needed(event.name, event.guild.is_some());
        let mut full: Option<String> = None;
        for session in &mut self.all {
            if needed != 0 && session.intents & needed == 0 || !session.serves(event.guild) {
                continue;
            }
            match event.muted {
                Some(muted) if session.intents & intents::MESSAGE_CONTENT == 0 => {
                    session.dispatch(event.name, &muted.to_string(), self.kept);
                }
                _ => session.dispatch(
                    event.name,
                    full.get_or_insert_with(|| event.data.to_string()),
                    self.kept,
                ),
            }
        }
    }
}

impl Session {
    /// Servers are spread over shards by id; conversations belong to the first.
    fn serves(&self, guild: Option<Id>) -> bool {
        let (number, count) = self.shard;
        guild.map_or(number == 0, |guild| (guild >> 22) % count.max(1) == number)
    }

    fn dispatch(&mut self, name: &str, data: &str, kept: usize) {
        self.seq += 1;
        let text: Arc<str> =
            format!(r#"{{"op":0,"t":"{name}","s":{},"d":{data}}}"#, self.seq).into();
        if let Some((_, link)) = &self.link {
            drop(link.send(Outgoing::Text(Arc::clone(&text))));
        }
        self.backlog.push_back((self.seq, text));
        if self.backlog.len() > kept {
            self.backlog.pop_front();
        }
    }
}

impl State {
    /// Tells the bot, if it can see the channel.
    pub(crate) fn dispatch_in_channel(
        &mut self,
        name: &'static str,
        channel: Id,
        data: &Value,
        muted: Option<&Value>,
    ) {
        let Some(place) = self.world.channels.get(&channel) else { return };
        if !self.world.may_see(self.world.app, place) {
            return;
        }
        self.sessions.dispatch(&Event { name, guild: place.guild, data, muted });
    }

    pub(crate) fn dispatch_message(&mut self, name: &'static str, channel: Id, message: Id) {
        let links = Links { base: &self.base };
        let Some(found) = self.world.message(channel, message) else { return };
        if found.only_for.is_some() {
            return;
        }
        let full = self.world.message_event_json(found, links);
        let open = found.author == self.world.app
            || full["guild_id"].is_null()
            || found.mentions.users.contains(&self.world.app);
        let muted = (!open).then(|| {
            let mut muted = full.clone();
            muted["content"] = "".into();
            for key in ["embeds", "attachments", "components"] {
                muted[key] = json!([]);
            }
            muted
        });
        self.dispatch_in_channel(name, channel, &full, muted.as_ref());
    }

    /// What a bot hears first, after identifying.
    pub(crate) fn greet(&mut self, session: &str, shard: (u64, u64)) {
        let world = &self.world;
        let mine = |guild: &&crate::world::Guild| {
            (guild.id >> 22) % shard.1.max(1) == shard.0 && guild.members.contains_key(&world.app)
        };
        let guilds: Vec<Value> = world
            .guilds
            .values()
            .filter(mine)
            .map(|guild| json!({"id": guild.id.to_string(), "unavailable": true}))
            .collect();
        let details: Vec<Value> = world
            .guilds
            .values()
            .filter(mine)
            .map(|guild| world.guild_create_json(guild))
            .collect();
        let ready = json!({
            "v": 10,
            "user": world.current_user_json(),
            "guilds": guilds,
            "session_id": session,
            "resume_gateway_url": self.base.replacen("http", "ws", 1),
            "shard": [shard.0, shard.1],
            "application": {"id": world.app.to_string(), "flags": 0},
            "session_type": "normal",
            "relationships": [],
            "private_channels": [],
            "presences": [],
            "guild_join_requests": [],
            "user_settings": {},
            "_trace": ["sandbox"],
        });
        self.sessions.send_to(session, "READY", &ready);
        for guild in details {
            self.sessions.send_to(session, "GUILD_CREATE", &guild);
        }
        self.nudge();
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    use super::*;
    use crate::options::Options;
    use crate::state::Core;

    fn heard(from: &mut UnboundedReceiver<Outgoing>) -> Vec<Value> {
        let mut all = Vec::new();
        while let Ok(Outgoing::Text(text)) = from.try_recv() {
            all.push(serde_json::from_str(&text).unwrap());
        }
        all
    }

    fn room() -> (Arc<Core>, Id, Id) {
        let core = Core::new(Options { backlog: 3, ..Options::default() }, String::new(), None);
        let state = core.lock();
        let ann = state.world.user_called("Ann").unwrap().id;
        let hall = state.world.channel_called(state.world.home, "general").unwrap().id;
        drop(state);
        (core, ann, hall)
    }

    #[test]
    fn what_people_write_is_hidden_from_a_bot_that_did_not_ask_for_it() {
        let (core, ann, hall) = room();
        let mut state = core.lock();
        let (link, mut from) = unbounded_channel();
        let asked = intents::GUILDS | intents::GUILD_MESSAGES | intents::DIRECT_MESSAGES;
        state.sessions.identify((0, 1), asked, 1, link);
        let bot = state.world.app;
        let now = state.now();
        let dm = state.world.direct_channel(&[ann, bot], now);
        for (place, text) in
            [(hall, "hello".to_owned()), (hall, format!("<@{bot}> hi")), (dm, "psst".to_owned())]
        {
            state.say(ann, place, &text, Vec::new()).unwrap();
        }
        let texts: Vec<Value> =
            heard(&mut from).iter().map(|event| event["d"]["content"].clone()).collect();
        assert_eq!(texts, [String::new(), format!("<@{bot}> hi"), "psst".to_owned()]);
    }

    #[test]
    fn events_not_asked_for_are_not_sent() {
        let (core, ann, hall) = room();
        let mut state = core.lock();
        let (link, mut from) = unbounded_channel();
        state.sessions.identify((0, 1), intents::GUILDS, 1, link);
        let said = state.say(ann, hall, "hello", Vec::new()).unwrap();
        state.pin(hall, said, true).unwrap();
        let names: Vec<Value> = heard(&mut from).iter().map(|event| event["t"].clone()).collect();
        assert_eq!(names, ["CHANNEL_PINS_UPDATE"]);
    }

    #[test]
    fn a_resume_brings_what_was_missed_unless_it_was_too_much() {
        let (core, ann, hall) = room();
        let mut state = core.lock();
        let (link, mut from) = unbounded_channel();
        let session = state.sessions.identify(
            (0, 1),
            intents::GUILD_MESSAGES | intents::MESSAGE_CONTENT,
            1,
            link,
        );
        state.say(ann, hall, "one", Vec::new()).unwrap();
        assert_eq!(heard(&mut from).len(), 1);
        state.sessions.disconnected(1);
        state.say(ann, hall, "two", Vec::new()).unwrap();
        let (link, mut from) = unbounded_channel();
        state.sessions.resume(&session, 1, 2, link).unwrap();
        let events = heard(&mut from);
        assert_eq!(
            (events[0]["d"]["content"].as_str(), events[1]["t"].as_str()),
            (Some("two"), Some("RESUMED"))
        );
        state.sessions.disconnected(2);
        for _ in 0..4 {
            state.say(ann, hall, "more", Vec::new()).unwrap();
        }
        let (link, _from) = unbounded_channel();
        assert!(
            state.sessions.resume(&session, 3, 3, link.clone()).is_none(),
            "more was missed than is kept"
        );
        assert!(state.sessions.resume(&session, 99, 3, link.clone()).is_none(), "from the future");
        assert!(state.sessions.resume("nobody", 1, 3, link).is_none());
    }
}
