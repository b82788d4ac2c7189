//! What goes out over HTTP: the body, what it is, and the headers that keep a browser from doing anything but showing it.

use axum::body::Body;
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use gatemaster_rules::dice::hex;
use maud::Markup;
use sha2::{Digest as _, Sha256};

const HTML: &str = "text/html; charset=utf-8";
/// Styles and pictures of our own; no scripts, frames or forms from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";
/// Kept, but asked about each time: somebody who is taken out must not stay in a cache.
const ASK_AGAIN: &str = "no-cache";

#[derive(Debug)]
pub(crate) struct Answer {
    status: StatusCode,
    kind: &'static str,
    /// The name of the file, for what is kept and not shown.
    file: Option<String>,
    cache: &'static str,
    body: Vec<u8>,
}

impl Answer {
    pub fn page(markup: Markup) -> Self {
        Self::of(HTML, markup.into_string().into_bytes())
    }

    pub fn of(kind: &'static str, body: Vec<u8>) -> Self {
        Self { status: StatusCode::OK, kind, file: None, cache: ASK_AGAIN, body }
    }

    #[must_use]
    pub fn kept_as(self, file: impl Into<String>) -> Self {
        Self { file: Some(file.into()), ..self }
    }

    #[must_use]
    pub fn for_a_day(self) -> Self {
        Self { cache: "public, max-age=86400", ..self }
    }

    /// A page that says why there is no other.
    pub fn sorry(status: StatusCode, markup: Markup) -> Self {
        Self { status, cache: "no-store", ..Self::page(markup) }
    }

    pub fn sent(self, method: &Method, asked: &HeaderMap) -> Response<Body> {
        let Self { mut status, kind, file, cache, body } = self;
        let tag = format!("\"{}\"", hex(&Sha256::digest(&body)[..12]));
        let known = status == StatusCode::OK && knows(asked, &tag);
        if known {
            status = StatusCode::NOT_MODIFIED;
        }
        let length = body.len();
        let silent = known || *method == Method::HEAD;
        let mut response = Response::new(if silent { Body::empty() } else { Body::from(body) });
        *response.status_mut() = status;
        let headers = response.headers_mut();
        if !known {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
            headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        }
        if status == StatusCode::METHOD_NOT_ALLOWED {
            headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        if let Ok(tag) = HeaderValue::from_str(&tag)
            && (status == StatusCode::OK || known)
        {
            headers.insert(ETAG, tag);
        }
        let attachment = file.map(|file| format!("attachment; filename=\"{file}\""));
        if let Some(Ok(value)) = attachment.map(|text| HeaderValue::from_str(&text)) {
            headers.insert(CONTENT_DISPOSITION, value);
        }
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        for (name, value) in [
            ("content-security-policy", POLICY),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("permissions-policy", "interest-cohort=()"),
            ("cross-origin-opener-policy", "same-origin"),
            ("x-frame-options", "DENY"),
        ] {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        response
    }
}

/// Whether the browser has this very body.
fn knows(asked: &HeaderMap, tag: &str) -> bool {
    asked
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == tag || known == "*")
}
