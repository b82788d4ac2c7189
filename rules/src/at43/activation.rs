//! An activation step by step, from the turned card to the end drills (T-ACT-6, T-ACT-7, T-DRL-1 to T-DRL-6).

use super::command::{Answer, Command};
use super::event::{Event, Spending};
use super::flow::{Acting, Task};
use super::grammar::{does, has, is};
use super::mission::PlaceKind;
use super::question::Question;
use super::run::Run;
use super::state::{Drill, MemberId, PlaceId, Role, Stands, State, Unit, UnitId};
use super::turn::{DRILL, pool};
use super::{measuring, melee, morale, moves, routines, shoot, specials};
use crate::refusal::Refusal;

fn immobile(unit: &Unit) -> Vec<MemberId> {
    let machines = unit.living().filter(|(_, member)| {
        member.machine.as_ref().is_some_and(super::state::Machine::is_immobilised)
    });
    machines.map(|(id, _)| id).collect()
}

/// T-DMG-7
pub(super) fn immobilised(state: &State, id: UnitId) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| !unit.is_gone() && unit.strength() > 1)?;
    let stuck = immobile(unit);
    if stuck.is_empty() {
        return None;
    }
    let mut answers = vec![Answer::Abandon(Vec::new())];
    answers.extend(stuck.iter().map(|machine| Answer::Abandon(vec![*machine])));
    if stuck.len() > 1 {
        answers.push(Answer::Abandon(stuck));
    }
    let what = format!("stay with what is immobilised in {} or abandon it", unit.name);
    Question::answers(unit.side, what, answers)
}

/// The drills that could be given at the end now, each by itself (T-ACT-7, T-DRL-2 to T-DRL-5).
pub fn end_drills(state: &State) -> Vec<Drill> {
    let Some(acting) = &state.flow.acting else { return Vec::new() };
    [Drill::Knee, Drill::Overwatch, Drill::TakeCover]
        .into_iter()
        .filter(|drill| check_drill(state, acting, *drill).is_ok())
        .collect()
}

/// Why a unit that acts gets no drill at all at its end, or no Overwatch!, as far as it is not plain to see.
pub fn why_no_drills(state: &State) -> Option<String> {
    let acting = state.flow.acting.as_ref()?;
    let unit = state.unit(acting.unit)?;
    let refused = check_drill(state, acting, Drill::Overwatch).err();
    let refused = refused.map(|refused| refused.sentence().to_owned());
    if end_drills(state).is_empty() {
        return refused;
    }
    if pool(state, unit.side) < DRILL {
        return Some(format!("A drill takes {DRILL} LP; none is left."));
    }
    refused
}

/// T-DRL-1
fn count_lp(drills: &[Drill]) -> u32 {
    u32::try_from(drills.len()).unwrap_or(u32::MAX).saturating_mul(DRILL)
}

/// Everybody in contact with the unit has had losses in its close combat: whether it is free now is asked before drills are
/// given (T-STA-2, T-ACT-7).
fn may_be_free(state: &State, acting: &Acting) -> bool {
    state.is_engaged(acting.unit)
        && state.enemies_in_contact(acting.unit).all(|enemy| acting.bloodied.contains(&enemy))
}

fn check_drill(state: &State, acting: &Acting, drill: Drill) -> Result<(), Refusal> {
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    let Some(unit) = state.unit(acting.unit) else {
        return refuse("No unit is active now.".to_owned());
    };
    let name = &unit.name;
    if unit.disorganized {
        return refuse(format!("{name} {} disorganized: no orders for now.", is(name)));
    }
    if acting.still {
        return refuse(format!(
            "{name} {} no orders in this activation.",
            does(name, "takes", "take")
        ));
    }
    let infantry = state.is_infantry(unit);
    if infantry && state.is_engaged(acting.unit) && !may_be_free(state, acting) {
        return refuse(format!(
            "{name} {} engaged; drills are for units out of contact.",
            is(name)
        ));
    }
    if infantry && state.is_grounded(unit) {
        return refuse(format!("Most of {name} lie on the ground; no drills for them now."));
    }
    match drill {
        Drill::Knee | Drill::TakeCover if !infantry => refuse(format!("{drill} is for infantry.")),
        Drill::Overwatch if !acting.fired.is_empty() || acting.thrown => {
            refuse(format!("{name} {} fired, so no {drill} in this activation.", has(name)))
        }
        Drill::SplitFire => refuse(format!("{drill} is given at the start of an activation.")),
        Drill::Knee | Drill::TakeCover | Drill::Overwatch => Ok(()),
    }
}

