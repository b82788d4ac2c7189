//! Mechanics, combat engineers and laser targeters.

use gatemaster_rules::at43::activation::besides;
use gatemaster_rules::at43::armament::{Armament, Shooter, weapons};
use gatemaster_rules::at43::command::{Command, MachinePart, Mark, Movement, Pace, Salvo, Special};
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::moves::allowance;
use gatemaster_rules::at43::need::{Band, Range};
use gatemaster_rules::at43::profile::{Ability, EquipmentId, Gives, Specialist};
use gatemaster_rules::at43::state::{
    Drill, Element, ElementKind, MemberId, PlaceId, Role, Tag, TerrainId, UnitId,
};
use gatemaster_rules::at43::{At43, data};
use gatemaster_rules::system::System as _;

use super::sample::{BLUE, GOLEMS, Game, STEEL};

const WORKSHOP: &str = "White Stars\n9 steel troopers, sergeant, mechanic\n3 Fire Toads";

fn workshop() -> Game {
    let mut game = Game::playing(WORKSHOP, GOLEMS);
    game.activate("Steel troopers");
    game
}

fn repair(unit: UnitId, machine: u8, part: MachinePart) -> Command {
    Command::Special(Special::Repair { unit, machine: MemberId(machine), part })
}

/// T-SPE-2, T-DMG-6
#[test]
fn a_mechanic_mends_one_point_of_a_part_even_a_destroyed_one() {
    let mut game = workshop();
    let toads = game.id("Fire Toads");
    game.unit_mut("Fire Toads").members[1].machine.as_mut().unwrap().propulsion = 0;
    game.does(BLUE, &repair(toads, 1, MachinePart::Propulsion), &[]);
    let machine = game.unit("Fire Toads").members[1].machine.clone().unwrap();
    assert_eq!(machine.propulsion, 1);
    assert!(!machine.is_immobilised(), "it walks again");
    assert_eq!(
        game.refused(BLUE, &repair(toads, 1, MachinePart::Propulsion)),
        "The mechanic of Steel troopers has done his work for this activation."
    );
}

/// T-SPE-2
#[test]
fn a_mechanic_works_before_everything_else_or_after_it() {
    let mut game = workshop();
    let toads = game.id("Fire Toads");
    game.unit_mut("Fire Toads").members[0].machine.as_mut().unwrap().frame = 2;
    let moving = Command::Move(Movement::plain(Pace::Combat));
    let mut early = Game { state: game.state.clone(), told: Vec::new() };
    early.does(BLUE, &repair(toads, 0, MachinePart::Frame), &[]);
    early.does(BLUE, &moving, &[]);
    game.does(BLUE, &moving, &[]);
    game.does(BLUE, &repair(toads, 0, MachinePart::Frame), &[]);
    let golems = Mark::Unit(game.id("Storm golems 1"));
    let rifles = Game::weapon("laser-rifle");
    let shot = Command::Shoot(Salvo::plain(rifles, golems, Range::Band(Band(2))));
    assert_eq!(
        game.refused(BLUE, &shot),
        "A mechanic has worked at the end of this activation; only drills are left."
    );
    // the menu offers no shot, movement or combat either
    let acting = game.state.flow.acting.clone().unwrap();
    let armed = weapons(&game.state, &Shooter::acting(&game.state, &acting));
    let why = |armed: &Armament| armed.why_not.clone().unwrap();
    assert!(armed.iter().all(|armed| why(armed).contains("only drills are left")), "{armed:?}");
    let step = allowance(&game.state, &acting, Pace::Combat, false, false).unwrap_err();
    assert!(step.sentence().contains("only drills are left"), "{step:?}");
    game.does(BLUE, &Command::End { drills: vec![Drill::TakeCover] }, &[]);
}

/// T-SPE-2
#[test]
fn nothing_is_mended_beyond_its_full_points_nor_a_destroyed_machine() {
    let mut game = workshop();
    let toads = game.id("Fire Toads");
    let golems = game.id("Storm golems 1");
    let whole = game.refused(BLUE, &repair(toads, 0, MachinePart::Frame));
    assert_eq!(whole, "That part of Fire Toads has 5 of 5 SP: nothing to repair.");
    assert!(game.refused(BLUE, &repair(toads, 0, MachinePart::Weapon(2))).contains("no such part"));
    game.unit_mut("Fire Toads").members[1].out = true;
    assert!(game.refused(BLUE, &repair(toads, 1, MachinePart::Frame)).contains("beyond repair"));
    assert!(game.refused(BLUE, &repair(golems, 0, MachinePart::Frame)).contains("no friendly"));
    let machine = game.unit_mut("Fire Toads").members[0].machine.as_mut().unwrap();
    machine.weapons[1] = 0;
    game.does(BLUE, &repair(toads, 0, MachinePart::Weapon(1)), &[]);
    let machine = game.unit("Fire Toads").members[0].machine.clone().unwrap();
    assert_eq!(machine.weapons, [1, 1]);
}

