//! Moving and its tests: A-MOV.

use std::sync::Arc;

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Charge, Command, Feature, Move};
use gatemaster_rules::antares::event::{DestroyedBy, Pace, PinCause};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::ModelRule;
use gatemaster_rules::antares::state::{ModelId, Phase, UnitId};
use gatemaster_rules::system::Who;

use crate::antares::drill::{across, assault, moved, restart, sprint, tests, wall};
use crate::antares::field::{BLUE, Field, RED, needed, setup};

/// One unit of this kind against a work gang.
pub fn with(unit: &str) -> (Field, UnitId) {
    let field = Field::new(&[unit, "work_gang"], &["work_gang"]);
    let id = field.red(0);
    (field, id)
}

/// Gives the order and goes this way.
pub fn go(
    field: &mut Field,
    id: UnitId,
    order: Order,
    way: &[Feature],
    dice: &[u32],
) -> Vec<Event> {
    field.order(id, order, &[]);
    field.go(RED, &across(way), dice)
}

pub fn pinned(events: &[Event]) -> Vec<(u32, PinCause)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Pinned { pins, why, .. } => Some((*pins, *why)),
            _ => None,
        })
        .collect()
}

/// A-MOV-1: standard, fast and slow units, at an advance and a run.
#[test]
fn each_unit_moves_at_its_own_rate() {
    for (unit, advance, run) in [
        ("gang_fighters", 50, 100),
        ("skyraider_squad", 100, 200),
        ("c3_x_howitzer_team", 25, 50),
        ("c3d1_light_support_drone", 50, 100),
        ("striker_attack_skimmer", 50, 100),
    ] {
        for (order, pace, tenths) in
            [(Order::Advance, Pace::Advance, advance), (Order::Run, Pace::Run, run)]
        {
            let (mut field, id) = with(unit);
            let events = go(&mut field, id, order, &[], &[]);
            assert_eq!(moved(&events), (pace, Inches::tenths(tenths), false), "{unit}");
        }
    }
}

/// A-MOV-1, A-MOV-2: sprints are three times the rate, four times with a rapid sprint; large ones need that, or speed.
#[test]
fn sprints_are_longer_than_runs() {
    for (unit, inches) in [
        ("gang_fighters", 15),
        ("lavamites", 15),
        ("skyraider_squad", 30),
        ("rock_rider_squad", 20),
    ] {
        let (mut field, id) = with(unit);
        field.give(&sprint(id), &[]);
        let events = field.go(RED, &across(&[]), &[2]);
        assert_eq!(moved(&events), (Pace::Sprint, Inches::whole(inches), false), "{unit}");
    }
}

/// A-MOV-1: a slow squad of infantry, as a server may have one, sprints seven and a half inches.
#[test]
fn slow_infantry_sprints_seven_and_a_half_inches() {
    let (mut field, id) = with("gang_fighters");
    for troop in &mut Arc::make_mut(&mut field.unit_mut(id).profile).troops {
        troop.rules.push(ModelRule::Slow);
    }
    field.give(&sprint(id), &[]);
    let events = field.go(RED, &across(&[]), &[2]);
    assert_eq!(moved(&events).1.to_string(), "7½″");
}

/// A-MOV-2: teams, drones, vehicles and large units that are not fast do not sprint.
#[test]
fn who_may_not_sprint() {
    for unit in [
        "boromite_x_launcher_team",
        "c3d1_light_support_drone",
        "striker_attack_skimmer",
        "ghar_battle_squad",
        "tsan_phase_squad",
        "phase_sniper",
    ] {
        let (mut field, id) = with(unit);
        field.draw(RED);
        let order = Command::Order(sprint(id));
        let name = field.unit(id).name.clone();
        assert_eq!(
            field.refused(RED, &order),
            format!(
                "{name} cannot sprint: that is for infantry, beasts and mounted units, large ones only if fast or of rapid sprint."
            )
        );
        assert!(!field.asked().2.contains(&order));
    }
}

/// A-MOV-2, A-DMG-7: nobody sprints or charges who cannot stir.
#[test]
fn the_immobilised_stay_where_they_are() {
    let (mut field, id) = with("gang_fighters");
    let workers = field.blue(0);
    for model in &mut field.unit_mut(id).models {
        model.immobilised = true;
    }
    field.draw(RED);
    for order in [sprint(id), assault(id, workers)] {
        assert_eq!(field.refused(RED, &Command::Order(order)), "Gang Fighters is immobilised.");
    }
    field.order(id, Order::Advance, &[]);
    assert_eq!(
        field.refused(RED, &across(&[])),
        "Gang Fighters is immobilised and stays where it is."
    );
}

