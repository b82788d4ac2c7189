//! The sheet of a company as a picture: platoons with their slots, who is in them, and what they cost (T-BLD-9).

use std::fmt::Write as _;

use gatemaster_discord::limits::clip;
use gatemaster_discord::picture::text::{Lettering, Style, bold, plain};
use gatemaster_discord::picture::{
    Area, MAX_ALT, Picture, Rgb, card, contrast, fill, mix, outline, polygon, rounded, small_png,
};
use gatemaster_rules::at43::company::{Sheet, SheetSlot, SheetUnit};
use gatemaster_rules::text::count;
use tiny_skia::Pixmap;

/// Twice of what Discord shows, and a little less: letters of 24 pixels are read in the message.
const WIDTH: u16 = 1_040;
const MARGIN: u16 = 20;
const GAP: u16 = 12;
const HEAD: u16 = 104;
/// The name of a platoon.
const PANEL_HEAD: u16 = 50;
const FOOT: u16 = 8;
const LEGEND: u16 = 40;
/// Where the words of a slot begin, behind its number.
const INDENT: u16 = 46;
const PAD: u16 = 14;
const CORNER: f32 = 14.0;

const PANEL: Rgb = 0x0024_2b39;
const PANEL_EDGE: Rgb = 0x003b_4659;
const WORDS: Rgb = 0x00f2_f5fa;
const QUIET: Rgb = 0x00b4_bece;
/// For what is free.
const FADED: Rgb = 0x0089_95a9;
const STAR: Rgb = 0x00ff_c94d;
/// A colour that is too dark for the ground is made lighter until it is seen.
const ENOUGH: f32 = 3.0;

const TITLE: [Style; 4] = [bold(44), bold(38), bold(32), bold(28)];
const POINTS: [Style; 3] = [plain(30), plain(27), plain(24)];
const PLATOON: Style = bold(28);
const SLOT: Style = bold(24);
const SMALL: Style = plain(22);

/// How large the rows are: a long company has lower ones.
#[derive(Clone, Copy)]
struct Scale {
    names: [Style; 3],
    value: Style,
    more: Style,
    /// From the top of a row to the line of its name, and from there on to each line below.
    first: u16,
    next: u16,
    below: u16,
}

const ROOMY: Scale = Scale {
    names: [bold(30), bold(27), bold(24)],
    value: bold(28),
    more: plain(25),
    first: 36,
    next: 31,
    below: 14,
};

const DENSE: Scale = Scale {
    names: [bold(26), bold(24), bold(22)],
    value: bold(24),
    more: plain(22),
    first: 29,
    next: 26,
    below: 11,
};

/// More platoons than this are drawn in lower rows.
const MOST_ROOMY: usize = 4;
/// However much a unit has, so many lines tell it.
const MOST_LINES: usize = 3;

/// A platoon, or the units that have found no slot.
struct Block<'a> {
    title: String,
    value: Option<u32>,
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    slot: Option<usize>,
    unit: Option<&'a SheetUnit>,
    /// What stands below the name, or which units a free slot takes.
    lines: Vec<String>,
}

/// The sheet, with whose it is. `None` only if drawing is impossible.
pub fn sheet(sheet: &Sheet, whose: &str, colour: Rgb) -> Option<Picture> {
    let drawing = draw(sheet, whose, colour)?;
    Some(Picture { png: small_png(&drawing)?, alt: alt(sheet, whose) })
}

/// What the picture shows; the message has all of it in words besides.
fn alt(sheet: &Sheet, whose: &str) -> String {
    let mut words =
        format!("Company sheet. {}. {}, {}.", title(sheet, whose), sheet.army, sheet.points());
    for (number, platoon) in (1_u32..).zip(&sheet.platoons) {
        let units: Vec<String> = platoon
            .slots
            .iter()
            .filter_map(|slot| slot.unit.as_ref().map(ToString::to_string))
            .collect();
        // writing into a text cannot fail
        let _ = write!(words, " Platoon {number}: {}.", units.join("; "));
    }
    clip(&words.replace("..", "."), MAX_ALT)
}

fn title(sheet: &Sheet, whose: &str) -> String {
    match (sheet.name.as_str(), whose) {
        ("", "") => "A company".to_owned(),
        (name, "") => name.to_owned(),
        ("", whose) => whose.to_owned(),
        (name, whose) => format!("{name} · {whose}"),
    }
}

