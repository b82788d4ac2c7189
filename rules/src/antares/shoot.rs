//! Dice to hit: shots, re-rolls, strays and blasts, up to the hits on each unit struck.

use super::arms::{mode_of, reach, stands, targets};
use super::buildings::{self, Spot, StructureHit};
use super::command::{BuildingShot, Cover, Eyes, Mark, Scene, Shooters, Shot, Use};
use super::event::{Event, Forced, Placed, RolledBatch, Turned};
use super::flow::{Batch, Hit, Manner, ShotDie, Strike, Task, Volley, VolleyId};
use super::inches::Inches;
use super::order::Order;
use super::profile::{Gear, Mode, ModelRule, WeaponRule};
use super::run::{ALWAYS_FAILS, ALWAYS_PASSES, Run, TEST_DIE};
use super::state::{Ammo, ModelId, State, Unit, UnitId};
use super::values::Aim;
use crate::dice::Roll;
use crate::refusal::Refusal;
use crate::version::RulesVersion;

/// A-SPC-6: a camo drone hides a unit that is down from beyond this.
pub const CAMO_HIDES_BEYOND: Inches = Inches::whole(10);
/// A-SPC-4
pub const AMMO_DIE: u32 = 10;
pub const AMMO_RUNS_LOW_ON: u32 = 10;

