//! Who may shoot, at what, with how many dice.

use gatemaster_rules::at43::aim::{reach, shooting_test};
use gatemaster_rules::at43::armament::{Shooter, weapons};
use gatemaster_rules::at43::command::{Command, Mark, Salvo};
use gatemaster_rules::at43::event::{Event, Victims};
use gatemaster_rules::at43::need::{Band, Millimetres, Need, Range};
use gatemaster_rules::at43::state::{Contact, Drill, Group, LastRange, MemberId, Role};

use super::skirmish::{
    BLUE, RED, Skirmish, Team, damages, fallen, has, impacts, near, needed, shots, standing,
};

/// T-UTR-1
#[test]
fn the_universal_table_turns_the_difference_into_a_face() {
    let needs: Vec<String> = [-7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]
        .map(|of| Need::of(of).to_string())
        .into();
    assert_eq!(
        needs,
        [
            "cannot succeed",
            "cannot succeed",
            "6",
            "6",
            "5+",
            "5+",
            "4+",
            "4+",
            "4+",
            "3+",
            "3+",
            "2+",
            "2+",
            "succeeds by itself",
            "succeeds by itself"
        ]
    );
}

/// T-MEA-2, T-MEA-4
#[test]
fn ten_centimetres_are_range_0_and_a_tenth_more_is_range_1() {
    let band = |tenths| Range::Measured(Millimetres(tenths)).band().0;
    assert_eq!([0, 99, 100, 101, 200, 201, 300].map(band), [0, 0, 0, 1, 1, 2, 2]);
    assert_eq!(Range::Band(Band(4)).band().0, 4);
}

/// T-MEA-2, T-MEA-3: p. 68: six laser rifles, Accuracy 5 at range 4, then 5 against Protection 6; p. 68's "1 or more" is
/// a 4+. Four of the golems fall. T-SHT-3, T-SHT-7, T-DMG-1, T-DMG-2
#[test]
fn six_laser_rifles_hit_golems_six_times_and_take_four() {
    let (mut field, [able, golems]) =
        Skirmish::new(&[Team::blue("steel-troopers", 6), Team::red("storm-golems", 9)]);
    let mut salvo = field.salvo("laser-rifle", golems, 0);
    salvo.range = Range::Measured(Millimetres(431));
    let events = field.shoot(&salvo, &[4, 5, 6, 4, 4, 5, 6, 4, 3, 1, 5, 4]).to_vec();
    assert_eq!(needed(&events), "4+: Accuracy 5, range −4 (1)");
    assert_eq!(shots(&events), (6, 6));
    assert_eq!(impacts(&events), [(Victims::Unit(golems), 6, false)]);
    assert_eq!(damages(&events), [(Victims::Unit(golems), "4+".into(), 6, 4)]);
    assert_eq!(fallen(&events), [(golems, 4)]);
    assert_eq!(field.left(golems), 5);
    assert!(field.is_quiet());
    // the range is offered again
    assert_eq!(field.state.last_range(able, golems), Some(salvo.range));
}

/// T-UTR-2: p. 64 at −2 needs 5+ (decisions 004.2); seven nanoblasters hit once, and the six that missed are thrown once
/// more and miss again. T-SHT-7
#[test]
fn seven_nanoblasters_throw_their_misses_again() {
    let (mut field, [_, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 7).bearers(2, "sonic-gun"),
        Team::blue("steel-troopers", 6),
    ]);
    let salvo = field.salvo("nanoblaster", troopers, 5);
    let faces = [1, 2, 3, 4, 4, 5, 1, 1, 2, 3, 4, 4, 2, 6];
    let events = field.shoot(&salvo, &faces).to_vec();
    assert_eq!(needed(&events), "5+: Accuracy 3, range −5 (−2)");
    assert_eq!(shots(&events), (7, 1));
    let rerolled = events.iter().find_map(|event| match event {
        Event::ShotsRolled { dice, .. } => {
            Some(dice.iter().map(|die| die.0.len()).collect::<Vec<_>>())
        }
        _ => None,
    });
    assert_eq!(rerolled.unwrap(), [2, 2, 2, 2, 2, 1, 2]);
    assert_eq!(fallen(&events), [(troopers, 1)]);
    // the sonic guns have not been fired yet: two with attack rate 3
    let salvo = field.salvo("sonic-gun", troopers, 5);
    assert_eq!(field.aim(&salvo).unwrap().dice, 6);
}

