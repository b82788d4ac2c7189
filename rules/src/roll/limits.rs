//! What keeps a roll small and sure to end, checked before the first die.

use super::condition::Condition;
use super::expression::{Counting, Expression, Formula, Kind, Node, Pick, Pool, Select};
use super::result::Operator;
use crate::refusal::Refusal;

/// Characters in the whole text, as typed and as written back.
pub const MAX_TEXT: usize = 200;
/// Characters in a label.
pub const MAX_LABEL: usize = 80;
/// The greatest number that can be written.
pub const MAX_NUMBER: i64 = 1_000_000;
pub const MAX_SIDES: u32 = 1_000;
/// Brackets and minus signs inside one another.
pub const MAX_DEPTH: u32 = 20;
/// `20x 2d6`.
pub const MAX_TIMES: u32 = 20;
/// Rolls separated by `;`.
pub const MAX_ROLLS: usize = 10;
/// Dice written, repeats included.
pub const MAX_WRITTEN_DICE: u32 = 200;
/// Dice rolled, explosions and re-rolls included.
pub const MAX_ROLLED_DICE: u32 = 500;
/// Explosions and re-rolls that one written die can lead to.
pub const MAX_EXTRA_PER_DIE: u32 = 20;
/// No total can be further from 0; whole numbers of this size are exact in every program that reads JSON.
pub const MAX_TOTAL: i64 = 1_000_000_000_000_000;

