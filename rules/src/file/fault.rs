//! What is wrong with a file, in words for the person who wrote it.

use std::fmt;

use strsim::levenshtein;

use crate::text::clean_line;

/// One thing that is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFault {
    pub file: String,
    /// `unit "strike_squad", model 2`, `weapon 3`, `line 4, column 9`; empty for the file as a whole.
    pub item: String,
    pub field: Option<String>,
    pub problem: String,
}

impl fmt::Display for DataFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if !self.item.is_empty() {
            write!(f, ", {}", self.item)?;
        }
        if let Some(field) = &self.field {
            write!(f, ", field \"{field}\"")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for DataFault {}

/// The longest piece of a file that a fault quotes.
const MAX_QUOTE: usize = 40;

/// What someone wrote, fit to be shown: one line, without hidden characters, not too long.
pub(crate) fn trimmed(text: &str) -> String {
    let line = clean_line(text, usize::MAX).unwrap_or_default();
    match line.char_indices().nth(MAX_QUOTE) {
        None => line,
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
    }
}

pub(crate) fn shown(text: &str) -> String {
    format!("\"{}\"", trimmed(text))
}

/// The known word that is most like this one, if one is near enough to have been meant.
pub(crate) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if word.chars().nth(MAX_QUOTE).is_some() {
        return None;
    }
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|known| {
            let letters = known.to_lowercase();
            (levenshtein(&word, &letters), letters.chars().count(), known)
        })
        .filter(|(distance, length, _)| *distance <= (length / 3).max(1))
        .min_by_key(|(distance, ..)| *distance)
        .map(|(.., known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_says_where_it_is_and_what_was_expected() {
        let mut fault = DataFault {
            file: "my-units.toml".into(),
            item: "unit \"strike_squad\", model 2".into(),
            field: Some("acc".into()),
            problem: "expected a whole number from 1 to 20, found \"five\"".into(),
        };
        assert_eq!(
            fault.to_string(),
            "my-units.toml, unit \"strike_squad\", model 2, field \"acc\": \
             expected a whole number from 1 to 20, found \"five\""
        );
        fault.item.clear();
        fault.field = None;
        fault.problem = "too large".into();
        assert_eq!(fault.to_string(), "my-units.toml: too large");
    }

    #[test]
    fn the_nearest_word_is_named_only_if_it_is_near() {
        let known = ["reflex", "phase", "hl"];
        assert_eq!(nearest("Reflexx", known), Some("reflex"));
        assert_eq!(nearest("faze", known), None);
        assert_eq!(nearest("hk", known), Some("hl"));
        assert_eq!(nearest("phse", known), Some("phase"));
        assert_eq!(nearest(&"x".repeat(70_000), known), None);
    }

    #[test]
    fn quoted_text_is_short_and_shows_no_hidden_marks() {
        assert_eq!(shown("five\n\u{202e}six"), "\"five six\"");
        assert_eq!(shown(&"é".repeat(50)), format!("\"{}…\"", "é".repeat(40)));
        assert_eq!(shown("\u{200b}"), "\"\"");
    }
}
