//! Orders and what they let a unit do: A-ORD.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Command, GiveOrder, Nerve};
use gatemaster_rules::antares::event::{TestKind, TestResult, Turned};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Soma, UnitId};

use crate::antares::drill::{across, assault, restart, sprint, tests, with_commander, with_grafts};
use crate::antares::field::{BLUE, Field, RED, needed};

fn braced(id: UnitId, order: Order, nerve: Nerve) -> GiveOrder {
    GiveOrder { nerve, ..GiveOrder::plain(id, order) }
}

/// A gang with this many pins is told to advance.
fn pinned_gang(pins: u32, face: u32) -> (Field, UnitId) {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let gang = field.red(0);
    field.pin(gang, pins);
    field.order(gang, Order::Advance, &[face]);
    (field, gang)
}

/// A-ORD-1, A-ORD-2: six orders, and no test for any of them without pins.
#[test]
fn a_unit_without_pins_does_what_it_is_told() {
    assert_eq!(Order::ALL.len(), 6);
    for order in Order::ALL {
        let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
        let gang = field.red(0);
        let events = field.order(gang, order, &[]);
        assert_eq!(tests(&events), []);
        assert_eq!(field.unit(gang).order(), Some(order));
    }
}

/// A-ORD-3: Command less one for each pin; one comes off and the order is carried out.
#[test]
fn a_pinned_unit_that_passes_loses_a_pin_and_obeys() {
    let (field, gang) = pinned_gang(3, 6);
    assert_eq!(needed(&field.last), (6, "needs 6: Command 9, 3 pins −3".into()));
    assert_eq!(field.unit(gang).pins, 2);
    assert_eq!(field.unit(gang).order(), Some(Order::Advance));
    assert_eq!(field.asked().1, "carry out the Advance order of Gang Fighters");
}

/// A-ORD-3, A-SHT-6: the pins that are left weigh on the shots that follow.
#[test]
fn the_pin_that_came_off_does_not_spoil_the_aim() {
    let mut field = Field::new(&["gang_fighters"], &["gang_fighters"]);
    let (gang, enemy) = (field.red(0), field.blue(0));
    field.lay(enemy, Order::Rally);
    field.pin(gang, 2);
    field.order(gang, Order::Fire, &[7]);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, enemy, 18)];
    let events = field.go(RED, &Command::Shoot { shots }, &[9, 9, 9, 9]);
    assert_eq!(needed(&events), (5, "needs 5: Acc 5, 1 pin −1, Fire order +1".into()));
}

/// A-ORD-4: a one takes two pins off, even where nothing else could pass.
#[test]
fn a_one_takes_two_pins_off() {
    let (field, gang) = pinned_gang(8, 1);
    assert_eq!(needed(&field.last).0, 1);
    assert_eq!(field.unit(gang).pins, 6);
    assert_eq!(field.unit(gang).order(), Some(Order::Advance));
}

/// A-ORD-5: a pin off, and Down instead; nothing is asked any more.
#[test]
fn a_unit_that_fails_loses_a_pin_and_goes_down() {
    let (field, gang) = pinned_gang(3, 7);
    assert_eq!(field.unit(gang).pins, 2);
    let turned = Event::DieTurned { unit: gang, to: Order::Down, why: Turned::FailedOrder };
    assert!(field.last.contains(&turned));
    assert!(field.unit(gang).is_down());
    assert!(field.is_quiet());
}

/// A-ORD-6: Down, and the pins stay.
#[test]
fn a_pinned_squad_that_rolls_ten_goes_down_and_keeps_its_pins() {
    let (field, gang) = pinned_gang(3, 10);
    assert_eq!(field.unit(gang).pins, 3);
    assert!(field.unit(gang).is_down());
    assert!(field.is_quiet());
}

