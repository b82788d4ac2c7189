//! A company step by step, with what can be chosen next and what it costs.

use std::borrow::Cow;

use super::super::profile::{HIGHEST_RANK, Library, Specialist};
use super::check::{check_unit, most_bearers};
use super::names::{in_sentence, names, specialist_name, title};
use super::platoons::place;
use super::price::{Sums, bonus, entry_of, rank, sums, value};
use super::{Chosen, Company, Fault, Limits, MAX_UNITS, Value, check};
use crate::refusal::Refusal;
use crate::text::{MAX_TITLE, clean_title, list};

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
    },
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
    /// 0 for none.
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
    fn unit(&self) -> Option<usize> {
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
        Step::Add { unit } => after.units.push(at_standard(library, unit)),
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
    let all_bear = entry_of(library, chosen).is_some_and(|entry| entry.all_bearers);
    if all_bear && chosen.special.is_some() {
        chosen.bearers = chosen.number;
    }
}

fn at_standard(library: &Library, key: &str) -> Chosen {
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
        let most = entry.maximum.saturating_add(bonus(library, entry, &plain));
        plain.number = plain.number.min(most);
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

/// What is left of the agreed points; less than nothing where too much was spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    pub assault: i64,
    /// `None` where the game has no reinforcements.
    pub reinforcement: Option<i64>,
}

impl Left {
    fn of(sums: Sums, limits: &Limits) -> Self {
        let left = |limit: u32, sum: u32| i64::from(limit) - i64::from(sum);
        match limits.reinforcement {
            None => Self { assault: left(limits.assault, sums.total()), reinforcement: None },
            Some(limit) => Self {
                assault: left(limits.assault, sums.assault),
                reinforcement: Some(left(limit, sums.reinforcement)),
            },
        }
    }

    /// For a unit with this mark.
    fn share(self, reinforcement: bool) -> i64 {
        self.reinforcement.filter(|_| reinforcement).unwrap_or(self.assault)
    }
}

/// Something that can be chosen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub step: Step,
    /// "9", "Sergeant", "2 missile launchers".
    pub label: String,
    /// The unit's value then.
    pub value: u32,
    /// How much the company's sum changes.
    pub change: i64,
    /// What is agreed is not exceeded by it.
    pub within: bool,
    /// This is how the unit stands.
    pub chosen: bool,
}

/// What a company can have next, as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offers {
    pub sums: Sums,
    pub left: Left,
    /// Armies, while there are no units.
    pub armies: Vec<(Step, String)>,
    /// Entries for which a slot is free.
    pub entries: Vec<Offer>,
    pub faults: Vec<Fault>,
}

/// What a unit can have, all of which the rest of the company allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitOffers {
    pub name: String,
    /// `None` where the list has no price for it.
    pub value: Option<u32>,
    pub numbers: Vec<Offer>,
    pub equipment: Vec<Offer>,
    pub special: Vec<Offer>,
    pub officers: Vec<Offer>,
    pub heroes: Vec<Offer>,
    pub specialists: Vec<Offer>,
    /// Where the game has reinforcements.
    pub marks: Vec<Offer>,
    pub copy: Option<Offer>,
}

pub fn offers(library: &Library, company: &Company, limits: &Limits) -> Offers {
    let sums = sums(library, company);
    let left = Left::of(sums, limits);
    let armies = library.armies.iter().filter(|_| company.units.is_empty());
    let army = library.army_of_key(&company.army);
    let entries = library.entries.iter().filter(|entry| Some(entry.army) == army);
    Offers {
        sums,
        left,
        armies: armies
            .map(|army| (Step::Army { army: army.key.clone() }, army.name.clone()))
            .collect(),
        entries: entries
            .filter(|entry| has_slot(library, company, &entry.key))
            .filter_map(|entry| {
                let step = Step::Add { unit: entry.key.clone() };
                offer(library, company, left, step, entry.name.clone())
            })
            .collect(),
        faults: check(library, company, limits),
    }
}

/// Whether another unit of this entry finds a slot.
fn has_slot(library: &Library, company: &Company, key: &str) -> bool {
    if company.units.len() >= MAX_UNITS {
        return false;
    }
    let mut more = company.clone();
    more.units.push(at_standard(library, key));
    place(library, &more).is_ok()
}

/// The step as an offer, where it is not refused.
fn offer(
    library: &Library,
    company: &Company,
    left: Left,
    step: Step,
    label: String,
) -> Option<Offer> {
    let after = apply(library, company, &step).ok()?;
    let place = match &step {
        Step::Add { .. } | Step::Copy { .. } => after.units.len().checked_sub(1)?,
        Step::Army { .. }
        | Step::Name { .. }
        | Step::Number { .. }
        | Step::Equipment { .. }
        | Step::Special { .. }
        | Step::Officer { .. }
        | Step::Hero { .. }
        | Step::Specialists { .. }
        | Step::Mark { .. }
        | Step::Remove { .. } => step.unit()?,
    };
    let unit = after.units.get(place)?;
    let value = value(library, unit).map_or(0, Value::total);
    let sum = |company| i64::from(sums(library, company).total());
    let change = sum(&after) - sum(company);
    let moves = company.units.get(place).is_some_and(|was| was.reinforcement != unit.reinforcement);
    let more = if moves { i64::from(value) } else { change };
    Some(Offer {
        label,
        value,
        change,
        within: more <= 0 || more <= left.share(unit.reinforcement),
        chosen: company.units.get(place) == Some(unit),
        step,
    })
}

