//! The table of a division: a striped row for each person, numbers in columns.

use gatemaster_discord::limits::clip;
use gatemaster_discord::picture::text::{Lettering, Style, bold, plain};
use gatemaster_discord::picture::{
    MAX_ALT, Picture, Rgb, card, fill, line, outline, rounded, small_png,
};
use gatemaster_league::League;
use tiny_skia::Pixmap;

use super::sheet::{Line, Sheet};
use crate::words::count;

const WIDTH: u16 = 1_040;
const MARGIN: u16 = 32;
/// Title and heads of the columns.
const HEAD: u16 = 118;
const ROW: u16 = 44;
const FOOT: u16 = 24;
/// More would be too small to read where pictures are shrunk to fit.
const MOST_ROWS: usize = 24;

const PLACE: u16 = 66;
/// Names keep at least this room; columns that can be spared give way.
const NAME: u16 = 300;
/// Between columns.
const AIR: u16 = 26;
const WIDEST_COLUMN: u16 = 150;

const STRIPE: Rgb = 0x0024_2b39;
const RULE: Rgb = 0x003b_4659;
const WORDS: Rgb = 0x00f2_f5fa;
const QUIET: Rgb = 0x00b4_bece;
/// For those who have left.
const FADED: Rgb = 0x0089_95a9;

const TITLES: [Style; 3] = [bold(32), bold(28), bold(24)];
const HEADS: Style = plain(22);
const CELLS: Style = plain(26);
const NAMES: Style = bold(26);

/// The division as it stands; `None` where nobody is in it.
pub fn league_table(league: &League, division: u8) -> Option<Picture> {
    let sheet = Sheet::of(league, division);
    if sheet.lines.is_empty() {
        return None;
    }
    Some(Picture { png: small_png(&draw(&sheet)?)?, alt: alt(&sheet) })
}

/// A column with numbers: which one of the sheet, and where its numbers end.
struct Column {
    at: usize,
    right: u16,
    width: u16,
}

fn draw(sheet: &Sheet) -> Option<Pixmap> {
    let shown = &sheet.lines[..sheet.lines.len().min(MOST_ROWS)];
    let more = sheet.lines.len() - shown.len();
    let rows = u16::try_from(shown.len() + usize::from(more > 0)).ok()?;
    let mut on = card(WIDTH, HEAD + rows * ROW + FOOT)?;
    let mut letters = Lettering::default();
    let columns = columns(sheet, shown, &mut letters);

    let room = WIDTH - 2 * MARGIN;
    let title = letters.largest(&sheet.title, &TITLES, room);
    letters.write(&mut on, &sheet.title, title, (MARGIN, 54), room, WORDS);
    for column in &columns {
        let short = sheet.heads.get(column.at).map_or("", |head| head.short);
        let width = letters.width(short, HEADS);
        let left = column.right.saturating_sub(width);
        letters.write(&mut on, short, HEADS, (left, HEAD - 14), width, QUIET);
    }
    let (left, right) = (f32::from(MARGIN), f32::from(WIDTH - MARGIN));
    let below = f32::from(HEAD);
    outline(&mut on, &line(&[(left, below), (right, below)])?, RULE, 1.0, 2.0);

    for (number, row) in (0_u16..).zip(shown) {
        let top = HEAD + number * ROW;
        if number % 2 == 1 {
            let (x, wide) = (f32::from(MARGIN - 14), f32::from(room + 28));
            fill(&mut on, &rounded(x, f32::from(top), wide, f32::from(ROW), 10.0)?, STRIPE, 1.0);
        }
        write_row(&mut on, &mut letters, row, &columns, top);
    }
    if more > 0 {
        let words = format!("and {more} more");
        let at = (MARGIN + PLACE, baseline(HEAD + (rows - 1) * ROW));
        letters.write(&mut on, &words, CELLS, at, room - PLACE, QUIET);
    }
    Some(on)
}

fn baseline(top: u16) -> u16 {
    top + ROW / 2 + CELLS.drop()
}

fn write_row(on: &mut Pixmap, letters: &mut Lettering, row: &Line, columns: &[Column], top: u16) {
    let base = baseline(top);
    let place = row.place.to_string();
    let width = letters.width(&place, CELLS);
    let left = (MARGIN + PLACE - 20).saturating_sub(width);
    letters.write(on, &place, CELLS, (left, base), width, QUIET);

    let ends = columns.first().map_or(WIDTH - MARGIN, |column| column.right - column.width - AIR);
    let room = ends.saturating_sub(MARGIN + PLACE);
    let rgb = if row.out { FADED } else { WORDS };
    letters.write(on, &row.marked_name(), NAMES, (MARGIN + PLACE, base), room, rgb);

    for column in columns {
        let Some(cell) = row.cells.get(column.at) else { continue };
        let width = letters.width(cell, CELLS).min(column.width);
        letters.write(on, cell, CELLS, (column.right - width, base), width, rgb);
    }
}

