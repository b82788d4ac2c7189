//! Everything that is wrong with something that somebody wrote, on one card.

use gatemaster_discord::card::{Card, File};
use gatemaster_discord::limits::CONTENT;
use gatemaster_rules::text::count;

/// "The list has 2 things to put right, so nothing was changed:", and the things in a frame.
pub fn told_together(what: &str, so: &str, faults: &[String]) -> Card {
    /// Words around the frame.
    const ROOM: usize = CONTENT - 300;
    let number = u32::try_from(faults.len()).unwrap_or(u32::MAX);
    let head = format!("{what} {} to put right, {so}:", count(number, "thing", "things"));
    let mut fitting = String::new();
    let mut told = 0;
    for fault in faults {
        let line = fault.replace('`', "ˋ");
        if fitting.chars().count() + line.chars().count() + 1 > ROOM {
            break;
        }
        fitting.push_str(&line);
        fitting.push('\n');
        told += 1;
    }
    let left = u32::try_from(faults.len() - told).unwrap_or(u32::MAX);
    let mut card = Card::line(format!("{head}\n```text\n{fitting}```"));
    if left > 0 {
        use std::fmt::Write as _;
        let more = count(left, "more stands", "more stand");
        let _ = write!(card.content, "\n{more} in the file.");
        let bytes = faults.join("\n").into_bytes();
        card.files.push(File { name: "to-put-right.txt".to_owned(), bytes });
    }
    card
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_faults_are_told_and_many_are_attached() {
        let few = told_together("The file has", "so nothing was loaded", &["one `thing`".into()]);
        assert_eq!(
            few.content,
            "The file has 1 thing to put right, so nothing was loaded:\n```text\none ˋthingˋ\n```"
        );
        assert!(few.files.is_empty());
        let faults = vec!["x".repeat(150); 200];
        let many = told_together("The file has", "so nothing was loaded", &faults);
        assert!(many.content.chars().count() <= CONTENT);
        assert!(many.content.ends_with("189 more stand in the file."), "{}", many.content);
        assert_eq!(many.files[0].bytes.len(), 200 * 151 - 1);
    }
}
