//! The three damage charts, row by row, and what their results do (A-DMG-1 to A-DMG-7).

use gatemaster_rules::antares::command::{Answer, Command, Mark, Move};
use gatemaster_rules::antares::event::{Chart, DestroyedBy, Event, PinCause};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Condition, ModelId, UnitId};

use crate::antares::field::{BLUE, Field, RED, by, duel, needed, resisted};

/// What became of a unit.
#[derive(Debug, PartialEq)]
struct After {
    pins: u32,
    orders: Vec<Order>,
    dice_lost: u8,
    immobilised: bool,
    broken: bool,
}

fn after(field: &Field, id: UnitId) -> After {
    let unit = field.unit(id);
    After {
        pins: unit.pins,
        orders: unit.dice.placed.clone(),
        dice_lost: unit.dice.lost,
        immobilised: unit.models[0].immobilised,
        broken: !unit.models[0].broken.is_empty()
            || unit.gun.is_some_and(|gun| gun.condition == Condition::Malfunction),
    }
}

fn unharmed() -> After {
    After { pins: 1, orders: vec![], dice_lost: 0, immobilised: false, broken: false }
}

/// One mag gun hits what rolls a ten for its Res; the other dice are the chart's and what follows from it.
fn mag_gun(field: &mut Field, target: UnitId, dice: &[u32]) -> Vec<Event> {
    let gangers = field.red(0);
    let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let mut shot = field.shot(vec![by(&guns, &[1])], target, 18);
    if field.unit(target).gun.is_some() {
        shot.scene.hidden = field.unit(target).living().map(Mark::Model).collect();
    }
    let mut all = vec![6, 10];
    all.extend(dice);
    field.shoot_standing(gangers, Order::Fire, vec![shot], &all)
}

fn cannon(field: &mut Field, target: UnitId, dice: &[u32]) -> Vec<Event> {
    let team = field.red(0);
    let gun = field.arm(team, Manner::Fire, "mag_cannon", "");
    let shots = vec![field.shot(vec![gun], target, 18)];
    field.shoot_standing(team, Order::Fire, shots, dice)
}

fn rolled(events: &[Event]) -> Vec<(Chart, Vec<u32>, bool, u8)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::ChartRolled { chart, dice, armoured, row, .. } => {
                Some((*chart, dice.iter().map(|die| die.face).collect(), *armoured, *row))
            }
            _ => None,
        })
        .collect()
}

/// A-DMG-1
#[test]
fn the_weapon_drones_chart() {
    let d2 = || Field::new(&["gang_fighters"], &["c3d2_medium_support_drone"; 2]);
    let down = || After { orders: vec![Order::Down], ..unharmed() };
    for (dice, expected) in [
        (&[1][..], After { pins: 2, ..down() }),
        (&[2, 2], After { pins: 3, ..down() }),
        (&[3, 3], After { pins: 4, immobilised: true, ..down() }),
        (&[4, 1], After { pins: 2, broken: true, ..down() }),
        // four pins leave 4 of its Command 8: passed, and down
        (&[5, 3, 4], After { pins: 4, ..down() }),
        // a one takes a pin off as well
        (&[5, 3, 1], After { pins: 3, ..down() }),
    ] {
        let mut field = d2();
        let drone = field.blue(0);
        let events = mag_gun(&mut field, drone, dice);
        let row = u8::try_from(dice[0]).unwrap();
        assert_eq!(rolled(&events), [(Chart::WeaponDrone, vec![dice[0]], false, row)]);
        assert_eq!(after(&field, drone), expected, "{dice:?}");
    }
    // a failed break test, and a ten
    for dice in [[5, 3, 5], [5, 1, 10]] {
        let mut field = d2();
        let drone = field.blue(0);
        let events = mag_gun(&mut field, drone, &dice);
        let why = DestroyedBy::BrokeUnderFire;
        assert!(events.contains(&Event::Destroyed { unit: drone, why }));
    }
    for row in 6..=10 {
        let mut field = d2();
        let drone = field.blue(0);
        let events = mag_gun(&mut field, drone, &[row]);
        let why = DestroyedBy::Losses;
        assert!(events.contains(&Event::Destroyed { unit: drone, why }), "{row}");
    }
}

