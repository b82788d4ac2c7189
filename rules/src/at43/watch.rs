//! Overwatch: the one interruption (T-OVW-1 to T-OVW-4).

use super::command::{Answer, Command};
use super::decide::Taken;
use super::event::{DrillLoss, Event};
use super::flow::{Task, Watching};
use super::grammar::is;
use super::question::Question;
use super::run::Run;
use super::shoot;
use super::state::{Drill, Group, Role, Stands, State, UnitId};
use crate::ids::Seat;
use crate::refusal::Refusal;

pub(super) fn question(state: &State, task: &Task) -> Option<Question> {
    match task {
        Task::Overwatch { mover, held, passed } => {
            let (seat, units) = next_watchers(state, *mover, held, passed)?;
            let mut answers = vec![Answer::Watch(None)];
            answers.extend(units.into_iter().map(|unit| Answer::Watch(Some(unit))));
            let what = format!("fire at {} in overwatch or hold", state.unit_name(*mover));
            Question::answers(seat, what, answers)
        }
        Task::WatchFire => {
            let watching = state.flow.watching.as_ref()?;
            let unit = state.unit(watching.unit).filter(|unit| !unit.is_gone())?;
            let shots = shoot::examples(state);
            if shots.is_empty() {
                return None;
            }
            let mut options = shots;
            options.push(Command::End { drills: Vec::new() });
            Question::new(unit.side, format!("fire with {} in overwatch", unit.name), options)
        }
        _ => None,
    }
}

/// The next side that may fire at whoever moved, clockwise from the mover, with its units in overwatch (T-OVW-1, T-OVW-2).
fn next_watchers(
    state: &State,
    mover: UnitId,
    held: &[Seat],
    passed: &[UnitId],
) -> Option<(Seat, Vec<UnitId>)> {
    let moved = state.unit(mover).filter(|unit| unit.stands == Stands::Field)?;
    let seats = state.clockwise_after(moved.side).into_iter();
    let others = seats.filter(|seat| *seat != moved.side && !held.contains(seat));
    let able = |seat| {
        let mut units = watchers(state, seat, mover);
        units.retain(|unit| !passed.contains(unit));
        units
    };
    others.map(|seat| (seat, able(seat))).find(|(_, units)| !units.is_empty())
}

/// Units of a side that are in overwatch and could fire something at the mover.
fn watchers(state: &State, seat: Seat, mover: UnitId) -> Vec<UnitId> {
    state
        .on_field()
        .filter(|(id, unit)| {
            unit.side == seat
                && unit.has_drill(Drill::Overwatch)
                && !unit.disorganized
                && !state.is_engaged(*id)
                && shoot::could_watch(state, *id, mover)
        })
        .map(|(id, _)| id)
        .collect()
}

/// The groups that a unit with Split fire! has: those that still have somebody.
fn groups(state: &State, id: UnitId) -> Vec<Group> {
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let bearers = unit.living_of(Role::Bearer);
    let mut groups = Vec::new();
    if bearers > 0 {
        groups.push(Group::Bearers);
    }
    if unit.strength() > bearers {
        groups.push(Group::Rest);
    }
    groups
}

impl Run<'_> {
    pub fn watch_answer(&mut self, task: &Task, answer: &Answer) -> Result<Taken, Refusal> {
        let (Task::Overwatch { mover, held, passed }, Answer::Watch(chosen)) = (task, answer)
        else {
            return Ok(Taken::AnotherQuestion);
        };
        let Some((seat, units)) = next_watchers(&self.state, *mover, held, passed) else {
            return Ok(Taken::AnotherQuestion);
        };
        let (mut held, passed) = (held.clone(), passed.clone());
        match chosen {
            None => {
                self.emit(Event::Held { seat, mover: *mover });
                held.push(seat);
                self.push([Task::Overwatch { mover: *mover, held, passed }]);
            }
            Some(unit) if !units.contains(unit) => {
                let name = self.state.unit_name(*unit).to_owned();
                return Err(Refusal::new(format!(
                    "{name} {} not in overwatch, or cannot fire now.",
                    is(&name)
                )));
            }
            Some(unit) => {
                self.emit(Event::WatchBegan { unit: *unit, mover: *mover });
                self.state.flow.watching =
                    Some(Watching { unit: *unit, fired: Vec::new(), thrown: false, group: None });
                let after = Task::Overwatch { mover: *mover, held, passed };
                self.push([Task::WatchFire, Task::EndWatch, after]);
            }
        }
        Ok(Taken::Yes)
    }

    pub fn watch_task(&mut self, task: &Task) -> Result<(), Refusal> {
        match task {
            Task::EndWatch => self.end_watch(),
            // nobody could fire, or nothing is left to be fired
            _ => Ok(()),
        }
    }

    /// The drill is gone once anything was fired; with Split fire!, that of the group which fired (T-OVW-2, T-OVW-4).
    fn end_watch(&mut self) -> Result<(), Refusal> {
        let Some(watching) = self.state.flow.watching.take() else { return Ok(()) };
        let id = watching.unit;
        let fired = watching.thrown || !watching.fired.is_empty();
        let split = self.unit(id)?.has_drill(Drill::SplitFire);
        let group = watching.group.filter(|_| split && fired);
        self.emit(Event::WatchEnded { unit: id, fired, group });
        if !fired {
            // whoever aims and does not fire holds, for this movement; others of its side may still fire
            if let Some(Task::Overwatch { mover, held, mut passed }) = self.state.flow.tasks.pop() {
                passed.push(id);
                self.push([Task::Overwatch { mover, held, passed }]);
            }
            return Ok(());
        }
        let unit = self.unit(id)?;
        let watched = unit.watched.clone();
        // whoever throws, throws with both groups (T-EQP-1)
        let left = split
            && !watching.thrown
            && groups(&self.state, id).iter().any(|group| !watched.contains(group));
        if !left && self.unit(id)?.has_drill(Drill::Overwatch) {
            self.emit(Event::DrillLost { unit: id, drill: Drill::Overwatch, why: DrillLoss::Used });
        }
        Ok(())
    }
}
