//! The charge: who may assault whom, the ground on the way, sprints, contact made or missed.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{
    Answer, Charge, Command, Cover, Feature, GiveOrder, Move,
};
use gatemaster_rules::antares::event::{Forced, Pace, PinCause};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Lock, ModelId, Soma, UnitId};

use crate::antares::field::{BLUE, Field, RED};
use crate::antares::melee::{
    aimed, asks, assault, charge, contact, declared, few, fork, hold_ground, offered, pinned,
    place, resists, restart, sprinting, tests, thrown,
};

fn hedge(defended: bool) -> Feature {
    Feature::Obstacle { name: "the hedge".into(), defended }
}

fn wood() -> Feature {
    Feature::Difficult { name: "the wood".into() }
}

fn through(features: Vec<Feature>) -> Charge {
    Charge { features, ..contact() }
}

/// The answer to whether they go on after a sprint's lucky test, over open ground.
fn further(take: bool, contact: bool) -> Answer {
    Answer::BonusMove { take, features: Vec::new(), contact }
}

fn joined(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Charged { contact: true, .. }))
}

fn fell_short(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Charged { contact: false, .. }))
}

/// How far each move went, and whether terrain ended it.
fn went(events: &[Event]) -> Vec<(Pace, Inches, bool)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Moved { how, distance, halted, .. } => Some((*how, *distance, *halted)),
            _ => None,
        })
        .collect()
}

/// All shots and blows of a skirmish miss; both pass the test of a draw, and the attackers are first to consolidate.
const NOTHING_HAPPENS: [u32; 11] = [9, 9, 9, 9, 9, 9, 9, 9, 9, 7, 1];

/// Two gangers and two ferals: few dice, nothing to choose before the fight.
fn skirmish() -> (Field, UnitId, UnitId) {
    let mut field = Field::new(&["gang_fighters"], &["feral_squad"]);
    let (gangers, ferals) = (field.red(0), field.blue(0));
    few(&mut field, gangers, 2);
    few(&mut field, ferals, 2);
    field.unit_mut(ferals).soma = Soma::None;
    (field, gangers, ferals)
}

/// A-ASL-1
#[test]
fn teams_drones_vehicles_and_snipers_stay_out_of_assaults() {
    let red = ["ai_mag_cannon_team", "c3d1_light_support_drone", "ghar_command_crawler"];
    let mut field = Field::new(&red, &["feral_squad"]);
    let ferals = field.blue(0);
    field.draw(RED);
    for (place, name) in ["AI Mag Cannon Team", "C3D1 Light Support Drone", "Ghar Command Crawler"]
        .iter()
        .enumerate()
    {
        assert_eq!(
            field.refused(RED, &Command::Order(declared(field.red(place), ferals))),
            format!("{name} cannot assault: that is for infantry, beasts and mounted units.")
        );
    }
    let mut field = Field::new(&["phase_sniper"], &["feral_squad"]);
    field.draw(RED);
    assert_eq!(
        field.refused(RED, &Command::Order(declared(field.red(0), field.blue(0)))),
        "Phase Sniper cannot assault: that is for infantry, beasts and mounted units."
    );
}

/// A-ASL-1, A-MOV-2: infantry, beasts and mounted units are offered every enemy to assault, and sprints where they can.
#[test]
fn infantry_beasts_and_riders_are_offered_assaults_on_everybody() {
    let red = ["gang_fighters", "lavamites", "rock_rider_squad", "ghar_battle_squad"];
    let mut field = Field::new(&red, &["c3m4_combat_drone", "ai_x_howitzer_team"]);
    field.draw(RED);
    let (_, _, options) = field.asked();
    let offers = |unit: usize, at: usize, sprint: bool| {
        let order = GiveOrder { sprint, ..declared(field.red(unit), field.blue(at)) };
        options.contains(&Command::Order(order))
    };
    for unit in 0..4 {
        for at in 0..2 {
            assert!(offers(unit, at, false));
            // Ghar suits are large and neither fast nor rapid
            assert_eq!(offers(unit, at, true), unit < 3, "unit {unit}");
        }
    }
    assert_eq!(
        field.refused(RED, &Command::Order(sprinting(field.red(3), field.blue(0)))),
        "Ghar Battle Squad cannot sprint: that is for infantry, beasts and mounted units, large ones only if fast or of rapid sprint."
    );
}