/// A-DMG-1, A-DMG-6
#[test]
fn the_vehicles_chart() {
    let skimmers = || Field::new(&["gang_fighters"], &["striker_attack_skimmer"; 2]);
    let down = || After { orders: vec![Order::Down], ..unharmed() };
    let hurt = || After { pins: 3, dice_lost: 1, ..down() };
    for (dice, expected) in [
        (&[1][..], unharmed()),
        (&[2], After { pins: 2, ..unharmed() }),
        (&[3], After { pins: 2, ..unharmed() }),
        (&[4], After { pins: 2, ..down() }),
        (&[5], After { pins: 2, ..down() }),
        (&[6, 2], hurt()),
        (&[7, 2], After { immobilised: true, ..hurt() }),
        (&[8, 2], After { broken: true, ..hurt() }),
        (&[9, 2, 5], hurt()),
    ] {
        let mut field = skimmers();
        let skimmer = field.blue(0);
        let events = mag_gun(&mut field, skimmer, dice);
        // 11 minus 1 is 10, which is not over 10
        assert_eq!(resisted(&events), [(10, false)]);
        let row = u8::try_from(dice[0]).unwrap();
        assert_eq!(rolled(&events), [(Chart::Vehicle, vec![dice[0]], false, row)]);
        assert_eq!(after(&field, skimmer), expected, "{dice:?}");
        if row == 9 {
            assert!(events.iter().any(|event| matches!(
                event,
                Event::Tested(test) if test.check.to_string() == "needs 5: Command 8, 3 pins −3"
            )));
        }
    }
    for (dice, why) in [(&[9, 2, 6][..], DestroyedBy::BrokeUnderFire), (&[10], DestroyedBy::Losses)]
    {
        let mut field = skimmers();
        let skimmer = field.blue(0);
        let events = mag_gun(&mut field, skimmer, dice);
        assert!(events.contains(&Event::Destroyed { unit: skimmer, why }));
        assert_eq!(field.unit(skimmer).dice.lost, 2);
    }
}

/// A-DMG-1, A-SHT-13, A-SHT-15
#[test]
fn the_heavy_weapons_chart() {
    let down = || After { orders: vec![Order::Down], ..unharmed() };
    let malfunction = || After { pins: 2, broken: true, ..down() };
    for (dice, expected) in [
        (&[1][..], After { pins: 2, ..down() }),
        (&[2, 1], After { pins: 2, ..down() }),
        (&[3, 1], malfunction()),
        (&[4, 1], malfunction()),
        (&[5, 1], malfunction()),
    ] {
        let (mut field, _, team) = duel("gang_fighters", "boromite_heavy_frag_borer_team");
        let events = mag_gun(&mut field, team, dice);
        assert_eq!(resisted(&events), [(10, false)]);
        let row = u8::try_from(dice[0]).unwrap();
        assert_eq!(rolled(&events), [(Chart::HeavyWeapon, vec![dice[0]], false, row)]);
        assert_eq!(after(&field, team), expected, "{dice:?}");
        assert_eq!(field.unit(team).alive(), 3);
    }
    for row in 6..=10 {
        let (mut field, _, team) = duel("gang_fighters", "boromite_heavy_frag_borer_team");
        let events = mag_gun(&mut field, team, &[row]);
        assert!(events.contains(&Event::GunLost { unit: team }));
        // the crew stands, with the pin of the hit and its order
        assert_eq!(after(&field, team), After { orders: vec![Order::Rally], ..unharmed() });
        assert!(!field.unit(team).gun_stands());
    }
}

