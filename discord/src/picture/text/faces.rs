//! The typefaces that are part of the program, and which of them has a letter.

use std::sync::OnceLock;

use harfrust::Font;
use skrifa::charmap::Charmap;
use skrifa::raw::TableProvider;
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::Weight;

macro_rules! asset {
    ($name:literal) => {
        include_bytes!(concat!("../../../assets/", $name)) as &'static [u8]
    };
}

/// What people read most, by weight.
const OURS: [&[u8]; 2] = [asset!("Inter-Medium.ttf"), asset!("Inter-Bold.ttf")];
/// Letters of East Asia that are in daily use, and emoji: each stands by itself.
const SINGLE: [&[u8]; 2] = [asset!("NotoSansCJK-Names.otf"), asset!("NotoEmoji-Names.ttf")];
/// Scripts whose letters join, stack or change places; their typefaces know how.
const SCRIPTS: [&[u8]; 19] = [
    asset!("scripts/Arabic.ttf"),
    asset!("scripts/Armenian.ttf"),
    asset!("scripts/Bengali.ttf"),
    asset!("scripts/Devanagari.ttf"),
    asset!("scripts/Ethiopic.ttf"),
    asset!("scripts/Georgian.ttf"),
    asset!("scripts/Gujarati.ttf"),
    asset!("scripts/Gurmukhi.ttf"),
    asset!("scripts/Hebrew.ttf"),
    asset!("scripts/Kannada.ttf"),
    asset!("scripts/Khmer.ttf"),
    asset!("scripts/Lao.ttf"),
    asset!("scripts/Malayalam.ttf"),
    asset!("scripts/Myanmar.ttf"),
    asset!("scripts/Oriya.ttf"),
    asset!("scripts/Sinhala.ttf"),
    asset!("scripts/Tamil.ttf"),
    asset!("scripts/Telugu.ttf"),
    asset!("scripts/Thai.ttf"),
];

/// Which typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FaceNo(usize);

pub(super) struct Typeface {
    pub font: FontRef<'static>,
    charmap: Charmap<'static>,
    /// In so many units is everything measured.
    pub em: u16,
    /// How its letters go together; none where each stands by itself.
    pub joins: Option<Font>,
}

impl Typeface {
    fn of(bytes: &'static [u8], joins: bool) -> Option<Self> {
        let font = FontRef::new(bytes).ok()?;
        let em = font.head().ok()?.units_per_em().max(1);
        let joins = if joins { Some(Font::new(bytes, 0)?) } else { None };
        Some(Self { charmap: font.charmap(), font, em, joins })
    }

    pub(super) fn glyph(&self, letter: char) -> Option<GlyphId> {
        self.charmap.map(letter)
    }

    /// How far it is from this letter to the next.
    pub(super) fn advance(&self, glyph: GlyphId) -> u16 {
        self.font.hmtx().ok().and_then(|table| table.advance(glyph)).unwrap_or(0)
    }
}

/// All of them, read once. Those that cannot be read have no letters.
fn all() -> &'static [Option<Typeface>] {
    static ALL: OnceLock<Vec<Option<Typeface>>> = OnceLock::new();
    ALL.get_or_init(|| {
        let single = OURS.into_iter().chain(SINGLE).map(|bytes| Typeface::of(bytes, false));
        single.chain(SCRIPTS.into_iter().map(|bytes| Typeface::of(bytes, true))).collect()
    })
}

pub(super) fn face(no: FaceNo) -> Option<&'static Typeface> {
    all().get(no.0)?.as_ref()
}

/// The typeface that has this letter.
pub(super) fn face_with(letter: char, weight: Weight) -> Option<FaceNo> {
    let ours = match weight {
        Weight::Plain => 0,
        Weight::Bold => 1,
    };
    if matches!(letter, ' '..='~') {
        // nearly all of what is ever written
        return Some(FaceNo(ours));
    }
    let has = |no: &FaceNo| face(*no).is_some_and(|face| face.glyph(letter).is_some());
    std::iter::once(ours).chain(OURS.len()..all().len()).map(FaceNo).find(has)
}

/// Whether its letters go together as their script wants it.
pub(super) fn joins(letter: char) -> bool {
    let found = face_with(letter, Weight::Plain).and_then(face);
    found.is_some_and(|face| face.joins.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_typeface_can_be_read() {
        assert!(all().iter().all(Option::is_some));
        assert_eq!(all().len(), OURS.len() + SINGLE.len() + SCRIPTS.len());
        for ours in &all()[..OURS.len()] {
            assert!((' '..='~').all(|letter| ours.as_ref().unwrap().glyph(letter).is_some()));
        }
    }
}
