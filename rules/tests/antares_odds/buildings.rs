//! Shots at whoever is in or on a building, and at buildings: the computed odds agree with what the engine rolls.

use gatemaster_rules::antares::buildings::{Building, BuildingId, Part, Plan, Roof, Size, Spot};
use gatemaster_rules::antares::command::{BuildingShot, Command, Scene};
use gatemaster_rules::antares::event::Event;
use gatemaster_rules::antares::flow::Manner::{self, Advance, Fire};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::odds;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::WeaponRule;
use gatemaster_rules::antares::state::State;

use crate::antares_odds::shots::{Case, enough};
use crate::antares_odds::table::{
    BLUE, RED, acts, at, duel, make, often, resolve, unit, way, with,
};

const TOWER: BuildingId = BuildingId(0);

/// A building of so many storeys with a parapet, of which so much is left.
fn tower(state: &mut State, size: Size, storeys: u8, left: u32) {
    let plan = Plan { roof: Roof::Parapet, ..Plan::plain("Tower", size, storeys) };
    let mut building = Building::new(plan);
    building.columns[0].left = left;
    state.buildings = vec![building];
}

/// Another like the target, at this place.
fn neighbour(state: &mut State, spot: Spot) {
    let mut other = state.units[BLUE.index()].clone();
    other.name = format!("Neighbour {}", state.units.len());
    other.spot = Some(spot);
    state.units.push(other);
}

#[expect(clippy::too_many_lines, reason = "a list, one entry after the other")]
fn cases() -> Vec<Case> {
    let cellar = Some(Spot::block(TOWER, 0, 0));
    let top = Spot::block(TOWER, 0, 1);
    let roof = Spot::roof(TOWER, 0);
    let inside = move |state: &mut State| {
        tower(state, Size::Standard, 3, 20);
        unit(state, BLUE).spot = cellar;
    };
    vec![
        Case::new("carbines at windows", ("c3_strike_squad", "gang_fighters"), Fire, inside, |s| {
            at(18, way(s, Fire, 18, 0))
        }),
        Case::new(
            "a launcher at a house",
            ("ai_x_launcher_team", "gang_fighters"),
            Fire,
            inside,
            |s| at(25, way(s, Fire, 25, 0)),
        ),
        Case::new(
            "a launcher at the cellar of a full tower",
            ("ai_x_launcher_team", "gang_fighters"),
            Fire,
            move |state| {
                tower(state, Size::Standard, 5, 30);
                unit(state, BLUE).spot = cellar;
                neighbour(state, top);
                neighbour(state, roof);
            },
            |s| at(25, way(s, Fire, 25, 0)),
        ),
        Case::new(
            "a launcher at the roof of a very small one, on Advance",
            ("ai_x_launcher_team", "gang_fighters"),
            Advance,
            move |state| {
                tower(state, Size::VerySmall, 4, 25);
                unit(state, BLUE).spot = Some(roof);
                neighbour(state, top);
            },
            |s| at(25, way(s, Advance, 25, 0)),
        )
        .down(),
        Case::new(
            "a howitzer that can bring the house down",
            ("c3_x_howitzer_team", "gang_fighters"),
            Fire,
            move |state| {
                tower(state, Size::Small, 4, 9);
                unit(state, BLUE).spot = cellar;
                unit(state, BLUE).pins = 3;
                neighbour(state, roof);
            },
            |s| at(45, way(s, Fire, 45, 0)),
        ),
        Case::new(
            "strong shots through the wall of a ruin",
            ("ghar_battle_squad", "gang_fighters"),
            Fire,
            move |state| {
                tower(state, Size::Standard, 2, 14);
                unit(state, BLUE).spot = cellar;
                unit(state, BLUE).pins = 5;
                make(state, "scourer_cannon", WeaponRule::RapidFire(2));
            },
            |s| at(18, with(s, Fire, 18, "scourer_cannon", "concentrated")),
        ),
        Case::new(
            "a borer's lock on a squad in a weak house",
            ("boromite_heavy_frag_borer_team", "gang_fighters"),
            Fire,
            move |state| {
                tower(state, Size::Standard, 2, 12);
                unit(state, BLUE).spot = cellar;
                unit(state, RED).lock =
                    Some(gatemaster_rules::antares::state::Lock { on: BLUE, bonus: 3 });
            },
            |s| at(18, way(s, Fire, 18, 0)),
        ),
        Case::new(
            "direct and overhead blasts together at one who goes down",
            ("c3_strike_squad", "outcast_squad"),
            Fire,
            move |state| {
                make(state, "plasma_carbine", WeaponRule::Overhead);
                make(state, "plasma_carbine", WeaponRule::Blast(5));
                tower(state, Size::Standard, 4, 7);
                unit(state, BLUE).spot = Some(top);
                neighbour(state, roof);
            },
            |s| {
                let mut uses = with(s, Fire, 8, "plasma_carbine", "single shot");
                if let gatemaster_rules::antares::command::Shooters::Models(models) =
                    &mut uses[0].by
                {
                    models.truncate(2);
                    models.retain(|model| model.0 != 0);
                }
                uses.extend(with(s, Fire, 8, "x_sling", ""));
                at(8, uses)
            },
        )
        .down(),
    ]
}

