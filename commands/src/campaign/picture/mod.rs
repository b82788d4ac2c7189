//! The map of a campaign: its places with the letter and colour of whoever holds them, lines for the ways between them, and
//! below who is which letter. It is read on phones, where a picture is some 300 points wide: so it is narrow, and its letters are
//! large. Where names have no room, places have their numbers, and the names stand below.

mod grid;
mod ground;
mod legend;
#[cfg(test)]
mod tests;
mod words;

use gatemaster_discord::picture::text::{Lettering, Style, bold};
use gatemaster_discord::picture::{
    CARD, Picture, Rgb, contrast, dot, fill, outline, photo, small_png,
};
use gatemaster_league::campaign::{Campaign, SideNo};
use tiny_skia::Pixmap;

use crate::die::{edge, ink};

pub use ground::{GroundFault, prepared};

/// Every map is as wide as this, so that its letters come out equally large.
const WIDTH: u16 = 752;
const MARGIN: u16 = 24;
const WAY: Rgb = 0x00a9_b4c6;
const WORDS: Rgb = 0x00f2_f5fa;
const QUIET: Rgb = 0x00b4_bece;
/// The edge of what nobody holds.
const NOBODY: Rgb = 0x007d_889b;
/// What a holder's colour must reach against the card.
const CLEAR: f32 = 3.0;
/// On a phone, 28 become eleven points; what is smaller is not read there.
const NAMES: [Style; 2] = [bold(28), bold(24)];

/// The map as it is now, drawn upon the organisers' own picture where there is one. `None` without any place, or if drawing
/// is impossible.
pub fn campaign_map(campaign: &Campaign, own: Option<&[u8]>) -> Option<Picture> {
    let alt = || words::alt(campaign);
    if let Some(drawing) = own.and_then(|own| ground::draw(campaign, own)) {
        return Some(Picture { png: photo::png(&drawing)?, alt: alt() });
    }
    Some(Picture { png: small_png(&grid::draw(campaign)?)?, alt: alt() })
}

/// A side's colour.
fn shown(campaign: &Campaign, side: SideNo) -> Option<Rgb> {
    campaign.side(side).map(|side| side.colour.rgb())
}

/// The same, made clear of the card it lies on.
fn clear(rgb: Rgb) -> Rgb {
    if contrast(rgb, CARD) >= CLEAR { rgb } else { edge(rgb, &[CARD]) }
}

fn point((x, y): (u16, u16)) -> (f32, f32) {
    (f32::from(x), f32::from(y))
}

/// A disc in a side's colour with its letter.
fn draw_chip(
    on: &mut Pixmap,
    letters: &mut Lettering,
    text: &str,
    rgb: Rgb,
    (x, y): (u16, u16),
    radius: u16,
) -> Option<()> {
    let disc = dot(f32::from(x), f32::from(y), f32::from(radius))?;
    fill(on, &disc, rgb, 1.0);
    outline(on, &disc, clear(rgb), 1.0, 2.0);
    let style = letters.largest(text, &[bold(26), bold(20), bold(16)], radius * 7 / 4);
    let wide = letters.width(text, style);
    letters.write(on, text, style, (x.saturating_sub(wide / 2), y + style.drop()), wide, ink(rgb));
    Some(())
}

/// A name in at most two lines, broken between words; a line that is still too long is cut when it is written.
fn two_lines(letters: &mut Lettering, name: &str, style: Style, room: u16) -> Vec<String> {
    if letters.width(name, style) <= room {
        return vec![name.to_owned()];
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let fits = |letters: &mut Lettering, many: usize| {
        words.get(..many).is_some_and(|some| letters.width(&some.join(" "), style) <= room)
    };
    let first = (1..words.len()).rev().find(|many| fits(letters, *many)).unwrap_or(1);
    match words.split_at_checked(first) {
        Some((first, rest)) if !rest.is_empty() => vec![first.join(" "), rest.join(" ")],
        Some(_) | None => vec![name.to_owned()],
    }
}
