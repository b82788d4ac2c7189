//! A shot in the making: everything chosen so far, kept until its dice fall.

use gatemaster_discord::press::checksum;
use gatemaster_rules::antares::arms::{
    MAX_COVER, arms, check_shooting, check_shooting_at_building, ways,
};
use gatemaster_rules::antares::buildings::{Facing, Interior, can_hurt, fixed_range};
use gatemaster_rules::antares::command::{
    Answer, BuildingShot, Command, Cover, Scene, Shooters, Shot, Spring, Use,
};
use gatemaster_rules::antares::flow::{Manner, Task};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::moves::ambushers;
use gatemaster_rules::antares::profile::UnitKind;
use gatemaster_rules::antares::question::{fitting, unit_options};
use gatemaster_rules::antares::state::{ModelId, Unit, UnitId, WeaponId};
use gatemaster_rules::antares::{State, odds};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::refusal::Refusal;
use gatemaster_store::Store;
use serde::{Deserialize, Serialize};

use super::habits::Habits;
use super::target::{Target, targets};
use super::{bands, circumstances};
use crate::boxed;
use crate::systems::antares::notes;
use crate::trouble::Trouble;
use crate::words::esc;

/// Weapons are compared at the range where most shots are fired.
const USUAL_RANGE: Inches = Inches::whole(18);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The step of the battle that it was begun at; a later one knows nothing of it.
    pub seq: Seq,
    pub unit: UnitId,
    pub target: Target,
    pub manner: Manner,
    /// It would spring an ambush.
    pub spring: bool,
    /// As it was measured. Without it a band of ranges is still to be chosen.
    pub range: Option<Inches>,
    /// The weapons that are wished for; where one does not reach, whatever does is shot instead.
    pub way: Vec<Pick>,
    /// Who shoots, where not everybody does.
    pub only: Option<Vec<(WeaponId, ModelId)>>,
    pub scene: Scene,
    /// Shots of other weapon systems at other targets.
    pub held: Vec<Shot>,
}

/// A weapon in one of its modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    pub weapon: WeaponId,
    pub mode: u8,
    /// The gun of a weapon team.
    #[serde(default)]
    pub gun: bool,
}

pub fn picks(uses: &[Use]) -> Vec<Pick> {
    let pick =
        |used: &Use| Pick { weapon: used.weapon, mode: used.mode, gun: used.by == Shooters::Gun };
    uses.iter().map(pick).collect()
}

/// How the unit may shoot now: with its order, or out of its ambush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firing {
    pub manner: Manner,
    pub spring: bool,
}

/// What is fired together.
#[derive(Clone, Debug, PartialEq)]
pub enum Salvo {
    Units(Vec<Shot>),
    Building(BuildingShot),
}

impl Salvo {
    /// One sentence why it cannot be.
    pub fn check(&self, state: &State, unit: UnitId, manner: Manner) -> Result<(), Refusal> {
        match self {
            Salvo::Units(shots) => check_shooting(state, unit, manner, shots),
            Salvo::Building(shot) => check_shooting_at_building(state, unit, manner, shot),
        }
    }

    /// With what it goes at the last target.
    pub fn uses(&self) -> &[Use] {
        match self {
            Salvo::Units(shots) => shots.last().map_or(&[], |shot| &shot.uses),
            Salvo::Building(shot) => &shot.uses,
        }
    }
}

/// Whether this unit may shoot at that target now; one sentence if not.
pub fn firing(state: &State, unit: UnitId, target: Target) -> Result<Firing, Trouble> {
    let name = |id: UnitId| esc(state.unit_name(id));
    if let Some(Task::Ambushes { mover, asked }) = state.flow.tasks.last() {
        if !ambushers(state, *mover, asked).contains(&unit) {
            return Err(Trouble::refused(format!("{} has no ambush to spring now.", name(unit))));
        }
        if target != Target::Unit(*mover) {
            return Err(Trouble::refused(format!(
                "An ambush is sprung on the unit that moves: {}.",
                name(*mover)
            )));
        }
        return Ok(Firing { manner: Manner::Fire, spring: true });
    }
    let doing = unit_options(state).filter(|doing| doing.unit == unit);
    let manner = doing.and_then(|doing| doing.shoots).ok_or_else(|| {
        Trouble::refused(format!(
            "{} cannot shoot now: it needs a Fire or Advance order that it is carrying out.",
            name(unit)
        ))
    })?;
    on_table(state, unit, manner, target)?;
    Ok(Firing { manner, spring: false })
}

