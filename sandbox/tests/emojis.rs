//! The application's own emoji: made, listed, renamed, shown and deleted as at Discord, and refused as there.

use gatemaster_sandbox::Options;
use reqwest::Method;
use serde_json::{Value, json};

use crate::raw::RawBot;

/// A PNG of one pixel.
const DOT: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// Bodies are checked against Discord's own description of its API as well.
struct Bot(RawBot);

impl Bot {
    async fn new() -> Self {
        Self::with(Options::default()).await
    }

    async fn with(options: Options) -> Self {
        Self(RawBot::new(options).await)
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let app = self.0.discord.app_id();
        self.0.send(method, &format!("/applications/{app}/emojis{path}"), &body).await
    }

    async fn make(&self, name: &str, image: &str) -> (u16, Value) {
        self.send(Method::POST, "", json!({"name": name, "image": image})).await
    }

    /// The names of all there are.
    async fn names(&self) -> Vec<String> {
        let (status, all) = self.send(Method::GET, "", Value::Null).await;
        assert_eq!(status, 200);
        let items = all["items"].as_array().unwrap().iter();
        items.map(|emoji| emoji["name"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn an_emoji_is_made_and_listed_and_renamed_and_deleted() {
    let bot = Bot::new().await;
    assert!(bot.names().await.is_empty());
    let (status, made) = bot.make("d10_7_hit", DOT).await;
    assert_eq!((status, &made["name"]), (201, &json!("d10_7_hit")), "{made}");
    let path = format!("/{}", made["id"].as_str().unwrap());
    assert_eq!(bot.send(Method::GET, &path, Value::Null).await, (200, made.clone()));
    assert_eq!(bot.names().await, ["d10_7_hit"]);

    let (status, renamed) = bot.send(Method::PATCH, &path, json!({"name": "d10_7"})).await;
    assert_eq!((status, &renamed["id"]), (200, &made["id"]));
    assert_eq!(bot.names().await, ["d10_7"]);

    assert_eq!(bot.send(Method::DELETE, &path, Value::Null).await.0, 204);
    assert!(bot.names().await.is_empty());
    let (status, gone) = bot.send(Method::GET, &path, Value::Null).await;
    assert_eq!((status, &gone["code"]), (404, &json!(10_014)));
}

#[tokio::test]
async fn what_discord_does_not_take_as_an_emoji_is_refused() {
    let bot = Bot::new().await;
    assert_eq!(bot.make("pin_marker", DOT).await.0, 201);
    let large = format!("data:image/png;base64,{}", "A".repeat(4 * 90_000));
    let bad = [
        ("a", DOT, "name"),
        ("a".repeat(33).as_str(), DOT, "name"),
        ("d10-7", DOT, "name"),
        ("sieben 7", DOT, "name"),
        ("pin_marker", DOT, "name"),
        ("fine", "iVBORw0KGgo=", "image"),
        ("fine", "data:text/plain;base64,AAAA", "image"),
        ("fine", "data:image/png;base64,!!", "image"),
        ("fine", "data:image/png;base64,", "image"),
        ("fine", large.as_str(), "image"),
    ]
    .map(|(name, image, at)| (name.to_owned(), image.to_owned(), at));
    for (name, image, at) in bad {
        let (status, refused) = bot.make(&name, &image).await;
        assert_eq!((status, &refused["code"]), (400, &json!(50_035)), "{name}: {refused}");
        assert!(refused["errors"][at].is_object(), "{name}: {refused}");
    }
    let (status, refused) = bot.send(Method::POST, "", json!({})).await;
    assert_eq!(status, 400, "{refused}");
    assert_eq!(bot.names().await, ["pin_marker"], "and nothing came of it");
}

#[tokio::test]
async fn the_picture_of_an_emoji_is_shown_as_long_as_it_is_there() {
    let bot = Bot::new().await;
    let (_, made) = bot.make("pin_marker", DOT).await;
    let id = made["id"].as_str().unwrap();
    let url = format!("{}/emojis/{id}.png", bot.0.discord.url());
    let shown = bot.0.http.get(&url).send().await.unwrap();
    assert_eq!(shown.headers()["content-type"], "image/png");
    assert!(shown.bytes().await.unwrap().starts_with(b"\x89PNG"));
    bot.send(Method::DELETE, &format!("/{id}"), Value::Null).await;
    assert_eq!(bot.0.http.get(&url).send().await.unwrap().status().as_u16(), 404);
    for odd in ["x.png", "12", "-1.png", "99999999999999999999.png"] {
        let url = format!("{}/emojis/{odd}", bot.0.discord.url());
        assert_eq!(bot.0.http.get(&url).send().await.unwrap().status().as_u16(), 404, "{odd}");
    }
}

#[tokio::test]
async fn emoji_outlive_a_restart_of_the_sandbox_and_are_named_in_texts() {
    let folder = tempfile::tempdir().unwrap();
    let state_file = Some(folder.path().join("state.json"));
    let options = Options { state_file: state_file.clone(), ..Options::default() };
    let bot = Bot::with(options).await;
    let (_, made) = bot.make("d10_7_hit", DOT).await;
    bot.0.discord.stop().await;

    let options = Options { state_file, ..Options::default() };
    let bot = Bot::with(options).await;
    assert_eq!(bot.names().await, ["d10_7_hit"]);

    let hall = bot.0.discord.channel("hall");
    let text = format!("hits: <:d10_7_hit:{}> <t:1:f> a < b", made["id"].as_str().unwrap());
    let body = json!({"content": text, "embeds": [{"description": text}]});
    let path = format!("/channels/{}/messages", hall.id());
    assert_eq!(bot.0.send(Method::POST, &path, &body).await.0, 200);
    let seen = hall.wait_for(|seen| seen.by_bot).await;
    assert_eq!(seen.text, "hits: :d10_7_hit: <t:1:f> a < b");
    assert_eq!(seen.embeds[0].description, seen.text);
    assert_eq!(seen.raw["content"], text);
}
