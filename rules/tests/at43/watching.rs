//! Overwatch, and the answers given beforehand.

use gatemaster_rules::at43::At43;
use gatemaster_rules::at43::command::{Answer, Command, Mark, Movement, Pace, Salvo, Told};
use gatemaster_rules::at43::event::{DrillLoss, Event};
use gatemaster_rules::at43::need::{Band, Range};
use gatemaster_rules::at43::standing::{self, Overwatch, Standing};
use gatemaster_rules::at43::state::{Drill, Role};
use gatemaster_rules::system::{System as _, Viewer, Who};

use super::sample::{BLUE, Game, RED};

const BLUE_SIDE: &str = "White Stars\n9 steel troopers, sergeant, 2 laser guns\n6 steel troopers\n1 fire toad, sergeant";
const RED_SIDE: &str = "Therians\n9 storm golems, alpha, 2 sonic guns\n6 storm golems";
const HOLD: Command = Command::Answer(Answer::Watch(None));

fn move_to(contact: &[&str], game: &Game) -> Command {
    let contact = contact.iter().map(|name| game.id(name)).collect();
    Command::Move(Movement { contact, ..Movement::plain(Pace::Combat) })
}

/// Golems in overwatch, and the first steel troopers about to move.
fn watched() -> Game {
    let mut game = Game::playing(BLUE_SIDE, RED_SIDE);
    game.unit_mut("Storm golems 1").drills = vec![Drill::Overwatch];
    game.activate("Steel troopers 1");
    game
}

fn shot(game: &Game, weapon: &str, at: &str, band: u8) -> Command {
    let mark = Mark::Unit(game.id(at));
    Command::Shoot(Salvo::plain(Game::weapon(weapon), mark, Range::Band(Band(band))))
}

/// T-OVW-1, T-OVW-2
#[test]
fn whoever_moves_is_fired_at_salvo_by_salvo_and_the_drill_is_gone() {
    let mut game = watched();
    let moving = move_to(&[], &game);
    game.does(BLUE, &moving, &[]);
    let golems = game.id("Storm golems 1");
    assert_eq!(
        game.asked(),
        (Who::Seat(RED), "fire at Steel troopers 1 in overwatch or hold".into())
    );
    game.answers(RED, Answer::Watch(Some(golems)), &[]);
    assert_eq!(game.asked().1, "fire with Storm golems 1 in overwatch");
    let elsewhere = shot(&game, "sonic-gun", "Steel troopers 2", 3);
    let said = game.refused(RED, &elsewhere);
    assert!(said.contains("Steel troopers 1"), "{said}");
    // two sonic guns, Accuracy 5 at range 3: 3 or more; Penetration 8 on 5: 3 or more
    let sonic = shot(&game, "sonic-gun", "Steel troopers 1", 3);
    game.does(RED, &sonic, &[1, 1, 1, 2, 3, 6, 2, 5]);
    assert_eq!(game.left("Steel troopers 1"), 8);
    let said = game.refused(RED, &sonic);
    assert_eq!(said, "Storm golems 1 have fired the sonic gun already.");
    game.does(RED, &Command::End { drills: Vec::new() }, &[]);
    assert!(game.unit("Storm golems 1").drills.is_empty(), "one salvo was enough to use it up");
    assert!(game.told.iter().any(|event| matches!(
        event,
        Event::DrillLost { drill: Drill::Overwatch, why: DrillLoss::Used, .. }
    )));
    assert_eq!(game.asked(), (Who::Seat(BLUE), "act with Steel troopers 1".into()));
    assert!(!game.unit("Storm golems 1").played, "its own activation is to come");
}

/// T-OVW-2
#[test]
fn a_unit_that_holds_its_fire_keeps_its_overwatch() {
    let mut game = watched();
    let moving = move_to(&[], &game);
    game.does(BLUE, &moving, &[]);
    game.does(RED, &HOLD, &[]);
    assert_eq!(game.unit("Storm golems 1").drills, [Drill::Overwatch]);
    assert_eq!(game.asked().0, Who::Seat(BLUE));
}

/// T-OVW-2
#[test]
fn whoever_aims_and_does_not_fire_has_held_its_fire_and_comrades_may_still_fire() {
    let mut game = watched();
    game.unit_mut("Storm golems 2").drills = vec![Drill::Overwatch];
    let moving = move_to(&[], &game);
    game.does(BLUE, &moving, &[]);
    let golems = game.id("Storm golems 1");
    game.answers(RED, Answer::Watch(Some(golems)), &[]);
    game.does(RED, &Command::End { drills: Vec::new() }, &[]);
    assert_eq!(game.unit("Storm golems 1").drills, [Drill::Overwatch]);
    let again = Command::Answer(Answer::Watch(Some(golems)));
    let said = game.refused(RED, &again);
    assert_eq!(said, "Storm golems 1 are not in overwatch, or cannot fire now.", "not this time");
    assert_eq!(game.asked().0, Who::Seat(RED), "the other unit may fire");
    game.does(RED, &HOLD, &[]);
    assert_eq!(game.asked().0, Who::Seat(BLUE));
}

