//! The queue of misbehaviour that a test asked for and that has not happened yet.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// What is done to a request instead of, or besides, answering it.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    TooMany {
        retry_after: Duration,
        global: bool,
    },
    Fail(u16),
    Delay(Duration),
    Hold(Arc<Gate>),
    /// Carry it out, then close the connection without a word.
    LoseAnswer,
    /// Carry it out, then say that something went wrong.
    DoAndFail(u16),
    /// Carry it out, then answer with something that is no JSON.
    Garble,
    /// Do nothing, and call the body wrong.
    Refuse,
}

/// Where requests wait until somebody opens it.
#[derive(Debug)]
pub(crate) struct Gate {
    pub open: watch::Sender<bool>,
    pub waiting: watch::Sender<usize>,
}

impl Gate {
    pub(crate) fn closed() -> Arc<Self> {
        Arc::new(Self { open: watch::Sender::new(false), waiting: watch::Sender::new(0) })
    }

    pub(crate) async fn pass(&self) {
        self.waiting.send_modify(|count| *count += 1);
        // the gate itself keeps the sender
        drop(self.open.subscribe().wait_for(|open| *open).await);
    }
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
    /// Texts may be longer than the command or the form allows.
    pub any_length: bool,
}

impl Mischief {
    pub(crate) fn add(&mut self, rule: Rule) {
        // A rule goes with its last request; one for none at all would have to count below zero.
        if rule.left > 0 {
            self.rules.push(rule);
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.rules.is_empty() && self.twice == 0
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