/// T-UTR-2
#[test]
fn a_die_that_fails_and_then_hits_counts_once() {
    let (mut field, [_, troopers]) =
        Skirmish::new(&[Team::red("storm-golems", 2), Team::blue("steel-troopers", 6)]);
    let salvo = field.salvo("nanoblaster", troopers, 2);
    // 4+: a hit and a miss, which hits at the second throw; two damage dice at 4+
    let events = field.shoot(&salvo, &[4, 3, 5, 4, 3]).to_vec();
    assert_eq!(shots(&events), (2, 2));
    assert_eq!(fallen(&events), [(troopers, 1)]);
}

/// T-SHT-7: six below nothing hits at all, not even in the zone of fire; the salvo is spent all the same.
#[test]
fn a_salvo_beyond_its_longest_range_is_lost() {
    let (mut field, [able, golems, bystanders]) = Skirmish::new(&[
        Team::blue("steel-troopers", 6),
        Team::red("storm-golems", 9),
        Team::red("storm-golems", 6),
    ]);
    let mut salvo = field.salvo("laser-rifle", golems, 11);
    salvo.zone = vec![standing(bystanders, 3)];
    let events = field.shoot(&salvo, &[]).to_vec();
    assert!(has(&events, |event| matches!(event, Event::OutOfReach { unit, .. } if *unit == able)));
    assert!(impacts(&events).is_empty() && field.is_quiet());
    let again = field.salvo("laser-rifle", golems, 1);
    assert_eq!(field.refused(&again), "Steel troopers 1 have fired the laser rifle already.");
    let troopers = field.unit(able).clone();
    let rifle = field.state.library.weapon_of_key("laser-rifle").unwrap();
    let rifle = field.state.library.weapon(rifle).unwrap();
    let at = |band| shooting_test(&field.state, &troopers, rifle, Range::Band(Band(band))).unwrap();
    assert_eq!(at(10).need(), Need::AtLeast(6), "Accuracy + 5 is the longest band");
}

/// T-SHT-1
#[test]
fn only_free_units_shoot_that_neither_rush_nor_do_anything_else_with_their_hands() {
    let (mut field, [able, golems]) =
        Skirmish::new(&[Team::blue("steel-troopers", 6), Team::red("storm-golems", 9)]);
    let salvo = field.salvo("laser-rifle", golems, 1);
    let mut refusals = Vec::new();
    let changes: [fn(&mut Skirmish); 6] = [
        |field: &mut Skirmish| field.acting().rushed = true,
        |field: &mut Skirmish| field.acting().must_enter = true,
        |field: &mut Skirmish| field.acting().still = true,
        |field: &mut Skirmish| field.acting().opened = true,
        |field: &mut Skirmish| field.acting().fought = true,
        |field: &mut Skirmish| field.acting().was_free = false,
    ];
    for change in changes {
        field.acts(able);
        change(&mut field);
        refusals.push(field.refused(&salvo));
    }
    assert_eq!(
        refusals,
        [
            "Steel troopers 1 have rushed; shots go with a combat movement or none.",
            "Steel troopers 1 first move in from the edge of the table, then shoot.",
            "Steel troopers 1 do nothing more in this activation, so no shots.",
            "Steel troopers 1 have opened or lifted something: no shots any more.",
            "Steel troopers 1 have fought hand to hand: no shots any more.",
            "Steel troopers 1 were engaged when activated; only free units shoot.",
        ]
    );
    // free when it was activated, engaged by its own movement
    field.acts(able);
    field.touch(able, golems);
    assert_eq!(field.refused(&salvo), "Steel troopers 1 are engaged; only free units shoot.");
}

