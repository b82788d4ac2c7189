//! What people add to dice in words: a name without a sign before it, `adv`, `vs 15`, `5+`, `x3`.

use super::condition::{Compare, Condition};
use super::expression::{Formula, Kind, Node, Part, Pool, Select, clean_label};
use super::limits::MAX_TIMES;
use super::reader::{Reader, Word, is_quote};
use crate::refusal::Refusal;

/// Which of two dice counts.
#[derive(Clone, Copy)]
pub(super) enum Edge {
    Advantage,
    Disadvantage,
}

impl Edge {
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "adv" | "advantage" => Some(Self::Advantage),
            "dis" | "disadv" | "disadvantage" => Some(Self::Disadvantage),
            _ => None,
        }
    }

    /// One die becomes two, of which one counts.
    pub fn give(self, pool: &mut Pool) -> Result<(), Refusal> {
        let plain = pool.select.is_empty() && pool.kind != Kind::TensAndOnes;
        if !plain || pool.count > 2 {
            return Err(Refusal::new(
                "Advantage and disadvantage are for a single die, such as `d20+5 adv`.",
            ));
        }
        pool.count = 2;
        pool.select.push(match self {
            Self::Advantage => Select::KeepHighest(1),
            Self::Disadvantage => Select::KeepLowest(1),
        });
        Ok(())
    }
}

impl Reader<'_> {
    /// `adv` or `dis`, if that comes next.
    pub fn edge(&mut self) -> Option<Edge> {
        let word = self.word()?;
        let edge = Edge::named(&word.text)?;
        self.at = word.end;
        Some(edge)
    }

    /// What may stand behind a roll: `adv`, and how often it is made.
    pub fn behind_part(&mut self, part: &mut Part) -> Result<(), Refusal> {
        loop {
            if let Some(edge) = self.edge() {
                match part.formula.first_pool() {
                    Some(pool) => edge.give(pool)?,
                    None => return Err(self.expected("dice before that")),
                }
            } else if let Some(times) = self.times_behind()? {
                if part.times > 1 {
                    return Err(Refusal::new("Say once how often to roll, such as `3x 2d6`."));
                }
                part.times = often(times)?;
                self.remark(format!(
                    "`x{times}` was read as {times} rolls; `*{times}` multiplies the total."
                ));
            } else if !self.needed_behind(part)? {
                return Ok(());
            }
        }
    }

    /// What it needs, behind something else: `d20+5 adv vs 15`.
    fn needed_behind(&mut self, part: &mut Part) -> Result<bool, Refusal> {
        let Formula::Value(value) = &part.formula else { return Ok(false) };
        part.formula = if let Some(condition) = self.versus()? {
            in_total(value.clone(), condition)
        } else if let Some(condition) = self.or_more()? {
            compared(value.clone(), condition)
        } else {
            return Ok(false);
        };
        Ok(true)
    }

    /// `x3`.
    fn times_behind(&mut self) -> Result<Option<i64>, Refusal> {
        let start = self.at;
        let is_x = self.word().is_some_and(|word| word.text == "x");
        if !is_x || !self.after_space(self.at + 1).is_some_and(|c| c.is_ascii_digit()) {
            return Ok(None);
        }
        self.at += 1;
        let times = self.number()?;
        if self.here().is_some_and(char::is_alphanumeric) {
            self.at = start;
            return Ok(None);
        }
        Ok(times)
    }

    /// `5+` behind dice: 5 or more. It is a sum if anything follows the plus.
    pub fn or_more(&mut self) -> Result<Option<Condition>, Refusal> {
        let start = self.at;
        if !self.next().is_some_and(|c| c.is_ascii_digit()) || !self.stands_apart() {
            return Ok(None);
        }
        let number = self.number()?;
        let plus = self.takes_here('+');
        let ends = match self.next() {
            None | Some(';' | ')' | '#' | '[' | ',') => true,
            // the face that takes one away
            Some('f') if self.after_space(self.at + 1).is_some_and(|c| c.is_ascii_digit()) => true,
            Some(c) => {
                is_quote(c) || self.stands_apart() && begins_label(c) && !self.dice_at(self.at)
            }
        };
        if plus && ends {
            return Ok(number.map(|number| Condition::new(Compare::AtLeast, number)));
        }
        self.at = start;
        Ok(None)
    }

    /// `vs 15`, `vs. AC 15`: the total must reach that.
    pub fn versus(&mut self) -> Result<Option<Condition>, Refusal> {
        let start = self.at;
        let against =
            |word: &Word| word.apart && ["vs", "versus", "against"].contains(&word.text.as_str());
        let Some(word) = self.word().filter(against) else { return Ok(None) };
        self.at = word.end;
        let _ = self.takes_here('.');
        // what the number is called: AC, DC, TN
        if let Some(name) = self.word().filter(|name| name.text.len() <= 4) {
            self.at = name.end;
        }
        if !self.next().is_some_and(|c| c.is_ascii_digit()) {
            self.at = start;
            return Ok(None);
        }
        Ok(self.number()?.map(|number| Condition::new(Compare::AtLeast, number)))
    }

    /// Words at the end are the name of the roll: `3d6 to hit`. What the dice need may stand behind them: `8d6 to wound 4+`.
    pub fn label_in_words(&mut self, parts: &mut [Part]) -> Result<Option<String>, Refusal> {
        let begins = self.next().is_some_and(begins_label) && self.stands_apart();
        if !begins || parts.iter().all(|part| part.written_dice() == 0) {
            return Ok(None);
        }
        let words = &self.text[self.at..];
        if words.contains(&';') {
            return Err(Refusal::new(
                "A name for all rolls stands at the end; for each of them write it like `2d6[fire]; d8[cold]`.",
            ));
        }
        if self.holds_dice(self.at) {
            return Err(self.expected("`+` or `;` before more dice"));
        }
        self.at = self.text.len();
        let words: String = words.iter().collect();
        let mut label = words.trim();
        if let (Some((before, number)), Some(part)) = (ends_in_or_more(label), parts.last_mut())
            && let Formula::Value(value) = &part.formula
        {
            part.formula = compared(value.clone(), Condition::new(Compare::AtLeast, number));
            label = before;
        }
        let label = label.strip_prefix("for ").unwrap_or(label);
        clean_label(if ["on", "at", "need", "needs"].contains(&label) { "" } else { label })
    }

    /// Whether dice are written anywhere from here on.
    pub fn holds_dice(&self, from: usize) -> bool {
        let begins_word = |i: usize| i == 0 || !self.text[i - 1].is_alphanumeric();
        (from..self.text.len()).any(|i| begins_word(i) && self.dice_at(i))
    }
}

