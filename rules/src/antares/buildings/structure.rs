//! What fire does to a building: overhead shots that come down on it, damage, and its end (B-OVH-1 to B-DMG-3).

use serde::{Deserialize, Serialize};

use super::{Building, Interior, LEVELS_PER_BLOCK, Level, Part, Spot, Way};
use crate::antares::arms::mode_of;
use crate::antares::command::Use;
use crate::antares::event::{DestroyedBy, Event};
use crate::antares::flow::{Manner, Task, Volley, VolleyId};
use crate::antares::run::Run;
use crate::antares::state::{State, UnitId, WeaponId};
use crate::dice::Roll;
use crate::refusal::Refusal;

/// B-OVH-1: the die that the strike value is added to.
pub const PENETRATION_DIE: u32 = 10;
/// B-OVH-1: from here on it comes through the roof, and from there on to the ground.
pub const PENETRATES_FROM: u32 = 6;
pub const GOES_THROUGH_FROM: u32 = 11;
/// B-DMG-1: a D10; halved and rounded up it is a D5, and a fractal weapon's counts in full.
pub const DAMAGE_DIE: u32 = 10;
/// B-DMG-1
pub const LEAST_SV: u8 = 5;
pub const FEWEST_BLAST_HITS: u32 = 5;

/// How deep an overhead shot goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Depth {
    Roof,
    /// The topmost block, and the roof.
    Top,
    /// Every level.
    Through,
}

/// An overhead shot that came down on a building.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LandedHits {
    pub part: Part,
    pub batch: usize,
    pub lucky: bool,
    pub hits: u32,
    /// Whom they fall on; the odd ones go to the first.
    pub struck: Vec<UnitId>,
}

/// A weapon's shot that hit the structure, or somebody inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StructureHit {
    pub part: Part,
    pub weapon: WeaponId,
    pub mode: u8,
    pub sv: u8,
    /// As rolled, before any are halved or shared.
    pub blast: u32,
}

impl StructureHit {
    /// What counts for damage beside the die: each only if it is five or more by itself.
    pub fn counted(self) -> (u32, u32) {
        let sv = if self.sv >= LEAST_SV { u32::from(self.sv) } else { 0 };
        let blast = if self.blast >= FEWEST_BLAST_HITS { self.blast } else { 0 };
        (sv, blast)
    }
}

/// B-OVH-1, B-OVH-3
pub fn depth_of(total: u32, storeys: u8) -> Depth {
    match total {
        GOES_THROUGH_FROM.. => Depth::Through,
        PENETRATES_FROM.. if storeys <= LEVELS_PER_BLOCK => Depth::Through,
        PENETRATES_FROM.. => Depth::Top,
        _ => Depth::Roof,
    }
}

/// Whether a shot of this depth reaches that level of a building.
pub fn penetrates(depth: Depth, building: &Building, level: Level) -> bool {
    match (depth, level) {
        (_, Level::Roof) | (Depth::Through, _) => true,
        (Depth::Top, Level::Block(block)) => block == building.plan.top_block(),
        (Depth::Roof, Level::Block(_)) => false,
    }
}

/// Everybody whom a shot of this depth hits, of either side, from the roof down.
pub fn struck_units(state: &State, part: Part, depth: Depth) -> Vec<UnitId> {
    let Some(building) = state.building(part.building) else { return Vec::new() };
    let hall = matches!(building.plan.interior, Interior::Hall { .. });
    let mut struck: Vec<(Spot, UnitId)> = state
        .ids()
        .zip(&state.units)
        .filter(|(_, unit)| !unit.destroyed && unit.deployed)
        .filter_map(|(id, unit)| Some((unit.spot.filter(|spot| spot.part() == part)?, id)))
        .filter(|(spot, _)| penetrates(depth, building, spot.level) && (!hall || spot.is_roof()))
        .collect();
    struck.sort_by_key(|(spot, id)| (std::cmp::Reverse(spot.level), *id));
    struck.into_iter().map(|(_, id)| id).collect()
}

/// Whether any of these could ever damage a building (B-DMG-1).
pub fn can_hurt(state: &State, uses: &[Use]) -> bool {
    uses.iter().any(|used| {
        mode_of(state, used.weapon, used.mode).is_some_and(|(_, mode)| {
            let most = mode.fractal_lock().map_or(mode.sv, |most| most.max(mode.sv));
            most >= LEAST_SV
                || mode.blast().is_some_and(|sides| u32::from(sides) >= FEWEST_BLAST_HITS)
        })
    })
}

