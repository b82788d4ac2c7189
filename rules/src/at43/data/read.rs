//! From the tables of a file to armies, units and heroes.

use toml::{Table, Value};

use super::arms::weapon_named;
use super::bounds::{
    AUTHORITY, BEARERS, COMBAT, COST, COUNT, GUNNERS, LEADERSHIP, MAX_CARRIED, MAX_LINE,
    MAX_PRICES, MAX_SPECIAL, MAX_TOGETHER, MORALE, MOVEMENT, NUMBERS, NUMBERS_BONUS, OFFICER_RANK,
    PROTECTION, SIZE, SPECIALISTS, STRUCTURE, TYPE,
};
use super::fields::{Fields, Origin, texts};
use super::words::{
    ABILITIES, SPECIALISTS as SPECIALIST_KINDS, ability, category, list, specialist,
};
use crate::at43::profile::{
    Army, ArmyId, Carried, Category, Entry, HIGHEST_RANK, Hero, Library, Price, Profile, Rank,
    SLOTS, Slot, Sources, Special, Structure, Taken, WeaponId,
};
use crate::file::entry::Faults;

const ARMY_FIELDS: [&str; 8] =
    ["key", "name", "routines", "printed", "derived", "house", "slot", "rank"];
const ARMY_VALUES: [&str; 4] = ["name", "routines", "slot", "rank"];
const SLOT_FIELDS: [&str; 4] = ["soldiers", "support", "striders", "vehicles"];
const RANK_FIELDS: [&str; 4] = ["title", "authority", "leadership", "numbers_bonus"];
const UNIT_FIELDS: [&str; 28] = [
    "key",
    "name",
    "army",
    "category",
    "type",
    "size",
    "movement",
    "morale",
    "protection",
    "combat",
    "frame",
    "propulsion",
    "close",
    "abilities",
    "standard",
    "maximum",
    "bearers",
    "specialists",
    "specialist_kinds",
    "officers",
    "gunners_each",
    "all_bearers",
    "printed",
    "derived",
    "house",
    "ranged",
    "special",
    "price",
];
const UNIT_VALUES: [&str; 25] = [
    "name",
    "army",
    "category",
    "type",
    "size",
    "movement",
    "morale",
    "protection",
    "combat",
    "frame",
    "propulsion",
    "structure",
    "close",
    "abilities",
    "standard",
    "maximum",
    "bearers",
    "specialists",
    "specialist_kinds",
    "officers",
    "gunners_each",
    "all_bearers",
    "ranged",
    "special",
    "price",
];
const CARRIED_FIELDS: [&str; 4] = ["weapon", "count", "structure", "field"];
const SPECIAL_FIELDS: [&str; 2] = ["weapon", "surcharge"];
const PRICE_FIELDS: [&str; 7] =
    ["equipment", "at_standard", "at_maximum", "extra", "printed", "derived", "house"];
const PRICE_VALUES: [&str; 3] = ["at_standard", "at_maximum", "extra"];
const HERO_FIELDS: [&str; 19] = [
    "key",
    "name",
    "army",
    "rank",
    "category",
    "type",
    "cost",
    "size",
    "movement",
    "morale",
    "protection",
    "combat",
    "close",
    "aboard",
    "mission_pilot",
    "printed",
    "derived",
    "house",
    "ranged",
];
const HERO_VALUES: [&str; 15] = [
    "name",
    "army",
    "rank",
    "category",
    "type",
    "cost",
    "size",
    "movement",
    "morale",
    "protection",
    "combat",
    "close",
    "aboard",
    "mission_pilot",
    "ranged",
];

