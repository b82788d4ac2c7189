use std::collections::BTreeSet;

use super::*;
use crate::at43::rulebook;

#[test]
fn every_word_has_one_short_sentence_and_a_rule_behind_it() {
    let mut words = BTreeSet::new();
    let mut texts = BTreeSet::new();
    for Meaning { word, text, row } in all() {
        assert!(words.insert(word.to_lowercase()), "{word} stands there twice");
        assert!(texts.insert(text), "{word} is explained like another word");
        assert!(text.ends_with('.') && text.chars().count() <= 140, "{word}: {text}");
        assert!(text.starts_with(|c: char| !c.is_lowercase()), "{word}: {text}");
        assert!(!text.contains(". "), "{word}: {text}");
        assert!(rulebook::rule(row).is_some(), "{word}: {row} is no row");
    }
    assert_eq!(words.len(), 6 + 4 + 3 + OTHERS.len());
}

#[test]
fn a_word_is_known_however_it_is_written() {
    for (written, word) in [
        ("knee to the ground", "Knee to the ground!"),
        ("OVERWATCH", "Overwatch!"),
        ("AP", "A.P."),
        ("a.p.", "A.P."),
        ("rerolls", "Re-rolls"),
        ("disorganised", "Disorganized"),
        ("Army points", "A.P."),
        ("First aid", "Medic"),
        ("locked-shot", "Locked shot"),
    ] {
        assert_eq!(meaning(written).map(|meaning| meaning.word), Some(word), "{written}");
    }
    for unknown in ["", "!", "ambush", "over", "LPs"] {
        assert_eq!(meaning(unknown), None, "{unknown}");
    }
    for (other, word) in ALSO_WRITTEN {
        assert_eq!(meaning(other).map(|meaning| meaning.word), Some(word));
        assert!(all().all(|meaning| !is_same(meaning.word, other)), "{other} is a word itself");
    }
    for word in all() {
        assert_eq!(meaning(word.word), Some(word));
    }
}
