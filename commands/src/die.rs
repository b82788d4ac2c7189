//! One die, drawn once for each look and then stamped wherever it lies.

use gatemaster_discord::picture::{Rgb, contrast, dot, fill, line, mix, outline, polygon, rounded};
use gatemaster_rules::colour::Colour;
use tiny_skia::{Path, PathBuilder, Pixmap, Transform};

/// The bag that they are drawn from.
pub const CLOTH: Rgb = 0x002b_2521;
pub const CLOTH_EDGE: Rgb = 0x0086_7253;
pub const CORD: Rgb = 0x00d8_b878;

const LIGHT: Rgb = 0x00ff_ffff;
pub const DARK: Rgb = 0x000d_1017;
/// The ring around the latest die: brighter than any die but the white one, and outside of it.
pub const RING: Rgb = 0x00ff_f3b0;
/// What a die's colour, or else its edge, must reach against what it lies on.
pub const ENOUGH_CONTRAST: f32 = 3.0;

/// What tells pools apart where colours do not. Each stays itself on a die of 12 pixels, and none is
/// a cross, which means lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Dot,
    Bar,
    Triangle,
    Ring,
    TwoDots,
    Diamond,
    TwoBars,
    Half,
    Slash,
    FourDots,
    Chevron,
    Hourglass,
}

impl Mark {
    const ALL: [Mark; 12] = [
        Mark::Dot,
        Mark::Bar,
        Mark::Triangle,
        Mark::Ring,
        Mark::TwoDots,
        Mark::Diamond,
        Mark::TwoBars,
        Mark::Half,
        Mark::Slash,
        Mark::FourDots,
        Mark::Chevron,
        Mark::Hourglass,
    ];

    /// The mark of a pool, by its place among the pools.
    pub fn of(place: usize) -> Mark {
        Mark::ALL[place % Mark::ALL.len()]
    }

    pub fn name(self) -> &'static str {
        match self {
            Mark::Dot => "dot",
            Mark::Bar => "bar",
            Mark::Triangle => "triangle",
            Mark::Ring => "ring",
            Mark::TwoDots => "two dots",
            Mark::Diamond => "diamond",
            Mark::TwoBars => "two bars",
            Mark::Half => "half",
            Mark::Slash => "slash",
            Mark::FourDots => "four dots",
            Mark::Chevron => "chevron",
            Mark::Hourglass => "hourglass",
        }
    }

    /// Its shapes, filled, and its lines with their width, on a die that reaches from -1 to 1.
    fn draw(self, on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
        let mut stroke = |path: Option<Path>, width| {
            outline(on, &path?, ink, 1.0, at.half * width);
            Some(())
        };
        let shapes = match self {
            Mark::Ring => return stroke(at.dot(0.0, 0.0, 0.42), 0.24),
            Mark::Slash => return stroke(at.line(&[(-0.46, 0.46), (0.46, -0.46)]), 0.32),
            Mark::Chevron => {
                return stroke(at.line(&[(-0.48, 0.26), (0.0, -0.3), (0.48, 0.26)]), 0.28);
            }
            Mark::Dot => vec![at.dot(0.0, 0.0, 0.36)],
            Mark::Bar => vec![at.block(-0.58, -0.18, 0.58, 0.18)],
            Mark::Triangle => vec![at.polygon(&[(0.0, -0.56), (0.58, 0.46), (-0.58, 0.46)])],
            Mark::TwoDots => vec![at.dot(0.0, -0.38, 0.25), at.dot(0.0, 0.38, 0.25)],
            Mark::Diamond => {
                vec![at.polygon(&[(0.0, -0.62), (0.62, 0.0), (0.0, 0.62), (-0.62, 0.0)])]
            }
            Mark::TwoBars => {
                vec![at.block(-0.5, -0.56, -0.16, 0.56), at.block(0.16, -0.56, 0.5, 0.56)]
            }
            Mark::Half => vec![at.polygon(&[(-0.64, -0.64), (0.64, -0.64), (-0.64, 0.64)])],
            Mark::FourDots => [(-0.38, -0.38), (0.38, -0.38), (-0.38, 0.38), (0.38, 0.38)]
                .map(|(x, y)| at.dot(x, y, 0.21))
                .into(),
            Mark::Hourglass => {
                vec![at.polygon(&[(-0.54, -0.58), (0.54, -0.58), (-0.54, 0.58), (0.54, 0.58)])]
            }
        };
        for path in shapes {
            fill(on, &path?, ink, 1.0);
        }
        Some(())
    }
}

