//! Putting a mistake right, as a step: an organiser's at once, a player's as a proposal that another side answers.

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::run::Run;
use super::state::{Drill, MemberId, PlaceId, State, UnitId};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// A fighter is back, or out.
    Member {
        unit: UnitId,
        member: MemberId,
        out: bool,
        grounded: bool,
    },
    /// Structure points of a machine, weapon by weapon.
    Machine {
        unit: UnitId,
        member: MemberId,
        frame: u8,
        propulsion: u8,
        weapons: Vec<u8>,
    },
    Drills {
        unit: UnitId,
        drills: Vec<Drill>,
    },
    Morale {
        unit: UnitId,
        disorganized: bool,
    },
    /// Enemies in contact with a unit.
    Contact {
        unit: UnitId,
        with: Vec<UnitId>,
    },
    Leadership {
        seat: Seat,
        pool: u32,
    },
    Points {
        seat: Seat,
        vp: u32,
        rp: u32,
    },
    Control {
        place: PlaceId,
        by: Option<Seat>,
    },
}

pub(super) fn open(_: &State) -> Vec<Open<Command>> {
    Vec::new()
}

pub(super) fn decide(_: &mut Run<'_>, _: &Doer, _: &Command) -> Result<(), Refusal> {
    Ok(())
}
