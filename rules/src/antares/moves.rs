//! Moves and the tests they need; ambushes on the way.

use super::buildings::{self, Route, Spot, Way};
use super::command::Nerve;
use super::command::{Feature, Move, Spring};
use super::event::{Event, Pace, PinCause, TestKind, TestResult, Turned};
use super::flow::{Manner, Task};
use super::inches::Inches;
use super::order::Order;
use super::profile::ModelRule;
use super::run::Run;
use super::state::{ModelId, RAPID_SPRINT_FACTOR, RUN_FACTOR, SPRINT_FACTOR, State, Unit, UnitId};
use super::values;
use crate::refusal::Refusal;
use crate::text::clean_line;

/// The longest name of a piece of terrain that is kept.
pub const MAX_TERRAIN_NAME: usize = 40;
/// More tests in one move than any table has terrain for.
pub const MAX_FEATURES: usize = 8;
/// A-MOV-3
pub const EXHAUSTED: u32 = 1;
pub const EXHAUSTED_ON_A_TEN: u32 = 2;
/// A-MOV-4, A-MOV-8
pub const STUMBLED: u32 = 1;

impl Pace {
    /// Runs are tested at obstacles that an advance crosses freely (A-MOV-4).
    pub fn is_run(self) -> bool {
        matches!(self, Pace::Infiltrate | Pace::Run | Pace::Sprint | Pace::Bonus)
    }
}

/// A-MOV-1: how far a unit goes at most.
pub fn distance(unit: &Unit, pace: Pace) -> Inches {
    let factor = match pace {
        Pace::Advance | Pace::Consolidate => 1,
        Pace::Run | Pace::Infiltrate => RUN_FACTOR,
        Pace::Sprint if unit.all(ModelRule::RapidSprint) => RAPID_SPRINT_FACTOR,
        Pace::Sprint => SPRINT_FACTOR,
        Pace::Bonus => return Inches::whole(u32::from(unit.agility())),
    };
    unit.pace().times(factor)
}

/// What became of a move in its terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    Free,
    Halved,
    Halted,
}

