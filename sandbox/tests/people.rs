//! The small API for a web page.

use crate::bot;
use std::time::Duration;

use crate::page::{Page, at_general};
use gatemaster_sandbox::{Options, Sandbox, Try, permissions};
use serde_json::{Value, json};

/// For what is sure to come: on a busy machine everything takes its time.
const PATIENCE: Duration = Duration::from_mins(2);

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
            let chunk =
                tokio::time::timeout(PATIENCE, stream.chunk()).await.unwrap().unwrap().unwrap();
            heard.push_str(&String::from_utf8_lossy(&chunk));
        }
    }
    assert!(heard[0].contains("hush"));
    assert!(!heard[1].contains("hush"));
}

#[tokio::test]
async fn a_command_taken_apart_keeps_every_value_whole() {
    let (discord, _bot) = bot::fresh().await;
    let page = Page::new(&discord);
    let filled =
        |options: Value| at_general("Ann", json!({"command": "game setup", "options": options}));
    let answer =
        page.done("slash", filled(json!({"sides": "Red extras:none", "extras": "x"}))).await;
    assert_eq!(answer["messages"][0]["content"], "[Red extras:none] [x]");
    assert_eq!(page.refused("slash", filled(json!({}))).await, "/game setup needs sides");
    let stranger = page.refused("slash", filled(json!({"sides": "1", "nope": "2"}))).await;
    assert!(stranger.contains("no option \"nope\""), "{stranger}");
    let more = at_general("Ann", json!({"command": "roll dice", "options": {}}));
    assert!(page.refused("slash", more).await.contains("no part of /roll"));
    let typing = |text: &str| {
        at_general(
            "Ann",
            json!({"command": "game join", "options": {"seat": text}, "focused": "seat"}),
        )
    };
    assert_eq!(page.done("complete", typing("B")).await["choices"].as_array().unwrap().len(), 2);
    let unfocused = at_general("Ann", json!({"command": "game join"}));
    assert!(page.refused("complete", unfocused).await.contains("which option"));
}

#[tokio::test]
async fn files_go_to_commands_and_messages_up_to_their_limit() {
    let options = Options { attachment_limit: 2 * 1024 * 1024, ..Options::for_tests() };
    let discord = Sandbox::start(options).await.unwrap();
    let _bot = bot::start(&discord).await;
    discord.bot_ready().await;
    let page = Page::new(&discord);
    assert_eq!(page.get("world?as=Ann").await["attachment_limit"], 2 * 1024 * 1024);
    let point = at_general(
        "Ann",
        json!({"command": "point", "options": {"who": "@Bob", "place": "#league"}, "files": {"file": 0}}),
    );
    let (status, answer) = page.send("slash", &point, &[("map.png", b"12345")]).await;
    assert_eq!(status, 200, "{answer}");
    assert!(answer["messages"][0]["content"].as_str().unwrap().ends_with("at league with 5"));
    let (status, said) =
        page.send("say", &at_general("Ann", json!({"text": "look"})), &[("a.txt", b"abc")]).await;
    assert_eq!((status, &said["attachments"][0]["size"]), (200, &json!(3)));
    let heavy = vec![0_u8; 2 * 1024 * 1024 + 1];
    for (path, body) in [("say", at_general("Ann", json!({"text": ""}))), ("slash", point)] {
        let (status, answer) = page.send(path, &body, &[("big.bin", &heavy)]).await;
        assert_eq!(status, 400);
        assert!(answer["error"].as_str().unwrap().contains("a file may have 2 MB"), "{answer}");
    }
    let lost = at_general("Ann", json!({"command": "roll", "options": {"dice": "d6"}}));
    assert_eq!(page.send("slash", &lost, &[("a.txt", b"abc")]).await.0, 400);
    // What is no picture is never shown by a browser, whatever it is called.
    let url = said["attachments"][0]["url"].as_str().unwrap();
    let rebound = page.http.get(url).header("host", "evil.example").send().await.unwrap();
    assert_eq!(rebound.status(), 403);
    let file = page.http.get(url).send().await.unwrap();
    assert_eq!(file.headers()["content-type"], "application/octet-stream");
    assert_eq!(file.headers()["content-disposition"], "attachment");
}

