//! Everything that is drawn once and then put down wherever it is needed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use gatemaster_discord::picture::outline;
use gatemaster_rules::colour::Colour;
use tiny_skia::Pixmap;

use super::super::roster::{Course, Sign};
use super::signs::{Figure, draw_course, draw_figure, draw_gone, draw_more, draw_sign};
use super::{FADED, GROUNDS, QUIET, WARNING, WORDS};
use crate::die::{Mark, Place, RING, Stamp};

/// The last number is the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Look {
    /// The colour and the mark of a side.
    Side(usize, u16),
    /// Where such a mark belongs and nobody's lies.
    Nobody(u16),
    Course(Course, u16),
    Sign(Sign, u16),
    Figure(Figure, u16),
    Gone(u16),
    More(u16),
}

pub(super) struct Looks {
    colours: Vec<Colour>,
    known: HashMap<Look, Stamp>,
}

impl Looks {
    pub(super) fn new(colours: Vec<Colour>) -> Looks {
        Looks { colours, known: HashMap::new() }
    }

    pub(super) fn put(&mut self, on: &mut Pixmap, look: Look, x: u16, y: u16) -> Option<()> {
        let stamp = match self.known.entry(look) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(draw(look, &self.colours)?),
        };
        stamp.put(on, x, y);
        Some(())
    }
}

fn draw(look: Look, colours: &[Colour]) -> Option<Stamp> {
    let drawn = |size, draw: &dyn Fn(&mut Pixmap, &Place) -> Option<()>| {
        Stamp::drawn(size, 0.0, |on, at| draw(on, at))
    };
    match look {
        Look::Side(side, size) => {
            let colour = colours.get(side).copied().unwrap_or(Colour::White);
            Stamp::die(colour, Mark::of(side), size, 0.0, &GROUNDS)
        }
        Look::Nobody(size) => drawn(size, &|on, at| {
            outline(on, &at.square(-2.0)?, FADED, 1.0, 2.0);
            Some(())
        }),
        Look::Course(course, size) => drawn(size, &|on, at| {
            let ink = match course {
                Course::Acting => RING,
                Course::ToCome => WORDS,
                Course::Done | Course::Apart => FADED,
            };
            draw_course(course, on, ink, at)
        }),
        Look::Sign(sign, size) => drawn(size, &|on, at| draw_sign(sign, on, ink(sign), at)),
        Look::Figure(figure, size) => drawn(size, &|on, at| {
            let ink = match figure {
                Figure::Standing => QUIET,
                Figure::Down => WARNING,
                Figure::Fallen => FADED,
            };
            draw_figure(figure, on, ink, at)
        }),
        Look::Gone(size) => drawn(size, &|on, at| draw_gone(on, FADED, at)),
        Look::More(size) => drawn(size, &|on, at| draw_more(on, FADED, at)),
    }
}

/// What limits a unit is warmer than what helps it; the shape says the same.
pub(super) fn ink(sign: Sign) -> u32 {
    match sign {
        Sign::Disorganized
        | Sign::Engaged
        | Sign::Contact
        | Sign::Down(_)
        | Sign::Immobilised(_)
        | Sign::Tagged => WARNING,
        Sign::Reserve | Sign::Drill(_) | Sign::Pilot => WORDS,
        Sign::Commander => RING,
    }
}