impl Run<'_> {
    /// Declares a unit's shooting; the dice follow.
    pub fn shoot(&mut self, from: UnitId, manner: Manner, shots: &[Shot]) {
        let mut volleys = Vec::new();
        for shot in shots {
            let volley = self.add_volley(
                from,
                Some(shot.target),
                manner,
                shot.range,
                &shot.scene,
                shot.uses.clone(),
            );
            volleys.push(volley);
        }
        // everybody shot at says whether they go down before the first die falls (A-REA-1)
        let mut tasks: Vec<Task> = volleys.iter().map(|v| Task::GoDown { volley: *v }).collect();
        for volley in &volleys {
            tasks.extend(resolution(&[*volley]));
        }
        tasks.extend(aftermath(&volleys));
        for shot in shots {
            let Shot { target, range, uses, scene } = shot.clone();
            let at = Some(target);
            let scene = buildings::seen_scene(&self.state, at, manner, &scene).into_owned();
            let scene = Box::new(scene);
            self.emit(Event::Declared { from, at, manner, range, uses, scene, part: None });
        }
        self.push(tasks);
    }

    /// B-DMG-3: nobody is aimed at, so nobody goes down.
    pub fn shoot_building(&mut self, from: UnitId, manner: Manner, shot: &BuildingShot) {
        let BuildingShot { part, range, uses, scene } = shot.clone();
        let volley = self.add_volley(from, None, manner, range, &scene, uses.clone());
        self.state.flow.volleys[volley].part = Some(part);
        let (scene, part) = (Box::new(scene), Some(part));
        self.emit(Event::Declared { from, at: None, manner, range, uses, scene, part });
        self.resolve_together(&[volley]);
    }

    /// A-OVH-7
    pub fn fire_blind(&mut self, from: UnitId, range: Inches, uses: &[Use]) {
        let scene = Scene { spotter_sees: false, ..Scene::default() };
        let volley = self.add_volley(from, None, Manner::Blind, range, &scene, uses.to_vec());
        let (manner, scene, uses) = (Manner::Blind, Box::new(scene), uses.to_vec());
        self.emit(Event::Declared { from, at: None, manner, range, uses, scene, part: None });
        self.resolve_together(&[volley]);
    }

    pub fn add_volley(
        &mut self,
        from: UnitId,
        at: Option<UnitId>,
        manner: Manner,
        range: Inches,
        scene: &Scene,
        uses: Vec<Use>,
    ) -> VolleyId {
        let spotter = manner != Manner::Blind
            && manner != Manner::HandToHand
            && scene.spotter_sees
            && scene.eyes == Eyes::Own;
        let scene = buildings::seen_scene(&self.state, at, manner, scene).into_owned();
        self.state.flow.volleys.push(Volley {
            from,
            at,
            manner,
            range,
            scene,
            uses,
            batches: Vec::new(),
            astray: Vec::new(),
            strikes: Vec::new(),
            spotter,
            part: None,
            landed: Vec::new(),
            structure: Vec::new(),
        });
        self.state.flow.volleys.len() - 1
    }

    /// The defender's answer before the dice (A-REA-1, A-REA-2, A-REA-4).
    pub fn go_down(&mut self, volley: VolleyId, down: bool) {
        let Some(target) = self.state.flow.volleys.get(volley).and_then(|v| v.at) else { return };
        if !down {
            self.emit(Event::StoodFast { unit: target });
        } else if self.state.unit(target).is_some_and(|unit| unit.order().is_none()) {
            self.place_die(target, Order::Down, Placed::WentDown);
        } else {
            self.turn_die(target, Order::Down, Turned::WentDown);
        }
    }

    pub fn roll_shots(&mut self, volley: VolleyId) -> Result<(), Refusal> {
        let Some(shooting) = self.state.flow.volleys.get(volley).cloned() else { return Ok(()) };
        let Some(unit) = self.state.unit(shooting.from).cloned() else { return Ok(()) };
        if unit.destroyed || self.is_gone(shooting.at) {
            return Ok(());
        }
        if let Some(on) = shooting.at
            && is_hidden(&self.state, on, shooting.range)
        {
            self.emit(Event::Unseen { on });
            return Ok(());
        }
        let mut uses = shooting.uses.clone();
        uses.sort_by_key(|used| fire_order(&self.state, used));
        let (mut batches, mut rolled) = (Vec::new(), Vec::new());
        for used in &uses {
            for group in shooters(&unit, used) {
                let (batch, shown) = self.roll_batch(&shooting, &unit, used, &group)?;
                batches.push(batch);
                rolled.push(shown);
            }
        }
        self.state.flow.volleys[volley].batches = batches;
        let Volley { from, at, manner, range, part, .. } = shooting;
        self.emit(Event::Rolled { from, at, manner, range, batches: rolled, part });
        Ok(())
    }

    fn is_gone(&self, at: Option<UnitId>) -> bool {
        at.is_some_and(|at| self.state.unit(at).is_none_or(|unit| unit.destroyed))
    }

    fn roll_batch(
        &mut self,
        volley: &Volley,
        unit: &Unit,
        used: &Use,
        group: &Group,
    ) -> Result<(Batch, RolledBatch), Refusal> {
        let shape = shape(&self.state, unit, volley.into(), used, group)
            .ok_or_else(|| Refusal::new("There is no such weapon or mode."))?;
        let mut shots = Vec::new();
        let number = match shape.shots {
            Shots::Fixed(number) => number,
            Shots::Die { sides, times } => {
                let mut sum = 0;
                for _ in 0..group.number {
                    let roll = self.roll(sides)?;
                    sum += roll.face * times;
                    shots.push(roll);
                }
                sum
            }
        };
        let (mut dice, mut faces) = (Vec::new(), Vec::new());
        if shape.automatic {
            dice =
                vec![ShotDie { face: None, hit: true, lucky: false, dud: false }; to_usize(number)];
        } else {
            for _ in 0..number {
                let roll = self.roll(TEST_DIE)?;
                dice.push(shot_die(roll, shape.check.target(), volley.manner));
                faces.push(roll);
            }
        }
        let shown = RolledBatch {
            weapon: Some(used.weapon),
            mode: used.mode,
            models: group.number,
            shots,
            check: shape.check.clone(),
            dice: faces,
            automatic: if shape.automatic { number } else { 0 },
        };
        let batch = Batch {
            weapon: Some(used.weapon),
            mode: used.mode,
            check: shape.check,
            ten: dice.iter().any(|die| die.dud),
            sv: shape.sv,
            dice,
            automatic: shape.automatic,
        };
        Ok((batch, shown))
    }

    /// A-SHT-8: a miss of this batch gets its second chance.
    pub fn spot(&mut self, volley: VolleyId, choice: Option<usize>) -> Result<(), Refusal> {
        let misses = spottable(&self.state, volley);
        let Some(place) = choice.filter(|place| misses.contains(place)) else {
            if let (false, Some(shooting)) =
                (misses.is_empty(), self.state.flow.volleys.get(volley))
            {
                let from = shooting.from;
                self.emit(Event::SpotterHeld { from });
            }
            return Ok(());
        };
        let shooting = &self.state.flow.volleys[volley];
        let (from, manner) = (shooting.from, shooting.manner);
        let needs = shooting.batches[place].check.target();
        let roll = self.roll(TEST_DIE)?;
        let new = shot_die(roll, needs, manner);
        let batch = &mut self.state.flow.volleys[volley].batches[place];
        if let Some(die) = batch.dice.iter_mut().find(|die| !die.hit && !die.dud) {
            *die = new;
        }
        batch.ten |= new.dud;
        let weapon = batch.weapon;
        // one re-roll in a shooting, however many targets it is split between
        for other in &mut self.state.flow.volleys {
            if other.from == from && other.manner == manner {
                other.spotter = false;
            }
        }
        if let Some(weapon) = weapon {
            self.emit(Event::SpotterRerolled { from, weapon, needs, roll });
        }
        Ok(())
    }

    /// A-SHT-9. Blasts are halved instead (A-OVH-2).
    pub fn force_rerolls(&mut self, volley: VolleyId) -> Result<(), Refusal> {
        let Some(shooting) = self.state.flow.volleys.get(volley).cloned() else { return Ok(()) };
        let Some((on, why)) = shooting.at.and_then(|at| Some((at, forced(self.state.unit(at)?)?)))
        else {
            return Ok(());
        };
        for (place, batch) in shooting.batches.iter().enumerate() {
            if batch.automatic || self.is_blast(batch) {
                continue;
            }
            let mut rolled = Vec::new();
            let needs = batch.check.target();
            for (number, die) in batch.dice.iter().enumerate() {
                if !die.hit {
                    continue;
                }
                let roll = self.roll(TEST_DIE)?;
                let new = shot_die(roll, needs, shooting.manner);
                let batch = &mut self.state.flow.volleys[volley].batches[place];
                batch.dice[number] = new;
                batch.ten |= new.dud;
                rolled.push(roll);
            }
            if !rolled.is_empty() {
                self.emit(Event::HitsRerolled { on, why, needs, dice: rolled });
            }
        }
        Ok(())
    }

    fn is_blast(&self, batch: &Batch) -> bool {
        self.mode(batch).is_some_and(|mode| mode.blast().is_some())
    }

    pub(super) fn mode(&self, batch: &Batch) -> Option<&Mode> {
        mode_of(&self.state, batch.weapon?, batch.mode).map(|(_, mode)| mode)
    }

    /// Turns hits into strikes on the units they fall on; blast dice are rolled here (A-OVH-1, A-OVH-2).
    pub fn count_hits(&mut self, volley: VolleyId) -> Result<(), Refusal> {
        let Some(shooting) = self.state.flow.volleys.get(volley).cloned() else { return Ok(()) };
        let mut struck: Vec<(UnitId, Vec<Hit>)> = Vec::new();
        if let Some(at) = shooting.at
            && shooting.manner != Manner::Blind
        {
            struck.push((at, self.direct_hits(volley, &shooting)?));
        } else if shooting.part.is_some() {
            self.direct_hits(volley, &shooting)?;
        }
        for landed in &shooting.landed {
            self.landed_hits(&shooting, landed, &mut struck);
        }
        for stray in &shooting.astray {
            self.stray_hits(&shooting, stray, &mut struck)?;
        }
        for (on, mut hits) in struck {
            // A-SPC-6: not even a stray finds it
            let enemies = self.state.unit(on).map(|unit| unit.side)
                != self.state.unit(shooting.from).map(|unit| unit.side);
            if enemies && !hits.is_empty() && is_hidden(&self.state, on, shooting.range) {
                self.emit(Event::Unseen { on });
                continue;
            }
            self.halve_blasts(on, shooting.manner, &mut hits);
            if hits.is_empty() {
                continue;
            }
            let strike = self.strike(&shooting, on, hits);
            let count = |lucky: bool| {
                u32::try_from(strike.hits.iter().filter(|h| h.lucky || !lucky).count()).unwrap_or(0)
            };
            let (hits, lucky) = (count(false), count(true));
            self.state.flow.strikes.push(strike);
            let id = self.state.flow.strikes.len() - 1;
            self.state.flow.volleys[volley].strikes.push(id);
            self.emit(Event::Hit { from: shooting.from, on, hits, lucky });
        }
        Ok(())
    }

    /// Hits on the unit aimed at; what hits a building on the way is noted for its damage (B-DMG-1).
    fn direct_hits(&mut self, volley: VolleyId, shooting: &Volley) -> Result<Vec<Hit>, Refusal> {
        let mut hits = Vec::new();
        let inside = shooting.at.and_then(|at| self.state.unit(at)?.spot);
        let wall = shooting.part.or(inside.filter(|spot| !spot.is_roof()).map(Spot::part));
        let lands = buildings::overhead_part(&self.state, shooting.at, shooting.part).is_some();
        for batch in &shooting.batches {
            let (blast, overhead) =
                self.mode(batch).map_or((None, false), |mode| (mode.blast(), mode.is_overhead()));
            if overhead && lands {
                continue;
            }
            for die in batch.dice.iter().filter(|die| die.hit) {
                let hit = Hit {
                    weapon: batch.weapon,
                    mode: batch.mode,
                    sv: batch.sv,
                    lucky: die.lucky,
                    blast: blast.is_some(),
                    overhead,
                    on: None,
                };
                let wall = wall.zip(batch.weapon).map(|(part, weapon)| StructureHit {
                    part,
                    weapon,
                    mode: batch.mode,
                    sv: batch.sv,
                    blast: 0,
                });
                let noted = &mut self.state.flow.volleys[volley].structure;
                let Some((sides, weapon)) = blast.zip(batch.weapon) else {
                    noted.extend(wall);
                    hits.push(hit);
                    continue;
                };
                let roll = self.roll(u32::from(sides))?;
                self.emit(Event::Blast { from: shooting.from, weapon, mode: batch.mode, roll });
                let noted = &mut self.state.flow.volleys[volley].structure;
                noted.extend(wall.map(|wall| StructureHit { blast: roll.face, ..wall }));
                for number in 0..roll.face {
                    hits.push(Hit { lucky: die.lucky && number == 0, ..hit });
                }
            }
        }
        Ok(hits)
    }

    /// A-OVH-2: the total of the shooting's blast hits on a unit that forces re-rolls, rounded down.
    fn halve_blasts(&mut self, on: UnitId, manner: Manner, hits: &mut Vec<Hit>) {
        if manner == Manner::HandToHand {
            return;
        }
        let Some(why) = self.state.unit(on).and_then(forced) else { return };
        let from = hits.iter().filter(|hit| hit.blast).count();
        if from == 0 {
            return;
        }
        let to = from / 2;
        // a lucky hit stays if anything does
        hits.sort_by_key(|hit| !hit.lucky);
        let mut kept = 0;
        hits.retain(|hit| {
            if hit.blast {
                kept += 1;
            }
            !hit.blast || kept <= to
        });
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        self.emit(Event::BlastHalved { on, from: number(from), to: number(to), why });
    }

    /// Who of the unit can be hit, and in which order (A-SHT-11, A-OVH-6, A-ASL-8).
    pub(super) fn strike(&self, shooting: &Volley, on: UnitId, hits: Vec<Hit>) -> Strike {
        let fighting = shooting.manner == Manner::HandToHand;
        let all: Vec<Mark> = self.state.unit(on).map_or_else(Vec::new, |unit| {
            targets(unit).into_iter().filter(|mark| !fighting || *mark != Mark::Gun).collect()
        });
        let aimed = shooting.at == Some(on);
        let scene = &shooting.scene;
        let unit_stands = |mark: &Mark| self.state.unit(on).is_some_and(|unit| stands(unit, *mark));
        let seen = |mark: &Mark| !aimed || !scene.hidden.contains(mark);
        let front = |mark: &Mark| !aimed || !scene.behind.contains(mark);
        let mut under: Vec<Mark> = shooting
            .astray
            .iter()
            .flat_map(|stray| stray.struck.iter().flatten())
            .filter(|struck| struck.unit == on)
            .flat_map(|struck| struck.under.iter().copied())
            .collect();
        let on_target = shooting.batches.iter().any(|batch| {
            batch.dice.iter().any(|die| die.hit) && self.mode(batch).is_some_and(Mode::is_overhead)
        });
        if under.is_empty() || (aimed && on_target) {
            under.extend(scene.under.as_ref().filter(|_| aimed).unwrap_or(&all));
        }
        let visible: Vec<Mark> = all.iter().copied().filter(|m| seen(m)).collect();
        let walls = self.state.unit(on).and_then(|unit| buildings::walls(&self.state, (on, unit)));
        let cover = match walls {
            Some(0) => Cover::Nobody,
            Some(cover) => Cover::Everybody(cover),
            None if aimed => scene.cover.clone(),
            None => Cover::Nobody,
        };
        Strike {
            from: shooting.from,
            on,
            manner: shooting.manner,
            range: shooting.range,
            cover,
            hits,
            first: visible.iter().copied().filter(|m| front(m)).collect(),
            then: visible.iter().copied().filter(|m| !front(m)).collect(),
            overhead_first: all
                .iter()
                .copied()
                .filter(|m| under.contains(m) && unit_stands(m))
                .collect(),
            overhead_then: all.iter().copied().filter(|m| !under.contains(m)).collect(),
            wounds: Vec::new(),
            leader_used: false,
            pins: 0,
            disrupted: false,
            damage_pins: 0,
            damage_dice: Vec::new(),
            casualties: 0,
            break_test: false,
            went_down: false,
        }
    }

    /// Ammunition (A-SPC-4), fading plasma (A-SPC-1) and fractal locks (A-SPC-2).
    pub fn after_shooting(&mut self, volley: VolleyId) -> Result<(), Refusal> {
        let Some(shooting) = self.state.flow.volleys.get(volley).cloned() else { return Ok(()) };
        let id = shooting.from;
        let gone = |state: &State| state.unit(id).is_none_or(|unit| unit.destroyed);
        if gone(&self.state) {
            return Ok(());
        }
        let uses = |rule: WeaponRule| {
            shooting.uses.iter().any(|used| {
                mode_of(&self.state, used.weapon, used.mode).is_some_and(|(_, mode)| mode.has(rule))
            })
        };
        let limited = uses(WeaponRule::LimitedAmmo);
        let faded = shooting.batches.iter().any(|batch| {
            batch.ten && self.mode(batch).is_some_and(|mode| mode.has(WeaponRule::PlasmaFade))
        });
        if limited {
            let roll = self.roll(AMMO_DIE)?;
            let had = self.unit(id)?.ammo;
            let ammo = match had {
                _ if roll.face < AMMO_RUNS_LOW_ON => had,
                Ammo::Plenty => Ammo::Low,
                Ammo::Low | Ammo::Out => Ammo::Out,
            };
            self.emit(Event::AmmoRolled { unit: id, roll, ammo });
        }
        self.lock_on(&shooting);
        if faded {
            self.turn_die(id, Order::Down, Turned::PlasmaFade);
        }
        Ok(())
    }

    /// Pistols at an assailant are no new target; shots of the unit's own Fire are.
    fn lock_on(&mut self, shooting: &Volley) {
        let id = shooting.from;
        let fires = shooting.manner == Manner::Fire;
        if fires && shooting.part.is_some() && self.state.unit(id).is_some_and(|u| u.lock.is_some())
        {
            self.emit(Event::LockLost { unit: id });
        }
        let Some(at) = shooting.at.filter(|_| fires) else { return };
        let locking = shooting.batches.iter().find_map(|batch| {
            let most = self.mode(batch)?.fractal_lock()?;
            Some((batch.dice.iter().any(|die| die.hit), self.mode(batch)?.sv, most))
        });
        let old = self.state.unit(id).and_then(|unit| unit.lock);
        if old.is_some_and(|lock| lock.on != at) {
            self.emit(Event::LockLost { unit: id });
        }
        let Some((hit, sv, most)) = locking else { return };
        let target_stands = self.state.unit(at).is_some_and(|unit| !unit.destroyed);
        if hit && target_stands {
            let had = old.filter(|lock| lock.on == at).map_or(0, |lock| lock.bonus);
            let bonus = had.saturating_add(1).min(most.saturating_sub(sv));
            self.emit(Event::LockedOn { unit: id, on: at, bonus });
        }
    }
}

