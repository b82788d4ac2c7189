//! One table of a file, read field by field. Every fault is noted; a stand-in is handed out in its
//! place, so that the reading goes on and finds the next. A file with faults is never used.

use std::ops::RangeInclusive;

use toml::{Table, Value};

use crate::text::{MAX_NAME, clean_name};

use super::fault::{DataFault, nearest, shown, trimmed};

/// The longest key of a unit, weapon or piece of armour.
pub const MAX_KEY: usize = 40;
/// The most weapons, pieces of armour, drones, forces or special rules in one list.
pub const MAX_LIST: usize = 12;

/// The faults of one file so far.
#[derive(Debug)]
pub(crate) struct Faults {
    file: String,
    list: Vec<DataFault>,
}

impl Faults {
    pub fn of(file: &str) -> Self {
        let file = Some(trimmed(file)).filter(|file| !file.is_empty());
        Self { file: file.unwrap_or_else(|| "the file".to_owned()), list: Vec::new() }
    }

    /// What has been noted so far.
    pub fn noted(&self) -> &[DataFault] {
        &self.list
    }

    pub fn note(&mut self, item: &str, field: Option<&str>, problem: String) {
        self.list.push(DataFault {
            file: self.file.clone(),
            item: item.to_owned(),
            field: field.map(trimmed),
            problem,
        });
    }

    pub fn none_or<T>(self, value: T) -> Result<T, Vec<DataFault>> {
        if self.list.is_empty() { Ok(value) } else { Err(self.list) }
    }
}

/// A table of the file with its place in words.
#[derive(Debug)]
pub(crate) struct Entry<'t, 'f> {
    pub item: String,
    table: &'t Table,
    pub faults: &'f mut Faults,
}

impl<'t, 'f> Entry<'t, 'f> {
    /// Notes every field that is not among the known ones.
    pub fn open(
        item: String,
        table: &'t Table,
        known: &[&str],
        faults: &'f mut Faults,
    ) -> Entry<'t, 'f> {
        for field in table.keys().filter(|field| !known.contains(&field.as_str())) {
            let near = nearest(field, known.iter().copied())
                .map(|near| format!(" (did you mean \"{near}\"?)"))
                .unwrap_or_default();
            let problem = format!("unknown field{near}; known are {}", known.join(", "));
            faults.note(&item, Some(field), problem);
        }
        Entry { item, table, faults }
    }

    pub fn fault(&mut self, field: &str, problem: impl Into<String>) {
        self.faults.note(&self.item, Some(field), problem.into());
    }

    fn unexpected(&mut self, field: &str, expected: &str, found: Option<&Value>) {
        let found = found.map_or_else(|| "it is missing".to_owned(), describe);
        self.fault(field, format!("expected {expected}, {found}"));
    }

    pub fn has(&self, field: &str) -> bool {
        self.table.contains_key(field)
    }

    /// A key: of small letters, digits and underscores. Empty after a fault.
    pub fn key(&mut self) -> String {
        let found = self.table.get("key");
        match found.and_then(Value::as_str) {
            Some(key) if is_key(key) => key.to_owned(),
            _ => {
                let expected = format!("1 to {MAX_KEY} small letters, digits and underscores");
                self.unexpected("key", &expected, found);
                String::new()
            }
        }
    }

    /// A name that can be shown anywhere.
    pub fn name(&mut self) -> String {
        let found = self.table.get("name");
        found.and_then(Value::as_str).and_then(clean_name).unwrap_or_else(|| {
            self.unexpected("name", &format!("a name of 1 to {MAX_NAME} characters"), found);
            String::new()
        })
    }

    pub fn number<N>(&mut self, field: &str, range: RangeInclusive<N>) -> N
    where
        N: Copy + Default + Into<i64> + TryFrom<i64>,
    {
        self.whole(field, range, self.table.get(field))
    }

    pub fn optional_number<N>(&mut self, field: &str, range: RangeInclusive<N>) -> Option<N>
    where
        N: Copy + Default + Into<i64> + TryFrom<i64>,
    {
        let found = self.table.get(field)?;
        Some(self.whole(field, range, Some(found)))
    }

    pub fn numbers<N>(&mut self, field: &str, range: &RangeInclusive<N>, most: usize) -> Vec<N>
    where
        N: Copy + Default + Into<i64> + TryFrom<i64>,
    {
        let list = self.list(field, "a list of whole numbers", most);
        list.iter().map(|value| self.whole(field, range.clone(), Some(value))).collect()
    }

    fn whole<N>(&mut self, field: &str, range: RangeInclusive<N>, found: Option<&Value>) -> N
    where
        N: Copy + Default + Into<i64> + TryFrom<i64>,
    {
        let (least, most): (i64, i64) = ((*range.start()).into(), (*range.end()).into());
        let number = found.and_then(Value::as_integer).filter(|n| (least..=most).contains(n));
        number.and_then(|number| N::try_from(number).ok()).unwrap_or_else(|| {
            self.unexpected(field, &format!("a whole number from {least} to {most}"), found);
            N::default()
        })
    }

