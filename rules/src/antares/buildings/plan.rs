//! What a building is like, as people describe it before the battle (B-SIZ-1).

use serde::{Deserialize, Serialize};

use crate::ids::Seat;
use crate::text::clean_name;

/// B-SIZ-2: so many storeys are one block.
pub const LEVELS_PER_BLOCK: u8 = 3;
/// B-DMG-2
pub const DEFAULT_STRENGTH: u32 = 20;
pub const STOREY_STRENGTH: u32 = 5;
/// B-SHT-4
pub const DEFAULT_COVER: u8 = 2;
/// B-ROF-1
pub const PARAPET_COVER: u8 = 2;

/// More than a table holds, and few enough to be read on a board.
pub const MAX_BUILDINGS: usize = 12;
pub const MAX_STOREYS: u8 = 12;
pub const MAX_BLOCKS: u8 = 4;
/// A bunker's walls; more would make everybody invulnerable.
pub const MAX_COVER_OF_BUILDING: u8 = 3;
/// A larger number is a slip of the finger.
pub const MAX_STRENGTH: u32 = 200;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub name: String,
    pub size: Size,
    /// Inside, the roof not counted.
    pub storeys: u8,
    /// Parts side by side.
    pub blocks: u8,
    pub interior: Interior,
    pub roof: Roof,
    /// Stairs or ramps outside, from the ground to every level and the roof (B-ENT-2).
    pub stairs: bool,
    /// What it adds to Res (B-SHT-4).
    pub cover: u8,
    /// The damage value of each column; 0 cannot be brought down.
    pub strength: u32,
    /// The side in whose deployment zone it wholly lies (B-DEP-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Seat>,
    /// Buildings that instant transporters lead to; its own name joins its own blocks (B-TRN-1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    #[default]
    Standard,
    Small,
    VerySmall,
}

impl Size {
    pub const ALL: [Size; 3] = [Size::Standard, Size::Small, Size::VerySmall];

    pub fn name(self) -> &'static str {
        match self {
            Size::Standard => "standard",
            Size::Small => "small",
            Size::VerySmall => "very small",
        }
    }

    /// "a small building"
    pub fn article(self) -> String {
        format!("a {} building", self.name())
    }

    /// B-OCC-1
    pub fn models_per_level(self) -> u32 {
        match self {
            Size::Standard => 10,
            Size::Small => 5,
            Size::VerySmall => 3,
        }
    }

    /// B-OCC-1
    pub fn units(self) -> u32 {
        match self {
            Size::Standard => 3,
            Size::Small => 2,
            Size::VerySmall => 1,
        }
    }

    /// B-OCC-2: so many adjoining parts are filled together.
    pub fn parts_per_column(self) -> u8 {
        match self {
            Size::Standard => 1,
            Size::Small | Size::VerySmall => 2,
        }
    }
}

/// How one moves and fights inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interior {
    /// Units inside are off the table: the rules for buildings.
    #[default]
    Closed,
    /// Rooms and walls are there to be played in: the ordinary rules, no sprints (B-MOV-3).
    Modelled,
    /// A hall as large as a table of its own: the ordinary rules; overhead fire only where people agree (B-LRG-1).
    Hall { overhead: bool },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Roof {
    /// Nobody can stand on it.
    #[default]
    None,
    Flat,
    /// With a wall around it that gives cover (B-ROF-1).
    Parapet,
}

impl Plan {
    /// A building of which nothing but name, size and height is said.
    pub fn plain(name: &str, size: Size, storeys: u8) -> Self {
        Self {
            name: name.to_owned(),
            size,
            storeys,
            blocks: 1,
            interior: Interior::Closed,
            roof: Roof::None,
            stairs: false,
            cover: DEFAULT_COVER,
            strength: Self::usual_strength(storeys),
            zone: None,
            links: Vec::new(),
        }
    }

    /// B-DMG-2: 20, and 5 for each storey above the third.
    pub fn usual_strength(storeys: u8) -> u32 {
        DEFAULT_STRENGTH + STOREY_STRENGTH * u32::from(storeys.saturating_sub(LEVELS_PER_BLOCK))
    }

    /// Columns side by side; two small parts are one (B-OCC-2).
    pub fn columns(&self) -> u8 {
        self.blocks.div_ceil(self.size.parts_per_column()).max(1)
    }

    /// The parts that this column is made of: two, or one that is left over.
    pub fn parts_of(&self, column: u8) -> u8 {
        let each = self.size.parts_per_column();
        self.blocks.saturating_sub(column.saturating_mul(each)).clamp(1, each)
    }

    /// Blocks one upon the other (B-SIZ-2).
    pub fn blocks_high(&self) -> u8 {
        self.storeys.div_ceil(LEVELS_PER_BLOCK).max(1)
    }

    pub fn top_block(&self) -> u8 {
        self.blocks_high() - 1
    }

    /// The first and the last storey of a block, counted from 1.
    pub fn floors(&self, block: u8) -> (u8, u8) {
        let first = block.saturating_mul(LEVELS_PER_BLOCK).saturating_add(1);
        (first, first.saturating_add(LEVELS_PER_BLOCK - 1).min(self.storeys.max(first)))
    }

    pub fn levels(&self, block: u8) -> u32 {
        let (first, last) = self.floors(block);
        u32::from(last - first) + 1
    }

    /// Whether an instant transporter joins it with the building of this name.
    pub fn leads_to(&self, name: &str) -> bool {
        self.links.iter().any(|link| link.to_lowercase() == name.to_lowercase())
    }
}

/// Everything that is wrong with these buildings, together.
pub fn wrong_with(plans: &[Plan]) -> Vec<String> {
    let mut faults = Vec::new();
    if plans.len() > MAX_BUILDINGS {
        faults.push(format!(
            "There are {} buildings; a table has at most {MAX_BUILDINGS}.",
            plans.len()
        ));
    }
    for (place, plan) in plans.iter().enumerate() {
        let name = &plan.name;
        if clean_name(name).as_deref() != Some(name.as_str()) {
            faults.push("A building needs a name of at most 32 plain characters.".into());
        }
        let same = |other: &Plan| other.name.to_lowercase() == name.to_lowercase();
        if plans[..place].iter().any(same) {
            faults.push(format!("Two buildings are called {name}; rename one."));
        }
        if !(1..=MAX_STOREYS).contains(&plan.storeys) {
            faults.push(format!(
                "{name} has {} storeys; a building has 1 to {MAX_STOREYS}.",
                plan.storeys
            ));
        }
        if !(1..=MAX_BLOCKS).contains(&plan.blocks) {
            faults.push(format!(
                "{name} has {} blocks; a building has 1 to {MAX_BLOCKS}.",
                plan.blocks
            ));
        }
        if plan.cover > MAX_COVER_OF_BUILDING {
            faults.push(format!(
                "{name} adds {} to Res; walls add 0 to {MAX_COVER_OF_BUILDING}.",
                plan.cover
            ));
        }
        if plan.strength > MAX_STRENGTH {
            faults.push(format!(
                "{name} has a damage value of {}; it goes from 1 to {MAX_STRENGTH}, and 0 cannot be brought down.",
                plan.strength
            ));
        }
        for link in &plan.links {
            if !plans.iter().any(|other| other.name.to_lowercase() == link.to_lowercase()) {
                faults.push(format!(
                    "{name} has a transporter to {link}, but there is no such building."
                ));
            }
        }
        if plan.zone.is_some_and(|seat| seat.index() > 1) {
            faults.push(format!("{name} lies in the zone of a side that there is not."));
        }
    }
    faults.dedup();
    faults
}
