//! Tests and dice: A-TST.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Command, Mark};
use gatemaster_rules::antares::event::{TestKind, TestResult};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::ModelId;
use gatemaster_rules::dice::{Dice as _, Seed, Seeded};

use crate::antares::drill::{assault, end_turn, last_order, restart, sprint, tests};
use crate::antares::field::{BLUE, Field, RED, needed, resisted};

/// A-TST-1: at or under passes, over fails.
#[test]
fn a_test_is_passed_on_the_number_itself_and_failed_on_the_next() {
    for (face, result) in [(2, TestResult::Pass), (7, TestResult::Pass), (8, TestResult::Fail)] {
        let mut field = Field::new(&["gang_fighters"], &["gang_fighters"]);
        let gang = field.red(0);
        field.pin(gang, 2);
        let events = field.order(gang, Order::Advance, &[face]);
        assert_eq!(tests(&events), [(TestKind::Order(Order::Advance), 7, result)]);
    }
}

/// A-TST-2, A-SHT-7: a one hits where nothing could hit any more; a two at the same value does not.
#[test]
fn a_one_hits_whatever_the_value() {
    let mut field = Field::new(&["gang_fighters"], &["gang_fighters"]);
    let (gang, enemy) = (field.red(0), field.blue(0));
    field.pin(gang, 8);
    field.lay(enemy, Order::Fire);
    field.order(gang, Order::Fire, &[1]); // two pins off
    let uses = field.way_with(gang, Manner::Fire, 25, "mag_gun", "");
    let shots = vec![field.shot(uses, enemy, 25)];
    field.go(RED, &Command::Shoot { shots }, &[2, 1, 3, 10]);
    assert_eq!(needed(&field.last).0, -1);
    assert_eq!(field.asked().0, RED, "the lucky hit is placed by the shooter");
    field.answer(RED, Answer::Place(vec![Some(Mark::Model(ModelId(3)))]), &[6]);
    assert_eq!(resisted(&field.last), [(6, true)]);
    assert_eq!(field.unit(enemy).pins, 1);
}

/// A-TST-2, A-TRN-2: a ten fails even where every other face would pass.
#[test]
fn a_ten_fails_whatever_the_value() {
    for (face, result) in [(9, TestResult::Pass), (10, TestResult::Penalty)] {
        let mut field = Field::new(&["overseer_squad"], &["gang_fighters"]);
        let overseers = field.red(0);
        last_order(&mut field, overseers, Order::Down);
        let events = end_turn(&mut field, &[face]);
        assert_eq!(tests(&events), [(TestKind::Recovery, 10, result)]);
        assert_eq!(field.unit(overseers).is_down(), face == 10);
    }
}

/// A-TST-3, A-SHT-8, A-SHT-9: the spotter's second chance became a hit, which a target that is down has rolled again
/// like any other; after that the result stands.
#[test]
fn a_miss_rolled_again_into_a_hit_is_forced_to_be_rolled_once_more_and_then_stands() {
    let mut field = Field::new(&["domari_squad"], &["gang_fighters"]);
    let (domari, gang) = (field.red(0), field.blue(0));
    field.lay(gang, Order::Down);
    field.order(domari, Order::Fire, &[]);
    let uses = field.way_with(domari, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, gang, 18)];
    // one hit, three misses and a dud; a miss again: 2; the two hits again: 7 misses, 4 hits
    field.go(RED, &Command::Shoot { shots }, &[3, 9, 9, 10, 8, 2, 7, 4]);
    let spotted = field.last.iter().filter(|e| matches!(e, Event::SpotterRerolled { .. })).count();
    assert_eq!(spotted, 1, "one miss, never the dud, and not the miss that the forced roll made");
    let forced: Vec<usize> = field
        .last
        .iter()
        .filter_map(|event| match event {
            Event::HitsRerolled { dice, .. } => Some(dice.len()),
            _ => None,
        })
        .collect();
    assert_eq!(forced, [2]);
    restart(&mut field);
    let (seat, what, _) = field.asked();
    assert_eq!((seat, what.as_str()), (BLUE, "place the hits on Gang Fighters"));
    let on_a_ganger = Command::Answer(Answer::Place(vec![Some(Mark::Model(ModelId(1)))]));
    assert_eq!(
        field.refused(RED, &on_a_ganger),
        "The battle waits for Blue to place the hits on Gang Fighters."
    );
    field.go(BLUE, &on_a_ganger, &[6]);
    assert!(field.is_quiet());
}

/// A-TST-3: a forced roll that turns out a one is a lucky hit, one that turns out a ten a dud; both stand.
#[test]
fn what_the_forced_roll_shows_is_what_counts() {
    let mut field = Field::new(&["work_gang", "gang_fighters"], &["gang_fighters"]);
    let (gang, enemy) = (field.red(1), field.blue(0));
    field.lay(enemy, Order::Down);
    field.order(gang, Order::Fire, &[]);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, enemy, 18)];
    // two lucky hits and two misses; again: a dud, a lucky hit
    field.go(RED, &Command::Shoot { shots }, &[1, 1, 7, 8, 10, 1]);
    let hit = field.last.iter().find(|event| matches!(event, Event::Hit { .. }));
    assert!(matches!(hit, Some(Event::Hit { hits: 1, lucky: 1, .. })), "{hit:?}");
}

