//! The words of a battle report: one and many, dice with what they needed, and nothing said twice.

use gatemaster_rules::antares::command::{Answer, Command, Mark, Nerve, Spinner, Struck};
use gatemaster_rules::antares::correct::{Change, Correction};
use gatemaster_rules::antares::event::{
    Chart, DestroyedBy, Drawn, Forced, Pace, PinCause, Placed, Resist, Test, TestKind, TestResult,
    Turned,
};
use gatemaster_rules::antares::flow::{BreakCause, Manner};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Stat;
use gatemaster_rules::antares::reason::Reason;
use gatemaster_rules::antares::report::{lines, summary};
use gatemaster_rules::antares::state::{
    Ammo, Condition, EndReason, Lock, ModelId, Soma, UnitId, WeaponId,
};
use gatemaster_rules::antares::{Antares, Event, State};
use gatemaster_rules::check::Check;
use gatemaster_rules::dice::Roll;
use gatemaster_rules::system::System;

use crate::field::{BLUE, Field, RED};

/// Red: a squad, gang fighters, lavamites, a command squad. Blue: a howitzer team, weapon drones, a crawler, Ghar.
fn field() -> Field {
    Field::new(
        &["c3_strike_squad", "gang_fighters", "lavamites", "ai_command_squad"],
        &[
            "ai_x_howitzer_team",
            "c3d1_light_support_drone",
            "ghar_command_crawler",
            "ghar_battle_squad",
        ],
    )
}

const SQUAD: UnitId = UnitId(0);
const GANGERS: UnitId = UnitId(1);
const LAVAMITES: UnitId = UnitId(2);
const COMMAND: UnitId = UnitId(3);
const HOWITZER: UnitId = UnitId(4);
const DRONES: UnitId = UnitId(5);
const CRAWLER: UnitId = UnitId(6);
const GHAR: UnitId = UnitId(7);

fn one(state: &State, event: Event) -> String {
    let told = lines(state, &[event]);
    assert_eq!(told.len(), 1, "{told:?}");
    told[0].clone()
}

fn silent(state: &State, event: Event) {
    assert_eq!(lines(state, &[event]), [""; 0]);
}

fn d(sides: u32, face: u32) -> Roll {
    Roll { number: None, sides, face }
}

fn weapon(state: &State, key: &str) -> WeaponId {
    let place = state.armoury.iter().position(|weapon| weapon.key == key).unwrap();
    WeaponId(u16::try_from(place).unwrap())
}

fn model(n: u8) -> Mark {
    Mark::Model(ModelId(n))
}

fn tell(
    field: &mut Field,
    by: gatemaster_rules::ids::Seat,
    command: &Command,
    dice: &[u32],
) -> Vec<String> {
    let before = field.state.clone();
    let events = field.go(by, command, dice);
    lines(&before, &events)
}

#[test]
fn a_shooting_is_told_from_the_aim_to_the_pin() {
    let mut field = field();
    field.order(GANGERS, Order::Fire, &[]);
    let uses = field.way_with(GANGERS, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, DRONES, 18)];
    // drones do not go down, so the dice fall at once; two hits on three drones of a kind
    assert_eq!(
        tell(&mut field, RED, &Command::Shoot { shots }, &[6, 3, 8, 10, 7, 8, 6]),
        [
            "Gang Fighters shoot at C3D1 Light Support Drone, 18″: \
             4 × mag gun need 6 (Acc 5, Fire order +1): 6 hit, 3 hit, 8, 10 dud.",
            "2 hits on C3D1 Light Support Drone: two Weapon Drones.",
            "C3D1 Light Support Drone's Res needs 7 (Res 8, SV −1): 8 fails; 7 holds.",
            "Damage to one Weapon Drone of C3D1 Light Support Drone, 6: it is a wreck.",
            "C3D1 Light Support Drone loses one Weapon Drone; two are left.",
            "C3D1 Light Support Drone takes 1 pin.",
        ]
    );
}