    pub fn flag(&mut self, field: &str) -> bool {
        let Some(found) = self.table.get(field) else { return false };
        found.as_bool().unwrap_or_else(|| {
            self.unexpected(field, "true or false", Some(found));
            false
        })
    }

    /// Of a list that is too long only the beginning is read: its faults would fill pages.
    fn list(&mut self, field: &str, expected: &str, most: usize) -> &'t [Value] {
        match self.table.get(field) {
            None => &[],
            Some(Value::Array(list)) => {
                if list.len() > most {
                    self.fault(field, format!("expected up to {most}, found {}", list.len()));
                }
                list.get(..most).unwrap_or(list)
            }
            Some(found) => {
                self.unexpected(field, expected, Some(found));
                &[]
            }
        }
    }

    /// A list of texts; empty where it is left out.
    pub fn texts(&mut self, field: &str) -> Vec<&'t str> {
        self.texts_up_to(field, MAX_LIST)
    }

    pub fn texts_up_to(&mut self, field: &str, most: usize) -> Vec<&'t str> {
        let expected = "a list of words, as in [\"one\", \"two\"]";
        let list = self.list(field, expected, most);
        let mut texts = Vec::new();
        for value in list {
            match value.as_str() {
                Some(text) => texts.push(text),
                None => self.unexpected(field, expected, Some(value)),
            }
        }
        texts
    }

    pub fn optional_text(&mut self, field: &str) -> Option<&'t str> {
        let found = self.table.get(field)?;
        let text = found.as_str();
        if text.is_none() {
            self.unexpected(field, "a word in quotation marks", Some(found));
        }
        text
    }

    /// One of several words; `None` after a fault.
    pub fn choice<T: Copy>(&mut self, field: &str, words: &[(String, T)]) -> Option<T> {
        if !self.has(field) {
            self.unexpected(field, &one_of(words), None);
        }
        self.optional_choice(field, words)
    }

    pub fn optional_choice<T: Copy>(&mut self, field: &str, words: &[(String, T)]) -> Option<T> {
        let text = self.optional_text(field)?;
        self.chosen(field, text, words)
    }

    pub fn choices<T: Copy>(&mut self, field: &str, words: &[(String, T)]) -> Vec<T> {
        let texts = self.texts(field);
        texts.into_iter().filter_map(|text| self.chosen(field, text, words)).collect()
    }

    pub fn chosen<T: Copy>(&mut self, field: &str, text: &str, words: &[(String, T)]) -> Option<T> {
        let found = words.iter().find(|(word, _)| word == text).map(|(_, value)| *value);
        if found.is_none() {
            let known = words.iter().map(|(word, _)| word.as_str());
            let near = did_you_mean(text, known);
            self.fault(field, format!("expected {}, found {}{near}", one_of(words), shown(text)));
        }
        found
    }

    /// Tables under a name, each with its place: `[[unit]]`, `[[unit.model]]`.
    pub fn rows(&mut self, field: &str, heading: &str, most: usize) -> Vec<&'t Table> {
        let expected = format!("tables under the heading [[{heading}]]");
        let list = self.list(field, &expected, most);
        let mut rows = Vec::new();
        for value in list {
            match value.as_table() {
                Some(table) => rows.push(table),
                None => self.unexpected(field, &expected, Some(value)),
            }
        }
        rows
    }

    /// As [`Entry::rows`], but there must be one.
    pub fn some_rows(&mut self, field: &str, heading: &str, most: usize) -> Vec<&'t Table> {
        let rows = self.rows(field, heading, most);
        if self.table.get(field).is_none_or(|found| found.as_array().is_some_and(Vec::is_empty)) {
            self.fault(field, format!("expected at least one [[{heading}]], found none"));
        }
        rows
    }
}

/// `unit "strike_squad"`, or `unit 3` as long as its key is not known.
pub(crate) fn item(what: &str, place: usize, table: &Table) -> String {
    match table.get("key").and_then(Value::as_str) {
        Some(key) if !trimmed(key).is_empty() => format!("{what} {}", shown(key)),
        _ => format!("{what} {}", place + 1),
    }
}

pub(crate) fn did_you_mean<'w>(text: &str, known: impl IntoIterator<Item = &'w str>) -> String {
    nearest(text, known).map(|near| format!(" (did you mean \"{near}\"?)")).unwrap_or_default()
}

fn is_key(text: &str) -> bool {
    (1..=MAX_KEY).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// `one of "hand", "standard"`
fn one_of<T>(words: &[(String, T)]) -> String {
    let words: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
    format!("one of {}", words.join(", "))
}

fn describe(value: &Value) -> String {
    match value {
        Value::String(text) => format!("found {}", shown(text)),
        Value::Integer(number) => format!("found {number}"),
        Value::Float(number) => format!("found {}", trimmed(&number.to_string())),
        Value::Boolean(flag) => format!("found {flag}"),
        Value::Datetime(_) => "found a date or time".to_owned(),
        Value::Array(_) => "found a list".to_owned(),
        Value::Table(_) => "found a table".to_owned(),
    }
}
