//! Engineers, mechanics, targeters, and what is opened or lifted (T-SPE-1, T-SPE-2, T-EQP-3, T-TER-4).

use super::command::{Command, MachinePart, OnElement, Special};
use super::event::Event;
use super::flow::Acting;
use super::grammar::{does, has, is};
use super::profile::{Ability, Entry, Specialist};
use super::run::Run;
use super::running_over::{count, of_role};
use super::state::{
    Element, ElementKind, Machine, MemberId, Role, Stands, State, Tag, TerrainId, Unit, UnitId,
};
use crate::refusal::Refusal;

/// What a mechanic or a routine mends (T-SPE-2, T-THR-12).
const REPAIRED: u8 = 1;

/// T-SPE-2
pub(super) const WOUND_UP: &str =
    "A mechanic has worked at the end of this activation; only drills are left.";

/// The parts of a machine: frame, propulsion and each copy of each weapon.
pub fn parts(entry: &Entry) -> Vec<MachinePart> {
    let copies: u8 = entry.ranged.iter().fold(0, |sum, carried| sum.saturating_add(carried.count));
    let weapons = (0..copies).map(MachinePart::Weapon);
    [MachinePart::Frame, MachinePart::Propulsion].into_iter().chain(weapons).collect()
}

/// The structure points of an undamaged part.
pub fn full(entry: &Entry, part: MachinePart) -> Option<u8> {
    let structure = entry.profile.structure?;
    match part {
        MachinePart::Frame => Some(structure.frame),
        MachinePart::Propulsion => Some(structure.propulsion),
        MachinePart::Weapon(place) => {
            let copies = entry.ranged.iter().flat_map(|carried| {
                (0..carried.count).map(|_| carried.structure.unwrap_or_default())
            });
            copies.into_iter().nth(usize::from(place))
        }
    }
}

/// The structure points that a part has left.
pub fn points(machine: &Machine, part: MachinePart) -> Option<u8> {
    match part {
        MachinePart::Frame => Some(machine.frame),
        MachinePart::Propulsion => Some(machine.propulsion),
        MachinePart::Weapon(place) => machine.weapons.get(usize::from(place)).copied(),
    }
}

/// What a part has after a repair; a destroyed part can be mended, a destroyed machine cannot (T-DMG-6).
pub(super) fn one_more(
    state: &State,
    unit: &Unit,
    member: MemberId,
    part: MachinePart,
) -> Result<u8, Refusal> {
    let name = &unit.name;
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    let Some(machine) = unit.member(member).filter(|member| !member.out) else {
        return refuse(format!("That machine of {name} is beyond repair."));
    };
    let points = machine.machine.as_ref().and_then(|machine| points(machine, part));
    let most = state.entry(unit).and_then(|entry| full(entry, part));
    match (points, most) {
        (Some(points), Some(most)) if points < most => {
            Ok(points.saturating_add(REPAIRED).min(most))
        }
        (Some(points), Some(most)) => {
            refuse(format!("That part of {name} has {points} of {most} SP: nothing to repair."))
        }
        (None, _) | (_, None) => refuse(format!("{name} {} no such part.", has(name))),
    }
}

/// What would be accepted now, as examples.
pub(super) fn examples(state: &State, acting: &Acting) -> Vec<Command> {
    let mut specials = all(state, acting);
    specials.truncate(SHOWN);
    specials
}

/// Everything that would be accepted now.
pub(super) fn all(state: &State, acting: &Acting) -> Vec<Command> {
    let Some(unit) = state.unit(acting.unit) else { return Vec::new() };
    let mut specials = Vec::new();
    for (place, element) in (0..u8::MAX).zip(&state.terrain) {
        if !element.gone {
            specials.push(Special::Sabotage { element: TerrainId(place), on_it: Vec::new() });
        }
    }
    for (id, friend) in
        state.units_of(unit.side).filter(|(_, friend)| friend.stands == Stands::Field)
    {
        let Some(entry) = state.entry(friend) else { continue };
        for (machine, _) in friend.living().filter(|(_, member)| member.machine.is_some()) {
            let repairs = parts(entry).into_iter();
            specials.extend(repairs.map(|part| Special::Repair { unit: id, machine, part }));
        }
    }
    specials.extend(state.enemies_on_field(unit.side).map(|(on, _)| Special::Tag { on }));
    let lies = |kind| state.terrain.iter().any(|element| element.kind == kind && !element.gone);
    if lies(ElementKind::Container) && !acting.opened {
        specials.push(Special::Open);
    }
    if lies(ElementKind::LowWall) {
        specials.push(Special::Hoist);
    }
    specials.retain(|special| check(state, acting, special).is_ok());
    specials.into_iter().map(Command::Special).collect()
}

/// As many examples as are shown.
const SHOWN: usize = 16;

/// How many living specialists of a kind a unit has.
fn specialists(unit: &Unit, kind: Specialist) -> u32 {
    count(unit.living_of(Role::Specialist(kind)))
}

