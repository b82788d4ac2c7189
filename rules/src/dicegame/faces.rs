//! The three kinds of dice and what stands on them (D-SET-4). Which faces a die has is data.

use serde::{Deserialize, Serialize};

/// Every die of the game has so many faces (D-SET-4).
pub const FACES: usize = 6;

/// A face of a blue skirmish die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Skirmish {
    Victory,
    /// Victory and strike in one: it counts as both, everywhere (D-ROL-4).
    Both,
    Strike,
}

/// A face of a black fate die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Sabotage,
    Warped,
    Routed,
}

/// A face of a yellow control die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Control {
    #[serde(rename = "1")]
    One,
    #[serde(rename = "2")]
    Two,
    #[serde(rename = "3")]
    Three,
    #[serde(rename = "fate")]
    Fate,
}

impl Skirmish {
    pub const ALL: [Skirmish; 3] = [Skirmish::Victory, Skirmish::Both, Skirmish::Strike];

    pub fn key(self) -> &'static str {
        match self {
            Skirmish::Victory => "victory",
            Skirmish::Both => "both",
            Skirmish::Strike => "strike",
        }
    }

    /// D-ROL-4
    pub fn is_victory(self) -> bool {
        matches!(self, Skirmish::Victory | Skirmish::Both)
    }

    /// D-ROL-4
    pub fn is_strike(self) -> bool {
        matches!(self, Skirmish::Strike | Skirmish::Both)
    }
}

impl Fate {
    pub const ALL: [Fate; 3] = [Fate::Sabotage, Fate::Warped, Fate::Routed];

    pub fn key(self) -> &'static str {
        match self {
            Fate::Sabotage => "sabotage",
            Fate::Warped => "warped",
            Fate::Routed => "routed",
        }
    }
}

impl Control {
    pub const ALL: [Control; 4] = [Control::One, Control::Two, Control::Three, Control::Fate];

    pub fn key(self) -> &'static str {
        match self {
            Control::One => "1",
            Control::Two => "2",
            Control::Three => "3",
            Control::Fate => "fate",
        }
    }

    /// What it is worth where it is logged; the fate face is not.
    pub fn points(self) -> Option<Points> {
        match self {
            Control::One => Some(Points::One),
            Control::Two => Some(Points::Two),
            Control::Three => Some(Points::Three),
            Control::Fate => None,
        }
    }
}

/// The face of a logged control die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Points {
    One,
    Two,
    Three,
}

impl Points {
    pub const ALL: [Points; 3] = [Points::One, Points::Two, Points::Three];

    pub fn number(self) -> u8 {
        match self {
            Points::One => 1,
            Points::Two => 2,
            Points::Three => 3,
        }
    }

    pub fn of(number: u8) -> Option<Points> {
        Points::ALL.into_iter().find(|points| points.number() == number)
    }

    /// One less; a 1 leaves the log (D-FAT-5).
    pub fn down(self) -> Option<Points> {
        match self {
            Points::One => None,
            Points::Two => Some(Points::One),
            Points::Three => Some(Points::Two),
        }
    }

    /// One more; a 3 stays (D-TRT-4).
    pub fn up(self) -> Option<Points> {
        match self {
            Points::One => Some(Points::Two),
            Points::Two => Some(Points::Three),
            Points::Three => None,
        }
    }
}

/// What stands on the dice of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Faces {
    pub skirmish: [Skirmish; FACES],
    pub fate: [Fate; FACES],
    pub control: [Control; FACES],
}

impl Faces {
    /// How many of a skirmish die's faces count as a victory.
    pub fn victories(&self) -> u32 {
        number(&self.skirmish, |face| face.is_victory())
    }

    pub fn fates(&self, wanted: Fate) -> u32 {
        number(&self.fate, |face| *face == wanted)
    }

    pub fn controls(&self, wanted: Control) -> u32 {
        number(&self.control, |face| *face == wanted)
    }

    /// A game whose dice can never be claimed or logged would never end.
    pub fn wrong(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.victories() == 0 {
            faults.push(
                "No skirmish face is a victory, so nobody could ever claim a die; one must be \"victory\" or \"both\"."
                    .to_owned(),
            );
        }
        if self.control.iter().all(|face| face.points().is_none()) {
            faults.push(
                "No control face is a number, so no die could ever be logged; one must be \"1\", \"2\" or \"3\"."
                    .to_owned(),
            );
        }
        faults
    }
}

fn number<F>(faces: &[F], fits: impl Fn(&F) -> bool) -> u32 {
    u32::try_from(faces.iter().filter(|face| fits(face)).count()).unwrap_or(0)
}
