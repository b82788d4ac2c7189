//! Whether a company is legal, with all its faults together (T-BLD-1 to T-BLD-8).

use std::collections::BTreeMap;

use super::super::profile::{Army, ArmyId, Entry, HIGHEST_RANK, Hero, Library};
use super::fault::{Fault, Share};
use super::names::{equipment_name, names, title, weapon_name};
use super::platoons::place;
use super::price::{bonus, entry_of, hero_of, officer_price, price_of, rank, sums, value};
use super::unit_fault::UnitFault;
use super::{Chosen, Company, Limits, MAX_UNITS};
use crate::file::MAX_LIST;
use crate::file::fault::nearest;
use crate::text::{clean_title, list};

/// Everything that is wrong with a company. Slots are looked at once all units are known and of its army.
pub fn check(library: &Library, company: &Company, limits: &Limits) -> Vec<Fault> {
    let names = names(library, company);
    let mut faults = Vec::new();
    if !company.name.is_empty() && clean_title(&company.name).as_ref() != Some(&company.name) {
        faults.push(Fault::Name);
    }
    let army = library.army_of_key(&company.army);
    if army.is_none() {
        let near = nearest(&company.army, library.armies.iter().map(|army| army.key.as_str()));
        faults.push(Fault::UnknownArmy {
            key: company.army.clone(),
            near: near.map(str::to_owned),
            known: library.armies.iter().map(|army| army.name.clone()).collect(),
        });
    }
    if company.units.is_empty() {
        faults.push(Fault::NoUnits);
        return faults;
    }
    if company.units.len() > MAX_UNITS {
        faults.push(Fault::TooManyUnits { number: company.units.len() });
    }
    for ((unit, chosen), name) in company.units.iter().enumerate().zip(&names) {
        let found = check_unit(library, army, chosen, limits);
        let named = |fault| Fault::Unit { unit, name: name.clone(), fault };
        faults.extend(found.into_iter().map(named));
    }
    officers(library, company, &names, &mut faults);
    let of_army =
        |chosen: &Chosen| entry_of(library, chosen).is_some_and(|entry| Some(entry.army) == army);
    if company.units.len() <= MAX_UNITS
        && company.units.iter().all(of_army)
        && let Err(unplaced) = place(library, company)
    {
        faults.push(Fault::Platoons(unplaced));
    }
    over(library, company, limits, &mut faults);
    faults
}

/// T-BLD-3, T-HER-1
fn officers(library: &Library, company: &Company, names: &[String], faults: &mut Vec<Fault>) {
    let ranks = || company.units.iter().map(|chosen| rank(library, chosen)).zip(names);
    if ranks().all(|(rank, _)| rank == 0) {
        faults.push(Fault::NoOfficer);
    }
    let highest: Vec<String> =
        ranks().filter(|(rank, _)| *rank == HIGHEST_RANK).map(|(_, name)| name.clone()).collect();
    if highest.len() > 1 {
        let army = library.army_of_key(&company.army).and_then(|id| library.army(id));
        let title = title(army, HIGHEST_RANK);
        faults.push(Fault::HighestRankTwice { title, units: highest });
    }
    let mut led: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (chosen, name) in company.units.iter().zip(names) {
        if let Some(hero) = hero_of(library, chosen) {
            led.entry(&hero.name).or_default().push(name.clone());
        }
    }
    for (hero, units) in led.into_iter().filter(|(_, units)| units.len() > 1) {
        faults.push(Fault::HeroTwice { hero: hero.to_owned(), units });
    }
}

/// T-BLD-1, T-BLD-8
fn over(library: &Library, company: &Company, limits: &Limits, faults: &mut Vec<Fault>) {
    let sums = sums(library, company);
    let shares = match limits.reinforcement {
        None => vec![(Share::Whole, sums.total(), limits.assault)],
        Some(reinforcement) => vec![
            (Share::Assault, sums.assault, limits.assault),
            (Share::Reinforcement, sums.reinforcement, reinforcement),
        ],
    };
    for (share, sum, limit) in shares {
        if let Some(by) = sum.checked_sub(limit).filter(|by| *by > 0) {
            faults.push(Fault::Over { share, by, sum, limit });
        }
    }
}

