//! Interactions: what people do with the bot, and how far the bot has come in answering.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use rand::RngExt as _;
use serde_json::Value;
use time::OffsetDateTime;
use tokio::sync::watch;

use crate::world::Id;
use crate::world::model::Origin;

/// How long the bot may take to acknowledge.
pub(crate) const ACKNOWLEDGE: time::Duration = time::Duration::seconds(3);
/// How long an interaction's token is good for.
pub(crate) const TOKEN_LIFE: time::Duration = time::Duration::minutes(15);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Slash and context-menu commands; the number is the command's type.
    Command {
        kind: u8,
    },
    Component,
    /// The number is the type of the option being typed.
    Autocomplete {
        option: i64,
    },
    Modal,
}

/// How the bot acknowledged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ack {
    Message,
    Deferred,
    DeferredUpdate,
    Update,
    Choices,
    Modal,
}

#[derive(Debug)]
pub(crate) struct Interaction {
    pub id: Id,
    pub token: String,
    pub kind: Kind,
    pub user: Id,
    pub channel: Id,
    pub guild: Option<Id>,
    pub born: OffsetDateTime,
    pub started: Instant,
    /// The message whose component was used, also through a modal.
    pub source: Option<Id>,
    pub origin: Origin,
    pub ack: Option<Ack>,
    pub acked_at: Option<Instant>,
    /// What `@original` means: the response, or the message that was updated.
    pub original: Option<Id>,
    /// The response and its follow-ups, in order.
    pub messages: Vec<Id>,
    pub modal: Option<Value>,
    pub choices: Option<Vec<Value>>,
    /// A modal that was opened by this interaction and whose answer may come through this one's token.
    pub child: Option<Id>,
    /// There is something for the person to see, or there will not be.
    pub settled: bool,
    pub progress: watch::Sender<()>,
}

#[derive(Debug, Default)]
pub(crate) struct Interactions {
    all: HashMap<Id, Interaction>,
    by_age: VecDeque<(OffsetDateTime, Id)>,
    /// Acknowledged with "will be updated": settled by an edit of the message, whichever way it comes.
    updates: HashMap<Id, Vec<Id>>,
}

impl Interaction {
    /// Whether the bot can still acknowledge it. To the patient, only time counts by which the clock was moved.
    pub(crate) fn is_too_late(&self, now: OffsetDateTime, patient: bool) -> bool {
        let real = if patient { self.started.elapsed() } else { Duration::ZERO };
        now - self.born - real > ACKNOWLEDGE
    }
}

/// What a new interaction needs to be known by.
#[derive(Debug)]
pub(crate) struct Birth {
    pub kind: Kind,
    pub user: Id,
    pub channel: Id,
    pub guild: Option<Id>,
    pub source: Option<Id>,
    pub origin: Origin,
    /// The interaction that opened the modal.
    pub parent: Option<Id>,
}

impl Interactions {
    pub(crate) fn get(&self, id: Id) -> Option<&Interaction> {
        self.all.get(&id)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Interaction> {
        self.all.values()
    }

    pub(crate) fn get_mut(&mut self, id: Id) -> Option<&mut Interaction> {
        self.all.get_mut(&id)
    }

    /// The interaction a token belongs to. The id is part of the token, so that no second table is needed.
    pub(crate) fn by_token(&self, token: &str) -> Option<&Interaction> {
        let (id, _) = token.strip_prefix("sandbox-")?.split_once('-')?;
        self.all.get(&id.parse().ok()?).filter(|found| found.token == token)
    }

    fn forget_old(&mut self, now: OffsetDateTime) {
        // A little longer than the tokens live, so that a late request is told why it is refused.
        while let Some((born, id)) = self.by_age.front().copied() {
            if now - born <= TOKEN_LIFE + time::Duration::minutes(1) {
                break;
            }
            self.by_age.pop_front();
            self.all.remove(&id);
        }
    }

    pub(crate) fn await_update_of(&mut self, message: Id, interaction: Id) {
        self.updates.entry(message).or_default().push(interaction);
    }

    pub(crate) fn settle(&mut self, id: Id) {
        if let Some(found) = self.all.get_mut(&id) {
            found.settled = true;
            found.progress.send_replace(());
        }
    }

    /// Brings an interaction into the world; its id comes first because the payload needs it.
    pub(crate) fn begin(&mut self, id: Id, now: OffsetDateTime, birth: Birth) -> String {
        self.forget_old(now);
        let token = format!("sandbox-{id}-{:032x}", rand::rng().random::<u128>());
        if let Some(parent) = birth.parent
            && let Some(parent) = self.get_mut(parent)
        {
            parent.child = Some(id);
        }
        let interaction = Interaction {
            id,
            token: token.clone(),
            kind: birth.kind,
            user: birth.user,
            channel: birth.channel,
            guild: birth.guild,
            born: now,
            started: Instant::now(),
            source: birth.source,
            origin: birth.origin,
            ack: None,
            acked_at: None,
            original: None,
            messages: Vec::new(),
            modal: None,
            choices: None,
            child: None,
            settled: false,
            progress: watch::Sender::new(()),
        };
        self.all.insert(id, interaction);
        self.by_age.push_back((now, id));
        token
    }

    /// A message came or changed through an interaction's token; whoever waits for it may look.
    pub(crate) fn answered_with(&mut self, interaction: Id, message: Id) {
        let mut next = Some(interaction);
        while let Some(id) = next {
            let Some(found) = self.get_mut(id) else { break };
            if !found.messages.contains(&message) {
                found.messages.push(message);
            }
            found.settled = true;
            found.progress.send_replace(());
            // poise acknowledges a modal silently and answers on the command that opened it.
            next = found.child.filter(|child| {
                self.get(*child)
                    .is_some_and(|child| child.ack == Some(Ack::DeferredUpdate) && !child.settled)
            });
        }
    }

    /// Whichever way a message was edited, whoever was promised an update of it has it now.
    pub(crate) fn message_was_edited(&mut self, message: Id) {
        for interaction in self.updates.remove(&message).unwrap_or_default() {
            if let Some(found) = self.get_mut(interaction)
                && !found.messages.contains(&message)
            {
                found.messages.push(message);
            }
            self.settle(interaction);
        }
    }
}
