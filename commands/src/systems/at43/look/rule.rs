//! `/rules`: every rule in our own words, with the page to read on.

use gatemaster_discord::card::{Button, Choice};
use gatemaster_discord::limits::{CHOICES, clip};
use gatemaster_rules::at43::meaning;
use gatemaster_rules::at43::rulebook::{self, Rule};
use gatemaster_rules::text::{count, searched};
use strsim::levenshtein;

use super::{LookPress, Mark, Reading, Shelf, Topic, not_found};
use crate::table::NEUTRAL;
use crate::table::sheet::{Sheet, heading};
use crate::trouble::Trouble;

/// How many are offered where nothing was found.
const PERHAPS: usize = 5;
/// As much of a title as a button beside another one can hold.
const BESIDE: usize = 32;

/// `/rules`: the best that fits, with the others in a list.
pub(super) fn found(search: &str) -> Result<Reading, Trouble> {
    let found = rulebook::find(search);
    let Some((best, others)) = found.split_first() else { return Err(no_such_rule(search)) };
    Ok(with_others(best, others.iter().copied()))
}

/// Whether there is a rule of just this title or number.
pub fn is_there(typed: &str) -> bool {
    let typed = searched(typed).trim();
    let is_named = |rule: &Rule| {
        rule.title.eq_ignore_ascii_case(typed) || rule.row.eq_ignore_ascii_case(typed)
    };
    rulebook::all().iter().any(is_named)
}

pub(super) fn offered(typed: &str) -> Vec<(String, String)> {
    let label = |rule: &Rule| format!("{} ({})", rule.title, rule.section);
    let found = rulebook::find(typed).into_iter();
    found.map(|rule| (label(rule), rule.title.to_owned())).collect()
}

fn no_such_rule(search: &str) -> Trouble {
    let typed = searched(search).trim_end().to_lowercase();
    let far = |rule: &&'static Rule| {
        let words = rule.title.split_whitespace().chain([rule.title]);
        words.map(|word| levenshtein(&typed, &word.to_lowercase())).min()
    };
    let mut near: Vec<&'static Rule> = rulebook::all().iter().collect();
    near.sort_by_key(far);
    let near: Vec<Choice> = near.into_iter().take(PERHAPS).map(choice).collect();
    let shelf = Shelf::of(None);
    not_found("rule", search, "Perhaps one of these…", &shelf, LookPress::PickRule, near)
}

pub(super) fn marked(mark: Mark) -> Option<&'static Rule> {
    rulebook::all().iter().find(|rule| Mark::of(rule.row) == mark)
}

/// The first rule of a part of the book.
pub(super) fn section(mark: Mark) -> Option<Reading> {
    rulebook::all().iter().find(|rule| Mark::of(rule.section) == mark).map(reading)
}

pub fn choice(rule: &Rule) -> Choice {
    Choice::new(rule.title, Mark::of(rule.row).0).more(clip(rule.text, 100))
}

/// "To hit: the shooting test (T-SHT-7, page 63)"
pub fn cited(rule: &Rule) -> String {
    match rule.page {
        Some(page) => format!("{} ({}, page {page})", rule.title, rule.row),
        None => format!("{} ({})", rule.title, rule.row),
    }
}

pub(super) fn reading(rule: &'static Rule) -> Reading {
    with_others(rule, rulebook::find(rule.title).into_iter())
}

fn with_others(rule: &'static Rule, others: impl Iterator<Item = &'static Rule>) -> Reading {
    let shelf = Shelf::of(None);
    let neighbours = rulebook::all().iter().filter(|other| other.section == rule.section);
    let mut near: Vec<&Rule> = Vec::new();
    for other in others.take(usize::from(CHOICES) / 2).chain(neighbours) {
        if other != rule && !near.contains(&other) {
            near.push(other);
        }
    }
    let near: Vec<Choice> = near.into_iter().take(CHOICES.into()).map(choice).collect();
    let selects = [
        shelf.select("See also…", LookPress::PickRule, near),
        shelf.select("Another part of the book…", LookPress::PickSection, sections()),
    ];
    Reading {
        beside: beside(&shelf, rule),
        topic: Topic::Rule(Mark::of(rule.row)),
        sheet: sheet(rule),
        selects: selects.into_iter().flatten().collect(),
        may_be_shown: true,
        shelf,
    }
}

/// The parts of the book, each with how many rules it has.
fn sections() -> Vec<Choice> {
    let mut names: Vec<(&str, u32)> = Vec::new();
    for rule in rulebook::all() {
        match names.last_mut() {
            Some((name, number)) if *name == rule.section => *number += 1,
            _ => names.push((rule.section, 1)),
        }
    }
    let choice = |(name, number): (&str, u32)| {
        let rules = count(number, "rule", "rules");
        Choice::new(name, Mark::of(name).0).more(rules)
    };
    names.into_iter().map(choice).take(CHOICES.into()).collect()
}

/// The rules before and after it in the book.
fn beside(shelf: &Shelf, rule: &Rule) -> Vec<Button> {
    let all = rulebook::all();
    let Some(place) = all.iter().position(|other| other == rule) else { return Vec::new() };
    let turn = |other: &Rule, label: String| {
        shelf.button(label, LookPress::Read(Topic::Rule(Mark::of(other.row)), 0))
    };
    let before = place.checked_sub(1).and_then(|place| all.get(place));
    let before = before.map(|it| turn(it, format!("◂ {}", clip(it.title, BESIDE))));
    let after = all.get(place + 1).map(|it| turn(it, format!("{} ▸", clip(it.title, BESIDE))));
    before.into_iter().chain(after).collect()
}

fn sheet(rule: &Rule) -> Sheet {
    let page = match rule.page {
        Some(page) => format!("page {page} of the rule book"),
        None => "not in the rule book: settled here".to_owned(),
    };
    let mut lines = vec![rule.text.to_owned()];
    let words: Vec<String> = meaning::all()
        .filter(|meaning| meaning.row == rule.row)
        .map(|meaning| format!("**{}**: {}", meaning.word, meaning.text))
        .collect();
    if !words.is_empty() {
        lines.push(heading("In a word"));
        lines.extend(words);
    }
    let footer = format!("{} · {} · {page}", rule.section, rule.row);
    Sheet::new(rule.title, &lines, footer, NEUTRAL)
}
