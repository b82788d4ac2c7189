//! `/profile`: a unit as printed, or as a server wrote it.

use gatemaster_discord::card::Choice;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::{Profile, Troop, Weapon};
use gatemaster_rules::text::{count, list};

use super::arms::{self, Glossary};
use super::{LookPress, Mark, Reading, Shelf, Topic, unit};
use crate::near::{NameMatch, meant};
use crate::table::NEUTRAL;
use crate::table::sheet::{Sheet, heading};
use crate::trouble::Trouble;
use crate::words::esc;

/// `/profile`
pub(super) fn named_reading(library: &Library, typed: &str) -> Result<Reading, Trouble> {
    Ok(reading(library, named(library, typed)?))
}

pub(super) fn offered(library: &Library) -> Vec<(String, String)> {
    library.units.iter().map(|unit| (offer(unit), unit.name.clone())).collect()
}

fn offer(unit: &Profile) -> String {
    format!("{} ({}, {})", unit.name, unit.faction.name(), models(unit))
}

fn models(unit: &Profile) -> String {
    count(u32::try_from(unit.models()).unwrap_or(u32::MAX), "model", "models")
}

fn choice(unit: &Profile) -> Choice {
    let about = format!("{}, {}, {}", unit.faction.name(), unit.kind.name(), models(unit));
    Choice::new(&unit.name, Mark::of(&unit.key).0).more(about)
}

fn named<'l>(library: &'l Library, typed: &str) -> Result<&'l Profile, Trouble> {
    let units = &library.units;
    match meant(typed, units.iter().map(|unit| unit.name.as_str())) {
        NameMatch::One(place) => Ok(&units[place]),
        NameMatch::OneOf(places) => {
            let near: Vec<Choice> = places.into_iter().map(|place| choice(&units[place])).collect();
            Err(not_found("unit", typed, "Which one do you mean?", LookPress::PickProfile, near))
        }
    }
}

/// Says so, with what may have been meant.
pub(super) fn not_found(
    what: &str,
    typed: &str,
    list: &str,
    press: LookPress,
    near: Vec<Choice>,
) -> Trouble {
    let typed = esc(typed.trim());
    let way_out = if near.is_empty() {
        "Type a few letters of its name and pick from what Discord offers."
    } else {
        "It may be one of these."
    };
    let selects = if near.is_empty() {
        Vec::new()
    } else {
        vec![Shelf::of_books().select(list, press, near)]
    };
    let line = format!("I know no {what} that is just called “{typed}”. {way_out}");
    Trouble::refused(line).with_selects(selects)
}

pub(super) fn reading(library: &Library, unit: &Profile) -> Reading {
    let shelf = Shelf::of_books();
    let weapons: Vec<Choice> = arms_of(library, unit)
        .into_iter()
        .map(|(weapon, _)| Choice::new(&weapon.name, Mark::of(&weapon.key).0))
        .collect();
    let selects = if weapons.is_empty() {
        Vec::new()
    } else {
        vec![shelf.select("Look at a weapon…", LookPress::PickWeapon, weapons)]
    };
    Reading {
        shelf,
        topic: Topic::Profile(Mark::of(&unit.key)),
        sheet: sheet(library, unit),
        selects,
        may_be_shown: true,
    }
}

/// Its weapons, each once, and how many of them the unit has; the team's own first.
fn arms_of<'l>(library: &'l Library, unit: &Profile) -> Vec<(&'l Weapon, u32)> {
    let team = unit.team_weapon.iter().map(|key| (key, 1));
    let carried = unit
        .troops
        .iter()
        .flat_map(|troop| troop.weapons.iter().map(|key| (key, u32::from(troop.count))));
    let mut found: Vec<(&Weapon, u32)> = Vec::new();
    for (key, number) in team.chain(carried) {
        match (found.iter_mut().find(|(known, _)| known.key == *key), library.weapon(key)) {
            (Some((_, known)), _) => *known += number,
            (None, Some(weapon)) => found.push((weapon, number)),
            (None, None) => {}
        }
    }
    found
}

fn sheet(library: &Library, unit: &Profile) -> Sheet {
    let dice = count(unit.dice().into(), "order die", "order dice");
    let points =
        unit.points.map(|points| format!(" · {}", count(points.into(), "point", "points")));
    let points = points.unwrap_or_default();
    let mut lines = vec![format!(
        "**{}** · {} · {} · {dice}{points}",
        unit.faction.name(),
        unit.kind.name(),
        models(unit)
    )];
    lines.push(arms::moves(unit.kind, &unit.troops.iter().collect::<Vec<_>>()));
    lines.extend(worth_knowing(library, unit));
    lines.push(heading("Models"));
    for troop in &unit.troops {
        lines.push(format!("**{}** {} ×", esc(&troop.name), troop.count));
        lines.push(format!("`{}`", arms::stats(troop.stats, troop)));
        lines.extend(carries(library, troop));
        lines.extend(unit::worn(troop));
    }
    let weapons = arms_of(library, unit);
    if !weapons.is_empty() {
        lines.push(heading("Weapons"));
        for (weapon, number) in &weapons {
            lines.extend(arms::weapon(weapon, &format!(" · {number} ×")));
        }
    }
    let mut glossary = Glossary::default();
    for troop in &unit.troops {
        glossary.troop(troop);
    }
    for (weapon, _) in &weapons {
        glossary.weapon(weapon);
    }
    for gear in &unit.gear {
        glossary.gear(*gear);
    }
    let meanings = glossary.lines();
    if !meanings.is_empty() {
        lines.push(heading("What it means"));
        lines.extend(meanings);
    }
    let page = unit.page.map(|page| format!("Page {page} of the booklet")).unwrap_or_default();
    Sheet::new(&esc(&unit.name), &lines, page, NEUTRAL)
}

fn carries(library: &Library, troop: &Troop) -> Option<String> {
    let names: Vec<String> = troop
        .weapons
        .iter()
        .map(|key| library.weapon(key).map_or_else(|| esc(key), |weapon| esc(&weapon.name)))
        .collect();
    (!names.is_empty()).then(|| format!("with {}", list(&names)))
}

/// What sets it apart when a force is chosen.
fn worth_knowing(library: &Library, unit: &Profile) -> Vec<String> {
    let mut lines = Vec::new();
    if !unit.also_serves.is_empty() {
        let others: Vec<&str> = unit.also_serves.iter().map(|force| force.name()).collect();
        lines.push(format!("Also fights for: {} {}", list(&others), arms::cited("A-FRC-3")));
    }
    if let Some(other) = &unit.not_more_than {
        let other = library.unit(other).map_or(other.as_str(), |other| other.name.as_str());
        lines.push(format!(
            "A force has no more of these than of {} {}",
            esc(other),
            arms::cited("A-FRC-3")
        ));
    }
    if unit.extra_victory_dice > 0 {
        let dice = u32::from(unit.dice()) + u32::from(unit.extra_victory_dice);
        lines.push(format!(
            "Destroyed, it counts as {} lost {}",
            count(dice, "order die", "order dice"),
            arms::cited("A-GAM-3")
        ));
    }
    if !unit.gear.is_empty() {
        let drones: Vec<&str> = unit.gear.iter().map(|gear| gear.name()).collect();
        lines.push(format!("With {}", list(&drones)));
    }
    lines.extend(arms::source(unit.source).map(str::to_owned));
    lines
}
