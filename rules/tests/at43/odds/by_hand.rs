//! Odds of small salvos, worked out with pencil and paper.

use gatemaster_rules::at43::command::{
    Against, Body, Combat, Command, Cover, Hyper, InZone, Mark, Salvo, Under,
};
use gatemaster_rules::at43::need::{Band, Range};
use gatemaster_rules::at43::odds::{self, SalvoOdds, UnitOdds};
use gatemaster_rules::at43::profile::Aim;
use gatemaster_rules::at43::state::{MemberId, Role};

use super::salvos::{GOLEMS, STEEL};
use super::table::{acting, fallen, lead, machine, salvo, shooter};
use crate::at43::sample::{BLUE, Game, RED};

#[track_caller]
fn same(found: &[f64], expected: &[f64]) {
    let near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12);
    assert!(near && found.len() == expected.len(), "{found:?} is not {expected:?}");
}

/// Chances up to the last that is possible.
#[track_caller]
fn losses(odds: &UnitOdds, expected: &[f64]) {
    let (first, rest) = odds.losses.split_at(expected.len().min(odds.losses.len()));
    same(first, expected);
    assert!(rest.iter().all(|chance| *chance == 0.0), "{:?}", odds.losses);
}

/// Two laser rifles at range 5, which hit golems on 4+ and hurt them on 4+.
fn two_rifles() -> (Game, Salvo) {
    let game = acting(STEEL, GOLEMS, "Steel troopers 1");
    let mut salvo = salvo(&game, "laser-rifle", "Storm golems 1", 5);
    salvo.seeing = Some(2);
    (game, salvo)
}

fn foretold(game: &Game, salvo: &Salvo) -> SalvoOdds {
    odds::salvo(&game.state, &shooter(game), salvo).unwrap()
}

/// T-SHT-7, T-DMG-1, T-DMG-2
#[test]
fn two_rifles_at_four_plus_and_four_plus() {
    let (game, salvo) = two_rifles();
    let odds = foretold(&game, &salvo);
    assert_eq!((odds.dice, odds.hit), (2, Some(0.5)));
    same(&odds.impacts, &[0.25, 0.5, 0.25]);
    losses(&odds.units[0], &[9.0 / 16.0, 6.0 / 16.0, 1.0 / 16.0]);
    let unit = game.unit("Storm golems 1");
    let each = f64::from(unit.value) / 9.0;
    same(&[odds.units[0].points, odds.units[0].wiped_out], &[each / 2.0, 0.0]);
    assert_eq!(odds::in_words(&odds), "about 1 hit; 0.5 of Storm golems 1 fall (at least one 44%)");
}

/// T-COV-2, T-DRL-5
#[test]
fn cover_stops_a_third_or_two_thirds() {
    let (mut game, mut salvo) = two_rifles();
    salvo.cover = Cover::Yes;
    let odds = foretold(&game, &salvo);
    same(&odds.groups[0].stopped, &[25.0 / 36.0, 10.0 / 36.0, 1.0 / 36.0]);
    losses(&odds.units[0], &[25.0 / 36.0, 10.0 / 36.0, 1.0 / 36.0]);
    let drill = gatemaster_rules::at43::state::Drill::TakeCover;
    game.unit_mut("Storm golems 1").drills.push(drill);
    let odds = foretold(&game, &salvo);
    same(&odds.groups[0].stopped, &[4.0 / 9.0, 4.0 / 9.0, 1.0 / 9.0]);
    losses(&odds.units[0], &[121.0 / 144.0, 22.0 / 144.0, 1.0 / 144.0]);
}

