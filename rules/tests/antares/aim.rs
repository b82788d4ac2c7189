//! What the dice need, and dice that are rolled again (A-SHT-6 to A-SHT-9).

use gatemaster_rules::antares::command::{
    Answer, Command, GiveOrder, Intervening, Mark, Move, Scene, Spring,
};
use gatemaster_rules::antares::event::{Event, Forced};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::order::Order;

use crate::antares::field::{
    BLUE, Field, RED, aimed, by, duel, hits, model, needed, resist_reasons,
};

/// A-SHT-6: each modifier by itself.
#[test]
fn every_circumstance_has_its_price() {
    let one = |change: fn(&mut Scene), wanted: &str| {
        let mut field = Field::new(&["gang_fighters"], &["striker_attack_skimmer"]);
        let (gangers, target) = (field.red(0), field.blue(0));
        field.lay(target, Order::Rally);
        let used = field.arm(gangers, Manner::Fire, "mag_gun", "");
        let mut shot = field.shot(vec![used], target, 18);
        change(&mut shot.scene);
        let events = field.shoot(gangers, Order::Advance, vec![shot], &[10; 4]);
        assert_eq!(aimed(&events), [wanted]);
    };
    one(|_| {}, "needs 5: Acc 5");
    one(|s| s.terrain = Intervening::Obstacle, "needs 4: Acc 5, obstacle between −1");
    one(|s| s.terrain = Intervening::LightTerrain, "needs 3: Acc 5, light terrain between −2");
    one(|s| s.building = true, "needs 4: Acc 5, target in a building −1");
    one(|s| s.shield = true, "needs 3: Acc 5, batter shield −2");
    // only a heavy weapon has an arc to be out of
    one(|s| s.out_of_arc = true, "needs 5: Acc 5");
}

/// A-SHT-6, A-ORD-3: the pin that the order test took off is off before the shots.
#[test]
fn each_pin_that_is_left_after_the_order_test_costs_one() {
    let (mut field, gangers, domari) = duel("gang_fighters", "domari_squad");
    field.pin(gangers, 3);
    field.order(gangers, Order::Fire, &[2]);
    let used = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![used], domari, 18)];
    let events = field.go(RED, &Command::Shoot { shots }, &[10; 4]);
    assert_eq!(aimed(&events), ["needs 4: Acc 5, 2 pins −2, Fire order +1"]);
}

/// A-SHT-6: everything at once for a heavy weapon, and a one hits all the same (A-SHT-7).
#[test]
fn a_short_handed_pinned_borer_out_of_arc_behind_everything_hits_on_a_one() {
    let (mut field, borer, skimmer) =
        duel("boromite_heavy_frag_borer_team", "striker_attack_skimmer");
    field.unit_mut(borer).models[1].lost = true;
    field.unit_mut(borer).models[2].lost = true;
    field.pin(borer, 2);
    field.order(borer, Order::Fire, &[3]);
    let gun = field.arm(borer, Manner::Fire, "heavy_frag_borer", "");
    let mut shot = field.shot(vec![gun], skimmer, 45);
    shot.scene.terrain = Intervening::LightTerrain;
    shot.scene.shield = true;
    shot.scene.building = true;
    shot.scene.out_of_arc = true;
    let events = field.go(RED, &Command::Shoot { shots: vec![shot] }, &[1]);
    assert_eq!(
        aimed(&events),
        [
            "needs −7: Acc 5, 1 pin −1, extreme range −2, light terrain between −2, target in a building −1, 2 crew short −2, out of arc −2, batter shield −2"
        ]
    );
    assert_eq!(hits(&events), [(1, 1)]);
    // the lucky hit is the shooter's to place: on the skimmer or on one of its drones
    assert_eq!(field.asks(RED, "place the lucky hits on Striker Attack Skimmer").len(), 3);
}

/// A-SHT-6: a light team makes do with two, a third man changes nothing.
#[test]
fn a_light_team_misses_only_the_second_of_its_crew() {
    for (lost, wanted) in [
        (0, "needs 6: Acc 5, Fire order +1"),
        (1, "needs 6: Acc 5, Fire order +1"),
        (2, "needs 5: Acc 5, Fire order +1, 1 crew short −1"),
    ] {
        let (mut field, team, domari) = duel("boromite_mag_light_support_team", "domari_squad");
        for model in &mut field.unit_mut(team).models[..lost] {
            model.lost = true;
        }
        let gun = field.arm(team, Manner::Fire, "mag_light_support", "");
        let shots = vec![field.shot(vec![gun], domari, 18)];
        let events = field.shoot(team, Order::Fire, shots, &[10; 3]);
        assert_eq!(aimed(&events), [wanted]);
    }
}

