//! Companies: built in secret, locked, accepted where they are too big, and shown.

use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::company::Company;
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::mustering::limits;
use gatemaster_rules::at43::profile::Specialist;
use gatemaster_rules::at43::state::{Phase, Role, Stands};
use gatemaster_rules::at43::{At43, Setup};
use gatemaster_rules::system::{System as _, Viewer, Who};

use super::sample::{BLUE, GOLEMS, Game, RED, STEEL, company};
use super::stage::{fresh, mustered, setup};

fn build(game: &mut Game, seat: gatemaster_rules::ids::Seat, text: &str) {
    game.does(seat, &Command::Muster { seat, company: company(text) }, &[]);
}

/// T-BLD-1: every fault together in one text, and nothing is locked.
#[test]
fn a_bad_company_is_refused_with_all_its_faults() {
    let mut game = fresh(&setup("seek-and-destroy", 2));
    let lock = Command::LockCompany { seat: BLUE };
    assert_eq!(game.refused(BLUE, &lock), "You have no company yet; build one first.");
    build(&mut game, BLUE, "White Stars\n5 steel troopers\n3 Fire Toads");
    let faults = game.refused(BLUE, &lock);
    for fault in ["officer", "6 to 9"] {
        assert!(faults.contains(fault), "{fault} in: {faults}");
    }
    assert!(!game.state.sides[0].locked);
}

/// T-BLD-1: nobody else sees it before all are locked, and it can be changed until then.
#[test]
fn companies_stay_secret_until_the_last_is_locked() {
    let mut game = fresh(&setup("seek-and-destroy", 2));
    build(&mut game, BLUE, STEEL);
    let seen = At43::view(&game.state, &Viewer::on(RED));
    assert!(seen.sides[0].company.is_none());
    let built = game.told[0].clone();
    assert_eq!(At43::seen(&built, &Viewer::on(RED)), None);
    assert_eq!(At43::seen(&built, &Viewer::on(BLUE)), Some(built));
    let muster = Command::Muster { seat: BLUE, company: company(STEEL) };
    assert_eq!(game.refused(RED, &muster), "You build your own company alone.");
    game.does(BLUE, &Command::LockCompany { seat: BLUE }, &[]);
    assert_eq!(
        game.refused(BLUE, &muster),
        "Your company is locked; take the lock off to change it."
    );
    game.does(BLUE, &Command::UnlockCompany { seat: BLUE }, &[]);
    game.does(BLUE, &muster, &[]);
    game.does(BLUE, &Command::LockCompany { seat: BLUE }, &[]);
    build(&mut game, RED, GOLEMS);
    let told = game.does(RED, &Command::LockCompany { seat: RED }, &[]).to_vec();
    let shown = told.iter().find(|event| matches!(event, Event::CompaniesShown { .. })).unwrap();
    assert!(At43::reveals(shown));
    let seen = At43::view(&game.state, &Viewer::on(RED));
    assert_eq!(seen.sides[0].company, Some(company(STEEL)));
    assert_eq!(game.state.phase, Phase::Laying);
}

/// Two sides that bring the same can be told apart by the names of their units.
#[test]
fn units_of_one_name_on_both_sides_bear_the_name_of_their_side() {
    let mut game = fresh(&setup("seek-and-destroy", 2));
    for seat in [BLUE, RED] {
        build(&mut game, seat, STEEL);
        game.does(seat, &Command::LockCompany { seat }, &[]);
    }
    let names: Vec<&str> = game.state.units.iter().map(|unit| unit.name.as_str()).collect();
    for (place, name) in names.iter().enumerate() {
        assert!(!names[..place].contains(name), "{name} stands for two units");
    }
    for unit in &game.state.units {
        assert!(unit.name.starts_with(game.state.side_name(unit.side)), "{}", unit.name);
    }
}