/// A-DMG-1, A-BRK-1: pins of a gun's damage crowd its crew, who test like any team.
#[test]
fn a_crew_crowded_by_its_guns_damage_takes_one_break_test_and_is_down_already() {
    let (mut field, _, team) = duel("gang_fighters", "boromite_heavy_frag_borer_team");
    // the hit and D3: four pins on three men; the failed test adds a fifth, for they lie down
    let events = mag_gun(&mut field, team, &[2, 3, 6]);
    assert_eq!(needed(&events).1, "needs 6: Acc 5, Fire order +1");
    assert!(events.contains(&Event::Pinned {
        unit: team,
        pins: 1,
        why: PinCause::Break,
        dice: vec![]
    }));
    assert_eq!(after(&field, team), After { pins: 5, orders: vec![Order::Down], ..unharmed() });
}

/// A-DMG-2
#[test]
fn heavy_armour_halves_the_chart_die_rounding_up() {
    for (die, row) in [(1, 1), (2, 1), (3, 2), (6, 3), (7, 4), (9, 5), (10, 5)] {
        let mut field = Field::new(&["gang_fighters"], &["c3m4_combat_drone"]);
        let drone = field.blue(0);
        let events = mag_gun(&mut field, drone, &[die]);
        assert_eq!(resisted(&events), [(12, false)]);
        assert_eq!(rolled(&events), [(Chart::Vehicle, vec![die], true, row)]);
        // a failed test pins heavy armour too; rows 4 and 5 send it down
        let pins = if row == 1 { 1 } else { 2 };
        let orders = if row > 3 { vec![Order::Down] } else { vec![] };
        assert_eq!(after(&field, drone), After { pins, orders, ..unharmed() });
    }
}

/// A-DMG-3
#[test]
fn massive_damage_takes_the_higher_of_two_and_one_more_for_a_double() {
    for (chart, row, rest) in [
        ([3, 7], 7, &[1][..]),
        ([8, 2], 8, &[1]),
        ([5, 5], 6, &[1]),
        ([1, 1], 2, &[]),
        ([10, 10], 10, &[]),
        ([9, 9], 10, &[]),
    ] {
        let mut field = Field::new(&["ai_mag_cannon_team"], &["c3m4_combat_drone"; 2]);
        let drone = field.blue(0);
        let mut dice = vec![6, 9];
        dice.extend(chart);
        dice.extend(rest);
        let events = cannon(&mut field, drone, &dice);
        assert_eq!(resisted(&events), [(8, false)]);
        assert_eq!(rolled(&events), [(Chart::Vehicle, chart.to_vec(), false, row)]);
        assert_eq!(field.unit(drone).destroyed, row == 10);
    }
}

/// A-DMG-2, A-DMG-3, A-DMG-6, decisions 8: two halved dice that are alike once halved make a double.
#[test]
fn massive_damage_on_a_heavily_armoured_vehicle_with_two_dice() {
    let mut field = Field::new(&["ai_mag_cannon_team"], &["c3m4_combat_drone"]);
    let drone = field.blue(0);
    field.unit_mut(drone).models[0].stats.res = 16;
    field.lay(drone, Order::Advance);
    // 9 and 10 are both 5: row 6; the die in the bag is lost first, then the placed one is turned
    let events = cannon(&mut field, drone, &[6, 10, 9, 10, 3]);
    assert_eq!(resisted(&events), [(11, false)]);
    assert_eq!(rolled(&events), [(Chart::Vehicle, vec![9, 10], true, 6)]);
    assert!(events.contains(&Event::DieLost { unit: drone, from_bag: true }));
    let expected = After { pins: 4, orders: vec![Order::Down], dice_lost: 1, ..unharmed() };
    assert_eq!(after(&field, drone), expected);
}

/// A-DMG-3: there is no chart for a light gun or a man, and nothing massive about their fall.
#[test]
fn massive_damage_means_nothing_to_infantry() {
    let (mut field, team, ghar) = duel("ai_mag_cannon_team", "ghar_battle_squad");
    let gun = field.arm(team, Manner::Fire, "mag_cannon", "");
    let mut shot = field.shot(vec![gun], ghar, 18);
    shot.scene.hidden = [0, 1].map(|n| Mark::Model(ModelId(n))).to_vec();
    let events = field.shoot(team, Order::Fire, vec![shot], &[6, 8]);
    assert!(rolled(&events).is_empty());
    assert_eq!(field.unit(ghar).alive(), 2);
}