/// Where on a stamp the die is, and how it lies.
pub struct Place {
    middle: f32,
    pub half: f32,
    turn: Transform,
}

impl Place {
    /// One that stands upright around this point of both axes.
    pub fn upright(middle: f32, half: f32) -> Place {
        Place { middle, half, turn: Transform::identity() }
    }

    fn x(&self, x: f32) -> f32 {
        self.middle + self.half * x
    }

    fn y(&self, y: f32) -> f32 {
        self.middle + self.half * y
    }

    fn turned(&self, path: Option<Path>) -> Option<Path> {
        path?.transform(self.turn)
    }

    pub fn square(&self, grow: f32) -> Option<Path> {
        let half = self.half + grow;
        let corner = self.half * 0.45 + grow.max(0.0);
        let start = self.middle - half;
        self.turned(rounded(start, start, half * 2.0, half * 2.0, corner))
    }

    /// A line through points on a die that reaches from -1 to 1.
    pub fn line(&self, points: &[(f32, f32)]) -> Option<Path> {
        self.turned(line(&self.points(points)))
    }

    pub fn polygon(&self, points: &[(f32, f32)]) -> Option<Path> {
        self.turned(polygon(&self.points(points)))
    }

    pub fn block(&self, left: f32, top: f32, right: f32, bottom: f32) -> Option<Path> {
        self.polygon(&[(left, top), (right, top), (right, bottom), (left, bottom)])
    }

    pub fn dot(&self, x: f32, y: f32, radius: f32) -> Option<Path> {
        self.turned(dot(self.x(x), self.y(y), self.half * radius))
    }

    /// Anything else, drawn by hand on a die that reaches from -1 to 1.
    pub fn shape(&self, draw: impl FnOnce(&mut PathBuilder)) -> Option<Path> {
        let mut pen = PathBuilder::new();
        draw(&mut pen);
        let here = Transform::from_row(self.half, 0.0, 0.0, self.half, self.middle, self.middle);
        self.turned(pen.finish()?.transform(here))
    }

    fn points(&self, points: &[(f32, f32)]) -> Vec<(f32, f32)> {
        points.iter().map(|(x, y)| (self.x(*x), self.y(*y))).collect()
    }
}

/// The colour of the line around a die: a shade of its own, or light where its colour would be lost
/// on what it lies on.
pub fn edge(colour: Rgb, grounds: &[Rgb]) -> Rgb {
    if is_clear(colour, grounds) { mix(colour, DARK, 110) } else { mix(colour, LIGHT, 150) }
}

fn is_clear(colour: Rgb, grounds: &[Rgb]) -> bool {
    grounds.iter().all(|ground| contrast(colour, *ground) >= ENOUGH_CONTRAST)
}

pub fn ink(colour: Rgb) -> Rgb {
    if contrast(colour, LIGHT) >= contrast(colour, DARK) { LIGHT } else { DARK }
}

/// A die ready to be put down many times: drawing its lines again for each would take most of the
/// time of a picture.
pub struct Stamp {
    pixels: Pixmap,
    middle: u16,
}

impl Stamp {
    /// A die in play. `turned` is in degrees.
    pub fn die(
        colour: Colour,
        mark: Mark,
        size: u16,
        turned: f32,
        grounds: &[Rgb],
    ) -> Option<Stamp> {
        Stamp::showing(colour, size, turned, grounds, |pixels, ink, place| {
            mark.draw(pixels, ink, place)
        })
    }

    /// A die with something drawn on it in a colour that is seen there.
    pub fn showing(
        colour: Colour,
        size: u16,
        turned: f32,
        grounds: &[Rgb],
        face: impl FnOnce(&mut Pixmap, Rgb, &Place) -> Option<()>,
    ) -> Option<Stamp> {
        Stamp::drawn(size, turned, |pixels, place| {
            let rgb = colour.rgb();
            let rim = (place.half * 0.12).clamp(1.0, 2.0);
            fill(pixels, &place.square(0.0)?, edge(rgb, grounds), 1.0);
            fill(pixels, &place.square(-rim)?, rgb, 1.0);
            if size >= 24 {
                // Light from above. On smaller dice it would only blur the mark.
                let light = place.line(&[(-0.56, -0.76), (0.56, -0.76)])?;
                outline(pixels, &light, mix(rgb, LIGHT, 120), 1.0, place.half * 0.09);
            }
            face(pixels, ink(rgb), place)
        })
    }

