//! The tactical phase: LP, plans in secret, the Authority test.

use gatemaster_rules::at43::At43;
use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::{Answer, Command};
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::standing::{self, First, Standing};
use gatemaster_rules::at43::state::{Phase, Plan, Stands, UnitId};
use gatemaster_rules::at43::tactical::{self, chance_to_win, default_plan, most_wager};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _, Viewer, Who};

use super::sample::{BLUE, GOLEMS, Game, RED, STEEL};

fn plan(game: &Game, seat: Seat, wager: u32) -> Command {
    Command::Plan { seat, plan: Plan { wager, ..default_plan(&game.state, seat) } }
}

/// T-TAC-1
#[test]
fn the_pool_is_the_commanders_leadership_and_one_for_each_unit_that_holds_together() {
    let mut game = Game::planning(STEEL, GOLEMS);
    assert_eq!((game.pool(BLUE), game.pool(RED)), (3 + 3, 2 + 3), "sergeant 3, alpha 2");
    game.unit_mut("Steel TacArms").disorganized = true;
    let sergeant = game.id("Steel troopers 1");
    assert_eq!(
        tactical::pool(&game.state, BLUE, Some(sergeant)),
        5,
        "the disorganized do not count"
    );
    game.unit_mut("Steel TacArms").disorganized = false;
    game.unit_mut("Steel TacArms").stands = Stands::Reserve;
    assert_eq!(tactical::pool(&game.state, BLUE, Some(sergeant)), 6, "a reserve counts");
    game.unit_mut("Steel TacArms").stands = Stands::Reinforcement;
    assert_eq!(tactical::pool(&game.state, BLUE, Some(sergeant)), 5, "what is not bought does not");
    assert_eq!(tactical::pool(&game.state, BLUE, None), 2, "without a Commander only units count");
}

/// T-TAC-1: the book's example, six units and a Commander with 8 LP.
#[test]
fn six_units_and_a_commander_of_eight_give_fourteen() {
    let text = "Therians\n9 storm golems, omega\n6 storm golems\n2 bane goliaths\n2 bane goliaths\n\
                1 Wraith golgoth\n6 storm golems";
    let game = Game::planning(STEEL, text);
    assert_eq!(game.pool(RED), 14);
}

/// T-TAC-2
#[test]
fn the_highest_rank_commands_and_of_equals_the_player_picks() {
    let blue = "White Stars\n9 steel troopers, sergeant\n6 steel troopers, lieutenant\n3 steel TacArms, sergeant";
    let mut game = Game::planning(blue, GOLEMS);
    let lieutenant = game.id("Steel troopers 2");
    assert_eq!(tactical::candidates(&game.state, BLUE), [lieutenant]);
    game.unit_mut("Steel troopers 2").members[0].out = true;
    let equals = [game.id("Steel troopers 1"), game.id("Steel TacArms")];
    assert_eq!(tactical::candidates(&game.state, BLUE), equals);
    let mut chosen = default_plan(&game.state, BLUE);
    chosen.commander = Some(equals[1]);
    game.does(BLUE, &Command::Plan { seat: BLUE, plan: chosen }, &[]);
    let red = plan(&game, RED, 0);
    game.does(RED, &red, &[6, 1]);
    assert_eq!(game.state.sides[0].commander, Some(equals[1]));
    for name in ["Steel troopers 1", "Steel TacArms"] {
        game.unit_mut(name).members[0].out = true;
    }
    assert!(tactical::candidates(&game.state, BLUE).is_empty());
    assert_eq!(tactical::authority(&game.state, None), 0, "nobody left, no Authority");
}

/// T-TAC-2
#[test]
fn a_reinforcement_that_was_not_bought_commands_nothing() {
    let mut game = Game::planning(STEEL, GOLEMS);
    game.unit_mut("Steel troopers 1").stands = Stands::Reinforcement;
    assert!(tactical::candidates(&game.state, BLUE).is_empty());
}

/// T-TAC-5: the book's Sergeant wagers up to 2, a Captain up to 5.
#[test]
fn a_wager_goes_up_to_the_commanders_rank_and_one() {
    let mut game = Game::planning(STEEL, GOLEMS);
    let commander = game.state.sides[0].commander;
    assert_eq!(most_wager(&game.state, BLUE, commander), 2);
    game.unit_mut("Steel troopers 1").rank = 4;
    assert_eq!(most_wager(&game.state, BLUE, commander), 5);
    game.state.sides[0].pool = 3;
    assert_eq!(most_wager(&game.state, BLUE, commander), 3, "never more than the pool");
    assert_eq!(most_wager(&game.state, BLUE, None), 1, "without a Commander 1");
    game.state.sides[0].pool = 0;
    assert_eq!(most_wager(&game.state, BLUE, None), 0);
}