/// B-SHT-4, B-OVH-1 to B-OVH-3, B-DMG-1, B-DMG-2.
#[test]
fn every_kind_of_shot_at_a_building_comes_out_as_foretold() {
    let mut faults = Vec::new();
    for (seed, case) in (500..).zip(cases()) {
        faults.extend(case.faults(seed, enough()));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Red fires at the tower itself.
fn at_tower(red: &str, manner: Manner, range: u32, left: u32) -> (State, BuildingShot) {
    let mut state = duel(red, "gang_fighters");
    tower(&mut state, Size::Standard, 3, left);
    let order = if manner == Fire { Order::Fire } else { Order::Advance };
    acts(&mut state, RED, order, false, None);
    let part = Part { building: TOWER, column: 0 };
    let uses = way(&state, manner, range, 0);
    let (range, scene) = (Inches::whole(range), Scene::default());
    (state, BuildingShot { part, range, uses, scene })
}

/// B-DMG-1, B-DMG-3: every damage by itself, with strays that land on it and the spotter's second chance.
#[test]
fn the_damage_to_a_building_comes_out_as_foretold() {
    for (seed, (red, manner, range, left)) in (600..).zip([
        ("c3_x_howitzer_team", Fire, 45, 20),
        ("c3_x_howitzer_team", Fire, 45, 9),
        ("ai_mag_cannon_team", Fire, 25, 11),
        ("boromite_heavy_frag_borer_team", Fire, 18, 20),
    ]) {
        let (state, shot) = at_tower(red, manner, range, left);
        let ruin = odds::at_building(&state, RED, manner, &shot).unwrap();
        let sum: f64 = ruin.damage.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{red}: {sum}");
        let command = Command::ShootBuilding(shot);
        let [counted, more] = often(enough(), seed, |times, mut dice| {
            let mut counted = vec![0_u32; ruin.damage.len()];
            for _ in 0..times {
                let (after, events) = resolve(&state, &command, false, &mut dice);
                let column = after.buildings[0].columns[0];
                let fell = events.iter().any(|event| matches!(event, Event::Collapsed { .. }));
                assert_eq!(fell, column.rubble);
                counted[(left - column.left) as usize] += 1;
            }
            counted
        });
        for (place, chance) in ruin.damage.iter().enumerate() {
            let often = f64::from(counted[place] + more[place]) / f64::from(enough());
            let bound = 5.0 * (chance * (1.0 - chance) / f64::from(enough())).sqrt() + 1e-4;
            assert!((often - chance).abs() <= bound, "{red}, {place}: {chance} and {often}");
        }
        let most = ruin.damage.get(left as usize).copied().unwrap_or(0.0);
        assert!((ruin.falls - most).abs() < 1e-12);
    }
}

/// B-DMG-1: one shot that needs a number, and a D5 with its strike value on top, counted on the fingers.
#[test]
fn a_single_shot_at_a_building_is_as_likely_as_its_faces() {
    let (state, shot) = at_tower("ai_mag_cannon_team", Fire, 25, 11);
    let used = &shot.uses[0];
    let (_, mode) =
        gatemaster_rules::antares::arms::mode_of(&state, used.weapon, used.mode).unwrap();
    let sv = u32::from(mode.sv);
    assert!(sv >= 5 && mode.rapid_fire().is_none(), "{mode:?}");
    let shooter = &state.units[0];
    let group = &gatemaster_rules::antares::shoot::shooters(shooter, used)[0];
    let firing = gatemaster_rules::antares::shoot::Firing {
        at: None,
        manner: Fire,
        range: shot.range,
        scene: &shot.scene,
    };
    let shape = gatemaster_rules::antares::shoot::shape(&state, shooter, firing, used, group);
    let needs = shape.unwrap().check.target();
    let (mut falls, mut damage) = (0_u32, 0_u32);
    let spotter = shooter.has_gear(gatemaster_rules::antares::profile::Gear::Spotter);
    for first in 1..=10 {
        for second in 1..=10 {
            for die in 1..=10_u32 {
                let hits = |face: i32| face == 1 || (face < 10 && face <= needs);
                // a ten is a dud, and no spotter helps it
                let hit = hits(first) || (spotter && first < 10 && hits(second));
                let done = if hit { (die.div_ceil(2) + sv).min(11) } else { 0 };
                damage += done;
                falls += u32::from(done == 11);
            }
        }
    }
    let ruin = odds::at_building(&state, RED, Fire, &shot).unwrap();
    assert!((ruin.expected_damage() - f64::from(damage) / 1000.0).abs() < 1e-9, "{ruin:?}");
    assert!((ruin.falls - f64::from(falls) / 1000.0).abs() < 1e-9, "{ruin:?}");
}
