//! Answers that a player gives beforehand, so that a game by post need not wait for them: whether units in overwatch fire,
//! whom medics save, whether activations are paid, and who begins a round. They are kept outside of the game and are nobody else's business; what they answer is a command
//! like any other.

use serde::{Deserialize, Serialize};

use super::armament::Shooter;
use super::command::{Answer, Command, Mark};
use super::flow::Task;
use super::question::question;
use super::state::{MemberId, Role, State, Unit, UnitId};
use super::turn::{cost, pool};
use super::view::View;
use crate::ids::Seat;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Standing {
    /// For units that nothing else is said of.
    pub overwatch: Overwatch,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of_units: Vec<(UnitId, Overwatch)>,
    pub medic: Medic,
    pub pay: Pay,
    pub first: First,
}

/// What a unit in overwatch does when an enemy has moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overwatch {
    #[default]
    Ask,
    FireAtAnything,
    FireAtMachines,
    FireAtInfantry,
    Hold,
}

/// Whom a medic saves (T-SPE-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Medic {
    #[default]
    Ask,
    Always,
    BearersAndOfficers,
}

/// Whether activations are paid for (T-ACT-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pay {
    /// As long as the pool would pay for all units that are still to be played.
    #[default]
    WithEnough,
    Always,
    Ask,
}

/// Who plays the first card of a round after a won Authority test (T-TAC-7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    #[default]
    Ask,
    Winner,
}

impl Standing {
    pub fn overwatch_of(&self, unit: UnitId) -> Overwatch {
        let own = self.of_units.iter().find(|(of, _)| *of == unit);
        own.map_or(self.overwatch, |(_, what)| *what)
    }
}

/// What this seat's standing answers say to the question that waits, if it is theirs and they say anything. Whoever fires in
/// overwatch shoots what it has at the range that was told for this movement, from where all see and nobody is in the way;
/// without such a range the salvo is asked for.
pub fn answer(view: &View, seat: Seat, standing: &Standing) -> Option<Command> {
    let state: &State = view;
    let task = state.flow.tasks.last()?;
    let asked = question(state, task).filter(|asked| asked.seat == seat)?;
    match task {
        Task::Overwatch { mover, .. } => {
            let moved = state.unit(*mover)?;
            let chosen = asked.options.iter().filter_map(|option| match option {
                Command::Answer(Answer::Watch(Some(unit))) => Some(*unit),
                _ => None,
            });
            let units: Vec<UnitId> = chosen.collect();
            let fires = |unit: &&UnitId| fires_at(state, moved, standing.overwatch_of(**unit));
            match units.iter().find(fires) {
                Some(unit) => Some(Command::Answer(Answer::Watch(Some(*unit)))),
                None if units.iter().all(|unit| decided(standing.overwatch_of(*unit))) => {
                    Some(Command::Answer(Answer::Watch(None)))
                }
                None => None,
            }
        }
        Task::WatchFire => {
            let watching = state.flow.watching.as_ref()?;
            // what somebody fires by hand, against their own word, stays in their hands
            let mover = Shooter::now(state)?.overwatch.and_then(|id| state.unit(id))?;
            fires_at(state, mover, standing.overwatch_of(watching.unit)).then_some(())?;
            let told =
                asked.options.iter().find(|option| at_told_range(state, watching.unit, option));
            match told {
                Some(shot) => Some(shot.clone()),
                // it has fired what it could
                None if watching.thrown || !watching.fired.is_empty() => {
                    Some(Command::End { drills: Vec::new() })
                }
                None => None,
            }
        }
        Task::Medic { unit, fallen, .. } => {
            let unit = state.unit(*unit)?;
            (standing.medic != Medic::Ask).then_some(())?;
            let saved = whom(unit, fallen, standing.medic);
            asked.options.into_iter().find(|option| match option {
                Command::Answer(Answer::Medic(medic)) => {
                    let role = |id: MemberId| unit.member(id).map(|member| member.role);
                    medic.map(role) == saved.map(role)
                }
                _ => false,
            })
        }
        Task::Pay { unit, .. } => {
            let pays = match standing.pay {
                Pay::WithEnough => has_enough(state, *unit),
                Pay::Always => true,
                Pay::Ask => false,
            };
            pays.then_some(Command::Answer(Answer::Pay(true)))
        }
        Task::ChooseFirst { winner } => match standing.first {
            First::Ask => None,
            First::Winner => Some(Command::Answer(Answer::First(*winner))),
        },
        _ => None,
    }
}

/// The pool pays for this unit and for all of its side that are still to be played.
fn has_enough(state: &State, id: UnitId) -> bool {
    let Some(unit) = state.unit(id) else { return false };
    let to_come =
        state.units_of(unit.side).filter(|(other, it)| *other == id || it.has_card() && !it.played);
    let needed = to_come.fold(0_u32, |sum, (_, it)| sum.saturating_add(cost(state, it)));
    needed <= pool(state, unit.side)
}

fn decided(what: Overwatch) -> bool {
    what != Overwatch::Ask
}

fn fires_at(state: &State, moved: &Unit, what: Overwatch) -> bool {
    match what {
        Overwatch::FireAtAnything => true,
        Overwatch::FireAtMachines => !state.is_infantry(moved),
        Overwatch::FireAtInfantry => state.is_infantry(moved),
        Overwatch::Ask | Overwatch::Hold => false,
    }
}

fn at_told_range(state: &State, unit: UnitId, option: &Command) -> bool {
    let Command::Shoot(salvo) = option else { return false };
    let Mark::Unit(target) = salvo.at else { return false };
    let holds = state.range_that_holds(unit, target);
    holds.is_some_and(|range| range.band() == salvo.range.band())
}

/// Who is saved, if anybody is.
fn whom(unit: &Unit, fallen: &[MemberId], medic: Medic) -> Option<MemberId> {
    let worth = |id: &&MemberId| unit.member(**id).map_or(0, |member| worth(member.role));
    let best = fallen.iter().max_by_key(worth).copied();
    match medic {
        Medic::Ask => None,
        Medic::Always => best,
        Medic::BearersAndOfficers => best.filter(|id| {
            let role = unit.member(*id).map(|member| member.role);
            matches!(role, Some(Role::Bearer | Role::Officer | Role::Hero))
        }),
    }
}

/// The more, the sorrier the loss.
fn worth(role: Role) -> u8 {
    match role {
        Role::Hero => 6,
        Role::Officer => 5,
        Role::Bearer => 4,
        Role::Specialist(_) => 3,
        Role::SupportWeapon => 2,
        Role::Gunner => 1,
        Role::Standard => 0,
    }
}
