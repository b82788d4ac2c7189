//! What buildings are like, who finds room in them, and who begins the battle inside.

use gatemaster_rules::antares::buildings::{Room, capacity, is_next, room, wrong_with};
use gatemaster_rules::antares::{Antares, Setup};
use gatemaster_rules::system::System;

use super::*;
use crate::antares::field::{BLUE, setup};
use crate::antares::melee::few;

fn room_of(field: &Field, spot: Spot) -> (u32, u32) {
    let Room { models, units } = room(&field.state, spot);
    (models, units)
}

/// B-SIZ-1, B-DMG-2: a building is told by its size, storeys, blocks, roof and damage value, and what is wrong with it
/// is told together.
#[test]
fn a_building_is_described_and_every_fault_is_named_at_once() {
    let plan = Plan::plain("Keep", Size::Small, 2);
    assert_eq!((plan.strength, plan.cover, plan.blocks), (20, 2, 1));
    assert_eq!(wrong_with(&[plan.clone(), tower()]), [] as [&str; 0]);
    let odd = Plan {
        storeys: 13,
        blocks: 5,
        cover: 4,
        strength: 201,
        links: vec!["Nowhere".into()],
        zone: Some(Seat(2)),
        ..plan.clone()
    };
    assert_eq!(
        wrong_with(&[plan.clone(), odd]),
        [
            "Two buildings are called Keep; rename one.",
            "Keep has 13 storeys; a building has 1 to 12.",
            "Keep has 5 blocks; a building has 1 to 4.",
            "Keep adds 4 to Res; walls add 0 to 3.",
            "Keep has a damage value of 201; it goes from 1 to 200, and 0 cannot be brought down.",
            "Keep has a transporter to Nowhere, but there is no such building.",
            "Keep lies in the zone of a side that there is not."
        ]
    );
    let mut setup = setup(&["ai_squad"], &["feral_squad"]);
    setup.buildings = vec![plan.clone(); 13];
    let faults = Antares::set_up(&setup).unwrap_err();
    assert!(
        faults.contains(&"There are 13 buildings; a table has at most 12.".into()),
        "{faults:?}"
    );
    // an older set-up knows nothing of buildings
    let mut text = serde_json::to_value(Setup { buildings: Vec::new(), ..setup }).unwrap();
    assert!(text.as_object_mut().unwrap().remove("buildings").is_none());
    assert!(serde_json::from_value::<Setup>(text).unwrap().buildings.is_empty());
}

/// B-SIZ-2, B-DMG-2: seven storeys are two blocks of three and one of one; each storey above the third is worth five.
#[test]
fn a_tall_building_is_a_stack_of_blocks() {
    let plan = Plan { storeys: 7, strength: Plan::usual_strength(7), ..tower() };
    assert_eq!(plan.strength, 40);
    assert_eq!(plan.blocks_high(), 3);
    assert_eq!([0, 1, 2].map(|block| plan.floors(block)), [(1, 3), (4, 6), (7, 7)]);
    let field = site(&["ai_squad"], &["feral_squad"], &[plan]);
    let names: Vec<String> =
        field.state.spots().iter().map(|s| field.state.spot_name(*s)).collect();
    assert_eq!(
        names,
        ["Tower, floors 1 to 3", "Tower, floors 4 to 6", "Tower, floor 7", "the roof of Tower"]
    );
    assert_eq!(room_of(&field, Spot::block(TOWER, 0, 0)), (30, 3));
    assert_eq!(room_of(&field, Spot::block(TOWER, 0, 2)), (10, 3));
    assert!(is_next(Spot::block(TOWER, 0, 1), Spot::block(TOWER, 0, 2)));
    assert!(!is_next(Spot::block(TOWER, 0, 0), Spot::block(TOWER, 0, 2)));
}

/// B-OCC-1: ten, five or three models a level and three, two or one units; drones and team weapons take no room.
#[test]
fn models_and_units_fill_a_block() {
    for (size, models, units) in
        [(Size::Standard, 20, 3), (Size::Small, 10, 2), (Size::VerySmall, 6, 1)]
    {
        let field = site(&["ai_squad"], &["feral_squad"], &[Plan::plain("Tower", size, 2)]);
        assert_eq!(room_of(&field, ground(TOWER)), (models, units), "{size:?}");
    }
    let red = ["c3_strike_squad", "ai_mag_cannon_team", "ai_squad", "gang_fighters"];
    let mut field = site(&red, &["feral_squad"], &[Plan::plain("Tower", Size::Standard, 1)]);
    let (strike, cannon) = (field.red(0), field.red(1));
    put(&mut field, strike, ground(TOWER));
    // its spotter drone is no model
    assert_eq!(room_of(&field, ground(TOWER)), (5, 2));
    put(&mut field, cannon, ground(TOWER));
    // two of the crew; the cannon itself takes no room
    assert_eq!(room_of(&field, ground(TOWER)), (3, 1));
    let squad = field.red(2);
    assert_eq!(
        cannot_go(&field, squad, Order::Run, Some(ground(TOWER))),
        "Tower has room for 3 more models; AI Squad has 5."
    );
    few(&mut field, squad, 3);
    let mut full = Field { state: field.state.clone(), last: Vec::new() };
    goes(&mut full, squad, Order::Run, Some(ground(TOWER)));
    assert_eq!(room_of(&full, ground(TOWER)), (0, 0));
    assert_eq!(
        cannot_go(&full, field.red(3), Order::Run, Some(ground(TOWER))),
        "Tower is full: no further unit finds room there."
    );
}

