//! Words that people type: what is kept of them, and what to say when it is too much.

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::Player;
use gatemaster_rules::text::{MAX_TITLE, clean_line, clean_title};

use crate::campaign::limits::{LONGEST_PERSON, LONGEST_TEXT};

/// `what` begins the refusal: "A side".
pub(super) fn name_of(text: &str, what: &str) -> Result<String, Refusal> {
    clean_title(text).ok_or_else(|| {
        Refusal::new(format!("{what} needs a name of 1 to {MAX_TITLE} characters on one line."))
    })
}

/// Words that may be missing; nothing is written as nothing.
pub(super) fn text_of(text: &str) -> Result<String, Refusal> {
    at_most(text, LONGEST_TEXT)
}

/// Words that may not be missing.
pub(super) fn words_of(text: &str, what: &str) -> Result<String, Refusal> {
    let text = text_of(text)?;
    if text.is_empty() {
        return Err(Refusal::new(format!("{what} needs a few words.")));
    }
    Ok(text)
}

pub(super) fn at_most(text: &str, most: usize) -> Result<String, Refusal> {
    let line = clean_line(text, usize::MAX).unwrap_or_default();
    let length = line.chars().count();
    if length > most {
        return Err(Refusal::new(format!(
            "That text has {length} characters; up to {most} fit in the book."
        )));
    }
    Ok(line)
}

/// A person as the book keeps them. Discord lets names through that cannot be seen or that turn a line around.
pub(super) fn tidy(player: &Player) -> Player {
    let name = clean_line(&player.name, usize::MAX).unwrap_or_else(|| "somebody".to_owned());
    let name: String = name.chars().take(LONGEST_PERSON).collect();
    Player { id: player.id, name: name.trim_end().to_owned() }
}