#[tokio::test]
async fn people_reply_and_are_told_what_they_cannot_write() {
    let (discord, _bot) = bot::fresh().await;
    let page = Page::new(&discord);
    let first = page.done("say", at_general("Ann", json!({"text": "who plays?"}))).await;
    let reply = |to: &Value| at_general("Bob", json!({"text": "me", "reply_to": to}));
    let answer = page.done("say", reply(&first["id"])).await;
    assert_eq!(answer["referenced_message"]["content"], "who plays?");
    assert_eq!(answer["pinged"], json!(["Ann"]));
    let secret = page.done("slash", at_general("Ann", json!({"text": "/secret"}))).await;
    let to_secret = page.refused("say", reply(&secret["messages"][0]["id"])).await;
    assert!(to_secret.contains("gone"), "{to_secret}");
    for (text, words) in [("  ".to_owned(), "nothing"), ("x".repeat(2001), "2000 characters")] {
        let refused = page.refused("say", at_general("Ann", json!({"text": text}))).await;
        assert!(refused.contains(words), "{refused}");
    }
    discord.channel("battles").deny(&discord.person("Bob"), permissions::SEND_MESSAGES);
    let battles = json!({"as": "Bob", "channel": "battles", "text": "hi"});
    assert!(page.refused("say", battles).await.contains("may not write there"));
}

#[tokio::test]
async fn nobody_is_told_of_what_only_another_saw() {
    let (discord, _bot) = bot::fresh().await;
    let page = Page::new(&discord);
    let secret = page.done("slash", at_general("Ann", json!({"text": "/secret"}))).await;
    let hidden = &secret["messages"][0]["id"];
    let click = |who: &str, message: &Value, id: &str| {
        at_general(who, json!({"message": message, "custom_id": id}))
    };
    assert!(page.refused("click", click("Bob", hidden, "x")).await.contains("cannot see"));
    let quote = |who: &str| at_general(who, json!({"command": "Quote", "message": hidden}));
    assert!(page.refused("menu", quote("Bob")).await.contains("not there"));
    let thread = at_general("Bob", json!({"name": "t", "message": hidden}));
    assert!(page.refused("thread", thread).await.contains("gone"));
    // A modal belongs to the one it was shown to.
    let board = page.done("slash", at_general("Ann", json!({"text": "/show"}))).await;
    let form = page.done("click", click("Ann", &board["messages"][0]["id"], "form")).await;
    let filled = json!({"as": "Bob", "interaction": form["interaction"], "values": {"name": "x"}});
    assert!(page.refused("modal", filled).await.contains("somebody else"));
    // A public answer to a private message does not carry it along.
    let answer = discord.person("Ann").at(&discord.channel("general")).slash("/hint").await;
    let shown = answer.wait_for_messages(2).await;
    assert!(shown[0].private && !shown[1].private);
    for (who, sees) in [("Ann", true), ("Bob", false)] {
        let all = page.get(&format!("messages?as={who}&channel=general")).await.to_string();
        assert_eq!(all.contains("a private hint"), sees, "{who}");
        assert!(all.contains("for all to know"), "{who}");
    }
}

#[tokio::test]
async fn private_places_stay_private() {
    let (discord, _bot) = bot::fresh().await;
    let page = Page::new(&discord);
    discord.channel("league").deny_everyone(permissions::VIEW_CHANNEL);
    let talk = page.done("direct", json!({"as": "Ann", "with": ["Bob"]})).await["channel"].clone();
    assert_eq!(page.done("direct", json!({"as": "Bob", "with": ["Ann"]})).await["channel"], talk);
    page.done("say", json!({"as": "Ann", "channel": talk, "text": "between us"})).await;
    let league = discord.channel("league").id().to_string();
    for channel in [talk.as_str().unwrap(), &league] {
        for path in ["messages", "pins", "commands"] {
            let found = page.get(&format!("{path}?as=Pat&channel={channel}")).await;
            assert!(found["error"].as_str().unwrap().contains("no channel"), "{path}: {found}");
        }
        let body = json!({"as": "Pat", "channel": channel, "text": "/roll dice:1", "name": "t"});
        for path in ["say", "slash", "complete", "thread"] {
            assert!(page.refused(path, body.clone()).await.contains("no channel"), "{path}");
        }
    }
    let world = page.get("world?as=Pat").await.to_string();
    assert!(!world.contains("league") && !world.contains(talk.as_str().unwrap()));
    let named = at_general("Pat", json!({"text": format!("/point who:@Bob place:{league}")}));
    assert!(page.refused("slash", named).await.contains("nothing here"));
    assert!(
        page.refused("direct", json!({"as": "Ann", "with": ["Ann"]})).await.contains("themselves")
    );
    assert!(
        page.refused("direct", json!({"as": "Ann", "with": ["Nobody"]})).await.contains("nobody")
    );
}

