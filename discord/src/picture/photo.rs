//! Pictures that people bring: read with care, made as small as they are shown, and kept in full colour.

mod jpeg;

use std::io::Cursor;

use tiny_skia::{FilterQuality, IntSize, Pixmap, PixmapPaint, Transform};

/// A larger one is no map but a way to fill the memory.
const MOST_PIXELS: u64 = 24_000_000;

/// Why a picture is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhotoFault {
    /// Neither a PNG nor a JPEG, or a damaged one.
    Unreadable,
    TooLarge,
}

/// The picture out of a PNG or JPEG file.
pub fn read(bytes: &[u8]) -> Result<Pixmap, PhotoFault> {
    if jpeg::is_jpeg(bytes) { jpeg::read(bytes) } else { read_png(bytes) }
}

fn read_png(bytes: &[u8]) -> Result<Pixmap, PhotoFault> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|_| PhotoFault::Unreadable)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(PhotoFault::TooLarge);
    }
    let size = reader.output_buffer_size().ok_or(PhotoFault::TooLarge)?;
    let mut samples = vec![0; size];
    let frame = reader.next_frame(&mut samples).map_err(|_| PhotoFault::Unreadable)?;
    samples.truncate(frame.buffer_size());
    let pixels = straight_pixels(&samples, frame.color_type).ok_or(PhotoFault::Unreadable)?;
    let size = IntSize::from_wh(width, height).ok_or(PhotoFault::Unreadable)?;
    Pixmap::from_vec(pixels, size).ok_or(PhotoFault::Unreadable)
}

/// Red, green, blue and opacity; what is see-through lies on black, as there is nothing below a map.
fn straight_pixels(samples: &[u8], colours: png::ColorType) -> Option<Vec<u8>> {
    let opaque = |channel: u8, opacity: u8| {
        u8::try_from(u16::from(channel) * u16::from(opacity) / 255).unwrap_or(u8::MAX)
    };
    let mut pixels = Vec::with_capacity(samples.len() / colours.samples() * 4);
    for pixel in samples.chunks_exact(colours.samples()) {
        let [red, green, blue] = match *pixel {
            [grey] => [grey; 3],
            [grey, opacity] => [opaque(grey, opacity); 3],
            [red, green, blue] => [red, green, blue],
            [red, green, blue, opacity] => [red, green, blue].map(|one| opaque(one, opacity)),
            _ => return None,
        };
        pixels.extend([red, green, blue, 255]);
    }
    Some(pixels)
}

/// The same in a size that fits, its sides in proportion. A small one is made larger.
pub fn fitted(picture: &Pixmap, width: u16, most_height: u16) -> Option<Pixmap> {
    let mut picture = picture.clone();
    // bilinear filtering looks at four pixels only, so a large picture is halved until that is enough
    while picture.width() > 2 * u32::from(width) && picture.height() > 1 {
        picture = halved(&picture)?;
    }
    #[expect(clippy::cast_precision_loss, reason = "pictures are far smaller")]
    let (from_width, from_height) = (picture.width() as f32, picture.height() as f32);
    let scale = (f32::from(width) / from_width).min(f32::from(most_height) / from_height);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between one pixel and the limits"
    )]
    let size = |from: f32| (from * scale).round().max(1.0) as u32;
    let mut fitted = Pixmap::new(size(from_width), size(from_height))?;
    let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    let scaled = Transform::from_scale(scale, scale);
    fitted.fill(tiny_skia::Color::BLACK);
    fitted.draw_pixmap(0, 0, picture.as_ref(), &paint, scaled, None);
    Some(fitted)
}

fn halved(picture: &Pixmap) -> Option<Pixmap> {
    let (width, height) = (picture.width() / 2, picture.height() / 2);
    let mut half = Pixmap::new(width.max(1), height.max(1))?;
    let line = usize::try_from(picture.width()).ok()? * 4;
    let data = picture.data();
    let mut out = half.data_mut().iter_mut();
    for rows in data.chunks_exact(2 * line) {
        let (upper, lower) = rows.split_at(line);
        for (above, below) in upper.chunks_exact(8).zip(lower.chunks_exact(8)) {
            for channel in 0..4 {
                let four = [above[channel], above[channel + 4], below[channel], below[channel + 4]];
                let sum: u16 = four.into_iter().map(u16::from).sum();
                *out.next()? = u8::try_from(sum / 4).unwrap_or(u8::MAX);
            }
        }
    }
    Some(half)
}

/// In full colour, as a PNG file.
pub fn png(drawing: &Pixmap) -> Option<Vec<u8>> {
    let mut file = Vec::with_capacity(256 * 1024);
    let mut encoder = png::Encoder::new(&mut file, drawing.width(), drawing.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().ok()?;
    let colours: Vec<u8> =
        drawing.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
    writer.write_image_data(&colours).ok()?;
    writer.finish().ok()?;
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn painted(width: u32, height: u32, colours: png::ColorType, pixel: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(colours);
        let many = usize::try_from(width * height).unwrap();
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&pixel.repeat(many)).unwrap();
        writer.finish().unwrap();
        file
    }

    #[test]
    fn a_picture_of_any_kind_becomes_as_large_as_it_is_shown() {
        for (colours, pixel) in [
            (png::ColorType::Rgb, &[10, 200, 30][..]),
            (png::ColorType::Rgba, &[10, 200, 30, 255]),
            (png::ColorType::Grayscale, &[90]),
            (png::ColorType::GrayscaleAlpha, &[90, 255]),
        ] {
            for (width, height) in [(2_000, 1_000), (7, 3), (1, 1), (1_501, 333)] {
                let picture = read(&painted(width, height, colours, pixel)).unwrap();
                let fitted = fitted(&picture, 600, 900).unwrap();
                assert!(fitted.width() <= 600 && fitted.height() <= 900, "{width} × {height}");
                assert!(fitted.width() == 600 || fitted.height() == 900, "{width} × {height}");
                let again = read(&png(&fitted).unwrap()).unwrap();
                assert_eq!(again.data(), fitted.data(), "nothing is lost by keeping it");
                let middle = fitted.pixel(fitted.width() / 2, fitted.height() / 2).unwrap();
                let green = if pixel.len() >= 3 { 200 } else { 90 };
                assert!(middle.green().abs_diff(green) <= 2, "{middle:?}");
            }
        }
    }

    #[test]
    fn what_is_no_picture_or_too_large_a_one_is_not_read() {
        assert_eq!(read(b"").err(), Some(PhotoFault::Unreadable));
        assert_eq!(read(b"\xff\xd8\xff\xe0 a photograph").err(), Some(PhotoFault::Unreadable));
        let mut cut = painted(40, 40, png::ColorType::Rgb, &[1, 2, 3]);
        cut.truncate(60);
        assert_eq!(read(&cut).err(), Some(PhotoFault::Unreadable));
        let mut huge = painted(1, 1, png::ColorType::Grayscale, &[0]);
        // the width stands behind the signature and the name of the first part
        huge[16..20].copy_from_slice(&100_000_000_u32.to_be_bytes());
        assert!(read(&huge).is_err());
    }
}
