//! What was asked for: the expression as read, and the text that reads as the same expression again.

use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};

use super::condition::Condition;
use super::limits::{self, MAX_LABEL};
use super::result::Operator;
use crate::refusal::Refusal;
use crate::text;

/// A dice expression that has been read and found good. Its `Display` is the canonical text, which
/// reads as an equal expression; that text is also how it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Expression {
    pub(super) parts: Vec<Part>,
    pub(super) label: Option<String>,
}

/// One of the rolls that `;` separates, rolled `times` times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub times: u32,
    pub formula: Formula,
}

/// What stands in brackets, or on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    Value(Node),
    Count(Pool, Counting),
    Test(Node, Condition),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Number(i64, Option<String>),
    Dice(Pool),
    Negative(Box<Node>),
    Brackets(Box<Formula>, Option<String>),
    /// The highest or the lowest of several values.
    Pick(Pick, Vec<Node>, Option<String>),
    /// Terms of one precedence in reading order: a sum of products, or a product.
    Chain(Box<Node>, Vec<(Operator, Node)>),
}

/// The dice of one term and the rules they follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pool {
    pub count: u32,
    pub kind: Kind,
    /// A die that meets one of these is rolled again, once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reroll_once: Vec<Condition>,
    /// A die that meets one of these is rolled again until it does not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reroll_until: Vec<Condition>,
    /// A die that meets one of these brings another die.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explode: Vec<Condition>,
    /// The die that an explosion brings does not explode again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub explode_once: bool,
    /// A die and all that it brought by exploding count as one die.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compound: bool,
    /// What a die is worth at least, and at most, whatever it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub select: Vec<Select>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Sides(u32),
    /// `d%`: a d100 by another name.
    Percent,
    /// `dF`: −1, 0 or +1, rolled as a d3.
    Fudge,
    /// `D66`: two d6, the first read as tens and the second as ones.
    TensAndOnes,
}

/// Which of several values is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    Highest,
    Lowest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Select {
    KeepHighest(u32),
    KeepLowest(u32),
    DropHighest(u32),
    DropLowest(u32),
}

/// Successes are counted instead of adding the faces; a failure takes one success away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counting {
    pub success: Condition,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Condition>,
}

impl Expression {
    /// The name of the whole roll: "to hit".
    pub fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// The same roll with another name, or with none when nothing visible is left of it.
    pub fn with_label(mut self, label: &str) -> Result<Self, Refusal> {
        self.label = clean_label(label)?;
        Self::checked(self.parts, self.label)
    }

    #[must_use]
    pub fn without_label(mut self) -> Self {
        self.label = None;
        self
    }

    /// The same roll with one die more in its first dice term; `None` without dice or at a limit. Of a D66 there are two dice
    /// at all times, so the whole roll is made once more.
    pub fn one_more_die(&self) -> Option<Self> {
        let mut more = self.clone();
        let part = more.parts.iter_mut().find(|part| part.written_dice() > 0)?;
        let pool = part.formula.first_pool()?;
        match pool.kind {
            Kind::TensAndOnes => part.times += 1,
            Kind::Sides(_) | Kind::Percent | Kind::Fudge => {
                pool.count = pool.count.checked_add(1)?;
            }
        }
        Self::checked(more.parts, more.label).ok()
    }

    /// How many dice it rolls at least, repeats included. Re-rolls and explosions come on top, up to
    /// [`MAX_ROLLED_DICE`](super::MAX_ROLLED_DICE).
    pub fn written_dice(&self) -> u32 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(part.written_dice()))
    }

    /// Every expression comes through here, so that rolling one cannot go wrong.
    pub(super) fn checked(parts: Vec<Part>, label: Option<String>) -> Result<Self, Refusal> {
        let expression = Self { parts, label };
        limits::check(&expression)?;
        Ok(expression)
    }
}

