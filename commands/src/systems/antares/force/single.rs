//! Single units of a force: one more, one less, another name.

use std::sync::Arc;

use gatemaster_discord::limits::clip;
use gatemaster_rules::antares::Setup;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::{Faction, Profile};
use gatemaster_rules::antares::roster::units_matching;
use gatemaster_rules::antares::setup::{SideSetup, UnitSetup};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::list;

use super::sides::{Change, as_it_is, named};
use crate::trouble::Trouble;
use crate::words::esc;

/// As many names as fit into a sentence.
const NAMED: usize = 8;

/// What a side may take, its own units first.
pub fn offered<'l>(
    library: &'l Library,
    faction: Faction,
    typed: &str,
) -> impl Iterator<Item = &'l Profile> + use<'l> {
    let fits = move |unit: &&Profile| {
        faction == Faction::Other || unit.faction == Faction::Other || unit.serves(faction)
    };
    units_matching(library, Some(faction), typed).into_iter().filter(fits)
}

/// The unit that somebody typed: by its key, its name, or words that fit no other.
pub fn unit_called<'l>(
    library: &'l Library,
    side: &SideSetup,
    typed: &str,
) -> Result<&'l Profile, Trouble> {
    let typed = typed.trim();
    let exact = |unit: &&Profile| unit.key == typed || same(&unit.name, typed);
    if let Some(unit) = library.unit(typed).or_else(|| library.units.iter().find(exact)) {
        return Ok(unit);
    }
    let like: Vec<&Profile> = offered(library, side.faction, typed).collect();
    if let [only] = like[..] {
        return Ok(only);
    }
    let meant = if like.is_empty() { offered(library, side.faction, "").collect() } else { like };
    let names: Vec<String> = meant.iter().take(NAMED).map(|unit| esc(&unit.name)).collect();
    let and_more = if meant.len() > NAMED { ", and more" } else { "" };
    Err(Trouble::refused(format!(
        "I know no unit “{}”. {} may take {}{and_more}.",
        esc(&clip(typed, 60)),
        esc(&side.name),
        list(&names)
    )))
}

/// The side that has a unit of this name.
pub fn side_with(setup: &Setup, unit: &str) -> Result<Seat, Trouble> {
    let has = |side: &SideSetup| side.units.iter().any(|one| same(&one.name, unit));
    let found = (0..).map(Seat).zip(&setup.sides).find(|(_, side)| has(side));
    found.map(|(seat, _)| seat).ok_or_else(|| {
        let names = setup.sides.iter().flat_map(|side| &side.units);
        no_unit(unit, &names.map(|unit| esc(&unit.name)).collect::<Vec<_>>())
    })
}

fn no_unit(typed: &str, names: &[String]) -> Trouble {
    let there = if names.is_empty() {
        "There is none yet.".to_owned()
    } else {
        format!("There are {}.", list(names))
    };
    let typed = esc(&clip(typed.trim(), 60));
    Trouble::refused(clip(&format!("No unit is called “{typed}” here. {there}"), 1_900))
}

fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.trim().to_lowercase()
}

/// So many more of a unit; "Strike" for several makes Strike-1, Strike-2, …
pub fn added(
    side: &SideSetup,
    seat: Seat,
    profile: &Profile,
    name: Option<&str>,
    number: usize,
) -> Result<Change, Trouble> {
    let mut roster = as_it_is(side);
    let profile = Arc::new(profile.clone());
    let name = name.map(named).transpose()?;
    for n in 1..=number {
        let name = match &name {
            // it is numbered where there are several
            None => profile.name.clone(),
            Some(name) if number == 1 => name.clone(),
            Some(name) => named(&format!("{name}-{n}"))?,
        };
        roster.units.push(UnitSetup { name, profile: Arc::clone(&profile) });
    }
    Ok(Change::of(seat, roster))
}

pub fn taken_out(side: &SideSetup, seat: Seat, unit: &str) -> Result<Change, Trouble> {
    let mut roster = as_it_is(side);
    let place = place_of(side, unit)?;
    roster.units.remove(place);
    Ok(Change::of(seat, roster))
}

pub fn renamed(side: &SideSetup, seat: Seat, unit: &str, name: &str) -> Result<Change, Trouble> {
    let mut roster = as_it_is(side);
    roster.units[place_of(side, unit)?].name = named(name)?;
    Ok(Change::of(seat, roster))
}

/// The unit of this name.
pub fn unit_of<'s>(side: &'s SideSetup, name: &str) -> Result<&'s UnitSetup, Trouble> {
    Ok(&side.units[place_of(side, name)?])
}

fn place_of(side: &SideSetup, unit: &str) -> Result<usize, Trouble> {
    side.units.iter().position(|one| same(&one.name, unit)).ok_or_else(|| {
        no_unit(unit, &side.units.iter().map(|unit| esc(&unit.name)).collect::<Vec<_>>())
    })
}
