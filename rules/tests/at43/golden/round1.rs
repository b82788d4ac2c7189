//! The first round (p. 102 to 105).

use gatemaster_rules::at43::command::{Answer, Mark, Pace};
use gatemaster_rules::at43::state::{Drill, Role};

use super::battle::{
    BG1, BG2, Battle, FT1, FT2, SG1, SG2, SG3, ST1, ST2, ST3, STARS, TA1, TA2, THERIANS, WG,
    in_cover, nearest, salvo,
};

pub fn play(battle: &mut Battle) {
    // the book calls the Sergeant's Authority the higher one; it is his Leadership, 3 against 2 (tables-at43-lists, 7)
    battle.plans(STARS, &[ST1, ST2, ST3, TA1, FT2, TA2, FT1], 1, &[]);
    battle.plans(THERIANS, &[SG1, SG2, SG3, WG, BG1, BG2], 1, &[2, 5]);
    assert_eq!(battle.state.winner, Some(THERIANS));
    battle.says(Answer::First(STARS), &[]);
    white_stars_lie_in_wait(battle);
    golems_answer(battle);
    machines_come(battle);
    battle.count(1, 2);
    assert_eq!(battle.vp(), (0, 6));
}

/// Actions 1 to 5.
fn white_stars_lie_in_wait(battle: &mut Battle) {
    battle.action(1);
    battle.enters(ST1, Pace::Rush);
    battle.ends(&[Drill::TakeCover, Drill::Overwatch]);

    battle.action(2);
    battle.enters(SG1, Pace::Rush);
    // behind the bunker, out of sight
    battle.held();
    battle.ends(&[Drill::Overwatch]);

    battle.action(3);
    battle.enters(ST2, Pace::Combat);
    battle.held();
    let lasers = salvo("laser-rifle", 1, Mark::Unit(SG1), 28);
    let lasers = nearest(lasers, SG1, &[(Role::Bearer, 2), (Role::Standard, 3)]);
    battle.shoots(lasers, &[3, 6, 4, 5, 2, 3, 6, 1, 5, 4, 6, 1, 5, 4, 3, 6]);
    assert_eq!((battle.left(SG1), battle.left_of(SG1, Role::Bearer)), (4, 0));
    battle.ends(&[Drill::TakeCover]);

    battle.action(4);
    battle.enters(SG2, Pace::Combat);
    battle.says(Answer::Watch(Some(ST1)), &[]);
    let lasers = salvo("laser-rifle", 1, Mark::Unit(SG2), 35);
    battle.shoots(lasers, &[6, 3, 1, 4, 5, 2, 3, 4, 2, 6, 5, 1]);
    assert_eq!((battle.left(SG2), battle.left_of(SG2, Role::Bearer)), (6, 2));
    assert!(!battle.state.unit(ST1).unwrap().has_drill(Drill::Overwatch));
    battle.ends(&[Drill::Overwatch]);

    battle.action(5);
    battle.waits(ST3);
}

/// Actions 6 to 8.
fn golems_answer(battle: &mut Battle) {
    battle.action(6);
    battle.enters(SG3, Pace::Combat);
    let blasters = in_cover(salvo("nanoblaster", 1, Mark::Unit(ST1), 25));
    let hits = [4, 5, 1, 6, 2, 4, 3, 5, 5, 2, 4];
    let covers_and_damage = [1, 4, 2, 2, 5, 1, 2, 5, 4, 6, 1, 4];
    battle.shoots(blasters, &[&hits[..], &covers_and_damage[..]].concat());
    assert_eq!(battle.left(ST1), 5);
    let sonic = in_cover(salvo("sonic-gun", 1, Mark::Unit(ST1), 25));
    // one bearer has to be among the six, so that a rifleman is left in round 2
    let sonic = nearest(sonic, ST1, &[(Role::Bearer, 1), (Role::Standard, 1)]);
    battle.shoots(sonic, &[5, 3, 6, 4, 1, 2, 3, 6]);
    assert_eq!((battle.left(ST1), battle.left_of(ST1, Role::Bearer)), (3, 1));
    battle.ends(&[]);

    battle.action(7);
    battle.enters(TA1, Pace::Combat);
    battle.says(Answer::Watch(Some(SG2)), &[]);
    let sonic = in_cover(salvo("sonic-gun", 1, Mark::Unit(TA1), 22));
    battle.shoots(sonic, &[3, 1, 5, 4, 2, 6, 5, 2, 6, 3, 4, 6]);
    battle.explain();
    assert!(battle.state.unit(TA1).unwrap().is_gone());
    assert!(!battle.state.unit(SG2).unwrap().has_drill(Drill::Overwatch));

    battle.action(8);
    battle.enters(WG, Pace::Combat);
    // it has moved, so it picks nobody (T-WPN-3, tables-at43-lists 7): here the bearer stands nearest
    let nucleus = in_cover(salvo("medium-nucleus-cannon", 1, Mark::Unit(ST1), 38));
    battle.shoots(nearest(nucleus, ST1, &[(Role::Bearer, 1)]), &[5, 2]);
    assert_eq!((battle.left(ST1), battle.left_of(ST1, Role::Bearer)), (2, 0));
    let sonic = in_cover(salvo("medium-sonic-cannon", 1, Mark::Unit(ST1), 38));
    battle.shoots(sonic, &[4, 2, 3, 6, 3, 5, 1, 5]);
    assert_eq!(battle.left(ST1), 1);
    battle.ends(&[]);
}

/// Actions 9 to 13.
fn machines_come(battle: &mut Battle) {
    battle.action(9);
    battle.enters(FT2, Pace::Combat);
    battle.held();
    battle.shoots(salvo("light-laser-cannon", 2, Mark::Unit(WG), 12), &[4, 2, 6, 1, 2, 6]);
    battle.explain();
    // the sonic cannon
    battle.says(Answer::Weapon(1), &[]);
    assert_eq!(battle.points(WG, 0), (5, 1, vec![2, 1]));
    battle.ends(&[]);

    battle.action(10);
    battle.enters(BG1, Pace::Combat);
    battle.ends(&[Drill::Overwatch]);

    battle.action(11);
    battle.enters(TA2, Pace::Combat);
    battle.held();
    battle.ends(&[Drill::TakeCover]);

    battle.action(12);
    battle.waits(BG2);

    battle.action(13);
    battle.enters(FT1, Pace::Combat);
    battle.held();
    battle.shoots(salvo("light-laser-cannon", 2, Mark::Unit(SG1), 18), &[3, 5]);
    assert_eq!(battle.left(SG1), 2);
    battle.ends(&[]);
    assert_eq!(battle.pools(), (0, 0));
}