/// A-ASL-1, A-ASL-16
#[test]
fn an_assault_needs_a_run_order_and_an_enemy_on_the_table() {
    let mut field = Field::new(&["gang_fighters", "work_gang"], &["feral_squad", "domari_squad"]);
    let (gangers, friends) = (field.red(0), field.red(1));
    let (ferals, domari) = (field.blue(0), field.blue(1));
    field.unit_mut(domari).destroyed = true;
    field.draw(RED);
    for order in [Order::Fire, Order::Advance, Order::Ambush, Order::Rally, Order::Down] {
        let order = GiveOrder { order, ..declared(gangers, ferals) };
        assert_eq!(
            field.refused(RED, &Command::Order(order)),
            "Sprints and assaults need a Run order."
        );
    }
    for nobody in [friends, UnitId(99)] {
        assert_eq!(
            field.refused(RED, &Command::Order(declared(gangers, nobody))),
            "An assault needs an enemy unit on the table."
        );
    }
    assert_eq!(
        field.refused(RED, &Command::Order(declared(gangers, domari))),
        "Domari Squad is destroyed."
    );
    field.unit_mut(ferals).deployed = false;
    assert_eq!(
        field.refused(RED, &Command::Order(declared(gangers, ferals))),
        "An assault needs an enemy unit on the table."
    );
    for model in &mut field.unit_mut(gangers).models {
        model.immobilised = true;
    }
    field.unit_mut(ferals).deployed = true;
    assert_eq!(
        field.refused(RED, &Command::Order(declared(gangers, ferals))),
        "Gang Fighters is immobilised."
    );
}

/// A-ASL-1
#[test]
fn nobody_charges_who_has_not_said_so_with_the_order() {
    let mut field = Field::new(&["gang_fighters"], &["feral_squad"]);
    let (gangers, ferals) = (field.red(0), field.blue(0));
    let charging = Command::Charge(contact());
    assert_eq!(field.refused(RED, &charging), "No unit is carrying out an order now.");
    field.order(gangers, Order::Run, &[]);
    assert_eq!(
        field.refused(RED, &charging),
        "No assault was declared with this order; the unit can move or finish."
    );
    field.go(RED, &Command::Move(Move::default()), &[]);

    let mut field = Field::new(&["gang_fighters"], &["feral_squad"]);
    field.give(&declared(gangers, ferals), &[]);
    assert_eq!(
        field.refused(BLUE, &charging),
        "The battle waits for Red to carry out the Run order of Gang Fighters."
    );
    let cover = Charge { cover: Cover::Everybody(3), ..contact() };
    assert_eq!(field.refused(RED, &Command::Charge(cover)), "Cover adds 1 or 2, not 3.");
    let behind = Charge { left_behind: vec![ModelId(1)], ..contact() };
    assert_eq!(
        field.refused(RED, &Command::Charge(behind)),
        "Only immobilised models can be left behind."
    );
    let nameless = through(vec![Feature::Difficult { name: String::new() }]);
    assert_eq!(
        field.refused(RED, &Command::Charge(nameless)),
        "Terrain needs a name of at most 40 plain characters."
    );
    let maze = through(vec![wood(); 9]);
    assert_eq!(field.refused(RED, &Command::Charge(maze)), "A move crosses at most 8 features.");
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots: Vec::new() }),
        "Run is no order to shoot."
    );
    assert_eq!(
        field.refused(RED, &Command::Draw),
        "First Red has to carry out the Run order of Gang Fighters."
    );
}

/// A-ASL-1: contact made or not is what the table shows.
#[test]
fn a_charge_runs_ten_inches_into_contact_and_the_shooting_begins() {
    let (mut field, gangers, ferals) = skirmish();
    let events = assault(&mut field, gangers, ferals, &NOTHING_HAPPENS);
    assert_eq!(went(&events), [(Pace::Run, Inches::whole(10), false)]);
    assert!(joined(&events));
    let closed = place(&events, |event| matches!(event, Event::Charged { .. }));
    assert!(closed < place(&events, |event| matches!(event, Event::Rolled { .. })));
    assert_eq!(field.unit(gangers).order(), Some(Order::Run));
}

