//! What a unit costs, part by part (T-BLD-4 to T-BLD-7, T-HER-1).

use super::super::profile::{Entry, Hero, Library, Price};
use super::{Chosen, Company};

/// The value of a unit by what is paid for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Up to the maximum number, with the equipment (T-BLD-5).
    pub fighters: u32,
    /// Those whom an officer's Numbers bonus brings (T-BLD-4).
    pub beyond: u32,
    /// Once for all bearers (T-BLD-6).
    pub special: u32,
    pub officer: u32,
    pub hero: u32,
}

impl Value {
    pub fn total(self) -> u32 {
        [self.fighters, self.beyond, self.special, self.officer, self.hero]
            .into_iter()
            .fold(0, u32::saturating_add)
    }
}

/// What has no price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpriced {
    /// The entry is not known.
    Unit,
    /// The equipment is not known, or not sold like this.
    Equipment,
    /// Below the standard number, or above it where nothing is charged for one more.
    Number,
    Special,
    Officer,
    Hero,
}

/// What a unit costs, whether or not it is legal otherwise.
pub fn value(library: &Library, chosen: &Chosen) -> Result<Value, Unpriced> {
    let entry = entry_of(library, chosen).ok_or(Unpriced::Unit)?;
    let price = price_of(library, entry, &chosen.equipment).ok_or(Unpriced::Equipment)?;
    let (fighters, beyond) = of_number(entry, price, chosen.number).ok_or(Unpriced::Number)?;
    let special = match &chosen.special {
        Some(key) if chosen.bearers > 0 => {
            let weapon = library.weapon_of_key(key).ok_or(Unpriced::Special)?;
            let special = entry.special.iter().find(|special| special.weapon == weapon);
            special.ok_or(Unpriced::Special)?.surcharge
        }
        Some(_) | None => 0,
    };
    let officer = match chosen.officer {
        0 => 0,
        rank => officer_price(entry, rank).ok_or(Unpriced::Officer)?,
    };
    let hero = match &chosen.hero {
        None => 0,
        Some(_) => hero_of(library, chosen).ok_or(Unpriced::Hero)?.cost,
    };
    Ok(Value { fighters, beyond, special, officer, hero })
}

/// The price of this many fighters, and of those beyond the maximum number.
fn of_number(entry: &Entry, price: &Price, number: u8) -> Option<(u32, u32)> {
    let each = |from: u8| Some(price.extra?.saturating_mul(u32::from(number - from)));
    if number < entry.standard {
        None
    } else if number == entry.standard {
        Some((price.at_standard, 0))
    } else if number < entry.maximum {
        Some((price.at_standard.saturating_add(each(entry.standard)?), 0))
    } else if number == entry.maximum {
        Some((price.at_maximum, 0))
    } else {
        Some((price.at_maximum, each(entry.maximum)?))
    }
}

pub(super) fn entry_of<'l>(library: &'l Library, chosen: &Chosen) -> Option<&'l Entry> {
    library.entry_of_key(&chosen.unit).and_then(|id| library.entry(id))
}

pub(super) fn hero_of<'l>(library: &'l Library, chosen: &Chosen) -> Option<&'l Hero> {
    let key = chosen.hero.as_deref()?;
    library.hero_of_key(key).and_then(|id| library.hero(id))
}

/// The line of the price table for this equipment, in whatever order it was chosen.
pub(super) fn price_of<'l>(
    library: &Library,
    entry: &'l Entry,
    equipment: &[String],
) -> Option<&'l Price> {
    let chosen: Option<Vec<_>> =
        equipment.iter().map(|key| library.equipment_of_key(key)).collect();
    let chosen = chosen?;
    entry.prices.iter().find(|price| {
        price.equipment.len() == chosen.len()
            && price.equipment.iter().all(|item| chosen.contains(item))
    })
}

pub(super) fn officer_price(entry: &Entry, rank: u8) -> Option<u32> {
    let place = usize::from(rank).checked_sub(1)?;
    entry.officers.get(place).copied().flatten()
}

/// The rank of whoever leads the unit as its officer, hero or not; 0 without one.
pub(super) fn rank(library: &Library, chosen: &Chosen) -> u8 {
    hero_of(library, chosen).map_or(chosen.officer, |hero| hero.rank)
}

/// How many fighters the officer brings beyond the maximum number, where those have a price (T-BLD-4).
pub(super) fn bonus(library: &Library, entry: &Entry, chosen: &Chosen) -> u8 {
    let sold = price_of(library, entry, &chosen.equipment).is_none_or(|line| line.extra.is_some());
    let ranks = library.army(entry.army).map(|army| army.ranks.as_slice()).unwrap_or_default();
    let rank = ranks.get(usize::from(rank(library, chosen)));
    rank.filter(|_| sold).map_or(0, |rank| rank.numbers_bonus)
}

/// The sums of a company, assault and reinforcement apart (T-BLD-8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub assault: u32,
    pub reinforcement: u32,
}

impl Sums {
    pub fn total(self) -> u32 {
        self.assault.saturating_add(self.reinforcement)
    }
}

/// What has no price counts nothing: it is a fault of its own.
pub fn sums(library: &Library, company: &Company) -> Sums {
    let mut sums = Sums::default();
    for chosen in company.units.iter().take(super::MAX_UNITS) {
        let value = value(library, chosen).map_or(0, Value::total);
        let share = if chosen.reinforcement { &mut sums.reinforcement } else { &mut sums.assault };
        *share = share.saturating_add(value);
    }
    sums
}
