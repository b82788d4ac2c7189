//! What a die has to show: the universal table, and the reasons behind every number (T-UTR-1).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::check::Check;

/// Every die of the game.
pub const DIE: u32 = 6;

/// What a die must show at least, or that it need not be thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// It fails without a roll.
    Never,
    AtLeast(u32),
    /// It succeeds without a roll.
    Always,
}

impl Need {
    /// The column of the universal table for action value − difficulty (T-UTR-1).
    pub fn of(difference: i32) -> Self {
        match difference {
            ..=-6 => Need::Never,
            -5 | -4 => Need::AtLeast(6),
            -3 | -2 => Need::AtLeast(5),
            -1..=1 => Need::AtLeast(4),
            2 | 3 => Need::AtLeast(3),
            4 | 5 => Need::AtLeast(2),
            6.. => Need::Always,
        }
    }

    pub fn met_by(self, face: u32) -> bool {
        match self {
            Need::Never => false,
            Need::AtLeast(least) => face >= least,
            Need::Always => true,
        }
    }

    /// In how many of the six faces it succeeds.
    pub fn faces(self) -> u32 {
        match self {
            Need::Never => 0,
            Need::AtLeast(least) => (DIE + 1).saturating_sub(least).min(DIE),
            Need::Always => DIE,
        }
    }
}

impl fmt::Display for Need {
    /// "4+"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Need::Never => f.write_str("cannot succeed"),
            Need::AtLeast(6) => f.write_str("6"),
            Need::AtLeast(face) => write!(f, "{face}+"),
            Need::Always => f.write_str("succeeds by itself"),
        }
    }
}

/// Why a number is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Accuracy,
    /// Detection (T-EQP-4).
    Detection,
    /// The band, subtracted.
    Range,
    Combat,
    Penetration,
    Protection,
    Morale,
    /// T-MOR-1
    MoraleDifficulty,
    /// T-WPN-1
    LockedShot,
    /// T-WPN-4
    ArtilleryStrike,
    /// T-COV-2
    Cover,
    TakeCover,
    /// T-MOV-4
    RunOverFree,
    RunOverEngaged,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Accuracy => "Accuracy",
            Reason::Detection => "triple lens",
            Reason::Range => "range",
            Reason::Combat => "Combat",
            Reason::Penetration => "Penetration",
            Reason::Protection => "Protection",
            Reason::Morale => "Morale",
            Reason::MoraleDifficulty => "difficulty",
            Reason::LockedShot => "locked shot",
            Reason::ArtilleryStrike => "artillery strike",
            Reason::Cover => "cover",
            Reason::TakeCover => "Take cover!",
            Reason::RunOverFree => "run over",
            Reason::RunOverEngaged => "run over while engaged",
        })
    }
}

/// A test with its reasons: by the table, or a face that stands fast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// Action value − difficulty, term by term.
    Table(Check<Reason>),
    /// The same face whatever the circumstances.
    Fixed { face: u32, why: Reason },
}

impl Test {
    pub fn need(&self) -> Need {
        match self {
            Test::Table(check) => Need::of(check.target()),
            Test::Fixed { face, .. } => Need::AtLeast(*face),
        }
    }
}

impl fmt::Display for Test {
    /// "5+: Accuracy 3, range −5 (−2)"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.need())?;
        match self {
            Test::Fixed { why, .. } => write!(f, "{why}"),
            Test::Table(check) => {
                write!(f, "{} {}", check.base().reason, check.base().value)?;
                for term in check.modifiers() {
                    let sign = if term.value < 0 { '−' } else { '+' };
                    write!(f, ", {} {sign}{}", term.reason, term.value.unsigned_abs())?;
                }
                let target = check.target();
                let sign = if target < 0 { "−" } else { "" };
                write!(f, " ({sign}{})", target.unsigned_abs())
            }
        }
    }
}

/// A range band (T-MEA-2).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Band(pub u8);

impl Band {
    /// Tenths of a centimetre to a band.
    const WIDTH: u32 = 100;

    /// Up to 10.0 cm is band 0, and so on; beyond what a table has, the last band stands.
    pub fn of(distance: Millimetres) -> Self {
        let band = distance.0.div_ceil(Self::WIDTH).saturating_sub(1);
        Band(u8::try_from(band).unwrap_or(u8::MAX))
    }

    /// From where to where it goes, in centimetres.
    pub fn centimetres(self) -> (u32, u32) {
        let width = Self::WIDTH / Millimetres::cm(1).0;
        let from = u32::from(self.0) * width;
        (from, from + width)
    }
}

/// A distance as people measure it, to a tenth of a centimetre.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millimetres(pub u32);

impl Millimetres {
    pub fn cm(cm: u32) -> Self {
        Self(cm.saturating_mul(10))
    }
}

impl fmt::Display for Millimetres {
    /// "12 cm", "12.5 cm"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 10 {
            0 => write!(f, "{} cm", self.0 / 10),
            tenth => write!(f, "{}.{tenth} cm", self.0 / 10),
        }
    }
}

/// A range as it was told: measured, or the band itself (T-MEA-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Range {
    Measured(Millimetres),
    Band(Band),
}

impl Range {
    /// The longest that is taken for a distance on a table, 3 m.
    pub const MOST: Millimetres = Millimetres(3000);

    pub fn band(self) -> Band {
        match self {
            Range::Measured(distance) => Band::of(distance),
            Range::Band(band) => band,
        }
    }

    pub fn is_on_a_table(self) -> bool {
        match self {
            Range::Measured(distance) => distance <= Self::MOST,
            Range::Band(band) => band <= Band::of(Self::MOST),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Measured(distance) => write!(f, "{distance} (range {})", self.band().0),
            Range::Band(band) => write!(f, "range {}", band.0),
        }
    }
}
