//! The small API for a web page.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bot;

use std::time::Duration;

use gatemaster_sandbox::Sandbox;
use serde_json::{Value, json};

struct Page {
    url: String,
    http: reqwest::Client,
}

impl Page {
    fn new(discord: &Sandbox) -> Self {
        Self { url: discord.url(), http: reqwest::Client::new() }
    }

    async fn get(&self, path: &str) -> Value {
        let response = self.http.get(format!("{}/sandbox/{path}", self.url)).send().await.unwrap();
        serde_json::from_str(&response.text().await.unwrap()).unwrap()
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let request = self
            .http
            .post(format!("{}/sandbox/{path}", self.url))
            .header("content-type", "application/json");
        let response = request.body(body.to_string()).send().await.unwrap();
        let status = response.status().as_u16();
        (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or_default())
    }
}

#[tokio::test]
async fn a_page_can_do_what_people_do() {
    let (discord, _bot) = bot::fresh().await;
    let page = Page::new(&discord);
    let world = page.get("world?as=Ann").await;
    assert_eq!(world["bot"]["connected"], true);
    assert_eq!(world["servers"][0]["channels"][0]["name"], "general");
    let as_ann = |text: &str| json!({"as": "Ann", "channel": "general", "text": text});
    assert_eq!(page.post("say", as_ann("hello")).await.1["content"], "hello");
    assert_eq!(
        page.post("slash", as_ann("/roll dice:d6")).await.1["messages"][0]["content"],
        "d6 x1"
    );
    assert_eq!(
        page.post("complete", as_ann("/game join seat:R")).await.1["choices"][0]["name"],
        "Red"
    );
    let secret = page.post("slash", as_ann("/secret")).await.1;
    assert_eq!(secret["messages"][0]["ephemeral"], true);
    let board = page.post("slash", as_ann("/show")).await.1["messages"][0]["id"].clone();
    let press =
        |id: &str| json!({"as": "Bob", "channel": "general", "message": board, "custom_id": id});
    let clicked = page.post("click", press("draw:0")).await.1;
    assert_eq!(clicked["messages"][0]["embeds"][0]["description"], "1 drawn");
    let form = page.post("click", press("form")).await.1;
    assert_eq!(form["modal"]["title"], "Who are you?");
    let filled =
        json!({"as": "Bob", "interaction": form["interaction"], "values": {"Name": "Bob"}});
    assert_eq!(page.post("modal", filled).await.1["messages"][0]["content"], "hello Bob");
    let mut pick = press("side");
    pick["values"] = json!(["Red"]);
    assert_eq!(page.post("select", pick).await.0, 200);
    let (status, answer) = page.post("slash", as_ann("/nonsense")).await;
    assert_eq!(status, 400);
    assert!(answer["error"].as_str().unwrap().contains("no command"));
    let count = |messages: Value| messages.as_array().unwrap().len();
    let (ann, bob) = (
        page.get("messages?as=Ann&channel=general").await,
        page.get("messages?as=Bob&channel=general").await,
    );
    assert!(count(ann) > count(bob), "the secrets are Ann's");
    assert_eq!(page.post("people", json!({"name": "Zoe"})).await.1["name"], "Zoe");
    assert_eq!(page.get("world?as=Zoe").await["you"]["name"], "Zoe");
}

#[tokio::test]
async fn other_sites_are_kept_out() {
    let (discord, _bot) = bot::fresh().await;
    let http = reqwest::Client::new();
    let world = format!("{}/sandbox/world?as=Ann", discord.url());
    let rebound = http.get(&world).header("host", "evil.example").send().await.unwrap();
    assert_eq!(rebound.status(), 403);
    let post = |origin: &'static str| {
        http.post(format!("{}/sandbox/people", discord.url()))
            .header("origin", origin)
            .header("content-type", "application/json")
            .body("{\"name\":\"Eve\"}")
            .send()
    };
    assert_eq!(post("https://evil.example").await.unwrap().status(), 403);
    assert_eq!(post("null").await.unwrap().status(), 403);
    let own = http
        .post(format!("{}/sandbox/people", discord.url()))
        .header("origin", discord.url())
        .header("content-type", "application/json")
        .body("{\"name\":\"Eve\"}")
        .send();
    assert_eq!(own.await.unwrap().status(), 200);
    let plain = http.get(discord.url()).send().await.unwrap().text().await.unwrap();
    assert!(plain.contains("The bot is connected.") && plain.contains("#general"));
}

#[tokio::test]
async fn the_stream_carries_only_what_a_person_may_see() {
    let (discord, _bot) = bot::fresh().await;
    let http = reqwest::Client::new();
    let mut ann =
        http.get(format!("{}/sandbox/events?as=Ann", discord.url())).send().await.unwrap();
    let mut bob =
        http.get(format!("{}/sandbox/events?as=Bob", discord.url())).send().await.unwrap();
    let hall = discord.channel("general");
    discord.person("Ann").at(&hall).slash("/secret").await.wait_for_messages(2).await;
    discord.person("Ann").at(&hall).slash("/roll dice:d6").await;
    let mut heard = [String::new(), String::new()];
    for (stream, heard) in [&mut ann, &mut bob].into_iter().zip(&mut heard) {
        while !heard.contains("d6 x1") {
            let chunk = tokio::time::timeout(Duration::from_secs(3), stream.chunk())
                .await
                .unwrap()
                .unwrap()
                .unwrap();
            heard.push_str(&String::from_utf8_lossy(&chunk));
        }
    }
    assert!(heard[0].contains("hush"));
    assert!(!heard[1].contains("hush"));
}
