//! Specialists and routines.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::{Answer, Command, Field, Laid, Routine, Special};
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::state::{ElementKind, MemberId};

use crate::club::Club;
use crate::mission::{BLUE, GOLEMS, Mission, RED, STARS, ready, written};

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
    let dash = bob.slash("/at43 routine what:Dash").await;
    assert!(dash.is_private() && dash.text().contains("Dash"), "{}", dash.text());
    let fusion = bob.slash("/at43 routine what:Fusion").await;
    assert!(fusion.is_private() && fusion.text().contains("is for machines"), "{}", fusion.text());
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

/// T-DRL-6: by a press, and in one line; and why it cannot be given twice.
#[tokio::test]
async fn split_fire_is_given_by_a_press_and_in_one_line() {
    let mut club = Club::open().await;
    let mission = Mission::with(&club, written(STARS), written(GOLEMS)).await;
    mission.deployed().await;
    mission.planned_in(&["Star troopers", "Steel troopers"], &[]).await;
    mission.board().await;
    let ann = club.ann.at(&club.hall);
    ann.slash("/at43 card").await;
    let menu = mission.newest().await;
    let list = club.ann.clicks(&menu, "Special…").await.message();
    mission.hands_off(&club.bob, &list).await;
    club.restart_bot().await;
    club.ann.selects(&list, "What it does…", &["Split fire! (1 LP)"]).await;
    assert_eq!(mission.last_command().await, Command::SplitFire);
    let again = ann.slash("/at43 special what:split fire").await;
    assert!(
        again.is_private() && again.text().contains("have Split fire! already"),
        "{}",
        again.text()
    );
    ann.slash("/at43 end").await;
    mission.comes_in(&club.bob).await;
    let typed = ann.slash("/at43 special what:split fire").await;
    assert!(!typed.is_private() && typed.text().contains("Split fire!"), "{}", typed.text());
    assert_eq!(mission.last_command().await, Command::SplitFire);
}

/// T-SPE-1, T-TER-3: who falls with what an engineer removes is asked in a form, or said in the line.
#[tokio::test]
async fn an_engineer_removes_a_hut_with_those_on_it() {
    let mut club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    for (person, seat, company) in
        [(&mission.ann, BLUE, written(STARS)), (&mission.bob, RED, written(GOLEMS))]
    {
        mission.play(person, Command::Muster { seat, company }).await;
        mission.play(person, Command::LockCompany { seat }).await;
    }
    let hut = Laid { name: "Hut".to_owned(), kind: ElementKind::Other, size: 2, tough: None };
    let field = Field { elements: vec![hut], ..Field::default() };
    mission.play(&mission.ann, Command::LayField { seat: BLUE, field, alone: false }).await;
    mission.play_with(&mission.bob, Command::AgreeField { seat: RED }, "1").await;
    mission.deployed().await;
    mission.planned_in(&["Star troopers"], &[]).await;
    mission.board().await;
    club.ann.at(&club.hall).slash("/at43 card").await;
    let menu = mission.newest().await;
    let list = club.ann.clicks(&menu, "Special…").await.message();
    club.restart_bot().await;
    let wanted = list.selects[0].options.iter().find(|option| option.label.contains("Hut"));
    let wanted = wanted.unwrap_or_else(|| panic!("{:?}", list.selects[0].options)).value.clone();
    let form = club.ann.selects(&list, "What it does…", &[&wanted]).await.modal().unwrap();
    let wrong = form.submit(&[("on", "Fire Dogs: 2")]).await;
    assert!(wrong.is_private(), "{}", wrong.text());
    let before = mission.unit("Storm golems 2").await.strength();
    let form = club.ann.selects(&list, "What it does…", &[&wanted]).await.modal().unwrap();
    form.submit(&[("on", "Storm golems 2: 2")]).await.settled().await;
    assert_eq!(mission.unit("Storm golems 2").await.strength(), before - 2);
    assert!(mission.state().await.terrain[0].gone);
    let nothing = club.ann.at(&club.hall).slash("/at43 special what:engineer").await;
    assert!(
        nothing.is_private() && nothing.text().contains("has done his work"),
        "{}",
        nothing.text()
    );
}

/// T-DMG-7: two of three machines are left behind by their numbers.
#[tokio::test]
async fn immobilised_machines_are_left_behind_by_their_numbers() {
    let club = Club::open().await;
    let mission = Mission::open(&club, Setup { points: 3_000, ..Setup::default() }).await;
    let mut blue = ready("baker-company");
    let toads = blue.units.iter_mut().rev().find(|unit| unit.unit == "fire-toads").unwrap();
    toads.number = 3;
    mission.bring(blue, ready("wraith-company")).await;
    mission.planned().await;
    for seat in [BLUE, RED] {
        mission.corrects(Correction::Leadership { seat, pool: 20 }).await;
    }
    while let Some(seat) = mission.state().await.flow.active {
        mission.comes_in(if seat == BLUE { &club.ann } else { &club.bob }).await;
    }
    let unit = mission.id_of("Fire Toads 2").await;
    for member in [0, 1, 2].map(MemberId) {
        let (frame, weapons) = (5, vec![1, 1]);
        let stuck = Correction::Machine { unit, member, frame, propulsion: 0, weapons };
        mission.corrects(stuck).await;
    }
    mission.planned_in(&["Fire Toads 2"], &[]).await;
    mission.corrects(Correction::Leadership { seat: BLUE, pool: 20 }).await;
    mission.board().await;
    let ann = club.ann.at(&club.hall);
    // Morale 8 holds
    club.does(&club.ann, &club.hall, "/at43 card dice:6").await;
    let asked = mission.newest().await;
    assert!(asked.button("Some of them…").is_some(), "{:?}", asked.buttons);
    let form = club.ann.clicks(&asked, "Some of them…").await.modal().unwrap();
    let wrong = form.submit(&[("said", "7")]).await;
    assert!(wrong.is_private() && wrong.text().contains("machines 1, 2, 3"), "{}", wrong.text());
    ann.slash("/at43 answer answer:1 3").await;
    let both = vec![MemberId(0), MemberId(2)];
    assert_eq!(mission.last_command().await, Command::Answer(Answer::Abandon(both)));
}
