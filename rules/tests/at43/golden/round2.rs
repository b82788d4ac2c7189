//! The second round (p. 105 to 107).

use gatemaster_rules::at43::command::{
    Against, Answer, Combat, Command, Hyper, Mark, Movement, Pace,
};
use gatemaster_rules::at43::data;
use gatemaster_rules::at43::state::{Drill, MemberId};

use super::battle::{
    BG1, BG2, Battle, FT1, FT2, SG1, SG2, SG3, ST1, ST2, ST3, STARS, TA2, THERIANS, WG, in_cover,
    salvo, through,
};

/// Of the two Fire Toads the one on the left.
const LEFT: MemberId = MemberId(0);
const RIGHT: MemberId = MemberId(1);

pub fn play(battle: &mut Battle) {
    assert_eq!(battle.pools(), (9, 8));
    battle.plans(STARS, &[FT2, FT1, TA2, ST2, ST1, ST3], 2, &[]);
    // both have 6, so they throw again
    battle.plans(THERIANS, &[WG, BG2, BG1, SG2, SG3, SG1], 1, &[3, 3, 5, 2]);
    assert_eq!(battle.state.winner, Some(STARS));
    battle.says(Answer::First(STARS), &[]);
    machines_fight(battle);
    golgoth_is_hurt(battle);
    infantry_decides(battle);
    battle.count(0, 7);
    assert_eq!(battle.vp(), (5, 12));
}

/// Actions 1 to 4.
fn machines_fight(battle: &mut Battle) {
    battle.action(1);
    battle.paid(FT2, &[]);
    battle.shoots(salvo("light-laser-cannon", 1, Mark::Unit(SG2), 25), &[4, 2]);
    assert_eq!(battle.left(SG2), 4);
    // Fire Toads are taller than the golems between, who therefore take no impacts (T-SHT-9)
    let lasers = salvo("light-laser-cannon", 1, Mark::Unit(BG1), 30);
    battle.shoots(through(lasers, SG2, 2), &[5, 2]);
    assert_eq!(battle.left(BG1), 1);
    battle.moves(Pace::Combat);
    battle.held();
    battle.ends(&[]);

    battle.action(2);
    battle.card(WG, &[]);
    battle.moves(Pace::Combat);
    // at range 1 the nucleus cannon cannot miss
    battle.shoots(in_cover(salvo("medium-nucleus-cannon", 1, Mark::Unit(TA2), 20)), &[4]);
    let sonic = in_cover(salvo("medium-sonic-cannon", 1, Mark::Unit(TA2), 20));
    battle.shoots(sonic, &[2, 5, 1, 6, 3, 1, 6, 5]);
    assert_eq!(battle.left(TA2), 2);
    battle.ends(&[]);

    battle.action(3);
    battle.card(FT1, &[]);
    battle.moves(Pace::Combat);
    battle.held();
    battle.shoots(salvo("light-laser-cannon", 2, Mark::Unit(WG), 15), &[2, 5, 1]);
    assert_eq!(battle.points(WG, 0), (5, 0, vec![2, 1]));
    battle.ends(&[]);

    battle.action(4);
    // the book lets them fire first and then take cover; whoever comes onto the table moves in first (T-RES-2)
    battle.enters(BG2, Pace::Combat);
    let guns = salvo("nucleus-gun", 1, Mark::Unit(FT1), 21);
    battle.shoots(guns, &[3, 6, 4, 5, 6, 6]);
    // what a weapon cannot take goes on to the frame (T-DMG-5); the book does not speak of it
    assert_eq!(battle.points(FT1, 0), (3, 2, vec![0, 0]));
    let guns = salvo("nucleus-gun", 1, Mark::Machine(FT2, RIGHT), 28);
    battle.shoots(guns, &[2, 5, 1, 4, 4]);
    assert_eq!(battle.points(FT2, 1), (3, 2, vec![1, 1]));
    battle.ends(&[]);
}

