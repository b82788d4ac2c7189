//! Whoever stands in the zone of fire.

use gatemaster_rules::at43::command::{Body, InZone, Mark};
use gatemaster_rules::at43::event::{Event, Skip, Victims};
use gatemaster_rules::at43::mission::Role as Part;
use gatemaster_rules::at43::state::{Drill, MemberId, Pilot, Role, UnitId, Wreck};

use super::skirmish::{Skirmish, Team, damages, fallen, has, impacts, standing};

fn skips(events: &[Event]) -> Vec<(Option<UnitId>, u32, Skip)> {
    let skipped = events.iter().filter_map(|event| match event {
        Event::Skipped { unit, fighters, why } => Some((*unit, *fighters, *why)),
        _ => None,
    });
    skipped.collect()
}

/// T-SHT-8, T-SHT-9: p. 65: three impacts on unit .264, and .256 stands in the way: it takes all three, one for each.
#[test]
fn those_in_the_way_take_the_first_impacts_and_the_target_none_of_three() {
    let (mut field, [_, target, between]) = Skirmish::new(&[
        Team::blue("steel-troopers", 6),
        Team::red("storm-golems", 7),
        Team::red("storm-golems", 9),
    ]);
    let mut salvo = field.salvo("laser-rifle", target, 2);
    salvo.zone = vec![standing(between, 5)];
    // 3+: three of six hit; three damage tests at 4+, nearest first
    let events = field.shoot(&salvo, &[3, 4, 5, 1, 2, 1, 4, 3, 6]).to_vec();
    assert_eq!(impacts(&events), [(Victims::Unit(between), 3, true)]);
    assert_eq!(fallen(&events), [(between, 2)]);
    assert_eq!((field.left(target), field.left(between)), (7, 7));
}

/// T-SHT-8: those of a unit who are named one after the other are one part, and there is room for forty.
#[test]
fn a_zone_of_fire_is_told_in_parts() {
    let (mut field, [_, target, between, friends]) = Skirmish::new(&[
        Team::blue("steel-troopers", 6),
        Team::red("storm-golems", 7),
        Team::red("storm-golems", 9),
        Team::blue("steel-troopers", 9),
    ]);
    let mut salvo = field.salvo("laser-rifle", target, 2);
    salvo.zone = (0..41).map(|n| standing([between, friends][n % 2], 1)).collect();
    assert!(field.refused(&salvo).contains("40 parts at most"));
    salvo.zone = vec![standing(between, 1), standing(between, 4)];
    let events = field.shoot(&salvo, &[3, 4, 5, 1, 2, 1, 4, 3, 6]).to_vec();
    assert_eq!(impacts(&events), [(Victims::Unit(between), 3, true)], "as if told in one part");
}

/// T-SHT-9, T-SHT-10, T-SHT-11: once round, then the target takes what is left; the zone's dice come first.
#[test]
fn each_in_the_zone_takes_one_impact_and_the_rest_goes_to_the_target() {
    let (mut field, [_, target, friends, between]) = Skirmish::new(&[
        Team::blue("steel-troopers", 6),
        Team::red("storm-golems", 6),
        Team::blue("steel-tacarms", 2),
        Team::red("assault-medusas", 4),
    ]);
    let mut salvo = field.salvo("laser-rifle", target, 0);
    salvo.zone = vec![standing(friends, 1), standing(between, 2)];
    // 2+: all hit. A friend at 5 against 9 (6), two medusas at 5 against 8 (5+), three golems at 4+
    let events = field.shoot(&salvo, &[2, 2, 2, 2, 2, 2, 6, 4, 5, 4, 4, 3]).to_vec();
    assert_eq!(
        impacts(&events),
        [
            (Victims::Unit(friends), 1, true),
            (Victims::Unit(between), 2, true),
            (Victims::Unit(target), 3, false),
        ]
    );
    let needs: Vec<String> = damages(&events).into_iter().map(|(_, need, _, _)| need).collect();
    assert_eq!(needs, ["6", "5+", "4+"]);
    assert_eq!(fallen(&events), [(friends, 1), (between, 1), (target, 2)]);
}

/// T-SHT-8
#[test]
fn nobody_of_shooter_or_target_stands_in_the_zone() {
    let (field, [able, target]) =
        Skirmish::new(&[Team::blue("steel-troopers", 6), Team::red("fire-toads", 3)]);
    for own in [able, target] {
        let mut salvo = field.salvo_at("laser-rifle", Mark::Machine(target, MemberId(0)), 2);
        salvo.zone = vec![standing(own, 1)];
        assert!(field.refused(&salvo).contains("that is who shoots, or the target"));
    }
}