#[test]
fn a_target_that_may_go_down_is_aimed_at_first_and_shot_at_then() {
    let mut field = field();
    field.order(GANGERS, Order::Advance, &[]);
    let uses = field.way_with(GANGERS, Manner::Advance, 8, "mag_pistol", "");
    let shots = vec![field.shot(uses, HOWITZER, 8)];
    assert_eq!(
        tell(&mut field, RED, &Command::Shoot { shots }, &[]),
        ["Gang Fighters take aim at AI X-Howitzer Team, 8″."]
    );
    assert_eq!(
        tell(&mut field, BLUE, &Command::Answer(Answer::GoDown(true)), &[4, 2]),
        [
            "AI X-Howitzer Team goes down.",
            "Gang Fighters shoot at AI X-Howitzer Team: mag pistol needs 5 (Acc 5): 4 hit.",
            "AI X-Howitzer Team is down, so the hit is rolled again, needing 5: 2 hit.",
        ]
    );
    // a single hit has been told by its die; where it goes is new
    let command = Command::Answer(Answer::Place(vec![Some(Mark::Gun)]));
    assert_eq!(
        tell(&mut field, BLUE, &command, &[3]),
        [
            "Blue places the hit on the X-howitzer of AI X-Howitzer Team.",
            "The X-howitzer of AI X-Howitzer Team needs 10 (a team's weapon 10): 3 holds.",
            "AI X-Howitzer Team takes 1 pin.",
        ]
    );
}

#[test]
fn draws_and_orders() {
    let state = field().state;
    let drawn = |whose| Event::Drawn { position: 1, of: 9, whose };
    assert_eq!(one(&state, drawn(Drawn::Side(RED))), "A die for Red.");
    assert_eq!(
        one(&state, drawn(Drawn::Distort)),
        "The distort die! The next order die must be a Down, if at all possible."
    );
    let order = |unit, order, sprint, assault, distorted| Event::OrderGiven {
        unit,
        order,
        sprint,
        assault,
        distorted,
    };
    for (event, words) in [
        (order(SQUAD, Order::Fire, false, None, false), "C3 Strike Squad gets a Fire order."),
        (order(LAVAMITES, Order::Ambush, false, None, false), "Lavamites get an Ambush order."),
        (order(LAVAMITES, Order::Run, true, None, false), "Lavamites get a Run order to sprint."),
        (
            order(SQUAD, Order::Run, true, Some(GHAR), false),
            "C3 Strike Squad gets a Run order to assault Ghar Battle Squad at a sprint.",
        ),
        (
            order(SQUAD, Order::Down, false, None, true),
            "C3 Strike Squad gets a Down order, as the distort die demands.",
        ),
    ] {
        assert_eq!(one(&state, event), words);
    }
    silent(&state, Event::DiePlaced { unit: SQUAD, order: Order::Fire, why: Placed::Ordered });
    assert_eq!(
        one(&state, Event::Idle { side: BLUE }),
        "No unit of Blue can use the die, so it goes aside."
    );
}

#[test]
fn pins_come_and_go_with_their_total() {
    let mut field = field();
    let pinned = |pins, why, dice| Event::Pinned { unit: GANGERS, pins, why, dice };
    let hit = pinned(1, PinCause::Hit, Vec::new());
    assert_eq!(one(&field.state, hit.clone()), "Gang Fighters take 1 pin.");
    field.pin(GANGERS, 2);
    let state = &field.state;
    assert_eq!(one(state, hit), "Gang Fighters take 1 pin, now 3.");
    assert_eq!(
        one(state, pinned(2, PinCause::Disrupted, Vec::new())),
        "The disruptor leaves 2 pins on Gang Fighters, now 4."
    );
    assert_eq!(
        one(state, pinned(1, PinCause::Casualties, Vec::new())),
        "Gang Fighters take 1 pin for their loss, now 3."
    );
    assert_eq!(
        one(state, pinned(3, PinCause::Casualties, Vec::new())),
        "Gang Fighters take 3 pins for their losses, now 5."
    );
    assert_eq!(
        one(state, pinned(3, PinCause::Damage, vec![d(3, 3)])),
        "Gang Fighters take 3 pins for the damage (3 on a D3), now 5."
    );
    let off = |pins, dice| Event::Unpinned { unit: GANGERS, pins, dice };
    assert_eq!(one(state, off(1, Vec::new())), "1 pin off, now 1.");
    assert_eq!(one(state, off(2, vec![d(6, 5)])), "5 on a D6: 2 pins off, none left.");
}

fn test(
    unit: UnitId,
    what: TestKind,
    check: Check<Reason>,
    face: u32,
    result: TestResult,
) -> Event {
    Event::Tested(Test { unit, what, check, nerve: Nerve::default(), roll: d(10, face), result })
}

#[test]
fn a_failed_order_is_one_line_with_its_consequences() {
    let mut field = field();
    field.pin(SQUAD, 2);
    field.draw(RED);
    let order = gatemaster_rules::antares::command::GiveOrder::plain(SQUAD, Order::Fire);
    assert_eq!(
        tell(&mut field, RED, &Command::Order(order), &[9]),
        [
            "C3 Strike Squad gets a Fire order.",
            "C3 Strike Squad's order test needs 6 (Command 8, 2 pins −2): 9, failed. \
             1 pin off, now 1. It goes down instead.",
        ]
    );
}