/// T-SPE-2
#[test]
fn a_fallen_mechanic_mends_nothing_and_two_mend_twice() {
    let mut game = workshop();
    let toads = game.id("Fire Toads");
    for member in &mut game.unit_mut("Fire Toads").members {
        member.machine.as_mut().unwrap().frame = 2;
    }
    let frame = repair(toads, 0, MachinePart::Frame);
    let mut alone = game.clone();
    for member in &mut alone.unit_mut("Steel troopers").members {
        member.out = member.role == Role::Specialist(Specialist::Mechanic);
    }
    assert_eq!(alone.refused(BLUE, &frame), "Steel troopers have no mechanic left.");
    game.unit_mut("Steel troopers").members[8].role = Role::Specialist(Specialist::Mechanic);
    game.does(BLUE, &frame, &[]);
    game.does(BLUE, &frame, &[]);
    let machine = game.unit("Fire Toads").members[0].machine.clone().unwrap();
    assert_eq!(machine.frame, 4);
    assert!(game.refused(BLUE, &frame).contains("The 2 mechanics"));
}

fn container(place: Option<PlaceId>) -> Element {
    Element {
        name: "Container Able".to_owned(),
        kind: ElementKind::Container,
        size: 3,
        tough: None,
        place,
        gone: false,
    }
}

/// T-SPE-1
#[test]
fn an_engineer_removes_one_element_in_his_units_activation() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.state.terrain = vec![container(None), container(None)];
    game.activate("Steel troopers 1");
    let blow_up = |element| {
        Command::Special(Special::Sabotage { element: TerrainId(element), on_it: Vec::new() })
    };
    assert!(game.refused(BLUE, &blow_up(0)).contains("no combat engineer"));
    game.unit_mut("Steel troopers 1").members[8].role =
        Role::Specialist(Specialist::CombatEngineer);
    assert!(game.refused(BLUE, &blow_up(2)).contains("no such piece of terrain"));
    game.does(BLUE, &blow_up(0), &[]);
    assert!(game.state.terrain[0].gone && !game.state.terrain[1].gone);
    assert!(game.refused(BLUE, &blow_up(1)).contains("has done his work"));
    game.state.flow.acting.as_mut().unwrap().engineers = 0;
    assert_eq!(game.refused(BLUE, &blow_up(0)), "Container Able is gone already.");
}

fn targeters(game: &mut Game, name: &str) {
    let item = data::library()
        .equipment
        .iter()
        .position(|item| item.gives == Gives::Ability(Ability::Designator));
    let item = EquipmentId(u16::try_from(item.unwrap()).unwrap());
    game.unit_mut(name).equipment.push(item);
}

/// T-EQP-3
#[test]
fn each_fighter_with_a_targeter_tags_one_enemy_unit() {
    let mut game = Game::playing(STEEL, GOLEMS);
    targeters(&mut game, "Steel TacArms");
    game.activate("Steel TacArms");
    game.unit_mut("Steel TacArms").members[2].out = true;
    let tag = |on| Command::Special(Special::Tag { on });
    let enemies = ["Storm golems 1", "Storm golems 2", "Bane goliaths"].map(|name| game.id(name));
    game.does(BLUE, &tag(enemies[0]), &[]);
    assert!(game.refused(BLUE, &tag(enemies[0])).contains("tagged already"));
    assert!(game.refused(BLUE, &tag(game.id("Steel troopers 1"))).contains("no enemy"));
    game.does(BLUE, &tag(enemies[1]), &[]);
    assert!(game.refused(BLUE, &tag(enemies[2])).contains("The 2 of Steel TacArms"));
    assert_eq!(
        game.state.tags,
        [Tag { by: BLUE, on: enemies[0] }, Tag { by: BLUE, on: enemies[1] }]
    );
    let next = Event::RoundBegan { round: 2, pools: vec![0, 0], commanders: vec![None, None] };
    At43::apply(&mut game.state, &next);
    assert_eq!(game.state.tags, [], "until the end of the round");
}

/// T-EQP-3
#[test]
fn without_targeters_nobody_is_tagged() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.activate("Steel TacArms");
    let tag = Command::Special(Special::Tag { on: game.id("Storm golems 1") });
    assert_eq!(game.refused(BLUE, &tag), "Steel TacArms have no laser targeters.");
}

#[test]
fn specialists_are_offered_what_they_can_do() {
    let mut game = workshop();
    game.state.terrain = vec![container(None)];
    game.unit_mut("Steel troopers").members[8].role = Role::Specialist(Specialist::CombatEngineer);
    game.unit_mut("Fire Toads").members[1].machine.as_mut().unwrap().weapons[0] = 0;
    targeters(&mut game, "Steel troopers");
    let open = At43::open(&game.state);
    let specials: Vec<_> =
        open[0].options.iter().filter(|option| matches!(option, Command::Special(_))).collect();
    assert_eq!(
        specials.len(),
        1 + 1 + 3 + 1,
        "sabotage, repair, three tags, opening: {specials:?}"
    );
    for option in specials {
        game.clone().does(BLUE, option, &[]);
    }
}

#[test]
fn however_much_a_unit_could_do_all_of_it_is_listed() {
    let mut game = workshop();
    game.state.terrain = vec![container(None); 30];
    game.unit_mut("Steel troopers").members[8].role = Role::Specialist(Specialist::CombatEngineer);
    let sabotage = |one: &Command| matches!(one, Command::Special(Special::Sabotage { .. }));
    assert_eq!(besides(&game.state).iter().filter(|one| sabotage(one)).count(), 30);
    let shown = At43::open(&game.state)[0].options.clone();
    assert!(shown.iter().filter(|one| sabotage(one)).count() < 30, "examples are few");
}
