//! Looking a rule up with the words that players use for it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::also_called::ALSO_CALLED;
use super::{Rule, all};
use crate::lookup::{
    Entry, Term, best_first, drop_empty, is_one_word, letters, mend, other_name, typed_words,
};
use crate::text::searched;

/// Nothing stands in the title that was not asked for.
const ALL_OF_TITLE: u32 = 30;

/// Words that say nothing by themselves.
const EMPTY: [&str; 41] = [
    "a", "an", "and", "are", "at", "be", "by", "can", "do", "does", "for", "happen", "happens",
    "has", "how", "i", "if", "in", "is", "it", "may", "my", "of", "on", "or", "rule", "rules",
    "the", "to", "we", "what", "when", "which", "who", "with", "you", "am", "get", "many", "much",
    "there",
];

struct Indexed {
    rule: &'static Rule,
    /// The row without hyphens, as people type it: `tsht4`.
    row: String,
    entry: Entry,
}

fn index() -> &'static [Indexed] {
    static INDEX: OnceLock<Vec<Indexed>> = OnceLock::new();
    INDEX.get_or_init(|| {
        let indexed = all().iter().map(|rule| Indexed {
            rule,
            row: letters(rule.row),
            entry: Entry::new(rule.title, rule.text, rule.section),
        });
        indexed.collect()
    })
}

/// Every word of the book, to tell a slip of the finger from a word that is known.
fn vocabulary() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| index().iter().flat_map(|it| it.entry.words()).collect())
}

/// The rules that fit, the best first; all of them in book order where nothing is asked for.
///
/// A row's number gives that rule. Otherwise every word counts, in any order: as typed, as the beginning of a word, as
/// what it is called here, or, where nobody knows it, as the nearest word with few letters changed.
pub fn find(asked: &str) -> Vec<&'static Rule> {
    let asked = searched(asked);
    if asked.trim().is_empty() {
        return all().iter().collect();
    }
    let numbered = by_row(asked);
    if !numbered.is_empty() {
        return numbered;
    }
    let typed = typed_words(asked);
    let terms = terms(&typed);
    // what is called otherwise here is no title either
    let is_title = typed.len() > 1 || terms.iter().any(|term| term.typed.is_some());
    let whole = is_title.then(|| typed.join(" "));
    best_first(index().iter().filter_map(|it| {
        let (fits, score) = it.entry.fits(&terms)?;
        let score = score
            + whole.as_deref().map_or(0, |whole| it.entry.bonus(whole))
            + all_of_title(&it.entry, &terms);
        Some((fits, score, it.rule))
    }))
}

/// "T-SHT-1", "sht 1", and while it is being typed "t-sht" or "t-sht-".
fn by_row(asked: &str) -> Vec<&'static Rule> {
    let typed = letters(asked);
    let has_number = typed.ends_with(|c: char| c.is_ascii_digit());
    // "tact" is the beginning of a word, "t-act" and "act 3" are rows
    let is_begun = asked.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("t-"));
    if !has_number && !is_begun || typed.len() < "tsht".len() {
        return Vec::new();
    }
    let is_known = |row: &str| index().iter().any(|entry| entry.row.starts_with(row));
    let row = if is_known(&typed) { typed } else { format!("t{typed}") };
    let exact = index().iter().filter(|entry| entry.row == row);
    let longer = index().iter().filter(|entry| entry.row != row && entry.row.starts_with(&row));
    exact.chain(longer).map(|entry| entry.rule).collect()
}

fn all_of_title(entry: &Entry, terms: &[Term]) -> u32 {
    let is_asked = |of: &str| {
        EMPTY.contains(&of) || terms.iter().flat_map(Term::words).any(|word| is_one_word(of, word))
    };
    if entry.words_of_title().all(is_asked) { ALL_OF_TITLE } else { 0 }
}

fn terms(typed: &[String]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let mut rest = typed;
    while let Some(first) = rest.first() {
        let (length, alike) = other_name(ALSO_CALLED, rest).unwrap_or((1, Vec::new()));
        // "mech" means a machine here, not the beginning of "mechanic"
        let is_ours = vocabulary().contains(first.as_str());
        let counts = length == 1 && (alike.is_empty() || is_ours);
        terms.push(Term { typed: counts.then(|| first.clone()), alike });
        rest = rest.get(length..).unwrap_or_default();
    }
    drop_empty(&mut terms, &EMPTY);
    mend(&mut terms, vocabulary(), ALSO_CALLED);
    terms
}
