//! Every entrance of the sandbox, tried by other web sites: by a name of theirs that resolves to this machine, and by requests
//! that a browser sends for them.

use gatemaster_sandbox::{Options, Sandbox};
use reqwest::{Client, Method, Response};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::bot;

/// What every sandbox of earlier versions took for the bot's token.
const TOKEN_OF_OLD: &str = "MTAwMDAwMDAwMDAwMDAwMDAw.Sandbx.local-discord-on-loopback-only-0";

/// One way in, with the answer that the sandbox's own people and programs get.
struct Entrance {
    method: Method,
    path: String,
    body: &'static str,
    socket: bool,
    good: u16,
}

fn entrance(method: Method, path: impl Into<String>, good: u16) -> Entrance {
    Entrance { method, path: path.into(), body: "", socket: false, good }
}

fn looks(path: &str) -> Entrance {
    entrance(Method::GET, path, 200)
}

/// A request that is understood and refused for what it says, so that trying it changes nothing.
fn says(path: &str, body: &'static str) -> Entrance {
    Entrance { body, ..entrance(Method::POST, path, 400) }
}

fn sockets(path: &str) -> Entrance {
    Entrance { socket: true, ..entrance(Method::GET, path, 101) }
}

fn all(attachment: &str) -> Vec<Entrance> {
    let nobody = r#"{"as":"Nobody","channel":"general","text":"x","name":"x","message":"1","custom_id":"x",
        "interaction":"1","command":"x","on":true}"#;
    let no_form = r#"{"as":"Nobody","interaction":"1","values":{}}"#;
    let mut all = vec![
        looks("/"),
        looks("/page/main.js"),
        looks("/page/icon.svg"),
        looks(attachment),
        looks("/sandbox/world?as=Ann"),
        looks("/sandbox/commands?as=Ann&channel=general"),
        looks("/sandbox/messages?as=Ann&channel=general"),
        looks("/sandbox/pins?as=Ann&channel=general"),
        looks("/sandbox/events?as=Ann"),
        looks("/sandbox/people"),
        says("/sandbox/people", r#"{"name":""}"#),
        says("/sandbox/modal", no_form),
        sockets("/sandbox/live?as=Ann"),
        sockets("/"),
        sockets("/?v=10&encoding=json"),
        sockets("/anywhere"),
        entrance(Method::GET, "/anywhere", 404),
        looks("/api/v10/gateway"),
        looks("/api/v10/gateway/bot"),
        looks("/api/v10/users/@me"),
        entrance(Method::POST, "/api/v10/channels/1/messages", 404),
        entrance(Method::PUT, "/api/v10/channels/1/pins/1", 404),
        entrance(Method::POST, "/api/v10/interactions/1/token/callback", 404),
        entrance(Method::PATCH, "/api/v10/webhooks/1/token/messages/@original", 404),
    ];
    for deed in
        ["say", "slash", "complete", "click", "select", "menu", "thread", "direct", "install"]
    {
        all.push(says(&format!("/sandbox/{deed}"), nobody));
    }
    all
}

async fn tried(discord: &Sandbox, entrance: &Entrance, headers: &[(&str, &str)]) -> Response {
    let url = format!("{}{}", discord.url(), entrance.path);
    let mut request = Client::new().request(entrance.method.clone(), url);
    if entrance.path.starts_with("/api/") {
        request = request.header("authorization", format!("Bot {}", discord.token()));
    }
    if !entrance.body.is_empty() {
        request = request.header("content-type", "application/json").body(entrance.body);
    }
    if entrance.socket {
        request = request
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    }
    headers
        .iter()
        .fold(request, |request, (name, value)| request.header(*name, *value))
        .send()
        .await
        .unwrap()
}

/// The sandbox with a bot in it, and a file that somebody has uploaded.
async fn with_a_file() -> (Sandbox, bot::Bot, String) {
    let (discord, bot) = bot::fresh().await;
    discord.expect_fault("404");
    let page = crate::page::Page::new(&discord);
    let said = crate::page::at_general("Ann", json!({"text": "look"}));
    let (_, said) = page.send("say", &said, &[("a.txt", b"abc")]).await;
    let url = said["attachments"][0]["url"].as_str().unwrap();
    let path = url.strip_prefix(&discord.url()).unwrap().to_owned();
    (discord, bot, path)
}

