//! A shape, drawn once and then stamped wherever it is needed.

use skrifa::MetadataProvider as _;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use tiny_skia::{FillRule, Mask, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::Style;
use super::faces::face;
use super::line::Shape;
use crate::picture::rounded;

/// No shape is larger than so many letters in each direction.
const LARGEST: u32 = 12;

#[derive(Debug, Default)]
pub(super) struct Letter {
    /// From where it stands to where its ink begins.
    left: i32,
    top: i32,
    width: usize,
    /// How much of each pixel is covered, line by line.
    coverage: Vec<u8>,
}

impl Letter {
    /// A space has no ink.
    pub(super) fn draw(shape: Shape, style: Style) -> Letter {
        let path = match shape {
            Some((no, glyph)) => {
                let mut pen = Pen(PathBuilder::new());
                let settings = DrawSettings::unhinted(
                    Size::new(f32::from(style.size)),
                    LocationRef::default(),
                );
                let outline = face(no).and_then(|face| face.font.outline_glyphs().get(glyph));
                let drawn = outline.and_then(|outline| outline.draw(settings, &mut pen).ok());
                drawn.and_then(|_| pen.0.finish())
            }
            None => unknown(f32::from(style.size)),
        };
        path.and_then(|path| Self::inked(&path, style)).unwrap_or_default()
    }

    fn inked(path: &Path, style: Style) -> Option<Letter> {
        let bounds = path.bounds().round_out()?;
        let most = LARGEST * u32::from(style.size);
        let (wide, high) = (bounds.width().min(most), bounds.height().min(most));
        let mut cell = Mask::new(wide, high)?;
        #[expect(clippy::cast_precision_loss, reason = "a shape is a few pixels from its place")]
        let placed = Transform::from_translate(-(bounds.left() as f32), -(bounds.top() as f32));
        cell.fill_path(path, FillRule::Winding, true, placed);
        // fewer shades than there could be: nobody sees them, and the file is smaller for it
        let shade = |alpha: &u8| (alpha / 17).saturating_mul(17);
        let coverage = cell.data().iter().map(shade).collect();
        let width = usize::try_from(wide).ok()?;
        Some(Letter { left: bounds.left(), top: bounds.top(), width, coverage })
    }

    /// Nothing is drawn beyond the ends of the picture.
    pub(super) fn put(&self, on: &mut Pixmap, (x, line): (i32, i32), colour: [u8; 3]) {
        if self.width == 0 {
            return;
        }
        let wide = usize::try_from(on.width()).unwrap_or(1).max(1);
        let (left, top) = (x.saturating_add(self.left), line.saturating_add(self.top));
        let below = |y: i32| usize::try_from(y).unwrap_or(0);
        let lines = self.coverage.chunks_exact(self.width).skip(below(top.saturating_neg()));
        let rows = on.data_mut().chunks_exact_mut(wide * 4).skip(below(top));
        for (from, to) in lines.zip(rows) {
            for (covered, x) in from.iter().zip(left..) {
                let at = usize::try_from(x).ok().map(|x| x * 4);
                if *covered > 0
                    && let Some(pixel) = at.and_then(|at| to.get_mut(at..at + 4))
                {
                    ink(pixel, colour, *covered);
                }
            }
        }
    }
}

/// An empty box on the line.
fn unknown(size: f32) -> Option<Path> {
    let thin = (size * 0.07).max(1.0);
    let stroke = Stroke { width: thin, ..Stroke::default() };
    rounded(size * 0.1, size * -0.7, size * 0.45, size * 0.7, size * 0.08)?.stroke(&stroke, 1.0)
}

/// Words are only ever written on the opaque part of a card, so opacity stays as it is.
fn ink(pixel: &mut [u8], colour: [u8; 3], covered: u8) {
    let (over, through) = (u16::from(covered), u16::from(255 - covered));
    for (below, above) in pixel.iter_mut().zip(colour) {
        let seen = (u16::from(above) * over + u16::from(*below) * through + 127) / 255;
        *below = u8::try_from(seen).unwrap_or(u8::MAX);
    }
}

/// Fonts count upwards, pictures downwards.
struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }

    fn quad_to(&mut self, by_x: f32, by_y: f32, x: f32, y: f32) {
        self.0.quad_to(by_x, -by_y, x, -y);
    }

    fn curve_to(&mut self, from_x: f32, from_y: f32, to_x: f32, to_y: f32, x: f32, y: f32) {
        self.0.cubic_to(from_x, -from_y, to_x, -to_y, x, -y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
