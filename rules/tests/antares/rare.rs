//! Reactors, snipers, drones that are lost and units with two dice (A-SPC-5 to A-SPC-8).

use std::sync::Arc;

use gatemaster_rules::antares::command::{Answer, Command, Cover, Mark, Scene, Struck, TurnEnd};
use gatemaster_rules::antares::event::{Event, TestKind, Turned};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::ModelRule;
use gatemaster_rules::antares::state::{ModelId, UnitId};

use crate::antares::field::{
    BLUE, Field, RED, aimed, by, duel, hits, model, resist_reasons, resisted, setup,
};

fn place(marks: &[Option<Mark>]) -> Command {
    Command::Answer(Answer::Place(marks.to_vec()))
}

/// Everybody of a unit but these is out of sight.
fn only(of: u8, seen: &[u8]) -> Scene {
    let hidden = (0..of).filter(|n| !seen.contains(n)).map(ModelId).map(Mark::Model).collect();
    Scene { hidden, ..Scene::default() }
}

/// Four guns at three suits, with the dice up to the shooter's placing.
fn at_suits(scene: Scene, dice: &[u32]) -> (Field, UnitId) {
    let (mut field, gangers, ghar) = duel("gang_fighters", "ghar_battle_squad");
    let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let mut shot = field.shot(vec![guns], ghar, 18);
    shot.scene = scene;
    field.shoot(gangers, Order::Fire, vec![shot], dice);
    (field, ghar)
}

fn reactors(events: &[Event]) -> Vec<(u8, u32)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Reactor { model, roll, .. } => Some((model.0, roll.face)),
            _ => None,
        })
        .collect()
}

/// A-SPC-5, A-BRK-1: luck sets off a reactor; what explodes with it is a casualty and explodes nobody else.
#[test]
fn a_suit_killed_by_luck_takes_a_comrade_with_it() {
    let (mut field, ghar) = at_suits(Scene::default(), &[1, 10, 10, 10]);
    assert_eq!(field.asks(RED, "place the lucky hits on Ghar Battle Squad").len(), 2);
    // the Res test fails; a die for the leader and one for the other; then one of three is left with a pin: a test
    let events = field.go(RED, &place(&[model(1)]), &[10, 9, 10, 7]);
    assert_eq!(reactors(&events), [(0, 9), (2, 10)]);
    assert_eq!((field.unit(ghar).alive(), field.unit(ghar).pins), (1, 1));
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Tested(test) if test.check.to_string() == "needs 7: Command 8, 1 pin −1"
    )));
}

/// A-SPC-5: not without luck, not when it is survived, and twice where two suits are lost to it.
#[test]
fn reactors_mind_only_lucky_kills() {
    let (field, ghar) = at_suits(only(3, &[1]), &[6, 10, 10, 10, 10]);
    assert!(reactors(&field.last).is_empty());
    assert_eq!(field.unit(ghar).alive(), 2);
    let (field, ghar) = at_suits(only(3, &[1]), &[1, 10, 10, 10, 9]);
    assert!(reactors(&field.last).is_empty());
    assert_eq!(field.unit(ghar).alive(), 3);
    // two lucky hits on two troopers: the leader is in danger twice
    let (field, ghar) = at_suits(only(3, &[1, 2]), &[1, 1, 10, 10, 10, 10, 9, 9, 7]);
    assert_eq!(reactors(&field.last), [(0, 9), (0, 9)]);
    assert_eq!(field.unit(ghar).alive(), 1);
}

/// A-SPC-5, A-SHT-16: a leader's second chance may save him, or at least spare his men the explosion.
#[test]
fn a_ghar_leader_spends_his_second_chance_on_the_lucky_hit() {
    let (field, ghar) = at_suits(only(3, &[0]), &[1, 10, 10, 10, 10, 4]);
    assert!(reactors(&field.last).is_empty());
    assert_eq!(field.unit(ghar).alive(), 3);
    // a lucky and a plain hit, two tens; the lucky one is rolled again and passed: he falls to the other
    let (field, ghar) = at_suits(only(3, &[0]), &[1, 6, 10, 10, 10, 10, 4]);
    assert_eq!(resisted(&field.last), [(11, true), (11, false)]);
    assert!(reactors(&field.last).is_empty());
    assert_eq!(field.unit(ghar).alive(), 2);
}

