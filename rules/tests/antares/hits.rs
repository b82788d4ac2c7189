//! Where hits go and what they do: placing, Res tests, armour, cover, leaders and pins (A-SHT-10 to A-SHT-19, A-SHT-26).

use gatemaster_rules::antares::command::{
    Answer, Command, Cover, Mark, Nerve, Scene, Shooters, TurnEnd,
};
use gatemaster_rules::antares::event::{DestroyedBy, Event, PinCause};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::place::{Placer, check_placement, completed, next_marks};
use gatemaster_rules::antares::state::{ModelId, UnitId};

use crate::antares::field::{
    BLUE, Field, RED, by, duel, hits, model, needed, resist_reasons, resisted,
};

/// The sentence that refuses a placing against the even spread.
fn uneven(hit: u32, on: &str, but: &str) -> String {
    format!("Hits are spread as evenly as possible: hit {hit} cannot go on {on}, but on {but}.")
}

/// All four guns of the gang at a unit that has its order, with this scene.
fn volley(blue: &str, scene: Scene, dice: &[u32]) -> (Field, UnitId, Vec<Event>) {
    let (mut field, gangers, target) = duel("gang_fighters", blue);
    let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let mut shot = field.shot(vec![guns], target, 18);
    shot.scene = scene;
    let events = field.shoot(gangers, Order::Fire, vec![shot], dice);
    (field, target, events)
}

fn models(numbers: &[u8]) -> Vec<Mark> {
    numbers.iter().copied().map(ModelId).map(Mark::Model).collect()
}

/// Everybody of a unit but these is out of sight.
fn only(of: u8, seen: &[u8]) -> Scene {
    let hidden = (0..of).filter(|n| !seen.contains(n)).collect::<Vec<_>>();
    Scene { hidden: models(&hidden), ..Scene::default() }
}

fn tested(events: &[Event]) -> Vec<(Mark, bool)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Resisted(resist) => Some((resist.mark, resist.passed)),
            _ => None,
        })
        .collect()
}

fn place(marks: &[Option<Mark>]) -> Command {
    Command::Answer(Answer::Place(marks.to_vec()))
}

/// A-SHT-10: where models are alike nobody is asked which of them is hit.
#[test]
fn hits_on_three_like_drones_need_no_decision() {
    let (field, drones, events) =
        volley("c3d1_light_support_drone", Scene::default(), &[6, 6, 10, 10, 7, 7]);
    assert_eq!(tested(&events), [(Mark::Model(ModelId(0)), true), (Mark::Model(ModelId(1)), true)]);
    assert_eq!(field.unit(drones).pins, 1);
    assert!(field.is_quiet());
}

/// A-SHT-10: nor which of five hits of the same strength lands on whom, when everybody takes one.
#[test]
fn pistols_and_guns_of_one_strike_value_are_one_kind_of_hit() {
    let (mut field, gangers, others) = duel("gang_fighters", "gang_fighters");
    let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let pistol = field.arm(gangers, Manner::Fire, "mag_pistol", "");
    let shots = vec![field.shot(vec![guns, pistol], others, 8)];
    let events = field.shoot(gangers, Order::Fire, shots, &[6, 6, 6, 6, 6, 6, 6, 6, 6, 6]);
    assert_eq!(resisted(&events), [(6, true); 5]);
    assert!(field.is_quiet());
}

/// A-SHT-10: one hit on the leader or not is the target's choice, and only models of the unit are.
#[test]
fn the_target_decides_whether_its_leader_is_among_those_hit() {
    let (mut field, squad, _) = volley("c3_strike_squad", Scene::default(), &[6, 6, 10, 10]);
    let offered = field.asks(BLUE, "place the hits on C3 Strike Squad");
    assert_eq!(offered, [place(&[model(1), model(2)]), place(&[model(0), model(1)])]);
    let others = "the Strike Leader and a Strike Trooper";
    let gone = format!("C3 Strike Squad has no such model left; hit 2 can go on {others}.");
    for (wrong, sentence) in [
        (
            model(1),
            uneven(2, "that Strike Trooper", "the Strike Leader and another Strike Trooper"),
        ),
        (Some(Mark::Drone(0)), uneven(2, "the spotter drone", others)),
        (Some(Mark::Gun), gone.clone()),
        (model(9), gone),
        (None, format!("Hit 2 has to be placed: on {others}.")),
    ] {
        assert_eq!(field.refused(BLUE, &place(&[model(1), wrong])), sentence);
    }
    assert_eq!(
        field.refused(BLUE, &place(&[model(1)])),
        "There are 2 hits to place, and you have placed 1."
    );
    let events = field.go(BLUE, &place(&[model(4), model(0)]), &[2, 3]);
    assert_eq!(tested(&events), [(Mark::Model(ModelId(0)), true), (Mark::Model(ModelId(4)), true)]);
    assert_eq!(field.unit(squad).pins, 1);
}

