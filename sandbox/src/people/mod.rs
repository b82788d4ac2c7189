//! The small API with which a web page lets people play: the same deeds as in tests, as JSON, for this machine only.

mod door;
mod events;
pub(crate) mod page;

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::play::act::{Act, Deed};
use crate::play::answer::Answer;
use crate::play::person::{At, Person};
use crate::play::place::Place;
use crate::state::{Core, State as World};
use crate::world::Id;
use crate::world::render::Links;

type Shared = State<Arc<Core>>;

pub(crate) fn router(core: &Arc<Core>) -> Router<Arc<Core>> {
    Router::new()
        .route("/world", get(world))
        .route("/messages", get(messages))
        .route("/events", get(events::stream))
        .route("/say", post(say))
        .route("/slash", post(slash))
        .route("/complete", post(complete))
        .route("/click", post(click))
        .route("/select", post(select))
        .route("/modal", post(modal))
        .route("/people", post(add_person))
        .layer(middleware::from_fn(door::keep))
        .with_state(Arc::clone(core))
}

/// Something the person cannot do, in words.
struct Refused(String);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (StatusCode::BAD_REQUEST, Json(json!({"error": self.0}))).into_response()
    }
}

impl From<String> for Refused {
    fn from(reason: String) -> Self {
        Self(reason)
    }
}

impl World {
    fn who(&self, name_or_id: &str) -> Result<Id, String> {
        let by_id = name_or_id.parse().ok().filter(|id| self.world.users.contains_key(id));
        let found = by_id
            .or_else(|| self.world.user_called(name_or_id).map(|user| user.id))
            .filter(|id| *id != self.world.app);
        found.ok_or_else(|| format!("nobody is called \"{name_or_id}\""))
    }

    /// A channel by id, or by name in the default server, if the person sees it.
    fn place(&self, user: Id, name_or_id: &str) -> Result<Id, String> {
        let by_id = name_or_id.parse().ok().filter(|id| self.world.channels.contains_key(id));
        let found = by_id.or_else(|| {
            self.world.channel_called(self.world.home, name_or_id).map(|channel| channel.id)
        });
        let visible = found.filter(|id| {
            self.world.channels.get(id).is_some_and(|channel| self.world.may_see(user, channel))
        });
        visible.ok_or_else(|| format!("there is no channel \"{name_or_id}\""))
    }

    fn for_person(&self, channel: Id, message: Id) -> Option<Value> {
        let found = self.world.message(channel, message)?;
        let mut out = self.world.message_json(found, Links { base: &self.base });
        out["ephemeral"] = found.only_for.is_some().into();
        out["pinged"] = found.pinged.iter().map(|user| self.world.name_of(*user)).collect();
        out["author_name"] = self.world.name_of(found.author).into();
        Some(out)
    }
}

#[derive(Deserialize)]
struct As {
    #[serde(rename = "as")]
    who: String,
}

async fn world(State(core): Shared, Query(asked): Query<As>) -> Result<Json<Value>, Refused> {
    let state = core.lock();
    let user = state.who(&asked.who)?;
    let world = &state.world;
    let describe = |id: &Id| {
        let channel = world.channels.get(id).filter(|channel| world.may_see(user, channel))?;
        let names: Vec<String> = channel
            .recipients
            .iter()
            .filter(|other| **other != user)
            .map(|other| world.name_of(*other))
            .collect();
        let name = if channel.guild.is_some() { channel.name.clone() } else { names.join(", ") };
        Some(json!({
            "id": id.to_string(),
            "name": name,
            "type": channel.kind.number(),
            "parent_id": channel.parent.map(|id| id.to_string()),
            "archived": channel.thread.as_ref().is_some_and(|thread| thread.archived),
        }))
    };
    let mut others: Vec<Id> = world
        .channels
        .values()
        .filter(|channel| channel.guild.is_none() || channel.kind.is_thread())
        .map(|channel| channel.id)
        .collect();
    others.sort_unstable();
    let servers = world.guilds.values().filter(|guild| guild.members.contains_key(&user)).map(|guild| {
        let threads = others.iter().filter(|id| world.channels.get(id).is_some_and(|channel| channel.guild == Some(guild.id)));
        json!({
            "id": guild.id.to_string(),
            "name": guild.name,
            "channels": guild.channels.iter().filter_map(describe).collect::<Vec<_>>(),
            "threads": threads.filter_map(describe).collect::<Vec<_>>(),
            "roles": guild.roles.iter().map(|role| json!({"id": role.id.to_string(), "name": role.name})).collect::<Vec<_>>(),
        })
    });
    let direct = others
        .iter()
        .filter(|id| world.channels.get(id).is_some_and(|channel| channel.guild.is_none()));
    let people = world
        .users
        .values()
        .filter(|person| !person.bot)
        .map(|person| json!({"id": person.id.to_string(), "name": person.display}));
    Ok(Json(json!({
        "bot": {"id": world.app.to_string(), "name": world.name_of(world.app), "connected": state.sessions.anyone_connected()},
        "you": {"id": user.to_string(), "name": world.name_of(user)},
        "servers": servers.collect::<Vec<_>>(),
        "direct": direct.filter_map(describe).collect::<Vec<_>>(),
        "people": people.collect::<Vec<_>>(),
        "commands": world.commands,
    })))
}

