//! Blasts, and what falls from above (A-OVH-1 to A-OVH-9).

use gatemaster_rules::antares::command::{
    Answer, Command, Cover, Eyes, Intervening, Mark, Struck, Use,
};
use gatemaster_rules::antares::event::{Event, Forced};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{ModelId, UnitId};

use crate::antares::field::{
    BLUE, Field, RED, aimed, by, duel, hits, model, resist_reasons, resisted,
};

fn marks(numbers: &[u8]) -> Vec<Mark> {
    numbers.iter().copied().map(ModelId).map(Mark::Model).collect()
}

fn struck(unit: UnitId, under: &[u8]) -> Struck {
    Struck { unit, under: marks(under) }
}

fn halved(events: &[Event]) -> Option<(u32, u32, Forced)> {
    events.iter().find_map(|event| match event {
        Event::BlastHalved { from, to, why, .. } => Some((*from, *to, *why)),
        _ => None,
    })
}

fn astray(events: &[Event]) -> Option<(u32, Inches)> {
    events.iter().find_map(|event| match event {
        Event::Astray { roll, distance, .. } => Some((roll.face, *distance)),
        _ => None,
    })
}

/// A launcher team without its spotter, and what it shoots with.
fn launcher(others: &[&str], blue: &[&str]) -> (Field, UnitId, Use) {
    let red: Vec<&str> = ["boromite_x_launcher_team"].iter().chain(others).copied().collect();
    let mut field = Field::new(&red, blue);
    let team = field.red(0);
    field.unit_mut(team).gear[0].lost = true;
    let gun = field.arm(team, Manner::Fire, "x_launcher", "");
    (field, team, gun)
}

/// A-OVH-1, A-SHT-10: the sling's first hit is the shooter's to place, its others and the carbines' are not.
#[test]
fn a_lucky_sling_and_carbines_in_one_shooting() {
    let (mut field, squad, gangers) = duel("c3_strike_squad", "gang_fighters");
    let sling = field.arm(squad, Manner::Fire, "x_sling", "");
    let carbines = field.arm(squad, Manner::Fire, "plasma_carbine", "single shot");
    let uses = vec![by(&carbines, &[1, 2, 3, 4]), sling];
    let shots = vec![field.shot(uses, gangers, 8)];
    // one test for the sling, a one; a carbine hits, a miss hits on the spotter's second look; a D3 for the blast
    let events = field.shoot(squad, Order::Fire, shots, &[1, 6, 7, 10, 10, 2, 3]);
    assert_eq!(aimed(&events), ["needs 6: Acc 5, Fire order +1"; 2]);
    assert_eq!(hits(&events), [(5, 1)]);
    assert_eq!(field.asks(RED, "place the lucky hits on Gang Fighters").len(), 2);
    let events = field.answer(RED, Answer::Place(vec![model(0)]), &[7, 7, 7, 5, 5]);
    assert_eq!(
        resist_reasons(&events),
        [
            "needs 7: Res 6, armour +1",
            "needs 7: Res 6, armour +1",
            "needs 7: Res 6, armour +1",
            "needs 5: Res 6, armour +1, SV −2",
            "needs 5: Res 6, armour +1, SV −2"
        ]
    );
    assert!(field.is_quiet());
}

/// A-OVH-2, A-SHT-9: on a squad that lies down carbines roll again and the blast is halved instead.
#[test]
fn the_sling_is_halved_and_the_carbines_are_rolled_again() {
    let (mut field, squad, gangers) = duel("c3_strike_squad", "gang_fighters");
    field.unit_mut(gangers).dice.placed = vec![Order::Down];
    let sling = field.arm(squad, Manner::Fire, "x_sling", "");
    let carbines = field.arm(squad, Manner::Fire, "plasma_carbine", "single shot");
    let shots = vec![field.shot(vec![by(&carbines, &[1, 2, 3, 4]), sling], gangers, 8)];
    let events = field.shoot(squad, Order::Fire, shots, &[6, 6, 6, 10, 10, 6, 9, 3]);
    assert_eq!(halved(&events), Some((3, 1, Forced::Down)));
    assert_eq!(hits(&events), [(2, 0)]);
    field.asks(BLUE, "place the hits on Gang Fighters");
}

