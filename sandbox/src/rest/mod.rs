//! The HTTP side of Discord: every request of the bot enters here.

pub(crate) mod body;
mod channels;
mod commands;
mod emojis;
mod guilds;
mod messages;
mod route;
mod threads;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde_json::{Value, json};

use crate::faults::Fault;
use crate::limits::Refusal;
use crate::limits::message::Upload;
use crate::mischief::Deed;
use crate::state::Core;

/// What a request is answered with when it is not refused.
#[derive(Debug)]
pub(crate) enum Reply {
    Json(Value),
    Created(Value),
    Empty,
}

pub(crate) type Answer = Result<Reply, Refusal>;

/// A request as the routes see it.
#[derive(Debug)]
pub(crate) struct Asked<'a> {
    pub method: &'a str,
    /// `["channels", "1", "messages"]`
    pub path: Vec<&'a str>,
    pub query: Vec<(String, String)>,
    pub body: Value,
    pub uploads: Vec<Upload>,
    /// Where the bot finds the gateway.
    pub gateway: String,
}

impl Asked<'_> {
    pub(crate) fn query(&self, key: &str) -> Option<&str> {
        self.query.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Marks a response that must never arrive: the accept loop drops the connection instead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LostAnswer;

pub(crate) async fn handle(core: Arc<Core>, request: Request) -> Response<Body> {
    let method = request.method().as_str().to_owned();
    let uri = request.uri().clone();
    let full_path = uri.path().to_owned();
    let deed = core.lock().mischief.for_request(&method, &full_path);
    let mut instead = None;
    match deed {
        Some(Deed::TooMany { retry_after, global }) => {
            return too_many(retry_after.as_secs_f64(), global);
        }
        Some(Deed::Fail(status)) => return failed(status),
        Some(Deed::Refuse) => {
            let text = json!({"message": "Invalid Form Body", "code": 50_035, "errors": {}});
            return respond(400, Some(&text));
        }
        Some(Deed::Delay(by)) => tokio::time::sleep(by).await,
        Some(Deed::Hold(gate)) => gate.pass().await,
        Some(Deed::LoseAnswer) => {
            let mut response = respond(204, None);
            response.extensions_mut().insert(LostAnswer);
            instead = Some(response);
        }
        Some(Deed::DoAndFail(status)) => instead = Some(failed(status)),
        Some(Deed::Garble) => {
            let mut response = respond(200, None);
            *response.body_mut() = Body::from("{\"id\": \"12");
            instead = Some(response);
        }
        None => {}
    }
    let result = answer(&core, request, &method, &full_path).await;
    let response = match result {
        Ok(Reply::Json(value)) => respond(200, Some(&value)),
        Ok(Reply::Created(value)) => respond(201, Some(&value)),
        Ok(Reply::Empty) => respond(204, None),
        Err(refusal) => {
            let fault = Fault {
                method,
                path: without_token(&full_path),
                status: refusal.status,
                what: refusal.describe(),
            };
            let mut state = core.lock();
            state.faults.record(fault);
            state.nudge();
            drop(state);
            respond(refusal.status, Some(&refusal.json()))
        }
    };
    instead.unwrap_or(response)
}

fn failed(status: u16) -> Response<Body> {
    let text = json!({"message": format!("{status}: told to fail by the sandbox"), "code": 0});
    respond(status, Some(&text))
}

async fn answer(core: &Core, request: Request, method: &str, full_path: &str) -> Answer {
    let path = full_path.strip_prefix("/api/v10/").ok_or_else(Refusal::unknown_route)?;
    let path: Vec<&str> = path.split('/').collect();
    let authorized = {
        let given =
            request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        given.and_then(|value| value.strip_prefix("Bot ")) == Some(core.token.as_str())
    };
    let token_in_path = matches!(
        path.as_slice(),
        ["interactions", _, _, "callback"] | ["webhooks", _, _, ..] | ["gateway"]
    );
    if !authorized && !token_in_path {
        return Err(Refusal::unauthorized());
    }
    let query = body::query(request.uri().query().unwrap_or_default());
    let body::Given { json, uploads } = body::read(request).await?;
    #[cfg(feature = "openapi")]
    core.description.check(method, &path, &json)?;
    let gateway = core.base.replacen("http", "ws", 1);
    let asked = Asked { method, path, query, body: json, uploads, gateway };
    core.lock().route(asked)
}

/// Tokens are secrets, also here: logs and test output are passed around.
fn without_token(path: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    if let Some(at) = parts.iter().position(|part| matches!(*part, "interactions" | "webhooks"))
        && let Some(token) = parts.get_mut(at + 2)
    {
        *token = "{token}";
    }
    parts.join("/")
}

pub(crate) fn respond(status: u16, value: Option<&Value>) -> Response<Body> {
    let body = value.map_or_else(Body::empty, |value| Body::from(value.to_string()));
    let mut response = Response::new(body);
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if value.is_some() {
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    response
}

fn too_many(retry_after: f64, global: bool) -> Response<Body> {
    let body = json!({"message": "You are being rate limited.", "retry_after": retry_after, "global": global});
    let mut response = respond(429, Some(&body));
    let headers = response.headers_mut();
    let mut put = |name: &'static str, value: String| {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    };
    // The header is in whole seconds, the body is exact; serenity reads either as a fraction.
    put("retry-after", format!("{retry_after}"));
    put("x-ratelimit-scope", if global { "global".into() } else { "user".into() });
    if global {
        put("x-ratelimit-global", "true".into());
    } else {
        put("x-ratelimit-limit", "5".into());
        put("x-ratelimit-remaining", "0".into());
        put("x-ratelimit-reset-after", format!("{retry_after:.3}"));
        let reset =
            time::OffsetDateTime::now_utc() + std::time::Duration::from_secs_f64(retry_after);
        put("x-ratelimit-reset", format!("{}.{:03}", reset.unix_timestamp(), reset.millisecond()));
        put("x-ratelimit-bucket", "sandbox".into());
    }
    response
}
