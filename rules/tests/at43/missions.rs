//! What each mission pays, round by round.

use gatemaster_rules::at43::event::{Event, GainWhy};
use gatemaster_rules::at43::state::{
    Gone, Loss, LossKind, MemberId, Phase, Pilot, Role, Stands, UnitId,
};
use gatemaster_rules::at43::{At43, Setup};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::System as _;

use super::sample::{BLUE, GOLEMS, Game, RED, STEEL};
use super::stage::{
    GREEN, control, counted, deployed, gained, last_card, place_id, points, setup, wipe_out,
};

const STARS: &str = "White Stars\n9 steel troopers, sergeant\n6 steel troopers\n3 steel TacArms\n\
                     1 Fire Toads";
const FEW: &str = "Therians\n9 storm golems, alpha\n6 storm golems";
const WRAITHS: &str = "Therians\n9 storm golems, alpha\n6 storm golems\n2 bane goliaths\n\
                       2 bane goliaths\n1 wraith golgoth, alpha";

fn big(mission: &str) -> Setup {
    Setup { points: 2000, ..setup(mission, 2) }
}

/// VP of Blue and Red after a control phase.
fn vp(game: &Game) -> [u32; 2] {
    points(game).map(|(vp, _)| vp)
}

/// RP gained by a side, reason by reason.
fn rp(told: &[Event], seat: Seat) -> Vec<u32> {
    gained(told).iter().filter(|gain| gain.seat == seat).map(|gain| gain.rp).collect()
}

/// T-MIS-12, T-CTL-3: infantry 2, machines 1, the officer 1 more; no RP.
#[test]
fn seek_and_destroy_pays_for_infantry_machines_and_officers() {
    let mut game = deployed(&big("seek-and-destroy"), &[STARS, WRAITHS]);
    wipe_out(&mut game, "Storm golems 2", Some(BLUE));
    control(&mut game, &[]);
    assert_eq!(vp(&game), [2, 0]);
    wipe_out(&mut game, "Wraith golgoth", Some(BLUE));
    wipe_out(&mut game, "Fire Toads", Some(RED));
    control(&mut game, &[]);
    assert_eq!(vp(&game), [2 + 1 + 1, 1]);
    wipe_out(&mut game, "Storm golems 1", Some(BLUE));
    control(&mut game, &[]);
    assert_eq!(vp(&game), [4 + 2 + 1, 1]);
    assert_eq!(points(&game).map(|(_, rp)| rp), [0, 0]);
}

/// T-MIS-22, T-CTL-2: the battle report of the book, whose numbers are 12 to 11.
#[test]
fn the_battle_report_stands_at_twelve_to_eleven_after_three_rounds() {
    let white_stars = "White Stars\n9 steel troopers, 2 missile launchers\n9 steel troopers\n\
                       2 steel TacArms\n1 Fire Toads, sergeant\n2 Fire Toads\n\
                       9 steel troopers, sergeant, 2 missile launchers\n3 steel TacArms";
    let therians = "Therians\n9 storm golems, 2 sonic guns\n9 storm golems, 2 sonic guns\n\
                    2 bane goliaths\n2 bane goliaths\n1 wraith golgoth, alpha\n\
                    9 storm golems, 1 sonic gun";
    let report = Setup { points: 2065, ..setup("bridgehead", 2) };
    let mut game = deployed(&report, &[white_stars, therians]);
    wipe_out(&mut game, "Steel troopers 2", Some(RED));
    control(&mut game, &[("Hill", &[0, 5])]);
    assert_eq!(vp(&game), [0, 6]);
    wipe_out(&mut game, "Steel TacArms 1", Some(RED));
    for name in ["Storm golems 1", "Storm golems 2", "Bane goliaths 1", "Wraith golgoth"] {
        wipe_out(&mut game, name, Some(BLUE));
    }
    control(&mut game, &[("Hill", &[0, 3])]);
    assert_eq!(vp(&game), [3 + 2, 12]);
    wipe_out(&mut game, "Bane goliaths 2", Some(BLUE));
    control(&mut game, &[("Hill", &[4, 0])]);
    assert_eq!(vp(&game), [11, 12]);
    assert_eq!(game.state.phase, Phase::Tactical, "nobody has 20");
}

/// T-MIS-22: an officer pays nothing there.
#[test]
fn bridgehead_pays_for_the_hill_and_for_units_alone() {
    let mut game = deployed(&big("bridgehead"), &[STARS, WRAITHS]);
    wipe_out(&mut game, "Storm golems 1", Some(BLUE));
    wipe_out(&mut game, "Fire Toads", Some(RED));
    let told = control(&mut game, &[("Hill", &[1, 0])]);
    assert_eq!(vp(&game), [1 + 5, 2]);
    let hill = place_id(&game, "Hill");
    let whys: Vec<GainWhy> = gained(&told).iter().map(|gain| gain.why).collect();
    assert!(whys.contains(&GainWhy::Controls(hill)));
    assert_eq!(whys.len(), 3, "the officer of the golems pays nobody");
}