/// A-OVH-2, A-SHT-17: half of one is nothing: no hit, no luck and no pin.
#[test]
fn a_lucky_blast_of_one_on_a_squad_that_lies_down_is_no_hit_at_all() {
    let (mut field, squad, gangers) = duel("ai_squad", "gang_fighters");
    field.unit_mut(gangers).dice.placed = vec![Order::Down];
    let sling = field.arm(squad, Manner::Fire, "x_sling", "");
    let shots = vec![field.shot(vec![sling], gangers, 8)];
    let events = field.shoot(squad, Order::Fire, shots, &[1, 1]);
    assert_eq!(halved(&events), Some((1, 0, Forced::Down)));
    assert!(hits(&events).is_empty() && field.is_quiet());
    assert_eq!(field.unit(gangers).pins, 0);
}

/// A-OVH-2, A-OVH-1: the total of all blasts is halved, and luck is what stays of them.
#[test]
fn three_disruptors_at_a_squad_that_lies_down_are_halved_together_and_the_lucky_hit_stays() {
    let (mut field, ghar, gangers) = duel("ghar_battle_squad", "gang_fighters");
    field.unit_mut(gangers).dice.placed = vec![Order::Down];
    let scourers = field.arm(ghar, Manner::Fire, "scourer_cannon", "disruptor");
    let shots = vec![field.shot(vec![scourers], gangers, 18)];
    let events = field.shoot(ghar, Order::Fire, shots, &[6, 1, 10, 4, 3]);
    assert_eq!(halved(&events), Some((7, 3, Forced::Down)));
    assert_eq!(hits(&events), [(3, 1)]);
    assert_eq!(field.asks(RED, "place the lucky hits on Gang Fighters").len(), 2);
}

/// A-OVH-2, A-SHT-9: fast riders who run halve blasts too; with an Advance they do not.
#[test]
fn a_blast_on_fast_riders_is_halved_only_while_they_run() {
    for (order, expected) in
        [(Order::Run, Some((3, 1, Forced::FastAndRunning))), (Order::Advance, None)]
    {
        let (mut field, squad, riders) = duel("ai_squad", "skyraider_squad");
        field.unit_mut(riders).dice.placed = vec![order];
        let sling = field.arm(squad, Manner::Fire, "x_sling", "");
        let shots = vec![field.shot(vec![sling], riders, 8)];
        let dice: &[u32] = if expected.is_some() { &[6, 3] } else { &[6, 3, 7, 7, 7] };
        let events = field.shoot(squad, Order::Fire, shots, dice);
        assert_eq!(halved(&events), expected);
    }
}

/// A-OVH-3, A-OVH-6, A-SHT-19: under the template first, then anybody, seen or not; no cover from above.
#[test]
fn a_direct_overhead_hit_takes_those_under_the_template_and_then_the_unseen() {
    let (mut field, team, gun) = launcher(&[], &["gang_fighters"]);
    let gangers = field.blue(0);
    field.lay(gangers, Order::Rally);
    let mut shot = field.shot(vec![gun], gangers, 20);
    shot.scene.hidden = marks(&[0, 2, 3, 4]);
    shot.scene.under = Some(marks(&[1, 2]));
    shot.scene.cover = Cover::Everybody(2);
    let events = field.shoot(team, Order::Fire, vec![shot], &[3, 4]);
    assert_eq!(aimed(&events), ["needs 3: Acc 5, overhead −2"]);
    assert_eq!(hits(&events), [(4, 0)]);
    field.asks(BLUE, "place the hits on Gang Fighters");
    let place = |numbers: [u8; 4]| Command::Answer(Answer::Place(numbers.map(model).to_vec()));
    let evenly = "Hits are spread as evenly as possible";
    assert_eq!(
        field.refused(BLUE, &place([1, 3, 0, 4])),
        format!("{evenly}: hit 4 cannot go on that Ganger, but on another Ganger.")
    );
    assert_eq!(
        field.refused(BLUE, &place([1, 2, 1, 2])),
        format!(
            "{evenly}: hit 3 cannot go on that Ganger, but on the Gang Leader and another Ganger."
        )
    );
    let events = field.go(BLUE, &place([1, 2, 3, 4]), &[6, 6, 6, 6]);
    assert_eq!(resist_reasons(&events), ["needs 6: Res 6, armour +1, SV −1"; 4]);
}