/// T-SHT-9: a friend in the way takes the first impact, the golems what is left.
#[test]
fn the_first_impact_stays_in_the_zone_of_fire() {
    let (game, mut salvo) = two_rifles();
    salvo.zone = vec![InZone {
        who: Body::Unit(game.id("Steel troopers 2")),
        role: Role::Standard,
        fighters: 1,
        cover: Cover::None,
        on: 0,
        which: None,
    }];
    let odds = foretold(&game, &salvo);
    assert_eq!([odds.groups[0].in_zone, odds.groups[1].in_zone], [true, false]);
    same(&odds.groups[0].impacts, &[0.25, 0.75]);
    same(&odds.groups[1].impacts, &[0.75, 0.25]);
    assert_eq!((odds.units[0].side, odds.units[1].side), (BLUE, RED));
    losses(&odds.units[0], &[5.0 / 8.0, 3.0 / 8.0]);
    losses(&odds.units[1], &[7.0 / 8.0, 1.0 / 8.0]);
}

/// T-UTR-2: range 5 is out of a nanoblaster's comfort, and 5+ thrown again hits five times in nine.
#[test]
fn a_die_thrown_again_counts_twice() {
    let game = acting(GOLEMS, STEEL, "Storm golems 1");
    let mut salvo = salvo(&game, "nanoblaster", "Steel TacArms", 5);
    salvo.seeing = Some(1);
    let odds = foretold(&game, &salvo);
    same(&odds.impacts, &[4.0 / 9.0, 5.0 / 9.0]);
    // 6 against Protection 9
    losses(&odds.units[0], &[49.0 / 54.0, 5.0 / 54.0]);
}

/// T-THR-10
#[test]
fn hyper_nanonucleus_throws_damage_again() {
    let game = acting(GOLEMS, STEEL, "Storm golems 1");
    let mut salvo = salvo(&game, "nanoblaster", "Steel TacArms", 5);
    (salvo.seeing, salvo.hyper) = (Some(1), Hyper::Yes);
    losses(&foretold(&game, &salvo).units[0], &[1.0 - 55.0 / 324.0, 55.0 / 324.0]);
    salvo.hyper = Hyper::Ask;
    losses(&foretold(&game, &salvo).units[0], &[49.0 / 54.0, 5.0 / 54.0]);
}

/// T-DMG-2, T-HER-2: the last golem goes before his leader, who is harder to hurt.
#[test]
fn each_impact_tests_against_whoever_is_left() {
    let (mut game, mut salvo) = two_rifles();
    for weapon in &mut std::sync::Arc::make_mut(&mut game.state.library).weapons {
        if weapon.key == "laser-rifle" {
            weapon.aim = Aim::Accuracy(11);
        }
    }
    lead(&mut game, "Storm golems 1", 8);
    let all: Vec<usize> = (1..8).collect();
    fallen(&mut game, "Storm golems 1", &all);
    salvo.nearest.clear();
    assert_eq!(game.left("Storm golems 1"), 2);
    let odds = foretold(&game, &salvo);
    same(&odds.impacts, &[0.0, 0.0, 1.0]);
    losses(&odds.units[0], &[1.0 / 4.0, 7.0 / 12.0, 1.0 / 6.0]);
    same(&[odds.units[0].wiped_out], &[1.0 / 6.0]);
}

/// T-WPN-1, T-DMG-4, T-DMG-5, T-DMG-6: 4+, 3+, and 3 points of which a small part takes what it has.
#[test]
fn a_missile_at_a_fire_toad() {
    let mut game = acting(STEEL, STEEL, "Steel troopers 2");
    // the second company has the same names
    let toads = game.state.ids().filter(|id| game.state.unit_name(*id) == "Fire Toads");
    let toads = toads.last().unwrap();
    let weapon = Game::weapon("missile-launcher");
    let at = Mark::Machine(toads, MemberId(0));
    let salvo = Salvo::plain(weapon, at, Range::Band(Band(3)));
    let odds = foretold(&game, &salvo);
    let machine = &odds.groups[0].machines[0];
    same(&[machine.destroyed, machine.lost, machine.immobilised], &[0.0, 1.0, 1.0 / 9.0]);
    same(&machine.weapons, &[1.0 / 18.0, 0.0]);
    game.state.unit_mut(toads).unwrap().members[0].machine.as_mut().unwrap().frame = 3;
    let odds = foretold(&game, &salvo);
    let machine = &odds.groups[0].machines[0];
    same(&[machine.destroyed, machine.lost], &[1.0 / 6.0, 1.0]);
    losses(&odds.units[0], &[5.0 / 6.0, 1.0 / 6.0]);
    assert_eq!(
        odds::in_words(&odds),
        "about 0.5 hits; Fire Toads: 1 SP lost, a machine destroyed 17%"
    );
}

