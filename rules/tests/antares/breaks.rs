//! Break tests: when they are due, what helps, what comes of them, and pins that break a unit without one.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Command, GiveOrder, Mark, Move, Nerve, Spring};
use gatemaster_rules::antares::event::{DestroyedBy, PinCause, Placed, Turned};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{ModelId, Soma, UnitId};

use crate::antares::field::{BLUE, Field, RED};
use crate::antares::melee::{
    answer, asks, destroyed, duel, fallen, few, fork, go, offered, onto, pinned, resists, restart,
    sprinting, tests,
};

/// A Fire order at ten inches or less would weaken some armour: all this shooting is at fifteen.
const RANGE: u32 = 15;

/// The unit fires with all it has; the dice begin with the shots unless somebody has a word to say first.
fn fire(field: &mut Field, from: UnitId, at: UnitId, dice: &[u32]) -> Vec<Event> {
    field.order(from, Order::Fire, &[]);
    let uses = field.first_way(from, Manner::Fire, RANGE);
    let shots = vec![field.shot(uses, at, RANGE)];
    go(field, RED, &Command::Shoot { shots }, dice)
}

/// The same, up to where the shooter places a lucky hit.
fn fire_luckily(field: &mut Field, from: UnitId, at: UnitId, dice: &[u32]) {
    field.order(from, Order::Fire, &[]);
    let uses = field.first_way(from, Manner::Fire, RANGE);
    let shots = vec![field.shot(uses, at, RANGE)];
    field.go(RED, &Command::Shoot { shots }, dice);
    asks(field, RED, &format!("place the lucky hits on {}", field.unit(at).name));
}

/// One assault trooper, so two shots that need a six and strike with nothing, and somebody with a Fire order.
fn under_fire(key: &str, models: usize) -> (Field, UnitId, UnitId) {
    let (mut field, squad, target) = duel(("ai_assault_squad", 1), (key, models));
    field.lay(target, Order::Fire);
    (field, squad, target)
}

/// A-BRK-1: hit, pinned, and as many pins as models.
#[test]
fn as_many_pins_as_models_call_for_a_test_when_a_hit_adds_to_them() {
    let (mut field, squad, gangers) = under_fire("gang_fighters", 2);
    field.pin(gangers, 1);
    let events = fire(&mut field, squad, gangers, &[6, 7, 7, 7]);
    assert_eq!(resists(&events), ["needs 7: Res 6, armour +1"]);
    assert_eq!(tests(&events), ["needs 7: Command 9, 2 pins −2"]);
    assert!(destroyed(&events).is_empty());
    assert_eq!(field.unit(gangers).order(), Some(Order::Fire), "they hold");

    let (mut field, squad, gangers) = under_fire("gang_fighters", 3);
    field.pin(gangers, 1);
    assert!(tests(&fire(&mut field, squad, gangers, &[6, 7, 7])).is_empty(), "two on three");

    let (mut field, squad, gangers) = under_fire("gang_fighters", 2);
    field.pin(gangers, 4);
    assert!(tests(&fire(&mut field, squad, gangers, &[7, 7])).is_empty(), "no hit, no test");

    let (mut field, squad, suit) = under_fire("ghar_battle_squad", 1);
    field.pin(suit, 4);
    let events = fire(&mut field, squad, suit, &[6, 6, 9, 9]);
    assert_eq!(resists(&events), ["needs 12: Res 4, armour +8"; 2]);
    assert!(pinned(&events).is_empty() && tests(&events).is_empty(), "no pin, no test");
}

