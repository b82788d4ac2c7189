//! Where overhead shots come down that miss, and whom they hit there: strays, templates, roofs (A-OVH-4, A-OVH-7, B-OVH-1).

use super::arms;
use super::buildings::{self, Interior, Part};
use super::command::{Mark, Struck};
use super::event::Event;
use super::flow::{Astray, Hit, Manner, Task, Volley, VolleyId};
use super::inches::Inches;
use super::profile::Mode;
use super::run::Run;
use super::shoot::to_usize;
use super::state::{State, Unit, UnitId};
use crate::refusal::Refusal;

/// A-OVH-4
pub const STRAY_DIE: u32 = 10;
/// Half of the template, a house value: a shot astray by no more still covers its target by default.
pub const TEMPLATE_RADIUS: Inches = Inches::tenths(15);

impl Run<'_> {
    /// A-OVH-4, A-OVH-7: every overhead miss that is no dud lands somewhere.
    pub fn go_astray(&mut self, volley: VolleyId) -> Result<(), Refusal> {
        let Some(shooting) = self.state.flow.volleys.get(volley).cloned() else { return Ok(()) };
        let pins = self.state.unit(shooting.from).map_or(0, |unit| unit.pins);
        let mut tasks = Vec::new();
        for (batch, shots) in shooting.batches.iter().enumerate() {
            if !self.mode(shots).is_some_and(Mode::is_overhead) {
                continue;
            }
            let Some(weapon) = shots.weapon else { continue };
            let strays = shots.dice.iter().filter(|die| match shooting.manner {
                Manner::Blind => die.hit,
                _ => !die.hit && !die.dud,
            });
            for _ in 0..strays.count() {
                let roll = self.roll(STRAY_DIE)?;
                let distance = stray_distance(shooting.manner, roll.face, pins);
                self.emit(Event::Astray { from: shooting.from, weapon, roll, distance });
                let astray = &mut self.state.flow.volleys[volley].astray;
                astray.push(Astray { batch, roll, distance, struck: None, building: None });
                tasks.push(Task::Template { volley, astray: astray.len() - 1 });
            }
        }
        self.push(tasks);
        Ok(())
    }

    /// Who lies under a stray template, as people saw it.
    pub fn lay_template(
        &mut self,
        volley: VolleyId,
        astray: usize,
        struck: &[Struck],
    ) -> Result<(), Refusal> {
        for (i, one) in struck.iter().enumerate() {
            let unit = self.unit(one.unit)?;
            if unit.destroyed || !unit.deployed {
                return Err(Refusal::new(format!("{} is not on the table.", unit.name)));
            }
            if let Some(spot) = shielded(&self.state, unit) {
                return Err(Refusal::new(format!(
                    "{} is inside {}: a template reaches it only if its middle lies on the building.",
                    unit.name,
                    self.state.spot_name(spot)
                )));
            }
            if one.under.is_empty()
                || one.under.iter().any(|mark| !arms::targets(unit).contains(mark))
            {
                return Err(Refusal::new(format!(
                    "Name the models of {} under the template, one at least.",
                    unit.name
                )));
            }
            let twice = (1..one.under.len()).any(|n| one.under[..n].contains(&one.under[n]));
            if twice || struck[..i].iter().any(|other| other.unit == one.unit) {
                return Err(Refusal::new("Name each unit and each model once."));
            }
        }
        let Some(shooting) = self.state.flow.volleys.get_mut(volley) else { return Ok(()) };
        let from = shooting.from;
        if let Some(stray) = shooting.astray.get_mut(astray) {
            stray.struck = Some(struck.to_vec());
        }
        self.emit(Event::TemplateLaid { from, struck: struck.to_vec() });
        Ok(())
    }

    /// B-OVH-1: its middle lies on a building.
    pub fn land_on(&mut self, volley: VolleyId, astray: usize, part: Part) -> Result<(), Refusal> {
        if !can_be_landed_on(&self.state, part) {
            return Err(Refusal::new("No such building stands on the table."));
        }
        if let Some(shooting) = self.state.flow.volleys.get_mut(volley)
            && let Some(stray) = shooting.astray.get_mut(astray)
        {
            stray.struck = Some(Vec::new());
            stray.building = Some(part);
        }
        Ok(())
    }

    /// B-OVH-1: shared over everybody whom the shot reaches.
    pub(super) fn landed_hits(
        &mut self,
        shooting: &Volley,
        landed: &buildings::LandedHits,
        struck: &mut Vec<(UnitId, Vec<Hit>)>,
    ) {
        let Some(batch) = shooting.batches.get(landed.batch) else { return };
        let blast = self.mode(batch).is_some_and(|mode| mode.blast().is_some());
        let hit = Hit {
            weapon: batch.weapon,
            mode: batch.mode,
            sv: batch.sv,
            lucky: false,
            blast,
            overhead: true,
            on: None,
        };
        let units = u32::try_from(landed.struck.len()).unwrap_or(u32::MAX);
        let mut shares = Vec::new();
        for (place, unit) in (0..).zip(&landed.struck) {
            let share = share(landed.hits, units, place);
            shares.push((*unit, share));
            let mut hits = vec![hit; to_usize(share)];
            if let (true, 0, Some(first)) = (landed.lucky, place, hits.first_mut()) {
                first.lucky = true;
            }
            match struck.iter_mut().find(|(other, _)| other == unit) {
                Some((_, all)) => all.extend(hits),
                None => struck.push((*unit, hits)),
            }
        }
        if units > 1 {
            self.emit(Event::BlastShared { shares });
        }
    }

    /// A-OVH-4: shared as evenly as possible; the odd ones go to the units first named.
    pub(super) fn stray_hits(
        &mut self,
        shooting: &Volley,
        stray: &Astray,
        struck: &mut Vec<(UnitId, Vec<Hit>)>,
    ) -> Result<(), Refusal> {
        let (Some(batch), Some(under)) = (shooting.batches.get(stray.batch), &stray.struck) else {
            return Ok(());
        };
        let Some((units, weapon)) =
            u32::try_from(under.len()).ok().filter(|units| *units > 0).zip(batch.weapon)
        else {
            return Ok(());
        };
        let blast = self.mode(batch).and_then(Mode::blast);
        let number = match blast {
            Some(sides) => {
                let roll = self.roll(u32::from(sides))?;
                self.emit(Event::Blast { from: shooting.from, weapon, mode: batch.mode, roll });
                roll.face
            }
            None => 1,
        };
        let hit = Hit {
            weapon: batch.weapon,
            mode: batch.mode,
            sv: batch.sv,
            lucky: false,
            blast: blast.is_some(),
            overhead: true,
            on: None,
        };
        let mut shares = Vec::new();
        for (place, one) in (0..).zip(under) {
            let share = share(number, units, place);
            shares.push((one.unit, share));
            let hits = vec![hit; to_usize(share)];
            match struck.iter_mut().find(|(unit, _)| *unit == one.unit) {
                Some((_, all)) => all.extend(hits),
                None => struck.push((one.unit, hits)),
            }
        }
        if units > 1 {
            self.emit(Event::BlastShared { shares });
        }
        Ok(())
    }
}

