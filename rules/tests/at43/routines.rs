//! Routines of the Therian overseers.

use gatemaster_rules::at43::At43;
use gatemaster_rules::at43::activation::besides;
use gatemaster_rules::at43::command::{
    Against, Answer, Combat, Command, Hyper, MachinePart, Movement, Pace, Routine, RoutineName,
};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::need::Millimetres;
use gatemaster_rules::at43::profile::Entry;
use gatemaster_rules::at43::routines::{affordable, can, price};
use gatemaster_rules::at43::state::{Gone, Member, MemberId, Role, Stands};
use gatemaster_rules::system::System as _;

use super::sample::{BLUE, Game, RED, STEEL};

const MACHINES: &str = "Therians\n9 storm golems, alpha, 2 sonic guns\n1 Wraith golgoth, alpha";

/// Red's golems act, with LP to spare.
fn golems() -> Game {
    let mut game = Game::playing(STEEL, MACHINES);
    game.state.sides[1].pool = 20;
    game.activate("Storm golems");
    game
}

fn wraith() -> Game {
    let mut game = Game::playing(STEEL, MACHINES);
    game.state.sides[1].pool = 20;
    game.activate("Wraith golgoth");
    game
}

fn dash(tenths: u32) -> Command {
    let distance = Some(Millimetres(tenths));
    Command::Move(Movement { dash: true, distance, ..Movement::plain(Pace::Rush) })
}

/// T-THR-9, T-TAC-7
#[test]
fn with_dash_golems_rush_thirty_centimetres_and_a_wraith_fifty() {
    for (mut game, most, refusal) in
        [(golems(), 300, "up to 30 cm"), (wraith(), 500, "up to 50 cm")]
    {
        let pool = game.pool(RED);
        assert!(game.refused(RED, &dash(most + 1)).contains(refusal));
        game.does(RED, &dash(most), &[]);
        assert_eq!(game.pool(RED), pool - 2);
    }
}

/// T-THR-9
#[test]
fn dash_is_for_a_rush_and_takes_its_points() {
    let mut game = golems();
    let walk = Movement { dash: true, ..Movement::plain(Pace::Combat) };
    assert!(game.refused(RED, &Command::Move(walk)).contains("lengthens a rush"));
    game.state.sides[1].pool = 1;
    assert_eq!(game.refused(RED, &dash(300)), "That takes 2 LP; 1 are left.");
}

/// T-THR-6
#[test]
fn routines_take_an_overseer_who_lives_and_is_in_order() {
    let mut game = golems();
    let id = game.id("Storm golems");
    assert_eq!(can(&game.state, RoutineName::Dash, id), Some(id));
    game.unit_mut("Storm golems").disorganized = true;
    assert_eq!(can(&game.state, RoutineName::Dash, id), None);
    game.unit_mut("Storm golems").disorganized = false;
    game.unit_mut("Storm golems").members[0].out = true;
    assert_eq!(can(&game.state, RoutineName::Dash, id), None);
    assert!(game.refused(RED, &dash(300)).contains("takes an overseer"));
    let mut blue = Game::playing(STEEL, MACHINES);
    blue.activate("Steel troopers 1");
    let dash = Movement { dash: true, ..Movement::plain(Pace::Rush) };
    assert!(blue.refused(BLUE, &Command::Move(dash)).contains("a routine of overseers"));
}

/// T-THR-6: the Commander, for any unit of his kind; others only for their own.
#[test]
fn the_commander_helps_any_unit_of_his_kind_and_an_overseer_his_own() {
    let red =
        "Therians\n9 storm golems, delta\n6 storm golems, alpha\n3 bane goliaths\n1 Wraith golgoth";
    let mut game = Game::playing(STEEL, red);
    let [commander, alpha, goliaths, wraith] =
        ["Storm golems 1", "Storm golems 2", "Bane goliaths", "Wraith golgoth"]
            .map(|name| game.id(name));
    assert_eq!(game.state.sides[1].commander, Some(commander));
    let dash = |game: &Game, on| can(&game.state, RoutineName::Dash, on);
    game.activate("Bane goliaths");
    assert_eq!(dash(&game, goliaths), Some(commander));
    assert_eq!(dash(&game, alpha), Some(alpha));
    assert_eq!(dash(&game, wraith), None, "machines are not his kind");
    game.unit_mut("Storm golems 1").stands = Stands::Reserve;
    assert_eq!(dash(&game, goliaths), None, "he is not on the table");
    game.unit_mut("Storm golems 1").stands = Stands::Field;
    game.state.sides[1].commander = None;
    assert_eq!(dash(&game, goliaths), None);
    assert_eq!(dash(&game, alpha), Some(alpha));
}

