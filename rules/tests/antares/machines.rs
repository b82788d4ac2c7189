//! Weapon drones and vehicles in hand-to-hand fighting.

use std::sync::Arc;

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Command, Consolidation, Mark};
use gatemaster_rules::antares::event::PinCause;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::WeaponRule;
use gatemaster_rules::antares::state::ModelId;

use crate::antares::field::{BLUE, Field};
use crate::antares::melee::{
    aimed, asks, assault, duel, few, fork, hold_ground, holds_fire, last, pinned, resists, restart,
    result, tests, thrown, weapon,
};

/// A-ASL-6, A-ASL-10, A-DMG-1, A-ASL-11: a drone of several lost is a pin, beside those of the chart; drones do not test.
#[test]
fn weapon_drones_poke_back_with_strength_one() {
    let (mut field, mauls, drones) = duel(("work_gang", 2), ("c3d1_light_support_drone", 3));
    let blows = [8, 8, 8, 9, 2, 2, 2, 5, 6, 6];
    let events = assault(&mut field, mauls, drones, &[&[9, 9], &blows[..], &[6, 3, 2]].concat());
    assert_eq!(last(&aimed(&events), 1), ["needs 1: Str 1"]);
    assert_eq!(last(&thrown(&events), 1), [3]);
    assert_eq!(resists(&events), ["needs 5: Res 8, SV −3"; 3]);
    assert_eq!(pinned(&events), [(drones, 1, PinCause::Casualties), (drones, 2, PinCause::Damage)]);
    assert!(field.unit(drones).is_down() && field.unit(drones).models[2].immobilised);
    assert_eq!(result(&events), Some(((0, 3), vec![drones])));
    assert!(tests(&events).is_empty());
    // the last that hovers goes, and the immobilised one is lost (A-DMG-7)
    let mut leaves = fork(&field);
    let away = Consolidation { moved: Some(Vec::new()), to: None, left_behind: vec![ModelId(2)] };
    let events = leaves.answer(BLUE, Answer::Consolidate(away), &[]);
    assert!(events.contains(&Event::LeftBehind { unit: drones, model: ModelId(2) }));
    assert_eq!(leaves.unit(drones).alive(), 1);
    assert_eq!(hold_ground(&mut field), [drones, mauls]);
}

/// A-DMG-1 to A-DMG-6, A-SHT-16, A-BRK-5 with A-ASL-11: a crawler's chart calls for the test, its defeat does not.
#[test]
fn a_command_crawler_mauled_hand_to_hand_rolls_its_damage_again() {
    let (mut field, mauls, crawler) = duel(("work_gang", 2), ("ghar_command_crawler", 1));
    assault(&mut field, mauls, crawler, &[]);
    let events = field.answer(BLUE, holds_fire(), &[9, 9, 8, 8, 9, 9, 10, 10, 9, 9]);
    assert_eq!(last(&aimed(&events), 1), ["needs 10: Str 10"]);
    assert_eq!(resists(&events), ["needs 10: Res 13, SV −3"; 2]);
    asks(&field, BLUE, "decide whether to roll the damage of Ghar Command Crawler again");
    assert_eq!(
        field.refused(BLUE, &Command::Answer(Answer::ChartAgain(Some(5)))),
        "Only a result of the leader's own can be rolled again, and only once."
    );
    restart(&mut field);
    let events = field.answer(BLUE, Answer::ChartAgain(Some(0)), &[9, 4, 5]);
    assert_eq!(pinned(&events), [(crawler, 4, PinCause::Damage)]);
    assert_eq!(tests(&events), ["needs 5: Command 9, 4 pins −4"], "one test, and none for defeat");
    assert_eq!(result(&events), Some(((0, 4), vec![crawler])));
    let dice = &field.unit(crawler).dice;
    assert_eq!((dice.lost, dice.placed.as_slice()), (1, &[Order::Down][..]));
    assert_eq!(hold_ground(&mut field), [crawler, mauls]);
}

/// A-DMG-2: bare fists on a hull are resisted over ten, and what gets through is half as bad.
#[test]
fn fists_on_a_combat_drone_do_half_the_damage() {
    let (mut field, gangers, drone) = duel(("gang_fighters", 2), ("c3m4_combat_drone", 1));
    let dice = [9, 9, 9, 7, 2, 10, 10];
    let events = assault(&mut field, gangers, drone, &dice);
    assert_eq!(resists(&events), ["needs 13: Res 13"]);
    let row = events.iter().find_map(|event| match event {
        Event::ChartRolled { armoured, row, .. } => Some((*armoured, *row)),
        _ => None,
    });
    assert_eq!(row, Some((true, 5)));
    assert_eq!(pinned(&events), [(drone, 1, PinCause::Damage)]);
    assert!(field.unit(drone).is_down());
    assert!(tests(&events).is_empty(), "a beaten vehicle does not test");
    assert_eq!(hold_ground(&mut field), [drone, gangers]);
}

/// A-ASL-6: vehicles and weapon drones strike with what strength they have, whatever they carry.
#[test]
fn a_vehicle_or_drone_with_hand_weapons_strikes_without_them_and_is_not_asked() {
    for key in ["ghar_command_crawler", "c3d2_medium_support_drone"] {
        let mut field = Field::new(&["work_gang", "lavamites", "ai_assault_squad"], &[key]);
        let (mauls, target) = (field.red(0), field.blue(0));
        few(&mut field, mauls, 1);
        field.unit_mut(target).gear.clear();
        let arms =
            ["lectro_lash", "heavy_tractor_maul", "distort_spinner"].map(|key| weapon(&field, key));
        field.unit_mut(target).models[0].weapons = arms.to_vec();
        // a maul reaches far enough to be shot; then one blow each way, and the gang tests alone
        let events = assault(&mut field, mauls, target, &[9, 9, 9, 9, 10, 9, 1]);
        let strength = i32::from(field.unit(target).models[0].stats.str);
        assert_eq!(last(&aimed(&events), 1), [format!("needs {strength}: Str {strength}")]);
        assert_eq!(last(&thrown(&events), 1), [1], "{key}");
    }
}

/// A-DMG-3 with A-ASL-8 and A-DMG-4: a hand weapon of massive damage rolls twice on the chart, a double the worse.
#[test]
fn a_massive_maul_rolls_two_dice_for_the_damage() {
    let (mut field, mauls, drone) = duel(("work_gang", 1), ("c3d2_medium_support_drone", 1));
    let maul = weapon(&field, "heavy_tractor_maul");
    Arc::make_mut(&mut field.state.armoury)[maul.index()].modes[0]
        .rules
        .push(WeaponRule::MassiveDamage);
    // a double three is a four: two pins, and its gun is silent
    let events = assault(&mut field, mauls, drone, &[9, 8, 9, 9, 8, 3, 3, 2]);
    let gun = weapon(&field, "plasma_light_support");
    let silent = Event::Malfunctioned { unit: drone, mark: Mark::Model(ModelId(0)), weapon: gun };
    assert!(events.contains(&silent));
    assert_eq!(pinned(&events), [(drone, 2, PinCause::Damage)]);
    assert_eq!(hold_ground(&mut field), [drone, mauls]);
}
