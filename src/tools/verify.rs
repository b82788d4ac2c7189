//! `gatemaster verify game.json`: recomputes every die and every event, with no database and no network.

use std::path::Path;

use anyhow::Context as _;
use gatemaster_league::lots;
use gatemaster_rules::export::{Export, Report, verify};
use gatemaster_rules::roll::proof::{self, Proof, ProvenRoll, Shown};
use gatemaster_rules::stored;

use super::Finding;

/// Prints what was found. `shown_hash` is the hash that the players saw at the start.
pub fn run(file: &Path, shown_hash: Option<&str>) -> anyhow::Result<Finding> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    if let Ok(proof) = serde_json::from_str::<Proof>(&text) {
        return Ok(rolls(&proof, shown_hash));
    }
    if let Ok(proof) = serde_json::from_str::<lots::Proof>(&text) {
        return Ok(lots_of_a_league(&proof, shown_hash));
    }
    let export = stored::read_export(&text)
        .with_context(|| format!("{} is not an export of Gatemaster", file.display()))?;
    let mut report = verify(&export);
    if let Some(shown) = shown_hash
        && !export.seed_hash.eq_ignore_ascii_case(shown.trim())
    {
        report
            .faults
            .push(format!("The file's seed hash is {}, not the one shown.", export.seed_hash));
    }
    print!("{}", in_words(&export, &report, shown_hash.is_some()));
    Ok(Finding::new(report.faults.len(), report.other_rules.len() + report.unproven.len()))
}

/// The rolls of a channel, from `/rolls proof`.
fn rolls(proof: &Proof, shown_hash: Option<&str>) -> Finding {
    let mut report = proof::verify(proof);
    let found = shown_hash.map(|seen| proof.find(seen));
    if found == Some(None) {
        report.faults.push(
            "The hash you gave is none of this file: neither that of the cup's seed, nor that of the own seed of a roll, nor \
             a mark below one. Give at least 12 of its digits."
                .to_owned(),
        );
    }
    let mut lines = vec![
        format!(
            "Cup {}: rolls {}, dice of its stream {}, typed by hand {}.",
            proof.cup, report.rolls, report.stream_dice, report.hand_dice
        ),
        format!("Seed hash: {}", proof.seed_hash),
    ];
    lines.push(match found {
        Some(Some(Shown::Cup)) => "The hash you gave is that of the cup's seed.".to_owned(),
        Some(Some(Shown::Own(id))) => format!(
            "The hash you gave is that of the own seed of roll {id}, which was secret: its dice are the ones that were \
             rolled then."
        ),
        Some(Some(Shown::Mark(id))) => format!(
            "The hash you gave is the mark below roll {id}: it and every marked roll before it are as they were then."
        ),
        Some(None) | None => "Compare it with the one below each roll, or give with --seed-hash that, a mark, or the hash \
             of a secret roll's own seed."
            .to_owned(),
    });
    let typed = |roll: &&ProvenRoll| roll.is_typed();
    lines.extend(proof.rolls.iter().filter(typed).map(|roll| {
        format!(
            "Roll {} ({}) was typed by {}; typed dice prove nothing.",
            roll.id, roll.dice, roll.by
        )
    }));
    if report.left_out > 0 {
        lines.push(format!(
            "NOTE: the marks speak of {} more that are not in this file: still secret, or deleted.",
            if report.left_out == 1 {
                "1 roll".to_owned()
            } else {
                format!("{} rolls", report.left_out)
            }
        ));
    }
    if report.unmarked_secrets > 0 {
        lines.push(format!(
            "NOTE: {} of an earlier version had been secret and has no mark: only the hash of its own seed, as its owner saw \
             it, tells that it was not exchanged. Give that with --seed-hash.",
            if report.unmarked_secrets == 1 { "1 roll".to_owned() } else { format!("each of {} rolls", report.unmarked_secrets) }
        ));
    }
    if report.missing > 0 {
        lines.push(format!(
            "NOTE: {} dice of the stream are in no roll of this file: their rolls were deleted by whoever made them, or \
             taken out of the file.",
            report.missing
        ));
    }
    lines.extend(report.faults.iter().map(|fault| format!("FAULT: {fault}")));
    lines.push(match report.faults.len() {
        0 => "Everything adds up: every die comes from its seed, every result from its dice."
            .to_owned(),
        n => format!("{n} faults: this file is not what was rolled."),
    });
    println!("{}", lines.join("\n"));
    Finding::new(report.faults.len(), 0)
}

