//! `/player`: what somebody has played here, as far as the asker may know of it.

use gatemaster_rules::dicegame::Command;
use gatemaster_rules::ids::Seat;
use gatemaster_sandbox::{Answer, permissions};

use crate::club::Club;
use crate::dice_table::DiceTable;

/// A league in which Ann has beaten Bob 5–3 and the guest Gus 2–0.
async fn league(club: &Club) {
    let ann = club.ann.at(&club.hall);
    ann.slash(
        "/league new name:Autumn format:Open challenge: anybody against anybody game:Bolt Action",
    )
    .await;
    ann.slash("/league join").await;
    club.bob.at(&club.hall).slash("/league join").await;
    ann.slash("/organise enter guest:Gus").await;
    ann.slash("/organise start").await;
    let results =
        "first,second,score first,score second,faction first\nAnn,Bob,5,3,Ghar\nAnn,Gus,2,0,Ghar";
    let shown = ann.slash("/organise import").with_file("file", "results.csv", results).await;
    let brought = club.ann.clicks(&shown.message(), "Bring it in").await;
    assert!(brought.text().contains("2 results were brought into “Autumn”."), "{}", brought.text());
}

/// Text and everything in the frame.
fn told(answer: &Answer) -> String {
    answer.message().all_text()
}

#[tokio::test]
async fn a_card_tells_the_leagues_the_record_and_the_rating_of_whoever_asks() {
    let club = Club::open().await;
    league(&club).await;
    let card = club.ann.at(&club.hall).slash("/player").await;
    assert!(card.is_private());
    let text = told(&card);
    for part in [
        "**Autumn**, Season 1: place 1 of 3, 6 points",
        "**2 matches: 2 won, 0 drawn, 0 lost**",
        "Form, the newest first: W W",
        "Ghar: 2 won, 0 drawn, 0 lost",
        "Bolt Action: **1",
        "after 2 matches, still a guess",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let other = told(&club.pat.at(&club.hall).slash("/player who:@Bob").await);
    assert!(other.contains("**1 match: 0 won, 0 drawn, 1 lost**"), "{other}");
}

#[tokio::test]
async fn two_people_are_held_against_each_other_by_option_and_by_list() {
    let club = Club::open().await;
    league(&club).await;
    let pat = club.pat.at(&club.hall);
    let text = told(&pat.slash("/player who:@Ann against:@Bob").await);
    assert!(text.contains("Ann has won **1**, Bob **0**."), "{text}");
    assert!(text.contains("Ann beat Bob 5–3 (Autumn, season 1)"), "{text}");

    let card = pat.slash("/player who:@Ann").await.message();
    let text = told(&club.pat.selects(&card, "Head to head…", &["Gus"]).await);
    assert!(text.contains("Ann against Gus"), "{text}");
    assert!(text.contains("Scores together: 2–0"), "{text}");
}

#[tokio::test]
async fn a_guest_has_a_card_by_name() {
    let club = Club::open().await;
    league(&club).await;
    let pat = club.pat.at(&club.hall);
    let offered = pat.completes("/player name:").await;
    assert_eq!(offered[0].name, "Gus", "guests come first");
    let card = pat.slash("/player name:gus").await.message();
    assert!(card.all_text().contains("**1 match: 0 won, 0 drawn, 1 lost**"), "{}", card.all_text());
    assert!(card.button("Dice luck").is_none(), "nothing was rolled for a guest");
    let refused = pat.slash("/player name:Nobody").await.text();
    assert!(refused.contains("Nobody called “Nobody” has been in a league"), "{refused}");
}

#[tokio::test]
async fn games_in_a_channel_that_the_asker_does_not_see_are_not_counted() {
    let club = Club::open().await;
    let den = club.discord.channel("den");
    den.deny(&club.pat, permissions::VIEW_CHANNEL);
    club.ann.at(&den).slash("/bag setup sides:Red 2, Blue 2").await;
    club.bob.at(&den).slash("/game join").await;
    let open = told(&club.bob.at(&club.hall).slash("/player who:@Ann").await);
    assert!(open.contains("No match and no game of theirs has ended here yet"), "{open}");
    club.mia.at(&den).slash("/game end").await;

    let ended = "1 game ended without a winner.";
    // somebody who played, the manager, and somebody who sees the channel
    for asker in [&club.ann, &club.bob, &club.mia] {
        let text = told(&asker.at(&club.hall).slash("/player who:@Ann").await);
        assert!(text.contains(ended), "{}: {text}", asker.name());
    }
    let stranger = told(&club.pat.at(&club.hall).slash("/player who:@Ann").await);
    assert!(!stranger.contains(ended), "{stranger}");
    assert!(stranger.contains("as far as you can see"), "{stranger}");
}

#[tokio::test]
async fn luck_counts_open_rolls_of_this_server_and_no_others() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let den = club.discord.channel("den");
    den.deny(&club.pat, permissions::VIEW_CHANNEL);
    ann.slash("/roll dice:60d6").await;
    ann.slash("/roll dice:2d6 faces:6 6").await;
    ann.slash("/roll dice:5d6 secret:true").await;
    club.ann.at(&den).slash("/roll dice:7d6").await;
    let dm = club.ann.dm();
    club.ann.at(&dm).slash("/roll dice:11d6").await;

    let card = ann.slash("/player").await.message();
    let own = club.ann.clicks(&card, "Dice luck").await;
    assert!(own.is_private());
    let text = told(&own);
    assert!(text.contains("67 dice:"), "the hall and the den: {text}");
    assert!(text.contains("2 dice were rolled by hand"), "{text}");

    let card = club.pat.at(&club.hall).slash("/player who:@Ann").await.message();
    let text = told(&club.pat.clicks(&card, "Dice luck").await);
    assert!(text.contains("60 dice:"), "the hall alone: {text}");
}

#[tokio::test]
async fn dice_of_a_game_are_counted_when_it_has_ended() {
    let club = Club::open().await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    let (table, _) = DiceTable::open(&club, &[&ann, &bob], 0).await;
    table.first(Seat(0)).await;
    table.play(Seat(0), Command::Roll { fate: 0 }, None).await;
    // the dice fall when Bob has said that he adds none
    table.play(Seat(1), Command::AddFate { seat: Seat(1), dice: 0 }, None).await;
    let rolled = table.steps().await.last().unwrap().dice.len();
    assert_eq!(rolled, 6);
    let luck = async || {
        let card = ann.at(&club.hall).slash("/player who:@Bob").await.message();
        told(&ann.clicks(&card, "Dice luck").await)
    };
    let before = luck().await;
    assert!(before.contains("No dice of theirs that you can see"), "{before}");
    club.mia.at(&club.hall).slash("/game end").await;
    let after = luck().await;
    assert!(after.contains("6 dice:"), "{after}");
}

#[tokio::test]
async fn another_server_knows_nothing_of_it() {
    let club = Club::open().await;
    league(&club).await;
    let rivals = club.discord.server("Rivals");
    club.ann.joins(&rivals);
    let yard = rivals.channel("yard");
    let text = told(&club.ann.at(&yard).slash("/player").await);
    assert!(text.contains("No match and no game of theirs has ended here yet"), "{text}");
    assert!(!text.contains("Autumn"), "{text}");
}
