//! The map of a campaign: a tile for each place on its grid with the letter and colour of whoever holds it, lines for the ways
//! between them, and below who is which letter.

#[cfg(test)]
mod tests;
mod words;

use gatemaster_discord::picture::text::{Lettering, bold, plain};
use gatemaster_discord::picture::{
    CARD, Picture, Rgb, card, contrast, dot, fill, mix, outline, rounded, small_png,
};
use gatemaster_league::campaign::map::{Spot, layout, letter};
use gatemaster_league::campaign::{Campaign, Cell, Place, SideNo};
use tiny_skia::{PathBuilder, Pixmap};

use crate::die::{edge, ink};

const MARGIN: u16 = 24;
const TILE: Rgb = 0x0029_3142;
const WAY: Rgb = 0x00a9_b4c6;
const WORDS: Rgb = 0x00f2_f5fa;
const QUIET: Rgb = 0x00b4_bece;
/// The edge of a tile that nobody holds.
const NOBODY: Rgb = 0x007d_889b;
/// What a holder's colour must reach against the card.
const CLEAR: f32 = 3.0;

const PITCH_ACROSS: u16 = 168;
/// With more columns than fit into the widest picture, they stand closer.
const WIDEST: u16 = 1_400;
const NARROWEST: u16 = 560;
const PITCH_DOWN: u16 = 108;
/// Between tiles, so that the ways are seen.
const GAP: u16 = 34;
const LEGEND_LINE: u16 = 34;
const LEGEND_COLUMN: u16 = 256;
const CHIP: u16 = 13;

/// The map as it is now. `None` without any place, or if drawing is impossible.
pub fn campaign_map(campaign: &Campaign) -> Option<Picture> {
    let drawing = draw(campaign)?;
    Some(Picture { png: small_png(&drawing)?, alt: words::alt(campaign) })
}

/// Where everything lies, in pixels.
struct Layout {
    spots: Vec<Spot>,
    width: u16,
    height: u16,
    /// From one tile to the next.
    pitch: u16,
    /// The corner of the grid that is in use.
    first: Cell,
    /// Where the map begins at the left; a small one stands in the middle.
    left: u16,
    /// Where the legend begins, and how many columns it has.
    legend: (u16, u16),
}

impl Layout {
    fn of(campaign: &Campaign) -> Option<Layout> {
        let spots = layout(campaign);
        let xs = || spots.iter().map(|spot| spot.cell.x);
        let ys = || spots.iter().map(|spot| spot.cell.y);
        let first = Cell { x: xs().min()?, y: ys().min()? };
        let columns = u16::from(xs().max()? - first.x) + 1;
        let rows = u16::from(ys().max()? - first.y) + 1;
        let pitch = PITCH_ACROSS.min((WIDEST - 2 * MARGIN) / columns);
        let width = (columns * pitch + 2 * MARGIN).max(NARROWEST);
        let left = (width - columns * pitch) / 2;
        let below = MARGIN + rows * PITCH_DOWN;
        let legend_columns = ((width - 2 * MARGIN) / LEGEND_COLUMN).max(1);
        // the sides, and one for what nobody holds
        let entries = u16::try_from(campaign.sides.len()).unwrap_or(u16::MAX - 1) + 1;
        let height = below + entries.div_ceil(legend_columns) * LEGEND_LINE + MARGIN;
        let legend = (below + LEGEND_LINE / 2, legend_columns);
        Some(Layout { spots, width, height, pitch, first, left, legend })
    }

    /// The middle of a cell.
    fn middle(&self, cell: Cell) -> (u16, u16) {
        let across = u16::from(cell.x.saturating_sub(self.first.x));
        let down = u16::from(cell.y.saturating_sub(self.first.y));
        (
            self.left + across * self.pitch + self.pitch / 2,
            MARGIN + down * PITCH_DOWN + PITCH_DOWN / 2,
        )
    }

    fn tile(&self) -> (u16, u16) {
        (self.pitch - GAP.min(self.pitch / 4), PITCH_DOWN - GAP)
    }
}

fn draw(campaign: &Campaign) -> Option<Pixmap> {
    let layout = Layout::of(campaign)?;
    let mut on = card(layout.width, layout.height)?;
    let mut letters = Lettering::new()?;
    draw_ways(&mut on, campaign, &layout)?;
    for spot in &layout.spots {
        let Some(place) = campaign.place(spot.place) else { continue };
        draw_tile(&mut on, &mut letters, campaign, place, &layout, spot.cell)?;
    }
    draw_legend(&mut on, &mut letters, campaign, &layout)?;
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
                let aside = f32::from(PITCH_DOWN);
                pen.quad_to(middle.0 - dy / long * aside, middle.1 + dx / long * aside, to.0, to.1);
            } else {
                pen.line_to(to.0, to.1);
            }
            outline(on, &pen.finish()?, WAY, 1.0, 4.0);
        }
    }
    Some(())
}

