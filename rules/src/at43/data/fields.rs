//! A table of a file that may stand for a record that exists already: what it leaves out stays as it was.

use std::ops::RangeInclusive;

use toml::{Table, Value};

use super::words;
use crate::at43::profile::{Source, Sources};
use crate::file::entry::{Entry, Faults, did_you_mean};
use crate::file::fault::shown;
use crate::file::{MAX_KEY, MAX_LIST};
use crate::text::{MAX_NAME, clean_line};

/// Who wrote the file: only the book's numbers its missions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    BuiltIn,
    Server,
}

/// Where values come from, as lists of fields in a record.
pub(super) const SAID: [Source; 3] = [Source::Printed, Source::Derived, Source::House];

/// More than the fields of any record.
const MAX_FIELDS: usize = 40;

pub(super) struct Fields<'t, 'f> {
    pub entry: Entry<'t, 'f>,
    table: &'t Table,
}

impl<'t, 'f> Fields<'t, 'f> {
    pub fn open(item: String, table: &'t Table, known: &[&str], faults: &'f mut Faults) -> Self {
        Self { entry: Entry::open(item, table, known, faults), table }
    }

    pub fn has(&self, field: &str) -> bool {
        self.table.contains_key(field)
    }

    pub fn fault(&mut self, field: &str, problem: impl Into<String>) {
        self.entry.fault(field, problem);
    }

    /// A key: of small letters, digits and hyphens. Empty after a fault.
    pub fn key(&mut self) -> String {
        let expected = format!("expected 1 to {MAX_KEY} small letters, digits and hyphens");
        if !self.has("key") {
            self.fault("key", format!("{expected}, it is missing"));
        }
        match self.entry.optional_text("key") {
            Some(key) if is_key(key) => key.to_owned(),
            Some(key) => {
                self.fault("key", format!("{expected}, found {}", shown(key)));
                String::new()
            }
            None => String::new(),
        }
    }

    pub fn name_or(&mut self, old: Option<&String>) -> String {
        match old {
            Some(old) if !self.has("name") => old.clone(),
            Some(_) | None => self.entry.name(),
        }
    }

    pub fn number_or<N>(&mut self, field: &str, range: RangeInclusive<N>, old: Option<N>) -> N
    where
        N: Copy + Default + Into<i64> + TryFrom<i64>,
    {
        match old {
            Some(old) if !self.has(field) => old,
            Some(_) | None => self.entry.number(field, range),
        }
    }

    pub fn flag_or(&mut self, field: &str, old: bool) -> bool {
        if self.has(field) { self.entry.flag(field) } else { old }
    }

    pub fn choice_or<T: Copy>(
        &mut self,
        field: &str,
        words: &[(String, T)],
        old: Option<T>,
    ) -> Option<T> {
        match old {
            Some(old) if !self.has(field) => Some(old),
            Some(_) | None => self.entry.choice(field, words),
        }
    }

    /// Each word once.
    pub fn choices_or<T: Copy + PartialEq>(
        &mut self,
        field: &str,
        words: &[(String, T)],
        old: &[T],
    ) -> Vec<T> {
        if !self.has(field) {
            return old.to_vec();
        }
        let mut once = Vec::new();
        for chosen in self.entry.choices(field, words) {
            if once.contains(&chosen) {
                self.fault(field, "a word stands there twice");
            } else {
                once.push(chosen);
            }
        }
        once
    }

    /// A line of text that can be shown anywhere.
    pub fn line(&mut self, field: &str, most: usize) -> Option<String> {
        let text = self.entry.optional_text(field)?;
        let line = clean_line(text, most);
        if line.is_none() {
            self.fault(field, format!("expected a line of 1 to {most} characters"));
        }
        line
    }

    /// A title as short as a name.
    pub fn title(&mut self, field: &str) -> String {
        if !self.has(field) {
            self.fault(
                field,
                format!("expected a name of 1 to {MAX_NAME} characters, it is missing"),
            );
        }
        self.line(field, MAX_NAME).unwrap_or_default()
    }