pub(super) fn check(expression: &Expression) -> Result<(), Refusal> {
    let dice = expression.written_dice();
    if dice > MAX_WRITTEN_DICE {
        return Err(Refusal::new(format!(
            "That is {dice} dice; I roll at most {MAX_WRITTEN_DICE} at once."
        )));
    }
    for part in &expression.parts {
        let mut fault = None;
        part.formula.each_pool(&mut |pool, counting| {
            let found = endless(pool).or_else(|| torn(pool, counting)).or_else(|| crossed(pool));
            fault = fault.take().or(found);
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        Range::of_formula(&part.formula)?;
    }
    let length = expression.to_string().chars().count();
    if length > MAX_TEXT {
        return Err(Refusal::new(format!(
            "Written out in full, this roll has {length} characters; {MAX_TEXT} is the most I take."
        )));
    }
    Ok(())
}

fn meets_any(conditions: &[Condition], value: i64) -> bool {
    conditions.iter().any(|condition| condition.is_met_by(value))
}

/// A re-roll or an explosion that can never stop.
fn endless(pool: &Pool) -> Option<Refusal> {
    let mut standing =
        pool.kind.values().filter(|value| !meets_any(&pool.reroll_until, *value)).peekable();
    if standing.peek().is_none() {
        return Some(Refusal::new(format!(
            "Every face of a d{} would be rolled again, so that would never end.",
            pool.kind
        )));
    }
    let chain = !pool.explode.is_empty() && !pool.explode_once;
    (chain && standing.all(|value| meets_any(&pool.explode, value))).then(|| {
        Refusal::new(format!(
            "Every face that a d{} can end on would explode, so that would never end.",
            pool.kind
        ))
    })
}

/// A face that would be a success and a failure at once.
fn torn(pool: &Pool, counting: Option<Counting>) -> Option<Refusal> {
    let counting = counting?;
    let failure = counting.failure?;
    let highest = pool.worth(pool.kind.sides());
    // a die that compounds is judged by a sum
    let beyond = if pool.compound { highest * i64::from(MAX_EXTRA_PER_DIE) } else { 0 };
    let both = pool
        .worths()
        .chain(highest + 1..=highest + beyond)
        .find(|value| counting.success.is_met_by(*value) && failure.is_met_by(*value))?;
    Some(Refusal::new(format!(
        "A face of {both} would be a success and a failure at once, so please choose one."
    )))
}

/// More at least than at most.
fn crossed(pool: &Pool) -> Option<Refusal> {
    let (least, most) = (pool.at_least?, pool.at_most?);
    (least > most).then(|| {
        Refusal::new(format!("A die cannot be worth {least} at least and {most} at most."))
    })
}

/// Where a value can lie, never too narrow. It tells before rolling whether something could be
/// divided by 0 or grow too large.
#[derive(Clone, Copy)]
struct Range {
    low: i128,
    high: i128,
}

impl Range {
    fn new(low: i128, high: i128) -> Result<Self, Refusal> {
        if low < -i128::from(MAX_TOTAL) || high > i128::from(MAX_TOTAL) {
            return Err(too_large());
        }
        Ok(Self { low, high })
    }

    fn of_formula(formula: &Formula) -> Result<Self, Refusal> {
        match formula {
            Formula::Value(node) => Self::of(node),
            Formula::Count(pool, counting) => {
                let most = i128::from(most_lying(pool));
                Self::new(if counting.failure.is_some() { -most } else { 0 }, most)
            }
            Formula::Test(node, _) => Self::of(node).and_then(|_| Self::new(0, 1)),
        }
    }

    fn of(node: &Node) -> Result<Self, Refusal> {
        match node {
            Node::Number(number, _) => Self::new(i128::from(*number), i128::from(*number)),
            Node::Dice(pool) if pool.kind == Kind::TensAndOnes => Self::new(11, 66),
            Node::Dice(pool) => {
                let fewest = i128::from(kept(pool, pool.count));
                let most = i128::from(most_lying(pool));
                let lowest = i128::from(pool.worth(1));
                let highest = i128::from(pool.worth(pool.kind.sides()));
                let ends = [lowest * fewest, lowest * most, highest * fewest, highest * most];
                Self::new(ends.into_iter().min().unwrap_or(0), ends.into_iter().max().unwrap_or(0))
            }
            Node::Negative(node) => {
                let Self { low, high } = Self::of(node)?;
                Self::new(-high, -low)
            }
            Node::Brackets(formula, _) => Self::of_formula(formula),
            Node::Pick(pick, from, _) => {
                let mut ranges = Vec::with_capacity(from.len());
                for node in from {
                    ranges.push(Self::of(node)?);
                }
                let (lows, highs) =
                    (ranges.iter().map(|range| range.low), ranges.iter().map(|range| range.high));
                let (low, high) = match pick {
                    Pick::Highest => (lows.max(), highs.max()),
                    Pick::Lowest => (lows.min(), highs.min()),
                };
                Self::new(low.unwrap_or(0), high.unwrap_or(0))
            }
            Node::Chain(first, rest) => {
                let mut range = Self::of(first)?;
                for (operator, node) in rest {
                    let right = Self::of(node)?;
                    if *operator == Operator::Divide && right.low <= 0 && right.high >= 0 {
                        return Err(divides_by_zero(node));
                    }
                    range = range.combine(*operator, right)?;
                }
                Ok(range)
            }
        }
    }

    /// All four operations have their extremes at the ends of the ranges.
    fn combine(self, operator: Operator, right: Self) -> Result<Self, Refusal> {
        let mut ends = Vec::with_capacity(4);
        for a in [self.low, self.high] {
            for b in [right.low, right.high] {
                ends.push(operator.apply(a, b).ok_or_else(too_large)?);
            }
        }
        let low = ends.iter().copied().min().unwrap_or(0);
        let high = ends.iter().copied().max().unwrap_or(0);
        Self::new(low, high)
    }
}

/// Between what a value can lie, never too narrow.
pub(super) fn bounds(node: &Node) -> Option<(i64, i64)> {
    let range = Range::of(node).ok()?;
    Some((i64::try_from(range.low).ok()?, i64::try_from(range.high).ok()?))
}

/// How many dice can be left on the table after keep and drop.
fn most_lying(pool: &Pool) -> u32 {
    let with_all_it_brings = |dice: u32| {
        if pool.explode.is_empty() {
            dice
        } else {
            dice.saturating_mul(1 + MAX_EXTRA_PER_DIE).min(MAX_ROLLED_DICE)
        }
    };
    if pool.compound {
        // a die is kept or dropped together with all that it brought
        with_all_it_brings(kept(pool, pool.count))
    } else {
        kept(pool, with_all_it_brings(pool.count))
    }
}

/// How many of so many dice are left after keep and drop.
pub(super) fn kept(pool: &Pool, dice: u32) -> u32 {
    pool.select.iter().fold(dice, |left, select| match select {
        Select::KeepHighest(n) | Select::KeepLowest(n) => left.min(*n),
        Select::DropHighest(n) | Select::DropLowest(n) => left.saturating_sub(*n),
    })
}

pub(super) fn too_large() -> Refusal {
    Refusal::new(
        "That could grow beyond a thousand million million, which is more than I reckon with.",
    )
}

fn divides_by_zero(divisor: &Node) -> Refusal {
    match divisor {
        Node::Number(..) => Refusal::new("Nothing can be divided by 0."),
        _ => Refusal::new("What you divide by can come out as 0, and nothing can be divided by 0."),
    }
}
