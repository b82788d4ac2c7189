//! What a chapter of a battle comes to: each unit's fate, and the deeds in order, whatever the steps between.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::command::{Answer, Command, Mark, Nerve, Use};
use gatemaster_rules::antares::event::{
    DestroyedBy, Drawn, Forced, PinCause, Placed, RolledBatch, Test, TestKind, TestResult, Turned,
};
use gatemaster_rules::antares::flow::{BreakCause, Manner};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Gear;
use gatemaster_rules::antares::reason::Reason;
use gatemaster_rules::antares::report::deed::{Again, Deed, Fell, Topic};
use gatemaster_rules::antares::report::{Digest, Fate, digest};
use gatemaster_rules::antares::state::{ModelId, UnitId};
use gatemaster_rules::check::Check;

use crate::antares::field::{BLUE, Field, RED};
use crate::antares::report::{CRAWLER, GANGERS, HOWITZER, SQUAD, d, field};

fn of(state: &State, events: &[Event]) -> Digest {
    digest([(state, events)]).unwrap()
}

fn fate(digest: &Digest, unit: UnitId) -> &Fate {
    digest.fates.iter().find(|fate| fate.unit == unit).unwrap()
}

fn test(unit: UnitId, what: TestKind, face: u32, result: TestResult) -> Event {
    let check = Check::new(8, Reason::Command);
    Event::Tested(Test { unit, what, check, nerve: Nerve::default(), roll: d(10, face), result })
}

fn casualty(unit: UnitId, model: u8) -> Event {
    Event::Casualty { unit, model: ModelId(model) }
}

fn pinned(unit: UnitId, pins: u32, why: PinCause) -> Event {
    Event::Pinned { unit, pins, why, dice: Vec::new() }
}

#[test]
fn losses_and_a_pin_are_summed_up_over_several_steps() {
    let mut field = field();
    let first = [casualty(GANGERS, 1), casualty(GANGERS, 2), pinned(GANGERS, 1, PinCause::Hit)];
    let before = field.state.clone();
    for event in &first {
        field.state = after(&field.state, event);
    }
    let held = [test(GANGERS, TestKind::Break(BreakCause::Shot), 4, TestResult::Pass)];
    let all = digest([(&before, &first[..]), (&field.state, &held[..])]).unwrap();
    let fate = fate(&all, GANGERS);
    assert_eq!((fate.models, fate.pins, fate.held, fate.down), (2, 1, true, false));
    assert!(fate.is_harmed() && fate.has_losses());
    let [Deed::Harm(harm), Deed::Tested(tested)] = all.deeds.as_slice() else {
        panic!("{:?}", all.deeds)
    };
    assert_eq!((harm.left, harm.pins, harm.now), (3, 1, 1));
    assert_eq!(harm.lost, [Mark::Model(ModelId(1)), Mark::Model(ModelId(2))]);
    assert!(tested.test.result.passed() && !tested.destroyed);
}

/// The battle after one event, as a digest of it leaves it.
fn after(state: &State, event: &Event) -> State {
    of(state, std::slice::from_ref(event)).after
}

#[test]
fn a_failed_break_test_takes_its_consequence_with_it() {
    let state = field().state;
    let what = TestKind::Break(BreakCause::Shot);
    let failed = test(GANGERS, what.clone(), 9, TestResult::Fail);
    let down = Event::DiePlaced { unit: GANGERS, order: Order::Down, why: Placed::FailedBreak };
    let all = of(&state, &[failed.clone(), down]);
    assert!(fate(&all, GANGERS).down && !fate(&all, GANGERS).is_harmed());
    let [Deed::Tested(tested)] = all.deeds.as_slice() else { panic!("{:?}", all.deeds) };
    assert!(tested.down && !tested.destroyed);
    let gone = Event::Destroyed { unit: GANGERS, why: DestroyedBy::BrokeUnderFire };
    let all = of(&state, &[failed.clone(), gone]);
    assert_eq!(fate(&all, GANGERS).destroyed, Some(DestroyedBy::BrokeUnderFire));
    let [Deed::Tested(tested)] = all.deeds.as_slice() else { panic!("{:?}", all.deeds) };
    assert!(tested.destroyed);
    let again = pinned(GANGERS, 1, PinCause::Break);
    let all = of(&state, &[failed, again]);
    let [Deed::Tested(tested)] = all.deeds.as_slice() else { panic!("{:?}", all.deeds) };
    assert_eq!((tested.pins, tested.now, fate(&all, GANGERS).pins), (1, 1, 1));
}

