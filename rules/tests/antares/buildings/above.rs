//! What comes down on a roof, and what becomes of the house.

use gatemaster_rules::antares::buildings::{Depth, StructureHit, depth_of, route};
use gatemaster_rules::antares::command::{Answer, BuildingShot, Mark, Scene, Struck, Use};
use gatemaster_rules::antares::event::{DestroyedBy, Pace};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::state::{ModelId, WeaponId};

use super::*;
use crate::antares::field::{BLUE, aimed, hits, resist_reasons};
use crate::antares::melee::{destroyed, few, pinned};

const LAUNCHER: &str = "boromite_x_launcher_team";
const HOWITZER: &str = "ai_x_howitzer_team";

/// An overhead team without its spotter, and its gun.
fn battery(team: &str, blue: &[&str], plans: &[Plan]) -> (Field, UnitId, Use) {
    let mut field = site(&[team], blue, plans);
    let id = field.red(0);
    field.unit_mut(id).gear.clear();
    let weapon = field.unit(id).gun.unwrap().weapon;
    let key = field.state.weapon(weapon).unwrap().key.clone();
    let gun = field.arm(id, Manner::Fire, &key, "");
    for unit in field.state.ids().filter(|unit| *unit != id).collect::<Vec<_>>() {
        field.lay(unit, Order::Rally);
    }
    (field, id, gun)
}

fn landed(events: &[Event]) -> Vec<(u32, Depth)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::LandedOn { roll, sv, depth, .. } => Some((roll.face + u32::from(*sv), *depth)),
            _ => None,
        })
        .collect()
}

fn damage(events: &[Event]) -> Vec<(u32, u32)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::BuildingDamaged { damage, left, .. } => Some((*damage, *left)),
            _ => None,
        })
        .collect()
}

fn collapsed(events: &[Event]) -> Vec<Part> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Collapsed { part } => Some(*part),
            _ => None,
        })
        .collect()
}

/// B-OVH-1, B-OVH-3: up to five the roof, then the topmost block, then everything; in a low house six is enough.
#[test]
fn how_deep_a_shot_goes() {
    for (total, high, low) in [
        (1, Depth::Roof, Depth::Roof),
        (5, Depth::Roof, Depth::Roof),
        (6, Depth::Top, Depth::Through),
        (10, Depth::Top, Depth::Through),
        (11, Depth::Through, Depth::Through),
        (15, Depth::Through, Depth::Through),
    ] {
        assert_eq!((depth_of(total, 4), depth_of(total, 3)), (high, low), "{total}");
    }
}

