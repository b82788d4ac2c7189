use gatemaster_sandbox::permissions;

use crate::club::Club;

#[tokio::test]
async fn a_seat_is_handed_over_when_the_other_takes_it() {
    let mut club = Club::open().await;
    club.bag_game().await;
    let offer = club.ann.at(&club.hall).slash("/game hand-over to:@Pat").await.message();
    assert!(offer.all_text().contains("would hand 🔴 Red to **Pat**"), "{}", offer.all_text());
    assert!(offer.pings(&club.pat) && !offer.pings(&club.bob), "only Pat is asked");
    let refused = club.bob.clicks(&offer, "Take Red").await;
    assert!(
        refused.is_private() && refused.text().contains("offered to Pat"),
        "{}",
        refused.text()
    );
    club.restart_bot().await;
    // play goes on meanwhile
    club.draws(&club.bob, &club.hall, "Red").await;
    let taken = club.pat.clicks(&offer, "Take Red").await.wait_for_messages(2).await.remove(1);
    assert_eq!(taken.all_text(), "Ann handed 🔴 Red to Pat.");
    club.board_saying("(Pat)").await;
    let gone = club.pat.clicks_as_seen(&offer, "Take Red").await;
    assert!(gone.is_private() && gone.text().contains("not on offer"), "{}", gone.text());
    let stranger = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(stranger.is_private(), "{}", stranger.text());
    assert!(club.pat.at(&club.hall).slash("/bag draw").await.text().contains("Pat drew"));
}

#[tokio::test]
async fn an_offered_seat_can_be_declined_and_an_organiser_need_not_ask() {
    let club = Club::open().await;
    club.bag_game().await;
    let at = club.ann.at(&club.hall);
    let offer = at.slash("/game hand-over to:@Pat").await.message();
    let no = club.pat.clicks(&offer, "No, thank you").await.wait_for_messages(2).await.remove(1);
    assert_eq!(no.all_text(), "Pat did not take 🔴 Red from Ann.");
    let bot = at.slash("/game hand-over to:@Gatemaster").await;
    assert!(bot.is_private() && bot.text().contains("is a bot"), "{}", bot.text());
    let offered = at.completes("/game hand-over to:@Pat seat:").await;
    assert_eq!(offered.len(), 2, "both seats are taken");
    let moved = club.mia.at(&club.hall).slash("/game hand-over to:@Pat seat:Blue").await.text();
    assert_eq!(moved, "Mia gave 🔵 Blue, which Bob had, to Pat.");
}

#[tokio::test]
async fn a_game_gets_a_thread_of_its_own() {
    let mut club = Club::open().await;
    club.bag_game().await;
    // the hall is taken, the thread is not
    let opened =
        club.pat.at(&club.hall).slash("/bag setup sides:Green 3 name:Side show thread:True").await;
    assert!(opened.text().contains("“Side show” is open in <#"), "{}", opened.text());
    let thread = club.hall.thread("Side show");
    let board = thread.wait_for(|seen| seen.button("Draw").is_some()).await;
    assert!(board.all_text().contains("3 dice left in the bag"), "{}", board.all_text());
    club.restart_bot().await;
    club.pat.clicks(&board, "Draw").await;
    thread.wait_for(|seen| seen.id == board.id && seen.all_text().contains("2 dice left")).await;
    let inside = club.pat.at(&thread).slash("/game new system:Order-dice bag thread:True").await;
    assert!(inside.is_private() && inside.text().contains("thread"), "{}", inside.text());
}

#[tokio::test]
async fn a_game_gets_a_post_in_a_forum() {
    let club = Club::open().await;
    let forum = club.discord.forum("campaigns");
    let line = "/game new system:Order-dice bag name:Long war forum:#campaigns remind:after 3 days";
    let opened = club.ann.at(&club.hall).slash(line).await;
    assert!(opened.text().contains("“Long war” is open in <#"), "{}", opened.text());
    let post = forum.thread("Long war");
    let board = post.wait_for(|seen| seen.button("Play Red").is_some()).await;
    club.ann.clicks(&board, "Play Red").await;
    let settings = club.ann.at(&post).slash("/game settings").await.text();
    assert!(settings.contains("after 3 days"), "{settings}");
}

