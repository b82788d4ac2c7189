//! Special rules of weapons, by themselves and against each other (A-SPC-1 to A-SPC-4).

use gatemaster_rules::antares::arms::can_shoot;
use gatemaster_rules::antares::command::{Answer, Command, Cover, Mark, Move, Scene, TurnEnd};
use gatemaster_rules::antares::event::{Event, Turned};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Ammo, Lock, ModelId, UnitId};

use crate::antares::field::{
    BLUE, Field, RED, aimed, by, duel, hits, model, resist_reasons, resisted,
};

fn faded(events: &[Event], unit: UnitId) -> bool {
    events.contains(&Event::DieTurned { unit, to: Order::Down, why: Turned::PlasmaFade })
}

fn place(marks: &[Option<Mark>]) -> Command {
    Command::Answer(Answer::Place(marks.to_vec()))
}

/// Everybody of a unit but these is out of sight.
fn only(of: u8, seen: &[u8]) -> Scene {
    let hidden = (0..of).filter(|n| !seen.contains(n)).map(ModelId).map(Mark::Model).collect();
    Scene { hidden, ..Scene::default() }
}

/// A-SPC-1, A-SPC-8: the cannon fades, the light gun's tens do not; with its other die the drone shoots on.
#[test]
fn a_ten_fades_the_cannon_and_a_second_die_brings_the_drone_back() {
    let (mut field, drone, domari) = duel("c3m4_combat_drone", "domari_squad");
    let cannon = field.arm(drone, Manner::Fire, "plasma_cannon", "");
    let light = field.arm(drone, Manner::Fire, "plasma_light_support", "");
    let shots = vec![field.shot(vec![light.clone()], domari, 18)];
    let events = field.shoot(drone, Order::Fire, shots, &[10, 10, 10]);
    assert!(!faded(&events, drone));
    assert_eq!(field.unit(drone).order(), Some(Order::Fire));
    let shots = vec![field.shot(vec![light, cannon], domari, 18)];
    let events = field.shoot(drone, Order::Fire, shots, &[10, 10, 10, 10]);
    assert!(faded(&events, drone));
    assert_eq!(field.unit(drone).dice.placed, [Order::Fire, Order::Down]);
}

/// A-SPC-1, A-SHT-8: the second look can do it too, so it is asked for.
#[test]
fn a_ten_on_the_spotters_second_look_fades_the_cannon() {
    let (mut field, drone, domari) = duel("c3m4_combat_drone", "domari_squad");
    let cannon = field.arm(drone, Manner::Fire, "plasma_cannon", "");
    let shots = vec![field.shot(vec![cannon], domari, 18)];
    field.shoot(drone, Order::Fire, shots, &[8]);
    field.asks(RED, "choose which miss of C3M4 Combat Drone the spotter has rolled again");
    let events = field.answer(RED, Answer::Spot(Some(0)), &[10]);
    assert!(faded(&events, drone) && hits(&events).is_empty());
}

/// A-SPC-1, A-SHT-9, A-SHT-1: so can a forced roll; and a cannon that fades at one target leaves the other gun its own.
#[test]
fn a_forced_ten_fades_the_cannon_while_the_light_gun_still_shoots_at_another_target() {
    let mut field = Field::new(&["c3m4_combat_drone"], &["domari_squad", "gang_fighters"]);
    let (drone, domari, gangers) = (field.red(0), field.blue(0), field.blue(1));
    field.lay(domari, Order::Down);
    field.lay(gangers, Order::Rally);
    let cannon = field.arm(drone, Manner::Fire, "plasma_cannon", "");
    let light = field.arm(drone, Manner::Fire, "plasma_light_support", "");
    let shots = vec![field.shot(vec![cannon], domari, 18), field.shot(vec![light], gangers, 18)];
    // the cannon's hit is a ten the second time; the light gun still has its aim
    let events = field.shoot(drone, Order::Fire, shots, &[7, 10, 10, 10, 10]);
    assert!(faded(&events, drone));
    assert_eq!(aimed(&events), ["needs 7: Acc 6, Fire order +1"; 2]);
}

/// A borer team that has a skimmer in its lock.
fn locked() -> (Field, UnitId, UnitId) {
    let mut field = Field::new(
        &["boromite_heavy_frag_borer_team"],
        &["striker_attack_skimmer", "domari_squad", "phase_sniper"],
    );
    let (borer, skimmer) = (field.red(0), field.blue(0));
    field.unit_mut(borer).lock = Some(Lock { on: skimmer, bonus: 2 });
    (field, borer, skimmer)
}

