//! Battles in a voice call and by post: one board that rolls on, results read aloud, dice rolled by hand, a seat that
//! changes hands in the middle of a decision.

use gatemaster_rules::antares::command::{Command, GiveOrder};
use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::Settings;

use crate::battlefield::{Battlefield, on_the_table};
use crate::club::Club;

const RED: Seat = Seat(0);

fn duel() -> gatemaster_rules::antares::Setup {
    on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters", "work_gang"])
}

#[tokio::test]
async fn a_compact_battle_goes_from_the_draw_to_the_shot_on_one_board() {
    let club = Club::open().await;
    let settings = Settings { compact: true, ..Settings::default() };
    let field = Battlefield::open_with(&club, duel(), settings).await;
    let board = field.board().await;
    let before = club.hall.everything().len();
    field.draw(RED).await;
    let fresh = field.board().await;
    let messages = club.hall.everything().len();
    club.ann.selects(&fresh, "Which unit acts?", &["AI Squad"]).await;
    let now = fresh.again().unwrap();
    assert!(
        now.button("Rally").is_some() && now.all_text().contains("AI Squad"),
        "{}",
        now.all_text()
    );
    club.ann.selects(&now, "Fire at…", &["Gang Fighters"]).await;
    let now = fresh.again().unwrap();
    let shoot = now.buttons.iter().find(|button| button.label.starts_with("Shoot"));
    let shoot = shoot.unwrap_or_else(|| panic!("nothing to shoot with: {}", now.all_text()));
    club.ann.clicks(&now, &shoot.custom_id).await;
    let asked =
        club.hall.wait_for(|seen| seen.id == fresh.id && seen.button("Stay up").is_some()).await;
    assert!(asked.button("Explain").is_some(), "what the board tells can be explained");
    club.bob.clicks(&asked, "Stay up").await;
    club.hall
        .wait_for(|seen| seen.id == fresh.id && seen.all_text().contains("shoots at Gang Fighters"))
        .await;
    assert_eq!(club.hall.everything().len(), messages, "nothing but the board");
    assert!(messages == before && board.again().is_none(), "the old board is gone");
    for person in [&club.ann, &club.bob] {
        assert!(!club.hall.everything().iter().any(|seen| seen.pings(person)), "no mentions");
    }
}

#[tokio::test]
async fn results_are_read_aloud_where_the_table_wants_it() {
    let club = Club::open().await;
    let field = Battlefield::open(&club, duel()).await;
    field.board().await;
    let set = club.ann.at(&club.hall).slash("/game settings spoken:True").await.text();
    assert!(set.contains("read aloud"), "{set}");
    field.set("AI Squad", Change::Pins(2)).await;
    field.draw(RED).await;
    club.with_dice("3 4", club.ann.at(&club.hall).slash("/order unit:AI Squad order:Rally")).await;
    let aloud = club.hall.wait_for(|seen| seen.raw["tts"] == true).await;
    assert!(aloud.text.contains("AI Squad gets a Rally order"), "{}", aloud.text);
    assert!(aloud.text.contains("passed"), "{}", aloud.text);
    assert!(!aloud.text.contains(['(', '\\', '*']), "nothing that cannot be said: {}", aloud.text);
}

#[tokio::test]
async fn a_seat_changes_hands_in_the_middle_of_a_decision() {
    let club = Club::open().await;
    let field = Battlefield::open(&club, duel()).await;
    field.board().await;
    field.draw(RED).await;
    let squad = field.id_of("AI Squad").await;
    field.play(&club.ann, Command::Order(GiveOrder::plain(squad, Order::Fire)), None).await;
    club.bob.at(&club.hall).slash("/standing under_fire:always go down").await;
    club.mia.at(&club.hall).slash("/game hand-over to:@Pat seat:Blue").await;
    let shot =
        club.ann.at(&club.hall).slash("/shoot target:Gang Fighters range:10").await.message();
    assert!(shot.pings(&club.pat), "the new player is asked: {}", shot.all_text());
    assert!(shot.button("Go down").is_some(), "{}", shot.all_text());
    let gone = club.bob.clicks(&shot, "Go down").await;
    assert!(gone.is_private(), "whoever gave the seat away decides nothing: {}", gone.text());
    let went = club.pat.at(&club.hall).slash("/react answer:Go down").await;
    assert!(went.text().contains("; they go down"), "{}", went.text());
    let recap = club.bob.at(&club.hall).slash("/game recap").await;
    assert!(recap.is_private() && recap.text().contains("AI Squad"), "{}", recap.text());
}