fn point((x, y): (u16, u16)) -> (f32, f32) {
    (f32::from(x), f32::from(y))
}

/// Whether the straight line runs through the tile of this cell.
fn crosses(layout: &Layout, from: (f32, f32), to: (f32, f32), cell: Cell) -> bool {
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

/// A side's colour, made clear of the card it lies on.
fn shown(campaign: &Campaign, side: SideNo) -> Option<Rgb> {
    campaign.side(side).map(|side| side.colour.rgb())
}

fn clear(rgb: Rgb) -> Rgb {
    if contrast(rgb, CARD) >= CLEAR { rgb } else { edge(rgb, &[CARD]) }
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
    let tile = rounded(f32::from(left), f32::from(top), f32::from(width), f32::from(height), 12.0)?;
    let ground = held.map_or(TILE, |(_, rgb)| mix(TILE, rgb, 40));
    fill(on, &tile, ground, 1.0);
    let rim = held.map_or(NOBODY, |(_, rgb)| clear(rgb));
    outline(on, &tile, rim, 1.0, if held.is_some() { 4.0 } else { 2.0 });

    let number = bold(20);
    let line = top + height / 3 + number.drop();
    let pad = 10.min(width / 8);
    let text = place.no.to_string();
    let wide = letters.write(on, &text, number, (left + pad, line), width - 2 * pad, WORDS);
    if let Some((side, rgb)) = held {
        let chip = left + width - pad - CHIP;
        if chip > left + pad + wide + CHIP {
            draw_chip(on, letters, letter(campaign, side), rgb, (chip, top + height / 3))?;
        }
    }
    let worth = format!("worth {}", place.worth);
    let room = (width - 2 * pad).saturating_sub(wide + 2 * CHIP + 16);
    let small = plain(14);
    let at = (left + pad + wide + 8, top + height / 3 + small.drop());
    if letters.width(&worth, small) <= room {
        letters.write(on, &worth, small, at, room, QUIET);
    }
    let room = width - 2 * pad;
    let style = letters.largest(&place.name, &[bold(19), bold(16), bold(14)], room);
    let line = top + height * 3 / 4 + style.drop();
    let wide = letters.width(&place.name, style).min(room);
    letters.write(on, &place.name, style, (x - wide / 2, line), room, WORDS);
    Some(())
}

/// A disc in a side's colour with its letter.
fn draw_chip(
    on: &mut Pixmap,
    letters: &mut Lettering,
    letter: char,
    rgb: Rgb,
    (x, y): (u16, u16),
) -> Option<()> {
    let disc = dot(f32::from(x), f32::from(y), f32::from(CHIP))?;
    fill(on, &disc, rgb, 1.0);
    outline(on, &disc, clear(rgb), 1.0, 2.0);
    let (style, text) = (bold(18), letter.to_string());
    let wide = letters.width(&text, style);
    letters.write(on, &text, style, (x.saturating_sub(wide / 2), y + style.drop()), wide, ink(rgb));
    Some(())
}

fn draw_legend(
    on: &mut Pixmap,
    letters: &mut Lettering,
    campaign: &Campaign,
    layout: &Layout,
) -> Option<()> {
    let (top, columns) = layout.legend;
    let room = (layout.width - 2 * MARGIN) / columns;
    let at = |entry: u16| {
        (MARGIN + entry % columns * room + CHIP, top + entry / columns * LEGEND_LINE + CHIP)
    };
    let style = plain(18);
    let mut entry = 0;
    for side in &campaign.sides {
        let (x, y) = at(entry);
        draw_chip(on, letters, letter(campaign, side.no), side.colour.rgb(), (x, y))?;
        let words = (x + CHIP + 8, y + style.drop());
        letters.write(on, &side.name, style, words, room - 3 * CHIP - 12, WORDS);
        entry += 1;
    }
    let (x, y) = at(entry);
    let disc = dot(f32::from(x), f32::from(y), f32::from(CHIP) - 1.0)?;
    outline(on, &disc, NOBODY, 1.0, 2.0);
    letters.write(on, "nobody's", style, (x + CHIP + 8, y + style.drop()), room, QUIET);
    Some(())
}
