//! Who may come in, by whichever entrance: programs and pages of this machine, not other web sites that happen to be open in
//! the same browser. A site can have its own name resolve to this machine, and send requests that a browser lets it send; both
//! show in headers that no site can forge.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, PoisonError, RwLock};

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// The door in front of one listener.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    /// `http` or `https`
    scheme: &'static str,
    hosts: Hosts,
}

/// What the sandbox is called, as a browser or a program writes it in `Host`; more can be added while it runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hosts(Arc<RwLock<Vec<String>>>);

impl Hosts {
    /// Every way to write an address of this machine.
    pub(crate) fn add(&self, addr: SocketAddr) {
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()];
        let own = match addr.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        for name in names.into_iter().chain([own]) {
            // the port that a browser leaves out
            if addr.port() == 80 {
                self.add_name(name.clone());
            }
            self.add_name(format!("{name}:{}", addr.port()));
        }
    }

    pub(crate) fn add_name(&self, name: String) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if !all.contains(&name) {
            all.push(name);
        }
    }

    fn know(&self, host: &str) -> bool {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        all.iter().any(|known| known.eq_ignore_ascii_case(host))
    }
}

impl Door {
    pub(crate) fn plain(hosts: Hosts) -> Self {
        Self { scheme: "http", hosts }
    }

    #[cfg(feature = "tls")]
    pub(crate) fn tls(hosts: Hosts) -> Self {
        Self { scheme: "https", hosts }
    }

    /// Why this request is turned away, if it is.
    fn problem(&self, request: &Request) -> Option<&'static str> {
        let headers = request.headers();
        let Some(host) = self.host(headers, request.uri().authority()) else {
            return Some(
                "The sandbox answers only at its own address on this machine, with its own port. Open the one that \
                 Gatemaster printed when it started.",
            );
        };
        let own = format!("{}://{host}", self.scheme);
        if !only(headers, &header::ORIGIN).is_none_or(|origin| origin.eq_ignore_ascii_case(&own)) {
            return Some(
                "Other web sites may not come in here: this is for the sandbox's own page.",
            );
        }
        if is_sent_by_another_site(request) {
            return Some(
                "Other web sites may not ask for this: open the sandbox's own page for it.",
            );
        }
        None
    }

    /// The one host that is asked for, if it is ours.
    fn host<'a>(&self, headers: &'a HeaderMap, in_line: Option<&Authority>) -> Option<&'a str> {
        let host = only(headers, &header::HOST)?;
        let agree = in_line.is_none_or(|line| line.as_str().eq_ignore_ascii_case(host));
        (agree && self.hosts.know(host)).then_some(host)
    }
}

/// The value of a header that may come once. What comes twice, or is no text, is like nothing we know.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?;
    if all.next().is_some() { Some("?") } else { Some(first.to_str().unwrap_or("?")) }
}

/// A browser sends no `Origin` with a picture or a script that a page fetches from elsewhere, but says that it is from
/// elsewhere. A link to the front page may be followed from anywhere.
fn is_sent_by_another_site(request: &Request) -> bool {
    const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
    const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
    let headers = request.headers();
    let foreign = !matches!(only(headers, &SITE), None | Some("same-origin" | "none"));
    let follows_link = only(headers, &MODE) == Some("navigate")
        && request.method() == Method::GET
        && request.uri().path() == "/";
    foreign && !follows_link
}

pub(crate) async fn keep(State(door): State<Door>, request: Request, next: Next) -> Response {
    match door.problem(&request) {
        Some(problem) => (StatusCode::FORBIDDEN, problem).into_response(),
        None => next.run(request).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn door() -> Door {
        let hosts = Hosts::default();
        hosts.add(([127, 0, 0, 2], 4280).into());
        Door::plain(hosts)
    }

    fn asked(path: &str, headers: &[(&str, &str)]) -> Request {
        let request = axum::http::Request::get(path);
        let request =
            headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        request.body(Body::empty()).unwrap()
    }

    fn lets_in(path: &str, headers: &[(&str, &str)]) -> bool {
        door().problem(&asked(path, headers)).is_none()
    }

    #[test]
    fn only_the_sandboxs_own_names_with_its_port_are_answered() {
        for good in
            ["127.0.0.1:4280", "localhost:4280", "LocalHost:4280", "[::1]:4280", "127.0.0.2:4280"]
        {
            assert!(lets_in("/", &[("host", good)]), "{good}");
        }
        for bad in [
            "",
            "localhost",
            "localhost:80",
            "127.0.0.1:42800",
            "evil.example:4280",
            "127.0.0.1.evil.example:4280",
            "localhost.:4280",
            "0.0.0.0:4280",
        ] {
            assert!(!lets_in("/", &[("host", bad)]), "{bad}");
        }
        assert!(!lets_in("/", &[]), "no host at all");
        let twice = [("host", "localhost:4280"), ("host", "localhost:4280")];
        assert!(!lets_in("/", &twice), "two hosts");
        assert!(
            !lets_in("http://evil.example/", &[("host", "localhost:4280")]),
            "two minds about the host"
        );
        assert!(lets_in("http://localhost:4280/", &[("host", "localhost:4280")]));
    }

    #[test]
    fn an_origin_is_the_page_itself_or_absent() {
        let with = |origin: &str| lets_in("/", &[("host", "localhost:4280"), ("origin", origin)]);
        assert!(with("http://localhost:4280"));
        for bad in [
            "https://localhost:4280",
            "http://127.0.0.1:4280",
            "http://localhost:3000",
            "http://evil.example",
            "null",
            "",
        ] {
            assert!(!with(bad), "{bad}");
        }
    }

    #[test]
    fn what_a_browser_fetches_for_another_site_is_refused_and_a_link_followed() {
        let asks = |path: &str, site: &str, mode: &str| {
            let headers =
                [("host", "localhost:4280"), ("sec-fetch-site", site), ("sec-fetch-mode", mode)];
            lets_in(path, &headers)
        };
        assert!(asks("/page/main.js", "same-origin", "cors"));
        assert!(asks("/attachments/1/2/board.png", "none", "navigate"), "typed by hand");
        assert!(asks("/", "cross-site", "navigate"), "a link to the front page");
        for (path, site, mode) in [
            ("/", "cross-site", "no-cors"),
            ("/attachments/1/2/board.png", "cross-site", "no-cors"),
            ("/sandbox/world?as=Ann", "same-site", "no-cors"),
            ("/sandbox/world?as=Ann", "cross-site", "navigate"),
        ] {
            assert!(!asks(path, site, mode), "{path} {site} {mode}");
        }
    }
}
