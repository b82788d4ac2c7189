//! The table in text.

use std::fmt::Write as _;

use super::super::buildings::{
    Building, BuildingId, Interior, Level, Part, Roof, Spot, room, units_in,
};
use super::super::label;
use super::super::profile::Gear;
use super::super::state::{Ammo, Condition, Phase, Soma, State, Unit, WeaponId};
use super::words::{Who, number, pins, weapon};
use crate::ids::Seat;
use crate::text::{count, list};

/// Turn, phase, bag, every unit and every building; for people who cannot see the table.
pub fn summary(state: &State) -> String {
    let mut lines = vec![heading(state)];
    for seat in state.seats() {
        lines.push(side(state, seat));
        let living = state.living(seat).map(|(_, one)| format!("- {}", unit(state, one)));
        lines.extend(living);
        let gone: Vec<&str> = state
            .units
            .iter()
            .filter(|unit| unit.side == seat && unit.destroyed)
            .map(|unit| unit.name.as_str())
            .collect();
        if !gone.is_empty() {
            lines.push(format!("- Destroyed: {}.", list(&gone)));
        }
    }
    let buildings: Vec<String> =
        state.buildings_here().map(|(id, it)| format!("- {}", building(state, id, it))).collect();
    if !buildings.is_empty() {
        lines.push("Buildings:".into());
        lines.extend(buildings);
    }
    lines.join("\n")
}

fn heading(state: &State) -> String {
    let phase = match state.phase {
        Phase::DeployingSnipers => "the snipers deploy",
        Phase::Deploying => "deployment",
        Phase::Infiltrating => "the infiltrators move",
        Phase::Orders => "orders",
        Phase::TurnEnd => "at its end",
        Phase::Over => return over(state),
    };
    let when = if state.turn == 0 {
        format!("Before the first turn, {phase}.")
    } else {
        format!("Turn {}, {phase}.", state.turn)
    };
    let mut text = format!("{when} {}", bag(state));
    if let Some(seat) = state.flow.drawn {
        let who = Who::side(state, seat);
        let _ = write!(text, " {who} {} a die to use.", who.has());
    }
    if state.distort.pending {
        text.push_str(" The distort die was drawn, so the next order die must be a Down.");
    }
    text
}

fn over(state: &State) -> String {
    let result = match state.ending.as_ref().and_then(|ending| ending.winner) {
        Some(seat) => {
            let who = Who::side(state, seat);
            format!("{who} {} won.", who.has())
        }
        None => "It was a draw.".into(),
    };
    let turns = count(state.turn, "turn", "turns");
    format!("The battle is over after {turns}. {result}")
}

fn bag(state: &State) -> String {
    let mut dice: Vec<String> = state
        .seats()
        .filter(|seat| state.dice_in_bag(*seat) > 0)
        .map(|seat| {
            format!(
                "{} for {}",
                count(state.dice_in_bag(seat), "die", "dice"),
                state.side_name(seat)
            )
        })
        .collect();
    if state.distort_in_bag() {
        dice.push("the distort die".into());
    }
    if dice.is_empty() {
        "The bag is empty.".into()
    } else {
        format!("In the bag: {}.", list(&dice))
    }
}

/// The score: dice lost, and how they count where that differs (A-GAM-3).
fn side(state: &State, seat: Seat) -> String {
    let (lost, all) = state.dice_lost(seat);
    let counted = state.victory_dice_lost(seat);
    let name = state.side_name(seat);
    let of = count(all, "order die", "order dice");
    let score = match lost {
        0 => format!("none of {of} lost"),
        _ if counted != lost => format!("{lost} of {of} lost, counting {counted} for victory"),
        _ => format!("{lost} of {of} lost"),
    };
    format!("{name}: {score}")
}

fn unit(state: &State, unit: &Unit) -> String {
    let mut parts = Vec::new();
    let (alive, began) = (unit.alive(), unit.started_with());
    parts.push(if alive == began {
        count(began, "model", "models")
    } else {
        format!("{alive} of {}", count(began, "model", "models"))
    });
    if !unit.deployed {
        parts.push("not on the table yet".into());
    }
    parts.extend(label::whereabouts(state, unit));
    if unit.pins > 0 {
        parts.push(pins(unit.pins));
    }
    let orders: Vec<&str> = unit.dice.placed.iter().map(|order| order.name()).collect();
    if !orders.is_empty() {
        parts.push(orders.join(", then "));
    }
    if unit.dice.lost > 0 {
        parts.push(format!("{} lost", count(u32::from(unit.dice.lost), "order die", "order dice")));
    }
    if let Some(gun) = unit.gun {
        let name = weapon(state, gun.weapon);
        parts.push(match gun.condition {
            Condition::Working => name,
            Condition::Malfunction => format!("{name} jammed"),
            Condition::Destroyed => format!("{name} lost"),
        });
    }
    parts.extend(drones(unit));
    parts.extend(immobilised(unit));
    parts.extend(jammed(state, unit));
    parts.extend(condition(state, unit));
    format!("{}: {}", unit.name, parts.join(", "))
}