/// A-SHT-7, A-SHT-8: a dud is past helping, even where everything but a ten would hit.
#[test]
fn a_dud_misses_a_sure_thing_and_no_spotter_looks_twice() {
    let (mut field, sniper, domari) = duel("phase_sniper", "domari_squad");
    field.unit_mut(sniper).models[0].stats.acc = 10;
    let pistol = field.arm(sniper, Manner::Fire, "plasma_pistol", "");
    let shots = vec![field.shot(vec![pistol], domari, 8)];
    let events = field.shoot(sniper, Order::Fire, shots, &[10]);
    assert_eq!(needed(&events), (11, "needs 11: Acc 10, Fire order +1".into()));
    assert!(hits(&events).is_empty() && field.is_quiet());
}

/// A-SHT-8: one miss, at no cost and with nothing to choose, so nobody is asked.
#[test]
fn a_spotter_has_one_of_several_like_misses_rolled_again() {
    let (mut field, domari, gangers) = duel("domari_squad", "gang_fighters");
    let used = field.arm(domari, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![used.clone()], gangers, 18)];
    // three misses, a dud and a hit; the second look hits
    let events = field.shoot(domari, Order::Fire, shots, &[7, 8, 9, 10, 6, 6]);
    let again: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::SpotterRerolled { from, weapon, needs, roll } => {
                Some((*from, *weapon, *needs, roll.face))
            }
            _ => None,
        })
        .collect();
    assert_eq!(again, [(domari, used.weapon, 6, 6)]);
    assert_eq!(hits(&events), [(2, 0)]);
}

/// A-SHT-8: however many spotters there are.
#[test]
fn two_spotters_are_as_good_as_one_and_a_blind_or_dead_one_is_none() {
    for (drones, sees, rerolls) in [(2, true, 1), (1, false, 0), (0, true, 0)] {
        let (mut field, domari, gangers) = duel("domari_squad", "gang_fighters");
        let spotter = field.unit(domari).gear[0];
        field.unit_mut(domari).gear = vec![spotter; drones.max(1)];
        field.unit_mut(domari).gear[0].lost = drones == 0;
        let used = field.arm(domari, Manner::Fire, "mag_gun", "");
        let mut shot = field.shot(vec![used], gangers, 18);
        shot.scene.spotter_sees = sees;
        let dice = vec![9; 5 + rerolls];
        let events = field.shoot(domari, Order::Fire, vec![shot], &dice);
        let looked =
            events.iter().filter(|event| matches!(event, Event::SpotterRerolled { .. })).count();
        assert_eq!(looked, rerolls);
    }
}

/// A-SHT-8: misses that differ are the shooter's to choose from. Through a stop of the program.
#[test]
fn the_shooter_chooses_which_of_unlike_misses_is_rolled_again() {
    let (mut field, squad, gangers) = duel("ai_squad", "gang_fighters");
    let guns = field.arm(squad, Manner::Fire, "mag_gun", "");
    let pistol = field.arm(squad, Manner::Fire, "mag_pistol", "");
    let shots = vec![field.shot(vec![guns.clone(), pistol.clone()], gangers, 18)];
    field.shoot(squad, Order::Fire, shots, &[9, 9, 10, 9]);
    field.restart();
    let offered = field.asks(RED, "choose which miss of AI Squad the spotter has rolled again");
    // the guns need 6, the pistol at long range 5: the likelier first, and to leave it comes last
    let spot = |place| Command::Answer(Answer::Spot(place));
    assert_eq!(offered, [spot(Some(0)), spot(Some(1)), spot(None)]);
    assert_eq!(field.refused(RED, &spot(Some(2))), "There is no such miss to roll again.");
    let wrong = Command::Answer(Answer::GoDown(true));
    assert_eq!(
        field.refused(RED, &wrong),
        "You are asked to choose which miss of AI Squad the spotter has rolled again."
    );
    let events = field.answer(RED, Answer::Spot(Some(1)), &[5]);
    assert!(events.iter().any(|event| matches!(
        event,
        Event::SpotterRerolled { weapon, needs: 5, .. } if *weapon == pistol.weapon
    )));
    assert_eq!(hits(&events), [(1, 0)]);
    // one hit on a leader or on one of four like gangers
    assert_eq!(field.asks(BLUE, "place the hits on Gang Fighters").len(), 2);
}