/// The dice of these volleys, then what they do; of two at once side by side.
fn resolution(volleys: &[VolleyId]) -> Vec<Task> {
    let dice = |volley: VolleyId| {
        [
            Task::RollShots { volley },
            Task::Spot { volley },
            Task::ForceRerolls { volley },
            Task::Astray { volley },
            Task::Land { volley },
            Task::CountHits { volley },
        ]
    };
    let mut tasks: Vec<Task> = volleys.iter().flat_map(|volley| dice(*volley)).collect();
    tasks.push(Task::Wounds { volleys: volleys.to_vec() });
    tasks.push(Task::Pins { volleys: volleys.to_vec() });
    tasks.push(Task::Settle { volleys: volleys.to_vec() });
    tasks.extend(volleys.iter().map(|volley| Task::DamageBuildings { volley: *volley }));
    tasks
}

fn aftermath(volleys: &[VolleyId]) -> impl Iterator<Item = Task> + '_ {
    volleys.iter().map(|volley| Task::AfterShooting { volley: *volley })
}

impl Run<'_> {
    /// Shooting that nobody goes down against: blind, or point-blank (A-REA-1).
    pub fn resolve_together(&mut self, volleys: &[VolleyId]) {
        let mut tasks = resolution(volleys);
        tasks.extend(aftermath(volleys));
        self.push(tasks);
    }
}