/// A-ASL-1
#[test]
fn a_charge_that_falls_short_is_just_a_run() {
    let (mut field, gangers, ferals) = skirmish();
    field.give(&declared(gangers, ferals), &[]);
    let events = charge(&mut field, Charge::default(), &[]);
    assert!(fell_short(&events));
    assert!(aimed(&events).is_empty(), "nobody shoots");
    assert!(field.is_quiet(), "nobody consolidates");
    assert_eq!(field.unit(gangers).order(), Some(Order::Run));
    assert_eq!(field.state.flow.assault, None);
}

/// A-ASL-16, A-MOV-7: half the pace, so the table is asked again whether they got there.
#[test]
fn a_charge_slowed_by_a_wood_asks_whether_it_still_got_there() {
    let (mut field, gangers, ferals) = skirmish();
    field.give(&declared(gangers, ferals), &[]);
    let events = charge(&mut field, through(vec![wood()]), &[5]);
    assert_eq!(tests(&events), ["needs 4: Ag 4"]);
    assert_eq!(went(&events), [(Pace::Run, Inches::whole(5), false)]);
    asks(&field, RED, "say whether the charge of Gang Fighters still reached the enemy");
    assert_eq!(offered(&field), [Answer::Contact(false), Answer::Contact(true)]);
    assert_eq!(
        field.refused(RED, &Command::Answer(Answer::BreakOff(true))),
        "You are asked to say whether the charge of Gang Fighters still reached the enemy."
    );
    restart(&mut field);
    let mut missed = fork(&field);
    assert!(fell_short(&missed.answer(RED, Answer::Contact(false), &[])));
    assert!(missed.is_quiet());
    let events = field.answer(RED, Answer::Contact(true), &NOTHING_HAPPENS);
    assert!(joined(&events));
}

/// A-ASL-16, A-MOV-7: the special results of the test.
#[test]
fn a_ten_in_the_wood_ends_the_charge_and_a_one_finds_the_path() {
    let (mut field, gangers, ferals) = skirmish();
    field.give(&declared(gangers, ferals), &[]);
    let events = charge(&mut field, through(vec![wood()]), &[10]);
    assert!(fell_short(&events), "whatever was said of contact");
    assert_eq!(went(&events), [(Pace::Run, Inches::whole(10), true)]);
    assert!(pinned(&events).is_empty() && field.is_quiet());

    let (mut field, gangers, ferals) = skirmish();
    field.give(&declared(gangers, ferals), &[]);
    let wood_again = through(vec![wood(), wood()]);
    let events = charge(&mut field, wood_again, &[&[1], &NOTHING_HAPPENS[..]].concat());
    assert_eq!(tests(&events).len(), 3, "one for the wood, two for the drawn fight");
    assert!(joined(&events));
}

/// A-ASL-16, A-MOV-8: Large models are slower in difficult ground.
#[test]
fn ghar_suits_wade_into_the_assault_at_half_pace_or_not_at_all() {
    let charge_with = |die: u32, more: &[u32]| {
        let mut field = Field::new(&["ghar_battle_squad"], &["feral_squad"]);
        let (suits, ferals) = (field.red(0), field.blue(0));
        field.give(&declared(suits, ferals), &[]);
        let dice: Vec<u32> = [die].into_iter().chain(more.iter().copied()).collect();
        let events = charge(&mut field, through(vec![wood()]), &dice);
        (field, events)
    };
    let (field, events) = charge_with(3, &[]);
    assert_eq!(tests(&events), ["needs 3: Ag 3"]);
    asks(&field, RED, "say whether the charge of Ghar Battle Squad still reached the enemy");
    let (field, events) = charge_with(1, &[]);
    assert!(joined(&events), "a one is the full pace");
    asks(&field, RED, "choose what to shoot point-blank with Ghar Battle Squad");
    let (field, events) = charge_with(4, &[]);
    assert!(fell_short(&events) && field.is_quiet());
    let (field, events) = charge_with(10, &[]);
    assert!(fell_short(&events));
    assert_eq!(pinned(&events), [(field.red(0), 1, PinCause::Terrain)]);
}