#[derive(Deserialize)]
struct Where {
    #[serde(rename = "as")]
    who: String,
    channel: String,
}

async fn messages(State(core): Shared, Query(asked): Query<Where>) -> Result<Json<Value>, Refused> {
    let state = core.lock();
    let user = state.who(&asked.who)?;
    let channel = state.place(user, &asked.channel)?;
    Ok(Json(
        state
            .visible(user, channel)
            .into_iter()
            .filter_map(|id| state.for_person(channel, id))
            .collect(),
    ))
}

#[derive(Deserialize)]
struct Line {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    #[serde(alias = "line")]
    text: String,
}

async fn say(State(core): Shared, Json(asked): Json<Line>) -> Result<Json<Value>, Refused> {
    let mut state = core.lock();
    let user = state.who(&asked.who)?;
    let channel = state.place(user, &asked.channel)?;
    let message = state.say(user, channel, &asked.text, Vec::new())?;
    Ok(Json(state.for_person(channel, message).unwrap_or_default()))
}

/// Does a deed and tells what came of it.
async fn done(core: Arc<Core>, user: Id, deed: Deed) -> Result<Json<Value>, Refused> {
    let answer = Act::new(&core, user, deed).attempt().await?;
    Ok(Json(told(&core, &answer)))
}

fn told(core: &Core, answer: &Answer) -> Value {
    let failed = answer.failed();
    let state = core.lock();
    let found = state.interactions.get(answer.id());
    let messages: Vec<Value> = found
        .map(|found| {
            found.messages.iter().filter_map(|id| state.for_person(found.channel, *id)).collect()
        })
        .unwrap_or_default();
    json!({
        "interaction": answer.id().to_string(),
        "failed": failed,
        "messages": messages,
        "modal": found.and_then(|found| found.modal.clone()),
    })
}

async fn slash(State(core): Shared, Json(asked): Json<Line>) -> Result<Json<Value>, Refused> {
    let (user, channel) = {
        let state = core.lock();
        let user = state.who(&asked.who)?;
        (user, state.place(user, &asked.channel)?)
    };
    done(core, user, Deed::Slash { channel, line: asked.text }).await
}

async fn complete(State(core): Shared, Json(asked): Json<Line>) -> Result<Json<Value>, Refused> {
    let at = at(&core, &asked.who, &asked.channel)?;
    let choices = at.try_completes(&asked.text).await?;
    let choices: Vec<Value> = choices
        .into_iter()
        .map(|choice| json!({"name": choice.name, "value": choice.value}))
        .collect();
    Ok(Json(json!({"choices": choices})))
}

fn at(core: &Arc<Core>, who: &str, channel: &str) -> Result<At, Refused> {
    let state = core.lock();
    let user = state.who(who)?;
    let place = Place { core: Arc::clone(core), id: state.place(user, channel)? };
    drop(state);
    Ok(Person::by_id(core, user).at(&place))
}

#[derive(Deserialize)]
struct Press {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    message: String,
    /// The component's `custom_id`.
    #[serde(alias = "button", alias = "select")]
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
}

async fn click(State(core): Shared, Json(asked): Json<Press>) -> Result<Json<Value>, Refused> {
    press(core, asked, false).await
}

async fn select(State(core): Shared, Json(asked): Json<Press>) -> Result<Json<Value>, Refused> {
    press(core, asked, true).await
}

async fn press(core: Arc<Core>, asked: Press, picks: bool) -> Result<Json<Value>, Refused> {
    let (user, channel) = {
        let state = core.lock();
        let user = state.who(&asked.who)?;
        (user, state.place(user, &asked.channel)?)
    };
    let message = asked
        .message
        .parse()
        .map_err(|_| Refused(format!("\"{}\" is no message", asked.message)))?;
    let picks = picks.then_some(asked.values);
    done(
        core,
        user,
        Deed::Component { channel, message, custom_id: Ok(asked.custom_id), picks, as_seen: None },
    )
    .await
}

#[derive(Deserialize)]
struct Filled {
    #[serde(rename = "as")]
    who: String,
    interaction: String,
    values: std::collections::BTreeMap<String, String>,
}

async fn modal(State(core): Shared, Json(asked): Json<Filled>) -> Result<Json<Value>, Refused> {
    let user = core.lock().who(&asked.who)?;
    let opened_by = asked
        .interaction
        .parse()
        .map_err(|_| Refused(format!("\"{}\" is no interaction", asked.interaction)))?;
    done(core, user, Deed::Modal { opened_by, values: asked.values.into_iter().collect() }).await
}

#[derive(Deserialize)]
struct Newcomer {
    name: String,
    #[serde(default)]
    manager: bool,
}

async fn add_person(
    State(core): Shared,
    Json(asked): Json<Newcomer>,
) -> Result<Json<Value>, Refused> {
    let name = asked.name.trim();
    if !(1..=32).contains(&name.chars().count()) {
        return Err(Refused("a name has 1 to 32 characters".to_owned()));
    }
    let person =
        if asked.manager { Person::manager(&core, name) } else { Person::member(&core, name) };
    Ok(Json(json!({"id": person.id().to_string(), "name": person.name()})))
}