/// A-OVH-6, A-OVH-1, A-SHT-10: even luck stays under the template, or takes a drone.
#[test]
fn a_lucky_overhead_hit_goes_under_the_template_or_on_a_drone() {
    let (mut field, team, gun) = launcher(&[], &["domari_squad"]);
    let domari = field.blue(0);
    field.lay(domari, Order::Rally);
    let mut shot = field.shot(vec![gun], domari, 20);
    shot.scene.under = Some(marks(&[4, 5]));
    let events = field.shoot(team, Order::Fire, vec![shot], &[1, 2]);
    assert_eq!(hits(&events), [(2, 1)]);
    assert_eq!(field.asks(RED, "place the lucky hits on Domari Squad").len(), 2);
    let leader = Command::Answer(Answer::Place(vec![model(0)]));
    assert_eq!(
        field.refused(RED, &leader),
        "Hits are spread as evenly as possible: hit 1 cannot go on the Domari Leader, but on a Domari and the spotter drone."
    );
    // the drone takes it, so both under the template are free for the other hit: alike, nobody is asked
    let events = field.answer(RED, Answer::Place(vec![Some(Mark::Drone(0))]), &[5]);
    assert!(events.contains(&Event::DroneLost { unit: domari, drone: 0 }));
    assert_eq!(resisted(&events), [(5, true)]);
}

/// A-OVH-4: half of the die with a Fire order, all of it with an Advance, and an inch for each pin.
#[test]
fn a_miss_goes_astray_farther_on_the_move_and_with_every_pin() {
    for (order, distance) in [(Order::Fire, 5), (Order::Advance, 8)] {
        let (mut field, team, gun) = launcher(&[], &["gang_fighters"]);
        let gangers = field.blue(0);
        field.lay(gangers, Order::Rally);
        field.pin(team, 2);
        field.order(team, order, &[2]);
        let shots = vec![field.shot(vec![gun], gangers, 20)];
        let events = field.go(RED, &Command::Shoot { shots }, &[3, 7]);
        assert_eq!(aimed(&events), ["needs 2: Acc 5, 1 pin −1, overhead −2"]);
        assert_eq!(astray(&events), Some((7, Inches::whole(distance))));
        let what = format!("say who lies under the template, {distance}″ off target");
        field.asks(RED, &what);
        let events = field.answer(RED, Answer::Template(vec![]), &[]);
        assert!(hits(&events).is_empty() && field.is_quiet());
        assert_eq!(field.unit(gangers).pins, 0);
    }
}

/// A-OVH-4, A-REA-1: hits are shared between the units under the template, friends too; nobody goes down before them.
#[test]
fn a_stray_template_is_shared_between_friend_and_foe() {
    let (mut field, team, gun) = launcher(&["work_gang"], &["gang_fighters", "domari_squad"]);
    let (friends, gangers, domari) = (field.red(1), field.blue(0), field.blue(1));
    field.lay(gangers, Order::Rally);
    let shots = vec![field.shot(vec![gun], gangers, 20)];
    field.shoot(team, Order::Fire, shots, &[9, 3]);
    field.restart();
    field.asks(RED, "say who lies under the template, 2″ off target");
    let refused =
        |struck: Vec<Struck>| field.refused(RED, &Command::Answer(Answer::Template(struck)));
    assert_eq!(
        refused(vec![Struck { unit: domari, under: vec![] }]),
        "Name the models of Domari Squad under the template, one at least."
    );
    assert_eq!(
        refused(vec![Struck { unit: domari, under: vec![Mark::Drone(0)] }]),
        "Name the models of Domari Squad under the template, one at least."
    );
    assert_eq!(
        refused(vec![struck(domari, &[1]), struck(domari, &[2])]),
        "Name each unit and each model once."
    );
    assert_eq!(refused(vec![struck(UnitId(50), &[1])]), "There is no such unit in this battle.");
    // five hits: three for the unit first named, two for the other; each spreads them under the template first
    let events = field.answer(
        RED,
        Answer::Template(vec![struck(domari, &[1, 2, 3]), struck(friends, &[0, 1])]),
        &[5, 5, 5, 5, 5, 5],
    );
    assert!(events.contains(&Event::BlastShared { shares: vec![(domari, 3), (friends, 2)] }));
    assert_eq!(hits(&events), [(3, 0), (2, 0)]);
    assert_eq!(resisted(&events), [(5, true); 5]);
    assert_eq!([gangers, domari, friends].map(|id| field.unit(id).pins), [0, 1, 1]);
    assert!(field.is_quiet());
}

/// A-OVH-2, A-OVH-4: shared first, halved afterwards.
#[test]
fn of_two_units_under_a_stray_template_the_one_that_lies_down_halves_its_share() {
    let (mut field, team, gun) = launcher(&[], &["gang_fighters", "domari_squad"]);
    let (gangers, domari) = (field.blue(0), field.blue(1));
    field.lay(gangers, Order::Rally);
    field.lay(domari, Order::Down);
    let shots = vec![field.shot(vec![gun], gangers, 20)];
    field.shoot(team, Order::Fire, shots, &[9, 1]);
    // an inch off: by default the template still covers all of the unit aimed at
    let (_, _, options) = field.asked();
    let default = vec![struck(gangers, &[0, 1, 2, 3, 4])];
    assert_eq!(options[0], Command::Answer(Answer::Template(default)));
    let both = vec![struck(domari, &[1]), struck(gangers, &[1, 2])];
    // three for the Domari, of which one is left, and two for the gangers
    let events = field.answer(RED, Answer::Template(both), &[5, 6, 6, 5]);
    assert_eq!(halved(&events), Some((3, 1, Forced::Down)));
    assert_eq!(hits(&events), [(2, 0), (1, 0)]);
    assert_eq!(resisted(&events), [(6, true), (6, true), (5, true)]);
}