/// A-SHT-10: luck is placed first, by the shooter, and counts for the even spread of the rest.
#[test]
fn a_lucky_hit_finds_the_leader_and_the_rest_must_go_elsewhere() {
    let (mut field, squad, events) = volley("c3_strike_squad", Scene::default(), &[1, 6, 6, 10]);
    assert_eq!(hits(&events), [(3, 1)]);
    field.restart();
    // a trooper, the leader, or the drone; the weak and plain first
    let offered = field.asks(RED, "place the lucky hits on C3 Strike Squad");
    assert_eq!(offered, [place(&[model(1)]), place(&[model(0)]), place(&[Some(Mark::Drone(0))])]);
    // four like troopers are left for two hits: nobody is asked; the leader fails and rolls again
    let events = field.go(RED, &place(&[model(0)]), &[7, 3, 6, 6]);
    assert_eq!(resisted(&events), [(6, true); 3]);
    assert_eq!(tested(&events)[0].0, Mark::Model(ModelId(0)));
    assert_eq!((field.unit(squad).alive(), field.unit(squad).pins), (5, 1));
}

/// A-SHT-10, A-SPC-7: lucky hits spread evenly too, and a drone takes one of them and dies without a test.
#[test]
fn two_lucky_hits_kill_a_drone_and_threaten_a_leader_but_not_the_same_mark_twice() {
    let (mut field, squad, _) = volley("c3_strike_squad", Scene::default(), &[1, 1, 10, 10]);
    assert_eq!(field.asks(RED, "place the lucky hits on C3 Strike Squad").len(), 4);
    let drone = Some(Mark::Drone(0));
    for (wrong, sentence) in [
        (
            [model(0), model(0)],
            uneven(2, "the Strike Leader", "a Strike Trooper and the spotter drone"),
        ),
        ([drone, drone], uneven(2, "the spotter drone", "the Strike Leader and a Strike Trooper")),
        (
            [model(2), model(2)],
            uneven(
                2,
                "that Strike Trooper",
                "the Strike Leader, another Strike Trooper and the spotter drone",
            ),
        ),
        (
            [model(0), None],
            "Hit 2 has to be placed: on a Strike Trooper and the spotter drone.".into(),
        ),
    ] {
        assert_eq!(field.refused(RED, &place(&wrong)), sentence);
    }
    let events = field.go(RED, &place(&[drone, model(0)]), &[6]);
    assert!(events.contains(&Event::DroneLost { unit: squad, drone: 0 }));
    assert_eq!(tested(&events), [(Mark::Model(ModelId(0)), true)]);
    assert_eq!((field.unit(squad).alive(), field.unit(squad).pins), (5, 1));
}

/// A-SHT-10, A-SHT-13: a team's gun stands among its crew and is hit like one of them.
#[test]
fn four_hits_on_a_team_of_three_go_on_the_crew_and_on_the_gun() {
    let (field, team, events) = volley(
        "boromite_mag_light_support_team",
        Scene { cover: Cover::Everybody(2), ..Scene::default() },
        &[6, 6, 6, 6, 7, 7, 7, 9],
    );
    assert_eq!(
        resist_reasons(&events),
        [
            "needs 7: Res 6, cover +2, SV −1",
            "needs 7: Res 6, cover +2, SV −1",
            "needs 7: Res 6, cover +2, SV −1",
            "needs 10: a team's weapon 10"
        ]
    );
    assert_eq!((field.unit(team).alive(), field.unit(team).pins), (3, 1));
    assert!(field.is_quiet());
}

