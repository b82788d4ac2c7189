//! Movement: how far, who is in contact at its end, and who leaves the table. Whom a machine runs over stands in
//! `running_over.rs`.

use super::command::{Cohesion, Command, Movement, OnPath, Pace, RoutineName};
use super::event::{Allowance, DrillLoss, Event};
use super::flow::{Acting, Task};
use super::grammar::{does, has, is};
use super::losses::next_leader;
use super::mission::Role as Part;
use super::need::{Millimetres, Range};
use super::profile::Entry;
use super::run::Run;
use super::specials::WOUND_UP;
use super::state::{Gone, Pilot, Role, Stands, State, Unit, UnitId};
use super::{routines, running_over};
use crate::refusal::Refusal;

/// T-MOV-1
pub const RUSH: u32 = 6;
/// T-MOV-1
pub const MACHINE_RUSH: u32 = 10;
/// How far a rush with Dash goes in all (T-THR-9).
pub const DASH: u32 = 30;
pub const MACHINE_DASH: u32 = 50;

/// How far the unit that acts may go, or why it may not (T-MOV-1, T-MOV-2, T-TER-1).
pub fn allowance(
    state: &State,
    acting: &Acting,
    pace: Pace,
    crosses: bool,
    dash: bool,
) -> Result<Allowance, Refusal> {
    let unit = state
        .unit(acting.unit)
        .ok_or_else(|| Refusal::new("There is no such unit in this game."))?;
    may_move(state, acting, unit)?;
    let machine = !state.is_infantry(unit);
    match pace {
        Pace::Rush => may_rush(state, acting, unit, crosses)?,
        Pace::Combat if dash => {
            return Err(Refusal::new("Dash lengthens a rush, not a combat movement."));
        }
        Pace::Combat if crosses && machine => {
            return Err(Refusal::new(format!(
                "{} cannot climb over walls and containers; only infantry does.",
                unit.name
            )));
        }
        Pace::Combat => {}
    }
    if dash {
        routines::overseer_for(state, RoutineName::Dash, acting.unit)?;
    }
    let movement = movement(state, unit);
    let rush = match pace {
        Pace::Combat => 0,
        Pace::Rush if machine => MACHINE_RUSH,
        Pace::Rush => RUSH,
    };
    // what was free when it was activated, or crosses nothing, is not halved; and nothing is halved twice (T-TER-1)
    let halved = pace == Pace::Combat && !machine && (!acting.was_free || crosses);
    let all = movement.saturating_add(rush);
    let all = match (dash, machine) {
        (false, _) => all,
        (true, true) => all.max(MACHINE_DASH),
        (true, false) => all.max(DASH),
    };
    let Millimetres(millimetres) = Millimetres::cm(all);
    let millimetres = if halved { millimetres / 2 } else { millimetres };
    Ok(Allowance { movement, rush, halved, dash, millimetres })
}

/// One movement at most, and none after close combat and the like (T-ACT-6, T-RES-3, T-TER-4, T-MOV-6).
fn may_move(state: &State, acting: &Acting, unit: &Unit) -> Result<(), Refusal> {
    let name = &unit.name;
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    if acting.still {
        return refuse(format!("{name} stays where it is in this activation."));
    }
    if acting.wound_up {
        return refuse(WOUND_UP.to_owned());
    }
    if acting.moved {
        return refuse(format!("{name} {} moved already in this activation.", has(name)));
    }
    if acting.fought {
        return refuse(format!("{name} {} fought hand to hand: no movement any more.", has(name)));
    }
    if acting.sniped {
        return refuse(format!(
            "{name} {} picked victims as a sniper: no movement any more.",
            has(name)
        ));
    }
    if acting.opened {
        return refuse(format!(
            "{name} {} busy with the terrain: no movement any more.",
            does(name, "was", "were")
        ));
    }
    if is_immobilised(unit) {
        return refuse(format!(
            "{name} {} immobilised, but can still shoot and be given Overwatch!.",
            is(name)
        ));
    }
    if state.entry(unit).is_some_and(Entry::is_static) && has_fired(acting) {
        return refuse(format!(
            "{name} {} fired weapons from their stands: no movement any more.",
            has(name)
        ));
    }
    Ok(())
}

/// T-MOV-1, T-UNI-5, T-STA-2
fn may_rush(state: &State, acting: &Acting, unit: &Unit, crosses: bool) -> Result<(), Refusal> {
    let name = &unit.name;
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    if !acting.was_free {
        return refuse(format!(
            "{name} {} engaged when activated: a combat movement of half the Movement, not a \
             rush.",
            does(name, "was", "were")
        ));
    }
    if has_fired(acting) {
        return refuse(format!("{name} {} fired: a combat movement, not a rush.", has(name)));
    }
    if state.entry(unit).is_some_and(Entry::is_static) {
        return refuse(format!(
            "{name} {} weapons on stands: a combat movement, not a rush.",
            does(name, "carries", "carry")
        ));
    }
    if crosses {
        return refuse(
            "Walls and containers are crossed with a combat movement, not on a rush.".to_owned(),
        );
    }
    Ok(())
}

