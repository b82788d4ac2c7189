//! Target numbers whose every modifier carries its reason, so that a result can always say
//! "needs 4: Acc 5, Fire order +1, one pin −1, long range −1".

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

/// A value to roll against. `R` is the system's own closed list of reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check<R> {
    base: Term<R>,
    modifiers: Vec<Term<R>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term<R> {
    pub value: i32,
    pub reason: R,
}

impl<R> Check<R> {
    pub fn new(value: i32, reason: R) -> Self {
        Self { base: Term { value, reason }, modifiers: Vec::new() }
    }

    /// Adds a modifier. One that changes nothing is not worth a word and is left out.
    pub fn add(&mut self, value: i32, reason: R) {
        if value != 0 {
            self.modifiers.push(Term { value, reason });
        }
    }

    #[must_use]
    pub fn with(mut self, value: i32, reason: R) -> Self {
        self.add(value, reason);
        self
    }

    pub fn target(&self) -> i32 {
        self.modifiers.iter().fold(self.base.value, |sum, term| sum.saturating_add(term.value))
    }

    pub fn base(&self) -> &Term<R> {
        &self.base
    }

    pub fn modifiers(&self) -> &[Term<R>] {
        &self.modifiers
    }
}

impl<R: Display> Display for Check<R> {
    /// "needs 4: Acc 5, aimed +1, one pin −1, long range −1"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = self.target();
        let minus = if target < 0 { "−" } else { "" };
        write!(f, "needs {minus}{}: ", target.unsigned_abs())?;
        write!(f, "{} {}", self.base.reason, self.base.value)?;
        for term in &self.modifiers {
            let sign = if term.value < 0 { '−' } else { '+' };
            write!(f, ", {} {sign}{}", term.reason, term.value.unsigned_abs())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_says_what_it_needs_and_why() {
        let check = Check::new(5, "Acc")
            .with(1, "aimed")
            .with(-1, "one pin")
            .with(0, "effective range")
            .with(-1, "long range");
        assert_eq!(check.target(), 4);
        assert_eq!(check.to_string(), "needs 4: Acc 5, aimed +1, one pin −1, long range −1");
    }

    #[test]
    fn enormous_modifiers_do_not_overflow() {
        let check = Check::new(i32::MAX, "base").with(i32::MAX, "more").with(i32::MIN, "less");
        assert_eq!(check.target(), -1);
        assert!(check.to_string().contains("−2147483648"));
    }
}
