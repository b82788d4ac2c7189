//! What one shot does whose target is in or on a building, or is one: the hits that reach the unit aimed at, and what the
//! building takes (B-OVH-1 to B-DMG-3).

use super::super::arms::mode_of;
use super::super::astray::{STRAY_DIE, likely_landed, likely_struck, stray_distance};
use super::super::buildings::{
    self, DAMAGE_DIE, PENETRATION_DIE, Part, StructureHit, damage_die, depth_of, overhead_part,
    struck_units,
};
use super::super::command::Use;
use super::super::flow::Volley;
use super::super::state::State;
use super::dice::number;
use crate::dice::Roll;

/// What a shot brings: hits on the unit aimed at, and damage to the building.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Impact {
    pub hits: u16,
    pub damage: u16,
}

/// Each with its chance.
pub type Impacts = Vec<(Impact, f64)>;

/// What each shot of a weapon can do to somebody in or on a building, or to the building.
#[derive(Clone, Debug, Default)]
pub struct BuildingImpacts {
    /// A shot on target.
    pub hit: Impacts,
    /// An overhead shot that goes astray.
    pub stray: Impacts,
}

impl BuildingImpacts {
    /// The most damage that one shot can do.
    pub fn most_damage(&self) -> u16 {
        let all = self.hit.iter().chain(&self.stray);
        all.map(|(impact, _)| impact.damage).max().unwrap_or(0)
    }

    /// The same where the damage is of no account.
    pub fn unharmed(&self) -> Self {
        let without = |impacts: &Impacts| {
            let some = impacts.iter().map(|(impact, chance)| {
                let impact = Impact { damage: 0, ..*impact };
                (impact, *chance)
            });
            merge(some.collect())
        };
        Self { hit: without(&self.hit), stray: without(&self.stray) }
    }
}

/// The building whose end would be the target's as well, and what is left of it; nothing where it cannot fall.
pub fn stake(state: &State, volley: &Volley) -> Option<(Part, u16)> {
    let inside = volley.at.and_then(|at| state.unit(at)?.spot).filter(|spot| !spot.is_roof());
    let part = volley.part.or(inside.map(buildings::Spot::part))?;
    let building = state.building(part.building).filter(|it| it.stands(part.column))?;
    let left = building.columns.get(usize::from(part.column))?.left;
    (building.plan.strength > 0).then_some((part, u16::try_from(left).unwrap_or(u16::MAX)))
}

/// `None` of shots that no building changes anything about.
pub fn onto(state: &State, volley: &Volley, used: &Use, sv: u8) -> Option<BuildingImpacts> {
    let (_, mode) = mode_of(state, used.weapon, used.mode)?;
    let stake = stake(state, volley);
    let lands = overhead_part(state, volley.at, volley.part).filter(|_| mode.is_overhead());
    let shot = Shot {
        state,
        volley,
        blast: mode.blast().map(u32::from),
        fractal: mode.fractal_lock().is_some(),
        sv,
        left: stake.map_or(0, |(_, left)| left),
    };
    let Some(part) = lands else {
        // whatever hits somebody inside hits the walls as well
        let hit = shot.straight();
        let matters = volley.at.is_none() || hit.iter().any(|(impact, _)| impact.damage > 0);
        let stray = if mode.is_overhead() { shot.astray(None) } else { Vec::new() };
        return matters.then_some(BuildingImpacts { hit, stray });
    };
    Some(BuildingImpacts { hit: shot.landing(part), stray: shot.astray(Some(part)) })
}

struct Shot<'a> {
    state: &'a State,
    volley: &'a Volley,
    blast: Option<u32>,
    fractal: bool,
    sv: u8,
    /// What is left of the building; nothing where its damage is of no account.
    left: u16,
}

impl Shot<'_> {
    /// The hits that it makes before they are shared.
    fn faces(&self) -> Vec<(u32, f64)> {
        let sides = self.blast.unwrap_or(1).max(1);
        (1..=sides).map(|face| (face, 1.0 / f64::from(sides))).collect()
    }

    /// B-DMG-1, by the number of blast hits.
    fn damage(&self, hits: u32) -> Vec<(u16, f64)> {
        let blast = if self.blast.is_some() { hits } else { 0 };
        let (sv, blast) = counted(self.sv, blast);
        if self.left == 0 || sv + blast == 0 {
            return vec![(0, 1.0)];
        }
        let rolls = (1..=DAMAGE_DIE).map(|face| {
            let roll = Roll { number: None, sides: DAMAGE_DIE, face };
            let damage = damage_die(roll, self.fractal) + sv + blast;
            let damage = u16::try_from(damage).unwrap_or(u16::MAX).min(self.left);
            (damage, 1.0 / f64::from(DAMAGE_DIE))
        });
        rolls.collect()
    }

    fn straight(&self) -> Impacts {
        let mut all = Vec::new();
        let aimed = self.volley.at.is_some();
        for (face, chance) in self.faces() {
            let hits = if aimed { number(face as usize) } else { 0 };
            let damage = self.damage(face);
            all.extend(damage.into_iter().map(|(damage, share)| {
                let impact = Impact { hits, damage };
                (impact, chance * share)
            }));
        }
        merge(all)
    }

    /// B-OVH-1: the unit aimed at is the first to take the odd hits.
    fn landing(&self, part: Part) -> Impacts {
        let storeys = self.state.building(part.building).map_or(0, |it| it.plan.storeys);
        let mut all = Vec::new();
        for die in 1..=PENETRATION_DIE {
            let depth = depth_of(die + u32::from(self.sv), storeys);
            let struck = struck_units(self.state, part, depth);
            let units = u32::try_from(struck.len()).unwrap_or(u32::MAX);
            let reached = self.volley.at.is_some_and(|at| struck.contains(&at));
            for (face, chance) in self.faces() {
                let hits = if reached { number(face.div_ceil(units) as usize) } else { 0 };
                for (damage, share) in self.damage(face) {
                    let chance = chance * share / f64::from(PENETRATION_DIE);
                    all.push((Impact { hits, damage }, chance));
                }
            }
        }
        merge(all)
    }

    /// A-OVH-4: wherever it comes down as people are asked first.
    fn astray(&self, lands: Option<Part>) -> Impacts {
        let pins = self.state.unit(self.volley.from).map_or(0, |unit| unit.pins);
        let mut all = Vec::new();
        for face in 1..=STRAY_DIE {
            let chance = 1.0 / f64::from(STRAY_DIE);
            let distance = stray_distance(self.volley.manner, face, pins);
            let landed = likely_landed(self.state, self.volley, distance);
            let impacts = match landed.filter(|part| lands == Some(*part)) {
                Some(part) => self.landing(part),
                None if likely_struck(self.state, self.volley, distance).is_empty() => {
                    vec![(Impact::default(), 1.0)]
                }
                None => {
                    let faces = self.faces().into_iter();
                    faces
                        .map(|(face, chance)| {
                            (Impact { hits: number(face as usize), damage: 0 }, chance)
                        })
                        .collect()
                }
            };
            all.extend(impacts.into_iter().map(|(impact, share)| (impact, chance * share)));
        }
        merge(all)
    }
}

/// Each only if it is enough by itself, as the engine counts.
fn counted(sv: u8, blast: u32) -> (u32, u32) {
    use super::super::state::WeaponId;
    let part = Part { building: buildings::BuildingId(0), column: 0 };
    StructureHit { part, weapon: WeaponId(0), mode: 0, sv, blast }.counted()
}

fn merge(mut impacts: Impacts) -> Impacts {
    impacts.sort_by_key(|(impact, _)| *impact);
    impacts.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    impacts
}
