//! What a correction can change, one thing after the other.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Command, Mark};
use gatemaster_rules::antares::correct::{Change, Correction};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Stat;
use gatemaster_rules::antares::state::{
    Ammo, Condition, Lock, ModelId, Phase, Soma, UnitId, WeaponId,
};

use crate::antares::drill::organiser;
use crate::antares::field::{BLUE, Field, RED, needed};

pub fn correct(unit: UnitId, change: Change) -> Command {
    Command::Correct(Correction::Unit { unit, change })
}

/// The organiser puts it right at once.
pub fn put_right(field: &mut Field, unit: UnitId, change: Change) -> Vec<Event> {
    field.go_as(&organiser(), &correct(unit, change), &[])
}

pub fn refused(field: &Field, unit: UnitId, change: Change) -> String {
    field.refused_as(&organiser(), &correct(unit, change))
}

pub fn two_gangs() -> (Field, UnitId, UnitId) {
    let units = ["gang_fighters", "work_gang"];
    let field = Field::new(&units, &units);
    let (gang, enemy) = (field.red(0), field.blue(0));
    (field, gang, enemy)
}

/// Pins are set, not added; thirty is the most.
#[test]
fn pins_are_set() {
    let (mut field, gang, _) = two_gangs();
    field.pin(gang, 2);
    let events = put_right(&mut field, gang, Change::Pins(4));
    let correction = Correction::Unit { unit: gang, change: Change::Pins(4) };
    assert_eq!(events[0], Event::Corrected { correction, organiser: true });
    assert_eq!(field.unit(gang).pins, 4);
    assert_eq!(refused(&field, gang, Change::Pins(31)), "A unit can be set to at most 30 pins.");
    put_right(&mut field, gang, Change::Pins(0));
    assert_eq!(field.unit(gang).pins, 0);
}

/// A-BRK-6: pins that are too many take the unit at the end of the next action, not in the middle of the paperwork.
#[test]
fn too_many_pins_by_correction_break_the_unit_with_the_next_action() {
    let (mut field, gang, enemy) = two_gangs();
    put_right(&mut field, gang, Change::Pins(9));
    assert!(!field.unit(gang).destroyed);
    field.order(enemy, Order::Rally, &[]);
    assert!(field.unit(gang).destroyed);
}

/// A model falls or stands up again; the last one goes with its unit.
#[test]
fn models_are_removed_and_restored() {
    let (mut field, gang, _) = two_gangs();
    let model = |n| Mark::Model(ModelId(n));
    put_right(&mut field, gang, Change::Remove(model(4)));
    assert_eq!(field.unit(gang).alive(), 4);
    assert_eq!(refused(&field, gang, Change::Remove(model(4))), "That is lost already.");
    assert_eq!(refused(&field, gang, Change::Restore(model(1))), "That was never lost.");
    for odd in [Change::Remove(model(9)), Change::Restore(model(9)), Change::Remove(Mark::Gun)] {
        assert_eq!(refused(&field, gang, odd), "Gang Fighters 1 has nothing like that.");
    }
    put_right(&mut field, gang, Change::Restore(model(4)));
    assert_eq!(field.unit(gang).alive(), 5);
    for n in 1..5 {
        put_right(&mut field, gang, Change::Remove(model(n)));
    }
    assert_eq!(
        refused(&field, gang, Change::Remove(model(0))),
        "That is the last model of Gang Fighters 1; destroy the unit instead."
    );
}

