//! One unit's shooting as a whole: order of fire, one range, what lies between, and every refusal (A-SHT-20 to
//! A-SHT-25).

use gatemaster_rules::antares::arms::{arms, check_shooting, check_uses, ways};
use gatemaster_rules::antares::command::{
    Answer, Charge, Command, Cover, Eyes, GiveOrder, Intervening, Mark, Scene, Shooters, Use,
};
use gatemaster_rules::antares::event::Event;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::offer::offers;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::shoot::Shots;
use gatemaster_rules::antares::state::{Ammo, Condition, ModelId, UnitId, WeaponId};

use gatemaster_rules::antares::values::{Band, OutOfReach};

use crate::antares::field::{BLUE, Field, RED, aimed, by, duel, hits, resist_reasons, resisted};

/// A-SHT-20, A-OVH-1, A-SHT-10: what falls from above shoots first and is placed first, then the sling, then guns.
#[test]
fn an_algoryn_squad_fires_launcher_sling_and_guns_in_that_order() {
    let (mut field, squad, gangers) = duel("ai_squad", "gang_fighters");
    let guns = field.arm(squad, Manner::Fire, "mag_gun", "");
    let sling = field.arm(squad, Manner::Fire, "x_sling", "");
    let launcher = field.arm(squad, Manner::Fire, "micro_x_launcher", "overhead");
    let uses = vec![guns, sling.clone(), launcher.clone()];
    let shots = vec![field.shot(uses, gangers, 15)];
    // all hit but the last gun, a dud; two hits of the launcher, three of the sling
    let events = field.shoot(squad, Order::Fire, shots, &[3, 5, 6, 6, 10, 2, 3]);
    assert_eq!(
        aimed(&events),
        [
            "needs 3: Acc 5, overhead −2",
            "needs 5: Acc 5, long range −1, Fire order +1",
            "needs 6: Acc 5, Fire order +1"
        ]
    );
    let blasts: Vec<WeaponId> = events
        .iter()
        .filter_map(|event| match event {
            Event::Blast { weapon, .. } => Some(*weapon),
            _ => None,
        })
        .collect();
    assert_eq!(blasts, [launcher.weapon, sling.weapon]);
    assert_eq!(hits(&events), [(7, 0)]);
    // seven on five: everybody once, then two of them twice
    field.restart();
    field.asks(BLUE, "place the hits on Gang Fighters");
    let uneven = [1, 1, 2, 3, 4, 0, 2].map(|n| Some(Mark::Model(ModelId(n)))).to_vec();
    assert_eq!(
        field.refused(BLUE, &Command::Answer(Answer::Place(uneven))),
        "Hits are spread as evenly as possible: hit 2 cannot go on that Ganger, but on the Gang Leader and another Ganger."
    );
    let even = [1, 2, 3, 4, 0, 1, 2].map(|n| Some(Mark::Model(ModelId(n)))).to_vec();
    let events = field.answer(BLUE, Answer::Place(even), &[7, 7, 6, 7, 6, 7, 7]);
    assert_eq!(
        resist_reasons(&events),
        [
            "needs 7: Res 6, armour +1",
            "needs 7: Res 6, armour +1",
            "needs 6: Res 6, armour +1, SV −1",
            "needs 7: Res 6, armour +1",
            "needs 6: Res 6, armour +1, SV −1",
            "needs 7: Res 6, armour +1",
            "needs 7: Res 6, armour +1"
        ]
    );
    assert_eq!((field.unit(gangers).alive(), field.unit(gangers).pins), (5, 1));
    assert!(field.is_quiet());
}