fn draw(sheet: &Sheet, whose: &str, colour: Rgb) -> Option<Pixmap> {
    let mut letters = Lettering::default();
    let platoons = sheet.platoons.len() + usize::from(!sheet.left.is_empty());
    let scale = if platoons <= MOST_ROOMY { ROOMY } else { DENSE };
    let across: u16 = if platoons > 1 { 2 } else { 1 };
    let width = (WIDTH - 2 * MARGIN - (across - 1) * GAP) / across;
    let blocks = blocks(sheet, &mut letters, scale, width);
    let tall: Vec<u16> = blocks.iter().map(|block| block.height(scale)).collect();
    let rows: Vec<u16> = tall
        .chunks(usize::from(across))
        .map(|row| row.iter().copied().max().unwrap_or(0) + GAP)
        .collect();
    let legend = if sheet.commanders.is_empty() { 0 } else { LEGEND };
    let height = rows.iter().fold(MARGIN + HEAD + GAP, |sum, row| sum.saturating_add(*row));
    let mut on = card(WIDTH, height.saturating_add(legend + MARGIN - GAP))?;
    draw_head(&mut on, &mut letters, sheet, whose, colour)?;
    let mut top = MARGIN + HEAD + GAP;
    for (row, in_row) in rows.iter().zip(blocks.chunks(usize::from(across))) {
        for (column, block) in (0_u16..).zip(in_row) {
            let left = MARGIN + column * (width + GAP);
            let area = Area { left, top, width, height: block.height(scale) };
            draw_block(&mut on, &mut letters, block, area, scale)?;
        }
        top = top.saturating_add(*row);
    }
    if legend > 0 {
        let line = top + 22;
        star(&mut on, MARGIN + 14, line - 7)?;
        letters.write(&mut on, "may command", SMALL, (MARGIN + 32, line), WIDTH, QUIET);
    }
    Some(on)
}

fn blocks<'a>(
    sheet: &'a Sheet,
    letters: &mut Lettering,
    scale: Scale,
    width: u16,
) -> Vec<Block<'a>> {
    let room = width.saturating_sub(INDENT + PAD);
    let mut of_unit = |slot: Option<usize>, unit: &'a SheetUnit| Row {
        slot,
        unit: Some(unit),
        lines: wrapped(letters, scale.more, room, &parts(unit)),
    };
    let mut blocks: Vec<Block<'a>> = Vec::new();
    for (number, platoon) in (1_u32..).zip(&sheet.platoons) {
        let row = |(slot, place): (usize, &'a SheetSlot)| match &place.unit {
            Some(unit) => of_unit(Some(slot), unit),
            None => Row { slot: Some(slot), unit: None, lines: vec![in_short(&place.takes)] },
        };
        blocks.push(Block {
            title: format!("Platoon {number}"),
            value: Some(platoon.value),
            rows: (1..).zip(&platoon.slots).map(row).collect(),
        });
    }
    if !sheet.left.is_empty() {
        let rows = sheet.left.iter().map(|unit| of_unit(None, unit)).collect();
        blocks.push(Block { title: "Without a slot".to_owned(), value: None, rows });
    }
    blocks
}

/// "soldiers 2 · support 1/2": there is little room, and the words beside the picture are the whole.
fn in_short(takes: &str) -> String {
    takes.replace(", or ", " · ").replace(" of type ", " ").replace(" or ", "/").replace(", ", "/")
}

/// "9 models", "Sergeant", "2 × missile launcher", "medic" …
fn parts(unit: &SheetUnit) -> Vec<String> {
    let mut parts = vec![count(u32::from(unit.number), "model", "models")];
    parts.extend(unit.officer.clone());
    parts.extend(unit.bearers.as_ref().map(|(bearers, weapon)| format!("{bearers} × {weapon}")));
    parts.extend(unit.specialists.iter().cloned());
    parts.extend(unit.equipment.iter().cloned());
    if unit.reinforcement {
        parts.push("reinforcement".to_owned());
    }
    parts
}

/// The parts on as many lines as they need.
fn wrapped(letters: &mut Lettering, style: Style, room: u16, parts: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let longer = lines.last().map(|line| format!("{line} · {part}"));
        match longer {
            Some(longer) if lines.len() >= MOST_LINES || letters.width(&longer, style) <= room => {
                if let Some(last) = lines.last_mut() {
                    *last = longer;
                }
            }
            Some(_) | None => lines.push(part.clone()),
        }
    }
    lines
}

impl Row<'_> {
    fn height(&self, scale: Scale) -> u16 {
        // a free slot has one line
        let lines = if self.unit.is_some() { self.lines.len() } else { 0 };
        scale.first + u16::try_from(lines).unwrap_or(0) * scale.next + scale.below
    }
}

