//! How things are said on Discord: names, people, times, links. Everything that is shown takes its turns of phrase from
//! here, so that the bot has one voice.

use crate::signs::{is_of_sign, without_signs};

/// A name that people chose, safe to stand in a sentence: its own stars and ticks do not format ours, and nothing in it is
/// taken for a die.
pub fn esc(name: &str) -> String {
    let mut safe = String::with_capacity(name.len());
    for c in name.chars().filter(|c| !is_of_sign(*c)) {
        if matches!(c, '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '#' | '[' | ']' | '<' | ':' | '@')
        {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// A text as it was typed, in a frame that its own ticks do not leave.
pub fn code(text: &str) -> String {
    format!("`{}`", without_signs(text).replace('`', "ˋ"))
}

/// Ids of people are far larger; a smaller one stands for somebody who had their data deleted.
const SMALLEST_ID: u64 = 1 << 40;

/// The largest id that stands for somebody who has gone.
pub const LARGEST_FORMER: u64 = SMALLEST_ID - 1;

/// The id that stands for the program itself where it plays.
pub const OURSELVES: u64 = 0;

/// A person by their id. It shows their name and rings for nobody: only a card's `pings` do.
pub fn person(user: u64) -> String {
    match user {
        OURSELVES => "Gatemaster".to_owned(),
        former if former < SMALLEST_ID => "a former player".to_owned(),
        user => format!("<@{user}>"),
    }
}

/// "in 3 hours", in the reader's own language.
pub fn relative(at_ms: i64) -> String {
    format!("<t:{}:R>", at_ms.div_euclid(1_000))
}

/// A day and time in the reader's own zone.
pub fn moment(at_ms: i64) -> String {
    format!("<t:{}:f>", at_ms.div_euclid(1_000))
}

pub fn day(at_ms: i64) -> String {
    format!("<t:{}:D>", at_ms.div_euclid(1_000))
}

pub fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// Where a message can be jumped to.
pub fn message_link(guild: Option<u64>, channel: u64, message: u64) -> String {
    let server = guild.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
    format!("https://discord.com/channels/{server}/{channel}/{message}")
}

/// Where a channel can be jumped to.
pub fn channel_link(guild: Option<u64>, channel: u64) -> String {
    let server = guild.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
    format!("https://discord.com/channels/{server}/{channel}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_who_had_their_data_deleted_are_not_mentioned() {
        assert_eq!(person(LARGEST_FORMER), "a former player");
        assert_eq!(person(1), "a former player");
        assert_eq!(person(0), "Gatemaster");
        assert_eq!(person(100_000_000_000_000_000), "<@100000000000000000>");
    }
}
