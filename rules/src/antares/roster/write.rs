//! A force as a list that can be read back.

use std::fmt::Write as _;
use std::sync::Arc;

use super::super::profile::{Profile, Source};
use super::super::setup::{SideSetup, UnitSetup};
use super::find::faction;
use super::names::{is_automatic, name_all};

/// The list that gives the same force back: its name, its faction, and its units with their names.
pub fn text(side: &SideSetup) -> String {
    let mut text = format!("Name: {}\nForce: {}\n", quoted(&side.name), side.faction.name());
    let unnamed = named_by_themselves(&side.units);
    let units: Vec<(&UnitSetup, bool)> = side.units.iter().zip(unnamed).collect();
    let alike = |one: &(&UnitSetup, bool), other: &(&UnitSetup, bool)| {
        one.1 && other.1 && one.0.profile.key == other.0.profile.key
    };
    for group in units.chunk_by(alike) {
        let Some((unit, unnamed)) = group.first() else { continue };
        let what = called(&unit.profile);
        let _ = match (unnamed, group.len()) {
            (false, _) => writeln!(text, "{}: {what}", quoted(&unit.name)),
            // alone, a force's name would be read as the force
            (true, 1) if faction(what).is_none() => writeln!(text, "{what}"),
            (true, number) => writeln!(text, "{number}x {what}"),
        };
    }
    text
}

/// Which of the units get the name they have without its being written.
fn named_by_themselves(units: &[UnitSetup]) -> Vec<bool> {
    let mut unnamed: Vec<bool> = units.iter().map(is_automatic).collect();
    // a name that has to be written leaves its number to others, so this is done until nothing changes
    for _ in units {
        let guess = units.iter().zip(&unnamed).map(|(unit, unnamed)| {
            (Arc::clone(&unit.profile), (!unnamed).then(|| unit.name.clone()))
        });
        let named = name_all(guess.collect());
        let mut changed = false;
        for ((unit, named), unnamed) in units.iter().zip(named).zip(&mut unnamed) {
            if *unnamed && named.name != unit.name {
                *unnamed = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    unnamed
}

/// The name of a printed unit, the key of a server's own: that cannot be mistaken for another.
fn called(profile: &Profile) -> &str {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-');
    let printed = profile.source != Source::Server && profile.name.chars().all(plain);
    if printed { &profile.name } else { &profile.key }
}

/// In quotation marks, unless it can only be read as the name it is.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '.' | '\'');
    let lower = name.to_lowercase();
    let digits = lower.bytes().rev().take_while(u8::is_ascii_digit).count();
    let counts = digits > 0 && lower[..lower.len() - digits].trim_end().ends_with('x');
    let is_plain = name.starts_with(char::is_alphabetic)
        && name.chars().all(plain)
        && !["name", "force", "faction"].contains(&lower.as_str())
        && !lower.contains(" as ")
        && !counts;
    if is_plain { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}