/// A-SHT-11
#[test]
fn only_those_in_sight_are_hit_and_then_twice() {
    let (field, domari, events) =
        volley("domari_squad", only(6, &[0, 1]), &[6, 6, 6, 6, 5, 5, 5, 6]);
    let (leader, trooper) = (Mark::Model(ModelId(0)), Mark::Model(ModelId(1)));
    assert_eq!(
        tested(&events),
        [(leader, true), (leader, true), (trooper, true), (trooper, false)]
    );
    assert_eq!(field.unit(domari).alive(), 5);
}

/// A-SHT-11: those behind their comrades come into view once those in front are hit.
#[test]
fn a_leader_behind_two_of_his_men_is_hit_third_at_the_earliest() {
    let scene = Scene { behind: models(&[0, 3]), ..only(6, &[0, 1, 2, 3]) };
    let (mut field, _, events) = volley("domari_squad", scene, &[6, 6, 6, 10]);
    assert_eq!(hits(&events), [(3, 0)]);
    field.asks(BLUE, "place the hits on Domari Squad");
    let refused = |marks: &[Option<Mark>]| field.refused(BLUE, &place(marks));
    assert_eq!(
        refused(&[model(1), model(0), model(3)]),
        uneven(3, "that Domari", "another Domari")
    );
    assert_eq!(
        refused(&[model(1), model(2), model(4)]),
        uneven(3, "that Domari", "the Domari Leader and another Domari")
    );
    let events = field.go(BLUE, &place(&[model(1), model(2), model(3)]), &[5, 5, 5]);
    assert_eq!(tested(&events).len(), 3);
}

/// A-SHT-12: the value can be anything; a one saves and a ten does not.
#[test]
fn one_saves_where_nothing_else_would_and_ten_kills_where_nothing_else_would() {
    for (blue, reason, dice) in [
        ("outcast_squad", "needs −1: Res 4, SV −5", [(1, true), (2, false)]),
        ("rock_rider_squad", "needs 3: Res 7, armour +1, SV −5", [(3, true), (4, false)]),
        ("ghar_battle_squad", "needs 7: Res 4, armour +8, SV −5", [(7, true), (8, false)]),
    ] {
        for (die, passed) in dice {
            let (mut field, cannon, target) = duel("ai_mag_cannon_team", blue);
            let gun = field.arm(cannon, Manner::Fire, "mag_cannon", "");
            let mut shot = field.shot(vec![gun], target, 18);
            let all = u8::try_from(field.unit(target).models.len()).unwrap();
            shot.scene = only(all, &[1]);
            let events = field.shoot(cannon, Order::Fire, vec![shot], &[6, die]);
            assert_eq!(resist_reasons(&events), [reason]);
            assert_eq!(tested(&events), [(Mark::Model(ModelId(1)), passed)]);
            assert_eq!(field.unit(target).has_lost(), u32::from(!passed));
        }
    }
    // needs 11: a nine is safe, a ten is not
    for (die, passed) in [(9, true), (10, false)] {
        let (_, _, events) = volley("ghar_battle_squad", only(3, &[2]), &[6, 10, 10, 10, die]);
        assert_eq!(resist_reasons(&events), ["needs 11: Res 4, armour +8, SV −1"]);
        assert_eq!(tested(&events), [(Mark::Model(ModelId(2)), passed)]);
    }
}

/// A-SHT-14, A-SHT-15: without its crew the gun is nothing.
#[test]
fn a_team_whose_crew_falls_loses_its_gun_with_them() {
    let (field, team, events) =
        volley("ai_mag_cannon_team", Scene::default(), &[6, 6, 6, 10, 7, 7, 9]);
    assert_eq!(resisted(&events), [(6, false), (6, false), (10, true)]);
    assert!(events.contains(&Event::Destroyed { unit: team, why: DestroyedBy::Losses }));
    assert!(field.unit(team).destroyed);
}

