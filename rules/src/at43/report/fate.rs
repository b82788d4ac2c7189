//! What became of a unit in a chapter of a battle, summed up.

use super::super::command::MachinePart;
use super::super::state::{Drill, Gone, LossKind, MemberId, UnitId};

/// Everything that happened to one unit, whoever did it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each can have happened whatever the others are")]
pub struct Fate {
    pub unit: UnitId,
    /// Impacts it took, before cover and damage.
    pub impacts: u32,
    /// Fighters lost and not brought back, in the order in which they fell.
    pub fallen: Vec<MemberId>,
    /// Machines destroyed or given up.
    pub machines: Vec<MemberId>,
    /// Structure points lost, part by part.
    pub structure: Vec<PartLoss>,
    /// Structure points regained.
    pub repaired: Vec<(MemberId, MachinePart)>,
    /// Fell and were saved by a medic.
    pub saved: Vec<MemberId>,
    /// Back by a routine.
    pub back: Vec<MemberId>,
    pub grounded: u32,
    pub stood_up: u32,
    /// It passed a morale test.
    pub held: bool,
    pub disorganized: bool,
    pub rallied: bool,
    pub drills_lost: Vec<Drill>,
    pub leader_lost: bool,
    pub relay_lost: bool,
    /// What of it will be paid for in the control phase.
    pub counts_as: Vec<LossKind>,
    pub gone: Option<Gone>,
    /// Members in the game after it all.
    pub left: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartLoss {
    pub machine: MemberId,
    pub part: MachinePart,
    pub lost: u8,
    pub left: u8,
}

impl Fate {
    /// Nothing has happened to it.
    pub fn of(unit: UnitId) -> Self {
        Self {
            unit,
            impacts: 0,
            fallen: Vec::new(),
            machines: Vec::new(),
            structure: Vec::new(),
            repaired: Vec::new(),
            saved: Vec::new(),
            back: Vec::new(),
            grounded: 0,
            stood_up: 0,
            held: false,
            disorganized: false,
            rallied: false,
            drills_lost: Vec::new(),
            leader_lost: false,
            relay_lost: false,
            counts_as: Vec::new(),
            gone: None,
            left: 0,
        }
    }

    pub fn structure_lost(&self) -> u32 {
        self.structure.iter().fold(0, |sum, loss| sum.saturating_add(u32::from(loss.lost)))
    }

    /// Whether it has lost anybody or anything.
    pub fn has_losses(&self) -> bool {
        !self.fallen.is_empty() || !self.machines.is_empty() || !self.structure.is_empty()
    }

    /// Whether it is worse off than before.
    pub fn is_harmed(&self) -> bool {
        self.has_losses() || self.grounded > 0 || self.disorganized || self.gone.is_some()
    }
}
