//! One gateway connection, from hello to close.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::faults::Fault;
use crate::sessions::{Outgoing, intents};
use crate::state::Core;
use crate::world::mentions::as_id;

/// Payloads below this are not worth compressing; Discord leaves small ones alone too.
const WORTH_COMPRESSING: usize = 8 * 1024;

type Link = mpsc::UnboundedSender<Outgoing>;

pub(crate) async fn serve(core: Arc<Core>, socket: WebSocket) {
    let connection = core.lock().sessions.new_connection();
    let (mut sink, mut stream) = socket.split();
    let (link, mut outgoing) = mpsc::unbounded_channel::<Outgoing>();
    let hello = json!({"op": 10, "s": null, "t": null, "d": {"heartbeat_interval": core.options.heartbeat_ms, "_trace": ["sandbox"]}});
    if sink.send(Message::Text(hello.to_string().into())).await.is_err() {
        return;
    }
    let mut talk =
        Conversation { core: Arc::clone(&core), connection, link, session: None, compress: false };
    loop {
        tokio::select! {
            // Answers go out before new questions are read, so that a close is never overtaken.
            biased;
            () = core.stop.cancelled() => {
                drop(sink.send(close(1001, "the sandbox stops")).await);
                break;
            }
            next = outgoing.recv() => match next {
                Some(Outgoing::Text(text)) => {
                    let message = if talk.compress && text.len() >= WORTH_COMPRESSING { squeeze(&text) } else { None };
                    let message = message.unwrap_or_else(|| Message::Text((&*text).into()));
                    // Many events in a row are written together.
                    let sent = if outgoing.is_empty() { sink.send(message).await } else { sink.feed(message).await };
                    if sent.is_err() {
                        break;
                    }
                }
                Some(Outgoing::Close(code, reason)) => {
                    drop(sink.send(close(code, reason)).await);
                    // The other side answers the close; a moment is enough on loopback.
                    drop(tokio::time::timeout(Duration::from_millis(500), async { while let Some(Ok(_)) = stream.next().await {} }).await);
                    break;
                }
                Some(Outgoing::Tear) | None => break,
            },
            heard = stream.next() => match heard {
                Some(Ok(Message::Text(text))) => talk.hear(&text),
                Some(Ok(Message::Binary(bytes))) => talk.hear(&String::from_utf8_lossy(&bytes)),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
            },
        }
    }
    let mut state = core.lock();
    state.sessions.disconnected(connection);
    state.tell_of_bot();
    state.nudge();
}

fn close(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}

fn squeeze(text: &str) -> Option<Message> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).ok()?;
    Some(Message::Binary(encoder.finish().ok()?.into()))
}

struct Conversation {
    core: Arc<Core>,
    connection: u64,
    link: Link,
    session: Option<String>,
    compress: bool,
}

impl Conversation {
    fn say(&self, payload: &Value) {
        drop(self.link.send(Outgoing::Text(payload.to_string().into())));
    }

    fn close(&self, code: u16, reason: &'static str) {
        let fault =
            Fault { method: "GATEWAY".into(), path: "/".into(), status: code, what: reason.into() };
        self.core.lock().faults.record(fault);
        drop(self.link.send(Outgoing::Close(code, reason)));
    }

    fn hear(&mut self, text: &str) {
        let Ok(payload) = serde_json::from_str::<Value>(text) else {
            return self.close(4002, "Error while decoding payload.");
        };
        let data = &payload["d"];
        match payload["op"].as_u64() {
            Some(1) => self.say(&json!({"op": 11, "d": null, "s": null, "t": null})),
            Some(2) if self.session.is_some() => self.close(4005, "Already authenticated."),
            Some(2) => self.identify(data),
            Some(6) => self.resume(data),
            Some(3 | 4 | 8 | 31) if self.session.is_none() => {
                self.close(4003, "Not authenticated.");
            }
            Some(3 | 4 | 31) => {}
            Some(8) => self.members(data),
            _ => self.close(4001, "Unknown opcode."),
        }
    }

    fn token_fits(&self, data: &Value) -> bool {
        let token = data["token"].as_str().unwrap_or_default();
        token.strip_prefix("Bot ").unwrap_or(token) == self.core.token
    }

    fn identify(&mut self, data: &Value) {
        if !self.token_fits(data) {
            return self.close(4004, "Authentication failed.");
        }
        let Some(asked) = data["intents"].as_u64().filter(|asked| asked & !intents::KNOWN == 0)
        else {
            return self.close(4013, "Invalid intent(s).");
        };
        if asked & intents::PRIVILEGED & self.core.options.disallowed_intents != 0 {
            return self.close(4014, "Disallowed intent(s).");
        }
        let shard = match &data["shard"] {
            Value::Null => (0, 1),
            given => match (given[0].as_u64(), given[1].as_u64()) {
                (Some(number), Some(count)) if number < count => (number, count),
                _ => return self.close(4010, "Invalid shard."),
            },
        };
        self.compress = data["compress"].as_bool().unwrap_or(false);
        let mut state = self.core.lock();
        let session = state.sessions.identify(shard, asked, self.connection, self.link.clone());
        state.greet(&session, shard);
        state.tell_of_bot();
        self.session = Some(session);
    }

    fn resume(&mut self, data: &Value) {
        if !self.token_fits(data) {
            return self.close(4004, "Authentication failed.");
        }
        let (Some(session), Some(seen)) = (data["session_id"].as_str(), data["seq"].as_u64())
        else {
            return self.close(4002, "Error while decoding payload.");
        };
        let mut state = self.core.lock();
        if state.sessions.resume(session, seen, self.connection, self.link.clone()).is_some() {
            self.session = Some(session.to_owned());
            // Whether frames may be compressed was said when identifying; serenity always says yes and reads both.
            self.compress = true;
            state.tell_of_bot();
            state.nudge();
        } else {
            drop(state);
            self.say(&json!({"op": 9, "d": false, "s": null, "t": null}));
        }
    }

    /// Op 8: the members of a server, all or by name or id.
    fn members(&self, data: &Value) {
        let mut state = self.core.lock();
        let Some(guild) = as_id(&data["guild_id"]).and_then(|id| state.world.guilds.get(&id))
        else {
            return;
        };
        let wanted: Option<Vec<u64>> = match &data["user_ids"] {
            Value::Null => None,
            Value::Array(list) => Some(list.iter().filter_map(as_id).collect()),
            one => Some(as_id(one).into_iter().collect()),
        };
        let query = data["query"].as_str().unwrap_or_default().to_lowercase();
        let limit = data["limit"].as_u64().filter(|limit| *limit > 0).unwrap_or(u64::MAX);
        let members: Vec<Value> = guild
            .members
            .keys()
            .filter(|id| wanted.as_ref().is_none_or(|wanted| wanted.contains(id)))
            .filter(|id| {
                query.is_empty() || state.world.name_of(**id).to_lowercase().starts_with(&query)
            })
            .take(usize::try_from(limit).unwrap_or(usize::MAX))
            .filter_map(|id| state.world.member_json(guild, *id))
            .collect();
        let not_found: Vec<String> = wanted
            .unwrap_or_default()
            .iter()
            .filter(|id| !guild.members.contains_key(id))
            .map(u64::to_string)
            .collect();
        let chunk = json!({
            "guild_id": guild.id.to_string(),
            "members": members,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": not_found,
            "nonce": data["nonce"],
        });
        if let Some(session) = &self.session {
            state.sessions.send_to(session, "GUILD_MEMBERS_CHUNK", &chunk);
        }
    }
}
