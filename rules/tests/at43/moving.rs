//! Movement: how far, into and out of contact, and off the table.

use gatemaster_rules::at43::command::{Against, Cohesion, Combat, Command, Hyper, Movement, Pace};
use gatemaster_rules::at43::event::{DrillLoss, Event};
use gatemaster_rules::at43::flow::{Fired, Task};
use gatemaster_rules::at43::mission::Role as Part;
use gatemaster_rules::at43::need::Millimetres;
use gatemaster_rules::at43::state::{
    Drill, Gone, LossKind, Member, MemberId, Pilot, Role, Stands, UnitId, Wreck,
};
use gatemaster_rules::at43::{At43, data};
use gatemaster_rules::system::System as _;

use super::sample::{BLUE, GOLEMS, Game, RED, STEEL};

pub const TOADS: &str = "White Stars\n9 steel troopers, sergeant, 2 laser guns\n3 Fire Toads";

fn going(pace: Pace, tenths: u32) -> Command {
    Command::Move(Movement { distance: Some(Millimetres(tenths)), ..Movement::plain(pace) })
}

fn into(pace: Pace, contact: &[UnitId]) -> Command {
    Command::Move(Movement { contact: contact.to_vec(), ..Movement::plain(pace) })
}

fn plain(pace: Pace) -> Command {
    Command::Move(Movement::plain(pace))
}

fn drills_lost(game: &Game) -> Vec<(UnitId, Drill)> {
    let lost = game.told.iter().filter_map(|event| match event {
        Event::DrillLost { unit, drill, why: DrillLoss::Engaged } => Some((*unit, *drill)),
        _ => None,
    });
    lost.collect()
}

/// T-MOV-1: the book's rush, twenty centimetres for steel troopers.
#[test]
fn steel_troopers_run_twenty_centimetres_and_no_more() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.activate("Steel troopers 1");
    assert_eq!(
        game.refused(BLUE, &going(Pace::Rush, 201)),
        "Steel troopers 1 may move up to 20 cm; 20.1 cm is too far."
    );
    game.does(BLUE, &going(Pace::Rush, 200), &[]);
    let acting = game.state.flow.acting.as_ref().unwrap();
    assert!(acting.moved && acting.rushed);
    assert!(game.unit("Steel troopers 1").moved);
}

/// T-MOV-1
#[test]
fn a_machine_rushes_ten_centimetres_beyond_its_movement() {
    let mut game = Game::playing(TOADS, GOLEMS);
    game.activate("Fire Toads");
    assert!(game.refused(BLUE, &going(Pace::Rush, 261)).contains("up to 26 cm"));
    game.does(BLUE, &going(Pace::Rush, 260), &[]);
}

/// T-MOV-2, T-ACT-6
#[test]
fn a_combat_movement_is_the_units_movement_and_there_is_one() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.activate("Steel troopers 1");
    assert!(game.refused(BLUE, &going(Pace::Combat, 141)).contains("up to 14 cm"));
    game.does(BLUE, &going(Pace::Combat, 140), &[]);
    let again = game.refused(BLUE, &plain(Pace::Combat));
    assert_eq!(again, "Steel troopers 1 have moved already in this activation.");
}

/// T-MOV-2, T-STA-2: disengaging, with a Movement that does not halve evenly.
#[test]
fn an_engaged_unit_draws_back_half_its_movement_and_is_free_from_then_on() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let entry = game.unit("Steel troopers 1").entry;
    std::sync::Arc::make_mut(&mut game.state.library).entries[usize::from(entry.0)]
        .profile
        .movement = 15;
    game.engage("Steel troopers 1", "Storm golems 1");
    game.activate("Steel troopers 1");
    assert!(game.refused(BLUE, &plain(Pace::Rush)).contains("were engaged when activated"));
    assert!(game.refused(BLUE, &going(Pace::Combat, 76)).contains("up to 7.5 cm"), "not rounded");
    let drill = Command::End { drills: vec![Drill::TakeCover] };
    assert!(game.refused(BLUE, &drill).contains("are engaged"));
    game.does(BLUE, &going(Pace::Combat, 75), &[]);
    assert!(!game.state.is_engaged(game.id("Steel troopers 1")));
    assert!(!game.state.is_engaged(game.id("Storm golems 1")), "nor are the golems");
    game.does(BLUE, &drill, &[]);
    assert_eq!(game.unit("Steel troopers 1").drills, [Drill::TakeCover]);
}

