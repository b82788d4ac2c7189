//! The world as one person finds it: servers, places, people.

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Refused, Shared};
use crate::world::{Channel, Guild, Id, World};

#[derive(Deserialize)]
pub(super) struct As {
    #[serde(rename = "as")]
    pub who: String,
}

pub(super) async fn show(
    State(core): Shared,
    Query(asked): Query<As>,
) -> Result<Json<Value>, Refused> {
    let state = core.lock();
    let user = state.who(&asked.who)?;
    let world = &state.world;
    let mut loose: Vec<&Channel> = world
        .channels
        .values()
        .filter(|channel| channel.guild.is_none() || channel.kind.is_thread())
        .collect();
    loose.sort_unstable_by_key(|channel| channel.id);
    let servers = world.guilds.values().filter(|guild| guild.members.contains_key(&user));
    let direct = loose.iter().filter(|channel| channel.guild.is_none());
    Ok(Json(json!({
        "bot": {
            "id": world.app.to_string(),
            "name": world.name_of(world.app),
            "connected": state.sessions.anyone_connected(),
        },
        "you": {
            "id": user.to_string(),
            "name": world.name_of(user),
            "installed": world.user_installs.contains(&user),
        },
        "servers": servers.map(|guild| server(world, user, guild, &loose)).collect::<Vec<_>>(),
        "direct": direct.filter_map(|found| channel(world, user, found)).collect::<Vec<_>>(),
        "people": people(world),
        "commands": world.commands,
        "attachment_limit": state.attachment_limit,
        "welcome": core.options.welcome,
    })))
}

/// Everybody one can be, in order of appearance.
pub(super) fn people(world: &World) -> Vec<Value> {
    let persons = world.users.values().filter(|user| !user.bot);
    persons
        .map(|user| json!({"id": user.id.to_string(), "name": user.display, "about": user.about}))
        .collect()
}

fn server(world: &World, user: Id, guild: &Guild, loose: &[&Channel]) -> Value {
    let listed = guild.channels.iter().filter_map(|id| world.channels.get(id));
    let threads = loose.iter().filter(|channel| channel.guild == Some(guild.id));
    let roles =
        guild.roles.iter().map(|role| json!({"id": role.id.to_string(), "name": role.name}));
    json!({
        "id": guild.id.to_string(),
        "name": guild.name,
        "channels": listed.filter_map(|found| channel(world, user, found)).collect::<Vec<_>>(),
        "threads": threads.filter_map(|found| channel(world, user, found)).collect::<Vec<_>>(),
        "roles": roles.collect::<Vec<_>>(),
        "members": guild.members.keys().map(Id::to_string).collect::<Vec<_>>(),
    })
}

/// A place, if the person sees it.
fn channel(world: &World, user: Id, found: &Channel) -> Option<Value> {
    if !world.may_see(user, found) {
        return None;
    }
    let others = || found.recipients.iter().filter(|other| **other != user);
    let name = if found.guild.is_some() {
        found.name.clone()
    } else {
        others().map(|other| world.name_of(*other)).collect::<Vec<_>>().join(", ")
    };
    let newest_ping = found.messages.values().rev().find(|message| message.pinged.contains(&user));
    let id = |id: Option<Id>| id.map(|id| id.to_string());
    Some(json!({
        "id": found.id.to_string(),
        "name": name,
        "type": found.kind.number(),
        "parent_id": id(found.parent),
        "topic": found.topic,
        "archived": found.thread.as_ref().is_some_and(|thread| thread.archived),
        "locked": found.thread.as_ref().is_some_and(|thread| thread.locked),
        "may_write": world.may_write(user, found),
        "may_open_thread": world.may_open_thread(user, found),
        "last_message_id": id(found.last_message),
        "last_ping_id": id(newest_ping.map(|message| message.id)),
        "recipients": others().map(Id::to_string).collect::<Vec<_>>(),
    }))
}