/// A-SHT-8, A-SPC-1: a second look that could make plasma fade is a choice.
#[test]
fn a_split_shooting_has_one_second_look_which_may_be_saved_for_the_other_target() {
    let mut field = Field::new(&["c3m4_combat_drone"], &["domari_squad", "gang_fighters"]);
    let (drone, domari, gangers) = (field.red(0), field.blue(0), field.blue(1));
    field.lay(domari, Order::Rally);
    field.lay(gangers, Order::Rally);
    let cannon = field.arm(drone, Manner::Fire, "plasma_cannon", "");
    let guns = field.arm(drone, Manner::Fire, "plasma_light_support", "");
    let shots = vec![
        field.shot(vec![cannon.clone()], domari, 18),
        field.shot(vec![guns.clone()], gangers, 18),
    ];
    field.shoot(drone, Order::Fire, shots.clone(), &[9]);
    let what = "choose which miss of C3M4 Combat Drone the spotter has rolled again";
    assert_eq!(field.asks(RED, what).len(), 2);
    // saved: the guns' miss is rolled again, a lucky hit, which is red's to place
    let events = field.answer(RED, Answer::Spot(None), &[8, 10, 10, 1]);
    assert_eq!(hits(&events), [(1, 1)]);
    let events = field.answer(RED, Answer::Place(vec![model(1)]), &[4]);
    assert_eq!(resist_reasons(&events), ["needs 4: Res 6, armour +1, SV −3"]);
    assert!(field.is_quiet());

    // used at once: the guns have none, and are not asked
    field.order(drone, Order::Fire, &[]);
    field.go(RED, &Command::Shoot { shots }, &[9]);
    let events = field.answer(RED, Answer::Spot(Some(0)), &[9, 8, 9, 9]);
    assert!(hits(&events).is_empty() && field.is_quiet());
}

/// A-SHT-9, A-TST-3: a miss that the spotter turned into a hit is still a hit on somebody who lies down.
#[test]
fn hits_on_a_squad_that_lies_down_are_rolled_again_after_the_spotters_second_look() {
    let (mut field, domari, gangers) = duel("domari_squad", "gang_fighters");
    field.unit_mut(gangers).dice.placed = vec![Order::Down];
    let used = field.arm(domari, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![used], gangers, 18)];
    // hit, lucky hit, miss, miss, dud; the spotter makes one miss a hit; then three hits again: hit, miss, dud
    let events = field.shoot(domari, Order::Fire, shots, &[6, 1, 8, 9, 10, 2, 3, 7, 10]);
    let forced: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::HitsRerolled { on, why, needs, dice } => {
                Some((*on, *why, *needs, dice.iter().map(|d| d.face).collect::<Vec<_>>()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(forced, [(gangers, Forced::Down, 6, vec![3, 7, 10])]);
    // the lucky one did not stay lucky: only what the last roll says counts
    assert_eq!(hits(&events), [(1, 0)]);
}

/// A-SHT-9, decisions 12: luck follows the last roll both ways.
#[test]
fn a_plain_hit_becomes_lucky_on_the_forced_roll() {
    let (mut field, gangers, domari) = duel("gang_fighters", "domari_squad");
    field.unit_mut(domari).dice.placed = vec![Order::Down];
    let used = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![used], domari, 18)];
    let events = field.shoot(gangers, Order::Fire, shots, &[6, 10, 10, 10, 1]);
    assert_eq!(hits(&events), [(1, 1)]);
    field.asks(RED, "place the lucky hits on Domari Squad");
}

/// A-SHT-9: who gains by lying down.
#[test]
fn infantry_beasts_and_teams_hide_when_down_and_riders_drones_and_vehicles_do_not() {
    // a hit is rolled again and misses, or stands and is resisted, or placed first
    for (unit, dice, hit) in [
        ("domari_squad", &[5, 9][..], false),
        ("lavamites", &[5, 9], false),
        ("ai_mag_cannon_team", &[5, 9], false),
        ("rock_rider_squad", &[5], true),
        ("c3d2_medium_support_drone", &[5, 9], true),
        ("striker_attack_skimmer", &[5, 9], true),
    ] {
        let (mut field, gangers, target) = duel("gang_fighters", unit);
        field.unit_mut(target).dice.placed = vec![Order::Down];
        let used = field.arm(gangers, Manner::Fire, "mag_gun", "");
        let one = by(&used, &[1]);
        let shots = vec![field.shot(vec![one], target, 18)];
        let events = field.shoot(gangers, Order::Fire, shots, dice);
        assert_eq!(hits(&events), if hit { vec![(1, 0)] } else { vec![] }, "{unit}");
        let again = events.iter().any(|event| matches!(event, Event::HitsRerolled { .. }));
        assert_eq!(again, !hit, "{unit}");
    }
}