/// T-STA-2
#[test]
fn a_unit_whose_enemies_are_gone_before_its_card_is_up_is_free_again() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.engage("Steel troopers 1", "Storm golems 1");
    game.state.contacts.clear();
    game.activate("Steel troopers 1");
    game.does(BLUE, &plain(Pace::Rush), &[]);
}

/// T-STA-1
#[test]
fn a_machine_in_contact_is_never_engaged() {
    let mut game = Game::playing(TOADS, GOLEMS);
    game.engage("Fire Toads", "Storm golems 1");
    assert!(game.state.is_engaged(game.id("Storm golems 1")));
    assert!(!game.state.is_engaged(game.id("Fire Toads")));
    game.activate("Fire Toads");
    game.does(BLUE, &going(Pace::Rush, 260), &[]);
}

/// T-TER-1
#[test]
fn crossing_a_wall_takes_half_the_movement_and_never_a_quarter() {
    let crossing = |pace, tenths| {
        let distance = Some(Millimetres(tenths));
        Command::Move(Movement { crosses: true, distance, ..Movement::plain(pace) })
    };
    let mut game = Game::playing(TOADS, GOLEMS);
    let mut engaged = Game::playing(TOADS, GOLEMS);
    engaged.engage("Steel troopers", "Storm golems 1");
    for mut game in [game.clone(), engaged] {
        game.activate("Steel troopers");
        assert!(game.refused(BLUE, &crossing(Pace::Combat, 71)).contains("up to 7 cm"));
        game.does(BLUE, &crossing(Pace::Combat, 70), &[]);
    }
    let mut running = game.clone();
    running.activate("Steel troopers");
    assert!(running.refused(BLUE, &crossing(Pace::Rush, 10)).contains("not on a rush"));
    game.activate("Fire Toads");
    assert!(game.refused(BLUE, &crossing(Pace::Combat, 10)).contains("only infantry does"));
    assert!(game.refused(BLUE, &crossing(Pace::Rush, 10)).contains("not on a rush"));
}

/// T-DRL-2, T-OVW-3
#[test]
fn whoever_is_run_into_loses_his_drills_before_he_can_fire() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.unit_mut("Storm golems 1").drills = vec![Drill::Overwatch, Drill::Knee];
    let (golems, troopers) = (game.id("Storm golems 1"), game.id("Steel troopers 1"));
    game.activate("Steel troopers 1");
    game.does(BLUE, &into(Pace::Rush, &[golems]), &[]);
    assert_eq!(drills_lost(&game), [(golems, Drill::Overwatch), (golems, Drill::Knee)]);
    assert!(game.unit("Storm golems 1").drills.is_empty());
    assert!(game.state.is_engaged(golems) && game.state.is_engaged(troopers));
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::Act), "nobody fires in overwatch");
}

/// T-DRL-2: the Fire Toad of the battle report among golems in overwatch.
#[test]
fn a_machine_takes_drills_from_infantry_and_keeps_its_own() {
    let mut game = Game::playing(TOADS, GOLEMS);
    let (golems, toads) = (game.id("Storm golems 1"), game.id("Fire Toads"));
    game.unit_mut("Storm golems 1").drills = vec![Drill::Overwatch];
    game.activate("Fire Toads");
    game.does(BLUE, &into(Pace::Combat, &[golems]), &[]);
    assert_eq!(drills_lost(&game), [(golems, Drill::Overwatch)]);

    game.unit_mut("Fire Toads").drills = vec![Drill::Overwatch];
    game.state.contacts.clear();
    game.does(BLUE, &Command::End { drills: Vec::new() }, &[]);
    game.activate("Storm golems 2");
    game.does(RED, &into(Pace::Combat, &[toads]), &[]);
    assert_eq!(drills_lost(&game), []);
    assert_eq!(game.unit("Fire Toads").drills, [Drill::Overwatch]);
}

