//! Missions as data: forces, places, what is paid for, and when it ends (T-MIS-1 to T-MIS-67).

use serde::{Deserialize, Serialize};

use super::profile::Sources;

/// The missions of the book by number, and a server's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mission {
    pub key: String,
    pub name: String,
    /// 1 to 6 in the book: what a die picks (T-MIS-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// Attacker and defender, exactly two sides; else two or more equal ones (T-MIS-5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub roles: bool,
    pub ground: Ground,
    /// Army points; `None` is agreed at the table. Of equal sides the attacker's figures hold for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<Forces>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defender: Option<Forces>,
    /// What is paid once for each loss of the other side.
    #[serde(default)]
    pub eliminated: Eliminated,
    /// Places that come with the mission, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceSpec>,
    /// Containers and nanogenerators on the table, if nobody says otherwise.
    #[serde(default)]
    pub containers: u8,
    #[serde(default)]
    pub nanogenerators: u8,
    /// RP for those (T-MIS-33 …).
    #[serde(default)]
    pub container_pays: Supplies,
    #[serde(default)]
    pub nanogenerator_pays: Supplies,
    /// VP for whoever attacks and leaves by the far edge (T-MIS-54).
    #[serde(default)]
    pub evacuated_infantry: u32,
    #[serde(default)]
    pub evacuated_machines: u32,
    /// The pilot in his wreck (T-MIS-61 to T-MIS-65).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rescue: Option<Rescue>,
    /// Assault units may wait in reserve in round 1 (T-MIS-51, T-MIS-61).
    #[serde(default = "yes")]
    pub may_wait: bool,
    /// Reinforcement units are played (T-BLD-8).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reinforcements: bool,
    pub ends: Ends,
    /// What the players are told about the table.
    #[serde(default)]
    pub told: String,
    #[serde(default)]
    pub sources: Sources,
}

impl Mission {
    /// Whether a die may pick it: with more than two sides none with roles (T-MIS-1, T-MIS-5).
    pub fn is_diced(&self, sides: usize) -> bool {
        self.number.is_some() && (sides == 2 || !self.roles)
    }
}

fn yes() -> bool {
    true
}

/// How the battlefield comes about (T-MIS-2, T-MIS-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Agreed terrain, access zones drawn at random.
    NoMansLand,
    PacifiedRegion,
    TrenchWar,
    /// The mission's own places; where its map is lost, the players lay them out as named.
    Map,
}

/// Army points of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forces {
    pub assault: u32,
    #[serde(default)]
    pub reinforcement: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Eliminated {
    pub infantry: u32,
    pub machines: u32,
    pub officer: u32,
}

/// Reinforcement points of one kind of place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Supplies {
    pub capture: u32,
    pub control: u32,
    /// The capture pays the attacker alone.
    pub attacker_captures: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceSpec {
    pub name: String,
    pub kind: PlaceKind,
    /// VP a round for whoever controls it.
    #[serde(default)]
    pub control: u32,
    /// The only role that is paid for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays: Option<Role>,
    /// Whose zone it is. In a mission without roles the attacker's is everybody's: each side has one such zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Role>,
    /// Not for reserves of this role (T-MIS-52).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bars: Option<Role>,
    /// Where it lies, in words.
    #[serde(default)]
    pub lies: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceKind {
    /// An objective that pays for its control.
    Point,
    Container,
    Nanogenerator,
    Wreck,
    DropPoint,
    /// Units enter from the edge of the table (T-RES-2). Neutral where it belongs to nobody.
    AccessZone,
    /// Units are placed inside, in round 1 (T-RES-4).
    DeploymentZone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Attacker,
    Defender,
}

/// T-MIS-61 to T-MIS-65
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rescue {
    /// VP of the attacker.
    pub met: u32,
    pub evacuated: u32,
    /// The wreck.
    pub protection: u8,
    pub structure: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ends {
    /// Most VP after this round, equal is a draw.
    AfterRound(u32),
    /// At so many VP; several at once are told apart by `tie`.
    AtPoints { points: u32, tie: Tie },
}

/// Who wins if several reach the points at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// The one of them who controls the place that pays, else the first side to control it (T-MIS-23).
    Place,
    /// More primary objectives controlled, else play on (T-MIS-34, T-MIS-56).
    MoreObjectives,
    /// More VP, equal is a draw (T-MIS-66).
    MorePoints,
}
