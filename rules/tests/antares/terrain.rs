//! Obstacles and difficult terrain: A-MOV-4 to A-MOV-8, A-MOV-11.

use std::sync::Arc;

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Charge, Command, Feature};
use gatemaster_rules::antares::event::{Pace, PinCause, TestKind, TestResult};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::ModelRule;
use gatemaster_rules::antares::state::Condition;

use crate::antares::drill::{
    across, assault, end_turn, last_order, moved, restart, sprint, tests, wall, wood,
};
use crate::antares::field::{BLUE, Field, RED};
use crate::antares::moving::{go, pinned, with};

fn defended_wall() -> Feature {
    Feature::Obstacle { name: "the wall".into(), defended: true }
}

/// A-MOV-4: an advance crosses freely; each result of a run.
#[test]
fn a_wall_stops_runners() {
    let (mut field, id) = with("gang_fighters");
    let events = go(&mut field, id, Order::Advance, &[wall()], &[]);
    assert_eq!(moved(&events), (Pace::Advance, Inches::whole(5), false));

    for (face, halted, pins, gap) in
        [(4, false, 0, false), (5, true, 0, false), (10, true, 1, false), (1, false, 0, true)]
    {
        let (mut field, id) = with("gang_fighters");
        let events = go(&mut field, id, Order::Run, &[wall()], &[face]);
        assert_eq!(tests(&events)[0].0, TestKind::Obstacle("the wall".into()));
        assert_eq!(moved(&events).2, halted, "{face}");
        assert_eq!(field.unit(id).pins, pins);
        assert_eq!(field.state.gaps.contains(&"the wall".to_owned()), gap);
    }
}

/// A-MOV-4, A-MOV-3: a sprint meets the wall like a run, and who was halted there is tired all the same.
#[test]
fn a_sprint_that_ends_at_the_wall_still_exhausts() {
    let (mut field, id) = with("gang_fighters");
    field.give(&sprint(id), &[]);
    let events = field.go(RED, &across(&[wall()]), &[10, 9]);
    assert_eq!(pinned(&events), [(1, PinCause::Obstacle), (1, PinCause::Exhausted)]);
    assert!(moved(&events).2);
}

/// A-MOV-4, A-MOV-5: the gap one unit finds is there for all, friend or enemy, heavy team or crawler, at a run.
#[test]
fn a_gap_once_found_is_open_to_everybody() {
    let mut field = Field::new(
        &["gang_fighters", "boromite_heavy_frag_borer_team"],
        &["ghar_command_crawler", "work_gang"],
    );
    let (gang, team, crawler) = (field.red(0), field.red(1), field.blue(0));
    go(&mut field, gang, Order::Run, &[wall()], &[1]);
    assert!(field.last.contains(&Event::GapFound { name: "the wall".into() }));
    restart(&mut field);
    let events = go(&mut field, team, Order::Run, &[wall()], &[]);
    assert_eq!(moved(&events), (Pace::Run, Inches::whole(5), false));
    field.order(crawler, Order::Run, &[]);
    let events = field.go(BLUE, &across(&[wall()]), &[]);
    assert_eq!((tests(&events), moved(&events).2), (Vec::new(), false));
    field.order(crawler, Order::Run, &[]);
    let hedge = Feature::Obstacle { name: "the hedge".into(), defended: false };
    assert_eq!(
        field.refused(BLUE, &across(&[hedge])),
        "Ghar Command Crawler cannot cross the hedge at a run; it needs an Advance, or a gap."
    );
}

/// A-MOV-5: heavy teams and crawlers test at an advance, with the results of a run, and never cross at a run.
#[test]
fn heavy_teams_and_crawlers_are_clumsy_at_obstacles() {
    for (unit, ag) in [("c3_x_howitzer_team", 5), ("ghar_command_crawler", 5)] {
        for (face, halted, pins) in [(ag, false, 0), (ag + 1, true, 0), (10, true, 1)] {
            let (mut field, id) = with(unit);
            let events = go(&mut field, id, Order::Advance, &[wall()], &[face]);
            assert_eq!(moved(&events).2, halted);
            assert_eq!(field.unit(id).pins, pins);
        }
        let (mut field, id) = with(unit);
        field.order(id, Order::Run, &[]);
        let name = field.unit(id).name.clone();
        for feature in [wall(), defended_wall()] {
            assert_eq!(
                field.refused(RED, &across(&[feature])),
                format!("{name} cannot cross the wall at a run; it needs an Advance, or a gap.")
            );
        }
    }
}