/// A-BRK-1, A-BRK-4: two of five are not half; three are, and every casualty after that tests again.
#[test]
fn half_the_models_lost_call_for_a_test_with_every_further_casualty() {
    let mut field = Field::new(&["ai_assault_squad"; 5], &["gang_fighters"]);
    let gangers = field.blue(0);
    for n in 0..5 {
        let squad = field.red(n);
        few(&mut field, squad, 1);
    }
    field.lay(gangers, Order::Fire);
    let shots = |field: &mut Field, n: usize, dice: &[u32]| {
        let squad = field.red(n);
        field.pin(gangers, 0);
        fire(field, squad, gangers, dice)
    };
    for n in 0..2 {
        let events = shots(&mut field, n, &[6, 7, 8]);
        assert_eq!((fallen(&events).len(), tests(&events).len()), (1, 0));
    }
    let events = shots(&mut field, 2, &[6, 7, 8, 8]);
    assert_eq!(tests(&events), ["needs 8: Command 9, 1 pin −1"]);
    assert_eq!(field.unit(gangers).alive(), 2);
    // a hit without a casualty is nothing to those past half
    let events = shots(&mut field, 3, &[6, 7, 7]);
    assert!(tests(&events).is_empty());
    // the next one that falls is; past half a failure is the end
    let events = shots(&mut field, 4, &[6, 7, 8, 9]);
    assert_eq!(tests(&events), ["needs 8: Command 9, 1 pin −1"], "one test for both reasons");
    assert_eq!(destroyed(&events), [(gangers, DestroyedBy::BrokeUnderFire)]);
}

/// A-BRK-2, A-SHT-15: the crew counts, the gun and the drones do not.
#[test]
fn a_team_counts_its_crew_and_neither_gun_nor_drone() {
    let hit_the = |mark: Mark, dice: &[u32], pins: u32| {
        let (mut field, squad, team) = under_fire("ai_mag_cannon_team", 2);
        field.pin(team, pins);
        fire_luckily(&mut field, squad, team, &[1, 7]);
        (field.answer(RED, Answer::Place(vec![Some(mark)]), dice), team)
    };
    let (events, team) = hit_the(Mark::Model(ModelId(0)), &[8, 7], 0);
    assert_eq!(fallen(&events), [(team, ModelId(0))]);
    assert_eq!(tests(&events), ["needs 7: Command 8, 1 pin −1"], "one of two is half");
    let (events, team) = hit_the(Mark::Gun, &[10], 0);
    assert!(events.contains(&Event::GunLost { unit: team }));
    assert_eq!(pinned(&events), [(team, 1, PinCause::Hit)]);
    assert!(tests(&events).is_empty());
    let (events, team) = hit_the(Mark::Drone(0), &[], 0);
    assert!(events.contains(&Event::DroneLost { unit: team, drone: 0 }));
    assert_eq!(pinned(&events), [(team, 1, PinCause::Hit)]);
    assert!(tests(&events).is_empty());
    // two pins are one for each of the crew, whatever else stands there
    let (events, _) = hit_the(Mark::Drone(0), &[6], 1);
    assert_eq!(tests(&events), ["needs 6: Command 8, 2 pins −2"]);
}

/// A-BRK-3, A-BRK-4: the four results of a unit that has lost nobody, with its die beside it.
#[test]
fn a_unit_that_fails_under_fire_goes_down_a_one_frees_it_of_a_pin_and_a_ten_ends_it() {
    let tested = |die: u32| {
        let (mut field, squad, gangers) = under_fire("gang_fighters", 2);
        field.pin(gangers, 1);
        let events = fire(&mut field, squad, gangers, &[6, 7, 7, die]);
        let unit = field.unit(gangers);
        (unit.pins, unit.order(), destroyed(&events), events)
    };
    let (pins, order, gone, _) = tested(1);
    assert_eq!((pins, order, gone.len()), (1, Some(Order::Fire), 0));
    let (pins, order, gone, _) = tested(7);
    assert_eq!((pins, order, gone.len()), (2, Some(Order::Fire), 0));
    let (pins, order, gone, events) = tested(8);
    assert_eq!((pins, order, gone.len()), (2, Some(Order::Down), 0));
    let turned = Event::DieTurned { unit: UnitId(1), to: Order::Down, why: Turned::FailedBreak };
    assert!(events.contains(&turned));
    let (_, _, gone, _) = tested(10);
    assert_eq!(gone, [(UnitId(1), DestroyedBy::BrokeUnderFire)]);
}

