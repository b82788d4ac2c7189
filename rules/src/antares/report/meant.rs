//! What a result means: the consequence of each test, and the rows of the damage charts.

use super::super::event::{Chart, Test, TestKind, TestResult};
use super::super::flow::BreakCause;
use super::super::order::Order;
use super::super::profile::ModelRule;
use super::super::reason::Reason;
use super::super::state::{State, Unit};
use super::super::strike::{DamagePins, damage};
use super::words::pins;
use crate::text::count;

/// One sentence on what comes of a test.
pub fn of_test(state: &State, test: &Test) -> String {
    let large = state.unit(test.unit).is_some_and(|unit| unit.any(ModelRule::Large));
    let shattered = state.unit(test.unit).is_some_and(Unit::has_lost_more_than_half);
    let pinned = state.unit(test.unit).is_some_and(|unit| unit.pins > 0);
    let grafted = test.check.base().reason == Reason::SomaGraft;
    let means = match &test.what {
        TestKind::Order(_) if grafted && !test.result.passed() => {
            "from now on a die chooses this order and every other"
        }
        TestKind::Order(Order::Rally) => match test.result {
            TestResult::Bonus => "a D6 of pins and two more come off",
            TestResult::Pass => "a D6 of pins and one more come off",
            TestResult::Fail => "one pin comes off, and the unit goes down instead",
            TestResult::Penalty => "the unit goes down instead and keeps its pins",
        },
        TestKind::Order(_) => match test.result {
            TestResult::Bonus => "two pins come off, and the order is carried out",
            TestResult::Pass => "one pin comes off, and the order is carried out",
            TestResult::Fail => "one pin comes off, and the unit goes down instead",
            TestResult::Penalty => "the unit goes down instead and keeps its pins",
        },
        TestKind::Recovery if !pinned && test.result.passed() => "the die goes back into the bag",
        TestKind::Recovery if !pinned => "the unit stays down for the next turn",
        TestKind::Recovery => match test.result {
            TestResult::Bonus => "two pins come off, and the die goes back into the bag",
            TestResult::Pass => "one pin comes off, and the die goes back into the bag",
            TestResult::Fail => "one pin comes off, but the unit stays down for the next turn",
            TestResult::Penalty => "the unit stays down for the next turn and keeps its pins",
        },
        TestKind::Break(cause) => of_break(*cause, test.result, shattered),
        TestKind::Exhaustion => match test.result {
            TestResult::Bonus => "it may go on by its Ag in inches, for a pin",
            TestResult::Pass => "nothing more comes of it",
            TestResult::Fail => "one pin",
            TestResult::Penalty => "two pins",
        },
        TestKind::Obstacle(_) => match test.result {
            TestResult::Bonus => "it is across, through a gap that everybody may use from now on",
            TestResult::Pass => "it is across",
            TestResult::Fail => "it stops at the obstacle",
            TestResult::Penalty => "it stops at the obstacle and takes a pin",
        },
        TestKind::Difficult(_) => match (test.result, large) {
            (TestResult::Bonus, true) | (TestResult::Pass, false) => "it goes on freely",
            (TestResult::Bonus, false) => {
                "it goes on freely, and without tests while it stays in it"
            }
            (TestResult::Pass, true) => "as it has Large models, it goes on at half pace",
            (TestResult::Fail, false) => "it goes on at half pace",
            (TestResult::Fail, true) => "as it has Large models, it stops",
            (TestResult::Penalty, false) => "it stops",
            (TestResult::Penalty, true) => "as it has Large models, it stops and takes a pin",
        },
    };
    let result = match test.result {
        TestResult::Bonus => "A 1 always passes",
        TestResult::Pass => "That passes",
        TestResult::Fail => "That fails",
        TestResult::Penalty => "A 10 always fails",
    };
    format!("{result}: {means}.")
}

fn of_break(cause: BreakCause, result: TestResult, shattered: bool) -> &'static str {
    match (cause, result) {
        (BreakCause::Shot | BreakCause::Defeat, TestResult::Bonus) => {
            "the unit holds, and a pin comes off"
        }
        (BreakCause::Shot | BreakCause::Defeat, TestResult::Pass) => "the unit holds",
        (BreakCause::Chart, TestResult::Bonus) => {
            "the unit is not destroyed but goes down, and a pin comes off"
        }
        (BreakCause::Chart, TestResult::Pass) => "the unit is not destroyed but goes down",
        (BreakCause::Shot, TestResult::Fail) if shattered => {
            "more than half of the unit is lost, so it is destroyed"
        }
        (BreakCause::Shot, TestResult::Fail) => {
            "no more than half of the unit is lost, so it goes down, or takes a pin if it is down"
        }
        (BreakCause::Defeat, TestResult::Fail) => "after a lost fight the unit is destroyed",
        (BreakCause::Chart, TestResult::Fail)
        | (BreakCause::Shot | BreakCause::Defeat | BreakCause::Chart, TestResult::Penalty) => {
            "the unit is destroyed"
        }
    }
}

/// Why a break test is due, in the numbers of the moment.
pub fn due(state: &State, test: &Test) -> Option<String> {
    let TestKind::Break(cause) = &test.what else { return None };
    let unit = state.unit(test.unit)?;
    Some(match cause {
        BreakCause::Shot => format!(
            "It is due with {} on {} and {} of {} lost.",
            pins(unit.pins),
            count(unit.alive(), "model", "models"),
            unit.has_lost(),
            unit.started_with()
        ),
        BreakCause::Chart => "It is due because the damage chart says so.".into(),
        BreakCause::Defeat => "It is due because the fight is lost.".into(),
    })
}

/// "Row 7 of the vehicle chart: a D3 of pins, Down, immobilised, an order die lost if it is a MOD unit."
pub fn of_chart(chart: Chart, row: u8) -> String {
    let effect = damage(chart, row);
    let name = match chart {
        Chart::WeaponDrone => "weapon drone chart",
        Chart::Vehicle => "vehicle chart",
        Chart::HeavyWeapon => "heavy weapon chart",
    };
    let mut parts: Vec<String> = Vec::new();
    match effect.pins {
        DamagePins::None => {}
        DamagePins::One => parts.push("1 pin".into()),
        DamagePins::Die(sides) => parts.push(format!("a D{sides} of pins")),
    }
    let effects = [
        (effect.down, "Down"),
        (effect.immobilised, "immobilised"),
        (effect.malfunction, "a weapon lost"),
        (effect.loses_die, "an order die lost if it is a MOD unit"),
        (effect.break_test, "a break test (failed it is destroyed, passed it goes Down)"),
        (effect.destroyed, "destroyed"),
    ];
    parts.extend(effects.iter().filter(|(is, _)| *is).map(|(_, what)| (*what).to_owned()));
    if parts.is_empty() {
        parts.push("no effect".into());
    }
    format!("Row {row} of the {name}: {}.", parts.join(", "))
}
