//! What became of a unit in a chapter of a battle, summed up.

use super::super::event::DestroyedBy;
use super::super::profile::Gear;
use super::super::state::{UnitId, WeaponId};

/// Everything that happened to one unit, whoever did it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each can have happened whatever the others are")]
pub struct Fate {
    pub unit: UnitId,
    /// Hits it took, before its Res tests.
    pub hits: u32,
    /// Models lost.
    pub models: u32,
    pub gear: Vec<Gear>,
    pub gun_lost: bool,
    pub jammed: Vec<WeaponId>,
    pub immobilised: bool,
    pub dice_lost: u32,
    pub pins: u32,
    pub pins_off: u32,
    /// It went down, by choice or not.
    pub down: bool,
    /// It passed a break test.
    pub held: bool,
    pub destroyed: Option<DestroyedBy>,
}

impl Fate {
    /// Nothing has happened to it.
    pub fn of(unit: UnitId) -> Self {
        Self {
            unit,
            hits: 0,
            models: 0,
            gear: Vec::new(),
            gun_lost: false,
            jammed: Vec::new(),
            immobilised: false,
            dice_lost: 0,
            pins: 0,
            pins_off: 0,
            down: false,
            held: false,
            destroyed: None,
        }
    }

    /// Whether it has lost anything.
    pub fn has_losses(&self) -> bool {
        self.models > 0
            || !self.gear.is_empty()
            || self.gun_lost
            || !self.jammed.is_empty()
            || self.immobilised
            || self.dice_lost > 0
    }

    /// Whether it is worse off than before.
    pub fn is_harmed(&self) -> bool {
        self.has_losses() || self.pins > 0 || self.destroyed.is_some()
    }
}
