//! Putting a mistake right, as a step: an organiser's at once, a player's as a proposal that another side answers.

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::control::{can_be_controlled, infantry_on_table};
use super::event::{Change, DrillLoss, Event};
use super::fielded::{first_leader, whole};
use super::flow::{CountedBy, Task};
use super::grammar::{has, is};
use super::profile::Ability;
use super::question::question;
use super::run::Run;
use super::setup::MOST_POINTS;
use super::state::{
    Contact, Drill, Gone, Machine, Member, MemberId, Phase, PlaceId, Proposal, Stands, State, Unit,
    UnitId,
};
use super::tactical::missing;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Who};

/// More is a slip of the finger.
pub const MOST_LP: u32 = 99;
pub const MOST_VP: u32 = 999;
pub const MOST_RP: u32 = MOST_POINTS;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// A fighter is back, or out.
    Member {
        unit: UnitId,
        member: MemberId,
        out: bool,
        grounded: bool,
    },
    /// The same of several of a unit.
    Members {
        unit: UnitId,
        members: Vec<MemberId>,
        out: bool,
        grounded: bool,
    },
    /// Structure points of a machine, weapon by weapon.
    Machine {
        unit: UnitId,
        member: MemberId,
        frame: u8,
        propulsion: u8,
        weapons: Vec<u8>,
    },
    Drills {
        unit: UnitId,
        drills: Vec<Drill>,
    },
    Morale {
        unit: UnitId,
        disorganized: bool,
    },
    /// Enemies in contact with a unit.
    Contact {
        unit: UnitId,
        with: Vec<UnitId>,
    },
    /// Where a unit is: bought or not, in reserve or on the table.
    Stands {
        unit: UnitId,
        stands: Stands,
    },
    Leadership {
        seat: Seat,
        pool: u32,
    },
    Points {
        seat: Seat,
        vp: u32,
        rp: u32,
    },
    Control {
        place: PlaceId,
        by: Option<Seat>,
    },
    /// Who has captured a place (T-CTL-4).
    Captured {
        place: PlaceId,
        by: Vec<Seat>,
    },
}

impl Correction {
    /// One sentence why it cannot be done, or what it puts in the place of what stands there.
    pub fn check(&self, state: &State) -> Result<Change, Refusal> {
        let change = match self {
            Correction::Member { unit, member, out, grounded } => {
                members_change(state, *unit, &[*member], *out, *grounded)?
            }
            Correction::Members { unit, members, out, grounded } => {
                members_change(state, *unit, members, *out, *grounded)?
            }
            Correction::Machine { unit, member, frame, propulsion, weapons } => {
                let machine =
                    Machine { frame: *frame, propulsion: *propulsion, weapons: weapons.clone() };
                machine_change(state, *unit, *member, machine)?
            }
            Correction::Drills { unit, drills } => drills_change(state, *unit, drills)?,
            Correction::Morale { unit: id, disorganized } => {
                let unit = on_table(state, *id)?;
                Change::Unit(*id, Box::new(Unit { disorganized: *disorganized, ..unit.clone() }))
            }
            Correction::Contact { unit, with } => contact_change(state, *unit, with)?,
            Correction::Stands { unit, stands } => stands_change(state, *unit, *stands)?,
            Correction::Leadership { seat, pool } => {
                side(state, *seat)?;
                at_most(*pool, MOST_LP, "LP")?;
                Change::Pool(*seat, *pool)
            }
            Correction::Points { seat, vp, rp } => {
                side(state, *seat)?;
                at_most(*vp, MOST_VP, "VP")?;
                at_most(*rp, MOST_RP, "RP")?;
                Change::Points(*seat, *vp, *rp)
            }
            Correction::Control { place, by } => control_change(state, *place, *by)?,
            Correction::Captured { place, by } => captured_change(state, *place, by)?,
        };
        if changes(state, &change) {
            Ok(change)
        } else {
            Err(Refusal::new("That is how it stands already."))
        }
    }
}

