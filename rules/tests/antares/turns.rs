//! The end of a turn: A-TRN.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Command, GiveOrder, Nerve, Spring, TurnEnd};
use gatemaster_rules::antares::event::{TestKind, TestResult};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Phase, Soma, UnitId};
use gatemaster_rules::system::{Doer, Who};

use crate::antares::drill::{
    across, all_done_but, anybody_may, end_turn, last_order, restart, tests, with_commander,
    with_grafts,
};
use crate::antares::field::{BLUE, Field, RED, needed};

fn keeping(units: &[UnitId]) -> Command {
    Command::EndTurn(TurnEnd { keep: units.to_vec(), nerves: Vec::new() })
}

fn bracing(unit: UnitId, nerve: Nerve) -> Command {
    Command::EndTurn(TurnEnd { keep: Vec::new(), nerves: vec![(unit, nerve)] })
}

/// A-TRN-1: four orders go back without a word or a roll.
#[test]
fn fire_advance_run_and_rally_dice_go_back_into_the_bag() {
    let red = ["gang_fighters", "work_gang", "lavamites"];
    let mut field = Field::new(&red, &["gang_fighters"]);
    let (gang, workers, pack) = (field.red(0), field.red(1), field.red(2));
    for (id, order) in [(gang, Order::Fire), (workers, Order::Advance), (pack, Order::Run)] {
        field.lay(id, order);
    }
    let enemy = field.blue(0);
    last_order(&mut field, enemy, Order::Rally);
    anybody_may(&field, "end the turn");
    let events = end_turn(&mut field, &[]);
    assert_eq!(tests(&events), []);
    assert_eq!(field.state.bag(), 4);
    assert!(events.contains(&Event::TurnBegan { turn: 2 }));
}

/// A-TRN-1, A-TRN-3: the player is asked about the ambush; kept, it is there in the next turn.
#[test]
fn an_ambush_is_kept_if_its_player_says_so() {
    let mut field = Field::new(&["gang_fighters", "work_gang"], &["lavamites"]);
    let gang = field.red(0);
    last_order(&mut field, gang, Order::Ambush);
    let (who, what, options) = field.asked();
    assert_eq!((who, what.as_str()), (RED, "decide about ambushes and recoveries"));
    assert_eq!(options, [keeping(&[gang]), keeping(&[])]);
    assert_eq!(field.refused(BLUE, &keeping(&[])), "The turn's end waits for Red.");
    let (workers, pack) = (field.red(1), field.blue(0));
    for other in [workers, pack] {
        let name = &field.unit(other).name;
        let sentence = format!("{name} has no ambush of yours to keep.");
        assert_eq!(field.refused(RED, &keeping(&[other])), sentence);
    }
    assert_eq!(
        field.refused(RED, &keeping(&[gang, gang])),
        "Gang Fighters has no ambush of yours to keep."
    );
    restart(&mut field);
    field.go(RED, &keeping(&[gang]), &[]);
    assert_eq!(field.unit(gang).order(), Some(Order::Ambush));
    assert_eq!(field.state.dice_in_bag(RED), 1);
    field.draw(RED);
    assert_eq!(
        field.refused(RED, &Command::Order(GiveOrder::plain(gang, Order::Fire))),
        "Gang Fighters has its orders for this turn; choose another."
    );
}

/// A-TRN-1: given up, the die goes back.
#[test]
fn an_ambush_that_is_not_kept_goes_back_into_the_bag() {
    let mut field = Field::new(&["gang_fighters"], &["lavamites"]);
    let gang = field.red(0);
    last_order(&mut field, gang, Order::Ambush);
    field.go(RED, &keeping(&[]), &[]);
    assert_eq!(field.unit(gang).order(), None);
    assert_eq!(field.state.bag(), 2);
}

/// A-TRN-3, A-REA-3: an ambush kept from the last turn is sprung in this one.
#[test]
fn a_kept_ambush_is_sprung_in_the_next_turn() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let (gang, workers) = (field.red(0), field.blue(0));
    last_order(&mut field, gang, Order::Ambush);
    field.go(RED, &keeping(&[gang]), &[]);
    field.order(workers, Order::Run, &[]);
    field.go(BLUE, &across(&[]), &[]);
    let uses = field.way_with(gang, Manner::Fire, 8, "mag_gun", "");
    let shots = vec![field.shot(uses, workers, 8)];
    field.answer(RED, Answer::Spring(Some(Spring { unit: gang, shots })), &[9, 9, 9, 9]);
    assert_eq!(field.unit(gang).order(), Some(Order::Fire));
    assert_eq!(needed(&field.last).0, 6);
    assert_eq!(field.state.phase, Phase::TurnEnd, "the ambusher had its order already");
}

