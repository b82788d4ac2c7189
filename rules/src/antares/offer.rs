//! What a unit could shoot with at a target, shown before anything is rolled (A-SHT-21).

use super::arms::{Arm, arms, mode_of, reach};
use super::command::{Scene, Use};
use super::flow::Manner;
use super::inches::Inches;
use super::reason::Reason;
use super::shoot::{Firing, Shots, shape, shooters};
use super::state::{State, UnitId};
use super::values::{Band, OutOfReach};
use crate::check::Check;

/// One weapon in one of its modes, against this target.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    pub arm: Arm,
    /// The band the target is in, or why it cannot be reached.
    pub band: Result<Band, OutOfReach>,
    /// Dice for each group of shooters that needs the same number; empty where the target is out of reach.
    pub rolls: Vec<(Shots, Check<Reason>)>,
    pub sv: u8,
    /// Hits without a roll: a fractal lock (A-SPC-2).
    pub automatic: bool,
}

/// Every weapon and mode of the unit, reaching or not.
pub fn offers(
    state: &State,
    from: UnitId,
    at: Option<UnitId>,
    manner: Manner,
    range: Inches,
    scene: &Scene,
) -> Vec<Offer> {
    let Some(unit) = state.unit(from) else { return Vec::new() };
    let firing = Firing { at, manner, range, scene };
    arms(state, unit, manner)
        .into_iter()
        .filter_map(|arm| {
            let (_, mode) = mode_of(state, arm.weapon, arm.mode)?;
            let band = reach(state, mode, manner, range);
            let used = Use { weapon: arm.weapon, mode: arm.mode, by: arm.by.clone() };
            let shapes: Vec<_> = shooters(unit, &used)
                .iter()
                .filter_map(|group| shape(state, unit, firing, &used, group))
                .collect();
            Some(Offer {
                arm,
                band,
                sv: shapes.first().map_or(mode.sv, |shape| shape.sv),
                automatic: shapes.iter().any(|shape| shape.automatic),
                rolls: shapes.into_iter().map(|shape| (shape.shots, shape.check)).collect(),
            })
        })
        .collect()
}