pub(super) fn army(
    item: String,
    table: &Table,
    origin: Origin,
    old: Option<&Army>,
    faults: &mut Faults,
) -> Army {
    let mut fields = Fields::open(item, table, &ARMY_FIELDS, faults);
    let sources = fields.sources(origin, &ARMY_VALUES, old.map(|old| &old.sources));
    let (key, name) = (fields.key(), fields.name_or(old.map(|old| &old.name)));
    let routines = fields.flag_or("routines", old.is_some_and(|old| old.routines));
    let pattern = match fields.rows_or("slot", "army", SLOTS, old.is_some()) {
        None => old.map(|old| old.pattern.clone()).unwrap_or_default(),
        Some(rows) => {
            if rows.len() < SLOTS {
                let problem = format!("expected {SLOTS} slots, found {}", rows.len());
                fields.fault("slot", problem);
            }
            rows.into_iter().map(|(item, row)| slot(item, row, fields.entry.faults)).collect()
        }
    };
    let all = usize::from(HIGHEST_RANK) + 1;
    let ranks = match fields.rows_or("rank", "army", all, old.is_some()) {
        None => old.map(|old| old.ranks.clone()).unwrap_or_default(),
        Some(rows) => {
            if rows.len() < all {
                let problem = format!(
                    "expected {all} ranks, from the plain fighter to rank {HIGHEST_RANK}, found {}",
                    rows.len()
                );
                fields.fault("rank", problem);
            }
            rows.into_iter().map(|(item, row)| rank(item, row, fields.entry.faults)).collect()
        }
    };
    Army { key, name, pattern, ranks, routines, sources }
}

fn slot(item: String, table: &Table, faults: &mut Faults) -> Slot {
    let mut fields = Fields::open(item, table, &SLOT_FIELDS, faults);
    let mut takes = Vec::new();
    for category in Category::ALL {
        let types = fields.entry.numbers(category.name(), &TYPE, usize::from(*TYPE.end()));
        if !types.is_empty() {
            takes.push(Taken { category, types });
        }
    }
    if SLOT_FIELDS.iter().all(|field| !fields.has(field)) {
        let problem = "a slot takes something, as in soldiers = [1, 2]".to_owned();
        let item = fields.entry.item.clone();
        fields.entry.faults.note(&item, None, problem);
    }
    Slot { takes }
}

fn rank(item: String, table: &Table, faults: &mut Faults) -> Rank {
    let mut fields = Fields::open(item, table, &RANK_FIELDS, faults);
    Rank {
        title: fields.title("title"),
        authority: fields.number_or("authority", AUTHORITY, Some(0)),
        leadership: fields.number_or("leadership", LEADERSHIP, Some(0)),
        numbers_bonus: fields.number_or("numbers_bonus", NUMBERS_BONUS, Some(0)),
    }
}

pub(super) fn unit(
    item: String,
    table: &Table,
    origin: Origin,
    old: Option<&Entry>,
    library: &Library,
    faults: &mut Faults,
) -> Entry {
    let mut fields = Fields::open(item, table, &UNIT_FIELDS, faults);
    let sources = fields.sources(origin, &UNIT_VALUES, old.map(|old| &old.sources));
    let (key, name) = (fields.key(), fields.name_or(old.map(|old| &old.name)));
    let kinds = list(&Category::ALL, category);
    let army = army_named(&mut fields, old.map(|old| old.army), library);
    let category = fields.choice_or("category", &kinds, old.map(|old| old.category));
    let grade = fields.number_or("type", TYPE, old.map(|old| old.grade));
    let mut profile = profile(&mut fields, old.map(|old| &old.profile));
    profile.structure = structure(&mut fields, category, old.and_then(|old| old.profile.structure));
    Entry {
        key,
        name,
        army,
        category: category.unwrap_or(Category::Soldiers),
        grade,
        profile,
        ranged: carried(&mut fields, "unit", old.map(|old| &old.ranged), library),
        close: close(&mut fields, old.map(|old| &old.close), library),
        abilities: fields.choices_or(
            "abilities",
            &list(&ABILITIES, ability),
            old.map_or(&[], |old| old.abilities.as_slice()),
        ),
        standard: fields.number_or("standard", NUMBERS, old.map(|old| old.standard)),
        maximum: fields.number_or("maximum", NUMBERS, old.map(|old| old.maximum)),
        special: special(&mut fields, old, library),
        bearers: bearers(&mut fields, old.map_or((0, 0), |old| old.bearers)),
        specialists: fields.number_or(
            "specialists",
            SPECIALISTS,
            Some(old.map_or(0, |old| old.specialists)),
        ),
        specialist_kinds: fields.choices_or(
            "specialist_kinds",
            &list(&SPECIALIST_KINDS, specialist),
            old.map_or(&[], |old| old.specialist_kinds.as_slice()),
        ),
        officers: officers(&mut fields, old.map(|old| old.officers)),
        prices: prices(&mut fields, origin, old, library),
        gunners_each: match fields.entry.optional_number("gunners_each", GUNNERS) {
            None => old.and_then(|old| old.gunners_each),
            given => given,
        },
        all_bearers: fields.flag_or("all_bearers", old.is_some_and(|old| old.all_bearers)),
        sources,
    }
}

