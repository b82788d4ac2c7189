//! How things are said: names, seats, dice, times, links. Everything that is shown takes its turns of phrase from here, so
//! that the bot has one voice.

use gatemaster_rules::dice::Roll;
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{Chair, Table};
pub use gatemaster_rules::text::{count, list};
use gatemaster_store::Board;

/// A name that people chose, safe to stand in a sentence: its own stars and ticks do not format ours.
pub fn esc(name: &str) -> String {
    let mut safe = String::with_capacity(name.len());
    for c in name.chars() {
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
    format!("`{}`", text.replace('`', "ˋ"))
}

/// "🔴 **Red** (Ann)"
pub fn chair_text(chair: &Chair) -> String {
    let who = chair.player.as_ref().map_or_else(|| "free".to_owned(), |player| esc(&player.name));
    format!("{} **{}** ({who})", chair.colour.mark(), esc(&chair.name))
}

/// "🔴 Red"
pub fn seat_text(table: &Table, seat: Seat) -> String {
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

/// Ids of people are far larger; a smaller one stands for somebody who had their data deleted.
const SMALLEST_ID: u64 = 1 << 40;

/// The largest id that stands for somebody who has gone.
pub const LARGEST_FORMER: u64 = SMALLEST_ID - 1;

/// A person by their id. It shows their name and rings for nobody: only a card's `pings` do.
pub fn person(user: u64) -> String {
    match user {
        bot if bot == UserId::BOT.0 => "Gatemaster".to_owned(),
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

/// "never", "12 hours", "3 days"
pub fn hours(hours: u16) -> String {
    match hours {
        0 => "never".to_owned(),
        hours if hours % 24 == 0 => count(u32::from(hours / 24), "day", "days"),
        hours => count(u32::from(hours), "hour", "hours"),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_said_in_days_where_they_are_whole() {
        assert_eq!(
            [0, 1, 12, 24, 36, 72].map(hours),
            ["never", "1 hour", "12 hours", "1 day", "36 hours", "3 days"]
        );
    }

    #[test]
    fn people_who_had_their_data_deleted_are_not_mentioned() {
        assert_eq!(person(LARGEST_FORMER), "a former player");
        assert_eq!(person(1), "a former player");
        assert_eq!(person(0), "Gatemaster");
        assert_eq!(person(100_000_000_000_000_000), "<@100000000000000000>");
    }
}
