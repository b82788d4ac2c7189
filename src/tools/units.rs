//! `gatemaster check-units`: reads a file of one's own Antares units as the bot would, before it is used.

use std::path::Path;

use anyhow::Context as _;
use gatemaster_rules::antares::data::{Library, MAX_FILE};
use gatemaster_rules::antares::profile::Source;
use gatemaster_rules::text::count;

/// Whether the file is in order; what it holds, or all that is wrong with it, is printed.
pub fn run(file: &Path) -> anyhow::Result<bool> {
    let size = std::fs::metadata(file)
        .with_context(|| format!("{} cannot be read", file.display()))?
        .len();
    if size > MAX_FILE as u64 {
        println!("{}: {size} bytes are too many; a file has at most {MAX_FILE}.", file.display());
        return Ok(false);
    }
    let bytes =
        std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let Ok(text) = String::from_utf8(bytes) else {
        println!("{}: it is no text; save it as UTF-8.", file.display());
        return Ok(false);
    };
    let name = file.file_name().map_or(file, Path::new);
    match Library::built_in().extended(&name.display().to_string(), &text) {
        Ok(library) => {
            tell(&library);
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

fn tell(library: &Library) {
    let own = |source: Source| source == Source::Server;
    let printed = Library::built_in();
    if library == printed {
        println!("The file is in order, but holds nothing.");
        return;
    }
    println!("The file is in order. It holds:");
    for unit in library.units.iter().filter(|unit| own(unit.source)) {
        let models = u32::try_from(unit.models()).unwrap_or(u32::MAX);
        let models = count(models, "model", "models");
        println!("  unit {} ({}): {}, {models}", unit.name, unit.key, unit.kind.name());
    }
    for weapon in library.weapons.iter().filter(|weapon| own(weapon.source)) {
        println!("  weapon {} ({}): {}", weapon.name, weapon.key, weapon.class.name());
    }
    for armour in library.armours.iter().filter(|armour| !printed.armours.contains(armour)) {
        println!("  armour {} ({})", armour.name, armour.key);
    }
}
