//! What a company can have next, what each of that costs, and why something cannot be had now.

use std::borrow::Cow;

use super::super::profile::{HIGHEST_RANK, Library, Specialist};
use super::build::{Step, apply, at_standard};
use super::check::most_bearers;
use super::names::{in_sentence, names, specialist_name, title};
use super::platoons::place;
use super::price::{Sums, bonus, entry_of, officer_price, rank, sums, value};
use super::{Chosen, Company, Fault, Limits, MAX_UNITS, Value, check};
use crate::text::{count, list};

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
    pub fn share(self, reinforcement: bool) -> i64 {
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
    /// The unit's mark then (T-BLD-8).
    pub reinforcement: bool,
    /// What goes with it: "takes away 1 bearer".
    pub takes_away: Option<String>,
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
    /// The others.
    pub absent: Vec<Absent>,
    pub faults: Vec<Fault>,
}

/// Entries that no slot takes now, together where the reason is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    pub names: Vec<String>,
    /// "fill slots 2 and 3 of platoon 1 first"
    pub why: String,
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
    /// Where the game has reinforcements, or the unit is marked as one.
    pub marks: Vec<Offer>,
    pub copy: Option<Offer>,
    /// What it could have otherwise: "2 bearers from 9 fighters on".
    pub later: Vec<String>,
}

pub fn offers(library: &Library, company: &Company, limits: &Limits) -> Offers {
    let sums = sums(library, company);
    let left = Left::of(sums, limits);
    let armies = library.armies.iter().filter(|_| company.units.is_empty());
    let army = library.army_of_key(&company.army);
    let mut entries = Vec::new();
    let mut absent: Vec<Absent> = Vec::new();
    let placed = place(library, company);
    for entry in library.entries.iter().filter(|entry| Some(entry.army) == army) {
        if company.units.len() >= MAX_UNITS {
            break;
        }
        let mut more = company.clone();
        more.units.push(at_standard(library, &entry.key));
        // another unit that leaves no more without a slot may be what closes a gap (T-BLD-2)
        let gap = placed.as_ref().err().map(|was| was.left.len());
        let fails = place(library, &more).err();
        if let Some(is) = fails.filter(|is| gap.is_none_or(|was| is.left.len() > was)) {
            let why = is.why.in_short();
            match absent.iter_mut().find(|one| one.why == why) {
                Some(alike) => alike.names.push(entry.name.clone()),
                None => absent.push(Absent { names: vec![entry.name.clone()], why }),
            }
            continue;
        }
        let add = |reinforcement| {
            let step = Step::Add { unit: entry.key.clone(), reinforcement };
            offer(library, company, left, step, entry.name.clone())
        };
        let assault = add(false);
        let fits = |offer: &Option<Offer>| offer.as_ref().is_some_and(|offer| offer.within);
        let other = (!fits(&assault) && left.reinforcement.is_some()).then(|| add(true)).flatten();
        entries.extend(Some(other).filter(fits).unwrap_or(assault));
    }
    Offers {
        sums,
        left,
        armies: armies
            .map(|army| (Step::Army { army: army.key.clone() }, army.name.clone()))
            .collect(),
        entries,
        absent,
        faults: check(library, company, limits),
    }
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
        takes_away: taken_away(library, &step, company.units.get(place), unit),
        reinforcement: unit.reinforcement,
        label,
        value,
        change,
        within: more <= 0 || more <= left.share(unit.reinforcement),
        chosen: company.units.get(place) == Some(unit),
        step,
    })
}

/// What a step takes from a unit beside what it is about.
fn taken_away(
    library: &Library,
    step: &Step,
    before: Option<&Chosen>,
    after: &Chosen,
) -> Option<String> {
    let (fighters, others) = match step {
        Step::Number { .. } => (false, true),
        Step::Officer { .. } | Step::Hero { .. } | Step::Equipment { .. } => (true, true),
        Step::Army { .. }
        | Step::Name { .. }
        | Step::Add { .. }
        | Step::Special { .. }
        | Step::Specialists { .. }
        | Step::Mark { .. }
        | Step::Copy { .. }
        | Step::Remove { .. } => return None,
    };
    let before = before?;
    // where all bear, bearers are what the number is about
    let bear = others && entry_of(library, after).is_some_and(|entry| !entry.all_bearers);
    let less = |was: usize, is: usize| u32::try_from(was.saturating_sub(is)).unwrap_or(u32::MAX);
    let fewer = less(before.number.into(), after.number.into());
    let bearers = less(before.bearers.into(), after.bearers.into());
    let specialists = less(before.specialists.len(), after.specialists.len());
    let gone: Vec<String> = [
        (fewer, fighters, "fighter", "fighters"),
        (bearers, bear, "bearer", "bearers"),
        (specialists, others, "specialist", "specialists"),
    ]
    .into_iter()
    .filter(|(number, told, ..)| *told && *number > 0)
    .map(|(number, _, one, many)| count(number, one, many))
    .collect();
    (!gone.is_empty()).then(|| format!("takes away {}", list(&gone)))
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
        // a mark that has no meaning here can be taken off
        marks: if limits.reinforcement.is_some() || chosen.reinforcement {
            marks.collect()
        } else {
            Vec::new()
        },
        copy: offer(Step::Copy { unit }, "another one".to_owned()),
        later: later(library, company, chosen),
    })
}

/// Bearers for whom there are too few fighters (T-BLD-6), and officers of whom there is one (T-BLD-3).
fn later(library: &Library, company: &Company, chosen: &Chosen) -> Vec<String> {
    let Some(entry) = entry_of(library, chosen) else { return Vec::new() };
    let mut later = Vec::new();
    let (_, full) = entry.bearers;
    let own = !entry.special.is_empty() && !entry.all_bearers;
    if own && chosen.number < entry.maximum && most_bearers(entry, chosen.number) < full {
        let bearers = count(full.into(), "bearer", "bearers");
        later.push(format!("{bearers} from {} fighters on", entry.maximum));
    }
    let others = company.units.iter().filter(|unit| !std::ptr::eq(*unit, chosen));
    let taken = others.map(|unit| rank(library, unit)).any(|rank| rank == HIGHEST_RANK);
    if taken && officer_price(entry, HIGHEST_RANK).is_some() {
        let title = title(library.army(entry.army), HIGHEST_RANK);
        later.push(format!("one {title} in a company"));
    }
    later
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
