//! In, out, up, across, and by transporter.

use gatemaster_rules::antares::buildings::{destinations, may_enter};
use gatemaster_rules::antares::command::{Answer, Feature, Spring};
use gatemaster_rules::antares::event::Pace;
use gatemaster_rules::antares::flow::Manner;

use super::*;
use crate::antares::drill::{sprint, wood};
use crate::antares::field::BLUE;

/// B-ENT-1: infantry and light teams go in by a Run; nobody else, and at no other pace.
#[test]
fn only_a_run_leads_in_and_only_for_those_who_fit_through_the_door() {
    let red = [
        "ai_squad",
        "ai_mag_cannon_team",
        "lavamites",
        "ai_x_howitzer_team",
        "rock_rider_squad",
        "c3d1_light_support_drone",
        "c3m4_combat_drone",
        "ghar_battle_squad",
    ];
    let field = site(&red, &["feral_squad"], &[tower()]);
    let able: Vec<bool> =
        (0..red.len()).map(|n| may_enter(&field.state, field.unit(field.red(n)))).collect();
    assert_eq!(able, [true, true, true, false, false, false, false, false]);
    let to = Some(ground(TOWER));
    assert_eq!(
        cannot_go(&field, field.red(0), Order::Advance, to),
        "Entering Tower takes a Run order."
    );
    assert_eq!(
        cannot_go(&field, field.red(5), Order::Run, to),
        "C3D1 Light Support Drone cannot go into Tower: that is for infantry and light weapon teams."
    );
    for large in [3, 4, 6, 7] {
        let sentence = cannot_go(&field, field.red(large), Order::Run, to);
        assert!(sentence.ends_with(" is too large for Tower."), "{sentence}");
    }
    let mut field = site(&red, &["feral_squad"], &[tower()]);
    let squad = field.red(0);
    field.order(squad, Order::Run, &[]);
    assert!(offers(&field, &go_to(to)) && offers(&field, &go_to(None)));
    let events = field.go(RED, &go_to(to), &[]);
    assert_eq!(ways(&events), [(squad, to, Way::In)]);
    assert!(field.is_quiet());
    assert_eq!(field.unit(squad).spot, to);
}

/// B-ENT-1: where the enemy is, only an assault leads in.
#[test]
fn a_held_building_is_not_entered() {
    let mut field = site(&["ai_squad"], &["feral_squad"], &[tower()]);
    let (squad, ferals) = (field.red(0), field.blue(0));
    put(&mut field, ferals, ground(TOWER));
    assert_eq!(
        cannot_go(&field, squad, Order::Run, Some(ground(TOWER))),
        "Feral Squad holds Tower; going in takes an assault."
    );
}

/// B-ENT-1, A-MOV-7: slowed down on the way it may fall short, halted it does; an ambush that sends it Down ends it
/// outside, too.
#[test]
fn terrain_and_ambushes_may_keep_a_squad_out() {
    let through_wood =
        Command::Move(Move { to: Some(ground(TOWER)), features: vec![wood()], ..Move::default() });
    for (die, asked, answer) in [(9, true, Some(true)), (9, true, Some(false)), (10, false, None)] {
        let mut field = site(&["ai_squad"], &["feral_squad"], &[tower()]);
        let squad = field.red(0);
        field.order(squad, Order::Run, &[]);
        field.go(RED, &through_wood, &[die]);
        if asked {
            field.asks(RED, "say whether AI Squad still got to Tower");
            field.restart();
            field.answer(RED, Answer::Inside(answer.unwrap()), &[]);
        }
        let inside = answer == Some(true);
        assert_eq!(field.unit(squad).spot.is_some(), inside, "{die} {answer:?}");
        assert!(field.is_quiet());
    }
    // an ambush on the way: one hit, one pin too many for a single survivor, and a failed break test
    let mut field = site(&["ai_squad"], &["gang_fighters"], &[tower()]);
    let (squad, gang) = (field.red(0), field.blue(0));
    field.unit_mut(squad).models.truncate(1);
    field.lay(gang, Order::Ambush);
    field.order(squad, Order::Run, &[]);
    field.go(RED, &go_to(Some(ground(TOWER))), &[]);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, squad, 18)];
    let spring = Answer::Spring(Some(Spring { unit: gang, shots }));
    // four shots, one hit; it resists; one pin on one model; the break test fails
    field.answer(BLUE, spring, &[9, 9, 9, 2, 1, 9]);
    assert!(field.unit(squad).is_down());
    assert_eq!(field.unit(squad).spot, None);
}

