//! `/weapon`: every mode of a weapon, what its rules mean, and who carries it.

use gatemaster_discord::card::Choice;
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::meaning;
use gatemaster_rules::antares::profile::{Profile, Weapon};
use gatemaster_rules::text::list;

use super::arms::{self, Glossary};
use super::profile::not_found;
use super::{LookPress, Mark, Reading, Shelf, Topic};
use crate::near::{NameMatch, meant};
use crate::table::NEUTRAL;
use crate::table::sheet::{Sheet, heading};
use crate::trouble::Trouble;
use crate::words::esc;

/// `/weapon`
pub(super) fn named_reading(library: &Library, typed: &str) -> Result<Reading, Trouble> {
    Ok(reading(library, named(library, typed)?))
}

pub(super) fn offered(library: &Library) -> Vec<(String, String)> {
    let offered = library.weapons.iter().map(|weapon| {
        (format!("{} ({} weapon)", weapon.name, weapon.class.name()), weapon.name.clone())
    });
    offered.collect()
}

fn named<'l>(library: &'l Library, typed: &str) -> Result<&'l Weapon, Trouble> {
    let weapons = &library.weapons;
    let choice = |place: usize| {
        let weapon = &weapons[place];
        let class = format!("{} weapon", arms::capital(weapon.class.name()));
        Choice::new(&weapon.name, Mark::of(&weapon.key).0).more(class)
    };
    match meant(typed, weapons.iter().map(|weapon| weapon.name.as_str())) {
        NameMatch::One(place) => Ok(&weapons[place]),
        NameMatch::OneOf(places) => {
            let near: Vec<Choice> = places.into_iter().map(choice).collect();
            Err(not_found("weapon", typed, "Which one do you mean?", LookPress::PickWeapon, near))
        }
    }
}

pub(super) fn reading(library: &Library, weapon: &Weapon) -> Reading {
    let shelf = Shelf::of_books();
    let carriers: Vec<Choice> = carriers(library, weapon)
        .map(|unit| Choice::new(&unit.name, Mark::of(&unit.key).0).more(unit.faction.name()))
        .take(CHOICES.into())
        .collect();
    let selects = if carriers.is_empty() {
        Vec::new()
    } else {
        vec![shelf.select("Who carries it…", LookPress::PickProfile, carriers)]
    };
    Reading {
        shelf,
        topic: Topic::Weapon(Mark::of(&weapon.key)),
        sheet: sheet(library, weapon),
        selects,
        may_be_shown: true,
    }
}

fn carriers<'l>(library: &'l Library, weapon: &'l Weapon) -> impl Iterator<Item = &'l Profile> {
    library.units.iter().filter(|unit| {
        let carried = unit.troops.iter().flat_map(|troop| &troop.weapons);
        carried.chain(&unit.team_weapon).any(|key| *key == weapon.key)
    })
}

fn sheet(library: &Library, weapon: &Weapon) -> Sheet {
    let class = meaning::weapon_class(weapon.class);
    let mut lines = vec![format!(
        "**{} weapon**: {} {}",
        arms::capital(weapon.class.name()),
        class.text,
        arms::cited(class.row)
    )];
    lines.extend(arms::source(weapon.source).map(str::to_owned));
    lines.push(heading(if weapon.modes.len() == 1 { "Profile" } else { "Modes" }));
    lines.extend(weapon.modes.iter().map(arms::mode));
    let mut glossary = Glossary::default();
    glossary.weapon(weapon);
    let meanings = glossary.lines();
    if !meanings.is_empty() {
        lines.push(heading("What it means"));
        lines.extend(meanings);
    }
    lines.push(heading("Who carries it"));
    let names: Vec<String> = carriers(library, weapon)
        .map(|unit| format!("{} ({})", esc(&unit.name), unit.faction.name()))
        .collect();
    lines.push(if names.is_empty() { "nobody in the booklet".to_owned() } else { list(&names) });
    let footer = "Ranges: effective / long (−1 to hit) / extreme (−2)".to_owned();
    Sheet::new(&esc(&weapon.name), &lines, footer, NEUTRAL)
}