/// A-MOV-5, A-SHT-15: a light team is not clumsy, nor is a crew whose heavy weapon is gone; other vehicles hover.
#[test]
fn light_teams_lost_guns_and_skimmers_are_not_clumsy() {
    for unit in ["boromite_x_launcher_team", "striker_attack_skimmer"] {
        let (mut field, id) = with(unit);
        assert_eq!(tests(&go(&mut field, id, Order::Advance, &[wall()], &[])), []);
    }
    let (mut field, id) = with("c3_x_howitzer_team");
    field.unit_mut(id).gun.as_mut().unwrap().condition = Condition::Destroyed;
    let events = go(&mut field, id, Order::Run, &[wall()], &[5]);
    assert!(!moved(&events).2);
}

/// A-MOV-3, A-MOV-11: the inches after a one are a move like any other; the wall halts it, and the pin is due all the same.
#[test]
fn the_last_inches_of_a_sprint_are_tested_too() {
    for (face, halted) in [(4, false), (5, true)] {
        let (mut field, id) = with("gang_fighters");
        field.give(&sprint(id), &[]);
        field.go(RED, &across(&[]), &[1]);
        let further = Answer::BonusMove { take: true, features: vec![wall()], contact: false };
        let events = field.answer(RED, further, &[face]);
        assert_eq!(moved(&events), (Pace::Bonus, Inches::whole(4), halted));
        assert_eq!(field.unit(id).pins, 1);
        assert!(field.is_quiet());
    }
}

/// A-MOV-6: over the wall it has defended a unit runs without a test; a heavy team still tests at its advance.
#[test]
fn who_defended_a_wall_knows_how_to_leave_it() {
    let (mut field, id) = with("gang_fighters");
    let events = go(&mut field, id, Order::Run, &[defended_wall()], &[]);
    assert_eq!(moved(&events), (Pace::Run, Inches::whole(10), false));

    let (mut field, id) = with("c3_x_howitzer_team");
    let events = go(&mut field, id, Order::Advance, &[defended_wall()], &[6]);
    assert!(moved(&events).2);
}

/// A-MOV-7: every result in difficult terrain.
#[test]
fn difficult_terrain_slows_or_stops() {
    for (face, inches, halted) in [(4, 10, false), (5, 5, false), (10, 10, true), (1, 10, false)] {
        let (mut field, id) = with("gang_fighters");
        let events = go(&mut field, id, Order::Run, &[wood()], &[face]);
        assert_eq!(tests(&events)[0].0, TestKind::Difficult("the wood".into()));
        assert_eq!(moved(&events), (Pace::Run, Inches::whole(inches), halted), "{face}");
        assert_eq!(pinned(&events), []);
    }
}

/// A-MOV-7: half of a standard advance is two and a half inches.
#[test]
fn half_pace_is_half_of_the_move() {
    let (mut field, id) = with("gang_fighters");
    let events = go(&mut field, id, Order::Advance, &[wood()], &[5]);
    assert_eq!(moved(&events).1.to_string(), "2½″");
}

/// A-MOV-7, A-MOV-11: a path found is good as long as the unit stays in that wood, in later turns too, and no longer.
#[test]
fn a_path_lasts_as_long_as_the_unit_stays_in_the_wood() {
    let (mut field, id) = with("gang_fighters");
    go(&mut field, id, Order::Run, &[wood()], &[1]);
    assert!(field.last.contains(&Event::PathFound { unit: id, name: "the wood".into() }));
    let workers = field.red(1);
    let events = go(&mut field, workers, Order::Run, &[wood()], &[2]);
    assert_eq!(tests(&events).len(), 1, "the path is the gang's alone");
    let next_turn = |field: &mut Field| {
        let enemy = field.blue(0);
        last_order(field, enemy, Order::Rally);
        end_turn(field, &[]);
    };
    next_turn(&mut field);
    restart(&mut field);
    assert_eq!(tests(&go(&mut field, id, Order::Run, &[wood()], &[])), []);
    next_turn(&mut field);
    let events = go(&mut field, id, Order::Run, &[], &[]);
    assert!(events.contains(&Event::PathLeft { unit: id, name: "the wood".into() }));
    next_turn(&mut field);
    let events = go(&mut field, id, Order::Run, &[wood()], &[4]);
    assert_eq!(tests(&events).len(), 1);
}

