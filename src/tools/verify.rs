//! `gatemaster verify game.json`: recomputes every die and every event, with no database and no network.

use std::path::Path;

use anyhow::Context as _;
use gatemaster_rules::export::{Export, Report, verify};

/// Prints what was found; `true` when everything adds up.
pub fn run(file: &Path) -> anyhow::Result<bool> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let export: Export = serde_json::from_str(&text)
        .with_context(|| format!("{} is not an export of Gatemaster", file.display()))?;
    let report = verify(&export);
    print!("{}", in_words(&export, &report));
    Ok(report.faults.is_empty())
}

fn in_words(export: &Export, report: &Report) -> String {
    let mut lines = vec![format!(
        "Game {} ({}), {} steps, {} dice of its stream, {} hand-rolled.",
        export.game,
        export.system.title(),
        report.steps,
        report.stream_dice,
        report.hand_dice
    )];
    lines.extend(report.notes.iter().map(|note| format!("Note: {note}")));
    lines.extend(report.faults.iter().map(|fault| format!("FAULT: {fault}")));
    lines.push(match (report.faults.is_empty(), report.seed_shown) {
        (true, true) => "Everything adds up: every die comes from the seed, every event from the rules.".to_owned(),
        (true, false) => {
            "Every event follows from the rules. The seed is shown when the game ends; the dice can be checked then."
                .to_owned()
        }
        (false, _) => format!("{} faults: this file is not what was played.", report.faults.len()),
    });
    lines.join("\n") + "\n"
}