/// T-CTL-3: with two sides the other one is paid, however the unit was lost.
#[test]
fn rout_abandonment_and_friendly_fire_pay_the_other_side() {
    for by in [None, Some(RED), Some(BLUE)] {
        let mut game = deployed(&setup("seek-and-destroy", 2), &[STEEL, GOLEMS]);
        wipe_out(&mut game, "Storm golems 2", by);
        control(&mut game, &[]);
        assert_eq!(vp(&game), [2, 0], "{by:?}");
    }
}

/// T-CTL-3: with three sides the one whose action did it; for a rout, and for one's own fire, each of the others.
#[test]
fn with_three_sides_whoever_did_it_is_paid() {
    for (by, paid) in [
        (Some(GREEN), [0, 0, 2]),
        (Some(BLUE), [2, 0, 0]),
        (None, [2, 0, 2]),
        (Some(RED), [2, 0, 2]),
    ] {
        let mut game = deployed(&setup("seek-and-destroy", 3), &[STEEL, GOLEMS, STEEL]);
        wipe_out(&mut game, "Storm golems 2", by);
        control(&mut game, &[]);
        let vp: Vec<u32> = game.state.sides.iter().map(|side| side.vp).collect();
        assert_eq!(vp, paid, "{by:?}");
    }
}

/// T-CTL-3: an officer lost before his unit pays once, and so does the unit.
#[test]
fn an_officer_and_his_unit_pay_once_each() {
    let mut game = deployed(&setup("seek-and-destroy", 2), &[STEEL, GOLEMS]);
    let unit = game.id("Storm golems 1");
    let members = vec![MemberId(0)];
    for event in [
        Event::Fell { unit, members, why: gatemaster_rules::at43::event::Fall::Shot },
        Event::Lost { unit, what: LossKind::Officer, by: Some(BLUE) },
    ] {
        At43::apply(&mut game.state, &event);
    }
    wipe_out(&mut game, "Storm golems 1", Some(BLUE));
    let twice = Loss { unit, what: LossKind::Officer, by: Some(BLUE) };
    game.state.losses.push(twice);
    control(&mut game, &[]);
    assert_eq!(vp(&game), [3, 0]);
}

/// T-MIS-32, T-MIS-33: both are paid for the points; captures pay the attacker alone.
#[test]
fn hold_the_position_pays_for_points_and_supplies() {
    let mut game = deployed(&setup("hold-the-position", 2), &[STEEL, FEW]);
    let told = control(
        &mut game,
        &[
            ("Able", &[1, 0]),
            ("Bravo", &[2, 1]),
            ("Charlie", &[0, 1]),
            ("Doctor", &[1, 1]),
            ("Container 1", &[1, 0]),
            ("Container 2", &[0, 1]),
            ("Nanogenerator 1", &[1, 0]),
            ("Nanogenerator 2", &[0, 1]),
        ],
    );
    assert_eq!(vp(&game), [2, 1]);
    assert_eq!(rp(&told, BLUE), [0, 0, 100, 150, 50, 100]);
    assert_eq!(rp(&told, RED), [0, 150, 100]);
}

/// T-MIS-42: units and officers, and containers for either side.
#[test]
fn skirmish_pays_for_losses_and_containers() {
    let mut game = deployed(&big("skirmish"), &[STARS, FEW]);
    wipe_out(&mut game, "Storm golems 1", Some(BLUE));
    wipe_out(&mut game, "Fire Toads", Some(RED));
    let told = control(&mut game, &[("Container 1", &[1, 0]), ("Container 2", &[0, 1])]);
    assert_eq!(vp(&game), [1 + 1, 2]);
    assert_eq!(rp(&told, RED), [0, 100, 150]);
    assert_eq!(points(&game).map(|(_, rp)| rp), [250, 250]);
}

/// T-MIS-53, T-MIS-55: the defender is paid for what he holds, the attacker is not.
#[test]
fn landing_pays_the_defender_for_his_points() {
    let all = ["Able", "Bravo", "Charlie", "Doctor", "Echo", "Foxtrot", "Golf"];
    for (near, expected) in [([0, 1], [0, 1 + 1 + 2 + 1 + 1 + 2 + 2]), ([1, 0], [0, 0])] {
        let mut game = deployed(&setup("landing", 2), &[STEEL, FEW]);
        let near: Vec<(&str, &[u32])> = all.iter().map(|name| (*name, &near[..])).collect();
        control(&mut game, &near);
        assert_eq!(vp(&game), expected);
    }
    let mut game = deployed(&setup("landing", 2), &[STEEL, FEW]);
    let told = control(
        &mut game,
        &[("Container 1", &[1, 0]), ("Container 2", &[0, 1]), ("Nanogenerator 1", &[1, 0])],
    );
    assert_eq!(rp(&told, BLUE), [100, 150, 50, 100]);
    assert_eq!(rp(&told, RED), [150]);
}

