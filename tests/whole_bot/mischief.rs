use std::time::Duration;

use gatemaster::config::Discord;
use gatemaster_sandbox::{Answer, Options, Requests, permissions};

use crate::club::Club;

#[tokio::test]
async fn a_dropped_gateway_resumes_and_play_goes_on() {
    let club = Club::open().await;
    let board = club.bag_game().await;
    club.discord.misbehave().drop_gateway();
    let drawn = club.ann.clicks(&board, "Draw").await;
    assert!(drawn.text().contains("drew it"), "{}", drawn.text());
}

#[tokio::test]
async fn a_lost_session_is_made_anew() {
    let club = Club::open().await;
    club.bag_game().await;
    club.discord.misbehave().lose_session();
    assert!(!club.discord.bot_connected());
    club.discord.bot_ready().await;
    let drawn = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(drawn.text().contains("Die 1 of this game"), "{}", drawn.text());
}

#[tokio::test]
async fn a_stumbling_discord_is_asked_again() {
    let club = Club::open().await;
    club.bag_game().await;
    club.discord.misbehave().next_requests(2).matching("POST", "/callback").fail_with(503);
    let drawn = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(drawn.text().contains("Die 1 of this game"), "{}", drawn.text());
    club.discord.misbehave().next_requests(1).matching("PATCH", "/messages/").fail_with(500);
    club.bob.at(&club.hall).slash("/bag draw").await;
    club.board_saying("9 dice left").await;
}