    /// The key of something that there is; `None` after a fault.
    pub fn known<'k, I>(
        &mut self,
        field: &str,
        what: &str,
        find: impl FnOnce(&str) -> Option<I>,
        known: impl Iterator<Item = &'k String>,
    ) -> Option<I> {
        if !self.has(field) {
            self.fault(field, format!("expected the {what}'s key, it is missing"));
        }
        let key = self.entry.optional_text(field)?;
        let found = find(key);
        if found.is_none() {
            self.no_such(field, what, key, known);
        }
        found
    }

    pub fn no_such<'k>(
        &mut self,
        field: &str,
        what: &str,
        key: &str,
        known: impl Iterator<Item = &'k String>,
    ) {
        let near = did_you_mean(key, known.map(String::as_str));
        self.fault(field, format!("there is no {what} {}{near}", shown(key)));
    }

    /// A table within this one, as in `ends = { after_round = 6 }`.
    pub fn part(&mut self, field: &str) -> Option<&'t Table> {
        let found = self.table.get(field)?;
        let part = found.as_table();
        if part.is_none() {
            self.fault(field, "expected a table, as in { one = 1, two = 2 }");
        }
        part
    }

    /// Rows, each with its place in words; `None` where the file leaves them as they were.
    pub fn rows_or(
        &mut self,
        field: &str,
        heading: &str,
        most: usize,
        kept: bool,
    ) -> Option<Vec<(String, &'t Table)>> {
        if kept && !self.has(field) {
            return None;
        }
        let rows = self.entry.rows(field, &format!("{heading}.{field}"), most);
        let named = rows.into_iter().enumerate();
        let item = &self.entry.item;
        Some(named.map(|(n, row)| (format!("{item}, {field} {}", n + 1), row)).collect())
    }

    /// What stands under a field, of whatever kind.
    pub fn raw(&self, field: &str) -> Option<&'t Value> {
        self.table.get(field)
    }

    /// Where the values of this record come from; `values` names all that it can have.
    pub fn sources(
        &mut self,
        origin: Origin,
        values: &[&'static str],
        old: Option<&Sources>,
    ) -> Sources {
        let known: Vec<(String, &'static str)> =
            values.iter().map(|field| ((*field).to_owned(), *field)).collect();
        let mut said: Vec<(&'static str, Source)> = Vec::new();
        for source in SAID {
            let list = words::source(source);
            for text in self.entry.texts_up_to(list, MAX_FIELDS) {
                let Some(field) = self.named(list, text, &known) else { continue };
                if said.iter().any(|(other, _)| *other == field) {
                    self.fault(list, format!("{} has two sources", shown(field)));
                }
                said.push((field, source));
            }
        }
        let of = |source: Source| said.iter().filter(move |(_, from)| *from == source);
        let mut sources = old.cloned().unwrap_or_default();
        if origin == Origin::Server {
            let own: Vec<&'static str> =
                values.iter().filter(|field| old.is_none() || self.gives(field)).copied().collect();
            for list in [&mut sources.derived, &mut sources.house, &mut sources.server] {
                list.retain(|field| {
                    !own.contains(&field.as_str()) && said.iter().all(|(other, _)| other != field)
                });
            }
            let unsaid =
                own.into_iter().filter(|field| said.iter().all(|(other, _)| other != field));
            sources.server.extend(unsaid.map(str::to_owned));
        }
        sources.derived.extend(of(Source::Derived).map(|(field, _)| (*field).to_owned()));
        sources.house.extend(of(Source::House).map(|(field, _)| (*field).to_owned()));
        sources
    }

    /// Two values stand one table deeper than the others.
    fn gives(&self, field: &str) -> bool {
        self.has(match field {
            "structure" => "ranged",
            "lies" => "place",
            other => other,
        })
    }

    fn named(
        &mut self,
        list: &str,
        text: &str,
        known: &[(String, &'static str)],
    ) -> Option<&'static str> {
        let found = known.iter().find(|(word, _)| word == text).map(|(_, field)| *field);
        if found.is_none() {
            let near = did_you_mean(text, known.iter().map(|(word, _)| word.as_str()));
            self.fault(list, format!("there is no value {}{near}", shown(text)));
        }
        found
    }
}

/// A list of keys.
pub(super) fn texts<'t>(fields: &mut Fields<'t, '_>, field: &str, most: usize) -> Vec<&'t str> {
    fields.entry.texts_up_to(field, most.min(MAX_LIST))
}

fn is_key(text: &str) -> bool {
    (1..=MAX_KEY).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}
