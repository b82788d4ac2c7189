//! Fast units that break off after point-blank shooting.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::Answer;
use gatemaster_rules::antares::event::Forced;
use gatemaster_rules::antares::order::Order;

use crate::antares::field::{BLUE, Field, RED};
use crate::antares::melee::{
    aimed, asks, assault, charge, contact, declared, duel, few, fork, hold_ground, offered,
    rerolled, resists, restart, result, sprinting, tests,
};

/// A-ASL-5, A-SHT-9
#[test]
fn bikes_sweep_through_and_break_off_before_anybody_strikes() {
    let (mut field, riders, gangers) = duel(("skyraider_squad", 2), ("gang_fighters", 2));
    // one shot of the gangers hits, and misses when rolled again for the speed
    let misses = [9; 8];
    let events = assault(&mut field, riders, gangers, &[&misses[..], &[5, 9, 6]].concat());
    assert_eq!(rerolled(&events), [(Forced::FastAndRunning, 1)]);
    asks(&field, RED, "decide whether to break off with Skyraider Squad");
    assert_eq!(offered(&field), [Answer::BreakOff(false), Answer::BreakOff(true)]);
    restart(&mut field);
    let mut stays = fork(&field);
    let events = stays.answer(RED, Answer::BreakOff(false), &[9, 9, 9, 9, 8, 9, 4]);
    assert_eq!(result(&events), Some(((0, 0), vec![riders, gangers])), "they fight");

    let events = field.answer(RED, Answer::BreakOff(true), &[]);
    assert!(events.contains(&Event::BrokeOff { unit: riders }));
    assert!(aimed(&events).is_empty() && tests(&events).is_empty());
    assert_eq!(result(&events), None, "nobody has lost");
    assert_eq!(hold_ground(&mut field), [riders, gangers]);
}

/// A-ASL-5, A-MOV-3, A-SHT-9: tired from the sprint, they break off all the same.
#[test]
fn a_sprinting_fast_unit_takes_its_pin_and_breaks_off() {
    let (mut field, riders, gangers) = duel(("skyraider_squad", 2), ("gang_fighters", 2));
    field.give(&sprinting(riders, gangers), &[]);
    let dice = [&[6][..], &[9; 8], &[5, 9, 9]].concat();
    let events = charge(&mut field, contact(), &dice);
    assert_eq!(rerolled(&events), [(Forced::Sprinting, 1)]);
    assert_eq!(aimed(&events)[0], "needs 4: Acc 5, 1 pin −1");
    let events = field.answer(RED, Answer::BreakOff(true), &[]);
    assert!(events.contains(&Event::SprintEnded { unit: riders }));
    assert_eq!(hold_ground(&mut field), [riders, gangers]);
    assert_eq!(field.unit(riders).pins, 1);
}

/// A-ASL-5: the assaulted may do it too, if they run.
#[test]
fn assaulted_bikes_break_off_only_with_a_run_order() {
    let (mut field, gangers, riders) = duel(("gang_fighters", 2), ("skyraider_squad", 2));
    field.lay(riders, Order::Run);
    assault(&mut field, gangers, riders, &[&[9; 2][..], &[9; 8]].concat());
    asks(&field, BLUE, "decide whether to break off with Skyraider Squad");
    field.answer(BLUE, Answer::BreakOff(true), &[]);
    assert_eq!(hold_ground(&mut field), [riders, gangers], "the breaker goes first");

    for order in [None, Some(Order::Fire), Some(Order::Advance)] {
        let (mut field, gangers, riders) = duel(("gang_fighters", 2), ("skyraider_squad", 2));
        if let Some(order) = order {
            field.lay(riders, order);
        }
        let fight = [&[9; 10][..], &[9, 9, 9, 9, 9, 8, 6]].concat();
        let events = assault(&mut field, gangers, riders, &fight);
        assert!(result(&events).is_some(), "with {order:?} they have to fight");
    }
}

/// A-ASL-5: one unit breaks off; then there is nothing left for the other to leave.
#[test]
fn of_two_bike_units_the_attackers_are_asked_first() {
    let mut field = Field::new(&["skyraider_squad"], &["skyraider_squad"]);
    let (mine, theirs) = (field.red(0), field.blue(0));
    few(&mut field, mine, 1);
    few(&mut field, theirs, 1);
    field.lay(theirs, Order::Run);
    assault(&mut field, mine, theirs, &[9; 8]);
    asks(&field, RED, "decide whether to break off with Skyraider Squad 1");
    let mut other = fork(&field);
    field.answer(RED, Answer::BreakOff(true), &[]);
    assert_eq!(hold_ground(&mut field), [mine, theirs]);
    other.answer(RED, Answer::BreakOff(false), &[]);
    asks(&other, BLUE, "decide whether to break off with Skyraider Squad 2");
    other.answer(BLUE, Answer::BreakOff(true), &[]);
    assert_eq!(hold_ground(&mut other), [theirs, mine]);
}

/// A-ASL-5 with A-BRK-4 and A-ASL-6: forced down, they run no more: no breaking off, and they strike second.
#[test]
fn bikes_forced_down_by_point_blank_fire_have_to_stay_and_fight_second() {
    let (mut field, riders, gangers) = duel(("skyraider_squad", 2), ("gang_fighters", 2));
    field.give(&declared(riders, gangers), &[]);
    field.pin(riders, 1);
    let shooting = [&[9; 8][..], &[5, 9, 5, 6, 7]].concat();
    let dice = [&shooting[..], &[9, 9, 9, 9, 6]].concat();
    let events = charge(&mut field, contact(), &dice);
    assert_eq!(resists(&events), ["needs 6: Res 5, armour +2, SV −1"]);
    assert_eq!(tests(&events), ["needs 6: Command 8, 2 pins −2"; 2]);
    let blows = aimed(&events);
    assert_eq!(
        blows[blows.len() - 3..],
        ["needs 7: Str 6, hand weapon +1", "needs 6: Str 6", "needs 6: Str 5, assaulting +1"],
        "the gangers strike first"
    );
    assert_eq!(result(&events), Some(((2, 0), vec![riders])));
    assert_eq!(hold_ground(&mut field), [riders, gangers]);
}
