//! Losses: who falls, what machines lose, who is gone.

use super::super::command::MachinePart;
use super::super::event::{Event, Fall};
use super::super::parts::Location;
use super::super::state::{Gone, LossKind, MemberId, Role, State, TerrainId, Unit, UnitId};
use super::Told;
use super::words::{
    Who, capital, element, hero, left, member, number, part, special_among, structure, verb,
};
use crate::dice::Roll;
use crate::ids::Seat;

/// The part that a location names; a weapon is chosen.
pub fn location(face: u32) -> &'static str {
    match Location::of(face) {
        Location::Propulsion => "the propulsion",
        Location::Frame => "the frame",
        Location::Weapon => "a weapon",
    }
}

/// With what the part loses, where that comes next.
pub fn location_rolled(
    state: &State,
    unit: UnitId,
    machine: MemberId,
    roll: Roll,
    after: &[Event],
) -> Told {
    let face = roll.face;
    match after.first() {
        Some(Event::PartHit { unit: id, machine: hit, part, lost, left })
            if (*id, *hit) == (unit, machine) =>
        {
            let loses = part_loses(state, (unit, machine), *part, *lost, *left);
            Told::with(format!("Location {face}: {loses}."), 1)
        }
        Some(_) | None => {
            let whom = member(state, unit, machine);
            format!("Location {face} on {whom}: {}.", location(face)).into()
        }
    }
}

pub fn part_hit(
    state: &State,
    of: (UnitId, MemberId),
    part: MachinePart,
    lost: u8,
    left: u8,
) -> String {
    format!("{}.", capital(&part_loses(state, of, part, lost, left)))
}

/// "the frame of Fire Toads 1 loses 2 SP, 1 SP left"
fn part_loses(
    state: &State,
    (unit, machine): (UnitId, MemberId),
    hit: MachinePart,
    lost: u8,
    left: u8,
) -> String {
    let (name, whom) = (part(state, unit, hit), member(state, unit, machine));
    let so = match hit {
        _ if left > 0 => String::new(),
        MachinePart::Propulsion => ": it cannot move any more".into(),
        MachinePart::Weapon(_) => ": it cannot fire any more".into(),
        MachinePart::Frame => String::new(),
    };
    format!("the {name} of {whom} loses {lost} SP, {}{so}", structure(left))
}

/// The last of a unit is told with the unit.
pub fn machine_destroyed(state: &State, unit: UnitId, machine: MemberId, after: &[Event]) -> Told {
    let whom = member(state, unit, machine);
    let who = Who::new(&whom);
    match without(state, unit, &[machine]) {
        0 if after.iter().any(|event| is_end_of(event, unit)) => Told::nothing(),
        0 => format!("{} {} destroyed.", capital(&whom), who.is()).into(),
        rest => format!("{} is destroyed; {}.", capital(&whom), left(rest)).into(),
    }
}

fn is_end_of(event: &Event, of: UnitId) -> bool {
    matches!(event, Event::UnitGone { unit, gone: Gone::Destroyed } if *unit == of)
}

/// Who is left of a unit without these.
pub fn without(state: &State, unit: UnitId, members: &[MemberId]) -> usize {
    let unit = state.unit(unit);
    unit.map_or(0, |unit| unit.living().filter(|(id, _)| !members.contains(id)).count())
}

/// With the end of the unit, where that comes next.
pub fn fell(state: &State, id: UnitId, members: &[MemberId], why: Fall, after: &[Event]) -> Told {
    let Some(unit) = state.unit(id) else { return Told::nothing() };
    let n = number(members.len());
    if n == 0 {
        return Told::nothing();
    }
    let who = fallen(state, id, unit, members);
    let rest = left(without(state, id, members));
    let among = if n > 1 { special_among(unit, members) } else { String::new() };
    let falls = verb(n, "falls", "fall");
    let how = match why {
        Fall::Shot => falls.to_owned(),
        Fall::Fight => format!("{falls} hand to hand"),
        Fall::Blast => format!("{falls} under the template"),
        Fall::RunOver => format!("{} run over", verb(n, "is", "are")),
        Fall::NoRoom => format!("{} no room to step aside and {falls}", verb(n, "finds", "find")),
        Fall::NoGunner => format!("{} lost without a gunner", verb(n, "is", "are")),
        Fall::Element => format!("{falls} with the element beneath"),
    };
    if after.first().is_some_and(|event| is_end_of(event, id)) {
        let unit = Who::unit(state, id);
        return Told::with(format!("{who} {how}{among}; {unit} {} destroyed.", unit.is()), 1);
    }
    format!("{who} {how}{among}; {rest}.").into()
}