fn changes(state: &State, change: &Change) -> bool {
    let side = |seat: Seat| state.side(seat);
    match change {
        Change::Unit(id, unit) => state.unit(*id) != Some(&**unit),
        Change::Pool(seat, pool) => side(*seat).is_some_and(|side| side.pool != *pool),
        Change::Points(seat, vp, rp) => {
            side(*seat).is_some_and(|side| (side.vp, side.rp) != (*vp, *rp))
        }
        Change::Place(id, place) => state.place(*id) != Some(&**place),
        Change::Contacts(contacts) => {
            let sorted = |contacts: &[Contact]| {
                let mut contacts = contacts.to_vec();
                contacts.sort();
                contacts
            };
            sorted(contacts) != sorted(&state.contacts)
        }
        Change::Stands(id, stands) => state.unit(*id).is_some_and(|unit| unit.stands != *stands),
    }
}

fn side(state: &State, seat: Seat) -> Result<(), Refusal> {
    let known = state.side(seat).map(|_| ());
    known.ok_or_else(|| Refusal::new("There is no such side in this game."))
}

fn at_most(number: u32, most: u32, of: &str) -> Result<(), Refusal> {
    if number <= most {
        return Ok(());
    }
    Err(Refusal::new(format!("A side can be set to at most {most} {of}.")))
}

fn unit(state: &State, id: UnitId) -> Result<&Unit, Refusal> {
    state.unit(id).ok_or_else(|| Refusal::new("There is no such unit in this game."))
}

fn on_table(state: &State, id: UnitId) -> Result<&Unit, Refusal> {
    let unit = unit(state, id)?;
    match unit.stands {
        Stands::Field => Ok(unit),
        Stands::Reserve | Stands::Reinforcement => {
            Err(Refusal::new(format!("{} {} not on the table yet.", unit.name, is(&unit.name))))
        }
        Stands::Gone(_) => Err(Refusal::new(format!(
            "{} {} out of the game; bring one of it back first.",
            unit.name,
            is(&unit.name)
        ))),
    }
}

fn no_such_member(unit: &Unit) -> Refusal {
    Refusal::new(format!(
        "{} {} {} members, and not that one.",
        unit.name,
        has(&unit.name),
        unit.members.len()
    ))
}

fn members_change(
    state: &State,
    id: UnitId,
    members: &[MemberId],
    out: bool,
    grounded: bool,
) -> Result<Change, Refusal> {
    let known = unit(state, id)?;
    let back = match known.stands {
        Stands::Gone(Gone::Destroyed | Gone::Routed | Gone::Evacuated) => true,
        Stands::Gone(Gone::Joined(_) | Gone::Fused) => {
            return Err(Refusal::new(format!("{} is part of another unit now.", known.name)));
        }
        Stands::Field | Stands::Reserve | Stands::Reinforcement => {
            on_table(state, id)?;
            false
        }
    };
    if back && out {
        return Err(Refusal::new(format!(
            "{} {} out of the game already.",
            known.name,
            is(&known.name)
        )));
    }
    let mut named = members.to_vec();
    named.sort();
    named.dedup();
    if named.is_empty() || named.len() != members.len() {
        return Err(Refusal::new("Name at least one of the unit, and nobody twice."));
    }
    let mut unit = known.clone();
    if back {
        unit.stands = Stands::Field;
    }
    for member in named {
        member_changes(state, &mut unit, member, out, grounded)?;
    }
    Ok(Change::Unit(id, Box::new(unit)))
}

fn member_changes(
    state: &State,
    unit: &mut Unit,
    member: MemberId,
    out: bool,
    grounded: bool,
) -> Result<(), Refusal> {
    let (entry, nobody) = (state.entry(unit), no_such_member(unit));
    let chosen = unit.member_mut(member).ok_or(nobody)?;
    if grounded && (out || chosen.machine.is_some()) {
        return Err(Refusal::new("Only infantry that is in the game can be grounded."));
    }
    chosen.out = out;
    chosen.grounded = grounded;
    if let Some(machine) = chosen.machine.as_mut().filter(|machine| !out && machine.frame == 0) {
        // one that was destroyed has to have something left
        *machine = entry.and_then(whole).unwrap_or_else(|| machine.clone());
        machine.frame = machine.frame.max(1);
    }
    if !out {
        leads_again(state, unit, member);
    }
    Ok(())
}

