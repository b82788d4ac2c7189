//! The people one can be, newcomers among them.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use super::world::people;
use super::{Refused, Shared};
use crate::play::person::Person;

pub(super) async fn list(State(core): Shared) -> Json<Value> {
    Json(people(&core.lock().world).into())
}

#[derive(Deserialize)]
pub(super) struct Newcomer {
    name: String,
    #[serde(default)]
    manager: bool,
}

pub(super) async fn add(
    State(core): Shared,
    Json(asked): Json<Newcomer>,
) -> Result<Json<Value>, Refused> {
    let name = asked.name.trim();
    if !(1..=32).contains(&name.chars().count()) {
        return Err(Refused("a name has 1 to 32 characters".to_owned()));
    }
    // Taking an existing name would hand somebody else's rights around.
    if core.lock().world.user_called(name).is_some() {
        return Err(Refused(format!("somebody is called \"{name}\" already")));
    }
    let person =
        if asked.manager { Person::manager(&core, name) } else { Person::member(&core, name) };
    if let Some(user) = core.lock().world.users.get_mut(&person.id()) {
        if asked.manager { "organiser" } else { "player" }.clone_into(&mut user.about);
    }
    Ok(Json(json!({"id": person.id().to_string(), "name": person.name()})))
}

#[derive(Deserialize)]
pub(super) struct Install {
    #[serde(rename = "as")]
    who: String,
    on: bool,
}

/// Adds the bot to a person's own apps, or takes it off.
pub(super) async fn install(
    State(core): Shared,
    Json(asked): Json<Install>,
) -> Result<Json<Value>, Refused> {
    let user = core.lock().who(&asked.who)?;
    let person = Person::by_id(&core, user);
    if asked.on {
        person.installs_bot();
    } else {
        person.uninstalls_bot();
    }
    Ok(Json(json!({"installed": asked.on})))
}