fn army_named(fields: &mut Fields<'_, '_>, old: Option<ArmyId>, library: &Library) -> ArmyId {
    if let Some(old) = old.filter(|_| !fields.has("army")) {
        return old;
    }
    let known = library.armies.iter().map(|army| &army.key);
    fields.known("army", "army", |key| library.army_of_key(key), known).unwrap_or(ArmyId(0))
}

fn profile(fields: &mut Fields<'_, '_>, old: Option<&Profile>) -> Profile {
    Profile {
        size: fields.number_or("size", SIZE, old.map(|old| old.size)),
        movement: fields.number_or("movement", MOVEMENT, old.map(|old| old.movement)),
        morale: morale(fields, old),
        protection: fields.number_or("protection", PROTECTION, old.map(|old| old.protection)),
        combat: fields.number_or("combat", COMBAT, old.map(|old| old.combat)),
        structure: None,
    }
}

/// What the cards print for Nerves of steel (T-MOR-1).
pub const NERVES_OF_STEEL: &str = "-";

fn morale(fields: &mut Fields<'_, '_>, old: Option<&Profile>) -> Option<u8> {
    match (fields.raw("morale"), old) {
        (None, Some(old)) => old.morale,
        (Some(Value::String(text)), _) if text == NERVES_OF_STEEL => None,
        (Some(Value::Integer(_)), _) => Some(fields.entry.number("morale", MORALE)),
        (found, _) => {
            let (least, most) = (MORALE.start(), MORALE.end());
            let missing = if found.is_none() { "; it is missing" } else { "" };
            let problem = format!(
                "expected a whole number from {least} to {most}, or \"-\" for Nerves of steel{missing}"
            );
            fields.fault("morale", problem);
            None
        }
    }
}

/// T-UNI-2: machines have structure points, all others none.
fn structure(
    fields: &mut Fields<'_, '_>,
    category: Option<Category>,
    old: Option<Structure>,
) -> Option<Structure> {
    let category = category?;
    if category.is_machine() {
        return Some(Structure {
            frame: fields.number_or("frame", STRUCTURE, old.map(|old| old.frame)),
            propulsion: fields.number_or("propulsion", STRUCTURE, old.map(|old| old.propulsion)),
        });
    }
    for field in ["frame", "propulsion"] {
        if fields.has(field) {
            fields.fault(field, format!("{} have no structure points", category.name()));
        }
    }
    None
}

fn carried(
    fields: &mut Fields<'_, '_>,
    heading: &str,
    old: Option<&Vec<Carried>>,
    library: &Library,
) -> Vec<Carried> {
    let Some(rows) = fields.rows_or("ranged", heading, MAX_CARRIED, old.is_some()) else {
        return old.cloned().unwrap_or_default();
    };
    let mut carried = Vec::new();
    for (item, row) in rows {
        let mut fields = Fields::open(item, row, &CARRIED_FIELDS, fields.entry.faults);
        let weapon = weapon_named(&mut fields, "weapon", library);
        let count = fields.number_or("count", COUNT, Some(1));
        let structure = fields.entry.optional_number("structure", STRUCTURE);
        let field = fields.line("field", MAX_LINE);
        carried.extend(weapon.map(|weapon| Carried { weapon, count, structure, field }));
    }
    carried
}

fn close(
    fields: &mut Fields<'_, '_>,
    old: Option<&Vec<WeaponId>>,
    library: &Library,
) -> Vec<WeaponId> {
    if let Some(old) = old.filter(|_| !fields.has("close")) {
        return old.clone();
    }
    let mut close = Vec::new();
    for key in texts(fields, "close", MAX_CARRIED) {
        match library.weapon_of_key(key) {
            None => fields.no_such("close", "weapon", key, library.weapons.iter().map(|w| &w.key)),
            Some(weapon) => close.push(weapon),
        }
    }
    close
}

fn special(fields: &mut Fields<'_, '_>, old: Option<&Entry>, library: &Library) -> Vec<Special> {
    let Some(rows) = fields.rows_or("special", "unit", MAX_SPECIAL, old.is_some()) else {
        return old.map(|old| old.special.clone()).unwrap_or_default();
    };
    let mut special = Vec::new();
    for (item, row) in rows {
        let mut fields = Fields::open(item, row, &SPECIAL_FIELDS, fields.entry.faults);
        let weapon = weapon_named(&mut fields, "weapon", library);
        let surcharge = fields.number_or("surcharge", COST, Some(0));
        special.extend(weapon.map(|weapon| Special { weapon, surcharge }));
    }
    special
}

