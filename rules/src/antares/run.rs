//! The runner: a private copy of the battle on which a command is worked out, event by event, until somebody has to
//! decide something or nothing is left to do. What is done lies on a stack; what waits stays on it.

use super::apply::apply;
use super::command::Nerve;
use super::event::{DestroyedBy, Event, PinCause, Placed, Test, TestKind, TestResult, Turned};
use super::flow::Task;
use super::order::Order;
use super::question::question;
use super::reason::Reason;
use super::state::{State, Unit, UnitId};
use crate::check::Check;
use crate::dice::{Dice, Roll};
use crate::refusal::Refusal;
use crate::stack::{Stack, StackWorker};

/// A-TST-1
pub const TEST_DIE: u32 = 10;
/// A-TST-2
pub const ALWAYS_PASSES: u32 = 1;
pub const ALWAYS_FAILS: u32 = 10;

pub struct Run<'a> {
    pub state: State,
    pub events: Vec<Event>,
    dice: &'a mut dyn Dice,
}

impl StackWorker for Run<'_> {
    type Task = Task;

    fn stack(&mut self) -> &mut Stack<Task> {
        &mut self.state.flow.tasks
    }

    fn waits(&self, task: &Task) -> bool {
        question(&self.state, task).is_some()
    }

    fn perform(&mut self, task: Task) -> Result<(), Refusal> {
        Run::perform(self, task)
    }
}

impl<'a> Run<'a> {
    pub fn new(state: &State, dice: &'a mut dyn Dice) -> Self {
        Self { state: state.clone(), events: Vec::new(), dice }
    }

    /// The events of the step, with what is waited for at its end.
    pub fn into_events(mut self) -> Vec<Event> {
        self.state.flow.step += 1;
        self.events.push(Event::Flow(self.state.flow));
        self.events
    }

    pub fn emit(&mut self, event: Event) {
        apply(&mut self.state, &event);
        self.events.push(event);
    }

    pub fn roll(&mut self, sides: u32) -> Result<Roll, Refusal> {
        Ok(self.dice.roll(sides)?)
    }

    pub fn rolls(&mut self, number: u32, sides: u32) -> Result<Vec<Roll>, Refusal> {
        (0..number).map(|_| self.roll(sides)).collect()
    }

    /// Puts things to do on the stack: the first of them is done first.
    pub fn push(&mut self, tasks: impl IntoIterator<Item = Task, IntoIter: DoubleEndedIterator>) {
        self.state.flow.tasks.push(tasks);
    }

    pub(super) fn perform(&mut self, task: Task) -> Result<(), Refusal> {
        match task {
            Task::EndAction => {
                self.end_action();
                Ok(())
            }
            Task::Exhaustion { unit } => self.exhaustion(unit),
            Task::Arrived { unit } => {
                // a lock made at the halt point does not outlast the rest of the way (A-SPC-2)
                if self.state.unit(unit).and_then(Unit::order).is_some_and(Order::moves) {
                    self.unlock_by_moving(unit);
                }
                self.arrived(unit);
                Ok(())
            }
            Task::RollShots { volley } => self.roll_shots(volley),
            // with no choice worth asking for, the likeliest miss is rolled again
            Task::Spot { volley } => {
                let likeliest = super::shoot::spottable(&self.state, volley).first().copied();
                self.spot(volley, likeliest)
            }
            Task::ForceRerolls { volley } => self.force_rerolls(volley),
            Task::Astray { volley } => self.go_astray(volley),
            Task::Land { volley } => self.land(volley),
            Task::DamageBuildings { volley } => self.damage_buildings(volley),
            Task::CountHits { volley } => self.count_hits(volley),
            Task::Wounds { volleys } => {
                self.wounds(&volleys);
                Ok(())
            }
            Task::Pins { volleys } => {
                self.pins(&volleys);
                Ok(())
            }
            Task::Settle { volleys } => {
                self.settle(&volleys);
                Ok(())
            }
            Task::AfterShooting { volley } => self.after_shooting(volley),
            Task::PlaceLucky { strike } => {
                self.place_lucky(strike, None);
                Ok(())
            }
            Task::PlaceRest { strike } => {
                self.place_rest(strike, None);
                Ok(())
            }
            Task::Resist { strike } => self.resist(strike),
            Task::Charts { strike } => self.charts(strike),
            Task::Harm { strike } => self.harm(strike),
            Task::BreakTest { unit, cause } => self.break_test(unit, cause, Nerve::default()),
            Task::RollBlows { volley } => self.roll_blows(volley),
            Task::PointBlank { unit } => {
                self.choose_point_blank(unit, None);
                Ok(())
            }
            Task::HandWeapons { unit } => {
                self.choose_hand_weapons(unit, None);
                Ok(())
            }
            Task::Assault(stage) => self.assault(stage),
            Task::Occupy { unit } => {
                self.occupy(unit);
                Ok(())
            }
            // there is one way only, and it has to be gone
            Task::Consolidate { unit } => {
                match super::assault::consolidation_ways(&self.state, unit).as_slice() {
                    [only] if only.moved.is_some() => self.consolidate(unit, only),
                    _ => Ok(()),
                }
            }
            // these only ever wait; where there is nothing to decide, nothing is done
            Task::Act
            | Task::Ambushes { .. }
            | Task::Contact
            | Task::BonusMove { .. }
            | Task::GoDown { .. }
            | Task::Template { .. }
            | Task::ChartAgain { .. }
            | Task::BreakOff { .. }
            | Task::Entrance { .. }
            | Task::OddHits { .. }
            | Task::Spinner { .. } => Ok(()),
        }
    }