/// A-SHT-15, A-SHT-14: a light gun has no chart; without it the crew fights on with pistols.
#[test]
fn a_team_that_loses_its_light_gun_fights_on_with_pistols() {
    let (mut field, team, events) =
        volley("ai_mag_cannon_team", Scene::default(), &[6, 6, 6, 10, 6, 6, 10]);
    assert_eq!(resisted(&events), [(6, true), (6, true), (10, false)]);
    assert!(events.contains(&Event::GunLost { unit: team }));
    assert!(!events.iter().any(|event| matches!(event, Event::ChartRolled { .. })));
    assert_eq!((field.unit(team).alive(), field.unit(team).pins), (2, 1));
    field.go(BLUE, &Command::EndTurn(TurnEnd::default()), &[]);
    field.order(team, Order::Fire, &[2]);
    let ways = field.first_way(team, Manner::Fire, 8);
    assert_eq!(ways, [field.arm(team, Manner::Fire, "mag_pistol", "")]);
    assert!(field.asks(BLUE, "carry out the Fire order of AI Mag Cannon Team").iter().all(
        |option| {
            match option {
                Command::Shoot { shots } => shots[0].uses == ways,
                _ => true,
            }
        }
    ));
}

/// A-SHT-16: a ten is rolled again like any failure; once in a shooting; and the last roll stands.
#[test]
fn a_leader_rolls_one_failed_test_again_and_a_ten_is_no_exception() {
    let leader = |dice: &[u32]| {
        let (field, squad, events) = volley("c3_strike_squad", only(5, &[0]), dice);
        (resisted(&events), field.unit(squad).alive())
    };
    assert_eq!(leader(&[6, 10, 10, 10, 10, 6]), (vec![(6, true)], 5));
    assert_eq!(leader(&[6, 10, 10, 10, 7, 10]), (vec![(6, false)], 4));
    assert_eq!(leader(&[6, 6, 10, 10, 5, 10, 1]), (vec![(6, true), (6, true)], 5));
    // two failures: one second chance could not save him and is not rolled
    assert_eq!(leader(&[6, 6, 10, 10, 7, 10]), (vec![(6, false), (6, false)], 4));
    // and his men have none
    let (field, squad, events) = volley("c3_strike_squad", only(5, &[3]), &[6, 10, 10, 10, 7]);
    assert_eq!(resisted(&events), [(6, false)]);
    assert_eq!(field.unit(squad).alive(), 4);
}

/// A-SHT-16, A-SHT-17: the next enemy unit's shooting is another chance, and another pin.
#[test]
fn a_leader_has_a_second_chance_against_every_enemy_that_shoots_and_each_leaves_a_pin() {
    let mut field = Field::new(&["gang_fighters"; 2], &["c3_strike_squad"]);
    let squad = field.blue(0);
    field.lay(squad, Order::Rally);
    for n in 0..2 {
        let gangers = field.red(n);
        let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
        let mut shot = field.shot(vec![by(&guns, &[1])], squad, 18);
        shot.scene = only(5, &[0]);
        let events = field.shoot(gangers, Order::Fire, vec![shot], &[6, 9, 2]);
        assert_eq!(resisted(&events), [(6, true)]);
    }
    assert_eq!((field.unit(squad).alive(), field.unit(squad).pins), (5, 2));
}

/// A-SHT-17: placed when the tests are over, one for all the hits.
#[test]
fn four_hits_leave_one_pin_and_it_comes_after_the_tests() {
    let (field, team, events) =
        volley("c3d1_light_support_drone", Scene::default(), &[6, 6, 6, 6, 1, 1, 1, 1]);
    let last_test = events.iter().rposition(|event| matches!(event, Event::Resisted(_)));
    let pin = events.iter().position(|event| {
        *event == Event::Pinned { unit: team, pins: 1, why: PinCause::Hit, dice: vec![] }
    });
    assert!(last_test.unwrap() < pin.unwrap());
    assert_eq!(field.unit(team).pins, 1);
    // nobody hit, nobody pinned
    let (field, drones, _) = volley("c3d1_light_support_drone", Scene::default(), &[9, 9, 9, 10]);
    assert_eq!(field.unit(drones).pins, 0);
}

