//! Rolling an expression with the dice it is given.

use super::condition::Condition;
use super::expression::{Counting, Expression, Formula, Kind, Node, Pick, Pool, Select};
use super::limits::{MAX_EXTRA_PER_DIE, MAX_ROLLED_DICE, too_large};
use super::result::{
    Answer, Die, Fate, Note, Operator, Outcome, Piece, Rolled, RolledPool, Series,
};
use crate::dice::{Dice, DiceFault};
use crate::refusal::Refusal;

impl Expression {
    /// Rolls it. The dice are asked for in reading order; see the [module](super) for re-rolls and
    /// explosions. Only the dice can refuse: typed faces that run out or do not fit.
    pub fn roll(&self, dice: &mut dyn Dice) -> Result<Rolled, Refusal> {
        let extra = MAX_ROLLED_DICE.saturating_sub(self.written_dice());
        let mut hand = Hand { dice, extra, pieces: Vec::new(), notes: Vec::new() };
        let mut series = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let mut answers = Vec::new();
            for _ in 0..part.times {
                let outcome = hand.outcome(&part.formula)?;
                let pieces = std::mem::take(&mut hand.pieces);
                let notes = std::mem::take(&mut hand.notes);
                answers.push(Answer { outcome, pieces, notes });
            }
            series.push(Series { answers });
        }
        let notation = self.clone().without_label().to_string();
        Ok(Rolled { notation, label: self.label.clone(), series })
    }
}

/// What a value is made of, which decides whether the answer is a total or successes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// Numbers only; they take the unit of what they are added to.
    Bare,
    Successes,
    Points,
}

impl Unit {
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Points, _) | (_, Self::Points) => Self::Points,
            (Self::Successes, _) | (_, Self::Successes) => Self::Successes,
            (Self::Bare, Self::Bare) => Self::Bare,
        }
    }
}

struct Hand<'a> {
    dice: &'a mut dyn Dice,
    /// Dice left for explosions and re-rolls of the whole roll.
    extra: u32,
    pieces: Vec<Piece>,
    notes: Vec<Note>,
}

impl Hand<'_> {
    fn outcome(&mut self, formula: &Formula) -> Result<Outcome, Refusal> {
        let (value, unit) = self.formula(formula)?;
        Ok(match self.pieces.last() {
            Some(Piece::Test { needed, total, passed }) => {
                Outcome::Verdict { total: *total, passed: *passed, by: needed.margin(*total) }
            }
            _ if unit == Unit::Successes => Outcome::Successes(value),
            _ => Outcome::Total(value),
        })
    }

    fn formula(&mut self, formula: &Formula) -> Result<(i64, Unit), Refusal> {
        match formula {
            Formula::Value(node) => self.node(node),
            Formula::Count(pool, counting) => {
                Ok((self.pool(pool, Some(*counting))?, Unit::Successes))
            }
            Formula::Test(node, needed) => {
                let (total, _) = self.node(node)?;
                let passed = needed.is_met_by(total);
                self.pieces.push(Piece::Test { needed: *needed, total, passed });
                Ok((i64::from(passed), Unit::Successes))
            }
        }
    }

    fn node(&mut self, node: &Node) -> Result<(i64, Unit), Refusal> {
        match node {
            Node::Number(value, label) => {
                self.pieces.push(Piece::Number { value: *value, label: label.clone() });
                Ok((*value, Unit::Bare))
            }
            Node::Dice(pool) => Ok((self.pool(pool, None)?, Unit::Points)),
            Node::Negative(node) => {
                self.pieces.push(Piece::Negative);
                let (value, unit) = self.node(node)?;
                Ok((value.checked_neg().ok_or_else(too_large)?, unit))
            }
            Node::Brackets(formula, label) => {
                self.pieces.push(Piece::Open);
                let answer = self.formula(formula)?;
                self.pieces.push(Piece::Close { label: label.clone() });
                Ok(answer)
            }
            Node::Pick(pick, from, label) => {
                self.pieces.push(Piece::Pick(*pick));
                let mut best: Option<(i64, Unit)> = None;
                for (i, node) in from.iter().enumerate() {
                    if i > 0 {
                        self.pieces.push(Piece::Comma);
                    }
                    let (value, unit) = self.node(node)?;
                    best = Some(match best {
                        None => (value, unit),
                        Some((other, units)) => {
                            let best = match pick {
                                Pick::Highest => other.max(value),
                                Pick::Lowest => other.min(value),
                            };
                            (best, units.with(unit))
                        }
                    });
                }
                self.pieces.push(Piece::Close { label: label.clone() });
                Ok(best.unwrap_or((0, Unit::Bare)))
            }
            Node::Chain(first, rest) => {
                let (mut value, mut unit) = self.node(first)?;
                for (operator, node) in rest {
                    self.pieces.push(Piece::Operator(*operator));
                    let (right, other) = self.node(node)?;
                    value = reckon(*operator, value, right)?;
                    unit = unit.with(other);
                }
                Ok((value, unit))
            }
        }
    }

    fn pool(&mut self, pool: &Pool, counting: Option<Counting>) -> Result<i64, Refusal> {
        let mut dice = Vec::new();
        for _ in 0..pool.written() {
            self.written_die(pool, &mut dice)?;
        }
        let units = units(pool, &dice);
        for select in &pool.select {
            leave_out(*select, &units, &mut dice);
        }
        if let Some(counting) = counting {
            judge(counting, &units, &mut dice);
        }
        let value = match pool.kind {
            Kind::Sides(_) | Kind::Percent | Kind::Fudge => worth(&dice),
            Kind::TensAndOnes => dice.iter().fold(0, |number, die| number * 10 + die.value),
        };
        self.pieces.push(Piece::Dice(RolledPool { pool: pool.clone(), counting, dice, value }));
        Ok(value)
    }

    /// One die as written, with everything it leads to.
    fn written_die(&mut self, pool: &Pool, dice: &mut Vec<Die>) -> Result<(), Refusal> {
        let mut left = MAX_EXTRA_PER_DIE;
        let mut may_explode = true;
        loop {
            let mut die = self.standing_die(pool, &mut left, dice)?;
            let shows = pool.kind.value(die.roll.face);
            die.exploded = may_explode && any(&pool.explode, shows) && self.take_extra(&mut left);
            may_explode = !pool.explode_once;
            dice.push(die);
            if !die.exploded {
                return Ok(());
            }
        }
    }

    /// A die after its re-rolls; those that were rolled away are put down on the way.
    fn standing_die(
        &mut self,
        pool: &Pool,
        left: &mut u32,
        dice: &mut Vec<Die>,
    ) -> Result<Die, DiceFault> {
        let mut die = self.die(pool)?;
        let shows = |die: Die| pool.kind.value(die.roll.face);
        if any(&pool.reroll_once, shows(die)) && self.take_extra(left) {
            dice.push(Die { fate: Fate::Rerolled, ..die });
            die = self.die(pool)?;
        }
        while any(&pool.reroll_until, shows(die)) && self.take_extra(left) {
            dice.push(Die { fate: Fate::Rerolled, ..die });
            die = self.die(pool)?;
        }
        Ok(die)
    }

    fn die(&mut self, pool: &Pool) -> Result<Die, DiceFault> {
        let roll = self.dice.roll(pool.kind.sides())?;
        let value = pool.worth(roll.face);
        Ok(Die { roll, value, fate: Fate::Counted, exploded: false })
    }

    /// Takes one die from what is left for this die and for the whole roll, or notes why there is none.
    fn take_extra(&mut self, left: &mut u32) -> bool {
        let note = if *left == 0 {
            Note::DieStopped
        } else if self.extra == 0 {
            Note::RollStopped
        } else {
            *left -= 1;
            self.extra -= 1;
            return true;
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        false
    }
}

