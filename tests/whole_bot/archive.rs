use gatemaster_sandbox::Seen;

use crate::club::Club;
use crate::reminders::post_goes_round;

async fn question(club: &Club) -> Seen {
    club.hall.wait_for(|seen| seen.button("Keep it open").is_some()).await
}

#[tokio::test]
async fn a_game_untouched_for_long_is_asked_about_then_put_away_and_never_lost() {
    let mut club = Club::open().await;
    let board = club.bag_game().await;
    club.draws(&club.ann, &club.hall, "Blue").await;
    club.days_pass(29);
    club.restart_bot().await;
    post_goes_round(&club, "early").await;
    assert!(!club.hall.everything().iter().any(|seen| seen.button("Keep it open").is_some()));
    club.days_pass(2);
    let asked = question(&club).await;
    assert!(asked.all_text().contains("Is it still wanted?"), "{}", asked.all_text());
    assert!(!asked.pings(&club.ann) && !asked.pings(&club.bob), "a question is no alarm");

    club.days_pass(13);
    club.restart_bot().await;
    club.days_pass(2);
    let gone =
        |seen: &Seen| seen.all_text().contains("Gatemaster put the game away") && !seen.private;
    let put_away = club.hall.wait_for(gone).await;
    let questions = club.hall.everything();
    let questions = questions.iter().filter(|seen| seen.all_text().contains("Is it still wanted?"));
    assert_eq!(questions.count(), 1, "asked once");
    assert!(!put_away.all_text().contains("seed of its dice"), "its seed stays secret");
    assert!(!board.again().unwrap().all_text().contains("seed of its dice"));

    // the channel is free for another game
    let archive = club.pat.at(&club.hall).slash("/game list archive:True").await.text();
    assert!(archive.contains("put away"), "{archive}");
    let refused = club.pat.clicks(&put_away, "Take it up again").await;
    assert!(refused.is_private() && refused.text().contains("Only people of that table"));
    let back = club.bob.clicks(&put_away, "Take it up again").await.message();
    assert!(back.all_text().contains("10 dice left in the bag"), "{}", back.all_text());
    let drawn = club.bob.at(&club.hall).slash("/bag draw").await.text();
    assert!(drawn.contains("Bob drew"), "{drawn}");
}

#[tokio::test]
async fn a_game_that_is_still_wanted_stays_open() {
    let club = Club::open().await;
    club.bag_game().await;
    club.days_pass(31);
    let asked = question(&club).await;
    let refused = club.pat.clicks(&asked, "Keep it open").await;
    assert!(refused.is_private(), "{}", refused.text());
    let kept = club.ann.clicks(&asked, "Keep it open").await.wait_for_messages(2).await.remove(1);
    assert!(kept.all_text().contains("still wanted"), "{}", kept.all_text());
    assert!(asked.again().unwrap().buttons.is_empty(), "answered once");
    club.days_pass(29);
    let steps = club.steps().await;
    club.days_pass(2);
    club.until(|| {
        let all = club.hall.everything();
        all.iter().filter(|seen| seen.all_text().contains("Is it still wanted?")).count() == 2
    })
    .await;
    assert_eq!(club.steps().await, steps, "asking changes nothing");
}

#[tokio::test]
async fn a_game_is_put_away_by_hand_and_taken_up_where_its_channel_is_free() {
    let club = Club::open().await;
    club.bag_game().await;
    let at = club.ann.at(&club.hall);
    let refused = club.pat.at(&club.hall).slash("/game put-away").await;
    assert!(refused.is_private(), "{}", refused.text());
    at.slash("/game put-away").await;
    let second = at.slash("/bag setup sides:Green 2 name:Second").await;
    assert!(!second.is_private(), "{}", second.text());
    let offered = at.completes("/game resume game:").await;
    let first = offered.iter().find(|choice| choice.name.contains("put away")).unwrap();
    let id = first.value.as_str().unwrap().to_owned();
    let refused = at.slash(&format!("/game resume game:{id}")).await;
    assert!(refused.text().contains("Another game is open in that channel"), "{}", refused.text());
    at.slash("/game end").await;
    let back = at.slash(&format!("/game resume game:{id}")).await;
    assert!(back.text().contains("took the game up again"), "{}", back.text());
    let open = at.slash("/game resume").await;
    assert!(open.is_private() && open.text().contains("is open"), "{}", open.text());
}

#[tokio::test]
async fn a_server_may_switch_the_asking_off() {
    let club = Club::open().await;
    club.mia.at(&club.hall).slash("/settings untouched:never").await;
    club.bag_game().await;
    let place = club.discord.server("Another").channel("room");
    club.pat.joins(&club.discord.server("Another"));
    club.pat.at(&place).slash("/bag setup sides:Red 2").await;
    club.days_pass(400);
    place.wait_for(|seen| seen.button("Keep it open").is_some()).await;
    post_goes_round(&club, "elsewhere").await;
    assert!(!club.hall.everything().iter().any(|seen| seen.button("Keep it open").is_some()));
}