/// What is wrong with a unit in itself.
pub(super) fn check_unit(
    library: &Library,
    army: Option<ArmyId>,
    chosen: &Chosen,
    limits: &Limits,
) -> Vec<UnitFault> {
    let Some(entry) = entry_of(library, chosen) else {
        let near = nearest(&chosen.unit, library.entries.iter().map(|entry| entry.key.as_str()));
        let near = near.map(str::to_owned);
        return vec![UnitFault::UnknownUnit { key: chosen.unit.clone(), near }];
    };
    let mut unit =
        Unit { library, entry, own: library.army(entry.army), chosen, faults: Vec::new() };
    if let Some(army) = army.filter(|army| *army != entry.army) {
        let name = |army: Option<&Army>| army.map(|army| army.name.clone()).unwrap_or_default();
        let (theirs, company) = (name(unit.own), name(library.army(army)));
        unit.faults.push(UnitFault::OtherArmy { theirs, company });
    }
    unit.number();
    unit.equipment();
    unit.bearers();
    unit.specialists();
    unit.officer();
    unit.hero();
    if chosen.reinforcement && limits.reinforcement.is_none() {
        unit.faults.push(UnitFault::NoReinforcements);
    }
    if unit.faults.is_empty() && value(library, chosen).is_err() {
        unit.faults.push(UnitFault::NoPrice { number: chosen.number });
    }
    unit.faults
}

struct Unit<'a> {
    library: &'a Library,
    entry: &'a Entry,
    /// The army of the entry.
    own: Option<&'a Army>,
    chosen: &'a Chosen,
    faults: Vec<UnitFault>,
}