/// A-SHT-20; direct blasts such as an X-sling's come next, before the rest of the unit.
pub(super) fn fire_order(state: &State, used: &Use) -> (bool, bool) {
    mode_of(state, used.weapon, used.mode)
        .map_or((true, true), |(_, mode)| (!mode.is_overhead(), mode.blast().is_none()))
}

/// Shooters of one weapon who need the same number.
#[derive(Clone, Debug)]
pub struct Group {
    pub acc: u8,
    pub number: u32,
    pub team_gun: bool,
}

/// The shooters still able to, by their accuracy; a team's gun is laid by the best of its crew.
pub fn shooters(unit: &Unit, used: &Use) -> Vec<Group> {
    let acc = |id: ModelId| unit.models[id.index()].stats.acc;
    match &used.by {
        Shooters::Gun => {
            let best = unit.living().map(acc).max();
            best.filter(|_| unit.gun_works())
                .map(|acc| Group { acc, number: 1, team_gun: true })
                .into_iter()
                .collect()
        }
        Shooters::Models(models) => {
            let mut groups: Vec<Group> = Vec::new();
            for id in models.iter().copied().filter(|id| unit.working(*id, used.weapon) > 0) {
                match groups.iter_mut().find(|group| group.acc == acc(id)) {
                    Some(group) => group.number += 1,
                    None => groups.push(Group { acc: acc(id), number: 1, team_gun: false }),
                }
            }
            groups
        }
    }
}

