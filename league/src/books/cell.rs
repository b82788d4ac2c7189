//! Text in a cell. A spreadsheet takes text that begins with `=`, `+`, `-`, `@` or a tab for a formula and runs it, so such
//! text gets an apostrophe in front, which spreadsheets understand as "this is text". Reading takes it off again; text that
//! had apostrophes before such a sign of its own gets one more, so that nothing is lost on the way.

const APOSTROPHE: char = '\'';

/// Whether a spreadsheet would run it; the wide signs count in East Asian ones.
fn looks_like_a_formula(text: &str) -> bool {
    matches!(
        text.chars().next(),
        Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠')
    )
}

pub(super) fn guarded(text: &str) -> String {
    if looks_like_a_formula(text.trim_start_matches(APOSTROPHE)) {
        format!("{APOSTROPHE}{text}")
    } else {
        text.to_owned()
    }
}

pub(super) fn unguarded(text: &str) -> &str {
    match text.strip_prefix(APOSTROPHE) {
        Some(rest) if looks_like_a_formula(rest.trim_start_matches(APOSTROPHE)) => rest,
        Some(_) | None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text_and_come_back_as_they_were() {
        for text in ["=1+1", "+49", "-Dan", "@home", "\tx", "'=1", "''=1", "＝1"] {
            let kept = guarded(text);
            assert!(kept.starts_with('\''), "{kept}");
            assert_eq!(unguarded(&kept), text);
        }
        for text in ["", "Ann", "'Ard Boyz", "''", "a=b", "7"] {
            assert_eq!(guarded(text), text);
            assert_eq!(unguarded(text), text);
        }
    }
}