/// A-ORD-5, A-MOV-10, A-ASL-1: a sprint into an assault ends where it was ordered when the test fails.
#[test]
fn a_failed_order_is_no_sprint_and_no_assault() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let (gang, workers) = (field.red(0), field.blue(0));
    field.pin(gang, 1);
    field.give(&GiveOrder { sprint: true, ..assault(gang, workers) }, &[9]);
    assert!(field.unit(gang).is_down());
    assert!(field.is_quiet());
    assert!(!field.unit(gang).sprinting);
}

/// A-ORD-7: no test, no pin off.
#[test]
fn a_down_order_is_never_tested() {
    let mut field = Field::new(&["gang_fighters", "overseer_squad"], &["work_gang"]);
    let (gang, overseers) = (field.red(0), field.red(1));
    field.pin(gang, 4);
    field.draw(RED);
    assert_eq!(
        field.refused(RED, &Command::Order(braced(gang, Order::Down, with_commander(overseers)))),
        "Gang Fighters takes no test now, so nothing needs to help."
    );
    let events = field.order(gang, Order::Down, &[]);
    assert_eq!(tests(&events), []);
    assert_eq!((field.unit(gang).pins, field.unit(gang).is_down()), (4, true));
}

/// A-ORD-8: the test takes no notice of the pins; D6+1 come off, D6+2 on a one.
#[test]
fn a_rally_takes_a_die_of_pins_off() {
    for (face, die, left) in [(9, 3, 4), (1, 3, 3), (2, 6, 1)] {
        let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
        let gang = field.red(0);
        field.pin(gang, 8);
        let events = field.order(gang, Order::Rally, &[face, die]);
        assert_eq!(needed(&events), (9, "needs 9: Command 9".into()));
        assert_eq!(field.unit(gang).pins, left);
        assert_eq!(field.unit(gang).order(), Some(Order::Rally));
        assert!(field.is_quiet());
    }
}

/// A-ORD-8, A-ORD-9: a commander helps in a rally too, and his ten is not lessened by pins.
#[test]
fn a_commander_helps_to_rally() {
    let mut field = Field::new(&["gang_fighters", "overseer_squad"], &["work_gang"]);
    let (gang, overseers) = (field.red(0), field.red(1));
    field.pin(gang, 5);
    let events = field.give(&braced(gang, Order::Rally, with_commander(overseers)), &[9, 2]);
    assert_eq!(needed(&events), (10, "needs 10: commander's Command 10".into()));
    assert_eq!(field.unit(gang).pins, 2);
}

/// A-ORD-8: no unit has less than no pins.
#[test]
fn a_rally_takes_off_no_more_than_there_is() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let gang = field.red(0);
    field.pin(gang, 2);
    let events = field.order(gang, Order::Rally, &[1, 6]);
    let off = events.iter().find_map(|event| match event {
        Event::Unpinned { pins, dice, .. } => Some((*pins, dice.len())),
        _ => None,
    });
    assert_eq!(off, Some((2, 1)));
    assert_eq!(field.unit(gang).pins, 0);
}

/// A-ORD-8, A-ORD-5, A-ORD-6: a failed rally is a failed order; no die of pins comes off.
#[test]
fn a_rally_that_fails_ends_on_the_ground() {
    for (face, left) in [(9, 2), (10, 3)] {
        let mut field = Field::new(&["domari_squad"], &["work_gang"]);
        let domari = field.red(0);
        field.pin(domari, 3);
        field.order(domari, Order::Rally, &[face]);
        assert_eq!((field.unit(domari).pins, field.unit(domari).is_down()), (left, true));
    }
}

/// A-ORD-9: the commander's Command with the unit's own pins; who has a better one of its own is not asked.
#[test]
fn a_commander_near_by_lends_his_command() {
    let mut field = Field::new(&["domari_squad", "freeborn_command_squad"], &["work_gang"]);
    let (domari, captain) = (field.red(0), field.red(1));
    field.pin(domari, 2);
    field.draw(RED);
    let helped = braced(domari, Order::Fire, with_commander(captain));
    let options = field.asked().2;
    assert!(options.contains(&Command::Order(helped.clone())));
    let odd = braced(captain, Order::Fire, with_commander(captain));
    assert!(!options.contains(&Command::Order(odd)), "he needs no help from himself");
    let events = field.go(RED, &Command::Order(helped), &[7]);
    assert_eq!(needed(&events), (7, "needs 7: commander's Command 9, 2 pins −2".into()));
    assert_eq!(field.unit(domari).pins, 1);
}

