//! The words of a battle report: one and many, dice with what they needed, and nothing said twice.

use gatemaster_rules::antares::buildings::{
    Building, BuildingId, Column, Facing, Plan, Roof, Size, Spot,
};
use gatemaster_rules::antares::command::{Command, Mark, Nerve};
use gatemaster_rules::antares::correct::{Change, Correction};
use gatemaster_rules::antares::event::{
    DestroyedBy, Drawn, Pace, PinCause, Placed, Test, TestKind, TestResult, Turned,
};
use gatemaster_rules::antares::flow::BreakCause;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Stat;
use gatemaster_rules::antares::reason::Reason;
use gatemaster_rules::antares::report::{lines, summary};
use gatemaster_rules::antares::state::{
    Ammo, Condition, EndReason, Lock, ModelId, Soma, UnitId, WeaponId,
};
use gatemaster_rules::antares::{Antares, Event, State};
use gatemaster_rules::check::Check;
use gatemaster_rules::dice::Roll;
use gatemaster_rules::system::System;

use crate::antares::field::{BLUE, Field, RED};

/// Red: a squad, gang fighters, lavamites, a command squad. Blue: a howitzer team, weapon drones, a crawler, Ghar.
pub fn field() -> Field {
    Field::new(
        &["c3_strike_squad", "gang_fighters", "lavamites", "ai_command_squad"],
        &[
            "ai_x_howitzer_team",
            "c3d1_light_support_drone",
            "ghar_command_crawler",
            "ghar_battle_squad",
        ],
    )
}

pub const SQUAD: UnitId = UnitId(0);
pub const GANGERS: UnitId = UnitId(1);
pub const LAVAMITES: UnitId = UnitId(2);
pub const COMMAND: UnitId = UnitId(3);
pub const HOWITZER: UnitId = UnitId(4);
pub const DRONES: UnitId = UnitId(5);
pub const CRAWLER: UnitId = UnitId(6);
pub const GHAR: UnitId = UnitId(7);

pub fn one(state: &State, event: Event) -> String {
    let told = lines(state, &[event]);
    assert_eq!(told.len(), 1, "{told:?}");
    told[0].clone()
}

pub fn silent(state: &State, event: Event) {
    assert_eq!(lines(state, &[event]), [""; 0]);
}

pub fn d(sides: u32, face: u32) -> Roll {
    Roll { number: None, sides, face }
}

pub fn weapon(state: &State, key: &str) -> WeaponId {
    let place = state.armoury.iter().position(|weapon| weapon.key == key).unwrap();
    WeaponId(u16::try_from(place).unwrap())
}

pub fn model(n: u8) -> Mark {
    Mark::Model(ModelId(n))
}

pub fn tell(
    field: &mut Field,
    by: gatemaster_rules::ids::Seat,
    command: &Command,
    dice: &[u32],
) -> Vec<String> {
    let before = field.state.clone();
    let events = field.go(by, command, dice);
    lines(&before, &events)
}

#[test]
fn draws_and_orders() {
    let state = field().state;
    let drawn = |whose| Event::Drawn { position: 1, of: 9, whose };
    assert_eq!(one(&state, drawn(Drawn::Side(RED))), "A die for Red.");
    assert_eq!(
        one(&state, drawn(Drawn::Distort)),
        "The distort die! The next order die must be a Down, if at all possible."
    );
    let order = |unit, order, sprint, assault, distorted| Event::OrderGiven {
        unit,
        order,
        sprint,
        assault,
        distorted,
    };
    for (event, words) in [
        (order(SQUAD, Order::Fire, false, None, false), "C3 Strike Squad gets a Fire order."),
        (order(LAVAMITES, Order::Ambush, false, None, false), "Lavamites get an Ambush order."),
        (order(LAVAMITES, Order::Run, true, None, false), "Lavamites get a Run order to sprint."),
        (
            order(SQUAD, Order::Run, true, Some(GHAR), false),
            "C3 Strike Squad gets a Run order to assault Ghar Battle Squad at a sprint.",
        ),
        (
            order(SQUAD, Order::Down, false, None, true),
            "C3 Strike Squad gets a Down order, as the distort die demands.",
        ),
    ] {
        assert_eq!(one(&state, event), words);
    }
    silent(&state, Event::DiePlaced { unit: SQUAD, order: Order::Fire, why: Placed::Ordered });
    assert_eq!(
        one(&state, Event::Idle { side: BLUE }),
        "No unit of Blue can use the die, so it goes aside."
    );
}