/// A-DMG-6, A-DMG-4: both dice placed: the later one is lost, the one before it turned down.
#[test]
fn a_vehicle_with_both_orders_loses_the_later_die_and_lies_down_with_the_other() {
    let mut field = Field::new(&["gang_fighters"], &["striker_attack_skimmer"]);
    let skimmer = field.blue(0);
    field.lay(skimmer, Order::Advance);
    field.lay(skimmer, Order::Fire);
    let events = mag_gun(&mut field, skimmer, &[6, 1]);
    assert!(events.contains(&Event::DieLost { unit: skimmer, from_bag: false }));
    let expected = After { pins: 2, orders: vec![Order::Down], dice_lost: 1, ..unharmed() };
    assert_eq!(after(&field, skimmer), expected);
}

/// A-DMG-6: the last die stays.
#[test]
fn a_vehicle_never_loses_its_last_die_to_damage() {
    let mut field = Field::new(&["gang_fighters"], &["striker_attack_skimmer"]);
    let skimmer = field.blue(0);
    field.unit_mut(skimmer).dice.lost = 1;
    let events = mag_gun(&mut field, skimmer, &[6, 1]);
    assert!(!events.iter().any(|event| matches!(event, Event::DieLost { .. })));
    let expected = After { pins: 2, orders: vec![Order::Down], dice_lost: 1, ..unharmed() };
    assert_eq!(after(&field, skimmer), expected);
}

/// A-DMG-4, decisions (finer points) 7: pins add up, several Downs are one, and one model's trouble is its own.
#[test]
fn three_hurt_drones_add_up_their_pins_and_lie_down_once() {
    let (mut field, gangers, drones) = duel("gang_fighters", "c3d1_light_support_drone");
    let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![by(&guns, &[1, 2, 3])], drones, 18)];
    // all fail; one pin, two of a D3 and immobilised, one of a D3 and its gun gone
    let events = field.shoot(gangers, Order::Fire, shots, &[6, 6, 6, 8, 8, 8, 1, 3, 4, 2, 1]);
    let turned = events.iter().filter(|event| matches!(event, Event::DieTurned { .. })).count();
    assert_eq!((turned, field.unit(drones).pins), (1, 5));
    let state: Vec<(bool, bool)> = field
        .unit(drones)
        .models
        .iter()
        .map(|model| (model.immobilised, !model.broken.is_empty()))
        .collect();
    assert_eq!(state, [(false, false), (true, false), (false, true)]);
    assert!(events.contains(&Event::Pinned {
        unit: drones,
        pins: 1,
        why: PinCause::Hit,
        dice: vec![]
    }));
}

/// A-DMG-5, A-BRK-5: two results that ask for a test make one test, after all pins.
#[test]
fn two_drones_in_doubt_take_one_break_test() {
    let (mut field, gangers, drones) = duel("gang_fighters", "c3d1_light_support_drone");
    let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![by(&guns, &[1, 2])], drones, 18)];
    let events = field.shoot(gangers, Order::Fire, shots, &[6, 6, 8, 8, 5, 5, 2, 2, 3]);
    let tests: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Tested(test) => Some(test.check.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(tests, ["needs 3: Command 8, 5 pins −5"]);
    assert_eq!(field.unit(drones).order(), Some(Order::Down));
    assert_eq!(field.unit(drones).alive(), 3);
}

/// A-DMG-5, A-BRK-6: too many pins break a drone before it can be tested.
#[test]
fn a_drone_with_as_many_pins_as_command_is_gone_without_a_test() {
    let mut field = Field::new(&["gang_fighters"], &["c3d2_medium_support_drone"; 2]);
    let drone = field.blue(0);
    field.pin(drone, 1);
    let events = mag_gun(&mut field, drone, &[5, 6]);
    let why = DestroyedBy::TooManyPins;
    assert!(events.contains(&Event::Destroyed { unit: drone, why }));
}

