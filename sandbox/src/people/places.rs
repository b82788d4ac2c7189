//! New places: threads, forum posts, conversations.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Refused, Shared, number};
use crate::play::person::Person;

#[derive(Deserialize)]
pub(super) struct NewThread {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    name: String,
    /// The first message; a forum post needs one.
    #[serde(default)]
    text: String,
    /// The message it grows from.
    message: Option<String>,
}

pub(super) async fn thread(
    State(core): Shared,
    Json(asked): Json<NewThread>,
) -> Result<Json<Value>, Refused> {
    let mut state = core.lock();
    let (user, channel) = state.someone_at(&asked.who, &asked.channel)?;
    let from = asked.message.as_deref().map(|id| number(id, "message")).transpose()?;
    let thread = state.person_opens_thread(user, channel, &asked.name, &asked.text, from)?;
    Ok(Json(json!({"channel": thread.to_string()})))
}

#[derive(Deserialize)]
pub(super) struct Talk {
    #[serde(rename = "as")]
    who: String,
    /// Nobody named is the bot.
    #[serde(default)]
    with: Vec<String>,
}

/// The conversation with the bot or with other people, made on first use.
pub(super) async fn direct(
    State(core): Shared,
    Json(asked): Json<Talk>,
) -> Result<Json<Value>, Refused> {
    let state = core.lock();
    let user = state.who(&asked.who)?;
    let others: Vec<Person> = asked
        .with
        .iter()
        .map(|name| state.who(name).map(|id| Person::by_id(&core, id)))
        .collect::<Result<_, _>>()?;
    drop(state);
    if others.iter().any(|other| other.id() == user) {
        return Err(Refused("nobody needs a conversation with themselves".to_owned()));
    }
    let person = Person::by_id(&Arc::clone(&core), user);
    let place = if others.is_empty() {
        person.dm()
    } else {
        person.private_chat(&others.iter().collect::<Vec<_>>())
    };
    Ok(Json(json!({"channel": place.id().to_string()})))
}