fn bearers(fields: &mut Fields<'_, '_>, old: (u8, u8)) -> (u8, u8) {
    if !fields.has("bearers") {
        return old;
    }
    let numbers = fields.entry.numbers("bearers", &BEARERS, 2);
    if let [below, at_maximum] = numbers.as_slice() {
        return (*below, *at_maximum);
    }
    fields.fault(
        "bearers",
        "expected two numbers, as in [1, 2]: below the maximum number, and at it",
    );
    (0, 0)
}

/// From rank 1 up; 0 is none, and so is what a shorter list leaves out.
fn officers(fields: &mut Fields<'_, '_>, old: Option<[Option<u32>; 5]>) -> [Option<u32>; 5] {
    if let Some(old) = old.filter(|_| !fields.has("officers")) {
        return old;
    }
    let mut costs = fields.entry.numbers("officers", &COST, usize::from(HIGHEST_RANK)).into_iter();
    std::array::from_fn(|_| costs.next().filter(|cost| *cost > 0))
}

fn prices(
    fields: &mut Fields<'_, '_>,
    origin: Origin,
    old: Option<&Entry>,
    library: &Library,
) -> Vec<Price> {
    let Some(rows) = fields.rows_or("price", "unit", MAX_PRICES, old.is_some()) else {
        return old.map(|old| old.prices.clone()).unwrap_or_default();
    };
    if rows.is_empty() {
        fields.fault("price", "expected at least one [[unit.price]], found none");
    }
    let mut prices = Vec::new();
    for (item, row) in rows {
        let mut fields = Fields::open(item, row, &PRICE_FIELDS, fields.entry.faults);
        let sources = fields.sources(origin, &PRICE_VALUES, None);
        let mut equipment = Vec::new();
        for key in texts(&mut fields, "equipment", MAX_TOGETHER) {
            match library.equipment_of_key(key) {
                None => {
                    let known = library.equipment.iter().map(|piece| &piece.key);
                    fields.no_such("equipment", "equipment", key, known);
                }
                Some(piece) if equipment.contains(&piece) => {
                    fields.fault("equipment", "the same piece stands there twice");
                }
                Some(piece) => equipment.push(piece),
            }
        }
        prices.push(Price {
            equipment,
            at_standard: fields.entry.number("at_standard", COST),
            at_maximum: fields.entry.number("at_maximum", COST),
            extra: fields.entry.optional_number("extra", COST),
            sources,
        });
    }
    prices
}

pub(super) fn hero(
    item: String,
    table: &Table,
    origin: Origin,
    old: Option<&Hero>,
    library: &Library,
    faults: &mut Faults,
) -> Hero {
    let mut fields = Fields::open(item, table, &HERO_FIELDS, faults);
    let sources: Sources = fields.sources(origin, &HERO_VALUES, old.map(|old| &old.sources));
    let (key, name) = (fields.key(), fields.name_or(old.map(|old| &old.name)));
    let kinds = list(&Category::ALL, category);
    let aboard = if fields.has("aboard") {
        let known = library.entries.iter().map(|entry| &entry.key);
        fields.known("aboard", "unit", |key| library.entry_of_key(key), known)
    } else {
        old.and_then(|old| old.aboard)
    };
    Hero {
        key,
        name,
        army: army_named(&mut fields, old.map(|old| old.army), library),
        rank: fields.number_or("rank", OFFICER_RANK, old.map(|old| old.rank)),
        category: fields
            .choice_or("category", &kinds, old.map(|old| old.category))
            .unwrap_or(Category::Soldiers),
        grade: fields.number_or("type", TYPE, old.map(|old| old.grade)),
        cost: fields.number_or("cost", COST, old.map(|old| old.cost)),
        profile: profile(&mut fields, old.map(|old| &old.profile)),
        ranged: carried(&mut fields, "hero", old.map(|old| &old.ranged), library),
        close: close(&mut fields, old.map(|old| &old.close), library),
        aboard,
        mission_pilot: fields.flag_or("mission_pilot", old.is_some_and(|old| old.mission_pilot)),
        sources,
    }
}
