//! The map on a plain card: a tile for each place. Columns and rows without any place take no room.

use gatemaster_discord::picture::text::{Lettering, bold};
use gatemaster_discord::picture::{Rgb, card, fill, mix, outline, rounded};
use gatemaster_league::campaign::map::{Spot, layout, letter};
use gatemaster_league::campaign::{Campaign, Cell, Place};
use tiny_skia::{PathBuilder, Pixmap};

use super::{
    MARGIN, NAMES, NOBODY, WAY, WIDTH, WORDS, clear, draw_chip, legend, point, shown, two_lines,
};

pub(super) const TILE: Rgb = 0x0029_3142;
/// With more columns there is no room for names in the tiles.
const NAMED_COLUMNS: u16 = 4;
/// A tile with a name, and one without.
const NAMED_DOWN: u16 = 166;
const NUMBERED_DOWN: u16 = 84;
/// Between tiles, so that the ways are seen.
const GAP: u16 = 36;
const CHIP: u16 = 18;

/// Where everything lies, in pixels.
pub(super) struct Layout {
    pub(super) spots: Vec<Spot>,
    /// The columns and rows of the grid that are in use.
    columns: Vec<u8>,
    rows: Vec<u8>,
    across: u16,
    down: u16,
    /// Whether tiles have room for names.
    pub(super) named: bool,
}

impl Layout {
    pub(super) fn of(campaign: &Campaign) -> Option<Layout> {
        let spots = layout(campaign);
        let used = |of: fn(&Spot) -> u8| {
            let mut used: Vec<u8> = spots.iter().map(of).collect();
            used.sort_unstable();
            used.dedup();
            used
        };
        let (columns, rows) = (used(|spot| spot.cell.x), used(|spot| spot.cell.y));
        let many = u16::try_from(columns.len()).ok().filter(|many| *many > 0)?;
        let named = many <= NAMED_COLUMNS;
        let down = if named { NAMED_DOWN } else { NUMBERED_DOWN };
        Some(Layout { spots, columns, rows, across: (WIDTH - 2 * MARGIN) / many, down, named })
    }

    fn below(&self) -> u16 {
        let rows = u16::try_from(self.rows.len()).unwrap_or(u16::MAX);
        MARGIN.saturating_add(rows.saturating_mul(self.down))
    }

    /// The middle of a cell.
    pub(super) fn middle(&self, cell: Cell) -> (u16, u16) {
        let rank = |of: &[u8], one: u8| {
            u16::try_from(of.iter().position(|other| *other == one).unwrap_or(0)).unwrap_or(0)
        };
        let (x, y) = (rank(&self.columns, cell.x), rank(&self.rows, cell.y));
        (MARGIN + x * self.across + self.across / 2, MARGIN + y * self.down + self.down / 2)
    }

    fn tile(&self) -> (u16, u16) {
        let gap = GAP.min(self.across / 4);
        // one place alone need not fill the card
        ((self.across - gap).min(300), self.down - gap)
    }
}

pub(super) fn draw(campaign: &Campaign) -> Option<Pixmap> {
    let layout = Layout::of(campaign)?;
    let numbers = !layout.named;
    let mut on = card(WIDTH, layout.below() + legend::height(campaign, numbers) + MARGIN)?;
    let mut letters = Lettering::default();
    draw_ways(&mut on, campaign, &layout)?;
    for spot in &layout.spots {
        let Some(place) = campaign.place(spot.place) else { continue };
        draw_tile(&mut on, &mut letters, campaign, place, &layout, spot.cell)?;
    }
    legend::draw(&mut on, &mut letters, campaign, layout.below() + MARGIN / 2, numbers)?;
    Some(on)
}