#[tokio::test]
async fn only_commands_on_offer_are_listed() {
    let (discord, _bot) = bot::fresh().await;
    let page = Page::new(&discord);
    let names = async |who: &str, channel: &str| -> Vec<String> {
        let found = page.get(&format!("commands?as={who}&channel={channel}")).await;
        let all = found["commands"].as_array().unwrap().iter();
        all.map(|command| command["name"].as_str().unwrap().to_owned()).collect()
    };
    let has = |names: &[String], name: &str| names.iter().any(|known| known == name);
    assert!(!has(&names("Ann", "general").await, "manage"));
    assert!(has(&names("Mia", "general").await, "manage"));
    assert_eq!(names("Mia", "campaigns").await, Vec::<String>::new(), "a forum takes none itself");
    let talk = page.done("direct", json!({"as": "Ann", "with": ["Bob"]})).await;
    let talk = talk["channel"].as_str().unwrap();
    assert_eq!(names("Ann", talk).await, Vec::<String>::new());
    page.done("install", json!({"as": "Ann", "on": true})).await;
    assert_eq!(page.get("world?as=Ann").await["you"]["installed"], true);
    assert_eq!(names("Ann", talk).await, ["anywhere"]);
    assert_eq!(names("Bob", talk).await, Vec::<String>::new());
    page.done("install", json!({"as": "Ann", "on": false})).await;
    assert_eq!(names("Ann", talk).await, Vec::<String>::new());
}

#[tokio::test]
async fn menus_threads_pins_and_pages_of_messages() {
    let (discord, _bot) = bot::fresh().await;
    let page = Page::new(&discord);
    let first = page.done("say", at_general("Ann", json!({"text": "one"}))).await["id"].clone();
    let quoted =
        page.done("menu", at_general("Bob", json!({"command": "Quote", "message": first}))).await;
    assert_eq!(quoted["messages"][0]["content"], "\"one\"");
    let bob = discord.person("Bob").id().to_string();
    let profile =
        page.done("menu", at_general("Ann", json!({"command": "Profile", "person": bob}))).await;
    assert_eq!(profile["messages"][0]["content"], "this is bob");
    assert!(
        page.refused("menu", at_general("Ann", json!({"command": "Quote"})))
            .await
            .contains("a message or")
    );
    let grown = at_general("Bob", json!({"name": "Friday", "message": first, "text": "here"}));
    let thread = page.done("thread", grown.clone()).await["channel"].clone();
    assert_eq!(thread, first, "a thread has the id of its message");
    assert!(page.refused("thread", grown).await.contains("already"));
    let inside = page.get(&format!("messages?as=Ann&channel={}", thread.as_str().unwrap())).await;
    assert_eq!(inside[1]["content"], "here");
    let post =
        |text: &str| json!({"as": "Ann", "channel": "campaigns", "name": "War", "text": text});
    assert!(page.refused("thread", post(" ")).await.contains("first message"));
    let opened = page.done("thread", post("Who is in?")).await["channel"].clone();
    let world = page.get("world?as=Bob").await;
    assert!(
        world["servers"][0]["threads"].as_array().unwrap().iter().any(|one| one["id"] == opened)
    );
    let unnamed = at_general("Ann", json!({"name": "  "}));
    assert!(page.refused("thread", unnamed).await.contains("1 to 100"));
    page.done("slash", at_general("Ann", json!({"text": "/post"}))).await;
    let pins = page.get("pins?as=Bob&channel=general").await;
    assert_eq!((pins.as_array().unwrap().len(), &pins[0]["content"]), (1, &json!("on the wall")));
    let last = page.get("messages?as=Bob&channel=general&limit=2").await;
    assert_eq!(last.as_array().unwrap().len(), 2);
    let before = format!(
        "messages?as=Bob&channel=general&limit=1&before={}",
        last[0]["id"].as_str().unwrap()
    );
    assert_ne!(page.get(&before).await[0]["id"], last[0]["id"]);
}

