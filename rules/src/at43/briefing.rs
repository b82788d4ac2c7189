//! The mission and who attacks, where dice decide them (T-MIS-1, T-MIS-4).

use super::command::Command;
use super::event::Event;
use super::mission::Mission;
use super::run::Run;
use super::state::{Phase, State};
use crate::dice::Roll;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Who};

/// So often in one step a die is thrown again; then somebody has to ask for it.
const MOST_THROWS: usize = 20;

pub(super) fn open(state: &State) -> Vec<Open<Command>> {
    let (what, command) = match &state.mission {
        None => ("roll for the mission", Command::RollMission),
        Some(_) => ("roll for attacker and defender", Command::RollRoles),
    };
    vec![Open {
        who: Who::AnyPlayer,
        what: what.to_owned(),
        matter: state.flow.step.to_string(),
        options: vec![command],
    }]
}

impl Run<'_> {
    pub fn roll_mission(&mut self, by: &Doer) -> Result<(), Refusal> {
        if let Some(mission) = &self.state.mission {
            return Err(Refusal::new(format!("The mission is {}.", mission.name)));
        }
        let sides = self.state.sides.len();
        if !self.state.missions.iter().any(|mission| mission.is_diced(sides)) {
            return Err(Refusal::new(format!(
                "No mission that a die can pick is for {sides} sides; choose one by name."
            )));
        }
        for _ in 0..MOST_THROWS {
            let roll = self.throw_one(by.seat(), "the mission")?;
            let shown = |mission: &&Mission| mission.number.map(u32::from) == Some(roll.face);
            let rolled = self.state.missions.iter().find(shown);
            match rolled.filter(|mission| mission.is_diced(sides)) {
                Some(mission) => {
                    let mission = mission.key.clone();
                    self.emit(Event::MissionRolled { roll, mission });
                    return Ok(());
                }
                None => self.emit(Event::MissionRolledAgain { roll }),
            }
        }
        Ok(())
    }

    pub fn roll_roles(&mut self) -> Result<(), Refusal> {
        self.must_be_in(Phase::Briefing, "Everybody knows who attacks and who defends.")?;
        let Some(mission) = &self.state.mission else {
            return Err(Refusal::new("First the die picks the mission."));
        };
        let what = format!("who attacks in {}", mission.name);
        let seats: Vec<Seat> = self.state.seats().collect();
        self.highest(&seats, &what, |rolls, attacker| Event::RolesRolled { rolls, attacker })?;
        Ok(())
    }

    /// A die each; those who tie for the highest throw again.
    pub(super) fn highest(
        &mut self,
        seats: &[Seat],
        what: &str,
        event: impl Fn(Vec<(Seat, Roll)>, Option<Seat>) -> Event,
    ) -> Result<Option<Seat>, Refusal> {
        let mut throwing = seats.to_vec();
        for _ in 0..MOST_THROWS {
            let mut rolls = Vec::new();
            for seat in &throwing {
                let side = self.state.side_name(*seat).to_owned();
                rolls.push((*seat, self.throw_one(*seat, format!("{what}, by {side}"))?));
            }
            let best = rolls.iter().map(|(_, roll)| roll.face).max();
            throwing = rolls
                .iter()
                .filter(|(_, roll)| Some(roll.face) == best)
                .map(|(seat, _)| *seat)
                .collect();
            let winner = throwing.first().copied().filter(|_| throwing.len() == 1);
            self.emit(event(rolls, winner));
            if winner.is_some() {
                return Ok(winner);
            }
        }
        Ok(None)
    }
}
