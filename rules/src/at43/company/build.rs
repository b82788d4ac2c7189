//! A company step by step.

use super::super::profile::{Entry, Library, Specialist};
use super::check::{check_unit, most_bearers, whole_crews};
use super::price::{bonus, entry_of};
use super::{Chosen, Company, Fault, Limits, check};
use crate::refusal::Refusal;
use crate::text::{MAX_TITLE, clean_title};

/// One step in the making of a company. Units are named by their place, everything else by its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Army {
        army: String,
    },
    Name {
        name: String,
    },
    /// At standard number, with nothing beside.
    Add {
        unit: String,
        /// T-BLD-8
        reinforcement: bool,
    },
    /// With fewer fighters go the bearers and specialists for whom there is no room (T-BLD-4, T-BLD-6).
    Number {
        unit: usize,
        number: u8,
    },
    Equipment {
        unit: usize,
        equipment: Vec<String>,
    },
    /// No special weapon means no bearers.
    Special {
        unit: usize,
        special: Option<String>,
        bearers: u8,
    },
    /// 0 for none. Without his bonus go the fighters whom he has brought (T-BLD-4).
    Officer {
        unit: usize,
        rank: u8,
    },
    Hero {
        unit: usize,
        hero: Option<String>,
    },
    Specialists {
        unit: usize,
        specialists: Vec<Specialist>,
    },
    /// T-BLD-8
    Mark {
        unit: usize,
        reinforcement: bool,
    },
    /// Another unit alike, without hero, and without officer where there may be no second.
    Copy {
        unit: usize,
    },
    Remove {
        unit: usize,
    },
}

impl Step {
    /// The unit it is about.
    pub(super) fn unit(&self) -> Option<usize> {
        match self {
            Step::Army { .. } | Step::Name { .. } | Step::Add { .. } => None,
            Step::Number { unit, .. }
            | Step::Equipment { unit, .. }
            | Step::Special { unit, .. }
            | Step::Officer { unit, .. }
            | Step::Hero { unit, .. }
            | Step::Specialists { unit, .. }
            | Step::Mark { unit, .. }
            | Step::Copy { unit }
            | Step::Remove { unit } => Some(*unit),
        }
    }
}

/// The company after a step. Refused is what would be wrong and was not wrong before; a company may be unfinished, cost
/// too much (opponents may accept that) or, after units have been taken away, have gaps.
pub fn apply(library: &Library, company: &Company, step: &Step) -> Result<Company, Refusal> {
    if let Some(place) = step.unit().filter(|place| *place >= company.units.len()) {
        return Err(Refusal::new(match company.units.len() {
            0 => "The company has no units yet; add one.".to_owned(),
            units => {
                format!("There is no unit {}; the company has {units}.", place.saturating_add(1))
            }
        }));
    }
    let mut after = company.clone();
    match step {
        Step::Army { army } => {
            if !company.units.is_empty() && *army != company.army {
                return Err(Refusal::new(
                    "The company has units already. Take them out first, or begin another company.",
                ));
            }
            after.army.clone_from(army);
        }
        Step::Name { name } => {
            after.name = clean_title(name).ok_or_else(|| {
                Refusal::new(format!("A company's name is one line of 1 to {MAX_TITLE} letters."))
            })?;
        }
        Step::Add { unit, reinforcement } => {
            let added = at_standard(library, unit);
            after.units.push(Chosen { reinforcement: *reinforcement, ..added });
        }
        Step::Copy { unit } => {
            let copied = company.units.get(*unit).cloned().unwrap_or_default();
            return copy(library, company, &copied);
        }
        Step::Remove { unit } => {
            after.units.remove(*unit);
            return Ok(after);
        }
        Step::Number { unit, .. }
        | Step::Equipment { unit, .. }
        | Step::Special { unit, .. }
        | Step::Officer { unit, .. }
        | Step::Hero { unit, .. }
        | Step::Specialists { unit, .. }
        | Step::Mark { unit, .. } => {
            if let Some(chosen) = after.units.get_mut(*unit) {
                change(library, chosen, step);
            }
        }
    }
    no_worse(library, company, after)
}

fn change(library: &Library, chosen: &mut Chosen, step: &Step) {
    let entry = entry_of(library, chosen);
    match step {
        Step::Number { number, .. } => chosen.number = *number,
        Step::Equipment { equipment, .. } => chosen.equipment.clone_from(equipment),
        Step::Special { special, bearers, .. } => {
            chosen.special = special.clone().filter(|_| *bearers > 0);
            chosen.bearers = if special.is_some() { *bearers } else { 0 };
        }
        Step::Officer { rank, .. } => {
            chosen.officer = *rank;
            chosen.hero = chosen.hero.take().filter(|_| *rank == 0);
        }
        Step::Hero { hero, .. } => {
            chosen.officer = if hero.is_some() { 0 } else { chosen.officer };
            chosen.hero.clone_from(hero);
        }
        Step::Specialists { specialists, .. } => chosen.specialists.clone_from(specialists),
        Step::Mark { reinforcement, .. } => chosen.reinforcement = *reinforcement,
        Step::Army { .. }
        | Step::Name { .. }
        | Step::Add { .. }
        | Step::Copy { .. }
        | Step::Remove { .. } => {}
    }
    let Some(entry) = entry else { return };
    match step {
        Step::Number { .. } => cut_bearers(entry, chosen),
        Step::Officer { .. } | Step::Hero { .. } | Step::Equipment { .. } => {
            cut_number(library, entry, chosen);
            cut_bearers(entry, chosen);
        }
        Step::Army { .. }
        | Step::Name { .. }
        | Step::Add { .. }
        | Step::Special { .. }
        | Step::Specialists { .. }
        | Step::Mark { .. }
        | Step::Copy { .. }
        | Step::Remove { .. } => {}
    }
    if entry.all_bearers && chosen.special.is_some() {
        chosen.bearers = chosen.number;
    }
}

