//! A game as one JSON file that anybody can check without our database and without a network.

use serde::{Deserialize, Serialize};

use crate::dice::{Recorded, Seed, Seeded};
use crate::game::SystemId;
use crate::history::{self, Step};
use crate::record::{Record, record};
use crate::table::{self, Event, Moment, Phase, Table};

/// The name of the format; a later one gets another number.
pub const FORMAT: &str = "gatemaster-game-1";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Export {
    pub format: String,
    pub game: String,
    pub system: SystemId,
    /// The rules it was opened with; each step names those it was judged by.
    pub rules_version: String,
    /// SHA-256 of the seed, shown since the game was opened.
    pub seed_hash: String,
    /// The seed in hexadecimal; only once the game has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What came of it, once the game has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
    pub steps: Vec<Step>,
}

/// What checking an export found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub steps: usize,
    pub stream_dice: usize,
    pub hand_dice: usize,
    /// Whether the dice could be recomputed: the seed is only shown at the end.
    pub seed_shown: bool,
    /// Steps that were judged by another version of the rules and come out differently now: neither proved nor forged.
    pub unverified: Vec<String>,
    /// What does not add up. Empty means that every die and every event is as it should be.
    pub faults: Vec<String>,
}

/// Recomputes every die from the seed and every event from the rules.
pub fn verify(export: &Export) -> Report {
    let mut report = Report { steps: export.steps.len(), ..Report::default() };
    if export.format != FORMAT {
        report.faults.push(format!("The format is “{}”, not “{FORMAT}”.", export.format));
        return report;
    }
    match history::fold(&export.steps) {
        Ok(table) if export.record.is_some() && record(&table) != export.record => {
            report.faults.push("The result is not what the log comes to.".to_owned());
        }
        Ok(_) => {}
        Err(fault) => {
            report.faults.push(format!("The log does not hold together: {fault}."));
            return report;
        }
    }
    check_dice(export, &mut report);
    check_events(export, &mut report);
    report
}

fn check_dice(export: &Export, report: &mut Report) {
    let seed = export.seed.as_deref().map(Seed::from_hex);
    let seeded = match seed {
        None => None,
        Some(None) => {
            report.faults.push("The seed is not 64 hexadecimal digits.".to_owned());
            None
        }
        Some(Some(seed)) => {
            report.seed_shown = true;
            if !seed.hash().eq_ignore_ascii_case(&export.seed_hash) {
                report.faults.push("The seed does not give the hash that was shown.".to_owned());
            }
            let salts = export.steps.iter().flat_map(|step| &step.events).filter_map(|event| {
                if let Event::Salted { text, .. } = event { Some(text.as_str()) } else { None }
            });
            Some(Seeded::new(seed, &export.game, salts, 1))
        }
    };
    let mut expected = 1;
    for step in &export.steps {
        for roll in &step.dice {
            if roll.face == 0 || roll.face > roll.sides {
                report.faults.push(format!(
                    "Step {}: a d{} cannot show {}.",
                    step.seq, roll.sides, roll.face
                ));
            }
            let Some(number) = roll.number else {
                report.hand_dice += 1;
                continue;
            };
            report.stream_dice += 1;
            if number != expected {
                report.faults.push(format!(
                    "Step {}: die {number} was used where die {expected} is next.",
                    step.seq
                ));
            }
            expected = number.saturating_add(1);
            let Some(seeded) = &seeded else { continue };
            match seeded.face(number, roll.sides) {
                Ok(face) if face == roll.face => {}
                Ok(face) => report.faults.push(format!(
                    "Step {}: die {number} (d{}) shows {}, but the seed gives {face}.",
                    step.seq, roll.sides, roll.face
                )),
                Err(fault) => report.faults.push(format!("Step {}: {fault}", step.seq)),
            }
        }
    }
}

/// Plays every step again with the dice it had and compares what comes of it.
fn check_events(export: &Export, report: &mut Report) {
    let mut table: Option<Table> = None;
    for (i, step) in export.steps.iter().enumerate() {
        let before = &export.steps[..i];
        let mut dice = Recorded::new(step.dice.clone());
        let decided = match &table {
            None => table::open_table(&step.actor(), &step.deed.action),
            Some(table) => {
                let next_die = history::next_die(before);
                let moment = Moment { next_die, undoable: history::undoable(before) };
                table::decide(table, &step.actor(), &step.deed.action, moment, &mut dice)
            }
        };
        // the whole log folds, so every beginning of it does
        table = history::after(table, &export.steps[..=i]).ok();
        let difference = match decided {
            Err(refusal) => Some(format!("the rules refuse it: {refusal}")),
            Ok(decided) if decided.events != step.events || decided.revokes != step.revokes => {
                Some("the rules give other events.".to_owned())
            }
            Ok(_) => dice.finish().err().map(|fault| fault.to_string()),
        };
        let Some(difference) = difference else { continue };
        if step.deed.rules == crate::RULES_VERSION {
            report.faults.push(format!("Step {}: {difference}", step.seq));
        } else {
            report.unverified.push(format!(
                "Step {} was judged by rules {} (these are {}): {difference}",
                step.seq,
                step.deed.rules,
                crate::RULES_VERSION
            ));
        }
    }
    let ended = table.is_some_and(|table| table.phase == Phase::Ended);
    if ended && export.seed.is_none() {
        report.faults.push("The game has ended, but its seed is missing.".to_owned());
    }
    if !ended && export.seed.is_some() {
        report.faults.push("The seed is shown although the game has not ended.".to_owned());
    }
}
