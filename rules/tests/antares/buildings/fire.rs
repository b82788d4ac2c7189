//! Shots out of windows, and at whoever stands behind them.

use gatemaster_rules::antares::command::{Cover, Mark, Scene, Shot, Use};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::state::ModelId;

use super::*;
use crate::antares::field::{BLUE, aimed, by, hits, resist_reasons};

/// A gang outside, somebody in the tower with an order of their own.
fn besieged(red: &str, blue: &str) -> (Field, UnitId, UnitId) {
    let mut field = site(&[red], &[blue], &[tower()]);
    let (shooter, target) = (field.red(0), field.blue(0));
    put(&mut field, target, ground(TOWER));
    field.lay(target, Order::Rally);
    (field, shooter, target)
}

fn at(field: &Field, uses: Vec<Use>, target: UnitId, range: u32, scene: Scene) -> Vec<Shot> {
    vec![Shot { scene, ..field.shot(uses, target, range) }]
}

/// B-SHT-4: one off to hit and two more on Res, whatever people say of cover, and at any range.
#[test]
fn walls_take_one_off_the_shot_and_add_two_to_res() {
    for range in [8, 18, 28] {
        let (mut field, gang, domari) = besieged("gang_fighters", "domari_squad");
        let uses = field.way_with(gang, Manner::Fire, range, "mag_gun", "");
        // somebody forgot to take the cover of the last target back
        let scene = Scene { cover: Cover::Everybody(1), ..Scene::default() };
        let shots = at(&field, uses, domari, range, scene);
        let events = fires(&mut field, gang, Order::Fire, shots, &[1, 9, 9, 9, 7]);
        let needs = if range == 28 {
            "needs 4: Acc 5, long range −1, Fire order +1, target in a building −1"
        } else {
            "needs 5: Acc 5, Fire order +1, target in a building −1"
        };
        assert_eq!(aimed(&events), [needs]);
        assert_eq!(resist_reasons(&events), ["needs 7: Res 5, armour +1, cover +2, SV −1"]);
    }
}

/// B-SHT-4: the building's own value counts; thin walls give nothing.
#[test]
fn a_shack_and_a_bunker_differ() {
    for (cover, needs) in
        [(0, "needs 5: Res 5, armour +1, SV −1"), (3, "needs 8: Res 5, armour +1, cover +3, SV −1")]
    {
        let mut field = site(&["gang_fighters"], &["domari_squad"], &[Plan { cover, ..tower() }]);
        let (gang, domari) = (field.red(0), field.blue(0));
        put(&mut field, domari, ground(TOWER));
        field.lay(domari, Order::Rally);
        let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
        let shots = vec![field.shot(uses, domari, 18)];
        let events = fires(&mut field, gang, Order::Fire, shots, &[2, 9, 9, 9, 1]);
        assert_eq!(resist_reasons(&events), [needs]);
    }
}

/// B-OVH-2: a direct No Cover weapon does without the walls; decisions 7 of the buildings.
#[test]
fn a_phase_rifle_looks_through_walls() {
    let (mut field, sniper, domari) = besieged("phase_sniper", "domari_squad");
    field.unit_mut(sniper).gear.clear();
    let rifle = field.way_with(sniper, Manner::Fire, 18, "phase_rifle", "");
    let shots = vec![field.shot(rifle, domari, 18)];
    // one shot on the D6, it hits
    let events = fires(&mut field, sniper, Order::Fire, shots, &[1, 5, 4]);
    assert_eq!(aimed(&events), ["needs 8: Acc 8, Fire order +1, target in a building −1"]);
    assert_eq!(resist_reasons(&events), ["needs 4: Res 5, armour +1, SV −2"]);
}

