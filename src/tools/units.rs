//! `gatemaster check-units`: reads a file of one's own units as the bot would, before it is used.

use std::path::Path;

use anyhow::Context as _;
use clap::ValueEnum;
use gatemaster_rules::antares::data as antares;
use gatemaster_rules::antares::profile::Source;
use gatemaster_rules::at43::data as at43;
use gatemaster_rules::text::count;

/// Whose units they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Game {
    #[value(name = "antares")]
    Antares,
    #[value(name = "at43")]
    At43,
}

/// Whether the file is in order; what it holds, or all that is wrong with it, is printed.
pub fn run(file: &Path, game: Game) -> anyhow::Result<bool> {
    let size = std::fs::metadata(file)
        .with_context(|| format!("{} cannot be read", file.display()))?
        .len();
    let most = match game {
        Game::Antares => antares::MAX_FILE,
        Game::At43 => at43::MAX_FILE,
    };
    if size > most as u64 {
        println!("{}: {size} bytes are too many; a file has at most {most}.", file.display());
        return Ok(false);
    }
    let bytes =
        std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let Ok(text) = String::from_utf8(bytes) else {
        println!("{}: it is no text; save it as UTF-8.", file.display());
        return Ok(false);
    };
    let name = file.file_name().map_or(file, Path::new).display().to_string();
    let read = match game {
        Game::Antares => antares::Library::built_in()
            .extended(&name, &text)
            .map(|library| held_for_antares(&library)),
        Game::At43 => at43::with_file(at43::library(), at43::missions(), &name, &text)
            .map(|loaded| held_for_at43(&loaded)),
    };
    match read {
        Ok(held) if held.is_empty() => {
            println!("The file is in order, but holds nothing.");
            Ok(true)
        }
        Ok(held) => {
            println!("The file is in order. It holds:");
            for line in held {
                println!("  {line}");
            }
            Ok(true)
        }
        Err(faults) => {
            let number = u32::try_from(faults.len()).unwrap_or(u32::MAX);
            println!("{} to put right:", count(number, "thing", "things"));
            for fault in faults {
                println!("  {fault}");
            }
            Ok(false)
        }
    }
}

fn held_for_antares(library: &antares::Library) -> Vec<String> {
    let own = |source: Source| source == Source::Server;
    let printed = antares::Library::built_in();
    let mut held = Vec::new();
    for unit in library.units.iter().filter(|unit| own(unit.source)) {
        let models = u32::try_from(unit.models()).unwrap_or(u32::MAX);
        let models = count(models, "model", "models");
        held.push(format!("unit {} ({}): {}, {models}", unit.name, unit.key, unit.kind.name()));
    }
    for weapon in library.weapons.iter().filter(|weapon| own(weapon.source)) {
        held.push(format!("weapon {} ({}): {}", weapon.name, weapon.key, weapon.class.name()));
    }
    for armour in library.armours.iter().filter(|armour| !printed.armours.contains(armour)) {
        held.push(format!("armour {} ({})", armour.name, armour.key));
    }
    held
}

/// What is new or other than in the book. A pilot that an army was given for want of one is not the file's.
fn held_for_at43(loaded: &at43::Loaded) -> Vec<String> {
    let (book, library) = (at43::library(), &loaded.library);
    let mut held = Vec::new();
    for army in library.armies.iter().filter(|army| !book.armies.contains(army)) {
        held.push(format!("army {} ({})", army.name, army.key));
    }
    for unit in library.entries.iter().filter(|unit| !book.entries.contains(unit)) {
        let (category, grade) = (unit.category.name(), unit.grade);
        let numbers = if unit.standard == unit.maximum {
            unit.standard.to_string()
        } else {
            format!("{} to {}", unit.standard, unit.maximum)
        };
        held.push(format!(
            "unit {} ({}): {category}, type {grade}, {numbers}",
            unit.name, unit.key
        ));
    }
    for weapon in library.weapons.iter().filter(|weapon| !book.weapons.contains(weapon)) {
        let kind = if weapon.close { "close combat" } else { "ranged" };
        held.push(format!("weapon {} ({}): {kind}", weapon.name, weapon.key));
    }
    for piece in library.equipment.iter().filter(|piece| !book.equipment.contains(piece)) {
        held.push(format!("equipment {} ({})", piece.name, piece.key));
    }
    let own = library.heroes.iter().filter(|hero| !book.heroes.contains(hero));
    for hero in own.filter(|hero| !hero.sources.server.is_empty()) {
        held.push(format!("hero {} ({}): rank {}", hero.name, hero.key, hero.rank));
    }
    for mission in loaded.missions.iter().filter(|mission| !at43::missions().contains(mission)) {
        held.push(format!("mission {} ({})", mission.name, mission.key));
    }
    held
}
