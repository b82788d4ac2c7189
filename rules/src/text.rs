//! Names that people type, cleaned before they are kept; and small helpers for sentences.

/// The longest name of a piece, a side or a person that is kept.
pub const MAX_NAME: usize = 32;

/// The longest name of a game, of a league or a campaign, and of whatever stands in one.
pub const MAX_TITLE: usize = 64;

/// Whatever is typed to find something is read up to here: no name, title or search is longer.
pub const MAX_SEARCH: usize = 200;

/// The beginning of what somebody typed, as far as it is compared with anything. Comparing costs far more than reading, and a
/// client that ignores Discord's limits may send a book.
pub fn searched(typed: &str) -> &str {
    let typed = typed.trim_start();
    match typed.char_indices().nth(MAX_SEARCH) {
        Some((end, _)) => typed.get(..end).unwrap_or_default(),
        None => typed,
    }
}

/// A name fit to be shown anywhere: one line, no control or direction marks, no stray white space,
/// at most [`MAX_NAME`] characters. `None` when nothing visible is left or it is too long.
///
/// Direction overrides and zero-width characters could make one side's name look like another's or
/// turn the rest of a line around, so they are dropped; the joiner that holds many emoji together is kept.
pub fn clean_name(text: &str) -> Option<String> {
    clean_name_of(text, MAX_NAME)
}

/// The same for what may have a longer name, at most [`MAX_TITLE`] characters.
pub fn clean_title(text: &str) -> Option<String> {
    clean_name_of(text, MAX_TITLE)
}

fn clean_name_of(text: &str, most: usize) -> Option<String> {
    let kept: String = text.chars().filter(|c| !is_hidden(*c)).collect();
    let name = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    let visible = name.chars().any(|c| !matches!(c, '\u{200d}' | '\u{fe0f}'));
    (visible && name.chars().count() <= most).then_some(name)
}

/// One line of free text (a salt, a label), cleaned in the same way but longer.
pub fn clean_line(text: &str, max: usize) -> Option<String> {
    let kept: String = text.chars().filter(|c| !is_hidden(*c)).collect();
    let line = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty() && line.chars().count() <= max).then_some(line)
}

fn is_hidden(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(c,
            '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{feff}' | '\u{2060}'..='\u{2064}'
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{00ad}'
            | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
            // no letter of any script: programs give them meanings of their own, and so do we
            | '\u{f0000}'..='\u{10ffff}')
}

/// "one die", "3 dice".
pub fn count(n: u32, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// "Red", "Red and Blue", "Red, Blue and Green".
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [head @ .., last] => {
            let head: Vec<&str> = head.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", head.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_what_can_be_seen() {
        assert_eq!(clean_name("  Red \n Guard "), Some("Red Guard".into()));
        assert_eq!(clean_name("👩‍🚀 Crew"), Some("👩‍🚀 Crew".into()));
        assert_eq!(clean_name("\u{202e}deR"), Some("deR".into()));
        assert_eq!(clean_name("\u{200b}\u{200d}"), None);
        assert_eq!(
            clean_name("\u{f0000}d10_1_lucky\u{f0001}1\u{f0002}"),
            Some("d10_1_lucky1".into())
        );
        assert_eq!(clean_line("a\u{f0001}\u{10ffff}b", 9), Some("ab".into()));
        assert_eq!(clean_name(&"x".repeat(33)), None);
        assert_eq!(clean_name(""), None);
    }

    #[test]
    fn a_search_is_read_up_to_its_limit_in_every_script() {
        assert_eq!(searched(" mag gun "), "mag gun ");
        for letter in
            ['a', '7', ' ', 'ß', 'İ', 'あ', 'ע', '👩', '\u{301}', '\u{200d}', '\0', '"', '“']
        {
            for length in [MAX_SEARCH, MAX_SEARCH + 1, 100_000, 1_000_000] {
                let typed = format!("x{}", letter.to_string().repeat(length - 1));
                let read = searched(&typed);
                assert_eq!(read.chars().count(), MAX_SEARCH, "{letter:?} {length}");
                assert!(typed.starts_with(read));
            }
        }
    }

    #[test]
    fn lists_read_like_speech() {
        assert_eq!(list(&["Red"]), "Red");
        assert_eq!(list(&["Red", "Blue", "Green"]), "Red, Blue and Green");
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(count(1, "die", "dice"), "1 die");
        assert_eq!(count(0, "die", "dice"), "0 dice");
    }
}
