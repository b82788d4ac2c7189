//! The program as a process: it stops when told to, and a newcomer's first start works.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use gatemaster_sandbox::Options;
use serde_json::{Value, json};

use crate::club::{Club, eventually};
use crate::tools::gatemaster;

fn tell(child: &Child, signal: &str) {
    let told = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(told.success());
}

async fn ended(mut child: Child) -> Option<i32> {
    let wait = tokio::task::spawn_blocking(move || child.wait().unwrap());
    tokio::time::timeout(Duration::from_mins(2), wait).await.expect("it stops").unwrap().code()
}

#[tokio::test]
async fn it_stops_gracefully_when_told_to() {
    for signal in ["-TERM", "-INT"] {
        let club = Club::without_bot(Options::for_tests()).await;
        let child = gatemaster(&club, &["run"], true).stderr(Stdio::null()).spawn().unwrap();
        club.discord.bot_ready().await;
        club.ann.at(&club.hall).slash("/bag setup sides:Red 3, Blue 3").await;
        // the board is redrawn before the end, although it would be waiting its turn
        club.ann.at(&club.hall).slash("/bag draw").await;
        club.ann.at(&club.hall).slash("/bag draw").await;
        tell(&child, signal);
        assert_eq!(ended(child).await, Some(0), "{signal}");
        club.board_saying("4 dice left").await;
        club.bot_is_gone().await;
    }
}

/// Lets the files of a running program grow to so many bytes, or to any size.
fn let_files_grow_to(child: &Child, bytes: &str) {
    let (pid, limit) = (child.id().to_string(), format!("--fsize={bytes}:"));
    let done = Command::new("prlimit").args(["--pid", &pid, &limit]).status().unwrap();
    assert!(done.success());
}

#[tokio::test]
async fn files_that_may_not_grow_any_further_are_told_kindly_and_nothing_is_lost() {
    let club = Club::without_bot(Options::for_tests()).await;
    let mut child = gatemaster(&club, &["run"], true).stderr(Stdio::piped()).spawn().unwrap();
    club.discord.bot_ready().await;
    club.bag_game().await;
    let ann = club.ann.at(&club.hall);

    let_files_grow_to(&child, "4096");
    let asked = ann.slash("/bag draw").await;
    let sorry = asked.text();
    assert!(asked.is_private() && sorry.contains("on my side"), "{sorry}");
    let reference = sorry.split('`').nth(1).expect("a reference").to_owned();
    assert!(child.try_wait().unwrap().is_none(), "the program lives");
    // whatever is only looked at is answered as ever
    let log = ann.slash("/game log").await;
    assert!(log.text().contains("Bob"), "{}", log.text());

    let_files_grow_to(&child, "unlimited");
    let drawn = ann.slash("/bag draw").await;
    assert!(drawn.text().contains("Die 1 of this game"), "{}", drawn.text());
    assert_eq!(club.steps().await, 3);

    let mut log = child.stderr.take().unwrap();
    tell(&child, "-TERM");
    assert_eq!(ended(child).await, Some(0));
    let mut lines = String::new();
    std::io::Read::read_to_string(&mut log, &mut lines).unwrap();
    let told: Vec<&str> = lines.lines().filter(|line| line.contains(&reference)).collect();
    assert!(told.len() == 1 && told[0].contains("The disk of the database"), "{lines}");
}

/// The sandbox as a newcomer starts it, with a line of its own to it.
struct Started {
    child: Child,
    url: String,
}

impl Started {
    fn new(club: &Club) -> Started {
        let mut command = gatemaster(club, &[], false);
        command.env("GATEMASTER_SANDBOX_ADDR", "127.0.0.1:0").env_remove("DATABASE_URL");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url =
            line.split_whitespace().find(|word| word.starts_with("http://")).unwrap().to_owned();
        Started { child, url }
    }

    async fn ask(&self, method: reqwest::Method, path: &str, body: &Value) -> Value {
        let request = reqwest::Client::new()
            .request(method, format!("{}{path}", self.url))
            .header("content-type", "application/json")
            .body(body.to_string());
        let text = request.send().await.unwrap().text().await.unwrap();
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {text}"))
    }

    /// Does something as Ann in #general, once the bot is there.
    async fn slash(&self, line: &str) -> Value {
        let world = eventually("the bot is there and has its commands", async || {
            let world = self.ask(reqwest::Method::GET, "/sandbox/world?as=Ann", &Value::Null).await;
            let knows = world["commands"].as_array().is_some_and(|commands| !commands.is_empty());
            (knows && world["bot"]["connected"] == true).then_some(world)
        })
        .await;
        let channel = general(&world).unwrap_or_else(|| panic!("no #general in {world}"));
        let body = json!({"as": "Ann", "channel": channel, "text": line});
        self.ask(reqwest::Method::POST, "/sandbox/slash", &body).await
    }
}

/// The id of #general, wherever the world lists it.
fn general(world: &Value) -> Option<String> {
    match world {
        Value::Object(fields) if fields.get("name").is_some_and(|name| name == "general") => {
            fields.get("id").and_then(Value::as_str).map(str::to_owned)
        }
        Value::Object(fields) => fields.values().find_map(general),
        Value::Array(items) => items.iter().find_map(general),
        _ => None,
    }
}

#[tokio::test]
async fn a_newcomer_starts_it_without_a_token_and_everything_is_kept() {
    let club = Club::without_bot(Options::for_tests()).await;
    let first = Started::new(&club);
    let set_up = first.slash("/bag setup sides:Red 3, Blue 3").await;
    assert!(set_up.to_string().contains("6 dice left"), "{set_up}");
    tell(&first.child, "-TERM");
    assert_eq!(ended(first.child).await, Some(0));
    assert!(
        club.folder().join("sandbox.db").exists() && club.folder().join("sandbox.json").exists()
    );

    let second = Started::new(&club);
    let drawn = second.slash("/bag draw").await;
    assert!(drawn.to_string().contains("Die 1 of this game"), "{drawn}");
    tell(&second.child, "-TERM");
    assert_eq!(ended(second.child).await, Some(0));
}

/// The dozen lines of Python in docs/fair-dice.md really check a game.
#[tokio::test]
async fn the_published_program_checks_an_export() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("python3 is not installed here: the published program is not tried");
        return;
    }
    let club = Club::open().await;
    club.bag_game().await;
    club.bob.at(&club.hall).slash("/game settings salt:thyme & sage").await;
    for _ in 0..7 {
        club.ann.at(&club.hall).slash("/bag draw").await;
    }
    club.mia.at(&club.hall).slash("/game end").await;
    let id = club.store().await.all_game_ids().await.unwrap().remove(0);
    let files =
        club.ann.at(&club.hall).slash(&format!("/game export game:{id}")).await.message().files;
    let export = club.folder().join("game.json");
    std::fs::write(&export, &files[0].bytes).unwrap();
    let check = |file: &std::path::Path| {
        Command::new("python3").arg("docs/verify.py").arg(file).output().unwrap()
    };
    let output = check(&export);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let forged = std::fs::read_to_string(&export).unwrap().replace("thyme", "time");
    std::fs::write(&export, forged).unwrap();
    assert!(!check(&export).status.success(), "a forged salt is noticed");
}
