//! Who may shoot with what, how far, and with how many dice (A-SHT-1 to A-SHT-5).

use gatemaster_rules::antares::arms::ways;
use gatemaster_rules::antares::command::{Command, Move, Shooters, Use};
use gatemaster_rules::antares::event::Event;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::{WeaponClass, WeaponRule};
use gatemaster_rules::antares::state::ModelId;

use crate::antares::field::{Field, RED, aimed, by, changed, duel, hits, needed};

const NOBODY_ACTS: &str = "No unit is carrying out an order now.";

/// A-SHT-1, A-ORD-11
#[test]
fn only_fire_and_advance_let_a_unit_shoot() {
    for (order, sentence) in [
        (Order::Run, "Run is no order to shoot."),
        (Order::Ambush, NOBODY_ACTS),
        (Order::Rally, NOBODY_ACTS),
        (Order::Down, NOBODY_ACTS),
    ] {
        let (mut field, gangers, domari) = duel("gang_fighters", "domari_squad");
        let shots = vec![field.shot(field.first_way(gangers, Manner::Fire, 18), domari, 18)];
        field.order(gangers, order, &[]);
        assert_eq!(field.refused(RED, &Command::Shoot { shots }), sentence, "{order}");
    }
}

/// A-SHT-1, A-ORD-11: the move of an Advance comes before its shots, and aiming is for Fire orders.
#[test]
fn an_advancing_squad_moves_first_and_then_shoots_without_the_bonus_for_aiming() {
    let (mut field, gangers, domari) = duel("gang_fighters", "domari_squad");
    field.order(gangers, Order::Advance, &[]);
    field.go(RED, &Command::Move(Move::default()), &[]);
    let uses = field.way_with(gangers, Manner::Advance, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, domari, 18)];
    let events = field.go(RED, &Command::Shoot { shots }, &[6, 7, 8, 10]);
    assert_eq!(needed(&events), (5, "needs 5: Acc 5".into()));
    assert!(hits(&events).is_empty() && field.is_quiet());
    assert_eq!(field.refused(RED, &Command::Move(Move::default())), NOBODY_ACTS);
}

/// A-SHT-1, A-SHT-23: the borer stays silent on the move, its crew does not; the crew's pistols need no crew.
#[test]
fn an_advancing_heavy_team_shoots_its_pistols_and_not_its_borer() {
    let (mut field, borer, domari) = duel("boromite_heavy_frag_borer_team", "domari_squad");
    field.unit_mut(borer).models[2].lost = true;
    let gun = field.arm(borer, Manner::Fire, "heavy_frag_borer", "");
    field.order(borer, Order::Advance, &[]);
    let shots = vec![field.shot(vec![gun], domari, 8)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots }),
        "Heavy frag borer is a heavy weapon and needs a Fire order."
    );
    let way = field.first_way(borer, Manner::Advance, 8);
    assert_eq!(way, [field.arm(borer, Manner::Advance, "mag_pistol", "")]);
    // two pistols miss, and the spotter's second look misses too
    let shots = vec![field.shot(way, domari, 8)];
    let events = field.go(RED, &Command::Shoot { shots }, &[6, 7, 8]);
    assert_eq!(aimed(&events), ["needs 5: Acc 5"]);
}

/// A-SHT-1, A-SHT-6: with its Fire order the heavy weapon shoots, unaimed.
#[test]
fn a_heavy_weapon_gains_nothing_from_the_fire_order_it_needs() {
    let (mut field, borer, domari) = duel("boromite_heavy_frag_borer_team", "domari_squad");
    let gun = field.arm(borer, Manner::Fire, "heavy_frag_borer", "");
    let shots = vec![field.shot(vec![gun], domari, 18)];
    let events = field.shoot(borer, Order::Fire, shots, &[10]);
    assert_eq!(aimed(&events), ["needs 5: Acc 5"]);
}

/// A-SHT-23: a vehicle leaves out its heavy weapon when it advances, and fires the rest.
#[test]
fn a_vehicle_on_the_move_fires_only_what_is_not_heavy() {
    let mut field = changed(&["c3m4_combat_drone"], &["domari_squad"], |setup| {
        let cannon = setup.weapons.iter_mut().find(|w| w.key == "plasma_cannon").unwrap();
        cannon.class = WeaponClass::Heavy;
    });
    let (drone, domari) = (field.red(0), field.blue(0));
    field.lay(domari, Order::Rally);
    assert_eq!(field.first_way(drone, Manner::Fire, 20).len(), 2);
    let way = field.first_way(drone, Manner::Advance, 20);
    assert_eq!(way, [field.arm(drone, Manner::Fire, "plasma_light_support", "")]);
    let shots = vec![field.shot(way, domari, 20)];
    let events = field.shoot(drone, Order::Advance, shots, &[10, 10, 10]);
    assert_eq!(aimed(&events), ["needs 6: Acc 6"]);
}