/// B-OVH-1, B-OVH-2: the roof is hit in any case, floor by floor the rest; no −1 for the building, and those inside keep
/// their cover even from a No Cover weapon, while those on the roof have none.
#[test]
fn a_launcher_shoots_through_the_roof() {
    for (die, deep) in [(4, 0), (5, 1), (9, 1), (10, 2)] {
        let plan = Plan { storeys: 6, ..tower() };
        let blue = ["domari_squad", "feral_squad", "gang_fighters"];
        let (mut field, team, gun) = battery(LAUNCHER, &blue, &[plan]);
        let (roof, top, cellar) = (field.blue(0), field.blue(1), field.blue(2));
        put(&mut field, roof, Spot::roof(TOWER, 0));
        put(&mut field, top, Spot::block(TOWER, 0, 1));
        put(&mut field, cellar, ground(TOWER));
        let shots = vec![field.shot(vec![gun], cellar, 40)];
        field.order(team, Order::Fire, &[]);
        // to hit, how deep, three hits of a blast
        let dice = [1, die, 3];
        let events = match deep {
            0 => {
                // all three on the roof: one lucky, the shooter's to place
                let events = field.go(RED, &Command::Shoot { shots }, &dice);
                field.asks(RED, "place the lucky hits on Domari Squad");
                events
            }
            1 => {
                // three hits for two units: who takes two?
                let events = field.go(RED, &Command::Shoot { shots }, &dice);
                let options = field.asks(RED, "say who takes the odd hits");
                assert_eq!(options.len(), 2);
                assert_eq!(options[0], Command::Answer(Answer::OddHits(vec![roof, top])));
                field.restart();
                let odd = Answer::OddHits(vec![top, roof]);
                let told = field.answer(RED, odd, &[]);
                assert!(told.iter().any(|event| matches!(event,
                    Event::BlastShared { shares } if *shares == [(top, 2), (roof, 1)])));
                events
            }
            _ => {
                let events = field.go(RED, &Command::Shoot { shots }, &dice);
                // three for three: the unit aimed at comes first, with the lucky one
                assert_eq!(hits(&events), [(1, 1), (1, 0), (1, 0)]);
                events
            }
        };
        assert_eq!(aimed(&events), ["needs 2: Acc 5, long range −1, overhead −2"]);
        let depth = [Depth::Roof, Depth::Top, Depth::Through][deep];
        assert_eq!(landed(&events), [(die + 1, depth)]);
    }
    // what they resist with
    let (mut field, team, gun) = battery(LAUNCHER, &["domari_squad", "feral_squad"], &[tower()]);
    let (inside, roof) = (field.blue(0), field.blue(1));
    put(&mut field, inside, ground(TOWER));
    put(&mut field, roof, Spot::roof(TOWER, 0));
    few(&mut field, inside, 1);
    few(&mut field, roof, 1);
    let shots = vec![field.shot(vec![gun], inside, 20)];
    let events = field.shoot(team, Order::Fire, shots, &[3, 5, 2, 2, 2, 1]);
    assert_eq!(aimed(&events), ["needs 3: Acc 5, overhead −2"]);
    assert_eq!(
        resist_reasons(&events),
        ["needs 7: Res 5, armour +1, cover +2, SV −1", "needs 4: Res 5, SV −1"]
    );
}

/// B-OVH-1: a shot astray hits the building only if the middle of the template lies on it; else nobody inside is reached.
#[test]
fn a_stray_shell_beside_the_house_reaches_nobody_inside() {
    let (mut field, team, gun) =
        battery(LAUNCHER, &["domari_squad", "feral_squad"], &[tower(), hut()]);
    let (inside, outside) = (field.blue(0), field.blue(1));
    put(&mut field, inside, ground(TOWER));
    let shots = vec![field.shot(vec![gun], inside, 20)];
    // missed; nine on the die is five inches for a Fire order: off the tower
    field.shoot(team, Order::Fire, shots, &[9, 9]);
    let options = field.asks(RED, "say who lies under the template, 5″ off target");
    assert_eq!(options[0], Command::Answer(Answer::Template(Vec::new())));
    assert!(options.contains(&Command::Answer(Answer::LandsOn(part(OTHER)))));
    let inside_too =
        Answer::Template(vec![Struck { unit: inside, under: vec![Mark::Model(ModelId(0))] }]);
    assert_eq!(
        field.refused(RED, &Command::Answer(inside_too)),
        "Domari Squad is inside Tower: a template reaches it only if its middle lies on the building."
    );
    let nowhere = Answer::LandsOn(part(BuildingId(7)));
    assert_eq!(
        field.refused(RED, &Command::Answer(nowhere)),
        "No such building stands on the table."
    );
    let hit =
        Answer::Template(vec![Struck { unit: outside, under: vec![Mark::Model(ModelId(0))] }]);
    let mut beside = Field { state: field.state.clone(), last: Vec::new() };
    let events = beside.answer(RED, hit, &[1, 1]);
    assert!(landed(&events).is_empty() && hits(&events) == [(1, 0)]);
    // on the empty hut it does nothing but shake it
    let events = field.answer(RED, Answer::LandsOn(part(OTHER)), &[10, 4]);
    assert_eq!(landed(&events), [(11, Depth::Through)]);
    assert!(hits(&events).is_empty() && damage(&events).is_empty());
    // three inches off, the tower is still the likeliest
    let (mut field, team, gun) = battery(LAUNCHER, &["domari_squad"], &[tower()]);
    let inside = field.blue(0);
    put(&mut field, inside, ground(TOWER));
    let shots = vec![field.shot(vec![gun], inside, 20)];
    field.shoot(team, Order::Fire, shots, &[9, 6]);
    let options = field.asks(RED, "say who lies under the template, 3″ off target");
    assert_eq!(options[0], Command::Answer(Answer::LandsOn(part(TOWER))));
    let events =
        crate::antares::melee::answer(&mut field, RED, Answer::LandsOn(part(TOWER)), &[5, 1, 1]);
    assert_eq!((landed(&events), hits(&events)), (vec![(6, Depth::Through)], vec![(1, 0)]));
}

