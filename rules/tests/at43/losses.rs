//! What follows from losses: medics, leaders, officers, units that are gone.

use gatemaster_rules::at43::command::{Answer, Command, Mark};
use gatemaster_rules::at43::event::{Event, MoraleCause};
use gatemaster_rules::at43::state::{Gone, Loss, LossKind, MemberId, Role, Stands, UnitId};

use super::skirmish::{BLUE, RED, Skirmish, Team, fallen, has, near, under};

/// T-SPE-3
#[test]
fn a_medic_saves_one_of_the_fallen_once_a_round() {
    let (mut field, [_, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 4),
        Team::blue("steel-troopers", 3).bearers(1, "mg").medics(1),
    ]);
    let mut salvo = field.salvo("nanoblaster", troopers, 0);
    salvo.nearest = vec![near(troopers, Role::Bearer, 1)];
    field.shoot(&salvo, &[3, 3, 1, 1, 1, 1, 4, 4]);
    assert_eq!(
        field.asked(),
        "save one of 2 fallen fighters of Steel troopers 2 by a medic or not"
    );
    let medic = Command::Answer(Answer::Medic(Some(MemberId(4))));
    assert!(field.try_with(BLUE, &medic, &[]).is_err(), "he has not fallen");
    assert!(field.try_with(RED, &Command::Answer(Answer::Medic(None)), &[]).is_err());
    let events = field.answer(BLUE, Answer::Medic(Some(MemberId(3))), &[]).to_vec();
    assert!(has(&events, |event| matches!(event, Event::Rescued { grounded: false, .. })));
    assert_eq!((field.left(troopers), field.unit(troopers).living_of(Role::Bearer)), (4, 1));
    assert!(field.is_quiet(), "he saves one a round");
    field.acts(UnitId(0));
    let again = field.salvo("nanoblaster", troopers, 0);
    field.shoot(&again, &[3, 1, 1, 1, 1, 1, 1, 4]);
    assert!(field.is_quiet());
    field.state.round = 2;
    field.acts(UnitId(0));
    field.shoot(&again, &[3, 1, 1, 1, 1, 1, 1, 4]);
    field.answer(BLUE, Answer::Medic(None), &[]);
    assert_eq!(field.left(troopers), 2);
}

/// T-SPE-3: two medics save two; a dead one saves nobody, himself least of all.
#[test]
fn two_medics_save_two_and_a_dead_one_nobody() {
    let (mut field, [_, troopers]) =
        Skirmish::new(&[Team::red("storm-golems", 4), Team::blue("steel-troopers", 2).medics(2)]);
    let salvo = field.salvo("nanoblaster", troopers, 0);
    field.shoot(&salvo, &[3, 3, 1, 1, 1, 1, 4, 4]);
    field.answer(BLUE, Answer::Medic(Some(MemberId(0))), &[]);
    field.answer(BLUE, Answer::Medic(Some(MemberId(1))), &[]);
    assert_eq!(field.left(troopers), 4);
    assert!(field.is_quiet());
    field.state.round = 2;
    field.acts(UnitId(0));
    let mut at_medics = salvo.clone();
    at_medics.nearest = vec![near(
        troopers,
        Role::Specialist(gatemaster_rules::at43::profile::Specialist::Medic),
        2,
    )];
    field.shoot(&at_medics, &[3, 3, 1, 1, 1, 1, 4, 4]);
    assert!(field.is_quiet(), "both have fallen");
    assert_eq!(field.left(troopers), 2);
}

/// T-SPE-3: whoever is saved from an explosion lies on the ground.
#[test]
fn whoever_is_saved_from_an_explosion_is_grounded() {
    let (mut field, [_, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 2).bearers(1, "flamer"),
        Team::blue("steel-troopers", 5).medics(1),
    ]);
    let flamer = field.salvo_at("flamer", Mark::Fighter(troopers, Role::Standard), 0);
    field.shoot(&flamer, &[4]);
    field.answer(BLUE, Answer::Medic(Some(MemberId(1))), &[]);
    let unit = field.unit(troopers);
    assert_eq!((unit.strength(), unit.grounded()), (6, 1));
}