/// A plain term of dice counts its dice; anything else is tested as a whole.
pub(super) fn compared(value: Node, condition: Condition) -> Formula {
    match value {
        Node::Dice(pool) if pool.kind != Kind::TensAndOnes => {
            Formula::Count(pool, super::Counting { success: condition, failure: None })
        }
        other => Formula::Test(other, condition),
    }
}

/// The total of what is written, even where it is a plain term of dice.
pub(super) fn in_total(value: Node, condition: Condition) -> Formula {
    match value {
        Node::Dice(pool) if pool.kind != Kind::TensAndOnes => {
            let added_up = Formula::Value(Node::Dice(pool));
            Formula::Test(Node::Brackets(Box::new(added_up), None), condition)
        }
        other => Formula::Test(other, condition),
    }
}

pub(super) fn often(times: i64) -> Result<u32, Refusal> {
    let times = u32::try_from(times).unwrap_or(u32::MAX);
    if (1..=MAX_TIMES).contains(&times) {
        Ok(times)
    } else {
        Err(Refusal::new(format!("A roll can be repeated 1 to {MAX_TIMES} times.")))
    }
}

/// Whether a name can begin with this: a letter or a sign that means nothing among dice, such as an emoji.
pub(super) fn begins_label(c: char) -> bool {
    const SIGNS: [char; 6] = ['×', '÷', '−', '–', '≤', '≥'];
    c.is_alphabetic() || !c.is_ascii() && !SIGNS.contains(&c) && !is_quote(c)
}

/// "to wound 4+": the words and the number.
fn ends_in_or_more(words: &str) -> Option<(&str, i64)> {
    let (before, number) = words.strip_suffix('+')?.rsplit_once(char::is_whitespace)?;
    let is_number = (1..=4).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    Some((before.trim(), number.parse().ok().filter(|_| is_number)?))
}

/// The words before the dice, as a name: "attack:" is "attack".
pub(super) fn leading_label(words: &[char]) -> Result<Option<String>, Refusal> {
    let words: String = words.iter().collect();
    clean_label(words.trim().trim_end_matches([':', ',', '-', '–', '=']))
}