#[test]
fn orders_tell_of_the_pins_they_take_off() {
    let mut field = field();
    field.pin(SQUAD, 3);
    let order = Event::OrderGiven {
        unit: SQUAD,
        order: Order::Rally,
        sprint: false,
        assault: None,
        distorted: false,
    };
    let passed = test(SQUAD, TestKind::Order(Order::Rally), 3, TestResult::Pass);
    let off = Event::Unpinned { unit: SQUAD, pins: 2, dice: vec![d(6, 1)] };
    let all = of(&field.state, &[order, passed, off]);
    let [Deed::Ordered { .. }, Deed::Tested(tested)] = all.deeds.as_slice() else {
        panic!("{:?}", all.deeds)
    };
    assert_eq!((tested.off, tested.now, tested.dice.len()), (2, 1, 1));
    assert_eq!(fate(&all, SQUAD).pins_off, 2);
    let failed = test(SQUAD, TestKind::Order(Order::Fire), 10, TestResult::Penalty);
    let turned = Event::DieTurned { unit: SQUAD, to: Order::Down, why: Turned::FailedOrder };
    let all = of(&field.state, &[failed, turned]);
    let [Deed::Tested(tested)] = all.deeds.as_slice() else { panic!("{:?}", all.deeds) };
    assert!(tested.down && fate(&all, SQUAD).down);
    // grafts that choose to rally take no test
    let off = Event::Unpinned { unit: SQUAD, pins: 1, dice: vec![d(6, 1)] };
    let all = of(&field.state, &[off]);
    assert!(matches!(all.deeds[..], [Deed::Unpinned { off: 1, now: 2, .. }]), "{:?}", all.deeds);
}

#[test]
fn guns_drones_jams_wrecks_and_dice_are_losses_too() {
    let state = field().state;
    let weapon = state.unit(HOWITZER).unwrap().gun.unwrap().weapon;
    let spotter = Event::DroneLost { unit: HOWITZER, drone: 0 };
    let all = of(&state, &[spotter, Event::GunLost { unit: HOWITZER }]);
    let lost = fate(&all, HOWITZER);
    assert!(lost.gun_lost && lost.gear == [Gear::Spotter] && lost.models == 0);
    let [Deed::Harm(harm)] = all.deeds.as_slice() else { panic!("{:?}", all.deeds) };
    assert_eq!(harm.left, 3, "a gun and a drone are no models");
    let jam = Event::Malfunctioned { unit: CRAWLER, mark: Mark::Model(ModelId(0)), weapon };
    let stuck = Event::Immobilised { unit: CRAWLER, model: ModelId(0) };
    let die = Event::DieLost { unit: CRAWLER, from_bag: true };
    let all = of(&state, &[jam, stuck, die]);
    let lost = fate(&all, CRAWLER);
    assert!(lost.immobilised && lost.jammed == [weapon] && lost.dice_lost == 1);
    assert!(lost.has_losses());
}

#[test]
fn a_die_a_turn_and_a_move_are_deeds_that_harm_nobody() {
    let state = field().state;
    let drawn = Event::Drawn { position: 1, of: 9, whose: Drawn::Side(RED) };
    let moved = Event::Moved {
        unit: SQUAD,
        how: gatemaster_rules::antares::event::Pace::Advance,
        distance: Inches::whole(5),
        halted: false,
        features: Vec::new(),
    };
    let all = of(&state, &[drawn, moved, Event::TurnBegan { turn: 2 }]);
    assert!(all.fates.is_empty());
    let [Deed::Drawn(_), Deed::Told { topic: Topic::Moved, text }, Deed::TurnBegan(2)] =
        all.deeds.as_slice()
    else {
        panic!("{:?}", all.deeds)
    };
    assert_eq!(text, "C3 Strike Squad advances, up to 5″.");
    assert!(digest([]).is_none(), "nothing was done");
}

