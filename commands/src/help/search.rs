//! Finding a page of the help or a command by what people type: whole questions, parts of words, slips of the key.

use gatemaster_rules::text::searched;
use strsim::levenshtein;

use super::topics::all;
use crate::face::Topic;

/// Words that questions are made of and that lead nowhere.
const FILLERS: [&str; 47] = [
    "a", "about", "am", "an", "and", "any", "are", "at", "be", "by", "can", "could", "did", "do",
    "does", "for", "from", "get", "have", "how", "i", "if", "in", "is", "it", "me", "my", "of",
    "on", "or", "please", "should", "so", "some", "that", "the", "there", "this", "to", "want",
    "we", "what", "when", "where", "with", "you", "your",
];

/// A command, as far as it is looked for.
#[derive(Clone, Debug)]
pub struct KnownCommand {
    /// "league report"
    pub name: String,
    pub about: String,
    /// What its options are called and what they are for.
    pub options: String,
}

/// How well a word fits a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Not,
    /// A letter or two are wrong or missing.
    Nearly,
    /// It stands there.
    Well,
}

/// What somebody looks for, without the words that say nothing.
fn asked(typed: &str) -> Vec<String> {
    let words: Vec<String> = searched(typed)
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty())
        .collect();
    let telling: Vec<String> =
        words.iter().filter(|word| !FILLERS.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { words } else { telling }
}

fn fit(text: &str, word: &str) -> Fit {
    let text = text.to_lowercase();
    let parts = || text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let letters = word.chars().count();
    // a short word stands in many others by chance
    let stands = match letters {
        0 => false,
        1 | 2 => parts().any(|part| part == word),
        3 => parts().any(|part| part.starts_with(word)),
        _ => text.contains(word),
    };
    let slips = match letters {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    if stands {
        Fit::Well
    } else if slips > 0 && parts().any(|part| is_near(part, word, slips)) {
        Fit::Nearly
    } else {
        Fit::Not
    }
}

fn is_near(part: &str, word: &str, slips: usize) -> bool {
    let (one, other) = (part.chars().count(), word.chars().count());
    // "shooting" is meant by "shoot", but "the" by nothing longer
    one.min(other) >= 3 && one.abs_diff(other) <= slips && levenshtein(part, word) <= slips
}

fn weight(fit: Fit, weight: usize) -> usize {
    match fit {
        Fit::Not => 0,
        Fit::Nearly => weight,
        Fit::Well => 2 * weight,
    }
}

/// Topics that fit these words, the best first; all of them where nothing is typed.
pub fn found(typed: &str) -> Vec<&'static Topic> {
    // a word that stands on some page is no slip for another: "compact" is not "company"
    let stands = |word: &String| {
        all().any(|topic| texts_of(topic).into_iter().any(|text| fit(text, word) == Fit::Well))
    };
    let words = asked(typed).into_iter().map(|word| (stands(&word), word));
    let words: Vec<(bool, String)> = words.collect();
    let nothing = typed.trim().is_empty();
    let mut scored: Vec<(usize, usize, &Topic)> = all()
        .enumerate()
        .map(|(i, topic)| (score(topic, &words), i, topic))
        .filter(|(score, ..)| *score > 0 || nothing)
        .collect();
    scored.sort_by_key(|(score, i, _)| (std::cmp::Reverse(*score), *i));
    scored.into_iter().map(|(_, _, topic)| topic).collect()
}

pub fn best(typed: &str) -> Option<&'static Topic> {
    let exact = all().find(|topic| topic.title.eq_ignore_ascii_case(typed.trim()));
    exact.or_else(|| found(typed).first().copied())
}

fn texts_of(topic: &Topic) -> [&'static str; 4] {
    [topic.title, topic.words, topic.summary, topic.text]
}

