//! Movement into contact, and close combat.

use gatemaster_rules::at43::command::{Command, Pace};
use gatemaster_rules::at43::state::UnitId;
use gatemaster_sandbox::Seen;

use crate::club::Club;
use crate::mission::Mission;

const GOLEMS: &str = "Storm golems 1";
const TROOPERS: &str = "Steel troopers 2";

/// Round 2, in which Bob's golems are at turn.
async fn golems_at_turn(club: &Club) -> Mission {
    let mission = Mission::begun(club).await;
    mission.deployed().await;
    mission.planned_in(&["Fire Toads"], &[GOLEMS]).await;
    mission.board().await;
    club.ann.at(&club.hall).slash("/at43 end").await;
    mission
}

fn button(seen: &Seen, start: &str) -> String {
    let found = seen.buttons.iter().find(|button| button.label.starts_with(start));
    found.unwrap_or_else(|| panic!("no {start}: {:?}", seen.buttons)).custom_id.clone()
}

/// T-MOV-1, T-CBT-1: the whole way by presses.
#[tokio::test]
async fn golems_rush_into_contact_and_strike() {
    let mut club = Club::open().await;
    let mission = golems_at_turn(&club).await;
    club.bob.at(&club.hall).slash("/at43 card").await;
    let menu = mission.newest().await;
    assert!(menu.all_text().contains("After a rush there is no shooting."), "{}", menu.all_text());
    let way = club.bob.clicks(&menu, "Into contact, walls…").await.message();
    // a wall takes a combat movement, which is said by choosing it
    let wall = club.bob.selects(&way, "What else is true of it…", &["crosses"]).await.message();
    assert!(wall.all_text().contains("a combat movement of up to 7 cm"), "{}", wall.all_text());
    let way = club.bob.clicks(&wall, "Rush instead").await.message();
    mission.hands_off(&club.ann, &way).await;
    let touched = club.bob.selects(&way, "In contact at its end…", &[TROOPERS]).await.message();
    assert!(touched.all_text().contains(TROOPERS), "{}", touched.all_text());
    club.restart_bot().await;
    // too far, and a unit that is not there
    let exact = button(&touched, "Distance");
    let form = club.bob.clicks(&touched, &exact).await.modal().unwrap();
    let wrong = form.submit(&[("distance", "far"), ("ranges", "Nobody: 3")]).await;
    assert!(wrong.is_private() && wrong.text().lines().count() == 2, "{}", wrong.text());
    let rushes = button(&touched, "Rush 20 cm");
    club.discord.misbehave().deliver_twice(1);
    club.discord.expect_fault("40060");
    let before = mission.steps().await;
    club.bob.clicks(&touched, &rushes).await.settled().await;
    assert_eq!(mission.steps().await, before + 1);
    let Command::Move(movement) = mission.last_command().await else { panic!("no movement") };
    assert_eq!((movement.pace, movement.contact.len()), (Pace::Rush, 1));

    let menu = mission.newest().await;
    assert!(menu.select("Shoot at…").is_none(), "no shooting after a rush");
    mission.hands_off(&club.pat, &menu).await;
    let blows = club.bob.clicks(&menu, "Close combat…").await.message();
    assert!(blows.all_text().contains("Expect"), "{}", blows.all_text());
    mission.hands_off(&club.ann, &blows).await;
    let form = club.bob.clicks(&blows, "How many…").await.modal().unwrap();
    let wrong = form.submit(&[("strike", "60"), ("struck", "2")]).await;
    assert!(wrong.is_private(), "{}", wrong.text());
    let form = club.bob.clicks(&blows.again().unwrap(), "How many…").await.modal().unwrap();
    let two = form.submit(&[("strike", "2"), ("struck", "2")]).await.message();
    club.restart_bot().await;
    // 2 × 2 dice, Combat 5 and Accuracy 5 … all miss
    let strike = button(&two, "Strike");
    club.with_dice("1 1 1 1", club.bob.clicks(&two, &strike)).await;
    assert!(matches!(mission.last_command().await, Command::Fight(_)));
}

/// The same in one line each; the lists of what can be typed hold only what makes sense.
#[tokio::test]
async fn a_combat_is_typed_in_one_line() {
    let club = Club::open().await;
    let mission = golems_at_turn(&club).await;
    let bob = club.bob.at(&club.hall);
    let none = bob.slash("/at43 fight").await;
    assert!(none.is_private() && none.text().contains("in contact"), "{}", none.text());
    let wrong = bob.slash("/at43 move pace:rush contact:Storm golems 2").await;
    assert!(wrong.is_private() && wrong.text().contains("not an enemy"), "{}", wrong.text());
    let moved = bob.slash("/at43 move pace:rush contact:Steel troopers 2").await;
    assert!(moved.text().contains("into contact with Steel troopers 2"), "{}", moved.text());
    assert!(bob.completes("/at43 fight on:").await.len() == 1);
    let shoot = bob.slash("/at43 shoot target:Fire Toads range:10").await;
    assert!(shoot.is_private() && shoot.text().contains("have rushed"), "{}", shoot.text());
    // one strikes one: two dice at 4+ or so, both miss
    let line = "/at43 fight strike:1 struck:1 dice:1 1";
    let fought = club.does(&club.bob, &club.hall, line).await;
    assert!(!fought.is_private() && fought.text().contains("⚔️"), "{}", fought.text());
    assert!(fought.text().lines().count() <= 9, "{}", fought.text());
    let end = bob.slash("/at43 end cover:true").await;
    assert!(end.is_private(), "engaged units get no drills: {}", end.text());
    bob.slash("/at43 end").await;
    let golems: UnitId = mission.id_of(GOLEMS).await;
    assert!(mission.state().await.is_engaged(golems));
}