/// B-ENT-2: from outside one comes in on the ground floor, or anywhere by outer stairs.
#[test]
fn only_stairs_lead_to_an_upper_floor_from_outside() {
    let high = Plan { storeys: 6, ..tower() };
    for stairs in [false, true] {
        let plan = Plan { stairs, ..high.clone() };
        let mut field = site(&["ai_squad"], &["feral_squad"], &[plan]);
        let squad = field.red(0);
        let upper = Spot::block(TOWER, 0, 1);
        if stairs {
            goes(&mut field, squad, Order::Run, Some(upper));
            assert_eq!(field.unit(squad).spot, Some(upper));
        } else {
            assert_eq!(
                cannot_go(&field, squad, Order::Run, Some(upper)),
                "Tower, floors 4 to 6 has no way in from outside; enter on the ground floor."
            );
            assert_eq!(
                cannot_go(&field, squad, Order::Run, Some(Spot::roof(TOWER, 0))),
                "No stairs lead to the roof of Tower from outside; go through the building."
            );
        }
    }
}

/// B-MOV-1: inside its block a unit is everywhere at once; from block to block, up or across, it takes an Advance or a
/// Run, and nobody sprints.
#[test]
fn blocks_are_changed_by_an_advance_or_a_run() {
    let plan = Plan { storeys: 6, blocks: 2, ..tower() };
    let mut field = site(&["ai_squad"], &["feral_squad"], &[plan]);
    let squad = field.red(0);
    put(&mut field, squad, ground(TOWER));
    let above = Spot::block(TOWER, 0, 1);
    let beside = Spot::block(TOWER, 1, 0);
    for (order, to) in [(Order::Advance, above), (Order::Run, beside)] {
        let mut field = Field { state: field.state.clone(), last: Vec::new() };
        let events = goes(&mut field, squad, order, Some(to));
        assert_eq!(ways(&events), [(squad, Some(to), Way::NextBlock)]);
        // no inches are measured inside
        assert!(!events.iter().any(|event| matches!(event, Event::Moved { .. })));
        // after an Advance it may still shoot, from anywhere in its new block
        assert_eq!(field.is_quiet(), order == Order::Run);
    }
    assert_eq!(
        cannot_go(&field, squad, Order::Run, Some(ground(TOWER))),
        "AI Squad is inside Tower, block 1, floors 1 to 3 already and reaches all its levels."
    );
    field.give(&sprint(squad), &[]);
    assert_eq!(
        field.refused(RED, &go_to(Some(above))),
        "Nobody sprints inside a building; AI Squad could run."
    );
    let indoors = Command::Move(Move {
        to: Some(above),
        features: vec![Feature::Difficult { name: "the carpet".into() }],
        ..Move::default()
    });
    let mut walking = site(&["ai_squad"], &["feral_squad"], &[Plan { storeys: 6, ..tower() }]);
    let squad = walking.red(0);
    put(&mut walking, squad, ground(TOWER));
    walking.order(squad, Order::Run, &[]);
    assert_eq!(
        walking.refused(RED, &indoors),
        "Nothing lies in the way inside a building; leave the terrain out."
    );
}

/// B-MOV-2: out by an Advance or a Run from the ground floor, onto the roof from the topmost block, and out of one
/// building into another in one Run.
#[test]
fn leaving_climbing_and_changing_houses() {
    let high = Plan { storeys: 6, ..tower() };
    let mut field = site(&["ai_squad", "gang_fighters"], &["feral_squad"], &[high, hut()]);
    let (squad, gang) = (field.red(0), field.red(1));
    put(&mut field, squad, ground(TOWER));
    put(&mut field, gang, Spot::block(TOWER, 0, 1));
    for order in [Order::Advance, Order::Run] {
        let mut field = Field { state: field.state.clone(), last: Vec::new() };
        let events = goes(&mut field, squad, order, None);
        assert_eq!(ways(&events), [(squad, None, Way::Out)]);
        assert!(events.iter().any(|event| matches!(event, Event::Moved { .. })));
        assert_eq!(field.unit(squad).spot, None);
    }
    assert_eq!(
        cannot_go(&field, gang, Order::Run, None),
        "Gang Fighters is in Tower, floors 4 to 6, and no stairs lead down outside; go down inside to the ground floor first."
    );
    let roof = Some(Spot::roof(TOWER, 0));
    let mut above = Field { state: field.state.clone(), last: Vec::new() };
    let events = goes(&mut above, gang, Order::Advance, roof);
    assert_eq!(ways(&events), [(gang, roof, Way::Roof)]);
    // from the lower block nobody gets up there at once
    assert!(!destinations(&field.state, squad, Pace::Run).contains(&roof));
    let to = Some(ground(OTHER));
    assert_eq!(cannot_go(&field, squad, Order::Advance, to), "Entering Hut takes a Run order.");
    let events = goes(&mut field, squad, Order::Run, to);
    assert_eq!(ways(&events), [(squad, None, Way::Out), (squad, to, Way::In)]);
}

