//! The six faces of an order die, as shapes that stay themselves when they are small.

use gatemaster_discord::picture::{Rgb, fill, outline};
use gatemaster_rules::antares::order::Order;
use tiny_skia::Pixmap;

use crate::die::Place;

pub(in super::super) fn draw(order: Order, on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
    match order {
        // a muzzle flash
        Order::Fire => fill(on, &at.polygon(&star(8, 0.78, 0.34))?, ink, 1.0),
        Order::Advance => {
            let arrow = [
                (0.0, -0.72),
                (0.6, -0.04),
                (0.22, -0.04),
                (0.22, 0.68),
                (-0.22, 0.68),
                (-0.22, -0.04),
                (-0.6, -0.04),
            ];
            fill(on, &at.polygon(&arrow)?, ink, 1.0);
        }
        Order::Run => {
            for y in [-0.46, 0.16] {
                let chevron = at.line(&[(-0.5, y + 0.42), (0.0, y - 0.1), (0.5, y + 0.42)])?;
                outline(on, &chevron, ink, 1.0, at.half * 0.26);
            }
        }
        // an eye
        Order::Ambush => {
            let lids = at.shape(|pen| {
                pen.move_to(-0.74, 0.0);
                pen.quad_to(0.0, -0.92, 0.74, 0.0);
                pen.quad_to(0.0, 0.92, -0.74, 0.0);
                pen.close();
            })?;
            outline(on, &lids, ink, 1.0, at.half * 0.15);
            fill(on, &at.dot(0.0, 0.0, 0.24)?, ink, 1.0);
        }
        // a flag to gather at
        Order::Rally => {
            fill(on, &at.block(-0.5, -0.74, -0.3, 0.74)?, ink, 1.0);
            let flag = [(-0.3, -0.68), (0.62, -0.4), (0.62, -0.34), (-0.3, 0.1)];
            fill(on, &at.polygon(&flag)?, ink, 1.0);
        }
        // down to the ground
        Order::Down => {
            fill(on, &at.polygon(&[(-0.56, -0.6), (0.56, -0.6), (0.0, 0.26)])?, ink, 1.0);
            fill(on, &at.block(-0.6, 0.42, 0.6, 0.64)?, ink, 1.0);
        }
    }
    Some(())
}

/// The Ghar's distort die: a flash that breaks.
pub(super) fn draw_distort(on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
    let flash = [
        (0.16, -0.8),
        (-0.52, 0.14),
        (-0.06, 0.14),
        (-0.2, 0.8),
        (0.54, -0.22),
        (0.08, -0.22),
        (0.36, -0.8),
    ];
    fill(on, &at.polygon(&flash)?, ink, 1.0);
    Some(())
}

/// The corners of a star.
pub(super) fn star(points: u8, outer: f32, inner: f32) -> Vec<(f32, f32)> {
    let step = std::f32::consts::PI / f32::from(points);
    (0..points * 2)
        .map(|i| {
            let radius = if i % 2 == 0 { outer } else { inner };
            let (sin, cos) = (step * f32::from(i)).sin_cos();
            (radius * sin, -radius * cos)
        })
        .collect()
}
