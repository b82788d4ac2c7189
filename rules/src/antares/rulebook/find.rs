//! Looking a rule up with the words that players use for it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::{Rule, all, words};
use crate::lookup::{
    Entry, OtherNames, Term, best_first, drop_empty, letters, mend, other_name, typed_words,
};
use crate::text::searched;

/// Words of other games and of everyday speech, and what they are called here.
const ALSO_CALLED: &OtherNames = &[
    ("overwatch", &["ambush"]),
    ("go to ground", &["down"]),
    ("gone to ground", &["down"]),
    ("going to ground", &["down"]),
    ("prone", &["down"]),
    ("morale", &["break"]),
    ("rout", &["break"]),
    ("flee", &["break"]),
    ("to hit", &["acc", "hit"]),
    ("to wound", &["res"]),
    ("accuracy", &["acc"]),
    ("saving throw", &["res"]),
    ("save", &["res", "saves"]),
    ("saves", &["res"]),
    ("resist", &["res"]),
    ("resistance", &["res"]),
    ("toughness", &["res"]),
    ("melee", &["hand", "fight", "assault"]),
    ("close combat", &["hand", "fight", "assault"]),
    ("hth", &["hand", "fight"]),
    ("charge", &["assault"]),
    ("artillery", &["overhead"]),
    ("mortar", &["overhead"]),
    ("indirect", &["overhead"]),
    ("barrage", &["overhead"]),
    ("oh", &["overhead"]),
    ("deviate", &["stray"]),
    ("deviation", &["stray"]),
    ("scatter", &["stray", "modes"]),
    ("deploy", &["placed"]),
    ("rapid fire", &["rfn", "rapid"]),
    ("re roll", &["rerolls", "reroll", "again"]),
    ("line of sight", &["sight", "sees", "see"]),
    ("los", &["sight", "sees", "see"]),
    ("leadership", &["command"]),
    ("agility", &["ag"]),
    ("strength", &["str"]),
    ("activation", &["drawing", "order"]),
    ("victory", &["wins"]),
    ("critical", &["lucky"]),
    ("fumble", &["dud"]),
    ("stealth", &["camo"]),
    ("killed", &["casualties", "lost", "destroyed"]),
    ("wounds", &["casualties"]),
    ("ammo", &["ammunition"]),
    ("ammunition", &["ammo"]),
    ("house", &["building"]),
    ("bunker", &["building"]),
    ("tower", &["tall"]),
    ("skyscraper", &["tall"]),
    ("garrison", &["room", "deploying"]),
    ("occupy", &["room", "holds"]),
    ("occupants", &["room", "holds"]),
    ("floor", &["storey", "storeys", "levels"]),
    ("ladder", &["stairs"]),
    ("collapse", &["fall"]),
    ("ruin", &["rubble"]),
    ("ruins", &["rubble"]),
    ("teleport", &["transporters"]),
    ("teleporter", &["transporters"]),
    ("transmat", &["transporters"]),
];

/// Words that say nothing by themselves.
const EMPTY: [&str; 36] = [
    "a", "an", "and", "are", "at", "be", "by", "can", "do", "does", "for", "happen", "happens",
    "has", "how", "i", "if", "in", "is", "it", "may", "my", "of", "on", "or", "rule", "rules",
    "the", "to", "we", "what", "when", "which", "who", "with", "you",
];

struct Indexed {
    rule: &'static Rule,
    /// The row without hyphens, as people type it: `asht4`.
    row: String,
    entry: Entry,
}

fn index() -> &'static [Indexed] {
    static INDEX: OnceLock<Vec<Indexed>> = OnceLock::new();
    INDEX.get_or_init(|| {
        let rules = all().iter().chain(words());
        let indexed = rules.map(|rule| Indexed {
            rule,
            row: letters(rule.row),
            entry: Entry::new(&rule.title, &rule.text, rule.section),
        });
        indexed.collect()
    })
}

/// Every word of the book, to tell a slip of the finger from a word that is known.
fn vocabulary() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| index().iter().flat_map(|it| it.entry.words()).collect())
}

/// The rules and words on cards that fit, the best first; all of them in book order where nothing is asked for.
///
/// A row's number gives that rule. Otherwise every word counts, in any order: as typed, as the beginning of a word, as
/// what it is called here, or, where nobody knows it, as the nearest word with few letters changed.
pub fn find(asked: &str) -> Vec<&'static Rule> {
    let asked = searched(asked);
    if asked.trim().is_empty() {
        return all().iter().chain(words()).collect();
    }
    let numbered = by_row(asked);
    if !numbered.is_empty() {
        return numbered;
    }
    let typed = typed_words(asked);
    let whole = typed.join(" ");
    let terms = terms(&typed);
    best_first(index().iter().filter_map(|it| {
        let (fits, score) = it.entry.fits(&terms)?;
        Some((fits, score + it.entry.bonus(&whole), it.rule))
    }))
}

/// "A-SHT-1", "sht 1", and while it is being typed "a-sht" or "a-sht-". Without its letter a number may be one of
/// the book and one about buildings; the book's comes first.
fn by_row(asked: &str) -> Vec<&'static Rule> {
    let typed = letters(asked);
    let has_number = typed.ends_with(|c: char| c.is_ascii_digit());
    let meant = if has_number && !index().iter().any(|entry| entry.row.starts_with(&typed)) {
        vec![format!("a{typed}"), format!("b{typed}")]
    } else {
        vec![typed]
    };
    // one letter is no row yet, and a word such as "am" is not the beginning of one
    if meant.iter().any(|row| row.len() < "asht".len()) {
        return Vec::new();
    }
    let exact = meant.iter().flat_map(|row| index().iter().filter(move |it| it.row == *row));
    let longer = meant
        .iter()
        .flat_map(|row| index().iter().filter(move |it| it.row != *row && it.row.starts_with(row)));
    exact.chain(longer).map(|entry| entry.rule).collect()
}

fn terms(typed: &[String]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let mut rest = typed;
    while let Some(first) = rest.first() {
        let (length, mut alike) = other_name(ALSO_CALLED, rest).unwrap_or((1, Vec::new()));
        alike.extend(any_number(first).filter(|_| length == 1));
        terms.push(Term { typed: (length == 1).then(|| first.clone()), alike });
        rest = rest.get(length..).unwrap_or_default();
    }
    drop_empty(&mut terms, &EMPTY);
    mend(&mut terms, vocabulary(), ALSO_CALLED);
    terms
}

/// `rf3` is `RFn` in the book, `mod2` is `MODn`.
fn any_number(word: &str) -> Option<String> {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    (name.len() < word.len() && !name.is_empty()).then(|| format!("{name}n"))
}
