//! Containers and low walls: blown up, opened, lifted.

use gatemaster_rules::at43::command::{Command, Movement, OnElement, Pace, Special};
use gatemaster_rules::at43::mission::PlaceKind;
use gatemaster_rules::at43::profile::{Ability, Specialist};
use gatemaster_rules::at43::state::{
    Element, ElementKind, Place, PlaceId, Role, TerrainId, UnitId,
};

use super::moving::TOADS;
use super::sample::{BLUE, GOLEMS, Game};

fn element(kind: ElementKind, place: Option<PlaceId>) -> Element {
    Element { name: "Container 1".to_owned(), kind, size: 3, tough: None, place, gone: false }
}

/// Blue's troopers act, one of them a combat engineer; a container that is an objective, controlled by Red.
fn engineers() -> Game {
    let mut game = Game::playing(TOADS, GOLEMS);
    let objective = Place {
        name: "Container 1".to_owned(),
        kind: PlaceKind::Container,
        control: 0,
        pays: None,
        of: None,
        bars: None,
        controlled_by: Some(super::sample::RED),
        captured_by: Vec::new(),
        counts: Vec::new(),
        lies: String::new(),
        gone: false,
    };
    game.state.places.push(objective);
    let place = u8::try_from(game.state.places.len() - 1).unwrap();
    game.state.terrain = vec![element(ElementKind::Container, Some(PlaceId(place)))];
    game.unit_mut("Steel troopers").members[8].role = Role::Specialist(Specialist::CombatEngineer);
    game.activate("Steel troopers");
    game
}

fn sabotage(on_it: Vec<OnElement>) -> Command {
    Command::Special(Special::Sabotage { element: TerrainId(0), on_it })
}

/// T-SPE-1, T-TER-3
#[test]
fn a_place_that_is_blown_up_is_gone_and_so_is_whoever_stood_on_it() {
    let mut game = engineers();
    let golems = game.id("Storm golems 1");
    let three = OnElement { unit: golems, role: Role::Standard, fighters: 3 };
    game.does(BLUE, &sabotage(vec![three]), &[]);
    assert!(game.state.terrain[0].gone);
    let place = game.state.places.last().unwrap();
    assert!(place.gone && place.controlled_by.is_none());
    assert_eq!(game.left("Storm golems 1"), 6);
}

/// T-TER-3
#[test]
fn only_whoever_is_there_stands_on_terrain() {
    let game = engineers();
    let golems = game.id("Storm golems 2");
    let on = |unit, fighters| OnElement { unit, role: Role::Standard, fighters };
    let refused = |on_it| game.refused(BLUE, &sabotage(on_it));
    assert!(refused(vec![on(golems, 7)]).contains("6 such fighters"));
    assert!(refused(vec![on(golems, 0)]).contains("0 cannot stand there"));
    assert!(refused(vec![on(golems, 1), on(golems, 2)]).contains("named twice"));
    assert!(refused(vec![on(UnitId(99), 1)]).contains("no such unit on the table"));
}

/// T-TER-4
#[test]
fn whoever_has_opened_a_container_does_not_move_any_more() {
    let mut game = engineers();
    let mut bare = Game { state: game.state.clone(), told: Vec::new() };
    bare.state.terrain.clear();
    let said = bare.refused(BLUE, &Command::Special(Special::Open));
    assert_eq!(said, "There is no container on the table to open.");
    game.does(BLUE, &Command::Special(Special::Open), &[]);
    for pace in [Pace::Combat, Pace::Rush] {
        let refused = game.refused(BLUE, &Command::Move(Movement::plain(pace)));
        assert!(refused.contains("busy with the terrain"), "{refused}");
    }
    game.does(BLUE, &Command::End { drills: Vec::new() }, &[]);
    let mut next = engineers();
    next.does(BLUE, &Command::Move(Movement::plain(Pace::Rush)), &[]);
}

/// T-TER-4
#[test]
fn walls_are_lifted_with_hoist_once_by_each_machine() {
    let hoist = Command::Special(Special::Hoist);
    let mut game = Game::playing(TOADS, GOLEMS);
    game.activate("Fire Toads");
    assert_eq!(game.refused(BLUE, &hoist), "Fire Toads cannot lift walls: that takes Hoist.");
    let entry = game.unit("Fire Toads").entry;
    std::sync::Arc::make_mut(&mut game.state.library).entries[usize::from(entry.0)]
        .abilities
        .push(Ability::Hoist);
    game.unit_mut("Fire Toads").members[2].out = true;
    game.does(BLUE, &hoist, &[]);
    game.does(BLUE, &hoist, &[]);
    assert_eq!(game.refused(BLUE, &hoist), "Each of Fire Toads has lifted a wall already.");
    let off = game.refused(BLUE, &Command::Move(Movement::plain(Pace::Combat)));
    assert!(off.contains("busy with the terrain"));
}

/// T-TER-4
#[test]
fn a_fighter_who_lifts_a_wall_does_not_strike() {
    let mut game = Game::playing(TOADS, GOLEMS);
    let entry = game.unit("Steel troopers").entry;
    std::sync::Arc::make_mut(&mut game.state.library).entries[usize::from(entry.0)]
        .abilities
        .push(Ability::Hoist);
    game.engage("Steel troopers", "Storm golems 1");
    game.activate("Steel troopers");
    let attackers = |game: &Game| {
        let acting = game.state.flow.acting.clone().unwrap();
        gatemaster_rules::at43::melee::combats(&game.state, &acting)[0].attackers
    };
    assert_eq!(attackers(&game), 7);
    game.does(BLUE, &Command::Special(Special::Hoist), &[]);
    assert_eq!(attackers(&game), 6);
}
