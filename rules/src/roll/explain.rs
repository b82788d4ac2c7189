//! The working of a roll as a line to read: "6d10, 5 or less counts: 3✓ 7 1✓ → 2 successes".

use super::condition::{Condition, signed};
use super::expression::{Counting, Kind, Pool, Select};
use super::result::{
    Answer, Die, Fate, Operator, Outcome, Piece, Rolled, RolledPool, Series, verdict,
};
use super::throw::units;

/// A stretch of an explanation. Where it is shown decides how a die looks: bold, struck out, in colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    Text(String),
    Die { value: i64, fate: Fate, exploded: bool },
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub spans: Vec<Span>,
}

impl Span {
    /// Plain text: `3✓` a success, `1✗` a failure, `6!` exploded, `[2]` dropped. A re-rolled die needs
    /// no mark, as an arrow follows it.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Die { value, fate, exploded } => {
                let bang = if *exploded { "!" } else { "" };
                let face = format!("{}{bang}", signed(*value));
                match fate {
                    Fate::Counted | Fate::Neither | Fate::Joined | Fate::Rerolled => face,
                    Fate::Success => format!("{face}✓"),
                    Fate::Failure => format!("{face}✗"),
                    Fate::Dropped => format!("[{face}]"),
                }
            }
        }
    }
}

impl Line {
    pub fn plain(&self) -> String {
        self.spans.iter().map(Span::plain).collect()
    }

    /// Neighbouring text becomes one span.
    fn say(&mut self, words: &str) {
        match self.spans.last_mut() {
            Some(Span::Text(text)) => text.push_str(words),
            _ if words.is_empty() => {}
            _ => self.spans.push(Span::Text(words.to_owned())),
        }
    }

    fn show(&mut self, die: &Die) {
        self.spans.push(Span::Die { value: die.value, fate: die.fate, exploded: die.exploded });
    }
}

impl Rolled {
    /// Line after line: each answer with its dice, what stopped early, and for repeats a summary.
    pub fn explanation(&self) -> Vec<Line> {
        self.series.iter().flat_map(Series::explanation).collect()
    }
}

impl Series {
    pub fn explanation(&self) -> Vec<Line> {
        let repeated = self.answers.len() > 1;
        let mut lines = Vec::new();
        for (answer, number) in self.answers.iter().zip(1_u32..) {
            let mut line = Line::default();
            if repeated {
                line.say(&format!("{number}. "));
            }
            answer.explain(&mut line);
            lines.push(line);
            for note in &answer.notes {
                lines.push(Line { spans: vec![Span::Text(note.sentence())] });
            }
        }
        if let Some(summary) = self.summary() {
            lines.push(Line { spans: vec![Span::Text(summary)] });
        }
        lines
    }

    /// "highest 9, lowest 4, sum 20" for repeats.
    pub fn summary(&self) -> Option<String> {
        let (highest, lowest) = (self.highest()?, self.lowest()?);
        if self.answers.len() < 2 {
            return None;
        }
        let (highest, lowest) = (signed(highest), signed(lowest));
        Some(match self.passed() {
            Some((passed, of)) => {
                format!("{passed} of {of} yes, highest {highest}, lowest {lowest}")
            }
            None => format!("highest {highest}, lowest {lowest}, sum {}", signed(self.sum())),
        })
    }
}

impl Answer {
    /// The working as one line.
    pub fn working(&self) -> Line {
        let mut line = Line::default();
        self.explain(&mut line);
        line
    }

    fn explain(&self, line: &mut Line) {
        line.say(&self.description());
        line.say(": ");
        for (i, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Number { value, .. } => line.say(&signed(*value)),
                Piece::Operator(operator) => line.say(&format!(" {} ", operator.sign())),
                Piece::Negative => line.say("−"),
                Piece::Open => line.say("("),
                Piece::Pick(pick) => line.say(&format!("{}(", pick.word())),
                Piece::Comma => line.say(", "),
                Piece::Close { .. } => line.say(")"),
                Piece::Dice(pool) => self.explain_pool(i, pool, line),
                Piece::Test { needed, total, passed } => {
                    let verdict = verdict(*passed, needed.margin(*total));
                    line.say(&format!(" = {} → {verdict}", signed(*total)));
                }
            }
        }
        match (self.outcome, self.pieces.as_slice()) {
            (Outcome::Verdict { .. }, _) | (_, [Piece::Number { .. }]) => {}
            (Outcome::Successes(_), [Piece::Dice(_)]) => {
                line.say(&format!(" → {}", self.headline()));
            }
            (_, [Piece::Dice(pool)]) if pool.pool.kind == Kind::TensAndOnes => {}
            (_, [Piece::Dice(pool)]) if pool.dice.len() == 1 && standing(pool) == 1 => {}
            _ => line.say(&format!(" = {}", self.headline())),
        }
    }

    fn explain_pool(&self, i: usize, pool: &RolledPool, line: &mut Line) {
        let before = i.checked_sub(1).and_then(|i| self.pieces.get(i));
        let bound = matches!(
            before,
            Some(
                Piece::Negative
                    | Piece::Operator(Operator::Subtract | Operator::Multiply | Operator::Divide)
            )
        ) || matches!(
            self.pieces.get(i + 1),
            Some(Piece::Operator(Operator::Multiply | Operator::Divide))
        );
        let alone = self.pieces.len() == 1;
        if pool.pool.kind == Kind::TensAndOnes {
            let faces: Vec<String> = pool.dice.iter().map(|die| signed(die.value)).collect();
            line.say(&format!("{} ({})", signed(pool.value), faces.join(" and ")));
            return;
        }
        let brackets = bound && (pool.dice.len() > 1);
        if brackets {
            line.say("(");
        }
        if pool.pool.compound {
            explain_compounding(pool, line);
        } else {
            explain_dice(pool, line);
        }
        if pool.counting.is_some() {
            if !alone {
                line.say(&format!(" → {}", signed(pool.value)));
            }
        } else if standing(pool) == 0 && !alone {
            line.say(" 0");
        }
        if brackets {
            line.say(")");
        }
    }

    /// What was asked for, in words.
    pub fn description(&self) -> String {
        let alone = self.pieces.len() == 1;
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Number { value, label } => {
                    format!("{}{}", signed(*value), label_of(label.as_ref()))
                }
                Piece::Operator(operator) => format!(" {} ", operator.sign()),
                Piece::Negative => "−".to_owned(),
                Piece::Open => "(".to_owned(),
                Piece::Pick(pick) => format!("{}(", pick.word()),
                Piece::Comma => ", ".to_owned(),
                Piece::Close { label } => format!("){}", label_of(label.as_ref())),
                Piece::Dice(pool) => describe(pool, alone),
                Piece::Test { needed, .. } => format!(", {}", needed.words()),
            })
            .collect()
    }
}