/// A-ORD-9, A-TST-5: a worse commander changes nothing.
#[test]
fn a_commander_who_knows_no_better_is_no_help() {
    let mut field = Field::new(&["overseer_squad", "freeborn_command_squad"], &["work_gang"]);
    let (overseers, captain) = (field.red(0), field.red(1));
    field.pin(overseers, 1);
    let order = braced(overseers, Order::Fire, with_commander(captain));
    let events = field.give(&order, &[9]);
    assert_eq!(needed(&events), (9, "needs 9: Command 10, 1 pin −1".into()));
}

/// A-ORD-9: who cannot help, and when nobody needs to.
#[test]
fn only_a_living_commander_of_the_own_side_helps() {
    let mut field = Field::new(
        &["domari_squad", "freeborn_command_squad", "work_gang", "gang_fighters"],
        &["overseer_squad"],
    );
    let (domari, captain, workers) = (field.red(0), field.red(1), field.red(2));
    let overseers = field.blue(0);
    field.pin(domari, 1);
    field.draw(RED);
    let refused = |field: &Field, unit, commander| {
        let order = braced(unit, Order::Advance, with_commander(commander));
        field.refused(RED, &Command::Order(order))
    };
    let own_side = "Only a commander of your own side can help.";
    assert_eq!(refused(&field, domari, overseers), own_side);
    assert_eq!(refused(&field, domari, UnitId(77)), own_side);
    assert_eq!(refused(&field, domari, workers), "Work Gang has no living commander.");
    assert_eq!(
        refused(&field, workers, captain),
        "Work Gang takes no test now, so nothing needs to help."
    );
    field.unit_mut(captain).models[0].lost = true;
    assert_eq!(refused(&field, domari, captain), "Freeborn Command Squad has no living commander.");
    let helped = Command::Order(braced(domari, Order::Advance, with_commander(captain)));
    assert!(!field.asked().2.contains(&helped));
}

/// A-ORD-9, A-BRK-6: a commander's Command does not save from pins beyond the unit's own.
#[test]
fn a_commander_does_not_stop_an_automatic_break() {
    let mut field = Field::new(&["domari_squad", "freeborn_command_squad"], &["work_gang"]);
    let domari = field.red(0);
    field.pin(domari, 7);
    field.give(&GiveOrder { nerve: with_commander(field.red(1)), ..sprint(domari) }, &[2]);
    field.go(RED, &across(&[]), &[10]); // two pins for exhaustion: eight, as many as its own Command
    assert!(field.unit(domari).destroyed);
}

/// A-ORD-10: woken before the test, the grafts pass on a nine whatever the pins, and from then on without a word.
#[test]
fn grafts_pass_every_test_but_a_ten() {
    let mut field = Field::new(&["feral_squad"], &["work_gang"]);
    let ferals = field.red(0);
    field.pin(ferals, 6);
    field.draw(RED);
    let woken = Command::Order(braced(ferals, Order::Run, with_grafts()));
    assert!(field.asked().2.contains(&woken));
    let events = field.go(RED, &woken, &[9]);
    assert!(events.contains(&Event::SomaActivated { unit: ferals }));
    assert_eq!(needed(&events), (9, "needs 9: soma graft 9".into()));
    assert_eq!((field.unit(ferals).pins, field.unit(ferals).soma), (5, Soma::Active));
    field.go(RED, &Command::Finish, &[]);

    let mut field = Field::new(&["feral_squad"], &["work_gang"]);
    field.unit_mut(ferals).soma = Soma::Active;
    field.pin(ferals, 6);
    field.draw(RED);
    assert_eq!(
        field.refused(RED, &Command::Order(braced(ferals, Order::Run, with_grafts()))),
        "Feral Squad has no soma grafts to activate."
    );
    let plain = |order| GiveOrder::plain(ferals, order);
    let nerves =
        field.asked().2.iter().any(
            |option| matches!(option, Command::Order(order) if order.nerve != Nerve::default()),
        );
    assert!(!nerves, "nothing else could help");
    let events = field.give(&plain(Order::Rally), &[1, 2]);
    assert_eq!(tests(&events), [(TestKind::Order(Order::Rally), 9, TestResult::Bonus)]);
    assert_eq!(field.unit(ferals).pins, 2);
}