/// Columns as wide as what stands in them, from the right end; those that can be spared go when names need the room.
fn columns(sheet: &Sheet, shown: &[Line], letters: &mut Lettering) -> Vec<Column> {
    let mut widths: Vec<(usize, u16)> = sheet
        .heads
        .iter()
        .enumerate()
        .map(|(at, head)| {
            let cells = shown.iter().filter_map(|line| line.cells.get(at));
            let widest = cells.map(|cell| letters.width(cell, CELLS)).max().unwrap_or(0);
            (at, widest.max(letters.width(head.short, HEADS)).min(WIDEST_COLUMN))
        })
        .collect();
    let room = WIDTH - 2 * MARGIN - PLACE - NAME;
    while widths.iter().map(|(_, width)| width + AIR).sum::<u16>() > room
        && widths.last().is_some_and(|(at, _)| sheet.heads.get(*at).is_some_and(|head| head.spare))
    {
        widths.pop();
    }
    let mut right = WIDTH - MARGIN;
    let mut columns: Vec<Column> = widths
        .into_iter()
        .rev()
        .map(|(at, width)| {
            let column = Column { at, right, width };
            right = right.saturating_sub(width + AIR);
            column
        })
        .collect();
    columns.reverse();
    columns
}

fn alt(sheet: &Sheet) -> String {
    let mut alt = format!("Table of {}.", sheet.title);
    for (number, line) in sheet.lines.iter().enumerate() {
        let cells: Vec<String> = sheet
            .heads
            .iter()
            .zip(&line.cells)
            .map(|(head, cell)| format!("{} {cell}", head.short))
            .collect();
        let left = if line.out { ", has left" } else { "" };
        let told = format!(" {}. {}{left}: {}.", line.place, line.name, cells.join(", "));
        let after = sheet.lines.len() - number;
        let rest = u32::try_from(after).unwrap_or(u32::MAX);
        let ending = format!(" And {} more.", count(rest, "person", "people"));
        if alt.chars().count() + told.chars().count() + ending.chars().count() > MAX_ALT {
            alt.push_str(&ending);
            break;
        }
        alt.push_str(&told);
    }
    clip(&alt, MAX_ALT)
}

#[cfg(test)]
mod tests {
    use super::super::made_up::league;
    use super::*;

    fn size(picture: &Picture) -> (u32, u32) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(&picture.png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.width, info.height)
    }

    #[test]
    fn a_table_has_a_row_for_everybody_and_says_the_same_in_words() {
        let picture = league_table(&league(4, |no| format!("Player {no}")), 0).unwrap();
        assert_eq!(size(&picture), (u32::from(WIDTH), u32::from(HEAD + 4 * ROW + FOOT)));
        assert!(
            picture.alt.starts_with(
                "Table of Club, Season 1. 1. Player 1: P 3, W 3, D 0, L 0, Pts 9, H2H –, +/− 6, Score 9. 2. Player 2:"
            ),
            "{}",
            picture.alt
        );
        assert!(picture.png.len() < 60 * 1024, "{}", picture.png.len());
    }

    #[test]
    fn the_twenty_fifth_is_told_as_one_more() {
        let (full, over) = (24, 60);
        let rows = |people| {
            let picture = league_table(&league(people, |no| format!("Player {no}")), 0).unwrap();
            (size(&picture).1 - u32::from(HEAD + FOOT)) / u32::from(ROW)
        };
        assert_eq!((rows(full), rows(over)), (24, 25));
    }

    #[test]
    fn long_and_foreign_names_stay_in_their_place() {
        for name in ["W", "深い", "👩\u{200d}🚀", "\u{202e}", "שלום"] {
            let long = league(30, |no| format!("{}{no}", name.repeat(20)));
            let picture = league_table(&long, 0).unwrap();
            assert_eq!(size(&picture).0, u32::from(WIDTH));
            assert!(picture.alt.chars().count() <= MAX_ALT, "{}", picture.alt.chars().count());
            assert!(picture.alt.contains(" more."), "{}", picture.alt);
        }
    }

    #[test]
    fn an_empty_or_unknown_division_has_no_picture() {
        assert_eq!(league_table(&league(0, |_| String::new()), 0), None);
        assert_eq!(league_table(&league(4, |no| no.to_string()), 7), None);
    }
}
