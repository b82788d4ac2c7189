//! Point-blank shooting: both at once, what can be shot, and what breaks.

use std::sync::Arc;

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Charge, Command, Cover, Mark, Shooters, Use};
use gatemaster_rules::antares::event::{DestroyedBy, Forced, PinCause};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::WeaponRule;
use gatemaster_rules::antares::state::{Ammo, Condition, ModelId};

use crate::antares::field::{BLUE, Field, RED};
use crate::antares::melee::{
    aimed, answer, asks, assault, charge, contact, declared, destroyed, duel, fallen, few, fork,
    hold_ground, holds_fire, last, offered, onto, pinned, place, rerolled, resists, restart,
    result, shooting, tests, thrown, weapon,
};

/// Distort spinners wait for a choice once the shooting is over, so the battle pauses there.
const SPINNERS: &str = "choose what the distort spinners of AI Assault Squad do";

fn by(models: &[u8]) -> Shooters {
    Shooters::Models(models.iter().copied().map(ModelId).collect())
}

/// A-ASL-2, A-ASL-4, A-BRK-1
#[test]
fn both_sides_shoot_at_once_so_dead_men_shoot_too() {
    let (mut field, squad, gangers) = duel(("ai_assault_squad", 2), ("gang_fighters", 2));
    let to_hit = [5, 5, 5, 5, 5, 5];
    // both gangers fall; the leader of the squad has his second chance, his trooper falls; one test for two reasons
    let resist = [8, 8, 8, 3, 7, 6, 7];
    let events = assault(&mut field, squad, gangers, &[&to_hit[..], &resist, &[7]].concat());
    assert_eq!(thrown(&events), [4, 1, 1]);
    let shots = events.iter().rposition(|event| matches!(event, Event::Rolled { .. }));
    assert!(shots.unwrap() < place(&events, |event| matches!(event, Event::Casualty { .. })));
    assert_eq!(
        fallen(&events),
        [(gangers, ModelId(0)), (gangers, ModelId(1)), (squad, ModelId(1))]
    );
    assert_eq!(destroyed(&events), [(gangers, DestroyedBy::Losses)]);
    assert_eq!(tests(&events), ["needs 7: Command 8, 1 pin −1"]);
    assert_eq!(result(&events), None, "nothing is left to fight");
    assert_eq!(hold_ground(&mut field), [squad]);
}

/// A-ASL-2, A-BRK-4, A-SHT-9: losses, pins and a break test come before a Down unit's own shots.
#[test]
fn a_unit_that_lies_down_shoots_back_with_what_is_left_of_it() {
    let (mut field, squad, gangers) = duel(("ai_assault_squad", 2), ("gang_fighters", 3));
    field.lay(gangers, Order::Down);
    field.pin(gangers, 1);
    // two of four hit and one of them hits again; a ganger falls; the test fails: a pin for one who is down already
    let events = assault(&mut field, squad, gangers, &[3, 4, 9, 9, 2, 8, 8, 8, 2, 9, 5]);
    assert_eq!(rerolled(&events), [(Forced::Down, 2)]);
    assert_eq!(tests(&events), ["needs 7: Command 9, 2 pins −2"]);
    assert_eq!(
        pinned(&events),
        [(gangers, 1, PinCause::Hit), (gangers, 1, PinCause::Break), (squad, 1, PinCause::Hit)]
    );
    assert_eq!(
        aimed(&events),
        ["needs 5: Acc 5", "needs 2: Acc 5, 3 pins −3", "needs 2: Acc 5, 3 pins −3"]
    );
    assert_eq!(thrown(&events), [4, 1, 1], "only two are left to shoot");
    asks(&field, RED, SPINNERS);
}

/// A-ASL-2, A-SHT-9: riders shoot second when down, but being down hides nobody on a bike.
#[test]
fn riders_who_are_down_shoot_second_and_force_no_re_rolls() {
    let (mut field, squad, riders) = duel(("ai_assault_squad", 1), ("skyraider_squad", 2));
    field.lay(riders, Order::Down);
    let events = assault(&mut field, squad, riders, &[5, 9, 7, 9, 9, 9, 9, 9, 9, 9, 9]);
    assert!(rerolled(&events).is_empty());
    assert_eq!(aimed(&events), ["needs 5: Acc 5", "needs 4: Acc 5, 1 pin −1"]);
    // fast, but not running
    asks(&field, RED, SPINNERS);
}