/// A-BRK-4, A-REA-1: without an order the die comes out of the bag.
#[test]
fn a_unit_without_an_order_is_forced_down_with_a_die_from_the_bag() {
    let (mut field, squad, gangers) = duel(("ai_assault_squad", 1), ("gang_fighters", 2));
    field.pin(gangers, 1);
    fire(&mut field, squad, gangers, &[]);
    asks(&field, BLUE, "decide whether to go down with Gang Fighters");
    let before = field.state.dice_in_bag(BLUE);
    let events = answer(&mut field, BLUE, Answer::GoDown(false), &[6, 7, 7, 8]);
    let placed = Event::DiePlaced { unit: gangers, order: Order::Down, why: Placed::FailedBreak };
    assert!(events.contains(&placed));
    assert_eq!(field.state.dice_in_bag(BLUE), before - 1);
    assert!(field.unit(gangers).is_down());
}

/// A-BRK-4, A-SHT-9: already down it stays down, one pin the worse.
#[test]
fn a_unit_that_is_down_already_takes_another_pin() {
    let (mut field, squad, gangers) = duel(("ai_assault_squad", 1), ("gang_fighters", 2));
    field.lay(gangers, Order::Down);
    field.pin(gangers, 1);
    let events = fire(&mut field, squad, gangers, &[6, 7, 6, 7, 8]);
    assert_eq!(pinned(&events), [(gangers, 1, PinCause::Hit), (gangers, 1, PinCause::Break)]);
    assert_eq!(field.unit(gangers).dice.placed, [Order::Down]);
}

/// A-BRK-4: exactly half lost is forced down, more is destroyed.
#[test]
fn half_lost_goes_down_and_more_than_half_is_gone() {
    let lose = |models: usize, lost: usize, dice: &[u32]| {
        let (mut field, squad, gangers) = under_fire("gang_fighters", models);
        for model in &mut field.unit_mut(gangers).models[1..=lost] {
            model.lost = true;
        }
        let events = fire(&mut field, squad, gangers, dice);
        (field.unit(gangers).is_down(), destroyed(&events))
    };
    // two of four, and the test fails
    assert_eq!(lose(4, 1, &[6, 7, 8, 9]), (true, Vec::new()));
    // three of five
    let (down, gone) = lose(5, 2, &[6, 7, 8, 9]);
    assert!(!down);
    assert_eq!(gone, [(UnitId(1), DestroyedBy::BrokeUnderFire)]);
}

/// A-SPC-5 with A-BRK-1 and A-BRK-4: explosions are casualties, and bring the test as any other would.
#[test]
fn a_reactor_that_takes_another_suit_with_it_brings_the_squad_to_its_test() {
    let (mut field, cannon, suits) = duel(("ai_mag_cannon_team", 2), ("ghar_battle_squad", 3));
    field.lay(suits, Order::Fire);
    fire_luckily(&mut field, cannon, suits, &[1]);
    let trooper = onto(&[1]);
    let mut steady = fork(&field);
    let events = field.answer(RED, trooper.clone(), &[8, 9, 10, 8]);
    assert_eq!(resists(&events), ["needs 7: Res 4, armour +8, SV −5"]);
    assert_eq!(fallen(&events), [(suits, ModelId(1)), (suits, ModelId(2))]);
    assert_eq!(tests(&events), ["needs 7: Command 8, 1 pin −1"]);
    assert_eq!(destroyed(&events), [(suits, DestroyedBy::BrokeUnderFire)]);
    // without the explosion one of three is nothing to speak of
    let events = steady.answer(RED, trooper, &[8, 9, 9]);
    assert!(tests(&events).is_empty());
}

/// A-SPC-3 with A-BRK-1: two pins at once.
#[test]
fn the_two_pins_of_a_disruptor_reach_the_number_of_models_sooner() {
    let (mut field, suit, gangers) = duel(("ghar_battle_squad", 1), ("gang_fighters", 2));
    field.lay(gangers, Order::Fire);
    field.order(suit, Order::Fire, &[]);
    let uses = field.way_with(suit, Manner::Fire, RANGE, "scourer_cannon", "disruptor");
    let shots = vec![field.shot(uses, gangers, RANGE)];
    let events = go(&mut field, RED, &Command::Shoot { shots }, &[6, 1, 6, 7]);
    assert_eq!(pinned(&events), [(gangers, 2, PinCause::Disrupted)]);
    assert_eq!(tests(&events), ["needs 7: Command 9, 2 pins −2"]);
}