/// A-SHT-17, decisions 11: over 10 and passed is no pin; one failed test is enough for it, and exactly 10 is not over.
#[test]
fn heavy_armour_shrugs_hits_off_without_a_pin_until_it_fails() {
    let (field, ghar, events) =
        volley("ghar_battle_squad", Scene::default(), &[6, 6, 6, 10, 9, 9, 9]);
    assert_eq!(resisted(&events), [(11, true); 3]);
    assert_eq!(field.unit(ghar).pins, 0);
    let (field, ghar, events) =
        volley("ghar_battle_squad", Scene::default(), &[6, 6, 6, 10, 9, 10, 9]);
    assert_eq!(resisted(&events), [(11, true), (11, false), (11, true)]);
    assert_eq!((field.unit(ghar).alive(), field.unit(ghar).pins), (2, 1));
    // carbines at SV 2 bring it to 10: a hit that is shrugged off pins all the same
    let (mut field, overseer, ghar) = duel("overseer_squad", "ghar_battle_squad");
    let carbines = field.arm(overseer, Manner::Fire, "plasma_carbine", "single shot");
    let shots = vec![field.shot(vec![carbines], ghar, 18)];
    let events = field.shoot(overseer, Order::Fire, shots, &[6, 6, 6, 9, 9, 9]);
    assert_eq!(resisted(&events), [(10, true); 3]);
    assert_eq!(field.unit(ghar).pins, 1);
}

/// A-SHT-17, decisions (finer points) 4: a drone shot off a heavily armoured vehicle pins nobody.
#[test]
fn a_lucky_hit_on_a_drone_pins_unless_its_unit_is_heavily_armoured() {
    for (blue, pins) in [("c3m4_combat_drone", 0), ("c3d2_medium_support_drone", 1)] {
        let (mut field, target, _) = volley(blue, Scene::default(), &[1, 10, 10, 10]);
        let events = field.go(RED, &place(&[Some(Mark::Drone(1))]), &[]);
        assert!(events.contains(&Event::DroneLost { unit: target, drone: 1 }));
        assert_eq!(field.unit(target).pins, pins, "{blue}");
        assert!(field.is_quiet());
    }
}

/// What a hit on the second model of a unit is resisted at, from this far (in tenths of an inch).
fn armour(blue: &str, tenths: u32, weapon: &str) -> String {
    let (mut field, squad, target) = duel("ai_squad", blue);
    let (models, used) = match weapon {
        "x_sling" => (0, field.arm(squad, Manner::Fire, "x_sling", "")),
        _ => (1, field.arm(squad, Manner::Fire, "mag_gun", "")),
    };
    let mut shot = field.shot(vec![by(&used, &[models])], target, 1);
    shot.range = Inches::tenths(tenths);
    let all = u8::try_from(field.unit(target).models.len()).unwrap();
    shot.scene = only(all, &[1]);
    let dice: &[u32] = if weapon == "x_sling" { &[2, 1, 1] } else { &[2, 1] };
    if field.unit(target).wears_phase_armour() {
        field.shoot(squad, Order::Fire, vec![shot], &[]);
        field.answer(BLUE, Answer::GoDown(false), dice);
    } else {
        field.shoot(squad, Order::Fire, vec![shot], dice);
    }
    let reasons = resist_reasons(&field.last);
    assert_eq!(reasons.len(), 1);
    reasons[0].clone()
}

/// A-SHT-18: every armour, near, far and against blasts.
#[test]
fn every_armour_adds_what_it_says() {
    for (blue, tenths, weapon, reason) in [
        ("work_gang", 180, "mag_gun", "needs 5: Res 6, SV −1"),
        ("domari_squad", 180, "mag_gun", "needs 5: Res 5, armour +1, SV −1"),
        ("domari_squad", 80, "x_sling", "needs 6: Res 5, armour +1"),
        // the cloak is for fights hand to hand
        ("vardanari_guard", 80, "mag_gun", "needs 5: Res 5, armour +1, SV −1"),
        ("c3_strike_squad", 180, "mag_gun", "needs 6: Res 5, armour +2, SV −1"),
        ("c3_strike_squad", 101, "mag_gun", "needs 6: Res 5, armour +2, SV −1"),
        ("c3_strike_squad", 100, "mag_gun", "needs 5: Res 5, armour +1, SV −1"),
        ("c3_strike_squad", 80, "x_sling", "needs 8: Res 5, armour +3"),
        ("c3_strike_squad", 180, "x_sling", "needs 8: Res 5, armour +3"),
        ("phase_squad", 180, "mag_gun", "needs 6: Res 5, armour +2, SV −1"),
        ("phase_squad", 100, "mag_gun", "needs 5: Res 5, armour +1, SV −1"),
        ("phase_squad", 80, "x_sling", "needs 6: Res 5, armour +1"),
        ("skyraider_squad", 180, "mag_gun", "needs 6: Res 5, armour +2, SV −1"),
        ("ghar_battle_squad", 20, "mag_gun", "needs 11: Res 4, armour +8, SV −1"),
    ] {
        assert_eq!(armour(blue, tenths, weapon), reason, "{blue} at {tenths}, {weapon}");
    }
}