/// A-OVH-4, A-OVH-7
pub fn stray_distance(manner: Manner, face: u32, pins: u32) -> Inches {
    let distance = if manner == Manner::Fire { face.div_ceil(2) } else { face };
    Inches::whole(distance.saturating_add(pins))
}

/// The share of one of so many units; the odd hits go to the first.
fn share(hits: u32, units: u32, place: u32) -> u32 {
    hits / units.max(1) + u32::from(place < hits % units.max(1))
}

/// The place of a unit that no template from outside reaches (B-OVH-1).
pub fn shielded(state: &State, unit: &Unit) -> Option<buildings::Spot> {
    let spot = unit.spot.filter(|spot| !spot.is_roof())?;
    let interior = state.building(spot.building)?.plan.interior;
    (interior != Interior::Hall { overhead: true }).then_some(spot)
}

/// Whether a template's middle may lie on it.
pub fn can_be_landed_on(state: &State, part: Part) -> bool {
    state.building(part.building).is_some_and(|it| it.stands(part.column))
}

/// The default for a stray template aimed at a building, or at somebody in or on one: it still lands on it if it moved
/// by no more than half of its width, a house value.
pub fn likely_landed(state: &State, shooting: &Volley, distance: Inches) -> Option<Part> {
    let part = buildings::overhead_part(state, shooting.at, shooting.part)?;
    let width = match state.building(part.building)?.plan.size {
        buildings::Size::Standard => Inches::whole(7),
        buildings::Size::Small => Inches::whole(5),
        buildings::Size::VerySmall => Inches::whole(2),
    };
    (distance <= width.half()).then_some(part)
}

/// The default for a stray template: the unit aimed at, if it moved by no more than half of its width.
pub fn likely_struck(state: &State, shooting: &Volley, distance: Inches) -> Vec<Struck> {
    let Some(at) = shooting.at.filter(|_| distance <= TEMPLATE_RADIUS) else {
        return Vec::new();
    };
    let Some(unit) = state.unit(at).filter(|unit| !unit.destroyed) else { return Vec::new() };
    if shielded(state, unit).is_some() {
        return Vec::new();
    }
    let under = shooting.scene.under.clone().unwrap_or_else(|| arms::targets(unit));
    // a buddy drone under it is no model (A-BRK-2)
    let targets = arms::targets(unit);
    let under: Vec<Mark> = under.into_iter().filter(|mark| targets.contains(mark)).collect();
    if under.is_empty() { Vec::new() } else { vec![Struck { unit: at, under }] }
}
