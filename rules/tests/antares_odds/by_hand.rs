//! Small cases whose chances are sums on paper.

use gatemaster_rules::antares::command::{Cover, Shot};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::odds::{self, Odds, at_least};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::state::{State, UnitId};
use gatemaster_rules::antares::{Antares, Setup};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::system::System;

use crate::antares_odds::table::{BLUE, RED, at, duel, lose, unit, way, with};

fn equal(what: &str, found: &[f64], expected: &[f64]) {
    let same = |place: usize| {
        let of = |list: &[f64]| list.get(place).copied().unwrap_or(0.0);
        (of(found) - of(expected)).abs() < 1e-12
    };
    let places = found.len().max(expected.len());
    assert!((0..places).all(same), "{what}: {found:?}, not {expected:?}");
}

fn fire(state: &State, shot: &Shot, goes_down: bool) -> Odds {
    odds::shot(state, RED, Manner::Fire, shot, goes_down).unwrap()
}

/// A-SHT-6, A-SHT-12, A-SHT-17, A-BRK-1, A-BRK-4: needs 6 to hit; Res 6 against SV 1; the survivor of five that is hit
/// tests Command 9 with a pin, and any fail is the end.
#[test]
fn one_shot_at_the_last_of_a_gang() {
    let mut state = duel("gang_fighters", "work_gang");
    lose(&mut state, RED, &[0, 2, 3, 4]);
    lose(&mut state, BLUE, &[0, 1, 2, 3]);
    let odds = fire(&state, &at(18, way(&state, Manner::Fire, 18, 0)), false);
    equal("hits", &odds.hits, &[0.4, 0.6]);
    equal("casualties", &odds.casualties, &[0.7, 0.3]);
    equal("pins", &odds.pins, &[0.7, 0.3]);
    equal("ends", &[odds.breaks, odds.forced_down, odds.destroyed], &[0.06, 0.0, 0.36]);
    equal("means", &[odds.expected_hits(), odds.expected_casualties()], &[0.6, 0.3]);
    equal("mean of pins", &[odds.expected_pins(), at_least(&odds.hits, 1)], &[0.3, 0.6]);
}

/// A-SHT-8, A-SHT-9: a miss (7 to 9) has a second chance; hits on a target that is down are rolled again.
#[test]
fn a_spotter_helps_and_the_ground_protects() {
    let mut state = duel("c3_strike_squad", "gang_fighters");
    lose(&mut state, RED, &[0, 2, 3, 4]);
    let shot = at(18, way(&state, Manner::Fire, 18, 0));
    equal("standing", &fire(&state, &shot, false).hits, &[0.22, 0.78]);
    equal("down", &fire(&state, &shot, true).hits, &[1.0 - 0.78 * 0.6, 0.78 * 0.6]);
    // with an order it may not go down any more
    unit(&mut state, BLUE).dice.placed.push(Order::Advance);
    equal("ordered", &fire(&state, &shot, true).hits, &[0.22, 0.78]);
}

/// A-SHT-16: Res 7 against SV 1 fails on 7 and more. One hit kills with 0.4², two with both failed, or one and again.
#[test]
fn a_leader_alone_has_a_second_chance_but_not_two() {
    let mut state = duel("gang_fighters", "gang_fighters");
    lose(&mut state, RED, &[0, 3, 4]);
    lose(&mut state, BLUE, &[1, 2, 3, 4]);
    let odds = fire(&state, &at(18, way(&state, Manner::Fire, 18, 0)), false);
    equal("hits", &odds.hits, &[0.16, 0.48, 0.36]);
    let dies = 0.48 * 0.16 + 0.36 * (0.16 + 0.48 * 0.4);
    equal("casualties", &odds.casualties, &[1.0 - dies, dies]);
}

/// A-OVH-2, A-SHT-17: of D3 hits a half stays, and a half of one is no hit and no pin.
#[test]
fn a_blast_on_a_unit_that_is_down_is_halved() {
    let state = duel("c3_strike_squad", "gang_fighters");
    let shot = at(8, with(&state, Manner::Fire, 8, "x_sling", ""));
    let hit = 0.78;
    let third = hit / 3.0;
    equal("standing", &fire(&state, &shot, false).hits, &[1.0 - hit, third, third, third]);
    let down = fire(&state, &shot, true);
    equal("down", &down.hits, &[1.0 - 2.0 * third, 2.0 * third]);
    equal("pins", &down.pins, &[1.0 - 2.0 * third, 2.0 * third]);
}

