//! Something to read, on as many pages as it needs.

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::{EMBED_TITLE, clip};

/// A page is well below what Discord takes, so that it is still read.
const PAGE: usize = 3_000;

/// What a heading begins with.
const HEADING: &str = "### ";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    title: String,
    footer: String,
    colour: u32,
    pages: Vec<String>,
}

impl Sheet {
    pub fn new(title: &str, lines: &[String], footer: String, colour: u32) -> Self {
        Self { title: clip(title, EMBED_TITLE), footer, colour, pages: pages(lines) }
    }

    pub fn last_page(&self) -> u32 {
        u32::try_from(self.pages.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// One page, counted from 0; beyond the last one it is the last.
    pub fn page(&self, page: u32) -> Card {
        let last = self.last_page();
        let page = page.min(last);
        let number = format!("Page {} of {}", page + 1, self.pages.len());
        let footer = match (last, self.footer.is_empty()) {
            (0, _) => self.footer.clone(),
            (_, true) => number,
            (_, false) => format!("{} · {number}", self.footer),
        };
        Card {
            title: self.title.clone(),
            text: self.pages.get(page as usize).cloned().unwrap_or_default(),
            footer,
            colour: Some(self.colour),
            ..Card::default()
        }
    }
}

/// A line that begins a part.
pub fn heading(text: &str) -> String {
    format!("{HEADING}{text}")
}

fn pages(lines: &[String]) -> Vec<String> {
    let mut pages: Vec<Vec<String>> = vec![Vec::new()];
    let mut room = PAGE;
    for line in lines.iter().flat_map(|line| broken(line)) {
        let length = line.chars().count() + 1;
        if length > room
            && let Some(page) = pages.last_mut()
        {
            // a heading goes with what it is about
            let next = match page.pop_if(|last| last.starts_with(HEADING)) {
                Some(heading) if !page.is_empty() => vec![heading],
                Some(heading) => {
                    page.push(heading);
                    Vec::new()
                }
                None => Vec::new(),
            };
            room = PAGE - next.iter().map(|line| line.chars().count() + 1).sum::<usize>();
            pages.push(next);
        }
        room = room.saturating_sub(length);
        if let Some(page) = pages.last_mut() {
            page.push(line);
        }
    }
    pages.into_iter().map(|page| page.join("\n")).collect()
}

/// A line that no page could hold, in pieces that end between words.
fn broken(line: &str) -> Vec<String> {
    const LONGEST: usize = 1_500;
    let mut pieces = vec![String::new()];
    let mut length = 0;
    for word in line.split_inclusive(' ') {
        let letters: Vec<char> = word.chars().collect();
        for part in letters.chunks(LONGEST) {
            if length + part.len() > LONGEST {
                pieces.push(String::new());
                length = 0;
            }
            length += part.len();
            if let Some(piece) = pieces.last_mut() {
                piece.extend(part);
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(lines: &[String]) -> Sheet {
        Sheet::new("Title", lines, "small print".to_owned(), 0)
    }

    #[test]
    fn what_is_short_has_one_page_without_a_number() {
        let sheet = sheet(&["one".to_owned(), "two".to_owned()]);
        assert_eq!(sheet.last_page(), 0);
        let card = sheet.page(7);
        assert_eq!((card.text.as_str(), card.footer.as_str()), ("one\ntwo", "small print"));
    }

    #[test]
    fn nothing_of_a_long_text_is_lost_and_no_page_is_too_long() {
        let mut lines: Vec<String> =
            (0..400).map(|n| format!("line {n} of a long story")).collect();
        lines[200] = format!("words {}", "and words ".repeat(900));
        lines[300] = "x".repeat(7_000);
        let sheet = sheet(&lines);
        let pages: Vec<Card> = (0..=sheet.last_page()).map(|page| sheet.page(page)).collect();
        assert!(pages.iter().all(|card| card.text.chars().count() <= PAGE));
        assert_eq!(pages[1].footer, format!("small print · Page 2 of {}", pages.len()));
        let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let read: String = pages.iter().map(|card| letters(&card.text)).collect();
        assert_eq!(read, letters(&lines.concat()));
        assert!(pages.windows(2).all(|two| two[0] != two[1]));
    }

    #[test]
    fn a_heading_is_never_left_behind_at_the_foot_of_a_page() {
        for filled in PAGE - 60..PAGE {
            let mut lines = vec!["x ".repeat(filled / 4), "y ".repeat(filled / 4)];
            lines.push(heading("Weapons"));
            lines.push("a mag gun that many have".to_owned());
            let sheet = sheet(&lines);
            for page in 0..=sheet.last_page() {
                let text = sheet.page(page).text;
                assert!(!text.ends_with("Weapons"), "{filled}: {text}");
            }
        }
    }
}
