//! Corrections: who may put a mistake right, when, and what becomes of the battle then.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Command, Mark, TurnEnd};
use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{ModelId, Phase, UnitId};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, Who};

use crate::antares::changes::{correct, put_right, refused, two_gangs};
use crate::antares::drill::{
    across, anybody_may, assault, end_turn, last_order, organiser, restart,
};
use crate::antares::field::{BLUE, Field, RED, needed, seat, setup};

/// A player proposes, the other side agrees; nothing happens before.
#[test]
fn a_players_correction_waits_for_the_other_side() {
    let (mut field, gang, _) = two_gangs();
    let pins = correct(gang, Change::Pins(2));
    let agree = |yes| Command::AgreeToCorrection(yes);
    assert_eq!(field.refused(BLUE, &agree(true)), "No correction is waiting for an answer.");
    assert_eq!(
        field.refused(RED, &Command::WithdrawCorrection),
        "No correction is waiting for an answer."
    );
    let events = field.go(RED, &pins, &[]);
    assert!(matches!(events.as_slice(), [Event::Proposed { by: RED, .. }]));
    assert_eq!(field.unit(gang).pins, 0);
    let open = field.open();
    let asked = open.last().unwrap();
    assert_eq!((&asked.who, asked.what.as_str()), (&Who::Seat(BLUE), "answer Red's correction"));
    assert_eq!(asked.options, [agree(true), agree(false)]);
    assert_eq!(open[0].what, "draw an order die", "the battle does not stop for it");
    assert_eq!(field.refused(RED, &agree(true)), "The correction waits for Blue's answer.");
    assert_eq!(
        field.refused(BLUE, &correct(gang, Change::Pins(5))),
        "A correction is waiting for an answer already."
    );
    assert_eq!(
        field.refused(BLUE, &Command::WithdrawCorrection),
        "Only the side that proposed a correction can take it back."
    );
    restart(&mut field);
    let events = field.go(BLUE, &agree(true), &[]);
    assert!(matches!(events[0], Event::Corrected { organiser: false, .. }));
    assert_eq!((field.unit(gang).pins, field.state.proposal.clone()), (2, None));
}

/// The other side says no, or the proposer thinks better of it: nothing has happened.
#[test]
fn a_proposal_is_refused_or_withdrawn() {
    let (mut field, gang, _) = two_gangs();
    for (by, answer, withdrawn) in
        [(BLUE, Command::AgreeToCorrection(false), false), (RED, Command::WithdrawCorrection, true)]
    {
        field.go(RED, &correct(gang, Change::Pins(2)), &[]);
        let events = field.go(by, &answer, &[]);
        assert_eq!(events, [Event::ProposalDropped { withdrawn }]);
        assert_eq!((field.unit(gang).pins, field.state.proposal.clone()), (0, None));
        assert_eq!(field.open().len(), 1);
    }
}

/// The organiser may answer for the other side; whoever plays both sides needs nobody.
#[test]
fn the_organiser_and_a_player_of_both_sides_need_no_consent() {
    let (mut field, gang, _) = two_gangs();
    field.go(RED, &correct(gang, Change::Pins(2)), &[]);
    let events = field.go_as(&organiser(), &Command::AgreeToCorrection(true), &[]);
    assert!(matches!(events[0], Event::Corrected { organiser: true, .. }));
    let both = Doer { seats: vec![RED, BLUE], organiser: false };
    let events = field.go_as(&both, &correct(gang, Change::Pins(3)), &[]);
    assert!(matches!(events[0], Event::Corrected { organiser: false, .. }));
    assert_eq!(field.unit(gang).pins, 3);
}

/// The organiser puts something else right meanwhile: the proposal still waits; the same thing, and it is done with.
#[test]
fn a_proposal_outlives_other_corrections() {
    let (mut field, gang, enemy) = two_gangs();
    field.go(RED, &correct(gang, Change::Pins(2)), &[]);
    put_right(&mut field, enemy, Change::Pins(1));
    assert_eq!(field.open().len(), 2);
    put_right(&mut field, gang, Change::Pins(2));
    assert_eq!((field.state.proposal.clone(), field.open().len()), (None, 1));
}

/// A-ASL-1: the target of a declared assault is taken off: what is left is a run.
#[test]
fn an_assault_on_a_unit_that_was_taken_off_is_a_run() {
    let (mut field, gang, enemy) = two_gangs();
    field.give(&assault(gang, enemy), &[]);
    put_right(&mut field, enemy, Change::Destroyed);
    assert_eq!(field.asked().2, [across(&[]), Command::Finish]);
    field.go(RED, &across(&[]), &[]);
    assert!(field.is_quiet());
}