/// A shooting played through: the volley with its dice, the target that ducks, and what hits come to (A-SHT-7, A-REA-1).
#[test]
fn a_volley_keeps_its_dice_and_the_target_that_went_down() {
    let mut field = Field::new(&["gang_fighters"], &["outcast_squad"]);
    let (gang, rabble) = (field.red(0), field.blue(0));
    let ordered = (field.state.clone(), field.order(gang, Order::Fire, &[]));
    let uses = vec![field.arm(gang, Manner::Fire, "mag_gun", "")];
    let shot = field.shot(uses, rabble, 12);
    let shoot = Command::Shoot { shots: vec![shot] };
    let aimed = (field.state.clone(), field.go(RED, &shoot, &[]));
    let so_far = digest([&ordered, &aimed].map(|(before, events)| (before, &events[..]))).unwrap();
    let aims = so_far.deeds.iter().find_map(|deed| match deed {
        Deed::Aimed(aimed) => Some(aimed),
        _ => None,
    });
    assert!(aims.is_some_and(|aimed| !aimed.rolled && !aimed.ducked), "{:?}", so_far.deeds);
    // two of four hit and are rolled again, and then none does
    let before = field.state.clone();
    let rolled = (before, field.answer(BLUE, Answer::GoDown(true), &[1, 5, 9, 10, 8, 7]));
    let steps = [&ordered, &aimed, &rolled].map(|(before, events)| (before, &events[..]));
    let all = digest(steps).unwrap();
    let deeds: Vec<&Deed> =
        all.deeds.iter().filter(|deed| !matches!(deed, Deed::Drawn(_))).collect();
    let [Deed::Ordered { .. }, Deed::Aimed(aimed), Deed::Shots(shots)] = deeds[..] else {
        panic!("{:?}", all.deeds)
    };
    assert!(aimed.rolled && aimed.ducked && !aimed.sprung);
    let fell: Vec<Fell> = shots.dice.iter().map(|cast| cast.fell).collect();
    assert_eq!(fell, [Fell::Lucky, Fell::Hit, Fell::Miss, Fell::Dud]);
    let [again] = shots.again.as_slice() else { panic!("{:?}", shots.again) };
    assert_eq!(again.why, Again::Target(Forced::Down));
    assert_eq!(again.dice.len(), 2);
    let stands: Vec<Fell> = shots.standing().iter().map(|cast| cast.fell).collect();
    assert_eq!(stands, [Fell::Miss, Fell::Miss, Fell::Miss, Fell::Dud]);
    assert_eq!(shots.hits(), 0);
    assert!(fate(&all, rabble).down && !fate(&all, rabble).is_harmed());
}

/// Dice rolled again and blasts stand with their own weapon, though the other one needed the same (A-SHT-8, A-OVH-1, A-OVH-2).
#[test]
fn what_is_rolled_again_stands_with_its_own_weapon() {
    let field = Field::new(&["ai_squad"], &["gang_fighters"]);
    let (squad, gang) = (field.red(0), field.blue(0));
    let launcher = field.arm(squad, Manner::Fire, "micro_x_launcher", "overhead");
    let gun = field.arm(squad, Manner::Fire, "mag_gun", "");
    let batch = |used: &Use, faces: &[u32]| RolledBatch {
        weapon: Some(used.weapon),
        mode: used.mode,
        models: 1,
        shots: Vec::new(),
        check: Check::new(6, Reason::Acc),
        dice: faces.iter().map(|face| d(10, *face)).collect(),
        automatic: 0,
    };
    let events = [
        Event::Rolled {
            from: squad,
            at: Some(gang),
            manner: Manner::Fire,
            range: Inches::whole(20),
            batches: vec![batch(&launcher, &[6, 1]), batch(&gun, &[4, 9, 10])],
            part: None,
        },
        Event::SpotterRerolled { from: squad, weapon: gun.weapon, needs: 6, roll: d(10, 3) },
        Event::HitsRerolled {
            on: gang,
            why: Forced::Down,
            needs: 6,
            dice: vec![d(10, 5), d(10, 8)],
        },
        Event::Blast { from: squad, weapon: launcher.weapon, mode: launcher.mode, roll: d(4, 2) },
        Event::Blast { from: squad, weapon: launcher.weapon, mode: launcher.mode, roll: d(4, 3) },
    ];
    let all = of(&field.state, &events);
    let [Deed::Aimed(_), Deed::Shots(blast), Deed::Shots(shots)] = all.deeds.as_slice() else {
        panic!("{:?}", all.deeds)
    };
    assert!(blast.again.is_empty() && blast.blasts == [d(4, 2), d(4, 3)], "{blast:?}");
    let why: Vec<Again> = shots.again.iter().map(|again| again.why).collect();
    assert_eq!(why, [Again::Spotter, Again::Target(Forced::Down)]);
    let stands: Vec<Fell> = shots.standing().iter().map(|cast| cast.fell).collect();
    assert_eq!(stands, [Fell::Hit, Fell::Miss, Fell::Dud]);
    // without the dice before them they are told by themselves
    let late = of(&field.state, &events[1..4]);
    let [Deed::Again { .. }, Deed::Again { .. }, Deed::Told { .. }] = late.deeds.as_slice() else {
        panic!("{:?}", late.deeds)
    };
}
