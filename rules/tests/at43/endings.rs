//! When each mission ends, and for whom.

use gatemaster_rules::at43::At43;
use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::{Answer, Command};
use gatemaster_rules::at43::ending::{can_gain, standing};
use gatemaster_rules::at43::event::{Event, Fall};
use gatemaster_rules::at43::state::{Ending, Gone, MemberId, Phase, Pilot, Why};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Outcome, System as _};

use super::sample::{BLUE, GOLEMS, Game, RED, STEEL};
use super::stage::{GREEN, control, counted, deployed, last_card, setup, wipe_out};

const FEW: &str = "Therians\n9 storm golems, alpha\n6 storm golems";

fn start(mission: &str) -> Game {
    deployed(&setup(mission, 2), &[STEEL, FEW])
}

fn with_points(game: &mut Game, points: &[u32]) {
    for (side, vp) in game.state.sides.iter_mut().zip(points) {
        side.vp = *vp;
    }
}

/// How it has ended.
fn ended(game: &Game) -> Ending {
    game.state.ending.clone().unwrap()
}

fn over(winner: Option<Seat>, why: Why) -> Ending {
    Ending { winner, why }
}

/// T-MIS-13, T-MIS-43: after round 6 most VP wins, equal is a draw.
#[test]
fn missions_of_six_rounds_end_after_the_sixth() {
    for mission in ["seek-and-destroy", "skirmish"] {
        for (points, winner, outcomes) in [
            ([4, 3], Some(BLUE), [Outcome::Win, Outcome::Loss]),
            ([1, 5], Some(RED), [Outcome::Loss, Outcome::Win]),
            ([2, 2], None, [Outcome::Draw, Outcome::Draw]),
        ] {
            let mut game = start(mission);
            with_points(&mut game, &points);
            game.state.round = 5;
            control(&mut game, &[]);
            assert_eq!((game.state.ending.clone(), game.state.round), (None, 6));
            control(&mut game, &[]);
            assert_eq!(ended(&game), over(winner, Why::RoundsPlayed), "{mission} {points:?}");
            assert_eq!(game.state.phase, Phase::Over);
            assert!(game.state.flow.tasks.is_empty() && At43::open(&game.state).is_empty());
            let expected: Vec<(u32, Outcome)> = points.into_iter().zip(outcomes).collect();
            assert_eq!(standing(&game.state), expected);
        }
    }
}

/// T-MIS-13: of three sides the best two share a draw.
#[test]
fn two_of_three_with_equal_points_draw_and_the_third_has_lost() {
    let mut game = deployed(&setup("seek-and-destroy", 3), &[STEEL, GOLEMS, STEEL]);
    with_points(&mut game, &[4, 4, 1]);
    game.state.round = 6;
    control(&mut game, &[]);
    assert_eq!(ended(&game), over(None, Why::RoundsPlayed));
    let outcomes: Vec<Outcome> = standing(&game.state).into_iter().map(|(_, it)| it).collect();
    assert_eq!(outcomes, [Outcome::Draw, Outcome::Draw, Outcome::Loss]);
}

/// T-MIS-23: the first with 20 VP wins.
#[test]
fn bridgehead_is_won_with_twenty_points() {
    let mut game = start("bridgehead");
    with_points(&mut game, &[14, 18]);
    control(&mut game, &[("Hill", &[2, 0])]);
    assert_eq!(game.state.ending, None, "19 to 18");
    control(&mut game, &[("Hill", &[2, 0])]);
    assert_eq!(ended(&game), over(Some(BLUE), Why::PointsReached));
}

/// T-MIS-23: several at once: whoever holds the hill; if nobody does, they play on until somebody does.
#[test]
fn a_tie_at_the_bridgehead_is_broken_on_the_hill() {
    let mut game = start("bridgehead");
    with_points(&mut game, &[16, 20]);
    let mut held = game.clone();
    held.state.sides[1].vp = 19;
    wipe_out(&mut held, "Steel troopers 2", Some(RED));
    control(&mut held, &[("Hill", &[2, 0])]);
    assert_eq!(ended(&held), over(Some(BLUE), Why::PointsReached), "21 to 20, on the hill");

    with_points(&mut game, &[19, 19]);
    wipe_out(&mut game, "Steel troopers 2", Some(RED));
    wipe_out(&mut game, "Storm golems 2", Some(BLUE));
    control(&mut game, &[("Hill", &[2, 2])]);
    assert_eq!((game.state.ending.clone(), game.state.sides[0].vp), (None, 20));
    control(&mut game, &[]);
    assert_eq!(game.state.ending, None, "still nobody");
    control(&mut game, &[("Hill", &[0, 1])]);
    assert_eq!(ended(&game), over(Some(RED), Why::PointsReached));
}