/// A-ASL-2, A-ASL-4
#[test]
fn a_unit_that_lies_down_and_is_shot_to_pieces_never_shoots() {
    let (mut field, squad, gangers) = duel(("ai_assault_squad", 1), ("gang_fighters", 1));
    field.lay(gangers, Order::Down);
    let events = assault(&mut field, squad, gangers, &[5, 5, 5, 5, 8, 8]);
    assert_eq!(thrown(&events), [2]);
    assert_eq!(destroyed(&events), [(gangers, DestroyedBy::Losses)]);
    assert_eq!(hold_ground(&mut field), [squad]);
}

/// A-ASL-3, A-SHT-2: the crew shoots its pistols, never the gun.
#[test]
fn a_gun_team_defends_itself_with_pistols() {
    let (mut field, squad, team) =
        duel(("ai_assault_squad", 1), ("boromite_mag_light_support_team", 3));
    let events = assault(&mut field, squad, team, &[9, 9, 9, 9, 9]);
    assert_eq!(thrown(&events), [2, 3]);
    asks(&field, RED, SPINNERS);

    // with slings to choose from, they are asked; the gun is still out of the question
    let mut field = Field::new(&["ai_assault_squad", "ai_squad"], &["ai_mag_light_support_team"]);
    let (squad, team) = (field.red(0), field.blue(0));
    let sling = weapon(&field, "x_sling");
    field.unit_mut(team).models[0].weapons.push(sling);
    assault(&mut field, squad, team, &[]);
    asks(&field, BLUE, "choose what to shoot point-blank with AI Mag Light Support Team");
    let gun = Use { weapon: weapon(&field, "mag_light_support"), mode: 0, by: Shooters::Gun };
    assert_eq!(
        field.refused(BLUE, &Command::Answer(Answer::PointBlank(vec![gun]))),
        "Mag light support gun cannot be shot point-blank."
    );
}

/// A-ASL-3: support and heavy weapons are no use so close.
#[test]
fn drones_and_skimmers_without_small_arms_do_not_shoot_and_are_not_asked() {
    let armed =
        [("c3d1_light_support_drone", 3), ("c3m4_combat_drone", 1), ("striker_attack_skimmer", 1)];
    for (key, models) in armed {
        let (mut field, squad, target) = duel(("ai_assault_squad", 1), (key, models));
        let events = assault(&mut field, squad, target, &[9, 9]);
        assert_eq!(thrown(&events), [2], "{key}");
        asks(&field, RED, SPINNERS);
    }
}

/// A-ASL-3, A-SHT-3
#[test]
fn nobody_shoots_overhead_twice_or_with_a_blade_point_blank() {
    let mut field = Field::new(&["ai_squad", "ai_assault_squad"], &["c3_strike_squad"]);
    let (squad, strike) = (field.red(0), field.blue(0));
    assault(&mut field, squad, strike, &[]);
    asks(&field, RED, "choose what to shoot point-blank with AI Squad");
    let refused = |field: &Field, by: &[(&str, u8, Shooters)]| {
        let seat = field.asked().0;
        let uses = by.iter().map(|(key, mode, who)| Use {
            weapon: weapon(field, key),
            mode: *mode,
            by: who.clone(),
        });
        field.refused(seat, &Command::Answer(Answer::PointBlank(uses.collect())))
    };
    assert_eq!(
        refused(&field, &[("micro_x_launcher", 0, by(&[4]))]),
        "Micro-X launcher cannot be shot point-blank."
    );
    assert_eq!(
        refused(&field, &[("distort_spinner", 0, by(&[0]))]),
        "Distort spinner is for hand-to-hand fighting."
    );
    assert_eq!(
        refused(&field, &[("mag_pistol", 0, by(&[0])), ("x_sling", 0, by(&[0]))]),
        "A model shoots with one weapon at a time."
    );
    assert_eq!(
        refused(&field, &[("mag_gun", 0, by(&[0]))]),
        "Not everybody named has a working Mag gun."
    );
    assert_eq!(refused(&field, &[("mag_gun", 0, by(&[]))]), "Say who shoots Mag gun.");
    assert_eq!(
        refused(&field, &[("mag_gun", 5, by(&[1]))]),
        "The unit has no such weapon or mode; choose one of those on its card."
    );
    // the direct shot of the launcher is fine
    let ways = offered(&field);
    assert_eq!(ways.len(), 2, "the leader has a pistol and a sling");
    for way in &ways {
        let Answer::PointBlank(uses) = way else { panic!("{way:?}") };
        let launcher = weapon(&field, "micro_x_launcher");
        assert!(uses.iter().any(|used| used.weapon == launcher && used.mode == 1));
    }
    field.answer(RED, holds_fire(), &[]);
    asks(&field, BLUE, "choose what to shoot point-blank with C3 Strike Squad");
    assert_eq!(
        refused(&field, &[("plasma_carbine", 0, by(&[1])), ("plasma_carbine", 1, by(&[2]))]),
        "All shoot Plasma carbine in the same mode."
    );
}