/// A-DMG-7, A-MOV-1: the others may leave immobilised ones behind, and no one else.
#[test]
fn only_the_immobilised_are_left_behind() {
    let (mut field, id) = with("c3d1_light_support_drone");
    field.unit_mut(id).models[2].immobilised = true;
    field.order(id, Order::Advance, &[]);
    let leaving = |models: &[u8]| {
        let left_behind = models.iter().copied().map(ModelId).collect();
        Command::Move(Move { to: None, features: Vec::new(), left_behind })
    };
    for odd in [&[0][..], &[2, 2], &[9]] {
        assert_eq!(
            field.refused(RED, &leaving(odd)),
            "Only immobilised models can be left behind."
        );
    }
    field.go(RED, &leaving(&[2]), &[]);
    assert_eq!(field.unit(id).alive(), 2);
}

/// A-MOV-3: every result of the test for exhaustion but the one.
#[test]
fn a_sprint_may_exhaust() {
    for (face, pins) in [(4, 0), (5, 1), (9, 1), (10, 2)] {
        let (mut field, id) = with("gang_fighters");
        field.give(&sprint(id), &[]);
        let events = field.go(RED, &across(&[]), &[face]);
        assert_eq!(needed(&events), (4, "needs 4: Ag 4".into()));
        let expected: Vec<_> =
            (pins > 0).then_some((pins, PinCause::Exhausted)).into_iter().collect();
        assert_eq!(pinned(&events), expected, "{face}");
        assert!(field.is_quiet());
        assert!(!field.unit(id).sprinting);
    }
}

/// A-MOV-3: a one lets the unit go on for its Ag in inches, at the price of a pin; or not, for nothing.
#[test]
fn a_one_after_a_sprint_may_be_used_to_go_further() {
    for (take, pins) in [(true, 1), (false, 0)] {
        let (mut field, id) = with("gang_fighters");
        field.give(&sprint(id), &[]);
        field.go(RED, &across(&[]), &[1]);
        let (who, what, options) = field.asked();
        assert_eq!((who, what.as_str()), (RED, "decide whether to go further with Gang Fighters"));
        let answer = |take| {
            Command::Answer(Answer::BonusMove { take, features: Vec::new(), contact: false })
        };
        assert_eq!(options, [answer(false), answer(true)], "no charge, so no contact");
        assert_eq!(
            field.refused(BLUE, &answer(take)),
            "The battle waits for Red to decide whether to go further with Gang Fighters."
        );
        assert_eq!(
            field.refused(RED, &Command::Answer(Answer::GoDown(true))),
            "You are asked to decide whether to go further with Gang Fighters."
        );
        assert_eq!(
            field.refused(RED, &Command::Finish),
            "First you have to decide whether to go further with Gang Fighters."
        );
        restart(&mut field);
        let events = field.go(RED, &answer(take), &[]);
        if take {
            assert_eq!(moved(&events), (Pace::Bonus, Inches::whole(4), false));
        }
        assert_eq!(field.unit(id).pins, pins);
        assert!(field.is_quiet());
        assert_eq!(field.refused(RED, &answer(take)), "Nothing is asked now.");
    }
}

/// A-MOV-3, A-BRK-6: exhaustion can be the pin too much.
#[test]
fn a_squad_runs_itself_to_pieces() {
    let (mut field, id) = with("gang_fighters");
    field.pin(id, 8);
    field.give(&sprint(id), &[1]); // the order passes: two pins off
    field.pin(id, 7);
    let events = field.go(RED, &across(&[]), &[10]);
    assert!(events.contains(&Event::Destroyed { unit: id, why: DestroyedBy::TooManyPins }));
}

/// A-MOV-3: a run or an advance exhausts nobody.
#[test]
fn only_a_sprint_exhausts() {
    for order in [Order::Advance, Order::Run] {
        let (mut field, id) = with("gang_fighters");
        assert_eq!(tests(&go(&mut field, id, order, &[], &[])), []);
    }
}

/// A-MOV-9: infiltrators run before the first die; it is a run, so a wall is tested, and nobody springs an ambush.
#[test]
fn infiltrators_move_before_the_first_die() {
    let mut setup = setup(&["ai_infiltration_squad", "ai_squad"], &["ai_infiltration_squad"]);
    setup.options.already_deployed = true;
    let mut field = Field::of(&setup);
    let (scouts, squad, enemy) = (field.red(0), field.red(1), field.blue(0));
    assert_eq!((field.state.phase, field.state.turn), (Phase::Infiltrating, 0));
    let asked: Vec<_> = field.open().into_iter().map(|open| (open.who, open.what)).collect();
    let what = || "move the infiltrators".to_owned();
    assert_eq!(asked, [(Who::Seat(RED), what()), (Who::Seat(BLUE), what())]);
    let run =
        |unit, way: &[Feature]| Command::Infiltrate { unit, moved: Some(way.to_vec()), to: None };
    let stay = |unit| Command::Infiltrate { unit, moved: None, to: None };
    assert_eq!(field.refused(RED, &Command::Draw), "The infiltrators move before the first die.");
    assert_eq!(
        field.refused(BLUE, &run(scouts, &[])),
        format!("{} is not yours to move.", field.unit(scouts).name)
    );
    assert_eq!(field.refused(RED, &run(squad, &[])), "AI Squad has no infiltration move left.");
    assert_eq!(
        field.refused(RED, &Command::Order(sprint(scouts))),
        "The infiltrators move before the first order."
    );
    let events = field.go(RED, &run(scouts, &[wall()]), &[10]);
    assert_eq!(moved(&events), (Pace::Infiltrate, Inches::whole(10), true));
    assert_eq!(field.unit(scouts).pins, 1);
    assert_eq!(
        field.refused(RED, &stay(scouts)),
        "AI Infiltration Squad 1 has no infiltration move left."
    );
    restart(&mut field);
    field.go(BLUE, &stay(enemy), &[]);
    assert!(field.last.contains(&Event::Infiltrated { unit: enemy, ran: false }));
    assert!(field.last.contains(&Event::TurnBegan { turn: 1 }));
    assert_eq!(
        field.refused(BLUE, &run(enemy, &[])),
        "Infiltrators move before the first die of the first turn."
    );
    assert_eq!(field.state.bag(), 3, "nobody has used a die");
}