#[test]
fn tests_say_what_they_need_and_what_came_of_it() {
    let mut field = field();
    field.pin(GANGERS, 1);
    let state = &field.state;
    let command = || Check::new(9, Reason::Command).with(-1, Reason::Pins(1));
    let ag = || Check::new(4, Reason::Ag);
    for (event, words) in [
        (
            test(
                GANGERS,
                TestKind::Order(Order::Rally),
                Check::new(9, Reason::Command),
                1,
                TestResult::Bonus,
            ),
            "Gang Fighters' order test needs 9 (Command 9), pins or not: 1, passed with flying colours.",
        ),
        (
            test(GANGERS, TestKind::Recovery, command(), 4, TestResult::Pass),
            "Gang Fighters' recovery test needs 8 (Command 9, 1 pin −1): 4, they are up again.",
        ),
        (
            test(GANGERS, TestKind::Recovery, command(), 10, TestResult::Penalty),
            "Gang Fighters' recovery test needs 8 (Command 9, 1 pin −1): 10, they stay down with all their pins.",
        ),
        (
            test(GANGERS, TestKind::Break(BreakCause::Shot), command(), 1, TestResult::Bonus),
            "Gang Fighters' break test needs 8 (Command 9, 1 pin −1): 1, they hold and take heart.",
        ),
        (
            test(GANGERS, TestKind::Exhaustion, ag(), 10, TestResult::Penalty),
            "Gang Fighters' test for exhaustion needs 4 (Ag 4): 10, utterly spent.",
        ),
        (
            test(GANGERS, TestKind::Obstacle("the wall".into()), ag(), 1, TestResult::Bonus),
            "Gang Fighters' way over the wall needs 4 (Ag 4): 1, across, through a gap that others may use.",
        ),
        (
            test(GANGERS, TestKind::Difficult("the wood".into()), ag(), 7, TestResult::Fail),
            "Gang Fighters' way through the wood needs 4 (Ag 4): 7, slow going.",
        ),
        // large models come through worse (A-MOV-8)
        (
            test(GHAR, TestKind::Difficult("the wood".into()), ag(), 7, TestResult::Fail),
            "Ghar Battle Squad's way through the wood needs 4 (Ag 4): 7, stuck.",
        ),
    ] {
        assert_eq!(one(state, event), words);
    }
    let helped = Event::Tested(Test {
        unit: SQUAD,
        what: TestKind::Break(BreakCause::Defeat),
        check: Check::new(9, Reason::CommandersCommand),
        nerve: Nerve { commander: Some(COMMAND), soma: false },
        roll: d(10, 2),
        result: TestResult::Pass,
    });
    assert_eq!(
        one(state, helped),
        "C3 Strike Squad's break test needs 9 (commander's Command 9) with the help of AI Command Squad: 2, it holds."
    );
}

#[test]
fn a_failed_break_test_ends_down_with_a_pin_or_in_flight() {
    let mut field = field();
    field.lay(SQUAD, Order::Fire);
    let failed = test(
        SQUAD,
        TestKind::Break(BreakCause::Shot),
        Check::new(8, Reason::Command),
        9,
        TestResult::Fail,
    );
    let head = "C3 Strike Squad's break test needs 8 (Command 8): 9, failed.";
    let down = Event::DieTurned { unit: SQUAD, to: Order::Down, why: Turned::FailedBreak };
    let pin = Event::Pinned { unit: SQUAD, pins: 1, why: PinCause::Break, dice: Vec::new() };
    let gone = Event::Destroyed { unit: SQUAD, why: DestroyedBy::BrokeUnderFire };
    let told = |after| lines(&field.state, &[failed.clone(), after]);
    assert_eq!(told(down), [format!("{head} It goes down.")]);
    assert_eq!(told(pin), [format!("{head} Already down, it takes 1 pin.")]);
    assert_eq!(
        told(gone),
        [head.to_owned(), "C3 Strike Squad breaks under fire and is destroyed.".into()]
    );
}

