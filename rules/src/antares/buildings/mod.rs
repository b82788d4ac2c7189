//! Buildings: what stands on the table, who is inside, and how one gets in and out (the rules B-…).
//!
//! A building is a row of *columns* that stand side by side; each column is a stack of *blocks* of up to three storeys,
//! and a unit inside fills one block. Two adjoining small parts make one column, because a unit fills both.

mod fire;
mod holding;
mod plan;
mod route;
mod structure;

pub use fire::{
    ADJOINING_RANGE, MODELS_PER_OPENING, check_building_shot, check_openings, check_sides,
    fixed_range, openings_for, openings_needed, overhead_part, seen_scene, stands_behind_parapet,
    through_openings, walls,
};
pub use holding::{Room, capacity, holders, room, units_in};
pub use plan::{
    DEFAULT_COVER, DEFAULT_STRENGTH, Interior, LEVELS_PER_BLOCK, MAX_BLOCKS, MAX_BUILDINGS,
    MAX_COVER_OF_BUILDING, MAX_STOREYS, MAX_STRENGTH, PARAPET_COVER, Plan, Roof, STOREY_STRENGTH,
    Size, wrong_with,
};
pub use route::{
    Route, Way, assault_route, berths, check_berth, consolidations, destinations,
    is_emplaced_inside, is_next, may_deploy_inside, may_enter, route,
};
pub use structure::{
    DAMAGE_DIE, Depth, FEWEST_BLAST_HITS, LEAST_SV, LandedHits, PENETRATION_DIE, StructureHit,
    can_hurt, damage_die, depth_of, penetrates, struck_units,
};

use serde::{Deserialize, Serialize};

use super::state::{State, Unit};

/// A building's place in the battle's list; it keeps it when only rubble is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BuildingId(pub u8);

impl BuildingId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One column of a building: what is hit, damaged and destroyed as a whole (B-DMG-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    pub building: BuildingId,
    pub column: u8,
}

/// Where in or on a building a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Spot {
    pub building: BuildingId,
    pub column: u8,
    pub level: Level,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// A block of up to three storeys, counted from the ground (B-SIZ-2).
    Block(u8),
    /// Outside, on top (B-ROF-1).
    Roof,
}

impl Spot {
    pub fn block(building: BuildingId, column: u8, block: u8) -> Self {
        Self { building, column, level: Level::Block(block) }
    }

    pub fn roof(building: BuildingId, column: u8) -> Self {
        Self { building, column, level: Level::Roof }
    }

    pub fn part(self) -> Part {
        Part { building: self.building, column: self.column }
    }

    pub fn is_roof(self) -> bool {
        self.level == Level::Roof
    }
}

/// The sides of a building, as people agree on them: where an emplaced weapon looks out (B-DEP-1), and how fire is
/// split (B-SHT-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    Front,
    Right,
    Back,
    Left,
}

impl Facing {
    pub const ALL: [Facing; 4] = [Facing::Front, Facing::Right, Facing::Back, Facing::Left];

    pub fn name(self) -> &'static str {
        match self {
            Facing::Front => "front",
            Facing::Right => "right",
            Facing::Back => "back",
            Facing::Left => "left",
        }
    }
}

/// Where a unit is put when it deploys inside; emplaced weapons look out of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Berth {
    pub spot: Spot,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Facing>,
}

/// A building as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Building {
    pub plan: Plan,
    pub columns: Vec<Column>,
    /// It was taken off the table by agreement; its place in the list stays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// What is left of its damage value.
    pub left: u32,
    /// Only rubble: difficult ground with cover (B-DMG-2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rubble: bool,
}

impl Building {
    pub fn new(plan: Plan) -> Self {
        let columns =
            (0..plan.columns()).map(|_| Column { left: plan.strength, rubble: false }).collect();
        Self { plan, columns, removed: false }
    }

    /// Whether this column stands.
    pub fn stands(&self, column: u8) -> bool {
        !self.removed && self.columns.get(usize::from(column)).is_some_and(|one| !one.rubble)
    }

