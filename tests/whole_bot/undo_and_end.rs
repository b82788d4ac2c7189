use gatemaster_rules::export::{Export, verify};

use crate::club::Club;

#[tokio::test]
async fn a_drawn_die_is_undone_with_the_other_side_s_consent() {
    let mut club = Club::open().await;
    club.bag_game().await;
    let drawn = club.ann.at(&club.hall).slash("/bag draw").await.message();
    let asked = club.ann.clicks(&drawn, "Undo").await.wait_for_messages(2).await.remove(1);
    assert!(
        drawn.again().unwrap().buttons.is_empty(),
        "a message that has served loses its buttons"
    );
    assert!(asked.all_text().contains("Bob, do you agree?"), "{}", asked.all_text());
    assert!(asked.pings(&club.bob) && !asked.pings(&club.ann), "only who may answer is told");
    assert!(asked.all_text().contains("the next roll is a new one"), "{}", asked.all_text());

    let own = club.ann.clicks(&asked, "Agree").await;
    assert!(own.is_private() && own.text().contains("for Bob to answer"), "{}", own.text());
    let stranger = club.pat.clicks(&asked, "Agree").await;
    assert!(stranger.is_private(), "{}", stranger.text());

    // the question outlives the process
    club.restart_bot().await;
    let agreed = club.bob.clicks(&asked, "Agree").await.message();
    assert!(agreed.all_text().contains("Taken back: step 3, “Ann drew "), "{}", agreed.all_text());
    club.board_saying("11 dice left").await;
    assert!(asked.again().unwrap().button("Refuse").is_none(), "a settled question has no buttons");

    // no die comes back: the next one has the next number
    let drawn = club.ann.at(&club.hall).slash("/bag draw").await.text();
    assert!(drawn.contains("Die 2 of this game"), "{drawn}");
}

#[tokio::test]
async fn a_refusal_leaves_everything_as_it_was() {
    let club = Club::open().await;
    club.bag_game().await;
    club.bob.at(&club.hall).slash("/bag draw").await;
    let asked = club.bob.at(&club.hall).slash("/bag undo").await.message();
    let refused = club.ann.clicks(&asked, "Refuse").await.message();
    assert!(
        refused.all_text().contains("Ann said no: Bob had asked to take back step 3"),
        "{}",
        refused.all_text()
    );
    club.board_saying("10 dice left").await;
}

#[tokio::test]
async fn what_was_not_rolled_is_undone_freely() {
    let club = Club::open().await;
    club.bag_game().await;
    let out = club.ann.at(&club.hall).slash("/bag take-out die:Blue").await.message();
    let undone =
        club.ann.clicks(&out, "Undo").await.wait_for_messages(2).await.remove(1).all_text();
    assert!(undone.contains("(by Ann; nothing had been rolled)"), "{undone}");
    let more = club.ann.at(&club.hall).slash("/game undo").await;
    assert!(more.is_private() && more.text().contains("nothing to undo"), "{}", more.text());
}

#[tokio::test]
async fn the_organiser_corrects_without_asking() {
    let club = Club::open().await;
    let lobby = club
        .ann
        .at(&club.hall)
        .slash("/game new system:Order-dice bag organiser:@Mia")
        .await
        .message();
    assert!(lobby.all_text().contains("Organiser: Mia"), "{}", lobby.all_text());
    club.ann.clicks(&lobby, "Play Red").await;
    club.bob.clicks(&lobby, "Play Blue").await;
    club.bob.clicks(&lobby, "Start").await;
    club.bob.at(&club.hall).slash("/bag draw").await;
    let undone = club.mia.at(&club.hall).slash("/game undo").await.text();
    assert!(undone.contains("as the organiser"), "{undone}");
    let corrected = club.mia.at(&club.hall).slash("/bag take-out die:Red").await.text();
    assert!(corrected.contains("Mia took a 🔴 Red die out"), "{corrected}");
}

#[tokio::test]
async fn the_end_is_agreed_and_the_whole_game_verifies() {
    let club = Club::open().await;
    club.bag_game().await;
    let salted = club.bob.at(&club.hall).slash("/game settings salt:rosemary").await.text();
    assert!(salted.contains("rosemary"), "{salted}");
    club.ann.at(&club.hall).slash("/bag draw").await;
    let by_hand = club.ann.at(&club.hall).slash("/game by-hand dice_of:the next throw").await;
    club.bob.clicks(&by_hand.message(), "Agree").await;
    club.bob.at(&club.hall).slash("/bag draw dice:Blue").await;
    club.ann.at(&club.hall).slash("/bag draw").await;
    let late = club.bob.at(&club.hall).slash("/game settings salt:thyme").await;
    assert!(late.is_private() && late.text().contains("before the first die"), "{}", late.text());

    // before the end, the seed is nobody's to see
    let files = club.bob.at(&club.hall).slash("/game export").await.message().files;
    let open: Export = serde_json::from_slice(&files[0].bytes).unwrap();
    assert_eq!(open.seed, None);
    assert_eq!(verify(&open).faults, Vec::<String>::new());

    let asked = club.ann.at(&club.hall).slash("/game end").await.message();
    assert!(asked.pings(&club.bob), "{}", asked.all_text());
    let ended = club.bob.clicks(&asked, "Agree").await.message();
    let seed = ended.all_text().split('`').nth(1).unwrap().to_owned();
    assert_eq!(seed.len(), 64, "{}", ended.all_text());

    let gone = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(gone.is_private() && gone.text().contains("No game is open"), "{}", gone.text());
    let archive = club.pat.at(&club.hall).slash("/game list archive:true").await.text();
    assert!(archive.contains("Order-dice bag"), "{archive}");

    let files = club
        .pat
        .at(&club.hall)
        .slash(&format!("/game export game:{}", open.game))
        .await
        .message()
        .files;
    let export: Export = serde_json::from_slice(&files[0].bytes).unwrap();
    let report = verify(&export);
    assert_eq!(report.faults, Vec::<String>::new());
    assert!(report.seed_shown);
    assert_eq!((report.stream_dice, report.hand_dice), (2, 1));
    assert_eq!(export.seed.as_deref(), Some(&*seed));
    let transcript = String::from_utf8(files[1].bytes.to_vec()).unwrap();
    assert!(transcript.contains("Bob drew 🔵 Blue (number"), "{transcript}");
    assert!(transcript.contains("hand-rolled"), "{transcript}");
}