/// A-SHT-1: two targets are for vehicles on Fire.
#[test]
fn only_a_vehicle_with_a_fire_order_splits_its_fire() {
    const SPLIT: &str = "A unit shoots at one target; only a vehicle with several weapons and a Fire order may split its fire.";
    let mut field = Field::new(
        &["c3m4_combat_drone", "c3_strike_squad", "c3d1_light_support_drone"],
        &["domari_squad", "gang_fighters"],
    );
    let (domari, gangers) = (field.blue(0), field.blue(1));
    field.lay(domari, Order::Rally);
    field.lay(gangers, Order::Rally);
    let split = |field: &Field, one: Use, other: Use| Command::Shoot {
        shots: [(one, domari), (other, gangers)]
            .map(|(used, at)| field.shot(vec![used], at, 18))
            .to_vec(),
    };
    let squad = field.red(1);
    let carbine = field.arm(squad, Manner::Fire, "plasma_carbine", "single shot");
    field.order(squad, Order::Fire, &[]);
    let command = split(&field, by(&carbine, &[0, 1]), by(&carbine, &[2, 3, 4]));
    assert_eq!(field.refused(RED, &command), SPLIT);
    field.go(RED, &Command::Finish, &[]);

    let drones = field.red(2);
    let gun = field.arm(drones, Manner::Fire, "plasma_light_support", "");
    field.order(drones, Order::Fire, &[]);
    let command = split(&field, by(&gun, &[0]), by(&gun, &[1, 2]));
    assert_eq!(field.refused(RED, &command), SPLIT);
    field.go(RED, &Command::Finish, &[]);

    // the combat drone has two order dice: with the Advance it may not, with the Fire it may
    let drone = field.red(0);
    let cannon = field.arm(drone, Manner::Fire, "plasma_cannon", "");
    let gun = field.arm(drone, Manner::Fire, "plasma_light_support", "");
    let command = split(&field, cannon, gun);
    field.order(drone, Order::Advance, &[]);
    assert_eq!(field.refused(RED, &command), SPLIT);
    field.go(RED, &Command::Finish, &[]);
    field.order(drone, Order::Fire, &[]);
    field.restart();
    field.asks(RED, "carry out the Fire order of C3M4 Combat Drone");
    let events = field.go(RED, &command, &[10, 10, 10, 10]);
    assert_eq!(aimed(&events), ["needs 7: Acc 6, Fire order +1"; 2]);
    let targets: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Rolled { at, .. } => *at,
            _ => None,
        })
        .collect();
    assert_eq!(targets, [domari, gangers]);
}

/// A-SHT-2
#[test]
fn a_team_fires_its_gun_or_its_pistols_and_never_both() {
    let (mut field, team, domari) = duel("ai_mag_light_support_team", "domari_squad");
    let gun = field.arm(team, Manner::Fire, "mag_light_support", "");
    let pistols = field.arm(team, Manner::Fire, "mag_pistol", "");
    field.order(team, Order::Fire, &[]);
    let one = field.arm(team, Manner::Fire, "mag_pistol", "");
    let one = Use { by: Shooters::Models(vec![ModelId(0)]), ..one };
    for others in [pistols.clone(), one] {
        let shots = vec![field.shot(vec![gun.clone(), others], domari, 8)];
        assert_eq!(
            field.refused(RED, &Command::Shoot { shots }),
            "A weapon team fires its team weapon or its own weapons, not both."
        );
    }
    // both are offered, each by itself
    let ways = ways(&field.state, field.unit(team), Manner::Fire, Inches::whole(8));
    assert_eq!(ways, [vec![gun], vec![pistols]]);
}

