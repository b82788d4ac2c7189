//! Salvos: previewed, fired by presses or in one line, in overwatch, and what is asked after the dice.

use gatemaster_rules::at43::armament::Shooter;
use gatemaster_rules::at43::command::{Answer, Command, Mark, Salvo};
use gatemaster_rules::at43::need::{Millimetres, Range};
use gatemaster_rules::at43::odds::{self, dist};
use gatemaster_rules::at43::state::Drill;
use gatemaster_sandbox::{Answer as Said, Seen};

use crate::club::Club;
use crate::mission::Mission;

const TROOPERS: &str = "Steel troopers 1";
const GOLEMS: &str = "Storm golems 1";

/// Round 2: everybody is on the table, and Ann's troopers have the first card, Bob's golems his.
async fn stand_off(club: &Club) -> Mission {
    let mission = Mission::begun(club).await;
    mission.deployed().await;
    mission.planned_in(&[TROOPERS], &[GOLEMS]).await;
    mission.board().await;
    mission
}

fn done(answer: &Said) -> String {
    assert!(answer.failed().is_none() && !answer.is_private(), "{}", answer.text());
    answer.text()
}

/// The preview of a shot, the dice and the odds of the engine agree; the card and the cost come by themselves.
#[tokio::test]
async fn one_line_plays_the_card_and_fires_and_its_preview_told_the_truth() {
    let club = Club::open().await;
    let mission = stand_off(&club).await;
    let ann = club.ann.at(&club.hall);
    for (line, why) in [
        ("/at43 shoot target:Storm golems 1", "Say how far it is"),
        ("/at43 shoot range:24", "Storm golems 1, Storm golems 2 and Bane goliaths"),
        ("/at43 shoot target:Nobody range:24", "You can name"),
        ("/at43 shoot target:Storm golems 1 range:400", "at most 300 cm"),
        ("/at43 shoot target:Storm golems 1 range:24 weapon:spoon", "Laser rifle"),
        ("/at43 shoot target:Storm golems 1 range:24 zone:Nobody 7: 3", "can be named here"),
        ("/at43 shoot target:Storm golems 1 range:24 seeing:0", "see"),
    ] {
        let refused = ann.slash(line).await;
        assert!(refused.is_private() && refused.text().contains(why), "{line}: {}", refused.text());
    }
    let state = mission.state().await;
    assert!(state.flow.acting.is_none(), "nothing was revealed for a shot that could not be fired");
    let not_his =
        club.bob.at(&club.hall).slash("/at43 shoot target:Steel troopers 1 range:24").await;
    assert!(not_his.text().contains("waits for Blue"), "{}", not_his.text());
    let nobody =
        club.pat.at(&club.hall).slash("/at43 shoot target:Steel troopers 1 range:24").await;
    assert!(nobody.is_private() && nobody.text().contains("no side"), "{}", nobody.text());

    let line =
        "/at43 shoot target:Storm golems 1 range:24 weapon:laser rifle dice:6 5 4 3 2 1 1 4 5 1 2";
    let fired = done(&club.does(&club.ann, &club.hall, line).await);
    assert!(fired.starts_with("**Storm golems 1 lose 2, 7 left**"), "{fired}");
    assert!(fired.contains("3+:") && fired.contains("4 hits"), "{fired}");
    assert!(fired.lines().count() <= 10, "six lines and a menu: {fired}");

    // the laser guns see a preview that is the engine's own
    let preview = ann.slash("/at43 shoot target:Storm golems 1 preview:true").await;
    assert!(preview.is_private() && preview.text().contains("24 cm"), "{}", preview.text());
    let state = mission.state().await;
    let shooter = Shooter::now(&state).unwrap();
    let gun = gatemaster_rules::at43::armament::weapons(&state, &shooter)
        .into_iter()
        .find(|armed| armed.why_not.is_none())
        .unwrap();
    let target = mission.id_of(GOLEMS).await;
    let range = Range::Measured(Millimetres(240));
    let salvo = Salvo::plain(gun.weapon, Mark::Unit(target), range);
    let exact = odds::salvo(&state, &shooter, &salvo).unwrap();
    let falls = format!("{:.1}", dist::mean(&exact.units[0].losses));
    let row = preview.text().lines().find(|line| line.starts_with('>')).unwrap().to_owned();
    assert!(row.split_whitespace().any(|cell| cell == falls), "{falls} in {row}");
    let mut words = row.trim_start_matches('>').split_whitespace();
    let need = words.rfind(|word| word.ends_with('+')).unwrap().to_owned();
    // the range that holds needs not be said again
    let fired =
        club.does(&club.ann, &club.hall, "/at43 shoot target:Storm golems 1 dice:1 1").await;
    assert!(done(&fired).contains(&need), "{need}: {}", fired.text());
}

