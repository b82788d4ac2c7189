//! People who open a connection and do not go on with it.

use std::time::Duration;

use gatemaster_web::Limits;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::reader::Reader;

/// Longer than any test takes.
const NEVER: Duration = Duration::from_hours(1);
const SOON: Duration = Duration::from_millis(30);

async fn begins(reader: &Reader, with: &str) -> TcpStream {
    let mut line = TcpStream::connect(reader.addr()).await.unwrap();
    line.write_all(with.as_bytes()).await.unwrap();
    line
}

/// What is sure to come soon; where nothing ends it, this gives up before anything else would.
async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), what).await.expect("the page ended it")
}

/// Everything that comes until the page closes the line.
async fn hears_to_the_end(mut line: TcpStream) -> String {
    let mut heard = Vec::new();
    // a line that is cut off may end with an error; it has ended all the same
    let _ = soon(line.read_to_end(&mut heard)).await;
    String::from_utf8_lossy(&heard).into_owned()
}

#[tokio::test]
async fn a_request_that_is_never_finished_is_closed() {
    let reader = Reader::within(Limits { asking: SOON, life: NEVER, ..Limits::default() }).await;
    for half in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n"] {
        let heard = hears_to_the_end(begins(&reader, half).await).await;
        assert!(!heard.contains("200 OK"), "{half:?}: {heard}");
    }
}

#[tokio::test]
async fn a_body_that_never_comes_is_not_waited_for() {
    let reader = Reader::within(Limits { asking: SOON, life: NEVER, ..Limits::default() }).await;
    let half = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc";
    let heard = hears_to_the_end(begins(&reader, half).await).await;
    assert!(heard.starts_with("HTTP/1.1 405"), "{heard}");
}

#[tokio::test]
async fn a_connection_that_asks_nothing_more_is_closed() {
    let reader = Reader::within(Limits { asking: SOON, life: NEVER, ..Limits::default() }).await;
    let heard = hears_to_the_end(begins(&reader, "GET / HTTP/1.1\r\nHost: x\r\n\r\n").await).await;
    assert!(heard.starts_with("HTTP/1.1 200 OK"), "{heard}");
}

#[tokio::test]
async fn a_connection_that_asks_again_and_again_ends_too() {
    let reader = Reader::within(Limits { asking: NEVER, life: SOON, ..Limits::default() }).await;
    let mut line = begins(&reader, "").await;
    let mut piece = [0; 4096];
    loop {
        if line.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.is_err() {
            break;
        }
        match line.read(&mut piece).await {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
    }
}

#[tokio::test]
async fn connections_beyond_the_limit_wait_for_a_place_and_get_it() {
    let limits = Limits { connections: 2, asking: NEVER, life: NEVER };
    let reader = Reader::within(limits).await;
    let (mut one, two) = (begins(&reader, "").await, begins(&reader, "").await);
    let mut third = begins(&reader, "GET / HTTP/1.1\r\nHost: x\r\n\r\n").await;
    // one of those who hold the places is answered again and again, and the third is not
    let mut piece = [0; 16_000];
    for _ in 0..20 {
        one.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        assert!(soon(one.read(&mut piece)).await.unwrap() > 0, "the first is answered");
    }
    let nothing = third.try_read(&mut piece).map_err(|error| error.kind());
    assert_eq!(nothing, Err(std::io::ErrorKind::WouldBlock), "the third waits");
    drop(two);
    assert!(soon(third.read(&mut piece)).await.unwrap() > 0, "a place was free");
}

#[tokio::test]
async fn people_who_hold_every_place_and_say_nothing_lose_it() {
    let limits = Limits { connections: 2, asking: SOON, life: NEVER };
    let reader = Reader::within(limits).await;
    let held = [begins(&reader, "").await, begins(&reader, "GET / HT").await];
    assert!(soon(reader.reads("/")).await.contains("Our page"));
    drop(held);
}
