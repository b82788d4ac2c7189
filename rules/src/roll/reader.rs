//! Going through what somebody typed, character by character. A refusal says how far it was understood and what was expected
//! next.

use super::limits::MAX_NUMBER;
use crate::refusal::Refusal;
use crate::text;

/// How much of the text a refusal quotes, so that it stays one readable sentence.
const QUOTED: usize = 40;
const QUOTED_NEXT: usize = 12;

pub(super) struct Reader<'a> {
    pub text: &'a [char],
    pub at: usize,
    pub depth: u32,
    /// A person wrote it just now; else it is a text of our own that was stored.
    pub typed: bool,
    /// How many D66 stand where one was expected: the whole roll is repeated.
    pub pairs: Option<u32>,
    /// How it was read, where other tools read it otherwise.
    pub remarks: Vec<String>,
}

/// Letters that stand together.
pub(super) struct Word {
    /// In lower case.
    pub text: String,
    pub end: usize,
    /// There is white space before it.
    pub apart: bool,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a [char], typed: bool) -> Self {
        Self { text, at: 0, depth: 0, typed, pairs: None, remarks: Vec::new() }
    }

    /// The next character after any white space, in lower case.
    pub fn next(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.here()
    }

    /// The character right here, white space or not.
    pub fn here(&self) -> Option<char> {
        self.text.get(self.at).map(char::to_ascii_lowercase)
    }

    pub fn takes(&mut self, any: &[char]) -> bool {
        let found = self.next().is_some_and(|c| any.contains(&c));
        self.at += usize::from(found);
        found
    }

    pub fn takes_here(&mut self, c: char) -> bool {
        let found = self.here() == Some(c);
        self.at += usize::from(found);
        found
    }

    /// The word that comes next.
    pub fn word(&mut self) -> Option<Word> {
        self.next()?;
        let letters = self.text[self.at..].iter().take_while(|c| c.is_alphabetic());
        let text: String = letters.map(char::to_ascii_lowercase).collect();
        let end = self.at + text.chars().count();
        (!text.is_empty()).then(|| Word { text, end, apart: self.stands_apart() })
    }

    /// White space, or nothing at all, comes right before.
    pub fn stands_apart(&self) -> bool {
        self.at == 0 || self.text[self.at - 1].is_whitespace()
    }

    /// The first character at or after this place that is no white space.
    pub fn after_space(&self, from: usize) -> Option<char> {
        let rest = self.text.get(from..)?;
        rest.iter().find(|c| !c.is_whitespace()).map(char::to_ascii_lowercase)
    }

    /// Whether dice are written here: `2d6`, `d20`, `d%`.
    pub fn dice_at(&self, from: usize) -> bool {
        let rest = self.text.get(from..).unwrap_or_default();
        let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        let kind = rest.get(digits + 1).copied();
        rest.get(digits).is_some_and(|c| c.eq_ignore_ascii_case(&'d'))
            && kind.is_some_and(|c| c.is_ascii_digit() || c == '%')
    }

    pub fn number(&mut self) -> Result<Option<i64>, Refusal> {
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

    pub fn remark(&mut self, how: String) {
        if self.typed && !self.remarks.contains(&how) {
            self.remarks.push(how);
        }
    }

    pub fn expected(&mut self, what: &str) -> Refusal {
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
}

pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

/// What somebody typed, fit to stand between backticks in a sentence.
fn quote(chars: &[char]) -> String {
    let text: String = chars.iter().map(|c| if *c == '`' { '\'' } else { *c }).collect();
    text::clean_line(&text, usize::MAX).unwrap_or_default()
}