    pub fn stands_at_all(&self) -> bool {
        (0..self.plan.columns()).any(|column| self.stands(column))
    }
}

impl State {
    pub fn building(&self, id: BuildingId) -> Option<&Building> {
        self.buildings.get(id.index())
    }

    pub fn building_ids(&self) -> impl Iterator<Item = BuildingId> + use<> {
        (0..u8::try_from(self.buildings.len()).unwrap_or(u8::MAX)).map(BuildingId)
    }

    /// Buildings on the table, rubble included.
    pub fn buildings_here(&self) -> impl Iterator<Item = (BuildingId, &Building)> {
        self.building_ids().zip(&self.buildings).filter(|(_, building)| !building.removed)
    }

    /// Columns that stand.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        self.buildings_here().flat_map(|(building, it)| {
            let columns = 0..it.plan.columns();
            columns.filter(|column| it.stands(*column)).map(move |column| Part { building, column })
        })
    }

    /// Every place in and on the buildings that stand.
    pub fn spots(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        for part in self.parts() {
            let Some(building) = self.building(part.building) else { continue };
            let blocks = 0..building.plan.blocks_high();
            spots.extend(blocks.map(|block| Spot::block(part.building, part.column, block)));
            if building.plan.roof != Roof::None {
                spots.push(Spot::roof(part.building, part.column));
            }
        }
        spots
    }

    pub fn is_spot(&self, spot: Spot) -> bool {
        self.building(spot.building).is_some_and(|building| {
            building.stands(spot.column)
                && match spot.level {
                    Level::Block(block) => block < building.plan.blocks_high(),
                    Level::Roof => building.plan.roof != Roof::None,
                }
        })
    }

    /// "Tower", "Tower, block 2", "Tower, floors 4 to 6", "the roof of Tower".
    pub fn spot_name(&self, spot: Spot) -> String {
        let Some(building) = self.building(spot.building) else { return "nowhere".into() };
        let part = self.part_name(spot.part());
        match spot.level {
            Level::Roof => format!("the roof of {part}"),
            Level::Block(_) if building.plan.blocks_high() < 2 => part,
            Level::Block(block) => {
                let (first, last) = building.plan.floors(block);
                if first == last {
                    format!("{part}, floor {first}")
                } else {
                    format!("{part}, floors {first} to {last}")
                }
            }
        }
    }

    /// "Tower", or "Tower, block 2" where there are several side by side.
    pub fn part_name(&self, part: Part) -> String {
        let Some(building) = self.building(part.building) else { return "nowhere".into() };
        if building.plan.columns() < 2 {
            building.plan.name.clone()
        } else {
            format!("{}, block {}", building.plan.name, u32::from(part.column) + 1)
        }
    }

    /// "the rubble of Tower": what people may call the difficult ground it leaves (B-DMG-2).
    pub fn rubble_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (building, it) in self.buildings_here() {
            for (column, one) in (0..).zip(&it.columns) {
                if one.rubble {
                    names.push(format!("rubble of {}", self.part_name(Part { building, column })));
                }
            }
        }
        names
    }

    /// The block a unit fills, where the supplement's rules for the inside of buildings apply: its building has no
    /// interior of its own on the table.
    pub fn closed_in(&self, unit: &Unit) -> Option<(Spot, &Building)> {
        let spot = unit.spot.filter(|spot| !spot.is_roof())?;
        let building = self.building(spot.building)?;
        (building.plan.interior == Interior::Closed).then_some((spot, building))
    }

    /// B-ROF-1: the roof of a building of two storeys or more, and a third storey, are high ground.
    pub fn is_high_ground(&self, spot: Spot) -> bool {
        self.building(spot.building).is_some_and(|building| match spot.level {
            Level::Roof => building.plan.storeys >= HIGH_ROOF_FROM,
            Level::Block(block) => building.plan.floors(block).1 >= HIGH_STOREY_FROM,
        })
    }
}

/// B-ROF-1
pub const HIGH_ROOF_FROM: u8 = 2;
pub const HIGH_STOREY_FROM: u8 = 3;