/// Something that can be shot at.
fn on_table(state: &State, unit: UnitId, manner: Manner, target: Target) -> Result<(), Trouble> {
    if targets(state, unit, manner).contains(&target) {
        return Ok(());
    }
    let name = esc(&target.name(state));
    Err(Trouble::refused(match target {
        Target::Unit(_) => format!("{name} is no enemy on the table; choose another target."),
        Target::Building(_) => {
            format!("Nothing that can be shot now would hurt {name}; choose another target.")
        }
    }))
}

/// What is said of a target that nobody has spoken of yet: rooms that are there to be played in give what walls do,
/// until somebody sees it otherwise (B-MOV-3).
pub fn usual_scene(state: &State, target: Target) -> Scene {
    let spot = target.body(state).and_then(|unit| unit.spot).filter(|spot| !spot.is_roof());
    let building = spot.and_then(|spot| state.building(spot.building));
    match building.map(|building| (building.plan.interior, building.plan.cover)) {
        Some((Interior::Modelled, cover)) => Scene {
            building: true,
            cover: if cover == 0 { Cover::Nobody } else { Cover::Everybody(cover.min(MAX_COVER)) },
            ..Scene::default()
        },
        Some((Interior::Closed | Interior::Hall { .. }, _)) | None => Scene::default(),
    }
}

impl Draft {
    /// A new one, with what was chosen last time.
    pub fn begin(
        state: &State,
        seq: Seq,
        firing: Firing,
        unit: UnitId,
        target: Target,
        habits: &Habits,
    ) -> Self {
        let Firing { manner, spring } = firing;
        let mut draft = Self {
            seq,
            unit,
            target,
            manner,
            spring,
            range: None,
            way: habits.way_of(unit).unwrap_or_default(),
            only: None,
            scene: habits
                .scene_of(state, unit, target)
                .unwrap_or_else(|| usual_scene(state, target)),
            held: Vec::new(),
        };
        if draft.way.is_empty() || draft.choices(state).is_empty() {
            draft.way = draft.strongest(state);
        }
        circumstances::drop_pointless(state, &mut draft);
        draft
    }

    /// The way that costs the enemy most at the usual range: a sniper begins with the rifle, not with the pistol.
    fn strongest(&self, state: &State) -> Vec<Pick> {
        let Some(unit) = state.unit(self.unit) else { return Vec::new() };
        let ranges = bands::ends(state, self);
        let ranges = std::iter::once(USUAL_RANGE).chain(ranges);
        let Some((range, ways)) = ranges
            .map(|range| (range, self.all_ways(state, unit, range)))
            .find(|(_, ways)| !ways.is_empty())
        else {
            return Vec::new();
        };
        let worth = |uses: &Vec<Use>| {
            let scene = Scene::default();
            let uses = fitting(state, unit, uses, &scene);
            match self.target {
                Target::Unit(target) => {
                    let shot = Shot { target, range, uses, scene };
                    let odds = odds::shot(state, self.unit, self.manner, &shot, false).ok();
                    let pins = |odds: &odds::Odds| odds.expected_pins() / 10.0;
                    odds.map_or(0.0, |odds| odds.expected_casualties() + pins(&odds))
                }
                Target::Building(part) => {
                    let shot = BuildingShot { part, range, uses, scene };
                    let ruin = odds::at_building(state, self.unit, self.manner, &shot).ok();
                    ruin.map_or(0.0, |ruin| ruin.expected_damage())
                }
            }
        };
        let mut best: Option<(f64, &Vec<Use>)> = None;
        for way in &ways {
            let worth = worth(way);
            // of two alike the one that the profile names first
            if best.is_none_or(|(most, _)| worth > most + 0.001) {
                best = Some((worth, way));
            }
        }
        best.map_or_else(Vec::new, |(_, way)| picks(way))
    }

    /// What is shot from this far: as many as find an opening, where the unit is inside (B-SHT-1).
    pub fn uses_at(&self, state: &State, range: Inches) -> Vec<Use> {
        let all = self.wished_at(state, range);
        match state.unit(self.unit) {
            Some(unit) => fitting(state, unit, &all, &self.scene),
            None => all,
        }
    }

    /// Of the ways that reach the one most like the wish, whatever room there is at the windows.
    pub fn wished_at(&self, state: &State, range: Inches) -> Vec<Use> {
        let ways = self.ways_at(state, range);
        let like = most_like(&ways, &self.way).cloned().unwrap_or_default();
        match (&self.only, state.unit(self.unit)) {
            (Some(only), Some(unit)) => restricted(unit, like, only),
            _ => like,
        }
    }

    /// Every way to shoot from this far with what is not held for other targets.
    fn ways_at(&self, state: &State, range: Inches) -> Vec<Vec<Use>> {
        let Some(unit) = state.unit(self.unit) else { return Vec::new() };
        let all = self.all_ways(state, unit, range);
        if self.held.is_empty() {
            return all;
        }
        let held: Vec<&Use> = self.held.iter().flat_map(|shot| &shot.uses).collect();
        let mut left: Vec<Vec<Use>> = Vec::new();
        for way in all {
            let way: Vec<Use> =
                way.into_iter().filter_map(|used| without(unit, used, &held)).collect();
            if !way.is_empty() && !left.contains(&way) {
                left.push(way);
            }
        }
        left
    }