/// B-DMG-1: only from SV 5 or five blast hits on; each adds to the die only if it is five by itself, and the die is a D5,
/// for a fractal weapon a D10.
#[test]
fn what_counts_for_damage() {
    let hit = |sv, blast| {
        StructureHit { part: part(TOWER), weapon: WeaponId(0), mode: 0, sv, blast }.counted()
    };
    assert_eq!(hit(4, 4), (0, 0));
    assert_eq!(hit(5, 0), (5, 0));
    assert_eq!(hit(2, 5), (0, 5));
    assert_eq!(hit(6, 10), (6, 10));
    for (unit, weapon, die, does) in [
        ("ai_mag_cannon_team", "mag_cannon", 9, 5 + 5),
        ("boromite_heavy_frag_borer_team", "heavy_frag_borer", 9, 9 + 6),
    ] {
        let mut field = site(&[unit], &["domari_squad"], &[tower()]);
        let (team, domari) = (field.red(0), field.blue(0));
        field.unit_mut(team).gear.clear();
        put(&mut field, domari, ground(TOWER));
        few(&mut field, domari, 1);
        field.lay(domari, Order::Rally);
        let gun = field.arm(team, Manner::Fire, weapon, "");
        let shots = vec![field.shot(vec![gun], domari, 18)];
        // it hits, the last of the domari resists and passes a break test, then the wall is tested
        let events = field.shoot(team, Order::Fire, shots, &[4, 1, 1, die]);
        assert_eq!(damage(&events), [(does, 20 - does)], "{weapon}");
        assert_eq!(field.state.building(TOWER).unwrap().columns[0].left, 20 - does);
    }
    // a mag gun scratches nothing
    let mut field = site(&["gang_fighters"], &["domari_squad"], &[tower()]);
    let (gang, domari) = (field.red(0), field.blue(0));
    put(&mut field, domari, ground(TOWER));
    field.lay(domari, Order::Rally);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, domari, 18)];
    let events = fires(&mut field, gang, Order::Fire, shots, &[2, 9, 9, 9, 1]);
    assert!(damage(&events).is_empty());
}

/// B-DMG-1: blast hits count as they were rolled, before they are halved or shared; an overhead shot that stops at the
/// roof counts as well.
#[test]
fn a_howitzer_shakes_the_house_even_when_everybody_is_down() {
    let (mut field, team, gun) = battery(HOWITZER, &["domari_squad"], &[tower()]);
    let domari = field.blue(0);
    put(&mut field, domari, ground(TOWER));
    field.unit_mut(domari).dice.placed = vec![Order::Down];
    let shots = vec![field.shot(vec![gun.clone()], domari, 40)];
    // on target, through, nine hits halved to four, which are resisted; damage: 3 of 5, and all nine
    let events = field.shoot(team, Order::Fire, shots, &[2, 9, 9]);
    assert_eq!(landed(&events), [(11, Depth::Through)]);
    assert_eq!(hits(&events), [(4, 0)]);
    let first = field.asked().2[0].clone();
    let events = field.go(BLUE, &first, &[1, 1, 1, 1, 5]);
    assert_eq!(damage(&events), [(3 + 9, 8)]);
    // stopped by the roof, it still is a hit on the structure
    let (mut field, team, gun) = battery(HOWITZER, &["domari_squad"], &[tower()]);
    let domari = field.blue(0);
    put(&mut field, domari, ground(TOWER));
    let shots = vec![field.shot(vec![gun], domari, 40)];
    let events = field.shoot(team, Order::Fire, shots, &[2, 2, 7, 1]);
    assert_eq!(landed(&events), [(4, Depth::Roof)]);
    assert!(hits(&events).is_empty());
    assert_eq!(damage(&events), [(1 + 7, 12)]);
}

