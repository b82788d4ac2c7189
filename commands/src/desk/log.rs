//! The steps of a game as everybody may know them, each with the table as it was then.

use std::collections::HashMap;
use std::ops::Range;

use gatemaster_rules::game::View;
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::system::Viewer;
use gatemaster_rules::table::{SeenStep, SeenTable, Table};

#[derive(Clone)]
pub struct Log {
    pub(super) steps: Vec<Step>,
    pub(super) viewer: Viewer,
}

/// A log line about a log must not hold its secrets.
impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "(a log of {} steps)", self.steps.len())
    }
}

/// A step with the game before it and the table right after it: later names and set-ups do not rewrite history.
#[derive(Clone, Debug)]
pub struct Entry {
    pub before: Option<View>,
    pub after: SeenTable,
    pub step: SeenStep,
    /// The later step that took this one back.
    pub taken_back_by: Option<Seq>,
}

impl Log {
    /// For trying out how things are shown.
    pub fn for_show(steps: &[Step], viewer: Viewer) -> Self {
        Self { steps: steps.to_vec(), viewer }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The steps alone, in order.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = SeenStep> {
        self.steps.iter().map(|step| step.seen(&self.viewer))
    }

    /// The number of the die that was next after this step.
    pub fn next_die_after(&self, seq: Seq) -> u64 {
        history::next_die(&self.steps[..(seq.0 as usize).min(self.steps.len())])
    }

    /// These steps, counted from 0, one after the other; a log that does not fold ends there.
    pub fn entries(&self, range: Range<usize>) -> impl Iterator<Item = Entry> {
        let to = range.end.min(self.steps.len());
        let from = range.start.min(to);
        let mut table: Option<Table> = history::fold(&self.steps[..from]).ok();
        let taken_back: HashMap<Seq, Seq> =
            self.steps.iter().filter_map(|step| Some((step.revokes?, step.seq))).collect();
        (from..to).map_while(move |place| {
            let step = self.steps.get(place)?;
            let before = table.as_ref().and_then(|table| table.game.as_ref());
            let before = before.map(|game| game.view(&self.viewer));
            let after = history::after(table.take(), &self.steps[..=place]).ok()?;
            let entry = Entry {
                before,
                after: after.seen(&self.viewer),
                step: step.seen(&self.viewer),
                taken_back_by: taken_back.get(&step.seq).copied(),
            };
            table = Some(after);
            Some(entry)
        })
    }
}