/// A-SHT-19: soft and hard cover; Large models, weapons that ignore it and shots from above leave nothing of it.
#[test]
fn cover_helps_those_who_fit_behind_it_against_what_comes_from_the_front() {
    let covered = |red: &str, weapon: &str, blue: &str, bonus: u8, dice: &[u32]| {
        let (mut field, shooter, target) = duel(red, blue);
        let used = field.arm(shooter, Manner::Advance, weapon, "");
        let mut shot = field.shot(vec![used], target, 18);
        let all = u8::try_from(field.unit(target).models.len()).unwrap();
        shot.scene = Scene { cover: Cover::Everybody(bonus), ..only(all, &[1]) };
        shot.scene.under = Some(models(&[1]));
        if field.unit(target).gun_stands() {
            shot.scene.hidden.push(Mark::Gun);
        }
        let events = field.shoot(shooter, Order::Advance, vec![shot], dice);
        resist_reasons(&events)[0].clone()
    };
    let cannon =
        |blue: &str, bonus| covered("ai_mag_cannon_team", "mag_cannon", blue, bonus, &[5, 1]);
    assert_eq!(cannon("gang_fighters", 1), "needs 3: Res 6, armour +1, cover +1, SV −5");
    assert_eq!(cannon("gang_fighters", 2), "needs 4: Res 6, armour +1, cover +2, SV −5");
    assert_eq!(cannon("rock_rider_squad", 2), "needs 3: Res 7, armour +1, SV −5");
    // decisions (finer points) 2: the crew of a heavy team is Large
    assert_eq!(cannon("boromite_heavy_frag_borer_team", 2), "needs 1: Res 6, SV −5");
    assert_eq!(
        covered("phase_sniper", "phase_rifle", "gang_fighters", 2, &[8, 1]),
        "needs 5: Res 6, armour +1, SV −2"
    );
    assert_eq!(
        covered("ai_x_launcher_team", "x_launcher", "gang_fighters", 2, &[3, 1, 1]),
        "needs 6: Res 6, armour +1, SV −1"
    );
}

/// A-SHT-26: cover model by model; who has it is told apart, and the target shields behind it by default.
#[test]
fn those_at_the_wall_have_cover_and_their_mates_in_the_open_have_none() {
    let cover = Cover::Only { bonus: 2, models: vec![ModelId(0), ModelId(1), ModelId(2)] };
    let scene = Scene { cover, ..Scene::default() };
    let (mut field, _, _) = volley("domari_squad", scene, &[6, 6, 10, 10]);
    // covered men, the covered leader, men in the open: five ways for two hits
    let offered = field.asks(BLUE, "place the hits on Domari Squad");
    assert_eq!((offered.len(), &offered[0]), (5, &place(&[model(1), model(2)])));
    let events = field.go(BLUE, &place(&[model(0), model(3)]), &[7, 5]);
    assert_eq!(
        resist_reasons(&events),
        ["needs 7: Res 5, armour +1, cover +2, SV −1", "needs 5: Res 5, armour +1, SV −1"]
    );
}

/// A-SHT-17, A-BRK-1, A-ORD-9, A-ORD-10: what helps after the pin is placed: a commander near by, or the grafts.
#[test]
fn a_shot_up_feral_squad_chooses_between_its_grafts_and_its_captain() {
    let mut field = Field::new(&["gang_fighters"], &["feral_squad", "freeborn_command_squad"]);
    let (gangers, ferals, captain) = (field.red(0), field.blue(0), field.blue(1));
    field.lay(ferals, Order::Rally);
    let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
    let shots = vec![field.shot(vec![by(&guns, &[1, 2, 3])], ferals, 18)];
    field.shoot(gangers, Order::Fire, shots, &[6, 6, 6]);
    field.go(BLUE, &place(&[model(1), model(2), model(3)]), &[5, 5, 5]);
    assert_eq!((field.unit(ferals).alive(), field.unit(ferals).pins), (3, 1));
    let offered = field.asks(BLUE, "say what helps Feral Squad in a break test");
    let grafts = Nerve { soma: true, commander: None };
    let commander = Nerve { soma: false, commander: Some(captain) };
    let nerves = [Nerve::default(), grafts, commander];
    assert_eq!(offered, nerves.map(|nerve| Command::Answer(Answer::Brace(nerve))));
    for (nerve, wanted) in [
        (nerves[0], "needs 6: Command 7, 1 pin −1"),
        (grafts, "needs 9: soma graft 9"),
        (commander, "needs 8: commander's Command 9, 1 pin −1"),
    ] {
        let mut braced = Field { state: field.state.clone(), last: vec![] };
        let events = braced.answer(BLUE, Answer::Brace(nerve), &[6]);
        assert_eq!(needed(&events).1, wanted);
        assert_eq!(braced.unit(ferals).order(), Some(Order::Rally));
    }
}

