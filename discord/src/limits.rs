//! Discord's limits on what is sent, by name.

use crate::signs;

pub const CONTENT: usize = 2_000;
pub const EMBED_TITLE: usize = 256;
pub const EMBED_TEXT: usize = 4_096;
pub const EMBED_FIELDS: usize = 25;
pub const FIELD_NAME: usize = 256;
pub const FIELD_VALUE: usize = 1_024;
pub const EMBED_FOOTER: usize = 2_048;
/// Title, text, fields and footer of all embeds of a message together.
pub const EMBEDS_TOTAL: usize = 6_000;
pub const ROWS: usize = 5;
pub const BUTTONS_PER_ROW: usize = 5;
pub const BUTTON_LABEL: usize = 80;
pub const CUSTOM_ID: usize = 100;
pub const CHOICES: u8 = 25;
pub const CHOICE_NAME: usize = 100;
pub const PLACEHOLDER: usize = 150;
pub const MODAL_TITLE: usize = 45;
pub const INPUT_LABEL: usize = 45;
pub const INPUT_TEXT: usize = 4_000;
pub const MENTIONS: usize = 100;
pub const ALT_TEXT: usize = 1_024;
/// How long the name of an emoji is; it has letters, digits and underscores.
pub const EMOJI_NAME: std::ops::RangeInclusive<usize> = 2..=32;
/// A file, where Discord does not say that it may be larger.
pub const FILE: usize = 10 * 1024 * 1024;

/// The text, or its beginning with an ellipsis where it is longer than `max` characters. A sign counts as its plain
/// characters, and is there as a whole or not at all.
pub fn clip(text: &str, max: usize) -> String {
    if signs::plain_length(text) <= max {
        return text.to_owned();
    }
    if max == 0 {
        return String::new();
    }
    let mut room = max - 1;
    let mut short = String::new();
    for piece in signs::pieces(text) {
        if piece.length() > room {
            break;
        }
        room -= piece.length();
        piece.push_to(&mut short);
    }
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signs::{Emojis, Look, die, plainly};

    #[test]
    fn a_text_is_cut_between_its_dice_and_never_within_one() {
        let text = format!("{} {} end", die(10, 10, Look::Hit), die(10, 10, Look::Miss));
        assert_eq!(plainly(&text), "10✓ 10✗ end");
        assert_eq!(clip(&text, 11), text);
        for max in 0..11 {
            let cut = plainly(&clip(&text, max));
            assert!(cut.chars().count() <= max, "{cut}");
            let dice = cut.trim_end_matches('…').trim_end();
            assert!(["", "10✓", "10✓ 10✗", "10✓ 10✗ e"].contains(&dice), "{cut}");
        }
        let shown = Emojis::new([("d10_10_hit".to_owned(), 7)]).dress(&text);
        assert_eq!(shown, "<:d10_10_hit:7> 10✗ end");
        assert_eq!(clip(&shown, 15), "…");
        assert_eq!(clip(&shown, 16), "<:d10_10_hit:7>…");
    }
}