/// T-MIS-54: infantry 5, machines 2, paid in the round in which they leave.
#[test]
fn landing_pays_the_attacker_for_units_that_leave() {
    let mut game = deployed(&big("landing"), &[STARS, FEW]);
    for name in ["Steel troopers 2", "Fire Toads"] {
        let unit = game.id(name);
        At43::apply(&mut game.state, &Event::UnitGone { unit, gone: Gone::Evacuated });
    }
    control(&mut game, &[]);
    assert_eq!(vp(&game), [5 + 2, 0]);
    control(&mut game, &[]);
    assert_eq!(vp(&game), [7, 0], "once");
}

/// T-MIS-62, T-MIS-63: the wreck pays the defender alone, containers and nanogenerators anybody.
#[test]
fn extraction_pays_the_defender_for_the_wreck() {
    let mut game = deployed(&setup("extraction", 2), &[STEEL, FEW]);
    let told = control(
        &mut game,
        &[
            ("Wreck", &[1, 2]),
            ("Container 1", &[0, 2]),
            ("Nanogenerator 1", &[0, 2]),
            ("Nanogenerator 2", &[1, 0]),
        ],
    );
    assert_eq!(vp(&game), [0, 2]);
    assert_eq!(rp(&told, RED), [0, 100, 150, 50, 100]);
    assert_eq!(rp(&told, BLUE), [50, 100]);
    assert_eq!(game.state.wreck.unwrap().pilot, Pilot::Inside);
}

/// T-MIS-65, T-MIS-62: whoever captures the wreck meets the pilot, who stands beside it on foot.
#[test]
fn the_pilot_is_met_when_the_attacker_captures_the_wreck() {
    let mut game = deployed(&setup("extraction", 2), &[STEEL, FEW]);
    last_card(&mut game);
    let told = counted(&mut game, &[("Wreck", &[3, 2])]);
    assert_eq!(vp(&game), [5, 0]);
    let pilot = game.id("White Stars pilot");
    assert!(told.contains(&Event::PilotMet { unit: pilot }));
    assert_eq!(game.state.wreck.unwrap().pilot, Pilot::Out(pilot));
    let unit = game.unit("White Stars pilot");
    assert_eq!((unit.side, unit.stands, unit.lone_hero, unit.rank), (BLUE, Stands::Field, true, 1));
    assert_eq!(unit.members[0].role, Role::Hero);
    let profile = game.state.profile(unit, &unit.members[0]).unwrap();
    assert_eq!((profile.movement, profile.protection), (14, 5), "of steel troopers");
    assert!(game.asked().1.starts_with("say whether White Stars pilot joins"));
    game.answers(BLUE, gatemaster_rules::at43::command::Answer::Join(None), &[]);
    let cards = gatemaster_rules::at43::tactical::default_plan(&game.state, BLUE).sequence;
    assert!(cards.contains(&pilot), "a card from the next round on");

    control_and_stay(&mut game, &[("Wreck", &[3, 2])]);
    assert_eq!(vp(&game), [5, 0], "met once");
    control_and_stay(&mut game, &[("Wreck", &[0, 2])]);
    assert_eq!(vp(&game), [5, 2], "the wreck still pays the defender");
}

/// The pilot joins nobody.
fn control_and_stay(game: &mut Game, near: &[(&str, &[u32])]) {
    control(game, near);
    game.answers(BLUE, gatemaster_rules::at43::command::Answer::Join(None), &[]);
}

/// T-MIS-65, T-MIS-62: home is paid once, in the control phase of that round.
#[test]
fn the_pilot_at_home_is_worth_five_points_once() {
    let mut game = deployed(&setup("extraction", 2), &[STEEL, FEW]);
    last_card(&mut game);
    counted(&mut game, &[("Wreck", &[3, 2])]);
    let unit: UnitId = game.id("Steel troopers 2");
    game.answers(BLUE, gatemaster_rules::at43::command::Answer::Join(Some(unit)), &[]);
    assert_eq!(game.state.wreck.unwrap().pilot, Pilot::Out(unit));
    game.state.sides[0].vp = 0;
    At43::apply(&mut game.state, &Event::PilotHome);
    assert_eq!(vp(&game), [0, 0], "points come at the end of the round");
    control(&mut game, &[]);
    assert_eq!(vp(&game), [5, 0]);
    control(&mut game, &[]);
    assert_eq!(vp(&game), [5, 0]);
}
