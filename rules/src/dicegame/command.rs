//! What players do, and what comes of it.

use serde::{Deserialize, Serialize};

use super::faces::{Control, Fate, Points, Skirmish};
use super::state::Ending;
use crate::ids::Seat;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Draw the first player by lot (D-SET-3).
    DrawFirst,
    /// Roll all six skirmish dice, with so many of one's own fate dice (D-ROL-1, D-FAT-2).
    Roll {
        #[serde(default)]
        fate: u8,
    },
    /// Roll these of the dice just rolled again; the others of that roll are kept (D-ROL-6).
    RollAgain {
        dice: Vec<u8>,
        #[serde(default)]
        fate: u8,
    },
    /// Put so many fate dice of this seat into the roller's hand; none is an answer as well (D-FAT-2).
    AddFate { seat: Seat, dice: u8 },
    /// Every die stays as it lies (D-ROL-5).
    Stop,
    /// Use a trait, or go on without (D-TRT-3).
    Trait(Option<TraitUse>),
    /// Six victories: which dice to claim (D-CTL-4).
    Claim(SixChoice),
    /// Whose fate die to take (D-FAT-1).
    TakeFateFrom { seat: Seat },
}

/// A trait by its place, and what it is used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraitUse {
    pub place: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<TraitTarget>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TraitTarget {
    /// One of the roller's own logged dice.
    Own(Points),
    Player(Seat),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SixChoice {
    Control,
    Fate,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The lot fell on this seat; the others get a fate die each (D-SET-2, D-SET-3).
    FirstDrawn {
        seat: Seat,
    },
    TurnBegan {
        number: u32,
        roller: Seat,
    },
    /// The roller takes these dice into the hand (all of them at first), with own fate dice.
    Taken {
        dice: Vec<u8>,
        fate: u8,
    },
    /// This seat is asked whether it adds fate dice.
    FateOffered {
        seat: Seat,
    },
    FateAdded {
        seat: Seat,
        dice: u8,
    },
    /// Everything in the hand is rolled together (D-ROL-8).
    Rolled {
        dice: Vec<Fallen>,
        fate: Vec<Fate>,
    },
    /// The roller's highest logged die goes back to the gate, if there is one (D-FAT-4).
    Sabotaged {
        took: Option<Points>,
    },
    /// All the roller's logged dice drop by one (D-FAT-5).
    Warped {
        returned: u8,
        left: u8,
    },
    /// D-FAT-6
    Routed,
    /// D-ROL-3
    Bust,
    Stopped {
        victories: u8,
        strikes: u8,
    },
    TraitsOffered,
    TraitUsed {
        place: u8,
        did: TraitDid,
    },
    TraitsDone,
    SixOffered,
    SixChosen {
        choice: SixChoice,
    },
    /// These control dice were claimed and rolled: points are logged, fate faces go back (D-CTL-1, D-CTL-3).
    ControlRolled {
        faces: Vec<Control>,
    },
    /// So many fate dice are to be claimed.
    FateDue {
        dice: u8,
    },
    /// From the table, or from another player.
    FateClaimed {
        from: Option<Seat>,
    },
    /// There is nobody left to take one from (D-FAT-8).
    NoFateLeft {
        dice: u8,
    },
    /// There are several to take it from.
    VictimAsked,
    GameEnded {
        ending: Ending,
    },
}

/// A skirmish die and the face it fell on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallen {
    pub die: u8,
    pub face: Skirmish,
}

/// What a trait did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TraitDid {
    /// D-TRT-4
    TurnedUp { from: Points },
    /// D-TRT-5
    TookFate,
    /// D-TRT-6
    ReturnedFate { of: Seat },
    /// D-TRT-7
    ClaimsMore,
    /// D-TRT-8
    TurnedDown { of: Seat, from: Points },
}
