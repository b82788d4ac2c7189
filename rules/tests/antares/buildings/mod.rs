//! Buildings, row by row: small battles in and around a tower.

mod above;
mod fire;
mod inside;
mod rooms;
mod storm;
mod told;

use gatemaster_rules::antares::buildings::{
    Berth, BuildingId, Facing, Interior, Level, Part, Plan, Roof, Size, Spot, Way,
};
use gatemaster_rules::antares::command::{Command, Move, Shot};
use gatemaster_rules::antares::event::Event;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::ids::Seat;

use crate::antares::field::{Field, RED, changed};

/// The only building, or the first of them.
pub const TOWER: BuildingId = BuildingId(0);
pub const OTHER: BuildingId = BuildingId(1);

/// Three storeys, a flat roof, in nobody's zone.
pub fn tower() -> Plan {
    Plan { roof: Roof::Flat, ..Plan::plain("Tower", Size::Standard, 3) }
}

pub fn hut() -> Plan {
    Plan::plain("Hut", Size::Standard, 1)
}

/// Both sides on the table, with these buildings.
pub fn site(red: &[&str], blue: &[&str], plans: &[Plan]) -> Field {
    changed(red, blue, |setup| setup.buildings = plans.to_vec())
}

/// The ground block of a building.
pub fn ground(building: BuildingId) -> Spot {
    Spot::block(building, 0, 0)
}

pub fn part(building: BuildingId) -> Part {
    Part { building, column: 0 }
}

pub fn put(field: &mut Field, unit: UnitId, spot: Spot) {
    assert!(field.state.is_spot(spot), "no such place: {spot:?}");
    field.unit_mut(unit).spot = Some(spot);
}

pub fn emplace(field: &mut Field, unit: UnitId, spot: Spot, opening: Facing) {
    put(field, unit, spot);
    field.unit_mut(unit).emplaced = Some(opening);
}

pub fn go_to(to: Option<Spot>) -> Command {
    Command::Move(Move { to, ..Move::default() })
}

/// Gives the order and goes there with it.
pub fn goes(field: &mut Field, unit: UnitId, order: Order, to: Option<Spot>) -> Vec<Event> {
    field.order(unit, order, &[]);
    let side = field.unit(unit).side;
    field.go(side, &go_to(to), &[])
}

/// The sentence with which such a move is refused; the order stays given in a copy of the battle only.
pub fn cannot_go(field: &Field, unit: UnitId, order: Order, to: Option<Spot>) -> String {
    let mut field = Field { state: field.state.clone(), last: Vec::new() };
    field.order(unit, order, &[]);
    field.refused(field.unit(unit).side, &go_to(to))
}

/// Shooting in which hits are placed as usual.
pub fn fires(
    field: &mut Field,
    from: UnitId,
    order: Order,
    shots: Vec<Shot>,
    dice: &[u32],
) -> Vec<Event> {
    field.order(from, order, &[]);
    let side = field.unit(from).side;
    crate::antares::melee::go(field, side, &Command::Shoot { shots }, dice)
}

pub fn ways(events: &[Event]) -> Vec<(UnitId, Option<Spot>, Way)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::WentTo { unit, spot, way } => Some((*unit, *spot, *way)),
            _ => None,
        })
        .collect()
}

pub fn offers(field: &Field, command: &Command) -> bool {
    field.open().iter().any(|open| open.options.contains(command))
}
