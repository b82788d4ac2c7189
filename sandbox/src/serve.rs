//! Listening: one accept loop for plain and TLS connections, one entrance for every request.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{Response, header};
use axum::middleware;
use axum::response::IntoResponse as _;
use axum::routing::get;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_service::Service as _;

use crate::door::{self, Door};
use crate::limits::Refusal;
use crate::rest::{self, LostAnswer};
use crate::state::Core;
use crate::world::Id;
use crate::{gateway, people};

/// Everything that can be asked for, all of it behind one door.
pub(crate) fn router(core: Arc<Core>, door: Door) -> Router {
    Router::new()
        .route("/attachments/{channel}/{file}/{name}", get(attachment))
        .route("/emojis/{file}", get(emoji))
        .nest("/sandbox", people::router(&core))
        .nest("/page", people::files())
        .fallback(entrance)
        // Attachments have their own limit, which is answered in Discord's words.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(door, door::keep))
        .with_state(core)
}

/// The gateway may be asked for at any path, the API only below its own.
async fn entrance(
    State(core): State<Arc<Core>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response<Body> {
    if let Ok(upgrade) = upgrade {
        return upgrade
            .max_message_size(1 << 20)
            .on_upgrade(move |socket| gateway::serve(core, socket));
    }
    match request.uri().path() {
        "/" => people::page::front(),
        path if path.starts_with("/api/") => rest::handle(core, request).await,
        _ => rest::respond(404, Some(&Refusal::unknown_route().json())),
    }
}

async fn attachment(
    State(core): State<Arc<Core>>,
    Path((_, file, _)): Path<(Id, Id, String)>,
) -> Response<Body> {
    show(core.lock().file(file))
}

/// The application's own emoji, by its number: "123.png".
async fn emoji(State(core): State<Arc<Core>>, Path(file): Path<String>) -> Response<Body> {
    let emoji: Option<Id> = file.strip_suffix(".png").and_then(|id| id.parse().ok());
    let state = core.lock();
    let known = emoji.filter(|emoji| state.world.emojis.contains_key(emoji));
    show(known.and_then(|emoji| state.file(emoji)))
}

fn show(file: Option<Arc<[u8]>>) -> Response<Body> {
    match file {
        Some(bytes) => {
            // Nothing a stranger uploaded is run by a browser; what is plainly a picture is shown.
            let (kind, how) = match picture_kind(&bytes) {
                Some(kind) => (kind, "inline"),
                None => ("application/octet-stream", "attachment"),
            };
            let headers = [
                (header::CONTENT_TYPE, kind),
                (header::CONTENT_DISPOSITION, how),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
                (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
            ];
            (headers, bytes.to_vec()).into_response()
        }
        None => rest::respond(404, Some(&Refusal::unknown_route().json())),
    }
}

/// The kinds of picture every browser shows, by their first bytes, whatever the file is called.
fn picture_kind(bytes: &[u8]) -> Option<&'static str> {
    let starts = |with: &[u8]| bytes.starts_with(with);
    if starts(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if starts(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else if starts(b"GIF8") {
        Some("image/gif")
    } else if starts(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
}

/// A connection over which nothing is asked for this long is closed. The bot lets go of an idle one after ninety seconds, so that
/// it never asks over one that is just being closed.
const PATIENCE: Duration = Duration::from_mins(2);

/// Turns an accepted connection into one that speaks HTTP, with or without TLS.
#[derive(Clone)]
pub(crate) enum Wrap {
    Plain,
    #[cfg(feature = "tls")]
    Tls(tokio_rustls::TlsAcceptor),
}

pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    stop: CancellationToken,
    wrap: Wrap,
) {
    loop {
        let stream = tokio::select! {
            () = stop.cancelled() => return,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    continue;
                }
            },
        };
        drop(stream.set_nodelay(true));
        let (router, stop, wrap) = (router.clone(), stop.clone(), wrap.clone());
        tokio::spawn(async move {
            match wrap {
                Wrap::Plain => talk(stream, router, stop).await,
                #[cfg(feature = "tls")]
                Wrap::Tls(acceptor) => match acceptor.accept(stream).await {
                    Ok(stream) => talk(stream, router, stop).await,
                    Err(error) => tracing::debug!(%error, "no TLS"),
                },
            }
        });
    }
}

#[derive(Debug)]
struct Lost;

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the answer is lost on purpose")
    }
}

impl std::error::Error for Lost {}

async fn talk<S>(stream: S, router: Router, stop: CancellationToken)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut router = router.clone();
        async move {
            let Ok(response) = router.call(request.map(Body::new)).await;
            // An error instead of a response makes hyper close the connection without a word.
            if response.extensions().get::<LostAnswer>().is_some() {
                Err(Lost)
            } else {
                Ok(response)
            }
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::select! {
        result = connection => if let Err(error) = result {
            tracing::debug!(%error, "a connection ended");
        },
        () = stop.cancelled() => {}
    }
}

/// The port is on this machine and nowhere else.
pub(crate) fn is_loopback(addr: SocketAddr) -> bool {
    addr.ip().is_loopback()
}
