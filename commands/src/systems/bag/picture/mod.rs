//! The picture of an order-dice bag: the bag at the left, the table in the middle, lost dice at the
//! right, a row for each pool, and this turn's draws in order below.

mod layout;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use gatemaster_discord::picture::{
    Area, CARD, Picture, Rgb, card, dot, fill, line, outline, png, rounded,
};
use gatemaster_rules::bag::{Pool, State};
use tiny_skia::{PathBuilder, Pixmap};

use crate::die::{CLOTH, CLOTH_EDGE, CORD, Mark, Stamp};
use layout::{Layout, MAX_ROWS, Spot, Spots, WIDTH};

const FELT: Rgb = 0x0018_2e2b;
const FELT_EDGE: Rgb = 0x002f_5a53;
const PALE: Rgb = 0x00c9_d1de;
/// All that dice lie on; their colours must be clear of each.
const GROUNDS: [Rgb; 3] = [CARD, CLOTH, FELT];

/// Dice on the table lie as they fell. By their place, not by chance: a picture drawn again must not
/// look as if the dice had been touched.
const FALLS: [f32; 5] = [-7.0, 4.0, -2.0, 8.0, -4.0];

const MAX_DRAWS: usize = 24;
const DRAW_PITCH: u16 = 29;
const DRAW_DIE: u16 = 22;

/// The bag as it is now. `None` only if drawing is impossible.
pub fn bag(state: &State) -> Option<Picture> {
    let layout = Layout::of(state);
    let mut drawing = card(WIDTH, layout.height)?;
    draw_table(&mut drawing, layout.table)?;
    draw_bag(&mut drawing, layout.bag)?;
    draw_row_lines(&mut drawing, &layout)?;
    let shadows = fallen(FALLS.len(), |fall| Stamp::shadow(layout.die(), fall))?;
    for (row, pool) in state.pools.iter().enumerate().take(MAX_ROWS) {
        let latest = state.drawn.last().is_some_and(|id| id.index() == row);
        draw_pool(&mut drawing, &layout, &shadows, (row, pool), latest)?;
    }
    draw_strip(&mut drawing, layout.strip, state)?;
    Some(Picture { png: png(&drawing)?, alt: words::alt(state) })
}

/// The draws that are shown, with their pools' places, and whether there were earlier ones.
fn shown_draws(state: &State) -> (bool, Vec<(usize, &Pool)>) {
    let earlier = state.drawn.len().saturating_sub(MAX_DRAWS);
    let shown = state.drawn.iter().skip(earlier);
    (earlier > 0, shown.filter_map(|id| Some((id.index(), state.pool(*id)?))).collect())
}

fn draw_table(on: &mut Pixmap, table: Area) -> Option<()> {
    let (x, y) = (f32::from(table.left), f32::from(table.top));
    let felt = rounded(x, y, f32::from(table.width), f32::from(table.height), 16.0)?;
    fill(on, &felt, FELT, 1.0);
    outline(on, &felt, FELT_EDGE, 1.0, 2.0);
    Some(())
}

/// A sack, tied at its neck.
fn draw_bag(on: &mut Pixmap, body: Area) -> Option<()> {
    let (left, right) = (f32::from(body.left), f32::from(body.right()));
    let (top, bottom) = (f32::from(body.top), f32::from(body.bottom()));
    let middle = f32::midpoint(left, right);
    let (neck, mouth, tie, rim) = (34.0, 50.0, top - 18.0, top - 42.0);

    let mut pen = PathBuilder::new();
    pen.move_to(middle - neck, tie);
    pen.quad_to(middle - neck - 6.0, rim + 10.0, middle - mouth, rim + 2.0);
    // the folds of the mouth
    pen.quad_to(middle - 32.0, rim + 10.0, middle - 18.0, rim + 2.0);
    pen.quad_to(middle, rim + 10.0, middle + 18.0, rim + 2.0);
    pen.quad_to(middle + 32.0, rim + 10.0, middle + mouth, rim + 2.0);
    pen.quad_to(middle + neck + 6.0, rim + 10.0, middle + neck, tie);
    // the shoulders, the sides and the round bottom
    pen.cubic_to(middle + neck + 30.0, top + 2.0, right, top - 14.0, right, top + 26.0);
    pen.line_to(right, bottom - 24.0);
    pen.quad_to(right, bottom, right - 30.0, bottom);
    pen.line_to(left + 30.0, bottom);
    pen.quad_to(left, bottom, left, bottom - 24.0);
    pen.line_to(left, top + 26.0);
    pen.cubic_to(left, top - 14.0, middle - neck - 30.0, top + 2.0, middle - neck, tie);
    pen.close();
    let sack = pen.finish()?;
    fill(on, &sack, CLOTH, 1.0);
    outline(on, &sack, CLOTH_EDGE, 1.0, 2.5);

    let cord = line(&[(middle - neck - 1.0, tie), (middle + neck + 1.0, tie)])?;
    outline(on, &cord, CORD, 1.0, 6.0);
    for (knee, end) in [(14.0, 8.0), (20.0, 24.0)] {
        let mut pen = PathBuilder::new();
        pen.move_to(middle + neck - 6.0, tie);
        pen.quad_to(middle + neck + knee, tie, middle + neck + end, tie + 16.0);
        outline(on, &pen.finish()?, CORD, 1.0, 3.0);
    }
    Some(())
}

