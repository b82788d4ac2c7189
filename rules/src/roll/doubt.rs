//! Rolls that are good notation and hardly what somebody meant: counted dice that can never succeed, dice that are all dropped.

use super::condition::{Compare, Condition, signed};
use super::expression::{Counting, Expression, Formula, Kind, Node, Part, Pool, Select};
use super::limits::{MAX_SIDES, bounds, kept};
use super::result::Operator;
use super::words::in_total;

/// Why a roll is hardly meant as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub sentence: String,
    /// What was probably meant, the likeliest first; empty if nothing comes to mind.
    pub instead: Vec<Expression>,
}

impl Expression {
    /// The first thing about this roll that was hardly meant so.
    pub fn doubt(&self) -> Option<Doubt> {
        self.parts.iter().enumerate().find_map(|(at, part)| {
            let (sentence, meant) = doubtful(&part.formula)?;
            let instead = meant.into_iter().filter_map(|formula| {
                let mut parts = self.parts.clone();
                parts[at] = Part { times: part.times, formula };
                Self::checked(parts, self.label.clone()).ok()
            });
            Some(Doubt { sentence, instead: instead.collect() })
        })
    }
}

/// What is odd about a formula, and the formulas that may have been meant.
fn doubtful(formula: &Formula) -> Option<(String, Vec<Formula>)> {
    match formula {
        Formula::Count(pool, counting) => counted(pool, *counting),
        Formula::Test(node, needed) => tested(node, *needed),
        Formula::Value(Node::Dice(pool)) => all_dropped(pool),
        Formula::Value(_) => None,
    }
}

fn counted(pool: &Pool, counting: Counting) -> Option<(String, Vec<Formula>)> {
    // what a compounding die can come to has no limit worth speaking of
    if pool.compound {
        return None;
    }
    let needed = counting.success;
    let succeeds = pool.worths().filter(|worth| needed.is_met_by(*worth)).count();
    let never = succeeds == 0;
    let always = succeeds == pool.kind.sides() as usize && counting.failure.is_none();
    let mut meant = Vec::new();
    let upwards = matches!(needed.compare, Compare::AtLeast | Compare::MoreThan);
    if never && upwards && !pool.explode.is_empty() {
        meant.push(Formula::Count(Pool { compound: true, ..pool.clone() }, counting));
    }
    let total = Node::Dice(pool.clone());
    if is_open(&total, needed) {
        meant.push(in_total(total, needed));
    }
    let die = format!("d{}", pool.kind);
    let formula = Formula::Count(nameless(pool), counting);
    if never {
        let why = format!("No {die} shows {}, so `{formula}` can never succeed.", needed.words());
        return Some((why, meant));
    }
    (always && !meant.is_empty()).then(|| {
        let why = format!(
            "Every face of a {die} is {}, so every die of `{formula}` succeeds.",
            needed.words()
        );
        (why, meant)
    })
}

/// A total that cannot be reached is still a roll that people make; it is only said.
fn tested(node: &Node, needed: Condition) -> Option<(String, Vec<Formula>)> {
    let (low, high) = bounds(node)?;
    let never = match needed.compare {
        Compare::AtLeast | Compare::MoreThan => !needed.is_met_by(high),
        Compare::AtMost | Compare::LessThan => !needed.is_met_by(low),
        Compare::Exactly => !(low..=high).contains(&needed.number),
    };
    never.then(|| {
        let (low, high) = (signed(low), signed(high));
        let why = format!(
            "It comes to {low} at least and {high} at most, so `{needed}` can never succeed."
        );
        (why, Vec::new())
    })
}

/// `2d6d6`: somebody forgot a plus.
fn all_dropped(pool: &Pool) -> Option<(String, Vec<Formula>)> {
    if pool.kind == Kind::TensAndOnes || kept(pool, pool.count) > 0 || !pool.explode.is_empty() {
        return None;
    }
    let sides = pool.select.iter().find_map(|select| match select {
        Select::DropLowest(n) if (2..=MAX_SIDES).contains(n) => Some(*n),
        Select::KeepHighest(_)
        | Select::KeepLowest(_)
        | Select::DropHighest(_)
        | Select::DropLowest(_) => None,
    });
    let meant = sides.map(|sides| {
        let first = Node::Dice(Pool { select: Vec::new(), ..pool.clone() });
        let second = Node::Dice(Pool::new(1, Kind::Sides(sides)));
        Formula::Value(Node::Chain(Box::new(first), vec![(Operator::Add, second)]))
    });
    let formula = Node::Dice(nameless(pool));
    Some((format!("`{formula}` drops every die that it rolls."), meant.into_iter().collect()))
}

/// A name may hold signs that do not belong in a sentence of ours.
fn nameless(pool: &Pool) -> Pool {
    Pool { label: None, ..pool.clone() }
}

/// Whether a total can come out either way.
fn is_open(node: &Node, needed: Condition) -> bool {
    let Some((low, high)) = bounds(node) else { return false };
    match needed.compare {
        Compare::Exactly => low < high && (low..=high).contains(&needed.number),
        Compare::AtLeast | Compare::MoreThan | Compare::AtMost | Compare::LessThan => {
            needed.is_met_by(low) != needed.is_met_by(high)
        }
    }
}