fn any(conditions: &[Condition], value: i64) -> bool {
    conditions.iter().any(|condition| condition.is_met_by(value))
}

fn reckon(operator: Operator, a: i64, b: i64) -> Result<i64, Refusal> {
    let answer = operator.apply(i128::from(a), i128::from(b));
    answer.and_then(|answer| i64::try_from(answer).ok()).ok_or_else(too_large)
}

/// Which dice are kept, dropped and judged as one: a compounding die with all that it brought, else every die by itself. Dice
/// that were rolled again belong to none.
pub(super) fn units(pool: &Pool, dice: &[Die]) -> Vec<Vec<usize>> {
    let mut units = Vec::new();
    let mut unit = Vec::new();
    for (i, die) in dice.iter().enumerate() {
        if die.fate == Fate::Rerolled {
            continue;
        }
        unit.push(i);
        if !(pool.compound && die.exploded) {
            units.push(std::mem::take(&mut unit));
        }
    }
    units
}

/// Keep and drop. Of equal dice, the one rolled first stays.
fn leave_out(select: Select, units: &[Vec<usize>], dice: &mut [Die]) {
    let sum = |unit: &Vec<usize>| unit.iter().map(|i| dice[*i].value).sum::<i64>();
    let mut lying: Vec<(i64, &Vec<usize>)> = units
        .iter()
        .filter(|unit| unit.iter().all(|i| dice[*i].fate == Fate::Counted))
        .map(|unit| (sum(unit), unit))
        .collect();
    match select {
        Select::KeepHighest(_) | Select::DropLowest(_) => lying.sort_by_key(|(sum, _)| -sum),
        Select::KeepLowest(_) | Select::DropHighest(_) => lying.sort_by_key(|(sum, _)| *sum),
    }
    let stay = match select {
        Select::KeepHighest(n) | Select::KeepLowest(n) => n as usize,
        Select::DropHighest(n) | Select::DropLowest(n) => lying.len().saturating_sub(n as usize),
    };
    for i in lying.into_iter().skip(stay).flat_map(|(_, unit)| unit) {
        dice[*i].fate = Fate::Dropped;
    }
}

/// The last die of a unit is judged for all of it.
fn judge(counting: Counting, units: &[Vec<usize>], dice: &mut [Die]) {
    for unit in units {
        let Some((last, before)) = unit.split_last() else { continue };
        if dice[*last].fate != Fate::Counted {
            continue;
        }
        let sum: i64 = unit.iter().map(|i| dice[*i].value).sum();
        for i in before {
            dice[*i].fate = Fate::Joined;
        }
        dice[*last].fate = if counting.success.is_met_by(sum) {
            Fate::Success
        } else if counting.failure.is_some_and(|failure| failure.is_met_by(sum)) {
            Fate::Failure
        } else {
            Fate::Neither
        };
    }
}

fn worth(dice: &[Die]) -> i64 {
    dice.iter()
        .map(|die| match die.fate {
            Fate::Counted => die.value,
            Fate::Success => 1,
            Fate::Failure => -1,
            Fate::Joined | Fate::Neither | Fate::Dropped | Fate::Rerolled => 0,
        })
        .sum()
}
