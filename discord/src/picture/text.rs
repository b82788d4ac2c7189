//! Words in a picture, in a typeface that is part of the program: they look the same wherever it runs.

use std::collections::HashMap;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider};
use tiny_skia::{FillRule, Mask, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::{Rgb, channels, rounded};

const PLAIN: &[u8] = include_bytes!("../../assets/Inter-Medium.ttf");
const BOLD: &[u8] = include_bytes!("../../assets/Inter-Bold.ttf");
/// What those two lack, in one weight: the letters of East Asia that are in daily use, those of other scripts, and emoji.
const OTHERS: [&[u8]; 3] = [
    include_bytes!("../../assets/NotoSans-Names.ttf"),
    include_bytes!("../../assets/NotoSansCJK-Names.otf"),
    include_bytes!("../../assets/NotoEmoji-Names.ttf"),
];

/// Widths are counted in parts of a pixel, so that a long line is as long as its letters together.
const PARTS: u32 = 64;
/// Stands for every letter that no typeface has; it is drawn as an empty box.
const UNKNOWN: char = '\u{fffd}';
const MORE: char = '…';
/// A longer number at the end of a name is not kept when it is cut.
const MOST_DIGITS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Weight {
    Plain,
    Bold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    weight: Weight,
    /// Of the whole letter with the room above and below it, in pixels.
    pub size: u16,
}

pub const fn plain(size: u16) -> Style {
    Style { weight: Weight::Plain, size }
}

pub const fn bold(size: u16) -> Style {
    Style { weight: Weight::Bold, size }
}

impl Style {
    /// From the top of a letter's cell to the line it stands on; letters with two accents fit.
    fn above(self) -> u16 {
        self.size + self.size / 4
    }

    fn below(self) -> u16 {
        self.size / 2
    }

    /// Some letters reach a little to the left of where they begin.
    fn before(self) -> u16 {
        self.size / 4
    }

    /// How far below the middle of a capital its line is.
    pub fn drop(self) -> u16 {
        self.size * 9 / 25
    }
}

/// A letter, drawn once and then stamped wherever it is needed.
struct Letter {
    /// How far it is to the next, in parts of a pixel.
    advance: u32,
    width: usize,
    /// How much of each pixel of its cell is covered, without the empty lines above and below.
    coverage: Vec<u8>,
    /// How many empty lines there are above.
    blank: u16,
}

/// All letters of one picture.
pub struct Lettering {
    plain: FontRef<'static>,
    bold: FontRef<'static>,
    others: Vec<FontRef<'static>>,
    known: HashMap<(Style, char), Letter>,
}

impl std::fmt::Debug for Lettering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "(a typeface, {} letters drawn)", self.known.len())
    }
}

impl Lettering {
    pub fn new() -> Option<Lettering> {
        let font = |bytes| FontRef::new(bytes).ok();
        let others = OTHERS.into_iter().filter_map(font).collect();
        Some(Lettering { plain: font(PLAIN)?, bold: font(BOLD)?, others, known: HashMap::new() })
    }