/// A shot in the making outlives the process; one that was changed elsewhere is shown again before its dice.
#[tokio::test]
async fn a_salvo_by_presses_is_kept_through_a_restart_and_fired_once() {
    let mut club = Club::open().await;
    let mission = stand_off(&club).await;
    club.ann.at(&club.hall).slash("/at43 card").await;
    let menu = mission.newest().await;
    mission.hands_off(&club.pat, &menu).await;
    mission.hands_off(&club.bob, &menu).await;
    let aimed = club.ann.selects(&menu, "Shoot at…", &[GOLEMS]).await.message();
    mission.hands_off(&club.bob, &aimed).await;
    let first = aimed.buttons.iter().find(|button| button.label.starts_with('≤')).unwrap().clone();
    club.restart_bot().await;
    let covered =
        club.ann.selects(&aimed, "Circumstances", &["The target is in cover"]).await.message();
    assert!(covered.all_text().contains("In cover."), "{}", covered.all_text());
    // the button of before means the shot of before
    let old = club.ann.clicks_as_seen(&aimed, &first.custom_id).await;
    assert!(old.text().contains("Press again to fire"), "{}", old.text());
    let now = covered.again().unwrap();
    let exact = now.buttons.iter().find(|button| button.label.starts_with("Exact range")).unwrap();
    let form = club.ann.clicks(&now, &exact.custom_id).await.modal().unwrap();
    club.restart_bot().await;
    let wrong = form.submit(&[("range", "far"), ("others", "Nobody: 3")]).await;
    assert!(wrong.is_private() && wrong.text().lines().count() >= 2, "{}", wrong.text());
    let now = now.again().unwrap();
    let form = club.ann.clicks(&now, &exact.custom_id).await.modal().unwrap();
    let told = form.submit(&[("range", "8"), ("others", "Storm golems 2: 2")]).await.message();
    let text = told.all_text();
    assert!(text.contains("In cover; in the zone of fire: 2 fighters of Storm golems 2"), "{text}");
    assert!(text.contains("Storm golems 2 would lose"), "{text}");
    let fire = told.buttons.iter().find(|button| button.label.starts_with("8 cm")).unwrap().clone();
    let before = mission.steps().await;
    club.discord.misbehave().deliver_twice(1);
    club.discord.expect_fault("40060");
    club.ann.clicks(&told, &fire.custom_id).await.settled().await;
    let after = mission.steps().await;
    assert!(after > before);
    let Command::Shoot(salvo) = mission.last_command().await else { panic!("no shot") };
    assert_eq!(salvo.zone.len(), 1);
    let stale = club.ann.clicks_as_seen(&told, &fire.custom_id).await;
    assert!(stale.is_private(), "{}", stale.text());
    assert_eq!(mission.steps().await, after, "an old button fires nothing");
}

/// Ann's troopers lie in wait, and Bob's golems come into sight.
async fn ambush(club: &Club) -> Mission {
    let mission = stand_off(club).await;
    done(&club.ann.at(&club.hall).slash("/at43 end overwatch:true").await);
    assert!(mission.unit(TROOPERS).await.has_drill(Drill::Overwatch));
    mission
}