    /// The outline of a die that is out of the game, crossed.
    pub fn lost(colour: Colour, size: u16, grounds: &[Rgb]) -> Option<Stamp> {
        Stamp::drawn(size, 0.0, |pixels, place| {
            let rgb = colour.rgb();
            let rgb = if is_clear(rgb, grounds) { rgb } else { edge(rgb, grounds) };
            let width = (place.half * 0.14).clamp(1.0, 2.5);
            outline(pixels, &place.square(-width / 2.0)?, rgb, 0.6, width);
            for ends in [[(-0.42, -0.42), (0.42, 0.42)], [(0.42, -0.42), (-0.42, 0.42)]] {
                outline(pixels, &place.line(&ends)?, rgb, 0.6, width);
            }
            Some(())
        })
    }

    /// The bright ring around the latest die.
    pub fn ring(size: u16, turned: f32) -> Option<Stamp> {
        Stamp::drawn(size, turned, |pixels, place| {
            let width = (place.half * 0.16).clamp(1.5, 3.0);
            outline(pixels, &place.square(width * 1.2)?, RING, 1.0, width);
            Some(())
        })
    }

    /// The shadow of a die that lies in the open.
    pub fn shadow(size: u16, turned: f32) -> Option<Stamp> {
        Stamp::drawn(size, turned, |pixels, place| {
            fill(pixels, &place.square(0.0)?, DARK, 0.55);
            Some(())
        })
    }

    /// Anything that fits where a die does.
    pub fn drawn(
        size: u16,
        turned: f32,
        draw: impl FnOnce(&mut Pixmap, &Place) -> Option<()>,
    ) -> Option<Stamp> {
        // Room for a die that is turned a little, and for a ring around it.
        let middle = size.saturating_mul(3) / 5 + 6;
        let mut pixels = Pixmap::new(u32::from(middle) * 2, u32::from(middle) * 2)?;
        let at = f32::from(middle);
        let turn = Transform::from_rotate_at(turned, at, at);
        draw(&mut pixels, &Place { middle: at, half: f32::from(size) / 2.0, turn })?;
        Some(Stamp { pixels, middle })
    }

    /// Puts the die down with its middle here. By hand, as hundreds of dice are put down in a large
    /// picture and `draw_pixmap` takes many times longer. A die that would reach over the left or
    /// upper end is left out, but the layout puts none there.
    pub fn put(&self, on: &mut Pixmap, x: u16, y: u16) {
        let (Some(left), Some(top)) = (x.checked_sub(self.middle), y.checked_sub(self.middle))
        else {
            return;
        };
        let (left, top, side) = (usize::from(left), usize::from(top), usize::from(self.middle) * 2);
        let width = usize::try_from(on.width()).unwrap_or(0).max(1);
        let below = on.data_mut().chunks_exact_mut(width * PIXEL).skip(top);
        for (from, to) in self.pixels.data().chunks_exact(side * PIXEL).zip(below) {
            let Some(to) = to.get_mut(left * PIXEL..) else { return };
            for (from, to) in from.chunks_exact(PIXEL).zip(to.chunks_exact_mut(PIXEL)) {
                lay_over(from, to);
            }
        }
    }
}

/// The bytes of a pixel: red, green, blue, opacity.
const PIXEL: usize = 4;

/// Both are multiplied with their opacity already, so the lower one shines through as far as the
/// upper one lets it.
fn lay_over(upper: &[u8], lower: &mut [u8]) {
    match upper[3] {
        0 => {}
        255 => lower.copy_from_slice(upper),
        opacity => {
            let through = u16::from(255 - opacity);
            for (upper, lower) in upper.iter().zip(lower) {
                let seen = u16::from(*upper) + (u16::from(*lower) * through + 127) / 255;
                *lower = u8::try_from(seen).unwrap_or(u8::MAX);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pool_of_a_full_bag_has_its_own_mark() {
        for (i, mark) in Mark::ALL.into_iter().enumerate() {
            assert_eq!(Mark::of(i), mark);
            let stamp = |mark| Stamp::die(Colour::Blue, mark, 12, 0.0, &[]).unwrap().pixels;
            for other in &Mark::ALL[..i] {
                assert_ne!(stamp(mark).data(), stamp(*other).data(), "{mark:?} {other:?}");
                assert_ne!(mark.name(), other.name());
            }
        }
        assert_eq!(Mark::of(12), Mark::Dot, "more pools than marks begin again");
    }

    #[test]
    fn every_mark_is_seen_on_every_colour() {
        for colour in Colour::ALL {
            let rgb = colour.rgb();
            assert!(contrast(rgb, ink(rgb)) >= ENOUGH_CONTRAST, "{}", colour.name());
        }
    }
}