/// A-SHT-3
#[test]
fn all_carbines_of_a_squad_shoot_in_one_mode_and_each_trooper_with_one_weapon() {
    let (mut field, squad, domari) = duel("c3_strike_squad", "domari_squad");
    let single = field.arm(squad, Manner::Fire, "plasma_carbine", "single shot");
    let scatter = field.arm(squad, Manner::Fire, "plasma_carbine", "scatter");
    let sling = field.arm(squad, Manner::Fire, "x_sling", "");
    field.order(squad, Order::Fire, &[]);
    let refusal = |uses: Vec<Use>| {
        field.refused(RED, &Command::Shoot { shots: vec![field.shot(uses, domari, 8)] })
    };
    assert_eq!(
        refusal(vec![by(&single, &[0, 1]), by(&scatter, &[2, 3])]),
        "All shoot Plasma carbine in the same mode."
    );
    assert_eq!(
        refusal(vec![by(&sling, &[0]), by(&single, &[0, 1])]),
        "A model shoots with one weapon at a time."
    );
    assert_eq!(
        refusal(vec![by(&single, &[1, 1])]),
        "Not everybody named has a working Plasma carbine."
    );
    assert_eq!(refusal(vec![by(&sling, &[1])]), "Not everybody named has a working X-sling.");
}

/// A-SHT-3, A-DMG-4: a vehicle fires everything that works, and two guns alike are two guns.
#[test]
fn a_crawler_fires_both_its_scourers_until_one_breaks() {
    let (mut field, crawler, domari) = duel("ghar_command_crawler", "domari_squad");
    let way = field.way_with(crawler, Manner::Fire, 18, "scourer_cannon", "dispersed");
    assert_eq!(way[0].by, Shooters::Models(vec![ModelId(0), ModelId(0)]));
    let scourer = way[0].weapon;
    field.unit_mut(crawler).models[0].broken.push(scourer);
    let left = field.way_with(crawler, Manner::Fire, 18, "scourer_cannon", "dispersed");
    assert_eq!(left[0].by, Shooters::Models(vec![ModelId(0)]));
    field.order(crawler, Order::Fire, &[]);
    let shots = vec![field.shot(way, domari, 18)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots }),
        "Not everybody named has a working Scourer cannon."
    );
    // RF3 from the one that works
    let shots = vec![field.shot(left, domari, 18)];
    let events = field.go(RED, &Command::Shoot { shots }, &[10, 10, 10]);
    assert_eq!(aimed(&events), ["needs 6: Acc 5, Fire order +1"]);
}

/// A-SHT-4: one shot each, or as many as rapid fire says; the repeater's four are doubled already.
#[test]
fn every_gun_throws_its_number_of_dice() {
    for (unit, weapon, mode, shots) in [
        ("gang_fighters", "mag_gun", "", 4),
        ("c3_strike_squad", "plasma_carbine", "single shot", 5),
        ("c3_strike_squad", "plasma_carbine", "scatter", 10),
        ("tsan_phase_squad", "plasma_duocarb", "scatter", 9),
        ("skyraider_squad", "twin_mag_repeater", "", 12),
        ("ai_mag_light_support_team", "mag_light_support", "", 3),
        ("c3d1_light_support_drone", "plasma_light_support", "", 9),
    ] {
        let (mut field, shooter, domari) = duel(unit, "domari_squad");
        let used = field.arm(shooter, Manner::Fire, weapon, mode);
        let declared = vec![field.shot(vec![used], domari, 18)];
        let events = field.shoot(shooter, Order::Fire, declared, &vec![10; shots]);
        assert!(hits(&events).is_empty(), "{unit} {weapon}");
        assert!(field.is_quiet());
    }
}

/// A-SHT-4: twinned and rapid at once; at long range the twins pay for rapid fire as well.
#[test]
fn twinned_rapid_guns_throw_twice_the_dice_and_still_pay_for_the_distance() {
    let mut field = changed(&["ai_mag_light_support_team"], &["domari_squad"], |setup| {
        let gun = setup.weapons.iter_mut().find(|w| w.key == "mag_light_support").unwrap();
        gun.modes[0].rules.push(WeaponRule::Twinned);
    });
    let (team, domari) = (field.red(0), field.blue(0));
    field.lay(domari, Order::Rally);
    let used = field.arm(team, Manner::Fire, "mag_light_support", "");
    let shots = vec![field.shot(vec![used], domari, 40)];
    let events = field.shoot(team, Order::Fire, shots, &[10; 6]);
    assert_eq!(
        aimed(&events),
        ["needs 4: Acc 5, long range −1, Fire order +1, rapid fire beyond effective range −1"]
    );
}

/// A-SHT-4: a twinned gun that is not rapid fires two shots and pays nothing for the distance.
#[test]
fn twinned_single_shots_are_no_rapid_fire() {
    let mut field = changed(&["gang_fighters"], &["domari_squad"], |setup| {
        let gun = setup.weapons.iter_mut().find(|w| w.key == "mag_gun").unwrap();
        gun.modes[0].rules.push(WeaponRule::Twinned);
    });
    let (gangers, domari) = (field.red(0), field.blue(0));
    field.lay(domari, Order::Rally);
    let used = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![used], domari, 25)];
    let events = field.shoot(gangers, Order::Fire, shots, &[10; 8]);
    assert_eq!(aimed(&events), ["needs 5: Acc 5, long range −1, Fire order +1"]);
}

