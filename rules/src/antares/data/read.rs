//! From the tables of a file to weapons, armour and units.

use std::mem::discriminant;
use std::ops::RangeInclusive;

use toml::Table;

use crate::antares::inches::Inches;
use crate::antares::profile::{
    Armour, Faction, Gear, Mode, ModelRule, Profile, Source, Stats, Troop, UnitKind, Weapon,
    WeaponClass, WeaponRule,
};

use super::words::{Form, MODEL_RULES, WEAPON_RULES, read};
use super::{Force, Library};
use crate::file::entry::{Entry, Faults, did_you_mean, item};
use crate::file::fault::shown;

/// The most units in one file.
pub const MAX_UNITS: usize = 100;
/// The most weapons in one file.
pub const MAX_WEAPONS: usize = 100;
/// The most pieces of armour in one file.
pub const MAX_ARMOURS: usize = 50;
/// The most models in one unit.
pub const MAX_MODELS: u8 = 30;
/// The most ways to use one weapon.
pub const MAX_MODES: usize = 6;
/// The bands of range: effective, long and extreme.
const BANDS: usize = 3;
pub const STAT: RangeInclusive<u8> = 1..=20;
pub const STRIKE: RangeInclusive<u8> = 0..=10;
pub const ARMOUR_BONUS: RangeInclusive<u8> = 0..=10;
/// In inches.
pub const RANGE: RangeInclusive<u32> = 1..=500;
pub const EXTRA_VICTORY_DICE: RangeInclusive<u8> = 0..=4;
pub const PAGE: RangeInclusive<u16> = 1..=999;
pub const POINTS: RangeInclusive<u16> = 0..=9_999;

/// Who wrote the file: the booklet's may say where a value is from and carry ready-made forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    BuiltIn,
    Server,
}

const ARMOUR_FIELDS: [&str; 9] = [
    "key",
    "name",
    "bonus",
    "close",
    "blasts",
    "hand_to_hand",
    "raises_to",
    "needs",
    "goes_down_with_order",
];
const WEAPON_FIELDS: [&str; 5] = ["key", "name", "class", "source", "mode"];
const MODE_FIELDS: [&str; 5] = ["name", "range", "minimum", "sv", "special"];
const UNIT_FIELDS: [&str; 13] = [
    "key",
    "name",
    "force",
    "also",
    "kind",
    "page",
    "equipment",
    "team_weapon",
    "extra_victory_dice",
    "not_more_than",
    "points",
    "source",
    "model",
];
const MODEL_FIELDS: [&str; 11] =
    ["name", "count", "ag", "acc", "str", "res", "init", "co", "armour", "weapons", "special"];
const FORCE_FIELDS: [&str; 2] = ["key", "quick_start"];

pub(super) fn armour(place: usize, table: &Table, faults: &mut Faults) -> Armour {
    let mut entry = Entry::open(item("armour", place, table), table, &ARMOUR_FIELDS, faults);
    Armour {
        key: entry.key(),
        name: entry.name(),
        bonus: entry.optional_number("bonus", ARMOUR_BONUS).unwrap_or(0),
        close: entry.optional_number("close", ARMOUR_BONUS),
        blasts: entry.optional_number("blasts", ARMOUR_BONUS),
        hand_to_hand: entry.optional_number("hand_to_hand", ARMOUR_BONUS),
        raises_to: entry.optional_number("raises_to", STAT),
        needs: entry.texts("needs").into_iter().map(str::to_owned).collect(),
        goes_down_with_order: entry.flag("goes_down_with_order"),
    }
}

pub(super) fn weapon(place: usize, table: &Table, origin: Origin, faults: &mut Faults) -> Weapon {
    let mut entry = Entry::open(item("weapon", place, table), table, &WEAPON_FIELDS, faults);
    let (key, name) = (entry.key(), entry.name());
    let class = entry.choice("class", &words(&WeaponClass::ALL, |class| class.name().to_owned()));
    let source = source(&mut entry, origin);
    let rows = entry.some_rows("mode", "weapon.mode", MAX_MODES);
    let several = rows.len() > 1;
    let mut modes: Vec<Mode> = Vec::new();
    for (place, row) in rows.into_iter().enumerate() {
        let place = format!("{}, mode {}", entry.item, place + 1);
        let mode = mode(place.clone(), row, several, class, entry.faults);
        if several && modes.iter().any(|other| other.name == mode.name) && !mode.name.is_empty() {
            let problem = format!("{} names another mode already", shown(&mode.name));
            entry.faults.note(&place, Some("name"), problem);
        }
        modes.push(mode);
    }
    Weapon { key, name, class: class.unwrap_or(WeaponClass::Special), modes, source }
}