pub(super) fn act(state: &State) -> Option<Question> {
    let acting = state.flow.acting.as_ref()?;
    let unit = state.unit(acting.unit).filter(|unit| !unit.is_gone() && !unit.disorganized)?;
    let mut options = Vec::new();
    if acting.still || !acting.ends_with.is_empty() {
        return None;
    }
    if !acting.must_enter {
        options.push(Command::End { drills: Vec::new() });
        let affordable = usize::try_from(pool(state, unit.side) / DRILL).unwrap_or(usize::MAX);
        let drills = end_drills(state);
        if affordable > 0 {
            options.extend(drills.iter().map(|drill| Command::End { drills: vec![*drill] }));
        }
        if drills.len() > 1 && affordable >= drills.len() {
            options.push(Command::End { drills });
        }
        options.extend(specials::examples(state, acting));
    }
    if check_split(state, acting).is_ok() && !acting.wound_up {
        options.push(Command::SplitFire);
    }
    if !acting.wound_up {
        options.extend(moves::examples(state, acting));
    }
    if !acting.must_enter && !acting.wound_up {
        options.extend(shoot::examples(state));
        options.extend(melee::examples(state, acting));
        options.extend(routines::examples(state, acting));
        options.extend(measuring::example(state, unit.side, acting));
    }
    Question::new(unit.side, format!("act with {}", unit.name), options)
}

/// Whatever the unit that acts could do besides moving, shooting and fighting, all of it.
pub fn besides(state: &State) -> Vec<Command> {
    let acting = state.flow.acting.as_ref();
    let Some(acting) = acting.filter(|acting| !acting.still && acting.ends_with.is_empty()) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    if !acting.must_enter {
        all.extend(specials::all(state, acting));
    }
    if !acting.wound_up {
        all.extend(check_split(state, acting).is_ok().then_some(Command::SplitFire));
        if !acting.must_enter {
            all.extend(routines::all(state, acting));
        }
    }
    all
}

/// Why Split fire! cannot be given now.
pub fn why_no_split(state: &State) -> Option<Refusal> {
    let acting = state.flow.acting.as_ref()?;
    check_split(state, acting).err()
}

fn check_split(state: &State, acting: &Acting) -> Result<(), Refusal> {
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    let Some(unit) = state.unit(acting.unit) else {
        return refuse("No unit is active now.".to_owned());
    };
    let name = &unit.name;
    if acting.split || unit.has_drill(Drill::SplitFire) {
        return refuse(format!("{name} {} Split fire! already.", has(name)));
    }
    if unit.living_of(Role::Bearer) == 0 || !state.is_infantry(unit) {
        return refuse(format!(
            "{name} {} no special weapon bearers to split from the rest.",
            has(name)
        ));
    }
    if acting.moved || !acting.fired.is_empty() || acting.thrown || acting.fought {
        return refuse("Split fire! is given before the unit does anything.".to_owned());
    }
    if state.is_engaged(acting.unit) || acting.still {
        return refuse(format!(
            "{name} {} engaged; drills are for units out of contact.",
            is(name)
        ));
    }
    if pool(state, unit.side) < DRILL {
        return refuse("That takes 1 LP; none is left.".to_owned());
    }
    Ok(())
}