/// A-OVH-5, A-SHT-8: a dud goes nowhere, spotter or not.
#[test]
fn an_overhead_dud_neither_strays_nor_is_looked_at_twice() {
    let (mut field, team, gangers) = duel("boromite_x_launcher_team", "gang_fighters");
    let gun = field.arm(team, Manner::Fire, "x_launcher", "");
    let shots = vec![field.shot(vec![gun], gangers, 20)];
    let events = field.shoot(team, Order::Fire, shots, &[10]);
    assert!(astray(&events).is_none() && field.is_quiet());
}

/// A-SHT-8, A-OVH-4: the second look comes before the stray, may spoil the shot, and so is a choice.
#[test]
fn the_spotter_of_a_launcher_looks_before_the_shot_goes_astray() {
    let shoot = || {
        let (mut field, team, gangers) = duel("boromite_x_launcher_team", "gang_fighters");
        let gun = field.arm(team, Manner::Fire, "x_launcher", "");
        let shots = vec![field.shot(vec![gun], gangers, 20)];
        field.shoot(team, Order::Fire, shots, &[4]);
        let what = "choose which miss of Boromite X-Launcher Team the spotter has rolled again";
        assert_eq!(field.asks(RED, what).len(), 2);
        field
    };
    let mut field = shoot();
    let events = field.answer(RED, Answer::Spot(Some(0)), &[3, 5, 6, 6, 6, 6, 6]);
    assert_eq!((astray(&events), hits(&events)), (None, vec![(5, 0)]));
    let mut field = shoot();
    let events = field.answer(RED, Answer::Spot(Some(0)), &[10]);
    assert!(astray(&events).is_none() && field.is_quiet());
    let mut field = shoot();
    let events = field.answer(RED, Answer::Spot(Some(0)), &[9, 8]);
    assert_eq!(astray(&events), Some((8, Inches::whole(4))));
    let mut field = shoot();
    let events = field.answer(RED, Answer::Spot(None), &[8]);
    assert_eq!(astray(&events), Some((8, Inches::whole(4))));
}

/// A-OVH-7: with a Fire order, with an overhead weapon.
#[test]
fn blind_fire_needs_a_fire_order_and_something_to_lob() {
    let (mut field, team, gun) = launcher(&[], &["gang_fighters"]);
    let pistols = field.arm(team, Manner::Fire, "mag_pistol", "");
    let blind = |uses: Vec<Use>| Command::FireBlind { range: Inches::whole(18), uses };
    field.order(team, Order::Advance, &[]);
    assert_eq!(field.refused(RED, &blind(vec![gun.clone()])), "Blind fire needs a Fire order.");
    field.go(RED, &Command::Finish, &[]);
    let (mut field, team, _) = launcher(&[], &["gang_fighters"]);
    field.order(team, Order::Fire, &[]);
    assert_eq!(field.refused(RED, &blind(vec![])), "Say what fires blind.");
    assert_eq!(
        field.refused(RED, &blind(vec![pistols])),
        "Mag pistol cannot fire blind: it is no overhead weapon."
    );
    assert!(
        field
            .asks(RED, "carry out the Fire order of Boromite X-Launcher Team")
            .contains(&blind(vec![gun]))
    );
}

/// A-OVH-7: anything but a one is wasted, and no spotter helps.
#[test]
fn a_blind_shot_that_is_no_one_is_gone() {
    for die in [2, 9, 10] {
        let (mut field, team, _) = duel("boromite_x_launcher_team", "gang_fighters");
        let gun = field.arm(team, Manner::Fire, "x_launcher", "");
        field.order(team, Order::Fire, &[]);
        let events = field.go(
            RED,
            &Command::FireBlind { range: Inches::whole(30), uses: vec![gun] },
            &[die],
        );
        assert_eq!(aimed(&events), ["needs 1: blind fire 1"]);
        assert!(astray(&events).is_none() && field.is_quiet());
    }
}

