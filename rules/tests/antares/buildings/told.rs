//! Buildings in words: reports, choices, corrections, dice by hand.

use gatemaster_rules::antares::by_hand::next_throw;
use gatemaster_rules::antares::command::{Answer, BuildingShot, Consolidation, Scene};
use gatemaster_rules::antares::correct::{Change, Correction, SiteChange};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::label;
use gatemaster_rules::antares::report;
use gatemaster_rules::dice::Roll;

use super::*;
use crate::antares::drill::organiser;
use crate::antares::field::{BLUE, seat};
use crate::antares::melee::{assault, few};

/// What a step is told as, of the battle before it.
fn told(before: &Field, events: &[Event]) -> Vec<String> {
    report::lines(&before.state, events)
}

fn copy(field: &Field) -> Field {
    Field { state: field.state.clone(), last: Vec::new() }
}

/// B-ENT-1, B-MOV-2
#[test]
fn coming_and_going_is_told() {
    let mut field = site(&["ai_squad"], &["feral_squad"], &[tower(), hut()]);
    let squad = field.red(0);
    field.order(squad, Order::Run, &[]);
    let before = copy(&field);
    let events = field.go(RED, &go_to(Some(ground(TOWER))), &[]);
    assert_eq!(told(&before, &events)[1], "AI Squad enters Tower.");
    let mut field = site(&["ai_squad"], &["feral_squad"], &[tower(), hut()]);
    put(&mut field, squad, ground(TOWER));
    field.order(squad, Order::Run, &[]);
    let before = copy(&field);
    let events = field.go(RED, &go_to(Some(ground(OTHER))), &[]);
    let lines = told(&before, &events);
    assert_eq!(
        (lines[0].as_str(), lines[2].as_str()),
        ("AI Squad leaves Tower.", "AI Squad enters Hut.")
    );
    assert_eq!(label::unit_line(&before.state, squad), "5 models · Run · in Tower");
}

/// B-OVH-1, B-DMG-1, B-DMG-2: every die with what it meant.
#[test]
fn a_shell_and_what_it_does_to_the_house_is_told() {
    let mut field = site(
        &["ai_x_howitzer_team"],
        &["domari_squad", "feral_squad"],
        &[Plan { strength: 8, ..tower() }],
    );
    let (team, inside, roof) = (field.red(0), field.blue(0), field.blue(1));
    field.unit_mut(team).gear.clear();
    put(&mut field, inside, ground(TOWER));
    put(&mut field, roof, Spot::roof(TOWER, 0));
    field.lay(inside, Order::Rally);
    field.lay(roof, Order::Rally);
    let gun = field.arm(team, Manner::Fire, "x_howitzer", "");
    field.order(team, Order::Fire, &[]);
    let (range, scene, uses) = (Inches::whole(40), Scene::default(), vec![gun]);
    let shot = BuildingShot { part: part(TOWER), range, uses, scene };
    let before = copy(&field);
    // it comes down no further than the roof, where all six hits are resisted; the house does not stand it
    let command = Command::ShootBuilding(shot);
    let words = label::command(&field.state, &command);
    assert_eq!(words.text, "Shoot at Tower itself, 40″: X-howitzer");
    let wanted = |faces: &[u32]| {
        let fallen: Vec<Roll> =
            faces.iter().map(|face| Roll { number: None, sides: 10, face: *face }).collect();
        next_throw(&before.state, &seat(RED), &command, &fallen).unwrap().map(|wanted| wanted.what)
    };
    assert_eq!(wanted(&[2]).as_deref(), Some("how deep the shot goes into Tower"));
    let events = field.go(RED, &command, &[2, 3, 6, 1, 1, 1, 1, 1, 1, 5]);
    let lines = told(&before, &events).join("\n");
    for line in [
        "AI X-Howitzer Team shoots at Tower itself, 40″: X-howitzer needs 3 (Acc 5, overhead −2): 2 hit.",
        "The X-howitzer comes down on Tower, 3 on a D10 + SV 2 makes 5: no further than the roof.",
        "Tower takes 9 damage from the X-howitzer (5 on a D10, halved to 3 + 6 blast hits): 0 of 8 left.",
        "Tower collapses!",
        "Domari Squad is buried under it: destroyed.",
        "Feral Squad, on the roof, comes down with it and stands in the rubble.",
    ] {
        assert!(lines.contains(line), "{line}\n\n{lines}");
    }
    assert_eq!(
        wanted(&[2, 3, 6, 1, 1, 1, 1, 1, 1]).as_deref(),
        Some("the damage to Tower (a D10, which is halved)")
    );
}

