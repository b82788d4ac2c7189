//! The words of shooting, fighting and what they do.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Command, Mark, Spinner, Struck};
use gatemaster_rules::antares::event::{Chart, DestroyedBy, Forced, Resist};
use gatemaster_rules::antares::flow::Hit;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::reason::Reason;
use gatemaster_rules::antares::report::lines;
use gatemaster_rules::antares::state::{ModelId, UnitId};
use gatemaster_rules::check::Check;

use crate::antares::field::{BLUE, Field, RED};
use crate::antares::report::*;

#[test]
fn a_shooting_is_told_from_the_aim_to_the_pin() {
    let mut field = field();
    field.order(GANGERS, Order::Fire, &[]);
    let uses = field.way_with(GANGERS, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, DRONES, 18)];
    assert_eq!(
        tell(&mut field, RED, &Command::Shoot { shots }, &[]),
        ["Gang Fighters take aim at C3D1 Light Support Drone, 18″."]
    );
    // two hits on three drones of a kind
    let stays = Command::Answer(Answer::GoDown(false));
    assert_eq!(
        tell(&mut field, BLUE, &stays, &[6, 3, 8, 10, 7, 8, 6]),
        [
            "C3D1 Light Support Drone stays up.",
            "Gang Fighters shoot at C3D1 Light Support Drone: \
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

fn hit_on(mark: Mark) -> Hit {
    Hit {
        weapon: None,
        mode: 0,
        sv: 0,
        lucky: false,
        blast: false,
        overhead: false,
        on: Some(mark),
    }
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
        hits: marks.iter().map(|mark| hit_on(*mark)).collect(),
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
    let drone =
        Event::HitsPlaced { by: BLUE, on: SQUAD, lucky: true, hits: vec![hit_on(Mark::Drone(0))] };
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

/// A-DMG-4: pins are for those who are left; a die that nothing comes of is not rolled.
#[test]
fn a_drone_that_is_a_wreck_rolls_for_no_pins() {
    let mut field =
        Field::new(&["gang_fighters"], &["c3d2_medium_support_drone", "ghar_battle_squad"]);
    let (gangers, drone) = (field.red(0), field.blue(0));
    field.order(gangers, Order::Fire, &[]);
    let uses = field.way_with(gangers, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, drone, 18)];
    field.go(RED, &Command::Shoot { shots }, &[]);
    let stays = Command::Answer(Answer::GoDown(false));
    assert_eq!(
        tell(&mut field, BLUE, &stays, &[6, 3, 8, 10, 10, 10, 2, 9])[2..],
        [
            "2 hits on C3D2 Medium Support Drone.",
            "C3D2 Medium Support Drone's Res needs 9 (Res 10, SV −1): 10 and 10 fail.",
            "Damage to C3D2 Medium Support Drone, 2: shaken.",
            "Damage to C3D2 Medium Support Drone, 9: it is a wreck.",
            "C3D2 Medium Support Drone is destroyed.",
        ]
    );
}
