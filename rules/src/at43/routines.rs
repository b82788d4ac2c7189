//! Routines of the Therian overseers: who may use which on whom, what they cost and do (T-THR-6 to T-THR-14).

use super::command::{Command, MachinePart, Routine, RoutineName};
use super::event::{Event, Spending};
use super::flow::{Acting, Task, UsedRoutine};
use super::grammar::is;
use super::profile::{ArmyId, Category, Entry, EntryId};
use super::run::Run;
use super::running_over::of_role;
use super::specials::{full, one_more, parts, points};
use super::state::{Gone, LossKind, Machine, Member, MemberId, Role, Stands, State, Unit, UnitId};
use crate::refusal::Refusal;

/// T-THR-8
pub const TRANSFER: u32 = 1;
/// T-THR-9
pub const DASH: u32 = 2;
/// T-THR-10
pub const HYPER_NANONUCLEUS: u32 = 2;
/// T-THR-11
pub const RECONSTRUCTION: u32 = 3;
/// T-THR-12
pub const REPAIR: u32 = 1;
/// T-THR-13
pub const CREATION: u32 = 4;
/// T-THR-14
pub const FUSION: u32 = 4;

/// The type of a strider that Creation makes (T-THR-13).
const CREATED_TYPE: u8 = 1;

/// In LP.
pub fn price(name: RoutineName) -> u32 {
    match name {
        RoutineName::Transfer => TRANSFER,
        RoutineName::Dash => DASH,
        RoutineName::HyperNanonucleus => HYPER_NANONUCLEUS,
        RoutineName::Reconstruction => RECONSTRUCTION,
        RoutineName::Repair => REPAIR,
        RoutineName::Creation => CREATION,
        RoutineName::Fusion => FUSION,
    }
}

pub fn name(routine: RoutineName) -> &'static str {
    match routine {
        RoutineName::Transfer => "Transfer",
        RoutineName::Dash => "Dash",
        RoutineName::HyperNanonucleus => "Hyper nanonucleus",
        RoutineName::Reconstruction => "Reconstruction",
        RoutineName::Repair => "Repair",
        RoutineName::Creation => "Creation",
        RoutineName::Fusion => "Fusion",
    }
}

/// Declared at a movement or test, whoever's activation it is (T-THR-7).
fn at_once(name: RoutineName) -> bool {
    match name {
        RoutineName::Dash | RoutineName::HyperNanonucleus => true,
        RoutineName::Transfer
        | RoutineName::Reconstruction
        | RoutineName::Repair
        | RoutineName::Creation
        | RoutineName::Fusion => false,
    }
}

/// Whether there is this routine for units of infantry or of machines.
fn is_for(name: RoutineName, infantry: bool) -> bool {
    match name {
        RoutineName::Dash | RoutineName::HyperNanonucleus => true,
        RoutineName::Transfer | RoutineName::Reconstruction => infantry,
        RoutineName::Repair | RoutineName::Creation | RoutineName::Fusion => !infantry,
    }
}

/// Which overseer's unit could use the routine on this unit now, LP aside.
pub fn can(state: &State, routine: RoutineName, on: UnitId) -> Option<UnitId> {
    overseer_for(state, routine, on).ok()
}

/// The same with LP enough.
pub fn affordable(state: &State, routine: RoutineName, on: UnitId) -> bool {
    let pool = |by| {
        let seat = state.unit(by).map(|unit| unit.side)?;
        state.side(seat).map(|side| side.pool)
    };
    can(state, routine, on).and_then(pool).is_some_and(|pool| pool >= price(routine))
}

