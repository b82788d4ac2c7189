//! A game as one JSON file that anybody can check without our database and without a network.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::dice::{Seed, Seeded};
use crate::game::SystemId;
use crate::history::{self, Step};
use crate::ids::UserId;
use crate::record::{Record, record};
use crate::rejudge::{rejudge, typed_freely};
use crate::table::{Event, Table};
use crate::version::RulesVersion;

/// The name of the format; a later one gets another number.
pub const FORMAT: &str = "gatemaster-game-1";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Export {
    pub format: String,
    pub game: String,
    pub system: SystemId,
    /// The release of the program that wrote the file; 0.1.0 did not say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The rules of the system it was opened with; each step names those it was judged by.
    pub rules_version: RulesVersion,
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
    /// Steps that were judged by other rules than these and come out otherwise now: neither proved nor forged.
    pub other_rules: Vec<String>,
    /// Typed dice of the first rules at tables that did not roll by hand: anybody could type there, so they prove nothing.
    pub unproven: Vec<String>,
    /// What a reader should know, though nothing follows from it: a person who goes by another name, a clock that went back.
    pub notes: Vec<String>,
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
    let table = match history::fold(&export.steps) {
        Ok(table) => table,
        Err(fault) => {
            report.faults.push(format!("The log does not hold together: {fault}."));
            return report;
        }
    };
    if record(&table) != export.record {
        report.faults.push("The result is not what the log comes to.".to_owned());
    }
    check_head(export, &table, &mut report);
    check_people(export, &mut report);
    check_dice(export, &mut report);
    check_old_typed_dice(export, &mut report);
    check_events(export, &table, &mut report);
    report
}

/// What stands above the steps must be what the steps say.
fn check_head(export: &Export, table: &Table, report: &mut Report) {
    if export.system != table.system {
        report.faults.push(format!(
            "The file is headed {}, but its log is one of {}.",
            export.system.title(),
            table.system.title()
        ));
    }
    let mut rules = export.rules_version;
    for (place, step) in export.steps.iter().enumerate() {
        let judged = step.deed.rules;
        if judged < rules || (place == 0 && judged != rules) {
            report.faults.push(format!(
                "Step {} names rules {judged}, but rules {rules} were in force.",
                step.seq
            ));
        }
        rules = rules.max(judged);
    }
}

/// A person is their number; a name is what they went by. Nothing follows from either beyond what the rules have judged, but
/// whoever reads the file should know of a change.
fn check_people(export: &Export, report: &mut Report) {
    let mut names: BTreeMap<UserId, &str> = BTreeMap::new();
    let mut people: BTreeMap<&str, UserId> = BTreeMap::new();
    let mut last = i64::MIN;
    for step in &export.steps {
        let known = names.insert(step.user, &step.name);
        if let Some(before) = known.filter(|before| *before != step.name) {
            report.notes.push(format!(
                "Step {}: {before} goes by the name of {} from here on.",
                step.seq, step.name
            ));
        }
        let known = *people.entry(&step.name).or_insert(step.user);
        if known != step.user {
            report.notes.push(format!(
                "Step {}: {} is somebody else here than in an earlier step.",
                step.seq, step.name
            ));
        }
        if step.at_ms < last {
            report
                .notes
                .push(format!("Step {}: its time is before that of an earlier step.", step.seq));
        }
        last = last.max(step.at_ms);
    }
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
                if !export.system.takes_dice_by_hand() {
                    report.faults.push(format!(
                        "Step {}: a die was typed by hand, and {} takes none.",
                        step.seq,
                        export.system.title()
                    ));
                }
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

/// Under the first rules anybody could type dice at any table. Where the table did not roll by hand, such a die is neither
/// proved nor forged.
fn check_old_typed_dice(export: &Export, report: &mut Report) {
    let typed = export.steps.iter().enumerate();
    for (place, step) in typed.filter(|(_, step)| typed_freely(step) && step.is_hand_rolled()) {
        let before = history::fold(&export.steps[..place]);
        if !before.is_ok_and(|table| table.settings.by_hand) {
            report.unproven.push(format!(
                "Step {} was judged by rules {}, which let anybody type dice: its dice were typed at a table that did not \
                 roll by hand, and prove nothing.",
                step.seq, step.deed.rules
            ));
        }
    }
}

/// Steps that come out otherwise today are forged if these very rules have judged them; other rules may have meant it so.
fn check_events(export: &Export, table: &Table, report: &mut Report) {
    for difference in rejudge(&export.steps) {
        let found = if difference.is_by_other_rules(export.system) {
            &mut report.other_rules
        } else {
            &mut report.faults
        };
        found.push(difference.in_words(export.system));
    }
    if table.is_final() && export.seed.is_none() {
        report.faults.push("The game has ended, but its seed is missing.".to_owned());
    }
    if !table.is_final() && export.seed.is_some() {
        report.faults.push("The seed is shown although the game can still go on.".to_owned());
    }
}