fn mode(
    place: String,
    table: &Table,
    several: bool,
    class: Option<WeaponClass>,
    faults: &mut Faults,
) -> Mode {
    let mut entry = Entry::open(place, table, &MODE_FIELDS, faults);
    let name = if several || entry.has("name") { entry.name() } else { String::new() };
    let bands = entry.numbers("range", &RANGE, BANDS);
    let readable = bands.iter().all(|band| RANGE.contains(band));
    if readable && !bands.is_sorted_by(|near, far| near < far) {
        entry.fault("range", "expected distances that grow: effective, long, extreme");
    }
    let minimum = entry.optional_number("minimum", RANGE);
    if let Some(minimum) = minimum
        && readable
        && bands.first().is_none_or(|effective| minimum >= *effective)
    {
        entry.fault("minimum", "expected less than the effective range");
    }
    let sv = entry.number("sv", STRIKE);
    let rules = specials(&mut entry, &WEAPON_RULES);
    let point_blank = rules.contains(&WeaponRule::PointBlankOnly);
    if point_blank && !bands.is_empty() {
        entry.fault("range", "expected none, as Point-Blank Only leaves no other shooting");
    }
    let held_in_hand =
        class.is_none_or(|class| matches!(class, WeaponClass::Hand | WeaponClass::Special));
    if bands.is_empty() && !entry.has("range") && !point_blank && !held_in_hand {
        entry.fault("range", "it is missing; only hand and special weapons may be without");
    }
    let band = |place: usize| bands.get(place).copied().map(Inches::whole);
    Mode {
        name,
        minimum: Inches::whole(minimum.unwrap_or(0)),
        effective: band(0),
        long: band(1),
        extreme: band(2),
        sv,
        rules,
    }
}

/// A unit, its armour and weapons looked up among those known by now.
pub(super) fn unit(
    place: usize,
    table: &Table,
    origin: Origin,
    known: &Library,
    faults: &mut Faults,
) -> Profile {
    let mut entry = Entry::open(item("unit", place, table), table, &UNIT_FIELDS, faults);
    let forces = faction_words();
    let (key, name) = (entry.key(), entry.name());
    let faction = entry.choice("force", &forces);
    let also_serves = entry.choices("also", &forces);
    let kind = entry.choice("kind", &words(&UnitKind::ALL, |kind| kind.name().replace(' ', "_")));
    let gear = entry.choices(
        "equipment",
        &words(&Gear::ALL, |gear| gear.name().trim_end_matches(" drone").to_owned()),
    );
    let team_weapon = team_weapon(&mut entry, kind, known);
    let not_more_than = entry.optional_text("not_more_than").map(str::to_owned);
    let extra_victory_dice = entry.optional_number("extra_victory_dice", EXTRA_VICTORY_DICE);
    let points = entry.optional_number("points", POINTS);
    let page = entry.optional_number("page", PAGE);
    let source = source(&mut entry, origin);
    let rows = entry.some_rows("model", "unit.model", MAX_MODELS.into());
    let mut troops = Vec::new();
    for (place, row) in rows.into_iter().enumerate() {
        let place = format!("{}, model {}", entry.item, place + 1);
        troops.push(troop(place, row, known, entry.faults));
    }
    let models: u32 = troops.iter().map(|troop| u32::from(troop.count)).sum();
    if models > u32::from(MAX_MODELS) {
        entry.fault("model", format!("expected up to {MAX_MODELS} models in all, found {models}"));
    }
    Profile {
        key,
        name,
        faction: faction.unwrap_or(Faction::Other),
        also_serves,
        kind: kind.unwrap_or(UnitKind::Infantry),
        troops,
        team_weapon,
        gear,
        extra_victory_dice: extra_victory_dice.unwrap_or(0),
        not_more_than,
        points,
        source,
        page,
    }
}

