//! Looking a rule up with the words that players use for it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use strsim::levenshtein;

use super::also_called::ALSO_CALLED;
use super::{Rule, all};
use crate::text::searched;

/// No question has more words than this; the rest of a longer text is not looked at.
const MAX_WORDS: usize = 12;

/// What a word of a title, a section or a text is worth.
const IN_TITLE: u32 = 5;
const IN_TEXT: u32 = 1;
const IN_SECTION: u32 = 1;

/// How well a word fits.
const SAME: u32 = 12;
const SAME_STEM: u32 = 9;
const BEGINNING: u32 = 6;
const RELATED: u32 = 4;
/// What a title begins with is what it is about.
const FIRST_OF_TITLE: u32 = 5;

/// Nothing stands in the title that was not asked for.
const ALL_OF_TITLE: u32 = 30;

/// The title as typed, its beginning, or a part of it.
const WHOLE_TITLE: u32 = 400;
const TITLE_BEGINS: u32 = 80;
const TITLE_HAS: u32 = 40;
const TEXT_HAS: u32 = 20;

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
    whole_title: String,
    whole_text: String,
    title: Vec<String>,
    text: Vec<String>,
    section: Vec<String>,
}

fn index() -> &'static [Indexed] {
    static INDEX: OnceLock<Vec<Indexed>> = OnceLock::new();
    INDEX.get_or_init(|| {
        all()
            .iter()
            .map(|rule| Indexed {
                rule,
                row: letters(rule.row),
                whole_title: parts(rule.title).join(" "),
                whole_text: parts(rule.text).join(" "),
                title: indexed_words(rule.title),
                text: indexed_words(rule.text),
                section: indexed_words(rule.section),
            })
            .collect()
    })
}

/// Every word of the book, to tell a slip of the finger from a word that is known.
fn vocabulary() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        index()
            .iter()
            .flat_map(|entry| entry.title.iter().chain(&entry.text).chain(&entry.section))
            .map(String::as_str)
            .collect()
    })
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn parts(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .map(letters)
        .filter(|part| !part.is_empty())
        .collect()
}

