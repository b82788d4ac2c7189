//! Discord's limits on what is sent, by name.

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
/// A file, where Discord does not say that it may be larger.
pub const FILE: usize = 10 * 1024 * 1024;

/// The text, or its beginning with an ellipsis where it is longer than `max` characters.
pub fn clip(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    if max == 0 {
        return String::new();
    }
    let mut short: String = text.chars().take(max.saturating_sub(1)).collect();
    short.push('…');
    short
}
