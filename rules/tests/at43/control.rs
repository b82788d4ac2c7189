//! The control phase: counting, control and capture, purchases, and who may say what.

use gatemaster_rules::at43::command::{Answer, Command};
use gatemaster_rules::at43::control::{buying_order, infantry_on_table};
use gatemaster_rules::at43::event::{Event, Gain, GainWhy};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::{Drill, Gone, Phase, Role, Stands};
use gatemaster_rules::at43::{At43, data};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _, Who};

use super::sample::{BLUE, GOLEMS, Game, RED, STEEL};
use super::stage::{
    GREEN, control, counted, counts, deployed, everybody, gained, last_card, place, place_id,
    points, setup,
};

const WITH_RESERVES: &str = "White Stars\n9 steel troopers, sergeant\n3 steel TacArms\n\
                             6 steel troopers (reinforcement)\n1 Fire Toads (reinforcement)";
const GOLEM_RESERVES: &str =
    "Therians\n9 storm golems, alpha\n6 storm golems\n2 bane goliaths (reinforcement)";

fn at_count(mission: &str) -> Game {
    let mut game = deployed(&setup(mission, 2), &[STEEL, GOLEMS]);
    last_card(&mut game);
    assert_eq!(game.state.phase, Phase::Control);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::Count));
    game
}

/// T-CTL-1: most infantry, at least one; equal numbers or none: nobody.
#[test]
fn the_side_with_most_infantry_near_a_place_controls_it() {
    for (near, holder) in [
        ([3, 2], Some(BLUE)),
        ([2, 3], Some(RED)),
        ([4, 4], None),
        ([0, 0], None),
        ([1, 0], Some(BLUE)),
    ] {
        let mut game = at_count("bridgehead");
        let told = counted(&mut game, &[("Hill", &near)]);
        assert_eq!(place(&game, "Hill").controlled_by, holder, "{near:?}");
        assert!(told.iter().any(|event| matches!(event, Event::Controlled { .. })));
    }
}

/// T-CTL-1, T-UNI-6, T-HER-1: grounded and disorganized infantry counts, machines do not.
#[test]
fn only_infantry_on_the_table_is_counted_whatever_its_state() {
    let companies = [
        "White Stars\n9 steel troopers, sergeant\n6 steel troopers\n3 steel TacArms\n2 Fire Toads",
        GOLEMS,
    ];
    let big = gatemaster_rules::at43::Setup { points: 1500, ..setup("bridgehead", 2) };
    let mut game = deployed(&big, &companies);
    game.unit_mut("Steel troopers 2").disorganized = true;
    game.unit_mut("Steel TacArms").members[0].grounded = true;
    game.unit_mut("Steel TacArms").members[1].out = true;
    assert_eq!(infantry_on_table(&game.state, BLUE), 9 + 6 + 2);
    last_card(&mut game);
    let far = Command::Count { seat: BLUE, counts: counts(&game, &[("Hill", &[18, 0])]) };
    assert_eq!(
        game.refused(BLUE, &far),
        "Blue has 17 infantry fighters on the table; 18 cannot stand near Hill."
    );
}

/// T-CTL-1: one side counts, another agrees; what stands if nobody says anything are the last figures.
#[test]
fn counts_are_entered_by_one_and_confirmed_by_another() {
    let mut game = at_count("bridgehead");
    let count = Command::Count { seat: BLUE, counts: counts(&game, &[("Hill", &[5, 2])]) };
    let agree = |seat, agree| Command::AgreeCounts { seat, agree };
    assert_eq!(game.refused(RED, &agree(RED, true)), "Nobody has counted yet.");
    assert_eq!(game.refused(RED, &count), "You speak for your own side alone.");
    game.does(BLUE, &count, &[]);
    assert_eq!(place(&game, "Hill").controlled_by, None, "Red has not agreed");
    assert_eq!(
        game.refused(BLUE, &agree(BLUE, true)),
        "You have counted; another side agrees or disputes it."
    );
    let owing: Vec<Who> = At43::open(&game.state).into_iter().map(|open| open.who).collect();
    assert_eq!(owing, [Who::May(BLUE), Who::Seat(RED)]);
    game.does(RED, &agree(RED, false), &[]);
    assert!(game.state.flow.counted.is_none());
    game.does(BLUE, &count, &[]);
    game.does(RED, &agree(RED, true), &[]);
    assert_eq!(place(&game, "Hill").controlled_by, Some(BLUE));
    assert_eq!((game.state.phase, game.state.round), (Phase::Tactical, 2));

    last_card(&mut game);
    let open = At43::open(&game.state);
    let usual = Command::Count { seat: BLUE, counts: counts(&game, &[("Hill", &[5, 2])]) };
    assert_eq!(open[0].options[0], usual, "the last figures are offered first");
}