/// A-DMG-4: the strongest weapon that still works, then the next.
#[test]
fn malfunctions_take_the_cannon_first_and_then_the_light_gun() {
    let mut field = Field::new(&["gang_fighters"; 2], &["c3m4_combat_drone"]);
    let drone = field.blue(0);
    field.unit_mut(drone).models[0].stats.res = 11;
    let cannon = field.arm(drone, Manner::Fire, "plasma_cannon", "").weapon;
    let light = field.arm(drone, Manner::Fire, "plasma_light_support", "").weapon;
    let mark = Mark::Model(ModelId(0));
    let events = mag_gun(&mut field, drone, &[8, 1]);
    assert!(events.contains(&Event::Malfunctioned { unit: drone, mark, weapon: cannon }));
    assert_eq!(
        field.first_way(drone, Manner::Fire, 18),
        [field.arm(drone, Manner::Fire, "plasma_light_support", "")]
    );
    let others = field.red(1);
    let guns = field.arm(others, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![by(&guns, &[1])], drone, 18)];
    let events = field.shoot_standing(others, Order::Fire, shots, &[6, 10, 8, 1]);
    assert!(events.contains(&Event::Malfunctioned { unit: drone, mark, weapon: light }));
    assert!(!gatemaster_rules::antares::arms::can_shoot(
        &field.state,
        field.unit(drone),
        Manner::Fire
    ));
}

/// A-DMG-7: an immobilised drone shoots on; if the others leave it, it is lost; if they stay close, it is not.
#[test]
fn an_immobilised_drone_shoots_and_is_lost_when_its_unit_leaves_it_behind() {
    let (mut field, drones, gangers) = duel("c3d1_light_support_drone", "gang_fighters");
    field.unit_mut(drones).models[1].immobilised = true;
    let guns = field.arm(drones, Manner::Advance, "plasma_light_support", "");
    field.order(drones, Order::Advance, &[]);
    let leave = |left: &[u8]| {
        let left_behind = left.iter().copied().map(ModelId).collect();
        Command::Move(Move { left_behind, ..Move::default() })
    };
    for wrong in [&[0][..], &[1, 1], &[7]] {
        assert_eq!(
            field.refused(RED, &leave(wrong)),
            "Only immobilised models can be left behind."
        );
    }
    let mut staying = Field { state: field.state.clone(), last: vec![] };
    staying.go(RED, &leave(&[]), &[]);
    // all three shoot, nine dice
    let shots = vec![staying.shot(vec![guns], gangers, 18)];
    staying.go(RED, &Command::Shoot { shots }, &[10; 9]);
    assert_eq!(staying.unit(drones).alive(), 3);

    let events = field.go(RED, &leave(&[1]), &[]);
    assert!(events.contains(&Event::LeftBehind { unit: drones, model: ModelId(1) }));
    assert_eq!(field.unit(drones).alive(), 2);
}

/// A-DMG-7: alone it stays where it is, and may still turn and shoot.
#[test]
fn an_immobilised_vehicle_cannot_move_but_shoots() {
    let (mut field, skimmer, _) = duel("striker_attack_skimmer", "gang_fighters");
    field.unit_mut(skimmer).models[0].immobilised = true;
    field.order(skimmer, Order::Advance, &[]);
    assert_eq!(
        field.refused(RED, &Command::Move(Move::default())),
        "Striker Attack Skimmer is immobilised and stays where it is."
    );
    let offered = field.asks(RED, "carry out the Advance order of Striker Attack Skimmer");
    assert!(matches!(offered[0], Command::Shoot { .. }));
    assert!(!offered.iter().any(|option| matches!(option, Command::Move(_))));
    field.go(RED, &Command::Finish, &[]);
    // with a Run there is nothing it could do
    field.order(skimmer, Order::Run, &[]);
    assert!(field.is_quiet());
}