/// A team's gun and a buddy drone are lost and found in the same way.
#[test]
fn guns_and_drones_are_removed_and_restored() {
    let mut field = Field::new(&["boromite_x_launcher_team"], &["work_gang"]);
    let team = field.red(0);
    for mark in [Mark::Gun, Mark::Drone(0)] {
        assert_eq!(refused(&field, team, Change::Restore(mark)), "That was never lost.");
        put_right(&mut field, team, Change::Remove(mark));
        assert_eq!(refused(&field, team, Change::Remove(mark)), "That is lost already.");
    }
    assert!(!field.unit(team).gun_stands());
    assert!(field.unit(team).gear[0].lost);
    for mark in [Mark::Gun, Mark::Drone(0)] {
        put_right(&mut field, team, Change::Restore(mark));
    }
    assert!(field.unit(team).gun_works());
    assert!(!field.unit(team).gear[0].lost);
    assert_eq!(
        refused(&field, team, Change::Remove(Mark::Drone(1))),
        "Boromite X-Launcher Team has nothing like that."
    );
}

/// A-BAG-2: the dice beside a unit are set; the rest of them are in the bag.
#[test]
fn orders_are_laid_and_taken_back() {
    let mut field = Field::new(&["striker_attack_skimmer"], &["work_gang"]);
    let skimmer = field.red(0);
    let both = vec![Order::Fire, Order::Down];
    put_right(&mut field, skimmer, Change::Orders(both.clone()));
    assert_eq!((field.unit(skimmer).dice.placed.clone(), field.state.dice_in_bag(RED)), (both, 0));
    put_right(&mut field, skimmer, Change::Orders(vec![Order::Ambush]));
    assert_eq!(field.unit(skimmer).order(), Some(Order::Ambush));
    assert_eq!(field.state.dice_in_bag(RED), 1);
    assert_eq!(
        refused(&field, skimmer, Change::Orders(vec![Order::Fire; 3])),
        "Striker Attack Skimmer has 2 order dice."
    );
    let workers = field.blue(0);
    assert_eq!(
        refused(&field, workers, Change::Orders(vec![Order::Fire; 2])),
        "Work Gang has 1 order die."
    );
}

/// A-BAG-5: there are no order dice beside anybody before the first turn.
#[test]
fn no_orders_before_the_first_turn() {
    let mut field = Field::of(&crate::antares::field::setup(&["gang_fighters"], &["work_gang"]));
    let gang = field.red(0);
    assert_eq!(
        refused(&field, gang, Change::Orders(vec![Order::Fire])),
        "Order dice come into play with the first turn."
    );
    put_right(&mut field, gang, Change::Pins(1));
}

/// A-DMG-6: a unit with two dice may have lost one; never the last, and none that lies on the table.
#[test]
fn order_dice_are_lost_and_found() {
    let mut field = Field::new(&["striker_attack_skimmer"], &["work_gang"]);
    let skimmer = field.red(0);
    put_right(&mut field, skimmer, Change::DiceLost(1));
    assert_eq!(field.state.dice_lost(RED), (1, 2));
    assert_eq!(
        refused(&field, skimmer, Change::DiceLost(2)),
        "Striker Attack Skimmer keeps at least one order die while it lives; destroy the unit instead."
    );
    put_right(&mut field, skimmer, Change::DiceLost(0));
    put_right(&mut field, skimmer, Change::Orders(vec![Order::Fire, Order::Fire]));
    assert_eq!(
        refused(&field, skimmer, Change::DiceLost(1)),
        "Take a placed die back into the bag first."
    );
}

/// A-TST-5: a stat set right counts at once.
#[test]
fn stats_are_set() {
    let (mut field, gang, _) = two_gangs();
    let stat = |n, value| Change::Stat { model: ModelId(n), stat: Stat::Co, value };
    put_right(&mut field, gang, stat(3, 10));
    for value in [0, 21] {
        assert_eq!(refused(&field, gang, stat(3, value)), "A stat goes from 1 to 20.");
    }
    assert_eq!(refused(&field, gang, stat(7, 5)), "Gang Fighters 1 has nothing like that.");
    put_right(&mut field, gang, Change::Remove(Mark::Model(ModelId(2))));
    assert_eq!(refused(&field, gang, stat(2, 5)), "That model is lost; restore it first.");
    field.pin(gang, 1);
    assert_eq!(needed(&field.order(gang, Order::Advance, &[9])).0, 9);
}

