//! serenity passes over what it cannot read without a word, so it is asked what it could not.

use crate::bot;
use gatemaster_sandbox::{Options, Sandbox, permissions};
use poise::serenity_prelude as serenity;

#[tokio::test]
async fn serenity_understands_everything_it_is_told() {
    let discord = Sandbox::start(Options::for_tests()).await.unwrap();
    let http = serenity::HttpBuilder::new(discord.token())
        .proxy(discord.url())
        .ratelimiter_disabled(true)
        .build();
    let unread = bot::Unread::default();
    let _bot = bot::start_watched(http, unread.clone()).await;
    discord.bot_ready().await;
    let (ann, hall) = (discord.person("Ann"), discord.channel("hall"));
    for line in
        ["/roll dice:d6", "/secret", "/slow quietly:false", "/picture", "/post", "/show", "/form"]
    {
        ann.at(&hall).slash(line).await;
    }
    let board = ann.at(&hall).slash("/show").await.message();
    for label in ["Draw", "Later", "Whisper"] {
        ann.clicks(&board.again().unwrap(), label).await;
    }
    ann.at(&hall).says(&format!("hello {}", discord.person("Bob").mention())).await;
    ann.at(&hall).says_with("a file", &[("a.txt", b"a")]);
    ann.at(&ann.dm()).says("in private").await;
    ann.at(&hall.thread("new thread")).says("ping").await;
    let _post = discord.forum("campaigns").thread("post");
    hall.deny_bot(permissions::MANAGE_MESSAGES);
    let other = discord.server("Other");
    ann.joins(&other);
    ann.leaves(&other);
    other.has_an_outage();
    other.remove_bot();
    other.invite_bot();
    discord.person("Newcomer");
    // serenity reads one event after the other: whoever is answered twice comes after what the first answer brought about
    for _ in 0..2 {
        assert_eq!(ann.at(&hall).slash("/roll dice:d6").await.text(), "d6 x1");
    }
    assert_eq!(*unread.0.lock().unwrap(), Vec::<String>::new());
}