/// T-SHT-1: machines are never engaged.
#[test]
fn a_strider_in_contact_shoots_all_the_same() {
    let (mut field, [toad, golems]) =
        Skirmish::new(&[Team::blue("fire-toads", 1), Team::red("storm-golems", 9)]);
    field.touch(toad, golems);
    field.acts(toad);
    let salvo = field.salvo("light-laser-cannon", golems, 0);
    // Accuracy 8 close by cannot miss, and 11 against 6 needs 2+
    let events = field.shoot(&salvo, &[2]).to_vec();
    assert_eq!(shots(&events), (0, 1));
    assert_eq!(fallen(&events), [(golems, 1)]);
    // whoever has lost somebody may have lost touch
    assert_eq!(field.asked(), "say whether Fire Toads 1 and Storm golems 2 are still in contact");
}

/// T-SHT-2: without Split fire! all fire before the movement or all after it.
#[test]
fn whoever_has_fired_before_the_movement_does_not_fire_after_it() {
    let (mut field, [_, golems]) = Skirmish::new(&[
        Team::blue("steel-troopers", 5).bearers(2, "mg"),
        Team::red("storm-golems", 9),
    ]);
    let rifles = field.salvo("laser-rifle", golems, 3);
    field.shoot(&rifles, &[1, 1, 1, 1, 1]);
    field.acting().moved = true;
    let mg = field.salvo("mg", golems, 3);
    assert_eq!(
        field.refused(&mg),
        "Steel troopers 1 have fired before the movement; without Split fire! all fire together."
    );
    // with the drill, the bearers are free to choose another moment
    field.acting().split = true;
    assert_eq!(field.aim(&mg).unwrap().dice, 6);
}

/// T-SHT-2, T-SHT-3
#[test]
fn battlesuits_fire_one_gun_before_and_the_other_after_the_movement() {
    let (mut field, [_, golems]) =
        Skirmish::new(&[Team::blue("steel-tacarms", 3), Team::red("storm-golems", 9)]);
    let one = field.salvo("laser-gun", golems, 1);
    assert_eq!(field.aim(&one).unwrap().dice, 3);
    let both = Salvo { each: 2, ..one.clone() };
    assert_eq!(field.aim(&both).unwrap().dice, 6, "dice count weapons, not fighters");
    field.shoot(&one, &[1, 1, 1]);
    assert_eq!(field.refused(&both), "Steel TacArms 1 can fire 1 laser gun each now; you say 2.");
    field.acting().moved = true;
    field.shoot(&one, &[1, 1, 1]);
    assert_eq!(field.refused(&one), "Steel TacArms 1 have fired the laser gun already.");
}

/// T-SHT-4
#[test]
fn direct_fire_is_aimed_at_enemy_units_and_of_machines_at_one() {
    let (field, [able, tacarms, toads]) = Skirmish::new(&[
        Team::blue("steel-troopers", 5).bearers(2, "laser-gun"),
        Team::blue("steel-tacarms", 3),
        Team::red("fire-toads", 3),
    ]);
    let friends = field.salvo("laser-gun", tacarms, 1);
    assert_eq!(
        field.refused(&friends),
        "Steel TacArms 2 is on your side; direct fire is aimed at an enemy unit."
    );
    let fighter = field.salvo_at("laser-gun", Mark::Fighter(tacarms, Role::Standard), 1);
    assert_eq!(
        field.refused(&fighter),
        "Laser gun fires directly: aim at the whole of Steel TacArms 2, not at one fighter."
    );
    let second = field.salvo_at("laser-gun", Mark::Machine(toads, MemberId(1)), 1);
    let aimed = field.aim(&second).unwrap();
    assert_eq!(aimed.groups.last().unwrap().order.len(), 1);
    let fourth = field.salvo_at("laser-gun", Mark::Machine(toads, MemberId(3)), 1);
    assert!(field.refused(&fourth).contains("no such machine left"));
    let nothing = field.salvo("sonic-gun", toads, 1);
    assert_eq!(field.refused(&nothing), "Steel troopers 1 have no sonic gun to shoot with.");
    assert_eq!(able.0, 0);
}