impl Block<'_> {
    fn height(&self, scale: Scale) -> u16 {
        let rows = self.rows.iter().map(|row| row.height(scale));
        rows.fold(PANEL_HEAD + FOOT, u16::saturating_add)
    }
}

fn draw_head(
    on: &mut Pixmap,
    letters: &mut Lettering,
    sheet: &Sheet,
    whose: &str,
    colour: Rgb,
) -> Option<()> {
    let (x, y) = (f32::from(MARGIN), f32::from(MARGIN) + 4.0);
    fill(on, &rounded(x, y, 12.0, f32::from(HEAD) - 8.0, 6.0)?, seen(colour), 1.0);
    let left = MARGIN + 28;
    let room = WIDTH - MARGIN - left;
    let title = title(sheet, whose);
    let style = letters.largest(&title, &TITLE, room);
    letters.write(on, &title, style, (left, MARGIN + 44), room, WORDS);
    let army = if sheet.army.is_empty() { "No army yet" } else { &sheet.army };
    let points = format!("{army} · {}", sheet.points());
    let style = letters.largest(&points, &POINTS, room);
    letters.write(on, &points, style, (left, MARGIN + 88), room, QUIET);
    Some(())
}

/// The colour of a side, or one like it that is seen on the card.
fn seen(colour: Rgb) -> Rgb {
    let shades = [0, 60, 110, 160].map(|share| mix(colour, WORDS, share));
    let clear = shades
        .into_iter()
        .find(|shade| contrast(*shade, gatemaster_discord::picture::CARD) >= ENOUGH);
    clear.unwrap_or(WORDS)
}

fn draw_block(
    on: &mut Pixmap,
    letters: &mut Lettering,
    block: &Block<'_>,
    area: Area,
    scale: Scale,
) -> Option<()> {
    let (x, y) = (f32::from(area.left), f32::from(area.top));
    let panel = rounded(x, y, f32::from(area.width), f32::from(area.height), CORNER)?;
    fill(on, &panel, PANEL, 1.0);
    outline(on, &panel, PANEL_EDGE, 1.0, 2.0);
    let line = area.top + 35;
    let right = area.right() - PAD;
    let mut room = right - area.left - PAD;
    if let Some(value) = block.value {
        room = room.saturating_sub(
            write_to(on, letters, &format!("{value} AP"), PLATOON, (right, line), QUIET) + GAP,
        );
    }
    letters.write(on, &block.title, PLATOON, (area.left + PAD, line), room, QUIET);
    let mut top = area.top + PANEL_HEAD;
    for row in &block.rows {
        draw_row(on, letters, row, Area { top, height: row.height(scale), ..area }, scale)?;
        top = top.saturating_add(row.height(scale));
    }
    Some(())
}

fn draw_row(
    on: &mut Pixmap,
    letters: &mut Lettering,
    row: &Row<'_>,
    area: Area,
    scale: Scale,
) -> Option<()> {
    let y = f32::from(area.top);
    let ends = (f32::from(area.left) + 10.0, f32::from(area.right()) - 10.0);
    outline(
        on,
        &gatemaster_discord::picture::line(&[(ends.0, y), (ends.1, y)])?,
        PANEL_EDGE,
        1.0,
        1.5,
    );
    let line = area.top + scale.first;
    let left = area.left + INDENT;
    let right = area.right() - PAD;
    if let Some(slot) = row.slot {
        letters.write(on, &slot.to_string(), SLOT, (area.left + PAD, line), INDENT, FADED);
    }
    let Some(unit) = row.unit else {
        let width = letters.write(on, "free:", scale.more, (left, line), right - left, FADED);
        let from = left + width + 10;
        let takes = row.lines.first().map_or("", String::as_str);
        letters.write(on, takes, SMALL, (from, line), right.saturating_sub(from), FADED);
        return Some(());
    };
    let value = unit.value.map_or_else(|| "no price".to_owned(), |value| value.to_string());
    let taken = write_to(on, letters, &value, scale.value, (right, line), WORDS);
    let mut left_of_name = left;
    if unit.commands {
        star(on, left + 10, line.saturating_sub(scale.names[0].drop()))?;
        left_of_name += 28;
    }
    let room = right.saturating_sub(taken + GAP + left_of_name);
    let style = letters.largest(&unit.name, &scale.names, room);
    letters.write(on, &unit.name, style, (left_of_name, line), room, WORDS);
    for (number, words) in (1_u16..).zip(&row.lines) {
        let below = line + number * scale.next;
        letters.write(on, words, scale.more, (left, below), right - left, QUIET);
    }
    Some(())
}

