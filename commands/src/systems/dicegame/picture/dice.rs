//! Everything that is drawn once and then put down wherever it is needed. All symbols are our own.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use gatemaster_discord::picture::{Rgb, fill, mix, outline};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dicegame::faces::{Points, Skirmish};
use gatemaster_rules::dicegame::faction::Faction;
use tiny_skia::{Path, Pixmap};

use super::{FADED, FELT, GROUNDS, TRAY, WORDS};
use crate::die::{Place, RING, Stamp, edge};

/// A deeper blue than that of seats, so that white and gold stand out on it.
pub(super) const BLUE: Rgb = 0x0034_74d6;
const BLUE_EDGE: Rgb = 0x009d_c3f7;
pub(super) const GOLD: Rgb = 0x00ff_dc5e;
pub(super) const WRONG: Rgb = 0x00ff_6b6b;

/// The last number is the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Look {
    /// A skirmish die that stands straight.
    Kept(Skirmish, u16),
    /// One as it fell, turned by so many degrees.
    Fallen(Skirmish, i8, u16),
    /// One of the turn before.
    Past(Skirmish, u16),
    /// A skirmish die in the hand: what it will show is not known.
    InHand(u16),
    Fate(u16),
    /// A control die on the gate.
    Control(u16),
    Logged(Points, u16),
    /// Where a die may lie, and none does.
    Slot(u16),
    Shadow(i8, u16),
    /// The disc of a faction.
    Disc(Faction, u16),
    Victory(u16),
    Strike(u16),
    /// Whose turn it is.
    Arrow(u16),
    /// Who is asked something in the turn of another.
    Asked(u16),
    Crown(u16),
    /// A cross in this colour.
    Cross(Rgb, u16),
    /// A gate, small.
    Gate(u16),
}

#[derive(Default)]
pub(super) struct Looks(HashMap<Look, Stamp>);

impl Looks {
    pub(super) fn put(&mut self, on: &mut Pixmap, look: Look, x: u16, y: u16) -> Option<()> {
        let stamp = match self.0.entry(look) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(draw(look)?),
        };
        stamp.put(on, x, y);
        Some(())
    }
}

/// The colours of a skirmish die.
#[derive(Clone, Copy)]
pub(super) struct Blues {
    pub body: Rgb,
    pub edge: Rgb,
    pub victory: Rgb,
    pub strike: Rgb,
}

pub(super) const BRIGHT: Blues =
    Blues { body: BLUE, edge: BLUE_EDGE, victory: WORDS, strike: GOLD };

/// Those of dice that count no more.
pub(super) fn past() -> Blues {
    let faded = |rgb| mix(rgb, FELT, 110);
    Blues {
        body: mix(BLUE, FELT, 165),
        edge: faded(BLUE_EDGE),
        victory: faded(WORDS),
        strike: faded(GOLD),
    }
}

fn draw(look: Look) -> Option<Stamp> {
    let drawn = |size, draw: fn(&mut Pixmap, &Place) -> Option<()>| Stamp::drawn(size, 0.0, draw);
    match look {
        Look::Kept(hall, size) => skirmish(hall, size, 0.0, BRIGHT),
        Look::Fallen(hall, fall, size) => skirmish(hall, size, fall.into(), BRIGHT),
        Look::Past(hall, size) => skirmish(hall, size, 0.0, past()),
        Look::InHand(size) => drawn(size, |on, at| {
            fill(on, &at.square(0.0)?, mix(BLUE_EDGE, TRAY, 60), 1.0);
            fill(on, &at.square(-rim(at))?, mix(BLUE, TRAY, 190), 1.0);
            // what it shows is still open
            for x in [-0.36, 0.0, 0.36] {
                fill(on, &at.dot(x, 0.0, 0.1)?, BLUE_EDGE, 0.7);
            }
            Some(())
        }),
        Look::Fate(size) => Stamp::showing(Colour::Black, size, 0.0, &GROUNDS, |on, ink, at| {
            // sand that runs: time is up for somebody
            let glass = [(-0.42, -0.5), (0.42, -0.5), (-0.42, 0.5), (0.42, 0.5)];
            fill(on, &at.polygon(&glass)?, ink, 0.9);
            Some(())
        }),
        Look::Control(size) => {
            Stamp::showing(Colour::Yellow, size, 0.0, &GROUNDS, |on, ink, at| {
                outline(on, &at.dot(0.0, 0.0, 0.4)?, ink, 1.0, at.half * 0.2);
                Some(())
            })
        }
        Look::Logged(points, size) => {
            Stamp::showing(Colour::Yellow, size, 0.0, &GROUNDS, |on, ink, at| {
                for (x, y) in pips(points) {
                    fill(on, &at.dot(*x, *y, 0.22)?, ink, 1.0);
                }
                Some(())
            })
        }
        Look::Slot(size) => drawn(size, |on, at| {
            outline(on, &at.square(-2.0)?, FADED, 0.55, 1.5);
            Some(())
        }),
        Look::Shadow(fall, size) => Stamp::shadow(size, fall.into()),
        Look::Disc(faction, size) => disc(faction, size),
        Look::Victory(size) => drawn(size, |on, at| {
            fill(on, &triangle(at)?, WORDS, 1.0);
            Some(())
        }),
        Look::Strike(size) => drawn(size, |on, at| {
            fill(on, &at.polygon(&BOLT)?, GOLD, 1.0);
            Some(())
        }),
        Look::Arrow(size) => drawn(size, |on, at| {
            let arrow = at.polygon(&[(-0.6, -0.8), (0.85, 0.0), (-0.6, 0.8)])?;
            fill(on, &arrow, RING, 1.0);
            outline(on, &arrow, RING, 1.0, at.half * 0.2);
            Some(())
        }),
        Look::Asked(size) => drawn(size, |on, at| {
            let arrow = at.polygon(&[(-0.6, -0.8), (0.85, 0.0), (-0.6, 0.8)])?;
            outline(on, &arrow, RING, 1.0, at.half * 0.2);
            Some(())
        }),
        Look::Crown(size) => drawn(size, crown),
        Look::Cross(rgb, size) => Stamp::drawn(size, 0.0, |on, at| {
            for ends in [[(-0.6, -0.6), (0.6, 0.6)], [(0.6, -0.6), (-0.6, 0.6)]] {
                outline(on, &at.line(&ends)?, rgb, 1.0, at.half * 0.36);
            }
            Some(())
        }),
        Look::Gate(size) => drawn(size, |on, at| {
            outline(on, &at.dot(0.0, 0.0, 0.62)?, super::gate::LIGHT, 1.0, at.half * 0.3);
            fill(on, &at.dot(0.0, 0.0, 0.26)?, super::gate::LIGHT, 0.7);
            Some(())
        }),
    }
}