#[test]
fn moves_are_told_with_the_most_they_can_be() {
    let state = field().state;
    let moved = |unit, how, tenths, halted| Event::Moved {
        unit,
        how,
        distance: Inches::tenths(tenths),
        halted,
    };
    for (event, words) in [
        (moved(SQUAD, Pace::Advance, 50, false), "C3 Strike Squad advances, up to 5″."),
        (moved(LAVAMITES, Pace::Run, 50, false), "Lavamites run at half pace, up to 5″."),
        (moved(LAVAMITES, Pace::Sprint, 150, false), "Lavamites sprint, up to 15″."),
        (moved(SQUAD, Pace::Run, 100, true), "C3 Strike Squad gets no further."),
        (moved(SQUAD, Pace::Bonus, 50, false), "C3 Strike Squad goes on, up to 5″ more."),
        (moved(SQUAD, Pace::Consolidate, 50, false), "C3 Strike Squad consolidates, up to 5″."),
    ] {
        assert_eq!(one(&state, event), words);
    }
    silent(&state, Event::SprintBegan { unit: SQUAD });
    silent(&state, Event::GapFound { name: "the wall".into() });
    assert_eq!(
        one(&state, Event::PathLeft { unit: LAVAMITES, name: "the wood".into() }),
        "Lavamites leave the wood behind, and their path with it."
    );
}

#[test]
fn hits_are_told_with_those_they_fall_on() {
    let state = field().state;
    let hit = |hits, lucky| Event::Hit { from: HOWITZER, on: GANGERS, hits, lucky };
    assert_eq!(one(&state, hit(3, 0)), "3 hits on Gang Fighters.");
    assert_eq!(one(&state, hit(3, 1)), "3 hits on Gang Fighters, 1 of them lucky.");
    assert_eq!(one(&state, hit(2, 2)), "2 hits on Gang Fighters, all of them lucky.");
    let placed = |lucky, marks: &[Mark]| Event::HitsPlaced {
        by: if lucky { BLUE } else { RED },
        on: GANGERS,
        lucky,
        marks: marks.to_vec(),
    };
    assert_eq!(
        lines(&state, &[hit(3, 0), placed(false, &[model(0), model(1), model(2)])]),
        ["3 hits on Gang Fighters: the Gang Leader and two Gangers."]
    );
    assert_eq!(
        lines(
            &state,
            &[hit(4, 1), placed(true, &[model(0)]), placed(false, &[model(1), model(2), model(1)])]
        ),
        [
            "4 hits on Gang Fighters, 1 of them lucky.",
            "Blue puts the lucky hit on the Gang Leader of Gang Fighters.",
            "Red places the rest on Gang Fighters (one Ganger twice and another once).",
        ]
    );
    let drone = Event::HitsPlaced { by: BLUE, on: SQUAD, lucky: true, marks: vec![Mark::Drone(0)] };
    assert_eq!(one(&state, drone), "Blue picks out the spotter drone of C3 Strike Squad.");
    assert_eq!(
        one(&state, Event::DroneLost { unit: SQUAD, drone: 0 }),
        "C3 Strike Squad loses its spotter drone."
    );
}

#[test]
fn res_tests_alike_are_told_together_and_leaders_have_their_second_chance() {
    let state = field().state;
    let check = Check::new(6, Reason::Res).with(1, Reason::Armour).with(-1, Reason::StrikeValue);
    let resist = |n, face, again: Option<u32>, passed| {
        Event::Resisted(Resist {
            unit: GANGERS,
            mark: model(n),
            hits: 1,
            lucky: false,
            check: check.clone(),
            roll: d(10, face),
            again: again.map(|face| d(10, face)),
            passed,
        })
    };
    assert_eq!(
        lines(
            &state,
            &[
                resist(0, 10, Some(4), true),
                resist(1, 7, None, false),
                resist(2, 6, None, true),
                resist(3, 2, None, true)
            ]
        ),
        ["Gang Fighters' Res needs 6 (Res 6, armour +1, SV −1): 7 fails; 6 and 2 hold; \
          10 fails, but the Gang Leader has a second chance: 4 holds."]
    );
    let grenades = Event::Resisted(Resist {
        unit: GHAR,
        mark: model(1),
        hits: 3,
        lucky: true,
        check: Check::new(4, Reason::Res).with(8, Reason::Armour).with(-6, Reason::StrikeValue),
        roll: d(10, 8),
        again: None,
        passed: false,
    });
    assert_eq!(
        one(&state, grenades),
        "Ghar Battle Squad's Res needs 6 (Res 4, armour +8, SV −6) against 3 hits at once: 8 fails."
    );
}