/// Strangers correct nothing, and nobody corrects what is not there.
#[test]
fn strangers_correct_nothing() {
    let (mut field, gang, _) = two_gangs();
    assert_eq!(
        field.refused_as(&Doer::default(), &correct(gang, Change::Pins(2))),
        "Only the players and the organiser can correct a battle."
    );
    assert_eq!(refused(&field, UnitId(50), Change::Pins(2)), "There is no such unit.");
    field.go(RED, &correct(gang, Change::Pins(2)), &[]);
    assert_eq!(
        field.refused_as(&Doer::default(), &Command::AgreeToCorrection(true)),
        "The correction waits for Blue's answer."
    );
    assert_eq!(
        field.refused_as(&Doer::default(), &Command::WithdrawCorrection),
        "Only the side that proposed a correction can take it back."
    );
    assert_eq!(
        field.refused_as(
            &Doer { seats: vec![Seat(7)], organiser: false },
            &Command::AgreeToCorrection(true)
        ),
        "The correction waits for Blue's answer."
    );
}

/// A player cannot even propose what could not be done.
#[test]
fn a_proposal_must_be_possible() {
    let (field, gang, _) = two_gangs();
    assert_eq!(
        field.refused(RED, &correct(gang, Change::Pins(99))),
        "A unit can be set to at most 30 pins."
    );
}

/// What was possible when it was proposed may not be any more when it is answered.
#[test]
fn a_proposal_that_has_become_impossible_cannot_be_agreed_to() {
    let (mut field, gang, _) = two_gangs();
    field.go(RED, &correct(gang, Change::Remove(Mark::Model(ModelId(4)))), &[]);
    field.unit_mut(gang).models[4].lost = true;
    assert_eq!(field.refused(BLUE, &Command::AgreeToCorrection(true)), "That is lost already.");
    assert_eq!(field.open()[1].options, [Command::AgreeToCorrection(false)]);
    field.go(BLUE, &Command::AgreeToCorrection(false), &[]);
}

/// A-REA-1: in the middle of a shot nothing is corrected, by nobody; afterwards it is.
#[test]
fn nothing_is_corrected_in_the_middle_of_a_shot() {
    let (mut field, gang, enemy) = two_gangs();
    field.go(RED, &correct(gang, Change::Pins(2)), &[]);
    field.order(gang, Order::Fire, &[]);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, enemy, 18)];
    field.go(RED, &Command::Shoot { shots }, &[]);
    let wait = "Corrections wait until shots and fights are settled: first Blue has to decide whether to go down with Gang Fighters 2.";
    let pins = correct(gang, Change::Pins(1));
    assert_eq!(field.refused_as(&organiser(), &pins), wait);
    assert_eq!(field.refused(BLUE, &pins), wait);
    assert_eq!(field.refused(BLUE, &Command::AgreeToCorrection(true)), wait);
    assert_eq!(field.open()[1].options, [Command::AgreeToCorrection(false)]);
    restart(&mut field);
    field.answer(BLUE, Answer::GoDown(false), &[9; 4]);
    field.go(BLUE, &Command::AgreeToCorrection(true), &[]);
    assert_eq!(field.unit(gang).pins, 2);
}

/// Between an order and its shots there is time for a correction, and it counts for them.
#[test]
fn a_correction_between_order_and_shot_counts() {
    let (mut field, gang, enemy) = two_gangs();
    field.lay(enemy, Order::Rally);
    field.order(gang, Order::Fire, &[]);
    put_right(&mut field, gang, Change::Pins(2));
    assert_eq!(field.asked().1, "carry out the Fire order of Gang Fighters 1");
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, enemy, 18)];
    assert_eq!(needed(&field.go(RED, &Command::Shoot { shots }, &[9; 4])).0, 4);
}

/// The acting unit is taken off, or was ordered otherwise: its action is over.
#[test]
fn the_action_of_a_unit_that_is_corrected_away_is_over() {
    for change in [Change::Destroyed, Change::Orders(vec![Order::Down]), Change::Orders(Vec::new())]
    {
        let (mut field, gang, _) = two_gangs();
        field.order(gang, Order::Fire, &[]);
        put_right(&mut field, gang, change);
        assert!(field.is_quiet());
        assert_eq!(field.state.flow.acting, None);
        anybody_may(&field, "draw an order die");
    }
}