/// A-SHT-24, A-SHT-5: one range, and each weapon finds its band there; what does not reach is not offered.
#[test]
fn every_weapon_finds_its_own_band_at_the_units_one_range() {
    let (mut field, squad, gangers) = duel("ai_squad", "gang_fighters");
    let guns = field.arm(squad, Manner::Fire, "mag_gun", "");
    let pistol = field.arm(squad, Manner::Fire, "mag_pistol", "");
    let launcher = field.arm(squad, Manner::Fire, "micro_x_launcher", "direct");
    let shots = vec![field.shot(vec![guns, pistol, launcher], gangers, 25)];
    let events = field.shoot(squad, Order::Fire, shots, &[10; 5]);
    assert_eq!(
        aimed(&events),
        [
            "needs 5: Acc 5, long range −1, Fire order +1",
            "needs 4: Acc 5, extreme range −2, Fire order +1",
            "needs 5: Acc 5, long range −1, Fire order +1"
        ]
    );
    // the sling ends at 20″, the pistol at 30″, the launcher's direct shot too
    let reaching = |range: u32| -> Vec<String> {
        let unit = field.unit(squad);
        let mut keys: Vec<String> = ways(&field.state, unit, Manner::Fire, Inches::whole(range))
            .into_iter()
            .flatten()
            .map(|used| {
                let weapon = field.state.weapon(used.weapon).unwrap();
                format!("{} {}", weapon.key, weapon.modes[usize::from(used.mode)].name)
            })
            .collect();
        keys.sort();
        keys.dedup();
        keys
    };
    assert_eq!(reaching(45), ["mag_gun ", "micro_x_launcher overhead"]);
    let at_28 = ["mag_gun ", "mag_pistol ", "micro_x_launcher direct", "micro_x_launcher overhead"];
    assert_eq!(reaching(28), at_28);
    assert_eq!(reaching(8), ["mag_gun ", "mag_pistol ", "micro_x_launcher direct", "x_sling "]);
}

/// A-SHT-21: every weapon of the unit in every mode, with those who can shoot it.
#[test]
fn everything_a_unit_can_shoot_is_offered() {
    let field = Field::new(
        &["ghar_command_crawler", "c3m4_combat_drone", "lavamites"],
        &["boromite_x_launcher_team"],
    );
    let list = |id: UnitId, manner: Manner| -> Vec<(String, Shooters)> {
        arms(&field.state, field.unit(id), manner)
            .into_iter()
            .map(|arm| {
                let weapon = field.state.weapon(arm.weapon).unwrap();
                let mode = &weapon.modes[usize::from(arm.mode)].name;
                (format!("{} {mode}", weapon.key), arm.by)
            })
            .collect()
    };
    let models = |models: &[u8]| Shooters::Models(models.iter().copied().map(ModelId).collect());
    assert_eq!(
        list(field.red(0), Manner::Fire),
        ["dispersed", "concentrated", "disruptor"]
            .map(|mode| (format!("scourer_cannon {mode}"), models(&[0, 0])))
    );
    assert_eq!(
        list(field.red(1), Manner::Advance),
        [("plasma_light_support ".into(), models(&[0])), ("plasma_cannon ".into(), models(&[0]))]
    );
    // lash and spit are for the fight; only the handler's pistol shoots before it
    assert_eq!(list(field.red(2), Manner::Fire), [("plasma_pistol ".into(), models(&[0]))]);
    assert_eq!(
        list(field.red(2), Manner::PointBlank),
        [("plasma_pistol ".into(), models(&[0])), ("lavamite_spit ".into(), models(&[1, 2, 3]))]
    );
    let launcher = ("x_launcher ".to_owned(), Shooters::Gun);
    let pistols = ("mag_pistol ".to_owned(), models(&[0, 1, 2]));
    assert_eq!(list(field.blue(0), Manner::Fire), [launcher.clone(), pistols.clone()]);
    assert_eq!(list(field.blue(0), Manner::Blind), [launcher]);
    assert_eq!(list(field.blue(0), Manner::PointBlank), [pistols]);
}