#[test]
fn casualties_are_counted_and_the_last_of_a_unit_is_its_end() {
    let mut field = field();
    let fall = |unit, n| Event::Casualty { unit, model: ModelId(n) };
    assert_eq!(
        lines(&field.state, &[fall(GANGERS, 0), fall(GANGERS, 1), fall(GANGERS, 2)]),
        ["Gang Fighters lose the Gang Leader and two Gangers; two are left."]
    );
    assert_eq!(
        one(&field.state, fall(HOWITZER, 0)),
        "AI X-Howitzer Team loses one of the AI Crew; two are left."
    );
    for n in 0..3 {
        field.unit_mut(LAVAMITES).models[n].lost = true;
    }
    let gone = Event::Destroyed { unit: LAVAMITES, why: DestroyedBy::Losses };
    assert_eq!(
        lines(&field.state, &[fall(LAVAMITES, 3), gone]),
        ["Lavamites lose one Lavamite. Nobody is left: Lavamites are destroyed."]
    );
    let gone = Event::Destroyed { unit: CRAWLER, why: DestroyedBy::Losses };
    assert_eq!(
        lines(&field.state, &[fall(CRAWLER, 0), gone]),
        ["Ghar Command Crawler is destroyed."]
    );
    field.pin(GHAR, 8);
    assert_eq!(
        one(&field.state, Event::Destroyed { unit: GHAR, why: DestroyedBy::TooManyPins }),
        "8 pins against Command 8: Ghar Battle Squad breaks and is destroyed."
    );
    let reactor = |n, face| Event::Reactor { unit: GHAR, model: ModelId(n), roll: d(10, face) };
    assert_eq!(
        lines(&field.state, &[reactor(1, 3), reactor(2, 10)]),
        [
            "A plasma reactor of Ghar Battle Squad goes up, and each survivor is lost on a 10: 3 and 10."
        ]
    );
}

#[test]
fn damage_is_told_in_words() {
    let state = field().state;
    let chart = |unit, mark, chart, faces: &[u32], armoured, row, again| Event::ChartRolled {
        unit,
        mark,
        chart,
        dice: faces.iter().map(|face| d(10, *face)).collect(),
        armoured,
        row,
        again,
    };
    let drone =
        |row| chart(DRONES, model(0), Chart::WeaponDrone, &[u32::from(row)], false, row, false);
    let whom = "Damage to one Weapon Drone of C3D1 Light Support Drone";
    assert_eq!(one(&state, drone(1)), format!("{whom}, 1: shaken."));
    assert_eq!(one(&state, drone(3)), format!("{whom}, 3: it cannot move any more."));
    assert_eq!(one(&state, drone(4)), format!("{whom}, 4: its plasma light support gun jams."));
    assert_eq!(one(&state, drone(5)), format!("{whom}, 5: badly hit."));
    assert_eq!(one(&state, drone(6)), format!("{whom}, 6: it is a wreck."));
    let vehicle = |faces: &[u32], armoured, row, again| {
        chart(CRAWLER, model(0), Chart::Vehicle, faces, armoured, row, again)
    };
    let crawler = "Damage to Ghar Command Crawler";
    assert_eq!(
        one(&state, vehicle(&[7], true, 4, false)),
        format!("{crawler}, 7 halved by heavy armour to 4: shaken.")
    );
    assert_eq!(
        one(&state, vehicle(&[3, 8], false, 8, false)),
        format!("{crawler}, 3 and 8 for massive damage, so 8: a scourer cannon jams.")
    );
    assert_eq!(
        one(&state, vehicle(&[1, 1], false, 2, true)),
        "Ghar Command Crawler's leader has it rolled again, 1 and 1 for massive damage, a double, so 2: a heavy knock."
    );
    assert_eq!(one(&state, vehicle(&[1], false, 1, false)), format!("{crawler}, 1: no harm done."));
    // the lost gun is told once
    let gun = chart(HOWITZER, Mark::Gun, Chart::HeavyWeapon, &[9], false, 9, false);
    assert_eq!(
        lines(&state, &[gun, Event::GunLost { unit: HOWITZER }]),
        ["Damage to the X-howitzer of AI X-Howitzer Team, 9: it is beyond repair."]
    );
    assert_eq!(
        one(&state, Event::GunLost { unit: HOWITZER }),
        "AI X-Howitzer Team loses its X-howitzer."
    );
    silent(&state, Event::Immobilised { unit: DRONES, model: ModelId(0) });
}

