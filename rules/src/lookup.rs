//! How well an entry of a rule book fits the words that it is looked up with. What a book knows besides is its own: its
//! numbers, other names for things, words that say nothing.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use strsim::levenshtein;

/// No question has more words than this; the rest of a longer text is not looked at.
pub const MAX_WORDS: usize = 12;

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

/// The title as typed, its beginning, or a part of it.
const WHOLE_TITLE: u32 = 400;
const TITLE_BEGINS: u32 = 80;
const TITLE_HAS: u32 = 40;
const TEXT_HAS: u32 = 20;

/// Words of other games and of everyday speech, and what they are called in the book.
pub type OtherNames = [(&'static str, &'static [&'static str])];

/// An entry of a book, made ready to be looked up.
#[derive(Debug)]
pub struct Entry {
    whole_title: String,
    whole_text: String,
    title: Vec<String>,
    text: Vec<String>,
    section: Vec<String>,
}

impl Entry {
    pub fn new(title: &str, text: &str, section: &str) -> Self {
        Self {
            whole_title: parts(title).join(" "),
            whole_text: parts(text).join(" "),
            title: indexed_words(title),
            text: indexed_words(text),
            section: indexed_words(section),
        }
    }

    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.title.iter().chain(&self.text).chain(&self.section).map(String::as_str)
    }

    pub fn words_of_title(&self) -> impl Iterator<Item = &str> {
        self.title.iter().map(String::as_str)
    }

    /// What it is worth that all that was typed stands there together.
    pub fn bonus(&self, whole: &str) -> u32 {
        if self.whole_title == whole {
            WHOLE_TITLE
        } else if self.whole_title.starts_with(whole) {
            TITLE_BEGINS
        } else if self.whole_title.contains(whole) {
            TITLE_HAS
        } else if whole.contains(' ') && self.whole_text.contains(whole) {
            TEXT_HAS
        } else {
            0
        }
    }

    /// How many of the words fit it, and how well they do; `None` where none does.
    pub fn fits(&self, terms: &[Term]) -> Option<(usize, u32)> {
        let scores: Vec<u32> = terms.iter().map(|term| term.score(self)).collect();
        let fits = scores.iter().filter(|score| **score > 0).count();
        (fits > 0).then(|| (fits, scores.iter().sum()))
    }

    fn worth(&self, word: &str) -> u32 {
        let best = |words: &[String]| words.iter().map(|of| fit(of, word)).max().unwrap_or(0);
        let begins = self.title.first().is_some_and(|of| fit(of, word) > 0);
        best(&self.title) * IN_TITLE
            + best(&self.text) * IN_TEXT
            + best(&self.section) * IN_SECTION
            + if begins { FIRST_OF_TITLE } else { 0 }
    }
}

/// One word that is asked for, and what else it may mean.
#[derive(Debug, Default)]
pub struct Term {
    pub typed: Option<String>,
    pub alike: Vec<String>,
}

impl Term {
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.typed.iter().chain(&self.alike).map(String::as_str)
    }

    fn score(&self, entry: &Entry) -> u32 {
        let typed = self.typed.as_deref().map_or(0, |word| entry.worth(word));
        let alike = self.alike.iter().map(|word| entry.worth(word)).max().unwrap_or(0);
        // a word that means the same is good, but the very word is better
        typed.max(alike * 3 / 4)
    }
}

/// Letters and figures alone, in small letters.
pub fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The words of a text, in small letters.
pub fn parts(text: &str) -> Vec<String> {
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

/// What was typed, as it is looked for: "reroll" is written with its hyphen in books.
pub fn typed_words(asked: &str) -> Vec<String> {
    let asked = asked.to_lowercase().replace("reroll", "re-roll");
    parts(&asked).into_iter().take(MAX_WORDS).collect()
}

/// The other name that these words begin with: how many words it has, and what it is called in the book.
pub fn other_name(names: &OtherNames, typed: &[String]) -> Option<(usize, Vec<String>)> {
    let (phrase, alike) = names.iter().find(|(phrase, _)| {
        let mut words = phrase.split(' ');
        let fits = words.by_ref().zip(typed).filter(|(one, other)| one == other).count();
        fits == phrase.split(' ').count()
    })?;
    let alike = alike.iter().map(|word| (*word).to_owned()).collect();
    Some((phrase.split(' ').count(), alike))
}

/// Leaves words out that say nothing, unless there are no others.
pub fn drop_empty(terms: &mut Vec<Term>, empty: &[&str]) {
    let is_empty = |term: &Term| term.typed.as_deref().is_some_and(|word| empty.contains(&word));
    if !terms.iter().all(is_empty) {
        terms.retain(|term| !is_empty(term));
    }
}

/// Takes what nobody knows for the nearest word of the book, or the nearest other name, with few letters changed.
pub fn mend(terms: &mut [Term], vocabulary: &BTreeSet<&'static str>, names: &OtherNames) {
    for term in terms {
        if let Some(word) = term.typed.as_deref().filter(|_| term.alike.is_empty())
            && !vocabulary.iter().any(|known| fit(known, word) > 0)
        {
            term.alike = meant(word, vocabulary, names);
        }
    }
}

/// The known words that a mistyped one is nearest to.
fn meant(word: &str, vocabulary: &BTreeSet<&'static str>, names: &OtherNames) -> Vec<String> {
    let allowed = match word.chars().count() {
        4..=7 => 1,
        8..=20 => 2,
        _ => return Vec::new(),
    };
    let of_others = names.iter().map(|(phrase, _)| *phrase);
    let near: Vec<(usize, &str)> = vocabulary
        .iter()
        .copied()
        .chain(of_others)
        .map(|known| (levenshtein(word, known), known))
        .filter(|(apart, _)| *apart <= allowed)
        .collect();
    let least = near.iter().map(|(apart, _)| *apart).min().unwrap_or(0);
    let nearest = near.iter().filter(|(apart, _)| *apart == least).map(|(_, known)| *known);
    nearest
        .flat_map(|known| match names.iter().find(|(phrase, _)| *phrase == known) {
            Some((_, alike)) => alike.to_vec(),
            None => vec![known],
        })
        .map(str::to_owned)
        .collect()
}

/// Those that most of the words fit, the best first; among equals in the order of the book.
pub fn best_first<R>(found: impl Iterator<Item = (usize, u32, R)>) -> Vec<R> {
    let mut found: Vec<(usize, u32, R)> = found.collect();
    let most = found.iter().map(|(fits, ..)| *fits).max().unwrap_or(0);
    found.retain(|(fits, ..)| *fits == most);
    found.sort_by_key(|(_, score, _)| Reverse(*score));
    found.into_iter().map(|(.., entry)| entry).collect()
}

/// Whether two words are one in different forms.
pub fn is_one_word(one: &str, other: &str) -> bool {
    fit(one, other) >= SAME_STEM
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

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(word: &str) -> Vec<Term> {
        vec![Term { typed: Some(word.to_owned()), alike: Vec::new() }]
    }

    #[test]
    fn a_word_fits_in_its_other_forms_and_best_as_it_stands() {
        for (of, typed, how_well) in [
            ("shooting", "shooting", SAME),
            ("shooting", "shoots", SAME_STEM),
            ("shooting", "sho", BEGINNING),
            ("consolidation", "consolidate", RELATED),
            ("12", "1", 0),
            ("cover", "sniper", 0),
        ] {
            assert_eq!(fit(of, typed), how_well, "{of}, {typed}");
        }
    }

    #[test]
    fn a_title_weighs_more_than_a_text_and_hyphens_are_no_obstacle() {
        let title = Entry::new("Re-rolls", "Misses are rolled once more.", "Tests");
        let text = Entry::new("Hitting", "All re-rolls are made at once.", "Tests");
        let of = |entry: &Entry| entry.fits(&asked("rerolls"));
        assert!(of(&title) > of(&text) && of(&text).is_some());
        assert_eq!(Entry::new("Cover", "A die each.", "Tests").fits(&asked("rerolls")), None);
    }

    #[test]
    fn slips_are_mended_by_words_of_the_book_and_by_other_names() {
        let names: &OtherNames = &[("melee", &["combat"])];
        let vocabulary = BTreeSet::from(["cover", "sniper"]);
        for (typed, meant) in [("covr", "cover"), ("sniepr", ""), ("mellee", "combat"), ("cov", "")]
        {
            let mut terms = asked(typed);
            mend(&mut terms, &vocabulary, names);
            let expected: Vec<&str> = Some(meant).filter(|it| !it.is_empty()).into_iter().collect();
            assert_eq!(terms[0].alike, expected, "{typed}");
        }
    }

    #[test]
    fn empty_words_count_only_where_there_are_no_others() {
        let words =
            |text: &str| -> Vec<Term> { parts(text).iter().flat_map(|it| asked(it)).collect() };
        let left = |text: &str| {
            let mut terms = words(text);
            drop_empty(&mut terms, &["the", "of"]);
            terms.len()
        };
        assert_eq!((left("the end of cover"), left("of the")), (2, 2));
    }
}