/// His own unit's overseer, or the Commander for any unit of his kind; or why neither (T-THR-6).
pub fn overseer_for(state: &State, routine: RoutineName, on: UnitId) -> Result<UnitId, Refusal> {
    let title = name(routine);
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    let Some(unit) = state.unit(on) else {
        return refuse("There is no such unit in this game.".to_owned());
    };
    let side = state.side(unit.side);
    let army = side.and_then(|side| side.army).and_then(|army| state.library.army(army));
    if !army.is_some_and(|army| army.routines) {
        return refuse(format!("{title} is a routine of overseers; {} has none.", unit.name));
    }
    if unit.stands != Stands::Field {
        return refuse(format!("{} {} not on the table.", unit.name, is(&unit.name)));
    }
    let infantry = state.is_infantry(unit);
    if !is_for(routine, infantry) {
        let kind = if infantry { "machines" } else { "infantry" };
        return refuse(format!("{title} is for {kind}."));
    }
    let commander = side.and_then(|side| side.commander);
    let by: Vec<UnitId> = [Some(on), commander]
        .into_iter()
        .flatten()
        .filter(|by| oversees(state, *by, unit.side, infantry))
        .collect();
    if by.is_empty() {
        return refuse(format!(
            "{title} takes an overseer of {} who is in order, or the Commander if he is one of \
             the same kind.",
            unit.name
        ));
    }
    let acting = state.flow.acting.as_ref();
    let used = UsedRoutine { by: on, name: routine };
    let fresh = |by: UnitId| {
        !acting.is_some_and(|acting| acting.routines.contains(&UsedRoutine { by, ..used }))
    };
    let in_turn = |by: UnitId| at_once(routine) || acting.is_some_and(|acting| acting.unit == by);
    if !by.iter().any(|by| in_turn(*by)) {
        return refuse(format!("{title} is used in the activation of the overseer's own unit."));
    }
    match by.into_iter().find(|by| in_turn(*by) && fresh(*by)) {
        Some(by) => Ok(by),
        None => refuse(format!("{title} was used already in this activation.")),
    }
}

/// An overseer of this kind lives there and his unit is in order.
fn oversees(state: &State, id: UnitId, seat: crate::ids::Seat, infantry: bool) -> bool {
    state.unit(id).is_some_and(|unit| {
        unit.side == seat
            && unit.stands == Stands::Field
            && unit.officer().is_some()
            && !unit.disorganized
            && state.is_infantry(unit) == infantry
    })
}

/// Routines that would be accepted now, as examples.
pub(super) fn examples(state: &State, acting: &Acting) -> Vec<Command> {
    let mut routines = all(state, acting);
    routines.truncate(SHOWN);
    routines
}

/// Everything that would be accepted now.
pub(super) fn all(state: &State, acting: &Acting) -> Vec<Command> {
    let Some(unit) = state.unit(acting.unit) else { return Vec::new() };
    let mut routines = Vec::new();
    for (id, on) in state.units_of(unit.side).filter(|(_, on)| on.stands == Stands::Field) {
        routines.extend(examples_on(state, id, on));
    }
    if affordable(state, RoutineName::Creation, acting.unit) {
        routines.push(Routine::Creation);
    }
    routines.retain(|routine| check(state, acting.unit, *routine).is_ok());
    routines.into_iter().map(Command::Routine).collect()
}

/// As many examples as are shown.
const SHOWN: usize = 24;

fn examples_on(state: &State, on: UnitId, unit: &Unit) -> Vec<Routine> {
    let roles = |members: &mut dyn Iterator<Item = Role>| {
        let mut roles: Vec<Role> = members.filter(|role| is_exchanged(*role)).collect();
        roles.sort();
        roles.dedup();
        roles
    };
    let fallen = roles(&mut unit.fallen().map(|(_, member)| member.role));
    let living = roles(&mut unit.living().map(|(_, member)| member.role));
    let mut routines = Vec::new();
    if affordable(state, RoutineName::Reconstruction, on) {
        routines.extend(fallen.iter().map(|role| Routine::Reconstruction { on, returns: *role }));
    }
    if affordable(state, RoutineName::Transfer, on) {
        let pairs =
            living.iter().flat_map(|leaves| fallen.iter().map(|returns| (*leaves, *returns)));
        let pairs = pairs.filter(|(leaves, returns)| leaves != returns);
        routines.extend(pairs.map(|(leaves, returns)| Routine::Transfer { on, leaves, returns }));
    }
    if affordable(state, RoutineName::Repair, on) {
        for (machine, member) in unit.living() {
            let Some(entry) = state.entry(unit) else { continue };
            let points_of = member.machine.as_ref();
            let hurt = parts(entry).into_iter().filter(|part| {
                points_of.and_then(|machine| points(machine, *part)) < full(entry, *part)
            });
            routines.extend(hurt.map(|part| Routine::Repair { on, machine, part }));
        }
    }
    if affordable(state, RoutineName::Fusion, on) {
        let machines: Vec<MemberId> = unit.living().map(|(id, _)| id).collect();
        let pairs = machines.iter().enumerate().flat_map(|(place, first)| {
            machines.iter().skip(place + 1).map(|second| (*first, *second))
        });
        routines.extend(pairs.map(|machines| Routine::Fusion { on, machines }));
    }
    routines
}

