//! The same stream for the page. A browser opens no more than six plain connections to one address, which half a
//! dozen tabs would use up between them; a socket is not counted.

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use serde_json::{Value, json};

use super::events::Listening;
use super::world::As;
use super::{Refused, Shared};

pub(super) async fn open(
    State(core): Shared,
    Query(asked): Query<As>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    let user = core.lock().who(&asked.who)?;
    // Listening begins before the page is told so: what it asks for then misses nothing.
    let listening = Listening::new(core, user);
    Ok(upgrade.on_upgrade(|socket| talk(socket, listening)))
}

async fn talk(mut socket: WebSocket, mut listening: Listening) {
    let line = |name: &str, data: &Value| {
        Message::Text(json!({"event": name, "data": data}).to_string().into())
    };
    if socket.send(line("hello", &Value::Null)).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            happened = listening.next() => {
                let Some((name, data)) = happened else { return };
                if socket.send(line(name, &data)).await.is_err() {
                    return;
                }
            }
            // The page has nothing to say here; hearing it notices when it goes.
            heard = socket.recv() => if !matches!(heard, Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Text(_) | Message::Binary(_)))) {
                return;
            },
        }
    }
}