/// T-WPN-2: no dice to hit, a damage test for each.
#[test]
fn a_flamer_hurts_everybody_under_it() {
    let game = acting(GOLEMS, STEEL, "Storm golems 2");
    let unit = game.id("Steel troopers 1");
    let at = Mark::Fighter(unit, Role::Standard);
    let mut salvo = Salvo::plain(Game::weapon("flamer"), at, Range::Band(Band(1)));
    salvo.under =
        vec![Under { who: Body::Unit(unit), role: Role::Standard, fighters: 2, which: None }];
    let odds = foretold(&game, &salvo);
    assert_eq!((odds.dice, odds.hit), (0, None));
    same(&odds.impacts, &[0.0, 0.0, 1.0]);
    losses(&odds.units[0], &[0.25, 0.5, 0.25]);
}

/// T-IND-3, T-IND-4, T-EQP-1
#[test]
fn two_grenades_land_where_their_misses_take_them() {
    let blue = "White Stars\n9 steel troopers, sergeant, grenades";
    let mut game = acting(blue, GOLEMS, "Steel troopers");
    fallen(&mut game, "Steel troopers", &[2, 3, 4, 5, 6, 7, 8]);
    let at = Mark::Fighter(game.id("Storm golems 1"), Role::Standard);
    let salvo = Salvo::plain(Game::weapon("grenades"), at, Range::Band(Band(0)));
    let odds = foretold(&game, &salvo);
    let template = odds.template.as_ref().unwrap();
    let landed = template.landings.iter().map(|one| (one.shift, one.radius, one.impacts_each));
    assert_eq!(landed.collect::<Vec<_>>(), [(2, 1, 1), (1, 1, 1), (0, 2, 1)]);
    let chances: Vec<f64> = template.landings.iter().map(|one| one.chance).collect();
    same(&chances, &[0.25, 0.5, 0.25]);
    same(&[template.falls], &[1.0 / 3.0]);
    assert!(odds.units.is_empty(), "who lies under it is not known yet");
    assert_eq!(
        odds::in_words(&odds),
        "no deviation 25%, radius about 1.2 cm; a model like the one aimed at, under it, is lost 33%"
    );
}

/// T-IND-4: above a radius of 10 everybody takes two.
#[test]
fn a_large_template_strikes_twice() {
    let blue = "White Stars\n9 steel troopers, sergeant, grenades";
    let mut game = acting(blue, GOLEMS, "Steel troopers");
    for weapon in &mut std::sync::Arc::make_mut(&mut game.state.library).weapons {
        if weapon.key == "grenades" {
            (weapon.aim, weapon.area) = (Aim::Accuracy(6), Some(2));
        }
    }
    let at = Mark::Fighter(game.id("Storm golems 1"), Role::Standard);
    let salvo = Salvo::plain(Game::weapon("grenades"), at, Range::Band(Band(0)));
    let template = foretold(&game, &salvo).template.unwrap();
    let [landing] = template.landings.as_slice() else { panic!("{template:?}") };
    assert_eq!((landing.shift, landing.radius, landing.impacts_each), (0, 10, 2));
    same(&[template.falls], &[5.0 / 9.0]);
}

/// T-SHT-7
#[test]
fn out_of_reach_nothing_happens() {
    let (game, mut salvo) = two_rifles();
    salvo.range = Range::Band(Band(11));
    let odds = foretold(&game, &salvo);
    same(&odds.impacts, &[1.0]);
    assert!(odds.groups.is_empty() && odds.units.is_empty());
    assert_eq!(odds::in_words(&odds), "nothing can be hit at this range");
}