/// B-ASL-1, B-ASL-2: the choices of the beaten, and who moves in.
#[test]
fn a_lost_tower_is_told_to_the_loser() {
    let mut field = site(&["gang_fighters"], &["feral_squad"], &[tower()]);
    let (gang, ferals) = (field.red(0), field.blue(0));
    few(&mut field, gang, 2);
    few(&mut field, ferals, 2);
    field.unit_mut(ferals).soma = gatemaster_rules::antares::state::Soma::None;
    put(&mut field, ferals, ground(TOWER));
    assault(&mut field, gang, ferals, &[9, 9, 9, 9, 1, 9, 9, 9, 10, 1]);
    let asked = label::question(&field.state).unwrap();
    assert_eq!(asked.title, "Fall back with Feral Squad");
    assert_eq!(
        asked.why,
        "Feral Squad has lost the fight for Tower and has to leave it: up to 5″ out, or wherever else a way leads."
    );
    let options = field.asked().2;
    let labels: Vec<String> =
        options.iter().map(|one| label::command(&field.state, one).text).collect();
    assert_eq!(labels, ["Out of Tower, up to 5″", "Fall back onto the roof of Tower"]);
    let before = copy(&field);
    let out = Consolidation { moved: Some(Vec::new()), to: None, left_behind: Vec::new() };
    let events = field.answer(BLUE, Answer::Consolidate(out), &[]);
    let lines = told(&before, &events).join("\n");
    assert!(lines.contains("Feral Squad falls back out of Tower."), "{lines}");
    assert!(lines.ends_with("Gang Fighters occupy Tower."), "{lines}");
}

/// B-SIZ-1, B-OCC-1: a table that went on without the book is set right, by agreement or by the organiser.
#[test]
fn places_and_buildings_are_corrected() {
    let mut field = site(&["ai_squad", "outcast_squad"], &["feral_squad"], &[tower()]);
    let (squad, outcasts, ferals) = (field.red(0), field.red(1), field.blue(0));
    let correct =
        |unit, spot| Command::Correct(Correction::Unit { unit, change: Change::Spot(spot) });
    let place = correct(squad, Some(ground(TOWER)));
    field.go(RED, &place, &[]);
    assert_eq!(field.unit(squad).spot, None);
    let events = field.go(BLUE, &Command::AgreeToCorrection(true), &[]);
    assert_eq!(field.unit(squad).spot, Some(ground(TOWER)));
    assert_eq!(told(&field, &events)[0], "Correction by agreement: AI Squad is in Tower.");
    assert_eq!(
        field.refused_as(&organiser(), &correct(ferals, Some(ground(TOWER)))),
        "The enemy holds Tower."
    );
    assert_eq!(
        field.refused_as(&organiser(), &correct(ferals, Some(Spot::block(TOWER, 3, 0)))),
        "There is no such place on the table."
    );
    let site = |change| Command::Correct(Correction::Site(change));
    let shed = Plan::plain("Shed", Size::VerySmall, 1);
    field.go_as(&organiser(), &site(SiteChange::Add(shed.clone())), &[]);
    assert_eq!(
        field.refused_as(&organiser(), &site(SiteChange::Add(shed))),
        "Two buildings are called Shed; rename one."
    );
    assert_eq!(
        field.refused_as(&organiser(), &correct(outcasts, Some(ground(OTHER)))),
        "There is not enough room in Shed."
    );
    field.go_as(&organiser(), &site(SiteChange::Left { part: part(TOWER), left: 7 }), &[]);
    assert_eq!(field.state.building(TOWER).unwrap().columns[0].left, 7);
    assert_eq!(
        field.refused_as(&organiser(), &site(SiteChange::Left { part: part(TOWER), left: 0 })),
        "What is left of a damage value goes from 1 to 200."
    );
    let events = field.go_as(&organiser(), &site(SiteChange::Remove(TOWER)), &[]);
    assert_eq!(
        told(&field, &events)[0],
        "Correction by the organiser or a manager of the server: Tower is off the table."
    );
    // whoever was inside stands in the open now
    assert_eq!(field.unit(squad).spot, None);
    assert_eq!(field.state.buildings_here().count(), 1);
    field.restart();
}

