//! The runner: a private copy of the game on which a command is worked out, event by event, until somebody has to decide
//! something or nothing is left to do. What is done lies on a stack; what waits stays on it.

use super::apply::apply;
use super::event::{Event, Spending};
use super::flow::{Acting, Task, Volley, VolleyId};
use super::need::DIE;
use super::question::question;
use super::state::{State, Unit, UnitId};
use crate::dice::{Dice, Roll};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::stack::{Stack, StackWorker};

pub(super) struct Run<'a> {
    pub state: State,
    pub events: Vec<Event>,
    /// Every throw of this step, for people who roll by hand.
    pub throws: Vec<Throw>,
    dice: &'a mut dyn Dice,
}

/// Dice that are thrown in one go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Throw {
    pub seat: Seat,
    pub dice: u32,
    pub sides: u32,
    pub what: String,
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
        Self { state: state.clone(), events: Vec::new(), throws: Vec::new(), dice }
    }

    /// The events of the step, with what is waited for at its end.
    pub fn into_events(mut self) -> Vec<Event> {
        self.state.flow.step += 1;
        self.events.push(Event::Flow(Box::new(self.state.flow)));
        self.events
    }

    pub fn emit(&mut self, event: Event) {
        apply(&mut self.state, &event);
        self.events.push(event);
    }

    /// So many dice in one go; `what` completes "4 dice for …".
    pub fn throw(
        &mut self,
        seat: Seat,
        dice: u32,
        what: impl Into<String>,
    ) -> Result<Vec<Roll>, Refusal> {
        self.throw_sides(seat, dice, DIE, what)
    }

    pub fn throw_sides(
        &mut self,
        seat: Seat,
        dice: u32,
        sides: u32,
        what: impl Into<String>,
    ) -> Result<Vec<Roll>, Refusal> {
        if dice > 0 {
            self.throws.push(Throw { seat, dice, sides, what: what.into() });
        }
        (0..dice).map(|_| Ok(self.dice.roll(sides)?)).collect()
    }

    pub fn throw_one(&mut self, seat: Seat, what: impl Into<String>) -> Result<Roll, Refusal> {
        let rolls = self.throw(seat, 1, what)?;
        rolls.first().copied().ok_or_else(|| Refusal::new("The die is lost; please try again."))
    }

    /// Puts things to do on the stack: the first of them is done first.
    pub fn push(&mut self, tasks: impl IntoIterator<Item = Task, IntoIter: DoubleEndedIterator>) {
        self.state.flow.tasks.push(tasks);
    }

    pub fn unit(&self, id: UnitId) -> Result<&Unit, Refusal> {
        self.state.unit(id).ok_or_else(|| Refusal::new("There is no such unit in this game."))
    }

    pub fn side_of(&self, id: UnitId) -> Result<Seat, Refusal> {
        Ok(self.unit(id)?.side)
    }

    pub fn acting(&self) -> Result<&Acting, Refusal> {
        self.state.flow.acting.as_ref().ok_or_else(|| Refusal::new("No unit is active now."))
    }

    pub fn acting_mut(&mut self) -> Result<&mut Acting, Refusal> {
        self.state.flow.acting.as_mut().ok_or_else(|| Refusal::new("No unit is active now."))
    }

    pub fn volley(&self, id: VolleyId) -> Result<&Volley, Refusal> {
        self.state.flow.volleys.get(id).ok_or_else(|| Refusal::new("That salvo is over."))
    }

    pub fn volley_mut(&mut self, id: VolleyId) -> Result<&mut Volley, Refusal> {
        self.state.flow.volleys.get_mut(id).ok_or_else(|| Refusal::new("That salvo is over."))
    }

    /// LP are spent, or there are too few (T-TAC-7).
    pub fn spend(&mut self, seat: Seat, lp: u32, on: Spending) -> Result<(), Refusal> {
        let pool = self.state.side(seat).map_or(0, |side| side.pool);
        if pool < lp {
            return Err(Refusal::new(format!("That takes {lp} LP; {pool} are left.")));
        }
        if lp > 0 {
            self.emit(Event::Spent { seat, lp, on });
        }
        Ok(())
    }

    pub(super) fn perform(&mut self, task: Task) -> Result<(), Refusal> {
        match task {
            Task::ChooseFirst { .. }
            | Task::Turn
            | Task::FirstOfTwo { .. }
            | Task::Activate { .. }
            | Task::Rally { .. }
            | Task::Enter { .. }
            | Task::Pay { .. }
            | Task::StandUp { .. }
            | Task::Immobilised { .. }
            | Task::Act
            | Task::EndActivation { .. }
            | Task::NextTurn => self.turn_task(&task),
            // nobody can be asked
            Task::Measure { by, pairs } => {
                self.tell_ranges(by, &pairs, &[]);
                Ok(())
            }
            Task::Overwatch { .. } | Task::WatchFire | Task::EndWatch => self.watch_task(&task),
            Task::Shots { .. }
            | Task::Template { .. }
            | Task::Assign { .. }
            | Task::Covers { .. }
            | Task::AfterSalvo { .. } => self.shooting_task(&task),
            Task::Hyper { .. }
            | Task::Damage { .. }
            | Task::Locate { .. }
            | Task::HitWeapon { .. } => self.damage_task(task),
            Task::Medic { .. }
            | Task::Settle { .. }
            | Task::MachineMorale { .. }
            | Task::StillInContact { .. } => self.losses_task(&task),
            Task::Blows { .. } | Task::Share { .. } | Task::Fall { .. } => self.melee_task(&task),
            Task::Count
            | Task::Score
            | Task::Buy { .. }
            | Task::JoinHero { .. }
            | Task::NextRound => {
                self.control_task(&task);
                Ok(())
            }
        }
    }
}