    /// At a building only what could hurt it.
    fn all_ways(&self, state: &State, unit: &Unit, range: Inches) -> Vec<Vec<Use>> {
        let mut all = ways(state, unit, self.manner, range);
        match self.target {
            Target::Unit(_) => {}
            Target::Building(_) => all.retain(|way| can_hurt(state, way)),
        }
        all
    }

    /// The ways that differ by more than by what happens to reach, for the list of weapons.
    pub fn choices(&self, state: &State) -> Vec<Vec<Use>> {
        let ranges = match self.range {
            Some(range) => vec![range],
            None => bands::ends(state, self),
        };
        let mut choices: Vec<Vec<Use>> = Vec::new();
        for way in ranges.into_iter().flat_map(|range| self.ways_at(state, range)) {
            let within = |one: &[Use], other: &[Use]| one.iter().all(|used| other.contains(used));
            if choices.iter().any(|known| within(&way, known)) {
                continue;
            }
            match choices.iter_mut().find(|known| within(known, &way)) {
                Some(known) => *known = way,
                None => choices.push(way),
            }
        }
        choices
    }

    /// The one of the choices that is meant.
    pub fn chosen<'a>(&self, choices: &'a [Vec<Use>]) -> Option<&'a Vec<Use>> {
        most_like(choices, &self.way)
    }

    pub fn shot(&self, state: &State, target: UnitId, range: Inches) -> Shot {
        Shot { target, range, uses: self.uses_at(state, range), scene: self.scene.clone() }
    }

    /// All that is fired together, this shot last.
    pub fn salvo(&self, state: &State, range: Inches) -> Salvo {
        match self.target {
            Target::Unit(target) => {
                let last = std::iter::once(self.shot(state, target, range));
                Salvo::Units(self.held.iter().cloned().chain(last).collect())
            }
            Target::Building(part) => {
                let (uses, scene) = (self.uses_at(state, range), self.scene.clone());
                Salvo::Building(BuildingShot { part, range, uses, scene })
            }
        }
    }

    pub fn command(&self, salvo: Salvo) -> Command {
        match salvo {
            Salvo::Units(shots) if self.spring => {
                Command::Answer(Answer::Spring(Some(Spring { unit: self.unit, shots })))
            }
            Salvo::Units(shots) => Command::Shoot { shots },
            Salvo::Building(shot) => Command::ShootBuilding(shot),
        }
    }

    /// The range from block to block, which nobody measures (B-SHT-4).
    pub fn fixed(&self, state: &State) -> Option<Inches> {
        fixed_range(state, self.unit, self.target.unit()?)
    }

    /// The sides of its building that no other shot goes out of (B-SHT-2).
    pub fn free_sides(&self) -> impl Iterator<Item = Facing> {
        let taken = |side: &Facing| self.held.iter().any(|shot| shot.scene.side == Some(*side));
        Facing::ALL.into_iter().filter(move |side| !taken(side))
    }

    /// Of fire that is split by sides every shot needs one.
    pub fn choose_side(&mut self, state: &State) {
        let inside = state.unit(self.unit).is_some_and(|unit| state.closed_in(unit).is_some());
        if inside && !self.held.is_empty() && self.scene.side.is_none() {
            let free = self.free_sides().next();
            self.scene.side = free;
        }
    }

    /// A short word for all of it: a button knows by it whether it still means what it showed.
    pub fn hash(&self) -> u32 {
        checksum(&serde_json::to_string(self).unwrap_or_default())
    }

    /// The shot at this target is held, and the other weapons wait for one.
    pub fn wants_target(&self) -> bool {
        self.held.iter().any(|shot| self.target == Target::Unit(shot.target))
    }

    /// Who could still shoot and is not held for other targets: each weapon system of a vehicle by itself, of others
    /// each model.
    pub fn systems(&self, state: &State) -> usize {
        let Some(unit) = state.unit(self.unit) else { return 0 };
        let held: Vec<&Use> = self.held.iter().flat_map(|shot| &shot.uses).collect();
        if unit.kind() != UnitKind::Vehicle {
            let mut models: Vec<ModelId> = Vec::new();
            for arm in arms(state, unit, self.manner) {
                let used = Use { weapon: arm.weapon, mode: arm.mode, by: arm.by };
                let used = Use { mode: mode_held(&used, &held), ..used };
                match without(unit, used, &held).map(|used| used.by) {
                    Some(Shooters::Models(some)) => models.extend(some),
                    Some(Shooters::Gun) | None => {}
                }
            }
            models.sort();
            models.dedup();
            return models.len();
        }
        let mut weapons: Vec<WeaponId> = Vec::new();
        let mut systems = 0;
        for arm in arms(state, unit, self.manner) {
            if weapons.contains(&arm.weapon) {
                continue;
            }
            weapons.push(arm.weapon);
            let used = Use { weapon: arm.weapon, mode: arm.mode, by: arm.by };
            systems += without(unit, Use { mode: mode_held(&used, &held), ..used }, &held)
                .map_or(0, |used| shooters(&used));
        }
        systems
    }
}

