//! The table, and what stands on it and can be destroyed (T-TER-2, T-TER-3).

use std::sync::OnceLock;

use toml::{Table, Value};

use super::bounds::{PROTECTION, SIZE, STRUCTURE, TABLE_SIDE};
use super::fields::Fields;
use crate::file::entry::{Entry, Faults, item};
use crate::file::{DataFault, parsed};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    /// Of the table in centimetres, if nobody says otherwise (house).
    pub width: u16,
    pub depth: u16,
    pub elements: Vec<Element>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub key: String,
    pub name: String,
    pub protection: u8,
    pub structure: u8,
    pub size: u8,
}

impl Terrain {
    pub fn element(&self, key: &str) -> Option<&Element> {
        self.elements.iter().find(|element| element.key == key)
    }
}

const FILE: &str = include_str!("../../../data/at43/terrain.toml");
const MOST: usize = 12;

pub fn terrain() -> &'static Terrain {
    static TERRAIN: OnceLock<Terrain> = OnceLock::new();
    // the file is part of the program and a test reads it: no fault reaches anyone
    TERRAIN.get_or_init(|| read(FILE).unwrap_or_default())
}

pub(super) fn read(text: &str) -> Result<Terrain, Vec<DataFault>> {
    let mut faults = Faults::of("terrain.toml");
    let Some(table) = parsed(text, &mut faults) else { return faults.none_or(Terrain::default()) };
    let mut top = Entry::open(String::new(), &table, &["table", "element"], &mut faults);
    let rows = top.some_rows("element", "element", MOST);
    let elements = rows
        .into_iter()
        .enumerate()
        .map(|(place, row)| element(item("element", place, row), row, top.faults))
        .collect();
    let empty = Table::new();
    let sides = table.get("table").and_then(Value::as_table).unwrap_or(&empty);
    let mut sides = Fields::open("table".to_owned(), sides, &["width", "depth"], &mut faults);
    let width = sides.entry.number("width", TABLE_SIDE);
    let depth = sides.entry.number("depth", TABLE_SIDE);
    faults.none_or(Terrain { width, depth, elements })
}

fn element(item: String, table: &Table, faults: &mut Faults) -> Element {
    const FIELDS: [&str; 5] = ["key", "name", "protection", "structure", "size"];
    let mut fields = Fields::open(item, table, &FIELDS, faults);
    Element {
        key: fields.key(),
        name: fields.name_or(None),
        protection: fields.entry.number("protection", PROTECTION),
        structure: fields.entry.number("structure", STRUCTURE),
        size: fields.entry.number("size", SIZE),
    }
}