#[test]
fn odds_are_refused_in_the_words_of_the_salvo() {
    let (game, mut salvo) = two_rifles();
    salvo.seeing = Some(100);
    let refusal = odds::salvo(&game.state, &shooter(&game), &salvo).unwrap_err();
    assert_eq!(refusal.sentence(), game.refused(BLUE, &Command::Shoot(salvo)));
}

fn knives(game: &Game, defenders: u32) -> Combat {
    Combat {
        weapon: Game::weapon("combat-knife"),
        hero: false,
        attackers: 2,
        on: game.id("Storm golems 1"),
        against: Against::Fighters,
        defenders,
        hyper: Hyper::No,
    }
}

/// T-CBT-3, T-CBT-4: 4+ and 5+; what goes beyond the defenders is wasted.
#[test]
fn two_knives_against_golems() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.engage("Steel troopers 1", "Storm golems 1");
    let unit = game.id("Steel troopers 1");
    let three = odds::combat(&game.state, unit, &knives(&game, 3)).unwrap();
    same(&three.impacts, &[0.25, 0.5, 0.25]);
    losses(&three.unit, &[25.0 / 36.0, 10.0 / 36.0, 1.0 / 36.0]);
    let one = odds::combat(&game.state, unit, &knives(&game, 1)).unwrap();
    losses(&one.unit, &[25.0 / 36.0, 11.0 / 36.0]);
    assert_eq!(
        odds::combat_in_words(&three),
        "about 1 hit; 0.3 of Storm golems 1 fall (at least one 31%)"
    );
    let refusal = odds::combat(&game.state, unit, &knives(&game, 20)).unwrap_err();
    assert!(refusal.sentence().contains("20 are too many"), "{refusal}");
}

/// T-CBT-5: one blow of 1 point on 6+ at each of two machines, one of which has a point left.
#[test]
fn blows_at_two_machines_are_shared() {
    let mut game = Game::playing(GOLEMS, STEEL);
    game.engage("Storm golems 1", "Fire Toads");
    for weapon in &mut std::sync::Arc::make_mut(&mut game.state.library).weapons {
        if weapon.key == "reaper-blades" {
            weapon.aim = Aim::Accuracy(11);
        }
    }
    machine(&mut game, "Fire Toads", 1).frame = 1;
    let combat = Combat {
        weapon: Game::weapon("reaper-blades"),
        attackers: 1,
        on: game.id("Fire Toads"),
        defenders: 2,
        ..knives(&game, 2)
    };
    let odds = odds::combat(&game.state, game.id("Storm golems 1"), &combat).unwrap();
    same(&odds.impacts, &[0.0, 0.0, 1.0]);
    let [first, second] = odds.machines.as_slice() else { panic!("{:?}", odds.machines) };
    same(&[first.destroyed, first.lost], &[0.0, 1.0 / 6.0]);
    same(&[second.destroyed, second.lost], &[1.0 / 12.0, 1.0 / 6.0]);
    losses(&odds.unit, &[11.0 / 12.0, 1.0 / 12.0]);
}

/// T-TAC-4, T-TAC-5, T-TAC-6: a sergeant's Authority 1 against an alpha's 2, ties thrown again.
#[test]
fn every_wager_against_every_other() {
    let game = Game::planning(STEEL, GOLEMS);
    let (blue, red) = (odds::wager_table(&game.state, BLUE), odds::wager_table(&game.state, RED));
    assert_eq!((blue.len(), blue[0].len()), (3, 3));
    same(&[blue[0][0], blue[1][0], blue[2][0]], &[10.0 / 31.0, 0.5, 21.0 / 31.0]);
    for (own, row) in blue.iter().enumerate() {
        for (theirs, chance) in row.iter().enumerate() {
            same(&[chance + red[theirs][own]], &[1.0]);
        }
    }
}