/// A-BRK-5, A-DMG-5: a weapon drone's chart asks for the test, after all pins; the whole unit takes it.
#[test]
fn weapon_drones_test_when_their_chart_says_so() {
    let tested = |die: u32| {
        let (mut field, squad, drones) = under_fire("c3d1_light_support_drone", 3);
        field.unit_mut(drones).gear.clear();
        // two drones fail: row five for both, two and one pins, one for the hits, and one test
        let events = fire(&mut field, squad, drones, &[6, 6, 9, 9, 5, 5, 2, 1, die]);
        assert_eq!(resists(&events), ["needs 8: Res 8"; 2]);
        assert_eq!(pinned(&events), [(drones, 1, PinCause::Hit), (drones, 3, PinCause::Damage)]);
        assert_eq!(tests(&events), ["needs 4: Command 8, 4 pins −4"]);
        let unit = field.unit(drones);
        (unit.pins, unit.is_down(), destroyed(&events))
    };
    assert_eq!(tested(4), (4, true, Vec::new()));
    assert_eq!(tested(1), (3, true, Vec::new()));
    for die in [5, 10] {
        let (_, _, gone) = tested(die);
        assert_eq!(gone, [(UnitId(1), DestroyedBy::BrokeUnderFire)], "all three of them");
    }
}

/// A-BRK-5: neither losses nor pins trouble drones and vehicles otherwise.
#[test]
fn drones_and_vehicles_do_not_test_for_losses_or_pins() {
    let (mut field, squad, drones) = under_fire("c3d1_light_support_drone", 3);
    field.unit_mut(drones).gear.clear();
    field.pin(drones, 3);
    let events = fire(&mut field, squad, drones, &[6, 6, 9, 9, 6, 7]);
    assert_eq!(fallen(&events).len(), 2);
    assert!(tests(&events).is_empty());
    assert_eq!(field.unit(drones).pins, 4);

    let (mut field, squad, skimmer) = under_fire("striker_attack_skimmer", 1);
    field.unit_mut(skimmer).gear.clear();
    field.pin(skimmer, 3);
    let events = fire(&mut field, squad, skimmer, &[6, 7, 10, 3]);
    assert_eq!(pinned(&events), [(skimmer, 1, PinCause::Hit), (skimmer, 1, PinCause::Damage)]);
    assert!(tests(&events).is_empty());
}

/// A-BRK-5, A-DMG-6: row nine of a vehicle.
#[test]
fn a_vehicle_loses_a_die_and_tests_on_row_nine() {
    let tested = |die: u32| {
        let (mut field, cannon, skimmer) =
            duel(("ai_mag_cannon_team", 2), ("striker_attack_skimmer", 1));
        field.unit_mut(skimmer).gear.clear();
        // massive damage: the worse of two dice for it; five pins beside the one for the hit
        fire(&mut field, cannon, skimmer, &[]);
        let events = answer(&mut field, BLUE, Answer::GoDown(false), &[6, 7, 9, 2, 5, die]);
        assert_eq!(resists(&events), ["needs 6: Res 11, SV −5"]);
        assert_eq!(tests(&events), ["needs 2: Command 8, 6 pins −6"]);
        (field, destroyed(&events))
    };
    let (field, gone) = tested(2);
    assert!(gone.is_empty());
    let dice = &field.unit(field.blue(0)).dice;
    assert_eq!((dice.lost, dice.placed.as_slice()), (1, &[Order::Down][..]));
    let (_, gone) = tested(3);
    assert_eq!(gone, [(UnitId(1), DestroyedBy::BrokeUnderFire)]);
}

