//! Discord on a bad day, and a real bot that lives through it.

use crate::bot;
use std::time::Duration;

use gatemaster_sandbox::{Options, Sandbox, permissions};

const PATIENCE: Duration = Duration::from_mins(2);

async fn connected(discord: &Sandbox) {
    discord.until("the bot came back", || discord.bot_connected()).await;
}

#[tokio::test]
async fn what_happens_during_a_drop_is_heard_after_the_resume() {
    let (discord, _bot) = bot::fresh().await;
    let at = discord.person("Ann").at(&discord.channel("hall"));
    for cut in [0, 1, 2] {
        let mischief = discord.misbehave();
        match cut {
            0 => mischief.drop_gateway(),
            1 => mischief.tear_gateway(),
            _ => mischief.ask_to_reconnect(),
        }
        assert_eq!(at.slash("/roll dice:d6").await.text(), "d6 x1", "cut {cut}");
    }
}

#[tokio::test]
async fn a_lost_session_is_begun_anew() {
    let (discord, _bot) = bot::fresh().await;
    let at = discord.person("Ann").at(&discord.channel("hall"));
    discord.misbehave().lose_session();
    assert!(!discord.bot_connected());
    connected(&discord).await;
    assert_eq!(at.slash("/roll dice:d6").await.text(), "d6 x1");
    discord.misbehave().end_session();
    connected(&discord).await;
    assert_eq!(at.slash("/roll dice:d6").await.text(), "d6 x1");
}

#[tokio::test]
async fn with_tls_serenitys_limiter_waits_and_tries_again() {
    let discord = Sandbox::start(Options::for_tests().with_tls()).await.unwrap();
    let _bot = bot::start_tls(&discord).await;
    discord.bot_ready().await;
    let at = discord.person("Ann").at(&discord.channel("hall"));
    let callbacks = || discord.misbehave().next_requests(1).matching("POST", "/callback");
    callbacks().are_too_many(Duration::from_millis(300));
    let answer = at.slash("/roll dice:d6").await;
    assert_eq!(answer.text(), "d6 x1");
    assert!(answer.took().unwrap() >= Duration::from_millis(300));
    callbacks().are_too_many_globally(Duration::from_millis(200));
    assert_eq!(at.slash("/roll dice:d8").await.text(), "d8 x1");
    assert_eq!(at.slash("/picture").await.message().files.len(), 1);
}

#[tokio::test]
async fn an_interaction_delivered_twice_is_acknowledged_once() {
    let (discord, _bot) = bot::fresh().await;
    discord.expect_fault("40060");
    let hall = discord.channel("hall");
    discord.misbehave().deliver_twice(1);
    discord.person("Ann").at(&hall).slash("/roll dice:d6").await;
    discord.person("Ann").at(&hall).slash("/roll dice:d8").await;
    faults_recorded(&discord, 1).await;
    assert_eq!(hall.everything_said().len(), 2);
    assert_eq!(discord.expected_faults().len(), 1);
    assert!(discord.faults().is_empty());
}

#[tokio::test]
async fn answers_get_lost_late_or_fail() {
    let (discord, _bot) = bot::fresh().await;
    let hall = discord.channel("hall");
    let at = discord.person("Ann").at(&hall);
    let callbacks = || discord.misbehave().next_requests(1).matching("POST", "/callback");
    callbacks().lose_their_answer();
    // Carried out all the same: the bot does not know, the people do. A client may repeat a request whose
    // connection broke, and then Discord says it knows already.
    discord.expect_fault("40060");
    assert_eq!(at.slash("/roll dice:d6").await.text(), "d6 x1");
    callbacks().are_delayed(Duration::from_millis(200));
    let late = at.slash("/roll dice:d6").await;
    assert!(late.took().unwrap() >= Duration::from_millis(200));
    callbacks().fail_with(503);
    let failed = at.slash("/roll dice:d6").start().unwrap();
    discord.until("it failed", || discord.misbehave().is_over()).await;
    discord.advance(Duration::from_secs(4));
    failed.settled().await;
    assert!(failed.failed().is_some());
}