/// A-SPC-2: the first hit is rolled, each further one is not and bites deeper, to 10 and no more.
#[test]
fn a_frag_borer_bites_deeper_every_turn() {
    let (mut field, borer, skimmer) =
        duel("boromite_heavy_frag_borer_team", "striker_attack_skimmer");
    let gun = field.arm(borer, Manner::Fire, "heavy_frag_borer", "");
    for (turn, sv) in (1..=6).zip([6, 7, 8, 9, 10, 10]) {
        while field.state.bag_dice_of(field.unit(skimmer)) > 0 {
            field.lay(skimmer, Order::Rally);
        }
        let shots = vec![field.shot(vec![gun.clone()], skimmer, 18)];
        let dice: &[u32] = if turn == 1 { &[5, 1] } else { &[1] };
        let events = field.shoot(borer, Order::Fire, shots, dice);
        assert_eq!(resist_reasons(&events), [format!("needs {}: Res 11, SV −{sv}", 11 - sv)]);
        assert!(events.iter().any(|event| matches!(
            event,
            Event::Rolled { batches, .. }
                if batches[0].automatic == u32::from(turn > 1)
                    && batches[0].dice.is_empty() == (turn > 1)
        )));
        assert_eq!(hits(&events), [(1, 0)]);
        if turn < 6 {
            field.go(RED, &Command::EndTurn(TurnEnd::default()), &[]);
        }
    }
    assert_eq!(field.unit(borer).lock, Some(Lock { on: skimmer, bonus: 4 }));
}

/// A-SPC-2: a miss does not lock, and neither does a hit that a forced roll takes back.
#[test]
fn a_borer_locks_only_on_what_it_hit_in_the_end() {
    let (mut field, borer, domari) = duel("boromite_heavy_frag_borer_team", "domari_squad");
    field.unit_mut(domari).dice.placed = vec![Order::Down];
    let gun = field.arm(borer, Manner::Fire, "heavy_frag_borer", "");
    let shots = vec![field.shot(vec![gun], domari, 18)];
    field.shoot(borer, Order::Fire, shots, &[5, 6]);
    assert_eq!(field.unit(borer).lock, None);
}

/// A-SPC-2, A-SHT-9, A-SHT-7, A-REA-1: no roll, so nothing to roll again and nothing lucky; who is up may go down all the
/// same.
#[test]
fn a_locked_borer_does_not_care_whether_its_target_lies_down() {
    for (order, goes_down) in [(None, false), (None, true), (Some(Order::Down), true)] {
        let mut field = Field::new(&["boromite_heavy_frag_borer_team"], &["domari_squad"]);
        let (borer, domari) = (field.red(0), field.blue(0));
        field.unit_mut(domari).dice.placed.extend(order);
        field.unit_mut(borer).lock = Some(Lock { on: domari, bonus: 1 });
        field.unit_mut(borer).models[2].lost = true;
        let gun = field.arm(borer, Manner::Fire, "heavy_frag_borer", "");
        let shots = vec![field.shot(vec![gun], domari, 55)];
        let mut events = field.shoot(borer, Order::Fire, shots, &[]);
        if order.is_none() {
            field.asks(BLUE, "decide whether to go down with Domari Squad");
            events = field.answer(BLUE, Answer::GoDown(goes_down), &[]);
            assert_eq!(field.unit(domari).is_down(), goes_down);
        }
        assert_eq!(hits(&events), [(1, 0)]);
        field.asks(BLUE, "place the hits on Domari Squad");
        let events = field.go(BLUE, &place(&[model(1)]), &[1]);
        assert_eq!(resist_reasons(&events), ["needs −1: Res 5, armour +1, SV −7"]);
        assert_eq!(field.unit(borer).lock, Some(Lock { on: domari, bonus: 2 }));
    }
}

/// A-SPC-2: an ordinary Advance shot at the same target would be rolled; any order but Fire ends the lock.
#[test]
fn every_order_but_fire_ends_a_lock() {
    for order in [Order::Advance, Order::Run, Order::Ambush, Order::Rally, Order::Down] {
        let (mut field, borer, _) = locked();
        let events = field.order(borer, order, &[]);
        assert!(events.contains(&Event::LockLost { unit: borer }), "{order}");
        assert_eq!(field.unit(borer).lock, None);
    }
    let (mut field, borer, skimmer) = locked();
    field.order(borer, Order::Fire, &[]);
    assert_eq!(field.unit(borer).lock, Some(Lock { on: skimmer, bonus: 2 }));
    // a Fire order that fails its test is a Down
    let (mut field, borer, _) = locked();
    field.pin(borer, 3);
    let events = field.order(borer, Order::Fire, &[7]);
    assert!(events.contains(&Event::LockLost { unit: borer }));
}

