//! Using the bot: commands, suggestions, buttons, selects, forms, menus.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Refused, Shared, given, number};
use crate::interact::line::Filled;
use crate::interact::options::GivenFile;
use crate::limits::message::Upload;
use crate::play::act::{Act, Deed};
use crate::play::answer::{Answer, Choice};
use crate::play::wait;
use crate::state::{Core, State as Everything};
use crate::world::Id;

/// A command, either as a typed line or taken apart, which a value like "name: x" survives.
#[derive(Deserialize)]
pub(super) struct Typed {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    #[serde(alias = "line")]
    text: Option<String>,
    command: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    focused: Option<String>,
    /// Which uploaded file belongs to which option.
    #[serde(default)]
    files: BTreeMap<String, u64>,
    #[serde(default)]
    hurry: bool,
}

impl Typed {
    fn filled(&self) -> Filled {
        Filled {
            command: self.command.clone().unwrap_or_default(),
            options: self.options.clone().into_iter().collect(),
            focused: self.focused.clone(),
        }
    }

    fn given_files(&self, uploads: Vec<Upload>) -> Result<Vec<GivenFile>, Refused> {
        uploads
            .into_iter()
            .map(|upload| {
                let option = self.files.iter().find(|(_, slot)| **slot == upload.slot);
                let (option, _) = option.ok_or_else(|| {
                    Refused(format!("\"{}\" belongs to no option", upload.filename))
                })?;
                Ok(GivenFile { option: option.clone(), upload })
            })
            .collect()
    }
}

/// Does a deed and tells what came of it; in a hurry, as soon as the bot has acknowledged it.
async fn done(core: &Arc<Core>, act: Act, hurry: bool) -> Result<Json<Value>, Refused> {
    let answer = act.start()?;
    if hurry {
        wait::acknowledged(core, answer.id()).await;
    } else {
        answer.settled().await;
    }
    Ok(Json(told(core, &answer, hurry)))
}

fn told(core: &Core, answer: &Answer, hurry: bool) -> Value {
    let state = core.lock();
    let found = state.interactions.get(answer.id());
    // Whoever is in a hurry does not call it a failure that the bot still thinks.
    let thinking = hurry && found.is_some_and(|found| found.ack.is_some());
    let failed = wait::failure(&state, answer.id()).filter(|_| !thinking);
    let messages: Vec<Value> = found
        .map(|found| {
            let each = found.messages.iter();
            each.filter_map(|id| state.for_person(found.user, found.channel, *id)).collect()
        })
        .unwrap_or_default();
    json!({
        "interaction": answer.id().to_string(),
        "failed": failed,
        "messages": messages,
        "modal": found.and_then(|found| found.modal.clone()),
    })
}

pub(super) async fn slash(State(core): Shared, request: Request) -> Result<Json<Value>, Refused> {
    let (asked, uploads): (Typed, _) = given::read(request).await?;
    let (user, channel) = core.lock().someone_at(&asked.who, &asked.channel)?;
    let files = asked.given_files(uploads)?;
    let deed = match &asked.text {
        Some(line) => Deed::Slash { channel, line: line.clone() },
        None => Deed::Filled { channel, filled: asked.filled() },
    };
    let mut act = Act::new(&core, user, deed);
    act.files = files;
    done(&core, act, asked.hurry).await
}

pub(super) async fn complete(
    State(core): Shared,
    Json(asked): Json<Typed>,
) -> Result<Json<Value>, Refused> {
    let interaction = {
        let mut state = core.lock();
        let (user, channel) = state.someone_at(&asked.who, &asked.channel)?;
        let prepared = match &asked.text {
            Some(line) => state.prepare(user, channel, line, Vec::new(), true)?,
            None if asked.focused.is_none() => {
                return Err(Refused("say which option is being typed".to_owned()));
            }
            None => state.prepare_filled(user, channel, &asked.filled(), Vec::new())?,
        };
        state.start_command(user, channel, &prepared)?
    };
    wait::settled(&core, interaction).await;
    let state = core.lock();
    if let Some(failure) = wait::failure(&state, interaction) {
        return Err(Refused(failure));
    }
    let found = state.interactions.get(interaction).and_then(|found| found.choices.as_ref());
    let choices: Vec<Value> = found
        .into_iter()
        .flatten()
        .map(Choice::read)
        .map(|choice| json!({"name": choice.name, "value": choice.value}))
        .collect();
    Ok(Json(json!({"choices": choices})))
}

#[derive(Deserialize)]
pub(super) struct Press {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    message: String,
    /// The component's `custom_id`.
    #[serde(alias = "button", alias = "select")]
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
    /// The message as it stood before the person, for a press that was on its way while somebody else was faster.
    seen: Option<Value>,
    #[serde(default)]
    hurry: bool,
}

pub(super) async fn click(
    State(core): Shared,
    Json(asked): Json<Press>,
) -> Result<Json<Value>, Refused> {
    press(&core, asked, false).await
}

pub(super) async fn select(
    State(core): Shared,
    Json(asked): Json<Press>,
) -> Result<Json<Value>, Refused> {
    press(&core, asked, true).await
}

impl Everything {
    fn has_component(&self, channel: Id, message: Id, custom_id: &str) -> bool {
        self.world.message(channel, message).is_some_and(|message| {
            let rows = message.components.iter();
            rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
                .any(|part| part["custom_id"] == custom_id)
        })
    }
}

async fn press(core: &Arc<Core>, asked: Press, picks: bool) -> Result<Json<Value>, Refused> {
    let (user, channel) = core.lock().someone_at(&asked.who, &asked.channel)?;
    let message = number(&asked.message, "message")?;
    let picks = picks.then_some(asked.values);
    let still_there = core.lock().has_component(channel, message, &asked.custom_id);
    let as_seen = asked.seen.filter(|_| !still_there).map(Box::new);
    let custom_id = Ok(asked.custom_id);
    let deed = Deed::Component { channel, message, custom_id, picks, as_seen };
    done(core, Act::new(core, user, deed), asked.hurry).await
}

#[derive(Deserialize)]
pub(super) struct Form {
    #[serde(rename = "as")]
    who: String,
    interaction: String,
    values: BTreeMap<String, String>,
    #[serde(default)]
    hurry: bool,
}

pub(super) async fn modal(
    State(core): Shared,
    Json(asked): Json<Form>,
) -> Result<Json<Value>, Refused> {
    let user = core.lock().who(&asked.who)?;
    let opened_by = number(&asked.interaction, "interaction")?;
    let deed = Deed::Modal { opened_by, values: asked.values.into_iter().collect() };
    done(&core, Act::new(&core, user, deed), asked.hurry).await
}

#[derive(Deserialize)]
pub(super) struct Menu {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    command: String,
    /// One of the two.
    message: Option<String>,
    person: Option<String>,
    #[serde(default)]
    hurry: bool,
}

/// A command of the menu on a message or a person.
pub(super) async fn menu(
    State(core): Shared,
    Json(asked): Json<Menu>,
) -> Result<Json<Value>, Refused> {
    let (user, channel) = core.lock().someone_at(&asked.who, &asked.channel)?;
    let (kind, target): (u8, Id) = match (&asked.message, &asked.person) {
        (Some(message), None) => (3, number(message, "message")?),
        (None, Some(person)) => (2, number(person, "person")?),
        _ => return Err(Refused("such a command is used on a message or a person".to_owned())),
    };
    let deed = Deed::Menu { channel, name: asked.command, kind, target };
    done(&core, Act::new(&core, user, deed), asked.hurry).await
}
