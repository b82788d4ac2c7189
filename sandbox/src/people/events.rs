//! What happens, as a stream, for one person: nothing they could not see.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::world::As;
use super::{Refused, Shared};
use crate::state::{Core, Happening};
use crate::world::Id;

pub(super) async fn stream(
    State(core): Shared,
    Query(asked): Query<As>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refused> {
    let user = core.lock().who(&asked.who)?;
    let listening = Listening::new(core, user);
    let events = unfold(listening, |mut listening| async {
        let (name, data) = listening.next().await?;
        Some((Ok(Event::default().event(name).data(data.to_string())), listening))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// One person's ear.
pub(super) struct Listening {
    core: Arc<Core>,
    happenings: Receiver<Happening>,
    user: Id,
}

impl Listening {
    pub(super) fn new(core: Arc<Core>, user: Id) -> Self {
        let happenings = core.people.subscribe();
        Self { core, happenings, user }
    }

    /// The next thing this person may know of; `None` when the sandbox stops.
    pub(super) async fn next(&mut self) -> Option<(&'static str, Value)> {
        loop {
            let happening = tokio::select! {
                () = self.core.stop.cancelled() => return None,
                happening = self.happenings.recv() => happening,
            };
            let told = match happening {
                Ok(happening) => tell(&self.core, self.user, &happening),
                // Too much at once: the page had better look at everything anew.
                Err(RecvError::Lagged(_)) => Some(("again", json!({}))),
                Err(RecvError::Closed) => return None,
            };
            if told.is_some() {
                return told;
            }
        }
    }
}

fn tell(core: &Core, user: Id, happening: &Happening) -> Option<(&'static str, Value)> {
    let state = core.lock();
    let sees = |channel: &Id| {
        state.world.channels.get(channel).is_some_and(|channel| state.world.may_see(user, channel))
    };
    let for_user = |only: &Option<Id>| only.is_none_or(|only| only == user);
    match happening {
        Happening::Message { channel, message, only_for, fresh } if for_user(only_for) => {
            let name = if *fresh { "message" } else { "edited" };
            Some((name, state.for_person(user, *channel, *message)?))
        }
        Happening::Gone { channel, message, only_for } if for_user(only_for) && sees(channel) => {
            Some(("gone", json!({"id": message.to_string(), "channel_id": channel.to_string()})))
        }
        Happening::Channel { channel } if sees(channel) => Some((
            "channel",
            state.world.channels.get(channel).map(|channel| state.world.channel_json(channel))?,
        )),
        Happening::Bot { connected } => Some(("bot", json!({"connected": connected}))),
        Happening::World => Some(("world", json!({}))),
        Happening::Message { .. } | Happening::Gone { .. } | Happening::Channel { .. } => None,
    }
}
