//! Small signs that stay themselves on a phone, and without colours: how far a card is, what holds for a unit, who stands.

use gatemaster_discord::picture::{Rgb, fill, outline};
use gatemaster_rules::at43::state::Drill;
use tiny_skia::{Path, Pixmap};

use super::super::roster::{Course, Sign};
use crate::die::Place;

/// A fighter, as far as a picture tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Figure {
    Standing,
    Down,
    Fallen,
}

pub(super) fn draw_course(course: Course, on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
    let thin = at.half * 0.2;
    match course {
        Course::Acting => {
            fill(on, &at.polygon(&[(-0.6, -0.86), (0.9, 0.0), (-0.6, 0.86)])?, ink, 1.0);
        }
        // a card, face down
        Course::ToCome => {
            outline(on, &at.block(-0.6, -0.84, 0.6, 0.84)?, ink, 1.0, thin);
            let back = [(0.0, -0.52), (0.34, 0.0), (0.0, 0.52), (-0.34, 0.0)];
            fill(on, &at.polygon(&back)?, ink, 1.0);
        }
        Course::Done => {
            let tick = at.line(&[(-0.72, 0.06), (-0.2, 0.6), (0.76, -0.6)])?;
            outline(on, &tick, ink, 1.0, at.half * 0.28);
        }
        Course::Apart => fill(on, &at.dot(0.0, 0.0, 0.2)?, ink, 1.0),
    }
    Some(())
}

pub(in super::super) fn draw_sign(sign: Sign, on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
    let thin = at.half * 0.2;
    match sign {
        // sand that still runs
        Sign::Reserve => {
            let glass = [(-0.6, -0.8), (0.6, -0.8), (-0.6, 0.8), (0.6, 0.8)];
            fill(on, &at.polygon(&glass)?, ink, 1.0);
        }
        Sign::Disorganized => {
            let board = at.polygon(&[(0.0, -0.84), (0.92, 0.76), (-0.92, 0.76)])?;
            outline(on, &board, ink, 1.0, thin);
            outline(on, &at.line(&[(0.0, -0.24), (0.0, 0.2)])?, ink, 1.0, thin);
            fill(on, &at.dot(0.0, 0.5, 0.13)?, ink, 1.0);
        }
        // two blades, and one
        Sign::Engaged => {
            draw_blade(1.0, on, ink, at)?;
            draw_blade(-1.0, on, ink, at)?;
        }
        Sign::Contact => draw_blade(1.0, on, ink, at)?,
        Sign::Down(_) => draw_lying(on, ink, at, 1.0)?,
        // it stays where it is
        Sign::Immobilised(_) => {
            fill(on, &at.block(-0.62, -0.76, -0.18, 0.76)?, ink, 1.0);
            fill(on, &at.block(0.18, -0.76, 0.62, 0.76)?, ink, 1.0);
        }
        Sign::Drill(drill) => draw_drill(drill, on, ink, at)?,
        Sign::Tagged => {
            outline(on, &at.dot(0.0, 0.0, 0.56)?, ink, 1.0, thin);
            for (x, y) in [(0.0_f32, 1.0_f32), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)] {
                let hair = at.line(&[(x * 0.3, y * 0.3), (x * 0.92, y * 0.92)])?;
                outline(on, &hair, ink, 1.0, thin);
            }
        }
        // wings
        Sign::Pilot => {
            fill(on, &at.dot(0.0, 0.0, 0.3)?, ink, 1.0);
            for side in [1.0, -1.0] {
                let wing = [
                    (0.3 * side, -0.1),
                    (0.96 * side, -0.46),
                    (0.72 * side, 0.3),
                    (0.3 * side, 0.24),
                ];
                fill(on, &at.polygon(&wing)?, ink, 1.0);
            }
        }
        Sign::Commander => fill(on, &at.polygon(&star())?, ink, 1.0),
    }
    Some(())
}

fn draw_blade(lean: f32, on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
    let thin = at.half * 0.2;
    let blade = at.line(&[(-0.74 * lean, 0.74), (0.78 * lean, -0.78)])?;
    outline(on, &blade, ink, 1.0, thin);
    let hilt = at.line(&[(-0.76 * lean, 0.14), (-0.14 * lean, 0.76)])?;
    outline(on, &hilt, ink, 1.0, thin);
    Some(())
}