#[test]
fn strays_have_a_direction_and_blasts_are_shared_and_halved() {
    let state = field().state;
    let id = weapon(&state, "x_howitzer");
    let astray = |face| Event::Astray {
        from: HOWITZER,
        weapon: id,
        roll: d(10, face),
        distance: Inches::whole(face),
    };
    assert_eq!(
        one(&state, astray(3)),
        "The X-howitzer lands astray, 3 on a D10: 3″ towards half past 3 (12 is straight on from the shooter)."
    );
    let mut directions: Vec<String> = (1..=10)
        .map(|face| {
            let line = one(&state, astray(face));
            line.split(" towards ").nth(1).unwrap().to_owned()
        })
        .collect();
    directions.sort();
    directions.dedup();
    assert_eq!(directions.len(), 10, "every face goes its own way");
    let struck = |unit, under: &[Mark]| Struck { unit, under: under.to_vec() };
    let laid = |struck| Event::TemplateLaid { from: HOWITZER, struck };
    assert_eq!(one(&state, laid(Vec::new())), "Nobody lies under the template.");
    assert_eq!(
        one(&state, laid(vec![struck(GANGERS, &[model(0), model(2)]), struck(SQUAD, &[model(3)])])),
        "Under the template: the Gang Leader and one Ganger of Gang Fighters; one Strike Trooper of C3 Strike Squad."
    );
    assert_eq!(
        one(&state, Event::Blast { from: HOWITZER, weapon: id, mode: 0, roll: d(10, 1) }),
        "The X-howitzer blast, 1 on a D10: 1 hit."
    );
    assert_eq!(
        one(&state, Event::BlastShared { shares: vec![(GANGERS, 1), (SQUAD, 0)] }),
        "The hits are shared: 1 on Gang Fighters and none on C3 Strike Squad."
    );
    let halved = |from, to| Event::BlastHalved { on: LAVAMITES, from, to, why: Forced::Sprinting };
    assert_eq!(
        one(&state, halved(1, 0)),
        "Lavamites are sprinting, so 1 blast hit is halved to none."
    );
    assert_eq!(
        one(&state, halved(5, 2)),
        "Lavamites are sprinting, so 5 blast hits are halved to 2."
    );
}

#[test]
fn an_assault_has_its_words() {
    let state = field().state;
    let charged = |contact| Event::Charged { unit: LAVAMITES, at: HOWITZER, contact };
    assert_eq!(one(&state, charged(true)), "Lavamites reach AI X-Howitzer Team: contact!");
    assert_eq!(
        one(&state, charged(false)),
        "Lavamites fall short of AI X-Howitzer Team; the charge was but a run."
    );
    let decided = |pins, losers: &[UnitId]| Event::AssaultDecided {
        attacker: LAVAMITES,
        defender: HOWITZER,
        pins,
        losers: losers.to_vec(),
    };
    assert_eq!(
        one(&state, decided((0, 1), &[HOWITZER])),
        "Lavamites have no pins, AI X-Howitzer Team has 1 pin: AI X-Howitzer Team loses the fight."
    );
    assert_eq!(
        one(&state, decided((2, 2), &[LAVAMITES, HOWITZER])),
        "Lavamites have 2 pins, AI X-Howitzer Team has 2 pins: a draw, in which both count as beaten."
    );
    assert_eq!(
        one(&state, Event::FirstToConsolidate { unit: HOWITZER, roll: d(6, 5) }),
        "A die decides who consolidates first, 5 on a D6: AI X-Howitzer Team."
    );
    assert_eq!(
        one(&state, Event::SpinnerSet { unit: SQUAD, spinner: Spinner::Guard }),
        "C3 Strike Squad's distort spinners are set to guard."
    );
    assert_eq!(
        one(&state, Event::BrokeOff { unit: LAVAMITES }),
        "Lavamites break off before it comes to blows."
    );
    assert_eq!(
        one(&state, Event::HeldGround { unit: LAVAMITES }),
        "Lavamites stay where they are."
    );
}