#[tokio::test]
async fn a_bot_without_rights_is_told() {
    let (discord, _bot) = bot::fresh().await;
    let ann = discord.person("Ann");
    let wall = discord.channel("wall");
    wall.deny_bot(permissions::SEND_MESSAGES);
    discord.expect_fault("50013");
    let answer = ann.at(&wall).slash("/post").start().unwrap();
    faults_recorded(&discord, 1).await;
    assert!(discord.expected_faults()[0].path.ends_with("/messages"));
    drop(answer);
    wall.deny_bot(permissions::VIEW_CHANNEL);
    discord.expect_fault("50001");
    drop(ann.at(&wall).slash("/post").start().unwrap());
    faults_recorded(&discord, 2).await;
    assert!(discord.expected_faults()[1].what.contains("50001"));
}

/// Waits until this many announced faults have been recorded.
async fn faults_recorded(discord: &Sandbox, count: usize) {
    discord.until("that much was refused", || discord.expected_faults().len() >= count).await;
}

#[tokio::test]
async fn a_wrong_token_and_forbidden_intents_are_refused() {
    use poise::serenity_prelude as serenity;
    let discord = Sandbox::start(Options { disallowed_intents: 1 << 15, ..Options::for_tests() })
        .await
        .unwrap();
    let _bot = bot::start(&discord).await;
    discord.until("the bot is refused", || !discord.faults().is_empty()).await;
    assert_eq!(discord.take_faults()[0].status, 4014);
    let wrong = serenity::HttpBuilder::new("MTAw.wrong.token")
        .proxy(discord.url())
        .ratelimiter_disabled(true)
        .build();
    assert!(wrong.get_current_user().await.is_err());
    assert_eq!(discord.take_faults()[0].status, 401);
}

#[tokio::test]
#[should_panic(expected = "Must be 2000 or fewer")]
async fn a_strict_sandbox_panics_over_what_discord_would_have_refused() {
    let discord = Sandbox::start(Options::for_tests()).await.unwrap();
    let hall = discord.channel("hall");
    let url = format!("{}/api/v10/channels/{}/messages", discord.url(), hall.id());
    let body = format!("{{\"content\":\"{}\"}}", "x".repeat(2001));
    let request = reqwest::Client::new()
        .post(url)
        .header("authorization", format!("Bot {}", discord.token()));
    request.header("content-type", "application/json").body(body).send().await.unwrap();
}

/// Only where a copy of the description is at hand; elsewhere there is nothing to try.
#[cfg(feature = "openapi")]
#[tokio::test]
async fn bodies_are_checked_against_the_description() {
    let discord = Sandbox::start(Options::for_tests()).await.unwrap();
    if !discord.openapi_note().contains("are checked") {
        return;
    }
    let url =
        format!("{}/api/v10/channels/{}/messages", discord.url(), discord.channel("hall").id());
    let body = r#"{"content":"x","embeds":[{"title":"t","provider":{"name":5}}]}"#;
    let request = reqwest::Client::new()
        .post(url)
        .header("authorization", format!("Bot {}", discord.token()));
    let answer =
        request.header("content-type", "application/json").body(body).send().await.unwrap();
    assert_eq!(answer.status(), 400);
    let what = discord.take_faults().remove(0).what;
    assert!(what.contains("embeds.0.provider.name") && what.contains("not of type"), "{what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_commands_at_once_are_all_answered() {
    let (discord, _bot) = bot::fresh().await;
    let raw =
        discord.person("Ann").at(&discord.channel("hall")).slash_raw("/roll dice:6d10").unwrap();
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let raw = raw.clone();
            tokio::spawn(async move {
                for _ in 0..50 {
                    raw.run(PATIENCE).await.unwrap();
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(raw.run_and_read(PATIENCE).await.unwrap().1, "6d10 x1");
    assert_eq!(discord.channel("hall").everything_said().len(), 401);
}