/// How many dice a group throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shots {
    Fixed(u32),
    /// A die for each shooter (A-SHT-4).
    Die {
        sides: u32,
        times: u32,
    },
}

impl Shots {
    /// The most dice it can be.
    pub fn most(self) -> usize {
        match self {
            Shots::Fixed(number) => to_usize(number),
            Shots::Die { sides, times } => to_usize(sides.saturating_mul(times)),
        }
    }
}

/// Everything about a group's shots but the dice themselves.
#[derive(Clone, Debug)]
pub struct Shape {
    pub check: crate::check::Check<super::reason::Reason>,
    pub shots: Shots,
    pub sv: u8,
    pub automatic: bool,
}

/// The circumstances of a unit's shots, whatever it shoots with.
#[derive(Clone, Copy, Debug)]
pub struct Firing<'a> {
    /// `None` for blind fire.
    pub at: Option<UnitId>,
    pub manner: Manner,
    pub range: Inches,
    pub scene: &'a Scene,
}

impl<'a> From<&'a Volley> for Firing<'a> {
    fn from(volley: &'a Volley) -> Self {
        let Volley { at, manner, range, ref scene, .. } = *volley;
        Self { at, manner, range, scene }
    }
}

/// Preview, odds and dice share it.
pub fn shape(
    state: &State,
    unit: &Unit,
    firing: Firing,
    used: &Use,
    group: &Group,
) -> Option<Shape> {
    let Firing { at, manner, range, scene } = firing;
    let (weapon, mode) = mode_of(state, used.weapon, used.mode)?;
    let band = reach(state, mode, manner, range).ok()?;
    let scene = &*buildings::seen_scene(state, at, manner, scene);
    let aim =
        Aim { unit, acc: group.acc, weapon, mode, team_gun: group.team_gun, manner, band, scene };
    let lock = unit.lock.filter(|lock| {
        manner == Manner::Fire && Some(lock.on) == at && mode.fractal_lock().is_some()
    });
    let sv = lock.map_or(mode.sv, |lock| mode.sv.saturating_add(lock.bonus));
    Some(Shape {
        check: aim.check(),
        shots: shots(unit, mode, manner, group.number),
        sv,
        automatic: lock.is_some(),
    })
}

