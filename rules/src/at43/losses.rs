//! What follows from losses: medics, leaders, morale of machines, units that are gone.

use super::armament::is_static;
use super::command::Answer;
use super::decide::Taken;
use super::event::{DrillLoss, Event, Fall};
use super::fielded::first_leader;
use super::flow::Task;
use super::lineup::usual_order;
use super::measuring::who_tells;
use super::profile::Specialist;
use super::question::Question;
use super::run::Run;
use super::state::{Contact, Gone, LossKind, MemberId, Pilot, Role, Stands, State, Unit, UnitId};
use super::tactical;
use crate::ids::Seat;
use crate::refusal::Refusal;

pub(super) fn question(state: &State, task: &Task) -> Option<Question> {
    match task {
        Task::Medic { unit, fallen, .. } => medic_question(state, *unit, fallen),
        Task::StillInContact { unit, enemy } => {
            let (one, other) = (state.unit(*unit)?, state.unit(*enemy)?);
            state.contacts.contains(&Contact::between(*unit, *enemy)).then_some(())?;
            Question::answers(
                who_tells(state, state.flow.active.unwrap_or(one.side))?,
                format!("say whether {} and {} are still in contact", one.name, other.name),
                vec![Answer::StillInContact(true), Answer::StillInContact(false)],
            )
        }
        _ => None,
    }
}

/// A medic who lives and has saved nobody this round (T-SPE-3).
fn medic(state: &State, unit: &Unit) -> Option<MemberId> {
    let ready = unit.living().find(|(_, member)| {
        member.role == Role::Specialist(Specialist::Medic) && member.rescued_in != Some(state.round)
    });
    ready.map(|(id, _)| id)
}

/// Those of the fallen who could be saved: weapons on stands and machines are beyond a medic.
fn patients(unit: &Unit, fallen: &[MemberId]) -> Vec<MemberId> {
    let hurt = fallen.iter().copied().filter(|id| {
        unit.member(*id).is_some_and(|member| {
            member.out && member.machine.is_none() && member.role != Role::SupportWeapon
        })
    });
    hurt.collect()
}

fn medic_question(state: &State, id: UnitId, fallen: &[MemberId]) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| unit.stands == Stands::Field)?;
    medic(state, unit)?;
    let mut roles: Vec<(Role, bool)> = Vec::new();
    let mut answers = vec![Answer::Medic(None)];
    for patient in patients(unit, fallen) {
        let Some(member) = unit.member(patient) else { continue };
        // the leader is worth another line than his equals
        let kind = (member.role, patient == unit.leader);
        if !roles.contains(&kind) {
            roles.push(kind);
            answers.push(Answer::Medic(Some(patient)));
        }
    }
    (answers.len() > 1).then_some(())?;
    let who = match patients(unit, fallen).len() {
        1 => "a fallen fighter".to_owned(),
        number => format!("one of {number} fallen fighters"),
    };
    let what = format!("save {who} of {} by a medic or not", unit.name);
    Question::answers(unit.side, what, answers)
}

/// Who leads after the one who has fallen: the officer if there is one, else a standard fighter, else anybody (T-UNI-3).
pub fn next_leader(state: &State, unit: &Unit) -> Option<MemberId> {
    unit.officer().or_else(|| usual_order(state, unit).first().copied())
}

/// Whoever led the unit when it began; a hero who has joined it since stands last (T-THR-5, T-HER-4).
fn original_leader(unit: &Unit) -> MemberId {
    match unit.members.split_last() {
        Some((last, others)) if last.role == Role::Hero && !others.is_empty() => {
            first_leader(others)
        }
        Some(_) | None => first_leader(&unit.members),
    }
}

/// Support weapons that nobody serves any more, the last ones first (T-UNI-5).
fn unmanned(state: &State, unit: &Unit) -> Vec<MemberId> {
    if !is_static(state, unit) {
        return Vec::new();
    }
    let gunners = unit.living_of(Role::Gunner);
    let weapons = unit.living().filter(|(_, member)| member.role == Role::SupportWeapon);
    weapons.map(|(id, _)| id).skip(gunners).collect()
}

fn kind_of_loss(state: &State, unit: &Unit) -> LossKind {
    if state.category(unit).is_machine() { LossKind::Machines } else { LossKind::Infantry }
}