/// T-SHT-4, T-SHT-6, T-LOS-1: sight is what the table says; by default all bearers see, and without sight nobody shoots.
#[test]
fn only_those_who_see_something_shoot() {
    let (field, [_, golems]) =
        Skirmish::new(&[Team::blue("steel-troopers", 6), Team::red("storm-golems", 9)]);
    let salvo = field.salvo("laser-rifle", golems, 1);
    let with = |seeing| Salvo { seeing: Some(seeing), ..salvo.clone() };
    assert_eq!(field.aim(&salvo).unwrap().dice, 6);
    let three = field.aim(&with(3)).unwrap();
    assert_eq!((three.shooters, three.dice), (3, 3));
    assert_eq!(
        field.refused(&with(0)),
        "Nobody in Steel troopers 1 sees a target, so nobody shoots."
    );
    assert_eq!(
        field.refused(&with(7)),
        "Steel troopers 1 has 6 with a laser rifle to fire; you say 7 see something."
    );
}

/// T-SHT-5: friend and foe in a melee are one target; a strider in contact is none of it.
#[test]
fn shots_into_a_melee_strike_whoever_stands_nearest() {
    let (mut field, [toads, golems, troopers, more, wraith]) = Skirmish::new(&[
        Team::blue("fire-toads", 2),
        Team::red("storm-golems", 2),
        Team::blue("steel-troopers", 2),
        Team::red("storm-golems", 2),
        Team::red("wraith-golgoth", 1),
    ]);
    field.touch(golems, troopers);
    field.touch(troopers, more);
    field.touch(troopers, wraith);
    field.touch(toads, golems);
    let mut salvo = field.salvo("light-laser-cannon", golems, 1);
    let units = |field: &Skirmish, salvo: &Salvo| {
        let aimed = field.aim(salvo).unwrap();
        aimed.groups.last().unwrap().order.iter().map(|one| one.unit).collect::<Vec<_>>()
    };
    assert_eq!(units(&field, &salvo), [golems, golems, more, more, troopers, troopers]);
    salvo.nearest = vec![near(troopers, Role::Standard, 1), near(more, Role::Standard, 1)];
    assert_eq!(units(&field, &salvo), [troopers, more, golems, golems, more, troopers]);
    salvo.each = 2;
    salvo.range = Range::Band(Band(5));
    // 3+: three of four hit. The trooper has no chance, then come golems at 2+
    let events = field.shoot(&salvo, &[3, 3, 3, 1, 2, 1]).to_vec();
    assert_eq!(fallen(&events), [(troopers, 1), (more, 1)]);
    let needs: Vec<(String, usize)> =
        damages(&events).into_iter().map(|(_, need, dice, _)| (need, dice)).collect();
    assert_eq!(needs, [("succeeds by itself".into(), 0), ("2+".into(), 2)]);
}

/// T-SHT-5
#[test]
fn nobody_of_another_unit_stands_nearest() {
    let (mut field, [_, golems, more]) = Skirmish::new(&[
        Team::blue("steel-troopers", 6),
        Team::red("storm-golems", 6),
        Team::red("storm-golems", 6),
    ]);
    let mut salvo = field.salvo("laser-rifle", golems, 1);
    salvo.nearest = vec![near(more, Role::Standard, 1)];
    assert_eq!(field.refused(&salvo), "Storm golems 3 are no part of what you aim at.");
    salvo.nearest = vec![near(golems, Role::Standard, 7)];
    assert_eq!(
        field.refused(&salvo),
        "Storm golems 2 have 6 standard fighters left; you name more."
    );
    salvo.nearest = vec![near(golems, Role::Standard, 6)];
    field.shoot(&salvo, &[1; 6]);
}

