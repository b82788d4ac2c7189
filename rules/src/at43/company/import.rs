//! Companies from files: TOML or JSON with the fields of [`Company`], or text as people write it.

use toml::Table;

use super::super::profile::{HIGHEST_RANK, Library, Specialist};
use super::text::{LineFault, read};
use super::{Chosen, Company, MAX_FILE, MAX_UNITS};
use crate::file::entry::{Entry, Faults, item};
use crate::file::{DataFault, parsed};
use crate::text::{clean_line, clean_title};

const FILE: &str = "the company";

/// Reads a company in whichever form it comes, or says in one sentence each what cannot be read.
pub fn import(library: &Library, text: &str) -> Result<Company, Vec<String>> {
    let start = text.trim_start();
    let is_json = start.starts_with('{');
    let is_toml = || text.lines().any(|line| line.trim() == "[[units]]" || is_field(line));
    let faults = |faults: Vec<DataFault>| faults.iter().map(ToString::to_string).collect();
    if text.len() > MAX_FILE {
        return Err(vec![format!(
            "The company is too long to be read: at most {MAX_FILE} bytes, and this has {}.",
            text.len()
        )]);
    }
    if is_json {
        from_json(text).map_err(faults)
    } else if is_toml() {
        from_toml(text).map_err(faults)
    } else {
        let faults = |faults: Vec<LineFault>| faults.iter().map(ToString::to_string).collect();
        read(library, text).map_err(faults)
    }
}

/// `army = "…"`, as in no company that is written as text.
fn is_field(line: &str) -> bool {
    line.split_once('=').is_some_and(|(field, _)| ["army", "name"].contains(&field.trim()))
}

fn from_toml(text: &str) -> Result<Company, Vec<DataFault>> {
    let mut faults = Faults::of(FILE);
    match parsed(text, &mut faults) {
        Some(table) => finish(&table, faults),
        None => faults.none_or(Company::default()),
    }
}

fn from_json(text: &str) -> Result<Company, Vec<DataFault>> {
    let mut faults = Faults::of(FILE);
    match serde_json::from_str::<Table>(text) {
        Ok(table) => finish(&table, faults),
        Err(error) => {
            let place = format!("line {}, column {}", error.line(), error.column());
            let said = clean_line(&error.to_string(), 200);
            let said = said.unwrap_or_else(|| "it cannot be read".to_owned());
            faults.note(&place, None, format!("this is not JSON with a company: {said}"));
            faults.none_or(Company::default())
        }
    }
}

fn finish(table: &Table, mut faults: Faults) -> Result<Company, Vec<DataFault>> {
    let mut entry = Entry::open(String::new(), table, &["name", "army", "units"], &mut faults);
    let name = entry.optional_text("name").unwrap_or_default();
    let company_name = if name.is_empty() { Some(String::new()) } else { clean_title(name) };
    if company_name.is_none() {
        entry.fault("name", format!("expected at most {} characters", crate::text::MAX_TITLE));
    }
    if !entry.has("army") {
        entry.fault("army", "expected the key of an army, it is missing");
    }
    let army = entry.optional_text("army").unwrap_or_default().to_owned();
    let rows = entry.rows("units", "units", MAX_UNITS);
    let units = (0..).zip(rows).map(|(place, row)| unit(place, row, &mut faults)).collect();
    faults.none_or(Company { name: company_name.unwrap_or_default(), army, units })
}

fn unit(place: usize, table: &Table, faults: &mut Faults) -> Chosen {
    const FIELDS: [&str; 9] = [
        "unit",
        "number",
        "equipment",
        "special",
        "bearers",
        "officer",
        "hero",
        "specialists",
        "reinforcement",
    ];
    let specialists = [
        ("combat_engineer".to_owned(), Specialist::CombatEngineer),
        ("mechanic".to_owned(), Specialist::Mechanic),
        ("medic".to_owned(), Specialist::Medic),
    ];
    let mut entry = Entry::open(item("unit", place, table), table, &FIELDS, faults);
    if !entry.has("unit") {
        entry.fault("unit", "expected the key of a unit, it is missing");
    }
    Chosen {
        unit: entry.optional_text("unit").unwrap_or_default().to_owned(),
        number: entry.number("number", 1..=u8::MAX),
        equipment: entry.texts("equipment").into_iter().map(str::to_owned).collect(),
        special: entry.optional_text("special").map(str::to_owned),
        bearers: entry.optional_number("bearers", 0..=u8::MAX).unwrap_or_default(),
        officer: entry.optional_number("officer", 0..=HIGHEST_RANK).unwrap_or_default(),
        hero: entry.optional_text("hero").map(str::to_owned),
        specialists: entry.choices("specialists", &specialists),
        reinforcement: entry.flag("reinforcement"),
    }
}