#[tokio::test]
async fn newcomers_take_nobodys_name() {
    let (discord, _bot) = bot::fresh().await;
    let page = Page::new(&discord);
    for name in ["Ann", "Gatemaster", "ann"] {
        let taken = page.refused("people", json!({"name": name, "manager": true})).await;
        assert!(taken.contains("already"), "{taken}");
    }
    page.done("people", json!({"name": "Zoe", "manager": true})).await;
    let people = page.get("people").await;
    let zoe = people.as_array().unwrap().iter().find(|person| person["name"] == "Zoe").unwrap();
    assert_eq!(zoe["about"], "organiser");
    assert_eq!(people[0]["name"], "Ann");
}

#[tokio::test]
async fn whoever_is_in_a_hurry_is_not_kept_waiting() {
    let (discord, _bot) = bot::fresh().await;
    let page = Page::new(&discord);
    let slow =
        |hurry: bool| at_general("Ann", json!({"text": "/slow quietly:false", "hurry": hurry}));
    let answer = page.done("slash", slow(true)).await;
    assert_eq!(answer["failed"], Value::Null);
    assert_eq!(page.done("slash", slow(false)).await["messages"][0]["content"], "thought about it");
    let silence = at_general("Ann", json!({"text": "/silence", "hurry": true}));
    let gives_up = async {
        discord.until("the bot was asked", || discord.unanswered() == 1).await;
        discord.advance(Duration::from_secs(4));
    };
    let (silent, ()) = tokio::join!(page.done("slash", silence), gives_up);
    assert!(silent["failed"].as_str().unwrap().contains("3 seconds"));
}

#[tokio::test]
async fn a_press_that_comes_too_late_still_reaches_the_bot() {
    let (discord, _bot) = bot::fresh().await;
    let page = Page::new(&discord);
    let board = page.done("slash", at_general("Ann", json!({"text": "/show"}))).await["messages"]
        [0]
    .clone();
    let press = |seen: Option<&Value>| {
        at_general("Bob", json!({"message": board["id"], "custom_id": "draw:0", "seen": seen}))
    };
    page.done("click", press(None)).await;
    assert!(page.refused("click", press(None)).await.contains("nothing on that message"));
    let late = page.done("click", press(Some(&board))).await;
    assert_eq!(late["messages"][0]["embeds"][0]["description"], "1 drawn");
}

#[tokio::test]
async fn people_hear_when_the_bot_comes_and_goes() {
    let (discord, _bot) = bot::fresh().await;
    let mut stream =
        reqwest::get(format!("{}/sandbox/events?as=Ann", discord.url())).await.unwrap();
    discord.misbehave().drop_gateway();
    let mut heard = String::new();
    for connected in ["{\"connected\":false}", "{\"connected\":true}"] {
        while !heard.contains(connected) {
            let chunk = tokio::time::timeout(PATIENCE, stream.chunk()).await;
            heard.push_str(&String::from_utf8_lossy(&chunk.unwrap().unwrap().unwrap()));
        }
    }
}

#[tokio::test]
async fn every_file_of_the_page_is_served_and_nothing_else() {
    let things = vec![Try {
        title: "Roll".to_owned(),
        text: "Dice.".to_owned(),
        line: "/roll dice:d6".to_owned(),
        then: String::new(),
    }];
    let options = Options { welcome: things, ..Options::for_tests() };
    let discord = Sandbox::start(options).await.unwrap();
    let page = Page::new(&discord);
    assert_eq!(page.get("world?as=Ann").await["welcome"][0]["line"], "/roll dice:d6");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let mut names = vec![String::new()];
    for file in std::fs::read_dir(folder).unwrap() {
        names.push(format!("page/{}", file.unwrap().file_name().into_string().unwrap()));
    }
    for name in names {
        let response = page.http.get(format!("{}/{name}", page.url)).send().await.unwrap();
        assert_eq!(response.status(), 200, "{name} is not part of the program");
        let header = |key: &str| response.headers()[key].to_str().unwrap().to_owned();
        let kind = match name.rsplit_once('.') {
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            Some((_, "svg")) => "image/svg+xml",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(header("content-type"), kind, "{name}");
        assert_eq!(header("cache-control"), "no-cache");
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
        assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"));
        let text = response.text().await.unwrap();
        assert!(!text.contains("innerHTML"), "{name}: text is put in as text");
    }
    let missing = page.http.get(format!("{}/page/..%2fCargo.toml", page.url)).send().await.unwrap();
    assert_eq!(missing.status(), 404);
}