#[tokio::test]
async fn every_entrance_is_closed_to_other_sites_and_open_to_our_own() {
    let (discord, _bot, attachment) = with_a_file().await;
    let (own, port) = (discord.url(), discord.addr().port());
    let by_name = format!("localhost:{port}");
    let page_by_name = format!("http://{by_name}");
    let rebound = format!("evil.example:{port}");
    let next_door = format!("127.0.0.1:{}", port.wrapping_add(1));
    let strangers: [&[(&str, &str)]; 8] = [
        &[("host", "evil.example")],
        &[("host", &rebound)],
        &[("host", &next_door)],
        &[("host", &rebound), ("origin", &own)],
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
        &[("origin", "http://localhost:3000")],
        &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")],
    ];
    let ours: [&[(&str, &str)]; 3] =
        [&[], &[("origin", &own)], &[("host", &by_name), ("origin", &page_by_name)]];
    for entrance in all(&attachment) {
        let what = format!("{} {} (socket: {})", entrance.method, entrance.path, entrance.socket);
        for headers in strangers {
            let answer = tried(&discord, &entrance, headers).await;
            assert_eq!(answer.status(), 403, "{what} {headers:?}");
            let words = answer.text().await.unwrap();
            assert!(words.contains("sandbox") && !words.contains('{'), "{what}: {words}");
        }
        for headers in ours {
            let answer = tried(&discord, &entrance, headers).await;
            assert_eq!(answer.status(), entrance.good, "{what} {headers:?}");
        }
    }
}

#[tokio::test]
async fn people_come_by_another_address_of_this_machine_only_where_the_sandbox_was_told_of_it() {
    let discord = Sandbox::start(Options::default()).await.unwrap();
    let between = "127.0.0.1:5000";
    let front = looks("/");
    assert_eq!(tried(&discord, &front, &[("host", between)]).await.status(), 403);
    discord.is_also_at(between.parse().unwrap());
    assert_eq!(tried(&discord, &front, &[("host", between)]).await.status(), 200);
}

/// Identifies at the gateway, and gives whatever comes back until the gateway has said ready or closed the line.
async fn identified_with(discord: &Sandbox, token: &str) -> Vec<u8> {
    let mut line = TcpStream::connect(discord.addr()).await.unwrap();
    let head = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        discord.addr()
    );
    line.write_all(head.as_bytes()).await.unwrap();
    let text = json!({"op": 2, "d": {"token": token, "intents": 1, "properties": {}}}).to_string();
    let length = u16::try_from(text.len()).unwrap().to_be_bytes();
    // a frame of text with a mask of zeros
    let mut frame = vec![0x81, 0x80 | 0x7e, length[0], length[1], 0, 0, 0, 0];
    frame.extend(text.bytes());
    line.write_all(&frame).await.unwrap();
    let mut heard = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let read = line.read(&mut piece).await.unwrap();
        heard.extend_from_slice(&piece[..read]);
        if read == 0 || String::from_utf8_lossy(&heard).contains("READY") {
            return heard;
        }
    }
}

#[tokio::test]
async fn the_token_is_another_one_at_each_start_and_the_one_of_old_opens_nothing() {
    let discord = Sandbox::start(Options::default()).await.unwrap();
    let another = Sandbox::start(Options::default()).await.unwrap();
    assert_ne!(discord.token(), another.token());
    for wrong in [TOKEN_OF_OLD, another.token()] {
        assert_ne!(discord.token(), wrong);
        for path in ["users/@me", "gateway/bot", "guilds/1"] {
            let request = Client::new()
                .get(format!("{}/api/v10/{path}", discord.url()))
                .header("authorization", format!("Bot {wrong}"));
            assert_eq!(request.send().await.unwrap().status(), 401, "{path}");
        }
        let heard = identified_with(&discord, wrong).await;
        let closed = String::from_utf8_lossy(&heard).contains("Authentication failed.");
        assert!(closed, "{}", String::from_utf8_lossy(&heard));
    }
    let heard = identified_with(&discord, discord.token()).await;
    assert!(String::from_utf8_lossy(&heard).contains("READY"), "the right one does");
}

#[tokio::test]
async fn a_token_can_be_named_for_a_bot_that_was_told_it_beforehand() {
    let named = "MTAwMDAwMDAwMDAwMDAwMDAw.named0.by-whoever-starts-the-sandbox";
    let options = Options { token: Some(named.to_owned()), ..Options::default() };
    let discord = Sandbox::start(options).await.unwrap();
    assert_eq!(discord.token(), named);
    let me = looks("/api/v10/users/@me");
    assert_eq!(tried(&discord, &me, &[]).await.status(), 200);
}
