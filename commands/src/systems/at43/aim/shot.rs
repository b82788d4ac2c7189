//! A salvo in the making: who fires what at whom, and what was said of the table.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::aim::{Aimed, aim};
use gatemaster_rules::at43::armament::{Armament, Shooter, weapons};
use gatemaster_rules::at43::caught::with_target;
use gatemaster_rules::at43::command::{Mark, Salvo};
use gatemaster_rules::at43::flow::{Task, Watching};
use gatemaster_rules::at43::need::{Band, Range};
use gatemaster_rules::at43::odds;
use gatemaster_rules::at43::profile::{Aim, Fire, Weapon, WeaponAbility};
use gatemaster_rules::at43::state::{TerrainId, UnitId};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::refusal::Refusal;
use serde::{Deserialize, Serialize};

use super::super::drafts;
use super::marks;

pub const NOTE: &str = "salvo";

pub type Draft = drafts::Draft<Shot>;

/// The range in `salvo` counts only where `measured` says so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shot {
    pub salvo: Salvo,
    pub measured: bool,
    /// In overwatch, the unit that has been picked and has not begun to fire.
    #[serde(default)]
    pub watcher: Option<UnitId>,
}

/// Whoever shoots as things stand: the unit that acts or fires in overwatch, or one that is picked to do so.
pub fn shooter(state: &State, watcher: Option<UnitId>) -> Option<Shooter> {
    match (state.flow.tasks.last()?, watcher) {
        (Task::Overwatch { mover, .. }, Some(unit)) => {
            let watching = Watching { unit, fired: Vec::new(), thrown: false, group: None };
            Some(Shooter::watching(state, &watching, *mover))
        }
        (Task::Act | Task::WatchFire, _) => Shooter::now(state),
        _ => None,
    }
}

/// The side of whoever shoots.
pub fn seat(state: &State, watcher: Option<UnitId>) -> Option<Seat> {
    let shooter = shooter(state, watcher)?;
    state.unit(shooter.unit).map(|unit| unit.side)
}

/// What can be aimed at, whatever it is shot at with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Unit(UnitId),
    Terrain(TerrainId),
    Wreck,
}

impl Target {
    pub fn of(mark: Mark) -> Self {
        match mark {
            Mark::Unit(unit) | Mark::Machine(unit, _) | Mark::Fighter(unit, _) => {
                Target::Unit(unit)
            }
            Mark::Terrain(id) => Target::Terrain(id),
            Mark::Wreck => Target::Wreck,
        }
    }

    pub fn value(self) -> String {
        match self {
            Target::Unit(unit) => format!("u{}", unit.0),
            Target::Terrain(id) => format!("t{}", id.0),
            Target::Wreck => "w".to_owned(),
        }
    }

    pub fn from_value(value: &str) -> Option<Self> {
        if value == "w" {
            return Some(Target::Wreck);
        }
        if let Some(unit) = value.strip_prefix('u') {
            return unit.parse().ok().map(|unit| Target::Unit(UnitId(unit)));
        }
        value.strip_prefix('t')?.parse().ok().map(|id| Target::Terrain(TerrainId(id)))
    }
}

/// Whether it is a unit of the shooter's own side.
pub fn is_own(state: &State, shooter: &Shooter, target: Target) -> bool {
    let side = |id: UnitId| state.unit(id).map(|unit| unit.side);
    matches!(target, Target::Unit(id) if side(id).is_some() && side(id) == side(shooter.unit))
}

/// Everything that could be aimed at, the enemy first; of one's own side, where there is anything else, whoever indirect fire
/// or a flamer can be laid on (T-IND-1).
pub fn targets(state: &State, shooter: &Shooter) -> Vec<Target> {
    let Some(unit) = state.unit(shooter.unit) else { return Vec::new() };
    if let Some(mover) = shooter.overwatch {
        return vec![Target::Unit(mover)];
    }
    let mut all: Vec<Target> =
        state.enemies_on_field(unit.side).map(|(id, _)| Target::Unit(id)).collect();
    if state.wreck.is_some_and(|wreck| wreck.structure > 0) {
        all.push(Target::Wreck);
    }
    if state.switches.terrain_damage {
        let elements = (0..u8::MAX).zip(&state.terrain).filter(|(_, element)| !element.gone);
        all.extend(elements.map(|(id, _)| Target::Terrain(TerrainId(id))));
    }
    if !all.is_empty() {
        let own = state.on_field().filter(|(_, one)| one.side == unit.side);
        all.extend(own.map(|(id, _)| Target::Unit(id)));
    }
    all.retain(|target| best(state, shooter, *target).is_some());
    all
}

/// The weapons that can still be fired.
pub fn ready(state: &State, shooter: &Shooter) -> Vec<Armament> {
    weapons(state, shooter).into_iter().filter(|armed| armed.why_not.is_none()).collect()
}

/// Where nothing is known of the distance, odds are compared at this one.
const USUAL: Range = Range::Band(Band(1));

/// As near as can be: what cannot be done there cannot be done at all.
const CLOSE: Range = Range::Band(Band(0));

/// The salvo at this target that promises most, among those that can be fired.
pub fn best(state: &State, shooter: &Shooter, target: Target) -> Option<Salvo> {
    let known = match target {
        Target::Unit(unit) => state.last_range(shooter.unit, unit),
        Target::Terrain(_) | Target::Wreck => None,
    };
    let mut best: Option<(f64, Salvo)> = None;
    for armed in ready(state, shooter) {
        let Some(salvo) = plain(state, shooter, &armed, target) else { continue };
        let promise = promise(state, shooter, &salvo, known.unwrap_or(USUAL));
        if best.as_ref().is_none_or(|(most, _)| promise > *most) {
            best = Some((promise, salvo));
        }
    }
    best.map(|(_, salvo)| salvo)
}