/// A-SHT-12, A-SHT-17: at 11 only a ten fails, and a hit that bounces off leaves no pin.
#[test]
fn a_lone_suit_shrugs_off_a_mag_gun() {
    let mut state = duel("gang_fighters", "ghar_battle_squad");
    lose(&mut state, RED, &[0, 2, 3, 4]);
    lose(&mut state, BLUE, &[0, 1]);
    let odds = fire(&state, &at(18, way(&state, Manner::Fire, 18, 0)), false);
    equal("casualties", &odds.casualties, &[0.94, 0.06]);
    equal("pins", &odds.pins, &[1.0]);
    equal("destroyed", &[odds.destroyed, odds.breaks], &[0.06, 0.0]);
}

/// A-DMG-3: of two dice the best, a double one more; ten is the end. Res 11 against SV 5 fails on 7 and more.
#[test]
fn a_mag_cannon_against_a_skimmer() {
    let state = duel("ai_mag_cannon_team", "striker_attack_skimmer");
    let odds = fire(&state, &at(25, way(&state, Manner::Fire, 25, 0)), false);
    let wounded = 0.78 * 0.4;
    equal("casualties", &odds.casualties, &[1.0 - wounded * 0.2, wounded * 0.2]);
    // row r comes up with (2r − 1) in a hundred, but row 1 with none; 4 and 5 a pin and Down, 6 to 8 D3 pins and Down,
    // 9 D6 pins and a test of Command 8 less pins
    let row = |r: f64| wounded * (2.0 * r - 1.0) / 100.0;
    let failed: f64 = (1..=6)
        .map(|pins| {
            let value = 8.0 - 1.0 - f64::from(pins);
            (10.0 - value.max(1.0)) / 10.0 / 6.0
        })
        .sum();
    equal("breaks", &[odds.breaks], &[row(9.0) * failed]);
    let down = row(4.0) + row(5.0) + row(6.0) + row(7.0) + row(8.0) + row(9.0) * (1.0 - failed);
    equal("forced down", &[odds.forced_down], &[down]);
}

/// A-ASL-6, A-ASL-11: bare hands, one against one: 6 to hit for the attacker, 5 for the defender, Res 5 against SV 0.
/// If both stand, equal pins are a draw, and both test Command 7.
#[test]
fn two_ferals_without_guns_fight_it_out() {
    let mut state = duel("feral_squad", "feral_squad");
    for id in [RED, BLUE] {
        lose(&mut state, id, &[0, 2, 3, 4, 5]);
        unit(&mut state, id).models[1].weapons.clear();
    }
    let odds = odds::assault(&state, RED, BLUE, &Cover::Nobody, false).unwrap();
    equal("hits on the defender", &odds.defender.hits, &[0.4, 0.6]);
    equal("hits on the attacker", &odds.attacker.hits, &[0.5, 0.5]);
    equal("attacker", &odds.attacker.casualties, &[0.75, 0.25]);
    equal("defender", &odds.defender.casualties, &[0.7, 0.3]);
    let stand = 0.75 * 0.7;
    equal("breaks", &[odds.attacker.breaks, odds.defender.breaks], &[stand * 0.3, stand * 0.3]);
    let wins = [odds.attacker_wins, odds.defender_wins, odds.draw];
    equal("wins", &wins, &[0.3 * 0.75, 0.25 * 0.7, stand + 0.3 * 0.25]);
    equal("destroyed", &[odds.attacker.destroyed], &[0.25 + stand * 0.3]);
}