#[test]
fn pins_come_and_go_with_their_total() {
    let mut field = field();
    let pinned = |pins, why, dice| Event::Pinned { unit: GANGERS, pins, why, dice };
    let hit = pinned(1, PinCause::Hit, Vec::new());
    assert_eq!(one(&field.state, hit.clone()), "Gang Fighters take 1 pin.");
    field.pin(GANGERS, 2);
    let state = &field.state;
    assert_eq!(one(state, hit), "Gang Fighters take 1 pin, now 3.");
    assert_eq!(
        one(state, pinned(2, PinCause::Disrupted, Vec::new())),
        "The disruptor leaves 2 pins on Gang Fighters, now 4."
    );
    assert_eq!(
        one(state, pinned(1, PinCause::Casualties, Vec::new())),
        "Gang Fighters take 1 pin for their loss, now 3."
    );
    assert_eq!(
        one(state, pinned(3, PinCause::Casualties, Vec::new())),
        "Gang Fighters take 3 pins for their losses, now 5."
    );
    assert_eq!(
        one(state, pinned(3, PinCause::Damage, vec![d(3, 3)])),
        "Gang Fighters take 3 pins for the damage (3 on a D3), now 5."
    );
    let off = |pins, dice| Event::Unpinned { unit: GANGERS, pins, dice };
    assert_eq!(one(state, off(1, Vec::new())), "1 pin off, now 1.");
    assert_eq!(one(state, off(2, vec![d(6, 5)])), "5 on a D6: 2 pins off, none left.");
}

fn test(
    unit: UnitId,
    what: TestKind,
    check: Check<Reason>,
    face: u32,
    result: TestResult,
) -> Event {
    Event::Tested(Test { unit, what, check, nerve: Nerve::default(), roll: d(10, face), result })
}

#[test]
fn a_failed_order_is_one_line_with_its_consequences() {
    let mut field = field();
    field.pin(SQUAD, 2);
    field.draw(RED);
    let order = gatemaster_rules::antares::command::GiveOrder::plain(SQUAD, Order::Fire);
    assert_eq!(
        tell(&mut field, RED, &Command::Order(order), &[9]),
        [
            "C3 Strike Squad gets a Fire order.",
            "C3 Strike Squad's order test needs 6 (Command 8, 2 pins −2): 9, failed. \
             1 pin off, now 1. It goes down instead.",
        ]
    );
}

