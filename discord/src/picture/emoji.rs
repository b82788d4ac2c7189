//! Emoji of the application's own: how large they are, and the faces of dice. They stand within a line of text, some 22
//! pixels high, on dark and on light ground. So what tells a hit from a miss is the shape as well as the colour: a hit is
//! large, light and ticked, a miss is small, dark and crossed.

use tiny_skia::{Path, Pixmap, PixmapPaint, Transform};

use super::text::{Lettering, Style, bold};
use super::{Rgb, dot, fill, line, outline, polygon, rounded, small_png};
use crate::signs::{Look, die_name};

/// Discord shows them no larger than this.
pub const SIZE: u16 = 128;

/// An emoji to upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// 2 to 32 letters, digits and underscores. It is read aloud where the picture is not seen.
    pub name: String,
    pub png: Vec<u8>,
}

impl Drawn {
    /// `None` only if drawing is impossible.
    pub fn new(name: impl Into<String>, on: &Pixmap) -> Option<Drawn> {
        Some(Drawn { name: name.into(), png: small_png(on)? })
    }
}

/// An empty sheet.
pub fn sheet() -> Option<Pixmap> {
    Pixmap::new(SIZE.into(), SIZE.into())
}

const MIDDLE: f32 = 64.0;

/// The dice that have faces as emoji: their sides, and the looks that only one face of them has.
const DICE: [(u8, &[(u8, Look)]); 2] = [(6, &[]), (10, &[(1, Look::Lucky), (10, Look::Dud)])];

/// Every face of the dice, plain, as a hit and as a miss; and the lucky and the dud one.
pub fn dice() -> Vec<Drawn> {
    let mut letters = Lettering::default();
    let mut all = Vec::new();
    for (sides, special) in DICE {
        let usual = [Look::Plain, Look::Hit, Look::Miss];
        let faces = (1..=sides).flat_map(|face| usual.map(|look| (face, look)));
        for (face, look) in faces.chain(special.iter().copied()) {
            all.extend(die(&mut letters, sides, face, look));
        }
    }
    all
}

/// How a look is painted.
struct Paint {
    body: Rgb,
    edge: Rgb,
    figure: Rgb,
    /// How much of the sheet it takes.
    share: f32,
}

fn paint(look: Look) -> Paint {
    match look {
        Look::Plain => {
            Paint { body: 0x00f4_f0e4, edge: 0x005a_6274, figure: 0x001b_202b, share: 0.92 }
        }
        Look::Hit => {
            Paint { body: 0x001e_9e58, edge: 0x00d9_f7e5, figure: 0x00ff_ffff, share: 1.0 }
        }
        Look::Miss => {
            Paint { body: 0x0030_3642, edge: 0x008b_93a3, figure: 0x00c3_cad6, share: 0.8 }
        }
        Look::Lucky => {
            Paint { body: 0x00ff_c93c, edge: 0x007a_5200, figure: 0x001b_202b, share: 1.0 }
        }
        Look::Dud => {
            Paint { body: 0x00a3_2330, edge: 0x00f3_c4c8, figure: 0x00ff_ffff, share: 0.92 }
        }
    }
}

fn die(letters: &mut Lettering, sides: u8, face: u8, look: Look) -> Option<Drawn> {
    let mut on = sheet()?;
    let paint = paint(look);
    let body = match look {
        Look::Lucky => star()?,
        Look::Dud => octagon(paint.share)?,
        Look::Plain | Look::Hit | Look::Miss => body(sides, paint.share)?,
    };
    fill(&mut on, &body, paint.body, 1.0);
    outline(&mut on, &body, paint.edge, 1.0, 7.0);

    let figure = face.to_string();
    // a figure beside which something stands moves out of its way
    let (size, at) = match (look, figure.len()) {
        (Look::Plain, 1) => (92, (64, 64)),
        (Look::Plain, _) => (76, (64, 64)),
        (Look::Lucky, _) => (68, (64, 68)),
        (Look::Hit, 1) => (86, (58, 58)),
        (Look::Miss, 1) => (76, (58, 58)),
        (Look::Hit | Look::Dud, _) => (70, (60, 58)),
        (Look::Miss, _) => (62, (60, 58)),
    };
    let mut on = with_figure(letters, &on, &figure, bold(size), at, paint.figure)?;
    match look {
        Look::Plain | Look::Lucky => {}
        Look::Hit => tick(&mut on)?,
        Look::Miss => cross(&mut on, GREY)?,
        Look::Dud => cross(&mut on, LIGHT)?,
    }
    Drawn::new(die_name(sides, face, look), &on)
}

/// A letter is only written where its whole cell has room, with the accents it might have. So it is written on a higher
/// sheet.
fn with_figure(
    letters: &mut Lettering,
    on: &Pixmap,
    figure: &str,
    style: Style,
    (x, y): (u16, u16),
    ink: Rgb,
) -> Option<Pixmap> {
    const MORE: u16 = SIZE / 2;
    let mut high = Pixmap::new(SIZE.into(), (MORE + SIZE).into())?;
    stamp(&mut high, on, MORE.into());
    let left = x.saturating_sub(letters.width(figure, style) / 2);
    letters.write(&mut high, figure, style, (left, MORE + y + style.drop()), SIZE, ink);
    let mut done = sheet()?;
    stamp(&mut done, &high, -i32::from(MORE));
    Some(done)
}

