use crate::club::Club;

#[tokio::test]
async fn the_log_pages_through_every_step_with_its_dice() {
    let club = Club::open().await;
    club.bag_game().await;
    for _ in 0..11 {
        club.ann.at(&club.hall).slash("/bag draw").await;
    }
    club.bob.at(&club.hall).slash("/bag next").await;
    let log = club.bob.at(&club.hall).slash("/game log").await;
    assert!(log.is_private());
    let last = log.message();
    let text = last.all_text();
    // the newest page is a full one
    assert!(text.contains("Bob began turn 2"), "{text}");
    let steps = club.steps().await;
    let footer = format!("Steps {}–{steps} · game ", steps - 11);
    assert!(text.contains(&footer) && text.contains(&format!("{steps} in all")), "{text}");
    assert_eq!(text.matches("<t:").count(), 12, "{text}");
    assert!(last.button("Later").is_none());
    let earlier = club.bob.clicks(&last, "Earlier").await.message();
    assert_eq!(earlier.id, last.id, "the page is turned in place");
    assert!(earlier.private, "it stays private");
    let text = earlier.all_text();
    assert!(text.contains(&format!("–{} · game ", steps - 12)), "no step twice: {text}");
    assert!(text.contains("opened") && earlier.button("Earlier").is_none(), "{text}");
    let later = club.bob.clicks(&earlier, "Later").await.message().all_text();
    assert!(later.contains(&footer), "and the newest page again: {later}");
    assert!(later.contains("die 11: ") && later.contains("on a d1"), "{later}");
    let first = club.bob.at(&club.hall).slash("/game log step:1").await.text();
    assert!(first.contains("opened") && first.contains("Steps 1–12"), "{first}");
    assert!(first.contains("die 1: ") && first.contains("on a d11"), "{first}");
    let far = club.bob.at(&club.hall).slash("/game log step:99999").await.text();
    assert!(far.contains(&footer), "{far}");
}

#[tokio::test]
async fn a_recap_tells_what_happened_since_i_last_acted() {
    let club = Club::open().await;
    club.bag_game().await;
    club.draws(&club.bob, &club.hall, "Red").await;
    let nothing = club.bob.at(&club.hall).slash("/game recap").await;
    assert!(
        nothing.is_private() && nothing.text().contains("Nothing has happened"),
        "{}",
        nothing.text()
    );
    for _ in 0..20 {
        club.ann.at(&club.hall).slash("/bag put-in die:Red").await;
    }
    let recap = club.bob.at(&club.hall).slash("/game recap").await.message();
    let text = recap.all_text();
    assert!(text.contains("Since you last acted"), "{text}");
    assert!(text.contains("5 steps before that"), "{text}");
    assert_eq!(text.matches("Ann put a 🔴 Red die into the bag").count(), 15, "{text}");
    let board = club.bob.clicks(&recap, "Show the board").await;
    assert!(board.is_private() && board.text().contains("dice left"), "{}", board.text());
    let spectator = club.pat.at(&club.hall).slash("/game recap").await.text();
    assert!(spectator.contains("So far in"), "{spectator}");
}

#[tokio::test]
async fn settings_can_be_looked_at_and_changed() {
    let club = Club::open().await;
    club.bag_game().await;
    let shown = club.pat.at(&club.hall).slash("/game settings").await;
    assert!(shown.is_private());
    assert!(
        shown.text().contains("Mentions for whoever owes an action: **on**"),
        "{}",
        shown.text()
    );
    assert!(shown.text().contains("SHA-256"), "{}", shown.text());
    let named =
        club.bob.at(&club.hall).slash("/game settings name:Night raid mentions:false").await.text();
    assert!(
        named.contains("named the game “Night raid”") && named.contains("mentions off"),
        "{named}"
    );
    club.board_saying("Night raid").await;
    let quiet = club.draws(&club.ann, &club.hall, "Blue").await.message();
    assert!(quiet.pinged.is_empty());
}