#[test]
fn tests_say_what_they_need_and_what_came_of_it() {
    let mut field = field();
    field.pin(GANGERS, 1);
    let state = &field.state;
    let command = || Check::new(9, Reason::Command).with(-1, Reason::Pins(1));
    let ag = || Check::new(4, Reason::Ag);
    for (event, words) in [
        (
            test(
                GANGERS,
                TestKind::Order(Order::Rally),
                Check::new(9, Reason::Command),
                1,
                TestResult::Bonus,
            ),
            "Gang Fighters' order test needs 9 (Command 9), pins or not: 1, passed with flying colours.",
        ),
        (
            test(GANGERS, TestKind::Recovery, command(), 4, TestResult::Pass),
            "Gang Fighters' recovery test needs 8 (Command 9, 1 pin −1): 4, they are up again.",
        ),
        (
            test(GANGERS, TestKind::Recovery, command(), 10, TestResult::Penalty),
            "Gang Fighters' recovery test needs 8 (Command 9, 1 pin −1): 10, they stay down with all their pins.",
        ),
        (
            test(GANGERS, TestKind::Break(BreakCause::Shot), command(), 1, TestResult::Bonus),
            "Gang Fighters' break test needs 8 (Command 9, 1 pin −1): 1, they hold and take heart.",
        ),
        (
            test(GANGERS, TestKind::Exhaustion, ag(), 10, TestResult::Penalty),
            "Gang Fighters' test for exhaustion needs 4 (Ag 4): 10, utterly spent.",
        ),
        (
            test(GANGERS, TestKind::Obstacle("the wall".into()), ag(), 1, TestResult::Bonus),
            "Gang Fighters' way over the wall needs 4 (Ag 4): 1, across, through a gap that others may use.",
        ),
        (
            test(GANGERS, TestKind::Difficult("the wood".into()), ag(), 7, TestResult::Fail),
            "Gang Fighters' way through the wood needs 4 (Ag 4): 7, slow going.",
        ),
        // large models come through worse (A-MOV-8)
        (
            test(GHAR, TestKind::Difficult("the wood".into()), ag(), 7, TestResult::Fail),
            "Ghar Battle Squad's way through the wood needs 4 (Ag 4): 7, stuck.",
        ),
    ] {
        assert_eq!(one(state, event), words);
    }
    let helped = Event::Tested(Test {
        unit: SQUAD,
        what: TestKind::Break(BreakCause::Defeat),
        check: Check::new(9, Reason::CommandersCommand),
        nerve: Nerve { commander: Some(COMMAND), soma: false },
        roll: d(10, 2),
        result: TestResult::Pass,
    });
    assert_eq!(
        one(state, helped),
        "C3 Strike Squad's break test needs 9 (commander's Command 9) with the help of AI Command Squad: 2, it holds."
    );
}

#[test]
fn a_failed_break_test_ends_down_with_a_pin_or_in_flight() {
    let mut field = field();
    field.lay(SQUAD, Order::Fire);
    let failed = test(
        SQUAD,
        TestKind::Break(BreakCause::Shot),
        Check::new(8, Reason::Command),
        9,
        TestResult::Fail,
    );
    let head = "C3 Strike Squad's break test needs 8 (Command 8): 9, failed.";
    let down = Event::DieTurned { unit: SQUAD, to: Order::Down, why: Turned::FailedBreak };
    let pin = Event::Pinned { unit: SQUAD, pins: 1, why: PinCause::Break, dice: Vec::new() };
    let gone = Event::Destroyed { unit: SQUAD, why: DestroyedBy::BrokeUnderFire };
    let told = |after| lines(&field.state, &[failed.clone(), after]);
    assert_eq!(told(down), [format!("{head} It goes down.")]);
    assert_eq!(told(pin), [format!("{head} Already down, it takes 1 pin.")]);
    assert_eq!(
        told(gone),
        [head.to_owned(), "C3 Strike Squad breaks under fire and is destroyed.".into()]
    );
}

#[test]
fn moves_are_told_with_the_most_they_can_be() {
    let state = field().state;
    let moved = |unit, how, tenths, halted| Event::Moved {
        unit,
        how,
        distance: Inches::tenths(tenths),
        halted,
        features: Vec::new(),
    };
    for (event, words) in [
        (moved(SQUAD, Pace::Advance, 50, false), "C3 Strike Squad advances, up to 5″."),
        (moved(LAVAMITES, Pace::Run, 50, false), "Lavamites run at half pace, up to 5″."),
        (moved(LAVAMITES, Pace::Sprint, 150, false), "Lavamites sprint, up to 15″."),
        (moved(SQUAD, Pace::Run, 100, true), "C3 Strike Squad gets no further."),
        (moved(SQUAD, Pace::Bonus, 50, false), "C3 Strike Squad goes on, up to 5″ more."),
        (moved(SQUAD, Pace::Consolidate, 50, false), "C3 Strike Squad consolidates, up to 5″."),
    ] {
        assert_eq!(one(&state, event), words);
    }
    silent(&state, Event::SprintBegan { unit: SQUAD });
    silent(&state, Event::GapFound { name: "the wall".into() });
    assert_eq!(
        one(&state, Event::PathLeft { unit: LAVAMITES, name: "the wood".into() }),
        "Lavamites leave the wood behind, and their path with it."
    );
}