/// T-OVW-1, T-OVW-2: each weapon once, at whoever moved and nobody else.
#[test]
fn overwatch_fire_is_aimed_at_whoever_moved() {
    let (mut field, [golems, troopers, others]) = Skirmish::new(&[
        Team::red("storm-golems", 6),
        Team::blue("steel-troopers", 5).bearers(1, "missile-launcher"),
        Team::red("storm-golems", 6),
    ]);
    field.watches(troopers);
    let at_others = field.salvo("laser-rifle", others, 1);
    assert_eq!(
        field.refused(&at_others),
        "Overwatch fire is aimed at Storm golems 1, which has moved."
    );
    let missile = field.salvo("missile-launcher", golems, 1);
    assert_eq!(field.refused(&missile), "Missile launcher is never fired in overwatch.");
    field.unit_mut(troopers).members[4].grounded = true;
    let salvo = field.salvo("laser-rifle", golems, 1);
    assert_eq!(field.aim(&salvo).unwrap().dice, 4, "whoever lies on the ground holds his fire");
    let events = field.shoot(&salvo, &[1, 1, 1, 3, 4]).to_vec();
    assert_eq!(fallen(&events), [(golems, 1)]);
    // nothing is left to be fired: the overwatch is over by itself
    assert!(has(&events, |event| matches!(event, Event::WatchEnded { fired: true, .. })));
    assert!(field.unit(troopers).drills.is_empty());
}

/// T-OVW-4, T-DRL-6
#[test]
fn with_split_fire_one_group_fires_in_overwatch_and_the_other_waits() {
    let (mut field, [golems, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 6),
        Team::blue("steel-troopers", 4).bearers(2, "mg"),
    ]);
    field.unit_mut(troopers).drills.push(Drill::SplitFire);
    field.watches(troopers);
    let rifles = field.salvo("laser-rifle", golems, 1);
    let mg = field.salvo("mg", golems, 1);
    field.aim(&mg).unwrap();
    field.shoot(&rifles, &[1, 1, 1, 1]);
    assert_eq!(field.unit(troopers).watched, [Group::Rest]);
    assert!(field.unit(troopers).has_drill(Drill::Overwatch));
    // at the next movement the machine guns alone are left
    field.acts(golems);
    field.watches(troopers);
    assert!(
        field.refused(&rifles).starts_with("That part of Steel troopers 2 has had its overwatch")
    );
    field.aim(&mg).unwrap();
}

/// T-SHT-3, T-SHT-11: a salvo is resolved before the next one is declared.
#[test]
fn each_kind_of_weapon_has_a_salvo_of_its_own() {
    let (mut field, [able, golems]) = Skirmish::new(&[
        Team::blue("steel-troopers", 5).bearers(1, "mg").with("grenades"),
        Team::red("storm-golems", 9),
    ]);
    let shooter = Shooter::now(&field.state).unwrap();
    let armed = weapons(&field.state, &shooter);
    let told: Vec<(String, u32, u32, u32)> = armed
        .iter()
        .map(|armed| {
            let name = field.state.weapon_name(armed.weapon).to_owned();
            (name, armed.bearers, armed.copies, armed.left)
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Laser rifle".to_owned(), 5, 1, 1),
            ("MG".to_owned(), 1, 1, 1),
            ("Grenades".to_owned(), 6, 1, 1)
        ]
    );
    let first = field.salvo("laser-rifle", golems, 1);
    field.shoot(&first, &[1, 1, 1, 1, 4, 4]);
    let second = field.salvo("mg", golems, 1);
    let events = field.shoot(&second, &[3, 1, 1, 4]).to_vec();
    assert_eq!(fallen(&events), [(golems, 1)]);
    assert_eq!(field.left(golems), 7);
    let shooter = Shooter::now(&field.state).unwrap();
    assert!(weapons(&field.state, &shooter).iter().all(|armed| armed.why_not.is_some()));
    assert_eq!(able.0, 0);
}

