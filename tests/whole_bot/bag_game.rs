use crate::club::Club;

#[tokio::test]
async fn two_people_play_a_bag_game_with_buttons() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);

    let lobby =
        ann.at(hall).slash("/game new system:Order-dice bag name:Friday night").await.message();
    assert!(lobby.all_text().contains("Friday night"), "{}", lobby.all_text());
    assert!(lobby.all_text().contains("SHA-256"), "the hash is shown at the start");
    ann.clicks(&lobby, "Play Red").await;
    bob.clicks(&lobby, "Play Blue").await;
    let form = ann.clicks(&lobby, "Change the dice…").await.modal().unwrap();
    form.submit(&[("sides", "Red 2, Blue 1"), ("extras", "Distort 1")]).await;
    let lobby = lobby.again().unwrap();
    assert!(lobby.all_text().contains("Distort"), "{}", lobby.all_text());
    ann.clicks(&lobby, "Start").await;
    let mut board = lobby.again().unwrap();
    assert!(board.all_text().contains("Turn 1"), "{}", board.all_text());

    for left in [3, 2, 1, 0] {
        let answer = if left % 2 == 0 { ann } else { bob }.clicks(&board, "Draw").await;
        let text = answer.text();
        assert!(text.contains("drew it"), "{text}");
        assert!(text.contains(&format!("of {}", left + 1)), "{text}");
        board = club.board_saying(&format!("{left} d")).await;
    }
    assert!(board.button("Draw").unwrap().disabled, "an empty bag cannot be drawn from");
    let next = bob.clicks(&board, "Next turn").await.message();
    assert!(next.all_text().contains("began turn 2"), "{}", next.all_text());
    club.board_saying("Turn 2").await;
}

#[tokio::test]
async fn an_experienced_player_types_everything() {
    let club = Club::open().await;
    club.bag_game().await;
    let ann = club.ann.at(&club.hall);
    let bob = club.bob.at(&club.hall);

    let typed = ann.slash("/bag draw dice:Blue").await;
    assert!(typed.is_private() && typed.text().contains("I roll the dice"), "{}", typed.text());
    let drawn = club.draws(&club.ann, &club.hall, "Blue").await.message();
    assert!(drawn.all_text().contains("🔵 Blue!"), "{}", drawn.all_text());
    assert!(drawn.pings(&club.bob), "whose die is out is told");
    assert!(!drawn.pings(&club.ann));

    let drawn = club.with_dice("10", bob.slash("/bag draw")).await.message();
    assert!(
        drawn.all_text().contains("🔵 Blue!") && !drawn.pings(&club.bob),
        "{}",
        drawn.all_text()
    );
    let back = ann.slash("/bag return die:Blue").await.text();
    assert!(back.contains("put a drawn 🔵 Blue die back"), "{back}");
    ann.slash("/bag take-out die:Red").await;
    let put = bob.slash("/bag put-in die:Red count:2").await.text();
    assert!(put.contains("put 2 🔴 Red dice into the bag, 1 of them back"), "{put}");
    let next = bob.slash("/bag next keep:Blue 1").await.text();
    assert!(next.contains("kept out: 🔵 Blue 1"), "{next}");
    let shown = bob.slash("/bag show").await.text();
    assert!(shown.contains("Turn 2") && shown.contains("11 dice left"), "{shown}");
}

#[tokio::test]
async fn typing_is_helped_by_what_is_on_the_table() {
    let club = Club::open().await;
    club.bag_game().await;
    let ann = club.ann.at(&club.hall);
    let names = |choices: Vec<gatemaster_sandbox::Choice>| {
        choices.into_iter().map(|choice| choice.name).collect::<Vec<_>>()
    };
    assert_eq!(names(ann.completes("/bag take-out die:").await), ["Red", "Blue"]);
    assert_eq!(names(ann.completes("/bag take-out die:bl").await), ["Blue"]);
    assert_eq!(names(ann.completes("/bag return die:").await), [] as [&str; 0]);
    let games = ann.completes("/game log game:order").await;
    assert_eq!(games.len(), 1);
    assert!(games[0].name.starts_with("Order-dice bag (in play"), "{}", games[0].name);
    club.bob.at(&club.hall).slash("/game leave").await;
    assert_eq!(names(club.pat.at(&club.hall).completes("/game join seat:").await), ["Blue"]);
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart_with_its_old_buttons() {
    let mut club = Club::open().await;
    let board = club.bag_game().await;
    club.restart_bot().await;
    let drawn = club.ann.clicks(&board, "Draw").await;
    assert!(drawn.text().contains("drew it"), "{}", drawn.text());
    club.board_saying("10 dice left").await;
}

#[tokio::test]
async fn each_channel_and_thread_has_one_game() {
    let club = Club::open().await;
    club.bag_game().await;
    let again = club.bob.at(&club.hall).slash("/bag setup sides:Red 3").await;
    assert!(again.is_private() && again.text().contains("has this channel"), "{}", again.text());
    let thread = club.hall.thread("Second table");
    let other = club.bob.at(&thread).slash("/bag setup sides:Red 3, Blue 3").await;
    assert!(other.text().contains("6 dice left"), "{}", other.text());
    let forum = club.discord.forum("campaigns");
    let post = forum.thread("The long campaign");
    let third = club.bob.at(&post).slash("/bag setup sides:Red 1, Blue 1").await;
    assert!(third.text().contains("2 dice left"), "{}", third.text());
    let refused = club.bob.at(&forum).slash("/bag setup sides:Red 1").attempt().await;
    assert!(refused.is_err(), "Discord has no line to type in a forum itself");
    let list = club.pat.at(&club.hall).slash("/game list").await;
    assert!(list.is_private());
    assert_eq!(list.text().matches("Order-dice bag").count(), 3, "{}", list.text());
}

#[tokio::test]
async fn a_bag_works_in_direct_messages() {
    let club = Club::open().await;
    let dm = club.ann.dm();
    club.ann.at(&dm).slash("/bag setup sides:Red 1, Blue 1").await;
    let drawn = club.ann.at(&dm).slash("/bag draw").await;
    assert!(drawn.text().contains("drew it"), "{}", drawn.text());
    let list = club.ann.at(&dm).slash("/game list").await;
    assert!(list.text().contains("Order-dice bag"), "{}", list.text());
    let elsewhere = club.ann.at(&club.hall).slash("/game list").await;
    assert!(elsewhere.text().contains("No game is open"), "{}", elsewhere.text());
}