/// T-STA-1
#[test]
fn contact_is_with_enemies_on_the_table_each_named_once() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let (own, golems) = (game.id("Steel TacArms"), game.id("Storm golems 1"));
    game.unit_mut("Bane goliaths").stands = Stands::Reserve;
    let reserve = game.id("Bane goliaths");
    game.activate("Steel troopers 1");
    assert!(game.refused(BLUE, &into(Pace::Combat, &[own])).contains("same side"));
    assert!(game.refused(BLUE, &into(Pace::Combat, &[reserve])).contains("not on the table"));
    assert!(game.refused(BLUE, &into(Pace::Combat, &[golems, golems])).contains("named twice"));
    assert!(game.refused(BLUE, &into(Pace::Combat, &[UnitId(99)])).contains("no such unit"));
}

/// T-UNI-4
#[test]
fn a_movement_that_breaks_cohesion_is_refused_unless_it_cannot_be_helped() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let ends = |cohesion| Command::Move(Movement { cohesion, ..Movement::plain(Pace::Combat) });
    game.activate("Steel troopers 1");
    assert!(game.refused(BLUE, &ends(Cohesion::Broken)).contains("within 10 cm of the leader"));
    game.does(BLUE, &ends(Cohesion::Impossible), &[]);
    let told = |event: &&Event| matches!(event, Event::Moved { movement, .. } if movement.cohesion == Cohesion::Impossible);
    assert!(game.told.iter().any(|event| told(&event)));
}

/// T-MOV-6
#[test]
fn an_immobilised_machine_stays_and_is_given_overwatch() {
    let red = "Therians\n9 storm golems, alpha\n1 Wraith golgoth";
    let mut game = Game::playing(STEEL, red);
    let machine = game.unit_mut("Wraith golgoth").members[0].machine.as_mut().unwrap();
    machine.propulsion = 0;
    game.state.sides[1].pool = 9;
    game.activate("Wraith golgoth");
    for pace in [Pace::Combat, Pace::Rush] {
        assert!(game.refused(RED, &plain(pace)).contains("is immobilised"));
    }
    game.does(RED, &Command::End { drills: vec![Drill::Overwatch] }, &[]);
    assert_eq!(game.unit("Wraith golgoth").drills, [Drill::Overwatch]);
}

/// T-MOV-1: no rush for whoever has fired.
#[test]
fn whoever_has_fired_walks_and_does_not_run() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.activate("Steel troopers 1");
    let shots = Fired { weapon: Game::weapon("laser-rifle"), shots: 1 };
    game.state.flow.acting.as_mut().unwrap().fired.push(shots);
    assert!(game.refused(BLUE, &plain(Pace::Rush)).contains("have fired"));
    game.does(BLUE, &plain(Pace::Combat), &[]);
}

/// T-WPN-3
#[test]
fn a_sniper_who_has_picked_his_victims_stays_where_he_is() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.activate("Steel troopers 1");
    game.state.flow.acting.as_mut().unwrap().sniped = true;
    assert!(game.refused(BLUE, &plain(Pace::Combat)).contains("as a sniper"));
}

