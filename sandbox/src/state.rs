//! Everything that is going on, behind one lock. Nothing in here waits.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use time::OffsetDateTime;
use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::door::Hosts;
use crate::faults::Faults;
use crate::interactions::Interactions;
use crate::mischief::Mischief;
use crate::options::{Options, random_token};
use crate::sessions::Sessions;
use crate::world::render::Links;
use crate::world::{Id, World};

/// What people at the web page are told of; they then ask for what they may see.
#[derive(Clone, Debug)]
pub(crate) enum Happening {
    Message {
        channel: Id,
        message: Id,
        only_for: Option<Id>,
        fresh: bool,
    },
    Gone {
        channel: Id,
        message: Id,
        only_for: Option<Id>,
    },
    Channel {
        channel: Id,
    },
    /// The bot has come or gone.
    Bot {
        connected: bool,
    },
    World,
}

#[derive(Debug)]
pub(crate) struct Core {
    pub options: Options,
    /// The bot token that is accepted.
    pub token: String,
    /// What the plain listener is called.
    pub hosts: Hosts,
    /// `http://127.0.0.1:PORT`
    pub base: String,
    pub clock: Arc<Clock>,
    pub changed: Arc<watch::Sender<u64>>,
    pub people: broadcast::Sender<Happening>,
    pub stop: CancellationToken,
    /// Held while the state file is written, so that two writers never meet.
    pub saving: Mutex<()>,
    #[cfg(feature = "openapi")]
    pub description: Arc<crate::openapi::Description>,
    state: Mutex<State>,
}

#[derive(Debug)]
pub(crate) struct State {
    pub world: World,
    pub sessions: Sessions,
    pub interactions: Interactions,
    pub faults: Faults,
    pub mischief: Mischief,
    pub clock: Arc<Clock>,
    pub base: String,
    pub history: usize,
    pub attachment_limit: usize,
    pub patient: bool,
    pub nonces: Nonces,
    /// Files that an edit took off their message a moment ago, see [`State::replace_file`].
    replaced: VecDeque<(Id, Arc<[u8]>)>,
    /// What people were last told about the bot.
    bot_was_there: bool,
    /// Something worth keeping happened since the state file was written.
    pub unsaved: bool,
    changed: Arc<watch::Sender<u64>>,
    people: broadcast::Sender<Happening>,
}

impl Core {
    pub(crate) fn new(options: Options, base: String, world: Option<World>) -> Arc<Self> {
        let clock = Arc::new(Clock::new());
        let changed = Arc::new(watch::Sender::new(0));
        let people = broadcast::Sender::new(1024);
        let unsaved = world.is_none();
        let state = State {
            world: world.unwrap_or_else(|| World::fresh(clock.now())),
            sessions: Sessions::new(options.backlog),
            interactions: Interactions::default(),
            faults: Faults::default(),
            mischief: Mischief::default(),
            clock: Arc::clone(&clock),
            base: base.clone(),
            history: options.history.max(1),
            attachment_limit: options.attachment_limit,
            patient: options.patient,
            nonces: Nonces::default(),
            replaced: VecDeque::new(),
            bot_was_there: false,
            unsaved,
            changed: Arc::clone(&changed),
            people: people.clone(),
        };
        Arc::new(Self {
            #[cfg(feature = "openapi")]
            description: crate::openapi::Description::find(options.openapi.as_deref()),
            token: options.token.clone().unwrap_or_else(random_token),
            options,
            hosts: Hosts::default(),
            base,
            clock,
            changed,
            people,
            stop: CancellationToken::new(),
            saving: Mutex::new(()),
            state: Mutex::new(state),
        })
    }

    /// A panic elsewhere must not hide what was recorded, so a poisoned lock is taken all the same.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    pub(crate) fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    pub(crate) fn new_id(&mut self) -> Id {
        self.world.new_id(self.clock.now())
    }

    /// A page that is just drawing the message before the edit still asks for its picture; Discord has it for a while.
    pub(crate) fn replace_file(&mut self, file: Id) {
        const KEPT: usize = 50;
        if let Some(bytes) = self.world.files.remove(&file) {
            self.replaced.push_back((file, bytes));
            self.replaced.drain(..self.replaced.len().saturating_sub(KEPT));
        }
    }

    pub(crate) fn file(&self, file: Id) -> Option<Arc<[u8]>> {
        let replaced = || self.replaced.iter().find(|(id, _)| *id == file).map(|(_, bytes)| bytes);
        self.world.files.get(&file).or_else(replaced).cloned()
    }

    /// Wakes whoever waits for the world to change, and has it kept.
    pub(crate) fn touch(&mut self) {
        self.unsaved = true;
        self.nudge();
    }

    /// Wakes whoever waits, for things that are not kept.
    pub(crate) fn nudge(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    pub(crate) fn tell_people(&self, happening: Happening) {
        // Nobody listening is the usual case and no fault.
        drop(self.people.send(happening));
    }

    /// To be called whenever a gateway connection came or went.
    pub(crate) fn tell_of_bot(&mut self) {
        let connected = self.sessions.anyone_connected();
        if connected != self.bot_was_there {
            self.bot_was_there = connected;
            self.tell_people(Happening::Bot { connected });
        }
    }

    pub(crate) fn message_json(&self, channel: Id, message: Id) -> Value {
        let links = Links { base: &self.base };
        self.world
            .message(channel, message)
            .map_or(Value::Null, |message| self.world.message_json(message, links))
    }
}

/// Messages posted with a nonce, so that a repeated post finds its first. Discord remembers for a few minutes;
/// here the last thousand are remembered.
#[derive(Debug, Default)]
pub(crate) struct Nonces {
    known: HashMap<String, (Id, Id)>,
    order: VecDeque<String>,
}

impl Nonces {
    fn key(nonce: &Value) -> String {
        nonce.as_str().map_or_else(|| nonce.to_string(), str::to_owned)
    }

    pub(crate) fn find(&self, nonce: &Value) -> Option<(Id, Id)> {
        self.known.get(&Self::key(nonce)).copied()
    }

    pub(crate) fn remember(&mut self, nonce: &Value, channel: Id, message: Id) {
        let key = Self::key(nonce);
        self.order.push_back(key.clone());
        self.known.insert(key, (channel, message));
        if self.order.len() > 1000
            && let Some(old) = self.order.pop_front()
        {
            self.known.remove(&old);
        }
    }
}