/// A-ASL-15, A-ASL-3: lava is spat in assaults only, beside the handler's pistol.
#[test]
fn lavamites_spit_point_blank_with_their_own_aim() {
    let (mut field, lavamites, squad) = duel(("lavamites", 4), ("ai_assault_squad", 1));
    field.pin(lavamites, 0);
    field.give(&declared(lavamites, squad), &[]);
    field.pin(lavamites, 1);
    // pistol 4 or less, spit 6 or less: one of three hits; the leader of the squad fails twice and falls
    let events = charge(&mut field, contact(), &[5, 6, 7, 10, 9, 9, 6, 6]);
    assert_eq!(
        aimed(&events),
        ["needs 4: Acc 5, 1 pin −1", "needs 6: Acc 7, 1 pin −1", "needs 5: Acc 5"]
    );
    assert_eq!(thrown(&events), [1, 3, 2]);
    assert_eq!(resists(&events), ["needs 5: Res 6, armour +1, SV −2"]);
    assert_eq!(hold_ground(&mut field), [lavamites]);

    let mut field = Field::new(&["lavamites"], &["feral_squad"]);
    let (lavamites, ferals) = (field.red(0), field.blue(0));
    field.order(lavamites, Order::Fire, &[]);
    let spit = Use { weapon: weapon(&field, "lavamite_spit"), mode: 0, by: by(&[1, 2, 3]) };
    let shots = vec![field.shot(vec![spit], ferals, 2)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots }),
        "Lavamite spit is shot in assaults only."
    );
}

/// A-ASL-3, A-ASL-6: a weapon of two attacks still shoots once.
#[test]
fn mauls_and_mag_lashes_reach_far_enough_to_shoot_once_each() {
    let (mut field, gang, squad) = duel(("work_gang", 2), ("ai_assault_squad", 1));
    let events = assault(&mut field, gang, squad, &[5, 9, 9, 9, 4, 7]);
    assert_eq!(thrown(&events), [2, 2]);
    assert_eq!(resists(&events), ["needs 4: Res 6, armour +1, SV −3"]);
    asks(&field, BLUE, SPINNERS);

    let mut field = Field::new(&["outcast_command_squad", "outcast_squad"], &["ai_assault_squad"]);
    let (drivers, squad) = (field.red(0), field.blue(0));
    few(&mut field, drivers, 2);
    few(&mut field, squad, 1);
    let events = assault(&mut field, drivers, squad, &[5, 9, 9, 9, 6, 7]);
    assert_eq!(thrown(&events), [2, 2]);
    assert_eq!(resists(&events), ["needs 6: Res 6, armour +1, SV −1"]);
}