/// A label as it is kept: cleaned, or `None` when nothing is left of it.
pub(super) fn clean_label(label: &str) -> Result<Option<String>, Refusal> {
    let clean = text::clean_line(label, usize::MAX);
    if clean.as_ref().is_some_and(|clean| clean.chars().count() > MAX_LABEL) {
        return Err(Refusal::new(format!("A label is at most {MAX_LABEL} characters long.")));
    }
    Ok(clean)
}

impl Part {
    pub fn written_dice(&self) -> u32 {
        let mut dice = 0_u32;
        self.formula.each_pool(&mut |pool, _| dice = dice.saturating_add(pool.written()));
        dice.saturating_mul(self.times)
    }
}

impl Formula {
    pub fn each_pool(&self, visit: &mut dyn FnMut(&Pool, Option<Counting>)) {
        match self {
            Self::Value(node) | Self::Test(node, _) => node.each_pool(visit),
            Self::Count(pool, counting) => visit(pool, Some(*counting)),
        }
    }

    pub fn first_pool(&mut self) -> Option<&mut Pool> {
        match self {
            Self::Value(node) | Self::Test(node, _) => node.first_pool(),
            Self::Count(pool, _) => Some(pool),
        }
    }
}

impl Node {
    fn each_pool(&self, visit: &mut dyn FnMut(&Pool, Option<Counting>)) {
        match self {
            Self::Number(..) => {}
            Self::Dice(pool) => visit(pool, None),
            Self::Negative(node) => node.each_pool(visit),
            Self::Brackets(formula, _) => formula.each_pool(visit),
            Self::Pick(_, from, _) => from.iter().for_each(|node| node.each_pool(visit)),
            Self::Chain(first, rest) => {
                first.each_pool(visit);
                for (_, node) in rest {
                    node.each_pool(visit);
                }
            }
        }
    }

    fn first_pool(&mut self) -> Option<&mut Pool> {
        match self {
            Self::Number(..) => None,
            Self::Dice(pool) => Some(pool),
            Self::Negative(node) => node.first_pool(),
            Self::Brackets(formula, _) => formula.first_pool(),
            Self::Pick(_, from, _) => from.iter_mut().find_map(Node::first_pool),
            Self::Chain(first, rest) => first
                .first_pool()
                .or_else(|| rest.iter_mut().find_map(|(_, node)| node.first_pool())),
        }
    }
}

impl Pool {
    pub(super) fn new(count: u32, kind: Kind) -> Self {
        Self {
            count,
            kind,
            reroll_once: Vec::new(),
            reroll_until: Vec::new(),
            explode: Vec::new(),
            explode_once: false,
            compound: false,
            at_least: None,
            at_most: None,
            select: Vec::new(),
            label: None,
        }
    }

    /// How many dice it rolls, before anything explodes or is rolled again.
    pub(super) fn written(&self) -> u32 {
        match self.kind {
            Kind::Sides(_) | Kind::Percent | Kind::Fudge => self.count,
            Kind::TensAndOnes => self.count.saturating_mul(2),
        }
    }

    /// What a face is worth in this term.
    pub(super) fn worth(&self, face: u32) -> i64 {
        let value = self.kind.value(face);
        let raised = self.at_least.map_or(value, |least| value.max(least));
        self.at_most.map_or(raised, |most| raised.min(most))
    }

