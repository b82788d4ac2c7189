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

fn problem(method: &Method, headers: &HeaderMap) -> Option<&'static str> {
    let text = |name| {
        headers.get(name).map(|value: &axum::http::HeaderValue| value.to_str().unwrap_or("?"))
    };
    let host = text(header::HOST).unwrap_or_default();
    // A name that merely resolves to this machine is the trick this guards against.
    if !is_loopback(host) {
        return Some("the sandbox answers to its loopback address only");
    }
    if method == Method::GET || method == Method::HEAD {
        return None;
    }
    match text(header::ORIGIN) {
        Some(origin) if origin.strip_prefix("http://") != Some(host) => {
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