/// A-ASL-3, A-SHT-4, A-SPC-6, A-SHT-8: the rifle's shots on Fire are for Fire; a camo drone hides nobody at arm's length.
#[test]
fn a_phase_sniper_caught_lying_down_has_one_shot_with_his_rifle() {
    let (mut field, squad, sniper) = duel(("ai_assault_squad", 2), ("phase_sniper", 1));
    field.lay(sniper, Order::Down);
    // hits on him are rolled again, and he is not out of sight; phase armour is weak so close
    let events = assault(&mut field, squad, sniper, &[5, 9, 9, 9, 4, 6, 7]);
    assert!(!events.iter().any(|event| matches!(event, Event::Unseen { .. })));
    assert_eq!(rerolled(&events), [(Forced::Down, 1)]);
    assert_eq!(resists(&events), ["needs 6: Res 5, armour +1"]);
    // one model and one pin: a test, passed on a seven; the shots come after it
    assert_eq!(tests(&events), ["needs 7: Command 8, 1 pin −1"]);
    asks(&field, BLUE, "choose what to shoot point-blank with Phase Sniper");
    restart(&mut field);
    let rifle = shooting(&field, "phase_rifle", "");
    // a miss, which his spotter has him try again: lucky, so he picks the leader, who fails and then does not
    let events = field.answer(BLUE, rifle, &[8, 1]);
    assert_eq!(aimed(&events), ["needs 7: Acc 8, 1 pin −1"]);
    assert_eq!(thrown(&events), [1]);
    asks(&field, BLUE, "place the lucky hits on AI Assault Squad");
    let events = field.answer(BLUE, onto(&[0]), &[6, 5]);
    assert_eq!(resists(&events), ["needs 5: Res 6, armour +1, SV −2"]);
    assert!(fallen(&events).is_empty());
    asks(&field, RED, SPINNERS);
}

/// A-ASL-17, A-SPC-4
#[test]
fn outcasts_roll_for_ammunition_after_point_blank_and_may_hold_their_fire() {
    let (mut field, squad, outcasts) = duel(("ai_assault_squad", 1), ("outcast_squad", 2));
    assault(&mut field, squad, outcasts, &[]);
    asks(&field, BLUE, "choose what to shoot point-blank with Outcast Squad");
    assert_eq!(offered(&field).len(), 2);
    assert_eq!(offered(&field)[1], holds_fire());

    let mut held = fork(&field);
    let events = held.answer(BLUE, holds_fire(), &[9, 9]);
    assert_eq!(thrown(&events), [2], "nobody shoots and no die for the magazine");

    let lugger = shooting(&field, "lugger_gun", "");
    let events = field.answer(BLUE, lugger, &[9, 9, 9, 9, 9, 9, 10]);
    assert_eq!(thrown(&events), [2, 4]);
    assert_eq!(field.unit(outcasts).ammo, Ammo::Low);

    // low: one shot each; and the second ten was the last
    let (mut field, squad, outcasts) = duel(("ai_assault_squad", 1), ("outcast_squad", 2));
    field.unit_mut(outcasts).ammo = Ammo::Low;
    assault(&mut field, squad, outcasts, &[]);
    let lugger = shooting(&field, "lugger_gun", "");
    let events = field.answer(BLUE, lugger, &[9, 9, 9, 9, 10]);
    assert_eq!(thrown(&events), [2, 2]);
    assert_eq!(field.unit(outcasts).ammo, Ammo::Out);

    let (mut field, squad, outcasts) = duel(("ai_assault_squad", 1), ("outcast_squad", 2));
    field.unit_mut(outcasts).ammo = Ammo::Out;
    let events = assault(&mut field, squad, outcasts, &[9, 9]);
    assert_eq!(thrown(&events), [2]);
    asks(&field, RED, SPINNERS);
}

/// A-ASL-17, A-SPC-4 with A-ASL-4: who is gone rolls for no magazine.
#[test]
fn broken_outcasts_have_no_magazine_left_to_look_into() {
    let (mut field, squad, outcasts) = duel(("ai_assault_squad", 1), ("outcast_squad", 2));
    assault(&mut field, squad, outcasts, &[]);
    let lugger = shooting(&field, "lugger_gun", "");
    // one of two falls, the test is a ten
    let events = answer(&mut field, BLUE, lugger, &[5, 9, 9, 9, 9, 9, 6, 10]);
    assert_eq!(destroyed(&events), [(outcasts, DestroyedBy::BrokeUnderFire)]);
    assert!(!events.iter().any(|event| matches!(event, Event::AmmoRolled { .. })));
    assert_eq!(hold_ground(&mut field), [squad]);
}