    /// The typeface that has this letter.
    fn font(&self, letter: char, weight: Weight) -> Option<&FontRef<'static>> {
        let ours = match weight {
            Weight::Plain => &self.plain,
            Weight::Bold => &self.bold,
        };
        let has = |font: &&FontRef<'static>| font.charmap().map(letter).is_some();
        std::iter::once(ours).chain(&self.others).find(has)
    }

    /// How wide the text is, in whole pixels.
    pub fn width(&mut self, text: &str, style: Style) -> u16 {
        let shown = self.shown(text);
        self.width_of(&shown, style)
    }

    /// The first of these styles in which the text fits, or the last.
    pub fn largest<const N: usize>(&mut self, text: &str, styles: &[Style; N], room: u16) -> Style {
        let fitting = styles.iter().find(|style| self.width(text, **style) <= room);
        *fitting.unwrap_or(&styles[N - 1])
    }

    /// Writes as much of the text as there is room for, with an ellipsis where some is left out.
    /// Gives its width.
    pub fn write(
        &mut self,
        on: &mut Pixmap,
        text: &str,
        style: Style,
        (x, line): (u16, u16),
        room: u16,
        rgb: Rgb,
    ) -> u16 {
        let mut letters = self.fitting(text, style, room);
        as_seen(&mut letters);
        let [red, green, blue] = channels(rgb);
        let Some(top) = line.checked_sub(style.above()) else { return 0 };
        let mut pen = u32::from(x) * PARTS;
        for letter in &letters {
            let Some(letter) = self.letter(*letter, style) else { continue };
            let at = (pen + PARTS / 2) / PARTS;
            let left = at.saturating_sub(u32::from(style.before()));
            letter.put(on, left, top, [red, green, blue]);
            pen += letter.advance;
        }
        self.width_of(&letters, style)
    }

    /// The letters of a text that fit into so many pixels, with an ellipsis for those that do not. A
    /// number at its end stays: it tells squads apart that are called alike.
    fn fitting(&mut self, text: &str, style: Style, room: u16) -> Vec<char> {
        let mut letters = self.shown(text);
        if self.width_of(&letters, style) <= room {
            return letters;
        }
        let digits = letters.iter().rev().take_while(|letter| letter.is_ascii_digit()).count();
        let mut end = vec![MORE];
        if (1..=MOST_DIGITS).contains(&digits) {
            end.push(' ');
            end.extend_from_slice(&letters[letters.len() - digits..]);
            letters.truncate(letters.len() - digits);
        }
        while !end.is_empty() && self.width_of(&end, style) > room {
            end.pop();
        }
        let room = u32::from(room.saturating_sub(self.width_of(&end, style))) * PARTS;
        let widths = letters.iter().scan(0_u32, |width, letter| {
            *width = width.saturating_add(self.letter(*letter, style)?.advance);
            Some(*width)
        });
        let fitting = widths.take_while(|width| *width <= room).count();
        letters.truncate(fitting);
        while letters.last().is_some_and(|letter| letter.is_whitespace()) {
            letters.pop();
        }
        letters.extend(end);
        letters
    }

    /// What of a text is drawn: one sign for each joined emoji, nothing for marks that only change the look of others, and
    /// one box for each letter that no typeface has. Other signs that none has are left out, unless nothing else is there.
    fn shown(&self, text: &str) -> Vec<char> {
        let has = |letter: char| self.font(letter, Weight::Plain).is_some();
        let readable = text.chars().any(|letter| !letter.is_whitespace() && has(letter));
        let mut shown = Vec::with_capacity(text.len());
        let mut joined = false;
        for letter in text.chars() {
            if is_joiner(letter) {
                joined = true;
            } else if !is_silent(letter) {
                // of those that are joined, the first stands for all
                let stands = !joined || letter.is_alphanumeric();
                if has(letter) {
                    shown.extend(stands.then_some(letter));
                } else if letter.is_whitespace() {
                    shown.push(' ');
                } else if stands && (letter.is_alphanumeric() || !readable) {
                    shown.push(UNKNOWN);
                }
                joined = false;
            }
        }
        shown
    }

    fn width_of(&mut self, letters: &[char], style: Style) -> u16 {
        let parts: u32 = letters
            .iter()
            .filter_map(|letter| self.letter(*letter, style).map(|letter| letter.advance))
            .fold(0, u32::saturating_add);
        u16::try_from(parts.div_ceil(PARTS)).unwrap_or(u16::MAX)
    }

    fn letter(&mut self, letter: char, style: Style) -> Option<&Letter> {
        if !self.known.contains_key(&(style, letter)) {
            let font = self.font(letter, style.weight).unwrap_or(&self.plain);
            let drawn = Letter::draw(font, letter, style)?;
            self.known.insert((style, letter), drawn);
        }
        self.known.get(&(style, letter))
    }
}