/// A-ASL-16, A-MOV-4, A-MOV-6
#[test]
fn an_obstacle_on_the_way_is_tested_unless_one_has_defended_it_or_there_is_a_gap() {
    let charge_with = |feature: Feature, dice: &[u32]| {
        let (mut field, gangers, ferals) = skirmish();
        field.give(&declared(gangers, ferals), &[]);
        let events = charge(&mut field, through(vec![feature]), dice);
        (field, events)
    };
    let (field, events) = charge_with(hedge(false), &[5]);
    assert_eq!(tests(&events), ["needs 4: Ag 4"]);
    assert!(fell_short(&events) && pinned(&events).is_empty() && field.is_quiet());
    let (field, events) = charge_with(hedge(false), &[10]);
    assert!(fell_short(&events));
    assert_eq!(pinned(&events), [(field.red(0), 1, PinCause::Obstacle)]);
    let (_, events) = charge_with(hedge(false), &[&[4], &NOTHING_HAPPENS[..]].concat());
    assert!(joined(&events));
    let (field, events) = charge_with(hedge(false), &[&[1], &NOTHING_HAPPENS[..]].concat());
    assert!(joined(&events));
    assert_eq!(field.state.gaps, ["the hedge"]);
    let (_, events) = charge_with(hedge(true), &NOTHING_HAPPENS);
    assert!(joined(&events), "they crossed their own hedge untested");
}

/// A-ASL-16, A-ASL-17, A-SHT-19: a target that defends an obstacle is reached across it; its cover counts.
#[test]
fn defenders_of_a_wall_are_reached_untested_and_have_its_cover_point_blank() {
    let (mut field, gangers, ferals) = skirmish();
    field.give(&declared(gangers, ferals), &[]);
    let over_the_wall = Charge { cover: Cover::Everybody(1), ..contact() };
    let events = charge(&mut field, over_the_wall, &[5, 9, 5, 9, 5, 6, 9, 9, 9, 9, 8, 6, 1]);
    assert_eq!(
        resists(&events),
        ["needs 5: Res 5, cover +1, SV −1", "needs 6: Res 6, armour +1, SV −1"]
    );
}

/// A-ASL-16, A-MOV-3: tired before the first shot, and the pin counts.
#[test]
fn a_sprint_is_tested_at_its_end_before_point_blank() {
    let charge_with = |dice: &[u32]| {
        let (mut field, gangers, ferals) = skirmish();
        field.give(&sprinting(gangers, ferals), &[]);
        let events = charge(&mut field, contact(), dice);
        (field, events)
    };
    // the gangers hit once, the ferals once, which is rolled again for the sprint
    let (field, events) = charge_with(&[5, 4, 9, 5, 9, 9, 4, 9, 9, 9, 9, 8, 6, 6]);
    let ferals = field.blue(0);
    assert_eq!(tests(&events)[0], "needs 4: Ag 4");
    assert_eq!(went(&events), [(Pace::Sprint, Inches::whole(15), false)]);
    let tired =
        place(&events, |event| matches!(event, Event::Pinned { why: PinCause::Exhausted, .. }));
    assert!(tired < place(&events, |event| matches!(event, Event::Rolled { .. })));
    assert_eq!(aimed(&events)[0], "needs 4: Acc 5, 1 pin −1");
    let why = events.iter().find_map(|event| match event {
        Event::HitsRerolled { on, why, dice, .. } => Some((*on, *why, dice.len())),
        _ => None,
    });
    assert_eq!(why, Some((field.red(0), Forced::Sprinting, 1)));
    assert!(!field.unit(field.red(0)).sprinting, "hand to hand the sprint is over");
    assert_eq!(
        pinned(&events),
        [(field.red(0), 1, PinCause::Exhausted), (ferals, 1, PinCause::Hit)]
    );
}

/// A-MOV-3 in an assault: the special results.
#[test]
fn a_ten_after_the_sprint_is_two_pins_and_a_one_changes_nothing_in_contact() {
    let charge_with = |dice: &[u32]| {
        let (mut field, gangers, ferals) = skirmish();
        field.give(&sprinting(gangers, ferals), &[]);
        charge(&mut field, contact(), dice)
    };
    // two pins more than the enemy: the gangers alone have lost
    let events = charge_with(&[&[10], &NOTHING_HAPPENS[..8], &[7]].concat());
    assert_eq!(aimed(&events)[0], "needs 3: Acc 5, 2 pins −2");
    assert_eq!(tests(&events), ["needs 4: Ag 4", "needs 7: Command 9, 2 pins −2"]);
    // in contact there is nowhere further to go, so nobody asks
    let events = charge_with(&[&[1], &NOTHING_HAPPENS[..]].concat());
    assert!(joined(&events) && pinned(&events).is_empty());
}

