use gatemaster_sandbox::{Seen, permissions};

use crate::club::{Club, eventually};

#[tokio::test]
async fn the_board_is_one_message_and_quick_changes_share_an_edit() {
    let club = Club::open().await;
    let board = club.bag_game().await;
    let edits = || club.discord.misbehave().next_requests(1).matching("PATCH", "/messages/");
    let draw = || club.ann.at(&club.hall).slash("/bag draw");
    // the first draw is on its way to the board while seven others are made
    let first = edits().are_held();
    draw().await;
    first.came(1).await;
    for _ in 0..7 {
        draw().await;
    }
    let second = edits().are_held();
    first.let_go();
    second.came(1).await;
    let drawn = board.again().unwrap();
    assert!(!drawn.all_text().contains("3 dice left"), "{}", drawn.all_text());
    second.let_go();
    let fresh =
        club.hall.wait_for(|seen| seen.id == board.id && seen.all_text() != drawn.all_text()).await;
    assert!(fresh.all_text().contains("3 dice left"), "seven in one: {}", fresh.all_text());
    assert!(fresh.edited, "the same message was edited in place");
}

#[tokio::test]
async fn a_new_board_takes_over_and_can_be_pinned() {
    let club = Club::open().await;
    let old = club.bag_game().await;
    let new = club.bob.at(&club.hall).slash("/game board pin:true").await.message();
    let pinned = club.hall.wait_for(|seen| seen.id == new.id && seen.pinned).await;
    assert_eq!(pinned.id, new.id);
    club.until(|| old.again().is_none()).await;
    club.ann.at(&club.hall).slash("/bag draw").await;
    let fits = |seen: &Seen| seen.id == new.id && seen.all_text().contains("10 dice left");
    club.hall.wait_for(fits).await;
    // a third board inherits the pin
    let third = club.bob.at(&club.hall).slash("/game board").await.message();
    club.hall.wait_for(|seen| seen.id == third.id && seen.pinned).await;
    club.until(|| new.again().is_none()).await;
}

#[tokio::test]
async fn a_bot_that_may_not_pin_says_what_it_lacks() {
    let club = Club::open().await;
    club.bag_game().await;
    club.hall.deny_bot(permissions::PIN_MESSAGES | permissions::MANAGE_MESSAGES);
    club.discord.expect_fault("pins");
    let answer = club.ann.at(&club.hall).slash("/game board pin:true").await;
    let messages = answer.wait_for_messages(2).await;
    let sorry = messages.iter().find(|seen| seen.private).unwrap();
    assert!(sorry.text.contains("Pin Messages"), "{}", sorry.text);
}

#[tokio::test]
async fn a_bot_that_cannot_see_its_board_says_so() {
    let club = Club::open().await;
    club.hall.deny_bot(permissions::VIEW_CHANNEL);
    club.discord.expect_fault("50001");
    let answer = club.ann.at(&club.hall).slash("/bag setup sides:Red 3, Blue 3").await;
    let messages = answer.wait_for_messages(2).await;
    let sorry = messages.iter().find(|seen| seen.private).unwrap();
    assert!(sorry.text.contains("I also need “View Channel”"), "{}", sorry.text);
    let drawn = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(drawn.text().contains("drew it"), "play goes on: {}", drawn.text());
}

#[tokio::test]
async fn a_board_left_stale_by_a_crash_is_redrawn_at_the_next_start() {
    let mut club = Club::open().await;
    let board = club.bag_game().await;
    // every edit of the board fails until the bot is gone
    club.discord.misbehave().next_requests(1_000).matching("PATCH", "/messages/").fail_with(500);
    club.ann.at(&club.hall).slash("/bag draw").await;
    club.stop_bot().await;
    assert!(board.again().unwrap().all_text().contains("11 dice left"));
    club.discord.misbehave().behave();
    club.start_bot().await;
    club.board_saying("10 dice left").await;
}

#[tokio::test]
async fn a_deleted_board_is_forgotten_and_play_goes_on() {
    let club = Club::open().await;
    let board = club.bag_game().await;
    club.discord.expect_fault("10008");
    club.as_bot("DELETE", &format!("channels/{}/messages/{}", club.hall.id(), board.id), "").await;
    let draw = || club.ann.at(&club.hall).slash("/bag draw");
    let drawn = draw().await;
    assert!(drawn.text().contains("drew it"), "{}", drawn.text());
    let store = club.store().await;
    eventually("the board is forgotten", async || {
        let game = store.open_game_in(club.hall.id()).await.unwrap().unwrap();
        game.board.is_none().then_some(())
    })
    .await;
    store.close().await;
    let drawn = draw().await;
    assert!(drawn.text().contains("drew it"), "{}", drawn.text());
    let again = club.ann.at(&club.hall).slash("/game board").await.message();
    assert!(again.all_text().contains("9 dice left"), "{}", again.all_text());
    draw().await;
    club.board_saying("8 dice left").await;
    assert_eq!(club.discord.expected_faults().len(), 1, "the lost board was looked for once");
}
