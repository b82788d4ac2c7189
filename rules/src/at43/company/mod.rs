//! A company: the units that a player brings, in their own words' keys, so that it can be kept and used in another game
//! (T-BLD-1 to T-BLD-9).

mod build;
mod check;
mod export;
mod fault;
mod import;
mod marking;
mod muster;
mod names;
mod offers;
mod platoons;
mod price;
mod quick;
mod sheet;
mod text;
mod unit_fault;
mod words;
mod write;

use serde::{Deserialize, Serialize};

use super::mission::{Forces, Mission, Role};
use super::profile::Specialist;

pub use build::{Step, apply};
pub use check::check;
pub use export::{write_json, write_toml};
pub use fault::{EmptySlot, Fault, Share, Unplaced, Why};
pub use import::import;
pub use marking::marked;
pub use muster::{MusteredUnit, muster};
pub use names::{names, slot_words, specialist_name};
pub use offers::{Absent, Left, Offer, Offers, UnitOffers, offers, offers_for};
pub use platoons::{Platoon, place};
pub use price::{Sums, Unpriced, Value, sums, value};
pub use quick::quick;
pub(super) use quick::smallest;
pub use sheet::{Sheet, SheetPlatoon, SheetSlot, SheetUnit, sheet};
pub use text::{LineFault, read};
pub use unit_fault::UnitFault;
pub use write::write;

/// The most units of a company. The rules know no limit; a company of this size takes a weekend to play.
pub const MAX_UNITS: usize = 60;
/// The longest company that is read as people write it, in bytes.
pub const MAX_TEXT: usize = 8 * 1024;
/// The same as a JSON or TOML file, in which a unit has many lines.
pub const MAX_FILE: usize = 32 * 1024;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Company {
    pub name: String,
    /// The army's key.
    pub army: String,
    pub units: Vec<Chosen>,
}

/// One unit of a company.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Chosen {
    /// The entry's key.
    pub unit: String,
    /// Everybody counted in but a hero.
    pub number: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub equipment: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    pub bearers: u8,
    /// 0 without an officer.
    pub officer: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hero: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub specialists: Vec<Specialist>,
    /// T-BLD-8
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reinforcement: bool,
}

/// The army points that a company may spend (T-BLD-1, T-BLD-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For assault units, or for all where there are no reinforcements.
    pub assault: u32,
    /// `None` where the game has no reinforcements.
    pub reinforcement: Option<u32>,
}

impl Limits {
    /// A company that is built for no game in particular.
    pub const FREE: Limits = Limits { assault: u32::MAX, reinforcement: Some(u32::MAX) };

    pub fn without_reinforcements(points: u32) -> Self {
        Self { assault: points, reinforcement: None }
    }

    /// What a mission gives a side; `None` where the table agrees on the points. Of equal sides the attacker's figures
    /// hold for all.
    pub fn of(mission: &Mission, role: Role) -> Option<Self> {
        let Forces { assault, reinforcement } = match role {
            Role::Defender if mission.roles => mission.defender,
            Role::Attacker | Role::Defender => mission.attacker,
        }?;
        Some(Self { assault, reinforcement: mission.reinforcements.then_some(reinforcement) })
    }
}