/// T-OVW-1: no movement, no overwatch fire.
#[test]
fn a_unit_that_does_not_move_is_not_fired_at() {
    let mut game = watched();
    game.does(BLUE, &Command::End { drills: Vec::new() }, &[]);
    assert_eq!(game.asked(), (Who::Seat(RED), "play the next card".into()));
}

/// T-OVW-2: several units, in the order that their owner likes.
#[test]
fn the_owner_says_who_fires_first() {
    let mut game = watched();
    game.unit_mut("Storm golems 2").drills = vec![Drill::Overwatch];
    let moving = move_to(&[], &game);
    game.does(BLUE, &moving, &[]);
    let second = game.id("Storm golems 2");
    game.answers(RED, Answer::Watch(Some(second)), &[]);
    let blasters = shot(&game, "nanoblaster", "Steel troopers 1", 12);
    // nothing can be hit at range 12, but it was fired
    game.does(RED, &blasters, &[]);
    if game.asked().1.contains("Storm golems 2") {
        game.does(RED, &Command::End { drills: Vec::new() }, &[]);
    }
    assert!(game.unit("Storm golems 2").drills.is_empty());
    assert_eq!(game.asked().1, "fire at Steel troopers 1 in overwatch or hold", "the other one");
    game.does(RED, &HOLD, &[]);
    assert_eq!(game.unit("Storm golems 1").drills, [Drill::Overwatch]);
}

/// T-OVW-3, T-DRL-2
#[test]
fn a_unit_that_is_engaged_by_the_movement_loses_its_overwatch_before_it_can_fire() {
    let mut game = watched();
    let moving = move_to(&["Storm golems 1"], &game);
    game.does(BLUE, &moving, &[]);
    assert!(game.unit("Storm golems 1").drills.is_empty());
    assert_eq!(game.asked().0, Who::Seat(BLUE));
}

/// T-DRL-2: a machine in contact is not engaged, so its overwatch stands.
#[test]
fn a_machine_that_is_reached_keeps_its_overwatch_and_fires() {
    let mut game = Game::playing(BLUE_SIDE, RED_SIDE);
    game.unit_mut("Fire Toads").drills = vec![Drill::Overwatch];
    game.state.flow.tasks = Vec::new().into();
    game.state.flow.tasks.push([gatemaster_rules::at43::flow::Task::Turn]);
    game.activate("Storm golems 1");
    let moving = move_to(&["Fire Toads"], &game);
    game.does(RED, &moving, &[]);
    assert_eq!(game.asked().0, Who::Seat(BLUE));
    assert_eq!(game.asked().1, "fire at Storm golems 1 in overwatch or hold");
}

/// T-OVW-4, T-DRL-6
#[test]
fn with_split_fire_the_group_that_has_not_fired_keeps_its_overwatch() {
    let mut game = watched();
    game.unit_mut("Storm golems 1").drills = vec![Drill::SplitFire, Drill::Overwatch];
    let moving = move_to(&[], &game);
    game.does(BLUE, &moving, &[]);
    let golems = game.id("Storm golems 1");
    game.answers(RED, Answer::Watch(Some(golems)), &[]);
    let sonic = shot(&game, "sonic-gun", "Steel troopers 1", 11);
    game.does(RED, &sonic, &[]);
    if game.asked().1 == "fire with Storm golems 1 in overwatch" {
        let rest = shot(&game, "nanoblaster", "Steel troopers 1", 3);
        let said = game.refused(RED, &rest);
        assert!(!said.is_empty());
        game.does(RED, &Command::End { drills: Vec::new() }, &[]);
    }
    assert!(game.unit("Storm golems 1").has_drill(Drill::Overwatch));
    assert_eq!(game.asked().1, "fire at Steel troopers 1 in overwatch or hold", "the others may");
    game.does(RED, &HOLD, &[]);
    // when the next unit moves, only those others fire
    game.does(BLUE, &Command::End { drills: Vec::new() }, &[]);
    let unit = game.unit("Storm golems 1");
    assert_eq!(unit.watched, [gatemaster_rules::at43::state::Group::Bearers]);
}

/// T-DRL-2, T-STA-3
#[test]
fn the_disorganized_do_not_fire_in_overwatch() {
    let mut game = watched();
    game.unit_mut("Storm golems 1").disorganized = true;
    let moving = move_to(&[], &game);
    game.does(BLUE, &moving, &[]);
    assert_eq!(game.asked().0, Who::Seat(BLUE));
}