/// An officer who is back leads, and the first leader carries the Relay again (T-UNI-3, T-THR-5).
fn leads_again(state: &State, unit: &mut Unit, back: MemberId) {
    if let Some(officer) = unit.officer() {
        unit.leader = officer;
        unit.officer_lost = false;
    }
    let first = first_leader(&unit.members);
    if back == first {
        unit.leader = first;
        unit.relay = state.has(unit, Ability::Relay);
    }
}

fn machine_change(
    state: &State,
    id: UnitId,
    member: MemberId,
    machine: Machine,
) -> Result<Change, Refusal> {
    let known = on_table(state, id)?;
    let mut unit = known.clone();
    let chosen: &mut Member = unit.member_mut(member).ok_or_else(|| no_such_member(known))?;
    let full = state.entry(known).and_then(whole);
    let (Some(full), false, true) = (full, chosen.out, chosen.machine.is_some()) else {
        return Err(Refusal::new("Structure points are set for machines that are in the game."));
    };
    if machine.frame == 0 {
        return Err(Refusal::new("Without a frame the machine is destroyed; take it out instead."));
    }
    let weapons_fit = machine.weapons.len() == full.weapons.len()
        && machine.weapons.iter().zip(&full.weapons).all(|(points, full)| points <= full);
    if machine.frame > full.frame || machine.propulsion > full.propulsion || !weapons_fit {
        let weapons: Vec<String> = full.weapons.iter().map(ToString::to_string).collect();
        return Err(Refusal::new(format!(
            "Whole, a machine of {} has {} SP in its frame, {} in its propulsion and {} in its \
             weapons.",
            known.name,
            full.frame,
            full.propulsion,
            weapons.join(", ")
        )));
    }
    chosen.machine = Some(machine);
    Ok(Change::Unit(id, Box::new(unit)))
}

fn drills_change(state: &State, id: UnitId, drills: &[Drill]) -> Result<Change, Refusal> {
    let known = on_table(state, id)?;
    let mut named = drills.to_vec();
    named.sort();
    named.dedup();
    if named.len() != drills.len() {
        return Err(Refusal::new("Each drill is given once."));
    }
    let (name, infantry) = (&known.name, state.is_infantry(known));
    if !named.is_empty() && infantry && (state.is_engaged(id) || state.is_grounded(known)) {
        return Err(Refusal::new(format!(
            "{name} {} engaged or on the ground, so without drills; set that right first.",
            is(name)
        )));
    }
    if !infantry && named.iter().any(|drill| *drill != Drill::Overwatch) {
        return Err(Refusal::new(format!("{name} can only be given {}.", Drill::Overwatch)));
    }
    let mut unit = known.clone();
    if !named.contains(&Drill::Overwatch) {
        unit.watched.clear();
    }
    unit.drills = drills.to_vec();
    Ok(Change::Unit(id, Box::new(unit)))
}

fn contact_change(state: &State, id: UnitId, with: &[UnitId]) -> Result<Change, Refusal> {
    let known = on_table(state, id)?;
    let mut named = with.to_vec();
    named.sort();
    named.dedup();
    if named.len() != with.len() {
        return Err(Refusal::new("Each enemy in contact is named once."));
    }
    let mut contacts = state.contacts.clone();
    contacts.retain(|contact| contact.other(id).is_none());
    for enemy in named {
        let other = on_table(state, enemy)?;
        if other.side == known.side {
            return Err(Refusal::new(format!("{} is no enemy of {}.", other.name, known.name)));
        }
        contacts.push(Contact::between(id, enemy));
    }
    Ok(Change::Contacts(contacts))
}