/// B-SHT-5: whoever sees one opening can hit everybody inside; nobody is hidden there.
#[test]
fn one_window_is_enough_to_hit_them_all() {
    let (mut field, gang, domari) = besieged("gang_fighters", "domari_squad");
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let scene = Scene { hidden: vec![Mark::Model(ModelId(0))], ..Scene::default() };
    let shots = at(&field, uses.clone(), domari, 18, scene);
    field.order(gang, Order::Fire, &[]);
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots }),
        "Domari Squad is inside Tower: whoever sees an opening of it can hit every model."
    );
    let scene = Scene { under: Some(vec![Mark::Model(ModelId(0))]), ..Scene::default() };
    let picked = at(&field, uses.clone(), domari, 18, scene);
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: picked }),
        "Domari Squad is inside Tower: whoever sees an opening of it can hit every model."
    );
    let shots = vec![field.shot(uses, domari, 18)];
    let events = field.go(RED, &Command::Shoot { shots }, &[2, 2, 2, 2]);
    assert_eq!(hits(&events), [(4, 0)]);
    // four hits on six models, each of which may be chosen
    let options = field.asks(BLUE, "place the hits on Domari Squad");
    assert!(options.len() > 1);
}

/// B-SHT-1: two models to an opening, or one support weapon; more than that do not find room.
#[test]
fn windows_limit_how_many_shoot() {
    let mut field = site(&["gang_fighters", "ai_mag_cannon_team"], &["domari_squad"], &[tower()]);
    let (gang, cannon, domari) = (field.red(0), field.red(1), field.blue(0));
    put(&mut field, gang, ground(TOWER));
    put(&mut field, cannon, ground(TOWER));
    field.lay(domari, Order::Rally);
    let guns = field.arm(gang, Manner::Fire, "mag_gun", "");
    let openings = |n| Scene { openings: Some(n), ..Scene::default() };
    field.order(gang, Order::Fire, &[]);
    let all = at(&field, vec![guns.clone()], domari, 18, openings(1));
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: all }),
        "Two models shoot through an opening, or one support or heavy weapon: these need 2 openings, and 1 is there."
    );
    let two = at(&field, vec![by(&guns, &[1, 2])], domari, 18, openings(1));
    let events = field.go(RED, &Command::Shoot { shots: two }, &[9, 9]);
    // out of the tower nothing is taken off: the target stands in the open
    assert_eq!(aimed(&events), ["needs 6: Acc 5, Fire order +1"]);
    let mag = field.arm(cannon, Manner::Fire, "mag_cannon", "");
    let none = at(&field, vec![mag.clone()], domari, 18, openings(0));
    field.order(cannon, Order::Fire, &[]);
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: none }),
        "Two models shoot through an opening, or one support or heavy weapon: these need 1 opening, and 0 are there."
    );
    let one = at(&field, vec![mag], domari, 18, openings(1));
    field.go(RED, &Command::Shoot { shots: one }, &[10]);
    // on open ground there are no windows to count
    let mut field = site(&["gang_fighters"], &["domari_squad"], &[tower()]);
    let (gang, domari) = (field.red(0), field.blue(0));
    let guns = field.arm(gang, Manner::Fire, "mag_gun", "");
    field.order(gang, Order::Fire, &[]);
    let shots = at(&field, vec![guns], domari, 18, openings(2));
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots }),
        "Gang Fighters is in no building, so it shoots through no openings."
    );
}

/// B-SHT-1, B-DEP-1: an emplaced weapon has its own opening, and no other.
#[test]
fn the_emplaced_look_out_of_one_window_only() {
    let mut field = site(&["c3d1_light_support_drone"], &["domari_squad"], &[tower()]);
    let (drones, domari) = (field.red(0), field.blue(0));
    emplace(&mut field, drones, ground(TOWER), Facing::Left);
    field.unit_mut(drones).gear.clear();
    field.lay(domari, Order::Rally);
    let guns = field.arm(drones, Manner::Fire, "plasma_light_support", "");
    field.order(drones, Order::Fire, &[]);
    let shots = vec![field.shot(vec![guns.clone()], domari, 18)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots }),
        "Two models shoot through an opening, or one support or heavy weapon: these need 3 openings, and 1 is there."
    );
    let side = |side| Scene { side: Some(side), ..Scene::default() };
    let one = by(&guns, &[0]);
    let wrong = at(&field, vec![one.clone()], domari, 18, side(Facing::Front));
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: wrong }),
        "C3D1 Light Support Drone is emplaced at the left of Tower and shoots from there alone."
    );
    // what is offered fits the opening
    let offered = field.asked().2.into_iter().find_map(|command| match command {
        Command::Shoot { shots } => Some(shots),
        _ => None,
    });
    assert_eq!(offered.unwrap()[0].uses, [by(&guns, &[0])]);
    let shots = at(&field, vec![one], domari, 18, side(Facing::Left));
    field.go(RED, &Command::Shoot { shots }, &[10, 10, 10]);
    assert!(field.is_quiet());
}