#[test]
fn special_rules_have_theirs() {
    let mut field = field();
    let state = &field.state;
    let ammo = |face, ammo| Event::AmmoRolled { unit: GANGERS, roll: d(10, face), ammo };
    assert_eq!(
        one(state, ammo(4, Ammo::Plenty)),
        "Gang Fighters' ammunition, 4 on a D10: enough left."
    );
    assert_eq!(
        one(state, ammo(10, Ammo::Low)),
        "Gang Fighters' ammunition, 10 on a D10: it runs low, and there is no more rapid fire."
    );
    assert_eq!(
        one(state, ammo(10, Ammo::Out)),
        "Gang Fighters' ammunition, 10 on a D10: not a round is left."
    );
    assert_eq!(
        one(state, Event::LockedOn { unit: HOWITZER, on: SQUAD, bonus: 2 }),
        "AI X-Howitzer Team is locked on C3 Strike Squad: its next shot hits by itself, at SV +2."
    );
    assert_eq!(
        one(state, Event::RandomOrder { unit: SQUAD, roll: d(6, 3), order: Order::Run }),
        "C3 Strike Squad's grafts choose, 3 on a D6: Run."
    );
    assert_eq!(
        one(state, Event::Unseen { on: SQUAD }),
        "The camo drone hides C3 Strike Squad: nothing hits it."
    );
    assert_eq!(
        one(state, Event::DieLost { unit: CRAWLER, from_bag: true }),
        "Ghar Command Crawler loses an order die, out of the bag."
    );
    field.lay(SQUAD, Order::Ambush);
    let went = Event::DieTurned { unit: SQUAD, to: Order::Down, why: Turned::WentDown };
    assert_eq!(one(&field.state, went), "C3 Strike Squad gives up its ambush and goes down.");
}

#[test]
fn the_turns_end_and_the_battles() {
    let state = field().state;
    let returned = |unit, kept: &[Order]| Event::DiceReturned { unit, kept: kept.to_vec() };
    assert_eq!(
        lines(&state, &[returned(SQUAD, &[]), returned(HOWITZER, &[])]),
        ["The order dice go back into the bag."]
    );
    assert_eq!(
        lines(
            &state,
            &[returned(LAVAMITES, &[Order::Ambush]), returned(GHAR, &[]), Event::DistortReturned]
        ),
        [
            "Lavamites stay in ambush.",
            "The other order dice go back into the bag, and the distort die with them.",
        ]
    );
    let rolled = |why, face, ends| Event::EndRolled { why, roll: d(6, face), ends };
    assert_eq!(
        one(&state, rolled(EndReason::TurnLimit, 4, false)),
        "The battle may end with this turn. 4 on a D6: it goes on."
    );
    let mut beaten = state.clone();
    for unit in [SQUAD, GANGERS, LAVAMITES] {
        Antares::apply(&mut beaten, &Event::Destroyed { unit, why: DestroyedBy::Losses });
    }
    assert_eq!(
        one(&beaten, rolled(EndReason::Losses, 2, true)),
        "Red has lost more than half of its dice, so the battle may end. 2 on a D6: it ends here."
    );
    let ended = |lost: &[u32], winner, reason| Event::Ended { lost: lost.to_vec(), winner, reason };
    assert_eq!(
        one(&state, ended(&[1, 3], Some(RED), EndReason::TurnLimit)),
        "The battle is over: Red has lost 1 die and Blue has lost 3 dice. Red wins!"
    );
    assert_eq!(
        one(&state, ended(&[2, 2], None, EndReason::Losses)),
        "The battle is over: Red has lost 2 dice and Blue has lost 2 dice. It is a draw."
    );
    Antares::apply(&mut beaten, &Event::Destroyed { unit: COMMAND, why: DestroyedBy::Losses });
    assert_eq!(
        lines(&beaten, &[ended(&[4, 0], Some(BLUE), EndReason::WipedOut)])[0],
        "Nobody of Red is left on the table."
    );
}

#[test]
fn corrections_are_told_with_what_they_set_right() {
    let state = field().state;
    let words = |unit, change| {
        let correction = Correction { unit, change };
        let line = one(&state, Event::Corrected { correction, organiser: false });
        line.strip_prefix("Correction by agreement: ").unwrap().to_owned()
    };
    let howitzer = weapon(&state, "x_howitzer");
    let stat = Change::Stat { model: ModelId(0), stat: Stat::Res, value: 7 };
    let jammed = Change::Weapon { mark: Mark::Gun, weapon: howitzer, works: false };
    for (unit, change, expected) in [
        (SQUAD, Change::Pins(0), "C3 Strike Squad has no pins."),
        (LAVAMITES, Change::Pins(1), "Lavamites have 1 pin."),
        (SQUAD, Change::Remove(Mark::Drone(0)), "C3 Strike Squad has lost the spotter drone."),
        (GANGERS, Change::Restore(model(1)), "Gang Fighters have one Ganger back."),
        (SQUAD, Change::Orders(Vec::new()), "C3 Strike Squad has no order yet."),
        (SQUAD, Change::Orders(vec![Order::Fire]), "C3 Strike Squad's order is Fire."),
        (
            CRAWLER,
            Change::Orders(vec![Order::Fire, Order::Down]),
            "Ghar Command Crawler's orders are Fire and Down.",
        ),
        (CRAWLER, Change::DiceLost(1), "Ghar Command Crawler has lost 1 order die."),
        (SQUAD, stat, "the Strike Leader of C3 Strike Squad has Res 7."),
        (
            DRONES,
            Change::Immobilised { model: ModelId(1), is: true },
            "one Weapon Drone of C3D1 Light Support Drone cannot move.",
        ),
        (HOWITZER, jammed, "the X-howitzer of AI X-Howitzer Team jams."),
        (GANGERS, Change::Ammo(Ammo::Low), "Gang Fighters have little ammunition."),
        (SQUAD, Change::Soma(Soma::Wild), "C3 Strike Squad has grafts that have run wild."),
        (SQUAD, Change::LockLost, "C3 Strike Squad has no lock."),
        (LAVAMITES, Change::Destroyed, "Lavamites are destroyed."),
        (LAVAMITES, Change::Revived, "Lavamites are back on the table."),
    ] {
        assert_eq!(words(unit, change), expected);
    }
    let correction = Correction { unit: SQUAD, change: Change::Pins(2) };
    assert_eq!(
        one(&state, Event::Proposed { by: RED, correction }),
        "Red proposes a correction: C3 Strike Squad has 2 pins."
    );
    assert_eq!(
        one(&state, Event::ProposalDropped { agreed: false }),
        "The proposed correction is dropped."
    );
}

