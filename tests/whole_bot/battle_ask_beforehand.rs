//! Standing orders: what a player wants done without being asked.

use gatemaster_rules::antares::command::{Answer, Command, Mark};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{ModelId, Phase};
use serde_json::Value;

use crate::battle_ask::{
    BLUE, GANG, RED, SQUAD, duel, fires, hit_twice, labels, last_command, orders, under_fire,
};
use crate::battlefield::{Battlefield, on_the_table};
use crate::club::Club;

const SKIMMER: &str = "Striker Attack Skimmer";
/// The four shots of the gang, so that no hit forces anybody down.
const MISSES: &str = "10 10 10 10";

#[tokio::test]
async fn a_standing_order_answers_at_once_and_stays_private_until_then() {
    let club = Club::open().await;
    let field = under_fire(&club).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let stranger = club.pat.at(&club.hall).slash("/standing under_fire:always go down").await;
    assert!(
        stranger.is_private() && stranger.text().contains("Take a seat"),
        "{}",
        stranger.text()
    );

    let said = bob.slash("/standing under_fire:always go down hits:spread them for me").await;
    let text = said.text();
    assert!(said.is_private(), "{text}");
    assert!(text.contains("From now on: Under fire: always go down"), "{text}");
    assert!(text.contains("What waited for you is answered like that"), "{text}");
    let told = club.hall.wait_for(|seen| seen.all_text().contains("had said beforehand")).await;
    assert!(!told.private && told.all_text().contains("goes down"), "{}", told.all_text());
    assert!(told.all_text().contains("As Bob had said beforehand."), "{}", told.all_text());
    assert_eq!(field.unit(SQUAD).await.order(), Some(Order::Down));
    let seen_by_ann = ann.sees();
    assert!(seen_by_ann.iter().all(|seen| !seen.all_text().contains("spread them for me")));

    // the log tells who it was, and that it was said before
    let log = ann.slash("/game log").await.text();
    assert!(log.contains("Bob (beforehand)"), "{log}");
}

/// A-REA-1: a vehicle may go down though it spares it no hit. That costs it an order, so “always” does not mean it.
#[tokio::test]
async fn a_vehicle_is_asked_whether_it_goes_down_even_if_its_player_always_does() {
    let mut club = Club::open().await;
    let setup = on_the_table(&["gang_fighters"], &["striker_attack_skimmer"]);
    let field = Battlefield::open(&club, setup).await;
    club.bob.at(&club.hall).slash("/standing under_fire:always go down").await;
    fires(&club, &field, (GANG, "mag_gun", SKIMMER), None).await;
    let text = field.board().await.all_text();
    assert!(text.contains("Bob: Go down with Striker Attack Skimmer?"), "{text}");
    assert!(
        text.contains("hits stand all the same, and one of its 2 order dice is spent"),
        "{text}"
    );
    assert!(text.contains("any roll but a 10 takes a pin off"), "{text}");
    club.restart_bot().await;
    let board = field.board().await;
    assert_eq!(labels(&board)[..3], ["Stay up", "Go down", "Always…"], "{text}");
    let down = club.with_dice(MISSES, club.bob.clicks(&board, "Go down")).await.message();
    assert!(down.all_text().contains("goes down"), "{}", down.all_text());
    assert_eq!(field.unit(SKIMMER).await.order(), Some(Order::Down));
}

#[tokio::test]
async fn a_vehicle_stays_up_unasked_if_its_player_never_goes_down() {
    let club = Club::open().await;
    let setup = on_the_table(&["gang_fighters"], &["striker_attack_skimmer"]);
    let field = Battlefield::open(&club, setup).await;
    fires(&club, &field, (GANG, "mag_gun", SKIMMER), None).await;
    let bob = club.bob.at(&club.hall);
    club.with_dice(MISSES, bob.slash("/standing under_fire:never go down")).await;
    assert_eq!(last_command(&club, &field).await, Command::Answer(Answer::GoDown(false)));
    assert_eq!(field.unit(SKIMMER).await.order(), None);
}