/// The mode that others of this weapon are held in: all of them are shot in the same (A-SHT-3).
fn mode_held(used: &Use, held: &[&Use]) -> u8 {
    held.iter().find(|other| other.weapon == used.weapon).map_or(used.mode, |other| other.mode)
}

fn shooters(used: &Use) -> usize {
    match &used.by {
        Shooters::Gun => 1,
        Shooters::Models(models) => models.len(),
    }
}

/// The rest of it that is not held; nothing where that would be in another mode.
fn without(unit: &Unit, used: Use, held: &[&Use]) -> Option<Use> {
    let same: Vec<&&Use> = held.iter().filter(|other| other.weapon == used.weapon).collect();
    if same.iter().any(|other| other.mode != used.mode) {
        return None;
    }
    if unit.kind() != UnitKind::Vehicle {
        // a model shoots once, whatever else it carries, and a team its gun or its own weapons
        let gone = |model: &ModelId| {
            held.iter().any(|other| match &other.by {
                Shooters::Gun => true,
                Shooters::Models(models) => models.contains(model),
            })
        };
        return match &used.by {
            Shooters::Gun => held.is_empty().then_some(used),
            Shooters::Models(models) => {
                let left: Vec<ModelId> = models.iter().copied().filter(|m| !gone(m)).collect();
                let some = !left.is_empty();
                some.then_some(Use { by: Shooters::Models(left), ..used })
            }
        };
    }
    match &used.by {
        Shooters::Gun => same.is_empty().then_some(used),
        Shooters::Models(models) => {
            let mut left = models.clone();
            for other in same {
                let Shooters::Models(gone) = &other.by else { continue };
                for model in gone {
                    if let Some(place) = left.iter().position(|one| one == model) {
                        left.remove(place);
                    }
                }
            }
            let by = Shooters::Models(left);
            let rest = Use { by, ..used };
            (shooters(&rest) > 0).then_some(rest)
        }
    }
}

/// Of these the one that has most of what is wished for, and least besides.
fn most_like<'a>(ways: &'a [Vec<Use>], wish: &[Pick]) -> Option<&'a Vec<Use>> {
    let likeness = |way: &Vec<Use>| {
        let has = picks(way);
        let wished = wish.iter().filter(|pick| has.contains(pick)).count();
        let besides = has.iter().filter(|pick| !wish.contains(pick)).count();
        (wished, std::cmp::Reverse(besides))
    };
    let best = ways.iter().map(likeness).max()?;
    ways.iter().find(|way| likeness(way) == best)
}

/// Only these shoot. A vehicle's systems are told apart; of others a model is meant, whatever it carries.
fn restricted(unit: &Unit, uses: Vec<Use>, only: &[(WeaponId, ModelId)]) -> Vec<Use> {
    let vehicle = unit.kind() == UnitKind::Vehicle;
    let mut left = only.to_vec();
    let mut kept = Vec::new();
    for used in uses {
        let Shooters::Models(models) = &used.by else {
            kept.push(used);
            continue;
        };
        let mut who = Vec::new();
        for model in models {
            let named = left
                .iter()
                .position(|(weapon, one)| one == model && (!vehicle || *weapon == used.weapon));
            if let Some(place) = named {
                left.remove(place);
                who.push(*model);
            }
        }
        if !who.is_empty() {
            kept.push(Use { by: Shooters::Models(who), ..used });
        }
    }
    kept
}

const NOTE: &str = "aim";

/// What this person was about to shoot at this step of the battle, if anything.
#[boxed]
pub async fn kept(store: &Store, game: &str, user: u64, seq: Seq) -> Option<Draft> {
    let note: Option<Draft> =
        notes::read(store, game, user, NOTE).await.unwrap_or_else(|trouble| {
            tracing::warn!(
                game,
                trouble = trouble.in_short(),
                "a shot in the making could not be read"
            );
            None
        });
    note.filter(|draft| draft.seq == seq)
}

#[boxed]
pub async fn keep(store: &Store, game: &str, user: u64, draft: &Draft) -> Result<(), Trouble> {
    notes::write(store, game, user, NOTE, Some(draft)).await
}