/// T-MEA-1: once the distance is told the declaration stands; it is remembered for the next time.
#[test]
fn the_last_range_between_two_units_is_kept() {
    let (mut field, [able, golems]) =
        Skirmish::new(&[Team::blue("steel-troopers", 6), Team::red("storm-golems", 9)]);
    let salvo = field.salvo("laser-rifle", golems, 3);
    field.shoot(&salvo, &[1; 6]);
    let pair = Contact::between(able, golems);
    assert_eq!(field.state.ranges, [LastRange { pair, range: Range::Band(Band(3)), holds: true }]);
}

/// T-MEA-1, T-WPN-1, T-WPN-2: what hits alike at every range tells nothing of it, unless somebody measured.
#[test]
fn a_range_that_nobody_measured_is_not_remembered() {
    let (mut field, [golems, toads]) = Skirmish::new(&[
        Team::red("storm-golems", 5).bearers(1, "missile-launcher"),
        Team::blue("fire-toads", 2),
    ]);
    let near = field.salvo("missile-launcher", toads, 0);
    let mut other = Skirmish { state: field.state.clone(), last: vec![] };
    field.shoot(&near, &[1]);
    assert_eq!(field.state.last_range(golems, toads), None);
    let told = Range::Measured(Millimetres(380));
    other.shoot(&Salvo { range: told, ..near }, &[1]);
    assert_eq!(other.state.range_that_holds(golems, toads), Some(told));

    let (mut field, [stars, golems]) = Skirmish::new(&[
        Team::blue("star-troopers", 4).bearers(1, "flamer"),
        Team::red("storm-golems", 6),
    ]);
    let flamer = field.salvo_at("flamer", Mark::Fighter(golems, Role::Standard), 1);
    field.shoot(&flamer, &[1]);
    assert_eq!(field.state.last_range(stars, golems), None);
}

/// T-MEA-1: "≤50 cm" is offered again, and never used for another weapon; a range that was told stays.
#[test]
fn a_range_that_is_only_the_farthest_possible_does_not_hold() {
    let teams = [Team::blue("steel-troopers", 6), Team::red("storm-golems", 9)];
    let (mut field, [able, golems]) = Skirmish::new(&teams);
    let salvo = Salvo { up_to: true, ..field.salvo("laser-rifle", golems, 4) };
    field.shoot(&salvo, &[1; 6]);
    assert_eq!(field.state.last_range(able, golems), Some(Range::Band(Band(4))));
    assert_eq!(field.state.range_that_holds(able, golems), None);

    let (mut field, [able, golems]) = Skirmish::new(&teams);
    let range = Range::Measured(Millimetres(380));
    let pair = Contact::between(able, golems);
    field.state.ranges = vec![LastRange { pair, range, holds: true }];
    field.shoot(&salvo, &[1; 6]);
    assert_eq!(field.state.range_that_holds(able, golems), Some(range));
}

/// T-SHT-7, T-EQP-4, T-WPN-1, T-WPN-2: with a triple lens Accuracy 5 misses beyond range 11.
#[test]
fn a_weapon_reaches_as_far_as_a_six_can_hit() {
    let (field, _) = Skirmish::new(&[Team::blue("steel-troopers", 6)]);
    let far = |key: &str| {
        let library = &field.state.library;
        reach(library.weapon(library.weapon_of_key(key).unwrap()).unwrap())
    };
    assert_eq!(far("laser-rifle"), Some(Band(11)));
    assert_eq!(far("flamer"), Some(Band(1)));
    assert_eq!(far("missile-launcher"), None);
}

/// Shots are declared by the side whose unit acts.
#[test]
fn nobody_shoots_with_the_unit_of_another_side() {
    let (mut field, [_, golems]) =
        Skirmish::new(&[Team::blue("steel-troopers", 6), Team::red("storm-golems", 9)]);
    let salvo = Command::Shoot(field.salvo("laser-rifle", golems, 1));
    assert!(field.try_with(RED, &salvo, &[]).is_err());
    assert!(field.try_with(BLUE, &salvo, &[1; 6]).is_ok());
}