/// A-ORD-10, A-ORD-5: grafts that were not woken help nobody, and nobody runs wild.
#[test]
fn sleeping_grafts_fail_like_anybody() {
    let mut field = Field::new(&["feral_squad"], &["work_gang"]);
    let ferals = field.red(0);
    field.pin(ferals, 2);
    let events = field.order(ferals, Order::Fire, &[10]);
    assert_eq!(needed(&events), (5, "needs 5: Command 7, 2 pins −2".into()));
    assert_eq!((field.unit(ferals).is_down(), field.unit(ferals).soma), (true, Soma::Dormant));
}

/// A-ORD-10, A-ORD-9: the wild take no test, so nobody can help them in it.
#[test]
fn nobody_helps_the_wild() {
    let mut field = Field::new(&["feral_squad", "freeborn_command_squad"], &["work_gang"]);
    let (ferals, captain) = (field.red(0), field.red(1));
    field.unit_mut(ferals).soma = Soma::Wild;
    field.pin(ferals, 2);
    field.draw(RED);
    assert_eq!(
        field.refused(RED, &Command::Order(braced(ferals, Order::Fire, with_commander(captain)))),
        "Feral Squad takes no test now, so nothing needs to help."
    );
}

/// A-ORD-10: nobody else has any; and without a test there is nothing to wake them for.
#[test]
fn grafts_are_woken_by_those_who_have_them_and_test() {
    let mut field = Field::new(&["feral_squad", "domari_squad"], &["work_gang"]);
    let (ferals, domari) = (field.red(0), field.red(1));
    field.pin(domari, 1);
    field.draw(RED);
    assert_eq!(
        field.refused(RED, &Command::Order(braced(domari, Order::Run, with_grafts()))),
        "Domari Squad has no soma grafts to activate."
    );
    assert_eq!(
        field.refused(RED, &Command::Order(braced(ferals, Order::Run, with_grafts()))),
        "Feral Squad takes no test now, so nothing needs to help."
    );
}

/// A-ORD-10: a ten, and the grafts choose: here they run, and may be moved, but not as a sprint that nobody ordered.
#[test]
fn grafts_that_fail_an_order_roll_for_another() {
    let mut field = Field::new(&["feral_squad"], &["work_gang"]);
    let ferals = field.red(0);
    field.pin(ferals, 2);
    let order = GiveOrder { nerve: with_grafts(), ..sprint(ferals) };
    let events = field.give(&order, &[10, 3]);
    assert!(events.contains(&Event::SomaWild { unit: ferals }));
    assert_eq!(field.unit(ferals).soma, Soma::Wild);
    assert_eq!((field.unit(ferals).order(), field.unit(ferals).pins), (Some(Order::Run), 2));
    restart(&mut field);
    assert_eq!(field.asked().1, "carry out the Run order of Feral Squad");
    let events = field.go(RED, &across(&[]), &[]);
    assert_eq!(tests(&events), [], "no exhaustion after a run");
}

