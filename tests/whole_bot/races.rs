use crate::club::Club;

#[tokio::test]
async fn two_people_press_the_same_button_at_once() {
    let club = Club::open().await;
    let board = club.bag_game().await;
    for round in 0..5 {
        let board = if round == 0 { board.clone() } else { board.again().unwrap() };
        let before = club.steps().await;
        let (a, b) = tokio::join!(club.ann.clicks(&board, "Draw"), club.bob.clicks(&board, "Draw"));
        let (public, private): (Vec<_>, Vec<_>) =
            [a, b].into_iter().partition(|answer| !answer.is_private());
        assert_eq!((public.len(), private.len()), (1, 1), "round {round}");
        assert!(public[0].text().contains("drew it"), "{}", public[0].text());
        assert!(private[0].text().contains("The board has changed"), "{}", private[0].text());
        assert_eq!(club.steps().await, before + 1, "one step was made");
        club.board_saying(&format!("{} dice left", 10 - round)).await;
    }
}

#[tokio::test]
async fn two_people_who_undo_at_once_ask_once() {
    let club = Club::open().await;
    club.bag_game().await;
    club.mia.at(&club.hall).slash("/game settings organiser:@Mia").await;
    for round in 0..12 {
        club.ann.at(&club.hall).slash("/bag take-out die:Red").await;
        club.ann.at(&club.hall).slash("/bag put-in die:Red").await;
        let before = club.steps().await;
        let (mia, hall) = (club.mia.at(&club.hall), club.ann.at(&club.hall));
        let (a, b) = tokio::join!(mia.slash("/game undo"), hall.slash("/bag undo"));
        for answer in [&a, &b] {
            assert!(!answer.text().contains("on my side"), "round {round}: {}", answer.text());
        }
        let made = club.steps().await - before;
        let told = [&a, &b].iter().filter(|answer| !answer.is_private()).count();
        assert_eq!(made as usize, told, "round {round}: {} / {}", a.text(), b.text());
    }
}

#[tokio::test]
async fn an_interaction_that_is_delivered_twice_counts_once() {
    let club = Club::open().await;
    let board = club.bag_game().await;
    club.discord.misbehave().deliver_always_twice(true);
    // the second acknowledgement of one interaction is refused by Discord, and that is how it should be
    club.discord.expect_fault("40060");
    let first = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(first.text().contains("Die 1 of this game"), "{}", first.text());
    let second = club.ann.clicks(&board, "Draw").await;
    assert!(second.text().contains("The board has changed"), "{}", second.text());
    let third = club.bob.at(&club.hall).slash("/bag take-out die:Red").await;
    assert!(!third.is_private(), "{}", third.text());
    club.bob.at(&club.hall).slash("/game new system:Order-dice bag").await;
    club.discord.misbehave().deliver_always_twice(false);
    let elsewhere = club.discord.channel("elsewhere");
    club.discord.misbehave().deliver_twice(1);
    club.bob.at(&elsewhere).slash("/bag setup sides:Red 1").await;
    club.board_saying("1 out").await;
    assert_eq!(club.steps().await, 4);
}

#[tokio::test]
async fn the_last_die_is_drawn_once_and_the_repeat_is_answered_as_before() {
    let club = Club::open().await;
    club.ann.at(&club.hall).slash("/bag setup sides:Red 1").await;
    // the first acknowledgement gets lost on the way: Discord delivers again, and the answer must be the same die
    club.discord.misbehave().deliver_twice(1);
    club.discord.misbehave().next_requests(1).matching("POST", "/callback").fail_with(502);
    club.discord.expect_fault("40060");
    let drawn = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(drawn.text().contains("🔴 Red!"), "{}", drawn.text());
    assert_eq!(club.steps().await, 2);
}

#[tokio::test]
async fn many_people_at_many_tables_lose_nothing() {
    let club = Club::open().await;
    let tables: Vec<_> = (0..8).map(|n| club.discord.channel(&format!("table-{n}"))).collect();
    for table in &tables {
        club.ann.at(table).slash("/bag setup sides:Red 30, Blue 30").await;
    }
    let mut drawing = tokio::task::JoinSet::new();
    for table in tables.clone() {
        let ann = club.ann.at(&table);
        drawing.spawn(async move {
            for _ in 0..10 {
                let drawn = ann.slash("/bag draw").await;
                assert!(drawn.text().contains("drew it"), "{}", drawn.text());
            }
        });
    }
    while let Some(done) = drawing.join_next().await {
        done.unwrap();
    }
    let store = club.store().await;
    for table in &tables {
        let game = store.open_game_in(table.id()).await.unwrap().unwrap();
        assert_eq!((game.seq, game.next_die), (11, 10));
    }
    assert_eq!(
        gatemaster::tools::replay::replay(&store).await.unwrap().differences,
        Vec::<String>::new()
    );
    store.close().await;
}