fn rim(at: &Place) -> f32 {
    (at.half * 0.1).clamp(1.0, 2.5)
}

fn skirmish(face: Skirmish, size: u16, turned: f32, blues: Blues) -> Option<Stamp> {
    Stamp::drawn(size, turned, |on, at| {
        fill(on, &at.square(0.0)?, blues.edge, 1.0);
        fill(on, &at.square(-rim(at))?, blues.body, 1.0);
        match face {
            Skirmish::Victory => fill(on, &triangle(at)?, blues.victory, 1.0),
            Skirmish::Strike => fill(on, &at.polygon(&BOLT)?, blues.strike, 1.0),
            Skirmish::Both => {
                let whole = at.polygon(&[(0.0, -0.78), (0.84, 0.66), (-0.84, 0.66)])?;
                fill(on, &whole, blues.victory, 1.0);
                outline(on, &whole, blues.victory, 1.0, at.half * 0.08);
                let bolt = BOLT.map(|(x, y)| (x * 0.82, y * 0.74 + 0.16));
                let bolt = at.polygon(&bolt)?;
                outline(on, &bolt, blues.body, 1.0, at.half * 0.22);
                fill(on, &bolt, blues.strike, 1.0);
            }
        }
        Some(())
    })
}

fn triangle(at: &Place) -> Option<Path> {
    at.polygon(&[(0.0, -0.62), (0.68, 0.54), (-0.68, 0.54)])
}

const BOLT: [(f32, f32); 7] = [
    (0.18, -0.74),
    (-0.5, 0.12),
    (-0.06, 0.12),
    (-0.2, 0.74),
    (0.52, -0.2),
    (0.08, -0.2),
    (0.36, -0.74),
];

fn pips(points: Points) -> &'static [(f32, f32)] {
    match points {
        Points::One => &[(0.0, 0.0)],
        Points::Two => &[(-0.4, 0.4), (0.4, -0.4)],
        Points::Three => &[(-0.46, 0.46), (0.0, 0.0), (0.46, -0.46)],
    }
}

fn disc(faction: Faction, size: u16) -> Option<Stamp> {
    let rgb = faction.colour().rgb();
    Stamp::drawn(size, 0.0, |on, at| {
        fill(on, &at.dot(0.0, 0.0, 1.0)?, edge(rgb, &GROUNDS), 1.0);
        fill(on, &at.dot(0.0, 0.0, 0.9)?, rgb, 1.0);
        Some(())
    })
}

fn crown(on: &mut Pixmap, at: &Place) -> Option<()> {
    let crown = [
        (-0.9, -0.42),
        (-0.44, 0.06),
        (0.0, -0.78),
        (0.44, 0.06),
        (0.9, -0.42),
        (0.72, 0.74),
        (-0.72, 0.74),
    ];
    let crown = at.polygon(&crown)?;
    fill(on, &crown, GOLD, 1.0);
    outline(on, &crown, GOLD, 1.0, at.half * 0.14);
    Some(())
}
