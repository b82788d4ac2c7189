//! The only place where a battle changes.

use super::buildings::{Berth, Column, Part, Spot};
use super::command::Mark;
use super::correct::Correction;
use super::event::{Drawn, Event};
use super::order::Order;
use super::state::{
    Condition, Ending, Lock, Model, ModelId, Phase, Proposal, Soma, State, Unit, UnitId, WeaponId,
};
use crate::ids::Seat;

pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Drawn { whose, .. } => draw(state, *whose),
        Event::Idle { .. } | Event::OrderGiven { .. } => use_up_die(state),
        Event::Deployed { unit, into } => deploy(state, *unit, *into),
        Event::WentTo { unit, spot, .. } => change(state, *unit, |unit| go_to(unit, *spot)),
        Event::BuildingDamaged { part, left, .. } => {
            column(state, *part, |column| column.left = *left);
        }
        Event::Collapsed { part } => column(state, *part, fall),
        Event::SnipersDeployed => state.phase = Phase::Deploying,
        Event::AllDeployed => state.phase = state.phase_after_deployment(),
        Event::Infiltrated { unit, .. } => change(state, *unit, |unit| unit.infiltrated = true),
        Event::TurnBegan { turn } => begin(state, *turn),
        Event::DiePlaced { unit, order, .. } => {
            change(state, *unit, |unit| unit.dice.placed.push(*order));
        }
        Event::DieTurned { unit, to, .. } => turn(state, *unit, *to),
        Event::DieLost { unit, from_bag } => lose_die(state, *unit, *from_bag),
        Event::SomaActivated { unit } => change(state, *unit, |unit| unit.soma = Soma::Active),
        Event::SomaWild { unit } => change(state, *unit, |unit| unit.soma = Soma::Wild),
        Event::Pinned { unit, pins, .. } => pin(state, *unit, |had| had.saturating_add(*pins)),
        Event::Unpinned { unit, pins, .. } => pin(state, *unit, |had| had.saturating_sub(*pins)),
        Event::SprintBegan { unit } => change(state, *unit, |unit| unit.sprinting = true),
        Event::SprintEnded { unit } => change(state, *unit, |unit| unit.sprinting = false),
        Event::GapFound { name } => state.gaps.push(name.clone()),
        Event::PathFound { unit, name } => {
            change(state, *unit, |unit| unit.paths.push(name.clone()));
        }
        Event::PathLeft { unit, name } => {
            change(state, *unit, |unit| unit.paths.retain(|p| p != name));
        }
        Event::LeftBehind { unit, model } | Event::Casualty { unit, model } => {
            change_model(state, *unit, *model, |model| model.lost = true);
        }
        Event::DroneLost { unit, drone } => change(state, *unit, |unit| lose_drone(unit, *drone)),
        Event::GunLost { unit } => {
            change(state, *unit, |unit| change_gun(unit, Condition::Destroyed));
        }
        Event::Malfunctioned { unit, mark, weapon } => malfunction(state, *unit, *mark, *weapon),
        Event::Immobilised { unit, model } => {
            change_model(state, *unit, *model, |model| model.immobilised = true);
        }
        Event::Destroyed { unit, .. } => destroy(state, *unit),
        Event::LockedOn { unit, on, bonus } => {
            change(state, *unit, |unit| unit.lock = Some(Lock { on: *on, bonus: *bonus }));
        }
        Event::LockLost { unit } => change(state, *unit, |unit| unit.lock = None),
        Event::AmmoRolled { unit, ammo, .. } => change(state, *unit, |unit| unit.ammo = *ammo),
        Event::BagEmptied { .. } => state.phase = Phase::TurnEnd,
        Event::BagFilled { .. } => state.phase = Phase::Orders,
        Event::DiceReturned { unit, kept } => {
            change(state, *unit, |unit| unit.dice.placed.clone_from(kept));
        }
        Event::DistortReturned => state.distort.in_bag = true,
        Event::Ended { lost, winner, reason } => {
            state.phase = Phase::Over;
            state.ending = Some(Ending { lost: lost.clone(), winner: *winner, reason: *reason });
        }
        Event::Proposed { by, correction } => propose(state, *by, correction),
        Event::Corrected { correction, .. } => correct(state, correction),
        Event::ProposalDropped { .. } => state.proposal = None,
        Event::Flow(flow) => state.flow.clone_from(flow),
        // what these say is in the flow, or in an event beside them
        Event::RandomOrder { .. }
        | Event::Tested(_)
        | Event::Moved { .. }
        | Event::Finished { .. }
        | Event::Sprung { .. }
        | Event::LetPass { .. }
        | Event::SpotterHeld { .. }
        | Event::ChartKept { .. }
        | Event::HeldFire { .. }
        | Event::Declared { .. }
        | Event::StoodFast { .. }
        | Event::Rolled { .. }
        | Event::SpotterRerolled { .. }
        | Event::HitsRerolled { .. }
        | Event::Unseen { .. }
        | Event::Astray { .. }
        | Event::LandedOn { .. }
        | Event::TemplateLaid { .. }
        | Event::Blast { .. }
        | Event::BlastShared { .. }
        | Event::BlastHalved { .. }
        | Event::Hit { .. }
        | Event::HitsPlaced { .. }
        | Event::Resisted(_)
        | Event::ChartRolled { .. }
        | Event::Reactor { .. }
        | Event::Charged { .. }
        | Event::HandWeaponsChosen { .. }
        | Event::BrokeOff { .. }
        | Event::SpinnerSet { .. }
        | Event::AssaultDecided { .. }
        | Event::FirstToConsolidate { .. }
        | Event::HeldGround { .. }
        | Event::AssaultOver
        | Event::EndRolled { .. } => {}
    }
}