/// A word in the title weighs most, then the words people look for, then the text. With each word goes whether it stands on
/// some page.
fn score(topic: &Topic, words: &[(bool, String)]) -> usize {
    const WEIGHTS: [usize; 4] = [6, 3, 2, 1];
    let of = |(stands, word): &(bool, String)| -> usize {
        let fits = texts_of(topic).map(|text| fit(text, word));
        let counts = fits.into_iter().zip(WEIGHTS).filter(|(fit, _)| !stands || *fit == Fit::Well);
        counts.map(|(fit, least)| weight(fit, least)).sum()
    };
    words.iter().map(of).sum()
}

/// The commands that fit these words best. All words have to fit somewhere, so that a question about one thing does not bring
/// everything that shares a word with it.
pub fn commands<'c>(typed: &str, known: &'c [KnownCommand], most: usize) -> Vec<&'c KnownCommand> {
    let words = asked(typed);
    let score = |command: &KnownCommand| -> usize {
        let scores = words.iter().map(|word| {
            weight(fit(&command.name, word), 6)
                + weight(fit(&command.about, word), 3)
                + weight(fit(&command.options, word), 1)
        });
        let scores: Vec<usize> = scores.collect();
        if scores.contains(&0) { 0 } else { scores.iter().sum() }
    };
    let mut scored: Vec<(usize, &KnownCommand)> =
        known.iter().map(|command| (score(command), command)).collect();
    scored.retain(|(score, _)| *score > 0);
    scored.sort_by_key(|(score, command)| (std::cmp::Reverse(*score), command.name.len()));
    scored.into_iter().take(most).map(|(_, command)| command).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_the_longest_search_is_not_compared() {
        let named = |typed: &str| -> Vec<&str> { found(typed).iter().map(|it| it.key).collect() };
        for filler in ["xyz ", "ß ", "あ ", "א ", "👩 "] {
            let many = filler.repeat(100_000);
            assert_eq!(named(&format!("{many} holiday")), named(&many), "{filler}");
            assert_eq!(named(&format!("holiday {many}")).first(), Some(&"by-post"), "{filler}");
        }
    }

    #[test]
    fn words_and_whole_questions_lead_to_their_page() {
        for (typed, key) in [
            ("reminder", "by-post"),
            ("holiday", "by-post"),
            ("Fair dice", "fair-dice"),
            ("/roll", "rolling"),
            ("delete my data", "privacy"),
            ("explode", "rolling"),
            ("hand over seat", "tables"),
            ("compact", "voice"),
            ("company", "at43-company"),
            ("at43", "at43"),
            ("at43 overwatch", "at43-fire"),
            ("wager", "at43-plans"),
            ("how do I buy reinforcements", "at43-control"),
            ("dice game", "dice-game"),
            ("alone", "dice-game"),
            ("bust", "dice-game"),
            ("order dice", "bag"),
            ("antares", "antares"),
            ("how do I shoot", "antares"),
            ("How do I shoot?", "antares"),
            ("how to shoott", "antares"),
            ("can I take back a mistake", "undo"),
            ("what is a campain", "campaigns"),
            ("how do I report a result in a leage", "leagues"),
        ] {
            assert_eq!(best(typed).map(|topic| topic.key), Some(key), "{typed}");
        }
        assert!(best("zxqv").is_none());
        assert_eq!(found("").len(), all().count());
    }

    #[test]
    fn a_question_finds_its_command_and_a_slip_of_the_key_does_not_hide_it() {
        let command = |name: &str, about: &str| KnownCommand {
            name: name.to_owned(),
            about: about.to_owned(),
            options: String::new(),
        };
        let known = [
            command("shoot", "Shoot at an enemy unit"),
            command("league report", "Report how a match of yours ended"),
            command("league", "The leagues of this server"),
        ];
        let first = |typed| commands(typed, &known, 3).first().map(|one| one.name.as_str());
        assert_eq!(first("how do I shoot"), Some("shoot"));
        assert_eq!(first("shhot"), Some("shoot"));
        assert_eq!(first("report a match"), Some("league report"));
        assert_eq!(first("legue"), Some("league"));
        assert_eq!(first("shoot a league"), None, "no command is about both");
        assert_eq!(first("zxqv"), None);
    }
}