#[test]
fn special_rules_have_theirs() {
    let mut field = field();
    let state = &field.state;
    let ammo = |face, ammo| Event::AmmoRolled { unit: GANGERS, roll: d(10, face), ammo };
    assert_eq!(
        one(state, ammo(4, Ammo::Plenty)),
        "Gang Fighters' ammunition, 4 on a D10: enough left."
    );
    assert_eq!(
        one(state, ammo(10, Ammo::Low)),
        "Gang Fighters' ammunition, 10 on a D10: it runs low, and there is no more rapid fire."
    );
    assert_eq!(
        one(state, ammo(10, Ammo::Out)),
        "Gang Fighters' ammunition, 10 on a D10: not a round is left."
    );
    assert_eq!(
        one(state, Event::LockedOn { unit: HOWITZER, on: SQUAD, bonus: 2 }),
        "AI X-Howitzer Team is locked on C3 Strike Squad: its next shot hits by itself, at SV +2."
    );
    assert_eq!(
        one(state, Event::RandomOrder { unit: SQUAD, roll: d(6, 3), order: Order::Run }),
        "C3 Strike Squad's grafts choose, 3 on a D6: Run."
    );
    assert_eq!(
        one(state, Event::Unseen { on: SQUAD }),
        "The camo drone hides C3 Strike Squad: nothing hits it."
    );
    assert_eq!(
        one(state, Event::DieLost { unit: CRAWLER, from_bag: true }),
        "Ghar Command Crawler loses an order die, out of the bag."
    );
    field.lay(SQUAD, Order::Ambush);
    let went = Event::DieTurned { unit: SQUAD, to: Order::Down, why: Turned::WentDown };
    assert_eq!(one(&field.state, went), "C3 Strike Squad gives up its ambush and goes down.");
}

#[test]
fn the_turns_end_and_the_battles() {
    let state = field().state;
    let returned = |unit, kept: &[Order]| Event::DiceReturned { unit, kept: kept.to_vec() };
    assert_eq!(
        lines(&state, &[returned(SQUAD, &[]), returned(HOWITZER, &[])]),
        ["The order dice go back into the bag."]
    );
    assert_eq!(
        lines(
            &state,
            &[returned(LAVAMITES, &[Order::Ambush]), returned(GHAR, &[]), Event::DistortReturned]
        ),
        [
            "Lavamites stay in ambush.",
            "The other order dice go back into the bag, and the distort die with them.",
        ]
    );
    let rolled = |why, face, ends| Event::EndRolled { why, roll: d(6, face), ends };
    assert_eq!(
        one(&state, rolled(EndReason::TurnLimit, 4, false)),
        "The battle may end with this turn. 4 on a D6: it goes on."
    );
    let mut beaten = state.clone();
    for unit in [SQUAD, GANGERS, LAVAMITES] {
        Antares::apply(&mut beaten, &Event::Destroyed { unit, why: DestroyedBy::Losses });
    }
    assert_eq!(
        one(&beaten, rolled(EndReason::Losses, 2, true)),
        "Red has lost more than half of its dice, so the battle may end. 2 on a D6: it ends here."
    );
    let ended = |lost: &[u32], winner, reason| Event::Ended { lost: lost.to_vec(), winner, reason };
    assert_eq!(
        one(&state, ended(&[1, 3], Some(RED), EndReason::TurnLimit)),
        "The battle is over: Red has lost 1 die and Blue has lost 3 dice. Red wins!"
    );
    assert_eq!(
        one(&state, ended(&[2, 2], None, EndReason::Losses)),
        "The battle is over: Red has lost 2 dice and Blue has lost 2 dice. It is a draw."
    );
    Antares::apply(&mut beaten, &Event::Destroyed { unit: COMMAND, why: DestroyedBy::Losses });
    assert_eq!(
        lines(&beaten, &[ended(&[4, 0], Some(BLUE), EndReason::WipedOut)])[0],
        "Nobody of Red is left on the table."
    );
}

