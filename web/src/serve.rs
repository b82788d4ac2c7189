//! The listener and what stands behind it.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, Response};
use gatemaster_commands::clock::Clock;
use gatemaster_commands::open_desk;
use gatemaster_store::Store;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::boxed;
use crate::connections::{self, Answers, Limits};
use crate::keys::Secret;
use crate::site::{ServerNames, Site};
use crate::{pages, route};

/// So many pages are made at a time: whoever calls often must not keep the bot from its own database.
const AT_ONCE: usize = 2;

/// An address that is taken, before anything is served there.
#[derive(Clone, Debug)]
pub struct Listening {
    listener: Arc<std::net::TcpListener>,
    addr: SocketAddr,
    title: String,
    limits: Limits,
}

impl Listening {
    /// `title` stands at the head of every page.
    pub fn at(addr: SocketAddr, title: impl Into<String>) -> std::io::Result<Self> {
        let listener = std::net::TcpListener::bind(addr)?;
        listener.set_nonblocking(true)?;
        let addr = listener.local_addr()?;
        Ok(Self {
            listener: Arc::new(listener),
            addr,
            title: title.into(),
            limits: Limits::default(),
        })
    }

    /// With other limits than the usual ones.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    pub fn addr(&self) -> SocketAddr {
        self.addr
    }
}

/// The site, and the limit on how many pages are made at a time.
struct Door {
    site: Site,
    turns: Semaphore,
}

/// Serves until `stop` is cancelled.
#[boxed]
pub async fn serve(
    listening: Listening,
    store: Store,
    clock: Arc<Clock>,
    names: ServerNames,
    stop: CancellationToken,
) -> std::io::Result<()> {
    let secret = Secret::of(&store).await.map_err(std::io::Error::other)?;
    let listener = tokio::net::TcpListener::from_std(listening.listener.try_clone()?)?;
    let site = Site {
        title: listening.title,
        desk: open_desk(store.clone(), Arc::clone(&clock)),
        store,
        clock,
        names,
        secret,
    };
    let door = Arc::new(Door { site, turns: Semaphore::new(AT_ONCE) });
    connections::accept(listener, listening.limits, door, stop).await;
    Ok(())
}

impl Answers for Arc<Door> {
    // every path comes to the same place, so that odd ones get a page of ours too
    async fn answer(&self, request: Request) -> Response<Body> {
        answered(self, request).await
    }
}

async fn answered(door: &Door, request: Request) -> Response<Body> {
    let Door { site, turns } = door;
    let (method, headers) = (request.method(), request.headers());
    let answer = if !matches!(*method, Method::GET | Method::HEAD) {
        pages::sorry::only_to_read(&site.title)
    } else if let Ok(_turn) = turns.acquire().await {
        match route::found(site, request.uri().path()).await {
            Ok(Some(answer)) => answer,
            Ok(None) => pages::sorry::nothing_here(&site.title),
            Err(trouble) => {
                tracing::warn!(what = trouble.in_short(), "a public page could not be made");
                pages::sorry::not_now(&site.title)
            }
        }
    } else {
        pages::sorry::not_now(&site.title)
    };
    answer.sent(method, headers)
}