/// A-ASL-16, A-MOV-3: the further inches after a one may make up what was missing.
#[test]
fn a_charge_that_falls_short_may_reach_the_enemy_with_its_last_breath() {
    let (mut field, gangers, ferals) = skirmish();
    field.give(&sprinting(gangers, ferals), &[]);
    charge(&mut field, Charge::default(), &[1]);
    asks(&field, RED, "decide whether to go further with Gang Fighters");
    assert_eq!(
        offered(&field),
        [(false, false), (true, false), (true, true)].map(|(take, contact)| further(take, contact))
    );
    restart(&mut field);
    let mut stops = fork(&field);
    let events = stops.answer(RED, further(false, false), &[]);
    assert!(fell_short(&events) && stops.is_quiet());
    assert_eq!((stops.unit(gangers).pins, stops.unit(gangers).sprinting), (0, false));

    let mut tires = fork(&field);
    let events = tires.answer(RED, further(true, false), &[]);
    assert!(fell_short(&events) && tires.is_quiet());
    assert_eq!(tires.unit(gangers).pins, 1, "it counts as a failed test");

    let arrives = further(true, true);
    let events = field.answer(RED, arrives, &[9, 9, 9, 9, 9, 9, 9, 9, 8]);
    assert_eq!(went(&events), [(Pace::Bonus, Inches::whole(4), false)]);
    assert!(joined(&events));
    assert_eq!(aimed(&events)[0], "needs 4: Acc 5, 1 pin −1");
    assert_eq!(tests(&events), ["needs 8: Command 9, 1 pin −1"]);
    assert_eq!(hold_ground(&mut field), [gangers, ferals]);
}

/// A-ASL-16, A-MOV-3, A-MOV-7 together: slowed, short of the enemy, and there at last.
#[test]
fn a_sprint_slowed_by_a_wood_may_still_make_it_with_the_further_inches() {
    let (mut field, gangers, ferals) = skirmish();
    field.give(&sprinting(gangers, ferals), &[]);
    let events = charge(&mut field, through(vec![wood()]), &[6]);
    assert_eq!(went(&events), [(Pace::Sprint, Inches::tenths(75), false)]);
    field.answer(RED, Answer::Contact(false), &[1]);
    asks(&field, RED, "decide whether to go further with Gang Fighters");
    // the last stretch has its own mud, which may swallow them again
    let mut sunk = fork(&field);
    let mud = vec![Feature::Difficult { name: "the mud".into() }];
    let into_mud = Answer::BonusMove { take: true, features: mud, contact: true };
    let events = sunk.answer(RED, into_mud, &[10]);
    assert!(fell_short(&events) && sunk.is_quiet());
    assert_eq!(sunk.unit(gangers).pins, 1);
    let arrives = further(true, true);
    assert!(joined(&field.answer(RED, arrives, &[9, 9, 9, 9, 9, 9, 9, 9, 8])));
}

/// A-ASL-1, A-MOV-1: rapid sprint, fast and plain in the assault.
#[test]
fn every_mount_charges_at_its_own_pace() {
    let far = |key: &str, sprint: bool, dice: &[u32]| {
        let mut field = Field::new(&[key], &["feral_squad"]);
        let order = GiveOrder { sprint, ..declared(field.red(0), field.blue(0)) };
        field.give(&order, &[]);
        went(&charge(&mut field, Charge::default(), dice))[0].1
    };
    assert_eq!(far("rock_rider_squad", false, &[]), Inches::whole(10));
    assert_eq!(far("rock_rider_squad", true, &[4]), Inches::whole(20));
    assert_eq!(far("skyraider_squad", false, &[]), Inches::whole(20));
    assert_eq!(far("skyraider_squad", true, &[4]), Inches::whole(30));
    assert_eq!(far("lavamites", true, &[4]), Inches::whole(15));
}