/// "4 of Storm golems 2", "The officer of Storm golems 2", "Sergeant Borz"
fn fallen(state: &State, id: UnitId, unit: &Unit, members: &[MemberId]) -> String {
    match members {
        [one] => {
            let role = unit.member(*one).map(|member| member.role);
            match role {
                Some(Role::Hero) => hero(state, id),
                Some(Role::Standard) | None => format!("1 of {}", unit.name),
                Some(
                    Role::Bearer
                    | Role::Specialist(_)
                    | Role::Officer
                    | Role::Gunner
                    | Role::SupportWeapon,
                ) => capital(&member(state, id, *one)),
            }
        }
        _ => format!("{} of {}", members.len(), unit.name),
    }
}

pub fn grounded(state: &State, unit: UnitId, members: &[MemberId]) -> String {
    let n = number(members.len());
    format!("{n} of {} {} grounded.", state.unit_name(unit), verb(n, "is", "are"))
}

pub fn rescued(state: &State, unit: UnitId, saved: MemberId, grounded: bool) -> String {
    let whom = member(state, unit, saved);
    let rest = without(state, unit, &[saved]).saturating_add(1);
    let how = if grounded { ", grounded" } else { "" };
    format!("A medic saves {whom}{how}; {}.", left(rest))
}

pub fn wreck_hit(state: &State, left: u8) -> String {
    let had = state.wreck.map_or(left, |wreck| wreck.structure);
    format!("The wreck loses {} SP, {}.", had.saturating_sub(left), structure(left))
}

pub fn element_hit(state: &State, id: TerrainId, left: u8) -> String {
    let had = state.element(id).and_then(|element| element.tough).map_or(left, |t| t.structure);
    let name = capital(&element(state, id));
    format!("{name} loses {} SP, {}.", had.saturating_sub(left), structure(left))
}

pub fn element_gone(state: &State, id: TerrainId) -> String {
    let name = capital(&element(state, id));
    let place = state.element(id).and_then(|element| element.place);
    let place = if place.is_some() { ", and the objective with it" } else { "" };
    format!("{name} is gone{place}.")
}

pub fn leader_changed(state: &State, unit: UnitId, leader: MemberId) -> String {
    let role = state.unit(unit).and_then(|unit| unit.member(leader)).map(|member| member.role);
    let who = match role {
        Some(Role::Hero) => hero(state, unit),
        Some(
            Role::Standard
            | Role::Bearer
            | Role::Specialist(_)
            | Role::Officer
            | Role::Gunner
            | Role::SupportWeapon,
        )
        | None => member(state, unit, leader),
    };
    let name = state.unit_name(unit);
    if who.contains(name) {
        format!("{} leads the unit from now on.", capital(&who))
    } else {
        format!("{} leads {name} from now on.", capital(&who))
    }
}

pub fn relay_lost(state: &State, unit: UnitId) -> String {
    let who = Who::unit(state, unit);
    format!("{who} {} the Relay with the first leader.", who.does("loses", "lose"))
}

pub fn unit_gone(state: &State, unit: UnitId, gone: Gone) -> String {
    let who = Who::unit(state, unit);
    match gone {
        Gone::Destroyed => format!("{who} {} destroyed.", who.is()),
        Gone::Routed => format!("{who} {} from the table.", who.does("routs", "rout")),
        Gone::Evacuated => {
            format!("{who} {} out by the far edge of the table.", who.does("gets", "get"))
        }
        Gone::Joined(to) => format!("{who} {} with {} now.", who.is(), state.unit_name(to)),
        Gone::Fused => format!("{who} {} gone into the fusion.", who.is()),
    }
}

/// What it is worth, where the mission pays for it (T-CTL-3).
pub fn lost(state: &State, unit: UnitId, what: LossKind) -> String {
    let name = state.unit_name(unit);
    let pays = state.mission.as_ref().map(|mission| mission.eliminated).unwrap_or_default();
    let (what, vp) = match what {
        LossKind::Infantry => (name.to_owned(), pays.infantry),
        LossKind::Machines => (name.to_owned(), pays.machines),
        LossKind::Officer => (format!("the officer of {name}"), pays.officer),
    };
    if vp == 0 {
        format!("The loss of {what} is worth no VP in this mission.")
    } else {
        format!("The loss of {what} is worth {vp} VP in the control phase.")
    }
}

pub fn commander_changed(state: &State, seat: Seat, unit: Option<UnitId>) -> String {
    let side = Who::side(state, seat);
    match unit {
        Some(unit) => format!("{side} {} commanded from {} now.", side.is(), state.unit_name(unit)),
        None => format!("{side} {} no officer left to command.", side.has()),
    }
}
