//! Mission, companies and table, before the first round.

use super::super::command::Field;
use super::super::company::Company;
use super::super::event::{DrawnEdge, Edge};
use super::super::mission::Mission;
use super::super::state::{Element, Place, State, Unit};
use super::words::{Who, faces_by_side, number};
use crate::dice::Roll;
use crate::ids::Seat;
use crate::text::{count, list};

pub fn mission_rolled(state: &State, roll: Roll, key: &str) -> String {
    let name = state
        .missions
        .iter()
        .chain(&state.mission)
        .find(|mission: &&Mission| mission.key == key)
        .map_or(key, |mission| mission.name.as_str());
    format!("The mission is {name}: the die shows {}.", roll.face)
}

pub fn mission_rolled_again(roll: Roll) -> String {
    format!("A {} names a mission for two sides, so the die is thrown again.", roll.face)
}

pub fn roles_rolled(state: &State, rolls: &[(Seat, Roll)], attacker: Option<Seat>) -> String {
    let faces = faces_by_side(state, rolls);
    match attacker {
        Some(attacker) => {
            let who = Who::side(state, attacker);
            format!("{who} {}: {faces}.", who.does("attacks", "attack"))
        }
        None => format!("Who attacks is still open: {faces}; they throw again."),
    }
}

pub fn sectors_rolled(state: &State, rolls: &[(Seat, Roll)], first: Option<Seat>) -> String {
    let faces = faces_by_side(state, rolls);
    match first {
        Some(first) => {
            let who = Who::side(state, first);
            format!("{who} {} a sector first: {faces}.", who.does("picks", "pick"))
        }
        None => format!("Who picks a sector first is still open: {faces}; they throw again."),
    }
}

pub fn company_built(state: &State, seat: Seat) -> String {
    let who = Who::side(state, seat);
    format!("{who} {} on {} company.", who.does("works", "work"), who.its())
}

pub fn company_locked(state: &State, seat: Seat, over: u32) -> String {
    let whose = Who::side(state, seat).whose();
    if over == 0 {
        format!("{whose} company is locked.")
    } else {
        format!(
            "{whose} company is locked, {over} AP above the limit: the others say whether they accept it."
        )
    }
}

pub fn company_unlocked(state: &State, seat: Seat) -> String {
    let who = Who::side(state, seat);
    format!("{who} {} {} company again.", who.does("opens", "open"), who.its())
}

pub fn over_answered(state: &State, seat: Seat, of: Seat, accept: bool) -> String {
    let (who, whose) = (Who::side(state, seat), Who::side(state, of).whose());
    let over = state.side(of).map_or(0, |side| side.over);
    if accept {
        format!("{who} {} {whose} {over} AP above the limit.", who.does("accepts", "accept"))
    } else {
        format!(
            "{who} {} {whose} {over} AP above the limit, so that company is open again.",
            who.does("refuses", "refuse")
        )
    }
}

pub fn companies_shown(state: &State, companies: &[Company], units: &[Unit]) -> String {
    let told: Vec<String> = state
        .seats()
        .zip(companies)
        .map(|(seat, company)| {
            let own: Vec<&Unit> = units.iter().filter(|unit| unit.side == seat).collect();
            let value = own.iter().fold(0_u32, |sum, unit| sum.saturating_add(unit.value));
            let army = state
                .library
                .army_of_key(&company.army)
                .and_then(|army| state.library.army(army))
                .map_or(String::new(), |army| format!(" of the {}", army.name));
            let units = count(number(own.len()), "unit", "units");
            let who = Who::side(state, seat);
            format!("{who} {} {units}{army} worth {value} AP", who.does("brings", "bring"))
        })
        .collect();
    format!("All companies are on the table: {}.", list(&told))
}

pub fn edges_drawn(state: &State, edges: &[DrawnEdge]) -> String {
    let told: Vec<String> = edges
        .iter()
        .map(|drawn| {
            let edge = match drawn.edge {
                Edge::North => "north",
                Edge::East => "east",
                Edge::South => "south",
                Edge::West => "west",
            };
            let side = state.side_name(drawn.seat);
            match drawn.roll {
                Some(roll) => format!("{side} {edge} (a {})", roll.face),
                None => format!("{side} {edge} (what is left)"),
            }
        })
        .collect();
    format!("The access zones are drawn: {}.", list(&told))
}

pub fn field_laid(state: &State, seat: Seat, field: &Field, alone: bool) -> String {
    let who = Who::side(state, seat);
    let pieces = count(number(field.elements.len()), "piece", "pieces");
    let then = if alone {
        format!("it begins once {} {}", who.it(), who.does("agrees", "agree"))
    } else {
        "the others say whether they agree".to_owned()
    };
    format!(
        "{who} {} the table, with {pieces} of terrain; {then}.",
        who.does("describes", "describe")
    )
}

pub fn field_agreed(state: &State, seat: Seat) -> String {
    let who = Who::side(state, seat);
    format!("{who} {} with the table as it was described.", who.does("agrees", "agree"))
}

pub fn field_set(places: &[Place], terrain: &[Element], wreck: bool) -> String {
    let places = count(number(places.len()), "place", "places");
    let pieces = count(number(terrain.len()), "piece", "pieces");
    let wreck = if wreck { " and a wreck with its pilot" } else { "" };
    format!("The table is set: {places} and {pieces} of terrain{wreck}.")
}
