//! Specialists, routines and heroes.

use super::super::command::{MachinePart, Routine, RoutineName, Special};
use super::super::event::Event;
use super::super::state::{MemberId, State, Unit, UnitId};
use super::Told;
use super::turn::Price;
use super::words::{Who, capital, element, member, part, role, routine};
use crate::ids::Seat;

/// With what comes of it, where that says no more.
pub fn special_used(state: &State, unit: UnitId, special: &Special, after: &[Event]) -> Told {
    let who = Who::unit(state, unit);
    let next = after.first();
    match special {
        Special::Sabotage { element: id, .. } => {
            let gone = matches!(next, Some(Event::ElementGone { element }) if element == id);
            let objective = state.element(*id).is_some_and(|element| element.place.is_some());
            let objective = if objective { ", and the objective with it" } else { "" };
            let what = element(state, *id);
            let line = format!("A combat engineer of {who} removes {what}{objective}.");
            Told::with(line, usize::from(gone))
        }
        Special::Repair { unit: on, machine, part: hurt } => {
            let repaired = match next {
                Some(Event::PartRepaired { unit: id, machine: of, part, left })
                    if (id, of, part) == (on, machine, hurt) =>
                {
                    Some(*left)
                }
                Some(_) | None => None,
            };
            let (name, whom) = (part(state, *on, *hurt), member(state, *on, *machine));
            let what = format!("the {name} of {whom}");
            match repaired {
                Some(left) => {
                    let line = format!("A mechanic of {who} repairs {what}: {left} SP now.");
                    Told::with(line, 1)
                }
                None => format!("A mechanic of {who} works on {what}.").into(),
            }
        }
        Special::Tag { on } => {
            let tagged = matches!(next, Some(Event::Tagged { on: id, .. }) if id == on);
            let tags = who.does("tags", "tag");
            let on = state.unit_name(*on);
            let line = format!("{who} {tags} {on} with a laser targeter until the round ends.");
            Told::with(line, usize::from(tagged))
        }
        Special::Open => format!("{who} {} a container.", who.does("opens", "open")).into(),
        Special::Hoist => {
            format!("{who} {} a low wall out of the way.", who.does("lifts", "lift")).into()
        }
    }
}

pub fn part_repaired(
    state: &State,
    (unit, machine): (UnitId, MemberId),
    repaired: MachinePart,
    left: u8,
) -> String {
    let (name, whom) = (part(state, unit, repaired), member(state, unit, machine));
    format!("The {name} of {whom} is back at {left} SP.")
}

pub fn tagged(state: &State, seat: Seat, on: UnitId) -> String {
    let on = Who::unit(state, on);
    format!("{on} {} tagged for {} until the round ends.", on.is(), state.side_name(seat))
}

pub fn routine_used(
    state: &State,
    unit: UnitId,
    name: RoutineName,
    on: UnitId,
    price: Option<Price>,
) -> String {
    let by = format!("The overseer of {}", state.unit_name(unit));
    let on = if on == unit { String::new() } else { format!(" on {}", state.unit_name(on)) };
    format!("{by} uses {}{on}{}", routine(name), Price::words(price))
}

/// Where what comes of it is told next, that says it all.
pub fn routine_done(state: &State, unit: UnitId, done: Routine, after: &[Event]) -> Told {
    let told_next = matches!(
        after.first(),
        Some(
            Event::Returned { .. }
                | Event::PartRepaired { .. }
                | Event::UnitAppeared { .. }
                | Event::MachineDestroyed { .. }
                | Event::Fell { .. }
        )
    );
    let name = routine(done.name());
    match done {
        Routine::Transfer { .. } | Routine::Reconstruction { .. } | Routine::Repair { .. }
            if told_next =>
        {
            Told::nothing()
        }
        Routine::Transfer { on, leaves, returns } => format!(
            "{name}: in {} {} makes room for {}.",
            state.unit_name(on),
            role(leaves),
            role(returns)
        )
        .into(),
        Routine::Reconstruction { on, returns } => {
            format!("{name}: {} of {} is back.", role(returns), state.unit_name(on)).into()
        }
        Routine::Repair { on, machine, part: hurt } => {
            let what = format!("the {} of {}", part(state, on, hurt), member(state, on, machine));
            format!("{name}: {what} regains 1 SP.").into()
        }
        Routine::Creation => {
            format!("{name}: a strider takes shape beside {}.", state.unit_name(unit)).into()
        }
        Routine::Fusion { on, machines: (one, other) } => {
            let (one, other) = (member(state, on, one), member(state, on, other));
            format!("{name}: {one} and {other} become one.").into()
        }
    }
}

pub fn returned(
    state: &State,
    unit: UnitId,
    leaves: Option<MemberId>,
    returns: MemberId,
) -> String {
    let back = capital(&member(state, unit, returns));
    let strength = state.unit(unit).map_or(0, Unit::strength);
    match leaves {
        Some(leaves) => {
            let role_of = |id| state.unit(unit).and_then(|unit| unit.member(id));
            let leaves = role_of(leaves).map_or("a fighter", |member| role(member.role));
            format!("{back} is back in place of {leaves}; {strength} are in the unit.")
        }
        None => format!("{back} is back; {} are in the unit.", strength.saturating_add(1)),
    }
}

pub fn appeared(state: &State, unit: &Unit) -> String {
    let who = Who::new(&unit.name);
    let side = state.side_name(unit.side);
    format!("{who} {} in the game for {side} from now on.", who.is())
}

pub fn hero_joined(state: &State, hero: UnitId, unit: UnitId) -> String {
    let who = Who::unit(state, hero);
    format!("{who} {} {} as officer and leader.", who.does("joins", "join"), state.unit_name(unit))
}