/// A-SHT-4, A-SPC-4
fn shots(unit: &Unit, mode: &Mode, manner: Manner, number: u32) -> Shots {
    let twin = if mode.has(WeaponRule::Twinned) { 2 } else { 1 };
    if let Some(sides) = mode.shots_on_fire()
        && manner == Manner::Fire
    {
        return Shots::Die { sides: u32::from(sides), times: twin };
    }
    let low = mode.has(WeaponRule::LimitedAmmo) && unit.ammo != Ammo::Plenty;
    let rapid = if low { 1 } else { mode.rapid_fire().map_or(1, u32::from) };
    Shots::Fixed(number * rapid * twin)
}

/// A-SHT-7; blind fire knows no lucky hits (A-OVH-7).
pub fn shot_die(roll: Roll, needs: i32, manner: Manner) -> ShotDie {
    let face = roll.face;
    let dud = face >= ALWAYS_FAILS;
    let lucky = face == ALWAYS_PASSES;
    let hit = lucky || (!dud && i64::from(face) <= i64::from(needs));
    ShotDie { face: Some(face), hit, lucky: lucky && manner != Manner::Blind, dud }
}

/// A-SHT-9: why hits on this unit are rolled again.
pub fn forced(unit: &Unit) -> Option<Forced> {
    if unit.is_down() && unit.kind().hides_when_down() {
        Some(Forced::Down)
    } else if unit.sprinting {
        Some(Forced::Sprinting)
    } else if unit.order() == Some(Order::Run) && unit.all(ModelRule::Fast) {
        Some(Forced::FastAndRunning)
    } else {
        None
    }
}

