//! The rules in our own words, one by one as the rule ledger numbers them: what players look up, and what a result
//! points to.
//!
//! The text is data, `rules/data/at43/rules.toml`; what a single word means is said in [`meaning`](super::meaning).

mod also_called;
mod find;
#[cfg(test)]
mod tests;

pub use find::find;

use std::sync::OnceLock;

use serde::Deserialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its number in the rule ledger, `T-SHT-4`.
    pub row: &'static str,
    pub title: &'static str,
    pub text: &'static str,
    /// Where to start reading in the rule book; `None` where the rule is ours.
    pub page: Option<u16>,
    pub section: &'static str,
}

const TEXT: &str = include_str!("../../../data/at43/rules.toml");

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Book<'a> {
    #[serde(borrow)]
    section: Vec<Section<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section<'a> {
    name: &'a str,
    #[serde(borrow)]
    rule: Vec<Entry<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry<'a> {
    row: &'a str,
    title: &'a str,
    text: &'a str,
    page: Option<u16>,
}

/// Every rule of the ledger, in book order.
pub fn all() -> &'static [Rule] {
    static RULES: OnceLock<Vec<Rule>> = OnceLock::new();
    RULES.get_or_init(|| {
        // The file is part of the program and a test reads it: no fault reaches anyone.
        let book: Book<'static> = toml::from_str(TEXT).unwrap_or_default();
        book.section
            .iter()
            .flat_map(|section| {
                section.rule.iter().map(|entry| Rule {
                    row: entry.row,
                    title: entry.title,
                    text: entry.text,
                    page: entry.page,
                    section: section.name,
                })
            })
            .collect()
    })
}

/// The rule with this number, in capitals or not.
pub fn rule(row: &str) -> Option<&'static Rule> {
    all().iter().find(|rule| rule.row.eq_ignore_ascii_case(row.trim()))
}
