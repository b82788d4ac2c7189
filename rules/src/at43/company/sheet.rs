//! The company sheet (T-BLD-9): of a company in the making too.

use std::fmt;

use super::super::profile::{Army, Library};
use super::names::{
    equipment_name, in_sentence, names, slot_words, specialist_name, title, weapon_name,
};
use super::platoons::{Platoon, place};
use super::price::{entry_of, hero_of, rank, sums, value};
use super::{Company, Limits, Sums, Value};
use crate::text::list;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub name: String,
    pub army: String,
    pub limits: Limits,
    pub sums: Sums,
    pub platoons: Vec<SheetPlatoon>,
    /// Units for which no slot is left.
    pub left: Vec<SheetUnit>,
    /// The units whose officers may command: the highest rank among assault units; several where the player picks
    /// (T-TAC-2).
    pub commanders: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPlatoon {
    pub value: u32,
    pub slots: Vec<SheetSlot>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetSlot {
    /// "soldiers of type 1 or 2"
    pub takes: String,
    pub unit: Option<SheetUnit>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetUnit {
    /// Its place in the company.
    pub unit: usize,
    pub name: String,
    pub number: u8,
    /// How many bear which special weapon.
    pub bearers: Option<(u8, String)>,
    /// A title, or a hero's name.
    pub officer: Option<String>,
    pub specialists: Vec<String>,
    pub equipment: Vec<String>,
    /// `None` where the list has no price for it.
    pub value: Option<u32>,
    pub reinforcement: bool,
    /// Its officer may command.
    pub commands: bool,
}

pub fn sheet(library: &Library, company: &Company, limits: &Limits) -> Sheet {
    let army = library.army_of_key(&company.army).and_then(|id| library.army(id));
    let units = sheet_units(library, army, company);
    let (platoons, left) = match place(library, company) {
        Ok(platoons) => (platoons, Vec::new()),
        Err(unplaced) => (unplaced.platoons, unplaced.left),
    };
    let of = |unit: usize| units.get(unit).cloned();
    let platoon = |platoon: &Platoon| SheetPlatoon {
        value: platoon
            .units()
            .filter_map(|unit| units.get(unit)?.value)
            .fold(0, u32::saturating_add),
        slots: army
            .iter()
            .flat_map(|army| &army.pattern)
            .zip(platoon.slots)
            .map(|(slot, unit)| SheetSlot { takes: slot_words(slot), unit: unit.and_then(of) })
            .collect(),
    };
    Sheet {
        name: company.name.clone(),
        army: army.map(|army| army.name.clone()).unwrap_or_default(),
        limits: *limits,
        sums: sums(library, company),
        platoons: platoons.iter().map(platoon).collect(),
        left: left.into_iter().filter_map(of).collect(),
        commanders: units
            .iter()
            .filter(|unit| unit.commands)
            .map(|unit| match &unit.officer {
                Some(officer) => format!("{officer} of {}", unit.name),
                None => unit.name.clone(),
            })
            .collect(),
    }
}

fn sheet_units(library: &Library, army: Option<&Army>, company: &Company) -> Vec<SheetUnit> {
    let assault = company.units.iter().filter(|chosen| !chosen.reinforcement);
    let highest = assault.map(|chosen| rank(library, chosen)).max().filter(|rank| *rank > 0);
    company
        .units
        .iter()
        .zip(names(library, company))
        .enumerate()
        .map(|(unit, (chosen, name))| {
            let own = entry_of(library, chosen).and_then(|entry| library.army(entry.army));
            let hero = hero_of(library, chosen).map(|hero| hero.name.clone());
            let officer = (chosen.officer > 0).then(|| title(own.or(army), chosen.officer));
            let weapon = chosen.special.as_deref().map(|key| weapon_name(library, key));
            SheetUnit {
                unit,
                name,
                number: chosen.number,
                bearers: weapon.map(|weapon| (chosen.bearers, weapon)),
                officer: hero.or(officer),
                specialists: chosen
                    .specialists
                    .iter()
                    .map(|kind| specialist_name(*kind).to_owned())
                    .collect(),
                equipment: chosen
                    .equipment
                    .iter()
                    .map(|key| equipment_name(library, key))
                    .collect(),
                value: value(library, chosen).ok().map(Value::total),
                reinforcement: chosen.reinforcement,
                commands: !chosen.reinforcement && Some(rank(library, chosen)) == highest,
            }
        })
        .collect()
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.army.is_empty(), self.name.is_empty()) {
            (false, false) => write!(f, "{}: {}", self.army, self.name)?,
            (false, true) => f.write_str(&self.army)?,
            (true, false) => f.write_str(&self.name)?,
            (true, true) => f.write_str("No army yet")?,
        }
        write!(f, "\n{}", self.points())?;
        for (number, platoon) in (1..).zip(&self.platoons) {
            write!(f, "\nPlatoon {number}: {} AP", platoon.value)?;
            for (slot, place) in (1..).zip(&platoon.slots) {
                match &place.unit {
                    Some(unit) => write!(f, "\n{slot}. {unit}")?,
                    None => write!(f, "\n{slot}. free for {}", place.takes)?,
                }
            }
        }
        if !self.left.is_empty() {
            f.write_str("\nWithout a slot:")?;
        }
        for unit in &self.left {
            write!(f, "\n- {unit}")?;
        }
        match self.commanders.as_slice() {
            [] => f.write_str("\nNobody commands."),
            [one] => write!(f, "\nCommander: {one}."),
            several => write!(f, "\nCommander, as you choose: {}.", super::names::either(several)),
        }
    }
}

impl Sheet {
    /// "1640 of 2000 AP", shares apart where there are reinforcements (T-BLD-8); it can stand in the middle of a sentence.
    pub fn points(&self) -> String {
        let of = |sum: u32, limit: u32| match limit {
            u32::MAX => sum.to_string(),
            limit => format!("{sum} of {limit}"),
        };
        let total = self.sums.total();
        let Sums { assault, reinforcement } = self.sums;
        match self.limits.reinforcement {
            None => format!("{} AP", of(total, self.limits.assault)),
            Some(_) if self.limits == Limits::FREE && reinforcement == 0 => format!("{assault} AP"),
            Some(limit) => format!(
                "{total} AP in all (assault {}, reinforcement {})",
                of(assault, self.limits.assault),
                of(reinforcement, limit)
            ),
        }
    }
}

impl fmt::Display for SheetUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.number)?;
        let mut has: Vec<String> = Vec::new();
        has.extend(self.officer.clone());
        has.extend(
            self.bearers.as_ref().map(|(n, weapon)| format!("{n} × {}", in_sentence(weapon))),
        );
        has.extend(self.specialists.iter().cloned());
        has.extend(self.equipment.iter().map(|item| in_sentence(item)));
        if !has.is_empty() {
            write!(f, " with {}", list(&has))?;
        }
        match self.value {
            Some(value) => write!(f, ", {value} AP")?,
            None => f.write_str(", no price")?,
        }
        if self.reinforcement {
            f.write_str(", reinforcement")?;
        }
        Ok(())
    }
}