/// Army points lost on the average, of whomever it strikes.
fn promise(state: &State, shooter: &Shooter, salvo: &Salvo, range: Range) -> f64 {
    let there = Salvo { range, ..salvo.clone() };
    let Ok(odds) = odds::salvo(state, shooter, &there) else { return 0.0 };
    match odds.template {
        Some(template) => template.falls,
        None => odds.units.iter().map(|unit| unit.points).sum(),
    }
}

/// A salvo of all that is left of a weapon, if it can be fired at this target from anywhere.
pub fn plain(state: &State, shooter: &Shooter, armed: &Armament, target: Target) -> Option<Salvo> {
    let weapon = state.library.weapon(armed.weapon)?;
    let mark = marks::marks(state, weapon, target).into_iter().next()?;
    let each = match weapon.fire() {
        Fire::Projection => 1,
        Fire::Direct | Fire::Indirect => u8::try_from(armed.left).unwrap_or(u8::MAX),
    };
    let salvo = Salvo { each, ..Salvo::plain(armed.weapon, mark, CLOSE) };
    aim(state, shooter, &salvo).is_ok().then_some(salvo)
}

impl Shot {
    pub fn new(salvo: Salvo, watcher: Option<UnitId>) -> Self {
        Self { salvo, measured: false, watcher }
    }

    pub fn weapon<'a>(&self, state: &'a State) -> Option<&'a Weapon> {
        state.library.weapon(self.salvo.weapon)
    }

    pub fn target(&self) -> Target {
        Target::of(self.salvo.at)
    }

    /// The same with another weapon: what was said of the table stays as far as it still makes sense.
    pub fn with(&self, state: &State, shooter: &Shooter, armed: &Armament) -> Option<Self> {
        let plain = plain(state, shooter, armed, self.target())?;
        let weapon = state.library.weapon(armed.weapon)?;
        let mut salvo = Salvo { range: self.salvo.range, ..plain };
        if asks_cover(weapon, shooter, &self.salvo) {
            salvo.cover = self.salvo.cover;
        }
        if asks_zone(weapon, shooter, &self.salvo) {
            salvo.zone.clone_from(&self.salvo.zone);
        }
        if weapon.fire() == Fire::Direct {
            salvo.shooters_on = self.salvo.shooters_on;
            salvo.target_on = self.salvo.target_on;
            salvo.nearest.clone_from(&self.salvo.nearest);
        }
        Some(Self { salvo, measured: self.measured, watcher: self.watcher })
    }

    /// Of a flamer, whoever is aimed at lies under its template as well, whoever else is named (T-WPN-2).
    pub fn keep_aimed(&mut self, state: &State) {
        if !self.salvo.under.is_empty() {
            self.salvo.under = with_target(state, self.salvo.at, &self.salvo.under);
        }
    }

    /// Aimed at somebody else of the target. Whoever lay under a template only as the one aimed at lies there no more.
    pub fn aim_at(&mut self, state: &State, mark: Mark) {
        let alone = with_target(state, self.salvo.at, &[]);
        let under = &mut self.salvo.under;
        if let Some(place) = under.iter().position(|entry| alone.contains(entry)) {
            under.remove(place);
        }
        self.salvo.at = mark;
        self.salvo.nearest.clear();
        self.keep_aimed(state);
    }

    /// From a button: "≤50 cm" is no range that anybody measured, unless it is the one that holds.
    pub fn pressed_at(&self, state: &State, shooter: &Shooter, range: Range) -> Salvo {
        let holds = match self.target() {
            Target::Unit(unit) => state.range_that_holds(shooter.unit, unit),
            Target::Terrain(_) | Target::Wreck => None,
        };
        let told = self.measured || holds == Some(range);
        let up_to = !told && self.weapon(state).is_some_and(asks_range);
        Salvo { up_to, ..self.at(range) }
    }

    /// It, fired from this far.
    pub fn at(&self, range: Range) -> Salvo {
        Salvo { range, ..self.salvo.clone() }
    }

    /// Worked out at this range.
    pub fn aimed(&self, state: &State, shooter: &Shooter, range: Range) -> Result<Aimed, Refusal> {
        aim(state, shooter, &self.at(range))
    }
}

/// Whether it is fired as a sniper's shot.
pub fn is_sniped(weapon: &Weapon, shooter: &Shooter, salvo: &Salvo) -> bool {
    weapon.has(WeaponAbility::Sniper) && !shooter.moved && !salvo.moves_after
}

/// Cover counts against direct fire that is neither locked nor a sniper's (T-COV-3).
pub fn asks_cover(weapon: &Weapon, shooter: &Shooter, salvo: &Salvo) -> bool {
    asks_zone(weapon, shooter, salvo) && !matches!(salvo.at, Mark::Terrain(_))
}

/// Whoever stands between is hit by direct fire that is neither locked nor a sniper's (T-SHT-8).
pub fn asks_zone(weapon: &Weapon, shooter: &Shooter, salvo: &Salvo) -> bool {
    weapon.fire() == Fire::Direct && !weapon.is_locked() && !is_sniped(weapon, shooter, salvo)
}

/// Whether the distance makes a difference.
pub fn asks_range(weapon: &Weapon) -> bool {
    match weapon.aim {
        Aim::Accuracy(_) | Aim::Reaches(_) => true,
        Aim::Needs(_) => false,
    }
}
