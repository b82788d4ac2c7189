//! Cover tests.

use gatemaster_rules::at43::command::Cover;
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::state::Drill;

use super::skirmish::{Skirmish, Team, fallen, standing};

fn covers(events: &[Event]) -> Vec<(String, usize, u32)> {
    let rolled = events.iter().filter_map(|event| match event {
        Event::CoverRolled { test, rolls, stopped, .. } => {
            Some((test.to_string(), rolls.len(), *stopped))
        }
        _ => None,
    });
    rolled.collect()
}

/// T-COV-1, T-COV-2: p. 67: four of six troopers are behind something, so the whole unit has cover tests.
#[test]
fn each_impact_on_a_unit_in_cover_is_stopped_on_5() {
    let (mut field, [_, troopers]) =
        Skirmish::new(&[Team::red("storm-golems", 3), Team::blue("steel-troopers", 6)]);
    let mut salvo = field.salvo("nanoblaster", troopers, 2);
    salvo.cover = Cover::Yes;
    // three hits, two of them stopped; the last one at 4+
    let events = field.shoot(&salvo, &[4, 4, 4, 5, 4, 6, 4]).to_vec();
    assert_eq!(covers(&events), [("5+: cover".to_owned(), 3, 2)]);
    assert_eq!(fallen(&events), [(troopers, 1)]);
}

/// T-DRL-5, T-COV-1, T-COV-2
#[test]
fn take_cover_stops_more_and_counts_behind_an_obstacle_of_disputed_height() {
    let (mut field, [_, troopers]) =
        Skirmish::new(&[Team::red("storm-golems", 3), Team::blue("steel-troopers", 6)]);
    let mut salvo = field.salvo("nanoblaster", troopers, 2);
    salvo.cover = Cover::Disputed;
    assert_eq!(field.aim(&salvo).unwrap().groups[0].cover, None);
    field.unit_mut(troopers).drills.push(Drill::TakeCover);
    let events = field.shoot(&salvo, &[4, 4, 4, 3, 2, 6, 4]).to_vec();
    assert_eq!(covers(&events), [("3+: Take cover!".to_owned(), 3, 2)]);
    assert_eq!(fallen(&events), [(troopers, 1)]);
}

/// T-COV-3
#[test]
fn cover_is_none_from_close_by() {
    let (mut field, [_, troopers]) =
        Skirmish::new(&[Team::red("storm-golems", 2), Team::blue("steel-troopers", 6)]);
    field.unit_mut(troopers).drills.push(Drill::TakeCover);
    let mut salvo = field.salvo("nanoblaster", troopers, 2);
    salvo.cover = Cover::TooClose;
    let events = field.shoot(&salvo, &[4, 4, 4, 4]).to_vec();
    assert!(covers(&events).is_empty());
    assert_eq!(fallen(&events), [(troopers, 2)]);
}

/// T-DRL-5: Take cover! does not help whoever overwatch fire is aimed at, but a third unit in the way.
#[test]
fn overwatch_fire_gives_the_one_aimed_at_no_time_to_take_cover() {
    let (mut field, [mover, watcher, between]) = Skirmish::new(&[
        Team::blue("steel-troopers", 6),
        Team::red("storm-golems", 2),
        Team::blue("steel-troopers", 6),
    ]);
    for unit in [mover, between] {
        field.unit_mut(unit).drills.push(Drill::TakeCover);
    }
    field.watches(watcher);
    let mut salvo = field.salvo("nanoblaster", mover, 2);
    salvo.cover = Cover::Disputed;
    assert_eq!(field.aim(&salvo).unwrap().groups[0].cover, None);
    salvo.cover = Cover::Yes;
    salvo.zone = vec![standing(between, 1)];
    salvo.zone[0].cover = Cover::Yes;
    // two hits: one is taken in the zone and stopped on 3, the other not stopped on 4
    let events = field.shoot(&salvo, &[4, 4, 3, 4, 4]).to_vec();
    assert_eq!(
        covers(&events),
        [("3+: Take cover!".to_owned(), 1, 1), ("5+: cover".to_owned(), 1, 0)]
    );
    assert_eq!(fallen(&events), [(mover, 1)]);
}

/// T-SHT-10, T-COV-1
#[test]
fn a_strider_behind_a_container_has_cover_tests_too() {
    let (mut field, [_, toad]) =
        Skirmish::new(&[Team::red("bane-goliaths", 1), Team::blue("fire-toads", 1)]);
    let mut salvo = field.salvo("nucleus-gun", toad, 3);
    salvo.cover = Cover::Yes;
    let events = field.shoot(&salvo, &[2, 5]).to_vec();
    assert_eq!(covers(&events), [("5+: cover".to_owned(), 1, 1)]);
    assert_eq!(field.machine(toad, 0).frame, 5);
}

/// T-COV-3, T-WPN-1, T-WPN-3
#[test]
fn missiles_and_snipers_do_not_mind_cover_or_whoever_stands_between() {
    let (field, [_, wraith, golems]) = Skirmish::new(&[
        Team::blue("steel-troopers", 5).bearers(1, "missile-launcher"),
        Team::red("wraith-golgoth", 1),
        Team::red("storm-golems", 6),
    ]);
    let mut salvo = field.salvo("missile-launcher", wraith, 2);
    salvo.cover = Cover::Yes;
    salvo.zone = vec![standing(golems, 3)];
    let aimed = field.aim(&salvo).unwrap();
    assert_eq!((aimed.groups.len(), &aimed.groups[0].cover), (1, &None));

    let (field, [_, troopers, toads]) = Skirmish::new(&[
        Team::red("wraith-golgoth", 1),
        Team::blue("steel-troopers", 6),
        Team::blue("fire-toads", 3),
    ]);
    let mut salvo = field.salvo("medium-nucleus-cannon", troopers, 2);
    salvo.cover = Cover::Yes;
    salvo.zone = vec![standing(toads, 3)];
    let aimed = field.aim(&salvo).unwrap();
    assert_eq!((aimed.groups.len(), &aimed.groups[0].cover), (1, &None));
    salvo.moves_after = true;
    assert_eq!(field.aim(&salvo).unwrap().groups.len(), 2, "without aiming it fires as all do");
}