fn stands_change(state: &State, id: UnitId, stands: Stands) -> Result<Change, Refusal> {
    let unit = unit(state, id)?;
    let name = &unit.name;
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    if unit.is_gone() {
        return refuse(format!("{name} {} out of the game; bring one of it back first.", is(name)));
    }
    if state.flow.acting.as_ref().is_some_and(|acting| acting.unit == id) {
        return refuse(format!("{name} {} active; end that activation first.", is(name)));
    }
    match stands {
        Stands::Gone(_) => {
            return refuse(format!("Take the last members of {name} out instead."));
        }
        Stands::Reinforcement if !has_reinforcements(state) => {
            return refuse("This mission is played without reinforcements.".to_owned());
        }
        // its card is in the sequence
        Stands::Reinforcement if state.phase == Phase::Activation => {
            return refuse(format!(
                "{name} {} a card already; set that right when the round is over.",
                has(name)
            ));
        }
        Stands::Reinforcement | Stands::Reserve | Stands::Field => {}
    }
    Ok(Change::Stands(id, stands))
}

fn has_reinforcements(state: &State) -> bool {
    state.mission.as_ref().is_some_and(|mission| mission.reinforcements)
}

fn control_change(state: &State, id: PlaceId, by: Option<Seat>) -> Result<Change, Refusal> {
    let place = state.place(id).ok_or_else(|| Refusal::new("There is no such place."))?;
    if !can_be_controlled(state, id) {
        return Err(Refusal::new(format!("{} cannot be controlled.", place.name)));
    }
    if let Some(by) = by {
        side(state, by)?;
    }
    let mut place = place.clone();
    place.controlled_by = by;
    Ok(Change::Place(id, Box::new(place)))
}

fn captured_change(state: &State, id: PlaceId, by: &[Seat]) -> Result<Change, Refusal> {
    let place = state.place(id).ok_or_else(|| Refusal::new("There is no such place."))?;
    if !can_be_controlled(state, id) {
        return Err(Refusal::new(format!("{} cannot be captured.", place.name)));
    }
    let mut sorted = by.to_vec();
    sorted.sort();
    sorted.dedup();
    if sorted.len() != by.len() {
        return Err(Refusal::new("Each side is named once."));
    }
    for seat in by {
        side(state, *seat)?;
    }
    let mut place = place.clone();
    let mut now = place.captured_by.clone();
    now.sort();
    if now != sorted {
        place.captured_by = sorted;
    }
    Ok(Change::Place(id, Box::new(place)))
}

/// Nothing is being rolled or answered: the game waits for somebody's next move, and can be set right.
pub fn is_at_rest(state: &State) -> bool {
    match state.flow.tasks.last() {
        Some(Task::Turn | Task::Act | Task::Count | Task::Buy { .. }) => true,
        Some(_) => false,
        None => state.phase == Phase::Tactical,
    }
}

/// What has to be settled before anything can be set right.
pub fn must_be_at_rest(state: &State) -> Result<(), Refusal> {
    if is_at_rest(state) {
        return Ok(());
    }
    if matches!(state.phase, Phase::Briefing | Phase::Mustering | Phase::Laying) {
        return Err(Refusal::new("Before the battle there is nothing to correct."));
    }
    let first = state.flow.tasks.last().and_then(|task| question(state, task)).map_or_else(
        || "this has to be settled".to_owned(),
        |asked| format!("{} has to {}", state.side_name(asked.seat), asked.what),
    );
    Err(Refusal::new(format!("Corrections wait until this is settled: first {first}.")))
}

pub(super) fn open(state: &State) -> Vec<Open<Command>> {
    let Some(proposal) = &state.proposal else { return Vec::new() };
    // shots and fights come first, and what was possible may not be any more
    let possible = is_at_rest(state) && proposal.correction.check(state).is_ok();
    let open = |seat: Seat| {
        let answers = [true, false].into_iter().filter(|agreed| possible || !agreed);
        Open {
            who: Who::Seat(seat),
            what: format!("answer the correction of {}", state.side_name(proposal.by)),
            matter: format!("correction {}", state.proposals),
            options: answers.map(Command::AgreeToCorrection).collect(),
        }
    };
    state.seats().filter(|seat| *seat != proposal.by).map(open).collect()
}

