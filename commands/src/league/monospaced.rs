//! Columns of text in a code block. Letters there are all as wide as each other, except those of East Asia and pictures,
//! which are twice as wide, and marks, which take no room.

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

/// As much of a name as fits, with an ellipsis where some is left out, safe within a code block.
pub(crate) fn fitted(text: &str, room: usize) -> String {
    // a tick could end the block
    let safe: String = text.chars().map(|c| if c == '`' { 'ˋ' } else { c }).collect();
    let mut shown = String::new();
    if width(&safe) <= room {
        shown = safe;
    } else {
        let mut left = room.saturating_sub(1);
        for letter in safe.chars() {
            let wide = columns(letter);
            if wide > left {
                break;
            }
            left -= wide;
            shown.push(letter);
        }
        if room > 0 {
            shown.push('…');
        }
    }
    if shown.chars().any(is_right_to_left) {
        // numbers beside it would change places with it
        shown.insert(0, '\u{2068}');
        shown.push('\u{2069}');
    }
    shown
}

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

fn columns(letter: char) -> usize {
    match letter {
        '\u{300}'..='\u{36f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{1f3fb}'..='\u{1f3ff}'
        | '\u{e0000}'..='\u{e01ef}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
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
    }
}