#[tokio::test]
async fn an_answer_that_gets_lost_was_still_given_once() {
    let club = Club::open().await;
    club.bag_game().await;
    club.discord.misbehave().next_requests(1).matching("POST", "/callback").lose_their_answer();
    club.discord.expect_fault("40060");
    let drawn = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(drawn.text().contains("Die 1 of this game"), "{}", drawn.text());
    club.board_saying("10 dice left").await;
    let said = club.hall.everything_said();
    assert_eq!(
        said.iter().filter(|seen| seen.all_text().contains("Die 1 of this game")).count(),
        1
    );
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_said_in_the_channel() {
    let club = Club::open().await;
    club.bag_game().await;
    club.discord.expect_fault("10062");
    // the callback reaches Discord after its three seconds
    let held = club.discord.misbehave().next_requests(1).matching("POST", "/callback").are_held();
    let answer = club.ann.at(&club.hall).slash("/bag draw").start().unwrap();
    held.came(1).await;
    club.discord.advance(Duration::from_secs(4));
    answer.settled().await;
    assert!(answer.failed().is_some(), "{:?}", answer.messages());
    held.let_go();
    let told = club.hall.wait_for(|seen| seen.all_text().contains("Die 1 of this game")).await;
    assert!(!told.private);
    assert_eq!(club.steps().await, 3);
}

#[tokio::test]
async fn too_many_requests_are_waited_out_as_in_production() {
    let mut club = Club::without_bot(Options::for_tests().with_tls()).await;
    let ca_file = club.folder().join("ca.pem");
    std::fs::write(&ca_file, club.discord.ca_pem().unwrap()).unwrap();
    let addr = club.discord.tls_addr().unwrap();
    club.start_bot_at(Discord::Tls { addr, ca_file }).await;
    club.bag_game().await;
    club.discord
        .misbehave()
        .next_requests(1)
        .matching("POST", "/callback")
        .are_too_many(Duration::from_millis(400));
    let drawn = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(drawn.text().contains("Die 1 of this game"), "{}", drawn.text());
    assert!(
        drawn.took().unwrap() >= Duration::from_millis(400),
        "the wait was kept: {:?}",
        drawn.took()
    );
    club.board_saying("10 dice left").await;
}

#[tokio::test]
async fn a_wrong_token_ends_the_bot_with_a_reason() {
    let club = Club::without_bot(Options::for_tests()).await;
    club.discord.expect_fault("401");
    club.discord.expect_fault("4004");
    let settings = gatemaster::bot::Settings {
        token: gatemaster::config::Token::new(
            "MTIzNDU2Nzg5MDEyMzQ1Njc4.abcdef.not-the-right-token",
        ),
        discord: Discord::Plain { url: club.discord.url() },
        alive_file: None,
        clock: std::sync::Arc::default(),
        page: None,
        most: club.most,
        emojis: false,
    };
    let store = gatemaster::bot::open_store(&club.database_url()).await.unwrap();
    let stop = tokio_util::sync::CancellationToken::new();
    let ended =
        tokio::time::timeout(Duration::from_mins(2), gatemaster::bot::run(settings, store, stop))
            .await;
    let error = ended.expect("it ends by itself").unwrap_err();
    assert!(format!("{error:#}").contains("DISCORD_TOKEN"), "{error:#}");
    assert!(!format!("{error:?}").contains("not-the-right-token"));
}

/// Pat takes a seat with the button of a private refusal, so that everybody is told in a follow-up.
async fn pat_sits_down(club: &Club) -> Answer {
    let board = club.ann.at(&club.hall).slash("/bag setup sides:Red 2, Blue 2").await.message();
    let refused = club.pat.clicks(&board, "Draw").await;
    club.pat.clicks(&refused.message(), "Play Blue").await
}

fn times_told(club: &Club, words: &str) -> usize {
    club.hall.everything().iter().filter(|seen| seen.all_text().contains(words)).count()
}

#[tokio::test]
async fn a_follow_up_that_discord_took_before_it_stumbled_is_not_sent_twice() {
    for stumble in [
        (|requests| requests.are_done_but_fail_with(500)) as fn(Requests),
        |requests| requests.are_answered_unreadably(),
        |requests| requests.lose_their_answer(),
    ] {
        let mut club = Club::open().await;
        stumble(club.discord.misbehave().next_requests(1).matching("POST", "/webhooks/"));
        let answer = pat_sits_down(&club).await;
        answer.wait_for(|seen| seen.text.contains("Pat plays 🔵 Blue")).await;
        club.discord.until("it stumbled", || club.discord.misbehave().is_over()).await;
        club.stop_bot().await;
        assert_eq!(times_told(&club, "Pat plays 🔵 Blue"), 1);
        assert_eq!(times_told(&club, "stumbled"), 0, "nothing got lost");
    }
}

#[tokio::test]
async fn a_follow_up_that_discord_did_not_take_is_sent_again() {
    let mut club = Club::open().await;
    club.discord.misbehave().next_requests(2).matching("POST", "/webhooks/").fail_with(502);
    let answer = pat_sits_down(&club).await;
    answer.wait_for(|seen| seen.text.contains("Pat plays 🔵 Blue")).await;
    club.stop_bot().await;
    assert!(club.discord.misbehave().is_over());
    assert_eq!(times_told(&club, "Pat plays 🔵 Blue"), 1);
}

#[tokio::test]
async fn where_nobody_can_look_an_answer_is_not_repeated_and_the_board_is_offered() {
    let mut club = Club::open().await;
    club.hall.deny_bot(permissions::READ_MESSAGE_HISTORY);
    let webhooks = club.discord.misbehave().next_requests(1).matching("POST", "/webhooks/");
    webhooks.are_done_but_fail_with(500);
    let answer = pat_sits_down(&club).await;
    let offered = answer.wait_for(|seen| seen.text.contains("Discord stumbled")).await;
    assert!(offered.private && offered.text.contains("It is done"), "{}", offered.text);
    let board = club.pat.clicks(&offered, "Show the board").await.message();
    assert!(board.private && board.all_text().contains("(Pat)"), "{}", board.all_text());
    club.stop_bot().await;
    assert_eq!(times_told(&club, "Pat plays 🔵 Blue"), 1);
}

#[tokio::test]
async fn what_one_person_alone_sees_is_not_repeated_either() {
    let mut club = Club::open().await;
    club.bag_game().await;
    club.hall.deny_bot(permissions::MANAGE_MESSAGES | permissions::PIN_MESSAGES);
    club.discord.expect_fault("pins");
    let webhooks = club.discord.misbehave().next_requests(1).matching("POST", "/webhooks/");
    webhooks.are_done_but_fail_with(500);
    let answer = club.ann.at(&club.hall).slash("/game board pin:true").await;
    let lacks = answer.wait_for(|seen| seen.text.contains("I may not pin")).await;
    assert!(lacks.private);
    club.stop_bot().await;
    assert!(club.discord.misbehave().is_over());
    assert_eq!(times_told(&club, "I may not pin"), 1);
}