/// A-SPC-6, A-SHT-10, A-SHT-19: all the luck of a phase rifle on one leader in cover; the rest is spread around him.
#[test]
fn a_sniper_puts_all_lucky_hits_on_a_leader_in_cover() {
    let (mut field, sniper, gangers) = duel("phase_sniper", "gang_fighters");
    let rifle = field.arm(sniper, Manner::Fire, "phase_rifle", "");
    let mut shot = field.shot(vec![rifle], gangers, 18);
    shot.scene.cover = Cover::Everybody(2);
    // a D6 for four shots: three lucky hits and one more
    let events = field.shoot(sniper, Order::Fire, vec![shot], &[4, 1, 1, 1, 9]);
    assert_eq!(aimed(&events), ["needs 9: Acc 8, Fire order +1"]);
    assert_eq!(hits(&events), [(4, 3)]);
    field.asks(RED, "place the lucky hits on Gang Fighters");
    // he fails two of three, so no second chance saves him; the fourth hit must go on one of his men
    let events = field.go(RED, &place(&[model(0); 3]), &[6, 6, 5, 5]);
    assert_eq!(resist_reasons(&events), ["needs 5: Res 6, armour +1, SV −2"; 4]);
    assert!(events.contains(&Event::Casualty { unit: gangers, model: ModelId(0) }));
    assert_eq!((field.unit(gangers).alive(), field.unit(gangers).pins), (4, 1));
}

/// A-SPC-6, A-SHT-9: down and over ten inches away; at ten inches only the forced roll protects.
#[test]
fn a_camo_drone_hides_a_sniper_who_lies_down_from_beyond_ten_inches() {
    let at = |range: u32, order: Order, drone: bool, dice: &[u32]| {
        let (mut field, gangers, sniper) = duel("gang_fighters", "phase_sniper");
        field.unit_mut(sniper).dice.placed = vec![order];
        field.unit_mut(sniper).gear[1].lost = !drone;
        let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
        let shots = vec![field.shot(vec![by(&guns, &[1])], sniper, range)];
        if order == Order::Down {
            field.shoot(gangers, Order::Fire, shots, dice);
        } else {
            field.shoot(gangers, Order::Fire, shots, &[]);
            field.answer(BLUE, Answer::GoDown(false), dice);
        }
        (hits(&field.last), field.last.contains(&Event::Unseen { on: sniper }))
    };
    // where he is hit: his Res test, and a break test for one pin on one man
    assert_eq!(at(11, Order::Down, true, &[]), (vec![], true));
    assert_eq!(at(10, Order::Down, true, &[5, 5, 1, 1]), (vec![(1, 0)], false));
    assert_eq!(at(10, Order::Down, true, &[5, 7]), (vec![], false));
    assert_eq!(at(18, Order::Down, false, &[5, 5, 1, 1]), (vec![(1, 0)], false));
    assert_eq!(at(18, Order::Fire, true, &[5, 1, 1]), (vec![(1, 0)], false));
}

/// A-SPC-6, A-REA-2, A-OVH-4: phase armour lets the sniper vanish even with an order; overhead shots at him go nowhere.
#[test]
fn an_overhead_shot_at_a_sniper_who_vanishes_does_not_even_stray() {
    let (mut field, team, sniper) = duel("boromite_x_launcher_team", "phase_sniper");
    let gun = field.arm(team, Manner::Fire, "x_launcher", "");
    let shots = vec![field.shot(vec![gun], sniper, 20)];
    field.shoot(team, Order::Fire, shots, &[]);
    field.asks(BLUE, "decide whether to go down with Phase Sniper");
    let events = field.answer(BLUE, Answer::GoDown(true), &[]);
    assert!(events.contains(&Event::DieTurned {
        unit: sniper,
        to: Order::Down,
        why: Turned::WentDown
    }));
    assert!(events.contains(&Event::Unseen { on: sniper }) && field.is_quiet());
}

/// A-SPC-6, A-OVH-4: nor does a stray meant for somebody else find him; his share is lost.
#[test]
fn a_stray_template_passes_a_hidden_sniper_by() {
    let mut field = Field::new(&["boromite_x_launcher_team"], &["gang_fighters", "phase_sniper"]);
    let (team, gangers, sniper) = (field.red(0), field.blue(0), field.blue(1));
    field.unit_mut(team).gear[0].lost = true;
    field.lay(gangers, Order::Rally);
    field.lay(sniper, Order::Down);
    let gun = field.arm(team, Manner::Fire, "x_launcher", "");
    let under = |unit: UnitId| Struck { unit, under: vec![Mark::Model(ModelId(0))] };
    let shots = vec![field.shot(vec![gun.clone()], gangers, 20)];
    field.shoot(team, Order::Fire, shots, &[9, 2]);
    // two hits: one is his and lost, the other is not
    let both = vec![under(sniper), under(gangers)];
    let events = field.answer(RED, Answer::Template(both), &[2, 6]);
    assert!(events.contains(&Event::Unseen { on: sniper }));
    assert_eq!(hits(&events), [(1, 0)]);
    assert_eq!([gangers, sniper].map(|id| field.unit(id).pins), [1, 0]);
    // he does not recover, and blind fire does not find him either
    field.go(RED, &Command::EndTurn(TurnEnd::default()), &[9]);
    field.order(team, Order::Fire, &[]);
    field.go(RED, &Command::FireBlind { range: Inches::whole(30), uses: vec![gun] }, &[1, 4]);
    let events = field.answer(RED, Answer::Template(vec![under(sniper)]), &[5]);
    assert!(events.contains(&Event::Unseen { on: sniper }) && field.is_quiet());
}