/// A-ORD-11: the last weapon of the acting unit fails, so there is nothing left to ask it.
#[test]
fn an_acting_unit_left_without_anything_to_do_has_finished() {
    let mut field = Field::new(&["striker_attack_skimmer"], &["work_gang"]);
    let skimmer = field.red(0);
    field.order(skimmer, Order::Fire, &[]);
    let weapon = field.unit(skimmer).models[0].weapons[0];
    let fails = Change::Weapon { mark: Mark::Model(ModelId(0)), weapon, works: false };
    put_right(&mut field, skimmer, fails);
    assert!(field.is_quiet());
}

/// A-BAG-6, A-BAG-3: the drawn die's last unit had its order already: the die goes aside and the turn ends.
#[test]
fn a_drawn_die_left_without_a_unit_goes_aside() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let (gang, workers) = (field.red(0), field.blue(0));
    field.lay(workers, Order::Rally);
    field.draw(RED);
    let events = put_right(&mut field, gang, Change::Orders(vec![Order::Run]));
    assert!(events.contains(&Event::Idle { side: RED }));
    assert_eq!(field.state.phase, Phase::TurnEnd);
    anybody_may(&field, "end the turn");
}

/// A-BAG-6: with another unit waiting, the die waits for that one.
#[test]
fn a_drawn_die_waits_as_long_as_somebody_can_use_it() {
    let (mut field, gang, _) = two_gangs();
    field.draw(RED);
    let events = put_right(&mut field, gang, Change::Destroyed);
    assert!(!events.contains(&Event::Idle { side: RED }));
    assert_eq!(field.state.flow.drawn, Some(RED));
    let workers = field.red(1);
    field.order(workers, Order::Rally, &[]);
}

/// A-BAG-3, A-TRN-1: a die taken back after the bag was empty brings the orders phase back, and what was said about
/// the turn's end is said again.
#[test]
fn a_die_put_back_reopens_the_turn() {
    let mut field = Field::new(&["gang_fighters", "work_gang"], &["gang_fighters"]);
    let (gang, workers, enemy) = (field.red(0), field.red(1), field.blue(0));
    field.lay(gang, Order::Ambush);
    field.lay(enemy, Order::Ambush);
    last_order(&mut field, workers, Order::Rally);
    field.go(RED, &Command::EndTurn(TurnEnd { keep: vec![gang], nerves: Vec::new() }), &[]);
    let events = put_right(&mut field, workers, Change::Orders(Vec::new()));
    assert!(events.contains(&Event::BagFilled { turn: 1 }));
    assert_eq!((field.state.phase, field.state.bag()), (Phase::Orders, 1));
    field.order(workers, Order::Rally, &[]);
    let asked: Vec<Who> = field.open().into_iter().map(|open| open.who).collect();
    assert_eq!(asked, [Who::Seat(RED), Who::Seat(BLUE)]);
}

/// A-GAM-3: nothing is corrected once the battle is over, not even what was proposed before.
#[test]
fn a_proposal_does_not_outlive_the_battle() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    field.state.turn = 6;
    let gang = field.red(0);
    last_order(&mut field, gang, Order::Rally);
    field.go(RED, &correct(gang, Change::Pins(2)), &[]);
    end_turn(&mut field, &[1]);
    assert!(field.open().is_empty());
    for by in [seat(BLUE), organiser()] {
        assert_eq!(
            field.refused_as(&by, &Command::AgreeToCorrection(true)),
            "This battle is over."
        );
    }
    assert_eq!(
        field.refused_as(&organiser(), &correct(gang, Change::Pins(2))),
        "This battle is over."
    );
}

/// A-BAG-9, A-MOV-9: the last sniper or infiltrator that was waited for is taken off, and the battle goes on.
#[test]
fn a_phase_that_waits_for_nobody_any_more_is_over() {
    let mut field = Field::of(&setup(&["phase_sniper", "phase_squad"], &["work_gang"]));
    assert_eq!(field.state.phase, Phase::DeployingSnipers);
    let sniper = field.red(0);
    let events = put_right(&mut field, sniper, Change::Destroyed);
    assert!(events.contains(&Event::SnipersDeployed));
    anybody_may(&field, "draw a die to deploy");

    let mut setup = setup(&["ai_infiltration_squad", "ai_squad"], &["work_gang"]);
    setup.options.already_deployed = true;
    let mut field = Field::of(&setup);
    let scouts = field.red(0);
    let events = put_right(&mut field, scouts, Change::Destroyed);
    assert!(events.contains(&Event::TurnBegan { turn: 1 }));
    anybody_may(&field, "draw an order die");
}