/// A-SHT-21, A-SHT-24: with band, dice and reasons, before anything is rolled, and what does not reach says why.
#[test]
fn the_offer_shows_band_dice_and_reasons() {
    let (mut field, squad, gangers) = duel("ai_squad", "gang_fighters");
    field.pin(squad, 1);
    let scene = Scene { terrain: Intervening::Obstacle, ..Scene::default() };
    let shown: Vec<_> =
        offers(&field.state, squad, Some(gangers), Manner::Fire, Inches::whole(25), &scene)
            .into_iter()
            .map(|offer| {
                let name = field.state.weapon_name(offer.arm.weapon).to_owned();
                let rolls: Vec<_> =
                    offer.rolls.iter().map(|(shots, check)| (*shots, check.to_string())).collect();
                (name, offer.arm.mode, offer.band, rolls, offer.sv)
            })
            .collect();
    let roll = |shots, check: &str| vec![(Shots::Fixed(shots), check.to_owned())];
    let far = "Acc 5, 1 pin −1, long range −1, obstacle between −1";
    assert_eq!(
        shown,
        [
            (
                "Mag pistol".into(),
                0,
                Ok(Band::Extreme),
                roll(
                    1,
                    "needs 2: Acc 5, 1 pin −1, extreme range −2, obstacle between −1, Fire order +1"
                ),
                1
            ),
            ("X-sling".into(), 0, Err(OutOfReach::TooFar(Inches::whole(20))), vec![], 0),
            (
                "Mag gun".into(),
                0,
                Ok(Band::Long),
                roll(3, &format!("needs 3: {far}, Fire order +1")),
                1
            ),
            (
                "Micro-X launcher".into(),
                0,
                Ok(Band::Long),
                roll(1, &format!("needs 0: {far}, overhead −2")),
                0
            ),
            (
                "Micro-X launcher".into(),
                1,
                Ok(Band::Long),
                roll(1, &format!("needs 3: {far}, Fire order +1")),
                1
            ),
        ]
    );
}

/// A-SHT-21: and offered it is, at several ranges, each with what reaches there; a broken gun is left out.
#[test]
fn the_offer_follows_what_is_left_of_the_unit() {
    let (mut field, team, _) = duel("boromite_x_launcher_team", "gang_fighters");
    let uses = |field: &Field| -> Vec<Shooters> {
        let (_, _, options) = field.asked();
        let mut shooters: Vec<Shooters> = Vec::new();
        for option in options {
            if let Command::Shoot { shots } = option
                && !shooters.contains(&shots[0].uses[0].by)
            {
                shooters.push(shots[0].uses[0].by.clone());
            }
        }
        shooters
    };
    let crew = |models: &[u8]| Shooters::Models(models.iter().copied().map(ModelId).collect());
    field.order(team, Order::Fire, &[]);
    assert_eq!(uses(&field), [Shooters::Gun, crew(&[0, 1, 2])]);
    field.unit_mut(team).models[1].lost = true;
    assert_eq!(uses(&field), [Shooters::Gun, crew(&[0, 2])]);
    field.unit_mut(team).gun.as_mut().unwrap().condition = Condition::Malfunction;
    assert_eq!(uses(&field), [crew(&[0, 2])]);
}

/// A-SHT-22: who does not see the target is simply not named, and the dead are not either.
#[test]
fn only_those_who_can_see_shoot() {
    let (mut field, gangers, domari) = duel("gang_fighters", "domari_squad");
    field.unit_mut(gangers).models[4].lost = true;
    let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
    field.order(gangers, Order::Fire, &[]);
    let refusal = |used: Use| {
        let shots = vec![field.shot(vec![used], domari, 18)];
        field.refused(RED, &Command::Shoot { shots })
    };
    assert_eq!(refusal(by(&guns, &[2, 4])), "Not everybody named has a working Mag gun.");
    assert_eq!(refusal(by(&guns, &[0])), "Not everybody named has a working Mag gun.");
    assert_eq!(refusal(by(&guns, &[9])), "Not everybody named has a working Mag gun.");
    assert_eq!(refusal(by(&guns, &[])), "Say who shoots Mag gun.");
    let shots = vec![field.shot(vec![by(&guns, &[2, 3])], domari, 18)];
    let events = field.go(RED, &Command::Shoot { shots }, &[10, 10]);
    assert!(hits(&events).is_empty());
}

