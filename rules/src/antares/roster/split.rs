//! A list cut into its entries: lines, and on a line what stands between commas or semicolons.

use super::entry::Entry;
use crate::text::clean_line;

/// What stands in front of an entry in a list of points.
const BULLETS: [char; 9] = ['-', '*', '•', '·', '–', '—', '▪', '‣', '+'];

/// Every entry with its place in words: "Line 3", or "Line 1, entry 2" where there are several on one line.
pub(super) fn split(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some(line) = clean_line(line, usize::MAX) else { continue };
        let line = without_comment(&line);
        let parts: Vec<&str> = cut(line, |c| matches!(c, ',' | ';'))
            .into_iter()
            .map(without_bullet)
            .filter(|part| !part.is_empty())
            .collect();
        let several = parts.len() > 1;
        for (n, part) in (1..).zip(parts) {
            let place = if several {
                format!("Line {number}, entry {n}")
            } else {
                format!("Line {number}")
            };
            entries.push(Entry { place, text: part.to_owned() });
        }
    }
    entries
}

/// A `#` opens a comment at the start of a line or between spaces; in "Strike #1" it is part of the name.
fn without_comment(line: &str) -> &str {
    let outside = outside_quotes(line);
    let mut before = ' ';
    for ((at, c), outside) in line.char_indices().zip(outside) {
        let starts = line[..at].trim().is_empty();
        let after = line[at + c.len_utf8()..].chars().next().unwrap_or(' ');
        if c == '#' && outside && (starts || (before.is_whitespace() && after.is_whitespace())) {
            return &line[..at];
        }
        before = c;
    }
    line
}

/// Without the sign or number of a list of points: "- AI Squad", "2. AI Squad", "3) AI Squad".
fn without_bullet(part: &str) -> &str {
    let mut part = part.trim();
    while let Some(rest) = part.strip_prefix(BULLETS) {
        part = rest.trim_start();
    }
    let digits = part.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = part[digits..].strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '));
    match numbered {
        Some(rest) if digits > 0 => rest.trim(),
        Some(_) | None => part,
    }
}

/// The pieces between these signs, outside of quotation marks.
pub(super) fn cut(text: &str, at: impl Fn(char) -> bool) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for ((place, c), outside) in text.char_indices().zip(outside_quotes(text)) {
        if outside && at(c) {
            pieces.push(&text[from..place]);
            from = place + c.len_utf8();
        }
    }
    pieces.push(&text[from..]);
    pieces
}

/// For each letter whether it stands outside of quotation marks. A mark opens at the start of a word, and only if it
/// is closed again.
pub(super) fn outside_quotes(text: &str) -> Vec<bool> {
    let letters: Vec<char> = text.chars().collect();
    let mut outside = vec![true; letters.len()];
    let mut place = 0;
    // a curly quotation that nothing closes is not looked through to the end again for each that follows
    let last_closing = letters.iter().rposition(|letter| *letter == '”').unwrap_or(0);
    while place < letters.len() {
        let opens = place == 0
            || letters[place - 1].is_whitespace()
            || matches!(letters[place - 1], ',' | ';' | ':' | '=');
        let may_close = opens && (letters[place] != '“' || place < last_closing);
        match may_close.then(|| closing(&letters, place)).flatten() {
            Some(end) => {
                outside[place..=end].fill(false);
                place = end + 1;
            }
            None => place += 1,
        }
    }
    outside
}

/// Where the quotation that opens here ends. A doubled mark stands for one.
fn closing(letters: &[char], open: usize) -> Option<usize> {
    let mark = match letters[open] {
        '"' => '"',
        '“' => '”',
        _ => return None,
    };
    let mut place = open + 1;
    while place < letters.len() {
        if letters[place] == mark {
            if mark == '"' && letters.get(place + 1) == Some(&mark) {
                place += 1;
            } else {
                return Some(place);
            }
        }
        place += 1;
    }
    None
}

/// The text inside of quotation marks, if it is all inside of them.
pub(super) fn unquoted(text: &str) -> Option<String> {
    let text = text.trim();
    let whole = !text.is_empty() && !outside_quotes(text).contains(&true);
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .map(|inner| inner.replace("\"\"", "\""))
        .or_else(|| Some(text.strip_prefix('“')?.strip_suffix('”')?.to_owned()))?;
    whole.then_some(inner)
}