/// Actions 5 to 8.
fn golgoth_is_hurt(battle: &mut Battle) {
    battle.action(5);
    battle.paid(TA2, &[]);
    // at range 0 they cannot miss
    battle.shoots(salvo("laser-gun", 2, Mark::Unit(WG), 10), &[5, 3, 6, 2, 3, 5]);
    assert_eq!(battle.points(WG, 0), (1, 0, vec![2, 1]));
    battle.ends(&[]);

    battle.action(6);
    battle.paid(BG1, &[]);
    battle.moves(Pace::Combat);
    let guns = salvo("nucleus-gun", 2, Mark::Machine(FT2, LEFT), 24);
    battle.shoots(guns, &[4, 3, 3, 6, 3, 4]);
    assert_eq!(battle.points(FT2, 0), (1, 2, vec![1, 1]));
    battle.ends(&[]);

    battle.action(7);
    battle.paid(ST2, &[]);
    battle.moves(Pace::Combat);
    battle.held();
    let lasers = through(salvo("laser-rifle", 1, Mark::Unit(SG3), 32), SG1, 1);
    battle.shoots(lasers, &[3, 5, 1, 6, 2, 4, 2, 1, 3, 6, 4, 1, 5, 2]);
    assert_eq!((battle.left(SG1), battle.left(SG3)), (1, 7));
    battle.ends(&[]);

    battle.action(8);
    battle.paid(SG2, &[]);
    battle.moves(Pace::Combat);
    let sonic = salvo("sonic-gun", 1, Mark::Machine(FT2, LEFT), 26);
    // the last die is the morale of the Fire Toad that is left (T-MOR-2), of which the book does not speak
    battle.shoots(sonic, &[3, 5, 1, 6, 4, 2, 2, 5, 1, 3, 4, 4]);
    assert_eq!(battle.left(FT2), 1);
    assert!(!battle.state.unit(FT2).unwrap().disorganized);
    battle.ends(&[]);
}

/// Actions 9 to 11.
fn infantry_decides(battle: &mut Battle) {
    battle.action(9);
    battle.paid(ST1, &[5]);
    battle.moves(Pace::Combat);
    battle.held();
    battle.shoots(salvo("laser-rifle", 1, Mark::Unit(SG1), 14), &[2, 6]);
    assert!(battle.state.unit(SG1).unwrap().is_gone());
    battle.ends(&[]);

    battle.action(10);
    battle.paid(SG3, &[]);
    let contact = vec![ST1];
    battle.does(Command::Move(Movement { contact, ..Movement::plain(Pace::Combat) }), &[]);
    let blades = Combat {
        weapon: data::library().weapon_of_key("reaper-blades").unwrap(),
        hero: false,
        attackers: 3,
        on: ST1,
        against: Against::Fighters,
        defenders: 1,
        hyper: Hyper::No,
    };
    battle.does(Command::Fight(blades), &[4, 6, 2, 1, 5, 3, 3, 5, 2]);
    assert!(battle.state.unit(ST1).unwrap().is_gone());
    battle.ends(&[Drill::Overwatch]);

    battle.action(11);
    battle.enters(ST3, Pace::Combat);
    battle.held();
    let lasers = through(salvo("laser-rifle", 1, Mark::Unit(SG2), 27), BG1, 1);
    battle.shoots(lasers, &[3, 4, 6, 5, 3, 6, 4, 6, 4, 5, 1, 6, 2, 4]);
    battle.explain();
    assert!(battle.state.unit(SG2).unwrap().is_gone());
    assert!(battle.state.unit(BG1).unwrap().is_gone());
    battle.shoots(salvo("missile-launcher", 1, Mark::Unit(WG), 30), &[4, 2, 5, 4]);
    assert!(battle.state.unit(WG).unwrap().is_gone());
    assert_eq!(battle.state.sides[1].commander, None);
    battle.ends(&[]);
}