#[tokio::test]
async fn wishes_are_changed_on_a_card_of_one_s_own() {
    let club = Club::open().await;
    let field = under_fire(&club).await;
    let board = field.board().await;
    let refused = club.pat.clicks(&board, "Always…").await;
    assert!(refused.is_private() && refused.text().contains("Take a seat"), "{}", refused.text());

    // Ann's wishes are about Ann: the question is still Bob's
    let steps = field.steps().await;
    let card = club.ann.clicks(&board, "Standing orders…").await.message();
    assert!(card.private && card.selects.len() == 5, "{}", card.all_text());
    let card = club.ann.selects(&card, "Under fire", &["Under fire: always go down"]).await;
    assert!(card.text().contains("**Under fire**: always go down"), "{}", card.text());
    assert_eq!(field.steps().await, steps);

    let card = club.bob.clicks(&board, "Always…").await.message();
    assert!(card.all_text().contains("**Under fire**: ask me"), "{}", card.all_text());
    for (list, choice) in [
        ("Small choices", "Small choices: decide for me"),
        ("Enemies passing my ambushers", "Enemies passing my ambushers: let them pass"),
        ("Undo this turn", "Undo this turn: allow it"),
    ] {
        let set = club.bob.selects(&card, list, &[choice]).await.message();
        assert_eq!(set.id, card.id, "confirmed in place");
        assert!(set.all_text().contains(&format!("From now on: {choice}.")), "{}", set.all_text());
        let chosen = set.select(list).unwrap().options.iter().find(|option| option.chosen);
        assert_eq!(chosen.unwrap().label, choice);
    }
    assert_eq!(field.steps().await, steps, "none of these was asked");
    let never = club.bob.selects(&card, "Under fire", &["Under fire: never go down"]);
    let set = club.with_dice(MISSES, never).await.message();
    assert!(set.private && set.all_text().contains("answered like that"), "{}", set.all_text());
    club.hall.wait_for(|seen| seen.all_text().contains("had said beforehand")).await;
    assert_eq!(field.unit(SQUAD).await.order(), None);
    let shown = club.bob.at(&club.hall).slash("/standing").await.text();
    for line in [
        "**Under fire**: never go down",
        "**Hits on my units**: ask me",
        "**Undo this turn**: allow it",
    ] {
        assert!(shown.contains(line), "{shown}");
    }
}

#[tokio::test]
async fn an_undo_that_was_allowed_beforehand_needs_no_answer() {
    let club = Club::open().await;
    let field = duel(&club).await;
    orders(&field, &club.ann, RED, GANG, Order::Rally).await;
    orders(&field, &club.bob, BLUE, SQUAD, Order::Down).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    club.with_dice("2", ann.slash("/turn end")).await;
    assert_eq!(field.state().await.turn, 2);
    let asked = ann.slash("/game undo").await.message();
    assert!(asked.all_text().contains("Bob, do you agree?"), "{}", asked.all_text());
    let said = bob.slash("/standing undo:allow it").await.text();
    assert!(said.contains("answered like that"), "{said}");
    let told = club.hall.wait_for(|seen| seen.all_text().contains("Taken back")).await;
    assert!(told.all_text().contains("Ann asked, Bob agreed"), "{}", told.all_text());
    assert_eq!(field.state().await.turn, 1);

    // that was for turn 2; in turn 1 Bob is asked again, unless he allows that too
    club.with_dice("2", ann.slash("/turn end")).await;
    let undone = ann.slash("/game undo").await.message();
    assert!(undone.all_text().contains("Taken back"), "{}", undone.all_text());
    assert!(undone.all_text().contains("Ann asked, Bob agreed"), "{}", undone.all_text());
    assert_eq!((field.state().await.turn, field.state().await.phase), (1, Phase::TurnEnd));
}

#[tokio::test]
async fn what_an_undo_lays_bare_is_asked_anew() {
    let mut club = Club::open().await;
    let field = under_fire(&club).await;
    let bob = club.bob.at(&club.hall);
    bob.slash("/standing under_fire:always go down").await;
    assert_eq!(field.unit(SQUAD).await.order(), Some(Order::Down));
    let ann = club.ann.at(&club.hall);
    ann.slash("/standing undo:allow it").await;
    bob.slash("/game undo").await;
    assert_eq!(field.unit(SQUAD).await.order(), None, "the standing order does not strike twice");
    club.restart_bot().await;
    let board = field.board().await;
    assert!(board.button("Go down").is_some(), "{}", board.all_text());
    club.with_dice(MISSES, club.bob.at(&club.hall).slash("/react answer:Stay up")).await;
    assert_eq!(field.unit(SQUAD).await.order(), None);
}

#[tokio::test]
async fn standing_orders_are_exported_and_deleted_with_their_person() {
    let club = Club::open().await;
    let _field = duel(&club).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    bob.slash("/standing under_fire:never go down passing:let them pass").await;
    ann.slash("/standing small:decide for me").await;
    let mine = bob.slash("/privacy export").await.message();
    let mine: Value = serde_json::from_slice(&mine.files[0].bytes).unwrap();
    assert_eq!(mine["notes"].as_array().unwrap().len(), 1, "{mine}");
    assert_eq!(mine["notes"][0]["what"], "standing");
    assert_eq!(mine["notes"][0]["noted"]["go_down"], "never");
    assert_eq!(mine["notes"][0]["noted"]["let_pass"], true);

    let asked = bob.slash("/privacy delete").await.message();
    club.bob.clicks(&asked, "Delete it all").await;
    let store = club.store().await;
    assert!(store.notes_by(club.bob.id()).await.unwrap().is_empty());
    assert_eq!(store.notes_by(club.ann.id()).await.unwrap().len(), 1);
    store.close().await;
}

#[tokio::test]
async fn hits_are_spread_for_a_player_who_wishes_so() {
    let club = Club::open().await;
    let field = hit_twice(&club).await;
    club.bob.at(&club.hall).slash("/standing hits:spread them for me").await;
    let usual = vec![Some(Mark::Model(ModelId(1))), Some(Mark::Model(ModelId(2)))];
    assert_eq!(last_command(&club, &field).await, Command::Answer(Answer::Place(usual)));
}
