//! The kit that pictures are drawn with. Pure: the same strokes always give the same bytes.
//!
//! A picture is never the only place where something is said. Words stand beside it in the message,
//! where they can be searched, translated and read aloud; `alt` says the rest. So a bag needs no
//! letters; a battle has them, as nothing else tells twenty rows of units apart at a glance.

pub mod emoji;
mod palette;
pub mod photo;
pub mod text;

pub use palette::png as small_png;

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform,
};

/// A picture and the words for those who do not see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub png: Vec<u8>,
    /// Plain English, at most [`MAX_ALT`] characters.
    pub alt: String,
}

/// Discord takes up to 1024 characters.
pub const MAX_ALT: usize = 1_000;

/// Red, green and blue as one number, like `Colour::rgb` gives them.
pub type Rgb = u32;

/// The card brings its own ground, so that it looks the same on a dark and on a light theme.
pub const CARD: Rgb = 0x001b_202b;
pub const CARD_EDGE: Rgb = 0x0039_4357;
pub const CARD_CORNER: f32 = 22.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub left: u16,
    pub top: u16,
    pub width: u16,
    pub height: u16,
}

impl Area {
    pub fn right(self) -> u16 {
        self.left + self.width
    }

    pub fn bottom(self) -> u16 {
        self.top + self.height
    }
}

pub fn channels(rgb: Rgb) -> [u8; 3] {
    let [_, red, green, blue] = rgb.to_be_bytes();
    [red, green, blue]
}

pub fn paint(rgb: Rgb, opacity: f32) -> Paint<'static> {
    let [red, green, blue] = channels(rgb);
    let mut color = Color::from_rgba8(red, green, blue, 255);
    color.set_alpha(opacity);
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(color);
    paint
}

/// `share` of 0 is all `from`, 255 is all `to`.
pub fn mix(from: Rgb, to: Rgb, share: u8) -> Rgb {
    let share = u32::from(share);
    let one = |from: u8, to: u8| (u32::from(from) * (255 - share) + u32::from(to) * share) / 255;
    let ([r, g, b], [to_r, to_g, to_b]) = (channels(from), channels(to));
    one(r, to_r) << 16 | one(g, to_g) << 8 | one(b, to_b)
}

/// How well two colours are told apart by their brightness, from 1 to 21, as WCAG counts it.
pub fn contrast(one: Rgb, other: Rgb) -> f32 {
    let (one, other) = (brightness(one) + 0.05, brightness(other) + 0.05);
    one.max(other) / one.min(other)
}

pub fn brightness(rgb: Rgb) -> f32 {
    let linear = channels(rgb).map(|channel| {
        let channel = f32::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

/// An empty card of this size, its corners see-through.
pub fn card(width: u16, height: u16) -> Option<Pixmap> {
    let mut card = Pixmap::new(u32::from(width), u32::from(height))?;
    let (width, height) = (f32::from(width), f32::from(height));
    fill(&mut card, &rounded(0.0, 0.0, width, height, CARD_CORNER)?, CARD, 1.0);
    let edge = rounded(1.0, 1.0, width - 2.0, height - 2.0, CARD_CORNER - 1.0)?;
    outline(&mut card, &edge, CARD_EDGE, 1.0, 2.0);
    Some(card)
}

pub fn fill(on: &mut Pixmap, path: &Path, rgb: Rgb, opacity: f32) {
    on.fill_path(path, &paint(rgb, opacity), FillRule::Winding, Transform::identity(), None);
}

pub fn outline(on: &mut Pixmap, path: &Path, rgb: Rgb, opacity: f32, width: f32) {
    let stroke =
        Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    on.stroke_path(path, &paint(rgb, opacity), &stroke, Transform::identity(), None);
}

pub fn line(points: &[(f32, f32)]) -> Option<Path> {
    draw(points).finish()
}

pub fn polygon(points: &[(f32, f32)]) -> Option<Path> {
    let mut pen = draw(points);
    pen.close();
    pen.finish()
}

pub fn draw(points: &[(f32, f32)]) -> PathBuilder {
    let mut pen = PathBuilder::new();
    for (i, (x, y)) in points.iter().enumerate() {
        if i == 0 { pen.move_to(*x, *y) } else { pen.line_to(*x, *y) }
    }
    pen
}

pub fn dot(x: f32, y: f32, radius: f32) -> Option<Path> {
    PathBuilder::from_circle(x, y, radius)
}

/// A rectangle with round corners.
pub fn rounded(x: f32, y: f32, width: f32, height: f32, corner: f32) -> Option<Path> {
    let corner = corner.min(width / 2.0).min(height / 2.0);
    let (right, bottom) = (x + width, y + height);
    let mut pen = PathBuilder::new();
    pen.move_to(x + corner, y);
    pen.line_to(right - corner, y);
    pen.quad_to(right, y, right, y + corner);
    pen.line_to(right, bottom - corner);
    pen.quad_to(right, bottom, right - corner, bottom);
    pen.line_to(x + corner, bottom);
    pen.quad_to(x, bottom, x, bottom - corner);
    pen.line_to(x, y + corner);
    pen.quad_to(x, y, x + corner, y);
    pen.close();
    pen.finish()
}

/// The drawing as a PNG file.
pub fn png(drawing: &Pixmap) -> Option<Vec<u8>> {
    let mut file = Vec::with_capacity(32 * 1024);
    let mut encoder = png::Encoder::new(&mut file, drawing.width(), drawing.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    // Dice are stamped, so the same pixels come again and again: the quickest search for
    // repetitions finds them, best in unfiltered rows. `Compression::Fast` does not search; it saves
    // a third of a millisecond on a usual bag and makes one of hundreds of dice six times larger.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(1));
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&straight(drawing)).ok()?;
    writer.finish().ok()?;
    Some(file)
}

/// PNG wants colours as they are, `tiny-skia` keeps them multiplied with their opacity. Only the
/// card's corners are not opaque, so nearly all of it is a copy.
pub fn straight(drawing: &Pixmap) -> Vec<u8> {
    let mut bytes = drawing.data().to_vec();
    for (out, pixel) in bytes.chunks_exact_mut(4).zip(drawing.pixels()) {
        if pixel.alpha() != 255 {
            let pixel = pixel.demultiply();
            out.copy_from_slice(&[pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]);
        }
    }
    bytes
}
