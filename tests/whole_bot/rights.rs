use gatemaster_sandbox::permissions;

use crate::club::Club;

#[tokio::test]
async fn a_passer_by_is_refused_privately_and_offered_a_seat() {
    let club = Club::open().await;
    let board = club.ann.at(&club.hall).slash("/bag setup sides:Red 2, Blue 2").await.message();
    let steps = club.steps().await;
    let refused = club.pat.clicks(&board, "Draw").await;
    assert!(refused.is_private());
    assert!(
        refused.text().contains("Only people at this table may play here"),
        "{}",
        refused.text()
    );
    assert_eq!(club.steps().await, steps, "nothing happened");
    let joined = club.pat.clicks(&refused.message(), "Play Blue").await;
    let told = joined.wait_for_messages(2).await;
    assert!(
        told.iter().any(|seen| !seen.private && seen.text.contains("Pat plays 🔵 Blue")),
        "{told:?}"
    );
    let drawn = club.pat.at(&club.hall).slash("/bag draw").await;
    assert!(drawn.text().contains("drew it"), "{}", drawn.text());
}

#[tokio::test]
async fn a_full_table_says_so() {
    let club = Club::open().await;
    let board = club.bag_game().await;
    for name in ["Draw", "Next turn", "Undo"] {
        let refused = club.pat.clicks(&board, name).await;
        assert!(refused.is_private(), "{name}: {}", refused.text());
        assert!(refused.text().contains("Only"), "{name}: {}", refused.text());
    }
    for line in ["/bag put-in die:Red", "/game settings name:Mine", "/game undo", "/game end"] {
        let refused = club.pat.at(&club.hall).slash(line).await;
        assert!(refused.is_private(), "{line}: {}", refused.text());
        assert!(refused.text().contains("Only"), "{line}: {}", refused.text());
    }
    let full = club.pat.at(&club.hall).slash("/game join").await;
    assert!(full.is_private() && full.text().contains("taken"), "{}", full.text());
    assert_eq!(club.steps().await, 2);
}

#[tokio::test]
async fn another_server_sees_nothing_of_it() {
    let club = Club::open().await;
    club.bag_game().await;
    let store = club.store().await;
    let id = store.open_game_in(club.hall.id()).await.unwrap().unwrap().id;
    store.close().await;

    let elsewhere = club.discord.server("Rivals");
    club.pat.joins(&elsewhere);
    let yard = elsewhere.channel("yard");
    let pat = club.pat.at(&yard);
    let list = pat.slash("/game list").await.text();
    assert!(list.contains("No game is open"), "{list}");
    assert!(pat.completes("/game log game:").await.is_empty());
    for command in ["board", "log", "recap", "export"] {
        let answer = pat.slash(&format!("/game {command} game:{id}")).await;
        assert!(answer.is_private() && answer.text().contains("no such game"), "{}", answer.text());
    }
    // and neither does somebody's conversation with the bot
    let dm = club.pat.dm();
    let answer = club.pat.at(&dm).slash(&format!("/game log game:{id}")).await;
    assert!(answer.text().contains("no such game"), "{}", answer.text());
}

#[tokio::test]
async fn nobody_is_pinged_who_owes_nothing() {
    let club = Club::open().await;
    club.bag_game().await;
    club.ann.at(&club.hall).slash("/game settings name:@everyone <@1>").await;
    club.draws(&club.ann, &club.hall, "Red").await;
    club.ann.at(&club.hall).slash("/game list").await;
    club.ann.at(&club.hall).slash("/game settings mentions:false").await;
    club.draws(&club.ann, &club.hall, "Blue").await;
    club.ann.at(&club.hall).slash("/game recap").await;
    for seen in club.hall.everything() {
        assert!(seen.pinged.is_empty(), "{} pings {:?}", seen.all_text(), seen.pinged);
        assert_eq!(seen.raw["mention_everyone"], false, "{}", seen.all_text());
    }
}

#[tokio::test]
async fn a_game_in_a_private_channel_stays_there() {
    let club = Club::open().await;
    let staff = club.discord.channel("staff");
    staff.deny(&club.pat, permissions::VIEW_CHANNEL);
    club.ann.at(&staff).slash("/bag setup sides:Red 2 name:Secret plans").await;
    club.ann.at(&club.hall).slash("/bag setup sides:Red 2 name:Open day").await;
    let pat = club.pat.at(&club.hall);
    let list = pat.slash("/game list").await.text();
    assert!(list.contains("Open day") && !list.contains("Secret plans"), "{list}");
    assert!(pat.completes("/game log game:Secret").await.is_empty());
    let store = club.store().await;
    let id = store.open_game_in(staff.id()).await.unwrap().unwrap().id;
    store.close().await;
    let log = pat.slash(&format!("/game log game:{id}")).await;
    assert!(log.text().contains("no such game"), "{}", log.text());
    // those who may see the channel, and those who play there, see the game from anywhere
    let bob = club.bob.at(&club.hall).slash(&format!("/game log game:{id}")).await;
    assert!(bob.text().contains("Secret plans"), "{}", bob.text());
    let ann = club.ann.at(&club.hall).slash("/game list").await.text();
    assert!(ann.contains("Secret plans"), "{ann}");
}

#[tokio::test]
async fn strangers_look_at_the_board_without_moving_it() {
    let club = Club::open().await;
    let board = club.bag_game().await;
    for line in ["/game board pin:true", "/bag show"] {
        let shown = club.pat.at(&club.hall).slash(line).await;
        assert!(shown.is_private() && shown.text().contains("11 dice left"), "{}", shown.text());
    }
    let picked = club.pat.clicks(&board, "Take a die out…").await;
    assert!(picked.is_private() && picked.text().contains("Only people"), "{}", picked.text());
    assert!(!board.again().unwrap().pinned);
}