fn team_weapon(
    entry: &mut Entry<'_, '_>,
    kind: Option<UnitKind>,
    known: &Library,
) -> Option<String> {
    let key = entry.optional_text("team_weapon")?;
    if kind.is_some_and(|kind| kind != UnitKind::WeaponTeam) {
        entry.fault("team_weapon", "only a unit of the kind \"weapon_team\" may have one");
    }
    match known.weapon(key) {
        None => unknown(entry, "team_weapon", "weapon", key, known.weapons.iter().map(|w| &w.key)),
        Some(weapon) if !fits_team(weapon) => entry.fault(
            "team_weapon",
            format!(
                "expected a support or heavy weapon, {} is {}",
                shown(key),
                weapon.class.name()
            ),
        ),
        Some(_) => {}
    }
    Some(key.to_owned())
}

pub(super) fn fits_team(weapon: &Weapon) -> bool {
    matches!(weapon.class, WeaponClass::Support | WeaponClass::Heavy)
}

fn troop(place: String, table: &Table, known: &Library, faults: &mut Faults) -> Troop {
    let mut entry = Entry::open(place, table, &MODEL_FIELDS, faults);
    let name = entry.name();
    let count = entry.number("count", 1..=MAX_MODELS);
    let stats = Stats {
        ag: entry.number("ag", STAT),
        acc: entry.number("acc", STAT),
        str: entry.number("str", STAT),
        res: entry.number("res", STAT),
        init: entry.number("init", STAT),
        co: entry.number("co", STAT),
    };
    let mut armour: Vec<Armour> = Vec::new();
    for key in entry.texts("armour") {
        match known.armour(key) {
            None => {
                unknown(&mut entry, "armour", "armour", key, known.armours.iter().map(|a| &a.key));
            }
            Some(piece) if armour.iter().any(|worn| worn.key == piece.key) => {
                entry.fault("armour", format!("{} is worn twice", shown(key)));
            }
            Some(piece) => armour.push(piece.clone()),
        }
    }
    let weapons = entry.texts("weapons");
    for key in &weapons {
        if known.weapon(key).is_none() {
            unknown(&mut entry, "weapons", "weapon", key, known.weapons.iter().map(|w| &w.key));
        }
    }
    let rules = specials(&mut entry, &MODEL_RULES);
    if rules.contains(&ModelRule::Fast) && rules.contains(&ModelRule::Slow) {
        entry.fault("special", "a model is Fast or Slow, not both");
    }
    let weapons = weapons.into_iter().map(str::to_owned).collect();
    Troop { name, count, stats, armour, weapons, rules }
}

pub(super) fn force(place: usize, table: &Table, faults: &mut Faults) -> Force {
    let mut entry = Entry::open(item("force", place, table), table, &FORCE_FIELDS, faults);
    let faction = entry.choice("key", &faction_words()).unwrap_or(Faction::Other);
    let quick_start: Vec<String> =
        entry.texts("quick_start").into_iter().map(str::to_owned).collect();
    Force { faction, quick_start }
}

/// Special rules, each once.
fn specials<R: Copy + PartialEq>(entry: &mut Entry<'_, '_>, forms: &[Form<R>]) -> Vec<R> {
    let mut rules: Vec<R> = Vec::new();
    for text in entry.texts("special") {
        match read(forms, text) {
            Err(problem) => entry.fault("special", problem),
            Ok(rule) if rules.iter().any(|had| discriminant(had) == discriminant(&rule)) => {
                entry.fault("special", format!("{} is given twice", shown(text)));
            }
            Ok(rule) => rules.push(rule),
        }
    }
    rules
}

fn source(entry: &mut Entry<'_, '_>, origin: Origin) -> Source {
    let sources = [
        ("printed".to_owned(), Source::Printed),
        ("repaired".to_owned(), Source::Repaired),
        ("house".to_owned(), Source::House),
        ("server".to_owned(), Source::Server),
    ];
    let said = entry.optional_choice("source", &sources).unwrap_or_default();
    match origin {
        Origin::BuiltIn => said,
        Origin::Server => Source::Server,
    }
}

fn unknown<'k>(
    entry: &mut Entry<'_, '_>,
    field: &str,
    what: &str,
    key: &str,
    known: impl Iterator<Item = &'k String>,
) {
    let near = did_you_mean(key, known.map(String::as_str));
    entry.fault(field, format!("there is no {what} {}{near}", shown(key)));
}

pub(super) fn faction_word(faction: Faction) -> String {
    faction.name().to_lowercase()
}

fn faction_words() -> Vec<(String, Faction)> {
    words(&Faction::ALL, faction_word)
}

fn words<T: Copy>(all: &[T], word: impl Fn(T) -> String) -> Vec<(String, T)> {
    all.iter().map(|value| (word(*value), *value)).collect()
}