#[tokio::test]
async fn a_manager_can_close_a_table_that_everybody_left() {
    let club = Club::open().await;
    club.bag_game().await;
    let passer = club.pat.at(&club.hall).slash("/game end").await;
    assert!(
        passer.is_private() && passer.text().contains("manages this server"),
        "{}",
        passer.text()
    );
    let ended = club.mia.at(&club.hall).slash("/game end").await.text();
    assert!(ended.contains("as a manager of this server"), "{ended}");
}

#[tokio::test]
async fn an_answer_given_on_a_private_copy_is_told_to_everybody() {
    let club = Club::open().await;
    club.bag_game().await;
    club.ann.at(&club.hall).slash("/bag draw").await;
    let asked = club.ann.at(&club.hall).slash("/game undo").await.message();
    let recap = club.bob.at(&club.hall).slash("/game recap").await.message();
    let copy = club.bob.clicks(&recap, "Show the board").await.message();
    let told = club.bob.clicks(&copy, "Agree").await.wait_for_messages(2).await;
    assert!(
        told.iter().any(|seen| !seen.private && seen.all_text().contains("Ann asked, Bob agreed"))
    );
    let late = club.bob.clicks(&asked, "Refuse").await.wait_for_messages(2).await.remove(1);
    assert!(late.private && late.all_text().contains("settled"), "{}", late.all_text());
    assert!(asked.again().unwrap().buttons.is_empty(), "a lapsed question loses its buttons");
}

#[tokio::test]
async fn nobody_makes_themselves_organiser_over_a_running_game() {
    let club = Club::open().await;
    club.bag_game().await;
    let coup = club.ann.at(&club.hall).slash("/game settings organiser:@Ann").await;
    assert!(coup.is_private() && coup.text().contains("Others sat down"), "{}", coup.text());
    club.mia.at(&club.hall).slash("/game settings organiser:@Mia").await;
    club.board_saying("Organiser: Mia").await;
    let freed = club.mia.at(&club.hall).slash("/game leave player:@Bob").await.text();
    assert!(freed.contains("Mia freed a seat: Bob left 🔵 Blue"), "{freed}");
    let seated = club.mia.at(&club.hall).slash("/game join player:@Pat").await.text();
    assert!(seated.contains("Pat plays 🔵 Blue"), "{seated}");
    let bot = club.mia.at(&club.hall).slash("/game join player:@Gatemaster seat:Blue").await;
    assert!(bot.is_private() && bot.text().contains("is a bot"), "{}", bot.text());
}

#[tokio::test]
async fn a_game_is_ended_from_elsewhere_without_a_word_there() {
    let club = Club::open().await;
    club.bag_game().await;
    let store = club.store().await;
    let id = store.open_game_in(club.hall.id()).await.unwrap().unwrap().id;
    store.close().await;
    let yard = club.discord.channel("yard");
    let asked = club.ann.at(&yard).slash(&format!("/game end game:{id}")).await;
    assert!(asked.is_private(), "{}", asked.text());
    let at_home = |seen: &gatemaster_sandbox::Seen| {
        seen.all_text().contains("do you agree?") && seen.button("Refuse").is_some()
    };
    let question = club.hall.wait_for(at_home).await;
    assert!(question.pings(&club.bob));
    club.bob.clicks(&question, "Refuse").await;
    let ended = club.mia.at(&yard).slash(&format!("/game end game:{id}")).await;
    assert!(ended.is_private(), "{}", ended.text());
    club.hall
        .wait_for(|seen| !seen.private && seen.text.contains("The game has ended (by Mia"))
        .await;
    assert!(yard.everything_said().iter().all(|seen| seen.private), "nothing was said in the yard");
    let board = club.ann.at(&yard).slash(&format!("/game board game:{id}")).await.message();
    assert!(board.buttons.is_empty());
}

#[tokio::test]
async fn a_question_in_the_lobby_can_be_answered_on_its_board() {
    let club = Club::open().await;
    let lobby = club.ann.at(&club.hall).slash("/game new system:Order-dice bag").await.message();
    club.bob.clicks(&lobby, "Play Red").await;
    club.bob.at(&club.hall).slash("/game end").await;
    let board =
        club.hall.wait_for(|seen| seen.id == lobby.id && seen.button("Agree").is_some()).await;
    let ended = club.ann.clicks(&board, "Agree").await.text();
    assert!(ended.contains("Bob asked, Ann agreed"), "{ended}");
}

#[tokio::test]
async fn what_is_taken_back_is_named_as_it_was() {
    let club = Club::open().await;
    club.bag_game().await;
    club.ann.at(&club.hall).slash("/bag next").await;
    club.ann.at(&club.hall).slash("/bag next").await;
    let undone = club.ann.at(&club.hall).slash("/bag undo").await.text();
    assert!(undone.contains("Ann began turn 3"), "{undone}");
    club.board_saying("Turn 2").await;
}