/// A-MOV-3, A-ASL-16: Ag 5 fails on 6 to 9 with a pin, on 10 with two; nothing else pins a unit that is not hit.
#[test]
fn a_sprint_into_an_unarmed_drone_may_exhaust() {
    let mut state = duel("feral_squad", "c3d2_medium_support_drone");
    unit(&mut state, BLUE).models[0].stats.str = 0;
    lose(&mut state, RED, &[2, 3, 4, 5]);
    unit(&mut state, RED).models.iter_mut().for_each(|model| model.weapons.clear());
    let odds = odds::assault(&state, RED, BLUE, &Cover::Nobody, true).unwrap();
    // the drone strikes once and hits on a one: a failed Res test is a casualty and one more pin
    let (hit, dies) = (0.1, 0.1 * 0.5);
    equal("hits", &odds.attacker.hits, &[1.0 - hit, hit]);
    let [calm, tired, spent] = [0.5, 0.4, 0.1];
    let pins = [
        calm * (1.0 - dies),
        tired * (1.0 - dies) + calm * dies,
        spent * (1.0 - dies) + tired * dies,
        spent * dies,
    ];
    equal("pins", &odds.attacker.pins, &pins);
}

/// The same refusals as for the real thing.
#[test]
fn what_cannot_be_done_has_no_odds() {
    let mut state = duel("gang_fighters", "work_gang");
    let uses = way(&state, Manner::Fire, 18, 0);
    let refused = |state: &State, manner: Manner, range: u32| {
        odds::shot(state, RED, manner, &at(range, uses.clone()), false).unwrap_err()
    };
    assert!(refused(&state, Manner::Fire, 90).sentence().contains("reaches"));
    assert!(refused(&state, Manner::Blind, 18).sentence().contains("nobody"));
    assert!(refused(&state, Manner::HandToHand, 18).sentence().contains("hand to hand"));
    let charge = |state: &State, by: UnitId, at: UnitId, cover: &Cover, sprint: bool| {
        odds::assault(state, by, at, cover, sprint).unwrap_err().sentence().to_owned()
    };
    assert!(charge(&state, RED, BLUE, &Cover::Everybody(3), false).contains("Cover adds"));
    assert!(charge(&state, RED, RED, &Cover::Nobody, false).contains("needs an enemy"));
    assert!(charge(&state, RED, UnitId(9), &Cover::Nobody, false).contains("needs an enemy"));
    assert!(charge(&state, UnitId(9), BLUE, &Cover::Nobody, false).contains("no such unit"));
    unit(&mut state, BLUE).destroyed = true;
    assert!(refused(&state, Manner::Fire, 18).sentence().contains("not on the table"));
    assert!(charge(&state, RED, BLUE, &Cover::Nobody, false).contains("destroyed"));
    let team = duel("phase_sniper", "ghar_battle_squad");
    assert!(charge(&team, RED, BLUE, &Cover::Nobody, false).contains("cannot assault"));
    assert!(charge(&team, BLUE, RED, &Cover::Nobody, true).contains("cannot sprint"));
}

/// A server's own units may throw more dice than anybody can foretell; they are told so at once.
#[test]
fn what_would_take_too_long_is_refused() {
    let horde = r#"
        [[weapon]]
        key = "gatling"
        name = "Gatling"
        class = "standard"
        [[weapon.mode]]
        range = [20, 30]
        sv = 1
        special = ["RF10", "Twinned"]
        [[unit]]
        key = "horde"
        name = "Horde"
        force = "other"
        kind = "infantry"
        [[unit.model]]
        name = "Gunner"
        count = 30
        ag = 5
        acc = 5
        str = 5
        res = 5
        init = 7
        co = 8
        weapons = ["gatling"]
    "#;
    let library = Library::built_in().extended("horde.toml", horde).unwrap();
    let (red, blue) = (Colour::Red, Colour::Blue);
    let sides = [
        ("Red", red, Faction::Other, &["horde"][..]),
        ("Blue", blue, Faction::Other, &["horde"][..]),
    ];
    let mut setup = Setup::of(&library, sides).unwrap();
    setup.options.already_deployed = true;
    let state = Antares::set_up(&setup).unwrap();
    let shot = at(18, way(&state, Manner::Fire, 18, 0));
    let refused = odds::shot(&state, RED, Manner::Fire, &shot, false).unwrap_err();
    assert_eq!(refused.sentence(), "These are too many dice to foretell; roll them and see.");
    let refused = odds::assault(&state, RED, BLUE, &Cover::Nobody, false).unwrap_err();
    assert!(refused.sentence().contains("too many"), "{refused}");
}