pub(super) fn decide(run: &mut Run<'_>, by: &Doer, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::Correct(correction) => run.correct(by, correction),
        Command::AgreeToCorrection(agreed) => run.answer_correction(by, *agreed),
        Command::WithdrawCorrection => {
            let proposal = run.proposal()?;
            if !by.holds(proposal.by) {
                return Err(Refusal::new("Only the side that proposed it can take it back."));
            }
            run.emit(Event::ProposalWithdrawn);
            Ok(())
        }
        _ => Err(Refusal::new("That corrects nothing.")),
    }
}

impl Run<'_> {
    fn proposal(&self) -> Result<Proposal, Refusal> {
        let proposal = self.state.proposal.clone();
        proposal.ok_or_else(|| Refusal::new("No correction is waiting for an answer."))
    }

    /// At once by the organiser, or by somebody who plays all sides; else it is proposed.
    fn correct(&mut self, by: &Doer, correction: &Correction) -> Result<(), Refusal> {
        must_be_at_rest(&self.state)?;
        let everybody = self.state.seats().all(|seat| by.holds(seat));
        if by.organiser || everybody {
            return self.carry_out(correction, by.organiser && !everybody, everybody);
        }
        correction.check(&self.state)?;
        if self.state.proposal.is_some() {
            return Err(Refusal::new("A correction is waiting for an answer already."));
        }
        let proposal = Proposal { by: by.seat(), correction: correction.clone() };
        self.emit(Event::Proposed(proposal));
        Ok(())
    }

    fn answer_correction(&mut self, by: &Doer, agreed: bool) -> Result<(), Refusal> {
        let proposal = self.proposal()?;
        let other = by.seats.iter().any(|seat| *seat != proposal.by);
        if !other && !by.organiser {
            return Err(Refusal::new("Your correction waits for the answer of another side."));
        }
        if agreed {
            must_be_at_rest(&self.state)?;
            proposal.correction.check(&self.state)?;
        }
        self.emit(Event::ProposalAnswered { agreed });
        if agreed {
            self.carry_out(&proposal.correction, by.organiser && !other, false)
        } else {
            Ok(())
        }
    }

    fn carry_out(
        &mut self,
        correction: &Correction,
        by_organiser: bool,
        alone: bool,
    ) -> Result<(), Refusal> {
        let change = correction.check(&self.state)?;
        let correction_told = correction.clone();
        self.emit(Event::Corrected { correction: correction_told, by_organiser, alone, change });
        if let Correction::Member { unit, .. } | Correction::Members { unit, .. } = correction {
            self.losses_task(&Task::Settle { unit: *unit, by: None })?;
        }
        self.engaged_lose_drills();
        // counts that wait may be too high now
        let state = &self.state;
        let most: Vec<u32> = state.seats().map(|seat| infantry_on_table(state, seat)).collect();
        let fits = |counted: &CountedBy| {
            counted.counts.iter().all(|counted| {
                counted.fighters.iter().zip(&most).all(|(fighters, most)| fighters <= most)
            })
        };
        let flow = &mut self.state.flow;
        flow.counted = flow.counted.take().filter(fits);
        flow.disputed = flow.disputed.take().filter(fits);
        let planning = self.state.phase == Phase::Tactical && self.state.flow.tasks.is_empty();
        if planning && missing(&self.state).is_empty() {
            self.show_plans_if_all_are_in()?;
        }
        Ok(())
    }

    fn engaged_lose_drills(&mut self) {
        let state = &self.state;
        let engaged: Vec<(UnitId, Vec<Drill>)> = state
            .on_field()
            .filter(|(unit, _)| state.is_engaged(*unit))
            .map(|(unit, it)| (unit, it.drills.clone()))
            .collect();
        for (unit, drills) in engaged {
            for drill in drills {
                self.emit(Event::DrillLost { unit, drill, why: DrillLoss::Engaged });
            }
        }
    }
}
