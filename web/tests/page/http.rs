use gatemaster_league::settings::Format;
use gatemaster_league::{Played, Settings};
use reqwest::{Method, StatusCode};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::reader::{HOME, Reader};

#[tokio::test]
async fn a_browser_that_has_the_page_is_told_so_and_nothing_else() {
    let reader = Reader::new().await;
    let pen = reader.pen(HOME);
    let played = || Played::Elsewhere("Chess".to_owned());
    pen.league("Winter league", played(), Settings::new(Format::Open { meetings: 0 })).await;
    let first = reader.asks(Method::GET, "/").await;
    assert_eq!(first.headers()["cache-control"], "no-cache");
    let tag = first.headers()["etag"].clone();
    let again =
        |tag: String| reader.client.get(reader.url("/")).header("if-none-match", tag).send();
    for known in [tag.to_str().unwrap().to_owned(), format!("\"x\", W/{}", tag.to_str().unwrap())] {
        let again = again(known).await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(again.headers()["etag"], tag);
        assert_eq!(again.text().await.unwrap(), "");
    }
    pen.league("Summer league", played(), Settings::new(Format::Open { meetings: 0 })).await;
    let changed = again(tag.to_str().unwrap().to_owned()).await.unwrap();
    assert_eq!(changed.status(), StatusCode::OK);
    assert!(changed.text().await.unwrap().contains("Summer league"));
}

#[tokio::test]
async fn every_answer_forbids_what_the_page_does_not_need() {
    let reader = Reader::new().await;
    for path in ["/", "/about", "/style.css", "/icon.svg", "/robots.txt", "/nowhere"] {
        let answer = reader.asks(Method::GET, path).await;
        let headers = answer.headers();
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'self'; img-src 'self'"));
        assert!(!policy.contains("script") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
        assert!(!headers.contains_key("set-cookie"), "{path}");
    }
}

#[tokio::test]
async fn it_is_only_read() {
    let reader = Reader::new().await;
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS] {
        let answer = reader.asks(method, "/").await;
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(answer.headers()["allow"], "GET, HEAD");
    }
    let head = reader.asks(Method::HEAD, "/about").await;
    assert_eq!(head.status(), StatusCode::OK);
    let length = head.headers()["content-length"].to_str().unwrap().to_owned();
    assert_eq!(head.text().await.unwrap(), "");
    assert_eq!(reader.reads("/about").await.len().to_string(), length);
}

#[tokio::test]
async fn odd_addresses_get_a_friendly_page() {
    let reader = Reader::new().await;
    let long = format!("/l/{}", "x".repeat(20_000));
    for path in [
        "//",
        "/l",
        "/l/",
        "/l/%00",
        "/l/%ff%fe",
        "/l/x'%20OR%201=1",
        "/l/x/season/99999999999999999999",
        "/l/x/season/-1",
        "/l/x/p/4294967296",
        "/p/",
        "/p/-",
        "/p/no-such",
        "/p/n%C3%B6-%F0%9F%8E%B2",
        "/s/%3Cscript%3E",
        "/g/0000000000",
        "/g/x/board.png/more",
        "/c/x",
        "/a/b/c/d/e/f/g/h/i",
        "/style.css/x",
        &long,
    ] {
        reader.misses(path).await;
    }
    // as no browser would send them
    for path in ["/l/../../etc/passwd", "/l/%2e%2e/%2e%2e/x", "/l/\u{e9}", "*", "/l/ x"] {
        let raw = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let address = reader.url("").trim_start_matches("http://").to_owned();
        let mut line = tokio::net::TcpStream::connect(address).await.unwrap();
        line.write_all(raw.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        line.read_to_end(&mut answer).await.unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 4"), "{path}: {}", String::from_utf8_lossy(&answer));
    }
    assert!(
        reader.reads("/about/").await.contains("About this page"),
        "a stroke at the end is fine"
    );
}