/// Every way once. One that would run through another tile goes around it, so that it does not seem to end there.
fn draw_ways(on: &mut Pixmap, campaign: &Campaign, layout: &Layout) -> Option<()> {
    for (spot, place) in layout.spots.iter().filter_map(|s| Some((s, campaign.place(s.place)?))) {
        for link in place.links.iter().filter(|link| **link > place.no) {
            let Some(end) = layout.spots.iter().find(|end| end.place == *link) else { continue };
            let (from, to) = (layout.middle(spot.cell), layout.middle(end.cell));
            let (from, to) = (point(from), point(to));
            let crossed = layout.spots.iter().any(|other| {
                other.place != spot.place
                    && other.place != end.place
                    && crosses(layout, from, to, other.cell)
            });
            let mut pen = PathBuilder::new();
            pen.move_to(from.0, from.1);
            if crossed {
                let middle = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let long = dx.hypot(dy).max(1.0);
                // a curve comes half as far as the point that it bends towards
                let aside = f32::from(layout.down);
                pen.quad_to(middle.0 - dy / long * aside, middle.1 + dx / long * aside, to.0, to.1);
            } else {
                pen.line_to(to.0, to.1);
            }
            outline(on, &pen.finish()?, WAY, 1.0, 6.0);
        }
    }
    Some(())
}

/// Whether the straight line runs through the tile of this cell.
pub(super) fn crosses(layout: &Layout, from: (f32, f32), to: (f32, f32), cell: Cell) -> bool {
    let (x, y) = point(layout.middle(cell));
    let (width, height) = point(layout.tile());
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for (start, way, low, high) in [
        (from.0, to.0 - from.0, x - width / 2.0, x + width / 2.0),
        (from.1, to.1 - from.1, y - height / 2.0, y + height / 2.0),
    ] {
        if way.abs() < f32::EPSILON {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (one, other) = ((low - start) / way, (high - start) / way);
        enters = enters.max(one.min(other));
        leaves = leaves.min(one.max(other));
    }
    enters < leaves
}

fn draw_tile(
    on: &mut Pixmap,
    letters: &mut Lettering,
    campaign: &Campaign,
    place: &Place,
    layout: &Layout,
    cell: Cell,
) -> Option<()> {
    let (x, y) = layout.middle(cell);
    let (width, height) = layout.tile();
    let (left, top) = (x - width / 2, y - height / 2);
    let held = place.owner.and_then(|side| Some((side, shown(campaign, side)?)));
    let tile = rounded(f32::from(left), f32::from(top), f32::from(width), f32::from(height), 14.0)?;
    let ground = held.map_or(TILE, |(_, rgb)| mix(TILE, rgb, 40));
    fill(on, &tile, ground, 1.0);
    let rim = held.map_or(NOBODY, |(_, rgb)| clear(rgb));
    outline(on, &tile, rim, 1.0, if held.is_some() { 5.0 } else { 2.0 });

    let text = place.no.to_string();
    if !layout.named {
        // the letter of the holder stands behind the number, as in the words beside the picture
        let text = held.map_or(text, |(side, _)| format!("{}{}", place.no, letter(campaign, side)));
        let style = letters.largest(&text, &[bold(32), bold(26), bold(20), bold(16)], width - 6);
        let wide = letters.width(&text, style).min(width);
        let at = (x.saturating_sub(wide / 2), y + style.drop());
        letters.write(on, &text, style, at, width, WORDS);
        return Some(());
    }
    let pad = 12;
    let row = top + 28;
    let number = bold(28);
    letters.write(on, &text, number, (left + pad, row + number.drop()), width / 2, WORDS);
    if let Some((side, rgb)) = held {
        let text = letter(campaign, side).to_string();
        draw_chip(on, letters, &text, rgb, (left + width - pad - CHIP, row), CHIP)?;
    }
    let room = width - 2 * pad;
    let worth = format!("worth {}", place.worth);
    let small = gatemaster_discord::picture::text::plain(22);
    let free = room.saturating_sub(letters.width(&text, number) + 2 * CHIP + 20);
    if letters.width(&worth, small) <= free {
        let at = (left + pad + letters.width(&text, number) + 10, row + small.drop());
        letters.write(on, &worth, small, at, free, super::QUIET);
    }
    let fits = |letters: &mut Lettering, style| {
        let lines = two_lines(letters, &place.name, style, room);
        lines.iter().all(|line| letters.width(line, style) <= room)
    };
    let [large, less] = NAMES;
    let style = if fits(letters, large) { large } else { less };
    let lines = two_lines(letters, &place.name, style, room);
    let between = style.size + 6;
    let first = top + 76 + if lines.len() == 1 { between / 2 } else { 0 };
    for (line, text) in (0..).zip(&lines) {
        let wide = letters.width(text, style).min(room);
        let at = (x - wide / 2, first + line * between);
        letters.write(on, text, style, at, room, WORDS);
    }
    Some(())
}
