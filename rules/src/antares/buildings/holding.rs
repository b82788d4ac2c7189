//! Who is inside, and how much room is left (B-OCC-1).

use super::{Interior, Level, Spot};
use crate::antares::state::{State, Unit, UnitId};
use crate::ids::Seat;
use crate::text::count;

/// What a block still takes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    pub models: u32,
    pub units: u32,
}

impl Room {
    /// "room for 25 models and 2 units", "full"
    pub fn text(self) -> String {
        if self.models == 0 || self.units == 0 {
            return "full".into();
        }
        format!(
            "room for {} and {}",
            count(self.models, "model", "models"),
            count(self.units, "unit", "units")
        )
    }
}

/// Everybody at this place, of either side.
pub fn units_in(state: &State, spot: Spot) -> impl Iterator<Item = (UnitId, &Unit)> {
    state
        .ids()
        .zip(&state.units)
        .filter(move |(_, unit)| unit.spot == Some(spot) && !unit.destroyed && unit.deployed)
}

/// The side that holds a closed block: all its levels, as long as one of its units is inside.
pub fn holders(state: &State, spot: Spot) -> Option<Seat> {
    units_in(state, spot).next().map(|(_, unit)| unit.side)
}

/// What a closed block takes in when nobody is there.
pub fn capacity(state: &State, spot: Spot) -> Room {
    let Some(building) = state.building(spot.building) else { return Room { models: 0, units: 0 } };
    match (building.plan.interior, spot.level) {
        (Interior::Closed, Level::Block(block)) => {
            let plan = &building.plan;
            let parts = u32::from(plan.parts_of(spot.column));
            let models = plan.size.models_per_level() * plan.levels(block) * parts;
            Room { models, units: plan.size.units() }
        }
        // what has a place on the table has the room that people see there
        (Interior::Closed | Interior::Modelled | Interior::Hall { .. }, _) => {
            Room { models: u32::MAX, units: u32::MAX }
        }
    }
}

/// What is left of it. Buddy drones and a team's weapon take no room.
pub fn room(state: &State, spot: Spot) -> Room {
    let whole = capacity(state, spot);
    units_in(state, spot).fold(whole, |room, (_, unit)| Room {
        models: room.models.saturating_sub(unit.alive()),
        units: room.units.saturating_sub(1),
    })
}