/// A-MOV-9: where the first die may be drawn at once, nobody waits for infiltrators; those who have not run stay.
#[test]
fn the_first_die_leaves_infiltrators_where_they_stand() {
    let mut setup = setup(&["ai_infiltration_squad"], &["ai_infiltration_squad", "work_gang"]);
    setup.options = setup.options.deployed(true);
    let mut field = Field::of(&setup);
    let (scouts, enemy) = (field.red(0), field.blue(0));
    assert_eq!((field.state.phase, field.state.turn), (Phase::Infiltrating, 0));
    let asked: Vec<_> = field.open().into_iter().map(|open| open.who).collect();
    assert_eq!(asked, [Who::May(RED), Who::May(BLUE), Who::AnyPlayer]);
    field.go(BLUE, &Command::Infiltrate { unit: enemy, moved: Some(Vec::new()), to: None }, &[]);
    restart(&mut field);
    field.go(BLUE, &Command::Draw, &[1]);
    let told: Vec<_> = field
        .last
        .iter()
        .filter(|event| matches!(event, Event::Infiltrated { .. } | Event::TurnBegan { .. }))
        .collect();
    assert_eq!(
        told,
        [&Event::Infiltrated { unit: scouts, ran: false }, &Event::TurnBegan { turn: 1 }]
    );
    assert_eq!((field.state.phase, field.state.turn), (Phase::Orders, 1));
    assert_eq!(field.state.flow.drawn, Some(RED));
    assert!(field.unit(scouts).infiltrated && field.unit(enemy).infiltrated);
}

/// A-MOV-9, A-BAG-5: after the deployment the infiltrators; without any, the first turn.
#[test]
fn infiltrators_move_once_everybody_is_deployed() {
    let mut field = Field::of(&setup(&["ai_infiltration_squad"], &["work_gang"]));
    for (side, unit) in [(RED, field.red(0)), (BLUE, field.blue(0))] {
        assert_eq!(
            field.refused(RED, &Command::Infiltrate { unit: field.red(0), moved: None, to: None }),
            "Infiltrators move before the first die of the first turn."
        );
        field.draw(side);
        field.go(side, &Command::Deploy { unit, into: None }, &[]);
    }
    assert_eq!((field.state.phase, field.state.turn), (Phase::Infiltrating, 0));
    assert_eq!(field.asked().0, RED, "Blue has nobody to move");
}

/// A-MOV-10: the sprint is part of the order; once given, a run stays a run and a sprint a sprint.
#[test]
fn a_sprint_is_declared_with_the_order() {
    let (mut field, id) = with("gang_fighters");
    let given = field.give(&sprint(id), &[]);
    assert!(given.iter().any(|e| matches!(e, Event::OrderGiven { sprint: true, .. })));
    assert!(!field.unit(id).sprinting, "it has not set off yet");
    let events = field.go(RED, &across(&[]), &[4]);
    assert_eq!(moved(&events).0, Pace::Sprint);
}

/// A-MOV-3, A-ASL-16: a charge that fell short may reach the enemy with the inches of a one.
#[test]
fn a_sprinting_charge_may_make_contact_with_its_last_inches() {
    let (mut field, id) = with("c3_strike_squad");
    let enemy = field.blue(0);
    field.give(
        &gatemaster_rules::antares::command::GiveOrder { sprint: true, ..assault(id, enemy) },
        &[],
    );
    field.go(RED, &Command::Charge(Charge::default()), &[1]);
    assert_eq!(field.asked().2.len(), 3);
    let events = field.answer(
        RED,
        Answer::BonusMove { take: true, features: Vec::new(), contact: true },
        &[],
    );
    assert!(events.contains(&Event::Charged { unit: id, at: enemy, contact: true }));
    assert_eq!(field.unit(id).pins, 1, "tired before the first shot");
}