fn draw_drill(drill: Drill, on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
    let thin = at.half * 0.2;
    match drill {
        // an eye
        Drill::Overwatch => {
            let lids = at.shape(|pen| {
                pen.move_to(-0.92, 0.0);
                pen.quad_to(0.0, -1.12, 0.92, 0.0);
                pen.quad_to(0.0, 1.12, -0.92, 0.0);
                pen.close();
            })?;
            outline(on, &lids, ink, 1.0, thin);
            fill(on, &at.dot(0.0, 0.0, 0.28)?, ink, 1.0);
        }
        // a shield
        Drill::TakeCover => {
            let shield = at.shape(|pen| {
                pen.move_to(-0.7, -0.76);
                pen.line_to(0.7, -0.76);
                pen.line_to(0.7, 0.0);
                pen.quad_to(0.6, 0.62, 0.0, 0.92);
                pen.quad_to(-0.6, 0.62, -0.7, 0.0);
                pen.close();
            })?;
            fill(on, &shield, ink, 1.0);
        }
        // a leg that bends, on the ground
        Drill::Knee => {
            let leg = at.line(&[(-0.5, -0.78), (0.34, -0.16), (-0.3, 0.4)])?;
            outline(on, &leg, ink, 1.0, at.half * 0.28);
            fill(on, &at.block(-0.84, 0.62, 0.84, 0.88)?, ink, 1.0);
        }
        // one way becomes two
        Drill::SplitFire => {
            outline(on, &at.line(&[(0.0, 0.86), (0.0, 0.2)])?, ink, 1.0, at.half * 0.26);
            for side in [0.66, -0.66] {
                let way = at.line(&[(0.0, 0.2), (side, -0.56)])?;
                outline(on, &way, ink, 1.0, at.half * 0.26);
                let tip = [(side * 1.3, -0.92), (side * 1.42, -0.24), (side * 0.5, -0.6)];
                fill(on, &at.polygon(&tip)?, ink, 1.0);
            }
        }
    }
    Some(())
}

pub(super) fn draw_figure(figure: Figure, on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
    match figure {
        Figure::Standing => {
            fill(on, &at.dot(0.0, -0.6, 0.34)?, ink, 1.0);
            fill(on, &shoulders(at)?, ink, 1.0);
        }
        Figure::Down => draw_lying(on, ink, at, 0.78)?,
        Figure::Fallen => {
            let thin = (at.half * 0.16).max(1.5);
            outline(on, &at.dot(0.0, -0.6, 0.28)?, ink, 1.0, thin);
            outline(on, &shoulders(at)?, ink, 1.0, thin);
        }
    }
    Some(())
}

/// Somebody on the ground: a head beside a body, and the ground below.
fn draw_lying(on: &mut Pixmap, ink: Rgb, at: &Place, share: f32) -> Option<()> {
    fill(on, &at.dot(-0.62 * share, 0.16, 0.28 * share)?, ink, 1.0);
    let body = at.line(&[(-0.1 * share, 0.24), (0.78 * share, 0.24)])?;
    outline(on, &body, ink, 1.0, at.half * 0.42 * share);
    fill(on, &at.block(-0.94 * share, 0.66, 0.94 * share, 0.84)?, ink, 1.0);
    Some(())
}

fn shoulders(at: &Place) -> Option<Path> {
    at.shape(|pen| {
        pen.move_to(-0.6, 0.92);
        pen.line_to(-0.6, 0.36);
        pen.quad_to(-0.6, -0.12, 0.0, -0.12);
        pen.quad_to(0.6, -0.12, 0.6, 0.36);
        pen.line_to(0.6, 0.92);
        pen.close();
    })
}

/// The corners of a star with five points.
fn star() -> Vec<(f32, f32)> {
    let step = std::f32::consts::PI / 5.0;
    let corner = |i: u8| {
        let radius = if i.is_multiple_of(2) { 0.98 } else { 0.42 };
        let (sin, cos) = (step * f32::from(i)).sin_cos();
        (radius * sin, -radius * cos)
    };
    (0..10).map(corner).collect()
}

/// What is gone.
pub(super) fn draw_gone(on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
    for ends in [[(-0.62, -0.62), (0.62, 0.62)], [(0.62, -0.62), (-0.62, 0.62)]] {
        outline(on, &at.line(&ends)?, ink, 1.0, at.half * 0.24);
    }
    Some(())
}

/// What can still be bought.
pub(super) fn draw_more(on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
    fill(on, &at.block(-0.2, -0.72, 0.2, 0.72)?, ink, 1.0);
    fill(on, &at.block(-0.72, -0.2, 0.72, 0.2)?, ink, 1.0);
    Some(())
}