/// A-MOV-8: large units fare worse; a one is free, but no path.
#[test]
fn large_units_fare_worse_in_difficult_terrain() {
    for (face, inches, halted, pins) in
        [(5, 10, false, 0), (1, 20, false, 0), (6, 20, true, 0), (10, 20, true, 1)]
    {
        let (mut field, id) = with("skyraider_squad");
        let events = go(&mut field, id, Order::Run, &[wood()], &[face]);
        assert_eq!(moved(&events), (Pace::Run, Inches::whole(inches), halted), "{face}");
        assert_eq!(field.unit(id).pins, pins);
        assert_eq!(field.unit(id).paths, [""; 0]);
    }
}

/// A-MOV-8: one large model is enough, and only while it lives.
#[test]
fn one_large_model_slows_the_whole_unit() {
    for (lost, inches) in [(false, 5), (true, 10)] {
        let (mut field, id) = with("gang_fighters");
        Arc::make_mut(&mut field.unit_mut(id).profile).troops[0].rules.push(ModelRule::Large);
        field.unit_mut(id).models[0].lost = lost;
        let events = go(&mut field, id, Order::Run, &[wood()], &[4]);
        assert_eq!(moved(&events).1, Inches::whole(inches));
    }
}

/// A-MOV-4, A-MOV-7: a wood and a wall on one way; a halt in the wood never reaches the wall.
#[test]
fn a_way_may_cross_several_features() {
    let (mut field, id) = with("gang_fighters");
    let events = go(&mut field, id, Order::Run, &[wood(), wall()], &[5, 4]);
    assert_eq!(moved(&events), (Pace::Run, Inches::whole(5), false), "slowed, not stopped");
    let (mut field, id) = with("gang_fighters");
    let events = go(&mut field, id, Order::Run, &[wood(), wall()], &[10]);
    assert_eq!(tests(&events).len(), 1);
    assert!(moved(&events).2);
}

/// A-MOV-4, A-MOV-7: features have names that people can read, and not too many of them.
#[test]
fn terrain_needs_a_readable_name() {
    let (mut field, id) = with("gang_fighters");
    field.order(id, Order::Run, &[]);
    let named = |name: &str| across(&[Feature::Difficult { name: name.into() }]);
    for odd in ["", "  ", " the wood", "a\nb", &"x".repeat(41)] {
        assert_eq!(
            field.refused(RED, &named(odd)),
            "Terrain needs a name of at most 40 plain characters."
        );
    }
    assert_eq!(field.refused(RED, &across(&vec![wood(); 9])), "A move crosses at most 8 features.");
    field.go(RED, &named(&"x".repeat(40)), &[4]);
}

/// A-MOV-11, A-ASL-16: a charge through the wood is tested; halted, it reaches nobody.
#[test]
fn a_charge_is_tested_in_difficult_terrain() {
    let (mut field, id) = with("gang_fighters");
    let enemy = field.blue(0);
    field.give(&assault(id, enemy), &[]);
    let charge = Charge { features: vec![wood()], contact: true, ..Charge::default() };
    let events = field.go(RED, &Command::Charge(charge.clone()), &[10]);
    assert_eq!(tests(&events)[0], (TestKind::Difficult("the wood".into()), 4, TestResult::Penalty));
    assert!(events.contains(&Event::Charged { unit: id, at: enemy, contact: false }));
    assert!(field.is_quiet());

    let (mut field, id) = with("gang_fighters");
    field.give(&assault(id, enemy), &[]);
    field.go(RED, &Command::Charge(charge), &[5]);
    assert_eq!(field.asked().1, "say whether the charge of Gang Fighters still reached the enemy");
    restart(&mut field);
    assert!(field.refused(BLUE, &Command::Answer(Answer::Contact(true))).contains("waits for Red"));
    let events = field.answer(RED, Answer::Contact(false), &[]);
    assert!(events.contains(&Event::Charged { unit: id, at: enemy, contact: false }));
}
