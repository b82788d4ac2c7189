//! The small API with which a web page lets people play: the same deeds as in tests, as JSON, for this machine only.
//! One rule stands above all: nobody is ever told of anything they could not see.

mod act;
mod events;
mod given;
mod live;
mod look;
pub(crate) mod page;
mod places;
mod say;
mod who;
mod world;

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;

use crate::limits::Refusal;
use crate::state::{Core, State as Everything};
use crate::world::Id;

type Shared = State<Arc<Core>>;

pub(crate) fn router(core: &Arc<Core>) -> Router<Arc<Core>> {
    Router::new()
        .route("/world", get(world::show))
        .route("/commands", get(look::commands))
        .route("/messages", get(look::messages))
        .route("/pins", get(look::pins))
        .route("/events", get(events::stream))
        .route("/live", get(live::open))
        .route("/say", post(say::say))
        .route("/slash", post(act::slash))
        .route("/complete", post(act::complete))
        .route("/click", post(act::click))
        .route("/select", post(act::select))
        .route("/modal", post(act::modal))
        .route("/menu", post(act::menu))
        .route("/thread", post(places::thread))
        .route("/direct", post(places::direct))
        .route("/people", get(who::list).post(who::add))
        .route("/install", post(who::install))
        .with_state(Arc::clone(core))
}

/// The page's own files.
pub(crate) fn files() -> Router<Arc<Core>> {
    Router::new().route("/{file}", get(page::file))
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

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.describe())
    }
}

fn number(text: &str, what: &str) -> Result<Id, Refused> {
    text.parse().map_err(|_| Refused(format!("\"{text}\" is no {what}")))
}

impl Everything {
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

    /// Who acts, and where.
    fn someone_at(&self, who: &str, channel: &str) -> Result<(Id, Id), String> {
        let user = self.who(who)?;
        Ok((user, self.place(user, channel)?))
    }
}