impl Letter {
    fn draw(font: &FontRef<'_>, letter: char, style: Style) -> Option<Letter> {
        let size = u32::from(style.size);
        let glyph = font.charmap().map(letter).filter(|_| letter != UNKNOWN);
        let (advance, path) = match glyph {
            Some(glyph) => {
                let em = u32::from(font.head().ok()?.units_per_em()).max(1);
                let units = u32::from(font.hmtx().ok()?.advance(glyph)?);
                let mut pen = Pen(PathBuilder::new());
                let here = Size::new(f32::from(style.size));
                let settings = DrawSettings::unhinted(here, LocationRef::default());
                font.outline_glyphs().get(glyph)?.draw(settings, &mut pen).ok()?;
                (units * size * PARTS / em, pen.0.finish())
            }
            None => (size * PARTS * 13 / 20, unknown(f32::from(style.size))),
        };

        let pixels = u16::try_from(advance.div_ceil(PARTS)).unwrap_or(u16::MAX);
        let width = pixels.saturating_add(2 * style.before());
        let mut cell = Mask::new(width.into(), (style.above() + style.below()).into())?;
        if let Some(path) = path {
            let (before, above) = (f32::from(style.before()), f32::from(style.above()));
            let placed = Transform::from_translate(before, above);
            cell.fill_path(&path, FillRule::Winding, true, placed);
        }
        // fewer shades than there could be: nobody sees them, and the file is smaller for it
        let shade = |alpha: u8| (alpha / 17).saturating_mul(17);
        let shades: Vec<u8> = cell.data().iter().map(|alpha| shade(*alpha)).collect();
        let width = usize::from(width);
        let inked = |line: &[u8]| line.iter().any(|shade| *shade > 0);
        let lines: Vec<&[u8]> = shades.chunks_exact(width).collect();
        let blank = lines.iter().take_while(|line| !inked(line)).count();
        let end = lines.iter().rposition(|line| inked(line)).map_or(blank, |last| last + 1);
        let coverage = lines[blank..end].concat();
        Some(Letter { advance, width, coverage, blank: u16::try_from(blank).unwrap_or(0) })
    }

