//! Everything that is drawn once and then put down wherever it is needed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use gatemaster_discord::picture::{Rgb, fill, outline};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::colour::Colour;
use tiny_skia::Pixmap;

use super::signs::Sign;
use super::{FADED, GROUNDS, PINS, QUIET, faces};
use crate::die::{Mark, Place, RING, Stamp};

/// The last number is the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Look {
    /// A die of a side with the side's mark.
    Side(usize, u16),
    /// A die with an order on it.
    Order(usize, Order, u16),
    /// Where a die belongs that is in the bag or in a hand.
    Slot(u16),
    Lost(usize, u16),
    Distort(u16),
    Ring(u16),
    Sign(Sign, u16),
    /// A model that is there.
    Model(u16),
    /// One that has fallen.
    Fallen(u16),
    Pin(u16),
}

pub(super) struct Looks {
    colours: [Colour; 2],
    known: HashMap<Look, Stamp>,
}

impl Looks {
    pub(super) fn new(colours: [Colour; 2]) -> Looks {
        Looks { colours, known: HashMap::new() }
    }

    pub(super) fn put(&mut self, on: &mut Pixmap, look: Look, x: u16, y: u16) -> Option<()> {
        let stamp = match self.known.entry(look) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(draw(look, self.colours)?),
        };
        stamp.put(on, x, y);
        Some(())
    }
}

fn draw(look: Look, colours: [Colour; 2]) -> Option<Stamp> {
    let drawn = |size, draw: fn(&mut Pixmap, &Place) -> Option<()>| Stamp::drawn(size, 0.0, draw);
    match look {
        Look::Side(side, size) => Stamp::die(colours[side], Mark::of(side), size, 0.0, &GROUNDS),
        Look::Order(side, order, size) => {
            Stamp::showing(colours[side], size, 0.0, &GROUNDS, |on, ink, at| {
                faces::draw(order, on, ink, at)
            })
        }
        Look::Slot(size) => drawn(size, |on, at| {
            outline(on, &at.square(-2.0)?, FADED, 0.8, 2.0);
            Some(())
        }),
        Look::Lost(side, size) => Stamp::lost(colours[side], size, &GROUNDS),
        Look::Distort(size) => {
            Stamp::showing(Colour::White, size, 0.0, &GROUNDS, faces::draw_distort)
        }
        Look::Ring(size) => Stamp::ring(size, 0.0),
        Look::Sign(sign, size) => Stamp::drawn(size, 0.0, |on, at| {
            sign.draw(on, if sign == Sign::Acting { RING } else { QUIET }, at)
        }),
        Look::Model(size) => drawn(size, |on, at| {
            fill(on, &at.dot(0.0, -0.56, 0.36)?, QUIET, 1.0);
            fill(on, &shoulders(at)?, QUIET, 1.0);
            Some(())
        }),
        Look::Fallen(size) => drawn(size, |on, at| {
            let thin = (at.half * 0.16).max(1.5);
            outline(on, &at.dot(0.0, -0.56, 0.3)?, FADED, 1.0, thin);
            outline(on, &shoulders(at)?, FADED, 1.0, thin);
            Some(())
        }),
        Look::Pin(size) => drawn(size, |on, at| {
            let pin = at.shape(|pen| {
                pen.move_to(0.0, 0.98);
                pen.quad_to(-0.74, 0.36, -0.74, -0.18);
                pen.cubic_to(-0.74, -1.16, 0.74, -1.16, 0.74, -0.18);
                pen.quad_to(0.74, 0.36, 0.0, 0.98);
                pen.close();
            })?;
            fill(on, &pin, PINS, 1.0);
            Some(())
        }),
    }
}

fn shoulders(at: &Place) -> Option<tiny_skia::Path> {
    at.shape(|pen| {
        pen.move_to(-0.62, 0.92);
        pen.line_to(-0.62, 0.4);
        pen.quad_to(-0.62, -0.08, 0.0, -0.08);
        pen.quad_to(0.62, -0.08, 0.62, 0.4);
        pen.line_to(0.62, 0.92);
        pen.close();
    })
}

/// What is written on a pin.
pub(super) const ON_PINS: Rgb = crate::die::DARK;