fn draw_row_lines(on: &mut Pixmap, layout: &Layout) -> Option<()> {
    for y in layout.between_rows().map(f32::from) {
        for (area, rgb) in [(layout.bag, CLOTH_EDGE), (layout.table, FELT_EDGE)] {
            let ends = (f32::from(area.left) + 14.0, f32::from(area.right()) - 14.0);
            outline(on, &line(&[(ends.0, y), (ends.1, y)])?, rgb, 0.5, 1.0);
        }
    }
    Some(())
}

fn draw_pool(
    on: &mut Pixmap,
    layout: &Layout,
    shadows: &[Stamp],
    (row, pool): (usize, &Pool),
    latest: bool,
) -> Option<()> {
    let size = layout.die();
    let die = |fall| Stamp::die(pool.colour, Mark::of(row), size, fall, &GROUNDS);

    let in_bag = layout.in_bag(row, pool.in_bag);
    put_all(on, &in_bag.dice, &[die(0.0)?]);

    let on_table = layout.on_table(row, pool.on_table);
    let (right, down) = (size / 16 + 1, size / 12 + 1);
    let shaded: Vec<Spot> = on_table.dice.iter().map(|(x, y)| (x + right, y + down)).collect();
    put_all(on, &shaded, shadows);
    put_all(on, &on_table.dice, &fallen(on_table.dice.len(), die)?);
    if let Some((last, (x, y))) = on_table.dice.iter().enumerate().next_back()
        && latest
    {
        Stamp::ring(size, FALLS[last % FALLS.len()])?.put(on, *x, *y);
    }

    let lost = layout.lost(row, pool.lost);
    put_all(on, &lost.dice, &[Stamp::lost(pool.colour, size, &GROUNDS)?]);
    for spots in [&in_bag, &on_table, &lost] {
        draw_more(on, spots, layout.pitch)?;
    }
    Some(())
}

/// The looks of up to so many dice in the ways they fall.
fn fallen(dice: usize, look: impl Fn(f32) -> Option<Stamp>) -> Option<Vec<Stamp>> {
    FALLS.iter().take(dice).map(|fall| look(*fall)).collect()
}

/// Puts a die on each spot, the looks taking turns.
fn put_all(on: &mut Pixmap, spots: &[Spot], looks: &[Stamp]) {
    for ((x, y), look) in spots.iter().zip(looks.iter().cycle()) {
        look.put(on, *x, *y);
    }
}

/// A "+": there are more than could be drawn.
fn draw_more(on: &mut Pixmap, spots: &Spots, size: u16) -> Option<()> {
    let Some((x, y)) = spots.more else { return Some(()) };
    let (x, y, arm) = (f32::from(x), f32::from(y), f32::from(size) * 0.36);
    for ends in [[(x - arm, y), (x + arm, y)], [(x, y - arm), (x, y + arm)]] {
        outline(on, &line(&ends)?, PALE, 1.0, (arm * 0.5).max(2.0));
    }
    Some(())
}

/// This turn's draws, the latest at the right end with a ring.
fn draw_strip(on: &mut Pixmap, strip: Area, state: &State) -> Option<()> {
    let middle = strip.top + strip.height / 2;
    let y = f32::from(middle);
    let (left, right) = (f32::from(strip.left) + 10.0, f32::from(strip.right()) - 10.0);
    outline(on, &line(&[(left, y), (right, y)])?, PALE, 0.25, 2.0);
    let tip = line(&[(right - 8.0, y - 7.0), (right, y), (right - 8.0, y + 7.0)])?;
    outline(on, &tip, PALE, 0.6, 2.5);

    let (earlier, drawn) = shown_draws(state);
    let mut x = strip.left + 34;
    if earlier {
        for place in [0.0, 7.0, 14.0] {
            fill(on, &dot(left + place, y, 2.5)?, PALE, 0.8);
        }
    }
    let mut stamps = BTreeMap::new();
    let last = drawn.len().saturating_sub(1);
    for (i, (place, pool)) in drawn.into_iter().enumerate() {
        // The line seems to run behind the dice with a little air around them.
        fill(on, &dot(f32::from(x), y, f32::from(DRAW_DIE) * 0.62)?, CARD, 1.0);
        let stamp = match stamps.entry(place) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                new.insert(Stamp::die(pool.colour, Mark::of(place), DRAW_DIE, 0.0, &GROUNDS)?)
            }
        };
        stamp.put(on, x, middle);
        if i == last {
            Stamp::ring(DRAW_DIE, 0.0)?.put(on, x, middle);
        }
        x += DRAW_PITCH;
    }
    Some(())
}