/// B-DMG-1: one test for each weapon's shot that hit.
#[test]
fn two_cannon_balls_are_two_tests() {
    let mut field = changed(&["ai_mag_cannon_team"], &["domari_squad"], |setup| {
        setup.buildings = vec![tower()];
        let cannon = setup.weapons.iter_mut().find(|weapon| weapon.key == "mag_cannon").unwrap();
        cannon.modes[0].rules = vec![gatemaster_rules::antares::profile::WeaponRule::RapidFire(3)];
    });
    let (team, domari) = (field.red(0), field.blue(0));
    field.unit_mut(team).gear.clear();
    put(&mut field, domari, ground(TOWER));
    field.lay(domari, Order::Rally);
    few(&mut field, domari, 1);
    let gun = field.arm(team, Manner::Fire, "mag_cannon", "");
    let shots = vec![field.shot(vec![gun], domari, 18)];
    // two of three hit and are resisted; the break test; two dice for the wall
    let events = field.shoot(team, Order::Fire, shots, &[2, 9, 3, 1, 1, 1, 1, 10]);
    assert_eq!(damage(&events), [(6, 14), (10, 4)]);
}

/// B-DMG-2: at nothing the building and everybody inside are gone, those on the roof stand in the rubble, and the block
/// beside has a value of its own.
#[test]
fn a_house_falls_with_everybody_in_it() {
    let plan = Plan { storeys: 6, blocks: 2, strength: 12, ..tower() };
    let blue = ["domari_squad", "feral_squad", "gang_fighters", "ai_squad"];
    let mut field = site(&["ai_mag_cannon_team"], &blue, &[plan]);
    let team = field.red(0);
    field.unit_mut(team).gear.clear();
    let all: Vec<UnitId> = (0..4).map(|n| field.blue(n)).collect();
    put(&mut field, all[0], ground(TOWER));
    put(&mut field, all[1], Spot::block(TOWER, 0, 1));
    put(&mut field, all[2], Spot::roof(TOWER, 0));
    put(&mut field, all[3], Spot::block(TOWER, 1, 0));
    for unit in &all {
        field.lay(*unit, Order::Rally);
    }
    let gun = field.arm(team, Manner::Fire, "mag_cannon", "");
    let mut first = Field { state: field.state.clone(), last: Vec::new() };
    let shots = vec![first.shot(vec![gun.clone()], all[0], 18)];
    let events = fires(&mut first, team, Order::Fire, shots, &[2, 1, 2]);
    assert_eq!((damage(&events), collapsed(&events)), (vec![(6, 6)], vec![]));
    // the stacked block above shares the value
    field.state.buildings[0].columns[0].left = 6;
    let shots = vec![field.shot(vec![gun], all[1], 18)];
    let events = fires(&mut field, team, Order::Fire, shots, &[2, 1, 1]);
    assert_eq!((damage(&events), collapsed(&events)), (vec![(6, 0)], vec![part(TOWER)]));
    assert_eq!(
        destroyed(&events),
        [(all[0], DestroyedBy::Collapse), (all[1], DestroyedBy::Collapse)]
    );
    assert_eq!(ways(&events), [(all[2], None, Way::Rubble)]);
    assert_eq!(field.unit(all[3]).spot, Some(Spot::block(TOWER, 1, 0)));
    assert!(!field.unit(all[2]).destroyed && !field.unit(all[3]).destroyed);
    assert_eq!(field.state.rubble_names(), ["rubble of Tower, block 1"]);
    assert_eq!(field.state.spots().len(), 3);
    // dice lost count as ever (A-BAG-4)
    assert_eq!(field.state.dice_lost(BLUE), (2, 4));
    // nobody goes in there any more
    let refused = route(&field.state, all[2], Some(ground(TOWER)), Pace::Run).unwrap_err();
    assert_eq!(refused.sentence(), "Only rubble is left of Tower, block 1.");
}