fn has_fired(acting: &Acting) -> bool {
    acting.thrown || !acting.fired.is_empty()
}

/// All machines that are left stand still; where one of several does, the others may still close up around it (T-DMG-7).
fn is_immobilised(unit: &Unit) -> bool {
    let mut machines = unit.living().filter_map(|(_, member)| member.machine.as_ref()).peekable();
    machines.peek().is_some() && machines.all(super::state::Machine::is_immobilised)
}

/// The unit's Movement; a hero's own only where nobody else is left.
fn movement(state: &State, unit: &Unit) -> u32 {
    let counts = unit
        .living()
        .find(|(_, member)| member.role != Role::Hero)
        .or_else(|| unit.living().next())
        .and_then(|(_, member)| state.profile(unit, member));
    counts.map_or(0, |profile| u32::from(profile.movement))
}

/// Whether the mission pays this unit's side for leaving the table (T-MIS-54).
pub fn may_leave(state: &State, unit: &Unit) -> bool {
    let attacks = state.side(unit.side).is_some_and(|side| side.part == Some(Part::Attacker));
    let pays = state
        .mission
        .as_ref()
        .is_some_and(|mission| mission.evacuated_infantry > 0 || mission.evacuated_machines > 0);
    attacks && pays
}

/// Whether the pilot of the wreck is with this unit and may go home (T-MIS-65).
pub fn has_pilot(state: &State, id: UnitId) -> bool {
    let attacks = state
        .unit(id)
        .and_then(|unit| state.side(unit.side))
        .is_some_and(|side| side.part == Some(Part::Attacker));
    attacks && state.wreck.is_some_and(|wreck| wreck.pilot == Pilot::Out(id))
}

/// Movements that would be accepted now, as examples: each pace, each enemy in contact, each infantry unit run over.
pub(super) fn examples(state: &State, acting: &Acting) -> Vec<Command> {
    let Some(unit) = state.unit(acting.unit) else { return Vec::new() };
    let machine = !state.is_infantry(unit);
    let mut movements = Vec::new();
    for pace in [Pace::Combat, Pace::Rush] {
        if allowance(state, acting, pace, false, false).is_err() {
            continue;
        }
        let plain = Movement::plain(pace);
        for (enemy, _) in state.enemies_on_field(unit.side).take(UNITS_SHOWN) {
            movements.push(Movement { contact: vec![enemy], ..plain.clone() });
        }
        if allowance(state, acting, pace, true, false).is_ok() {
            movements.push(Movement { crosses: true, ..plain.clone() });
        }
        if routines::affordable(state, RoutineName::Dash, acting.unit)
            && allowance(state, acting, pace, false, true).is_ok()
        {
            movements.push(Movement { dash: true, ..plain.clone() });
        }
        if pace == Pace::Rush && machine {
            let infantry = state.on_field().filter(|(_, on)| state.is_infantry(on));
            for (id, on) in infantry.take(UNITS_SHOWN) {
                let Some((_, member)) = on.living().next() else { continue };
                let engaged = u32::from(state.is_engaged(id));
                let touched =
                    OnPath { unit: id, role: member.role, fighters: 1, engaged, no_room: 0 };
                movements.push(Movement { path: vec![touched], ..plain.clone() });
            }
        }
        if may_leave(state, unit) && !acting.must_enter {
            movements.push(Movement { leaves: true, ..plain.clone() });
        }
        if has_pilot(state, acting.unit) {
            movements.push(Movement { pilot_home: true, ..plain.clone() });
        }
        movements.push(plain);
    }
    movements.into_iter().map(Command::Move).collect()
}

/// As many units as each kind of example names.
const UNITS_SHOWN: usize = 8;