fn draw(state: &mut State, whose: Drawn) {
    match whose {
        Drawn::Side(seat) => state.flow.drawn = Some(seat),
        Drawn::Distort => {
            state.distort.in_bag = false;
            state.distort.pending = true;
        }
    }
}

/// An order, or nobody who could take one: either way it was the die that the distortion catches (A-BAG-7).
fn use_up_die(state: &mut State) {
    state.flow.drawn = None;
    state.distort.pending = false;
}

fn deploy(state: &mut State, unit: UnitId, into: Option<Berth>) {
    state.flow.drawn = None;
    change(state, unit, |unit| {
        unit.deployed = true;
        unit.spot = into.map(|berth| berth.spot);
        unit.emplaced = into.and_then(|berth| berth.opening);
    });
}

fn go_to(unit: &mut Unit, spot: Option<Spot>) {
    unit.spot = spot;
    unit.emplaced = None;
}

fn begin(state: &mut State, turn: u32) {
    state.turn = turn;
    state.phase = Phase::Orders;
}

fn pin(state: &mut State, unit: UnitId, how: impl FnOnce(u32) -> u32) {
    change(state, unit, |unit| unit.pins = how(unit.pins));
}

fn lose_die(state: &mut State, unit: UnitId, from_bag: bool) {
    change(state, unit, |unit| {
        unit.dice.lost = unit.dice.lost.saturating_add(1).min(unit.dice.total);
        if !from_bag {
            unit.dice.placed.pop();
        }
    });
}

fn lose_drone(unit: &mut Unit, drone: u8) {
    if let Some(drone) = unit.gear.get_mut(usize::from(drone)) {
        drone.lost = true;
    }
}

fn change_gun(unit: &mut Unit, to: Condition) {
    if let Some(gun) = &mut unit.gun {
        gun.condition = to;
    }
}

fn destroy(state: &mut State, unit: UnitId) {
    change(state, unit, Unit::destroy);
    state.unlock_from(unit);
}

fn malfunction(state: &mut State, unit: UnitId, mark: Mark, weapon: WeaponId) {
    match mark {
        Mark::Model(model) => change_model(state, unit, model, |model| model.broken.push(weapon)),
        Mark::Gun => change(state, unit, |unit| change_gun(unit, Condition::Malfunction)),
        Mark::Drone(_) => {}
    }
}

fn propose(state: &mut State, by: Seat, correction: &Correction) {
    state.proposals += 1;
    state.proposal = Some(Proposal { by, correction: correction.clone() });
}

/// A correction that was proposed is not waited for any more.
fn correct(state: &mut State, correction: &Correction) {
    if state.proposal.as_ref().is_some_and(|open| open.correction == *correction) {
        state.proposal = None;
    }
    correction.apply(state);
}

fn change(state: &mut State, id: UnitId, how: impl FnOnce(&mut Unit)) {
    if let Some(unit) = state.units.get_mut(id.index()) {
        how(unit);
    }
}

fn change_model(state: &mut State, id: UnitId, model: ModelId, how: impl FnOnce(&mut Model)) {
    change(state, id, |unit| {
        if let Some(model) = unit.models.get_mut(model.index()) {
            how(model);
        }
    });
}

fn column(state: &mut State, part: Part, how: impl FnOnce(&mut Column)) {
    let building = state.buildings.get_mut(part.building.index());
    if let Some(column) = building.and_then(|it| it.columns.get_mut(usize::from(part.column))) {
        how(column);
    }
}

fn fall(column: &mut Column) {
    column.left = 0;
    column.rubble = true;
}

fn turn(state: &mut State, id: UnitId, to: Order) {
    change(state, id, |unit| {
        if let Some(current) = unit.dice.placed.last_mut() {
            *current = to;
        }
    });
}
