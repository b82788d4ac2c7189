//! Plays a log again, step by step, and compares what comes of it with what was stored.

use crate::dice::Recorded;
use crate::game::SystemId;
use crate::history::{self, Step};
use crate::ids::Seq;
use crate::table::{self, Moment, Table};
use crate::version::RulesVersion;

/// A step that comes out otherwise today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub seq: Seq,
    /// The rules that judged the step.
    pub rules: RulesVersion,
    pub what: String,
}

impl Difference {
    /// Whether rules that are not at hand any more, or not yet, judged the step: then it proves nothing against anybody.
    pub fn is_by_other_rules(&self, system: SystemId) -> bool {
        !system.judges_by(self.rules)
    }

    pub fn in_words(&self, system: SystemId) -> String {
        let Self { seq, rules, what } = self;
        if !self.is_by_other_rules(system) {
            return format!("Step {seq}: {what}");
        }
        let (title, now) = (system.title(), system.version());
        format!("Step {seq} was judged by rules {rules} of {title} (these are {now}): {what}")
    }
}

/// Judges every step again with the dice it had. The log must fold as a whole.
pub fn rejudge(steps: &[Step]) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut table: Option<Table> = None;
    for (i, step) in steps.iter().enumerate() {
        if let Some(what) = judge(table.as_ref(), &steps[..i], step) {
            differences.push(Difference { seq: step.seq, rules: step.deed.rules, what });
        }
        // the whole log folds, so every beginning of it does
        table = history::after(table, &steps[..=i]).ok();
    }
    differences
}

/// What is otherwise when this step is taken after those before it.
fn judge(table: Option<&Table>, before: &[Step], step: &Step) -> Option<String> {
    let mut dice = if typed_freely(step) {
        Recorded::new(step.dice.clone())
    } else {
        Recorded::from_stream(step.dice.clone())
    };
    let (seq, rules) = (step.seq, step.deed.rules);
    let decided = match table {
        None => table::open_table_by(&step.actor(), &step.deed.action, rules),
        Some(table) => {
            let next_die = history::next_die(before);
            let moment = Moment { next_die, undoable: history::undoable(before), seq, rules };
            table::decide(table, &step.actor(), &step.deed.action, moment, &mut dice)
        }
    };
    match decided {
        Err(refusal) => Some(format!("the rules refuse it: {refusal}")),
        Ok(decided) if decided.events != step.events || decided.revokes != step.revokes => {
            Some("the rules give other events.".to_owned())
        }
        Ok(_) => dice.finish().err().map(|fault| fault.to_string()),
    }
}

/// Under the first rules, whoever did something could type its dice, at any table.
pub(crate) fn typed_freely(step: &Step) -> bool {
    step.deed.rules < table::THROWS_HAVE_OWNERS
}