/// T-BLD-1: more AP than agreed need every opponent's word.
#[test]
fn too_many_army_points_are_for_the_opponents_to_accept() {
    let three = Setup { points: 700, ..setup("seek-and-destroy", 3) };
    let green = super::stage::GREEN;
    let mut game = fresh(&three);
    let small = "White Stars\n9 steel troopers, sergeant\n2 steel TacArms";
    for (seat, text) in [(RED, small), (green, small), (BLUE, STEEL)] {
        build(&mut game, seat, text);
        game.does(seat, &Command::LockCompany { seat }, &[]);
    }
    assert_eq!((game.state.phase, game.state.sides[0].over), (Phase::Mustering, 60));
    let word = |seat, accept| Command::AcceptOver { seat, of: BLUE, accept };
    let asked: Vec<Who> = At43::open(&game.state)
        .into_iter()
        .filter(|open| open.what == "accept 60 AP too many of Blue or not")
        .map(|open| open.who)
        .collect();
    assert_eq!(asked, [Who::Seat(RED), Who::Seat(green)]);
    game.does(RED, &word(RED, true), &[]);
    assert_eq!(game.refused(RED, &word(RED, true)), "No company of Blue waits for your word.");
    game.does(green, &word(green, false), &[]);
    assert!(!game.state.sides[0].locked, "a refusal takes the lock off");
    game.does(BLUE, &Command::LockCompany { seat: BLUE }, &[]);
    game.does(green, &word(green, true), &[]);
    assert_eq!(game.state.phase, Phase::Mustering, "Red's word was for the company before");
    game.does(RED, &word(RED, true), &[]);
    assert_eq!(game.state.phase, Phase::Laying);
}

/// T-MIS-31, T-MIS-41, T-MIS-51, T-MIS-61, T-MIS-11, T-MIS-21: the forces of each role.
#[test]
fn every_mission_names_its_forces_or_leaves_them_to_the_table() {
    for (mission, attacker, defender) in [
        ("hold-the-position", (1500, 500), (1000, 1000)),
        ("skirmish", (1500, 500), (1500, 500)),
        ("landing", (1500, 500), (1000, 1000)),
        ("extraction", (1000, 1000), (750, 1250)),
    ] {
        let game = fresh(&Setup { attacker: Some(RED), ..setup(mission, 2) });
        for (seat, forces) in [(RED, attacker), (BLUE, defender)] {
            let limits = limits(&game.state, seat);
            assert_eq!((limits.assault, limits.reinforcement), (forces.0, Some(forces.1)));
        }
    }
    for mission in ["seek-and-destroy", "bridgehead"] {
        let game = fresh(&Setup { points: 1250, ..setup(mission, 3) });
        for seat in game.state.seats() {
            let limits = limits(&game.state, seat);
            assert_eq!((limits.assault, limits.reinforcement), (1250, None));
        }
    }
}

/// T-RES-1, T-BLD-8: everybody starts off the table; reinforcements have to be bought.
#[test]
fn assault_units_are_in_reserve_and_reinforcements_wait_to_be_bought() {
    let stars = "White Stars\n9 steel troopers, sergeant\n3 steel TacArms (reinforcement)";
    let game = mustered(&setup("skirmish", 2), &[stars, GOLEMS]);
    assert_eq!(game.unit("Steel troopers").stands, Stands::Reserve);
    assert_eq!(game.unit("Steel TacArms").stands, Stands::Reinforcement);
    let mut game = fresh(&setup("seek-and-destroy", 2));
    build(&mut game, BLUE, stars);
    let refused = game.refused(BLUE, &Command::LockCompany { seat: BLUE });
    assert!(refused.contains("reinforcement"), "{refused}");
}