/// A-OVH-7, A-SHT-18, A-REA-2: a one lands near, a whole die and the pins off; nobody is lucky, nobody goes down, and
/// phase armour is as good as from afar.
#[test]
fn a_pinned_teams_blind_shot_lands_on_a_phase_squad() {
    let (mut field, team, gun) = launcher(&[], &["phase_squad"]);
    let squad = field.blue(0);
    field.pin(team, 2);
    field.order(team, Order::Fire, &[2]);
    let events =
        field.go(RED, &Command::FireBlind { range: Inches::whole(30), uses: vec![gun] }, &[1, 9]);
    assert_eq!(astray(&events), Some((9, Inches::whole(10))));
    field.asks(RED, "say who lies under the template, 10″ off target");
    let events = field.answer(RED, Answer::Template(vec![struck(squad, &[2, 3])]), &[2, 6, 7]);
    assert_eq!(hits(&events), [(2, 0)]);
    assert_eq!(resist_reasons(&events), ["needs 6: Res 5, armour +2, SV −1"; 2]);
    assert_eq!((field.unit(squad).alive(), field.unit(squad).pins), (4, 1));
}

/// A-OVH-8, A-OVH-9: through another spotter's eyes, at that spotter's penalties and without a second look.
#[test]
fn patched_sight_saves_a_howitzer_from_firing_blind() {
    let mut field =
        Field::new(&["c3_x_howitzer_team", "c3_strike_squad", "gang_fighters"], &["domari_squad"]);
    let (howitzer, eyes, blindfold, domari) =
        (field.red(0), field.red(1), field.red(2), field.blue(0));
    field.lay(domari, Order::Rally);
    field.unit_mut(howitzer).models[2].lost = true;
    let gun = field.arm(howitzer, Manner::Fire, "x_howitzer", "");
    let mut shot = field.shot(vec![gun], domari, 70);
    shot.scene.hidden = marks(&[0, 1, 2, 3, 4, 5]);
    shot.scene.terrain = Intervening::LightTerrain;
    let through = |unit: UnitId| {
        let mut shot = shot.clone();
        shot.scene.eyes = Eyes::Patched(unit);
        Command::Shoot { shots: vec![shot] }
    };
    field.order(howitzer, Order::Fire, &[]);
    let wrong = "Sight is patched from another unit of yours with a spotter drone.";
    for helper in [howitzer, blindfold, domari, UnitId(40)] {
        assert_eq!(field.refused(RED, &through(helper)), wrong);
    }
    field.unit_mut(eyes).gear[0].lost = true;
    assert_eq!(field.refused(RED, &through(eyes)), wrong);
    field.unit_mut(eyes).gear[0].lost = false;
    field.unit_mut(howitzer).gear[0].lost = true;
    assert_eq!(
        field.refused(RED, &through(eyes)),
        "C3 X-Howitzer Team has no spotter drone to patch with."
    );
    field.unit_mut(howitzer).gear[0].lost = false;
    let events = field.go(RED, &through(eyes), &[2, 5]);
    assert_eq!(
        aimed(&events),
        ["needs −1: Acc 5, long range −1, light terrain between −2, overhead −2, 1 crew short −1"]
    );
    // straight off target: nobody is asked for a second look
    assert_eq!(astray(&events), Some((5, Inches::whole(3))));
    // ten on six: the leader under the template first, then the five others, then he again with three of them
    let mut dice = vec![10];
    dice.extend([4; 10]);
    let events = field.answer(RED, Answer::Template(vec![struck(domari, &[0])]), &dice);
    assert_eq!(hits(&events), [(10, 0)]);
    assert_eq!(resist_reasons(&events), ["needs 4: Res 5, armour +1, SV −2"; 10]);
    assert!(field.is_quiet());
}

/// A-OVH-7, A-OVH-8: what nobody sees is not aimed at, not even from above; a drone's eyes are enough.
#[test]
fn a_launcher_needs_somebody_who_sees_the_target() {
    let (mut field, team, gun) = launcher(&[], &["gang_fighters"]);
    let gangers = field.blue(0);
    field.order(team, Order::Fire, &[]);
    let mut shot = field.shot(vec![gun], gangers, 20);
    shot.scene.hidden = marks(&[0, 1, 2, 3, 4]);
    let shoot = Command::Shoot { shots: vec![shot] };
    let nobody = "Nobody sees Gang Fighters; fire blind, or patch sight through another unit's spotter drone.";
    assert_eq!(field.refused(RED, &shoot), nobody);
    field.unit_mut(team).gear[0].lost = false;
    let events = field.go(RED, &shoot, &[]);
    assert!(events.iter().any(|event| matches!(event, Event::Declared { .. })));
}