/// T-THR-6
#[test]
fn each_overseer_uses_a_routine_once_in_an_activation() {
    let red = "Therians\n9 storm golems, delta\n6 storm golems, alpha";
    let mut game = Game::playing(STEEL, red);
    game.state.sides[1].pool = 20;
    game.unit_mut("Storm golems 2").members[4].out = true;
    game.unit_mut("Storm golems 1").members[4].out = true;
    game.unit_mut("Storm golems 1").members[5].out = true;
    let [first, second] = ["Storm golems 1", "Storm golems 2"].map(|name| game.id(name));
    let back = |on| Command::Routine(Routine::Reconstruction { on, returns: Role::Standard });
    game.activate("Storm golems 1");
    game.does(RED, &back(first), &[]);
    assert!(game.refused(RED, &back(first)).contains("used already in this activation"));
    assert!(game.refused(RED, &back(second)).contains("used already"), "the alpha is not at work");
    let transfer = Routine::Transfer { on: first, leaves: Role::Bearer, returns: Role::Standard };
    assert!(game.refused(RED, &Command::Routine(transfer)).contains("no such fighter left"));
}

/// T-THR-7
#[test]
fn what_is_no_part_of_a_movement_or_test_waits_for_the_overseers_own_activation() {
    let red = "Therians\n9 storm golems, delta\n6 storm golems, alpha";
    let mut game = Game::playing(STEEL, red);
    game.state.sides[1].pool = 20;
    game.unit_mut("Storm golems 1").members[4].out = true;
    let first = game.id("Storm golems 1");
    let back = Command::Routine(Routine::Reconstruction { on: first, returns: Role::Standard });
    game.activate("Storm golems 2");
    assert!(game.refused(RED, &back).contains("activation of the overseer's own unit"));
    assert_eq!(can(&game.state, RoutineName::HyperNanonucleus, first), Some(first));
}

/// T-THR-8
#[test]
fn transfer_brings_a_bearer_back_for_a_standard_golem() {
    let mut game = golems();
    let on = game.id("Storm golems");
    let transfer = |leaves, returns| Command::Routine(Routine::Transfer { on, leaves, returns });
    let bearer = transfer(Role::Standard, Role::Bearer);
    assert!(game.refused(RED, &bearer).contains("has been eliminated"), "both live");
    game.unit_mut("Storm golems").members[1].out = true;
    assert!(game.refused(RED, &transfer(Role::Officer, Role::Bearer)).contains("Overseers"));
    let pool = game.pool(RED);
    game.does(RED, &bearer, &[]);
    let unit = game.unit("Storm golems");
    assert_eq!((unit.living_of(Role::Bearer), unit.living_of(Role::Standard)), (2, 5));
    assert_eq!(unit.strength(), 8);
    assert_eq!(game.pool(RED), pool - price(RoutineName::Transfer));
}

/// T-THR-8, T-THR-11
#[test]
fn a_fallen_overseer_does_not_come_back() {
    let red = "Therians\n9 storm golems, delta\n6 storm golems, alpha";
    let mut game = Game::playing(STEEL, red);
    game.state.sides[1].pool = 20;
    game.unit_mut("Storm golems 2").members[0].out = true;
    let on = game.id("Storm golems 2");
    game.activate("Storm golems 1");
    let back = Routine::Reconstruction { on, returns: Role::Officer };
    assert!(game.refused(RED, &Command::Routine(back)).contains("do not come back"));
    let swap = Routine::Transfer { on, leaves: Role::Standard, returns: Role::Officer };
    assert!(game.refused(RED, &Command::Routine(swap)).contains("do not come back"));
}