    /// What its faces can be worth.
    pub(super) fn worths(&self) -> impl Iterator<Item = i64> + '_ {
        (1..=self.kind.sides()).map(|face| self.worth(face))
    }

    /// "4d6", "d%", "D66".
    pub fn dice(&self) -> String {
        // a small `d66` is a die with 66 sides, and has been stored as that from the beginning
        if self.kind == Kind::TensAndOnes {
            return "D66".to_owned();
        }
        let count = if self.count == 1 { String::new() } else { self.count.to_string() };
        format!("{count}d{}", self.kind)
    }

    /// Everything but the label.
    fn notation(&self) -> String {
        let mut text = self.dice();
        let explode = match (self.compound, self.explode_once) {
            (false, false) => "!",
            (false, true) => "!o",
            (true, false) => "!!",
            (true, true) => "!!o",
        };
        for (letter, conditions) in
            [("r", &self.reroll_once), ("rr", &self.reroll_until), (explode, &self.explode)]
        {
            for condition in conditions {
                let _ = write!(text, "{letter}{}", condition.after_letter());
            }
        }
        for (word, bound) in [("min", self.at_least), ("max", self.at_most)] {
            if let Some(bound) = bound {
                let _ = write!(text, "{word}{bound}");
            }
        }
        for select in &self.select {
            let _ = write!(text, "{select}");
        }
        text
    }
}

impl Kind {
    pub fn sides(self) -> u32 {
        match self {
            Self::Sides(sides) => sides,
            Self::Percent => 100,
            Self::Fudge => 3,
            Self::TensAndOnes => 6,
        }
    }

    /// What a face is worth.
    pub fn value(self, face: u32) -> i64 {
        match self {
            Self::Sides(_) | Self::Percent | Self::TensAndOnes => i64::from(face),
            Self::Fudge => i64::from(face) - 2,
        }
    }

    pub(super) fn values(self) -> impl Iterator<Item = i64> {
        (1..=self.sides()).map(move |face| self.value(face))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sides(sides) => write!(f, "{sides}"),
            Self::Percent => f.write_str("%"),
            Self::Fudge => f.write_str("F"),
            Self::TensAndOnes => f.write_str("66"),
        }
    }
}

impl Pick {
    pub fn word(self) -> &'static str {
        match self {
            Self::Highest => "max",
            Self::Lowest => "min",
        }
    }
}

impl fmt::Display for Select {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeepHighest(n) => write!(f, "kh{n}"),
            Self::KeepLowest(n) => write!(f, "kl{n}"),
            Self::DropHighest(n) => write!(f, "dh{n}"),
            Self::DropLowest(n) => write!(f, "dl{n}"),
        }
    }
}

impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.success)?;
        self.failure.map_or(Ok(()), |failure| write!(f, "f{}", failure.after_letter()))
    }
}

/// `[fire]`, or nothing.
struct InBrackets<'a>(&'a Option<String>);

impl fmt::Display for InBrackets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |label| write!(f, "[{label}]"))
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number, label) => write!(f, "{number}{}", InBrackets(label)),
            Self::Dice(pool) => write!(f, "{}{}", pool.notation(), InBrackets(&pool.label)),
            Self::Negative(node) => write!(f, "-{node}"),
            Self::Brackets(formula, label) => write!(f, "({formula}){}", InBrackets(label)),
            Self::Pick(pick, from, label) => {
                let from: Vec<String> = from.iter().map(Self::to_string).collect();
                write!(f, "{}({}){}", pick.word(), from.join(","), InBrackets(label))
            }
            Self::Chain(first, rest) => {
                write!(f, "{first}")?;
                rest.iter().try_for_each(|(operator, node)| write!(f, "{}{node}", operator.typed()))
            }
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(node) => write!(f, "{node}"),
            Self::Count(pool, counting) => {
                write!(f, "{}{counting}{}", pool.notation(), InBrackets(&pool.label))
            }
            Self::Test(node, needed) => write!(f, "{node}{needed}"),
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            if part.times > 1 {
                write!(f, "{}x ", part.times)?;
            }
            write!(f, "{}", part.formula)?;
        }
        self.label.as_ref().map_or(Ok(()), |label| write!(f, " # {label}"))
    }
}

impl TryFrom<String> for Expression {
    type Error = Refusal;

    fn try_from(text: String) -> Result<Self, Refusal> {
        Self::parse(&text)
    }
}

impl From<Expression> for String {
    fn from(expression: Expression) -> Self {
        expression.to_string()
    }
}