/// B-DEP-1, B-OCC-1: a correction neither frees an emplaced gun by the way nor crowds a hut.
#[test]
fn corrections_respect_the_walls() {
    let plans = [tower(), Plan::plain("Hut", Size::VerySmall, 1)];
    let mut field = site(&["ai_x_howitzer_team", "ai_squad"], &["feral_squad"], &plans);
    let (gun, squad, ferals) = (field.red(0), field.red(1), field.blue(0));
    emplace(&mut field, gun, ground(TOWER), Facing::Front);
    let unit = |unit, change| Command::Correct(Correction::Unit { unit, change });
    let here = unit(gun, Change::Spot(Some(ground(TOWER))));
    assert_eq!(field.refused_as(&organiser(), &here), "AI X-Howitzer Team is there already.");
    // a heavy team that a correction puts inside stays where it is put
    field.unit_mut(gun).emplaced = None;
    assert_eq!(
        cannot_go(&field, gun, Order::Advance, None),
        "AI X-Howitzer Team is too large for Tower."
    );
    let lost = gatemaster_rules::antares::state::ModelId(4);
    field.unit_mut(squad).models[3].lost = true;
    field.unit_mut(squad).models[4].lost = true;
    put(&mut field, squad, ground(OTHER));
    let back = unit(squad, Change::Restore(gatemaster_rules::antares::command::Mark::Model(lost)));
    assert_eq!(
        field.refused_as(&organiser(), &back),
        "Hut is full; set right first where AI Squad is."
    );
    // a charge at somebody who is put out of reach is none any more
    let high = Plan { storeys: 6, ..tower() };
    let mut field = site(&["gang_fighters"], &["feral_squad"], &[high]);
    let (gang, _) = (field.red(0), ferals);
    let ferals = field.blue(0);
    field.give(&crate::antares::melee::declared(gang, ferals), &[]);
    let up = Change::Spot(Some(Spot::block(TOWER, 0, 1)));
    field.go_as(&organiser(), &unit(ferals, up), &[]);
    assert_eq!(field.state.flow.acting.unwrap().assault, None);
    assert!(offers(&field, &go_to(None)));
}

/// A-MOV-9, B-DEP-1: once infiltrators have moved, nobody is put inside any more.
#[test]
fn garrisons_come_before_infiltrators() {
    let plan = Plan { zone: Some(RED), ..tower() };
    let mut field = site(&["ai_infiltration_squad", "ai_squad"], &["feral_squad"], &[plan]);
    let (scouts, squad) = (field.red(0), field.red(1));
    let berth = Berth { spot: ground(TOWER), opening: None };
    let garrison = Command::Deploy { unit: squad, into: Some(berth) };
    let mut before = copy(&field);
    before.go(RED, &garrison, &[]);
    let run = Command::Infiltrate { unit: scouts, moved: Some(Vec::new()), to: None };
    field.go(RED, &run, &[]);
    assert_eq!(field.refused(RED, &garrison), "Everybody is on the table already.");
}
