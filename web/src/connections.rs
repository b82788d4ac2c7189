//! The listener: how many connections there may be, and how long each may take. Nobody can keep the page from others by opening
//! connections and saying nothing, or by reading an answer a byte at a time.
//!
//! There is no limit for each address: the page listens on this machine only, and whoever reads it from elsewhere comes through the
//! one web server in front of it, so that all readers would share it.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::Response;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What connections may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many there are at a time; further ones wait to be let in.
    pub connections: usize,
    /// How long a request may take to come in, and how long a connection may wait for its next one.
    pub asking: Duration,
    /// After this, what is being answered is the connection's last; after as long again it is cut off.
    pub life: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 128, asking: Duration::from_secs(10), life: Duration::from_mins(1) }
    }
}

/// How a request is answered.
pub(crate) trait Answers: Clone + Send + Sync + 'static {
    fn answer(&self, request: Request) -> impl Future<Output = Response<Body>> + Send;
}

/// Lets people in until `stop` is cancelled, and then waits for the answers that are under way.
pub(crate) async fn accept(
    listener: TcpListener,
    limits: Limits,
    answers: impl Answers,
    stop: CancellationToken,
) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let open = TaskTracker::new();
    loop {
        let accepted = async {
            // first a place, then somebody to take it
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            () = stop.cancelled() => break,
            accepted = accepted => accepted,
        };
        match accepted {
            Ok((stream, _)) => {
                let (answers, stop) = (answers.clone(), stop.clone());
                open.spawn(async move {
                    talk(stream, limits, answers, stop).await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a reader of the public page could not be let in");
                // it may be that no more files can be opened just now
                sleep(Duration::from_millis(200)).await;
            }
        }
    }
    open.close();
    open.wait().await;
}

async fn talk(stream: TcpStream, limits: Limits, answers: impl Answers, stop: CancellationToken) {
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let answers = answers.clone();
        async move { Ok::<_, Infallible>(answers.answer(request.map(Body::new)).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.asking)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return told(ended),
        () = stop.cancelled() => {}
        () = sleep(limits.life) => {}
    }
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        ended = connection => told(ended),
        () = sleep(limits.life) => tracing::debug!("a reader took too long and was cut off"),
    }
}

fn told(ended: Result<(), hyper::Error>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a reader's connection ended");
    }
}