/// T-CTL-1: whoever counts the same agrees, and an organiser settles a dispute.
#[test]
fn the_same_count_agrees_and_an_organisers_word_settles() {
    let mut game = at_count("bridgehead");
    let count = |seat, game: &Game, red| Command::Count {
        seat,
        counts: counts(game, &[("Hill", &[1, red])]),
    };
    let (blue, red) = (count(BLUE, &game, 3), count(RED, &game, 4));
    game.does(BLUE, &blue, &[]);
    game.does(RED, &red, &[]);
    assert_eq!(game.state.flow.counted.as_ref().map(|counted| counted.by), Some(RED));
    assert_eq!(game.state.flow.disputed.as_ref().map(|counted| counted.by), Some(BLUE));
    let mut anew = game.clone();
    anew.does(RED, &count(RED, &game, 5), &[]);
    assert_eq!(anew.state.flow.disputed, game.state.flow.disputed, "Blue's figures stand");
    anew.does(BLUE, &Command::AgreeCounts { seat: BLUE, agree: false }, &[]);
    assert_eq!(anew.state.flow.disputed.as_ref().map(|counted| counted.by), Some(RED));
    anew.does(RED, &count(RED, &game, 3), &[]);
    assert_eq!(anew.state.flow.disputed, None, "Red has thought again");
    let organiser = Doer { seats: Vec::new(), organiser: true };
    let player = Doer { seats: vec![RED], organiser: true };
    let mut waits = game.clone();
    waits.done_by(&player, &count(RED, &game, 4), &[]);
    assert!(waits.state.flow.counted.is_some(), "nobody settles it for themselves");
    let mut settled = game.clone();
    settled.done_by(&organiser, &Command::AgreeCounts { seat: RED, agree: true }, &[]);
    assert_eq!(place(&settled, "Hill").counts, [1, 4]);
    assert_eq!(settled.state.flow.disputed, None);
    let mut other = game.clone();
    other.done_by(&organiser, &count(BLUE, &game, 0), &[]);
    assert_eq!(place(&other, "Hill").controlled_by, Some(BLUE));
    let same = count(BLUE, &game, 4);
    game.does(BLUE, &same, &[]);
    assert_eq!(place(&game, "Hill").counts, [1, 4]);
}

/// T-CTL-1, T-RES-2: zones that belong to somebody and deployment zones are not counted, and numbers are for each side.
#[test]
fn only_places_that_can_be_controlled_are_counted() {
    let mut game = deployed(&setup("landing", 2), &[STEEL, GOLEMS]);
    last_card(&mut game);
    let refused = |near: &[(&str, &[u32])]| {
        let count = Command::Count { seat: BLUE, counts: counts(&game, near) };
        game.refused(BLUE, &count)
    };
    assert_eq!(
        refused(&[("Attacker's access zone", &[1, 0])]),
        "Attacker's access zone cannot be controlled, so nobody is counted there."
    );
    assert_eq!(
        refused(&[("Able", &[1, 0]), ("Able", &[1, 0])]),
        "Able is counted twice; once is enough."
    );
    assert_eq!(refused(&[("Able", &[1])]), "Able needs a number for each side.");
    counted(&mut game, &[("X-Ray", &[2, 0]), ("First neutral access zone", &[0, 1])]);
    assert_eq!(place(&game, "X-Ray").controlled_by, Some(BLUE));
    assert_eq!(place(&game, "First neutral access zone").controlled_by, Some(RED));
}