/// A-DMG-7: a model is immobilised or free again.
#[test]
fn models_are_immobilised_and_freed() {
    let mut field = Field::new(&["striker_attack_skimmer"], &["work_gang"]);
    let skimmer = field.red(0);
    let stuck = |n, is| Change::Immobilised { model: ModelId(n), is };
    put_right(&mut field, skimmer, stuck(0, true));
    assert!(!field.unit(skimmer).can_move());
    assert_eq!(
        refused(&field, skimmer, stuck(1, true)),
        "Striker Attack Skimmer has nothing like that."
    );
    put_right(&mut field, skimmer, stuck(0, false));
    assert!(field.unit(skimmer).can_move());
}

/// A-DMG-4: a weapon fails or works again, on a model and in a team.
#[test]
fn weapons_fail_and_work_again() {
    let mut field = Field::new(&["ghar_command_crawler"], &["boromite_x_launcher_team"]);
    let (crawler, team) = (field.red(0), field.blue(0));
    let scourer = field.unit(crawler).models[0].weapons[0];
    let on_model = |works| {
        let mark = Mark::Model(ModelId(0));
        Change::Weapon { mark, weapon: scourer, works }
    };
    assert_eq!(refused(&field, crawler, on_model(true)), "That weapon is not out of order.");
    for left in [1, 0] {
        put_right(&mut field, crawler, on_model(false));
        assert_eq!(field.unit(crawler).working(ModelId(0), scourer), left, "it has two of them");
    }
    assert_eq!(refused(&field, crawler, on_model(false)), "There is no such working weapon.");
    put_right(&mut field, crawler, on_model(true));
    assert_eq!(field.unit(crawler).working(ModelId(0), scourer), 1);

    let launcher = field.unit(team).gun.unwrap().weapon;
    let gun = |weapon, works| Change::Weapon { mark: Mark::Gun, weapon, works };
    put_right(&mut field, team, gun(launcher, false));
    assert_eq!(field.unit(team).gun.unwrap().condition, Condition::Malfunction);
    put_right(&mut field, team, gun(launcher, true));
    assert!(field.unit(team).gun_works());
    let odd = "There is no such working weapon.";
    assert_eq!(refused(&field, team, gun(WeaponId(99), false)), odd);
    let drone = Change::Weapon { mark: Mark::Drone(0), weapon: launcher, works: false };
    assert_eq!(refused(&field, team, drone), odd);
}

/// A-SPC-4, A-ORD-10, A-SPC-2: ammunition, grafts and locks.
#[test]
fn ammunition_grafts_and_locks_are_set() {
    let red = ["outcast_squad", "feral_squad", "boromite_heavy_frag_borer_team"];
    let mut field = Field::new(&red, &["work_gang"]);
    let (outcasts, ferals, borers) = (field.red(0), field.red(1), field.red(2));
    put_right(&mut field, outcasts, Change::Ammo(Ammo::Low));
    assert_eq!(field.unit(outcasts).ammo, Ammo::Low);

    put_right(&mut field, ferals, Change::Soma(Soma::Wild));
    assert_eq!(field.unit(ferals).soma, Soma::Wild);
    assert_eq!(
        refused(&field, ferals, Change::Soma(Soma::None)),
        "The soma grafts of Feral Squad stay; say whether they are dormant, active or wild."
    );
    assert_eq!(
        refused(&field, outcasts, Change::Soma(Soma::Active)),
        "Outcast Squad has no soma grafts."
    );

    assert_eq!(
        refused(&field, borers, Change::LockLost),
        "Boromite Heavy Frag Borer Team has no lock."
    );
    let enemy = field.blue(0);
    field.unit_mut(borers).lock = Some(Lock { on: enemy, bonus: 1 });
    put_right(&mut field, borers, Change::LockLost);
    assert_eq!(field.unit(borers).lock, None);
}