impl Run<'_> {
    /// A card is up (T-ACT-6).
    pub(super) fn activate(&mut self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        if unit.is_gone() {
            return Ok(());
        }
        let (reserve, free) = (unit.stands == Stands::Reserve, !self.state.is_engaged(id));
        self.state.flow.acting = Some(Acting::new(id, free));
        self.emit(Event::Activated { unit: id, free });
        if reserve {
            self.push([Task::Enter { unit: id }]);
            return Ok(());
        }
        if let Some(why) = morale::due(&self.state, self.unit(id)?) {
            self.morale_test(id, why)?;
        }
        self.push([Task::Rally { unit: id }]);
        Ok(())
    }

    /// A disorganized unit does nothing, at no cost (T-MOR-4).
    pub(super) fn after_rally(&mut self, id: UnitId) {
        let able = self.state.unit(id).is_some_and(|unit| !unit.is_gone() && !unit.disorganized);
        if able {
            self.push([Task::Pay { unit: id, enters: None }]);
        } else {
            self.push([Task::EndActivation { unit: id }]);
        }
    }

    pub(super) fn unpaid(&mut self, unit: UnitId) {
        self.emit(Event::Unpaid { unit });
        self.push([Task::EndActivation { unit }]);
    }

    /// Paid for: it comes onto the table, or gets to its feet (T-STA-3, T-STA-4, T-RES-2 to T-RES-4).
    pub(super) fn stand_up(&mut self, id: UnitId, enters: Option<PlaceId>) -> Result<(), Refusal> {
        if let Some(place) = enters {
            let kind = self.state.place(place).map(|place| place.kind);
            self.emit(Event::Entered { unit: id, through: place });
            match kind {
                Some(PlaceKind::DropPoint) => {
                    self.acting_mut()?.still = true;
                    self.push([Task::EndActivation { unit: id }]);
                    return Ok(());
                }
                Some(PlaceKind::AccessZone) => self.acting_mut()?.must_enter = true,
                Some(
                    PlaceKind::DeploymentZone
                    | PlaceKind::Point
                    | PlaceKind::Container
                    | PlaceKind::Nanogenerator
                    | PlaceKind::Wreck,
                )
                | None => {}
            }
            self.push([Task::Act]);
            return Ok(());
        }
        let unit = self.unit(id)?;
        let grounded = unit.grounded();
        let whole_unit = self.state.is_grounded(unit);
        if grounded > 0 {
            let fighters = u32::try_from(grounded).unwrap_or(u32::MAX);
            self.emit(Event::StoodUp { unit: id, fighters, whole_unit });
        }
        if whole_unit {
            self.acting_mut()?.still = true;
            self.push([Task::EndActivation { unit: id }]);
        } else {
            self.push([Task::Immobilised { unit: id }]);
        }
        Ok(())
    }

    /// T-DMG-7, T-MOR-2, T-MOR-5
    pub(super) fn abandon(&mut self, id: UnitId, machines: &[MemberId]) -> Result<(), Refusal> {
        let stuck = immobile(self.unit(id)?);
        let mut named = machines.to_vec();
        named.sort();
        named.dedup();
        if named.len() != machines.len() || named.iter().any(|machine| !stuck.contains(machine)) {
            return Err(Refusal::new("Name immobilised machines of the unit, each once."));
        }
        if named.is_empty() {
            self.emit(Event::StayedTogether { unit: id });
        }
        let left = stuck.len() > named.len();
        for machine in named {
            self.emit(Event::Abandoned { unit: id, machine });
            self.eject(id, machine);
            self.machine_morale(id)?;
        }
        if left && !machines.is_empty() {
            self.emit(Event::StayedTogether { unit: id });
        }
        self.push([Task::Settle { unit: id, by: None }, Task::Act]);
        Ok(())
    }

    /// The unit is done, with its drills; one that fires in overwatch stops firing.
    pub fn end(&mut self, drills: &[Drill]) -> Result<(), Refusal> {
        if self.state.flow.watching.is_some() {
            if !drills.is_empty() {
                return Err(Refusal::new("Drills are given in a unit's own activation."));
            }
            self.state.flow.tasks.pop();
            return Ok(());
        }
        let acting = self.acting()?.clone();
        if acting.must_enter {
            return Err(Refusal::new("The unit moves in from the edge of the table first."));
        }
        let mut named = drills.to_vec();
        named.sort();
        named.dedup();
        if named.len() != drills.len() {
            return Err(Refusal::new("Each drill is given once."));
        }
        let seat = self.side_of(acting.unit)?;
        if !drills.is_empty() && may_be_free(&self.state, &acting) {
            return self.ask_before_drills(&acting, drills);
        }
        for drill in drills {
            check_drill(&self.state, &acting, *drill)?;
            self.spend(seat, DRILL, Spending::Drill(acting.unit, *drill))?;
            self.emit(Event::DrillGiven { unit: acting.unit, drill: *drill });
        }
        self.state.flow.tasks.pop();
        self.push([Task::EndActivation { unit: acting.unit }]);
        Ok(())
    }

    /// The contacts that losses may have ended are asked about first; the drills are given if none is left.
    fn ask_before_drills(&mut self, acting: &Acting, drills: &[Drill]) -> Result<(), Refusal> {
        let seat = self.side_of(acting.unit)?;
        for drill in drills {
            check_drill(&self.state, acting, *drill)?;
        }
        let (lp, left) = (count_lp(drills), pool(&self.state, seat));
        if lp > left {
            return Err(Refusal::new(format!("That takes {lp} LP; {left} are left.")));
        }
        let unit = acting.unit;
        let enemies: Vec<UnitId> = self.state.enemies_in_contact(unit).collect();
        let acting = self.acting_mut()?;
        acting.bloodied.clear();
        acting.ends_with = drills.to_vec();
        self.push(enemies.into_iter().map(|enemy| Task::StillInContact { unit, enemy }));
        Ok(())
    }

    /// The contacts have been asked about: the unit ends with its drills, or goes on acting where it is still engaged.
    pub(super) fn end_with_drills(&mut self) -> Result<(), Refusal> {
        let acting = self.acting_mut()?;
        let (unit, drills) = (acting.unit, std::mem::take(&mut acting.ends_with));
        self.push([Task::Act]);
        if self.state.is_engaged(unit) { Ok(()) } else { self.end(&drills) }
    }

    /// T-DRL-6
    pub fn split_fire(&mut self) -> Result<(), Refusal> {
        let acting = self.acting()?.clone();
        check_split(&self.state, &acting)?;
        let seat = self.side_of(acting.unit)?;
        self.spend(seat, DRILL, Spending::Drill(acting.unit, Drill::SplitFire))?;
        self.emit(Event::DrillGiven { unit: acting.unit, drill: Drill::SplitFire });
        self.acting_mut()?.split = true;
        Ok(())
    }

    pub(super) fn end_activation(&mut self, unit: UnitId) {
        let bloodied = self.state.flow.acting.take().map(|acting| acting.bloodied);
        self.emit(Event::Ended { unit });
        let asked = bloodied.unwrap_or_default();
        self.push(asked.into_iter().map(|enemy| Task::StillInContact { unit, enemy }));
    }
}