/// B-MOV-3: a building that is modelled inside has no room to count and no orders to enter by; but nobody sprints there.
#[test]
fn modelled_rooms_are_ordinary_ground_without_sprints() {
    let plan = Plan { interior: Interior::Modelled, ..Plan::plain("House", Size::VerySmall, 1) };
    let mut field = site(&["outcast_squad"], &["feral_squad"], &[plan]);
    let (outcasts, ferals) = (field.red(0), field.blue(0));
    put(&mut field, ferals, ground(TOWER));
    let to = Some(ground(TOWER));
    // ten models, an enemy inside, an Advance: all of it is as on the table
    let mut copy = Field { state: field.state.clone(), last: Vec::new() };
    goes(&mut copy, outcasts, Order::Advance, to);
    assert_eq!(copy.unit(outcasts).spot, to);
    field.give(&sprint(outcasts), &[]);
    assert_eq!(
        field.refused(RED, &go_to(to)),
        "Nobody sprints inside a building; Outcast Squad could run."
    );
    // inside it moves about with its terrain
    let mut about = site(
        &["outcast_squad"],
        &["feral_squad"],
        &[Plan { interior: Interior::Modelled, ..hut() }],
    );
    let outcasts = about.red(0);
    put(&mut about, outcasts, ground(TOWER));
    about.order(outcasts, Order::Run, &[]);
    let walk = Command::Move(Move { to, features: vec![wood()], ..Move::default() });
    let events = about.go(RED, &walk, &[3]);
    assert!(events.iter().any(|event| matches!(event, Event::Moved { .. })));
    assert_eq!(about.unit(outcasts).spot, to);
}

/// B-MOV-4: from the roof into the building is an entry: a Run, to the topmost block, and not if the enemy is there.
#[test]
fn the_trapdoor_takes_a_run() {
    let high = Plan { storeys: 6, ..tower() };
    let mut field = site(&["ai_squad"], &["feral_squad"], &[high]);
    let (squad, ferals) = (field.red(0), field.blue(0));
    put(&mut field, squad, Spot::roof(TOWER, 0));
    let top = Some(Spot::block(TOWER, 0, 1));
    assert_eq!(cannot_go(&field, squad, Order::Advance, top), "Entering Tower takes a Run order.");
    assert_eq!(
        cannot_go(&field, squad, Order::Run, None),
        "AI Squad is on the roof of Tower, and no stairs lead down outside; go through the building."
    );
    let mut held = Field { state: field.state.clone(), last: Vec::new() };
    put(&mut held, ferals, Spot::block(TOWER, 0, 1));
    assert_eq!(
        cannot_go(&held, squad, Order::Run, top),
        "Feral Squad holds Tower, floors 4 to 6; going in takes an assault."
    );
    let events = goes(&mut field, squad, Order::Run, top);
    assert_eq!(ways(&events), [(squad, top, Way::In)]);
}

/// B-TRN-1: one Advance or Run from pad to pad, however far; never to or through what the enemy holds.
#[test]
fn transporters_lead_across_the_table_but_not_past_the_enemy() {
    let plan = |name: &str, links: &[&str]| Plan {
        links: links.iter().map(|&link| link.to_owned()).collect(),
        ..Plan::plain(name, Size::Standard, 1)
    };
    let plans = [plan("West", &["Middle"]), plan("Middle", &["East"]), plan("East", &[])];
    let mut field = site(&["ai_squad"], &["feral_squad"], &plans);
    let (squad, ferals) = (field.red(0), field.blue(0));
    put(&mut field, squad, ground(TOWER));
    let east = Some(ground(BuildingId(2)));
    for order in [Order::Advance, Order::Run] {
        let mut field = Field { state: field.state.clone(), last: Vec::new() };
        let events = goes(&mut field, squad, order, east);
        assert_eq!(ways(&events), [(squad, east, Way::Transporter)]);
    }
    let mut held = Field { state: field.state.clone(), last: Vec::new() };
    put(&mut held, ferals, ground(BuildingId(2)));
    assert_eq!(
        cannot_go(&held, squad, Order::Advance, east),
        "The transporters do not lead to East through parts that the enemy holds."
    );
    put(&mut field, ferals, ground(OTHER));
    assert_eq!(
        cannot_go(&field, squad, Order::Advance, east),
        "The transporters do not lead to East through parts that the enemy holds."
    );
    // levels of one tall building, joined by pads of its own
    let lift = Plan { storeys: 9, links: vec!["Tower".into()], ..tower() };
    let mut field = site(&["ai_squad"], &["feral_squad"], &[lift]);
    let (squad, ferals) = (field.red(0), field.blue(0));
    put(&mut field, squad, ground(TOWER));
    let top = Some(Spot::block(TOWER, 0, 2));
    let mut free = Field { state: field.state.clone(), last: Vec::new() };
    assert_eq!(
        ways(&goes(&mut free, squad, Order::Advance, top)),
        [(squad, top, Way::Transporter)]
    );
    put(&mut field, ferals, Spot::block(TOWER, 0, 1));
    assert_eq!(
        cannot_go(&field, squad, Order::Advance, top),
        "The transporters do not lead to Tower, floors 7 to 9 through parts that the enemy holds."
    );
}

