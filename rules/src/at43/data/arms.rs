//! From the tables of a file to weapons and equipment.

use toml::Table;

use super::bounds::{ACCURACY, AREA, DAMAGE, NEEDS, PENETRATION, RATE, REACHES, REROLLS};
use super::fields::{Fields, Origin};
use super::words::{ABILITIES, WEAPON_ABILITIES, ability, list, weapon_ability};
use crate::at43::profile::{Aim, Equipment, Gives, Library, Weapon, WeaponId};
use crate::file::entry::Faults;

const WEAPON_FIELDS: [&str; 15] = [
    "key",
    "name",
    "close",
    "accuracy",
    "needs",
    "reaches",
    "rate",
    "rerolls",
    "penetration",
    "damage",
    "area",
    "abilities",
    "printed",
    "derived",
    "house",
];
const WEAPON_VALUES: [&str; 11] = [
    "name",
    "close",
    "accuracy",
    "needs",
    "reaches",
    "rate",
    "rerolls",
    "penetration",
    "damage",
    "area",
    "abilities",
];
const EQUIPMENT_FIELDS: [&str; 4] = ["key", "name", "ability", "thrown"];
pub(super) fn weapon(
    item: String,
    table: &Table,
    origin: Origin,
    old: Option<&Weapon>,
    faults: &mut Faults,
) -> Weapon {
    let mut fields = Fields::open(item, table, &WEAPON_FIELDS, faults);
    let sources = fields.sources(origin, &WEAPON_VALUES, old.map(|old| &old.sources));
    let (key, name) = (fields.key(), fields.name_or(old.map(|old| &old.name)));
    let area =
        match fields.number_or("area", AREA, old.map(|old| old.area.unwrap_or(0)).or(Some(0))) {
            0 => None,
            area => Some(area),
        };
    let known = list(&WEAPON_ABILITIES, weapon_ability);
    Weapon {
        key,
        name,
        close: fields.flag_or("close", old.is_some_and(|old| old.close)),
        aim: aim(&mut fields, old.map(|old| old.aim)),
        rate: fields.number_or("rate", RATE, old.map(|old| old.rate)),
        rerolls: fields.number_or("rerolls", REROLLS, Some(old.map_or(0, |old| old.rerolls))),
        penetration: fields.number_or("penetration", PENETRATION, old.map(|old| old.penetration)),
        damage: fields.number_or("damage", DAMAGE, old.map(|old| old.damage)),
        area,
        abilities: fields.choices_or(
            "abilities",
            &known,
            old.map_or(&[], |old| old.abilities.as_slice()),
        ),
        sources,
    }
}

/// One of three (T-UNI-1).
fn aim(fields: &mut Fields<'_, '_>, old: Option<Aim>) -> Aim {
    const WAYS: [&str; 3] = ["accuracy", "needs", "reaches"];
    let given: Vec<&str> = WAYS.into_iter().filter(|way| fields.has(way)).collect();
    if let [_, second, ..] = given.as_slice() {
        fields.fault(second, "a weapon has only one of \"accuracy\", \"needs\" and \"reaches\"");
    }
    match (given.first(), old) {
        (Some(&"needs"), _) => Aim::Needs(fields.entry.number("needs", NEEDS)),
        (Some(&"reaches"), _) => Aim::Reaches(fields.entry.number("reaches", REACHES)),
        (None, Some(old)) => old,
        (Some(_), _) | (None, None) => Aim::Accuracy(fields.entry.number("accuracy", ACCURACY)),
    }
}

pub(super) fn equipment(
    item: String,
    table: &Table,
    old: Option<&Equipment>,
    library: &Library,
    faults: &mut Faults,
) -> Equipment {
    let mut fields = Fields::open(item, table, &EQUIPMENT_FIELDS, faults);
    let (key, name) = (fields.key(), fields.name_or(old.map(|old| &old.name)));
    if fields.has("ability") && fields.has("thrown") {
        fields.fault("thrown", "it gives an ability or something to throw, not both");
    }
    let gives = if fields.has("thrown") {
        weapon_named(&mut fields, "thrown", library).map(Gives::Thrown)
    } else if let Some(old) = old.filter(|_| !fields.has("ability")) {
        Some(old.gives)
    } else {
        fields.entry.choice("ability", &list(&ABILITIES, ability)).map(Gives::Ability)
    };
    // a stand-in after a fault
    let gives = gives.unwrap_or(Gives::Thrown(WeaponId(u16::MAX)));
    Equipment { key, name, gives }
}

pub(super) fn weapon_named(
    fields: &mut Fields<'_, '_>,
    field: &str,
    library: &Library,
) -> Option<WeaponId> {
    let known = library.weapons.iter().map(|weapon| &weapon.key);
    fields.known(field, "weapon", |key| library.weapon_of_key(key), known)
}
