//! Reading a table that somebody made in a spreadsheet or by hand: whatever separates the cells, in whatever order the
//! columns stand.

use ::csv::{ReaderBuilder, StringRecord, Trim};

use super::cell::unguarded;
use super::faults::Faults;

const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The text of a file, without the mark that spreadsheets put at its beginning.
pub(super) fn text(file: &[u8]) -> Result<&str, Vec<String>> {
    let text = std::str::from_utf8(file).map_err(|_| {
        vec![
            "The file is not plain text in UTF-8; in a spreadsheet, save it as “CSV UTF-8”."
                .to_owned(),
        ]
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A name as headers are compared: `Score_First` is "score first".
fn plain(header: &str) -> String {
    let spaced = unguarded(header.trim()).replace(['_', '-'], " ").to_lowercase();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) struct Sheet {
    head: Vec<String>,
    rows: Vec<(u64, StringRecord)>,
}

/// One line with its number.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) number: u64,
    head: &'a [String],
    cells: &'a StringRecord,
}

impl Sheet {
    /// At most so many lines below the header; empty ones do not count.
    pub(super) fn read(text: &str, most: usize, faults: &mut Faults) -> Sheet {
        let mut reader = ReaderBuilder::new()
            .delimiter(separator(text))
            .flexible(true)
            .has_headers(false)
            .trim(Trim::Fields)
            .from_reader(text.as_bytes());
        let mut lines = Lines { text: text.as_bytes(), at: 0, number: 1 };
        let mut sheet = Sheet { head: Vec::new(), rows: Vec::new() };
        for record in reader.records() {
            let Ok(record) = record else {
                faults.tell(|| "The file cannot be read as a table.".to_owned());
                break;
            };
            if record.iter().all(|cell| cell.trim().is_empty()) {
                continue;
            }
            if sheet.head.is_empty() {
                sheet.head = record.iter().map(plain).collect();
                continue;
            }
            if sheet.rows.len() == most {
                faults.tell(|| {
                    format!("A file can have {most} lines below its header; please split it.")
                });
                break;
            }
            let byte = record.position().map_or(0, ::csv::Position::byte);
            let number = lines.number_at(usize::try_from(byte).unwrap_or(usize::MAX));
            sheet.rows.push((number, record));
        }
        sheet
    }

    pub(super) fn has(&self, column: &str) -> bool {
        self.head.iter().any(|head| head == column)
    }

    /// Which of these stands more than once, so that nobody knows which one is meant.
    pub(super) fn doubled<'a>(&self, columns: &[&'a str]) -> Option<&'a str> {
        columns
            .iter()
            .find(|column| self.head.iter().filter(|head| head == *column).count() > 1)
            .copied()
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.rows.iter().map(|(number, cells)| Line { number: *number, head: &self.head, cells })
    }
}

impl<'a> Line<'a> {
    /// The cell, without white space and guard; empty where there is none.
    pub(super) fn cell(&self, column: &str) -> &'a str {
        let at = self.head.iter().position(|head| head == column);
        unguarded(at.and_then(|at| self.cells.get(at)).unwrap_or_default().trim()).trim()
    }
}

/// Counts lines as an editor does. The reader's own count takes an empty line for the beginning of the next one.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    number: u64,
}

impl Lines<'_> {
    /// The line of the first cell at or after this byte; asked from the top down.
    fn number_at(&mut self, byte: usize) -> u64 {
        while let Some(now) = self.text.get(self.at) {
            let ends = matches!(now, b'\n' | b'\r');
            if self.at >= byte && !ends {
                break;
            }
            // a line that ends with both ends once
            if ends && !(*now == b'\r' && self.text.get(self.at + 1) == Some(&b'\n')) {
                self.number = self.number.saturating_add(1);
            }
            self.at += 1;
        }
        self.number
    }
}

/// Whichever stands most often in the first line that has anything in it.
fn separator(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut best = (0, SEPARATORS[0]);
    for separator in SEPARATORS {
        let times = first.matches(separator).count();
        if times > best.0 {
            best = (times, separator);
        }
    }
    u8::try_from(best.1).unwrap_or(b',')
}
