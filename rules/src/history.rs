//! A game's steps, and what they add up to. Folding the steps gives exactly the state; a revoked step stays in
//! the log and is passed over.

use std::collections::HashSet;

use crate::ids::Seq;
use crate::table::{Event, Table};
pub use crate::table::{SeenStep, Step};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoldFault {
    #[error("the log is empty")]
    Empty,
    #[error("step {0} comes where step {1} should be")]
    Gap(Seq, Seq),
    #[error("the first step does not open a table")]
    NotOpened,
    #[error("step {0} opens the table again")]
    OpenedAgain(Seq),
    #[error("step {0} revokes step {1}, which is not an earlier step in force")]
    RevokesOdd(Seq, Seq),
}

/// The state after these steps.
pub fn fold(steps: &[Step]) -> Result<Table, FoldFault> {
    let revoked = revoked(steps)?;
    let first = steps.first().ok_or(FoldFault::Empty)?;
    let mut table = first.events.first().and_then(Table::opened).ok_or(FoldFault::NotOpened)?;
    for event in &first.events[1..] {
        table.apply(event);
    }
    for step in &steps[1..] {
        if step.events.iter().any(|event| matches!(event, Event::Opened { .. })) {
            return Err(FoldFault::OpenedAgain(step.seq));
        }
        if !revoked.contains(&step.seq) {
            step.events.iter().for_each(|event| table.apply(event));
        }
    }
    Ok(table)
}

/// The table after the last step of this log, given the table before it. Only a first step and a revocation look at the
/// whole log; for any other step the last one is enough.
pub fn after(before: Option<Table>, log: &[Step]) -> Result<Table, FoldFault> {
    let step = log.last().ok_or(FoldFault::Empty)?;
    match before {
        Some(mut table) if step.revokes.is_none() => {
            for event in &step.events {
                table.apply(event);
            }
            Ok(table)
        }
        _ => fold(log),
    }
}

/// The steps that a later step has revoked.
pub fn revoked(steps: &[Step]) -> Result<HashSet<Seq>, FoldFault> {
    let mut revoked = HashSet::new();
    let mut expected = Seq(1);
    for step in steps {
        if step.seq != expected {
            return Err(FoldFault::Gap(step.seq, expected));
        }
        expected = expected.next();
        if let Some(target) = step.revokes {
            let sound = target > Seq(1) && target < step.seq && !revoked.contains(&target);
            if !sound {
                return Err(FoldFault::RevokesOdd(step.seq, target));
            }
            revoked.insert(target);
        }
    }
    Ok(revoked)
}

/// The step that undo would revoke now: the latest move in force.
pub fn undoable(steps: &[Step]) -> Option<&Step> {
    let revoked: HashSet<Seq> = steps.iter().filter_map(|step| step.revokes).collect();
    steps.iter().rev().find(|step| step.is_undoable() && !revoked.contains(&step.seq))
}

/// The number of the next die of the stream after these steps. Dice of revoked steps stay used.
pub fn next_die(steps: &[Step]) -> u64 {
    steps
        .iter()
        .flat_map(|step| &step.dice)
        .filter_map(|roll| roll.number)
        .max()
        .unwrap_or(0)
        .saturating_add(1)
}