/// A-SPC-2: so does a move of the target, and only a move; and a borer that is shot at and goes down.
#[test]
fn a_lock_ends_when_the_target_moves_or_the_borer_goes_down() {
    let (mut field, borer, skimmer) = locked();
    field.order(skimmer, Order::Advance, &[]);
    assert!(field.unit(borer).lock.is_some());
    let events = field.go(BLUE, &Command::Move(Move::default()), &[]);
    assert!(events.contains(&Event::LockLost { unit: borer }));

    let (mut field, borer, _) = locked();
    let domari = field.blue(1);
    let guns = field.arm(domari, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![guns], borer, 18)];
    field.shoot(domari, Order::Fire, shots, &[]);
    let events = field.answer(RED, Answer::GoDown(true), &[10; 5]);
    assert!(events.contains(&Event::LockLost { unit: borer }));
}

/// A-SPC-2: a new target is a new lock, or none.
#[test]
fn a_new_target_ends_the_old_lock_hit_or_miss() {
    for (dice, lock) in [(&[5][..], true), (&[10], false)] {
        let (mut field, borer, _) = locked();
        let domari = field.blue(1);
        field.lay(domari, Order::Rally);
        let gun = field.arm(borer, Manner::Fire, "heavy_frag_borer", "");
        let shots = vec![field.shot(vec![gun], domari, 18)];
        field.shoot(borer, Order::Fire, shots, dice);
        if lock {
            field.go(BLUE, &place(&[model(1)]), &[1]);
        }
        let expected = lock.then_some(Lock { on: domari, bonus: 1 });
        assert_eq!(field.unit(borer).lock, expected);
    }
}

/// A-SPC-2, A-SPC-6: nobody hits what a camo drone hides, locked on or not; and a shot at it is a new target.
#[test]
fn a_camo_drone_hides_from_a_lock() {
    let (mut field, borer, _) = locked();
    let sniper = field.blue(2);
    field.unit_mut(borer).lock = Some(Lock { on: sniper, bonus: 2 });
    let gun = field.arm(borer, Manner::Fire, "heavy_frag_borer", "");
    let shots = vec![field.shot(vec![gun], sniper, 18)];
    field.shoot(borer, Order::Fire, shots, &[]);
    // a lock leaves others no way out, but the sniper has one
    field.asks(BLUE, "decide whether to go down with Phase Sniper");
    let events = field.answer(BLUE, Answer::GoDown(true), &[]);
    assert!(events.contains(&Event::Unseen { on: sniper }));
    assert!(field.is_quiet());
    // neither has moved: the lock holds
    assert_eq!(field.unit(borer).lock, Some(Lock { on: sniper, bonus: 2 }));

    let (mut field, borer, _) = locked();
    let sniper = field.blue(2);
    field.lay(sniper, Order::Down);
    let gun = field.arm(borer, Manner::Fire, "heavy_frag_borer", "");
    let shots = vec![field.shot(vec![gun], sniper, 18)];
    field.shoot(borer, Order::Fire, shots, &[]);
    assert_eq!(field.unit(borer).lock, None);
}

/// A-SPC-3: two pins for everybody else, the usual for Ghar.
#[test]
fn a_disruptor_pins_twice_but_not_its_own_kind() {
    for (blue, pins, dice) in [
        ("lavamites", 2, &[6, 10, 10, 1, 1][..]),
        ("c3m4_combat_drone", 2, &[6, 10, 10, 1, 9]),
        ("outcast_squad", 1, &[6, 10, 10, 1, 1]),
        ("ghar_battle_squad", 0, &[6, 10, 10, 1, 9]),
        ("ghar_command_crawler", 0, &[6, 10, 10, 1, 9]),
    ] {
        let (mut field, ghar, target) = duel("ghar_battle_squad", blue);
        let scourers = field.arm(ghar, Manner::Fire, "scourer_cannon", "disruptor");
        let mut shot = field.shot(vec![scourers], target, 18);
        let all = u8::try_from(field.unit(target).models.len()).unwrap();
        shot.scene = only(all, &[all - 1]);
        field.order(ghar, Order::Fire, &[]);
        let drones = !field.unit(target).gear.is_empty();
        let command = Command::Shoot { shots: vec![shot] };
        if drones {
            field.go(RED, &command, &dice[..4]);
            field.go(RED, &place(&[None]), &dice[4..]);
        } else {
            field.go(RED, &command, dice);
        }
        assert_eq!(field.unit(target).pins, pins, "{blue}");
        assert!(field.is_quiet());
    }
}

