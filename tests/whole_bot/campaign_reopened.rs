//! A battle whose end is taken back at its table: the campaign takes its result back too, unless something was built upon it.

use gatemaster_league::campaign::{BattleNo, SideNo, State};
use gatemaster_sandbox::Seen;

use crate::campaign::{book, does, info, war};
use crate::club::Club;
use crate::league_table::{DiceMatch, clerk_looks, player};

const NEW: &str = "/campaign new name:War for the North system:Gates of Antares: The Dice Game";
const BLUE: SideNo = SideNo(2);

async fn says(club: &Club, text: &str) -> Seen {
    club.hall.wait_for(|seen| seen.all_text().contains(text)).await
}

/// Pat of Blue holds the mill, and has conceded it to Bob of Red at the table.
async fn pat_has_conceded(club: &Club) {
    war(club, NEW).await;
    let shown = info(&club.bob, club).await;
    club.bob.clicks(&shown, "Play 1 here").await;
    says(club, "its result will count").await;
    let game = book(club).await.battle(BattleNo(1)).unwrap().game.clone().unwrap();
    let game = DiceMatch::at(club, &game).await;
    game.act(player(&club.bob), gatemaster_rules::table::Action::Start).await;
    let really = club.pat.at(&club.hall).slash("/game result outcome:I concede").await.message();
    club.pat.clicks(&really, "Yes, I concede").await;
    clerk_looks(club);
    says(club, "(from the game)").await;
    assert_ne!(book(club).await.places[0].owner, Some(BLUE), "Red has taken the mill");
}

async fn takes_it_back(club: &Club) {
    let asked = club.pat.at(&club.hall).slash("/game undo").await.message();
    club.bob.clicks(&asked, "Agree").await;
    clerk_looks(club);
}

#[tokio::test]
async fn a_battle_taken_back_at_the_table_is_fought_on_and_counts_anew() {
    let mut club = Club::open().await;
    pat_has_conceded(&club).await;
    takes_it_back(&club).await;
    says(&club, "Battle 1 of **War for the North** goes on: its result is out of the count").await;
    let campaign = book(&club).await;
    let battle = campaign.battle(BattleNo(1)).unwrap();
    assert_eq!((&battle.state, battle.history.len()), (&State::Planned, 1));
    assert_eq!(campaign.places[0].owner, Some(BLUE), "the mill is Blue's again");

    club.restart_bot().await;
    let asked = club.bob.at(&club.hall).slash("/game result scores:4-9").await.message();
    club.pat.clicks(&asked, "Agree").await;
    clerk_looks(&club);
    let counts = async || book(&club).await.battle(BattleNo(1)).unwrap().result().cloned();
    let result = crate::club::eventually("the new end counts", counts).await;
    assert_eq!(result.winner, Some(BLUE));
}

#[tokio::test]
async fn a_battle_that_a_round_was_closed_on_keeps_its_result_and_the_table_hears_why() {
    let club = Club::open().await;
    pat_has_conceded(&club).await;
    does(&club.ann.at(&club.hall), "/chronicler round close:True").await;
    takes_it_back(&club).await;
    let told = says(&club, "Battle 1 of **War for the North** keeps its result").await;
    assert!(told.text.contains("Round 1 (The Crossing) is over."), "{}", told.text);
    assert!(told.text.contains("`/chronicler settle`"), "{}", told.text);
    assert!(book(&club).await.battle(BattleNo(1)).unwrap().result().is_some());
}