/// Soldiers come and go; overseers do not, and weapons on stands are no soldiers (T-THR-8, T-THR-11).
fn is_exchanged(role: Role) -> bool {
    match role {
        Role::Standard | Role::Bearer | Role::Specialist(_) | Role::Gunner => true,
        Role::Officer | Role::Hero | Role::SupportWeapon => false,
    }
}

/// What a routine will do, once it is known to be possible.
enum Effect {
    Returns { on: UnitId, leaves: Option<MemberId>, returns: MemberId },
    Repairs { on: UnitId, machine: MemberId, part: MachinePart, left: u8 },
    Creates { entry: EntryId },
    Fuses { on: UnitId, machines: (MemberId, MemberId), entry: EntryId },
}

/// Everything but the LP.
fn check(state: &State, acting: UnitId, routine: Routine) -> Result<(UnitId, Effect), Refusal> {
    let on = match routine {
        Routine::Transfer { on, .. }
        | Routine::Reconstruction { on, .. }
        | Routine::Repair { on, .. }
        | Routine::Fusion { on, .. } => on,
        Routine::Creation => acting,
    };
    overseer_for(state, routine.name(), on)?;
    let unit = state.unit(on).ok_or_else(|| Refusal::new("There is no such unit in this game."))?;
    let effect = match routine {
        Routine::Transfer { leaves, returns, .. } => {
            if leaves == returns {
                return Err(Refusal::new("Transfer exchanges two kinds of fighters."));
            }
            let leaves = leaving(unit, leaves)?;
            Effect::Returns { on, leaves: Some(leaves), returns: returning(unit, returns)? }
        }
        Routine::Reconstruction { returns, .. } => {
            Effect::Returns { on, leaves: None, returns: returning(unit, returns)? }
        }
        Routine::Repair { machine, part, .. } => {
            let left = one_more(state, unit, machine, part)?;
            Effect::Repairs { on, machine, part, left }
        }
        Routine::Creation => Effect::Creates { entry: strider(state, unit, CREATED_TYPE)? },
        Routine::Fusion { machines, .. } => {
            let (first, second) = machines;
            let lives = |id| unit.member(id).is_some_and(|member| !member.out);
            if first == second || !lives(first) || !lives(second) {
                return Err(Refusal::new(format!(
                    "Fusion takes two striders of {} that are still in the game.",
                    unit.name
                )));
            }
            let grade = state.grade(unit).saturating_add(1);
            Effect::Fuses { on, machines, entry: strider(state, unit, grade)? }
        }
    };
    Ok((on, effect))
}

fn leaving(unit: &Unit, role: Role) -> Result<MemberId, Refusal> {
    if !is_exchanged(role) {
        return Err(Refusal::new("Overseers and weapons on stands are not exchanged."));
    }
    of_role(unit, role).first().copied().ok_or_else(|| {
        Refusal::new(format!("{} has no such fighter left to be exchanged.", unit.name))
    })
}

fn returning(unit: &Unit, role: Role) -> Result<MemberId, Refusal> {
    if !is_exchanged(role) {
        return Err(Refusal::new("Overseers and weapons on stands do not come back."));
    }
    let fallen = unit.fallen().find(|(_, member)| member.role == role);
    fallen.map(|(id, _)| id).ok_or_else(|| {
        Refusal::new(format!("No such fighter of {} has been eliminated.", unit.name))
    })
}

/// A strider of this type in the lists of the unit's army (T-THR-13, T-THR-14).
fn strider(state: &State, unit: &Unit, grade: u8) -> Result<EntryId, Refusal> {
    let army = state.entry(unit).map(|entry| entry.army);
    let fits = |entry: &Entry| {
        Some(entry.army) == army && entry.category == Category::Striders && entry.grade == grade
    };
    let place = state.library.entries.iter().position(fits);
    place.and_then(|place| u16::try_from(place).ok()).map(EntryId).ok_or_else(|| {
        let army: Option<ArmyId> = army;
        let army = army.and_then(|army| state.library.army(army));
        let army = army.map_or("army", |army| army.name.as_str());
        Refusal::new(format!("There is no strider of type {grade} in the lists of the {army}."))
    })
}

/// "Wraith golgoth 2": the first number from this one on that nobody has.
fn new_name(state: &State, name: &str, from: usize) -> Option<String> {
    let taken = |name: &str| state.units.iter().any(|unit| unit.name == name);
    (from..)
        .take(state.units.len().saturating_add(1))
        .map(|number| format!("{name} {number}"))
        .find(|name| !taken(name))
}

