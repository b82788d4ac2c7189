//! The page itself: a few plain files, part of the program.

use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse as _;

/// Everything comes from here and nothing from elsewhere; no text that people write can become code.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../page/", $name)).as_slice())),*]
    };
}

const FILES: &[(&str, &[u8])] = files!(
    "act.js"
    "api.js"
    "base.css"
    "channels.js"
    "completion.js"
    "components.js"
    "dialog.js"
    "dom.js"
    "embed.js"
    "entry.css"
    "entry.js"
    "files.js"
    "icon.svg"
    "index.html"
    "layout.css"
    "line.js"
    "live.js"
    "log.js"
    "main.js"
    "markdown.js"
    "marks.js"
    "menu.js"
    "message.js"
    "messages.css"
    "offers.js"
    "people.js"
    "pins.js"
    "posts.js"
    "settings.js"
    "sides.js"
    "state.js"
    "suggest.js"
    "time.js"
    "welcome.js"
);

pub(super) async fn file(Path(name): Path<String>) -> Response<Body> {
    show(&name)
}

/// The front page.
pub(crate) fn front() -> Response<Body> {
    show("index.html")
}

fn show(name: &str) -> Response<Body> {
    let Some((_, bytes)) = FILES.iter().find(|(known, _)| *known == name) else {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let kind = match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let mut response = Response::new(Body::from(*bytes));
    let headers = response.headers_mut();
    for (key, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(key, HeaderValue::from_static(value));
    }
    response
}
