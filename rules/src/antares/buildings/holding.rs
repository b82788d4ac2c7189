//! Who is inside, and how much room is left (B-OCC-1).

use super::{Interior, Level, Plan, Spot};
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
    /// Where people see for themselves who fits: on a roof, in a hall.
    pub const UNCOUNTED: Room = Room { models: u32::MAX, units: u32::MAX };

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
    state.building(spot.building).map_or(Room { models: 0, units: 0 }, |building| {
        building.plan.takes_in(spot.column, spot.level)
    })
}

impl Plan {
    /// What this place takes in (B-OCC-1); before the battle there is only the plan to tell it.
    pub fn takes_in(&self, column: u8, level: Level) -> Room {
        match (self.interior, level) {
            (Interior::Closed, Level::Block(block)) => {
                let parts = u32::from(self.parts_of(column));
                let models = self.size.models_per_level() * self.levels(block) * parts;
                Room { models, units: self.size.units() }
            }
            // what has a place on the table has the room that people see there
            (Interior::Closed | Interior::Modelled | Interior::Hall { .. }, _) => Room::UNCOUNTED,
        }
    }
}

/// What is left of it. Buddy drones and a team's weapon take no room.
pub fn room(state: &State, spot: Spot) -> Room {
    let whole = capacity(state, spot);
    if whole == Room::UNCOUNTED {
        return whole;
    }
    units_in(state, spot).fold(whole, |room, (_, unit)| Room {
        models: room.models.saturating_sub(unit.alive()),
        units: room.units.saturating_sub(1),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{BuildingId, Roof, Size};
    use super::*;
    use crate::antares::{Antares, Setup};
    use crate::system::System as _;

    /// B-OCC-1: a block counts its models and units, a roof has what room people see.
    #[test]
    fn a_unit_takes_room_in_a_block_and_none_that_is_counted_on_the_roof() {
        let tower = Plan { roof: Roof::Flat, ..Plan::plain("Tower", Size::Standard, 1) };
        let mut setup = Setup { buildings: vec![tower], ..Setup::default() };
        setup.options.already_deployed = true;
        let mut state = Antares::set_up(&setup).unwrap();
        let (inside, roof) = (Spot::block(BuildingId(0), 0, 0), Spot::roof(BuildingId(0), 0));
        state.units[1].spot = Some(inside);
        state.units[0].spot = Some(roof);
        assert_eq!(room(&state, inside), Room { models: 5, units: 2 });
        assert_eq!(room(&state, roof), Room::UNCOUNTED);
    }
}