fn at_building(field: &Field, uses: Vec<Use>, range: u32) -> Command {
    assert!(field.state.building(TOWER).is_some());
    let (range, scene) = (Inches::whole(range), Scene::default());
    Command::ShootBuilding(BuildingShot { part: part(TOWER), range, uses, scene })
}

/// B-DMG-3: the structure itself is a target: no −1, no pins, nobody inside is hit by direct fire.
#[test]
fn the_wall_itself_is_shot_at() {
    let mut field = site(&["ai_mag_cannon_team", "gang_fighters"], &["domari_squad"], &[tower()]);
    let (team, gang, domari) = (field.red(0), field.red(1), field.blue(0));
    field.unit_mut(team).gear.clear();
    put(&mut field, domari, ground(TOWER));
    let gun = field.arm(team, Manner::Fire, "mag_cannon", "");
    field.order(team, Order::Fire, &[]);
    let shot = at_building(&field, vec![gun], 18);
    assert!(offers(&field, &shot));
    // nobody is asked to go down: nobody was shot at
    let events = field.go(RED, &shot, &[6, 4]);
    assert_eq!(aimed(&events), ["needs 6: Acc 5, Fire order +1"]);
    assert_eq!(damage(&events), [(7, 13)]);
    assert!(hits(&events).is_empty() && pinned(&events).is_empty() && field.is_quiet());
    let guns = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    field.order(gang, Order::Fire, &[]);
    let shot = at_building(&field, guns, 18);
    assert_eq!(
        field.refused(RED, &shot),
        "None of that can hurt Tower: it takes a strike value of 5, or a blast of five hits."
    );
    assert!(!offers(&field, &shot));
}

/// B-DMG-3, B-OVH-1: overhead fire at the building comes down on everybody in it.
#[test]
fn shelling_the_building_strikes_friend_and_foe() {
    let (mut field, team, gun) = battery(HOWITZER, &["domari_squad"], &[tower()]);
    let domari = field.blue(0);
    few(&mut field, domari, 1);
    put(&mut field, domari, ground(TOWER));
    field.order(team, Order::Fire, &[]);
    let shot = at_building(&field, vec![gun], 40);
    let events = field.go(RED, &shot, &[2, 8, 1, 1, 2]);
    assert_eq!(aimed(&events), ["needs 3: Acc 5, overhead −2"]);
    assert_eq!((landed(&events), hits(&events)), (vec![(10, Depth::Through)], vec![(1, 0)]));
    assert_eq!(pinned(&events).len(), 1);
    // off target it may still come down on the house
    let (mut field, team, gun) = battery(HOWITZER, &["domari_squad"], &[tower()]);
    field.order(team, Order::Fire, &[]);
    let shot = at_building(&field, vec![gun], 40);
    field.go(RED, &shot, &[9, 4]);
    let options = field.asks(RED, "say who lies under the template, 2″ off target");
    assert_eq!(options[0], Command::Answer(Answer::LandsOn(part(TOWER))));
}

/// B-DMG-3, B-DMG-2: what cannot be brought down, or is rubble already, is no target.
#[test]
fn a_mountain_is_no_target() {
    let mut field =
        site(&["ai_mag_cannon_team"], &["domari_squad"], &[Plan { strength: 0, ..tower() }]);
    let (team, domari) = (field.red(0), field.blue(0));
    field.unit_mut(team).gear.clear();
    field.lay(domari, Order::Rally);
    put(&mut field, domari, ground(TOWER));
    let gun = field.arm(team, Manner::Fire, "mag_cannon", "");
    field.order(team, Order::Fire, &[]);
    let shot = at_building(&field, vec![gun.clone()], 18);
    assert_eq!(field.refused(RED, &shot), "Tower cannot be brought down.");
    let shots = vec![field.shot(vec![gun.clone()], domari, 18)];
    let mut copy = Field { state: field.state.clone(), last: Vec::new() };
    let events = crate::antares::melee::go(&mut copy, RED, &Command::Shoot { shots }, &[2, 1]);
    assert!(damage(&events).is_empty());
    field.state.buildings[0].columns[0].rubble = true;
    assert_eq!(
        field.refused(RED, &at_building(&field, vec![gun], 18)),
        "No such building stands on the table."
    );
}
