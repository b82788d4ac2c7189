//! The mission and who attacks, where dice decide.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::mission::Role;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::system::Who;

use super::sample::{BLUE, RED};
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
