//! The queue of misbehaviour that a test asked for and that has not happened yet.

use std::time::Duration;

/// What is done to a request instead of, or besides, answering it.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    TooMany {
        retry_after: Duration,
        global: bool,
    },
    Fail(u16),
    Delay(Duration),
    /// Carry it out, then close the connection without a word.
    LoseAnswer,
}

/// Which requests it is done to, and how many of them are left.
#[derive(Debug)]
pub(crate) struct Rule {
    pub left: u32,
    pub method: Option<String>,
    pub path: Option<String>,
    pub deed: Deed,
}

#[derive(Debug, Default)]
pub(crate) struct Mischief {
    rules: Vec<Rule>,
    /// So many interactions are delivered twice.
    pub twice: u32,
    pub always_twice: bool,
}

impl Mischief {
    pub(crate) fn add(&mut self, rule: Rule) {
        // A rule goes with its last request; one for none at all would have to count below zero.
        if rule.left > 0 {
            self.rules.push(rule);
        }
    }

    /// The deed for this request, if one is due.
    pub(crate) fn for_request(&mut self, method: &str, path: &str) -> Option<Deed> {
        if self.rules.is_empty() {
            return None;
        }
        let found = self.rules.iter().position(|rule| {
            rule.method.as_deref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(method))
                && rule.path.as_deref().is_none_or(|part| path.contains(part))
        })?;
        let rule = &mut self.rules[found];
        rule.left -= 1;
        let deed = rule.deed.clone();
        if rule.left == 0 {
            self.rules.remove(found);
        }
        Some(deed)
    }

    pub(crate) fn deliver_twice(&mut self) -> bool {
        if self.twice > 0 {
            self.twice -= 1;
            return true;
        }
        self.always_twice
    }
}