/// Gives the width of what was written.
fn write_to(
    on: &mut Pixmap,
    letters: &mut Lettering,
    text: &str,
    style: Style,
    (right, line): (u16, u16),
    rgb: Rgb,
) -> u16 {
    let width = letters.width(text, style);
    letters.write(on, text, style, (right.saturating_sub(width), line), width, rgb)
}

/// Whose officer may command.
fn star(on: &mut Pixmap, x: u16, y: u16) -> Option<()> {
    let points: Vec<(f32, f32)> = (0..10_u8)
        .map(|corner| {
            let long = if corner % 2 == 0 { 11.0 } else { 4.6 };
            let (sin, cos) = (f32::from(corner) * std::f32::consts::PI / 5.0).sin_cos();
            (f32::from(x) + sin * long, f32::from(y) - cos * long)
        })
        .collect();
    fill(on, &polygon(&points)?, STAR, 1.0);
    Some(())
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::picture::CARD;
    use gatemaster_rules::at43::company::{Company, Limits, sheet as of};
    use gatemaster_rules::at43::data::{companies, library};
    use gatemaster_rules::colour::Colour;

    use super::*;

    fn sheet_of(company: &Company) -> Sheet {
        of(library(), company, &Limits::without_reinforcements(2000))
    }

    /// T-BLD-9
    #[test]
    fn every_ready_company_has_a_picture_and_words_for_it() {
        let shown = std::env::var_os("SHEET_PICTURES").map(std::path::PathBuf::from);
        for ready in companies() {
            let picture = sheet(&sheet_of(&ready.company), "Blue (Ann)", 0x0033_66cc).unwrap();
            assert!(picture.alt.contains(&ready.company.name), "{}", picture.alt);
            assert!(picture.alt.contains("Platoon 1: "), "{}", picture.alt);
            assert!(picture.png.len() < 100 * 1024, "{} bytes", picture.png.len());
            if let Some(folder) = &shown {
                std::fs::write(folder.join(format!("{}.png", ready.key)), &picture.png).unwrap();
            }
        }
    }

    #[test]
    fn a_sheet_of_sixty_units_is_not_too_tall_for_a_message() {
        let mut company = companies()[0].company.clone();
        while company.units.len() < 60 {
            let next = company.units[company.units.len() % 7].clone();
            company.units.push(next);
        }
        let sheet = sheet_of(&company);
        let drawing = draw(&sheet, "Blue (Ann)", 0x0033_66cc).unwrap();
        assert!(drawing.height() < 4 * u32::from(WIDTH), "{}", drawing.height());
        let picture = super::sheet(&sheet, "Blue (Ann)", 0x0033_66cc).unwrap();
        assert!(picture.alt.chars().count() <= MAX_ALT);
        assert!(picture.png.len() < 600 * 1024, "{} bytes", picture.png.len());
        if let Some(folder) = std::env::var_os("SHEET_PICTURES") {
            let file = std::path::Path::new(&folder).join("sixty.png");
            std::fs::write(file, &picture.png).unwrap();
        }
    }

    #[test]
    fn an_empty_company_and_one_without_slots_are_drawn_too() {
        let empty = sheet(&sheet_of(&Company::default()), "", 0).unwrap();
        assert!(empty.alt.starts_with("Company sheet. A company."), "{}", empty.alt);
        let mut odd = companies()[0].company.clone();
        odd.army = "nobody".to_owned();
        assert!(!sheet_of(&odd).left.is_empty());
        assert!(draw(&sheet_of(&odd), "", 0).is_some());
    }

    #[test]
    fn the_colour_of_every_side_is_seen_on_the_card() {
        for colour in Colour::ALL {
            assert!(contrast(seen(colour.rgb()), CARD) >= ENOUGH, "{colour:?}");
        }
    }

    /// T-BLD-2
    #[test]
    fn what_a_free_slot_takes_is_said_in_short() {
        let takes = "striders of type 1, 2 or 3, or vehicles of type 1";
        assert_eq!(in_short(takes), "striders 1/2/3 · vehicles 1");
    }

    #[test]
    fn what_a_unit_has_goes_on_in_the_next_line() {
        let mut letters = Lettering::default();
        let parts: Vec<String> = (0..12).map(|n| format!("{n} × missile launcher")).collect();
        let lines = wrapped(&mut letters, ROOMY.more, 420, &parts);
        assert_eq!(lines.len(), MOST_LINES);
        assert!(letters.width(&lines[0], ROOMY.more) <= 420);
        assert_eq!(lines.join(" · "), parts.join(" · "), "nothing is left out");
    }
}