/// T-MIS-23: once they play on, the first side to control the hill wins, whatever it has.
#[test]
fn a_third_side_can_win_a_bridgehead_that_is_played_on() {
    let companies = [STEEL, GOLEMS, STEEL];
    let mut game = deployed(&setup("bridgehead", 3), &companies);
    with_points(&mut game, &[19, 19, 3]);
    wipe_out(&mut game, "Storm golems 2", Some(BLUE));
    let unit = game.state.ids().find(|id| game.state.unit(*id).unwrap().side == GREEN).unwrap();
    let lost = gatemaster_rules::at43::state::LossKind::Infantry;
    At43::apply(&mut game.state, &Event::Lost { unit, what: lost, by: Some(RED) });
    control(&mut game, &[("Hill", &[0, 0, 1])]);
    assert_eq!(game.state.ending, None, "both have 20, and neither of them holds it");
    control(&mut game, &[("Hill", &[0, 0, 1])]);
    assert_eq!(ended(&game), over(Some(GREEN), Why::PointsReached));
}

/// T-MIS-34: 10 VP; both at once: more objectives, else until somebody has more.
#[test]
fn hold_the_position_ends_at_ten_points() {
    let mut game = start("hold-the-position");
    with_points(&mut game, &[9, 8]);
    let mut both = game.clone();
    control(&mut game, &[("Able", &[0, 1])]);
    assert_eq!(game.state.ending, None);
    control(&mut game, &[("Able", &[1, 0])]);
    assert_eq!(ended(&game), over(Some(BLUE), Why::PointsReached));

    with_points(&mut both, &[9, 9]);
    let mut more = both.clone();
    control(&mut more, &[("Able", &[1, 0]), ("Bravo", &[0, 1]), ("Doctor", &[0, 1])]);
    assert_eq!(ended(&more), over(Some(RED), Why::PointsReached), "10 to 11, one more point");
    control(&mut both, &[("Able", &[1, 0]), ("Bravo", &[0, 1])]);
    assert_eq!(both.state.ending, None, "one each");
    control(&mut both, &[("Able", &[1, 0]), ("Bravo", &[0, 1]), ("Charlie", &[2, 0])]);
    assert_eq!(ended(&both), over(Some(BLUE), Why::PointsReached));
}

/// T-MIS-56: 15 VP; both at once: who controls more of the points, paid for or not.
#[test]
fn landing_ends_at_fifteen_points() {
    let mut game = start("landing");
    with_points(&mut game, &[0, 13]);
    control(&mut game, &[("Golf", &[0, 1])]);
    assert_eq!(ended(&game), over(Some(RED), Why::PointsReached));

    let mut both = start("landing");
    with_points(&mut both, &[10, 13]);
    let unit = both.id("Steel troopers 2");
    At43::apply(&mut both.state, &Event::UnitGone { unit, gone: Gone::Evacuated });
    let mut more = both.clone();
    control(&mut both, &[("Golf", &[0, 1]), ("Able", &[1, 0])]);
    assert_eq!(both.state.ending, None, "15 to 15, one point each");
    control(&mut both, &[("Golf", &[0, 1]), ("Able", &[0, 0])]);
    assert_eq!(ended(&both), over(Some(RED), Why::PointsReached));
    control(&mut more, &[("Golf", &[0, 1]), ("Able", &[1, 0]), ("Bravo", &[1, 0])]);
    assert_eq!(ended(&more), over(Some(BLUE), Why::PointsReached));
}

/// T-MIS-66: 10 VP; both at once: more VP, equal is a draw.
#[test]
fn extraction_ends_at_ten_points() {
    for (points, winner) in
        [([5, 4], Some(BLUE)), ([5, 10], None), ([5, 11], Some(RED)), ([6, 10], Some(BLUE))]
    {
        let mut game = start("extraction");
        with_points(&mut game, &points);
        control(&mut game, &[("Wreck", &[1, 0])]);
        assert_eq!(ended(&game), over(winner, Why::PointsReached), "{points:?}");
    }
}

/// T-MIS-66, T-MIS-64: the pilot's death ends the game at once, and the defender has won.
#[test]
fn the_defender_wins_once_the_pilot_is_dead() {
    let mut game = start("extraction");
    last_card(&mut game);
    counted(&mut game, &[("Wreck", &[1, 0])]);
    game.answers(BLUE, Answer::Join(None), &[]);
    let pilot = game.id("White Stars pilot");
    let members = vec![MemberId(0)];
    At43::apply(&mut game.state, &Event::Fell { unit: pilot, members, why: Fall::Shot });
    At43::apply(&mut game.state, &Event::UnitGone { unit: pilot, gone: Gone::Destroyed });
    let plan = gatemaster_rules::at43::tactical::default_plan(&game.state, BLUE);
    let told = game.does(BLUE, &Command::Plan { seat: BLUE, plan }, &[]);
    assert!(told.contains(&Event::PilotDied));
    assert_eq!(ended(&game), over(Some(RED), Why::PilotDead));
    assert_eq!(game.state.wreck.unwrap().pilot, Pilot::Dead);

    let mut inside = start("extraction");
    with_points(&mut inside, &[9, 0]);
    At43::apply(&mut inside.state, &Event::WreckHit { left: 0 });
    At43::apply(&mut inside.state, &Event::PilotDied);
    let plan = gatemaster_rules::at43::tactical::default_plan(&inside.state, BLUE);
    inside.does(BLUE, &Command::Plan { seat: BLUE, plan }, &[]);
    assert_eq!(ended(&inside), over(Some(RED), Why::PilotDead));
}