#[test]
fn corrections_are_told_with_what_they_set_right() {
    let state = field().state;
    let words = |unit, change| {
        let correction = Correction::Unit { unit, change };
        let line = one(&state, Event::Corrected { correction, organiser: false });
        line.strip_prefix("Correction by agreement: ").unwrap().to_owned()
    };
    let howitzer = weapon(&state, "x_howitzer");
    let stat = Change::Stat { model: ModelId(0), stat: Stat::Res, value: 7 };
    let jammed = Change::Weapon { mark: Mark::Gun, weapon: howitzer, works: false };
    for (unit, change, expected) in [
        (SQUAD, Change::Pins(0), "C3 Strike Squad has no pins."),
        (LAVAMITES, Change::Pins(1), "Lavamites have 1 pin."),
        (SQUAD, Change::Remove(Mark::Drone(0)), "C3 Strike Squad has lost the spotter drone."),
        (GANGERS, Change::Restore(model(1)), "Gang Fighters have one Ganger back."),
        (SQUAD, Change::Orders(Vec::new()), "C3 Strike Squad has no order yet."),
        (SQUAD, Change::Orders(vec![Order::Fire]), "C3 Strike Squad's order is Fire."),
        (
            CRAWLER,
            Change::Orders(vec![Order::Fire, Order::Down]),
            "Ghar Command Crawler's orders are Fire and Down.",
        ),
        (CRAWLER, Change::DiceLost(1), "Ghar Command Crawler has lost 1 order die."),
        (SQUAD, stat, "the Strike Leader of C3 Strike Squad has Res 7."),
        (
            DRONES,
            Change::Immobilised { model: ModelId(1), is: true },
            "one Weapon Drone of C3D1 Light Support Drone cannot move.",
        ),
        (HOWITZER, jammed, "the X-howitzer of AI X-Howitzer Team jams."),
        (GANGERS, Change::Ammo(Ammo::Low), "Gang Fighters have little ammunition."),
        (SQUAD, Change::Soma(Soma::Wild), "C3 Strike Squad has grafts that have run wild."),
        (SQUAD, Change::LockLost, "C3 Strike Squad has no lock."),
        (LAVAMITES, Change::Destroyed, "Lavamites are destroyed."),
        (LAVAMITES, Change::Revived, "Lavamites are back on the table."),
    ] {
        assert_eq!(words(unit, change), expected);
    }
    let correction = Correction::Unit { unit: SQUAD, change: Change::Pins(2) };
    assert_eq!(
        one(&state, Event::Proposed { by: RED, correction }),
        "Red proposes a correction: C3 Strike Squad has 2 pins."
    );
    assert_eq!(
        one(&state, Event::ProposalDropped { withdrawn: false }),
        "The proposed correction is refused."
    );
    assert_eq!(
        one(&state, Event::ProposalDropped { withdrawn: true }),
        "The proposed correction is taken back."
    );
}