/// A-SPC-3, A-SHT-12, A-SHT-19: disruptor hits on a heavily armoured vehicle and on its drone, which no cover helps.
#[test]
fn a_disruptor_takes_a_drone_off_a_heavily_armoured_vehicle_without_any_luck() {
    let (mut field, ghar, drone) = duel("ghar_battle_squad", "c3m4_combat_drone");
    let scourers = field.arm(ghar, Manner::Fire, "scourer_cannon", "disruptor");
    let shots = vec![field.shot(vec![scourers], drone, 18)];
    let events = field.shoot(ghar, Order::Fire, shots, &[6, 10, 10, 2]);
    assert_eq!(hits(&events), [(2, 0)]);
    let (spotter, batter) = (Some(Mark::Drone(0)), Some(Mark::Drone(1)));
    field.restart();
    let offered = field.asks(RED, "say which disruptor hits go on drones of C3M4 Combat Drone");
    assert_eq!(offered[0], place(&[None, None]));
    assert_eq!(offered.len(), 4);
    let twice = field.refused(RED, &place(&[batter, batter]));
    assert_eq!(
        twice,
        "Hits are spread as evenly as possible: hit 2 cannot go on the batter drone, but on the spotter drone."
    );
    assert_eq!(
        field.refused(RED, &place(&[model(0), spotter])),
        "Hits are spread as evenly as possible: hit 1 cannot go on the C3M4 Combat Drone, but on the spotter drone and the batter drone."
    );
    // the other hit is left to blue, who has but one vehicle to put it on
    let events = field.go(RED, &place(&[batter, None]), &[9]);
    assert!(events.contains(&Event::DroneLost { unit: drone, drone: 1 }));
    assert_eq!(resisted(&events), [(12, true)]);
    assert_eq!(field.unit(drone).pins, 2);
}

/// A-SPC-3, A-OVH-2, A-SHT-19: two pins for what is left of a halved blast, and cover for none of it.
#[test]
fn a_disruptor_on_a_squad_that_lies_down_in_hard_cover() {
    let (mut field, ghar, gangers) = duel("ghar_battle_squad", "gang_fighters");
    field.unit_mut(gangers).dice.placed = vec![Order::Down];
    let scourers = field.arm(ghar, Manner::Fire, "scourer_cannon", "disruptor");
    let mut shot = field.shot(vec![scourers], gangers, 18);
    shot.scene = Scene { cover: Cover::Everybody(2), ..only(5, &[1]) };
    let events = field.shoot(ghar, Order::Fire, vec![shot], &[6, 10, 10, 3, 6]);
    assert_eq!(resist_reasons(&events), ["needs 6: Res 6, armour +1, SV −1"]);
    assert_eq!(field.unit(gangers).pins, 2);
}

/// A-SPC-4: the first ten ends rapid fire and its penalty, the second ends the shooting.
#[test]
fn outcasts_run_low_and_then_out_of_ammunition() {
    let mut field = Field::new(&["outcast_squad"], &["domari_squad"; 3]);
    let outcasts = field.red(0);
    let luggers = field.arm(outcasts, Manner::Fire, "lugger_gun", "");
    let two = by(&luggers, &[0, 1]);
    for (n, rapid, ammo_die, ammo) in [
        (0, true, 9, Ammo::Plenty),
        (1, true, 10, Ammo::Low),
        (2, false, 9, Ammo::Low),
        (0, false, 10, Ammo::Out),
    ] {
        let domari = field.blue(n);
        field.unit_mut(domari).dice.placed = vec![Order::Rally];
        field.unit_mut(outcasts).dice.placed.clear();
        let shots = vec![field.shot(vec![two.clone()], domari, 25)];
        let mut dice = vec![10; if rapid { 4 } else { 2 }];
        dice.push(ammo_die);
        let events = field.shoot(outcasts, Order::Fire, shots, &dice);
        let needs = if rapid {
            "needs 4: Acc 5, long range −1, Fire order +1, rapid fire beyond effective range −1"
        } else {
            "needs 5: Acc 5, long range −1, Fire order +1"
        };
        assert_eq!(aimed(&events), [needs]);
        assert_eq!(field.unit(outcasts).ammo, ammo);
    }
    assert!(!can_shoot(&field.state, field.unit(outcasts), Manner::Fire));
    // a Fire order is then nothing to carry out
    field.unit_mut(outcasts).dice.placed.clear();
    field.order(outcasts, Order::Fire, &[]);
    assert!(field.is_quiet());
}

/// A-SPC-4, A-SPC-6: rounds shot at a hidden sniper are rounds gone.
#[test]
fn shots_at_a_hidden_sniper_cost_ammunition_all_the_same() {
    let (mut field, outcasts, sniper) = duel("outcast_squad", "phase_sniper");
    field.unit_mut(sniper).dice.placed = vec![Order::Down];
    let luggers = field.arm(outcasts, Manner::Advance, "lugger_gun", "");
    let shots = vec![field.shot(vec![luggers], sniper, 18)];
    let events = field.shoot(outcasts, Order::Advance, shots, &[10]);
    assert!(events.contains(&Event::Unseen { on: sniper }));
    assert_eq!(field.unit(outcasts).ammo, Ammo::Low);
}