/// A-SPC-2, A-BAG-4: a unit taken off the table takes the locks on it along, as when it is destroyed.
#[test]
fn nobody_stays_locked_on_a_unit_that_was_taken_off() {
    let units = ["boromite_heavy_frag_borer_team", "gang_fighters"];
    let mut field = Field::new(&units, &units);
    let (borers, enemy) = (field.red(0), field.blue(1));
    field.unit_mut(borers).lock = Some(Lock { on: enemy, bonus: 1 });
    put_right(&mut field, enemy, Change::Destroyed);
    assert_eq!(field.unit(borers).lock, None);
}

/// A-BAG-4: a unit goes with its dice, and comes back with them; before that nothing else of it can be set.
#[test]
fn a_unit_is_destroyed_and_revived() {
    let (mut field, gang, _) = two_gangs();
    field.lay(gang, Order::Fire);
    field.unit_mut(gang).models[4].lost = true;
    assert_eq!(refused(&field, gang, Change::Revived), "Gang Fighters 1 is not destroyed.");
    put_right(&mut field, gang, Change::Destroyed);
    assert!(field.unit(gang).destroyed);
    assert_eq!((field.state.dice_in_bag(RED), field.state.dice_lost(RED)), (1, (1, 2)));
    for change in [Change::Pins(1), Change::Destroyed, Change::Orders(Vec::new())] {
        assert_eq!(
            refused(&field, gang, change),
            "Gang Fighters 1 is destroyed; bring it back first, then set the rest right."
        );
    }
    put_right(&mut field, gang, Change::Revived);
    let unit = field.unit(gang);
    assert_eq!((unit.destroyed, unit.alive(), unit.dice.lost, unit.order()), (false, 4, 0, None));
    assert_eq!(field.state.dice_in_bag(RED), 2);
    field.order(gang, Order::Rally, &[]);
}

/// A-BRK-6: one that broke under its pins comes back with as many as it can bear.
#[test]
fn a_unit_that_broke_is_not_revived_to_break_again() {
    let (mut field, gang, enemy) = two_gangs();
    put_right(&mut field, gang, Change::Pins(12));
    field.order(enemy, Order::Rally, &[]);
    assert!(field.unit(gang).destroyed);
    put_right(&mut field, gang, Change::Revived);
    assert_eq!(field.unit(gang).pins, 8);
    let workers = field.red(1);
    field.order(workers, Order::Rally, &[]);
    assert!(!field.unit(gang).destroyed);
}

/// A unit that had nobody left comes back whole.
#[test]
fn a_unit_without_survivors_comes_back_whole() {
    let (mut field, gang, _) = two_gangs();
    for model in &mut field.unit_mut(gang).models {
        model.lost = true;
    }
    put_right(&mut field, gang, Change::Destroyed);
    put_right(&mut field, gang, Change::Revived);
    assert_eq!(field.unit(gang).alive(), 5);
}

/// A-BAG-5: revived before it was put on the table, it waits for its place there; afterwards it stands on it.
#[test]
fn a_unit_revived_during_deployment_waits_for_its_die() {
    let units = ["gang_fighters", "work_gang"];
    let mut field = Field::of(&crate::antares::field::setup(&units, &units));
    let gang = field.red(0);
    put_right(&mut field, gang, Change::Destroyed);
    assert_eq!(field.state.dice_in_bag(RED), 1);
    put_right(&mut field, gang, Change::Revived);
    assert_eq!((field.state.dice_in_bag(RED), field.unit(gang).deployed), (2, false));
    put_right(&mut field, gang, Change::Destroyed);
    for (side, n) in [(RED, 1), (BLUE, 0), (BLUE, 1)] {
        field.draw(side);
        let unit = field.of_side(side, n);
        field.go(side, &Command::Deploy { unit, into: None }, &[]);
    }
    assert_eq!(field.state.phase, Phase::Orders);
    put_right(&mut field, gang, Change::Revived);
    assert!(field.unit(gang).deployed);
}