/// T-MIS-6, T-MIS-23: only machines are left on one side, so nobody can gain anything any more.
#[test]
fn a_bridgehead_without_infantry_or_enemies_is_over() {
    let toads = "White Stars\n9 steel troopers, sergeant\n6 steel troopers\n3 steel TacArms\n\
                 1 Fire Toads, sergeant";
    let mut game = deployed(&setup("bridgehead", 2), &[toads, FEW]);
    with_points(&mut game, &[3, 7]);
    for name in ["Storm golems 1", "Storm golems 2"] {
        wipe_out(&mut game, name, Some(BLUE));
    }
    let mut infantry = game.clone();
    for name in ["Steel troopers 1", "Steel troopers 2", "Steel TacArms"] {
        wipe_out(&mut game, name, Some(RED));
    }
    control(&mut game, &[]);
    assert_eq!(game.state.sides.iter().map(|side| side.vp).collect::<Vec<_>>(), [5, 10]);
    assert_eq!(ended(&game), over(Some(RED), Why::NothingLeftToWin));

    control(&mut infantry, &[]);
    assert_eq!(infantry.state.ending, None, "the hill can still be held");
}

/// T-MIS-6: what is left that could pay, mission by mission.
#[test]
fn whether_anything_can_be_gained_follows_from_what_is_left() {
    let can = |game: &Game| can_gain(&game.state, game.state.mission.as_ref().unwrap());
    let mut landing = start("landing");
    for name in ["Storm golems 1", "Storm golems 2"] {
        wipe_out(&mut landing, name, Some(BLUE));
    }
    assert!(can(&landing), "the attacker may leave by the far edge");
    for name in ["Steel troopers 1", "Steel troopers 2", "Steel TacArms"] {
        wipe_out(&mut landing, name, None);
    }
    assert!(!can(&landing));

    let mut rescue = start("extraction");
    for name in ["Storm golems 1", "Storm golems 2"] {
        wipe_out(&mut rescue, name, Some(BLUE));
    }
    assert!(can(&rescue), "the pilot can be met");
    rescue.state.wreck.as_mut().unwrap().pilot = Pilot::Evacuated;
    assert!(!can(&rescue), "the wreck pays the defender alone, and he is gone");

    let mut hold = start("hold-the-position");
    for name in ["Steel troopers 1", "Steel troopers 2", "Steel TacArms"] {
        wipe_out(&mut hold, name, None);
    }
    assert!(can(&hold));
    for place in &mut hold.state.places {
        place.gone = true;
    }
    assert!(!can(&hold));
}

/// T-MIS-34, T-MIS-56, T-MIS-66: when nothing can be gained any more, most VP wins and equal is a draw.
#[test]
fn with_nothing_left_to_win_the_points_decide() {
    for (points, winner) in [([3, 2], Some(BLUE)), ([2, 3], Some(RED)), ([3, 3], None)] {
        let mut game = start("hold-the-position");
        with_points(&mut game, &points);
        for place in &mut game.state.places {
            place.gone |= place.control > 0;
        }
        control(&mut game, &[]);
        assert_eq!(ended(&game), over(winner, Why::NothingLeftToWin));
    }
}

/// T-RND-1: nothing happens any more once nobody is left at all.
#[test]
fn a_game_in_which_everybody_is_gone_is_over() {
    let mut game = deployed(&Setup::default(), &[STEEL, GOLEMS]);
    with_points(&mut game, &[1, 1]);
    for name in ["Steel troopers 2", "Steel TacArms"] {
        wipe_out(&mut game, name, Some(RED));
    }
    for name in ["Storm golems 1", "Storm golems 2", "Bane goliaths"] {
        wipe_out(&mut game, name, Some(BLUE));
    }
    // Blue's last unit routs when its card is revealed
    let id = game.id("Steel troopers 1");
    game.state.sides[0].cards = vec![Some(id)];
    game.state.sides[1].cards.clear();
    game.state.phase = Phase::Activation;
    game.state.flow.active = Some(BLUE);
    game.state.flow.order = vec![BLUE, RED];
    game.state.flow.tasks = gatemaster_rules::stack::Stack::from(vec![
        gatemaster_rules::at43::flow::Task::NextTurn,
        gatemaster_rules::at43::flow::Task::Turn,
    ]);
    let unit = game.unit_mut("Steel troopers 1");
    unit.disorganized = true;
    for member in unit.members.iter_mut().skip(1).take(6) {
        member.out = true;
    }
    game.does(BLUE, &Command::PlayCard, &[1]);
    assert_eq!(game.state.ending.as_ref().map(|ending| ending.why), Some(Why::NothingLeftToWin));
    let vp: Vec<u32> = game.state.sides.iter().map(|side| side.vp).collect();
    assert_eq!(vp, [1 + 2 + 2 + 2 + 1, 1 + 2 + 2 + 2 + 1]);
    assert_eq!(ended(&game), over(None, Why::NothingLeftToWin));
}