/// B-SHT-2: one target for each side of the building.
#[test]
fn fire_is_split_by_the_sides_of_the_building() {
    let mut field = site(&["gang_fighters"], &["domari_squad", "feral_squad"], &[tower()]);
    let (gang, domari, ferals) = (field.red(0), field.blue(0), field.blue(1));
    put(&mut field, gang, ground(TOWER));
    field.lay(domari, Order::Rally);
    field.lay(ferals, Order::Rally);
    let guns = field.arm(gang, Manner::Fire, "mag_gun", "");
    let shot = |models: &[u8], target, side| Shot {
        target,
        range: Inches::whole(18),
        uses: vec![by(&guns, models)],
        scene: Scene { side, ..Scene::default() },
    };
    // on an Advance as well: it is the building that lets them
    field.order(gang, Order::Advance, &[]);
    let (front, back) = (Some(Facing::Front), Some(Facing::Back));
    for (one, other, sentence) in [
        (front, front, "All fire from the front goes at one target."),
        (
            front,
            None,
            "Fire is split by the sides of the building; say from which side each target is shot at.",
        ),
    ] {
        let shots = vec![shot(&[1, 2], domari, one), shot(&[3, 4], ferals, other)];
        assert_eq!(field.refused(RED, &Command::Shoot { shots }), sentence);
    }
    let twice = vec![shot(&[1, 2], domari, front), shot(&[2, 3], ferals, back)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: twice }),
        "Not everybody named has a working Mag gun."
    );
    let shots = vec![shot(&[1, 2], domari, front), shot(&[3, 4], ferals, back)];
    let events = field.go(RED, &Command::Shoot { shots }, &[9, 9, 9, 9]);
    assert_eq!(aimed(&events), ["needs 5: Acc 5"; 2]);
    // outside it is one target for everybody
    let mut field = site(&["gang_fighters"], &["domari_squad", "feral_squad"], &[tower()]);
    let gang = field.red(0);
    field.order(gang, Order::Fire, &[]);
    let shots = vec![shot(&[1, 2], domari, None), shot(&[3, 4], ferals, None)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots }),
        "A unit shoots at one target; only a vehicle with several weapons and a Fire order, or a unit inside a building, may split its fire."
    );
}

/// B-SHT-3: no launchers under a roof; on top of it they may.
#[test]
fn launchers_are_silent_inside_and_fire_from_the_roof() {
    let mut field = site(&["boromite_x_launcher_team"], &["domari_squad"], &[tower()]);
    let (team, domari) = (field.red(0), field.blue(0));
    field.unit_mut(team).gear.clear();
    field.lay(domari, Order::Rally);
    let gun = field.arm(team, Manner::Fire, "x_launcher", "");
    put(&mut field, team, ground(TOWER));
    let shots = vec![field.shot(vec![gun], domari, 18)];
    field.order(team, Order::Fire, &[]);
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: shots.clone() }),
        "Boromite X-Launcher Team is inside Tower, where X-launcher cannot be fired overhead."
    );
    // nor blind
    let blind = Command::FireBlind { range: Inches::whole(18), uses: shots[0].uses.clone() };
    assert_eq!(
        field.refused(RED, &blind),
        "Boromite X-Launcher Team is inside Tower, where X-launcher cannot be fired overhead."
    );
    put(&mut field, team, Spot::roof(TOWER, 0));
    field.go(RED, &Command::Shoot { shots }, &[10]);
}