/// What a unit of the company can have.
pub fn offers_for(
    library: &Library,
    company: &Company,
    limits: &Limits,
    unit: usize,
) -> Option<UnitOffers> {
    let chosen = company.units.get(unit)?;
    let entry = entry_of(library, chosen)?;
    let left = Left::of(sums(library, company), limits);
    let army = library.army(entry.army);
    let offer = |step: Step, label: String| offer(library, company, left, step, label);
    let most = entry.maximum.saturating_add(bonus(library, entry, chosen));
    let numbers = (entry.standard..=most)
        .filter_map(|number| offer(Step::Number { unit, number }, number.to_string()));
    let equipment = entry.prices.iter().filter_map(|price| {
        let items: Vec<_> =
            price.equipment.iter().filter_map(|id| library.equipment(*id)).collect();
        let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
        let label = if names.is_empty() { "standard equipment".to_owned() } else { list(&names) };
        let equipment = items.iter().map(|item| item.key.clone()).collect();
        offer(Step::Equipment { unit, equipment }, label)
    });
    let officers = (0..=HIGHEST_RANK).filter_map(|rank| {
        let label = if rank == 0 { Cow::from("no officer") } else { title(army, rank).into() };
        offer(Step::Officer { unit, rank }, label.into_owned())
    });
    let heroes = library.heroes.iter().filter_map(|hero| {
        offer(Step::Hero { unit, hero: Some(hero.key.clone()) }, hero.name.clone())
    });
    let specialists = specialist_choices(entry.specialists, &entry.specialist_kinds);
    let specialists = specialists.into_iter().filter_map(|specialists| {
        let names: Vec<&str> = specialists.iter().map(|kind| specialist_name(*kind)).collect();
        let label = if names.is_empty() { "no specialist".to_owned() } else { list(&names) };
        offer(Step::Specialists { unit, specialists }, label)
    });
    let marks = [(false, "assault"), (true, "reinforcement")].into_iter().filter_map(
        |(reinforcement, label)| offer(Step::Mark { unit, reinforcement }, label.to_owned()),
    );
    let mut name = names(library, company);
    Some(UnitOffers {
        name: if unit < name.len() { name.swap_remove(unit) } else { entry.name.clone() },
        value: value(library, chosen).ok().map(Value::total),
        numbers: numbers.collect(),
        equipment: equipment.collect(),
        special: special_choices(library, chosen, unit)
            .into_iter()
            .filter_map(|(step, label)| offer(step, label))
            .collect(),
        officers: if officers_at_all(entry.officers) || rank(library, chosen) > 0 {
            officers.collect()
        } else {
            Vec::new()
        },
        heroes: heroes.collect(),
        specialists: if entry.specialists == 0 { Vec::new() } else { specialists.collect() },
        marks: if limits.reinforcement.is_some() { marks.collect() } else { Vec::new() },
        copy: offer(Step::Copy { unit }, "another one".to_owned()),
    })
}

fn officers_at_all(officers: [Option<u32>; 5]) -> bool {
    officers.iter().any(Option::is_some)
}

fn special_choices(library: &Library, chosen: &Chosen, unit: usize) -> Vec<(Step, String)> {
    let Some(entry) = entry_of(library, chosen).filter(|entry| !entry.special.is_empty()) else {
        return Vec::new();
    };
    let mut choices = Vec::new();
    if !entry.all_bearers {
        let step = Step::Special { unit, special: None, bearers: 0 };
        choices.push((step, "no special weapon".to_owned()));
    }
    let (least, most) = if entry.all_bearers {
        (chosen.number, chosen.number)
    } else {
        (1, most_bearers(entry, chosen.number))
    };
    for special in &entry.special {
        let Some(weapon) = library.weapon(special.weapon) else { continue };
        for bearers in least..=most {
            let special = Some(weapon.key.clone());
            let label = format!("{bearers} × {}", in_sentence(&weapon.name));
            choices.push((Step::Special { unit, special, bearers }, label));
        }
    }
    choices
}

/// Every choice of up to so many, whatever the order: two medics, a medic and a mechanic …
fn specialist_choices(most: u8, kinds: &[Specialist]) -> Vec<Vec<Specialist>> {
    /// More are in no list that is printed, and would be pages to choose from.
    const MOST: u8 = 4;
    let mut all = vec![Vec::new()];
    let mut longest: Vec<Vec<Specialist>> = vec![Vec::new()];
    for _ in 0..most.min(MOST) {
        longest = longest
            .iter()
            .flat_map(|some| {
                let from = some.last().and_then(|last| kinds.iter().position(|kind| kind == last));
                kinds.iter().skip(from.unwrap_or(0)).map(|kind| {
                    let mut more = some.clone();
                    more.push(*kind);
                    more
                })
            })
            .collect();
        all.extend(longest.iter().cloned());
    }
    all
}