/// A-TST-4: every die the rules ask for is fair.
#[test]
fn all_dice_are_fair() {
    for sides in [3_u32, 4, 5, 6, 8, 10] {
        let mut dice = Seeded::new(Seed::new([7; 32]), &format!("d{sides}"), [], 1);
        let mut counts = vec![0_u32; sides as usize];
        for _ in 0..sides * 1_000 {
            counts[dice.roll(sides).unwrap().face as usize - 1] += 1;
        }
        assert!(counts.iter().all(|count| (850..=1_150).contains(count)), "d{sides}: {counts:?}");
    }
}

/// A-TST-4, A-OVH-4: with a Fire order a shot goes astray by half the die, rounded up.
#[test]
fn half_a_ten_sided_die_is_rounded_up() {
    for (face, inches) in [(1, 1), (2, 1), (7, 4), (9, 5), (10, 5)] {
        let mut field = Field::new(&["boromite_x_launcher_team"], &["gang_fighters"]);
        let (team, enemy) = (field.red(0), field.blue(0));
        field.lay(enemy, Order::Rally);
        field.order(team, Order::Fire, &[]);
        let uses = field.way_with(team, Manner::Fire, 30, "x_launcher", "");
        let shots = vec![field.shot(uses, enemy, 30)];
        field.go(RED, &Command::Shoot { shots }, &[9]);
        // the spotter's second chance misses too
        field.answer(RED, Answer::Spot(Some(0)), &[9, face]);
        let astray = field.last.iter().find_map(|event| match event {
            Event::Astray { distance, roll, .. } => Some((*distance, roll.sides)),
            _ => None,
        });
        assert_eq!(astray, Some((Inches::whole(inches), 10)));
    }
}

/// A-TST-4, A-OVH-1: each blast has its own die.
#[test]
fn blasts_roll_the_die_that_is_printed() {
    for (unit, weapon, mode, sides) in [
        ("c3_strike_squad", "x_sling", "", 3),
        ("ai_squad", "micro_x_launcher", "overhead", 4),
        ("boromite_x_launcher_team", "x_launcher", "", 5),
        ("c3_x_howitzer_team", "x_howitzer", "", 10),
    ] {
        let range = if weapon == "x_sling" { 9 } else { 15 };
        let mut field = Field::new(&[unit], &["work_gang"]);
        let (shooter, enemy) = (field.red(0), field.blue(0));
        field.lay(enemy, Order::Rally);
        field.order(shooter, Order::Fire, &[]);
        let mut uses = field.way_with(shooter, Manner::Fire, range, weapon, mode);
        if let gatemaster_rules::antares::command::Shooters::Models(models) = &mut uses[0].by {
            models.truncate(1);
        }
        let shots = vec![field.shot(uses, enemy, range)];
        field.go(RED, &Command::Shoot { shots }, &[2, 1]);
        let blast = field.last.iter().find_map(|event| match event {
            Event::Blast { roll, .. } => Some(roll.sides),
            _ => None,
        });
        assert_eq!(blast, Some(sides), "{weapon}");
    }
}

/// A-TST-5, A-ORD-3: the captain's nine counts for all, until he falls.
#[test]
fn a_mixed_unit_tests_on_its_highest_command() {
    let mut field = Field::new(&["freeborn_command_squad"], &["gang_fighters"]);
    let squad = field.red(0);
    field.pin(squad, 1);
    let mut orphaned = Field::new(&["freeborn_command_squad"], &["gang_fighters"]);
    orphaned.pin(squad, 1);
    orphaned.unit_mut(squad).models[0].lost = true;
    assert_eq!(
        needed(&field.order(squad, Order::Advance, &[8])),
        (8, "needs 8: Command 9, 1 pin −1".into())
    );
    assert_eq!(
        needed(&orphaned.order(squad, Order::Advance, &[8])),
        (7, "needs 7: Command 8, 1 pin −1".into())
    );
    assert!(orphaned.unit(squad).is_down());
}

/// A-TST-5, A-ASL-15: lavamites without their handler have no more than their own five.
#[test]
fn lavamites_without_a_handler_test_on_five() {
    let mut field = Field::new(&["lavamites"], &["gang_fighters"]);
    let pack = field.red(0);
    field.unit_mut(pack).models[0].lost = true;
    field.pin(pack, 1);
    assert_eq!(needed(&field.order(pack, Order::Advance, &[4])).0, 4);
    assert_eq!(field.unit(pack).pins, 0);
}

/// A-TST-6, A-MOV-2, A-ASL-1: beasts sprint and assault like infantry.
#[test]
fn beasts_may_sprint_and_assault() {
    let mut field = Field::new(&["lavamites"], &["gang_fighters"]);
    let (pack, gang) = (field.red(0), field.blue(0));
    field.draw(RED);
    let orders = field.asked().2;
    assert!(orders.contains(&Command::Order(sprint(pack))));
    assert!(orders.contains(&Command::Order(assault(pack, gang))));
}

/// A-TST-6, A-REA-1, A-SHT-9: beasts go down when shot at, and are then harder to hit.
#[test]
fn beasts_go_down_and_hits_on_them_are_rolled_again() {
    let mut field = Field::new(&["gang_fighters"], &["lavamites"]);
    let (gang, pack) = (field.red(0), field.blue(0));
    field.order(gang, Order::Fire, &[]);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, pack, 18)];
    field.go(RED, &Command::Shoot { shots }, &[]);
    assert_eq!(field.asked().1, "decide whether to go down with Lavamites");
    let events = field.answer(BLUE, Answer::GoDown(true), &[5, 8, 9, 7, 9]);
    assert!(events.iter().any(|event| matches!(event, Event::HitsRerolled { .. })));
    assert_eq!(field.unit(pack).order(), Some(Order::Down));
    assert_eq!(field.unit(pack).pins, 0, "the only hit was rolled away");
}