/// A-TRN-1: both sides have an ambush; the turn ends when both have spoken, in any order, and a restart in between
/// forgets nothing.
#[test]
fn the_turn_waits_for_both_sides() {
    let mut field = Field::new(&["gang_fighters"], &["gang_fighters"]);
    let (gang, enemy) = (field.red(0), field.blue(0));
    field.lay(gang, Order::Ambush);
    last_order(&mut field, enemy, Order::Ambush);
    let asked: Vec<Who> = field.open().into_iter().map(|open| open.who).collect();
    assert_eq!(asked, [Who::Seat(RED), Who::Seat(BLUE)]);
    field.go(BLUE, &keeping(&[]), &[]);
    assert_eq!(field.state.turn, 1);
    assert_eq!(field.refused(BLUE, &keeping(&[])), "The turn's end waits for Red.");
    assert_eq!(field.asked().0, RED);
    restart(&mut field);
    field.go(RED, &keeping(&[gang]), &[]);
    assert_eq!(field.state.turn, 2);
    assert_eq!(field.unit(gang).order(), Some(Order::Ambush));
    assert_eq!(field.unit(enemy).order(), None);
}

/// A-TRN-1: whoever plays both sides names the ambushes to keep in any order.
#[test]
fn one_person_ends_the_turn_for_both_sides_in_any_order() {
    let mut field = Field::new(&["gang_fighters"], &["gang_fighters"]);
    let (gang, enemy) = (field.red(0), field.blue(0));
    field.lay(gang, Order::Ambush);
    last_order(&mut field, enemy, Order::Ambush);
    let both = Doer { seats: vec![RED, BLUE], organiser: false };
    field.go_as(&both, &keeping(&[enemy]), &[]);
    assert_eq!(field.asked().0, RED);
    field.go_as(&both, &keeping(&[]), &[]);
    assert_eq!(field.state.turn, 2);
    assert_eq!(field.unit(gang).order(), None);
    assert_eq!(field.unit(enemy).order(), Some(Order::Ambush));
}

/// A-TRN-2: every result of a recovery test, with three pins.
#[test]
fn a_recovery_test_takes_pins_off_and_brings_the_die_back_or_not() {
    for (face, result, pins, down) in [
        (1, TestResult::Bonus, 1, false),
        (6, TestResult::Pass, 2, false),
        (7, TestResult::Fail, 2, true),
        (10, TestResult::Penalty, 3, true),
    ] {
        let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
        let gang = field.red(0);
        field.pin(gang, 3);
        last_order(&mut field, gang, Order::Down);
        assert_eq!(field.unit(gang).pins, 3, "A-ORD-7: a Down order takes none off");
        anybody_may(&field, "end the turn");
        let events = end_turn(&mut field, &[face]);
        assert_eq!(tests(&events), [(TestKind::Recovery, 6, result)]);
        assert_eq!((field.unit(gang).pins, field.unit(gang).is_down()), (pins, down), "{face}");
        assert_eq!(field.state.dice_in_bag(RED), u32::from(!down));
    }
}

/// A-TRN-2: one pin is all there is, so one comes off on a one as well.
#[test]
fn a_one_takes_no_more_pins_off_than_there_are() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let gang = field.red(0);
    field.pin(gang, 1);
    last_order(&mut field, gang, Order::Down);
    let events = end_turn(&mut field, &[1]);
    assert!(events.iter().any(|event| matches!(event, Event::Unpinned { pins: 1, .. })));
    assert_eq!(field.unit(gang).pins, 0);
}

/// A-TRN-2, A-TRN-3: without a pin it is tested all the same; who fails stays down for the next turn, and longer.
#[test]
fn a_unit_without_pins_may_fail_to_get_up_turn_after_turn() {
    let mut field = Field::new(&["domari_squad"], &["work_gang"]);
    let (domari, workers) = (field.red(0), field.blue(0));
    last_order(&mut field, domari, Order::Down);
    let events = end_turn(&mut field, &[9]);
    assert_eq!(tests(&events), [(TestKind::Recovery, 8, TestResult::Fail)]);
    assert!(field.unit(domari).is_down());
    assert_eq!((field.state.turn, field.state.bag()), (2, 1));
    field.order(workers, Order::Rally, &[]);
    end_turn(&mut field, &[8]);
    assert_eq!(field.unit(domari).order(), None);
    assert_eq!(field.state.bag(), 2);
}

/// A-TRN-3, A-SHT-9: who stayed down is as hard to hit in the new turn.
#[test]
fn a_unit_that_stayed_down_is_harder_to_hit_from_the_first_die_on() {
    let mut field = Field::new(&["domari_squad"], &["gang_fighters"]);
    let (domari, gang) = (field.red(0), field.blue(0));
    last_order(&mut field, domari, Order::Down);
    end_turn(&mut field, &[10]);
    field.order(gang, Order::Fire, &[]);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, domari, 18)];
    let events = field.go(BLUE, &Command::Shoot { shots }, &[6, 7, 7, 7, 8]);
    assert!(events.iter().any(|event| matches!(event, Event::HitsRerolled { .. })));
}