/// A-SHT-4: a die for the shots with a Fire order, one shot without.
#[test]
fn a_phase_rifle_on_fire_rolls_for_its_shots_and_counts_as_rapid_fire() {
    let (mut field, sniper, domari) = duel("phase_sniper", "domari_squad");
    let rifle = field.arm(sniper, Manner::Fire, "phase_rifle", "");
    let shots = vec![field.shot(vec![rifle], domari, 90)];
    let events = field.shoot(sniper, Order::Fire, shots, &[3, 10, 10, 10]);
    assert_eq!(
        aimed(&events),
        ["needs 6: Acc 8, extreme range −2, Fire order +1, rapid fire beyond effective range −1"]
    );

    let (mut field, sniper, domari) = duel("phase_sniper", "domari_squad");
    let rifle = field.arm(sniper, Manner::Advance, "phase_rifle", "");
    let shots = vec![field.shot(vec![rifle], domari, 90)];
    let events = field.shoot(sniper, Order::Advance, shots, &[10]);
    assert_eq!(aimed(&events), ["needs 6: Acc 8, extreme range −2"]);
}

/// A-SHT-5: on the line is the nearer band.
#[test]
fn a_mag_gun_has_three_bands_and_ends_at_sixty() {
    for (range, needs) in [
        (20, "needs 5: Acc 5"),
        (21, "needs 4: Acc 5, long range −1"),
        (30, "needs 4: Acc 5, long range −1"),
        (31, "needs 3: Acc 5, extreme range −2"),
        (60, "needs 3: Acc 5, extreme range −2"),
    ] {
        let (mut field, gangers, domari) = duel("gang_fighters", "domari_squad");
        let used = field.arm(gangers, Manner::Advance, "mag_gun", "");
        let shots = vec![field.shot(vec![used], domari, range)];
        let events = field.shoot(gangers, Order::Advance, shots, &[10; 4]);
        assert_eq!(aimed(&events), [needs], "{range}");
    }
    let (mut field, gangers, domari) = duel("gang_fighters", "domari_squad");
    let used = field.arm(gangers, Manner::Fire, "mag_gun", "");
    field.order(gangers, Order::Fire, &[]);
    let mut shot = field.shot(vec![used], domari, 61);
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: vec![shot.clone()] }),
        "Mag gun reaches 60″; the target is 61″ away."
    );
    // a hair beyond the line is beyond it
    shot.range = Inches::tenths(601);
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: vec![shot] }),
        "Mag gun reaches 60″; the target is 60.1″ away."
    );
}

/// A-SHT-5: too near for what falls from above; a weapon without a third band ends at its second.
#[test]
fn minimum_ranges_and_missing_bands_forbid_the_shot() {
    let (mut field, squad, domari) = duel("ai_squad", "domari_squad");
    let overhead = field.arm(squad, Manner::Fire, "micro_x_launcher", "overhead");
    let direct = field.arm(squad, Manner::Fire, "micro_x_launcher", "direct");
    field.order(squad, Order::Fire, &[]);
    let refusal = |used: &Use, range: u32| {
        let shots = vec![field.shot(vec![used.clone()], domari, range)];
        field.refused(RED, &Command::Shoot { shots })
    };
    assert_eq!(refusal(&overhead, 9), "Micro-X launcher reaches from 10″; the target is 9″ away.");
    assert_eq!(refusal(&direct, 31), "Micro-X launcher reaches 30″; the target is 31″ away.");
}

/// A-GAM-4, A-SHT-5: agreed before the battle, the farther bands are gone and nobody is offered them.
#[test]
fn on_a_small_table_weapons_reach_their_effective_range_only() {
    let mut field =
        changed(&["gang_fighters"], &["domari_squad"], |s| s.options.effective_range_only = true);
    let (gangers, domari) = (field.red(0), field.blue(0));
    let used = field.arm(gangers, Manner::Fire, "mag_gun", "");
    field.order(gangers, Order::Fire, &[]);
    let shots = vec![field.shot(vec![used], domari, 21)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots }),
        "Mag gun reaches 20″; the target is 21″ away."
    );
    let (_, _, options) = field.asked();
    assert!(options.iter().all(|option| match option {
        Command::Shoot { shots } => shots[0].range <= Inches::whole(20),
        _ => true,
    }));
}
