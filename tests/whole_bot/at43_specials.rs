//! Specialists and routines.

use gatemaster_rules::at43::command::{Command, Routine, Special};
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::state::MemberId;

use crate::club::Club;
use crate::mission::{GOLEMS, Mission, STARS, written};

/// Round 2; Ann's troopers with their specialists and Bob's overseer have the first cards.
async fn second_round(club: &Club) -> Mission {
    let mission = Mission::with(club, written(STARS), written(GOLEMS)).await;
    mission.deployed().await;
    let unit = mission.id_of("Fire Toads").await;
    let hurt = Correction::Machine {
        unit,
        member: MemberId(0),
        frame: 3,
        propulsion: 2,
        weapons: vec![1, 1],
    };
    mission.corrects(hurt).await;
    let unit = mission.id_of("Storm golems 2").await;
    let lost = Correction::Member { unit, member: MemberId(1), out: true, grounded: false };
    mission.corrects(lost).await;
    mission.planned_in(&["Steel troopers", "Steel TacArms"], &["Storm golems 1"]).await;
    mission.board().await;
    mission
}

/// T-SPE-2, T-EQP-3
#[tokio::test]
async fn a_mechanic_mends_and_a_targeter_tags_by_list_and_in_one_line() {
    let mut club = Club::open().await;
    let mission = second_round(&club).await;
    club.ann.at(&club.hall).slash("/at43 card").await;
    let menu = mission.newest().await;
    let list = club.ann.clicks(&menu, "Special…").await.message();
    mission.hands_off(&club.bob, &list).await;
    club.restart_bot().await;
    let wanted = list.selects[0].options.iter().find(|option| option.label.contains("frame"));
    let wanted = wanted.unwrap_or_else(|| panic!("{:?}", list.selects[0].options)).value.clone();
    club.ann.selects(&list, "What it does…", &[&wanted]).await;
    assert!(matches!(mission.last_command().await, Command::Special(Special::Repair { .. })));
    let toads = mission.unit("Fire Toads").await;
    assert_eq!(toads.members[0].machine.as_ref().unwrap().frame, 4);
    club.ann.at(&club.hall).slash("/at43 end").await;

    // T-THR-6, T-THR-8, T-THR-11: the overseer brings somebody back, in one line
    let bob = club.bob.at(&club.hall);
    let wrong = bob.slash("/at43 routine what:juggling").await;
    assert!(
        wrong.is_private() && wrong.text().contains("none of what can be done"),
        "{}",
        wrong.text()
    );
    let before = mission.unit("Storm golems 2").await.strength();
    let back = bob.slash("/at43 routine what:Reconstruction").await;
    assert!(!back.is_private(), "{}", back.text());
    assert!(matches!(
        mission.last_command().await,
        Command::Routine(Routine::Reconstruction { .. })
    ));
    assert_eq!(mission.unit("Storm golems 2").await.strength(), before + 1);
    bob.slash("/at43 end").await;

    let tagged = club.ann.at(&club.hall).slash("/at43 special what:tag Wraith golgoth").await;
    assert!(!tagged.is_private() && tagged.text().contains("Wraith golgoth"), "{}", tagged.text());
    assert!(matches!(mission.last_command().await, Command::Special(Special::Tag { .. })));
}
