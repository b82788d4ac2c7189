//! What is shot at: a unit, or a building itself (B-DMG-3).

use gatemaster_discord::card::Choice;
use gatemaster_rules::antares::arms::arms;
use gatemaster_rules::antares::buildings::{
    BuildingId, FEWEST_BLAST_HITS, LEAST_SV, Part, can_hurt, units_in,
};
use gatemaster_rules::antares::command::Use;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::state::{Unit, UnitId};
use gatemaster_rules::antares::{State, label};
use gatemaster_rules::text::list;
use serde::{Deserialize, Serialize};

/// As a number, in notes and on buttons, units count from nought and buildings from `BUILDINGS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u16", into = "u16")]
pub enum Target {
    Unit(UnitId),
    Building(Part),
}

/// Far more than a battle has units.
const BUILDINGS: u16 = 0x8000;

impl From<Target> for u16 {
    fn from(target: Target) -> Self {
        match target {
            Target::Unit(id) => id.0,
            Target::Building(Part { building, column }) => {
                BUILDINGS | u16::from(building.0) << 8 | u16::from(column)
            }
        }
    }
}

impl From<u16> for Target {
    fn from(number: u16) -> Self {
        if number < BUILDINGS {
            return Target::Unit(UnitId(number));
        }
        let [building, column] = (number ^ BUILDINGS).to_be_bytes();
        Target::Building(Part { building: BuildingId(building), column })
    }
}

impl From<UnitId> for Target {
    fn from(id: UnitId) -> Self {
        Target::Unit(id)
    }
}

impl Target {
    pub fn unit(self) -> Option<UnitId> {
        match self {
            Target::Unit(id) => Some(id),
            Target::Building(_) => None,
        }
    }

    pub fn part(self) -> Option<Part> {
        match self {
            Target::Unit(_) => None,
            Target::Building(part) => Some(part),
        }
    }

    pub fn body(self, state: &State) -> Option<&Unit> {
        state.unit(self.unit()?)
    }

    /// "Rabble", "Tower itself"
    pub fn name(self, state: &State) -> String {
        match self {
            Target::Unit(id) => state.unit_name(id).to_owned(),
            Target::Building(part) => format!("{} itself", state.part_name(part)),
        }
    }

    /// What a shooter wants to know of it.
    pub fn line(self, state: &State, from: UnitId) -> String {
        match self {
            Target::Unit(id) => label::target_line(state, from, id),
            Target::Building(part) => building_line(state, part),
        }
    }

    pub fn choice(self, state: &State, from: UnitId) -> Choice {
        Choice::new(self.name(state), u16::from(self)).more(self.line(state, from))
    }
}

/// "Damage value 12 of 20 · needs SV 5 or a blast of 5 hits · inside: Rabble"
fn building_line(state: &State, part: Part) -> String {
    let Some(building) = state.building(part.building) else { return String::new() };
    let left = building.columns.get(usize::from(part.column)).map_or(0, |column| column.left);
    let mut line = format!(
        "Damage value {left} of {} · needs SV {LEAST_SV} or a blast of {FEWEST_BLAST_HITS} hits",
        building.plan.strength
    );
    let inside = state.spots().into_iter().filter(|spot| spot.part() == part && !spot.is_roof());
    let names: Vec<String> = inside
        .flat_map(|spot| {
            units_in(state, spot).map(|(_, unit)| unit.name.clone()).collect::<Vec<_>>()
        })
        .collect();
    if !names.is_empty() {
        line.push_str(" · inside: ");
        line.push_str(&list(&names));
    }
    line
}

/// Everything that the unit could shoot at like this, whatever the range: the enemies on the table, then the buildings
/// that something it carries could hurt.
pub fn targets(state: &State, unit: UnitId, manner: Manner) -> Vec<Target> {
    let units = enemies(state, unit).into_iter().map(Target::Unit);
    units.chain(buildings(state, unit, manner)).collect()
}

/// The enemies on the table.
pub fn enemies(state: &State, unit: UnitId) -> Vec<UnitId> {
    let Some(unit) = state.unit(unit) else { return Vec::new() };
    let enemies = state.living(state.enemy_of(unit.side)).filter(|(_, enemy)| enemy.deployed);
    enemies.map(|(id, _)| id).collect()
}

fn buildings(state: &State, unit: UnitId, manner: Manner) -> Vec<Target> {
    let Some(unit) = state.unit(unit) else { return Vec::new() };
    let uses: Vec<Use> = arms(state, unit, manner)
        .into_iter()
        .map(|arm| Use { weapon: arm.weapon, mode: arm.mode, by: arm.by })
        .collect();
    if !can_hurt(state, &uses) {
        return Vec::new();
    }
    let breakable =
        |part: &Part| state.building(part.building).is_some_and(|it| it.plan.strength > 0);
    let elsewhere = |part: &Part| unit.spot.is_none_or(|spot| spot.part() != *part);
    let parts = state.parts().filter(|part| breakable(part) && elsewhere(part));
    parts.map(Target::Building).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_buildings_have_numbers_of_their_own() {
        for number in [0, 1, 0x7fff, 0x8000, 0x8003, 0x8b01, u16::MAX] {
            assert_eq!(u16::from(Target::from(number)), number);
        }
        let part = Part { building: BuildingId(11), column: 3 };
        assert_eq!(Target::from(u16::from(Target::Building(part))).part(), Some(part));
        assert_eq!(Target::from(7), Target::Unit(UnitId(7)));
    }
}
