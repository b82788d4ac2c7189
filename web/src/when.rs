//! Times, always in UTC: a page without scripts does not know where its reader is.

use maud::{Markup, html};

/// "3 November 2026, 14:05 UTC"
pub(crate) fn moment(at_ms: i64) -> Markup {
    written(at_ms, "%Y-%m-%dT%H:%MZ", "%-d %B %Y, %H:%M UTC")
}

/// "3 November 2026"
pub(crate) fn day(at_ms: i64) -> Markup {
    written(at_ms, "%Y-%m-%d", "%-d %B %Y")
}

/// "3 Nov 2026", where room is short.
pub(crate) fn short_day(at_ms: i64) -> Markup {
    written(at_ms, "%Y-%m-%d", "%-d %b %Y")
}

/// The same without markup.
pub(crate) fn short_day_text(at_ms: i64) -> String {
    match jiff::Timestamp::from_millisecond(at_ms) {
        Ok(time) => time.strftime("%-d %b %Y").to_string(),
        Err(_) => "an unknown day".to_owned(),
    }
}

fn written(at_ms: i64, machine: &str, people: &str) -> Markup {
    let Ok(time) = jiff::Timestamp::from_millisecond(at_ms) else {
        return html! { "at an unknown time" };
    };
    html! { time datetime=(time.strftime(machine)) { (time.strftime(people)) } }
}