/// T-THR-11
#[test]
fn reconstruction_brings_one_fighter_back_for_three_points() {
    let mut game = golems();
    let on = game.id("Storm golems");
    let back = |on| Command::Routine(Routine::Reconstruction { on, returns: Role::Bearer });
    let fallen = &mut game.unit_mut("Storm golems").members[1];
    fallen.out = true;
    let pool = game.pool(RED);
    game.does(RED, &back(on), &[]);
    assert_eq!(game.unit("Storm golems").living_of(Role::Bearer), 2);
    assert_eq!(game.pool(RED), pool - 3);

    let mut lost = golems();
    lost.unit_mut("Storm golems").stands = Stands::Gone(Gone::Destroyed);
    assert!(!affordable(&lost.state, RoutineName::Reconstruction, on), "nobody to return to");
}

/// T-THR-5, T-THR-8
#[test]
fn a_leader_who_is_exchanged_takes_the_relay_with_him() {
    let mut game = golems();
    let on = game.id("Storm golems");
    let unit = game.unit_mut("Storm golems");
    for member in unit.members.iter_mut().skip(4) {
        member.out = true;
    }
    unit.members[1].out = true;
    unit.relay = true;
    unit.leader = MemberId(3);
    let transfer = Routine::Transfer { on, leaves: Role::Standard, returns: Role::Bearer };
    game.does(RED, &Command::Routine(transfer), &[]);
    let unit = game.unit("Storm golems");
    assert!(!unit.relay && !unit.member(unit.leader).unwrap().out);
}

/// T-THR-12
#[test]
fn a_routine_repairs_one_point_of_a_machine() {
    let mut game = wraith();
    let on = game.id("Wraith golgoth");
    let repair = |part| Command::Routine(Routine::Repair { on, machine: MemberId(0), part });
    assert!(game.refused(RED, &repair(MachinePart::Frame)).contains("nothing to repair"));
    let machine = game.unit_mut("Wraith golgoth").members[0].machine.as_mut().unwrap();
    machine.weapons[1] = 0;
    machine.frame = 2;
    let pool = game.pool(RED);
    game.does(RED, &repair(MachinePart::Weapon(1)), &[]);
    let machine = game.unit("Wraith golgoth").members[0].machine.clone().unwrap();
    assert_eq!((machine.weapons[1], machine.frame), (1, 2));
    assert_eq!(game.pool(RED), pool - 1);
    assert!(game.refused(RED, &repair(MachinePart::Frame)).contains("used already"));
    let infantry = golems();
    let on = infantry.id("Storm golems");
    let repair = Routine::Repair { on, machine: MemberId(0), part: MachinePart::Frame };
    assert_eq!(infantry.refused(RED, &Command::Routine(repair)), "Repair is for machines.");
}

/// A strider of this type joins the Therian lists of the game.
fn strider(game: &mut Game, grade: u8, name: &str) {
    let entries = &mut std::sync::Arc::make_mut(&mut game.state.library).entries;
    let wraith = entries.iter().find(|entry| entry.key == "wraith-golgoth").unwrap().clone();
    entries.push(Entry { key: name.to_lowercase(), name: name.to_owned(), grade, ..wraith });
}

/// T-THR-13
#[test]
fn creation_puts_a_new_strider_beside_the_overseer_with_a_card_next_round() {
    let mut game = wraith();
    let create = Command::Routine(Routine::Creation);
    assert_eq!(
        game.refused(RED, &create),
        "There is no strider of type 1 in the lists of the Therians."
    );
    strider(&mut game, 1, "Assault spider");
    let pool = game.pool(RED);
    game.does(RED, &create, &[]);
    let new = game.state.units.last().unwrap();
    assert_eq!((new.side, new.stands, new.strength()), (RED, Stands::Field, 1));
    assert_eq!(new.name, "Assault spider 1");
    assert!(new.played, "no card in this round");
    let machine = new.members[0].machine.clone().unwrap();
    assert_eq!((machine.frame, machine.propulsion, machine.weapons), (5, 2, vec![2, 2]));
    assert_eq!(game.pool(RED), pool - 4);
    let infantry = golems();
    assert!(infantry.refused(RED, &create).contains("for machines"));
}