/// B-SHT-4: from block to block the range is two inches, with the walls as ever.
#[test]
fn the_neighbours_are_two_inches_away() {
    let plan = Plan { blocks: 2, ..tower() };
    let mut field = site(&["gang_fighters"], &["domari_squad"], &[plan]);
    let (gang, domari) = (field.red(0), field.blue(0));
    put(&mut field, gang, Spot::block(TOWER, 0, 0));
    put(&mut field, domari, Spot::block(TOWER, 1, 0));
    field.lay(domari, Order::Rally);
    let uses = field.way_with(gang, Manner::Fire, 2, "mag_gun", "");
    field.order(gang, Order::Fire, &[]);
    let far = vec![field.shot(uses.clone(), domari, 18)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: far }),
        "Domari Squad is in the next block, so the range is 2″."
    );
    let shots = vec![field.shot(uses, domari, 2)];
    assert!(field.asked().2.iter().all(|command| match command {
        Command::Shoot { shots } => shots[0].range == Inches::whole(2),
        _ => true,
    }));
    let events =
        crate::antares::melee::go(&mut field, RED, &Command::Shoot { shots }, &[5, 9, 9, 9, 1]);
    assert_eq!(aimed(&events), ["needs 5: Acc 5, Fire order +1, target in a building −1"]);
    assert_eq!(resist_reasons(&events), ["needs 7: Res 5, armour +1, cover +2, SV −1"]);
}

/// B-ROF-1: on a roof one stands outside: nothing off the shot, and cover only from a parapet that is in the way.
#[test]
fn roofs_are_outside_and_a_parapet_is_cover() {
    for (roof, past, resists) in [
        (Roof::Flat, false, "needs 5: Res 5, armour +1, SV −1"),
        (Roof::Parapet, false, "needs 7: Res 5, armour +1, cover +2, SV −1"),
        (Roof::Parapet, true, "needs 5: Res 5, armour +1, SV −1"),
    ] {
        let mut field = site(&["gang_fighters"], &["domari_squad"], &[Plan { roof, ..tower() }]);
        let (gang, domari) = (field.red(0), field.blue(0));
        put(&mut field, domari, Spot::roof(TOWER, 0));
        field.lay(domari, Order::Rally);
        let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
        let scene = Scene { past_parapet: past, ..Scene::default() };
        let shots = at(&field, uses, domari, 18, scene);
        let events = fires(&mut field, gang, Order::Fire, shots, &[2, 9, 9, 9, 1]);
        assert_eq!(aimed(&events), ["needs 6: Acc 5, Fire order +1"]);
        assert_eq!(resist_reasons(&events), [resists]);
    }
    let field =
        site(&["ai_squad"], &["feral_squad"], &[tower(), Plan { roof: Roof::Flat, ..hut() }]);
    let high = |spot| field.state.is_high_ground(spot);
    assert!(high(Spot::roof(TOWER, 0)) && high(ground(TOWER)));
    assert!(!high(Spot::roof(OTHER, 0)) && !high(ground(OTHER)));
}

/// B-DEP-1, A-SHT-19: in the open a howitzer's crew is large and has no cover; emplaced it is not, and has.
#[test]
fn a_howitzer_crew_behind_walls_counts_as_small() {
    let (mut field, gang, howitzer) = besieged("gang_fighters", "ai_x_howitzer_team");
    emplace(&mut field, howitzer, ground(TOWER), Facing::Front);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, howitzer, 18)];
    let events = field.shoot(gang, Order::Fire, shots, &[2, 9, 9, 9]);
    assert_eq!(hits(&events), [(1, 0)]);
    let options = field.asks(BLUE, "place the hits on AI X-Howitzer Team");
    let crew =
        gatemaster_rules::antares::command::Answer::Place(vec![Some(Mark::Model(ModelId(0)))]);
    assert!(options.contains(&Command::Answer(crew.clone())));
    let events = field.answer(BLUE, crew, &[1]);
    assert_eq!(resist_reasons(&events), ["needs 8: Res 6, armour +1, cover +2, SV −1"]);
}