/// A-ASL-3, A-SHT-18: every armour at range 0.
#[test]
fn armour_point_blank_is_armour_at_no_range_at_all() {
    let armours = [
        ("c3_strike_squad", "needs 6: Res 5, armour +1"),
        ("phase_squad", "needs 6: Res 5, armour +1"),
        ("tsan_phase_squad", "needs 7: Res 6, armour +1"),
        ("vardanari_guard", "needs 6: Res 5, armour +1"),
        ("skyraider_squad", "needs 7: Res 5, armour +2"),
        ("ghar_battle_squad", "needs 12: Res 4, armour +8"),
        ("c3m4_combat_drone", "needs 13: Res 13"),
        ("work_gang", "needs 6: Res 6"),
    ];
    for (key, needs) in armours {
        let (mut field, squad, target) = duel(("ai_assault_squad", 1), (key, 1));
        field.lay(target, Order::Fire);
        field.give(&declared(squad, target), &[]);
        let unarmed = matches!(key, "work_gang" | "skyraider_squad" | "c3m4_combat_drone");
        let their_dice = match key {
            "work_gang" => vec![9],
            "skyraider_squad" => vec![9; 4],
            _ => Vec::new(),
        };
        let ours = [5, 9];
        let dice = [&ours[..], &their_dice, &[5]].concat();
        // one pin on one model is a test, but not on a chart or behind armour that shrugs it off
        let test: &[u32] = if needs.contains("13") || needs.contains("12") { &[] } else { &[6] };
        let dice = [&dice[..], test].concat();
        let events = if unarmed {
            charge(&mut field, contact(), &dice)
        } else {
            charge(&mut field, contact(), &[]);
            answer(&mut field, BLUE, holds_fire(), &dice)
        };
        assert_eq!(resists(&events), [needs], "{key}");
        asks(&field, RED, SPINNERS);
    }
}

/// A-SHT-18, A-OVH-1, A-ASL-3: hyperlight armour against the blast of an X-sling.
#[test]
fn an_x_sling_point_blank_bursts_on_hyperlight_armour() {
    let (mut field, squad, strike) = duel(("ai_squad", 1), ("c3_strike_squad", 2));
    assault(&mut field, squad, strike, &[]);
    let sling = shooting(&field, "x_sling", "");
    field.answer(RED, sling, &[]);
    // a hit bursts threefold on two men: two of the hits for the one of their choice
    let events = answer(&mut field, BLUE, holds_fire(), &[5, 3, 8, 8, 8]);
    assert_eq!(aimed(&events), ["needs 5: Acc 5"]);
    assert_eq!(resists(&events), ["needs 8: Res 5, armour +3"; 3]);
    assert_eq!(pinned(&events), [(strike, 1, PinCause::Hit)], "one pin for all of it");
    asks(&field, RED, "choose hand weapons for AI Squad");
}

/// A-SPC-3, A-OVH-2, A-SHT-18, A-SHT-19 together: a disruptor knows no cover, and drones are not safe from it.
#[test]
fn a_disruptor_point_blank_takes_the_drone_and_pins_twice() {
    let (mut field, suit, strike) = duel(("ghar_battle_squad", 1), ("c3_strike_squad", 2));
    field.give(&declared(suit, strike), &[]);
    charge(&mut field, Charge { cover: Cover::Everybody(2), ..contact() }, &[]);
    let disruptor = shooting(&field, "scourer_cannon", "disruptor");
    field.answer(RED, disruptor, &[]);
    field.answer(BLUE, holds_fire(), &[5, 3]);
    asks(&field, RED, "say which disruptor hits go on drones of C3 Strike Squad");
    let drone = Some(Mark::Drone(0));
    // a trooper falls and the leader holds; the rest is a fight in which nobody hits
    let onto_the_drone = Answer::Place(vec![drone, None, None]);
    let events = field.answer(RED, onto_the_drone, &[7, 8, 6, 10, 9, 6]);
    assert!(events.contains(&Event::DroneLost { unit: strike, drone: 0 }));
    assert_eq!(resists(&events), ["needs 7: Res 5, armour +3, SV −1"; 2]);
    assert_eq!(pinned(&events), [(strike, 2, PinCause::Disrupted)]);
    assert_eq!(tests(&events), ["needs 6: Command 8, 2 pins −2"; 2], "under fire, and in defeat");
    assert_eq!(hold_ground(&mut field), [strike, suit]);

    let (mut field, suit, strike) = duel(("ghar_battle_squad", 1), ("c3_strike_squad", 2));
    field.lay(strike, Order::Down);
    assault(&mut field, suit, strike, &[]);
    let disruptor = shooting(&field, "scourer_cannon", "disruptor");
    let events = field.answer(RED, disruptor, &[5, 3]);
    let halved = Event::BlastHalved { on: strike, from: 3, to: 1, why: Forced::Down };
    assert!(events.contains(&halved));
}