    pub fn unit(&self, id: UnitId) -> Result<&Unit, Refusal> {
        self.state.unit(id).ok_or_else(|| Refusal::new("There is no such unit in this battle."))
    }

    /// A test on one die (A-TST-1, A-TST-2).
    pub fn test(
        &mut self,
        unit: UnitId,
        what: TestKind,
        check: Check<Reason>,
        nerve: Nerve,
    ) -> Result<TestResult, Refusal> {
        let roll = self.roll(TEST_DIE)?;
        let result = test_result(roll.face, check.target());
        self.emit(Event::Tested(Test { unit, what, check, nerve, roll, result }));
        Ok(result)
    }

    pub fn pin(&mut self, unit: UnitId, pins: u32, why: PinCause, dice: Vec<Roll>) {
        if pins > 0 {
            self.emit(Event::Pinned { unit, pins, why, dice });
        }
    }

    /// Takes pins off, as many as there are.
    pub fn unpin(&mut self, unit: UnitId, pins: u32, dice: Vec<Roll>) {
        let has = self.state.unit(unit).map_or(0, |unit| unit.pins);
        let pins = pins.min(has);
        if pins > 0 || !dice.is_empty() {
            self.emit(Event::Unpinned { unit, pins, dice });
        }
    }

    pub fn place_die(&mut self, unit: UnitId, order: Order, why: Placed) {
        self.emit(Event::DiePlaced { unit, order, why });
        self.unlock_unless_firing(unit);
    }

    pub fn turn_die(&mut self, unit: UnitId, to: Order, why: Turned) {
        if self.state.unit(unit).and_then(Unit::order).is_some_and(|order| order != to) {
            self.emit(Event::DieTurned { unit, to, why });
            self.unlock_unless_firing(unit);
        }
    }

    /// A-SPC-2: any order but Fire ends a lock.
    fn unlock_unless_firing(&mut self, id: UnitId) {
        let lost = self
            .state
            .unit(id)
            .is_some_and(|unit| unit.lock.is_some() && unit.order() != Some(Order::Fire));
        if lost {
            self.emit(Event::LockLost { unit: id });
        }
    }

    /// A-SPC-2: so does a move of either.
    pub fn unlock_by_moving(&mut self, mover: UnitId) {
        let locked: Vec<UnitId> = self
            .state
            .ids()
            .zip(&self.state.units)
            .filter(|(id, unit)| unit.lock.is_some_and(|lock| *id == mover || lock.on == mover))
            .map(|(id, _)| id)
            .collect();
        for unit in locked {
            self.emit(Event::LockLost { unit });
        }
    }

    /// Down from the bag if there is a die of it, else the latest die is turned (A-BRK-4, A-DMG-4).
    pub fn force_down(&mut self, id: UnitId, placed: Placed, turned: Turned) {
        let Some(unit) = self.state.unit(id) else { return };
        if unit.destroyed {
            return;
        }
        let multiple = unit.dice.total > 1;
        let takes_from_bag = unit.order().is_none() || (multiple && placed == Placed::Damage);
        if takes_from_bag && unit.dice.in_bag() > 0 {
            self.place_die(id, Order::Down, placed);
        } else {
            self.turn_die(id, Order::Down, turned);
        }
    }

    pub fn destroy(&mut self, id: UnitId, why: DestroyedBy) {
        if self.state.unit(id).is_some_and(|unit| !unit.destroyed) {
            self.emit(Event::Destroyed { unit: id, why });
        }
    }

    /// A-BRK-6
    pub fn break_overwhelmed(&mut self) {
        let overwhelmed: Vec<UnitId> = self
            .state
            .ids()
            .zip(&self.state.units)
            .filter(|(_, unit)| unit.is_overwhelmed())
            .map(|(id, _)| id)
            .collect();
        for unit in overwhelmed {
            self.destroy(unit, DestroyedBy::TooManyPins);
        }
    }
}

/// A-TST-1, A-TST-2
pub fn test_result(face: u32, target: i32) -> TestResult {
    match face {
        ALWAYS_PASSES => TestResult::Bonus,
        ALWAYS_FAILS.. => TestResult::Penalty,
        face if i64::from(face) <= i64::from(target) => TestResult::Pass,
        _ => TestResult::Fail,
    }
}