/// A-SHT-25, A-SPC-7: the shield covers whoever stands behind it and adds to the terrain, until its drone is lost.
#[test]
fn a_batter_shield_covers_a_neighbour_beside_an_obstacle_as_long_as_its_drone_lives() {
    let mut field = Field::new(&["gang_fighters"; 2], &["domari_squad", "striker_attack_skimmer"]);
    let (domari, skimmer) = (field.blue(0), field.blue(1));
    field.lay(domari, Order::Rally);
    let shot = |field: &Field, gangers: UnitId| {
        let guns = field.arm(gangers, Manner::Fire, "mag_gun", "");
        let mut shot = field.shot(vec![guns], domari, 18);
        shot.scene.terrain = Intervening::Obstacle;
        shot.scene.shield = true;
        shot
    };
    let first = field.red(0);
    let declared = vec![shot(&field, first)];
    let events = field.shoot(first, Order::Fire, declared, &[10; 4]);
    assert_eq!(
        aimed(&events),
        ["needs 3: Acc 5, obstacle between −1, Fire order +1, batter shield −2"]
    );
    field.unit_mut(skimmer).gear[1].lost = true;
    let second = field.red(1);
    field.order(second, Order::Fire, &[]);
    let declared = Command::Shoot { shots: vec![shot(&field, second)] };
    assert_eq!(field.refused(RED, &declared), "Blue has no batter drone left to raise a shield.");
}

/// A-SHT-6, A-SHT-25: neither shield nor roof counts for what falls from above; an obstacle in the way does.
#[test]
fn overhead_fire_minds_the_obstacle_but_neither_shield_nor_building() {
    let (mut field, team, skimmer) = duel("boromite_x_launcher_team", "striker_attack_skimmer");
    field.unit_mut(team).models[0].lost = true;
    field.unit_mut(team).models[1].lost = true;
    let gun = field.arm(team, Manner::Fire, "x_launcher", "");
    let mut shot = field.shot(vec![gun], skimmer, 50);
    shot.scene.terrain = Intervening::Obstacle;
    shot.scene.shield = true;
    shot.scene.building = true;
    let events = field.shoot(team, Order::Fire, vec![shot], &[10]);
    assert_eq!(
        aimed(&events),
        ["needs 0: Acc 5, long range −1, obstacle between −1, overhead −2, 1 crew short −1"]
    );
}