/// A-SPC-7, A-SPC-6: a lucky hit from close by strips the camo, and then he can be hit from afar.
#[test]
fn a_sniper_who_loses_his_camo_drone_is_seen_again() {
    let mut field = Field::new(&["gang_fighters"; 2], &["phase_sniper"]);
    let sniper = field.blue(0);
    field.lay(sniper, Order::Down);
    let near = field.red(0);
    let guns = field.arm(near, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![by(&guns, &[1])], sniper, 9)];
    field.shoot(near, Order::Fire, shots, &[2, 1]);
    field.restart();
    // the sniper, his spotter or his camo drone
    assert_eq!(field.asks(RED, "place the lucky hits on Phase Sniper").len(), 3);
    // one pin on one man: a break test, passed
    let events = field.go(RED, &place(&[Some(Mark::Drone(1))]), &[7]);
    assert!(events.contains(&Event::DroneLost { unit: sniper, drone: 1 }));
    let far = field.red(1);
    let guns = field.arm(far, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![by(&guns, &[1])], sniper, 18)];
    let events = field.shoot(far, Order::Fire, shots, &[2, 2, 1, 6]);
    assert_eq!(hits(&events), [(1, 0)]);
}

/// A-SPC-8, A-DMG-4: the latest order counts; a Down before it does not make it lie down.
#[test]
fn a_vehicle_acts_with_each_of_its_dice_and_the_latest_is_its_order() {
    let (mut field, drone, domari) = duel("c3m4_combat_drone", "domari_squad");
    field.order(drone, Order::Down, &[]);
    assert!(field.unit(drone).is_down());
    let light = field.arm(drone, Manner::Fire, "plasma_light_support", "");
    let shots = vec![field.shot(vec![light], domari, 18)];
    let events = field.shoot(drone, Order::Fire, shots, &[10, 10, 10]);
    assert_eq!(aimed(&events), ["needs 7: Acc 6, Fire order +1"]);
    assert_eq!(field.unit(drone).order(), Some(Order::Fire));
    assert!(!field.unit(drone).is_down());
    // at the turn's end the Down is tested by itself; failed, it stays and the Fire goes back
    let events = field.go(RED, &Command::EndTurn(TurnEnd::default()), &[9]);
    let tests = events
        .iter()
        .filter(|event| matches!(event, Event::Tested(test) if test.what == TestKind::Recovery));
    assert_eq!(tests.count(), 1);
    assert_eq!(field.unit(drone).dice.placed, [Order::Down]);
    assert_eq!(field.unit(drone).dice.in_bag(), 1);
}

/// A-SPC-8, A-TRN-2, A-DMG-4: damage takes a die out of the bag for Down; two Downs are two recovery tests.
#[test]
fn a_vehicle_shot_down_twice_recovers_die_by_die() {
    let mut field = Field::new(&["gang_fighters"], &["striker_attack_skimmer"]);
    let (gangers, skimmer) = (field.red(0), field.blue(0));
    let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
    field.lay(skimmer, Order::Down);
    let shots = vec![field.shot(vec![by(&guns, &[1])], skimmer, 18)];
    field.shoot(gangers, Order::Fire, shots, &[6, 10, 4]);
    assert_eq!(field.unit(skimmer).dice.placed, [Order::Down, Order::Down]);
    assert_eq!(field.unit(skimmer).pins, 2);
    // Command 8 with two pins: 6 passes and takes one off; with one left 8 fails and takes the other off
    let events = field.go(BLUE, &Command::EndTurn(TurnEnd::default()), &[6, 8]);
    let needs: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Tested(test) => Some(test.check.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(needs, ["needs 6: Command 8, 2 pins −2", "needs 7: Command 8, 1 pin −1"]);
    assert_eq!(field.unit(skimmer).dice.placed, [Order::Down]);
    assert_eq!(field.unit(skimmer).pins, 0);
}

/// A-SPC-8, A-SHT-9: a fast vehicle that ran and then fires is no running target any more.
#[test]
fn only_the_latest_order_of_a_unit_with_two_dice_counts_for_forced_rolls() {
    for (orders, again) in [([Order::Fire, Order::Run], true), ([Order::Run, Order::Fire], false)] {
        let mut setup = setup(&["gang_fighters"], &["skyraider_squad"]);
        setup.options.already_deployed = true;
        let riders = Arc::make_mut(&mut setup.sides[1].units[0].profile);
        riders.troops[0].rules.push(ModelRule::Mod(2));
        let mut field = Field::of(&setup);
        let (gangers, riders) = (field.red(0), field.blue(0));
        for order in orders {
            field.lay(riders, order);
        }
        let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
        let mut shot = field.shot(vec![by(&guns, &[1])], riders, 18);
        shot.scene = only(3, &[1]);
        let dice: &[u32] = if again { &[6, 9] } else { &[6, 1] };
        let events = field.shoot(gangers, Order::Fire, vec![shot], dice);
        assert_eq!(hits(&events).is_empty(), again);
    }
}
