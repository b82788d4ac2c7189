//! What a person sees in one place: its messages, its pins, the commands on offer.

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Refused, Shared, number};
use crate::state::State as Everything;
use crate::world::render::Links;
use crate::world::{ChannelKind, Id};

impl Everything {
    /// A message as one person sees it, if they do.
    pub(super) fn for_person(&self, user: Id, channel: Id, message: Id) -> Option<Value> {
        let hidden_from = |only: Option<Id>| only.is_some_and(|only| only != user);
        let place = self.world.channels.get(&channel)?;
        let found = place.messages.get(&message)?;
        if hidden_from(found.only_for) || !self.world.may_see(user, place) {
            return None;
        }
        let mut out = self.world.message_json(found, Links { base: &self.base });
        // An answer for everybody may hang on one that only a single person saw.
        if let Some(reference) = &found.reference {
            let first = self.world.message(reference.channel, reference.message);
            if first.is_some_and(|first| hidden_from(first.only_for))
                && let Some(out) = out.as_object_mut()
            {
                out.remove("referenced_message");
            }
        }
        out["ephemeral"] = found.only_for.is_some().into();
        out["pinged"] = found.pinged.iter().map(|user| self.world.name_of(*user)).collect();
        out["pings_you"] = found.pinged.contains(&user).into();
        out["author_name"] = self.world.name_of(found.author).into();
        Some(out)
    }
}

#[derive(Deserialize)]
pub(super) struct Where {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    /// Only messages before this one.
    before: Option<String>,
    /// Only the latest so many of them.
    limit: Option<usize>,
}

pub(super) async fn messages(
    State(core): Shared,
    Query(asked): Query<Where>,
) -> Result<Json<Value>, Refused> {
    let state = core.lock();
    let (user, channel) = state.someone_at(&asked.who, &asked.channel)?;
    let before = asked.before.as_deref().map(|id| number(id, "message")).transpose()?;
    let mut ids = state.visible(user, channel);
    ids.retain(|id| before.is_none_or(|before| *id < before));
    let surplus = ids.len().saturating_sub(asked.limit.unwrap_or(usize::MAX));
    Ok(Json(
        ids.into_iter()
            .skip(surplus)
            .filter_map(|id| state.for_person(user, channel, id))
            .collect(),
    ))
}

/// What is pinned, the latest pin first.
pub(super) async fn pins(
    State(core): Shared,
    Query(asked): Query<Where>,
) -> Result<Json<Value>, Refused> {
    let state = core.lock();
    let (user, channel) = state.someone_at(&asked.who, &asked.channel)?;
    let place = state.world.channels.get(&channel);
    let mut pinned: Vec<(&String, Id)> = place
        .into_iter()
        .flat_map(|place| place.messages.values())
        .filter_map(|message| Some((message.pinned.as_ref()?, message.id)))
        .collect();
    pinned.sort_unstable();
    Ok(Json(
        pinned.iter().rev().filter_map(|(_, id)| state.for_person(user, channel, *id)).collect(),
    ))
}

/// The commands on offer to this person here, and none besides.
pub(super) async fn commands(
    State(core): Shared,
    Query(asked): Query<Where>,
) -> Result<Json<Value>, Refused> {
    let state = core.lock();
    let (user, channel) = state.someone_at(&asked.who, &asked.channel)?;
    // A forum itself takes no commands, only its posts do.
    let place = state.world.channels.get(&channel).filter(|place| place.kind != ChannelKind::Forum);
    let offered = place.map(|place| state.world.commands_for(user, place)).unwrap_or_default();
    Ok(Json(json!({"commands": offered})))
}
