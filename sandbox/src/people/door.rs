//! Who may come in: pages from this machine, not other web sites that happen to be open in the same browser.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

pub(crate) async fn keep(request: Request, next: Next) -> Response {
    match problem(request.method(), request.headers()) {
        Some(problem) => (StatusCode::FORBIDDEN, problem).into_response(),
        None => next.run(request).await,
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// A name that merely resolves to this machine is a trick to be let in.
pub(super) fn wrong_address(headers: &HeaderMap) -> Option<&'static str> {
    let host = text(headers, header::HOST).unwrap_or_default();
    (!is_loopback(host)).then_some("the sandbox answers to its loopback address only")
}

fn problem(method: &Method, headers: &HeaderMap) -> Option<&'static str> {
    if let Some(problem) = wrong_address(headers) {
        return Some(problem);
    }
    // Reading is harmless, because a browser shows no other site the answer; a WebSocket it would show.
    let reads = method == Method::GET || method == Method::HEAD;
    if reads && !headers.contains_key(header::UPGRADE) {
        return None;
    }
    let host = text(headers, header::HOST);
    match text(headers, header::ORIGIN) {
        Some(origin) if origin.strip_prefix("http://") != host => {
            Some("other sites may not act here")
        }
        _ => None,
    }
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_names_are_answered() {
        for good in ["127.0.0.1:80", "localhost:4000", "[::1]:1", "localhost"] {
            assert!(is_loopback(good), "{good}");
        }
        for bad in ["evil.example:80", "127.0.0.1.evil.example", "", "localhost.evil"] {
            assert!(!is_loopback(bad), "{bad}");
        }
    }
}
