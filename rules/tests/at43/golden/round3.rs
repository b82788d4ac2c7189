//! The third round (p. 108 and 109). That the Therians then surrender is settled at the table.

use gatemaster_rules::at43::command::{
    Against, Answer, Combat, Command, Hyper, Mark, Movement, OnPath, Pace,
};
use gatemaster_rules::at43::data;
use gatemaster_rules::at43::state::{Drill, Role, UnitId};

use super::battle::{BG2, Battle, FT1, FT2, SG3, ST2, ST3, STARS, TA2, THERIANS, nearest, salvo};

pub fn play(battle: &mut Battle) {
    // without an officer the Therians have the LP of their two units alone
    assert_eq!(battle.pools(), (8, 2));
    battle.plans(STARS, &[FT2, TA2, ST2, FT1, ST3], 1, &[]);
    battle.plans(THERIANS, &[BG2, SG3], 0, &[4, 5]);
    assert_eq!(battle.state.winner, Some(STARS));
    battle.says(Answer::First(STARS), &[]);
    melee_at_the_bunker(battle);
    white_stars_take_the_bunker(battle);
    battle.count(6, 2);
    assert_eq!(battle.vp(), (11, 12));
    assert!(battle.state.ending.is_none());
}

/// Actions 1 to 4.
fn melee_at_the_bunker(battle: &mut Battle) {
    battle.action(1);
    battle.paid(FT2, &[]);
    let contact = vec![SG3];
    battle.does(Command::Move(Movement { contact, ..Movement::plain(Pace::Combat) }), &[]);
    assert!(!battle.state.unit(SG3).unwrap().has_drill(Drill::Overwatch));
    let lasers = salvo("light-laser-cannon", 2, Mark::Unit(SG3), 5);
    battle.shoots(nearest(lasers, SG3, &[(Role::Bearer, 1), (Role::Standard, 1)]), &[4, 3]);
    battle.says(Answer::StillInContact(true), &[]);
    assert_eq!((battle.left(SG3), battle.left_of(SG3, Role::Bearer)), (5, 0));
    battle.ends(&[]);

    battle.action(2);
    battle.paid(BG2, &[]);
    battle.shoots(salvo("nucleus-gun", 2, Mark::Unit(ST2), 30), &[3, 2, 6, 5]);
    assert_eq!(battle.left(ST2), 5);
    battle.moves(Pace::Combat);
    battle.ends(&[]);

    battle.action(3);
    battle.paid(TA2, &[]);
    battle.moves(Pace::Combat);
    // the second laser of each is held
    battle.shoots(salvo("laser-gun", 1, Mark::Unit(SG3), 9), &[3, 5]);
    battle.says(Answer::StillInContact(true), &[]);
    assert_eq!(battle.left(SG3), 3);
    battle.ends(&[]);

    battle.action(4);
    battle.paid(SG3, &[]);
    let contact = vec![FT2, TA2];
    battle.does(Command::Move(Movement { contact, ..Movement::plain(Pace::Combat) }), &[]);
    battle.does(blades(1, TA2), &[5, 4, 4, 3]);
    assert_eq!(battle.left(TA2), 2);
    battle.does(blades(2, FT2), &[4, 6, 5, 2, 6, 6, 3, 6, 1]);
    assert_eq!(battle.points(FT2, 1), (3, 1, vec![0, 1]));
    battle.ends(&[]);
}

fn blades(attackers: u32, on: UnitId) -> Command {
    Command::Fight(Combat {
        weapon: data::library().weapon_of_key("reaper-blades").unwrap(),
        hero: false,
        attackers,
        on,
        against: Against::Fighters,
        defenders: 1,
        hyper: Hyper::No,
    })
}

/// Actions 5 to 7.
fn white_stars_take_the_bunker(battle: &mut Battle) {
    battle.action(5);
    battle.paid(ST2, &[]);
    battle.shoots(salvo("laser-rifle", 1, Mark::Unit(BG2), 22), &[3, 6, 4, 5, 3, 6, 1, 6, 4, 2]);
    assert!(battle.state.unit(BG2).unwrap().is_gone());
    battle.ends(&[]);

    battle.action(6);
    battle.card(FT1, &[]);
    // the golem is engaged, so he falls on 3 or more; the book's figures are damaged here (tables-at43, 1)
    let golem = OnPath { unit: SG3, role: Role::Standard, fighters: 1, engaged: 1, no_room: 0 };
    let path = vec![golem];
    battle.does(Command::Move(Movement { path, ..Movement::plain(Pace::Rush) }), &[3]);
    // the others still fight with the TacArms, and stand beside the other Fire Toad
    battle.says(Answer::StillInContact(true), &[]);
    battle.says(Answer::StillInContact(true), &[]);
    assert_eq!(battle.left(SG3), 2);
    battle.ends(&[]);

    battle.action(7);
    battle.card(ST3, &[]);
    battle.moves(Pace::Combat);
    // golems and TacArms are one target (T-SHT-5); the golems stand nearest
    let lasers = salvo("laser-rifle", 1, Mark::Unit(SG3), 34);
    battle.shoots(lasers, &[3, 2, 1, 5, 2, 4, 1, 1, 3, 2]);
    assert_eq!((battle.left(SG3), battle.left(TA2)), (2, 2));
    battle.ends(&[]);
}