/// A-BRK-6: before a test due at the same moment; the commander's own Command is of no use there.
#[test]
fn too_many_pins_break_a_unit_before_any_test() {
    let mut field = Field::new(&["ai_assault_squad"], &["domari_squad", "freeborn_command_squad"]);
    let (squad, domari) = (field.red(0), field.blue(0));
    few(&mut field, squad, 1);
    few(&mut field, domari, 2);
    field.lay(domari, Order::Fire);
    field.pin(domari, 7);
    let events = fire(&mut field, squad, domari, &[6, 7, 6]);
    assert_eq!(field.unit(domari).command(), 8);
    assert!(tests(&events).is_empty() && field.is_quiet(), "and nobody is asked for help");
    assert_eq!(destroyed(&events), [(domari, DestroyedBy::TooManyPins)]);
}

/// A-BRK-6: at the end of the action, even if nobody shot.
#[test]
fn runners_who_drop_from_exhaustion_break_when_the_move_is_over() {
    let mut field = Field::new(&["gang_fighters"], &["feral_squad"]);
    let gangers = field.red(0);
    let order = sprinting(gangers, field.blue(0));
    field.give(&GiveOrder { assault: None, ..order }, &[]);
    field.pin(gangers, 7);
    let events = field.go(RED, &Command::Move(Move::default()), &[10]);
    assert_eq!(pinned(&events), [(gangers, 2, PinCause::Exhausted)]);
    assert_eq!(destroyed(&events), [(gangers, DestroyedBy::TooManyPins)]);
}

/// A-BRK-6, A-TST-5: the highest Command of those who are left.
#[test]
fn outcasts_break_sooner_when_their_leader_is_shot() {
    let shot_at = |mark: u8, dice: &[u32]| {
        let (mut field, squad, outcasts) = under_fire("outcast_squad", 10);
        field.pin(outcasts, 5);
        fire_luckily(&mut field, squad, outcasts, &[1, 7]);
        destroyed(&field.answer(RED, onto(&[mark]), dice))
    };
    assert_eq!(shot_at(0, &[5, 5]), [(UnitId(1), DestroyedBy::TooManyPins)]);
    assert_eq!(shot_at(1, &[5]), []);
}

/// A-ORD-9, A-BRK-3: a commander's Command for a break test under fire, through a restart.
#[test]
fn a_commander_lends_his_command_for_a_break_test() {
    let red = ["ai_assault_squad", "ai_squad"];
    let mut field = Field::new(&red, &["c3_strike_squad", "c3_strike_command_squad"]);
    let (squad, strike, command) = (field.red(0), field.blue(0), field.blue(1));
    few(&mut field, squad, 1);
    few(&mut field, strike, 2);
    field.unit_mut(strike).gear.clear();
    field.lay(strike, Order::Fire);
    field.pin(strike, 1);
    fire(&mut field, squad, strike, &[6, 7, 7]);
    asks(&field, BLUE, "say what helps C3 Strike Squad in a break test");
    restart(&mut field);
    assert_eq!(
        field.refused(BLUE, &Command::Draw),
        "First Blue has to say what helps C3 Strike Squad in a break test."
    );
    let helped = Nerve { commander: Some(command), soma: false };
    assert_eq!(offered(&field), [Nerve::default(), helped].map(Answer::Brace));
    let mut alone = fork(&field);
    let events = field.answer(BLUE, Answer::Brace(helped), &[7]);
    assert_eq!(tests(&events), ["needs 7: commander's Command 9, 2 pins −2"]);
    assert!(!field.unit(strike).is_down());
    let events = alone.answer(BLUE, Answer::Brace(Nerve::default()), &[7]);
    assert_eq!(tests(&events), ["needs 6: Command 8, 2 pins −2"]);
    assert!(alone.unit(strike).is_down());

    // a dead commander is asked for nothing
    let mut field = Field::new(&red, &["c3_strike_squad", "c3_strike_command_squad"]);
    few(&mut field, squad, 1);
    few(&mut field, strike, 2);
    field.unit_mut(command).models[0].lost = true;
    field.lay(strike, Order::Fire);
    field.pin(strike, 1);
    let events = fire(&mut field, squad, strike, &[6, 7, 7, 6]);
    assert_eq!(tests(&events), ["needs 6: Command 8, 2 pins −2"]);
}