fn stamp(on: &mut Pixmap, what: &Pixmap, top: i32) {
    on.draw_pixmap(0, top, what.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
}

/// A six-sided die is a square, a ten-sided one stands on its tip.
fn body(sides: u8, share: f32) -> Option<Path> {
    let half = (MIDDLE - 5.0) * share;
    if sides == 6 {
        let start = MIDDLE - half;
        return rounded(start, start, half * 2.0, half * 2.0, half * 0.4);
    }
    let shoulder = half * 0.36;
    polygon(&[
        (MIDDLE, MIDDLE - half),
        (MIDDLE + half, MIDDLE - shoulder),
        (MIDDLE + half, MIDDLE + shoulder),
        (MIDDLE, MIDDLE + half),
        (MIDDLE - half, MIDDLE + shoulder),
        (MIDDLE - half, MIDDLE - shoulder),
    ])
}

fn star() -> Option<Path> {
    const POINTS: u8 = 5;
    let step = std::f32::consts::PI / f32::from(POINTS);
    let corners: Vec<(f32, f32)> = (0..POINTS * 2)
        .map(|place| {
            let radius = if place % 2 == 0 { 60.0 } else { 36.0 };
            let (sin, cos) = (step * f32::from(place)).sin_cos();
            (MIDDLE + radius * sin, MIDDLE + 4.0 - radius * cos)
        })
        .collect();
    polygon(&corners)
}

/// Like a sign that says stop.
fn octagon(share: f32) -> Option<Path> {
    let half = (MIDDLE - 5.0) * share;
    let corner = half * 0.41;
    let around: [(f32, f32); 4] = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    let corners = around.iter().flat_map(|(x, y)| {
        [
            (x * half + y * corner, y * half - x * corner),
            (x * half - y * corner, y * half + x * corner),
        ]
    });
    polygon(&corners.map(|(x, y)| (MIDDLE + x, MIDDLE + y)).collect::<Vec<_>>())
}

const LIGHT: Rgb = 0x00ff_ffff;
const GREY: Rgb = 0x008b_93a3;
const DARK: Rgb = 0x0015_1920;

/// Where the tick and the cross stand: the lower right corner.
const BADGE: (f32, f32) = (101.0, 101.0);

fn badge(on: &mut Pixmap, ground: Rgb) -> Option<()> {
    let (x, y) = BADGE;
    let ground_path = dot(x, y, 25.0)?;
    outline(on, &ground_path, DARK, 1.0, 4.0);
    fill(on, &ground_path, ground, 1.0);
    Some(())
}

fn tick(on: &mut Pixmap) -> Option<()> {
    let (x, y) = BADGE;
    badge(on, LIGHT)?;
    let mark = line(&[(x - 13.0, y + 1.0), (x - 4.0, y + 11.0), (x + 14.0, y - 11.0)])?;
    outline(on, &mark, 0x0008_5f30, 1.0, 10.0);
    Some(())
}

fn cross(on: &mut Pixmap, ground: Rgb) -> Option<()> {
    let (x, y) = BADGE;
    badge(on, ground)?;
    for lean in [1.0, -1.0] {
        let stroke = line(&[(x - 10.0, y - 10.0 * lean), (x + 10.0, y + 10.0 * lean)])?;
        outline(on, &stroke, DARK, 1.0, 10.0);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::limits;

    #[test]
    fn every_face_has_a_name_and_a_drawing_of_its_own_that_discord_takes() {
        let all = dice();
        assert_eq!(all.len(), 6 * 3 + 10 * 3 + 2);
        let names: HashSet<&str> = all.iter().map(|drawn| drawn.name.as_str()).collect();
        let drawings: HashSet<&[u8]> = all.iter().map(|drawn| drawn.png.as_slice()).collect();
        assert_eq!((names.len(), drawings.len()), (all.len(), all.len()));
        for Drawn { name, png } in &all {
            assert!(limits::EMOJI_NAME.contains(&name.len()), "{name}");
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
            assert!(png.len() < 16 * 1024, "{name} takes {} bytes", png.len());
        }
        assert!(names.contains("d10_1_lucky") && names.contains("d6_6_miss"));
    }

    /// The pictures side by side, in grey and as small as they are shown, differ much more than by their colour.
    #[test]
    fn without_colours_a_hit_is_still_told_from_a_miss() {
        for sides in [6, 10] {
            let mut letters = Lettering::default();
            let mut grey = |look| small_and_grey(&die(&mut letters, sides, 3, look).unwrap().png);
            let (hit, miss, plain) = (grey(Look::Hit), grey(Look::Miss), grey(Look::Plain));
            for (one, other) in [(&hit, &miss), (&hit, &plain), (&miss, &plain)] {
                let apart = one.iter().zip(other).filter(|(a, b)| a.abs_diff(**b) > 48).count();
                assert!(apart * 3 > one.len(), "{apart} of {} places differ", one.len());
            }
        }
    }

    /// How bright each of 16 by 16 places is on a dark ground.
    fn small_and_grey(png: &[u8]) -> Vec<u8> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        let at = |x: usize, y: usize| -> u32 {
            let pixel = &bytes[(y * 128 + x) * 4..][..4];
            let opacity = u32::from(pixel[3]);
            let bright = pixel[..3].iter().map(|part| u32::from(*part)).sum::<u32>() / 3;
            (bright * opacity + 0x33 * (255 - opacity)) / 255
        };
        let mut small = Vec::new();
        for place in 0..256 {
            let (left, top) = (place % 16 * 8, place / 16 * 8);
            let sum: u32 = (0..64).map(|i| at(left + i % 8, top + i / 8)).sum();
            small.push(u8::try_from(sum / 64).unwrap());
        }
        small
    }
}