/// One undamaged machine of this entry, as a unit with a card from the next round.
fn new_machine(state: &State, beside: &Unit, entry_id: EntryId) -> Option<Unit> {
    let entry = state.library.entry(entry_id)?;
    let structure = entry.profile.structure?;
    let weapons = parts(entry).into_iter().filter_map(|part| match part {
        MachinePart::Weapon(_) => full(entry, part),
        MachinePart::Frame | MachinePart::Propulsion => None,
    });
    let machine = Machine {
        frame: structure.frame,
        propulsion: structure.propulsion,
        weapons: weapons.collect(),
    };
    let plain = entry.prices.iter().find(|price| price.equipment.is_empty());
    let before = state.units_of(beside.side).filter(|(_, unit)| unit.entry == entry_id).count();
    Some(Unit {
        side: beside.side,
        name: new_name(state, &entry.name, before.saturating_add(1))?,
        entry: entry_id,
        equipment: Vec::new(),
        special: None,
        rank: 0,
        hero: None,
        lone_hero: false,
        value: plain.map_or(0, |price| price.at_standard),
        stands: Stands::Field,
        members: vec![Member {
            role: Role::Standard,
            out: false,
            grounded: false,
            machine: Some(machine),
            rescued_in: None,
        }],
        leader: MemberId(0),
        relay: false,
        disorganized: false,
        officer_lost: false,
        drills: Vec::new(),
        watched: Vec::new(),
        moved: false,
        played: true,
    })
}

impl Run<'_> {
    /// The LP of a routine on this unit, paid by whose overseer can use it.
    pub fn pay_routine(&mut self, routine: RoutineName, on: UnitId) -> Result<(), Refusal> {
        let by = overseer_for(&self.state, routine, on)?;
        let seat = self.side_of(by)?;
        self.spend(seat, price(routine), Spending::Routine(on, routine))?;
        self.emit(Event::RoutineUsed { unit: by, routine, on });
        if let Some(acting) = &mut self.state.flow.acting {
            acting.routines.push(UsedRoutine { by, name: routine });
        }
        Ok(())
    }

    pub fn use_routine(&mut self, routine: Routine) -> Result<(), Refusal> {
        let acting = self.acting()?;
        if acting.must_enter {
            return Err(Refusal::new("The unit moves in from the edge of the table first."));
        }
        let (on, effect) = check(&self.state, acting.unit, routine)?;
        self.pay_routine(routine.name(), on)?;
        self.emit(Event::RoutineDone { unit: on, routine });
        match effect {
            Effect::Returns { on, leaves, returns } => {
                self.emit(Event::Returned { unit: on, leaves, returns });
                // a leader who is exchanged leads no more
                self.push([Task::Settle { unit: on, by: None }]);
            }
            Effect::Repairs { on, machine, part, left } => {
                self.emit(Event::PartRepaired { unit: on, machine, part, left });
            }
            Effect::Creates { entry } => self.appear(on, entry)?,
            Effect::Fuses { on, machines, entry } => self.fuse(on, machines, entry)?,
        }
        Ok(())
    }

    fn appear(&mut self, beside: UnitId, entry: EntryId) -> Result<(), Refusal> {
        let unit = new_machine(&self.state, self.unit(beside)?, entry)
            .ok_or_else(|| Refusal::new("That strider has no structure points in the lists."))?;
        self.emit(Event::UnitAppeared { unit: Box::new(unit) });
        Ok(())
    }

    /// T-THR-14
    fn fuse(
        &mut self,
        on: UnitId,
        machines: (MemberId, MemberId),
        entry: EntryId,
    ) -> Result<(), Refusal> {
        let officer = self.unit(on)?.officer();
        for machine in [machines.0, machines.1] {
            self.emit(Event::MachineDestroyed { unit: on, machine });
        }
        let unit = self.unit(on)?;
        let (left, led) = (unit.strength(), officer.is_some() && unit.officer().is_none());
        self.appear(on, entry)?;
        if left == 0 {
            if led {
                self.emit(Event::Lost { unit: on, what: LossKind::Officer, by: None });
            }
            self.gone(on, Gone::Fused, None);
        } else {
            let morale = Task::MachineMorale { unit: on };
            self.push([Task::Settle { unit: on, by: None }, morale.clone(), morale]);
        }
        Ok(())
    }
}