fn drones(unit: &Unit) -> Vec<String> {
    Gear::ALL
        .into_iter()
        .filter_map(|kind| {
            let of = |lost: bool| {
                number(unit.gear.iter().filter(|d| d.kind == kind && d.lost == lost).count())
            };
            match (of(false), of(true)) {
                (0, 0) => None,
                (0, _) => Some(format!("{} lost", kind.name())),
                (1, _) => Some(kind.name().to_owned()),
                (n, _) => Some(format!("{n} {}s", kind.name())),
            }
        })
        .collect()
}

fn immobilised(unit: &Unit) -> Option<String> {
    let stuck = number(unit.living().filter(|id| unit.models[id.index()].immobilised).count());
    match stuck {
        0 => None,
        n if n == unit.alive() => Some("immobilised".into()),
        n => Some(format!("{n} of them immobilised")),
    }
}

fn jammed(state: &State, unit: &Unit) -> Vec<String> {
    let broken: Vec<WeaponId> =
        unit.living().flat_map(|id| unit.models[id.index()].broken.iter().copied()).collect();
    let mut told: Vec<WeaponId> = Vec::new();
    let mut texts = Vec::new();
    for id in &broken {
        if !told.contains(id) {
            told.push(*id);
            let n = broken.iter().filter(|other| *other == id).count();
            let times = if n == 1 { String::new() } else { format!("{n} × ") };
            texts.push(format!("{times}{} jammed", weapon(state, *id)));
        }
    }
    texts
}

fn condition(state: &State, unit: &Unit) -> Vec<String> {
    let mut parts = Vec::new();
    match unit.ammo {
        Ammo::Plenty => {}
        Ammo::Low => parts.push("low on ammunition".to_owned()),
        Ammo::Out => parts.push("out of ammunition".into()),
    }
    match unit.soma {
        Soma::None => {}
        Soma::Dormant => parts.push("grafts dormant".into()),
        Soma::Active => parts.push("grafts active".into()),
        Soma::Wild => parts.push("grafts running wild".into()),
    }
    if let Some(lock) = unit.lock {
        parts.push(format!("locked on {} at SV +{}", state.unit_name(lock.on), lock.bonus));
    }
    parts
}

/// "Tower: 3 floors, damage value 14 of 20, Strike-1 inside, room for 25 models and 2 units"; column by column where
/// there are several.
fn building(state: &State, id: BuildingId, building: &Building) -> String {
    let plan = &building.plan;
    let mut parts = vec![count(u32::from(plan.storeys), "floor", "floors")];
    let several = plan.columns() > 1;
    let columns: Vec<String> = (0..)
        .zip(&building.columns)
        .map(|(place, column)| {
            let part = Part { building: id, column: place };
            let mut told = Vec::new();
            if column.rubble {
                told.push("only rubble, difficult ground with cover".into());
            } else {
                if plan.strength > 0 {
                    told.push(format!("damage value {} of {}", column.left, plan.strength));
                }
                told.extend(levels(state, building, part));
            }
            let told = told.join(", ");
            if several { format!("block {} {told}", u32::from(place) + 1) } else { told }
        })
        .filter(|told| !told.is_empty())
        .collect();
    parts.push(columns.join("; "));
    parts.retain(|part| !part.is_empty());
    format!("{}: {}", plan.name, parts.join(", "))
}

/// Who is on each level of a column, and how much room is left there.
fn levels(state: &State, building: &Building, part: Part) -> Vec<String> {
    let plan = &building.plan;
    let names = |spot: Spot| -> Vec<&str> {
        units_in(state, spot).map(|(_, unit)| unit.name.as_str()).collect()
    };
    let mut told = Vec::new();
    for block in 0..plan.blocks_high() {
        let spot =
            Spot { building: part.building, column: part.column, level: Level::Block(block) };
        let inside = names(spot);
        let place = match plan.floors(block) {
            _ if plan.blocks_high() == 1 => "inside".to_owned(),
            (first, last) if first == last => format!("on floor {first}"),
            (first, last) => format!("on floors {first} to {last}"),
        };
        told.push(match inside.as_slice() {
            [] => format!("nobody {place}"),
            names => format!("{} {place}", list(names)),
        });
        if plan.interior == Interior::Closed {
            told.push(room(state, spot).text());
        }
    }
    let above = names(Spot::roof(part.building, part.column));
    if plan.roof != Roof::None && !above.is_empty() {
        told.push(format!("{} on the roof", list(&above)));
    }
    told
}
