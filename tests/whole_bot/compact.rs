use gatemaster_sandbox::Seen;

use crate::club::Club;

#[tokio::test]
async fn a_compact_table_is_one_message_that_rolls_on() {
    let mut club = Club::open().await;
    club.mia
        .at(&club.hall)
        .slash("/settings messages:compact: short, one board, no mentions")
        .await;
    let opened = club.ann.at(&club.hall).slash("/bag setup sides:Red 6, Blue 6").await;
    let first = opened.message();
    let board = &first;
    assert!(board.embeds.is_empty(), "short: {}", board.all_text());
    club.bob.at(&club.hall).slash("/game join").await;
    // what was said below it sends it to the end again
    let fits = |seen: &Seen| !seen.private && seen.all_text().contains("**▸** Bob plays");
    let board = club.hall.wait_for(fits).await;
    club.until(|| first.again().is_none()).await;
    let before = club.hall.everything().len();
    for person in [&club.ann, &club.bob, &club.ann] {
        person.clicks(&board.again().unwrap(), "Draw").await;
    }
    let rolled = club
        .hall
        .wait_for(|seen| seen.id == board.id && seen.all_text().matches("drew").count() == 3)
        .await;
    assert_eq!(club.hall.everything().len(), before, "nothing but the board");
    assert!(rolled.all_text().contains("**▸** Ann drew"), "{}", rolled.all_text());
    assert!(rolled.all_text().contains("[die 3: "), "{}", rolled.all_text());
    for person in [&club.ann, &club.bob] {
        assert!(!club.hall.everything().iter().any(|seen| seen.pings(person)), "no mentions");
    }

    // a typed command answers its typist alone, and the board tells everybody
    club.restart_bot().await;
    let typed = club.draws(&club.bob, &club.hall, "Red").await;
    assert!(typed.is_private() && typed.text().contains("Bob drew 🔴 Red"), "{}", typed.text());
    let rolled = club
        .hall
        .wait_for(|seen| seen.id == board.id && seen.all_text().contains("**▸** Bob drew 🔴 Red"))
        .await;
    assert_eq!(rolled.all_text().matches("drew").count(), 3, "the last three results");
}

#[tokio::test]
async fn a_table_chooses_for_itself() {
    let club = Club::open().await;
    let board = club.bag_game().await;
    let set = club.ann.at(&club.hall).slash("/game settings compact:True").await.text();
    assert!(set.contains("short messages"), "{set}");
    let is_board = |seen: &Seen| seen.button("Draw").is_some();
    club.hall.wait_for(|seen| is_board(seen) && seen.embeds.is_empty()).await;
    // a compact board stands below everything else
    club.until(|| board.again().is_none()).await;
    club.ann.at(&club.hall).slash("/game settings compact:False").await;
    club.hall.wait_for(|seen| is_board(seen) && !seen.embeds.is_empty()).await;
    let drawn = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(!drawn.is_private(), "{}", drawn.text());
}