fn explain_dice(pool: &RolledPool, line: &mut Line) {
    let mut added = false;
    for (n, die) in pool.dice.iter().enumerate() {
        let follows_reroll = n > 0 && pool.dice[n - 1].fate == Fate::Rerolled;
        let adds = die.fate == Fate::Counted;
        if follows_reroll {
            line.say("→");
        } else if n > 0 {
            // a plus belongs before the first die of a re-rolled row, if the last of it is added
            let row = pool.dice[n..].iter().find(|die| die.fate != Fate::Rerolled);
            let plus = added && row.is_some_and(|die| die.fate == Fate::Counted);
            line.say(if plus { " + " } else { " " });
        }
        line.show(die);
        line.say(&shown_as(&pool.pool, die));
        added |= adds;
    }
}

/// A die that brought others is shown as their sum, and what it is made of in brackets: "9! (6+3)".
fn explain_compounding(pool: &RolledPool, line: &mut Line) {
    let mut added = false;
    let mut next = 0;
    for unit in units(&pool.pool, &pool.dice) {
        let Some(last) = unit.last().copied() else { continue };
        let row = &pool.dice[next..=last];
        let die = pool.dice[last];
        let adds = die.fate == Fate::Counted;
        if next > 0 {
            line.say(if added && adds { " + " } else { " " });
        }
        next = last + 1;
        added |= adds;
        let value = unit.iter().map(|i| pool.dice[*i].value).sum();
        line.show(&Die { value, exploded: unit.len() > 1, ..die });
        if row.len() == 1 {
            line.say(&shown_as(&pool.pool, &die));
            continue;
        }
        line.say(" (");
        for (n, die) in row.iter().enumerate() {
            if n > 0 {
                line.say(if row[n - 1].fate == Fate::Rerolled { "→" } else { "+" });
            }
            line.say(&signed(die.value));
            line.say(&shown_as(&pool.pool, die));
        }
        line.say(")");
    }
}

/// What a die shows, where it is worth something else: "3(1)" for a 1 that is worth 3 at least.
fn shown_as(pool: &Pool, die: &Die) -> String {
    let shows = pool.kind.value(die.roll.face);
    if shows == die.value { String::new() } else { format!("({})", signed(shows)) }
}

fn standing(pool: &RolledPool) -> usize {
    pool.dice.iter().filter(|die| die.fate == Fate::Counted).count()
}

fn label_of(label: Option<&String>) -> String {
    label.map(|label| format!(" [{label}]")).unwrap_or_default()
}

fn describe(rolled: &RolledPool, alone: bool) -> String {
    let rules = rules(&rolled.pool).join(", ");
    let rules = match (rules.is_empty(), alone) {
        (true, _) => String::new(),
        (false, true) => format!(" {rules}"),
        (false, false) => format!(" ({rules})"),
    };
    let counts = rolled.counting.map(counts).unwrap_or_default();
    format!("{}{rules}{}{counts}", rolled.pool.dice(), label_of(rolled.pool.label.as_ref()))
}

fn counts(counting: Counting) -> String {
    let failure = counting.failure.map(|failure| format!(", {} takes one away", failure.words()));
    format!(", {} counts{}", counting.success.words(), failure.unwrap_or_default())
}

fn rules(pool: &Pool) -> Vec<String> {
    let mut rules = Vec::new();
    if !pool.reroll_once.is_empty() {
        rules.push(format!("re-roll {} once", either(&pool.reroll_once)));
    }
    if !pool.reroll_until.is_empty() {
        rules.push(format!("re-roll every {}", either(&pool.reroll_until)));
    }
    if !pool.explode.is_empty() {
        let how = if pool.compound { "compound" } else { "explode" };
        let once = if pool.explode_once { " once" } else { "" };
        rules.push(format!("{how}{once} on {}", either(&pool.explode)));
    }
    rules.extend(pool.at_least.map(|least| format!("each at least {}", signed(least))));
    rules.extend(pool.at_most.map(|most| format!("each at most {}", signed(most))));
    rules.extend(pool.select.iter().map(|select| match select {
        Select::KeepHighest(n) => format!("keep highest {n}"),
        Select::KeepLowest(n) => format!("keep lowest {n}"),
        Select::DropHighest(n) => format!("drop highest {n}"),
        Select::DropLowest(n) => format!("drop lowest {n}"),
    }));
    rules
}

fn either(conditions: &[Condition]) -> String {
    let words: Vec<String> = conditions.iter().map(|condition| condition.words()).collect();
    words.join(" or ")
}