/// A-TRN-3, A-BAG-3: nobody has a die in the bag, so the new turn is at its end at once and nothing hangs.
#[test]
fn a_turn_in_which_everybody_stays_down_ends_at_once() {
    let mut field = Field::new(&["domari_squad"], &["work_gang"]);
    let (domari, workers) = (field.red(0), field.blue(0));
    field.lay(workers, Order::Down);
    last_order(&mut field, domari, Order::Down);
    end_turn(&mut field, &[9, 10]);
    assert_eq!((field.state.turn, field.state.phase), (2, Phase::TurnEnd));
    anybody_may(&field, "end the turn");
    end_turn(&mut field, &[2, 2]);
    assert_eq!((field.state.turn, field.state.bag()), (3, 2));
}

/// A-TRN-2, A-SPC-8: a skimmer with two Down dice takes two tests, the second without the pin the first took off.
#[test]
fn each_down_die_of_a_skimmer_is_tested() {
    let mut field = Field::new(&["striker_attack_skimmer"], &["work_gang"]);
    let skimmer = field.red(0);
    field.pin(skimmer, 2);
    field.lay(skimmer, Order::Down);
    last_order(&mut field, skimmer, Order::Down);
    let events = end_turn(&mut field, &[7, 7]);
    assert_eq!(
        tests(&events),
        [(TestKind::Recovery, 6, TestResult::Fail), (TestKind::Recovery, 7, TestResult::Pass)]
    );
    assert_eq!(field.unit(skimmer).dice.placed, [Order::Down]);
    assert_eq!(field.unit(skimmer).pins, 0);
    assert_eq!(field.state.dice_in_bag(RED), 1, "its other die is there for an order");
    field.order(skimmer, Order::Fire, &[]);
    assert_eq!(field.unit(skimmer).order(), Some(Order::Fire));
}

/// A-TRN-2, A-ORD-9: a commander near by lends his Command, if his player says so.
#[test]
fn a_commander_helps_a_unit_to_its_feet() {
    let mut field = Field::new(&["domari_squad", "freeborn_command_squad"], &["work_gang"]);
    let (domari, captain, workers) = (field.red(0), field.red(1), field.blue(0));
    field.pin(domari, 2);
    last_order(&mut field, domari, Order::Down);
    let (who, _, options) = field.asked();
    assert_eq!(who, RED);
    assert_eq!(options, [keeping(&[]), bracing(domari, with_commander(captain))]);
    let refused = |unit, commander| field.refused(RED, &bracing(unit, with_commander(commander)));
    assert_eq!(refused(workers, captain), "Work Gang takes no recovery test of yours.");
    assert_eq!(
        refused(captain, captain),
        "Freeborn Command Squad takes no recovery test of yours."
    );
    assert_eq!(refused(domari, workers), "Only a commander of your own side can help.");
    let twice = TurnEnd {
        keep: Vec::new(),
        nerves: vec![(domari, Nerve::default()), (domari, with_commander(captain))],
    };
    assert_eq!(
        field.refused(RED, &Command::EndTurn(twice)),
        "Domari Squad takes no recovery test of yours."
    );
    let events = field.go(RED, &bracing(domari, with_commander(captain)), &[7]);
    assert_eq!(needed(&events), (7, "needs 7: commander's Command 9, 2 pins −2".into()));
    assert_eq!(field.unit(domari).order(), None);
}

/// A-TRN-2, A-ORD-10: grafts woken for the recovery pass on a nine; a ten is no failed order, so they stay tame.
#[test]
fn grafts_wake_for_a_recovery_test_and_do_not_run_wild_by_it() {
    for (face, down) in [(9, false), (10, true)] {
        let mut field = Field::new(&["feral_squad"], &["work_gang"]);
        let ferals = field.red(0);
        field.pin(ferals, 3);
        last_order(&mut field, ferals, Order::Down);
        assert_eq!(field.asked().2, [keeping(&[]), bracing(ferals, with_grafts())]);
        let events = field.go(RED, &bracing(ferals, with_grafts()), &[face]);
        assert_eq!(needed(&events), (9, "needs 9: soma graft 9".into()));
        assert_eq!(field.unit(ferals).is_down(), down);
        assert_eq!(field.unit(ferals).soma, Soma::Active);
    }
}

/// A-TRN-1: where nobody has anything to decide, nothing can be decided.
#[test]
fn nothing_is_decided_where_nobody_owes_anything() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let gang = field.red(0);
    last_order(&mut field, gang, Order::Rally);
    assert_eq!(
        field.refused(RED, &keeping(&[gang])),
        "Nobody has anything to decide; just end the turn."
    );
    end_turn(&mut field, &[]);
    all_done_but(&mut field, &[gang]);
    field.order(gang, Order::Down, &[]);
    assert_eq!(
        field.refused(RED, &bracing(gang, with_grafts())),
        "Nobody has anything to decide; just end the turn."
    );
}
