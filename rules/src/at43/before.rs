//! Before the battle: mission and roles, companies in secret, the table.

use super::command::Command;
use super::run::Run;
use super::state::{Phase, State};
use super::{briefing, laying, mustering};
use crate::refusal::Refusal;
use crate::system::{Doer, Open};

pub(super) fn open(state: &State) -> Vec<Open<Command>> {
    match state.phase {
        Phase::Briefing => briefing::open(state),
        Phase::Mustering => mustering::open(state),
        Phase::Laying => laying::open(state),
        Phase::Tactical | Phase::Activation | Phase::Control | Phase::Over => Vec::new(),
    }
}

impl Run<'_> {
    pub fn before_battle(&mut self, by: &Doer, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::RollMission => self.roll_mission(by),
            Command::RollRoles => self.roll_roles(),
            Command::Muster { seat, company } => self.muster(by, *seat, company),
            Command::LockCompany { seat } => self.lock_company(by, *seat),
            Command::UnlockCompany { seat } => self.unlock_company(by, *seat),
            Command::AcceptOver { seat, of, accept } => self.accept_over(by, *seat, *of, *accept),
            Command::LayField { seat, field, alone } => self.lay_field(by, *seat, field, *alone),
            Command::AgreeField { seat } => self.agree_field(by, *seat),
            _ => Err(Refusal::new("That is not possible before the battle.")),
        }
    }

    /// Each of these steps has its time.
    pub(super) fn must_be_in(&self, phase: Phase, otherwise: &str) -> Result<(), Refusal> {
        if self.state.phase == phase { Ok(()) } else { Err(Refusal::new(otherwise)) }
    }
}
