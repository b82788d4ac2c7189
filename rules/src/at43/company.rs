//! A company: the units that a player brings, in their own words' keys, so that it can be kept and used in another game
//! (T-BLD-1 to T-BLD-9).

use serde::{Deserialize, Serialize};

use super::profile::Specialist;

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
