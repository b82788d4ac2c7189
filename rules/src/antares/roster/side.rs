//! A list takes its place in a battle.

use std::sync::Arc;

use super::super::data::Library;
use super::super::profile::{Faction, Weapon};
use super::super::setup::{SIDES, Setup, SideSetup, UnitSetup};
use super::Roster;
use super::names::{is_automatic, name_all};
use crate::colour::Colour;
use crate::text::{MAX_NAME, clean_name};

impl Setup {
    /// This set-up with another force on one side, or everything that is wrong with it.
    ///
    /// Names that nobody chose are given anew on both sides, so that no two are alike. The other side keeps the weapons
    /// it had, even if they came with a server's file that is gone.
    pub fn with_side(
        &self,
        library: &Library,
        place: usize,
        roster: &Roster,
        name: Option<&str>,
        colour: Option<Colour>,
    ) -> Result<Setup, Vec<String>> {
        let setup = self.with_force(library, place, roster, name, colour)?;
        setup.check()?;
        Ok(setup)
    }

    /// The same for a force that is still put together: what is missing before it can begin is missing.
    pub fn with_unfinished_side(
        &self,
        library: &Library,
        place: usize,
        roster: &Roster,
        name: Option<&str>,
        colour: Option<Colour>,
    ) -> Result<Setup, Vec<String>> {
        let setup = self.with_force(library, place, roster, name, colour)?;
        let faults = setup.wrong();
        if faults.is_empty() { Ok(setup) } else { Err(faults) }
    }

    /// Unchecked, as long as there is a side to put it.
    fn with_force(
        &self,
        library: &Library,
        place: usize,
        roster: &Roster,
        name: Option<&str>,
        colour: Option<Colour>,
    ) -> Result<Setup, Vec<String>> {
        let ([one, two], true) = (self.sides.as_slice(), place < SIDES) else {
            return Err(vec![format!(
                "A battle has {SIDES} sides; there is no side {}.",
                place.saturating_add(1)
            )]);
        };
        let (old, other) = if place == 0 { (one, two) } else { (two, one) };
        let faction = roster.faction.unwrap_or_else(|| faction_of(&roster.units));
        let chosen = match name.or(roster.name.as_deref()) {
            None => None,
            Some(name) => Some(clean_name(name).ok_or_else(|| {
                vec![format!("A side's name has 1 to {MAX_NAME} plain letters.")]
            })?),
        };
        let mut side = SideSetup {
            name: chosen.clone().unwrap_or_default(),
            colour: colour.unwrap_or(old.colour),
            faction,
            units: roster.units.clone(),
        };
        let mut other = other.clone();
        name_sides(&mut side, chosen.is_some(), &mut other, place);
        let mut sides = if place == 0 { vec![side, other] } else { vec![other, side] };
        name_units(&mut sides);
        let buildings = self.buildings.clone();
        let points_limit = self.points_limit;
        let mut setup =
            Setup { sides, weapons: Vec::new(), options: self.options, buildings, points_limit };
        setup.weapons = setup.armed(library, &self.weapons, 1 - place);
        Ok(setup)
    }

    /// Every weapon that the units name, each once: those of the side that stays as they were, the others as they are
    /// in the library now.
    fn armed(&self, library: &Library, before: &[Weapon], stays: usize) -> Vec<Weapon> {
        let had = |key: &str| before.iter().find(|weapon| weapon.key == key);
        let kept: Vec<&str> =
            self.sides.get(stays).into_iter().flat_map(SideSetup::weapon_keys).collect();
        let mut weapons: Vec<Weapon> = Vec::new();
        for key in self.sides.iter().flat_map(SideSetup::weapon_keys) {
            if weapons.iter().any(|weapon| weapon.key == key) {
                continue;
            }
            let weapon = if kept.contains(&key) {
                had(key).or_else(|| library.weapon(key))
            } else {
                library.weapon(key).or_else(|| had(key))
            };
            weapons.extend(weapon.cloned());
        }
        weapons
    }
}

/// The force that all these units may serve in, the first unit's own if possible.
fn faction_of(units: &[UnitSetup]) -> Faction {
    let own = units.iter().map(|unit| unit.profile.faction);
    own.chain(Faction::ALL)
        .filter(|faction| *faction != Faction::Other)
        .find(|faction| {
            let fits = |unit: &UnitSetup| {
                unit.profile.faction == Faction::Other || unit.profile.serves(*faction)
            };
            let any = units.iter().any(|unit| unit.profile.serves(*faction));
            any && units.iter().all(fits)
        })
        .unwrap_or(Faction::Other)
}

/// What a side is called that nobody has named.
fn name_of(faction: Faction) -> &'static str {
    match faction {
        Faction::Other => "Mixed force",
        Faction::Concord
        | Faction::Algoryn
        | Faction::Boromite
        | Faction::Freeborn
        | Faction::Isorian
        | Faction::Ghar => faction.name(),
    }
}

/// Sides are called after their forces unless people say otherwise; two of one force are numbered.
fn name_sides(side: &mut SideSetup, chosen: bool, other: &mut SideSetup, place: usize) {
    let (own, others) = (name_of(side.faction), name_of(other.faction));
    let numbered = |name: &str, place: usize| format!("{name} {}", place + 1);
    let automatic = other.name == others || (0..SIDES).any(|n| other.name == numbered(others, n));
    let same = |one: &str, two: &str| one.to_lowercase() == two.to_lowercase();
    if !chosen {
        let clash = same(own, if automatic { others } else { &other.name });
        side.name = if clash { numbered(own, place) } else { own.to_owned() };
    }
    if automatic {
        let clash = same(others, &side.name) || (!chosen && same(own, others));
        other.name = if clash { numbered(others, 1 - place) } else { others.to_owned() };
    }
}

fn name_units(sides: &mut [SideSetup]) {
    let all = sides.iter().flat_map(|side| &side.units);
    let named = name_all(
        all.map(|unit| {
            (Arc::clone(&unit.profile), (!is_automatic(unit)).then(|| unit.name.clone()))
        })
        .collect(),
    );
    let units = sides.iter_mut().flat_map(|side| &mut side.units);
    for (unit, named) in units.zip(named) {
        *unit = named;
    }
}
