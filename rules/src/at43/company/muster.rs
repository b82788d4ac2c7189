//! The units of a legal company as a game fields them.

use super::super::profile::{EntryId, EquipmentId, HeroId, Library, Specialist, WeaponId};
use super::names::names;
use super::platoons::place;
use super::price::{entry_of, rank, value};
use super::{Chosen, Company, Fault, Limits, check};

/// A unit with its keys looked up and its slot found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MusteredUnit {
    pub entry: EntryId,
    /// Like units are told apart: "Steel troopers 1", "Steel troopers 2".
    pub name: String,
    /// In army points.
    pub value: u32,
    /// Everybody but a hero.
    pub number: u8,
    /// Of the officer or hero; 0 without one.
    pub rank: u8,
    pub hero: Option<HeroId>,
    pub specialists: Vec<Specialist>,
    pub special: Option<WeaponId>,
    /// Of a mobile support unit all.
    pub bearers: u8,
    pub equipment: Vec<EquipmentId>,
    pub reinforcement: bool,
    /// Counted from 0.
    pub platoon: usize,
    /// Counted from 0.
    pub slot: usize,
}

/// The units in the order of the company, or what is wrong with it. Sums are compared with limits by [`check`] alone.
pub fn muster(library: &Library, company: &Company) -> Result<Vec<MusteredUnit>, Vec<Fault>> {
    let faults = check(library, company, &Limits::FREE);
    if !faults.is_empty() {
        return Err(faults);
    }
    let platoons = place(library, company).map_err(|unplaced| vec![Fault::Platoons(unplaced)])?;
    let slot_of = |unit: usize| {
        let mut slots = (0..).zip(&platoons).flat_map(|(platoon, found)| {
            (0..).zip(&found.slots).map(move |(slot, stands)| (platoon, slot, *stands))
        });
        slots.find(|(.., stands)| *stands == Some(unit)).map(|(platoon, slot, _)| (platoon, slot))
    };
    let names = names(library, company);
    let units = company
        .units
        .iter()
        .zip(names)
        .enumerate()
        .filter_map(|(place, (chosen, name))| mustered(library, chosen, name, slot_of(place)?));
    Ok(units.collect())
}

fn mustered(
    library: &Library,
    chosen: &Chosen,
    name: String,
    (platoon, slot): (usize, usize),
) -> Option<MusteredUnit> {
    let entry = entry_of(library, chosen)?;
    Some(MusteredUnit {
        entry: library.entry_of_key(&chosen.unit)?,
        name,
        value: value(library, chosen).ok()?.total(),
        number: chosen.number,
        rank: rank(library, chosen),
        hero: chosen.hero.as_ref().and_then(|key| library.hero_of_key(key)),
        specialists: chosen.specialists.clone(),
        special: chosen.special.as_ref().and_then(|key| library.weapon_of_key(key)),
        bearers: if entry.all_bearers { chosen.number } else { chosen.bearers },
        equipment: chosen
            .equipment
            .iter()
            .filter_map(|key| library.equipment_of_key(key))
            .collect(),
        reinforcement: chosen.reinforcement,
        platoon,
        slot,
    })
}