/// T-THR-14
#[test]
fn fusion_makes_one_strider_of_the_next_type_of_two() {
    let mut game = wraith();
    let on = game.id("Wraith golgoth");
    let second = Member { role: Role::Standard, ..game.unit("Wraith golgoth").members[0].clone() };
    game.unit_mut("Wraith golgoth").members.push(second);
    let fusion =
        |a, b| Command::Routine(Routine::Fusion { on, machines: (MemberId(a), MemberId(b)) });
    assert!(game.refused(RED, &fusion(0, 1)).contains("no strider of type 3"));
    strider(&mut game, 3, "Great golgoth");
    assert!(game.refused(RED, &fusion(0, 0)).contains("takes two striders"));
    game.does(RED, &fusion(0, 1), &[]);
    assert_eq!(game.unit("Wraith golgoth").stands, Stands::Gone(Gone::Fused));
    let new = game.unit("Great golgoth 1");
    assert_eq!((new.stands, new.rank, new.strength()), (Stands::Field, 0, 1));
}

/// T-THR-14
#[test]
fn any_two_machines_of_a_unit_can_be_fused() {
    let mut game = wraith();
    strider(&mut game, 3, "Great golgoth");
    for _ in 0..2 {
        let another = game.unit("Wraith golgoth").members[0].clone();
        let another = Member { role: Role::Standard, ..another };
        game.unit_mut("Wraith golgoth").members.push(another);
    }
    let fused = |one: &Command| match one {
        Command::Routine(Routine::Fusion { machines: (MemberId(a), MemberId(b)), .. }) => {
            Some((*a, *b))
        }
        _ => None,
    };
    let pairs: Vec<_> = besides(&game.state).iter().filter_map(fused).collect();
    assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
}

/// T-THR-10
#[test]
fn hyper_nanonucleus_throws_failed_damage_dice_again() {
    let mut game = golems();
    let troopers = game.id("Steel troopers 1");
    game.engage("Storm golems", "Steel troopers 1");
    let combat = |hyper| Combat {
        weapon: Game::weapon("reaper-blades"),
        hero: false,
        attackers: 1,
        on: troopers,
        against: Against::Fighters,
        defenders: 2,
        hyper,
    };
    let pool = game.pool(RED);
    game.does(RED, &Command::Fight(combat(Hyper::Yes)), &[4, 4, 1, 3, 3]);
    if matches!(game.state.flow.tasks.last(), Some(Task::Fall { .. })) {
        game.answers(RED, Answer::Fall(vec![MemberId(3), MemberId(4)]), &[]);
    }
    assert_eq!(game.left("Steel troopers 1"), 7);
    assert_eq!(game.pool(RED), pool - 2);
    let again = game.refused(RED, &Command::Fight(combat(Hyper::Yes)));
    assert!(again.contains("Nobody can pay for Hyper nanonucleus"), "{again}");
    game.does(RED, &Command::Fight(combat(Hyper::No)), &[4, 1, 1]);
    assert_eq!(game.left("Steel troopers 1"), 7, "for one combat");
}

#[test]
fn routines_that_are_offered_are_accepted() {
    let mut infantry = golems();
    infantry.unit_mut("Storm golems").members[1].out = true;
    let mut machine = wraith();
    machine.unit_mut("Wraith golgoth").members[0].machine.as_mut().unwrap().frame = 1;
    for game in [infantry, machine] {
        let open = At43::open(&game.state);
        let routines: Vec<_> =
            open[0].options.iter().filter(|option| matches!(option, Command::Routine(_))).collect();
        assert!(!routines.is_empty());
        for option in routines {
            game.clone().does(RED, option, &[]);
        }
    }
}
