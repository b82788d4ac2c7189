//! Small battles to aim in.

mod aiming;
mod indoors;
mod named;
mod pins;
mod tabled;

use gatemaster_rules::antares::command::Shot;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::{Acting, Manner, Task};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::antares::{Antares, Setup, State};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::Seq;
use gatemaster_rules::system::System as _;

use super::draft::{Draft, Firing, Salvo, picks};
use super::habits::Habits;

/// The first unit of Red, which acts.
pub const RED: UnitId = UnitId(0);

/// Two forces on the table, by the keys of their units; Red's first unit carries out a Fire order.
pub fn battle(red: &[&str], blue: &[&str]) -> State {
    let sides =
        [("Red", Colour::Red, Faction::Other, red), ("Blue", Colour::Blue, Faction::Other, blue)];
    let mut setup = Setup::of(Library::built_in(), sides).unwrap();
    setup.options.already_deployed = true;
    let mut state = Antares::set_up(&setup).unwrap();
    acts(&mut state, RED, Order::Fire);
    state
}

pub fn acts(state: &mut State, unit: UnitId, order: Order) {
    state.turn = 1;
    state.units[unit.index()].dice.placed = vec![order];
    state.flow.acting =
        Some(Acting { unit, order, sprint: false, assault: None, moved: false, going: None });
    state.flow.tasks = vec![Task::EndAction, Task::Act].into();
}

/// The first unit of Blue.
pub fn blue(state: &State) -> UnitId {
    state.ids().find(|id| state.unit(*id).unwrap().side.0 == 1).unwrap()
}

pub fn aimed(state: &State, manner: Manner) -> Draft {
    let firing = Firing { manner, spring: false };
    Draft::begin(state, Seq(7), firing, RED, blue(state).into(), &Habits::default())
}

/// The same with the way in whose words this stands.
pub fn aimed_with(state: &State, manner: Manner, words: &str) -> Draft {
    let mut draft = aimed(state, manner);
    choose(state, &mut draft, words);
    draft
}

pub fn choose(state: &State, draft: &mut Draft, words: &str) {
    let choices = draft.choices(state);
    let words_of = |way: &Vec<_>| gatemaster_rules::antares::label::ways(state, draft.unit, way);
    let way = choices.iter().find(|way| words_of(way).contains(words));
    let all: Vec<String> = choices.iter().map(words_of).collect();
    draft.way = picks(way.unwrap_or_else(|| panic!("no {words} among {all:?}")));
}

/// What would be fired from this far at units.
pub fn shots(state: &State, draft: &Draft, range: u32) -> Vec<Shot> {
    at_units(&draft.salvo(state, Inches::whole(range))).to_vec()
}

pub fn at_units(salvo: &Salvo) -> &[Shot] {
    match salvo {
        Salvo::Units(shots) => shots,
        Salvo::Building(shot) => panic!("{shot:?} is at a building"),
    }
}
