//! Companies that can be played at once.

use std::sync::OnceLock;

use toml::Table;

use super::bounds::{BEARERS, COST, MAX_TOGETHER, MAX_TOLD, MAX_UNITS, NUMBERS};
use super::fields::{Fields, texts};
use super::library;
use super::words::{SPECIALISTS, list, source, specialist};
use crate::at43::company::{Chosen, Company};
use crate::at43::profile::{HIGHEST_RANK, Source};
use crate::file::entry::{Entry, Faults, item};
use crate::file::{DataFault, parsed};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadyCompany {
    pub key: String,
    pub company: Company,
    /// What it costs in AP.
    pub points: u32,
    /// What it is, for whoever picks it.
    pub note: String,
    /// Printed companies are those of the book's battle report.
    pub source: Source,
}

const FILE: &str = include_str!("../../../data/at43/companies.toml");
const COMPANY_FIELDS: [&str; 7] = ["key", "name", "army", "points", "note", "source", "unit"];
const UNIT_FIELDS: [&str; 8] = [
    "unit",
    "number",
    "equipment",
    "special",
    "bearers",
    "officer",
    "specialists",
    "reinforcement",
];
const MOST: usize = 12;

pub fn companies() -> &'static [ReadyCompany] {
    static COMPANIES: OnceLock<Vec<ReadyCompany>> = OnceLock::new();
    // the file is part of the program and a test reads it: no fault reaches anyone
    COMPANIES.get_or_init(|| read(FILE).unwrap_or_default())
}

pub(super) fn read(text: &str) -> Result<Vec<ReadyCompany>, Vec<DataFault>> {
    let mut faults = Faults::of("companies.toml");
    let Some(table) = parsed(text, &mut faults) else { return faults.none_or(Vec::new()) };
    let mut top = Entry::open(String::new(), &table, &["company"], &mut faults);
    let rows = top.some_rows("company", "company", MOST);
    let companies = rows
        .into_iter()
        .enumerate()
        .map(|(place, row)| company(item("company", place, row), row, top.faults))
        .collect();
    faults.none_or(companies)
}

fn company(item: String, table: &Table, faults: &mut Faults) -> ReadyCompany {
    let mut fields = Fields::open(item, table, &COMPANY_FIELDS, faults);
    let known = library().armies.iter().map(|army| &army.key);
    let army = fields.known("army", "army", |key| library().army_of_key(key), known);
    let army = army.and_then(|army| library().army(army));
    let (key, name) = (fields.key(), fields.name_or(None));
    let points = fields.entry.number("points", COST);
    let note = fields.line("note", MAX_TOLD).unwrap_or_default();
    let words = list(&[Source::Printed, Source::House], source);
    let source = fields.entry.choice("source", &words).unwrap_or(Source::House);
    let rows = fields.rows_or("unit", "company", MAX_UNITS, false).unwrap_or_default();
    let units =
        rows.into_iter().map(|(item, row)| chosen(item, row, fields.entry.faults)).collect();
    let army = army.map(|army| army.key.clone()).unwrap_or_default();
    ReadyCompany { key, company: Company { name, army, units }, points, note, source }
}

fn chosen(item: String, table: &Table, faults: &mut Faults) -> Chosen {
    let library = library();
    let mut fields = Fields::open(item, table, &UNIT_FIELDS, faults);
    let known = library.entries.iter().map(|entry| &entry.key);
    let unit = fields.known("unit", "unit", |key| library.entry_of_key(key), known);
    let unit = unit.and_then(|unit| library.entry(unit)).map(|entry| entry.key.clone());
    let mut equipment = Vec::new();
    for key in texts(&mut fields, "equipment", MAX_TOGETHER) {
        if library.equipment_of_key(key).is_none() {
            fields.no_such("equipment", "equipment", key, library.equipment.iter().map(|e| &e.key));
        }
        equipment.push(key.to_owned());
    }
    let special = fields.entry.optional_text("special").map(str::to_owned);
    if let Some(key) = special.as_deref().filter(|key| library.weapon_of_key(key).is_none()) {
        fields.no_such("special", "weapon", key, library.weapons.iter().map(|weapon| &weapon.key));
    }
    Chosen {
        unit: unit.unwrap_or_default(),
        number: fields.entry.number("number", NUMBERS),
        equipment,
        special,
        bearers: fields.number_or("bearers", BEARERS, Some(0)),
        officer: fields.number_or("officer", 0..=HIGHEST_RANK, Some(0)),
        hero: None,
        specialists: fields.entry.choices("specialists", &list(&SPECIALISTS, specialist)),
        reinforcement: fields.flag_or("reinforcement", false),
    }
}