    /// Nothing is drawn beyond the ends of the picture.
    fn put(&self, on: &mut Pixmap, left: u32, top: u16, colour: [u8; 3]) {
        let (Ok(left), Ok(wide)) = (usize::try_from(left), usize::try_from(on.width())) else {
            return;
        };
        let rows =
            on.data_mut().chunks_exact_mut(wide.max(1) * 4).skip(usize::from(top + self.blank));
        for (from, to) in self.coverage.chunks_exact(self.width).zip(rows) {
            let Some(to) = to.get_mut(left * 4..) else { return };
            for (covered, pixel) in from.iter().zip(to.chunks_exact_mut(4)) {
                if *covered > 0 {
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

/// Letters that are read from the right stand in that order, as far as they follow each other.
fn as_seen(letters: &mut [char]) {
    let mut at = 0;
    while let Some(start) = letters.iter().skip(at).position(|letter| is_from_right(*letter)) {
        let start = at + start;
        let rest = letters.get(start..).unwrap_or_default();
        let run = rest.iter().take_while(|letter| is_from_right(**letter) || **letter == ' ');
        let run = run.count();
        let spaces = rest.iter().take(run).rev().take_while(|letter| **letter == ' ').count();
        if let Some(run) = letters.get_mut(start..start + run - spaces) {
            run.reverse();
        }
        at = start + run;
    }
}

fn is_from_right(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

fn is_joiner(letter: char) -> bool {
    letter == '\u{200d}'
}

/// Control and direction marks, accents that stand on the letter before them, and what only changes
/// the colour or look of an emoji.
fn is_silent(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{61c}' | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{fe20}'..='\u{fe2f}' | '\u{feff}' | '\u{1f3fb}'..='\u{1f3ff}'
            | '\u{e0000}'..='\u{e01ef}')
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

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = bold(28);

    fn fitted(text: &str, room: u16) -> String {
        Lettering::new().unwrap().fitting(text, STYLE, room).into_iter().collect()
    }

    fn drawn(text: &str) -> Pixmap {
        let mut on = Pixmap::new(400, 80).unwrap();
        let mut letters = Lettering::new().unwrap();
        letters.write(&mut on, text, STYLE, (40, 50), 320, 0x00ff_ffff);
        on
    }

    #[test]
    fn every_letter_of_europe_has_a_shape_of_its_own() {
        let letters = "AaZz019ßéŁőçğΩЖщỆ…’–№";
        assert_eq!(fitted(letters, u16::MAX), letters);
        for letter in letters.chars() {
            assert_ne!(drawn(&letter.to_string()).data(), drawn("😀").data(), "{letter}");
        }
    }

    #[test]
    fn emoji_and_every_script_in_daily_use_have_shapes_of_their_own() {
        let texts =
            ["😀", "深い", "東京", "서울", "שלום", "سلام", "ไทย", "नमस्ते", "Ελλάς", "Հայ", "ქარ"];
        let unknown = drawn("\u{10ffff}");
        for text in texts {
            assert!(!fitted(text, u16::MAX).contains(UNKNOWN), "{text}");
            assert_ne!(drawn(text).data(), unknown.data(), "{text}");
        }
        for (text, seen) in [("👩\u{200d}🚀", "👩"), ("👍🏽", "👍"), ("❤\u{fe0f}", "❤")]
        {
            assert_eq!(fitted(text, u16::MAX), seen);
        }
        assert_eq!(fitted("de\u{301}j\u{202e}a", u16::MAX), "deja");
    }

    #[test]
    fn a_letter_that_no_typeface_has_is_a_box_and_any_other_sign_is_left_out() {
        assert_eq!(fitted("𒀀𒀁", u16::MAX), UNKNOWN.to_string().repeat(2));
        assert_eq!(fitted("Ann\u{1fbf0}\u{1f8c0}", u16::MAX).trim_end_matches(UNKNOWN), "Ann");
        assert_eq!(fitted("\u{1f8c0}", u16::MAX), UNKNOWN.to_string());
        assert!(drawn("𒀀").data().iter().any(|byte| *byte > 0), "a box is seen");
    }

    #[test]
    fn what_is_read_from_the_right_stands_in_that_order() {
        let seen = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            as_seen(&mut letters);
            letters.into_iter().collect::<String>()
        };
        assert_eq!(seen("Ann"), "Ann");
        assert_eq!(seen("אבג דה 12"), "הד גבא 12");
        assert_eq!(seen("1 אב and גד"), "1 בא and דג");
    }

    #[test]
    fn a_name_that_is_too_long_keeps_its_number() {
        let name = "Boromite X-Launcher Team 12";
        assert_eq!(fitted(name, u16::MAX), name);
        let short = fitted(name, 250);
        assert!(short.starts_with("Boromite") && short.ends_with("… 12"), "{short}");
        assert!(fitted("Number 1234567890123", 120).ends_with('…'));
    }

    #[test]
    fn whatever_the_room_is_the_words_stay_in_it() {
        let mut letters = Lettering::new().unwrap();
        let texts =
            ["", "W", "Outcast Command Squad", "WWWWWWWWWWWWWWWW 12", "深い深い深い 3", "007"];
        for text in texts {
            for room in 0..400 {
                let fitting = letters.fitting(text, STYLE, room);
                assert!(letters.width_of(&fitting, STYLE) <= room, "{text} in {room}");
            }
        }
    }

    #[test]
    fn nothing_is_drawn_beyond_the_ends_of_a_picture() {
        let mut on = Pixmap::new(30, 30).unwrap();
        let mut letters = Lettering::new().unwrap();
        for at in [(0, 0), (0, 40), (29, 35), (500, 36), (3, 900)] {
            letters.write(&mut on, "Widely", STYLE, at, 300, 0x00ff_ffff);
        }
        assert_eq!(on.data().len(), 30 * 30 * 4);
    }
}