/// A-MOV-9, B-ENT-1: infiltrators may run into a building before the first die.
#[test]
fn infiltrators_slip_into_the_tower() {
    let mut field = site(&["ai_infiltration_squad"], &["feral_squad"], &[tower()]);
    let scouts = field.red(0);
    let run =
        Command::Infiltrate { unit: scouts, moved: Some(Vec::new()), to: Some(ground(TOWER)) };
    assert!(offers(&field, &run));
    let events = field.go(RED, &run, &[]);
    assert_eq!(ways(&events), [(scouts, Some(ground(TOWER)), Way::In)]);
    assert_eq!(field.state.turn, 1);
}

/// B-TRN-1, B-ENT-1: a pad takes nobody into a building who could not enter it.
#[test]
fn a_vehicle_in_a_hall_is_not_beamed_into_a_tower() {
    let hall = Plan {
        interior: Interior::Hall { overhead: false },
        links: vec!["Tower".into()],
        ..Plan::plain("Hangar", Size::Standard, 1)
    };
    let mut field = site(&["c3m4_combat_drone", "ai_squad"], &["feral_squad"], &[tower(), hall]);
    let (drone, squad) = (field.red(0), field.red(1));
    put(&mut field, drone, ground(OTHER));
    put(&mut field, squad, ground(OTHER));
    let to = Some(ground(TOWER));
    assert_eq!(
        cannot_go(&field, drone, Order::Advance, to),
        "C3M4 Combat Drone is too large for Tower."
    );
    assert_eq!(ways(&goes(&mut field, squad, Order::Advance, to)), [(squad, to, Way::Transporter)]);
}

/// B-MOV-2, B-TRN-1: where the enemy bars the transporters, or somebody sprints, the way over the open is still there.
#[test]
fn whoever_cannot_beam_may_walk() {
    let plan = |name: &str, links: &[&str]| Plan {
        links: links.iter().map(|&link| link.to_owned()).collect(),
        ..Plan::plain(name, Size::Standard, 1)
    };
    let plans = [plan("West", &["Middle"]), plan("Middle", &["East"]), plan("East", &[])];
    let mut field = site(&["ai_squad"], &["feral_squad"], &plans);
    let (squad, ferals) = (field.red(0), field.blue(0));
    put(&mut field, squad, ground(TOWER));
    put(&mut field, ferals, ground(OTHER));
    let east = Some(ground(BuildingId(2)));
    let mut walking = Field { state: field.state.clone(), last: Vec::new() };
    let on_foot = [(squad, None, Way::Out), (squad, east, Way::In)];
    assert_eq!(ways(&goes(&mut walking, squad, Order::Run, east)), on_foot);
    field.unit_mut(ferals).spot = None;
    field.give(&sprint(squad), &[]);
    // an exhaustion test at the end of it
    assert_eq!(ways(&field.go(RED, &go_to(east), &[2])), on_foot);
}

/// A-MOV-7, A-MOV-9: infiltrators whom terrain slows down are asked as well whether they got inside.
#[test]
fn slow_infiltrators_may_still_reach_the_door() {
    for inside in [true, false] {
        let mut field = site(&["ai_infiltration_squad"], &["feral_squad"], &[tower()]);
        let scouts = field.red(0);
        let to = Some(ground(TOWER));
        let run = Command::Infiltrate { unit: scouts, moved: Some(vec![wood()]), to };
        field.go(RED, &run, &[9]);
        field.asks(RED, "say whether AI Infiltration Squad still got to Tower");
        field.restart();
        field.answer(RED, Answer::Inside(inside), &[]);
        assert_eq!(field.unit(scouts).spot, to.filter(|_| inside));
        assert_eq!(field.state.turn, 1);
        assert!(field.is_quiet());
    }
}
