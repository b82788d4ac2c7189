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
    assert!(messages > before && board.again().is_some());
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
async fn dice_rolled_by_hand_are_asked_for_throw_by_throw() {
    let mut club = Club::open().await;
    let settings = Settings { by_hand: true, ..Settings::default() };
    let field = Battlefield::open_with(&club, duel(), settings).await;
    field.set("AI Squad", Change::Pins(1)).await;
    let board = field.board().await;
    let drew = club.ann.clicks(&board, "Red came out").await;
    assert!(!drew.is_private(), "{}", drew.text());
    let drawn = drew.message();
    club.ann.selects(&drawn, "Which unit acts?", &["AI Squad"]).await;
    let asked = club.ann.clicks(&drawn.again().unwrap(), "Fire").await;
    assert!(asked.is_private(), "{}", asked.text());
    assert!(
        asked.text().contains("1 die (D10) for the order test of AI Squad"),
        "{}",
        asked.text()
    );
    let prompt = asked.message();
    let steps = field.steps().await;

    // faces that no such die has, or that are too many, are refused, and the throw is still asked for
    for (typed, why) in [("11", "1 to 10"), ("3 4", "rolls 1 die"), ("four", "could not be read")] {
        let form = club.ann.clicks(&prompt, "Type them…").await.modal().unwrap();
        let refused = form.submit(&[("faces", typed)]).await;
        assert!(
            refused.is_private() && refused.text().contains(why),
            "{typed}: {}",
            refused.text()
        );
    }
    assert_eq!(field.steps().await, steps);
    club.restart_bot().await;
    let form = club.ann.clicks(&prompt, "Type them…").await.modal().unwrap();
    form.submit(&[("faces", "3")]).await;
    club.hall.wait_for(|seen| seen.all_text().contains("3, passed")).await;

    // a whole shot, one throw after the other; what is typed lies in the log as rolled by hand
    let order = club.hall.wait_for(|seen| seen.select("Shoot at…").is_some()).await;
    club.ann.selects(&order, "Shoot at…", &["Gang Fighters"]).await;
    let aim = order.again().unwrap();
    let shoot = aim.buttons.iter().find(|button| button.label.starts_with("Shoot")).unwrap();
    club.ann.clicks(&aim, &shoot.custom_id).await;
    let question = club.hall.wait_for(|seen| seen.button("Stay up").is_some()).await;
    let asked = club.bob.clicks(&question, "Stay up").await;
    assert!(
        asked.is_private() && asked.text().contains("the hits of AI Squad"),
        "{}",
        asked.text()
    );
    let prompt = asked.message();
    let form = club.bob.clicks(&prompt, "Type them…").await.modal().unwrap();
    form.submit(&[("faces", "9 9 9 9 9")]).await;
    // every shot missed; what the spotter drone has rolled again is a decision of its own
    club.hall.wait_for(|seen| seen.all_text().contains("A second chance for AI Squad")).await;
    let export = club.ann.at(&club.hall).slash("/game log").await;
    assert!(export.text().contains("AI Squad"), "{}", export.text());

    let rolled = field.dice().await;
    assert_eq!(rolled[rolled.len() - 5..], [None; 5], "typed dice are none of the stream");
}

#[tokio::test]
async fn an_order_and_its_charge_by_hand_ask_for_the_dice_of_both() {
    let club = Club::open().await;
    let settings = Settings { by_hand: true, ..Settings::default() };
    let field = Battlefield::open_with(&club, duel(), settings).await;
    field.draw(RED).await;
    let steps = field.steps().await;
    let typed = "/shoot target:Work Gang range:10 unit:AI Squad";
    let answer = club.ann.at(&club.hall).slash(typed).await;
    // without pins the order rolls nothing; the shot waits for Bob's decision first
    assert!(field.steps().await > steps, "{}", answer.text());
    let asked = club.bob.at(&club.hall).slash("/react answer:Stay up").await;
    assert!(
        asked.is_private() && asked.text().contains("the hits of AI Squad"),
        "{}",
        asked.text()
    );
    club.bob.clicks(&asked.message(), "Roll for me").await;
    club.hall.wait_for(|seen| seen.all_text().contains("shoots at Work Gang")).await;
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
    assert!(went.text().contains("Gang Fighters go down"), "{}", went.text());
    let recap = club.bob.at(&club.hall).slash("/game recap").await;
    assert!(recap.is_private() && recap.text().contains("AI Squad"), "{}", recap.text());
}
