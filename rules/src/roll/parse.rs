//! Reading what people type. A refusal says how far it was understood and what was expected next.

use super::condition::{Compare, Condition};
use super::expression::{
    Counting, Expression, Formula, Kind, Node, Part, Pool, Select, clean_label,
};
use super::limits::{MAX_DEPTH, MAX_NUMBER, MAX_ROLLS, MAX_SIDES, MAX_TEXT, MAX_TIMES};
use super::result::Operator;
use crate::refusal::Refusal;
use crate::text;

/// How much of the text a refusal quotes, so that it stays one readable sentence.
const QUOTED: usize = 40;
const QUOTED_NEXT: usize = 12;

impl Expression {
    /// Reads a dice expression, or says in one sentence where it stopped making sense.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let text = text.trim();
        let length = text.chars().count();
        if length == 0 {
            return Err(Refusal::new("Tell me what to roll, such as `2d6+3` or `6d10<=5`."));
        }
        if length > MAX_TEXT {
            return Err(Refusal::new(format!(
                "A roll is at most {MAX_TEXT} characters long; this one has {length}."
            )));
        }
        let mut reader = Reader { text: text.chars().collect(), at: 0, depth: 0 };
        let mut parts = vec![reader.part()?];
        while reader.takes(&[';']) {
            if parts.len() == MAX_ROLLS {
                return Err(Refusal::new(format!("I take at most {MAX_ROLLS} rolls at once.")));
            }
            parts.push(reader.part()?);
        }
        let label = reader.whole_label()?;
        if reader.next().is_some() {
            let formula = parts.last().map(|part| &part.formula);
            return Err(reader.left_over(formula, "a sign such as `+`, or the end"));
        }
        Self::checked(parts, label)
    }
}

struct Reader {
    text: Vec<char>,
    at: usize,
    depth: u32,
}

impl Reader {
    /// The next character after any white space, in lower case.
    fn next(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.here()
    }

    /// The character right here, white space or not.
    fn here(&self) -> Option<char> {
        self.text.get(self.at).map(char::to_ascii_lowercase)
    }

    fn takes(&mut self, any: &[char]) -> bool {
        let found = self.next().is_some_and(|c| any.contains(&c));
        self.at += usize::from(found);
        found
    }

    fn takes_here(&mut self, c: char) -> bool {
        let found = self.here() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn expected(&mut self, what: &str) -> Refusal {
        let next = self.next();
        let understood = quote(&self.text[..self.at]);
        let shown = understood.chars().count();
        let understood = if shown > QUOTED {
            format!("…{}", understood.chars().skip(shown - QUOTED).collect::<String>())
        } else {
            understood
        };
        let rest = quote(&self.text[self.at..self.text.len().min(self.at + QUOTED_NEXT)]);
        let instead = if next.is_some() && !rest.is_empty() {
            format!(", not `{rest}`")
        } else {
            String::new()
        };
        Refusal::new(if understood.is_empty() {
            format!("I expected {what}{instead}.")
        } else {
            format!("I understood `{understood}`, then I expected {what}{instead}.")
        })
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
                "To repeat a roll, begin with how often, such as `3x 2d6`; to multiply, write `*`.",
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
        let start = self.at;
        if let Some(times) = self.number()? {
            if self.takes(&['x']) {
                let times = u32::try_from(times).unwrap_or(u32::MAX);
                if !(1..=MAX_TIMES).contains(&times) {
                    return Err(Refusal::new(format!(
                        "A roll can be repeated 1 to {MAX_TIMES} times."
                    )));
                }
                return Ok(Part { times, formula: self.formula()? });
            }
            self.at = start;
        }
        Ok(Part { times: 1, formula: self.formula()? })
    }

    fn formula(&mut self) -> Result<Formula, Refusal> {
        let value = self.sum()?;
        let Some(compare) = self.compare() else {
            return Ok(Formula::Value(value));
        };
        let condition = Condition::new(compare, self.signed_number()?);
        let Node::Dice(mut pool) = value else {
            return Ok(Formula::Test(value, condition));
        };
        let mut failure = None;
        if self.takes(&['f']) {
            failure = self.condition()?;
            if failure.is_none() {
                return Err(self.expected("the face that is a failure, such as `f1`"));
            }
        }
        if let Some(label) = self.label_in_brackets()? {
            pool.label = Some(label);
        }
        Ok(Formula::Count(pool, Counting { success: condition, failure }))
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
            Some('d') => self.pool(1),
            Some(c) if c.is_ascii_digit() => {
                let number = self.number()?.unwrap_or(0);
                if self.next() == Some('d') {
                    return self.pool(number);
                }
                Ok(Node::Number(number, self.label_in_brackets()?))
            }
            _ => Err(self.expected("a number or dice")),
        }
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
            _ => match self.number()? {
                None => return Err(self.expected("the number of sides, such as `d6`")),
                Some(sides) => match u32::try_from(sides) {
                    Ok(sides) if (1..=MAX_SIDES).contains(&sides) => Kind::Sides(sides),
                    _ => {
                        return Err(Refusal::new(format!(
                            "A die has 1 to {MAX_SIDES} sides, so a d{sides} is beyond me."
                        )));
                    }
                },
            },
        };
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        if count == 0 {
            return Err(Refusal::new("Roll at least one die, such as `1d6`."));
        }
        let mut pool = Pool::new(count, kind);
        while self.modifier(&mut pool)? {}
        pool.label = self.label_in_brackets()?;
        Ok(Node::Dice(pool))
    }

    fn modifier(&mut self, pool: &mut Pool) -> Result<bool, Refusal> {
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
                let lowest = self.takes_here('l');
                if !lowest && !self.takes_here('h') {
                    self.at -= 1;
                    return Err(
                        self.expected("a sign such as `+`, or `dl1` to drop the lowest die")
                    );
                }
                let n = self.how_many()?;
                pool.select.push(if lowest {
                    Select::DropLowest(n)
                } else {
                    Select::DropHighest(n)
                });
            }
            Some('r') => {
                self.at += 1;
                let until = self.takes_here('r');
                let Some(condition) = self.condition()? else {
                    return Err(self.expected("the face to roll again, such as `r1` or `r<=2`"));
                };
                if until { &mut pool.reroll_until } else { &mut pool.reroll_once }.push(condition);
            }
            Some('!') => {
                self.at += 1;
                let once = self.takes_here('o');
                if !pool.explode.is_empty() && pool.explode_once != once {
                    return Err(Refusal::new(
                        "The same dice cannot explode once (`!o`) and on and on (`!`), so please choose one.",
                    ));
                }
                let highest = pool.kind.value(pool.kind.sides());
                let on = self.condition()?.unwrap_or(Condition::new(Compare::Exactly, highest));
                pool.explode_once = once;
                pool.explode.push(on);
            }
            _ => return Ok(false),
        }
        Ok(true)
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

    fn number(&mut self) -> Result<Option<i64>, Refusal> {
        self.next();
        let mut number = None;
        while let Some(digit) = self.here().and_then(|c| c.to_digit(10)) {
            self.at += 1;
            let longer = number.unwrap_or(0_i64) * 10 + i64::from(digit);
            if longer > MAX_NUMBER {
                return Err(Refusal::new("The greatest number I take is 1,000,000."));
            }
            number = Some(longer);
        }
        Ok(number)
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

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

/// What somebody typed, fit to stand between backticks in a sentence.
fn quote(chars: &[char]) -> String {
    let text: String = chars.iter().map(|c| if *c == '`' { '\'' } else { *c }).collect();
    text::clean_line(&text, usize::MAX).unwrap_or_default()
}