#[test]
fn the_table_is_told_unit_by_unit() {
    let mut field = field();
    field.pin(GANGERS, 2);
    field.unit_mut(GANGERS).models[1].lost = true;
    field.unit_mut(GANGERS).ammo = Ammo::Low;
    field.lay(GANGERS, Order::Down);
    field.lay(CRAWLER, Order::Fire);
    field.lay(CRAWLER, Order::Advance);
    field.unit_mut(SQUAD).gear[0].lost = true;
    field.unit_mut(SQUAD).soma = Soma::Dormant;
    let gun = field.unit_mut(HOWITZER).gun.as_mut().unwrap();
    gun.condition = Condition::Malfunction;
    field.unit_mut(HOWITZER).lock = Some(Lock { on: SQUAD, bonus: 1 });
    field.unit_mut(DRONES).models[0].immobilised = true;
    let plasma = weapon(&field.state, "plasma_light_support");
    field.unit_mut(DRONES).models[1].broken.push(plasma);
    let gone = |unit| Event::Destroyed { unit, why: DestroyedBy::Losses };
    Antares::apply(&mut field.state, &gone(LAVAMITES));
    Antares::apply(&mut field.state, &gone(GHAR));
    field.state.distort.pending = true;
    assert_eq!(
        summary(&field.state),
        "\
Turn 1, orders. In the bag: 2 dice for Red, 2 dice for Blue and the distort die. \
The distort die was drawn, so the next order die must be a Down.
Red: 1 of 4 order dice lost
- C3 Strike Squad: 5 models, spotter drone lost, grafts dormant
- Gang Fighters: 4 of 5 models, 2 pins, Down, low on ammunition
- AI Command Squad: 3 models, spotter drone
- Destroyed: Lavamites.
Blue: 1 of 5 order dice lost, counting 2 for victory
- AI X-Howitzer Team: 3 models, X-howitzer jammed, spotter drone, locked on C3 Strike Squad at SV +1
- C3D1 Light Support Drone: 3 models, spotter drone, batter drone, 1 of them immobilised, plasma light support gun jammed
- Ghar Command Crawler: 1 model, Fire, then Advance
- Destroyed: Ghar Battle Squad."
    );
}

/// A-DMG-4: pins are for those who are left; a die that nothing comes of is not rolled.
#[test]
fn a_drone_that_is_a_wreck_rolls_for_no_pins() {
    let mut field =
        Field::new(&["gang_fighters"], &["c3d2_medium_support_drone", "ghar_battle_squad"]);
    let (gangers, drone) = (field.red(0), field.blue(0));
    field.order(gangers, Order::Fire, &[]);
    let uses = field.way_with(gangers, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, drone, 18)];
    assert_eq!(
        tell(&mut field, RED, &Command::Shoot { shots }, &[6, 3, 8, 10, 10, 10, 2, 9])[1..],
        [
            "2 hits on C3D2 Medium Support Drone.",
            "C3D2 Medium Support Drone's Res needs 9 (Res 10, SV −1): 10 and 10 fail.",
            "Damage to C3D2 Medium Support Drone, 2: shaken.",
            "Damage to C3D2 Medium Support Drone, 9: it is a wreck.",
            "C3D2 Medium Support Drone is destroyed.",
        ]
    );
}