/// A-ASL-17, A-SHT-19: cover for the assaulted as it is said, none for the large and none for the attackers.
#[test]
fn cover_point_blank_is_for_those_of_the_assaulted_who_have_it() {
    let (mut field, squad, gangers) = duel(("ai_assault_squad", 1), ("gang_fighters", 2));
    field.give(&declared(squad, gangers), &[]);
    let cover = Cover::Only { bonus: 2, models: vec![ModelId(1)] };
    let events = charge(&mut field, Charge { cover, ..contact() }, &[5, 5, 5, 9, 7, 9, 6, 7]);
    assert_eq!(
        resists(&events),
        [
            "needs 7: Res 6, armour +1",
            "needs 9: Res 6, armour +1, cover +2",
            "needs 6: Res 6, armour +1, SV −1"
        ]
    );
    asks(&field, RED, SPINNERS);

    let (mut field, squad, riders) = duel(("ai_assault_squad", 1), ("rock_rider_squad", 1));
    field.give(&declared(squad, riders), &[]);
    charge(&mut field, Charge { cover: Cover::Everybody(2), ..contact() }, &[]);
    let events = answer(&mut field, BLUE, holds_fire(), &[5, 9, 8, 8]);
    assert_eq!(resists(&events), ["needs 8: Res 7, armour +1"]);
}

/// A-SHT-8, A-SHT-7: the spotter helps point-blank too, but no dud.
#[test]
fn a_spotter_has_one_miss_rolled_again_point_blank() {
    let (mut field, domari, squad) = duel(("domari_squad", 2), ("ai_assault_squad", 1));
    let events = assault(&mut field, domari, squad, &[7, 10, 5, 9, 9, 6, 7]);
    let again = events.iter().filter(|event| matches!(event, Event::SpotterRerolled { .. }));
    assert_eq!(again.count(), 1);
    assert_eq!(resists(&events), ["needs 6: Res 6, armour +1, SV −1"]);
    asks(&field, BLUE, SPINNERS);
}

/// A-SHT-4 with A-ASL-3: a twinned gun shoots twice point-blank.
#[test]
fn twinned_guns_shoot_twice_each_point_blank() {
    let (mut field, gangers, squad) = duel(("gang_fighters", 3), ("ai_assault_squad", 1));
    let gun = weapon(&field, "mag_gun");
    let armoury = Arc::make_mut(&mut field.state.armoury);
    armoury[gun.index()].modes[0].rules.push(WeaponRule::Twinned);
    let events = assault(&mut field, gangers, squad, &[9, 9, 9, 9, 9, 9, 9]);
    assert_eq!(thrown(&events), [1, 4, 2]);
}

/// A-ASL-3, A-SHT-3: a vehicle fires all that is allowed, in one mode.
#[test]
fn a_command_crawler_fires_both_its_cannon_point_blank() {
    let (mut field, squad, crawler) = duel(("ai_assault_squad", 1), ("ghar_command_crawler", 1));
    assault(&mut field, squad, crawler, &[]);
    asks(&field, BLUE, "choose what to shoot point-blank with Ghar Command Crawler");
    assert_eq!(offered(&field).len(), 3);
    let dispersed = shooting(&field, "scourer_cannon", "dispersed");
    let events = field.answer(BLUE, dispersed, &[9, 9, 9, 9, 9, 9, 9, 9]);
    assert_eq!(thrown(&events), [2, 6]);
}