/// T-TAC-3, T-TAC-5
#[test]
fn plans_are_refused_with_the_facts() {
    let game = Game::planning(STEEL, GOLEMS);
    let said = game.refused(BLUE, &plan(&game, BLUE, 3));
    assert_eq!(said, "You can wager up to 2 LP: the Commander's rank and one, at most your pool.");
    let mut short = default_plan(&game.state, BLUE);
    short.sequence.pop();
    let said = game.refused(BLUE, &Command::Plan { seat: BLUE, plan: short.clone() });
    assert_eq!(said, "The sequence names each of your 3 units on the table or in reserve once.");
    short.sequence.push(short.sequence[0]);
    assert_eq!(said, game.refused(BLUE, &Command::Plan { seat: BLUE, plan: short.clone() }));
    short.sequence[2] = game.id("Storm golems 1");
    assert_eq!(said, game.refused(BLUE, &Command::Plan { seat: BLUE, plan: short }));
    let said = game.refused(RED, &plan(&game, BLUE, 0));
    assert_eq!(said, "You plan for your own side alone.");
    let mut odd = default_plan(&game.state, BLUE);
    odd.commander = Some(game.id("Steel TacArms"));
    let said = game.refused(BLUE, &Command::Plan { seat: BLUE, plan: odd });
    assert_eq!(said, "Your officer of the highest rank commands.");
}

/// T-TAC-3, T-TAC-5
#[test]
fn a_plan_stays_secret_may_change_until_the_last_is_in_and_then_only_the_wager_is_shown() {
    let mut game = Game::planning(STEEL, GOLEMS);
    assert_eq!(game.asked().0, Who::Seat(BLUE));
    let first = plan(&game, BLUE, 1);
    let told = game.does(BLUE, &first, &[]).to_vec();
    let spectator = Viewer::spectator();
    for event in &told {
        let text = format!("{:?}", At43::seen(event, &spectator));
        assert!(!text.contains("sequence"), "{text}");
    }
    let seen = At43::view(&game.state, &Viewer::on(RED));
    assert!(seen.sides[0].plan.is_none() && seen.sides[0].planned, "locked, and nothing more");
    assert!(At43::view(&game.state, &Viewer::on(BLUE)).sides[0].plan.is_some());
    assert_eq!(game.asked().0, Who::May(BLUE), "it may be changed");
    let second = plan(&game, BLUE, 2);
    game.does(BLUE, &second, &[]);
    let red = plan(&game, RED, 0);
    let told = game.does(RED, &red, &[1, 3]).to_vec();
    assert!(told.iter().any(|event| matches!(event,
        Event::WagersShown { wagers, .. } if *wagers == [2, 0])));
    assert_eq!((game.pool(BLUE), game.pool(RED)), (4, 5), "spent, whoever wins");
    // 1 + 1 + 2 against 3 + 2
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::ChooseFirst { winner: RED }));
    let seen = At43::view(&game.state, &Viewer::on(RED));
    assert!(seen.sides[0].plan.is_none(), "the sequence comes to light card by card");
    let said = game.refused(BLUE, &first);
    assert_eq!(said, "All plans are in and shown; Red has to say who begins the round.");
}

/// T-TAC-4, T-TAC-6
#[test]
fn those_who_tie_throw_again_with_the_same_wagers_until_one_wins() {
    let mut game = Game::planning(STEEL, GOLEMS);
    let (blue, red) = (plan(&game, BLUE, 1), plan(&game, RED, 0));
    game.does(BLUE, &blue, &[]);
    // Authority 1 and wager 1 against Authority 2: 4 and 4, then 2 and 2, then 6 and 5
    let told = game.does(RED, &red, &[4, 4, 2, 2, 6, 5]).to_vec();
    let throws = told.iter().filter(|event| matches!(event, Event::AuthorityRolled { .. })).count();
    assert_eq!(throws, 3);
    assert_eq!(game.pool(BLUE), 5, "nothing more is paid");
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::ChooseFirst { winner: BLUE }));
    assert_eq!(game.state.sides[0].total, Some(6), "the first total counts for purchases");
}

/// T-TAC-4
#[test]
fn the_winner_names_who_begins_and_home_turf_counts_one() {
    let mut setup = Setup::default();
    setup.switches.home_turf = Some(RED);
    let mut game = Game::planning_with(&setup, STEEL, GOLEMS);
    let (blue, red) = (plan(&game, BLUE, 0), plan(&game, RED, 0));
    game.does(BLUE, &blue, &[]);
    game.does(RED, &red, &[6, 5]); // 6 + 1 against 5 + 2 + 1
    assert_eq!(game.state.sides[1].total, Some(8));
    let said = game.refused(BLUE, &Command::Answer(Answer::First(BLUE)));
    assert_eq!(said, "The game waits for Red to say who begins the round.");
    game.answers(RED, Answer::First(BLUE), &[]);
    assert_eq!((game.state.phase, game.state.flow.active), (Phase::Activation, Some(BLUE)));
}