impl Run<'_> {
    /// One sentence why this way cannot be gone.
    pub fn check_features(
        &self,
        id: UnitId,
        pace: Pace,
        features: &[Feature],
    ) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        if features.len() > MAX_FEATURES {
            return Err(Refusal::new(format!("A move crosses at most {MAX_FEATURES} features.")));
        }
        if !unit.can_move() {
            return Err(Refusal::new(format!(
                "{} is immobilised and stays where it is.",
                unit.name
            )));
        }
        for feature in features {
            let name = feature.name();
            if clean_line(name, MAX_TERRAIN_NAME).as_deref() != Some(name) {
                return Err(Refusal::new(format!(
                    "Terrain needs a name of at most {MAX_TERRAIN_NAME} plain characters."
                )));
            }
            if let Feature::Obstacle { name, .. } = feature
                && pace.is_run()
                && unit.is_clumsy(&self.state.armoury)
                && !knows(&self.state.gaps, name)
            {
                return Err(Refusal::new(format!(
                    "{} cannot cross {name} at a run; it needs an Advance, or a gap.",
                    unit.name
                )));
            }
        }
        Ok(())
    }

    /// Goes through the terrain, test by test, and says how far it came.
    pub fn travel(
        &mut self,
        id: UnitId,
        pace: Pace,
        features: &[Feature],
    ) -> Result<Progress, Refusal> {
        self.leave_paths(id, features);
        let mut progress = Progress::Free;
        for feature in features {
            let met = match feature {
                Feature::Obstacle { name, defended } => self.obstacle(id, pace, name, *defended)?,
                Feature::Difficult { name } => self.difficult(id, name)?,
            };
            match met {
                Progress::Free => {}
                Progress::Halved => progress = Progress::Halved,
                Progress::Halted => {
                    progress = Progress::Halted;
                    break;
                }
            }
        }
        let full = distance(self.unit(id)?, pace);
        let distance = if progress == Progress::Halved { full.half() } else { full };
        let halted = progress == Progress::Halted;
        let features = features.to_vec();
        self.emit(Event::Moved { unit: id, how: pace, distance, halted, features });
        self.unlock_by_moving(id);
        Ok(progress)
    }

    /// A path is good only as long as the unit stays in that feature (A-MOV-7).
    fn leave_paths(&mut self, id: UnitId, features: &[Feature]) {
        let left: Vec<String> = self.state.unit(id).map_or_else(Vec::new, |unit| {
            let still = |path: &String| {
                features
                    .iter()
                    .any(|f| matches!(f, Feature::Difficult { name } if same_name(name, path)))
            };
            unit.paths.iter().filter(|path| !still(path)).cloned().collect()
        });
        for name in left {
            self.emit(Event::PathLeft { unit: id, name });
        }
    }

    /// A-MOV-4 to A-MOV-6
    fn obstacle(
        &mut self,
        id: UnitId,
        pace: Pace,
        name: &str,
        defended: bool,
    ) -> Result<Progress, Refusal> {
        let unit = self.unit(id)?;
        let clumsy = unit.is_clumsy(&self.state.armoury);
        let gap = knows(&self.state.gaps, name);
        let free = gap || (!clumsy && (defended || !pace.is_run()));
        if free {
            return Ok(Progress::Free);
        }
        let check = values::agility(unit);
        match self.test(id, TestKind::Obstacle(name.to_owned()), check, Nerve::default())? {
            TestResult::Bonus => {
                self.emit(Event::GapFound { name: name.to_owned() });
                Ok(Progress::Free)
            }
            TestResult::Pass => Ok(Progress::Free),
            TestResult::Fail => Ok(Progress::Halted),
            TestResult::Penalty => {
                self.pin(id, STUMBLED, PinCause::Obstacle, Vec::new());
                Ok(Progress::Halted)
            }
        }
    }

    /// A-MOV-7, A-MOV-8
    fn difficult(&mut self, id: UnitId, name: &str) -> Result<Progress, Refusal> {
        let unit = self.unit(id)?;
        if knows(&unit.paths, name) {
            return Ok(Progress::Free);
        }
        let large = unit.any(ModelRule::Large);
        let check = values::agility(unit);
        let result =
            self.test(id, TestKind::Difficult(name.to_owned()), check, Nerve::default())?;
        Ok(match (result, large) {
            (TestResult::Bonus, true) | (TestResult::Pass, false) => Progress::Free,
            (TestResult::Bonus, false) => {
                self.emit(Event::PathFound { unit: id, name: name.to_owned() });
                Progress::Free
            }
            (TestResult::Pass, true) | (TestResult::Fail, false) => Progress::Halved,
            (TestResult::Fail, true) | (TestResult::Penalty, false) => Progress::Halted,
            (TestResult::Penalty, true) => {
                self.pin(id, STUMBLED, PinCause::Terrain, Vec::new());
                Progress::Halted
            }
        })
    }

    /// Immobilised models that are left behind out of formation are lost (A-DMG-7).
    pub fn check_left_behind(&self, id: UnitId, left: &[ModelId]) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        for (i, model) in left.iter().enumerate() {
            let immobilised =
                unit.models.get(model.index()).is_some_and(|m| m.immobilised && !m.lost);
            if !immobilised || left[..i].contains(model) {
                return Err(Refusal::new("Only immobilised models can be left behind."));
            }
        }
        Ok(())
    }

    pub fn leave_behind(&mut self, id: UnitId, left: &[ModelId]) {
        for model in left {
            self.emit(Event::LeftBehind { unit: id, model: *model });
        }
    }

    /// The move of an Advance or a Run.
    pub fn make_move(&mut self, chosen: &Move) -> Result<(), Refusal> {
        let acting = self.acting()?;
        let pace = match acting.order {
            Order::Advance => Pace::Advance,
            Order::Run if acting.sprint => Pace::Sprint,
            Order::Run => Pace::Run,
            _ => return Err(Refusal::new(format!("{} is no order to move.", acting.order))),
        };
        if acting.moved {
            return Err(Refusal::new("The unit has moved already."));
        }
        let route = buildings::route(&self.state, acting.unit, chosen.to, pace)?;
        self.check_features(acting.unit, pace, &chosen.features)?;
        self.check_left_behind(acting.unit, &chosen.left_behind)?;
        check_way_inside(route, &chosen.features)?;
        self.state.flow.tasks.pop();
        let from = self.unit(acting.unit)?.spot;
        if let Some(acting) = &mut self.state.flow.acting {
            acting.moved = true;
            acting.assault = None;
            acting.going = chosen.to.filter(|to| from != Some(*to));
        }
        if pace == Pace::Sprint {
            self.emit(Event::SprintBegan { unit: acting.unit });
        }
        let progress = self.go_by(acting.unit, route, pace, &chosen.features)?;
        self.leave_behind(acting.unit, &chosen.left_behind);
        let unit = acting.unit;
        let mut tasks = Vec::new();
        match (progress, chosen.to) {
            (Progress::Free, _) | (_, None) => {}
            (Progress::Halved, Some(to)) => tasks.push(Task::Entrance { unit, to }),
            (Progress::Halted, Some(_)) => self.stay_out(),
        }
        tasks.push(Task::Ambushes { mover: unit, asked: Vec::new() });
        if pace == Pace::Sprint {
            tasks.push(Task::Exhaustion { unit });
        }
        tasks.push(Task::Arrived { unit });
        if pace == Pace::Advance {
            tasks.push(Task::Act);
        }
        self.push(tasks);
        Ok(())
    }

    /// The way itself: over open ground with its terrain, or within walls where there is nothing to measure. Whoever
    /// steps out is out from then on.
    pub fn go_by(
        &mut self,
        id: UnitId,
        route: Route,
        pace: Pace,
        features: &[Feature],
    ) -> Result<Progress, Refusal> {
        let inside = self.unit(id)?.spot.is_some();
        if inside && route.outdoors && route.way != Way::About {
            self.emit(Event::WentTo { unit: id, spot: None, way: Way::Out });
        }
        if route.outdoors || route.way == Way::About {
            return self.travel(id, pace, features);
        }
        self.leave_paths(id, features);
        self.unlock_by_moving(id);
        Ok(Progress::Free)
    }

    /// Slowed down, it got inside all the same, or did not. Infiltrators have no action that would end with it.
    pub fn entrance(&mut self, id: UnitId, to: Spot, inside: bool) {
        if !inside {
            self.stay_out();
        } else if self.state.flow.acting.is_none()
            && let Ok(route) = buildings::route(&self.state, id, Some(to), Pace::Infiltrate)
        {
            self.emit(Event::WentTo { unit: id, spot: Some(to), way: route.way });
        }
    }

    /// It does not get inside.
    pub fn stay_out(&mut self) {
        if let Some(acting) = &mut self.state.flow.acting {
            acting.going = None;
        }
    }

    /// At the end of its move it is inside, unless it was shot down on the way or finds the place changed.
    fn go_inside(&mut self, id: UnitId, to: Spot) {
        let Some(acting) = self.state.flow.acting else { return };
        let pace = match acting.order {
            Order::Run if acting.sprint => Pace::Sprint,
            Order::Run => Pace::Run,
            _ => Pace::Advance,
        };
        let walks = self
            .state
            .unit(id)
            .is_some_and(|unit| !unit.destroyed && unit.order() == Some(acting.order));
        if walks && let Ok(route) = buildings::route(&self.state, id, Some(to), pace) {
            self.emit(Event::WentTo { unit: id, spot: Some(to), way: route.way });
        }
        self.stay_out();
    }

    pub fn acting(&self) -> Result<super::flow::Acting, Refusal> {
        self.state.flow.acting.ok_or_else(|| Refusal::new("No unit is carrying out an order now."))
    }

    /// A-MOV-3. A unit that was turned Down on the way has ended its action there.
    pub fn exhaustion(&mut self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        if unit.destroyed || unit.is_down() {
            return Ok(());
        }
        let check = values::agility(unit);
        match self.test(id, TestKind::Exhaustion, check, Nerve::default())? {
            TestResult::Bonus => self.push([Task::BonusMove { unit: id }]),
            TestResult::Pass => {}
            TestResult::Fail => self.pin(id, EXHAUSTED, PinCause::Exhausted, Vec::new()),
            TestResult::Penalty => {
                self.pin(id, EXHAUSTED_ON_A_TEN, PinCause::Exhausted, Vec::new());
            }
        }
        Ok(())
    }

    /// The further inches, which count as a failed test (A-MOV-3); terrain is tested as ever (A-MOV-11).
    pub fn bonus_move(
        &mut self,
        id: UnitId,
        features: &[Feature],
        contact: bool,
    ) -> Result<(), Refusal> {
        let progress = self.travel(id, Pace::Bonus, features)?;
        self.pin(id, EXHAUSTED, PinCause::Exhausted, Vec::new());
        if let Some(assault) = &mut self.state.flow.assault {
            assault.contact |= contact && progress != Progress::Halted;
        }
        Ok(())
    }

    /// The sprint is over; hits are not re-rolled for it any more (A-SHT-9).
    pub fn arrived(&mut self, id: UnitId) {
        let acting = self.state.flow.acting.filter(|acting| acting.unit == id);
        if let Some(to) = acting.and_then(|acting| acting.going) {
            self.go_inside(id, to);
        }
        if self.state.unit(id).is_some_and(|unit| unit.sprinting) {
            self.emit(Event::SprintEnded { unit: id });
        }
    }

    /// A-REA-3
    pub fn spring(
        &mut self,
        mover: UnitId,
        asked: Vec<UnitId>,
        spring: &Spring,
    ) -> Result<(), Refusal> {
        let Some(first) = spring.shots.first() else {
            return Err(Refusal::new("Say with what the ambush is sprung."));
        };
        if !ambushers(&self.state, mover, &asked).contains(&spring.unit) {
            return Err(Refusal::new("That unit has no ambush to spring."));
        }
        if spring.shots.len() != 1 || first.target != mover {
            return Err(Refusal::new("An ambush is sprung on the unit that moves."));
        }
        super::arms::check_shooting(&self.state, spring.unit, Manner::Fire, &spring.shots)?;
        let mut asked = asked;
        asked.push(spring.unit);
        self.push([Task::Ambushes { mover, asked }]);
        self.emit(Event::Sprung { unit: spring.unit, at: mover });
        self.turn_die(spring.unit, Order::Fire, Turned::Ambush);
        self.shoot(spring.unit, Manner::Fire, &spring.shots);
        Ok(())
    }
}

