//! Files that people write for their server: read field by field, with every fault noted in words for whoever wrote them.

pub(crate) mod entry;
pub(crate) mod fault;

use toml::Table;

pub use entry::{MAX_KEY, MAX_LIST};
pub use fault::DataFault;

use entry::Faults;

/// The most bytes a file may have.
pub const MAX_FILE: usize = 64 * 1024;

/// The tables of a file, or what keeps it from being read at all.
pub(crate) fn parsed(text: &str, faults: &mut Faults) -> Option<Table> {
    if text.len() > MAX_FILE {
        let (most, found) = (MAX_FILE / 1024, text.len().div_ceil(1024));
        faults.note("", None, format!("expected up to {most} KiB, found {found} KiB"));
        return None;
    }
    match text.parse::<Table>() {
        Ok(table) => Some(table),
        Err(error) => {
            let start = error.span().map_or(0, |span| span.start);
            let before = text.get(..start).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let place = format!("line {line}, column {column}");
            let said = trimmed_message(error.message());
            faults.note(&place, None, format!("this is not TOML: {said}"));
            None
        }
    }
}

/// The parser's own words on one line.
fn trimmed_message(message: &str) -> String {
    crate::text::clean_line(message, usize::MAX).unwrap_or_else(|| "it cannot be read".to_owned())
}