/// Every sentence with which a declared shooting is turned down; nothing is rolled for any of them.
#[test]
fn a_shooting_that_cannot_be_is_refused_with_the_reason() {
    let mut field = Field::new(
        &["domari_squad", "work_gang", "lavamites", "outcast_squad"],
        &["gang_fighters", "c3_strike_squad"],
    );
    let (domari, gangers, strike) = (field.red(0), field.blue(0), field.blue(1));
    let guns = field.arm(domari, Manner::Fire, "mag_gun", "");
    let shot = |field: &Field| field.shot(vec![guns.clone()], gangers, 18);
    field.order(domari, Order::Fire, &[]);
    let refusal = |field: &Field, shots: Vec<_>| field.refused(RED, &Command::Shoot { shots });
    let changed = |change: fn(&mut gatemaster_rules::antares::command::Shot)| {
        let mut shot = shot(&field);
        change(&mut shot);
        refusal(&field, vec![shot])
    };
    assert_eq!(refusal(&field, vec![]), "Say who is shot at, and with what.");
    assert_eq!(changed(|s| s.target = UnitId(77)), "There is no such target.");
    assert_eq!(changed(|s| s.target = UnitId(1)), "Work Gang is on your own side.");
    assert_eq!(changed(|s| s.uses = vec![]), "Say with what Gang Fighters is shot at.");
    assert_eq!(
        changed(|s| s.uses[0].mode = 3),
        "The unit has no such weapon or mode; choose one of those on its card."
    );
    assert_eq!(
        changed(|s| s.uses[0].weapon = WeaponId(999)),
        "The unit has no such weapon or mode; choose one of those on its card."
    );
    assert_eq!(changed(|s| s.uses[0].by = Shooters::Gun), "Domari Squad has no working Mag gun.");
    for bonus in [0, 3] {
        let mut shot = shot(&field);
        shot.scene.cover = Cover::Everybody(bonus);
        assert_eq!(refusal(&field, vec![shot]), format!("Cover adds 1 or 2, not {bonus}."));
    }
    assert_eq!(
        changed(|s| s.scene.cover = Cover::Only { bonus: 9, models: vec![ModelId(0)] }),
        "Cover adds 1 or 2, not 9."
    );
    for mark in [Mark::Model(ModelId(5)), Mark::Gun, Mark::Drone(0)] {
        for place in 0..3 {
            let mut shot = shot(&field);
            match place {
                0 => shot.scene.hidden = vec![mark],
                1 => shot.scene.behind = vec![mark],
                _ => shot.scene.under = Some(vec![mark]),
            }
            assert_eq!(refusal(&field, vec![shot]), "Gang Fighters has no such model left.");
        }
    }
    assert_eq!(
        changed(|s| s.scene.hidden = (0..5).map(ModelId).map(Mark::Model).collect()),
        "None of Gang Fighters is in sight, so only overhead weapons could reach it."
    );
    assert_eq!(
        changed(|s| s.scene.under = Some(vec![])),
        "The template lies on one model of the target at least."
    );
    assert_eq!(
        changed(|s| s.scene.eyes = Eyes::Patched(UnitId(0))),
        "Patched sight serves overhead weapons only."
    );
    field.unit_mut(strike).deployed = false;
    let mut away = shot(&field);
    away.target = strike;
    assert_eq!(refusal(&field, vec![away.clone()]), "C3 Strike Squad is not on the table.");
    field.unit_mut(strike).deployed = true;
    field.unit_mut(strike).destroyed = true;
    assert_eq!(refusal(&field, vec![away]), "C3 Strike Squad is not on the table.");
    field.go(RED, &Command::Finish, &[]);

    // blades, spit and empty guns
    let give = |field: &mut Field, unit: UnitId, key: &str, model: u8| {
        let place = field.state.armoury.iter().position(|weapon| weapon.key == key).unwrap();
        let weapon = WeaponId(u16::try_from(place).unwrap());
        let used = Use { weapon, mode: 0, by: Shooters::Models(vec![ModelId(model)]) };
        field.order(unit, Order::Fire, &[]);
        let shots = vec![field.shot(vec![used], gangers, 8)];
        let sentence = field.refused(RED, &Command::Shoot { shots });
        field.go(RED, &Command::Finish, &[]);
        sentence
    };
    let lavamites = field.red(2);
    let lash = give(&mut field, lavamites, "lectro_lash", 0);
    assert_eq!(lash, "Lectro lash is for hand-to-hand fighting.");
    field.unit_mut(lavamites).dice.placed.clear();
    let spit = give(&mut field, lavamites, "lavamite_spit", 1);
    assert_eq!(spit, "Lavamite spit is shot in assaults only.");
    let outcasts = field.red(3);
    let luggers = field.arm(outcasts, Manner::Fire, "lugger_gun", "");
    field.unit_mut(outcasts).ammo = Ammo::Out;
    let empty =
        check_uses(&field.state, field.unit(outcasts), Manner::Fire, &[&luggers]).unwrap_err();
    assert_eq!(empty.sentence(), "Outcast Squad is out of ammunition for Lugger gun.");
}