/// T-UNI-5
#[test]
fn weapons_on_stands_are_carried_at_a_walk_and_not_after_they_have_fired() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let entry = game.unit("Steel troopers 1").entry;
    std::sync::Arc::make_mut(&mut game.state.library).entries[usize::from(entry.0)].gunners_each =
        Some(2);
    game.activate("Steel troopers 1");
    assert!(game.refused(BLUE, &plain(Pace::Rush)).contains("on stands"));
    let mut fired = game.clone();
    let shots = Fired { weapon: Game::weapon("laser-rifle"), shots: 1 };
    fired.state.flow.acting.as_mut().unwrap().fired.push(shots);
    assert!(fired.refused(BLUE, &plain(Pace::Combat)).contains("no movement any more"));
    game.does(BLUE, &plain(Pace::Combat), &[]);
}

/// T-RES-2
#[test]
fn whoever_comes_in_from_the_edge_moves_before_anything_else() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.activate("Steel troopers 1");
    game.state.flow.acting.as_mut().unwrap().must_enter = true;
    let end = Command::End { drills: Vec::new() };
    assert!(game.refused(BLUE, &end).contains("moves in from the edge"));
    let open = At43::open(&game.state);
    assert!(open[0].options.iter().all(|option| matches!(option, Command::Move(_))));
    game.does(BLUE, &plain(Pace::Rush), &[]);
    game.does(BLUE, &end, &[]);
}

/// A game of a mission with roles: Blue attacks.
fn mission(key: &str) -> Game {
    let mission = data::missions().iter().find(|mission| mission.key == key).unwrap().clone();
    let mut game = Game::playing(STEEL, GOLEMS);
    game.state.mission = Some(mission);
    game.state.sides[0].part = Some(Part::Attacker);
    game.state.sides[1].part = Some(Part::Defender);
    game
}

/// T-MIS-54
#[test]
fn the_attacker_is_evacuated_over_the_far_edge_and_loses_no_officer() {
    let off = Command::Move(Movement { leaves: true, ..Movement::plain(Pace::Rush) });
    let mut game = mission("landing");
    let sergeant = game.id("Steel troopers 1");
    game.activate("Steel troopers 1");
    game.does(BLUE, &off, &[]);
    let unit = game.unit("Steel troopers 1");
    assert_eq!(unit.stands, Stands::Gone(Gone::Evacuated));
    assert_eq!(unit.strength(), 9, "nobody has fallen");
    let blue = &game.state.sides[0];
    assert_eq!((&blue.evacuated[..], blue.commander), (&[sergeant][..], None));
    assert!(game.state.losses.is_empty());

    let mut defender = mission("landing");
    defender.activate("Storm golems 1");
    assert!(defender.refused(RED, &off).contains("attacker"));
    let mut elsewhere = Game::playing(STEEL, GOLEMS);
    elsewhere.activate("Steel troopers 1");
    assert!(elsewhere.refused(BLUE, &off).contains("mission that pays"));
}

/// T-MIS-54
#[test]
fn whoever_leaves_the_table_ends_in_contact_with_nobody() {
    let mut game = mission("landing");
    let golems = game.id("Storm golems 1");
    game.activate("Steel troopers 1");
    let both = Movement { leaves: true, contact: vec![golems], ..Movement::plain(Pace::Rush) };
    assert!(game.refused(BLUE, &Command::Move(both)).contains("contact with nobody"));
}

/// T-MIS-54, T-RES-2
#[test]
fn whoever_comes_onto_the_table_does_not_leave_it_in_the_same_movement() {
    let mut game = mission("landing");
    game.activate("Steel troopers 1");
    game.state.flow.acting.as_mut().unwrap().must_enter = true;
    let off = Command::Move(Movement { leaves: true, ..Movement::plain(Pace::Rush) });
    assert!(game.refused(BLUE, &off).contains("a later movement"));
    let offered = At43::open(&game.state).into_iter().flat_map(|open| open.options);
    assert!(!offered.into_iter().any(|option| option == off), "nor is it offered");
}