/// T-UNI-3: a standard fighter takes the place of a fallen leader, and he is a leader only.
#[test]
fn a_fallen_leader_is_replaced_by_a_standard_fighter() {
    let (mut field, [_, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 4),
        Team::blue("steel-troopers", 2).bearers(2, "mg").officer(),
    ]);
    field.state.sides[0].commander = Some(troopers);
    let mut salvo = field.salvo("nanoblaster", troopers, 0);
    salvo.nearest = vec![near(troopers, Role::Officer, 1)];
    let events = field.shoot(&salvo, &[3, 1, 1, 1, 1, 1, 1, 4]).to_vec();
    let told: Vec<&Event> = events
        .iter()
        .filter(|event| {
            matches!(
                event,
                Event::Lost { .. } | Event::LeaderChanged { .. } | Event::CommanderChanged { .. }
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            &Event::Lost { unit: troopers, what: LossKind::Officer, by: Some(RED) },
            &Event::CommanderChanged { seat: BLUE, unit: None },
            &Event::LeaderChanged { unit: troopers, leader: MemberId(0) },
        ]
    );
    assert_eq!(field.unit(troopers).officer(), None);
    // both standard fighters fall, the leader last; then a bearer leads
    field.acts(UnitId(0));
    let next = field.salvo("nanoblaster", troopers, 0);
    let events = field.shoot(&next, &[3, 3, 1, 1, 1, 1, 4, 4]).to_vec();
    assert!(has(&events, |event| {
        matches!(event, Event::LeaderChanged { leader: MemberId(2), .. })
    }));
    assert!(!has(&events, |event| matches!(event, Event::Lost { .. })), "noted once");
}

/// T-TAC-2
#[test]
fn the_highest_officer_left_takes_over_at_once() {
    let (mut field, [_, fallen_unit, low, high]) = Skirmish::new(&[
        Team::red("storm-golems", 1),
        Team::blue("steel-troopers", 1).officer(),
        Team::blue("steel-troopers", 2).officer(),
        Team::blue("steel-troopers", 2).officer(),
    ]);
    field.unit_mut(fallen_unit).rank = 4;
    field.unit_mut(high).rank = 2;
    field.unit_mut(high).stands = Stands::Reserve;
    field.state.sides[0].commander = Some(fallen_unit);
    let mut salvo = field.salvo("nanoblaster", fallen_unit, 0);
    salvo.nearest = vec![near(fallen_unit, Role::Officer, 1)];
    field.shoot(&salvo, &[3, 4]);
    assert_eq!(field.state.sides[0].commander, Some(high));
    assert_eq!(field.unit(low).rank, 1);
}

/// T-THR-5
#[test]
fn a_relay_is_lost_with_the_first_leader() {
    let (mut field, [_, medusas]) =
        Skirmish::new(&[Team::blue("steel-troopers", 3), Team::red("assault-medusas", 4).relay()]);
    let salvo = field.salvo("laser-rifle", medusas, 0);
    // 5 against 8 needs 5+: two comrades fall before the leader
    let events = field.shoot(&salvo, &[2, 2, 1, 5, 5]).to_vec();
    assert!(!has(&events, |event| matches!(event, Event::RelayLost { .. })));
    field.acts(UnitId(0));
    let mut leader = field.salvo("laser-rifle", medusas, 0);
    leader.nearest = vec![gatemaster_rules::at43::command::Near {
        which: Some(MemberId(0)),
        ..near(medusas, Role::Standard, 1)
    }];
    let events = field.shoot(&leader, &[2, 1, 1, 5]).to_vec();
    assert!(has(&events, |event| matches!(event, Event::RelayLost { .. })));
    assert!(!field.unit(medusas).relay);
}

/// T-CTL-3: a unit and its officer are both noted, with whoever did it; its contacts end.
#[test]
fn the_last_of_a_unit_takes_it_off_the_table() {
    let (mut field, [toads, golems, troopers]) = Skirmish::new(&[
        Team::blue("fire-toads", 1),
        Team::red("storm-golems", 1).officer(),
        Team::blue("steel-troopers", 6),
    ]);
    field.touch(golems, troopers);
    let mut salvo = field.salvo("light-laser-cannon", golems, 0);
    salvo.each = 2;
    salvo.nearest = vec![near(golems, Role::Officer, 1), near(golems, Role::Standard, 1)];
    let events = field.shoot(&salvo, &[2, 2]).to_vec();
    assert_eq!(fallen(&events), [(golems, 2)]);
    assert_eq!(field.unit(golems).stands, Stands::Gone(Gone::Destroyed));
    assert_eq!(
        field.state.losses,
        [
            Loss { unit: golems, what: LossKind::Infantry, by: Some(BLUE) },
            Loss { unit: golems, what: LossKind::Officer, by: Some(BLUE) },
        ]
    );
    assert!(field.state.contacts.is_empty() && field.is_quiet());
    assert_eq!(toads.0, 0);
}

