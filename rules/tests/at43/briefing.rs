//! The mission and who attacks, where dice decide.

use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::mission::Role;
use gatemaster_rules::at43::state::{Phase, Plan};
use gatemaster_rules::at43::tactical::default_plan;
use gatemaster_rules::at43::{At43, Setup};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::system::{System as _, Who};

use super::sample::{BLUE, GOLEMS, Game, RED, STEEL};
use super::stage::{fresh, setup};

fn without_mission(sides: usize) -> Setup {
    Setup { mission: None, attacker: None, ..setup("skirmish", sides) }
}

/// T-MIS-1
#[test]
fn a_die_names_the_mission_by_its_number() {
    let names = [
        "Seek and destroy",
        "Bridgehead",
        "Hold the position",
        "Skirmish",
        "Landing",
        "Extraction",
    ];
    for (face, name) in (1..).zip(names) {
        let mut game = fresh(&without_mission(2));
        assert_eq!(game.state.phase, Phase::Briefing);
        assert_eq!(game.asked(), (Who::AnyPlayer, "roll for the mission".to_owned()));
        game.does(RED, &Command::RollMission, &[face]);
        assert_eq!(game.state.mission.as_ref().unwrap().name, name);
        let roles = face > 2;
        let phase = if roles { Phase::Briefing } else { Phase::Mustering };
        assert_eq!(game.state.phase, phase, "{name}");
    }
}

/// T-MIS-1, T-MIS-5
#[test]
fn with_three_sides_a_mission_for_two_is_rolled_again() {
    let mut game = fresh(&without_mission(3));
    let told = game.does(BLUE, &Command::RollMission, &[5, 3, 2]);
    let again = told.iter().filter(|event| matches!(event, Event::MissionRolledAgain { .. }));
    assert_eq!(again.count(), 2);
    assert_eq!(game.state.mission.as_ref().unwrap().key, "bridgehead");
    assert_eq!(game.state.phase, Phase::Mustering);
}

/// T-MIS-4
#[test]
fn the_highest_die_attacks_and_ties_are_thrown_again() {
    let mut game = fresh(&Setup { attacker: None, ..setup("landing", 2) });
    assert_eq!(game.asked().1, "roll for attacker and defender");
    assert_eq!(game.refused(BLUE, &Command::RollMission), "The mission is Landing.");
    game.does(BLUE, &Command::RollRoles, &[4, 4, 2, 5]);
    assert_eq!(game.state.seat_of_part(Role::Attacker), Some(RED));
    assert_eq!(game.state.seat_of_part(Role::Defender), Some(BLUE));
    assert_eq!(game.state.phase, Phase::Mustering);
    assert_eq!(
        game.refused(BLUE, &Command::RollRoles),
        "Everybody knows who attacks and who defends."
    );
}

/// T-MIS-4
#[test]
fn who_attacks_may_be_agreed_and_is_not_rolled_then() {
    let game = fresh(&setup("extraction", 2));
    assert_eq!(game.state.phase, Phase::Mustering);
    assert_eq!(game.state.seat_of_part(Role::Attacker), Some(BLUE));
    let game = fresh(&without_mission(2));
    assert_eq!(game.refused(BLUE, &Command::RollRoles), "First the die picks the mission.");
}

/// T-MIS-4, T-TAC-6: where people roll by hand, each throw is asked for, ties among them.
#[test]
fn dice_rolled_by_hand_are_asked_for_throw_by_throw_even_after_a_tie() {
    let die = |face| Roll { number: None, sides: 6, face };
    let game = fresh(&Setup { attacker: None, ..setup("landing", 2) });
    let wanted = |fallen: &[Roll]| {
        At43::next_throw(&game.state, &Game::by(BLUE), &Command::RollRoles, fallen).unwrap()
    };
    for (fallen, seat) in [(&[][..], BLUE), (&[die(4)], RED), (&[die(4), die(4)], BLUE)] {
        let wanted = wanted(fallen).unwrap();
        assert_eq!((wanted.seat, wanted.dice, wanted.sides), (seat, 1, 6));
        assert!(wanted.what.starts_with("who attacks in Landing, by "), "{}", wanted.what);
    }
    assert_eq!(wanted(&[die(4), die(5)]), None);

    let mut game = Game::planning(STEEL, GOLEMS);
    let plan = |seat, wager| {
        let plan = Plan { wager, ..default_plan(&game.state, seat) };
        Command::Plan { seat, plan }
    };
    // Authority 1 and a wager of 1 against Authority 2: equal dice tie
    let (blue, red) = (plan(BLUE, 1), plan(RED, 0));
    game.does(BLUE, &blue, &[]);
    let wanted = |fallen: &[Roll]| {
        At43::next_throw(&game.state, &Game::by(RED), &red, fallen).unwrap().map(|it| it.seat)
    };
    assert_eq!(wanted(&[]), Some(BLUE));
    assert_eq!(wanted(&[die(2), die(2)]), Some(BLUE));
    assert_eq!(wanted(&[die(2), die(3)]), None);
}

/// T-MIS-5: a set-up whose die could pick nothing is refused at once.
#[test]
fn three_sides_need_a_mission_that_a_die_can_pick() {
    let mut only_roles = without_mission(3);
    only_roles.missions.retain(|mission| mission.roles);
    assert_eq!(
        At43::set_up(&only_roles).unwrap_err(),
        ["No mission for 3 sides has a number for a die to pick."]
    );
}