/// T-CTL-1: without infantry on the table, or without places, nobody is asked.
#[test]
fn what_nobody_can_control_is_not_counted() {
    let mut game = deployed(
        &setup("bridgehead", 2),
        &["White Stars\n9 steel troopers, sergeant\n6 steel troopers\n3 steel TacArms", GOLEMS],
    );
    control(&mut game, &[("Hill", &[4, 0])]);
    assert_eq!(place(&game, "Hill").controlled_by, Some(BLUE));
    for unit in &mut game.state.units {
        unit.stands = Stands::Reserve;
    }
    let id = game.id("Steel troopers 1");
    game.state.sides[0].cards = vec![Some(id)];
    game.state.sides[1].cards.clear();
    game.state.phase = Phase::Activation;
    game.state.flow.active = Some(BLUE);
    game.state.flow.order = vec![BLUE, RED];
    game.state.flow.tasks = gatemaster_rules::stack::Stack::from(vec![Task::NextTurn, Task::Turn]);
    game.does(BLUE, &Command::PlayCard, &[]);
    game.answers(BLUE, Answer::Enter(gatemaster_rules::at43::command::Entry::Wait), &[]);
    assert_eq!(place(&game, "Hill").controlled_by, None, "nobody is near it");
    assert_eq!(game.state.round, 3);
}

/// T-CTL-4: the first time each side controls a place, and never again.
#[test]
fn a_place_is_captured_once_by_each_side_and_pays_control_every_round() {
    let mut game = deployed(&setup("skirmish", 2), &[WITH_RESERVES, GOLEM_RESERVES]);
    let rp = |told: &[Event]| {
        let gains = gained(told).into_iter();
        gains.map(|gain: Gain| (gain.seat, gain.rp)).collect::<Vec<(Seat, u32)>>()
    };
    let told = control(&mut game, &[("Container 1", &[1, 0])]);
    assert_eq!(rp(&told), [(BLUE, 100), (BLUE, 150)]);
    let told = control(&mut game, &[("Container 1", &[1, 0])]);
    assert_eq!(rp(&told), [(BLUE, 150)]);
    let told = control(&mut game, &[("Container 1", &[1, 2])]);
    assert_eq!(rp(&told), [(RED, 100), (RED, 150)]);
    let told = control(&mut game, &[("Container 1", &[1, 0])]);
    assert_eq!(rp(&told), [(BLUE, 150)], "captured before");
    assert_eq!(points(&game), [(0, 550), (0, 250)]);
}

/// T-CTL-2: points add up over the rounds.
#[test]
fn points_add_up() {
    let mut game = deployed(&setup("bridgehead", 2), &[STEEL, GOLEMS]);
    control(&mut game, &[("Hill", &[1, 0])]);
    control(&mut game, &[("Hill", &[1, 0])]);
    control(&mut game, &[("Hill", &[0, 2])]);
    assert_eq!(points(&game), [(10, 0), (5, 0)]);
}

/// T-CTL-5: whole units at 1 RP per AP; what is not spent is kept; a bought unit has a card next round.
#[test]
fn reinforcements_are_bought_whole_and_get_a_card() {
    let mut game = deployed(&setup("skirmish", 2), &[WITH_RESERVES, GOLEM_RESERVES]);
    game.state.sides[0].rp = 60;
    game.state.sides[1].rp = 400;
    last_card(&mut game);
    counted(&mut game, &[("Container 1", &[1, 0])]);
    assert_eq!(points(&game), [(0, 310), (0, 400)]);
    let (troopers, toad) = (game.id("Steel troopers 2"), game.id("Fire Toads"));
    let buy = |seat, unit| Command::Buy { seat, unit };
    assert_eq!(
        game.asked(),
        (Who::Seat(BLUE), "buy reinforcements for 310 RP or keep them".to_owned())
    );
    assert_eq!(
        game.refused(RED, &buy(RED, game.id("Bane goliaths"))),
        "The game waits for Blue to buy reinforcements or be done."
    );
    assert_eq!(
        game.refused(BLUE, &buy(BLUE, game.id("Bane goliaths"))),
        "Bane goliaths is none of your reinforcements."
    );
    game.does(BLUE, &buy(BLUE, troopers), &[]);
    assert_eq!((game.unit("Steel troopers 2").stands, points(&game)[0].1), (Stands::Reserve, 135));
    assert_eq!(game.asked().0, Who::Seat(RED), "a Fire Toad is beyond 135 RP");
    game.does(RED, &Command::DoneBuying { seat: RED }, &[]);
    assert_eq!((game.state.phase, game.state.round), (Phase::Tactical, 2));
    assert_eq!(points(&game), [(0, 135), (0, 400)], "kept");
    let cards = gatemaster_rules::at43::tactical::default_plan(&game.state, BLUE).sequence;
    assert!(cards.contains(&troopers) && !cards.contains(&toad));
    assert_eq!(
        game.refused(BLUE, &buy(BLUE, toad)),
        "Reinforcements are bought in the control phase."
    );
}

