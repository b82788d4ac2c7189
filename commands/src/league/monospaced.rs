//! Columns of text in a code block. Letters there are all as wide as each other, except those of East Asia and pictures,
//! which are twice as wide, and marks, which take no room.

use unicode_width::UnicodeWidthStr as _;

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// As much of a name as fits, with an ellipsis where some is left out, safe within a code block.
pub(crate) fn fitted(text: &str, room: usize) -> String {
    // a tick could end the block
    let safe: String = text.chars().map(|c| if c == '`' { 'ˋ' } else { c }).collect();
    let mut shown = if width(&safe) <= room {
        safe
    } else {
        // letters that join have a width of their own together, so every beginning is measured as a whole
        let cut = |(end, _)| format!("{}…", safe[..end].trim_end_matches(JOINER));
        let longest = safe.char_indices().rev().map(cut).find(|cut| width(cut) <= room);
        longest.unwrap_or_default()
    };
    if shown.chars().any(is_right_to_left) {
        // numbers beside it would change places with it
        shown.insert(0, '\u{2068}');
        shown.push('\u{2069}');
    }
    shown
}

/// Joins two pictures into one; behind the last of them it would join nothing.
const JOINER: char = '\u{200d}';

/// On the left of its column.
pub(crate) fn to_left(text: &str, room: usize) -> String {
    format!("{text}{}", blanks(text, room))
}

/// On the right of its column.
pub(crate) fn to_right(text: &str, room: usize) -> String {
    format!("{}{text}", blanks(text, room))
}

fn blanks(text: &str, room: usize) -> String {
    " ".repeat(room.saturating_sub(width(text)))
}

fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_written_stays_in_its_column() {
        let texts = [
            "",
            "Ann",
            "深い深い深い",
            "👩\u{200d}🚀👩\u{200d}🚀",
            "שלום עולם",
            "e\u{301}e\u{301}e\u{301}",
            "❤\u{fe0f}❤\u{fe0f}❤\u{fe0f}",
            "🇩🇪🇫🇷🇮🇹",
        ];
        for text in texts {
            for room in 0..20 {
                let fitted = fitted(text, room);
                assert!(width(&fitted) <= room, "{text} in {room}: {fitted}");
                assert_eq!(width(&to_left(&fitted, room)), room);
                assert_eq!(width(&to_right(&fitted, room)), room);
            }
        }
    }

    #[test]
    fn a_name_cannot_leave_the_block() {
        assert_eq!(fitted("```@everyone", 20), "ˋˋˋ@everyone");
        assert_eq!(fitted("Bartholomew", 6), "Barth…");
        assert_eq!(fitted("👩\u{200d}🚀 Ann", 3), "👩\u{200d}🚀…");
    }
}
