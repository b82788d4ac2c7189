//! Which path means what.

use serde_json::{Value, json};

use super::{Answer, Asked, Reply};
use crate::limits::{Form, Refusal};
use crate::state::State;
use crate::world::Id;

/// A snowflake in a path.
pub(super) fn id(text: &str) -> Result<Id, Refusal> {
    if let Ok(id) = text.parse() {
        return Ok(id);
    }
    let mut form = Form::new();
    form.fault("id", "NUMBER_TYPE_COERCE", format!("Value \"{text}\" is not snowflake."));
    form.finish()?;
    Err(Refusal::unknown_route())
}

impl State {
    pub(crate) fn route(&mut self, mut asked: Asked<'_>) -> Answer {
        let path = std::mem::take(&mut asked.path);
        match (asked.method, path.as_slice()) {
            ("GET", ["gateway"]) => Ok(Reply::Json(json!({"url": asked.gateway}))),
            ("GET", ["gateway", "bot"]) => Ok(Reply::Json(json!({
                "url": asked.gateway,
                "shards": 1,
                "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1},
            }))),
            ("POST", ["interactions", interaction, token, "callback"]) => {
                let with_response = asked.query("with_response") == Some("true");
                let response = self.callback(
                    id(interaction)?,
                    token,
                    &asked.body,
                    std::mem::take(&mut asked.uploads),
                )?;
                Ok(if with_response { Reply::Json(response) } else { Reply::Empty })
            }
            (method, ["webhooks", app, token, rest @ ..]) => {
                if id(app)? != self.world.app {
                    return Err(Refusal::unknown_webhook());
                }
                self.webhook(method, token, rest, &asked.body, asked.uploads)
            }
            ("GET", ["users", "@me"]) => Ok(Reply::Json(self.world.current_user_json())),
            ("GET", ["users", "@me", "guilds"]) => Ok(Reply::Json(self.own_guilds())),
            ("POST", ["users", "@me", "channels"]) => self.open_dm(&asked.body),
            ("GET", ["users", user]) => {
                let user = self.world.user_json(id(user)?);
                if user.is_null() { Err(Refusal::unknown_user()) } else { Ok(Reply::Json(user)) }
            }
            ("GET", ["oauth2", "applications", "@me"] | ["applications", "@me"]) => {
                Ok(Reply::Json(self.application()))
            }
            (method, ["applications", app, "commands", rest @ ..]) => {
                self.commands(method, id(app)?, None, rest, &asked.body)
            }
            (method, ["applications", app, "emojis", rest @ ..]) => {
                self.emojis(method, id(app)?, rest, &asked.body)
            }
            (method, ["applications", app, "guilds", guild, "commands", rest @ ..]) => {
                self.commands(method, id(app)?, Some(id(guild)?), rest, &asked.body)
            }
            (_, ["channels", channel, rest @ ..]) => self.channel_route(id(channel)?, rest, asked),
            ("GET", ["guilds", guild, rest @ ..]) => self.guild_route(id(guild)?, rest, &asked),
            _ => Err(Refusal::unknown_route()),
        }
    }

    fn webhook(
        &mut self,
        method: &str,
        token: &str,
        rest: &[&str],
        body: &Value,
        uploads: Vec<crate::limits::message::Upload>,
    ) -> Answer {
        match (method, rest) {
            ("POST", []) => {
                let message = self.follow_up(token, body, uploads)?;
                let channel = self.token_holder(token)?.channel;
                Ok(Reply::Json(self.message_json(channel, message)))
            }
            ("GET", ["messages", which]) => {
                let (_, channel, message) = self.token_message(token, which)?;
                Ok(Reply::Json(self.message_json(channel, message)))
            }
            ("PATCH", ["messages", which]) => {
                let (channel, message) = self.edit_by_token(token, which, body, uploads)?;
                Ok(Reply::Json(self.message_json(channel, message)))
            }
            ("DELETE", ["messages", which]) => {
                self.remove_by_token(token, which)?;
                Ok(Reply::Empty)
            }
            _ => Err(Refusal::unknown_route()),
        }
    }

    fn channel_route(&mut self, channel: Id, rest: &[&str], mut asked: Asked<'_>) -> Answer {
        let uploads = std::mem::take(&mut asked.uploads);
        match (asked.method, rest) {
            ("GET", []) => self.show_channel(channel),
            ("PATCH", []) => self.change_channel(channel, &asked.body),
            ("DELETE", []) => self.delete_channel(channel),
            ("GET", ["messages"]) => self.list_messages(channel, &asked),
            ("POST", ["messages"]) => self.bot_posts(channel, &asked.body, uploads),
            ("GET", ["pins"]) => self.list_pins(channel, false),
            ("GET", ["messages", "pins"]) => self.list_pins(channel, true),
            ("PUT", ["pins", message] | ["messages", "pins", message]) => {
                self.bot_pins(channel, id(message)?, true)
            }
            ("DELETE", ["pins", message] | ["messages", "pins", message]) => {
                self.bot_pins(channel, id(message)?, false)
            }
            ("GET", ["messages", message]) => self.show_message(channel, id(message)?),
            ("PATCH", ["messages", message]) => {
                self.bot_edits(channel, id(message)?, &asked.body, uploads)
            }
            ("DELETE", ["messages", message]) => self.bot_deletes(channel, id(message)?),
            ("POST", ["messages", message, "threads"]) => {
                self.thread_from_message(channel, id(message)?, &asked.body)
            }
            ("POST", ["threads"]) => self.new_thread(channel, &asked.body, uploads),
            ("GET", ["thread-members"]) => self.list_thread_members(channel),
            ("PUT", ["thread-members", user]) => self.change_thread_members(channel, user, true),
            ("DELETE", ["thread-members", user]) => {
                self.change_thread_members(channel, user, false)
            }
            ("POST", ["typing"]) => {
                self.writable(channel)?;
                Ok(Reply::Empty)
            }
            _ => Err(Refusal::unknown_route()),
        }
    }
}