/// A-SHT-13, A-DMG-1, A-ASL-3 with A-ASL-6: shots find the gun of a heavy team, and the damage throws the crew down.
#[test]
fn a_heavy_team_in_an_assault_may_lose_its_gun_to_the_shots() {
    let (mut field, squad, team) =
        duel(("ai_assault_squad", 1), ("boromite_heavy_frag_borer_team", 3));
    field.give(&declared(squad, team), &[]);
    let cover = Charge { cover: Cover::Everybody(2), ..contact() };
    // the spotter does not help either; a crewman holds; the borer takes a ten, row three: two pins, down, broken; three pins on three men is a test
    let events = charge(&mut field, cover, &[5, 5, 9, 9, 9, 9, 6, 10, 3, 2, 6]);
    assert_eq!(resists(&events), ["needs 6: Res 6", "needs 10: a team's weapon 10"]);
    assert_eq!(pinned(&events), [(team, 1, PinCause::Hit), (team, 2, PinCause::Damage)]);
    assert_eq!(tests(&events), ["needs 6: Command 9, 3 pins −3"]);
    assert_eq!(field.unit(team).gun.unwrap().condition, Condition::Malfunction);
    assert!(field.unit(team).is_down(), "so it will fight second");
    asks(&field, RED, SPINNERS);
}

/// A-ASL-4
#[test]
fn two_units_that_break_each_other_point_blank_are_both_gone() {
    let (mut field, squad, gangers) = duel(("ai_assault_squad", 2), ("gang_fighters", 2));
    let dice = [5, 9, 9, 9, 5, 9, 8, 7, 10, 10];
    let events = assault(&mut field, squad, gangers, &dice);
    assert_eq!(
        destroyed(&events),
        [(gangers, DestroyedBy::BrokeUnderFire), (squad, DestroyedBy::BrokeUnderFire)]
    );
    assert!(field.is_quiet(), "nobody is left to consolidate");
}

/// A-ASL-12, A-BRK-6: at the end of point-blank, and before a test that is due.
#[test]
fn pins_as_many_as_command_break_a_unit_after_the_shooting() {
    // the attackers have eight pins; only a one hits, and it does
    let (mut field, squad, gangers) = duel(("ai_assault_squad", 2), ("gang_fighters", 2));
    field.give(&declared(squad, gangers), &[]);
    field.pin(squad, 8);
    let events = charge(&mut field, contact(), &[1, 9, 9, 9, 9, 9, 7]);
    assert_eq!(aimed(&events)[0], "needs −3: Acc 5, 8 pins −8");
    assert_eq!(field.unit(gangers).pins, 1);
    assert_eq!(destroyed(&events), [(squad, DestroyedBy::TooManyPins)]);
    assert_eq!(hold_ground(&mut field), [gangers]);

    // the ninth pin would call for a test; it is too late for one
    let (mut field, squad, gangers) = duel(("ai_assault_squad", 1), ("gang_fighters", 2));
    field.pin(gangers, 8);
    let events = assault(&mut field, squad, gangers, &[5, 9, 9, 9, 7]);
    assert!(tests(&events).is_empty());
    assert_eq!(destroyed(&events), [(gangers, DestroyedBy::TooManyPins)]);
    assert_eq!(hold_ground(&mut field), [squad]);

    // a vehicle no less
    let (mut field, squad, crawler) = duel(("ai_assault_squad", 1), ("ghar_command_crawler", 1));
    field.pin(crawler, 9);
    assault(&mut field, squad, crawler, &[]);
    let events = field.answer(BLUE, holds_fire(), &[9, 9]);
    assert_eq!(destroyed(&events), [(crawler, DestroyedBy::TooManyPins)]);
    assert_eq!(hold_ground(&mut field), [squad]);
}

/// A-ASL-12, A-ASL-2: the end of point-blank comes after the shots of those who are down.
#[test]
fn a_unit_with_too_many_pins_still_shoots_before_it_breaks() {
    let (mut field, squad, gangers) = duel(("ai_assault_squad", 1), ("gang_fighters", 2));
    field.lay(gangers, Order::Down);
    field.pin(gangers, 9);
    let events = assault(&mut field, squad, gangers, &[9, 9, 1, 9, 6, 7]);
    assert_eq!(last(&aimed(&events), 2), ["needs −4: Acc 5, 9 pins −9"; 2]);
    assert_eq!(pinned(&events), [(squad, 1, PinCause::Hit)], "a one hits whatever the pins");
    assert_eq!(tests(&events), ["needs 7: Command 8, 1 pin −1"]);
    assert_eq!(destroyed(&events), [(gangers, DestroyedBy::TooManyPins)]);
    assert_eq!(hold_ground(&mut field), [squad]);
}
