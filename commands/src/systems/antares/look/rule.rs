//! `/rules`: every rule in our own words, with the page to read on.

use gatemaster_discord::card::Choice;
use gatemaster_discord::limits::clip;
use gatemaster_rules::antares::rulebook::{self, Rule};
use gatemaster_rules::text::searched;
use strsim::levenshtein;

use super::profile::not_found;
use super::{LookPress, Mark, Reading, Shelf, Topic};
use crate::table::NEUTRAL;
use crate::table::sheet::Sheet;
use crate::trouble::Trouble;

/// How many further rules are named below one.
const SEE_ALSO: usize = 5;

/// `/rules`: the best that fits, with the others below.
pub(super) fn found(search: &str) -> Result<Reading, Trouble> {
    let found = rulebook::find(search);
    let Some((best, others)) = found.split_first() else { return Err(no_such_rule(search)) };
    Ok(with_others(best, others.iter().copied()))
}

/// Whether there is a rule of just this title or number.
pub fn is_there(typed: &str) -> bool {
    let typed = typed.trim();
    let is_named = |rule: &&Rule| {
        rule.title.eq_ignore_ascii_case(typed) || rule.row.eq_ignore_ascii_case(typed)
    };
    rulebook::find(typed).first().is_some_and(is_named)
}

pub(super) fn offered(typed: &str) -> Vec<(String, String)> {
    let label = |rule: &Rule| format!("{} ({})", rule.title, rule.section);
    let found = rulebook::find(typed).into_iter();
    found.map(|rule| (label(rule), rule.title.to_string())).collect()
}

fn no_such_rule(search: &str) -> Trouble {
    let typed = searched(search).trim_end().to_lowercase();
    let far = |rule: &&&'static Rule| {
        let words = rule.title.split_whitespace().chain([rule.title.as_ref()]);
        words.map(|word| levenshtein(&typed, &word.to_lowercase())).min()
    };
    let mut near = everything();
    near.sort_by_key(|rule| far(&rule));
    let near: Vec<Choice> = near.into_iter().take(SEE_ALSO).map(choice).collect();
    not_found("rule", search, "Perhaps one of these…", LookPress::PickRule, near)
}

fn everything() -> Vec<&'static Rule> {
    rulebook::find("")
}

pub(super) fn marked(mark: Mark) -> Option<&'static Rule> {
    everything().into_iter().find(|rule| Mark::of(&rule.title) == mark)
}

pub fn choice(rule: &Rule) -> Choice {
    let about = clip(&rule.text, 100);
    Choice::new(rule.title.as_ref(), Mark::of(&rule.title).0).more(about)
}

pub(super) fn reading(rule: &'static Rule) -> Reading {
    with_others(rule, rulebook::find(&rule.title).into_iter())
}

fn with_others(rule: &'static Rule, others: impl Iterator<Item = &'static Rule>) -> Reading {
    let shelf = Shelf::of_books();
    // a word on a card leads to the rule behind it first; a rule that stands alone leads to its neighbours
    let behind = rulebook::rule(rule.row).into_iter();
    let neighbours = everything().into_iter().filter(|other| other.section == rule.section);
    let mut near: Vec<&Rule> = Vec::new();
    for other in behind.chain(others).chain(neighbours) {
        if other != rule && !near.contains(&other) {
            near.push(other);
        }
    }
    let near: Vec<Choice> = near.into_iter().take(SEE_ALSO).map(choice).collect();
    let selects = if near.is_empty() {
        Vec::new()
    } else {
        vec![shelf.select("See also…", LookPress::PickRule, near)]
    };
    Reading {
        shelf,
        topic: Topic::Rule(Mark::of(&rule.title)),
        sheet: sheet(rule),
        selects,
        may_be_shown: true,
    }
}

fn sheet(rule: &Rule) -> Sheet {
    let page = match rule.page {
        Some(page) => format!("page {page} of the booklet"),
        None if rule.is_of_buildings() => "from the rules for buildings".to_owned(),
        None => "not in the booklet: settled here".to_owned(),
    };
    let footer = format!("{} · {} · {page}", rule.section, rule.row);
    Sheet::new(&rule.title, &[rule.text.to_string()], footer, NEUTRAL)
}