/// A-REA-3, A-ASL-17: neither an ambush nor a dive for cover answers an assault.
#[test]
fn nobody_springs_an_ambush_on_a_charge_even_if_it_falls_short() {
    let mut field = Field::new(&["gang_fighters"], &["feral_squad", "domari_squad"]);
    let (gangers, ferals, domari) = (field.red(0), field.blue(0), field.blue(1));
    field.lay(ferals, Order::Ambush);
    field.lay(domari, Order::Ambush);
    field.give(&declared(gangers, ferals), &[]);
    let before = fork(&field);
    assert!(fell_short(&charge(&mut field, Charge::default(), &[])));
    assert!(field.is_quiet());
    assert_eq!(field.unit(ferals).order(), Some(Order::Ambush));
    // the same run without the charge is fair game
    let mut field = before;
    field.go(RED, &Command::Move(Move::default()), &[]);
    let (seat, what, _) = field.asked();
    assert_eq!((seat, what.as_str()), (BLUE, "spring an ambush on Gang Fighters or let it pass"));
}

/// A-ASL-17: with any order or none, and nobody is asked whether to go down.
#[test]
fn the_assaulted_shoot_point_blank_whatever_their_order() {
    for order in [None, Some(Order::Fire), Some(Order::Ambush), Some(Order::Rally)] {
        let (mut field, gangers, ferals) = skirmish();
        if let Some(order) = order {
            field.lay(ferals, order);
        }
        let events = assault(&mut field, gangers, ferals, &NOTHING_HAPPENS);
        // a pistol and a gun against two guns; then a pistol and a fist against two fists
        assert_eq!(thrown(&events), [1, 1, 2, 1, 1, 2], "{order:?}");
        assert_eq!(aimed(&events)[2], "needs 5: Acc 5", "no bonus for a Fire order");
        assert_eq!(field.unit(ferals).order(), order, "the order stays");
    }
}

/// A-ORD-5, A-ORD-3: an assault is tested like every order of a pinned unit.
#[test]
fn a_pinned_unit_that_fails_its_order_does_not_charge() {
    let (mut field, gangers, ferals) = skirmish();
    field.pin(gangers, 2);
    let events = field.give(&declared(gangers, ferals), &[8]);
    assert_eq!(tests(&events), ["needs 7: Command 9, 2 pins −2"]);
    assert_eq!(field.unit(gangers).order(), Some(Order::Down));
    assert!(field.is_quiet());

    let (mut field, gangers, ferals) = skirmish();
    field.pin(gangers, 2);
    field.give(&declared(gangers, ferals), &[7]);
    let events = charge(&mut field, contact(), &[&NOTHING_HAPPENS[..8], &[8]].concat());
    assert_eq!(aimed(&events)[0], "needs 4: Acc 5, 1 pin −1");
}

/// A-ORD-10: what wild grafts make of an assault is a run at most.
#[test]
fn wild_grafts_may_run_but_assault_nobody() {
    let mut field = Field::new(&["feral_squad"], &["gang_fighters"]);
    let (ferals, gangers) = (field.red(0), field.blue(0));
    field.unit_mut(ferals).soma = Soma::Wild;
    field.give(&declared(ferals, gangers), &[3]);
    assert_eq!(field.unit(ferals).order(), Some(Order::Run));
    assert_eq!(
        field.refused(RED, &Command::Charge(contact())),
        "No assault was declared with this order; the unit can move or finish."
    );
}

/// A-SPC-2 with A-ASL-1: whoever charges moves, and the lock is gone; so it is for a target that charges.
#[test]
fn a_charge_out_of_a_fractal_lock_breaks_it() {
    let mut field = Field::new(&["gang_fighters"], &["boromite_heavy_frag_borer_team"]);
    let (gangers, borer) = (field.red(0), field.blue(0));
    field.unit_mut(borer).lock = Some(Lock { on: gangers, bonus: 1 });
    field.give(&declared(gangers, borer), &[]);
    let events = charge(&mut field, Charge::default(), &[]);
    assert!(events.contains(&Event::LockLost { unit: borer }));
    assert_eq!(field.unit(borer).lock, None);
}

/// A-MOV-9 with A-ASL-1: infiltrators that are close already assault with the first die.
#[test]
fn infiltrators_sneak_up_and_assault_in_the_first_turn() {
    let mut field = Field::new(&["ai_infiltration_squad"], &["feral_squad"]);
    let (sneaks, ferals) = (field.red(0), field.blue(0));
    let creep = Command::Infiltrate { unit: sneaks, moved: Some(Vec::new()), to: None };
    field.go(RED, &creep, &[]);
    field.give(&declared(sneaks, ferals), &[]);
    let events = charge(&mut field, contact(), &[]);
    assert!(joined(&events));
    asks(&field, RED, "choose what to shoot point-blank with AI Infiltration Squad");
}
