//! Machines that rush over infantry.

use gatemaster_rules::at43::command::{Answer, Command, Movement, OnPath, Pace};
use gatemaster_rules::at43::event::{Event, Fall};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::need::Need;
use gatemaster_rules::at43::running_over::test;
use gatemaster_rules::at43::state::{Drill, Role, UnitId};

use super::moving::TOADS;
use super::sample::{BLUE, GOLEMS, Game};

fn touched(unit: UnitId, fighters: u32) -> OnPath {
    OnPath { unit, role: Role::Standard, fighters, engaged: 0, no_room: 0 }
}

fn over(path: &[OnPath]) -> Command {
    Command::Move(Movement { path: path.to_vec(), ..Movement::plain(Pace::Rush) })
}

fn toads() -> Game {
    let mut game = Game::playing(TOADS, GOLEMS);
    game.activate("Fire Toads");
    game
}

/// How many fell, and of what.
fn fell(game: &Game) -> Vec<(usize, Fall)> {
    let fell = game.told.iter().filter_map(|event| match event {
        Event::Fell { members, why, .. } => Some((members.len(), *why)),
        _ => None,
    });
    fell.collect()
}

/// T-MOV-4
#[test]
fn of_free_fighters_on_the_path_a_five_eliminates() {
    assert_eq!(test(false).need(), Need::AtLeast(5));
    let mut game = toads();
    let golems = game.id("Storm golems 1");
    game.does(BLUE, &over(&[touched(golems, 3)]), &[5, 4, 6]);
    assert_eq!(fell(&game), [(2, Fall::RunOver)]);
    assert_eq!(game.left("Storm golems 1"), 7);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::Act), "the machine goes on");
}

/// T-MOV-4: engaged with the machine's own side.
#[test]
fn of_engaged_fighters_a_three_eliminates_and_friends_are_no_safer() {
    assert_eq!(test(true).need(), Need::AtLeast(3));
    let mut game = toads();
    game.engage("Steel troopers", "Storm golems 1");
    let (golems, troopers) = (game.id("Storm golems 1"), game.id("Steel troopers"));
    let both = [
        OnPath { engaged: 2, ..touched(golems, 3) },
        OnPath { engaged: 1, ..touched(troopers, 1) },
    ];
    game.does(BLUE, &over(&both), &[4, 3, 2, 3]);
    assert_eq!(game.left("Storm golems 1"), 8, "free 4 lives, engaged 3 falls, engaged 2 lives");
    assert_eq!(game.left("Steel troopers"), 8);
}

/// T-STA-2
#[test]
fn whoever_loses_a_fighter_under_a_machine_may_have_lost_contact() {
    let mut game = toads();
    game.engage("Steel troopers", "Storm golems 1");
    let (golems, toads) = (game.id("Storm golems 1"), game.id("Fire Toads"));
    let path = vec![OnPath { engaged: 1, ..touched(golems, 1) }];
    let rush = Movement { path, contact: vec![golems], ..Movement::plain(Pace::Rush) };
    game.does(BLUE, &Command::Move(rush), &[3]);
    assert_eq!(
        game.asked().1,
        "say whether Steel troopers and Storm golems 1 are still in contact"
    );
    game.answers(BLUE, Answer::StillInContact(false), &[]);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::Act), "its own contact was told");
    assert_eq!(game.state.enemies_in_contact(golems).collect::<Vec<_>>(), [toads]);
}

/// T-MOV-4
#[test]
fn a_support_weapon_under_the_machine_is_destroyed_without_a_roll() {
    let mut game = toads();
    let golems = game.id("Storm golems 2");
    let members = &mut game.unit_mut("Storm golems 2").members;
    members[4].role = Role::SupportWeapon;
    members[5].role = Role::SupportWeapon;
    let weapons = OnPath { role: Role::SupportWeapon, ..touched(golems, 2) };
    game.does(BLUE, &over(&[weapons]), &[]);
    assert!(game.unit("Storm golems 2").members[4].out);
    assert!(game.unit("Storm golems 2").members[5].out);
}

/// T-MOV-4, T-HER-1: nobody stands in for an officer.
#[test]
fn the_officer_on_the_path_takes_his_own_die() {
    let mut game = toads();
    let golems = game.id("Storm golems 1");
    let officer = OnPath { role: Role::Officer, ..touched(golems, 1) };
    game.does(BLUE, &over(&[officer]), &[5]);
    let unit = game.unit("Storm golems 1");
    assert!(unit.officer().is_none());
    assert_eq!(unit.strength(), 8);
    assert!(!unit.member(unit.leader).unwrap().out, "somebody else leads");
}