#[test]
fn the_table_is_told_unit_by_unit() {
    let mut field = field();
    field.pin(GANGERS, 2);
    field.unit_mut(GANGERS).models[1].lost = true;
    field.unit_mut(GANGERS).ammo = Ammo::Low;
    field.lay(GANGERS, Order::Down);
    field.lay(CRAWLER, Order::Fire);
    field.lay(CRAWLER, Order::Advance);
    field.unit_mut(SQUAD).gear[0].lost = true;
    field.unit_mut(SQUAD).soma = Soma::Dormant;
    let gun = field.unit_mut(HOWITZER).gun.as_mut().unwrap();
    gun.condition = Condition::Malfunction;
    field.unit_mut(HOWITZER).lock = Some(Lock { on: SQUAD, bonus: 1 });
    field.unit_mut(DRONES).models[0].immobilised = true;
    let plasma = weapon(&field.state, "plasma_light_support");
    field.unit_mut(DRONES).models[1].broken.push(plasma);
    let gone = |unit| Event::Destroyed { unit, why: DestroyedBy::Losses };
    Antares::apply(&mut field.state, &gone(LAVAMITES));
    Antares::apply(&mut field.state, &gone(GHAR));
    field.state.distort.pending = true;
    assert_eq!(
        summary(&field.state),
        "\
Turn 1, orders. In the bag: 2 dice for Red, 2 dice for Blue and the distort die. \
The distort die was drawn, so the next order die must be a Down.
Red: 1 of 4 order dice lost
- C3 Strike Squad: 5 models, spotter drone lost, grafts dormant
- Gang Fighters: 4 of 5 models, 2 pins, Down, low on ammunition
- AI Command Squad: 3 models, spotter drone
- Destroyed: Lavamites.
Blue: 1 of 5 order dice lost, counting 2 for victory
- AI X-Howitzer Team: 3 models, X-howitzer jammed, spotter drone, locked on C3 Strike Squad at SV +1
- C3D1 Light Support Drone: 3 models, spotter drone, batter drone, 1 of them immobilised, plasma light support gun jammed
- Ghar Command Crawler: 1 model, Fire, then Advance
- Destroyed: Ghar Battle Squad."
    );
}

/// B-OCC-1, B-DMG-2: who is where, what room is left, and what has fallen.
#[test]
fn the_buildings_are_told_with_everybody_inside_and_on_top() {
    let mut field = field();
    let plan = |name: &str, storeys, blocks, roof| {
        let plan = Plan::plain(name, Size::Standard, storeys);
        Building::new(Plan { blocks, roof, ..plan })
    };
    field.state.buildings = vec![
        plan("Tower", 5, 1, Roof::Parapet),
        plan("Depot", 2, 2, Roof::None),
        Building { removed: true, ..plan("Gone", 1, 1, Roof::None) },
    ];
    let [tower, depot] = [0, 1].map(BuildingId);
    field.unit_mut(SQUAD).spot = Some(Spot::block(tower, 0, 0));
    field.unit_mut(GANGERS).spot = Some(Spot::roof(tower, 0));
    field.unit_mut(HOWITZER).spot = Some(Spot::block(depot, 1, 0));
    field.unit_mut(HOWITZER).emplaced = Some(Facing::Left);
    field.state.buildings[1].columns[0] = Column { left: 0, rubble: true };
    field.state.buildings[1].columns[1].left = 7;
    let told = summary(&field.state);
    assert!(told.contains("- C3 Strike Squad: 5 models, in Tower, floors 1 to 3,"), "{told}");
    assert!(told.contains("- Gang Fighters: 5 models, on the roof of Tower"), "{told}");
    assert!(
        told.contains("3 models, emplaced at the left of Depot, block 2, X-howitzer"),
        "{told}"
    );
    assert!(
        told.ends_with(
            "\nBuildings:
- Tower: 5 floors, damage value 30 of 30, C3 Strike Squad on floors 1 to 3, room for 25 models and 2 units, \
nobody on floors 4 to 5, room for 20 models and 3 units, Gang Fighters on the roof
- Depot: 2 floors, block 1 only rubble, difficult ground with cover; \
block 2 damage value 7 of 20, AI X-Howitzer Team inside, room for 17 models and 2 units"
        ),
        "{told}"
    );
}
