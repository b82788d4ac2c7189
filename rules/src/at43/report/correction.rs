//! Corrections in words.

use super::super::correct::Correction;
use super::super::label::members_in_words;
use super::super::state::{Proposal, Stands, State};
use super::words::{Who, member, names, place};
use crate::text::list;

pub fn proposed(state: &State, proposal: &Proposal) -> String {
    let who = Who::side(state, proposal.by);
    let what = words(state, &proposal.correction);
    format!("{who} {} a correction: {what}.", who.does("proposes", "propose"))
}

pub fn answered(agreed: bool) -> String {
    let how = if agreed { "agreed to" } else { "refused" };
    format!("The proposed correction is {how}.")
}

pub fn corrected(
    state: &State,
    correction: &Correction,
    by_organiser: bool,
    alone: bool,
) -> String {
    let by = match (by_organiser, alone) {
        (true, _) => "the organiser or a manager of the server",
        (false, true) => "the only player",
        (false, false) => "agreement",
    };
    format!("Correction by {by}: {}.", words(state, correction))
}

/// What a correction sets right, as the end of a sentence.
pub fn words(state: &State, correction: &Correction) -> String {
    match correction {
        Correction::Member { unit, member: which, out, grounded } => {
            let who = member(state, *unit, *which);
            let who = if state.unit(*unit).is_some_and(|unit| unit.members.len() > 1) {
                format!("{who} (number {})", u32::from(which.0) + 1)
            } else {
                who
            };
            let is = match (out, grounded) {
                (true, _) => "is out of the game",
                (false, true) => "is in the game, grounded",
                (false, false) => "is in the game, on their feet",
            };
            format!("{who} {is}")
        }
        Correction::Members { unit: id, members, out, grounded } => {
            let Some(unit) = state.unit(*id) else { return String::new() };
            let who = format!("{} of {}", members_in_words(unit, members), unit.name);
            let one = members.len() == 1;
            let is = if one { "is" } else { "are" };
            match (out, grounded) {
                (true, _) => format!("{who} {is} out of the game"),
                (false, true) => format!("{who} {is} in the game, grounded"),
                (false, false) => format!("{who} {is} in the game, on their feet"),
            }
        }
        Correction::Machine { unit, member: which, frame, propulsion, weapons } => {
            let who = member(state, *unit, *which);
            let weapons: Vec<String> = weapons.iter().map(u8::to_string).collect();
            let weapons = if weapons.is_empty() {
                String::new()
            } else {
                format!(" and in the weapons {}", weapons.join(", "))
            };
            format!("{who} has {frame} SP in the frame, {propulsion} in the propulsion{weapons}")
        }
        Correction::Drills { unit, drills } => {
            let who = Who::unit(state, *unit);
            let drills: Vec<String> = drills.iter().map(|drill| format!("“{drill}”")).collect();
            let drills = if drills.is_empty() { "no drill".into() } else { list(&drills) };
            format!("{who} {} {drills}", who.has())
        }
        Correction::Morale { unit, disorganized } => {
            let who = Who::unit(state, *unit);
            let how = if *disorganized { "disorganized" } else { "valiant" };
            format!("{who} {} {how}", who.is())
        }
        Correction::Contact { unit, with } => {
            let who = Who::unit(state, *unit);
            let with = if with.is_empty() { "nobody".into() } else { names(state, with) };
            format!("{who} {} in contact with {with}", who.is())
        }
        Correction::Stands { unit, stands } => {
            let who = Who::unit(state, *unit);
            let is = match stands {
                Stands::Reinforcement => "not bought yet",
                Stands::Reserve => "in reserve",
                Stands::Field => "on the table",
                Stands::Gone(_) => "out of the game",
            };
            format!("{who} {} {is}", who.is())
        }
        Correction::Leadership { seat, pool } => {
            let who = Who::side(state, *seat);
            format!("{who} {} {pool} LP", who.has())
        }
        Correction::Points { seat, vp, rp } => {
            let who = Who::side(state, *seat);
            format!("{who} {} {vp} VP and {rp} RP", who.has())
        }
        Correction::Control { place: id, by } => {
            let place = place(state, *id);
            match by {
                Some(by) => {
                    let who = Who::side(state, *by);
                    format!("{who} {} {place}", who.does("controls", "control"))
                }
                None => format!("nobody controls {place}"),
            }
        }
        Correction::Captured { place: id, by } => {
            let place = place(state, *id);
            let sides: Vec<String> =
                by.iter().map(|seat| state.side_name(*seat).to_owned()).collect();
            if sides.is_empty() {
                format!("nobody has captured {place}")
            } else {
                format!("{place} was captured by {}", list(&sides))
            }
        }
    }
}