/// T-OVW-1, T-OVW-2
#[tokio::test]
async fn overwatch_rings_its_player_who_fires_or_holds() {
    let mut club = Club::open().await;
    let mission = ambush(&club).await;
    done(&club.bob.at(&club.hall).slash("/at43 move pace:move").await);
    let asks = |seen: &Seen| seen.button("Hold fire").is_some() && !seen.private;
    let asked = club.hall.wait_for(asks).await;
    assert!(asked.pings(&club.ann) && !asked.pings(&club.bob), "{}", asked.all_text());
    club.restart_bot().await;
    mission.hands_off(&club.bob, &asked).await;
    mission.hands_off(&club.pat, &asked).await;
    let waits = club.bob.at(&club.hall).slash("/at43 shoot range:10").await;
    assert!(waits.is_private() && waits.text().contains("waits for Blue"), "{}", waits.text());
    let fire = asked.buttons.iter().find(|button| button.label.starts_with("Fire with")).unwrap();
    let aimed = club.ann.clicks(&asked, &fire.custom_id).await.message();
    assert!(aimed.all_text().contains(GOLEMS), "{}", aimed.all_text());
    // in one line: range, weapon, and that is it
    let line = "/at43 shoot range:12 weapon:laser rifle dice:1 1 1 1 1 1 2";
    done(&club.does(&club.ann, &club.hall, line).await);
    let more = mission.newest().await;
    assert!(more.button("Enough").is_some(), "{:?}", more.buttons);
    mission.hands_off(&club.bob, &more).await;
    club.ann.clicks(&more, "Enough").await;
    assert!(!mission.unit(TROOPERS).await.has_drill(Drill::Overwatch), "it is used up");
    let menu = mission.newest().await;
    assert!(menu.select("Shoot at…").is_some(), "Bob's golems go on: {}", menu.all_text());
}

#[tokio::test]
async fn overwatch_is_answered_beforehand_and_nobody_is_asked() {
    let club = Club::open().await;
    let mission = ambush(&club).await;
    let ann = club.ann.at(&club.hall);
    let said = ann.slash("/at43 standing overwatch:hold").await;
    assert!(said.is_private() && said.text().contains("**Overwatch**: hold"), "{}", said.text());
    done(&club.bob.at(&club.hall).slash("/at43 move pace:move").await);
    let told = club.hall.wait_for(|seen| seen.all_text().contains("had said beforehand")).await;
    assert!(!told.private && told.all_text().contains("Ann"), "{}", told.all_text());
    assert!(mission.unit(TROOPERS).await.has_drill(Drill::Overwatch));
    assert!(mission.state().await.flow.watching.is_none());
    let refused = club.pat.at(&club.hall).slash("/at43 standing overwatch:hold").await;
    assert!(refused.is_private() && refused.text().contains("no side"), "{}", refused.text());
    for person in [&club.bob, &club.pat] {
        let sees = person.at(&club.hall).sees();
        assert!(!sees.iter().any(|seen| seen.all_text().contains("**Overwatch**: hold")));
    }
}

/// With the range told with the movement, the fire that was promised is fired.
#[tokio::test]
async fn overwatch_that_was_promised_fires_at_the_range_that_was_told() {
    let club = Club::open().await;
    let mission = ambush(&club).await;
    club.ann.at(&club.hall).slash("/at43 standing overwatch:fire at anything").await;
    let line = "/at43 move pace:move ranges:Steel troopers 1: 12";
    club.bob.at(&club.hall).slash(line).await;
    let told = club.hall.wait_for(|seen| seen.all_text().contains("👁️ Steel troopers 1")).await;
    assert!(told.all_text().contains("12 cm"), "{}", told.all_text());
    assert!(!mission.unit(TROOPERS).await.has_drill(Drill::Overwatch), "it is used up");
}

/// Ann's other troopers, who have a medic, under the sonic guns.
async fn under_fire(club: &Club) -> Mission {
    let mission = stand_off(club).await;
    done(&club.ann.at(&club.hall).slash("/at43 end").await);
    mission
}

const VOLLEY: &str = "/at43 shoot target:Steel troopers 2 range:8 weapon:sonic gun \
                      dice:2 2 1 1 1 1 1 1 1 3 1";