/// T-MOV-4, T-UNI-3
#[test]
fn the_leader_is_the_last_of_his_equals_to_lie_on_the_path() {
    let mut game = toads();
    let golems = game.id("Storm golems 2");
    let leader = game.unit("Storm golems 2").leader;
    game.does(BLUE, &over(&[touched(golems, 5)]), &[6; 5]);
    assert_eq!(game.left("Storm golems 2"), 1);
    assert!(!game.unit("Storm golems 2").member(leader).unwrap().out);
}

/// T-MOV-4
#[test]
fn only_a_rushing_machine_runs_anybody_over() {
    let mut game = toads();
    let (golems, goliaths) = (game.id("Storm golems 1"), game.id("Fire Toads"));
    let walk = |path: &[OnPath]| {
        Command::Move(Movement { path: path.to_vec(), ..Movement::plain(Pace::Combat) })
    };
    let sentence = "Only machines on a rush run infantry over.";
    assert_eq!(game.refused(BLUE, &walk(&[touched(golems, 1)])), sentence);
    assert!(game.refused(BLUE, &over(&[touched(goliaths, 1)])).contains("no infantry"));
    game.does(BLUE, &Command::End { drills: Vec::new() }, &[]);
    let mut troopers = Game::playing(TOADS, GOLEMS);
    troopers.activate("Steel troopers");
    assert_eq!(troopers.refused(BLUE, &over(&[touched(golems, 1)])), sentence);
}

/// T-MOV-4
#[test]
fn nobody_lies_on_the_path_who_is_not_there() {
    let game = toads();
    let golems = game.id("Storm golems 2");
    let refused = |path: &[OnPath]| game.refused(BLUE, &over(path));
    assert!(refused(&[touched(golems, 7)]).contains("6 such fighters are left"));
    assert!(refused(&[touched(golems, 0)]).contains("cannot lie on the path"));
    assert!(refused(&[touched(golems, 1), touched(golems, 1)]).contains("named twice"));
    let engaged = OnPath { engaged: 1, ..touched(golems, 1) };
    assert!(refused(&[engaged]).contains("in contact with nobody"));
    let crowded = OnPath { no_room: 2, ..touched(golems, 1) };
    assert!(refused(&[crowded]).contains("no more than that"));
    let officer = OnPath { role: Role::Officer, ..touched(golems, 1) };
    assert!(refused(&[officer]).contains("0 such fighters"));
}

/// T-MOV-5
#[test]
fn survivors_for_whom_there_is_no_room_fall_and_each_dead_leaves_room() {
    let mut game = toads();
    let golems = game.id("Storm golems 1");
    let crowded = OnPath { no_room: 2, ..touched(golems, 4) };
    game.does(BLUE, &over(&[crowded]), &[1, 5, 1, 1]);
    assert_eq!(fell(&game), [(1, Fall::RunOver), (1, Fall::NoRoom)]);
    assert_eq!(game.left("Storm golems 1"), 7);
}

/// T-MOV-5, T-OVW-1
#[test]
fn those_who_are_left_fire_in_overwatch_after_they_were_run_over() {
    let mut game = toads();
    let golems = game.id("Storm golems 1");
    game.unit_mut("Storm golems 1").drills = vec![Drill::Overwatch];
    let officer = OnPath { role: Role::Officer, ..touched(golems, 1) };
    game.does(BLUE, &over(&[touched(golems, 1), officer]), &[6, 6]);
    assert_eq!(game.left("Storm golems 1"), 7);
    let unit = game.unit("Storm golems 1");
    assert!(!unit.member(unit.leader).unwrap().out, "and have a new leader by then");
    assert!(matches!(game.state.flow.tasks.last(), Some(Task::Overwatch { .. })));
    game.answers(super::sample::RED, Answer::Watch(None), &[]);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::Act));
}

/// T-MOV-4
#[test]
fn a_unit_run_over_to_the_last_is_gone_and_nobody_is_in_contact_with_it() {
    let mut game = toads();
    for member in game.unit_mut("Storm golems 2").members.iter_mut().skip(2) {
        member.out = true;
    }
    let golems = game.id("Storm golems 2");
    let movement = Movement {
        path: vec![touched(golems, 2)],
        contact: vec![golems],
        ..Movement::plain(Pace::Rush)
    };
    game.does(BLUE, &Command::Move(movement), &[5, 5]);
    assert!(game.unit("Storm golems 2").is_gone());
    assert!(game.state.contacts.is_empty());
}
