//! The only place where a battle changes.

use super::buildings::{Column, Part};
use super::command::Mark;
use super::event::{Drawn, Event};
use super::order::Order;
use super::state::{Condition, Ending, Lock, Phase, Proposal, Soma, State, Unit, UnitId};

#[expect(clippy::too_many_lines, reason = "one arm an event; the list is read, not followed")]
pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Drawn { whose, .. } => match whose {
            Drawn::Side(seat) => state.flow.drawn = Some(*seat),
            Drawn::Distort => {
                state.distort.in_bag = false;
                state.distort.pending = true;
            }
        },
        Event::Idle { .. } => {
            state.flow.drawn = None;
            // it was the die that the distortion would have caught (A-BAG-7)
            state.distort.pending = false;
        }
        Event::Deployed { unit, into } => {
            state.flow.drawn = None;
            change(state, *unit, |unit| {
                unit.deployed = true;
                unit.spot = into.map(|berth| berth.spot);
                unit.emplaced = into.and_then(|berth| berth.opening);
            });
        }
        Event::WentTo { unit, spot, .. } => change(state, *unit, |unit| {
            unit.spot = *spot;
            unit.emplaced = None;
        }),
        Event::BuildingDamaged { part, left, .. } => {
            column(state, *part, |column| column.left = *left);
        }
        Event::Collapsed { part } => column(state, *part, |column| {
            column.left = 0;
            column.rubble = true;
        }),
        Event::SnipersDeployed => state.phase = Phase::Deploying,
        Event::AllDeployed => state.phase = state.phase_after_deployment(),
        Event::Infiltrated { unit, .. } => change(state, *unit, |unit| unit.infiltrated = true),
        Event::TurnBegan { turn } => {
            state.turn = *turn;
            state.phase = Phase::Orders;
        }
        Event::OrderGiven { distorted, .. } => {
            state.flow.drawn = None;
            if *distorted || state.distort.pending {
                state.distort.pending = false;
            }
        }
        Event::DiePlaced { unit, order, .. } => {
            change(state, *unit, |unit| unit.dice.placed.push(*order));
        }
        Event::DieTurned { unit, to, .. } => turn(state, *unit, *to),
        Event::DieLost { unit, from_bag } => change(state, *unit, |unit| {
            unit.dice.lost = unit.dice.lost.saturating_add(1).min(unit.dice.total);
            if !from_bag {
                unit.dice.placed.pop();
            }
        }),
        Event::SomaActivated { unit } => change(state, *unit, |unit| unit.soma = Soma::Active),
        Event::SomaWild { unit } => change(state, *unit, |unit| unit.soma = Soma::Wild),
        Event::Pinned { unit, pins, .. } => {
            change(state, *unit, |unit| unit.pins = unit.pins.saturating_add(*pins));
        }
        Event::Unpinned { unit, pins, .. } => {
            change(state, *unit, |unit| unit.pins = unit.pins.saturating_sub(*pins));
        }
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
            change(state, *unit, |unit| {
                if let Some(model) = unit.models.get_mut(model.index()) {
                    model.lost = true;
                }
            });
        }
        Event::DroneLost { unit, drone } => change(state, *unit, |unit| {
            if let Some(drone) = unit.gear.get_mut(usize::from(*drone)) {
                drone.lost = true;
            }
        }),
        Event::GunLost { unit } => change(state, *unit, |unit| {
            if let Some(gun) = &mut unit.gun {
                gun.condition = Condition::Destroyed;
            }
        }),
        Event::Malfunctioned { unit, mark, weapon } => change(state, *unit, |unit| match mark {
            Mark::Model(id) => {
                if let Some(model) = unit.models.get_mut(id.index()) {
                    model.broken.push(*weapon);
                }
            }
            Mark::Gun => {
                if let Some(gun) = &mut unit.gun {
                    gun.condition = Condition::Malfunction;
                }
            }
            Mark::Drone(_) => {}
        }),
        Event::Immobilised { unit, model } => change(state, *unit, |unit| {
            if let Some(model) = unit.models.get_mut(model.index()) {
                model.immobilised = true;
            }
        }),
        Event::Destroyed { unit, .. } => {
            change(state, *unit, Unit::destroy);
            state.unlock_from(*unit);
        }
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
        Event::Proposed { by, correction } => {
            state.proposals += 1;
            state.proposal = Some(Proposal { by: *by, correction: correction.clone() });
        }
        Event::Corrected { correction, .. } => {
            if state.proposal.as_ref().is_some_and(|open| open.correction == *correction) {
                state.proposal = None;
            }
            correction.apply(state);
        }
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

fn change(state: &mut State, id: UnitId, how: impl FnOnce(&mut Unit)) {
    if let Some(unit) = state.units.get_mut(id.index()) {
        how(unit);
    }
}

fn column(state: &mut State, part: Part, how: impl FnOnce(&mut Column)) {
    let building = state.buildings.get_mut(part.building.index());
    if let Some(column) = building.and_then(|it| it.columns.get_mut(usize::from(part.column))) {
        how(column);
    }
}

fn turn(state: &mut State, id: UnitId, to: Order) {
    change(state, id, |unit| {
        if let Some(current) = unit.dice.placed.last_mut() {
            *current = to;
        }
    });
}
