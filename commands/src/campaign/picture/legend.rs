//! What stands below the map: who is which letter and, where names had no room, what is which number.

use gatemaster_discord::picture::text::{Lettering, bold, plain};
use gatemaster_discord::picture::{dot, outline};
use gatemaster_league::campaign::Campaign;
use gatemaster_league::campaign::map::letter;
use tiny_skia::Pixmap;

use super::{MARGIN, NOBODY, QUIET, WIDTH, WORDS, draw_chip};

const LINE: u16 = 44;
const COLUMNS: u16 = 2;
const COLUMN: u16 = (WIDTH - 2 * MARGIN) / COLUMNS;
const CHIP: u16 = 17;

/// How much room it takes.
pub(super) fn height(campaign: &Campaign, numbers: bool) -> u16 {
    let sides = u16::try_from(campaign.sides.len()).unwrap_or(u16::MAX - 1).saturating_add(1);
    let places = if numbers { u16::try_from(campaign.places.len()).unwrap_or(u16::MAX) } else { 0 };
    let lines = sides.div_ceil(COLUMNS).saturating_add(places.div_ceil(COLUMNS));
    lines.saturating_mul(LINE).saturating_add(MARGIN)
}

/// From `top` downwards.
pub(super) fn draw(
    on: &mut Pixmap,
    letters: &mut Lettering,
    campaign: &Campaign,
    top: u16,
    numbers: bool,
) -> Option<()> {
    let at = |entry: u16, top: u16| {
        (MARGIN + entry % COLUMNS * COLUMN, top + entry / COLUMNS * LINE + LINE / 2)
    };
    let style = plain(28);
    let room = COLUMN - 2 * CHIP - 20;
    let mut entry = 0;
    for side in &campaign.sides {
        let (x, y) = at(entry, top);
        let text = letter(campaign, side.no).to_string();
        draw_chip(on, letters, &text, side.colour.rgb(), (x + CHIP, y), CHIP)?;
        let words = (x + 2 * CHIP + 10, y + style.drop());
        letters.write(on, &side.name, style, words, room, WORDS);
        entry += 1;
    }
    let (x, y) = at(entry, top);
    let disc = dot(f32::from(x + CHIP), f32::from(y), f32::from(CHIP) - 1.0)?;
    outline(on, &disc, NOBODY, 1.0, 2.0);
    letters.write(on, "nobody's", style, (x + 2 * CHIP + 10, y + style.drop()), room, QUIET);
    if !numbers {
        return Some(());
    }
    let top = top + (entry + 1).div_ceil(COLUMNS) * LINE;
    for (entry, place) in (0..).zip(&campaign.places) {
        let (x, y) = at(entry, top);
        let number = bold(28);
        let text = place.no.to_string();
        letters.write(on, &text, number, (x, y + number.drop()), 2 * CHIP + 6, QUIET);
        let words = (x + 2 * CHIP + 10, y + style.drop());
        letters.write(on, &place.name, style, words, room, WORDS);
    }
    Some(())
}