#[tokio::test]
async fn without_the_right_for_threads_the_bot_says_so_and_leaves_nothing_behind() {
    let club = Club::open().await;
    club.hall.deny_bot(permissions::CREATE_PUBLIC_THREADS);
    club.discord.expect_fault("50013");
    let refused = club.ann.at(&club.hall).slash("/bag setup sides:Red 2 thread:True").await;
    assert!(
        refused.is_private() && refused.text().contains("Create Public Threads"),
        "{}",
        refused.text()
    );
    assert!(club.hall.threads().is_empty());
    let bad = club.ann.at(&club.hall).slash("/bag setup sides:Red none thread:True").await;
    assert!(bad.is_private(), "{}", bad.text());
    assert!(club.hall.threads().is_empty());
}

#[tokio::test]
async fn the_same_opening_delivered_twice_makes_one_thread() {
    let club = Club::open().await;
    club.discord.misbehave().deliver_twice(1);
    club.discord.expect_fault("40060");
    club.ann.at(&club.hall).slash("/bag setup sides:Red 2 name:Once thread:True").await;
    let thread = club.hall.thread("Once");
    thread.wait_for(|seen| seen.button("Draw").is_some()).await;
    club.until(|| club.hall.threads().len() == 1).await;
}

#[tokio::test]
async fn nobody_opens_threads_through_the_bot_that_they_may_not_open() {
    let club = Club::open().await;
    club.hall.deny(&club.pat, permissions::CREATE_PUBLIC_THREADS);
    let refused = club.pat.at(&club.hall).slash("/bag setup sides:Red 2 thread:True").await;
    assert!(
        refused.is_private() && refused.text().contains("may not open threads"),
        "{}",
        refused.text()
    );
    let forum = club.discord.forum("campaigns");
    forum.deny(&club.pat, permissions::SEND_MESSAGES);
    let line = "/game new system:Order-dice bag forum:#campaigns";
    let refused = club.pat.at(&club.hall).slash(line).await;
    assert!(refused.is_private() && refused.text().contains("may not post"), "{}", refused.text());
    assert!(club.hall.threads().is_empty() && forum.threads().is_empty());
}

#[tokio::test]
async fn where_files_are_forbidden_the_words_are_enough() {
    let club = Club::open().await;
    club.hall.deny_bot(permissions::ATTACH_FILES);
    club.discord.expect_fault("50013");
    let opened = club
        .ann
        .at(&club.hall)
        .slash("/bag setup sides:Red 2, Blue 2 thread:True name:Plain")
        .await;
    assert!(opened.text().contains("is open in"), "{}", opened.text());
    let thread = club.hall.thread("Plain");
    let board = thread.wait_for(|seen| seen.button("Draw").is_some()).await;
    assert!(
        board.files.is_empty() && board.all_text().contains("4 dice left"),
        "{}",
        board.all_text()
    );
    let here = club.ann.at(&club.hall).slash("/bag setup sides:Red 2").await.message();
    assert!(here.files.is_empty() && here.button("Draw").is_some());
}

#[tokio::test]
async fn a_manager_who_does_not_play_corrects_and_one_who_plays_asks() {
    let club = Club::open().await;
    club.bag_game().await;
    club.ann.at(&club.hall).slash("/bag draw").await;
    let undone = club.mia.at(&club.hall).slash("/game undo").await.text();
    assert!(undone.contains("as a manager of this server"), "{undone}");
    club.bob.at(&club.hall).slash("/game hand-over to:@Mia").await;
    let offer = club.hall.wait_for(|seen| seen.button("Take Blue").is_some()).await;
    club.mia.clicks(&offer, "Take Blue").await;
    club.mia.at(&club.hall).slash("/bag draw").await;
    let asked = club.mia.at(&club.hall).slash("/game undo").await.text();
    assert!(asked.contains("do you agree?"), "{asked}");
}