/// Whoever came with an officer's bonus goes with him (T-BLD-4).
fn cut_number(library: &Library, entry: &Entry, chosen: &mut Chosen) {
    let most = entry.maximum.saturating_add(bonus(library, entry, chosen));
    if chosen.number > most {
        let whole = (entry.standard..=most).rev().find(|number| whole_crews(entry, *number));
        chosen.number = whole.unwrap_or(most);
    }
}

/// As many bearers and specialists as that many fighters have (T-BLD-4, T-BLD-6). Where officer, specialists and bearers
/// are more than there are fighters, specialists go first.
fn cut_bearers(entry: &Entry, chosen: &mut Chosen) {
    if !entry.all_bearers {
        let fighters = chosen.number.saturating_sub(u8::from(chosen.officer > 0));
        chosen.bearers = chosen.bearers.min(most_bearers(entry, chosen.number)).min(fighters);
        chosen.special = chosen.special.take().filter(|_| chosen.bearers > 0);
        chosen.specialists.truncate(usize::from(fighters - chosen.bearers));
    }
}

pub(super) fn at_standard(library: &Library, key: &str) -> Chosen {
    let mut chosen = Chosen { unit: key.to_owned(), ..Chosen::default() };
    let Some(entry) = entry_of(library, &chosen) else { return chosen };
    chosen.number = entry.standard;
    let plain = entry.prices.iter().find(|price| price.equipment.is_empty());
    let items = plain.or(entry.prices.first()).map(|price| price.equipment.as_slice());
    let items = items.unwrap_or_default().iter().filter_map(|id| library.equipment(*id));
    chosen.equipment = items.map(|item| item.key.clone()).collect();
    let first = entry.special.first().and_then(|special| library.weapon(special.weapon));
    if let Some(weapon) = first.filter(|_| entry.all_bearers) {
        chosen.special = Some(weapon.key.clone());
        chosen.bearers = entry.standard;
    }
    chosen
}

fn copy(library: &Library, company: &Company, unit: &Chosen) -> Result<Company, Refusal> {
    let whole = Chosen { hero: None, ..unit.clone() };
    let mut plain = Chosen { officer: 0, ..whole.clone() };
    if let Some(entry) = entry_of(library, unit) {
        cut_number(library, entry, &mut plain);
    }
    let with = |chosen: Chosen| {
        let mut after = company.clone();
        after.units.push(chosen);
        no_worse(library, company, after)
    };
    with(whole).or_else(|_| with(plain))
}

/// Whether a fault may stand in a company that is being built.
fn may_stand(fault: &Fault) -> bool {
    match fault {
        Fault::NoUnits | Fault::NoOfficer | Fault::Over { .. } => true,
        Fault::Name
        | Fault::UnknownArmy { .. }
        | Fault::TooManyUnits { .. }
        | Fault::Unit { .. }
        | Fault::HighestRankTwice { .. }
        | Fault::HeroTwice { .. }
        | Fault::Platoons(_) => false,
    }
}

fn no_worse(library: &Library, before: &Company, after: Company) -> Result<Company, Refusal> {
    if before.army.is_empty() && after.army.is_empty() && !after.units.is_empty() {
        return Err(Refusal::new("Choose the company's army before its units."));
    }
    let old = check(library, before, &Limits::FREE);
    let placed = !old.iter().any(|fault| matches!(fault, Fault::Platoons(_)));
    let is_new = |fault: &Fault| match fault {
        // where there was a gap before, there may still be one
        Fault::Platoons(_) => placed,
        Fault::UnknownArmy { .. } => after.army != before.army,
        Fault::Unit { unit, fault, .. } => {
            let army = library.army_of_key(&before.army);
            let before = before.units.get(*unit);
            !before.is_some_and(|before| {
                check_unit(library, army, before, &Limits::FREE).contains(fault)
            })
        }
        Fault::Name
        | Fault::NoUnits
        | Fault::TooManyUnits { .. }
        | Fault::NoOfficer
        | Fault::HighestRankTwice { .. }
        | Fault::HeroTwice { .. }
        | Fault::Over { .. } => !old.contains(fault),
    };
    let new = check(library, &after, &Limits::FREE);
    match new.iter().find(|fault| !may_stand(fault) && is_new(fault)) {
        Some(fault) => Err(Refusal::new(fault.to_string())),
        None => Ok(after),
    }
}
