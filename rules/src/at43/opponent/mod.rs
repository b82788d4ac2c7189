//! A player of modest skill for an empty chair. It sees what a person on its seat sees, which is no table: it moves by plain
//! intentions and has its models pushed, asks for the ranges that it shoots at, and leaves to others what only a look at the
//! table can tell. What it chooses goes through the same commands as anybody's.

mod act;
pub(super) mod company;
mod plan;
mod shots;

use super::command::{Answer, Command};
use super::control::affordable;
use super::flow::Task;
use super::mustering::to_accept;
use super::question::question;
use super::state::{MemberId, Phase, Role, State, Unit, UnitId};
use super::tactical::missing;
use super::turn::{RALLY, cost, pool};
use crate::ids::Seat;

/// What this seat does about what the game waits for; `None` where it waits for somebody else, or for somebody who has the
/// table before them.
pub fn choose(state: &State, seat: Seat) -> Option<Command> {
    // corrections are for people to settle before anything goes on
    if state.proposal.is_some() {
        return None;
    }
    match state.flow.tasks.last() {
        Some(Task::Count) => count(state, seat),
        Some(task) => decision(state, seat, task),
        None => match state.phase {
            Phase::Mustering => muster(state, seat),
            Phase::Laying => {
                (!state.field_agreed.contains(&seat)).then_some(Command::AgreeField { seat })
            }
            Phase::Tactical => missing(state)
                .contains(&seat)
                .then(|| Command::Plan { seat, plan: plan::plan(state, seat) }),
            // a person throws the dice for mission and roles
            Phase::Briefing | Phase::Activation | Phase::Control | Phase::Over => None,
        },
    }
}

/// Only people see who stands near an objective.
fn count(state: &State, seat: Seat) -> Option<Command> {
    let counted = state.flow.counted.as_ref()?;
    (counted.by != seat).then_some(Command::AgreeCounts { seat, agree: true })
}

fn muster(state: &State, seat: Seat) -> Option<Command> {
    if let Some(of) = state.seats().find(|of| to_accept(state, *of).contains(&seat)) {
        return Some(Command::AcceptOver { seat, of, accept: true });
    }
    company::muster(state, seat)
}

fn decision(state: &State, seat: Seat, task: &Task) -> Option<Command> {
    let asked = question(state, task).filter(|asked| asked.seat == seat)?;
    let command = match task {
        Task::Turn => Some(Command::PlayCard),
        Task::Act => act::act(state, seat),
        Task::Overwatch { mover, .. } => Some(shots::watch(state, seat, *mover, &asked.options)),
        Task::WatchFire => {
            let fire = shots::best_now(state, seat).map(|shot| Command::Shoot(shot.salvo));
            Some(fire.unwrap_or(Command::End { drills: Vec::new() }))
        }
        Task::Rally { unit } => {
            let lp = state.unit(*unit).map_or(0, |unit| RALLY + cost(state, unit));
            Some(Command::Answer(Answer::Rally(pool(state, seat) >= lp)))
        }
        // only a look at the table tells
        Task::Measure { .. } | Task::Template { .. } | Task::StillInContact { .. } => {
            Some(Command::Answer(Answer::Pass))
        }
        Task::Medic { unit, fallen, .. } => {
            let saved =
                state.unit(*unit).and_then(|unit| worth_saving(unit, fallen, &asked.options));
            Some(Command::Answer(Answer::Medic(saved)))
        }
        Task::Buy { .. } => {
            let dearest = affordable(state, seat)
                .into_iter()
                .max_by_key(|id| (value(state, *id), std::cmp::Reverse(*id)));
            Some(match dearest {
                Some(unit) => Command::Buy { seat, unit },
                None => Command::DoneBuying { seat },
            })
        }
        Task::ChooseFirst { .. }
        | Task::FirstOfTwo { .. }
        | Task::Activate { .. }
        | Task::Enter { .. }
        | Task::Pay { .. }
        | Task::StandUp { .. }
        | Task::Immobilised { .. }
        | Task::EndActivation { .. }
        | Task::NextTurn
        | Task::EndWatch
        | Task::Shots { .. }
        | Task::Assign { .. }
        | Task::Covers { .. }
        | Task::Hyper { .. }
        | Task::Damage { .. }
        | Task::Locate { .. }
        | Task::HitWeapon { .. }
        | Task::AfterSalvo { .. }
        | Task::Blows { .. }
        | Task::Share { .. }
        | Task::Fall { .. }
        | Task::Settle { .. }
        | Task::MachineMorale { .. }
        | Task::Count
        | Task::Score
        | Task::JoinHero { .. }
        | Task::NextRound => None,
    };
    // the first option is the default
    command.or_else(|| asked.options.into_iter().next())
}

fn value(state: &State, id: UnitId) -> u32 {
    state.unit(id).map_or(0, |unit| unit.value)
}

/// The most useful of those whom the medic may save.
fn worth_saving(unit: &Unit, fallen: &[MemberId], options: &[Command]) -> Option<MemberId> {
    let can = |id: &&MemberId| options.contains(&Command::Answer(Answer::Medic(Some(**id))));
    let worth = |id: &MemberId| match unit.member(*id).map(|member| member.role) {
        Some(Role::Hero) => 6,
        Some(Role::Officer) => 5,
        Some(Role::Bearer) => 4,
        Some(Role::Specialist(_) | Role::Gunner) => 3,
        Some(Role::Standard) => 2,
        Some(Role::SupportWeapon) | None => 0,
    };
    let best = fallen.iter().filter(can).max_by_key(|id| (worth(id), std::cmp::Reverse(**id)));
    best.copied()
}
