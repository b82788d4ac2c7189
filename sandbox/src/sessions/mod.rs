//! Gateway sessions: who hears what, and what is kept for those who come back.

pub(crate) mod intents;

use std::collections::VecDeque;
use std::sync::Arc;

use rand::RngExt as _;
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

use crate::world::Id;

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
