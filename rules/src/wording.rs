//! The words of buttons, choices and questions, fitted to the lengths that Discord gives to each; plain text without marks.

use std::collections::HashMap;

use crate::ids::Seat;

/// The most characters of [`Label::text`].
pub const MAX_TEXT: usize = 80;
/// The most characters of [`Label::more`], and of a line about a unit.
pub const MAX_MORE: usize = 100;
/// The most characters of the facts that a question is decided by.
pub const MAX_WHY: usize = 600;

/// A command in the words of a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// On the button, or the first line of a choice; says by itself what happens.
    pub text: String,
    /// The second line of a choice: what it costs or needs. May be empty.
    pub more: String,
}

impl Label {
    pub fn new(text: impl AsRef<str>, more: impl AsRef<str>) -> Self {
        Self { text: clip(text.as_ref(), MAX_TEXT), more: clip(more.as_ref(), MAX_MORE) }
    }

    /// The same by other words.
    #[must_use]
    pub fn called(&self, text: impl AsRef<str>) -> Self {
        Self::new(text, &self.more)
    }
}

/// The question that a game waits with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub seat: Seat,
    /// A few words, as long as a button at most.
    pub title: String,
    /// The facts that decide it, in whole sentences.
    pub why: String,
}

impl Asked {
    pub fn new(seat: Seat, title: &str, why: &[String]) -> Self {
        Self { seat, title: clip(title, MAX_TEXT), why: sentences(why, MAX_WHY) }
    }
}

/// Labels of choices that are shown together: those of two that would read alike are numbered. Buttons show no second line.
pub fn told_apart<C: PartialEq>(
    choices: &[C],
    buttons: bool,
    label: impl Fn(&C) -> Label,
) -> Vec<Label> {
    let mut shown: HashMap<(String, String), &C> = HashMap::new();
    let mut labels = Vec::new();
    for one in choices {
        let plain = label(one);
        let mut label = plain.clone();
        for number in 2.. {
            let more = if buttons { String::new() } else { label.more.clone() };
            let first = *shown.entry((label.text.clone(), more)).or_insert(one);
            if first == one {
                break;
            }
            let number = format!(" ({number})");
            label.text = clip(&plain.text, MAX_TEXT - number.len()) + &number;
        }
        labels.push(label);
    }
    labels
}

/// At most so many characters; what is cut ends in an ellipsis.
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// The first of these wordings that fits; else the last of them, cut.
pub fn fit(wordings: impl IntoIterator<Item = String>, most: usize) -> String {
    let mut last = String::new();
    for wording in wordings {
        if wording.chars().count() <= most {
            return wording;
        }
        last = wording;
    }
    clip(&last, most)
}

/// Facts on one line, the most important first; those that find no room are left out.
pub fn facts(parts: &[String], most: usize) -> String {
    join(parts, " · ", most)
}

/// The sentences that find room, in their order.
pub fn sentences(parts: &[String], most: usize) -> String {
    join(parts, " ", most)
}

fn join(parts: &[String], between: &str, most: usize) -> String {
    let mut line = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if line.is_empty() {
            line = clip(part, most);
        } else if line.chars().count() + between.chars().count() + part.chars().count() <= most {
            line.push_str(between);
            line.push_str(part);
        }
    }
    line
}
