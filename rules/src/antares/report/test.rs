//! Tests on one die: orders, recoveries, breaks, breath and terrain.

use super::super::command::Nerve;
use super::super::event::{Test, TestKind, TestResult};
use super::super::order::Order;
use super::super::profile::ModelRule;
use super::super::reason::Reason;
use super::Teller;
use super::words::needs;
use crate::check::Check;

impl Teller {
    pub(super) fn tested(&mut self, test: &Test) {
        if let TestKind::Obstacle(name) | TestKind::Difficult(name) = &test.what {
            self.terrain_tested.push(name.clone());
        }
        let who = self.who(test.unit);
        let (whose, it, face) = (who.whose(), who.it(), test.roll.face);
        let needs = needs(&test.check);
        let help = self.help(test.nerve, &test.check);
        let line = match &test.what {
            TestKind::Order(order) => {
                let rally = if *order == Order::Rally { ", pins or not" } else { "" };
                let result = match test.result {
                    TestResult::Bonus => "passed with flying colours",
                    TestResult::Pass => "passed",
                    TestResult::Fail => "failed",
                    TestResult::Penalty => "failed outright",
                };
                format!("{whose} order test {needs}{help}{rally}: {face}, {result}.")
            }
            TestKind::Recovery => {
                let (springs, stays) = (who.does("springs", "spring"), who.does("stays", "stay"));
                let result = match test.result {
                    TestResult::Bonus => format!("{it} {springs} up"),
                    TestResult::Pass => format!("{it} {} up again", who.is()),
                    TestResult::Penalty if self.pins_of(test.unit) > 0 => {
                        format!("{it} {stays} down with all {} pins", who.its())
                    }
                    TestResult::Fail | TestResult::Penalty => format!("{it} {stays} down"),
                };
                format!("{whose} recovery test {needs}{help}: {face}, {result}.")
            }
            TestKind::Break(_) => {
                let holds = who.does("holds", "hold");
                let result = match test.result {
                    TestResult::Bonus => {
                        format!("{it} {holds} and {} heart", who.does("takes", "take"))
                    }
                    TestResult::Pass => format!("{it} {holds}"),
                    TestResult::Fail | TestResult::Penalty => "failed".into(),
                };
                format!("{whose} break test {needs}{help}: {face}, {result}.")
            }
            TestKind::Exhaustion => {
                let result = match test.result {
                    TestResult::Bonus => "with breath for more",
                    TestResult::Pass => "still fresh",
                    TestResult::Fail => "out of breath",
                    TestResult::Penalty => "utterly spent",
                };
                format!("{whose} test for exhaustion {needs}: {face}, {result}.")
            }
            TestKind::Obstacle(name) => {
                let result = match test.result {
                    TestResult::Bonus => "across, through a gap that others may use",
                    TestResult::Pass => "across",
                    TestResult::Fail => "no way over",
                    TestResult::Penalty => "no way over, and a bad stumble",
                };
                format!("{whose} way over {name} {needs}: {face}, {result}.")
            }
            TestKind::Difficult(name) => {
                let large =
                    self.state.unit(test.unit).is_some_and(|unit| unit.any(ModelRule::Large));
                let result = match (test.result, large) {
                    (TestResult::Bonus, false) => "on a path that stays open",
                    (TestResult::Bonus, true) | (TestResult::Pass, false) => "no trouble",
                    (TestResult::Pass, true) | (TestResult::Fail, false) => "slow going",
                    (TestResult::Fail, true) | (TestResult::Penalty, false) => "stuck",
                    (TestResult::Penalty, true) => "stuck fast",
                };
                format!("{whose} way through {name} {needs}: {face}, {result}.")
            }
        };
        self.say(line);
        self.just_tested = Some(test.unit);
    }

    /// Whose word helped, if it did.
    fn help(&self, nerve: Nerve, check: &Check<Reason>) -> String {
        let helped = check.base().reason == Reason::CommandersCommand;
        nerve
            .commander
            .filter(|_| helped)
            .map_or_else(String::new, |unit| format!(" with the help of {}", self.who(unit)))
    }
}
