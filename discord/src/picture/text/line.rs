//! From letters to shapes on a line: which way they run, how they join, and where each stands.

use harfrust::{Buffer, BufferFlags, Direction, ShapeOptions, ShaperFont, shape};
use skrifa::GlyphId;
use unicode_bidi::{BidiInfo, Level};

use super::faces::{FaceNo, Typeface, face, face_with};
use super::{PARTS, Style, UNKNOWN, is_joiner, is_separator};

/// A shape of a typeface; none is the empty box for letters that no typeface has.
pub(super) type Shape = Option<(FaceNo, GlyphId)>;

/// A shape and where it stands. Lengths are in parts of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub shape: Shape,
    /// The first of the letters that it belongs to, counted as they are read.
    pub letter: usize,
    /// From here to the next one.
    pub advance: i32,
    /// Off its place, to the right and upwards.
    pub right: i32,
    pub up: i32,
}

/// Everything from the left to the right, as it is seen.
pub(super) fn line(letters: &[char], style: Style) -> Vec<Placed> {
    let mut placed = Vec::with_capacity(letters.len());
    for run in runs(letters) {
        let mut parts = by_face(letters, &run, style);
        if run.from_right {
            parts.reverse();
        }
        for (no, from, to) in parts {
            let part = letters.get(from..to).unwrap_or_default();
            let joined = no.and_then(|no| {
                let face = face(no)?;
                together(face, no, part, from, run.from_right, style)
            });
            match joined {
                Some(joined) => placed.extend(joined),
                None => one_by_one(&mut placed, no, part, from, run.from_right, style),
            }
        }
    }
    placed
}

/// Letters that run in one direction.
struct Run {
    from: usize,
    to: usize,
    from_right: bool,
}

/// In the order in which they are seen. A text runs as its first letter does.
fn runs(letters: &[char]) -> Vec<Run> {
    if !letters.iter().any(|letter| may_run_from_right(*letter)) {
        return vec![Run { from: 0, to: letters.len(), from_right: false }];
    }
    let text: String = letters.iter().collect();
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let nth = |at: usize| starts.partition_point(|start| *start < at);
    let info = BidiInfo::new(&text, None);
    let mut all = Vec::new();
    for paragraph in &info.paragraphs {
        let (levels, seen) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in seen {
            let from_right = levels.get(run.start).is_some_and(Level::is_rtl);
            all.push(Run { from: nth(run.start), to: nth(run.end), from_right });
        }
    }
    all
}

fn may_run_from_right(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}')
}

/// The parts of a run that have one typeface each, as they are read.
fn by_face(letters: &[char], run: &Run, style: Style) -> Vec<(Option<FaceNo>, usize, usize)> {
    let mut parts: Vec<(Option<FaceNo>, usize, usize)> = Vec::new();
    for (at, letter) in letters.iter().enumerate().take(run.to).skip(run.from) {
        let between = is_joiner(*letter) || is_separator(*letter);
        let no = match parts.last() {
            Some((no, _, _)) if between => *no,
            _ if *letter == UNKNOWN => None,
            _ => face_with(*letter, style.weight),
        };
        match parts.last_mut() {
            Some((last, _, to)) if *last == no => *to = at + 1,
            _ => parts.push((no, at, at + 1)),
        }
    }
    parts
}

/// Letters of a script that has rules for that; none where they stand one by one.
fn together(
    face: &Typeface,
    no: FaceNo,
    letters: &[char],
    first: usize,
    from_right: bool,
    style: Style,
) -> Option<Vec<Placed>> {
    let shaper = ShaperFont::new(face.joins.as_ref()?);
    let mut buffer = Buffer::new();
    for (letter, at) in letters.iter().zip(first..) {
        buffer.push(u32::from(*letter), u32::try_from(at).ok()?);
    }
    let way = if from_right { Direction::RightToLeft } else { Direction::LeftToRight };
    buffer.set_direction(way);
    buffer.guess_segment_properties();
    buffer.set_flags(
        BufferFlags::DO_NOT_INSERT_DOTTED_CIRCLE | BufferFlags::REMOVE_DEFAULT_IGNORABLES,
    );
    shape(&shaper, &mut buffer, ShapeOptions::new()).ok()?;
    let scaled = |units: i32| parts(units, face, style);
    let shapes = buffer.glyph_infos().iter().zip(buffer.glyph_positions());
    let placed = shapes.map(|(info, position)| Placed {
        shape: Some((no, GlyphId::new(info.glyph_id))),
        letter: usize::try_from(info.cluster).unwrap_or(first),
        advance: scaled(position.x_advance),
        right: scaled(position.x_offset),
        up: scaled(position.y_offset),
    });
    Some(placed.collect())
}

fn one_by_one(
    placed: &mut Vec<Placed>,
    no: Option<FaceNo>,
    letters: &[char],
    first: usize,
    from_right: bool,
    style: Style,
) {
    let begin = placed.len();
    for (letter, at) in letters.iter().zip(first..) {
        let letter = if from_right { mirrored(*letter) } else { *letter };
        let found = no.and_then(|no| Some((no, face(no)?, face(no)?.glyph(letter)?)));
        let (shape, advance) = match found {
            Some((no, face, glyph)) => {
                (Some((no, glyph)), parts(face.advance(glyph).into(), face, style))
            }
            None => (None, i32::from(style.size) * PARTS * 13 / 20),
        };
        placed.push(Placed { shape, letter: at, advance, right: 0, up: 0 });
    }
    if from_right && let Some(run) = placed.get_mut(begin..) {
        run.reverse();
    }
}

/// A bracket opens towards what it holds.
fn mirrored(letter: char) -> char {
    const PAIRS: [(char, char); 6] =
        [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»'), ('‹', '›')];
    let other = |(one, other): &(char, char)| match letter {
        letter if letter == *one => Some(*other),
        letter if letter == *other => Some(*one),
        _ => None,
    };
    PAIRS.iter().find_map(other).unwrap_or(letter)
}

/// Units of a typeface in parts of a pixel.
fn parts(units: i32, face: &Typeface, style: Style) -> i32 {
    let parts = i64::from(units) * i64::from(style.size) * i64::from(PARTS) / i64::from(face.em);
    i32::try_from(parts).unwrap_or(0)
}