impl Run<'_> {
    /// These members fall; medics are asked, and what follows is settled. With `grounded`, whoever is saved lies down.
    pub fn casualties(
        &mut self,
        unit: UnitId,
        members: &[MemberId],
        why: Fall,
        by: Option<Seat>,
        grounded: bool,
    ) {
        if members.is_empty() {
            return;
        }
        self.emit(Event::Fell { unit, members: members.to_vec(), why });
        self.after_fall(unit, members.to_vec(), by, grounded);
    }

    /// The same where another event has told of the fall.
    pub fn after_fall(
        &mut self,
        unit: UnitId,
        fallen: Vec<MemberId>,
        by: Option<Seat>,
        grounded: bool,
    ) {
        self.push([Task::Medic { unit, fallen, grounded }, Task::Settle { unit, by }]);
    }

    /// Whoever stands on or in an element that is destroyed falls with it, and a machine is lost (T-TER-3).
    pub fn fall_with_element(
        &mut self,
        unit: UnitId,
        members: &[MemberId],
        by: Seat,
    ) -> Result<(), Refusal> {
        let machines = self.state.category(self.unit(unit)?).is_machine();
        if machines {
            for machine in members {
                self.destroy_machine(unit, *machine, Some(by));
            }
        } else {
            self.casualties(unit, members, Fall::Element, Some(by), false);
        }
        Ok(())
    }

    /// The whole unit leaves the game; what it was worth is noted for the control phase (T-CTL-3).
    pub fn gone(&mut self, id: UnitId, gone: Gone, by: Option<Seat>) {
        let Some(unit) = self.state.unit(id).filter(|unit| !unit.is_gone()) else { return };
        let what = kind_of_loss(&self.state, unit);
        self.emit(Event::UnitGone { unit: id, gone });
        match gone {
            Gone::Destroyed | Gone::Routed => {
                self.emit(Event::Lost { unit: id, what, by });
                self.officer_lost(id, by);
            }
            Gone::Evacuated | Gone::Joined(_) | Gone::Fused => self.replace_commander(id),
        }
    }

    /// Noted once, when nobody leads the unit as its officer any more.
    fn officer_lost(&mut self, id: UnitId, by: Option<Seat>) {
        let Some(unit) = self.state.unit(id) else { return };
        let leads = unit.officer().is_some() && !unit.is_gone();
        if leads {
            return;
        }
        let had_one = unit.members.iter().any(|member| is_officer(member.role));
        if had_one && !unit.officer_lost {
            self.emit(Event::Lost { unit: id, what: LossKind::Officer, by });
            if self.state.wreck.is_some_and(|wreck| wreck.pilot == Pilot::Out(id)) {
                self.emit(Event::PilotDied);
            }
        }
        self.replace_commander(id);
    }

    /// The highest officer left takes the post at once (T-TAC-2).
    pub fn replace_commander(&mut self, id: UnitId) {
        let Some(seat) = self.state.unit(id).map(|unit| unit.side) else { return };
        if self.state.side(seat).is_none_or(|side| side.commander != Some(id)) {
            return;
        }
        let next = tactical::candidates(&self.state, seat).first().copied();
        if next != Some(id) {
            self.emit(Event::CommanderChanged { seat, unit: next });
        }
    }

    pub fn losses_answer(&mut self, task: &Task, answer: &Answer) -> Result<Taken, Refusal> {
        match (task, answer) {
            (Task::Medic { unit, fallen, grounded }, Answer::Medic(saved)) => {
                if let Some(saved) = saved {
                    self.rescue(*unit, fallen, *saved, *grounded)?;
                }
            }
            (Task::StillInContact { unit, enemy }, Answer::StillInContact(still)) => {
                if !still {
                    self.emit(Event::ContactLost { unit: *unit, enemy: *enemy });
                }
            }
            _ => return Ok(Taken::AnotherQuestion),
        }
        Ok(Taken::Yes)
    }

    /// T-SPE-3; two medics save two.
    fn rescue(
        &mut self,
        id: UnitId,
        fallen: &[MemberId],
        saved: MemberId,
        grounded: bool,
    ) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        let able = medic(&self.state, unit)
            .filter(|_| patients(unit, fallen).contains(&saved) && fallen.contains(&saved));
        let Some(medic) = able else {
            return Err(Refusal::new("A medic saves one of those who have just fallen."));
        };
        self.emit(Event::Rescued { unit: id, member: saved, medic, grounded });
        let fallen: Vec<MemberId> = fallen.iter().copied().filter(|one| *one != saved).collect();
        self.push([Task::Medic { unit: id, fallen, grounded }]);
        Ok(())
    }

    pub fn losses_task(&mut self, task: &Task) -> Result<(), Refusal> {
        match task {
            Task::Settle { unit, by } => self.settle(*unit, *by),
            Task::MachineMorale { unit } => self.machine_morale(*unit),
            // no medic, or nobody in contact any more
            _ => Ok(()),
        }
    }

    /// Whatever has to be put in order after losses: weapons without gunners, the end of the unit, its officer, its leader,
    /// drills of grounded units (T-UNI-3, T-UNI-5, T-STA-4, T-DRL-2).
    fn settle(&mut self, id: UnitId, by: Option<Seat>) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        if unit.is_gone() {
            return Ok(());
        }
        let unmanned = unmanned(&self.state, unit);
        if !unmanned.is_empty() {
            self.emit(Event::Fell { unit: id, members: unmanned, why: Fall::NoGunner });
        }
        if self.unit(id)?.strength() == 0 {
            self.lose_relay(id)?;
            self.gone(id, Gone::Destroyed, by);
            return Ok(());
        }
        self.officer_lost(id, by);
        let unit = self.unit(id)?;
        let out = |id: MemberId| unit.member(id).is_none_or(|member| member.out);
        let led_by_hero = unit.member(unit.leader).is_some_and(|it| it.role == Role::Hero);
        let leaderless = out(unit.leader);
        let lost = out(original_leader(unit)) || leaderless && !led_by_hero;
        if lost {
            self.lose_relay(id)?;
        }
        if leaderless && let Some(leader) = next_leader(&self.state, self.unit(id)?) {
            self.emit(Event::LeaderChanged { unit: id, leader });
        }
        let unit = self.unit(id)?;
        if self.state.is_infantry(unit) && self.state.is_grounded(unit) {
            for drill in unit.drills.clone() {
                self.emit(Event::DrillLost { unit: id, drill, why: DrillLoss::Grounded });
            }
        }
        Ok(())
    }

    /// T-THR-5
    fn lose_relay(&mut self, id: UnitId) -> Result<(), Refusal> {
        if self.unit(id)?.relay {
            self.emit(Event::RelayLost { unit: id });
        }
        Ok(())
    }
}

fn is_officer(role: Role) -> bool {
    match role {
        Role::Officer | Role::Hero => true,
        Role::Standard
        | Role::Bearer
        | Role::Specialist(_)
        | Role::Gunner
        | Role::SupportWeapon => false,
    }
}