impl Run<'_> {
    /// B-OVH-1: every overhead shot that came down on a building, on target or astray.
    pub fn land(&mut self, volley: VolleyId) -> Result<(), Refusal> {
        let Some(shooting) = self.state.flow.volleys.get(volley).cloned() else { return Ok(()) };
        let mut shots: Vec<(usize, Part, bool)> = Vec::new();
        let aimed = super::overhead_part(&self.state, shooting.at, shooting.part)
            .filter(|_| shooting.manner != Manner::Blind);
        for (place, batch) in shooting.batches.iter().enumerate() {
            let overhead = batch
                .weapon
                .and_then(|weapon| mode_of(&self.state, weapon, batch.mode))
                .is_some_and(|(_, mode)| mode.is_overhead());
            if let (true, Some(part)) = (overhead, aimed) {
                let hits = batch.dice.iter().filter(|die| die.hit);
                shots.extend(hits.map(|die| (place, part, die.lucky)));
            }
        }
        for stray in &shooting.astray {
            shots.extend(stray.building.map(|part| (stray.batch, part, false)));
        }
        for (batch, part, lucky) in shots {
            self.land_one(volley, &shooting, (batch, part, lucky))?;
        }
        Ok(())
    }

    fn land_one(
        &mut self,
        volley: VolleyId,
        shooting: &Volley,
        (batch, part, lucky): (usize, Part, bool),
    ) -> Result<(), Refusal> {
        let Some(shots) = shooting.batches.get(batch) else { return Ok(()) };
        let Some(weapon) = shots.weapon else { return Ok(()) };
        let Some(storeys) = self.state.building(part.building).map(|it| it.plan.storeys) else {
            return Ok(());
        };
        let blast = mode_of(&self.state, weapon, shots.mode).and_then(|(_, mode)| mode.blast());
        let (mode, sv) = (shots.mode, shots.sv);
        let from = shooting.from;
        let roll = self.roll(PENETRATION_DIE)?;
        let depth = depth_of(roll.face + u32::from(sv), storeys);
        self.emit(Event::LandedOn { from, weapon, part, roll, sv, depth });
        let mut struck = struck_units(&self.state, part, depth);
        // the odd hits go to the unit aimed at, then to other enemies
        let side = self.state.unit(from).map(|unit| unit.side);
        struck.sort_by_key(|id| {
            let friend = self.state.unit(*id).map(|unit| unit.side) == side;
            (Some(*id) != shooting.at, friend)
        });
        let hits = match blast {
            Some(sides) => {
                let roll = self.roll(u32::from(sides))?;
                self.emit(Event::Blast { from, weapon, mode, roll });
                roll.face
            }
            None => 1,
        };
        let shots = &mut self.state.flow.volleys[volley];
        let counted = if blast.is_some() { hits } else { 0 };
        shots.structure.push(StructureHit { part, weapon, mode, sv, blast: counted });
        if struck.is_empty() {
            return Ok(());
        }
        let units = u32::try_from(struck.len()).unwrap_or(u32::MAX);
        shots.landed.push(LandedHits { part, batch, lucky, hits, struck });
        if units > 1 && !hits.is_multiple_of(units) {
            let landed = shots.landed.len() - 1;
            self.push([Task::OddHits { volley, landed }]);
        }
        Ok(())
    }

    /// Who takes the odd hits, as the shooter says.
    pub fn share_odd_hits(&mut self, volley: VolleyId, landed: usize, first: &[UnitId]) {
        let shots = self.state.flow.volleys.get_mut(volley);
        if let Some(landed) = shots.and_then(|shots| shots.landed.get_mut(landed)) {
            landed
                .struck
                .sort_by_key(|id| first.iter().position(|one| one == id).unwrap_or(usize::MAX));
        }
    }

    /// B-DMG-1: a test for each weapon's shot that hit, once everybody has taken their hits.
    pub fn damage_buildings(&mut self, volley: VolleyId) -> Result<(), Refusal> {
        let Some(hits) = self.state.flow.volleys.get(volley).map(|it| it.structure.clone()) else {
            return Ok(());
        };
        for hit in hits {
            let part = hit.part;
            let (sv, blast) = hit.counted();
            let Some(building) = self.state.building(part.building) else { continue };
            let breakable = building.plan.strength > 0 && building.stands(part.column);
            if sv + blast == 0 || !breakable {
                continue;
            }
            let left = building.columns.get(usize::from(part.column)).map_or(0, |it| it.left);
            let fractal = mode_of(&self.state, hit.weapon, hit.mode)
                .is_some_and(|(_, mode)| mode.fractal_lock().is_some());
            let roll = self.roll(DAMAGE_DIE)?;
            let damage = damage_die(roll, fractal) + sv + blast;
            let left = left.saturating_sub(damage);
            let StructureHit { weapon, mode, .. } = hit;
            self.emit(Event::BuildingDamaged {
                part,
                weapon,
                mode,
                roll,
                fractal,
                sv,
                blast,
                damage,
                left,
            });
            if left == 0 {
                self.collapse(part);
            }
        }
        Ok(())
    }

    /// B-DMG-2: everybody inside is lost; whoever stands on the roof comes down with it and lives.
    pub fn collapse(&mut self, part: Part) {
        self.emit(Event::Collapsed { part });
        let there: Vec<(UnitId, bool)> = self
            .state
            .ids()
            .zip(&self.state.units)
            .filter(|(_, unit)| !unit.destroyed)
            .filter_map(|(id, unit)| Some((id, unit.spot.filter(|spot| spot.part() == part)?)))
            .map(|(id, spot)| (id, spot.is_roof()))
            .collect();
        for (unit, roof) in there {
            if roof {
                self.emit(Event::WentTo { unit, spot: None, way: Way::Rubble });
            } else {
                self.destroy(unit, DestroyedBy::Collapse);
            }
        }
    }
}

/// B-DMG-1
pub fn damage_die(roll: Roll, fractal: bool) -> u32 {
    if fractal { roll.face } else { roll.face.div_ceil(2) }
}
