//! Which of the things to be done need somebody's decision: whose, about what, and what can be answered. A task that could
//! go only one way has no question and just happens.

use super::command::{Answer, Command};
use super::flow::Task;
use super::state::State;
use super::{control, damage, losses, measuring, melee, shoot, turn, watch};
use crate::ids::Seat;

#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub seat: Seat,
    /// Completes "Blue has to …". Everybody reads it.
    pub what: String,
    /// The first is the default, where there is one.
    pub options: Vec<Command>,
}

impl Question {
    pub fn new(seat: Seat, what: impl Into<String>, options: Vec<Command>) -> Option<Self> {
        Some(Self { seat, what: what.into(), options })
    }

    pub fn answers(seat: Seat, what: impl Into<String>, answers: Vec<Answer>) -> Option<Self> {
        Self::new(seat, what, answers.into_iter().map(Command::Answer).collect())
    }
}

pub fn question(state: &State, task: &Task) -> Option<Question> {
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
        | Task::NextTurn => turn::question(state, task),
        Task::Measure { by, pairs } => measuring::question(state, *by, pairs),
        Task::Overwatch { .. } | Task::WatchFire | Task::EndWatch => watch::question(state, task),
        Task::Shots { .. }
        | Task::Template { .. }
        | Task::Assign { .. }
        | Task::Covers { .. }
        | Task::AfterSalvo { .. } => shoot::question(state, task),
        Task::Hyper { .. } | Task::Damage { .. } | Task::Locate { .. } | Task::HitWeapon { .. } => {
            damage::question(state, task)
        }
        Task::Medic { .. }
        | Task::Settle { .. }
        | Task::MachineMorale { .. }
        | Task::StillInContact { .. } => losses::question(state, task),
        Task::Blows { .. } | Task::Share { .. } | Task::Fall { .. } => melee::question(state, task),
        Task::Count | Task::Score | Task::Buy { .. } | Task::JoinHero { .. } | Task::NextRound => {
            control::question(state, task)
        }
    }
}