/// A-ORD-10: each face of the order die, and no test ever again.
#[test]
fn wild_ferals_do_what_the_die_says() {
    for (face, order) in (1..).zip(Order::ALL) {
        let mut field = Field::new(&["feral_squad"], &["work_gang"]);
        let ferals = field.red(0);
        field.unit_mut(ferals).soma = Soma::Wild;
        field.pin(ferals, 5);
        let dice = if order == Order::Rally { vec![face, 4] } else { vec![face] };
        let events = field.order(ferals, Order::Advance, &dice);
        assert_eq!(tests(&events), []);
        assert_eq!(field.unit(ferals).order(), Some(order));
        let left = if order == Order::Rally { 1 } else { 5 };
        assert_eq!(field.unit(ferals).pins, left, "a random Rally takes the die off, no more");
    }
}

/// A-ORD-10: whatever they are told comes to the same, so one order is offered and not six.
#[test]
fn the_wild_are_offered_one_order() {
    let mut field = Field::new(&["feral_squad"], &["work_gang"]);
    let ferals = field.red(0);
    field.unit_mut(ferals).soma = Soma::Wild;
    field.pin(ferals, 2);
    field.draw(RED);
    assert_eq!(field.asked().2, [Command::Order(GiveOrder::plain(ferals, Order::Fire))]);
}

/// A-ORD-10, A-SHT-1: a random Fire is shot as any other.
#[test]
fn wild_ferals_may_shoot_when_the_die_says_fire() {
    let mut field = Field::new(&["feral_squad"], &["work_gang"]);
    let (ferals, workers) = (field.red(0), field.blue(0));
    field.lay(workers, Order::Rally);
    field.unit_mut(ferals).soma = Soma::Wild;
    field.order(ferals, Order::Down, &[1]);
    let uses = field.way_with(ferals, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, workers, 18)];
    let events = field.go(RED, &Command::Shoot { shots }, &[9; 6]);
    assert_eq!(needed(&events), (6, "needs 6: Acc 5, Fire order +1".into()));
}

/// A-ORD-10, A-TRN-2: the wild still get up on anything but a ten.
#[test]
fn wild_ferals_still_recover_by_their_grafts() {
    let mut field = Field::new(&["feral_squad"], &["work_gang"]);
    let ferals = field.red(0);
    field.unit_mut(ferals).soma = Soma::Wild;
    field.pin(ferals, 4);
    let workers = field.blue(0);
    field.lay(workers, Order::Rally);
    field.order(ferals, Order::Down, &[6]);
    let events = crate::antares::drill::end_turn(&mut field, &[9]);
    assert_eq!(tests(&events), [(TestKind::Recovery, 9, TestResult::Pass)]);
}

/// A-ORD-11: Fire shoots and does not move.
#[test]
fn a_fire_order_is_for_shooting() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let gang = field.red(0);
    field.order(gang, Order::Fire, &[]);
    let (who, _, options) = field.asked();
    assert_eq!(who, RED);
    assert!(options.iter().all(|o| matches!(o, Command::Shoot { .. } | Command::Finish)));
    assert_eq!(field.refused(RED, &across(&[])), "Fire is no order to move.");
    assert_eq!(
        field.refused(BLUE, &Command::Finish),
        "The battle waits for Red to carry out the Fire order of Gang Fighters."
    );
    assert_eq!(
        field.refused(RED, &Command::Draw),
        "First Red has to carry out the Fire order of Gang Fighters."
    );
    field.go(RED, &Command::Finish, &[]);
    assert!(field.last.contains(&Event::Finished { unit: gang }));
    assert_eq!(field.refused(RED, &Command::Finish), "No unit is carrying out an order now.");
}