/// T-SHT-9, T-STA-3, T-DRL-3
#[test]
fn the_small_the_grounded_and_the_kneeling_are_passed_over() {
    let (mut field, [_, target, small, flat, kneeling]) = Skirmish::new(&[
        Team::blue("steel-troopers", 2),
        Team::red("storm-golems", 6),
        Team::red("ratlings", 6),
        Team::red("storm-golems", 6),
        Team::red("storm-golems", 6),
    ]);
    for member in &mut field.unit_mut(flat).members[..4] {
        member.grounded = true;
    }
    field.unit_mut(kneeling).drills.push(Drill::Knee);
    let mut salvo = field.salvo("laser-rifle", target, 0);
    salvo.zone = vec![standing(small, 2), standing(flat, 5), standing(kneeling, 6)];
    // two hits: both find the two of the grounded unit who stand
    let events = field.shoot(&salvo, &[2, 2, 4, 4]).to_vec();
    assert_eq!(
        skips(&events),
        [
            (Some(small), 2, Skip::Smaller),
            (Some(flat), 3, Skip::Grounded),
            (Some(kneeling), 6, Skip::Knee),
        ]
    );
    assert_eq!(impacts(&events), [(Victims::Unit(flat), 2, true)]);
    assert_eq!(field.unit(flat).grounded(), 4, "those who stood fell");
}

/// T-TER-2, T-SHT-9: p. 97: troopers on a container are of Size 5 and fire over their comrades below.
#[test]
fn from_a_container_a_unit_fires_over_comrades_in_front_of_it() {
    let (mut field, [_, golems, below]) = Skirmish::new(&[
        Team::blue("steel-troopers", 1),
        Team::red("storm-golems", 6),
        Team::blue("steel-troopers", 6),
    ]);
    let mut salvo = field.salvo("laser-rifle", golems, 0);
    salvo.zone = vec![standing(below, 6)];
    salvo.shooters_on = 3;
    assert_eq!(field.aim(&salvo).unwrap().groups.len(), 1);
    let mut as_high = salvo.clone();
    as_high.zone[0].on = 3;
    assert_eq!(field.aim(&as_high).unwrap().groups.len(), 2, "as tall as the shooters");
    // smaller than the target is enough as well
    salvo.shooters_on = 0;
    assert_eq!(field.aim(&salvo).unwrap().groups.len(), 2);
    salvo.target_on = 1;
    let events = field.shoot(&salvo, &[2, 4]).to_vec();
    assert_eq!(skips(&events), [(Some(below), 6, Skip::Smaller)]);
    assert_eq!(fallen(&events), [(golems, 1)]);
}

/// T-SHT-10
#[test]
fn a_strider_in_the_zone_takes_an_impact_and_a_location() {
    let (mut field, [_, golems, toads]) = Skirmish::new(&[
        Team::red("wraith-golgoth", 1),
        Team::blue("steel-troopers", 6),
        Team::blue("fire-toads", 2),
    ]);
    let mut salvo = field.salvo("medium-sonic-cannon", golems, 2);
    salvo.zone = vec![InZone { which: Some(MemberId(1)), ..standing(toads, 1) }];
    // 3+: two of four; the toad at 9 against 11 (5+), its propulsion; a trooper at 9 against 5 (2+)
    let events = field.shoot(&salvo, &[3, 3, 1, 1, 5, 1, 1]).to_vec();
    assert_eq!(impacts(&events).len(), 2);
    assert_eq!(field.machine(toads, 1).propulsion, 1);
    assert_eq!(field.machine(toads, 0).propulsion, 2);
    assert!(fallen(&events).is_empty());
}

/// T-MIS-64
#[test]
fn the_wreck_is_hit_in_the_zone_of_fire_and_dies_with_its_pilot() {
    let (mut field, [wraith, troopers]) =
        Skirmish::new(&[Team::red("wraith-golgoth", 1), Team::blue("steel-troopers", 6)]);
    field.state.wreck =
        Some(Wreck { protection: 11, structure: 3, pilot: Pilot::Inside, home_paid: false });
    let mut salvo = field.salvo("medium-nucleus-cannon", troopers, 1);
    salvo.moves_after = true;
    salvo.zone = vec![InZone {
        who: Body::Wreck,
        role: Role::Standard,
        fighters: 1,
        cover: gatemaster_rules::at43::command::Cover::None,
        on: 0,
        which: None,
    }];
    // 14 against 11 needs 3+, Damage 3
    let events = field.shoot(&salvo, &[3]).to_vec();
    assert!(has(&events, |event| matches!(event, Event::WreckHit { left: 0 })), "{events:?}");
    assert!(has(&events, |event| matches!(event, Event::PilotDied)));
    assert_eq!(field.state.wreck.unwrap().pilot, Pilot::Dead);
    assert_eq!(wraith.0, 0);
}

/// T-MIS-64
#[test]
fn the_defender_does_not_aim_at_the_wreck() {
    let (mut field, _) = Skirmish::new(&[
        Team::red("storm-golems", 3).with("nanostorms"),
        Team::blue("steel-troopers", 6),
    ]);
    field.state.wreck =
        Some(Wreck { protection: 11, structure: 5, pilot: Pilot::Inside, home_paid: false });
    let salvo = field.salvo_at("nanostorms", Mark::Wreck, 0);
    field.state.sides[1].part = Some(Part::Defender);
    assert_eq!(field.refused(&salvo), "The defender does not fire at the wreck.");
    field.state.sides[1].part = Some(Part::Attacker);
    assert!(field.aim(&salvo).is_ok());
    let direct = field.salvo_at("nanoblaster", Mark::Wreck, 0);
    assert!(field.refused(&direct).ends_with("the wreck is hit in a zone of fire."));
}