/// The words, and hyphenated ones also as one: "re-rolls" is found as "rerolls".
fn indexed_words(text: &str) -> Vec<String> {
    let mut found = parts(text);
    let joined = text.split_whitespace().filter(|word| word.contains('-')).map(letters);
    found.extend(joined);
    found
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
    let asked = asked.to_lowercase().replace("reroll", "re-roll");
    let typed: Vec<String> = parts(&asked).into_iter().take(MAX_WORDS).collect();
    let terms = terms(&typed);
    // what is called otherwise here is no title either
    let is_title = typed.len() > 1 || terms.iter().any(|term| term.typed.is_some());
    let whole = is_title.then(|| typed.join(" "));
    let mut found: Vec<(usize, u32, &Indexed)> = index()
        .iter()
        .filter_map(|entry| {
            let scores: Vec<u32> = terms.iter().map(|term| term.score(entry)).collect();
            let fits = scores.iter().filter(|score| **score > 0).count();
            let score = scores.iter().sum::<u32>()
                + whole.as_deref().map_or(0, |whole| bonus(entry, whole))
                + all_of_title(entry, &terms);
            (fits > 0).then_some((fits, score, entry))
        })
        .collect();
    let most = found.iter().map(|(fits, ..)| *fits).max().unwrap_or(0);
    found.retain(|(fits, ..)| *fits == most);
    found.sort_by_key(|(_, score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(.., entry)| entry.rule).collect()
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

fn bonus(entry: &Indexed, whole: &str) -> u32 {
    if entry.whole_title == whole {
        WHOLE_TITLE
    } else if entry.whole_title.starts_with(whole) {
        TITLE_BEGINS
    } else if entry.whole_title.contains(whole) {
        TITLE_HAS
    } else if whole.contains(' ') && entry.whole_text.contains(whole) {
        TEXT_HAS
    } else {
        0
    }
}

fn all_of_title(entry: &Indexed, terms: &[Term]) -> u32 {
    let is_asked = |of: &String| {
        EMPTY.contains(&of.as_str())
            || terms.iter().flat_map(Term::words).any(|word| fit(of, word) >= SAME_STEM)
    };
    if entry.title.iter().all(is_asked) { ALL_OF_TITLE } else { 0 }
}

/// One word that is asked for, and what else it may mean.
#[derive(Default)]
struct Term {
    typed: Option<String>,
    alike: Vec<String>,
}

impl Term {
    fn words(&self) -> impl Iterator<Item = &str> {
        self.typed.iter().chain(&self.alike).map(String::as_str)
    }

    fn score(&self, entry: &Indexed) -> u32 {
        let typed = self.typed.as_deref().map_or(0, |word| worth(entry, word));
        let alike = self.alike.iter().map(|word| worth(entry, word)).max().unwrap_or(0);
        // a word that means the same is good, but the very word is better
        typed.max(alike * 3 / 4)
    }
}

fn worth(entry: &Indexed, word: &str) -> u32 {
    let best = |words: &[String]| words.iter().map(|of| fit(of, word)).max().unwrap_or(0);
    let begins = entry.title.first().is_some_and(|of| fit(of, word) > 0);
    best(&entry.title) * IN_TITLE
        + best(&entry.text) * IN_TEXT
        + best(&entry.section) * IN_SECTION
        + if begins { FIRST_OF_TITLE } else { 0 }
}

fn fit(of: &str, typed: &str) -> u32 {
    let number = typed.bytes().all(|byte| byte.is_ascii_digit());
    if of == typed {
        SAME
    } else if number {
        0
    } else if stem(of) == stem(typed) {
        SAME_STEM
    } else if typed.len() > 1 && of.starts_with(typed) {
        BEGINNING
    } else if is_related(of, typed) {
        RELATED
    } else {
        0
    }
}

/// "shooting", "shoots" and "shooter" are one word here.
fn stem(word: &str) -> &str {
    [("ings", 4), ("ing", 4), ("ers", 4), ("er", 4), ("es", 4), ("ed", 4), ("s", 3), ("e", 4)]
        .iter()
        .find_map(|(end, least)| word.strip_suffix(end).filter(|stem| stem.len() >= *least))
        .unwrap_or(word)
}

/// "consolidate" and "consolidation", "deployment" and "deployed": a long beginning and different ends.
fn is_related(one: &str, other: &str) -> bool {
    const BEGINNING: usize = 6;
    const END: usize = 4;
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let end = |word: &str| word.chars().count() - same;
    same >= BEGINNING && end(one) <= END && end(other) <= END
}

fn terms(typed: &[String]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let mut rest = typed;
    while let Some(first) = rest.first() {
        let phrase = ALSO_CALLED.iter().find(|(phrase, _)| {
            let mut words = phrase.split(' ');
            let fits = words.by_ref().zip(rest).filter(|(one, other)| one == other).count();
            fits == phrase.split(' ').count()
        });
        let length = phrase.map_or(1, |(phrase, _)| phrase.split(' ').count());
        let alike: Vec<String> = phrase.map_or_else(Vec::new, |(_, alike)| {
            alike.iter().map(|word| (*word).to_owned()).collect()
        });
        // "mech" means a machine here, not the beginning of "mechanic"
        let is_ours = vocabulary().contains(first.as_str());
        let counts = length == 1 && (alike.is_empty() || is_ours);
        terms.push(Term { typed: counts.then(|| first.clone()), alike });
        rest = rest.get(length..).unwrap_or_default();
    }
    let is_empty = |term: &Term| term.typed.as_deref().is_some_and(|word| EMPTY.contains(&word));
    if !terms.iter().all(is_empty) {
        terms.retain(|term| !is_empty(term));
    }
    for term in &mut terms {
        if let Some(word) = term.typed.as_deref().filter(|_| term.alike.is_empty())
            && !vocabulary().iter().any(|known| fit(known, word) > 0)
        {
            term.alike = meant(word);
        }
    }
    terms
}

/// The known words that a mistyped one is nearest to.
fn meant(word: &str) -> Vec<String> {
    let allowed = match word.chars().count() {
        4..=7 => 1,
        8..=20 => 2,
        _ => return Vec::new(),
    };
    let of_books = vocabulary().iter().copied();
    let of_others = ALSO_CALLED.iter().map(|(phrase, _)| *phrase);
    let near: Vec<(usize, &str)> = of_books
        .chain(of_others)
        .map(|known| (levenshtein(word, known), known))
        .filter(|(apart, _)| *apart <= allowed)
        .collect();
    let least = near.iter().map(|(apart, _)| *apart).min().unwrap_or(0);
    let nearest = near.iter().filter(|(apart, _)| *apart == least).map(|(_, known)| *known);
    nearest
        .flat_map(|known| match ALSO_CALLED.iter().find(|(phrase, _)| *phrase == known) {
            Some((_, alike)) => alike.to_vec(),
            None => vec![known],
        })
        .map(str::to_owned)
        .collect()
}