impl Unit<'_> {
    fn number(&mut self) {
        let (entry, number) = (self.entry, self.chosen.number);
        let bonus = bonus(self.library, entry, self.chosen);
        let (from, to) = (entry.standard, entry.maximum.saturating_add(bonus));
        if !(from..=to).contains(&number) {
            let officer = rank(self.library, self.chosen);
            let officer = (officer > 0).then(|| title(self.own, officer));
            self.faults.push(UnitFault::Number { number, from, to, officer });
        } else if !whole_crews(entry, number) {
            let crew = crew(entry);
            self.faults.push(UnitFault::Crews { number, standard: entry.standard, crew });
        }
        let bearers = if entry.all_bearers { 0 } else { self.chosen.bearers };
        let special_fighters = usize::from(bearers)
            + self.chosen.specialists.len()
            + usize::from(self.chosen.officer > 0);
        if special_fighters > usize::from(number) {
            self.faults.push(UnitFault::Crowded { special_fighters, number });
        }
    }

    fn equipment(&mut self) {
        let chosen = &self.chosen.equipment;
        if chosen.len() > MAX_LIST {
            self.faults.push(UnitFault::TooMuchEquipment { number: chosen.len() });
            return;
        }
        let mut known = true;
        for key in chosen {
            if self.library.equipment_of_key(key).is_none() {
                known = false;
                let keys = self.library.equipment.iter().map(|item| item.key.as_str());
                let near = nearest(key, keys).map(str::to_owned);
                self.faults.push(UnitFault::UnknownEquipment { key: key.clone(), near });
            }
        }
        if known && price_of(self.library, self.entry, chosen).is_none() {
            let sold = self.entry.prices.iter().map(|price| {
                let items = price.equipment.iter().filter_map(|id| self.library.equipment(*id));
                let items: Vec<&str> = items.map(|item| item.name.as_str()).collect();
                if items.is_empty() { "the standard equipment".to_owned() } else { list(&items) }
            });
            let fault = UnitFault::Equipment {
                chosen: chosen.iter().map(|key| equipment_name(self.library, key)).collect(),
                sold: sold.collect(),
            };
            self.faults.push(fault);
        }
    }

    fn bearers(&mut self) {
        let (library, entry, chosen) = (self.library, self.entry, self.chosen);
        let Chosen { number, bearers, .. } = *chosen;
        let kinds = entry.special.iter().filter_map(|special| library.weapon(special.weapon));
        let allowed: Vec<String> = kinds.map(|weapon| weapon.name.clone()).collect();
        if let Some(key) = &chosen.special {
            match library.weapon_of_key(key) {
                None => {
                    let keys = library.weapons.iter().map(|weapon| weapon.key.as_str());
                    let near = nearest(key, keys).map(str::to_owned);
                    self.faults.push(UnitFault::UnknownWeapon { key: key.clone(), near });
                }
                Some(id) if !entry.special.iter().any(|special| special.weapon == id) => {
                    let weapon = weapon_name(library, key);
                    let allowed = allowed.clone();
                    self.faults.push(UnitFault::NotItsWeapon { weapon, allowed });
                }
                Some(_) => {}
            }
        }
        let all_bear = entry.all_bearers && !entry.special.is_empty();
        match &chosen.special {
            _ if all_bear && (bearers != number || chosen.special.is_none()) => {
                self.faults.push(UnitFault::AllBear { bearers, number, allowed });
            }
            None if bearers > 0 => {
                self.faults.push(UnitFault::BearersWithoutWeapon { bearers, allowed });
            }
            Some(key) if bearers == 0 => {
                let weapon = weapon_name(library, key);
                self.faults.push(UnitFault::WeaponWithoutBearers { weapon });
            }
            Some(_) | None => {}
        }
        let most = most_bearers(entry, number);
        if !all_bear && chosen.special.is_some() && bearers > most {
            let (_, full) = entry.bearers;
            let later = (number < entry.maximum && full > most).then_some((entry.maximum, full));
            self.faults.push(UnitFault::TooManyBearers { bearers, number, most, later });
        }
    }

    fn specialists(&mut self) {
        let (entry, chosen) = (self.entry, &self.chosen.specialists);
        let most = entry.specialists;
        if chosen.len() > usize::from(most) {
            self.faults.push(UnitFault::TooManySpecialists { number: chosen.len(), most });
        }
        if most == 0 {
            return;
        }
        for kind in super::names::SPECIALISTS {
            if chosen.contains(&kind) && !entry.specialist_kinds.contains(&kind) {
                let allowed = entry.specialist_kinds.clone();
                self.faults.push(UnitFault::NotItsSpecialist { kind, allowed });
            }
        }
    }

    fn officer(&mut self) {
        let rank = self.chosen.officer;
        if rank > HIGHEST_RANK {
            self.faults.push(UnitFault::NoSuchRank { rank });
        } else if rank > 0 && officer_price(self.entry, rank).is_none() {
            let allowed = (1..=HIGHEST_RANK).filter(|r| officer_price(self.entry, *r).is_some());
            let allowed = allowed.map(|rank| title(self.own, rank)).collect();
            self.faults.push(UnitFault::NotItsOfficer { title: title(self.own, rank), allowed });
        }
    }

    fn hero(&mut self) {
        let Some(key) = &self.chosen.hero else { return };
        let Some(hero) = hero_of(self.library, self.chosen) else {
            let near = nearest(key, self.library.heroes.iter().map(|hero| hero.key.as_str()));
            let near = near.map(str::to_owned);
            self.faults.push(UnitFault::UnknownHero { key: key.clone(), near });
            return;
        };
        let name = hero.name.clone();
        if self.chosen.officer > 0 {
            let title = title(self.own, self.chosen.officer);
            self.faults.push(UnitFault::OfficerAndHero { title, hero: name.clone() });
        }
        if hero.mission_pilot {
            self.faults.push(UnitFault::PilotOfMissions { hero: name });
        } else if hero.army != self.entry.army {
            self.faults.push(UnitFault::HeroOfOtherArmy { hero: name });
        } else if !leads(self.library, hero, self.entry) {
            let machine = hero.aboard.and_then(|id| self.library.entry(id));
            let leads = match machine {
                Some(machine) => machine.name.clone(),
                None => format!("{} of type {}", hero.category.name(), hero.grade),
            };
            self.faults.push(UnitFault::NotHisUnit { hero: name, leads });
        }
    }
}

/// A hero leads units of his category and type, aboard his machine those of that entry alone (T-HER-1).
fn leads(library: &Library, hero: &Hero, entry: &Entry) -> bool {
    match hero.aboard.and_then(|id| library.entry(id)) {
        Some(machine) => machine.key == entry.key,
        None => hero.category == entry.category && hero.grade == entry.grade,
    }
}

/// T-BLD-6
pub(super) fn most_bearers(entry: &Entry, number: u8) -> u8 {
    let (standard, maximum) = entry.bearers;
    if number < entry.maximum { standard } else { maximum }
}

/// A weapon on its stand and its gunners.
fn crew(entry: &Entry) -> u8 {
    entry.gunners_each.map_or(1, |gunners| gunners.saturating_add(1))
}

/// T-UNI-5
pub(super) fn whole_crews(entry: &Entry, number: u8) -> bool {
    let above = number.saturating_sub(entry.standard);
    number == entry.maximum || above.is_multiple_of(crew(entry))
}
