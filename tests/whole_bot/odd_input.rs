use crate::club::Club;

#[tokio::test]
async fn odd_set_ups_get_a_clear_private_answer_and_change_nothing() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for (sides, says) in [
        ("Red -3", "from 0 to 60"),
        ("Red 99", "up to 60 fit"),
        ("Red", "like `Red 6`"),
        ("🎲🎲🎲", "like `Red 6`"),
        ("\u{202e}\u{200b} 4", "one line"),
        ("Red 4294967299", "from 0 to 60"),
        ("Red 0, Blue 0", "not a single die"),
        ("Red 1, red 2", "Two sides"),
        ("a 1, b 1, c 1, d 1, e 1, f 1, g 1, h 1, i 1", "up to 8 sides"),
    ] {
        let answer = ann.slash(&format!("/bag setup sides:{sides}")).await;
        assert!(answer.is_private(), "{sides}");
        let text = answer.text();
        assert!(text.contains(says), "{sides}: {text}");
    }
    let long = "x".repeat(900);
    let answer = ann.slash(&format!("/bag setup sides:{long} 4")).await;
    assert!(
        answer.is_private() && answer.text().contains("one line of 1 to 32"),
        "{}",
        answer.text()
    );
    assert!(
        club.hall.everything_said().iter().all(|seen| !seen.by_bot),
        "nothing was said in public"
    );
}

#[tokio::test]
async fn what_the_client_would_not_send_is_met_with_calm_all_the_same() {
    // a client that ignores the limits of the form: the bot must not trust them
    let club = Club::open().await;
    let lobby = club.ann.at(&club.hall).slash("/game new system:Order-dice bag").await.message();
    club.ann.clicks(&lobby, "Play Red").await;
    let form = club.ann.clicks(&lobby, "Change the dice…").await.modal().unwrap();
    for (sides, extras) in [
        ("x".repeat(1_000), String::new()),
        ("Red 6, Blue 5".to_owned(), "@everyone 1, <@&1> 2, **bold** 3, [link](x) 4".to_owned()),
        ("🙂 3, 👩‍🚀 4, עברית 5".to_owned(), String::new()),
    ] {
        let answer = form.submit(&[("sides", &sides), ("extras", &extras)]).await;
        assert!(answer.failed().is_none(), "{sides} {extras}");
    }
    let lobby = lobby.again().unwrap();
    assert!(lobby.all_text().contains("עברית"), "{}", lobby.all_text());
    assert!(lobby.pinged.is_empty());
    let named = club.ann.at(&club.hall).slash("/game settings name:\u{202e}\u{200f}").await;
    assert!(named.is_private() && named.text().contains("one line"), "{}", named.text());
}

#[tokio::test]
async fn typed_dice_are_checked_for_count_and_range() {
    let club = Club::open().await;
    club.bag_game().await;
    let ann = club.ann.at(&club.hall);
    ann.slash("/game by-hand dice_of:everybody").await;
    let question = club.hall.wait_for(|seen| seen.button("Agree").is_some()).await;
    club.bob.clicks(&question, "Agree").await;
    for (dice, says) in [
        ("12", "from 1 to 11"),
        ("0", "from 1 to 11"),
        ("3 4", "name its side (Red and Blue)"),
        ("three", "from 1 to 11"),
        ("-1", "from 1 to 11"),
        ("🎲", "from 1 to 11"),
        ("Green", "from 1 to 11"),
        ("@everyone", "from 1 to 11"),
    ] {
        let answer = ann.slash(&format!("/bag draw dice:{dice}")).await;
        assert!(answer.is_private(), "{dice}");
        assert!(answer.text().contains(says), "{dice}: {}", answer.text());
    }
    for line in [
        "/bag put-in die:Red count:-5",
        "/bag put-in die:Red count:0",
        "/bag put-in die:Red count:9007199254740991",
    ] {
        let answer = ann.slash(line).await;
        assert!(answer.is_private(), "{line}: {}", answer.text());
    }
    let nothing = ann.slash("/bag return die:Mauve").await;
    assert!(
        nothing.is_private() && nothing.text().contains("dice of Red and Blue"),
        "{}",
        nothing.text()
    );
    let kept = ann.slash("/bag next keep:Red 3").await;
    assert!(kept.is_private() && kept.text().contains("0 dice on the table"), "{}", kept.text());
    assert_eq!(club.steps().await, 4, "nothing happened since the dice are typed");
}

#[tokio::test]
async fn stale_and_foreign_buttons_get_a_plain_answer() {
    let club = Club::open().await;
    let old = club.bag_game().await;
    club.bob.at(&club.hall).slash("/bag draw").await;
    let stale = club.ann.clicks(&old, "Draw").await;
    assert!(stale.is_private());
    assert!(stale.text().contains("The board has changed"), "{}", stale.text());
    assert!(stale.text().contains("10 dice left"), "the fresh board is with it: {}", stale.text());
    // the board that came with the apology works
    let drawn = club.ann.clicks(&stale.message(), "Draw").await;
    let told = drawn.wait_for_messages(2).await;
    assert!(
        told.iter().any(|seen| !seen.private && seen.all_text().contains("drew it")),
        "{told:?}"
    );

    for custom_id in
        ["g0:old:1:undo", "something else", "g1:nosuchgame:1:bag-draw", "g1:x:1:join:9", "🙂"]
    {
        // as an older version of the bot, or another bot under this name, might have posted it
        let body = serde_json::json!({"content": custom_id, "components": [{"type": 1, "components": [
            {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id}]}]});
        club.as_bot("POST", &format!("channels/{}/messages", club.hall.id()), &body.to_string())
            .await;
        let posted = club.hall.wait_for(|seen| seen.text == custom_id).await;
        let answer = club.ann.clicks(&posted, "Press").await;
        assert!(answer.is_private(), "{custom_id}: {}", answer.text());
        assert!(answer.failed().is_none(), "{custom_id}");
    }
}

#[tokio::test]
async fn commands_without_a_game_say_how_to_get_one() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for line in [
        "/bag draw",
        "/game board",
        "/game log",
        "/game start",
        "/game undo",
        "/game recap",
        "/game leave",
    ] {
        let answer = ann.slash(line).await;
        assert!(answer.is_private(), "{line}");
        assert!(answer.text().contains("`/game new`"), "{line}: {}", answer.text());
    }
    ann.slash("/game new system:Order-dice bag").await;
    let early = ann.slash("/bag draw").await;
    assert!(early.is_private() && early.text().contains("not started"), "{}", early.text());
    let odd = ann.slash("/game log game:no game at all!").await;
    assert!(odd.is_private() && odd.text().contains("Pick the game"), "{}", odd.text());
}