/// A-SHT-1: one volley a target, and units that are not there.
#[test]
fn a_vehicle_names_each_target_once() {
    let (mut field, drone, domari) = duel("c3m4_combat_drone", "domari_squad");
    let cannon = field.arm(drone, Manner::Fire, "plasma_cannon", "");
    let guns = field.arm(drone, Manner::Fire, "plasma_light_support", "");
    field.order(drone, Order::Fire, &[]);
    let shots = vec![field.shot(vec![cannon], domari, 18), field.shot(vec![guns], domari, 18)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: shots.clone() }),
        "Name each target once."
    );
    let nobody = check_shooting(&field.state, UnitId(99), Manner::Fire, &shots).unwrap_err();
    assert_eq!(nobody.sentence(), "There is no such unit.");
    let used: Vec<&Use> = shots[0].uses.iter().collect();
    let unit = field.unit(drone);
    let fight = check_uses(&field.state, unit, Manner::HandToHand, &used).unwrap_err();
    assert_eq!(fight.sentence(), "Nobody shoots hand to hand.");
    let close = check_uses(&field.state, unit, Manner::PointBlank, &used).unwrap_err();
    assert_eq!(close.sentence(), "Plasma cannon cannot be shot point-blank.");
    let blind = check_uses(&field.state, unit, Manner::Blind, &used).unwrap_err();
    assert_eq!(blind.sentence(), "Plasma cannon cannot fire blind: it is no overhead weapon.");
}

/// A-ASL-3, A-SHT-2: a team's gun is twice named, or broken.
#[test]
fn a_gun_shoots_once_and_only_while_it_works() {
    let (mut field, team, domari) = duel("ai_mag_cannon_team", "domari_squad");
    let gun = field.arm(team, Manner::Fire, "mag_cannon", "");
    field.order(team, Order::Fire, &[]);
    let refusal = |field: &Field, uses: Vec<Use>| {
        field.refused(RED, &Command::Shoot { shots: vec![field.shot(uses, domari, 18)] })
    };
    let none = "AI Mag Cannon Team has no working Mag cannon.";
    assert_eq!(refusal(&field, vec![gun.clone(), gun.clone()]), none);
    for condition in [Condition::Malfunction, Condition::Destroyed] {
        field.unit_mut(team).gun.as_mut().unwrap().condition = condition;
        assert_eq!(refusal(&field, vec![gun.clone()]), none);
    }
}

/// A-ASL-3, A-ASL-15, A-SHT-9, A-SHT-19: spit is for assaults, at people who lie down behind a wall.
#[test]
fn lavamites_spit_point_blank_at_a_squad_that_lies_down_in_cover() {
    let mut field = Field::new(&["lavamites"], &["outcast_command_squad", "outcast_squad"]);
    let (lavamites, drivers) = (field.red(0), field.blue(0));
    field.lay(drivers, Order::Down);
    let charge = GiveOrder { assault: Some(drivers), ..GiveOrder::plain(lavamites, Order::Run) };
    field.give(&charge, &[]);
    let into = Charge { contact: true, cover: Cover::Everybody(2), ..Charge::default() };
    // the handler's pistol is a dud; three spits hit on 7 and are rolled again: two hit
    let events = field.go(RED, &Command::Charge(into), &[10, 7, 7, 7, 2, 2, 8]);
    assert_eq!(aimed(&events), ["needs 5: Acc 5", "needs 7: Acc 7"]);
    assert_eq!(hits(&events), [(2, 0)]);
    let marks = [1, 2].map(|n| Some(Mark::Model(ModelId(n)))).to_vec();
    // one falls; the other four lash out when they have been spat at, and hit nothing
    let events = field.answer(BLUE, Answer::Place(marks), &[4, 5, 10, 10, 10, 10]);
    assert_eq!(resist_reasons(&events), ["needs 4: Res 4, cover +2, SV −2"; 2]);
    assert_eq!(resisted(&events), [(4, true), (4, false)]);
    assert_eq!((field.unit(drivers).alive(), field.unit(drivers).pins), (4, 1));
}
