//! The rules in our own words, one by one as the rule ledger numbers them, and the words on the cards with them: what
//! players look up, and what a result points to.
//!
//! The text is data, `rules/data/antares/rules.toml`; what a word on a card means is said in [`meaning`] alone.

mod find;
#[cfg(test)]
mod tests;

pub use find::find;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::OnceLock;

use serde::Deserialize;

use super::data::Library;
use super::data::words::{Form, MODEL_RULES, Numbers, WEAPON_RULES};
use super::meaning::{self, Meaning};
use super::profile::{Gear, ModelRule, WeaponClass, WeaponRule};

/// One rule, or one word on a card with the rule behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its number in the rule ledger, `A-SHT-4`, or `B-SHT-4` of buildings; words on cards share that of the rule behind them.
    pub row: &'static str,
    pub title: Cow<'static, str>,
    pub text: Cow<'static, str>,
    /// Where to start reading in the booklet, if it stands there.
    pub page: Option<u16>,
    pub section: &'static str,
}

impl Rule {
    /// It stands in the booklet about buildings, which has pages of its own.
    pub fn is_of_buildings(&self) -> bool {
        self.row.starts_with("B-")
    }
}

const TEXT: &str = include_str!("../../../data/antares/rules.toml");

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
    /// Pages of words on cards, where the rule behind them stands elsewhere.
    #[serde(borrow)]
    words: BTreeMap<&'static str, u16>,
    section: Vec<Section>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    name: &'static str,
    rule: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    row: &'static str,
    title: &'static str,
    text: &'static str,
    page: Option<u16>,
}

fn book() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    // The file is part of the program and a test reads it: no fault reaches anyone.
    BOOK.get_or_init(|| toml::from_str(TEXT).unwrap_or_default())
}

/// Every rule of the ledger, in book order.
pub fn all() -> &'static [Rule] {
    static RULES: OnceLock<Vec<Rule>> = OnceLock::new();
    RULES.get_or_init(|| {
        book()
            .section
            .iter()
            .flat_map(|section| {
                section.rule.iter().map(|entry| Rule {
                    row: entry.row,
                    title: entry.title.into(),
                    text: entry.text.into(),
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

/// The words on cards: special rules of models and weapons, drones, armour and kinds of weapon.
pub fn words() -> &'static [Rule] {
    static WORDS: OnceLock<Vec<Rule>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let library = Library::built_in();
        let of_models: Vec<ModelRule> = library
            .units
            .iter()
            .flat_map(|unit| &unit.troops)
            .flat_map(|troop| troop.rules.iter().copied())
            .collect();
        let of_weapons: Vec<WeaponRule> = library
            .weapons
            .iter()
            .flat_map(|weapon| &weapon.modes)
            .flat_map(|mode| mode.rules.iter().copied())
            .collect();
        let mut words: Vec<Rule> = MODEL_RULES
            .iter()
            .filter_map(|form| special("Rules of models", form, &of_models, meaning::model_rule))
            .collect();
        let weapons = WEAPON_RULES
            .iter()
            .filter_map(|form| special("Rules of weapons", form, &of_weapons, meaning::weapon_rule))
            // "n Attacks" says the same of a model and of a weapon
            .filter(|word| !MODEL_RULES.iter().any(|form| form.pattern() == word.title));
        words.extend(weapons);
        words.extend(
            Gear::ALL.map(|gear| {
                word("Drones", super::report::capital(gear.name()), meaning::gear(gear))
            }),
        );
        words.extend(
            library
                .armours
                .iter()
                .map(|piece| word("Armour", piece.name.clone(), meaning::armour(piece))),
        );
        words.extend(WeaponClass::ALL.map(|class| {
            let title = format!("{} weapon", super::report::capital(class.name()));
            word("Kinds of weapon", title, meaning::weapon_class(class))
        }));
        words
    })
}

fn word(section: &'static str, title: String, Meaning { text, row }: Meaning) -> Rule {
    let page = book().words.get(title.as_str()).copied();
    let page = page.or_else(|| rule(row).and_then(|rule| rule.page));
    Rule { row, title: title.into(), text: text.into(), page, section }
}

/// A special rule; one that takes a number is shown with one that is printed on a card.
fn special<R: Copy + PartialEq + Display>(
    section: &'static str,
    form: &Form<R>,
    printed: &[R],
    means: fn(R) -> Meaning,
) -> Option<Rule> {
    let example =
        form.every().find(|rule| printed.contains(rule)).or_else(|| form.every().next())?;
    let Meaning { text, row } = means(example);
    let text = match form.numbers {
        Numbers::None => text,
        Numbers::Between(..) | Numbers::Dice => format!("Such as {example}. {text}"),
    };
    Some(word(section, form.pattern(), Meaning { text, row }))
}