/// A-SHT-16, A-DMG-3: a leader in a vehicle has the chart rolled again, both dice, and no Res test, not even a ten.
#[test]
fn a_crawlers_commander_has_massive_damage_rolled_again() {
    let (mut field, _, crawler) = duel("ai_mag_cannon_team", "ghar_command_crawler");
    let events = cannon(&mut field, crawler, &[6, 10, 7, 7]);
    assert_eq!(resisted(&events), [(8, false)]);
    assert_eq!(rolled(&events), [(Chart::Vehicle, vec![7, 7], false, 8)]);
    field.restart();
    let again = |choice| Command::Answer(Answer::ChartAgain(choice));
    let offered =
        field.asks(BLUE, "decide whether to roll the damage of Ghar Command Crawler again");
    assert_eq!(offered, [again(Some(0)), again(None)]);
    assert_eq!(
        field.refused(BLUE, &again(Some(1))),
        "Only a result of the leader's own can be rolled again, and only once."
    );
    // decided before a D3 for pins was rolled; the new result stands
    let events = field.answer(BLUE, Answer::ChartAgain(Some(0)), &[2, 3]);
    assert_eq!(rolled(&events), [(Chart::Vehicle, vec![2, 3], false, 3)]);
    assert_eq!(after(&field, crawler), After { pins: 2, orders: vec![Order::Rally], ..unharmed() });
    assert!(field.is_quiet());
}

/// A-SHT-16: the last result stands, even a worse one; a light one is kept by default and the best is not asked about.
#[test]
fn a_commander_thinks_twice_about_a_light_result() {
    let crawler = |dice: &[u32]| {
        let mut field = Field::new(&["ai_mag_cannon_team"], &["ghar_command_crawler"; 2]);
        let crawler = field.blue(0);
        cannon(&mut field, crawler, dice);
        (field, crawler)
    };
    let again = |choice| Command::Answer(Answer::ChartAgain(choice));
    let (mut field, unit) = crawler(&[6, 9, 4, 3]);
    let name = field.unit(unit).name.clone();
    let offered = field.asks(BLUE, &format!("decide whether to roll the damage of {name} again"));
    assert_eq!(offered, [again(None), again(Some(0))]);
    let mut kept = Field { state: field.state.clone(), last: vec![] };
    kept.go(BLUE, &offered[0], &[]);
    assert_eq!(after(&kept, unit), After { pins: 2, orders: vec![Order::Down], ..unharmed() });
    field.go(BLUE, &offered[1], &[10, 4]);
    assert!(field.unit(unit).destroyed);
    // heavy armour and a one: nothing to improve, nobody is asked
    let mut field = Field::new(&["gang_fighters"], &["ghar_command_crawler"]);
    let unit = field.blue(0);
    let events = mag_gun(&mut field, unit, &[2]);
    assert_eq!(rolled(&events), [(Chart::Vehicle, vec![2], true, 1)]);
    assert!(field.is_quiet());
}

/// A-SHT-16: of two results one, whichever the player likes.
#[test]
fn of_two_bad_results_a_commander_has_one_rolled_again() {
    let mut field = Field::new(&["gang_fighters"], &["ghar_command_crawler"; 2]);
    let (gangers, crawler) = (field.red(0), field.blue(0));
    field.unit_mut(crawler).models[0].stats.res = 11;
    let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![by(&guns, &[1, 2])], crawler, 18)];
    field.shoot_standing(gangers, Order::Fire, shots, &[6, 6, 10, 10, 4, 10]);
    let name = field.unit(crawler).name.clone();
    let offered = field.asks(BLUE, &format!("decide whether to roll the damage of {name} again"));
    let again = |choice| Command::Answer(Answer::ChartAgain(choice));
    assert_eq!(offered, [again(Some(1)), again(Some(0)), again(None)]);
    // the ten becomes a one: what is left is the four
    let events = field.answer(BLUE, Answer::ChartAgain(Some(1)), &[1]);
    assert_eq!(rolled(&events), [(Chart::Vehicle, vec![1], false, 1)]);
    assert_eq!(after(&field, crawler), After { pins: 2, orders: vec![Order::Down], ..unharmed() });
}