/// T-OVW-1, T-RES-2: entering through an access zone is a movement.
#[test]
fn a_unit_that_enters_by_an_access_zone_is_fired_at() {
    let mut game = watched();
    game.state.flow.acting.as_mut().unwrap().must_enter = true;
    let moving = move_to(&[], &game);
    game.does(BLUE, &moving, &[]);
    assert_eq!(game.asked().0, Who::Seat(RED));
}

fn standing_answer(game: &Game, standing: &Standing) -> Option<Command> {
    let view = At43::view(&game.state, &Viewer::on(RED));
    standing::answer(&view, RED, standing)
}

/// T-OVW-1: with answers given beforehand a game by post waits for nobody.
#[test]
fn a_standing_answer_holds_fires_or_leaves_it_to_the_player() {
    let mut game = watched();
    let golems = game.id("Storm golems 1");
    let told = Told { unit: golems, range: Range::Band(Band(3)) };
    let movement = Movement { ranges: vec![told], ..Movement::plain(Pace::Combat) };
    game.does(BLUE, &Command::Move(movement), &[]);
    let with = |overwatch| Standing { overwatch, ..Standing::default() };
    assert_eq!(standing_answer(&game, &with(Overwatch::Ask)), None);
    assert_eq!(standing_answer(&game, &with(Overwatch::Hold)), Some(HOLD));
    assert_eq!(standing_answer(&game, &with(Overwatch::FireAtMachines)), Some(HOLD));
    let fire = Command::Answer(Answer::Watch(Some(golems)));
    let infantry = with(Overwatch::FireAtInfantry);
    assert_eq!(standing_answer(&game, &infantry), Some(fire.clone()));
    let only_this = Standing {
        overwatch: Overwatch::Hold,
        of_units: vec![(golems, Overwatch::FireAtAnything)],
        ..Standing::default()
    };
    assert_eq!(standing_answer(&game, &only_this), Some(fire.clone()));
    let blue = At43::view(&game.state, &Viewer::on(BLUE));
    assert_eq!(standing::answer(&blue, BLUE, &infantry), None, "it is not Blue's to say");
    // it goes on to fire what it has, at the range that was told
    game.does(RED, &fire, &[]);
    let Some(Command::Shoot(salvo)) = standing_answer(&game, &infantry) else {
        panic!("a salvo at the range told")
    };
    assert_eq!(salvo.range.band(), Band(3));
}

/// T-OVW-1: what somebody fires by hand, against their own word given beforehand, is not taken out of their hands.
#[test]
fn a_unit_that_is_to_hold_and_is_chosen_by_hand_fires_by_hand() {
    let mut game = watched();
    let golems = game.id("Storm golems 1");
    let told = Told { unit: golems, range: Range::Band(Band(3)) };
    let movement = Movement { ranges: vec![told], ..Movement::plain(Pace::Combat) };
    game.does(BLUE, &Command::Move(movement), &[]);
    game.answers(RED, Answer::Watch(Some(golems)), &[]);
    for overwatch in [Overwatch::Hold, Overwatch::FireAtMachines] {
        let standing = Standing { overwatch, ..Standing::default() };
        assert_eq!(standing_answer(&game, &standing), None, "{overwatch:?}");
    }
}

/// A range from before the movement is not fired at unasked.
#[test]
fn a_standing_answer_fires_at_no_range_from_before_the_movement() {
    let mut game = watched();
    let golems = game.id("Storm golems 1");
    let troopers = game.id("Steel troopers 1");
    let moving = move_to(&[], &game);
    game.does(BLUE, &moving, &[]);
    game.answers(RED, Answer::Watch(Some(golems)), &[]);
    let always = Standing { overwatch: Overwatch::FireAtAnything, ..Standing::default() };
    assert_eq!(standing_answer(&game, &always), None, "the salvo is asked for");
    let sonic = shot(&game, "sonic-gun", "Steel troopers 1", 11);
    game.does(RED, &sonic, &[]);
    assert_eq!(game.state.last_range(golems, troopers), Some(Range::Band(Band(11))));
    assert_eq!(game.state.range_that_holds(golems, troopers), Some(Range::Band(Band(11))));
}

/// T-OVW-1: a range told for a movement names an enemy on the table.
#[test]
fn ranges_are_told_to_enemies() {
    let game = watched();
    let told = Told { unit: game.id("Steel troopers 2"), range: Range::Band(Band(3)) };
    let movement = Movement { ranges: vec![told], ..Movement::plain(Pace::Combat) };
    let said = game.refused(BLUE, &Command::Move(movement));
    assert_eq!(said, "Ranges are told to enemy units on the table.");
    assert_eq!(game.unit("Steel troopers 1").living_of(Role::Bearer), 2);
}