impl Run<'_> {
    pub fn make_move(&mut self, movement: &Movement) -> Result<(), Refusal> {
        let acting = self.acting()?.clone();
        let mover = acting.unit;
        let allowance =
            allowance(&self.state, &acting, movement.pace, movement.crosses, movement.dash)?;
        self.check_movement(mover, movement, allowance)?;
        if movement.dash {
            self.pay_routine(RoutineName::Dash, mover)?;
        }
        let acting = self.acting_mut()?;
        acting.moved = true;
        acting.rushed = movement.pace == Pace::Rush;
        acting.must_enter = false;
        self.emit(Event::Moved { unit: mover, movement: movement.clone(), allowance });
        if movement.cohesion == Cohesion::Impossible {
            self.emit(Event::Cohesion { unit: mover, cohesion: movement.cohesion });
        }
        if movement.leaves {
            // paid for at the end of the round; its officer is not lost, but commands no more (T-MIS-54)
            self.gone(mover, Gone::Evacuated, None);
            return Ok(());
        }
        let left_the_table = movement.pilot_home && self.pilot_home(mover)?;
        if left_the_table {
            return Ok(());
        }
        // after those who are run over, and who shoots at what is left (T-MOV-5)
        self.push([Task::Overwatch { mover, held: Vec::new(), passed: Vec::new() }]);
        let path = self.run_over(mover, &movement.path)?;
        self.doubt_contacts(mover, &path);
        self.fall_on_path(path);
        self.meet(mover, &movement.contact);
        Ok(())
    }

    fn check_movement(
        &self,
        mover: UnitId,
        movement: &Movement,
        allowance: Allowance,
    ) -> Result<(), Refusal> {
        let unit = self.unit(mover)?;
        let name = &unit.name;
        let most = Millimetres(allowance.millimetres);
        if let Some(distance) = movement.distance
            && distance > most
        {
            return Err(Refusal::new(format!(
                "{name} may move up to {most}; {distance} is too far."
            )));
        }
        match movement.cohesion {
            Cohesion::Kept | Cohesion::Impossible => {}
            Cohesion::Broken => {
                return Err(Refusal::new(format!(
                    "{name} {} to end in cohesion: everybody within 10 cm of the leader and \
                     2.5 cm of a comrade. Say so if that cannot be done.",
                    has(name)
                )));
            }
        }
        for told in &movement.ranges {
            let enemy = self.state.unit(told.unit).filter(|other| other.side != unit.side);
            if enemy.is_none_or(|enemy| enemy.stands != Stands::Field) {
                return Err(Refusal::new("Ranges are told to enemy units on the table."));
            }
            if !told.range.is_on_a_table() {
                return Err(Refusal::new(format!("A range is at most {}.", Range::MOST)));
            }
        }
        if movement.ranges.len() > self.state.units.len() {
            return Err(Refusal::new("Tell each range once."));
        }
        self.check_contact(unit, &movement.contact)?;
        if !movement.path.is_empty() {
            if movement.pace != Pace::Rush || self.state.is_infantry(unit) {
                return Err(Refusal::new("Only machines on a rush run infantry over."));
            }
            running_over::check(&self.state, &movement.path)?;
        }
        if movement.leaves && !may_leave(&self.state, unit) {
            return Err(Refusal::new(
                "Leaving the table is for the attacker of a mission that pays for it.",
            ));
        }
        if movement.leaves && self.acting()?.must_enter {
            return Err(Refusal::new(format!(
                "{name} {} onto the table now; the far edge is for a later movement.",
                does(name, "comes", "come")
            )));
        }
        if movement.leaves && !(movement.contact.is_empty() && movement.path.is_empty()) {
            return Err(Refusal::new(format!(
                "{name} leaves the table, so it ends in contact with nobody."
            )));
        }
        if movement.pilot_home && !has_pilot(&self.state, mover) {
            return Err(Refusal::new(format!("The pilot is not with {name}.")));
        }
        Ok(())
    }

    fn check_contact(&self, unit: &Unit, contact: &[UnitId]) -> Result<(), Refusal> {
        for (place, id) in contact.iter().enumerate() {
            let enemy = self.unit(*id)?;
            let named = &enemy.name;
            let refuse = |sentence: String| Err(Refusal::new(sentence));
            if enemy.side == unit.side {
                return refuse(format!("{named} is on the same side; name enemies in contact."));
            }
            if enemy.stands != Stands::Field {
                return refuse(format!("{named} is not on the table."));
            }
            if contact.iter().take(place).any(|other| other == id) {
                return refuse(format!("{named} is named twice."));
            }
        }
        Ok(())
    }

    /// Old contacts end, new ones begin, and infantry that becomes engaged loses its drills (T-DRL-2, T-OVW-3).
    fn meet(&mut self, mover: UnitId, contact: &[UnitId]) {
        let before = self.state.enemies_in_contact(mover).count();
        if before > 0 || !contact.is_empty() {
            self.emit(Event::Contacts { unit: mover, with: contact.to_vec() });
        }
        let met = contact.iter().copied();
        for id in [mover].into_iter().chain(met) {
            if !self.state.is_engaged(id) {
                continue;
            }
            let drills = self.state.unit(id).map(|unit| unit.drills.clone()).unwrap_or_default();
            for drill in drills {
                self.emit(Event::DrillLost { unit: id, drill, why: DrillLoss::Engaged });
            }
        }
    }

    /// The pilot is safe and out of the game (T-MIS-65); says whether nobody is left of the unit he stood in.
    fn pilot_home(&mut self, id: UnitId) -> Result<bool, Refusal> {
        self.emit(Event::PilotHome);
        let unit = self.unit(id)?;
        if unit.strength() == 0 {
            self.gone(id, Gone::Evacuated, None);
            return Ok(true);
        }
        let led = unit.member(unit.leader).is_some_and(|leader| leader.out);
        if led && let Some(leader) = next_leader(&self.state, unit) {
            self.emit(Event::LeaderChanged { unit: id, leader });
        }
        self.replace_commander(id);
        Ok(false)
    }
}
