//! Reading what people type.

use super::condition::{Compare, Condition};
use super::expression::{Expression, Formula, Kind, Node, Part, Pick, Pool, Select, clean_label};
use super::limits::{MAX_DEPTH, MAX_ROLLS, MAX_SIDES, MAX_TEXT};
use super::reader::{Reader, is_quote};
use super::result::Operator;
use super::words::{begins_label, compared, in_total, leading_label, often};
use crate::refusal::Refusal;

impl Expression {
    /// Reads a dice expression as it is stored, or says in one sentence where it stopped making sense. What somebody has
    /// typed just now is read by [`Reading::of`](super::Reading::of).
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        read(text, false).map(|(expression, _)| expression)
    }
}

/// What was read, and how, where other tools read it otherwise.
type Read = (Expression, Vec<String>);

pub(super) fn read(text: &str, typed: bool) -> Result<Read, Refusal> {
    let text: Vec<char> = text.trim().chars().collect();
    let length = text.len();
    if length == 0 {
        return Err(Refusal::new("Tell me what to roll, such as `2d6+3` or `6d10<=5`."));
    }
    if length > MAX_TEXT {
        return Err(Refusal::new(format!(
            "A roll is at most {MAX_TEXT} characters long; this one has {length}."
        )));
    }
    let refusal = match Reader::new(&text, typed).whole() {
        Ok(read) => return Ok(read),
        Err(refusal) => refusal,
    };
    if !begins_label(text[0]) {
        return Err(refusal);
    }
    // words before the dice are their name
    for start in 1..length {
        if !text[start - 1].is_whitespace() || text[start].is_whitespace() {
            continue;
        }
        if Reader::new(&text[..start], typed).holds_dice(0) {
            break;
        }
        // a dash between the name and the dice
        let dash = matches!(text[start], '-' | '−' | '–');
        if dash && text.get(start + 1).is_some_and(|c| c.is_whitespace()) {
            continue;
        }
        let mut reader = Reader::new(&text[start..], typed);
        let dice = reader.dice_at(0);
        match reader.whole() {
            Ok((expression, remarks)) if expression.written_dice() > 0 => {
                let before = leading_label(&text[..start])?;
                return Ok((named_before(expression, before)?, remarks));
            }
            Err(refusal) if dice => return Err(refusal),
            Ok(_) | Err(_) => {}
        }
    }
    Err(refusal)
}

/// The same with words that stood before the dice.
fn named_before(expression: Expression, before: Option<String>) -> Result<Expression, Refusal> {
    let Some(before) = before else { return Ok(expression) };
    let label = match expression.label() {
        Some(after) => format!("{before}, {after}"),
        None => before,
    };
    expression.with_label(&label)
}

