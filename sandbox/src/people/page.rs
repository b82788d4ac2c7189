//! The front page: what this is and whether the bot is there.

use std::fmt::Write as _;

use axum::body::Body;
use axum::http::{HeaderValue, Response, header};

use crate::state::{Core, State};

pub(crate) fn show(core: &Core) -> Response<Body> {
    let mut lists = String::new();
    let state = core.lock();
    for guild in state.world.guilds.values() {
        // Writing to a String does not fail.
        let _ = write!(lists, "<h2>{}</h2><ul>", escape(&guild.name));
        for channel in guild.channels.iter().filter_map(|id| state.world.channels.get(id)) {
            let _ = write!(lists, "<li>#{}</li>", escape(&channel.name));
        }
        lists.push_str("</ul>");
    }
    let try_it = try_it(&state, &core.base);
    let connected = if state.sessions.anyone_connected() {
        "The bot is connected."
    } else {
        "The bot is not connected."
    };
    drop(state);
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Gatemaster sandbox</title>\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <style>body{{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}}\
         pre{{overflow-x:auto;padding:.75rem;border:1px solid #8888;border-radius:.4rem}}</style>\
         <h1>Gatemaster sandbox</h1>\
         <p>A small Discord of its own, on this machine only. No account, no network.</p>\
         <p role=\"status\">{connected}</p>{try_it}{lists}</html>"
    );
    let mut response = Response::new(Body::from(page));
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    response.headers_mut().insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'"),
    );
    response
}

/// Ready-made lines for a terminal: the people's side of this Discord is a small JSON interface.
fn try_it(state: &State, base: &str) -> String {
    let general = state
        .world
        .guilds
        .get(&state.world.home)
        .into_iter()
        .flat_map(|guild| &guild.channels)
        .filter_map(|id| state.world.channels.get(id).map(|channel| (id, &channel.name)))
        .find(|(_, name)| *name == "general");
    let Some((channel, _)) = general else { return String::new() };
    let slash = |who: &str, line: &str| {
        let body = serde_json::json!({"as": who, "channel": channel.to_string(), "text": line});
        escape(&format!("curl {base}/sandbox/slash --json '{body}'"))
    };
    format!(
        "<h2>Try it from a terminal</h2><pre>{}\n{}\n{}</pre>\
         <p>What Bob sees then: <a href=\"/sandbox/messages?as=Bob&amp;channel={channel}\">the messages of #general</a>.</p>",
        slash("Ann", "/bag setup sides:Red 6, Blue 5"),
        slash("Bob", "/game join"),
        slash("Bob", "/bag draw"),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