/// T-CTL-5: the loser of the Authority test first, and whoever can buy nothing is not asked.
#[test]
fn the_loser_of_the_authority_test_buys_first() {
    let mut game = deployed(&setup("skirmish", 2), &[WITH_RESERVES, GOLEM_RESERVES]);
    for side in &mut game.state.sides {
        side.rp = 300;
    }
    game.plan_all();
    assert_eq!(game.state.winner, Some(BLUE));
    last_card_after_plans(&mut game);
    counted(&mut game, &[]);
    assert_eq!(game.asked().0, Who::Seat(RED));
    game.does(RED, &Command::DoneBuying { seat: RED }, &[]);
    assert_eq!(game.asked().0, Who::Seat(BLUE));
    game.does(BLUE, &Command::DoneBuying { seat: BLUE }, &[]);
    assert_eq!(game.state.round, 2);
}

fn last_card_after_plans(game: &mut Game) {
    game.answers(BLUE, Answer::First(BLUE), &[]);
    last_card(game);
}

/// T-CTL-5: with three sides the lowest total first, the winner last, equals in the order of seats.
#[test]
fn with_three_sides_the_lowest_total_buys_first() {
    let mut game = deployed(&setup("bridgehead", 3), &[STEEL, GOLEMS, STEEL]);
    for (winner, totals, order) in [
        (BLUE, [9, 5, 7], [RED, GREEN, BLUE]),
        (RED, [4, 8, 4], [BLUE, GREEN, RED]),
        (GREEN, [8, 3, 8], [RED, BLUE, GREEN]),
        (BLUE, [8, 3, 8], [RED, GREEN, BLUE]),
    ] {
        game.state.winner = Some(winner);
        for (side, total) in game.state.sides.iter_mut().zip(totals) {
            side.total = Some(total);
        }
        assert_eq!(buying_order(&game.state), order);
    }
}

/// T-HER-4: a lone hero becomes officer of a unit of his kind, its drills apply, his card is gone.
#[test]
fn a_lone_hero_joins_a_unit_without_an_officer() {
    let mut game = deployed(&setup("bridgehead", 2), &[STEEL, GOLEMS]);
    let library = data::library();
    let hero = library.hero_of_key("white-stars-pilot").unwrap();
    let mut lone = game.unit("Steel troopers 2").clone();
    lone.name = library.hero(hero).unwrap().name.clone();
    lone.hero = Some(hero);
    lone.lone_hero = true;
    lone.rank = 1;
    lone.members.truncate(1);
    lone.members[0].role = Role::Hero;
    lone.leader = gatemaster_rules::at43::state::MemberId(0);
    game.state.units.push(lone);
    let (pilot, unit) = (game.id("White Stars pilot"), game.id("Steel troopers 2"));
    game.unit_mut("Steel troopers 2").drills = vec![Drill::TakeCover];
    last_card(&mut game);
    counted(&mut game, &[]);
    assert_eq!(
        game.asked(),
        (Who::Seat(BLUE), "say whether White Stars pilot joins a unit".to_owned())
    );
    let other = Answer::Join(Some(game.id("Steel TacArms")));
    assert_eq!(
        game.refused(BLUE, &Command::Answer(other)),
        "White Stars pilot leads only a unit of his own kind that has no officer."
    );
    game.answers(BLUE, Answer::Join(Some(unit)), &[]);
    let led = game.unit("Steel troopers 2");
    assert_eq!((led.strength(), led.numbers(), led.rank), (7, 6, 1));
    assert_eq!(led.member(led.leader).unwrap().role, Role::Hero);
    assert_eq!(led.drills, [Drill::TakeCover]);
    assert_eq!(game.state.unit(pilot).unwrap().stands, Stands::Gone(Gone::Joined(unit)));
    let cards = gatemaster_rules::at43::tactical::default_plan(&game.state, BLUE).sequence;
    assert!(!cards.contains(&pilot));
}