/// A-ORD-11: Advance moves if it likes, once, and then shoots; not the other way round.
#[test]
fn an_advance_moves_first_and_shoots_then() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let (gang, workers) = (field.red(0), field.blue(0));
    field.lay(workers, Order::Rally);
    field.order(gang, Order::Advance, &[]);
    field.go(RED, &across(&[]), &[]);
    assert_eq!(field.refused(RED, &across(&[])), "The unit has moved already.");
    let moves = field.asked().2.iter().any(|option| matches!(option, Command::Move(_)));
    assert!(!moves);
    restart(&mut field);
    let uses = field.way_with(gang, Manner::Advance, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, workers, 18)];
    let events = field.go(RED, &Command::Shoot { shots }, &[9; 4]);
    assert_eq!(needed(&events), (5, "needs 5: Acc 5".into()));
    assert_eq!(field.refused(RED, &across(&[])), "No unit is carrying out an order now.");
    assert!(field.is_quiet());
}

/// A-ORD-11: it may shoot without moving.
#[test]
fn an_advance_need_not_move() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let (gang, workers) = (field.red(0), field.blue(0));
    field.order(gang, Order::Advance, &[]);
    let uses = field.first_way(gang, Manner::Advance, 18); // pistol and guns
    let shots = vec![field.shot(uses, workers, 18)];
    field.go(RED, &Command::Shoot { shots }, &[]);
    field.answer(BLUE, Answer::GoDown(false), &[9; 5]);
    assert!(field.is_quiet());
}

/// A-ORD-11: Run moves and does not shoot.
#[test]
fn a_run_is_for_moving() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let (gang, workers) = (field.red(0), field.blue(0));
    field.order(gang, Order::Run, &[]);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses.clone(), workers, 18)];
    assert_eq!(field.refused(RED, &Command::Shoot { shots }), "Run is no order to shoot.");
    assert_eq!(
        field.refused(RED, &Command::FireBlind { range: Inches::whole(18), uses }),
        "Run is no order to shoot."
    );
    assert_eq!(
        field.refused(RED, &Command::Charge(gatemaster_rules::antares::command::Charge::default())),
        "No assault was declared with this order; the unit can move or finish."
    );
    field.go(RED, &across(&[]), &[]);
    assert!(field.is_quiet());
}

/// A-ORD-11: Ambush, Rally and Down do nothing more, and nobody is asked.
#[test]
fn ambush_rally_and_down_ask_for_nothing() {
    for order in [Order::Ambush, Order::Rally, Order::Down] {
        let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
        let gang = field.red(0);
        field.order(gang, order, &[]);
        assert!(field.is_quiet());
        assert_eq!(field.refused(RED, &across(&[])), "No unit is carrying out an order now.");
        crate::antares::drill::anybody_may(&field, "draw an order die");
    }
}

/// A-ORD-11, A-DMG-7: somebody who can neither shoot nor move is not asked what to do.
#[test]
fn an_order_that_nobody_can_carry_out_is_over_at_once() {
    let mut field = Field::new(&["striker_attack_skimmer", "work_gang"], &["work_gang"]);
    let skimmer = field.red(0);
    field.unit_mut(skimmer).models[0].immobilised = true;
    field.order(skimmer, Order::Run, &[]);
    assert!(field.is_quiet());
    let gun = field.unit(skimmer).models[0].weapons[0];
    field.unit_mut(skimmer).models[0].broken.push(gun);
    field.order(skimmer, Order::Fire, &[]);
    assert!(field.is_quiet());
}

/// A-ORD-1: an order that is no Run is no sprint and no assault.
#[test]
fn sprints_and_assaults_need_a_run() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let (gang, workers) = (field.red(0), field.blue(0));
    field.draw(RED);
    for order in [
        GiveOrder { order: Order::Advance, ..sprint(gang) },
        GiveOrder { order: Order::Fire, ..assault(gang, workers) },
    ] {
        assert_eq!(
            field.refused(RED, &Command::Order(order)),
            "Sprints and assaults need a Run order."
        );
    }
    assert_eq!(
        field.refused(RED, &Command::Order(assault(gang, gang))),
        "An assault needs an enemy unit on the table."
    );
    assert_eq!(
        field.refused(RED, &Command::Order(assault(gang, UnitId(9)))),
        "An assault needs an enemy unit on the table."
    );
}
