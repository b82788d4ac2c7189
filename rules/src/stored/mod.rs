//! Games as text, and back: the one place that writes what is stored and reads what an earlier version has stored.
//!
//! Three rules keep old games readable, whatever changes:
//!
//! - A new field has a default (`#[serde(default)]`) that means what was meant before there was such a field.
//! - A command or event that gets another form gets an entry in `older.rs`, which puts the old form into the new one. Each
//!   step says by which rules it was judged, so it is known which entries it needs.
//! - A state needs nothing of this. It is what its steps add up to, so whoever finds one that cannot be read folds the
//!   steps again ([`history::fold`](crate::history::fold)). A field that changes its meaning gets another name: then the
//!   old state is not misread.
//!
//! Whatever changes here or in the rules, `tests/versions.rs` asks for a new [`System::VERSION`](crate::system::System).

mod older;
#[cfg(test)]
mod tests;

use serde_json::{Error, Value};

use crate::dice::Roll;
use crate::export::Export;
use crate::history::Step;
use crate::ids::{Seq, UserId};
use crate::table::{Deed, Event, Table};
use crate::version::RulesVersion;

/// The parts of a step that are stored as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    pub deed: String,
    pub dice: String,
    pub events: String,
}

/// A step as it is stored: what can be asked for is in columns, the rest is text.
#[derive(Clone, Debug)]
pub struct StoredStep {
    pub seq: Seq,
    pub user: UserId,
    pub name: String,
    pub text: StepText,
    pub revokes: Option<Seq>,
    pub at_ms: i64,
}

pub fn read_table(text: &str) -> Result<Table, Error> {
    serde_json::from_str(text)
}

pub fn write_table(table: &Table) -> Result<String, Error> {
    serde_json::to_string(table)
}

pub fn read_step(stored: StoredStep) -> Result<Step, Error> {
    let StoredStep { seq, user, name, text, revokes, at_ms } = stored;
    let (deed, events) = read_deed(&text)?;
    let dice: Vec<Roll> = serde_json::from_str(&text.dice)?;
    Ok(Step { seq, user, name, deed, dice, events, revokes, at_ms })
}

fn read_deed(text: &StepText) -> Result<(Deed, Vec<Event>), Error> {
    match serde_json::from_str::<Deed>(&text.deed) {
        Ok(deed) if !older::has_changed_since(deed.rules) => {
            Ok((deed, serde_json::from_str(&text.events)?))
        }
        _ => {
            let deed: Value = serde_json::from_str(&text.deed)?;
            let rules = judged_by(&deed)?;
            let events = older::upgrade(serde_json::from_str(&text.events)?, rules).to_string();
            let deed = older::upgrade(deed, rules).to_string();
            Ok((serde_json::from_str(&deed)?, serde_json::from_str(&events)?))
        }
    }
}

/// The part of a step that reads in every version.
fn judged_by(step: &Value) -> Result<RulesVersion, Error> {
    serde_json::from_str(&step["rules"].to_string())
}

pub fn write_step(step: &Step) -> Result<StepText, Error> {
    Ok(StepText {
        deed: serde_json::to_string(&step.deed)?,
        dice: serde_json::to_string(&step.dice)?,
        events: serde_json::to_string(&step.events)?,
    })
}

/// A game as a file, from any version.
pub fn read_export(text: &str) -> Result<Export, Error> {
    let mut export: Value = serde_json::from_str(text)?;
    for step in export["steps"].as_array_mut().into_iter().flatten() {
        let rules = judged_by(step)?;
        *step = older::upgrade(step.take(), rules);
    }
    // as text once more: a second way to read every type, from values, would double the code for it
    serde_json::from_str(&export.to_string())
}

pub fn write_export(export: &Export) -> Result<String, Error> {
    serde_json::to_string_pretty(export)
}