/// A-SHT-9: fast and running, for the rest of the turn; with another order fast is just fast.
#[test]
fn fast_riders_are_hard_to_hit_as_long_as_run_is_their_order() {
    for (order, why) in [(Order::Run, Some(Forced::FastAndRunning)), (Order::Advance, None)] {
        let (mut field, gangers, riders) = duel("gang_fighters", "skyraider_squad");
        field.unit_mut(riders).dice.placed = vec![order];
        let used = field.arm(gangers, Manner::Fire, "mag_gun", "");
        let shots = vec![field.shot(vec![used], riders, 18)];
        // two hits; on the runners they are rolled again and miss
        let dice: &[u32] = if why.is_some() { &[2, 3, 10, 10, 9, 9] } else { &[2, 3, 10, 10] };
        let events = field.shoot(gangers, Order::Fire, shots, dice);
        let forced = events.iter().find_map(|event| match event {
            Event::HitsRerolled { why, .. } => Some(*why),
            _ => None,
        });
        assert_eq!(forced, why);
        assert_eq!(hits(&events), if why.is_some() { vec![] } else { vec![(2, 0)] });
    }
}

/// A-SHT-9: sprinting counts while the sprint lasts and not a moment longer.
#[test]
fn an_ambush_on_large_sprinting_riders_rerolls_its_hits_and_a_later_shot_does_not() {
    let mut field = Field::new(&["rock_rider_squad"], &["gang_fighters", "domari_squad"]);
    let (riders, gangers, domari) = (field.red(0), field.blue(0), field.blue(1));
    field.lay(gangers, Order::Ambush);
    let sprint = GiveOrder { sprint: true, ..GiveOrder::plain(riders, Order::Run) };
    field.give(&sprint, &[]);
    field.go(RED, &Command::Move(Move::default()), &[]);
    field.asks(BLUE, "spring an ambush on Rock Rider Squad or let it pass");
    let used = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![used], riders, 18)];
    // two hits miss the second time; then the test for exhaustion
    let events = field.answer(
        BLUE,
        Answer::Spring(Some(Spring { unit: gangers, shots })),
        &[2, 3, 10, 10, 7, 8, 4],
    );
    assert!(events.iter().any(|event| matches!(
        event,
        Event::HitsRerolled { why: Forced::Sprinting, needs: 6, .. }
    )));
    assert!(field.is_quiet() && !field.unit(riders).sprinting);

    let used = field.arm(domari, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![used], riders, 18)];
    let events = field.shoot(domari, Order::Fire, shots, &[2, 10, 10, 10, 10]);
    assert_eq!(hits(&events), [(1, 0)]);
    field.asks(RED, "place the hits on Rock Rider Squad");
}

/// A-SHT-9, A-SHT-6, A-SHT-8, A-SHT-25: a whole list of trouble in one shooting.
#[test]
fn rapid_fire_from_afar_through_a_batter_shield_at_a_team_that_lies_down() {
    let mut field = Field::new(
        &["ai_mag_light_support_team"],
        &["boromite_mag_light_support_team", "c3d2_medium_support_drone"],
    );
    let (guns, team) = (field.red(0), field.blue(0));
    field.pin(guns, 2);
    field.pin(team, 1);
    field.order(guns, Order::Fire, &[2]);
    let used = field.arm(guns, Manner::Fire, "mag_light_support", "");
    let mut shot = field.shot(vec![used], team, 45);
    shot.scene.shield = true;
    field.go(RED, &Command::Shoot { shots: vec![shot] }, &[]);
    // it has no order yet and goes down; three shots: lucky, miss, dud; the spotter's look is lucky too
    field.asks(BLUE, "decide whether to go down with Boromite Mag Light Support Team");
    let events = field.answer(BLUE, Answer::GoDown(true), &[1, 9, 10, 1, 1, 9]);
    assert_eq!(
        aimed(&events),
        [
            "needs 1: Acc 5, 1 pin −1, long range −1, Fire order +1, rapid fire beyond effective range −1, batter shield −2"
        ]
    );
    // of two lucky hits one stays, and a team without drones has crew and gun to choose from
    assert_eq!(hits(&events), [(1, 1)]);
    field.asks(RED, "place the lucky hits on Boromite Mag Light Support Team");
    let events = field.answer(RED, Answer::Place(vec![Some(Mark::Gun)]), &[10]);
    assert!(events.contains(&Event::GunLost { unit: team }));
    assert_eq!((field.unit(team).alive(), field.unit(team).pins), (3, 2));
    assert!(field.is_quiet());
}

/// A-SHT-6: those who aim better roll by themselves.
#[test]
fn shooters_of_unlike_accuracy_roll_apart() {
    let (mut field, gangers, domari) = duel("gang_fighters", "domari_squad");
    field.unit_mut(gangers).models[3].stats.acc = 7;
    let used = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![used], domari, 18)];
    let events = field.shoot(gangers, Order::Fire, shots, &[7, 7, 7, 10]);
    assert_eq!(aimed(&events), ["needs 6: Acc 5, Fire order +1", "needs 8: Acc 7, Fire order +1"]);
    assert!(hits(&events).is_empty());
}