/// A-SPC-6
pub fn is_hidden(state: &State, on: UnitId, range: Inches) -> bool {
    state.unit(on).is_some_and(|unit| {
        unit.is_down() && unit.has_gear(Gear::Camo) && range > CAMO_HIDES_BEYOND
    })
}

/// Batches with a miss that the spotter could have rolled again, the likeliest to hit first.
pub fn spottable(state: &State, volley: VolleyId) -> Vec<usize> {
    let Some(shooting) = state.flow.volleys.get(volley).filter(|volley| volley.spotter) else {
        return Vec::new();
    };
    if !state.unit(shooting.from).is_some_and(|unit| unit.has_gear(Gear::Spotter)) {
        return Vec::new();
    }
    let mut misses: Vec<usize> = shooting
        .batches
        .iter()
        .enumerate()
        .filter(|(_, batch)| batch.dice.iter().any(|die| !die.hit && !die.dud))
        .map(|(place, _)| place)
        .collect();
    misses.sort_by_key(|place| std::cmp::Reverse(shooting.batches[*place].check.target()));
    misses
}

/// Since when every unit is asked: a Down die earns a recovery test that sheds a pin, whatever the unit is. The first rules
/// asked only units that going down makes harder to hit.
const ALL_MAY_GO_DOWN_SINCE: RulesVersion = RulesVersion(2);

/// Whether only units that are harder to hit when down are asked to go down.
pub(super) fn only_hiders_go_down(state: &State) -> bool {
    state.rules < ALL_MAY_GO_DOWN_SINCE
}

/// Whether the unit could still go down in answer to shots (A-REA-1, A-REA-2, A-REA-4). That always matters: it costs the
/// unit's order, and a recovery test follows.
pub fn may_go_down(state: &State, unit: &Unit) -> bool {
    let free = match unit.order() {
        None => unit.dice.in_bag() > 0,
        Some(Order::Ambush) => true,
        Some(Order::Down) => false,
        Some(_) => unit.wears_phase_armour(),
    };
    free && !unit.destroyed && (unit.kind().hides_when_down() || !only_hiders_go_down(state))
}

pub(super) fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
