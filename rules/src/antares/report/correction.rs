//! Corrections in words.

use super::super::command::Mark;
use super::super::correct::{Change, Correction, SiteChange};
use super::super::state::{Ammo, Soma, State};
use super::words::{Who, marks, marks_of, pins, weapon};
use crate::text::{count, list};

/// What a correction sets right, as the end of a sentence.
pub fn words(state: &State, correction: &Correction) -> String {
    let (id, change) = match correction {
        Correction::Unit { unit, change } => (*unit, change),
        Correction::Site(change) => return site(state, change),
    };
    let Some(unit) = state.unit(id) else { return "nothing".into() };
    let who = Who::new(&unit.name);
    match change {
        Change::Spot(None) => format!("{who} {} on open ground", who.is()),
        Change::Spot(Some(spot)) if spot.is_roof() => {
            format!("{who} {} on {}", who.is(), state.spot_name(*spot))
        }
        Change::Spot(Some(spot)) => format!("{who} {} in {}", who.is(), state.spot_name(*spot)),
        Change::Pins(0) => format!("{who} {} no pins", who.has()),
        Change::Pins(n) => format!("{who} {} {}", who.has(), pins(*n)),
        Change::Remove(mark) => {
            format!("{who} {} lost {}", who.has(), marks(state, unit, &[*mark]))
        }
        Change::Restore(mark) => {
            format!("{who} {} {} back", who.has(), marks(state, unit, &[*mark]))
        }
        Change::Orders(orders) if orders.is_empty() => {
            format!("{who} {} no order yet", who.has())
        }
        Change::Orders(orders) => {
            let names: Vec<&str> = orders.iter().map(|order| order.name()).collect();
            let order = if names.len() == 1 { "order is" } else { "orders are" };
            format!("{} {order} {}", who.whose(), list(&names))
        }
        Change::DiceLost(n) => {
            let dice = count(u32::from(*n), "order die", "order dice");
            format!("{who} {} lost {dice}", who.has())
        }
        Change::Stat { model, stat, value } => {
            let whom = marks_of(state, unit, &[Mark::Model(*model)]);
            format!("{whom} has {} {value}", stat.name())
        }
        Change::Immobilised { model, is } => {
            let whom = marks_of(state, unit, &[Mark::Model(*model)]);
            if *is { format!("{whom} cannot move") } else { format!("{whom} can move again") }
        }
        Change::Weapon { mark, weapon: id, works } => {
            let whom = match mark {
                Mark::Gun | Mark::Drone(_) => format!("of {who}"),
                Mark::Model(_) => format!("of {}", marks_of(state, unit, &[*mark])),
            };
            let does = if *works { "works again" } else { "jams" };
            format!("the {} {whom} {does}", weapon(state, *id))
        }
        Change::Ammo(ammo) => {
            let left = match ammo {
                Ammo::Plenty => "plenty of ammunition",
                Ammo::Low => "little ammunition",
                Ammo::Out => "no ammunition",
            };
            format!("{who} {} {left}", who.has())
        }
        Change::Soma(soma) => {
            let grafts = match soma {
                Soma::None => "no grafts",
                Soma::Dormant => "dormant grafts",
                Soma::Active => "active grafts",
                Soma::Wild => "grafts that have run wild",
            };
            format!("{who} {} {grafts}", who.has())
        }
        Change::LockLost => format!("{who} {} no lock", who.has()),
        Change::Destroyed => format!("{who} {} destroyed", who.is()),
        Change::Revived => format!("{who} {} back on the table", who.is()),
    }
}

fn site(state: &State, change: &SiteChange) -> String {
    let name = |id| state.building(id).map_or("nothing", |it| it.plan.name.as_str());
    match change {
        SiteChange::Add(plan) => {
            let storeys = count(u32::from(plan.storeys), "storey", "storeys");
            format!("{}, {} of {storeys}, stands on the table", plan.name, plan.size.article())
        }
        SiteChange::Remove(id) => format!("{} is off the table", name(*id)),
        SiteChange::Left { part, left } => {
            format!("{} has {left} of its damage value left", state.part_name(*part))
        }
    }
}