/// B-OCC-2: two small parts that adjoin are filled together, by one unit at a time as for their size.
#[test]
fn a_unit_fills_two_small_blocks_at_once() {
    let plan = Plan { blocks: 3, ..Plan::plain("Row", Size::VerySmall, 2) };
    assert_eq!((plan.columns(), plan.parts_of(0), plan.parts_of(1)), (2, 2, 1));
    let field = site(&["ai_squad"], &["feral_squad"], &[plan]);
    let pair = capacity(&field.state, Spot::block(TOWER, 0, 0));
    let single = capacity(&field.state, Spot::block(TOWER, 1, 0));
    assert_eq!((pair.models, pair.units, single.models), (12, 1, 6));
    assert_eq!(field.state.building(TOWER).unwrap().columns.len(), 2);
    // standard blocks stay apart
    assert_eq!(Plan { blocks: 3, ..tower() }.columns(), 3);
}

fn deploy(unit: UnitId, spot: Spot, opening: Option<Facing>) -> Command {
    Command::Deploy { unit, into: Some(Berth { spot, opening }) }
}

/// B-DEP-1: infantry and teams inside a building of their own zone; heavy teams and weapon drones at one opening, where
/// they stay; nobody large, nobody of the other side.
#[test]
fn deploying_inside_and_being_emplaced_at_an_opening() {
    let red = ["ai_squad", "ai_x_howitzer_team", "c3d1_light_support_drone", "ghar_battle_squad"];
    let mut setup = setup(&red, &["feral_squad"]);
    setup.buildings = vec![Plan { zone: Some(RED), ..tower() }, Plan { zone: Some(BLUE), ..hut() }];
    let mut field = Field::of(&setup);
    let (squad, gun, drones, suits) = (field.red(0), field.red(1), field.red(2), field.red(3));
    field.draw(RED);
    assert!(offers(&field, &deploy(squad, ground(TOWER), None)));
    assert!(offers(&field, &deploy(gun, ground(TOWER), Some(Facing::Front))));
    for (unit, spot, opening, sentence) in [
        (suits, ground(TOWER), None, "Ghar Battle Squad is too large for Tower."),
        (
            squad,
            ground(OTHER),
            None,
            "Hut does not lie wholly in the deployment zone of Red, so nobody of it deploys there.",
        ),
        (
            gun,
            ground(TOWER),
            None,
            "AI X-Howitzer Team is emplaced at one opening of Tower for the whole battle; say on which side: front, right, back or left.",
        ),
        (
            squad,
            ground(TOWER),
            Some(Facing::Back),
            "AI Squad is free to move inside, so it needs no opening of its own.",
        ),
        (squad, Spot::block(TOWER, 0, 1), None, "Tower has no such block."),
        (squad, ground(BuildingId(9)), None, "There is no such building on the table."),
    ] {
        assert_eq!(field.refused(RED, &deploy(unit, spot, opening)), sentence);
    }
    field.go(RED, &deploy(gun, ground(TOWER), Some(Facing::Left)), &[]);
    assert_eq!(field.unit(gun).emplaced, Some(Facing::Left));
    field.restart();
    field.draw(RED);
    field.go(RED, &deploy(drones, ground(TOWER), Some(Facing::Front)), &[]);
    field.draw(RED);
    field.go(RED, &deploy(squad, Spot::roof(TOWER, 0), None), &[]);
    assert_eq!(field.unit(squad).spot, Some(Spot::roof(TOWER, 0)));
    field.draw(RED);
    field.go(RED, &Command::Deploy { unit: suits, into: None }, &[]);
    field.draw(BLUE);
    let ferals = field.blue(0);
    field.go(BLUE, &deploy(ferals, ground(OTHER), None), &[]);
    assert_eq!(field.state.turn, 1);
    assert_eq!(room_of(&field, ground(TOWER)), (24, 1));
    // emplaced is emplaced
    for order in [Order::Advance, Order::Run] {
        let mut copy = Field { state: field.state.clone(), last: Vec::new() };
        copy.order(gun, order, &[]);
        assert_eq!(
            copy.refused(RED, &go_to(None)),
            if order == Order::Advance {
                "AI X-Howitzer Team is emplaced at the left of Tower and never moves."
            } else {
                "No unit is carrying out an order now."
            }
        );
    }
}