/// A-ORD-10, A-ORD-9, A-BRK-4: grafts or the captain; and grafts gone wild still steady the nerves.
#[test]
fn ferals_under_fire_choose_between_grafts_and_captain() {
    let mut field = Field::new(&["ai_assault_squad"], &["feral_squad", "freeborn_command_squad"]);
    let (squad, ferals, captain) = (field.red(0), field.blue(0), field.blue(1));
    few(&mut field, squad, 1);
    few(&mut field, ferals, 2);
    field.lay(ferals, Order::Fire);
    field.pin(ferals, 4);
    let wild = {
        let mut wild = fork(&field);
        wild.unit_mut(ferals).soma = Soma::Wild;
        fire(&mut wild, squad, ferals, &[6, 7, 5, 9])
    };
    assert_eq!(tests(&wild), ["needs 9: soma graft 9"]);
    fire(&mut field, squad, ferals, &[6, 7, 5]);
    let soma = Nerve { commander: None, soma: true };
    let helped = Nerve { commander: Some(captain), soma: false };
    assert_eq!(offered(&field), [Nerve::default(), soma, helped].map(Answer::Brace));
    let mut led = fork(&field);
    let events = led.answer(BLUE, Answer::Brace(helped), &[5]);
    assert_eq!(tests(&events), ["needs 4: commander's Command 9, 5 pins −5"]);
    assert!(led.unit(ferals).is_down());
    let events = field.answer(BLUE, Answer::Brace(soma), &[1]);
    assert!(events.contains(&Event::SomaActivated { unit: ferals }));
    assert_eq!(field.unit(ferals).pins, 4, "a one takes a pin off them as well");
}

/// A-BRK-4 with A-REA-3 and A-MOV-3: forced down by an ambush, the runners stop where they are.
#[test]
fn runners_broken_by_an_ambush_go_down_and_are_not_tested_for_exhaustion() {
    let (mut field, gangers, squad) = duel(("gang_fighters", 2), ("ai_assault_squad", 1));
    field.lay(squad, Order::Ambush);
    let order = sprinting(gangers, squad);
    field.give(&GiveOrder { assault: None, ..order }, &[]);
    field.pin(gangers, 1);
    field.go(RED, &Command::Move(Move::default()), &[]);
    let uses = field.first_way(squad, Manner::Fire, RANGE);
    let shots = vec![field.shot(uses, gangers, RANGE)];
    let spring = Answer::Spring(Some(Spring { unit: squad, shots }));
    // the hit is rolled again for the sprint
    let events = answer(&mut field, BLUE, spring, &[6, 7, 6, 7, 8]);
    assert_eq!(tests(&events), ["needs 7: Command 9, 2 pins −2"]);
    assert!(field.unit(gangers).is_down() && field.is_quiet());
    assert!(!field.unit(gangers).sprinting);
}

/// A-BRK-5, A-BRK-6, A-BRK-4: pins of the chart may leave nothing to test; who is down already just stays down.
#[test]
fn a_drone_may_break_under_the_pins_of_its_chart_or_lie_where_it_lies() {
    let (mut field, squad, drone) = under_fire("c3d2_medium_support_drone", 1);
    field.unit_mut(drone).gear.clear();
    field.pin(drone, 3);
    let events = fire(&mut field, squad, drone, &[6, 7, 10, 5, 4]);
    assert_eq!(field.unit(drone).command(), 8);
    assert!(tests(&events).is_empty());
    assert_eq!(destroyed(&events), [(drone, DestroyedBy::TooManyPins)]);

    let (mut field, squad, drone) = duel(("ai_assault_squad", 1), ("c3d2_medium_support_drone", 1));
    field.unit_mut(drone).gear.clear();
    field.lay(drone, Order::Down);
    let events = fire(&mut field, squad, drone, &[6, 7, 10, 5, 4, 3]);
    assert_eq!(resists(&events), ["needs 10: Res 10"]);
    assert_eq!(tests(&events), ["needs 3: Command 8, 5 pins −5"]);
    assert_eq!(field.unit(drone).pins, 5, "no pin more for having been down");
    assert_eq!(field.unit(drone).dice.placed, [Order::Down]);
}