/// T-RND-1: the order of a control phase, and the next round after it.
#[test]
fn control_points_and_purchases_come_in_their_order() {
    let mut game = deployed(&setup("skirmish", 2), &[WITH_RESERVES, GOLEM_RESERVES]);
    let mut told = last_card(&mut game);
    told.extend(counted(&mut game, &[("Container 1", &[9, 0]), ("Container 2", &[9, 0])]));
    let by = everybody(&game);
    let toad = game.id("Fire Toads");
    told.extend_from_slice(game.done_by(&by, &Command::Buy { seat: BLUE, unit: toad }, &[]));
    told.extend_from_slice(game.done_by(&by, &Command::DoneBuying { seat: BLUE }, &[]));
    let names: Vec<&str> = told
        .iter()
        .filter_map(|event| match event {
            Event::ActivationOver => Some("cards"),
            Event::ControlBegan => Some("control"),
            Event::Counted { .. } => Some("counted"),
            Event::Controlled { .. } => Some("controlled"),
            Event::Scored { .. } => Some("points"),
            Event::Bought { .. } => Some("bought"),
            Event::DoneBuying { .. } => Some("done"),
            Event::RoundBegan { .. } => Some("round"),
            _ => None,
        })
        .collect();
    assert_eq!(
        names,
        ["cards", "control", "counted", "controlled", "points", "bought", "done", "round"]
    );
}

/// T-RND-1: a side without units plays no cards; the others go on.
#[test]
fn a_side_without_units_is_not_waited_for() {
    let mut game = deployed(&setup("seek-and-destroy", 2), &[STEEL, GOLEMS]);
    for name in ["Storm golems 1", "Storm golems 2", "Bane goliaths"] {
        super::stage::wipe_out(&mut game, name, Some(BLUE));
    }
    control(&mut game, &[]);
    assert_eq!((game.state.phase, game.state.round), (Phase::Tactical, 2));
    let plan = gatemaster_rules::at43::tactical::default_plan(&game.state, BLUE);
    let owing: Vec<Who> = At43::open(&game.state).into_iter().map(|open| open.who).collect();
    assert_eq!(owing, [Who::Seat(BLUE)]);
    game.does(BLUE, &Command::Plan { seat: BLUE, plan }, &[]);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::ChooseFirst { winner: BLUE }));
}

/// T-SPE-1: what was removed is counted no more and pays nobody.
#[test]
fn a_removed_objective_is_controlled_by_nobody() {
    let mut game = deployed(&setup("skirmish", 2), &[STEEL, GOLEMS]);
    control(&mut game, &[("Container 1", &[1, 0])]);
    let element = game
        .state
        .terrain
        .iter()
        .position(|element| element.name == "Container 1")
        .map(|at| gatemaster_rules::at43::state::TerrainId(u8::try_from(at).unwrap()));
    At43::apply(&mut game.state, &Event::ElementGone { element: element.unwrap() });
    last_card(&mut game);
    let gone = Command::Count { seat: BLUE, counts: counts(&game, &[("Container 1", &[1, 0])]) };
    assert!(game.refused(BLUE, &gone).contains("cannot be controlled"));
    let told = counted(&mut game, &[]);
    assert_eq!(gained(&told), []);
    let id = place_id(&game, "Container 1");
    assert!(!told.iter().any(|event| matches!(event,
        Event::Scored { gains } if gains.iter().any(|gain| gain.why == GainWhy::Controls(id)))));
}
