//! Why a number is what it is: the closed list of reasons in this system's checks.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Ag,
    Acc,
    Str,
    Res,
    Command,
    CommandersCommand,
    SomaGraft,
    BlindLuck,
    TeamGun,
    Pins(u32),
    LongRange,
    ExtremeRange,
    Obstacle,
    LightTerrain,
    BatterShield,
    Aimed,
    RapidFireFar,
    Building,
    Overhead,
    CrewShort(u32),
    OutOfArc,
    Assaulting,
    HandWeapon,
    Armour,
    Cover,
    Spinner,
    StrikeValue,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Reason::Ag => "Ag",
            Reason::Acc => "Acc",
            Reason::Str => "Str",
            Reason::Res => "Res",
            Reason::Command => "Command",
            Reason::CommandersCommand => "commander's Command",
            Reason::SomaGraft => "soma graft",
            Reason::BlindLuck => "blind fire",
            Reason::TeamGun => "a team's weapon",
            Reason::Pins(1) => "1 pin",
            Reason::Pins(n) => return write!(f, "{n} pins"),
            Reason::LongRange => "long range",
            Reason::ExtremeRange => "extreme range",
            Reason::Obstacle => "obstacle between",
            Reason::LightTerrain => "light terrain between",
            Reason::BatterShield => "batter shield",
            Reason::Aimed => "Fire order",
            Reason::RapidFireFar => "rapid fire beyond effective range",
            Reason::Building => "target in a building",
            Reason::Overhead => "overhead",
            Reason::CrewShort(1) => "1 crew short",
            Reason::CrewShort(n) => return write!(f, "{n} crew short"),
            Reason::OutOfArc => "out of arc",
            Reason::Assaulting => "assaulting",
            Reason::HandWeapon => "hand weapon",
            Reason::Armour => "armour",
            Reason::Cover => "cover",
            Reason::Spinner => "distort spinner",
            Reason::StrikeValue => "SV",
        };
        f.write_str(word)
    }
}
