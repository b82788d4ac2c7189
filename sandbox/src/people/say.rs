//! Writing a message: text, files, a reply.

use axum::Json;
use axum::extract::{Request, State};
use serde::Deserialize;
use serde_json::Value;

use super::{Refused, Shared, given, number};
use crate::limits::message::{ATTACHMENTS, CONTENT};

#[derive(Deserialize)]
struct Words {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    #[serde(default, alias = "line")]
    text: String,
    reply_to: Option<String>,
}

pub(super) async fn say(State(core): Shared, request: Request) -> Result<Json<Value>, Refused> {
    let (asked, uploads): (Words, _) = given::read(request).await?;
    let long = asked.text.trim().chars().count();
    if long > CONTENT {
        return Err(Refused(format!("a message has up to {CONTENT} characters; this has {long}")));
    }
    if long == 0 && uploads.is_empty() {
        return Err(Refused("there is nothing to send yet".to_owned()));
    }
    if uploads.len() > ATTACHMENTS {
        return Err(Refused(format!("a message carries up to {ATTACHMENTS} files")));
    }
    let reply_to = asked.reply_to.as_deref().map(|id| number(id, "message")).transpose()?;
    let mut state = core.lock();
    let (user, channel) = state.someone_at(&asked.who, &asked.channel)?;
    if let Some(first) = reply_to
        && state.world.message(channel, first).is_none_or(|first| first.only_for.is_some())
    {
        return Err(Refused("the message to reply to is gone".to_owned()));
    }
    let message = state.say_in_reply(user, channel, &asked.text, uploads, reply_to)?;
    Ok(Json(state.for_person(user, channel, message).unwrap_or_default()))
}
