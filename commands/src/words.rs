//! How things are said at a table: seats, dice, games. What is said the same everywhere on Discord stands in
//! `gatemaster_discord::words`, and is at hand here too.

pub use gatemaster_discord::words::{
    LARGEST_FORMER, channel_link, code, day, esc, message_link, moment, on_off, person, relative,
};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{Chair, Table};
pub use gatemaster_rules::text::{count, list};
use gatemaster_store::Board;

/// "🔴 **Red** (Ann)"
pub fn chair_text(chair: &Chair) -> String {
    let who = chair.player.as_ref().map_or_else(|| "free".to_owned(), |player| esc(&player.name));
    format!("{} **{}** ({who})", chair.colour.mark(), esc(&chair.name))
}

/// "🔴 Red"
pub fn seat_text<G>(table: &Table<G>, seat: Seat) -> String {
    table.seats.get(seat.index()).map_or_else(
        || "a seat".to_owned(),
        |chair| format!("{} {}", chair.colour.mark(), esc(&chair.name)),
    )
}

/// "die 7: 3 on a d11", or "hand-rolled: 3 on a d11".
fn roll_text(roll: &Roll) -> String {
    match roll.number {
        Some(number) => format!("die {number}: {} on a d{}", roll.face, roll.sides),
        None => format!("hand-rolled: {} on a d{}", roll.face, roll.sides),
    }
}

pub fn dice_text(dice: &[Roll]) -> String {
    dice.iter().map(roll_text).collect::<Vec<_>>().join(", ")
}

/// The beginning of a hash; enough to compare at a glance, the whole stands where it is asked for.
pub fn short_hash(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// With a capital letter, to begin a sentence.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The people whom a card rings for.
pub fn ids(people: impl IntoIterator<Item = UserId>) -> Vec<u64> {
    people.into_iter().map(|id| id.0).collect()
}

/// "never", "12 hours", "3 days"
pub fn hours(hours: u16) -> String {
    match hours {
        0 => "never".to_owned(),
        hours if hours % 24 == 0 => count(u32::from(hours / 24), "day", "days"),
        hours => count(u32::from(hours), "hour", "hours"),
    }
}

/// A game by its name, linked to its board where there is one, with its channel.
pub fn game_link(guild: Option<u64>, channel: u64, board: Option<Board>, name: &str) -> String {
    match board {
        Some(board) => {
            let link = message_link(guild, board.channel_id, board.message_id);
            format!("[**{}**](<{link}>) in <#{channel}>", esc(name))
        }
        None => format!("**{}** in <#{channel}>", esc(name)),
    }
}

/// A sentence without what stands in brackets: the outcome without the reasons.
pub fn without_brackets(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('(') {
        plain.push_str(before);
        if let Some(end) = inner_end(after) {
            rest = &after[end..];
        } else {
            // a bracket that is never closed is part of a name
            plain.push('(');
            rest = after;
        }
    }
    plain.push_str(rest);
    let mut plain = plain.replace("  ", " ").replace(" \\:", "\\:");
    for mark in [":", ",", ";", "."] {
        plain = plain.replace(&format!(" {mark}"), mark);
    }
    plain
}

/// Behind the bracket that closes the one that has just been opened.
fn inner_end(text: &str) -> Option<usize> {
    let mut depth = 1_u32;
    for (place, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(place + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_without_its_reasons_has_no_gaps() {
        let whole =
            "Red leads: Blue 5 (2 on the die (a 2)); Red 12 (5 on the die), and more (or not).";
        assert_eq!(without_brackets(whole), "Red leads: Blue 5; Red 12, and more.");
        assert_eq!(without_brackets("The (open one"), "The (open one");
    }

    #[test]
    fn spans_are_said_in_days_where_they_are_whole() {
        assert_eq!(
            [0, 1, 12, 24, 36, 72].map(hours),
            ["never", "1 hour", "12 hours", "1 day", "36 hours", "3 days"]
        );
    }
}