/// T-TAC-6
#[test]
fn a_named_winner_needs_no_wager_and_no_die() {
    let mut setup = Setup::default();
    setup.switches.first_round = Some(BLUE);
    let mut game = Game::planning_with(&setup, STEEL, GOLEMS);
    let said = game.refused(BLUE, &plan(&game, BLUE, 1));
    assert_eq!(said, "The winner of this round is named, so nobody wagers.");
    let (blue, red) = (plan(&game, BLUE, 0), plan(&game, RED, 0));
    game.does(RED, &red, &[]);
    game.does(BLUE, &blue, &[]);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::ChooseFirst { winner: BLUE }));
}

/// T-TAC-3
#[test]
fn the_default_sequence_is_the_last_one_without_the_lost_and_with_the_new() {
    let mut game = Game::planning(STEEL, GOLEMS);
    let ids: Vec<UnitId> = default_plan(&game.state, BLUE).sequence;
    let turned: Vec<UnitId> = ids.iter().rev().copied().collect();
    let plan = Plan { sequence: turned.clone(), ..Plan::default() };
    game.state.sides[0].plan = Some(plan);
    assert_eq!(default_plan(&game.state, BLUE).sequence, turned);
    game.unit_mut("Steel TacArms").stands = Stands::Reinforcement;
    let without: Vec<UnitId> = turned.iter().filter(|id| **id != ids[1]).copied().collect();
    assert_eq!(default_plan(&game.state, BLUE).sequence, without);
    let last = Plan { sequence: without.clone(), ..Plan::default() };
    game.state.sides[0].plan = Some(last);
    game.unit_mut("Steel TacArms").stands = Stands::Reserve;
    assert_eq!(default_plan(&game.state, BLUE).sequence, [without, vec![ids[1]]].concat());
}

/// T-RND-1
#[test]
fn a_side_without_units_neither_rolls_nor_is_asked_who_begins() {
    let mut game = Game::planning(STEEL, GOLEMS);
    for unit in ["Storm golems 1", "Storm golems 2", "Bane goliaths"] {
        game.unit_mut(unit).stands = Stands::Reinforcement;
    }
    let blue = plan(&game, BLUE, 0);
    game.does(BLUE, &blue, &[]);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::ChooseFirst { winner: BLUE }));
}

/// T-TAC-7
#[test]
fn a_standing_answer_lets_the_winner_begin() {
    let mut game = Game::planning(STEEL, GOLEMS);
    for (seat, dice) in [(BLUE, &[][..]), (RED, &[1, 6][..])] {
        let locked = plan(&game, seat, 0);
        game.does(seat, &locked, dice);
    }
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::ChooseFirst { winner: RED }));
    let said = |seat, standing: &Standing| {
        standing::answer(&At43::view(&game.state, &Viewer::on(seat)), seat, standing)
    };
    let begins = Standing { first: First::Winner, ..Standing::default() };
    assert_eq!(said(RED, &begins), Some(Command::Answer(Answer::First(RED))));
    assert_eq!(said(RED, &Standing::default()), None);
    assert_eq!(said(BLUE, &begins), None, "it is not theirs to say");
    let before: Standing = serde_json::from_str(r#"{"overwatch":"hold","medic":"ask"}"#).unwrap();
    assert_eq!(before.first, First::Ask, "what was said earlier says nothing of it");
}

/// T-TAC-3
#[test]
fn an_organiser_fills_in_a_missing_plan_with_the_default() {
    let mut game = Game::planning(STEEL, GOLEMS);
    let organiser = Doer { seats: Vec::new(), organiser: true };
    let said = game.refused(RED, &Command::FillPlan { seat: BLUE });
    assert_eq!(
        said,
        "Only the organiser or a manager of this server fills in a plan for somebody else, and only one who does not play here."
    );
    game.done_by(&organiser, &Command::FillPlan { seat: BLUE }, &[]);
    assert!(game.state.sides[0].planned);
    game.done_by(&organiser, &Command::FillPlan { seat: RED }, &[3, 1]);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::ChooseFirst { winner: BLUE }));
}

/// T-TAC-4, T-TAC-6: the chance that the wager form shows.
#[test]
fn the_chance_to_win_the_test_counts_ties_as_thrown_again() {
    let game = Game::planning(STEEL, GOLEMS);
    // Authority 1 against 2: of 36 throws Blue is ahead in 10, level in 5
    let blue = chance_to_win(&game.state, BLUE, &[0, 0]);
    assert!((blue - 10.0 / 31.0).abs() < 1e-12, "{blue}");
    let even = chance_to_win(&game.state, BLUE, &[1, 0]);
    assert!((even - 0.5).abs() < 1e-12, "{even}");
    let both = chance_to_win(&game.state, RED, &[2, 1]) + chance_to_win(&game.state, BLUE, &[2, 1]);
    assert!((both - 1.0).abs() < 1e-12, "{both}");
}
