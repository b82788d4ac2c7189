//! A drawing as a PNG with a palette: a quarter of the bytes to pack, and less than half of the file.

use std::cmp::Reverse;
use std::collections::HashMap;

use tiny_skia::{ColorU8, Pixmap, PremultipliedColorU8};

/// One byte a pixel.
const MOST: usize = 256;

/// Red, green, blue and opacity, as `tiny-skia` keeps them.
type Shade = [u8; 4];

/// The drawing as a PNG file with the 256 colours it has most of. All others are shades at the edges
/// of lines and letters, and become the nearest of those.
pub fn png(drawing: &Pixmap) -> Option<Vec<u8>> {
    let (colours, runs) = counted(drawing);
    let (palette, places) = chosen(&colours);
    let palette: Vec<ColorU8> = palette.into_iter().filter_map(straight).collect();
    let mut pixels: Vec<u8> = Vec::with_capacity(drawing.data().len() / 4);
    for (colour, many) in runs {
        pixels.resize(pixels.len() + many, places[colour]);
    }

    let mut file = Vec::with_capacity(64 * 1024);
    let mut encoder = png::Encoder::new(&mut file, drawing.width(), drawing.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(
        palette.iter().flat_map(|c| [c.red(), c.green(), c.blue()]).collect::<Vec<u8>>(),
    );
    encoder.set_trns(palette.iter().map(|c| c.alpha()).collect::<Vec<u8>>());
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(1));
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels).ok()?;
    writer.finish().ok()?;
    Some(file)
}

/// Pixels of one colour that follow each other: the place of the colour, and how many they are.
type Run = (usize, usize);

/// Every colour with the number of its pixels, and the runs of them that make the drawing.
fn counted(drawing: &Pixmap) -> (Vec<(Shade, usize)>, Vec<Run>) {
    let mut colours: Vec<(Shade, usize)> = Vec::new();
    let mut known: HashMap<Shade, usize> = HashMap::new();
    let mut runs = Vec::new();
    for run in drawing.data().as_chunks::<4>().0.chunk_by(|one, next| one == next) {
        let place = *known.entry(run[0]).or_insert_with(|| {
            colours.push((run[0], 0));
            colours.len() - 1
        });
        colours[place].1 += run.len();
        runs.push((place, run.len()));
    }
    (colours, runs)
}

/// The palette, and the place in it for each of the colours.
fn chosen(colours: &[(Shade, usize)]) -> (Vec<Shade>, Vec<u8>) {
    let mut ranked: Vec<usize> = (0..colours.len()).collect();
    ranked.sort_by_key(|colour| {
        let (shade, count) = colours[*colour];
        (Reverse(count), shade)
    });
    let (common, rare) = ranked.split_at(ranked.len().min(MOST));
    let palette: Vec<Shade> = common.iter().map(|colour| colours[*colour].0).collect();
    let mut places = vec![0; colours.len()];
    for (place, colour) in (0..=u8::MAX).zip(common) {
        places[*colour] = place;
    }
    for colour in rare {
        let all = (0..=u8::MAX).zip(&palette);
        let nearest = all.min_by_key(|(_, other)| apart(colours[*colour].0, **other));
        places[*colour] = nearest.map_or(0, |(place, _)| place);
    }
    (palette, places)
}

fn apart(one: Shade, other: Shade) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

/// As PNG wants it: not multiplied with its opacity.
fn straight([red, green, blue, opacity]: Shade) -> Option<ColorU8> {
    Some(PremultipliedColorU8::from_rgba(red, green, blue, opacity)?.demultiply())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a reader sees it: red, green, blue and opacity of each pixel.
    fn read(file: &[u8]) -> Vec<Shade> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        bytes.as_chunks::<4>().0.to_vec()
    }

    /// So many greys, the first ones more often than those after them.
    fn greys(shades: u8) -> Pixmap {
        let mut drawing = Pixmap::new(256, 2).unwrap();
        let all = drawing.data_mut().as_chunks_mut::<4>().0;
        for (i, pixel) in (0..).zip(all) {
            let grey = u8::try_from(i % 256).unwrap();
            *pixel = [grey.min(shades), grey.min(shades), 0, 255];
        }
        drawing
    }

    #[test]
    fn colours_that_fit_into_a_palette_stay_as_they_are() {
        let mut drawing = greys(200);
        drawing.data_mut()[..4].fill(0);
        let file = png(&drawing).unwrap();
        assert_eq!(read(&file), drawing.data().as_chunks::<4>().0);
    }

    #[test]
    fn a_colour_too_many_becomes_the_nearest() {
        let mut drawing = greys(255);
        // a colour that is there once, beside 256 that are there twice or nearly so
        drawing.data_mut()[..4].copy_from_slice(&[91, 90, 0, 255]);
        let seen = read(&png(&drawing).unwrap());
        assert_eq!(seen[1..], drawing.data().as_chunks::<4>().0[1..], "the others are untouched");
        assert_eq!(seen[0], [90, 90, 0, 255]);
    }
}