/// B-DEP-1, A-MOV-9: snipers deploy anywhere in their half, so in any building but the enemy's.
#[test]
fn a_sniper_deploys_in_no_mans_tower() {
    let mut setup = setup(&["phase_sniper"], &["feral_squad"]);
    setup.buildings = vec![tower(), Plan { zone: Some(BLUE), ..hut() }];
    let mut field = Field::of(&setup);
    field.draw(RED);
    let sniper = field.red(0);
    assert_eq!(
        field.refused(RED, &deploy(sniper, ground(OTHER), None)),
        "Hut does not lie wholly in the deployment zone of Red, so nobody of it deploys there."
    );
    field.go(RED, &deploy(sniper, ground(TOWER), None), &[]);
    assert_eq!(field.unit(sniper).spot, Some(ground(TOWER)));
}

/// B-DEP-1: with the models on the table already, whoever begins inside is named before the first die.
#[test]
fn garrisons_are_named_before_the_first_die() {
    let mut field = site(
        &["ai_squad", "gang_fighters"],
        &["feral_squad"],
        &[Plan { zone: Some(RED), ..tower() }],
    );
    let (squad, gang) = (field.red(0), field.red(1));
    assert_eq!(
        field.refused(BLUE, &deploy(squad, ground(TOWER), None)),
        "AI Squad is not yours to deploy."
    );
    field.go(RED, &deploy(squad, ground(TOWER), None), &[]);
    assert_eq!(field.unit(squad).spot, Some(ground(TOWER)));
    field.draw(RED);
    assert_eq!(
        field.refused(RED, &deploy(gang, ground(TOWER), None)),
        "Everybody is on the table already."
    );
    assert_eq!(field.unit(squad).spot.map(|spot| spot.level), Some(Level::Block(0)));
}

/// B-LRG-1: in a hall there is room for everybody, and no overhead fire unless the players switch it on.
#[test]
fn a_hall_takes_in_the_largest_and_silences_launchers() {
    let hall = |overhead| Plan {
        interior: Interior::Hall { overhead },
        zone: Some(RED),
        ..Plan::plain("Hangar", Size::Standard, 1)
    };
    for overhead in [false, true] {
        let red = ["c3m4_combat_drone", "ai_x_launcher_team"];
        let mut field = site(&red, &["feral_squad"], &[hall(overhead)]);
        let (drone, launcher, ferals) = (field.red(0), field.red(1), field.blue(0));
        // the drone drives in at an advance, and nothing counts its models
        goes(&mut field, drone, Order::Advance, Some(ground(TOWER)));
        assert_eq!(field.unit(drone).spot, Some(ground(TOWER)));
        put(&mut field, ferals, ground(TOWER));
        field.lay(ferals, Order::Rally);
        let mut inside = Field { state: field.state.clone(), last: Vec::new() };
        put(&mut inside, launcher, ground(TOWER));
        for (mut field, sentence) in [
            (field, "Feral Squad is in Hangar, where there is no room for overhead fire."),
            (
                inside,
                "AI X-Launcher Team is inside Hangar, where X-launcher cannot be fired overhead.",
            ),
        ] {
            let gun = crate::antares::melee::weapon(&field, "x_launcher");
            let uses = vec![gatemaster_rules::antares::command::Use {
                weapon: gun,
                mode: 0,
                by: gatemaster_rules::antares::command::Shooters::Gun,
            }];
            let shots = vec![field.shot(uses, ferals, 20)];
            field.go(RED, &Command::Finish, &[]);
            field.order(launcher, Order::Fire, &[]);
            let shoot = Command::Shoot { shots };
            if overhead {
                // nobody is shielded in a hall with headroom: an ordinary shot, which misses for good
                field.go(RED, &shoot, &[10]);
            } else {
                assert_eq!(field.refused(RED, &shoot), sentence);
            }
        }
    }
}

/// B-LRG-1: a battle that takes place inside something huge has no overhead fire at all.
#[test]
fn indoors_nobody_fires_overhead() {
    let mut field = changed(&["ai_x_launcher_team"], &["feral_squad"], |setup| {
        setup.options.indoors = true;
    });
    let (launcher, ferals) = (field.red(0), field.blue(0));
    field.order(launcher, Order::Fire, &[]);
    let gun = crate::antares::melee::weapon(&field, "x_launcher");
    let uses = vec![gatemaster_rules::antares::command::Use {
        weapon: gun,
        mode: 0,
        by: gatemaster_rules::antares::command::Shooters::Gun,
    }];
    let shots = vec![field.shot(uses, ferals, 20)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots }),
        "There is no room for overhead fire in here, so X-launcher is silent."
    );
}
