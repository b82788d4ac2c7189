//! The five factions that fight for the gate (D-SET-1).

use serde::{Deserialize, Serialize};

use crate::colour::Colour;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Faction {
    Concord,
    Isorian,
    Algoryn,
    Boromite,
    Ghar,
}

impl Faction {
    pub const ALL: [Faction; 5] =
        [Faction::Concord, Faction::Isorian, Faction::Algoryn, Faction::Boromite, Faction::Ghar];

    pub fn name(self) -> &'static str {
        match self {
            Faction::Concord => "Concord",
            Faction::Isorian => "Isorian",
            Faction::Algoryn => "Algoryn",
            Faction::Boromite => "Boromite",
            Faction::Ghar => "Ghar",
        }
    }

    /// The word in files.
    pub fn key(self) -> &'static str {
        match self {
            Faction::Concord => "concord",
            Faction::Isorian => "isorian",
            Faction::Algoryn => "algoryn",
            Faction::Boromite => "boromite",
            Faction::Ghar => "ghar",
        }
    }

    /// Ours, to tell seats apart; skirmish dice are blue, control dice yellow and fate dice black.
    pub fn colour(self) -> Colour {
        match self {
            Faction::Concord => Colour::White,
            Faction::Isorian => Colour::Purple,
            Faction::Algoryn => Colour::Red,
            Faction::Boromite => Colour::Orange,
            Faction::Ghar => Colour::Green,
        }
    }
}