/// T-MIS-65
#[test]
fn the_pilot_goes_home_and_his_unit_fights_on() {
    let home = Command::Move(Movement { pilot_home: true, ..Movement::plain(Pace::Combat) });
    let mut game = mission("extraction");
    let with = game.id("Steel troopers 1");
    let wreck = |pilot| Some(Wreck { protection: 11, structure: 5, pilot, home_paid: false });
    game.state.wreck = wreck(Pilot::Inside);
    let unit = game.unit_mut("Steel troopers 1");
    unit.members[0].out = true;
    unit.hero = data::library()
        .heroes
        .iter()
        .position(|hero| hero.mission_pilot)
        .map(|place| gatemaster_rules::at43::profile::HeroId(u16::try_from(place).unwrap()));
    let pilot = MemberId(u8::try_from(unit.members.len()).unwrap());
    unit.leader = pilot;
    unit.members.push(Member {
        role: Role::Hero,
        out: false,
        grounded: false,
        machine: None,
        rescued_in: None,
    });
    game.activate("Steel troopers 1");
    assert_eq!(game.refused(BLUE, &home), "The pilot is not with Steel troopers 1.");
    game.state.wreck = wreck(Pilot::Out(with));
    game.state.sides[0].commander = Some(with);
    game.does(BLUE, &home, &[]);
    assert_eq!(game.state.sides[0].commander, None, "he was the only officer");
    assert_eq!(game.state.wreck.unwrap().pilot, Pilot::Evacuated);
    let unit = game.unit("Steel troopers 1");
    assert!(unit.member(pilot).unwrap().out);
    assert_eq!((unit.stands, unit.strength()), (Stands::Field, 8));
    assert_eq!(unit.member(unit.leader).unwrap().role, Role::Standard, "somebody else leads");

    // those he has left may fall, and no officer is lost with them
    game.does(BLUE, &Command::End { drills: Vec::new() }, &[]);
    game.engage("Steel troopers 1", "Storm golems 1");
    game.activate("Storm golems 1");
    let last = Combat {
        weapon: Game::weapon("reaper-blades"),
        hero: false,
        attackers: 8,
        on: with,
        against: Against::Fighters,
        defenders: 8,
        hyper: Hyper::No,
    };
    game.does(RED, &Command::Fight(last), &[6; 32]);
    let lost: Vec<LossKind> = game.state.losses.iter().map(|loss| loss.what).collect();
    assert_eq!(lost, [LossKind::Infantry]);
}

/// T-MIS-65
#[test]
fn a_pilot_who_goes_home_alone_leaves_the_game_with_his_card() {
    let mut game = mission("extraction");
    let pilot = game.id("Steel troopers 2");
    game.state.wreck =
        Some(Wreck { protection: 11, structure: 5, pilot: Pilot::Out(pilot), home_paid: false });
    let unit = game.unit_mut("Steel troopers 2");
    unit.lone_hero = true;
    unit.hero = Some(gatemaster_rules::at43::profile::HeroId(0));
    unit.members.truncate(1);
    unit.members[0].role = Role::Hero;
    game.activate("Steel troopers 2");
    let home = Movement { pilot_home: true, ..Movement::plain(Pace::Combat) };
    game.does(BLUE, &Command::Move(home), &[]);
    assert_eq!(game.unit("Steel troopers 2").stands, Stands::Gone(Gone::Evacuated));
    assert_eq!(game.state.wreck.unwrap().pilot, Pilot::Evacuated);
}

#[test]
fn options_of_movement_are_all_accepted() {
    for (blue, name) in [(STEEL, "Steel troopers 1"), (TOADS, "Fire Toads")] {
        let mut game = Game::playing(blue, GOLEMS);
        game.activate(name);
        let open = At43::open(&game.state);
        let moves: Vec<_> =
            open[0].options.iter().filter(|option| matches!(option, Command::Move(_))).collect();
        assert!(moves.len() > 5, "{moves:?}");
        for option in moves {
            let mut dice = gatemaster_rules::dice::Scripted::new(vec![1; 9]);
            At43::decide(&game.state, &Game::by(BLUE), option, &mut dice)
                .unwrap_or_else(|refusal| panic!("{option:?}: {refusal}"));
        }
    }
}