/// The lots of a league, from `/league export`.
fn lots_of_a_league(proof: &lots::Proof, shown_hash: Option<&str>) -> Finding {
    let mut report = lots::verify(proof);
    let fits = |shown: &str| {
        let shown = shown.trim().to_lowercase();
        shown.len() >= 12
            && proof.lots.iter().any(|lot| lot.seed_hash.to_lowercase().starts_with(&shown))
    };
    if shown_hash.is_some_and(|shown| !fits(shown)) {
        report.faults.push("No lot of this file has the seed hash that was shown.".to_owned());
    }
    let name = |no| {
        let found = proof.people.iter().find(|one| one.no == no);
        found.map_or_else(|| format!("player {no}"), |one| one.name.clone())
    };
    let mut lines =
        vec![format!("League “{}”: lots {}, dice {}.", proof.league, report.lots, report.dice)];
    for lot in &proof.lots {
        lines.push(format!("{}: seed hash {}", lot.id, lot.seed_hash));
        for draw in &lot.draws {
            let order: Vec<String> = draw.order.iter().map(|no| name(*no)).collect();
            lines.push(format!("  {}: {}", draw.stakes.title(), order.join(", then ")));
        }
    }
    if shown_hash.is_none() {
        lines.push(
            "Compare the hashes with those that the league showed before each lot, or give one with --seed-hash."
                .to_owned(),
        );
    }
    lines.extend(report.faults.iter().map(|fault| format!("FAULT: {fault}")));
    lines.push(match report.faults.len() {
        0 => "Everything adds up: every die comes from its seed, every order from its dice."
            .to_owned(),
        n => format!("{n} faults: this file is not what was drawn."),
    });
    println!("{}", lines.join("\n"));
    Finding::new(report.faults.len(), 0)
}

fn in_words(export: &Export, report: &Report, hash_given: bool) -> String {
    let mut lines = vec![
        format!(
            "Game {} ({}), {} steps, {} dice of its stream, {} typed by hand.",
            export.game,
            export.system.title(),
            report.steps,
            report.stream_dice,
            report.hand_dice
        ),
        format!(
            "Opened under rules {} of {}; these are {}.",
            export.rules_version,
            export.system.title(),
            export.system.version()
        ),
        format!("Seed hash: {}", export.seed_hash),
    ];
    if !hash_given {
        lines.push(
            "Compare it with the one the board showed at the start, or give that with --seed-hash."
                .to_owned(),
        );
    }
    if report.hand_dice > 0 {
        lines.push(
            "Dice typed by hand prove nothing by themselves; the log names who typed them."
                .to_owned(),
        );
    }
    lines.extend(report.notes.iter().map(|note| format!("NOTE: {note}")));
    lines.extend(report.unproven.iter().map(|step| format!("NOT PROVED: {step}")));
    lines.extend(report.other_rules.iter().map(|step| format!("OTHER RULES: {step}")));
    lines.extend(report.faults.iter().map(|fault| format!("FAULT: {fault}")));
    let faults = report.faults.len();
    let other_rules = report.other_rules.len();
    lines.push(match (faults, other_rules, report.seed_shown) {
        (0, 0, _) if !report.unproven.is_empty() => {
            "Not verified in full: anybody could type dice at that table, so what was typed proves nothing. All else adds up.".to_owned()
        }
        (0, 0, true) => {
            "Everything adds up: every die of the stream comes from the seed, every event from the rules.".to_owned()
        }
        (0, 0, false) => "Every event follows from the rules. The seed is shown when the game ends; the dice can be \
             checked then."
            .to_owned(),
        (0, n, _) => format!(
            "Played under other rules: {} out otherwise today. That proves nothing against anybody; the release that \
             had those rules can verify it.",
            if n == 1 { "1 step comes".to_owned() } else { format!("{n} steps come") }
        ),
        (n, ..) => format!("Tampered with: {} This file is not what was played.", if n == 1 { "1 fault.".to_owned() } else { format!("{n} faults.") }),
    });
    lines.join("\n") + "\n"
}