/// T-SPE-3
#[tokio::test]
async fn a_medic_is_asked_for_by_mention() {
    let club = Club::open().await;
    let mission = under_fire(&club).await;
    club.does(&club.bob, &club.hall, VOLLEY).await;
    let asks = |seen: &Seen| !seen.private && seen.button("Save nobody").is_some();
    let asked = club.hall.wait_for(asks).await;
    assert!(asked.pings(&club.ann), "{}", asked.all_text());
    assert_ne!(asked.button("Save nobody").unwrap().style, 1, "neither answer is the usual one");
    mission.hands_off(&club.bob, &asked).await;
    let before = mission.unit("Steel troopers 2").await.strength();
    club.ann.at(&club.hall).slash("/at43 answer answer:yes").await;
    assert!(matches!(mission.last_command().await, Command::Answer(Answer::Medic(Some(_)))));
    assert_eq!(mission.unit("Steel troopers 2").await.strength(), before.max(6));
}

#[tokio::test]
async fn a_medic_who_was_told_beforehand_does_not_ask() {
    let club = Club::open().await;
    let mission = under_fire(&club).await;
    club.ann.at(&club.hall).slash("/at43 standing medic:always save one").await;
    club.does(&club.bob, &club.hall, VOLLEY).await;
    let told = club.hall.wait_for(|seen| seen.all_text().contains("saved by a medic")).await;
    assert!(!told.private, "{}", told.all_text());
    assert_eq!(mission.unit("Steel troopers 2").await.strength(), 6);
}

/// The dice are rolled at the table and typed.
#[tokio::test]
async fn dice_rolled_by_hand_are_typed_by_whoever_throws() {
    let club = Club::open().await;
    let mission = stand_off(&club).await;
    let ann = club.ann.at(&club.hall);
    let asked = ann.slash("/game by-hand dice_of:everybody").await.message();
    club.bob.clicks(&asked, "Agree").await;
    ann.slash("/at43 shoot target:Storm golems 1 range:24 weapon:laser rifle").await;
    let prompt = club.hall.wait_for(|seen| seen.button("Type them…").is_some()).await;
    assert!(prompt.all_text().contains("7 dice"), "{}", prompt.all_text());
    let not_his = club.bob.at(&club.hall).slash("/dice faces:1 1 1 1 1 1 1").await;
    assert!(
        not_his.is_private() && not_his.text().contains("for Ann to roll"),
        "{}",
        not_his.text()
    );
    ann.slash("/dice faces:6 5 4 3 2 1 1").await;
    let told = ann.slash("/dice faces:4 5 1 2").await;
    assert!(told.text().contains("Storm golems 1 lose 2, 7 left"), "{}", told.text());
    assert!(told.text().contains("Typed by hand"), "{}", told.text());
    assert_eq!(mission.unit(GOLEMS).await.strength(), 7);
    // or all of them in the line itself
    let line = "/at43 shoot target:Storm golems 1 weapon:laser gun dice:1 1";
    let typed = ann.slash(line).await;
    assert!(
        !typed.is_private() && typed.text().contains("Typed by hand: Ann 1 1"),
        "{}",
        typed.text()
    );
}

/// What is told can be looked up again, in the log and in the explanation, and taken back by consent alone.
#[tokio::test]
async fn a_salvo_stands_in_log_recap_and_explanation_and_is_undone_by_consent() {
    let club = Club::open().await;
    let mission = stand_off(&club).await;
    let line =
        "/at43 shoot target:Storm golems 1 range:24 weapon:laser rifle dice:6 5 4 3 2 1 1 4 5 1 2";
    done(&club.does(&club.ann, &club.hall, line).await);
    for line in ["/game log", "/game recap", "/explain"] {
        let told = club.pat.at(&club.hall).slash(line).await.text();
        assert!(told.contains("Storm golems 1"), "{line}: {told}");
    }
    let explained = club.bob.at(&club.hall).slash("/explain").await.text();
    assert!(
        explained.contains("Penetration 5") && explained.contains("Protection −6"),
        "{explained}"
    );
    let asked = club.ann.at(&club.hall).slash("/game undo").await.message();
    assert!(asked.all_text().contains("the salvo of Steel troopers 1"), "{}", asked.all_text());
    let question = club.hall.wait_for(|seen| seen.button("Agree").is_some()).await;
    club.bob.clicks(&question, "Agree").await;
    assert_eq!(mission.unit(GOLEMS).await.strength(), 9);
    assert!(mission.state().await.flow.acting.is_some(), "the card stays turned");
}