/// Inside there is no terrain to cross.
pub(super) fn check_way_inside(route: Route, features: &[Feature]) -> Result<(), Refusal> {
    if !route.outdoors && route.way != Way::About && !features.is_empty() {
        return Err(Refusal::new(
            "Nothing lies in the way inside a building; leave the terrain out.",
        ));
    }
    Ok(())
}

/// Enemy units that could spring an ambush on the mover now.
pub fn ambushers(state: &State, mover: UnitId, asked: &[UnitId]) -> Vec<UnitId> {
    let Some(moving) = state.unit(mover).filter(|unit| !unit.destroyed) else { return Vec::new() };
    // turned Down by an earlier ambush, it moves no more
    if !moving.order().is_some_and(Order::moves) {
        return Vec::new();
    }
    state
        .living(state.enemy_of(moving.side))
        .filter(|(id, unit)| unit.order() == Some(Order::Ambush) && !asked.contains(id))
        .filter(|(_, unit)| super::arms::can_shoot(state, unit, Manner::Fire))
        .map(|(id, _)| id)
        .collect()
}

impl Feature {
    pub fn name(&self) -> &str {
        match self {
            Feature::Obstacle { name, .. } | Feature::Difficult { name } => name,
        }
    }
}

/// People write "the wall" and "The Wall".
fn same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

pub(super) fn knows(names: &[String], name: &str) -> bool {
    names.iter().any(|known| same_name(known, name))
}
