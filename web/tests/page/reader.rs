//! Somebody who reads the page.

use std::net::SocketAddr;
use std::sync::Arc;

use gatemaster_commands::clock::Clock;
use gatemaster_store::Store;
use gatemaster_web::{Limits, Listening, serve};
use reqwest::{Client, Method, Response, StatusCode};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::filled::Pen;

/// Two servers, of which only one is known by name.
pub const HOME: u64 = 700_000_000_000_000_001;
pub const ELSEWHERE: u64 = 700_000_000_000_000_002;

pub struct Reader {
    pub store: Store,
    pub clock: Arc<Clock>,
    pub client: Client,
    addr: SocketAddr,
    _folder: TempDir,
}

impl Reader {
    pub async fn new() -> Reader {
        Self::within(Limits::default()).await
    }

    /// With other limits on connections than the usual ones.
    pub async fn within(limits: Limits) -> Reader {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.unwrap();
        let clock = Arc::<Clock>::default();
        let listening = Listening::at("127.0.0.1:0".parse().unwrap(), "Our page").unwrap();
        let listening = listening.within(limits);
        let addr = listening.addr();
        let names = Arc::new(|guild| (guild == HOME).then(|| "The <b>Club</b>".to_owned()));
        let stop = CancellationToken::new();
        tokio::spawn(serve(listening, store.clone(), Arc::clone(&clock), names, stop));
        Reader { store, clock, client: Client::new(), addr, _folder: folder }
    }

    pub fn pen(&self, guild: u64) -> Pen {
        Pen::new(&self.store, &self.clock, guild)
    }

    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    pub async fn asks(&self, method: Method, path: &str) -> Response {
        self.client.request(method, self.url(path)).send().await.unwrap()
    }

    /// The text of a page that is there.
    pub async fn reads(&self, path: &str) -> String {
        let answer = self.asks(Method::GET, path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.text().await.unwrap()
    }

    /// Says that the page is not there, kindly.
    pub async fn misses(&self, path: &str) {
        let answer = self.asks(Method::GET, path).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(answer.text().await.unwrap().contains("Nothing here"), "{path}");
    }

    /// Everything that can be reached by links from the front page, with its text.
    pub async fn wanders(&self) -> Vec<(String, String)> {
        let mut seen: Vec<(String, String)> = Vec::new();
        let mut next = vec!["/".to_owned()];
        while let Some(path) = next.pop() {
            if seen.iter().any(|(known, _)| *known == path) {
                continue;
            }
            let answer = self.asks(Method::GET, &path).await;
            assert_eq!(answer.status(), StatusCode::OK, "a link leads to {path}");
            let html = answer.headers()["content-type"].to_str().unwrap().starts_with("text/html");
            let bytes = answer.bytes().await.unwrap();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if html {
                for attribute in ["href=\"", "src=\""] {
                    for link in text.split(attribute).skip(1) {
                        let link = link.split('"').next().unwrap();
                        assert!(link.starts_with('/') || link == "#main", "{path} links to {link}");
                        next.extend(link.starts_with('/').then(|| link.to_owned()));
                    }
                }
            }
            seen.push((path, text));
        }
        seen
    }
}

/// The first link on a page that begins like this.
pub fn link(page: &str, start: &str) -> String {
    let begin = format!("href=\"{start}");
    let from = page.find(&begin).unwrap_or_else(|| panic!("no link to {start}")) + "href=\"".len();
    page[from..].split('"').next().unwrap().to_owned()
}