/// Why this cannot be done, or nothing.
pub fn check(state: &State, acting: &Acting, special: &Special) -> Result<(), Refusal> {
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    let Some(unit) = state.unit(acting.unit) else {
        return refuse("There is no such unit in this game.".to_owned());
    };
    let name = &unit.name;
    if acting.must_enter {
        return refuse(format!(
            "{name} {} in from the edge of the table first.",
            does(name, "moves", "move")
        ));
    }
    if acting.still {
        return refuse(format!(
            "{name} {} nothing else in this activation.",
            does(name, "does", "do")
        ));
    }
    match special {
        Special::Sabotage { element, on_it } => {
            has_one_left(
                name,
                "combat engineer",
                specialists(unit, Specialist::CombatEngineer),
                acting.engineers,
            )?;
            let Some(element) = state.element(*element) else {
                return refuse("There is no such piece of terrain in this game.".to_owned());
            };
            if element.gone {
                return refuse(format!("{} is gone already.", element.name));
            }
            check_on_it(state, on_it)
        }
        Special::Repair { unit: mended, machine, part } => {
            has_one_left(
                name,
                "mechanic",
                specialists(unit, Specialist::Mechanic),
                acting.mechanics,
            )?;
            let Some(friend) = state.unit(*mended) else {
                return refuse("There is no such unit in this game.".to_owned());
            };
            if friend.side != unit.side || friend.stands != Stands::Field {
                return refuse(format!(
                    "{} is no friendly machine on the table; a mechanic mends those.",
                    friend.name
                ));
            }
            one_more(state, friend, *machine, *part).map(|_| ())
        }
        Special::Tag { on } => check_tag(state, acting, unit, *on),
        Special::Open => {
            let container =
                |element: &Element| element.kind == ElementKind::Container && !element.gone;
            if !state.terrain.iter().any(container) {
                return refuse("There is no container on the table to open.".to_owned());
            }
            Ok(())
        }
        Special::Hoist => {
            if !state.has(unit, Ability::Hoist) {
                return refuse(format!("{name} cannot lift walls: that takes Hoist."));
            }
            if acting.hoists >= count(unit.strength()) {
                return refuse(format!("Each of {name} has lifted a wall already."));
            }
            Ok(())
        }
    }
}

fn has_one_left(name: &str, what: &str, there: u32, used: u32) -> Result<(), Refusal> {
    match there {
        0 => Err(Refusal::new(format!("{name} {} no {what} left.", has(name)))),
        1 if used > 0 => Err(Refusal::new(format!(
            "The {what} of {name} has done his work for this activation."
        ))),
        _ if used >= there => Err(Refusal::new(format!(
            "The {there} {what}s of {name} have done their work for this activation."
        ))),
        _ => Ok(()),
    }
}

fn check_on_it(state: &State, on_it: &[OnElement]) -> Result<(), Refusal> {
    for (place, on) in on_it.iter().enumerate() {
        let refuse = |sentence: String| Err(Refusal::new(sentence));
        let Some(unit) = state.unit(on.unit).filter(|unit| unit.stands == Stands::Field) else {
            return refuse("There is no such unit on the table.".to_owned());
        };
        let name = &unit.name;
        let same = |other: &&OnElement| (other.unit, other.role) == (on.unit, on.role);
        if on_it.iter().take(place).any(|other| same(&other)) {
            return refuse(format!("{name} {} named twice; give the number in one go.", is(name)));
        }
        let there = count(unit.living_of(on.role));
        if on.fighters == 0 || on.fighters > there {
            return refuse(format!(
                "Of {name} {there} such fighters are left; {} cannot stand there.",
                on.fighters
            ));
        }
    }
    Ok(())
}

/// Each fighter one enemy unit (T-EQP-3).
fn check_tag(state: &State, acting: &Acting, unit: &Unit, on: UnitId) -> Result<(), Refusal> {
    let name = &unit.name;
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    if !state.has(unit, Ability::Designator) {
        return refuse(format!("{name} {} no laser targeters.", has(name)));
    }
    let fighters = count(unit.strength());
    if acting.tags >= fighters {
        return refuse(format!("The {fighters} of {name} have tagged one enemy unit each."));
    }
    let Some(enemy) = state.unit(on) else {
        return refuse("There is no such unit in this game.".to_owned());
    };
    if enemy.side == unit.side || enemy.stands != Stands::Field {
        return refuse(format!("{} {} no enemy on the table.", enemy.name, is(&enemy.name)));
    }
    if state.tags.contains(&Tag { by: unit.side, on }) {
        return refuse(format!(
            "{} {} tagged already until the end of the round.",
            enemy.name,
            is(&enemy.name)
        ));
    }
    Ok(())
}

impl Run<'_> {
    pub fn use_special(&mut self, special: &Special) -> Result<(), Refusal> {
        let acting = self.acting()?.clone();
        check(&self.state, &acting, special)?;
        let seat = self.side_of(acting.unit)?;
        self.emit(Event::SpecialUsed { unit: acting.unit, special: special.clone() });
        match special {
            Special::Sabotage { element, on_it } => {
                self.acting_mut()?.engineers = acting.engineers.saturating_add(1);
                self.emit(Event::ElementGone { element: *element });
                for on in on_it {
                    let members = of_role(self.unit(on.unit)?, on.role);
                    let fallen = usize::try_from(on.fighters).unwrap_or(usize::MAX);
                    let fallen = members.get(..fallen).unwrap_or(&members);
                    self.fall_with_element(on.unit, fallen, seat)?;
                }
            }
            Special::Repair { unit, machine, part } => {
                let at_the_end = acting.has_acted();
                let acting = self.acting_mut()?;
                acting.mechanics = acting.mechanics.saturating_add(1);
                acting.wound_up |= at_the_end;
                let left = one_more(&self.state, self.unit(*unit)?, *machine, *part)?;
                let (unit, machine, part) = (*unit, *machine, *part);
                self.emit(Event::PartRepaired { unit, machine, part, left });
            }
            Special::Tag { on } => {
                self.acting_mut()?.tags = acting.tags.saturating_add(1);
                self.emit(Event::Tagged { seat, on: *on });
            }
            Special::Open => self.acting_mut()?.opened = true,
            Special::Hoist => {
                let acting = self.acting_mut()?;
                acting.opened = true;
                acting.hoists = acting.hoists.saturating_add(1);
            }
        }
        Ok(())
    }
}
