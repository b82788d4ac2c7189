//! What was done in a chapter of a battle, one thing after the other, as data.

use super::super::command::{Combat, Movement, Salvo, Strike};
use super::super::event::{Allowance, MoraleCause, Rerolled, RunOver, Skip, Victims};
use super::super::flow::Template;
use super::super::need::Test;
use super::super::state::{Drill, Gone, MemberId, PlaceId, UnitId};
use super::Topic;
use super::fate::PartLoss;
use crate::dice::Roll;
use crate::ids::Seat;

/// One thing that was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// A card came to light; so many are left to its side.
    Revealed {
        seat: Seat,
        unit: UnitId,
        left: usize,
    },
    Activated {
        unit: UnitId,
        free: bool,
    },
    /// Came onto the table.
    Entered {
        unit: UnitId,
        through: PlaceId,
    },
    /// Not paid for.
    Unpaid(UnitId),
    Waited(UnitId),
    Tested(Tested),
    Rallied(UnitId),
    StoodUp {
        unit: UnitId,
        fighters: u32,
        whole_unit: bool,
    },
    Moved {
        unit: UnitId,
        movement: Movement,
        allowance: Allowance,
    },
    RanOver {
        unit: UnitId,
        on: UnitId,
        rolls: Vec<RunOver>,
        fallen: Vec<MemberId>,
    },
    Attacked(Box<Attacked>),
    Drilled {
        unit: UnitId,
        drills: Vec<Drill>,
    },
    /// Anything else, in the report's own sentence.
    Told {
        topic: Topic,
        text: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tested {
    pub unit: UnitId,
    pub test: Test,
    pub roll: Option<Roll>,
    pub passed: bool,
    pub why: MoraleCause,
    pub disorganized: bool,
    pub gone: Option<Gone>,
}

/// A salvo, an artillery strike or a combat, with everything that came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Attacked {
    pub how: How,
    /// `None` where no die was needed, as with flamers.
    pub test: Option<Test>,
    pub dice: Vec<Rerolled>,
    pub impacts: u32,
    pub out_of_reach: bool,
    pub template: Option<Template>,
    pub skipped: Vec<Skipped>,
    /// What it did, one after the other; also to those it was not meant for.
    pub harms: Vec<Harm>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum How {
    Salvo {
        unit: UnitId,
        salvo: Salvo,
        overwatch: bool,
        shooters: u32,
    },
    Strike {
        seat: Seat,
        strike: Strike,
    },
    Combat {
        unit: UnitId,
        combat: Combat,
    },
    /// Begun in an earlier chapter.
    GoingOn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub unit: Option<UnitId>,
    pub fighters: u32,
    pub why: Skip,
}

/// What an attack did to a unit, to one of its machines, to the wreck or to an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Harm {
    pub on: Victims,
    pub in_zone: bool,
    pub impacts: u32,
    /// The cover test, with its dice and the impacts that it stopped.
    pub cover_test: Option<Test>,
    pub cover: Vec<Roll>,
    pub covered: u32,
    /// Damage tests: the last kind of them with its number, and the dice of all.
    pub damage: Option<Test>,
    pub dice: Vec<Rerolled>,
    pub successes: u32,
    pub fallen: Vec<MemberId>,
    pub saved: Vec<MemberId>,
    pub grounded: u32,
    pub structure: Vec<PartLoss>,
    pub machines: Vec<MemberId>,
    /// Members, or of a wreck or an element SP, after it.
    pub left: usize,
    pub gone: bool,
}

impl Attacked {
    pub(super) fn new(how: How) -> Self {
        Self {
            how,
            test: None,
            dice: Vec::new(),
            impacts: 0,
            out_of_reach: false,
            template: None,
            skipped: Vec::new(),
            harms: Vec::new(),
        }
    }
}

impl Harm {
    pub(super) fn on(on: Victims) -> Self {
        Self {
            on,
            in_zone: false,
            impacts: 0,
            cover_test: None,
            cover: Vec::new(),
            covered: 0,
            damage: None,
            dice: Vec::new(),
            successes: 0,
            fallen: Vec::new(),
            saved: Vec::new(),
            grounded: 0,
            structure: Vec::new(),
            machines: Vec::new(),
            left: 0,
            gone: false,
        }
    }

    /// The unit it is about, machine or whole.
    pub fn unit(&self) -> Option<UnitId> {
        unit_of(self.on)
    }
}

pub(super) fn unit_of(on: Victims) -> Option<UnitId> {
    match on {
        Victims::Unit(unit) | Victims::Machine(unit, _) => Some(unit),
        Victims::Wreck | Victims::Terrain(_) => None,
    }
}