/// T-UNI-2, T-UNI-3, T-DMG-6, T-THR-5: who is in a unit, who leads it, and whole machines.
#[test]
fn units_begin_with_their_officer_specialists_and_bearers() {
    let stars = "White Stars\n9 steel troopers, lieutenant, 2 missile launchers, medic\n3 steel TacArms\n6 steel troopers\n2 Fire Toads";
    let golems = "Therians\n9 storm golems, alpha\n6 storm golems, relay";
    let big = Setup { points: 2000, ..setup("seek-and-destroy", 2) };
    let game = mustered(&big, &[stars, golems]);
    let troopers = game.unit("Steel troopers 1");
    let roles: Vec<Role> = troopers.members.iter().map(|member| member.role).collect();
    let mut expected = vec![Role::Officer, Role::Specialist(Specialist::Medic)];
    expected.extend([Role::Bearer; 2]);
    expected.extend([Role::Standard; 5]);
    assert_eq!(roles, expected);
    assert_eq!((troopers.leader.0, troopers.rank), (0, 3));
    assert!(troopers.special.is_some());
    let toads = game.unit("Fire Toads");
    assert_eq!(toads.members.len(), 2);
    for member in &toads.members {
        let machine = member.machine.as_ref().unwrap();
        assert_eq!(
            (machine.frame, machine.propulsion, machine.weapons.as_slice()),
            (5, 2, &[1, 1][..])
        );
    }
    let plain = game.unit("Steel troopers 2");
    assert_eq!((plain.rank, plain.member(plain.leader).unwrap().role), (0, Role::Standard));
    assert!(game.unit("Storm golems 2").relay);
    assert!(!game.unit("Storm golems 1").relay);
}

/// T-BLD-1: what is offered to somebody in a hurry is legal in every mission.
#[test]
fn ready_companies_can_be_locked_at_once_in_every_mission() {
    for mission in
        ["seek-and-destroy", "bridgehead", "hold-the-position", "skirmish", "landing", "extraction"]
    {
        let game = fresh(&Setup { points: 1000, ..setup(mission, 2) });
        let open = At43::open(&game.state);
        let offered: Vec<Command> = open.iter().flat_map(|open| open.options.clone()).collect();
        assert!(offered.len() >= 8, "{mission}");
        for command in offered {
            let Command::Muster { seat, .. } = command else { panic!("{command:?}") };
            let mut game = game.clone();
            game.does(seat, &command, &[]);
            game.does(seat, &Command::LockCompany { seat }, &[]);
            assert!(game.state.sides[seat.index()].locked);
        }
    }
}

/// T-BLD-8: Baker Company (2000 AP) is split so that it comes out even.
#[test]
fn the_large_white_stars_company_can_be_locked_in_missions_with_reinforcements() {
    for mission in ["hold-the-position", "skirmish", "landing", "extraction"] {
        let game = fresh(&Setup { attacker: Some(RED), ..setup(mission, 2) });
        for seat in [RED, BLUE] {
            // its units do not come to 750
            if mission == "extraction" && seat == BLUE {
                continue;
            }
            let open = At43::open(&game.state);
            let mut offered = open.iter().flat_map(|open| &open.options);
            let baker = offered.any(|command| {
                matches!(command, Command::Muster { seat: own, company }
                    if *own == seat && company.name == "Baker Company")
            });
            assert!(baker, "{mission}, {seat:?}");
        }
    }
}

/// Nothing longer than an army list is kept.
#[test]
fn a_company_that_no_list_could_hold_is_not_kept() {
    let game = fresh(&setup("seek-and-destroy", 2));
    let unit = company(STEEL).units[0].clone();
    let many = Company { units: vec![unit.clone(); 61], ..company(STEEL) };
    let muster = |company| Command::Muster { seat: BLUE, company };
    assert_eq!(game.refused(BLUE, &muster(many)), "A company has at most 60 units.");
    let mut long = unit;
    long.equipment = vec!["x".repeat(3000)];
    let long = Company { units: vec![long], ..company(STEEL) };
    assert_eq!(
        game.refused(BLUE, &muster(long)),
        "The company names something that is in no army list."
    );
    let named = Company { name: "x".repeat(300), ..company(STEEL) };
    assert_eq!(
        game.refused(BLUE, &muster(named)),
        "The company's name is too long or cannot be shown."
    );
}
