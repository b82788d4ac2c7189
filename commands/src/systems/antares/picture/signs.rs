//! What else there is to know about a unit: a small sign for each, and the word for it.

use gatemaster_discord::picture::{Rgb, fill, outline};
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::state::{Ammo, Condition, Soma, Unit, UnitId};
use tiny_skia::Pixmap;

use super::faces::star;
use crate::die::Place;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    Acting,
    NotDeployed,
    AmmoOut,
    AmmoLow,
    GunLost,
    Jammed,
    Immobilised,
    LockedOn,
    DroneLost,
    GraftsWild,
    GraftsActive,
}

impl Sign {
    /// In the order they are shown: what limits a unit most comes first.
    pub(super) const ALL: [Sign; 11] = [
        Sign::Acting,
        Sign::NotDeployed,
        Sign::AmmoOut,
        Sign::AmmoLow,
        Sign::GunLost,
        Sign::Jammed,
        Sign::Immobilised,
        Sign::LockedOn,
        Sign::DroneLost,
        Sign::GraftsWild,
        Sign::GraftsActive,
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            Sign::Acting => "acting",
            Sign::NotDeployed => "not deployed",
            Sign::AmmoOut => "ammo out",
            Sign::AmmoLow => "ammo low",
            Sign::GunLost => "gun lost",
            Sign::Jammed => "jammed",
            Sign::Immobilised => "immobile",
            Sign::LockedOn => "locked on",
            Sign::DroneLost => "drone lost",
            Sign::GraftsWild => "grafts wild",
            Sign::GraftsActive => "grafts on",
        }
    }

    /// Those of a unit. One that is destroyed has nothing left to tell.
    pub(super) fn of(state: &State, id: UnitId, unit: &Unit) -> Vec<Sign> {
        if unit.destroyed {
            return Vec::new();
        }
        Sign::ALL.into_iter().filter(|sign| sign.applies(state, id, unit)).collect()
    }

    fn applies(self, state: &State, id: UnitId, unit: &Unit) -> bool {
        let mut models = unit.living().filter_map(|id| unit.models.get(id.index()));
        let gun = unit.gun.map(|gun| gun.condition);
        match self {
            Sign::Acting => state.flow.acting.is_some_and(|acting| acting.unit == id),
            Sign::NotDeployed => !unit.deployed,
            Sign::AmmoOut => unit.ammo == Ammo::Out,
            Sign::AmmoLow => unit.ammo == Ammo::Low,
            Sign::GunLost => gun == Some(Condition::Destroyed),
            Sign::Jammed => {
                gun == Some(Condition::Malfunction) || models.any(|model| !model.broken.is_empty())
            }
            Sign::Immobilised => models.any(|model| model.immobilised),
            Sign::LockedOn => unit.lock.is_some(),
            Sign::DroneLost => unit.gear.iter().any(|drone| drone.lost),
            Sign::GraftsWild => unit.soma == Soma::Wild,
            Sign::GraftsActive => unit.soma == Soma::Active,
        }
    }

    pub(super) fn draw(self, on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
        let thin = at.half * 0.2;
        match self {
            Sign::Acting => {
                fill(on, &at.polygon(&[(-0.6, -0.8), (0.85, 0.0), (-0.6, 0.8)])?, ink, 1.0);
            }
            // sand that still runs
            Sign::NotDeployed => {
                let glass = [(-0.6, -0.8), (0.6, -0.8), (-0.6, 0.8), (0.6, 0.8)];
                fill(on, &at.polygon(&glass)?, ink, 1.0);
            }
            Sign::AmmoOut => {
                outline(on, &bullet(at)?, ink, 1.0, thin);
                strike_out(on, ink, at)?;
            }
            Sign::AmmoLow => {
                outline(on, &bullet(at)?, ink, 1.0, thin);
                fill(on, &at.block(-0.36, 0.3, 0.36, 0.84)?, ink, 1.0);
            }
            Sign::GunLost => {
                fill(on, &gun(at)?, ink, 1.0);
                strike_out(on, ink, at)?;
            }
            Sign::Jammed => {
                let board = at.polygon(&[(0.0, -0.8), (0.88, 0.74), (-0.88, 0.74)])?;
                outline(on, &board, ink, 1.0, thin);
                outline(on, &at.line(&[(0.0, -0.22), (0.0, 0.18)])?, ink, 1.0, thin);
                fill(on, &at.dot(0.0, 0.5, 0.12)?, ink, 1.0);
            }
            // it stays where it is
            Sign::Immobilised => {
                fill(on, &at.block(-0.62, -0.76, -0.18, 0.76)?, ink, 1.0);
                fill(on, &at.block(0.18, -0.76, 0.62, 0.76)?, ink, 1.0);
            }
            Sign::LockedOn => {
                outline(on, &at.dot(0.0, 0.0, 0.56)?, ink, 1.0, thin);
                for (x, y) in [(0.0_f32, 1.0_f32), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)] {
                    let hair = at.line(&[(x * 0.3, y * 0.3), (x * 0.88, y * 0.88)])?;
                    outline(on, &hair, ink, 1.0, thin);
                }
            }
            Sign::DroneLost => {
                let drone = at.polygon(&[(0.0, -0.76), (0.76, 0.0), (0.0, 0.76), (-0.76, 0.0)])?;
                outline(on, &drone, ink, 1.0, thin);
                strike_out(on, ink, at)?;
            }
            Sign::GraftsWild => fill(on, &at.polygon(&star(6, 0.92, 0.36))?, ink, 1.0),
            Sign::GraftsActive => {
                fill(on, &at.block(-0.26, -0.82, 0.26, 0.82)?, ink, 1.0);
                fill(on, &at.block(-0.82, -0.26, 0.82, 0.26)?, ink, 1.0);
            }
        }
        Some(())
    }
}

fn strike_out(on: &mut Pixmap, ink: Rgb, at: &Place) -> Option<()> {
    outline(on, &at.line(&[(-0.84, 0.84), (0.84, -0.84)])?, ink, 1.0, at.half * 0.2);
    Some(())
}

fn bullet(at: &Place) -> Option<tiny_skia::Path> {
    at.shape(|pen| {
        pen.move_to(-0.42, 0.88);
        pen.line_to(-0.42, -0.2);
        pen.quad_to(-0.42, -0.7, 0.0, -0.92);
        pen.quad_to(0.42, -0.7, 0.42, -0.2);
        pen.line_to(0.42, 0.88);
        pen.close();
    })
}

fn gun(at: &Place) -> Option<tiny_skia::Path> {
    at.polygon(&[
        (-0.9, -0.42),
        (0.9, -0.42),
        (0.9, -0.1),
        (0.1, -0.1),
        (0.1, 0.12),
        (-0.3, 0.12),
        (-0.46, 0.66),
        (-0.9, 0.66),
    ])
}
