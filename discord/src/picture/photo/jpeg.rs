//! Photographs as cameras and phones make them.

use tiny_skia::{IntSize, Pixmap};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{MOST_PIXELS, PhotoFault};

/// No side is longer, so that the count of all pixels is looked at in time.
const LONGEST_SIDE: usize = 24_000;
/// A picture that comes in more steps only wants to be slow to read; a dozen is much.
const MOST_SCANS: usize = 40;

pub(super) fn is_jpeg(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xd8, 0xff])
}

/// The size is known before anything is unpacked.
pub(super) fn read(bytes: &[u8]) -> Result<Pixmap, PhotoFault> {
    let options = DecoderOptions::new_safe()
        .set_max_width(LONGEST_SIDE)
        .set_max_height(LONGEST_SIDE)
        .jpeg_set_max_scans(MOST_SCANS)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|_| PhotoFault::Unreadable)?;
    let (width, height) = decoder.dimensions().ok_or(PhotoFault::Unreadable)?;
    if u64::try_from(width.saturating_mul(height)).unwrap_or(u64::MAX) > MOST_PIXELS {
        return Err(PhotoFault::TooLarge);
    }
    let turned = decoder.exif().map_or(Turned::default(), |exif| Turned::of(exif));
    let colours = decoder.decode().map_err(|_| PhotoFault::Unreadable)?;
    if colours.len() != width * height * 3 {
        return Err(PhotoFault::Unreadable);
    }
    upright(&colours, (width, height), turned).ok_or(PhotoFault::Unreadable)
}

/// How a camera was held: its pictures are kept as it saw them, and say how they are to be turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Turned {
    /// Columns are lines.
    on_its_side: bool,
    from_right: bool,
    from_below: bool,
}

impl Turned {
    /// Numbered as Exif does.
    fn numbered(number: u16) -> Self {
        let (on_its_side, from_right, from_below) = match number {
            2 => (false, true, false),
            3 => (false, true, true),
            4 => (false, false, true),
            5 => (true, false, false),
            6 => (true, false, true),
            7 => (true, true, true),
            8 => (true, true, false),
            _ => (false, false, false),
        };
        Self { on_its_side, from_right, from_below }
    }

    /// As the tag "orientation" in the first directory of Exif data says; nothing where that cannot be read.
    fn of(exif: &[u8]) -> Self {
        const ORIENTATION: u16 = 0x0112;
        const MOST_TAGS: u16 = 200;
        let Some(order) = exif.get(..2) else { return Self::default() };
        let big = match order {
            b"MM" => true,
            b"II" => false,
            _ => return Self::default(),
        };
        let short = |at: usize| -> Option<u16> {
            let two: [u8; 2] = exif.get(at..at.checked_add(2)?)?.try_into().ok()?;
            Some(if big { u16::from_be_bytes(two) } else { u16::from_le_bytes(two) })
        };
        let long = |at: usize| -> Option<usize> {
            let four: [u8; 4] = exif.get(at..at.checked_add(4)?)?.try_into().ok()?;
            let number = if big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) };
            usize::try_from(number).ok()
        };
        let found = long(4).and_then(|directory| {
            let tags = short(directory)?.min(MOST_TAGS);
            (0..usize::from(tags))
                .map_while(|tag| directory.checked_add(2 + tag * 12))
                .find(|at| short(*at) == Some(ORIENTATION))
                .and_then(|at| short(at.checked_add(8)?))
        });
        found.map_or(Self::default(), Self::numbered)
    }
}

/// The pixels as people look at them, opaque.
fn upright(colours: &[u8], (width, height): (usize, usize), turned: Turned) -> Option<Pixmap> {
    let (wide, high) = if turned.on_its_side { (height, width) } else { (width, height) };
    let mut pixels = Vec::with_capacity(colours.len() / 3 * 4);
    for y in 0..high {
        for x in 0..wide {
            let (x, y) = if turned.on_its_side { (y, x) } else { (x, y) };
            let x = if turned.from_right { width - 1 - x } else { x };
            let y = if turned.from_below { height - 1 - y } else { y };
            let at = (y * width + x) * 3;
            pixels.extend_from_slice(colours.get(at..at + 3)?);
            pixels.push(255);
        }
    }
    let size = IntSize::from_wh(u32::try_from(wide).ok()?, u32::try_from(high).ok()?)?;
    Pixmap::from_vec(pixels, size)
}

#[cfg(test)]
mod tests;