impl Reader<'_> {
    fn whole(&mut self) -> Result<Read, Refusal> {
        let mut parts = vec![self.part()?];
        while self.takes(&[';']) {
            if parts.len() == MAX_ROLLS {
                return Err(Refusal::new(format!("I take at most {MAX_ROLLS} rolls at once.")));
            }
            parts.push(self.part()?);
        }
        let label = match self.whole_label()? {
            Some(label) => Some(label),
            None => self.label_in_words(&mut parts)?,
        };
        if self.next().is_some() {
            let formula = parts.last().map(|part| &part.formula);
            return Err(self.left_over(formula, "a sign such as `+`, or the end"));
        }
        let remarks = std::mem::take(&mut self.remarks);
        Ok((Expression::checked(parts, label)?, remarks))
    }

    /// Why the text cannot go on like this after a formula.
    fn left_over(&mut self, formula: Option<&Formula>, end: &str) -> Refusal {
        let compared = matches!(formula, Some(Formula::Count(..) | Formula::Test(..)));
        match self.next() {
            Some('+' | '-' | '−' | '–' | '*' | '×' | '/' | '÷' | '<' | '>' | '=' | '≤' | '≥')
                if compared =>
            {
                Refusal::new(
                    "Put a comparison in brackets to go on reckoning with it, such as `(6d10<=5)+2`.",
                )
            }
            Some('x') => Refusal::new(
                "To repeat a roll, say how often before or after all of it, such as `3x 2d6`; to multiply, write `*`.",
            ),
            Some('f') => {
                Refusal::new("Failures come right after counted successes, such as `8d10>=7f1`.")
            }
            Some(')') => Refusal::new("A closing bracket `)` has no opening bracket before it."),
            _ if self.ends_in_quote() => self.expected("nothing after the label in quotes"),
            _ => self.expected(end),
        }
    }

    fn ends_in_quote(&self) -> bool {
        let read = self.text[..self.at].iter();
        read.rev().find(|c| !c.is_whitespace()).is_some_and(|c| is_quote(*c))
    }

    fn part(&mut self) -> Result<Part, Refusal> {
        let mut part = self.repeated()?;
        if let Some(pairs) = self.pairs.take() {
            // two dice: there is one D66 in it and nothing else
            if part.times > 1 || part.written_dice() > 2 {
                return Err(Refusal::new("Several D66 stand for themselves, such as `3x d66+1`."));
            }
            part.times = often(i64::from(pairs))?;
        }
        self.behind_part(&mut part)?;
        Ok(part)
    }

    /// A roll, with how often it is made if that stands before it: `3x 2d6`, `3#2d6`.
    fn repeated(&mut self) -> Result<Part, Refusal> {
        let start = self.at;
        if let Some(times) = self.number()? {
            if self.takes_here('#') {
                // with white space before it, or without dice after it, it begins a label
                let remarks = self.remarks.len();
                match self.formula() {
                    Ok(formula) => {
                        let once = Part { times: 1, formula };
                        if once.written_dice() > 0 {
                            return Ok(Part { times: often(times)?, ..once });
                        }
                    }
                    Err(_) => self.depth = 0,
                }
                self.remarks.truncate(remarks);
                self.pairs = None;
            } else if self.takes(&['x']) {
                return Ok(Part { times: often(times)?, formula: self.formula()? });
            }
            self.at = start;
        }
        Ok(Part { times: 1, formula: self.formula()? })
    }

    fn formula(&mut self) -> Result<Formula, Refusal> {
        let value = self.sum()?;
        if let Some(condition) = self.versus()? {
            if matches!(&value, Node::Dice(pool) if pool.kind.sides() == 100) {
                let number = condition.number;
                self.remark(format!(
                    "`vs {number}` was read as {number} or more; to roll under it write `<={number}`."
                ));
            }
            return Ok(in_total(value, condition));
        }
        let condition = match self.compare() {
            Some(compare) => Condition::new(compare, self.signed_number()?),
            None => match self.or_more()? {
                Some(condition) => condition,
                None => return Ok(Formula::Value(value)),
            },
        };
        let mut formula = compared(value, condition);
        if let Formula::Count(pool, counting) = &mut formula {
            self.remark_bounds(condition);
            if self.word().is_some_and(|word| word.text == "f") {
                self.at += 1;
                counting.failure = self.condition()?;
                if counting.failure.is_none() {
                    return Err(self.expected("the face that is a failure, such as `f1`"));
                }
            }
            if let Some(label) = self.label_in_brackets()? {
                pool.label = Some(label);
            }
        }
        Ok(formula)
    }

    /// Some tools count the number itself after `>` and `<`.
    fn remark_bounds(&mut self, condition: Condition) {
        let with = match condition.compare {
            Compare::MoreThan => Compare::AtLeast,
            Compare::LessThan => Compare::AtMost,
            Compare::AtLeast | Compare::AtMost | Compare::Exactly => return,
        };
        let number = condition.number;
        self.remark(format!(
            "`{condition}` was read as {}, so {number} does not count; `{}{number}` counts it.",
            condition.words(),
            with.sign()
        ));
    }

    fn sum(&mut self) -> Result<Node, Refusal> {
        let first = self.product()?;
        let mut rest = Vec::new();
        loop {
            let operator = match self.next() {
                Some('+') => Operator::Add,
                Some('-' | '−' | '–') => Operator::Subtract,
                _ => return Ok(chain(first, rest)),
            };
            self.at += 1;
            rest.push((operator, self.product()?));
        }
    }

    fn product(&mut self) -> Result<Node, Refusal> {
        let first = self.factor()?;
        let mut rest = Vec::new();
        loop {
            let operator = match self.next() {
                Some('*' | '×') => Operator::Multiply,
                Some('/' | '÷') => Operator::Divide,
                _ => return Ok(chain(first, rest)),
            };
            self.at += 1;
            rest.push((operator, self.factor()?));
        }
    }

    fn factor(&mut self) -> Result<Node, Refusal> {
        match self.next() {
            Some('-' | '−' | '–') => {
                self.at += 1;
                self.deeper()?;
                let node = Node::Negative(Box::new(self.factor()?));
                self.depth -= 1;
                Ok(node)
            }
            Some('(') => {
                self.at += 1;
                self.deeper()?;
                let formula = self.formula()?;
                if !self.takes(&[')']) {
                    return Err(self.left_over(Some(&formula), "a closing bracket `)`"));
                }
                self.depth -= 1;
                Ok(Node::Brackets(Box::new(formula), self.label_in_brackets()?))
            }
            Some(c) if c.is_alphabetic() => self.named_factor(),
            Some(c) if c.is_ascii_digit() => {
                let number = self.number()?.unwrap_or(0);
                if self.next() == Some('d') && !self.begins_name() {
                    return self.pool(number);
                }
                Ok(Node::Number(number, self.label_in_brackets()?))
            }
            _ => Err(self.expected("a number or dice")),
        }
    }

    /// What begins with a letter: dice, `adv`, `max(…)`.
    fn named_factor(&mut self) -> Result<Node, Refusal> {
        if let Some(edge) = self.edge() {
            let mut pool = Pool::new(1, Kind::Sides(20));
            self.next();
            if self.dice_at(self.at) {
                match self.factor()? {
                    Node::Dice(dice) => pool = dice,
                    _ => return Err(self.expected("a single die such as `d20`")),
                }
            }
            edge.give(&mut pool)?;
            return Ok(Node::Dice(pool));
        }
        if let Some(word) = self.word()
            && self.after_space(word.end) == Some('(')
            && word.text != "d"
        {
            let (text, end) = (word.text.as_str(), word.end);
            match text {
                "max" => return self.picked(end, Pick::Highest),
                "min" => return self.picked(end, Pick::Lowest),
                // division rounds down by itself
                "floor" => self.at = end,
                "ceil" | "round" => {
                    return Err(Refusal::new(
                        "Division rounds down here; to round a half up, add 1 first, such as `(d6+1)/2`.",
                    ));
                }
                _ => return Err(self.expected("a number or dice")),
            }
            return self.factor();
        }
        if self.next() == Some('d') {
            return self.pool(1);
        }
        Err(self.expected("a number or dice"))
    }

    /// `max(2d6, d12)`; of dice alone, `max(4d6)`, the highest of them.
    fn picked(&mut self, word_end: usize, pick: Pick) -> Result<Node, Refusal> {
        self.at = word_end;
        self.takes(&['(']);
        self.deeper()?;
        let mut from = vec![self.sum()?];
        while self.takes(&[',']) {
            from.push(self.sum()?);
        }
        if !self.takes(&[')']) {
            return Err(self.expected("a comma or a closing bracket `)`"));
        }
        self.depth -= 1;
        let label = self.label_in_brackets()?;
        if let [Node::Dice(pool)] = from.as_mut_slice()
            && pool.kind != Kind::TensAndOnes
        {
            pool.select.push(match pick {
                Pick::Highest => Select::KeepHighest(1),
                Pick::Lowest => Select::KeepLowest(1),
            });
            pool.label = label.or(pool.label.take());
            return Ok(from.remove(0));
        }
        Ok(Node::Pick(pick, from, label))
    }

    /// Whether a `d` behind a number begins a word and no dice: `2d6+3 damage`, `d20+5 dis`.
    fn begins_name(&self) -> bool {
        let kind = self.after_space(self.at + 1);
        self.stands_apart()
            && !kind.is_some_and(|c| c.is_ascii_digit() || matches!(c, '%' | 'f' | '('))
    }

    fn deeper(&mut self) -> Result<(), Refusal> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Refusal::new(format!(
                "Brackets and minus signs can stand at most {MAX_DEPTH} deep inside one another."
            )));
        }
        Ok(())
    }

    /// From the `d` on.
    fn pool(&mut self, count: i64) -> Result<Node, Refusal> {
        let capital = self.text[self.at] == 'D';
        self.at += 1;
        let kind = match self.next() {
            Some('%') => {
                self.at += 1;
                Kind::Percent
            }
            Some('f') => {
                self.at += 1;
                Kind::Fudge
            }
            // brackets around the number say that it is one die
            Some('(') => {
                self.at += 1;
                let kind = self.sides()?;
                if !self.takes(&[')']) {
                    return Err(self.expected("a closing bracket `)`"));
                }
                kind
            }
            _ => match self.sides()? {
                Kind::Sides(66) if self.typed || capital => Kind::TensAndOnes,
                kind => kind,
            },
        };
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        if count == 0 {
            return Err(Refusal::new("Roll at least one die, such as `1d6`."));
        }
        if kind == Kind::TensAndOnes {
            return self.tens_and_ones(count);
        }
        let mut pool = Pool::new(count, kind);
        while self.modifier(&mut pool)? {}
        pool.label = self.label_in_brackets()?;
        Ok(Node::Dice(pool))
    }

    fn sides(&mut self) -> Result<Kind, Refusal> {
        let Some(sides) = self.number()? else {
            return Err(self.expected("the number of sides, such as `d6`"));
        };
        match u32::try_from(sides) {
            Ok(sides) if (1..=MAX_SIDES).contains(&sides) => Ok(Kind::Sides(sides)),
            _ => Err(Refusal::new(format!(
                "A die has 1 to {MAX_SIDES} sides, so a d{sides} is beyond me."
            ))),
        }
    }

    /// Several of them are several rolls, as nobody adds them up.
    fn tens_and_ones(&mut self, count: u32) -> Result<Node, Refusal> {
        if count > 1 && self.pairs.replace(count).is_some() {
            return Err(Refusal::new("Several D66 stand for themselves, such as `3x d66+1`."));
        }
        let mut pool = Pool::new(1, Kind::TensAndOnes);
        if self.modifier(&mut Pool::new(1, Kind::TensAndOnes))? {
            return Err(Refusal::new(
                "The two dice of a D66 are read together, so nothing is kept, dropped or rolled again among them.",
            ));
        }
        pool.label = self.label_in_brackets()?;
        self.remark(
            "`d66` was read as two d6, tens and ones; `d(66)` is one die with 66 sides.".to_owned(),
        );
        Ok(Node::Dice(pool))
    }

    fn modifier(&mut self, pool: &mut Pool) -> Result<bool, Refusal> {
        if self.next() == Some('!') {
            self.at += 1;
            self.explosion(pool)?;
            return Ok(true);
        }
        let Some(word) = self.word() else { return Ok(false) };
        if let Some(edge) = self.edge() {
            edge.give(pool)?;
            return Ok(true);
        }
        let number = self.after_space(word.end).is_some_and(begins_condition);
        match word.text.as_str() {
            "min" | "mi" if number => {
                self.at = word.end;
                pool.at_least = Some(self.signed_number()?);
            }
            "max" | "ma" if number => {
                self.at = word.end;
                pool.at_most = Some(self.signed_number()?);
            }
            "k" | "kh" | "kl" | "dh" | "dl" => return self.kept_or_dropped(pool),
            "d" | "r" | "rr" | "ro" if number => return self.kept_or_dropped(pool),
            // a word by itself is the name of the roll
            _ if word.apart => return Ok(false),
            _ => return self.kept_or_dropped(pool),
        }
        Ok(true)
    }

    fn kept_or_dropped(&mut self, pool: &mut Pool) -> Result<bool, Refusal> {
        match self.next() {
            Some('k') => {
                self.at += 1;
                let lowest = self.takes_here('l');
                let _ = !lowest && self.takes_here('h');
                let n = self.how_many()?;
                pool.select.push(if lowest {
                    Select::KeepLowest(n)
                } else {
                    Select::KeepHighest(n)
                });
            }
            Some('d') => {
                self.at += 1;
                let highest = self.takes_here('h');
                let lowest = !highest && self.takes_here('l');
                if !highest && !lowest && !self.here().is_some_and(|c| c.is_ascii_digit()) {
                    self.at -= 1;
                    return Err(
                        self.expected("a sign such as `+`, or `dl1` to drop the lowest die")
                    );
                }
                let n = self.how_many()?;
                pool.select.push(if highest {
                    Select::DropHighest(n)
                } else {
                    Select::DropLowest(n)
                });
            }
            Some('r') => {
                self.at += 1;
                let until = self.takes_here('r');
                let _ = !until && self.takes_here('o');
                let Some(condition) = self.condition()? else {
                    return Err(self.expected("the face to roll again, such as `r1` or `r<=2`"));
                };
                if until { &mut pool.reroll_until } else { &mut pool.reroll_once }.push(condition);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// From behind the `!` on.
    fn explosion(&mut self, pool: &mut Pool) -> Result<(), Refusal> {
        let compound = self.takes_here('!');
        let once = self.takes_here('o');
        if !pool.explode.is_empty() && (pool.explode_once, pool.compound) != (once, compound) {
            return Err(Refusal::new(
                "The same dice explode in one way only: on and on (`!`), once (`!o`) or into one die (`!!`), so please choose one.",
            ));
        }
        let highest = pool.kind.value(pool.kind.sides());
        let start = self.at;
        // what counts, and not what explodes: `6d6! 5+`
        let counted = self.or_more()?.is_some();
        self.at = start;
        let on = if counted { None } else { self.condition()? };
        let on = on.unwrap_or(Condition::new(Compare::Exactly, highest));
        pool.explode_once = once;
        pool.compound = compound;
        pool.explode.push(on);
        Ok(())
    }

    /// The number after keep or drop; one die when none is written.
    fn how_many(&mut self) -> Result<u32, Refusal> {
        let n = self.number()?.unwrap_or(1);
        if n == 0 {
            return Err(Refusal::new("Keep or drop at least one die."));
        }
        Ok(u32::try_from(n).unwrap_or(u32::MAX))
    }

    fn compare(&mut self) -> Option<Compare> {
        let compare = match self.next()? {
            '≥' => Compare::AtLeast,
            '≤' => Compare::AtMost,
            '=' => Compare::Exactly,
            '>' if self.text.get(self.at + 1) == Some(&'=') => {
                self.at += 1;
                Compare::AtLeast
            }
            '<' if self.text.get(self.at + 1) == Some(&'=') => {
                self.at += 1;
                Compare::AtMost
            }
            '>' => Compare::MoreThan,
            '<' => Compare::LessThan,
            _ => return None,
        };
        self.at += 1;
        Some(compare)
    }

    /// `>=5`, or a bare `5` for exactly that face.
    fn condition(&mut self) -> Result<Option<Condition>, Refusal> {
        if let Some(compare) = self.compare() {
            return Ok(Some(Condition::new(compare, self.signed_number()?)));
        }
        Ok(self.number()?.map(|number| Condition::new(Compare::Exactly, number)))
    }

    fn signed_number(&mut self) -> Result<i64, Refusal> {
        let negative = self.takes(&['-', '−', '–']);
        match self.number()? {
            Some(number) => Ok(if negative { -number } else { number }),
            None => Err(self.expected("a number to compare with")),
        }
    }

    /// `[fire]`.
    fn label_in_brackets(&mut self) -> Result<Option<String>, Refusal> {
        if !self.takes(&['[']) {
            return Ok(None);
        }
        let Some(length) = self.text[self.at..].iter().position(|c| *c == ']') else {
            return Err(self.expected("a label that ends with `]`"));
        };
        let label: String = self.text[self.at..self.at + length].iter().collect();
        self.at += length + 1;
        clean_label(&label)
    }

    /// `# to hit` or `"to hit"` at the end.
    fn whole_label(&mut self) -> Result<Option<String>, Refusal> {
        if self.takes(&['#']) {
            let label: String = self.text[self.at..].iter().collect();
            self.at = self.text.len();
            return clean_label(&label);
        }
        if !self.next().is_some_and(is_quote) {
            return Ok(None);
        }
        self.at += 1;
        let Some(length) = self.text[self.at..].iter().position(|c| is_quote(*c)) else {
            return Err(self.expected("a label that ends with a quote"));
        };
        let label: String = self.text[self.at..self.at + length].iter().collect();
        self.at += length + 1;
        clean_label(&label)
    }
}

fn chain(first: Node, rest: Vec<(Operator, Node)>) -> Node {
    if rest.is_empty() { first } else { Node::Chain(Box::new(first), rest) }
}

/// A number or a comparison.
fn begins_condition(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '<' | '>' | '=' | '≤' | '≥' | '-' | '−' | '–')
}