/// T-STA-2: after losses in a melee it is asked who is still in contact.
#[test]
fn losses_may_end_a_contact() {
    let (mut field, [_, golems, troopers]) = Skirmish::new(&[
        Team::blue("fire-toads", 1),
        Team::red("storm-golems", 3),
        Team::blue("steel-troopers", 6),
    ]);
    field.touch(golems, troopers);
    let salvo = field.salvo("light-laser-cannon", golems, 0);
    field.shoot(&salvo, &[2]);
    assert_eq!(
        field.asked(),
        "say whether Storm golems 2 and Steel troopers 3 are still in contact"
    );
    field.answer(BLUE, Answer::StillInContact(false), &[]);
    assert!(!field.state.is_engaged(golems) && field.is_quiet());
}

/// T-DMG-6, T-CTL-3
#[test]
fn a_strider_without_frame_is_a_loss() {
    let (mut field, [_, toads]) =
        Skirmish::new(&[Team::red("bane-goliaths", 1), Team::blue("fire-toads", 0).officer()]);
    field.machine_mut(toads, 0).frame = 1;
    field.state.sides[0].commander = Some(toads);
    let salvo = field.salvo("nucleus-gun", toads, 3);
    let events = field.shoot(&salvo, &[2, 3, 3]).to_vec();
    assert!(has(&events, |event| matches!(event, Event::MachineDestroyed { .. })));
    assert!(!has(&events, |event| matches!(event, Event::MoraleTested { .. })), "nobody is left");
    assert_eq!(
        field.state.losses,
        [
            Loss { unit: toads, what: LossKind::Machines, by: Some(RED) },
            Loss { unit: toads, what: LossKind::Officer, by: Some(RED) },
        ]
    );
    assert_eq!(field.state.sides[0].commander, None);
}

/// T-MOR-2, T-MOR-3: each machine that is destroyed while others remain is a test at once; rout is the end of the unit.
#[test]
fn machines_that_lose_one_may_run() {
    let (mut field, [_, toads]) =
        Skirmish::new(&[Team::red("bane-goliaths", 1), Team::blue("fire-toads", 2)]);
    field.machine_mut(toads, 0).frame = 1;
    field.unit_mut(toads).disorganized = true;
    let salvo = field.salvo("nucleus-gun", toads, 3);
    let events = field.shoot(&salvo, &[2, 3, 3, 2]).to_vec();
    assert!(has(&events, |event| matches!(
        event,
        Event::MoraleTested { passed: false, why: MoraleCause::MachineLost, .. }
    )));
    assert_eq!(field.unit(toads).stands, Stands::Gone(Gone::Routed));
    assert_eq!(field.state.losses, [Loss { unit: toads, what: LossKind::Machines, by: None }]);
}

/// T-UNI-5: weapons in excess of their gunners are lost at once.
#[test]
fn a_weapon_without_a_gunner_is_lost() {
    let (mut field, [_, crew]) = Skirmish::new(&[
        Team::red("storm-golems", 2).bearers(1, "flamer"),
        Team::blue("gun-crew", 0).crew(2, 2),
    ]);
    let mut flamer = field.salvo_at("flamer", Mark::Fighter(crew, Role::Gunner), 0);
    let mut gunner = under(crew, 1);
    gunner.role = Role::Gunner;
    flamer.under = vec![gunner];
    let events = field.shoot(&flamer, &[4]).to_vec();
    assert_eq!(fallen(&events), [(crew, 1), (crew, 1)]);
    let unit = field.unit(crew);
    assert_eq!((unit.living_of(Role::Gunner), unit.living_of(Role::SupportWeapon)), (1, 1));
}

/// T-DMG-6, T-HER-3, T-CTL-3: a hero leaves his machine alive: the unit is lost, its officer is not.
#[test]
fn a_hero_gets_out_of_his_strider() {
    let (mut field, [_, toads]) = Skirmish::new(&[
        Team::red("bane-goliaths", 1),
        Team::blue("fire-toads", 0).hero("borz-aboard"),
    ]);
    field.machine_mut(toads, 0).frame = 1;
    field.state.sides[0].commander = Some(toads);
    let salvo = field.salvo("nucleus-gun", toads, 3);
    field.shoot(&salvo, &[2, 3, 3]);
    let machines = Loss { unit: toads, what: LossKind::Machines, by: Some(RED) };
    assert_eq!(field.state.losses, [machines]);
    let hero = UnitId(2);
    assert!(field.unit(hero).lone_hero);
    assert_eq!(field.state.sides[0].commander, Some(hero));
    // on foot he falls like anybody else, and then he is lost
    field.acts(UnitId(0));
    let salvo = field.salvo("nucleus-gun", hero, 3);
    field.shoot(&salvo, &[2, 2]);
    assert!(field.unit(hero).is_gone());
    assert!(field.state.losses.contains(&Loss {
        unit: hero,
        what: LossKind::Officer,
        by: Some(RED)
    }));
    assert_eq!(field.state.losses.iter().filter(|loss| loss.what == LossKind::Officer).count(), 1);
}