/// A-SHT-10: two hits each is even, whichever of them are the hard ones.
#[test]
fn one_model_may_take_both_hard_hits_and_another_both_soft_ones() {
    let (mut field, squad, gangers) = duel("c3_strike_squad", "gang_fighters");
    let sling = field.arm(squad, Manner::Fire, "x_sling", "");
    let mut carbines = field.arm(squad, Manner::Fire, "plasma_carbine", "single shot");
    carbines.by = Shooters::Models(vec![ModelId(1), ModelId(2)]);
    let mut shot = field.shot(vec![sling, carbines], gangers, 10);
    shot.scene = only(5, &[1, 2]);
    // the sling's blast gives two soft hits, the carbines two hard ones
    let events = field.shoot(squad, Order::Fire, vec![shot], &[5, 5, 5, 2]);
    assert_eq!(hits(&events), [(4, 0)]);
    field.asks(BLUE, "place the hits on Gang Fighters");
    assert_eq!(
        field.refused(BLUE, &place(&[model(1), model(1), model(1), model(2)])),
        uneven(3, "that Ganger", "another Ganger")
    );
    let parted = [model(1), model(1), model(2), model(2)];
    let events = field.go(BLUE, &place(&parted), &[7, 7, 9, 9]);
    assert_eq!(
        resist_reasons(&events),
        [
            "needs 7: Res 6, armour +1",
            "needs 7: Res 6, armour +1",
            "needs 5: Res 6, armour +1, SV −2",
            "needs 5: Res 6, armour +1, SV −2"
        ]
    );
    assert_eq!(field.unit(gangers).alive(), 4, "the hard hits fell on one of them");
}

/// Whoever places hits one by one, as far as they like, is never led into a dead end.
fn every_beginning_can_be_completed(field: &Field, so_far: &[Option<Mark>]) -> usize {
    let strike = field.state.flow.strikes.last().unwrap();
    let whole = completed(&field.state, strike, Placer::Target, so_far);
    assert!(whole.starts_with(so_far));
    let fits = check_placement(&field.state, strike, Placer::Target, &whole);
    assert!(fits.is_ok(), "{so_far:?} became {whole:?}: {fits:?}");
    let next = next_marks(&field.state, strike, Placer::Target, so_far);
    assert_eq!(next.is_empty(), so_far.len() == whole.len());
    let mut seen = 1;
    for mark in next {
        let further: Vec<Option<Mark>> = so_far.iter().copied().chain([mark]).collect();
        seen += every_beginning_can_be_completed(field, &further);
    }
    seen
}

/// A-SHT-10: what was placed by hand stays, and the hits that are left are placed by default.
#[test]
fn a_placement_that_was_begun_is_completed() {
    let (field, ..) = volley("c3_strike_squad", Scene::default(), &[6, 6, 10, 10]);
    let strike = field.state.flow.strikes.last().unwrap();
    let rest = |so_far: &[Option<Mark>]| completed(&field.state, strike, Placer::Target, so_far);
    assert_eq!(rest(&[]), [model(1), model(2)]);
    assert_eq!(rest(&[model(0)]), [model(0), model(1)]);
    assert_eq!(rest(&[model(2)]), [model(2), model(1)]);
    assert_eq!(every_beginning_can_be_completed(&field, &[]), 1 + 5 + 5 * 4);
    let (field, ..) = volley("c3_strike_squad", only(5, &[0, 3]), &[6, 6, 6, 10]);
    assert_eq!(every_beginning_can_be_completed(&field, &[]), 1 + 2 + 4 + 6);
}
