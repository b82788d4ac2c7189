//! An activation as plain data: what was done one thing after the other, and what became of each unit.

use gatemaster_rules::at43::command::{MachinePart, Mark};
use gatemaster_rules::at43::event::{Event, Fall, MoraleCause, Spending, Victims};
use gatemaster_rules::at43::report::deed::{Attacked, Deed, How};
use gatemaster_rules::at43::report::{Digest, Fate, digest};
use gatemaster_rules::at43::state::{Drill, Gone, LossKind, MemberId, UnitId};
use gatemaster_rules::at43::{At43, View};
use gatemaster_rules::system::System as _;

use super::sample::BLUE;
use super::telling::{
    GOLEMS, OTHER_GOLEMS, TACARMS, TOADS, TROOPERS, accuracy, combat, damage, die, every_event,
    game, members, morale, once, rush, salvo, seen_by_nobody, variations,
};

fn read(events: &[Event]) -> Digest {
    let view = seen_by_nobody(&game().state);
    digest([(&view, events)]).unwrap()
}

fn fate(digest: &Digest, unit: UnitId) -> &Fate {
    digest.fates.iter().find(|fate| fate.unit == unit).unwrap()
}

fn attack(digest: &Digest) -> &Attacked {
    let mut attacks = digest.deeds.iter().filter_map(|deed| match deed {
        Deed::Attacked(attacked) => Some(attacked),
        _ => None,
    });
    let first = attacks.next().unwrap();
    assert!(attacks.next().is_none(), "{:#?}", digest.deeds);
    first
}

fn fired() -> Event {
    Event::SalvoFired {
        unit: TROOPERS,
        salvo: salvo(Mark::Unit(GOLEMS)),
        overwatch: false,
        shooters: 6,
    }
}

fn hit(impacts: u32) -> Event {
    Event::ShotsRolled {
        unit: TROOPERS,
        test: accuracy(5, 4),
        dice: once(&[5, 2, 4, 6, 1, 4]),
        impacts,
    }
}

fn taken(unit: UnitId, impacts: u32, in_zone: bool) -> Event {
    Event::ImpactsTaken { on: Victims::Unit(unit), impacts, in_zone }
}

fn hurt(unit: UnitId, faces: &[u32], successes: u32) -> Event {
    Event::DamageRolled {
        on: Victims::Unit(unit),
        test: damage(5, 6),
        dice: once(faces),
        successes,
    }
}

fn fell(unit: UnitId, ids: &[u8]) -> Event {
    Event::Fell { unit, members: members(ids), why: Fall::Shot }
}

/// T-SHT-9, T-SHT-11
#[test]
fn a_salvo_is_one_deed_with_everything_that_came_of_it() {
    let activation = [
        Event::CardRevealed { seat: BLUE, unit: TROOPERS },
        Event::Activated { unit: TROOPERS, free: true },
        Event::Spent { seat: BLUE, lp: 1, on: Spending::Activation(TROOPERS) },
        fired(),
        hit(4),
        taken(OTHER_GOLEMS, 1, true),
        taken(GOLEMS, 3, false),
        hurt(OTHER_GOLEMS, &[1], 0),
        Event::CoverRolled {
            on: GOLEMS,
            test: gatemaster_rules::at43::need::Test::Fixed {
                face: 5,
                why: gatemaster_rules::at43::need::Reason::Cover,
            },
            rolls: vec![die(31, 5), die(32, 1), die(33, 2)],
            stopped: 1,
        },
        hurt(GOLEMS, &[4, 5], 2),
        fell(GOLEMS, &[7, 8]),
        Event::Grounded { unit: GOLEMS, members: members(&[5]) },
        Event::Spent { seat: BLUE, lp: 1, on: Spending::Drill(TROOPERS, Drill::TakeCover) },
        Event::DrillGiven { unit: TROOPERS, drill: Drill::TakeCover },
        Event::Spent { seat: BLUE, lp: 1, on: Spending::Drill(TROOPERS, Drill::Knee) },
        Event::DrillGiven { unit: TROOPERS, drill: Drill::Knee },
        Event::Ended { unit: TROOPERS },
    ];
    let digest = read(&activation);
    assert_eq!(digest.deeds.len(), 4, "{:#?}", digest.deeds);
    assert_eq!(digest.deeds[0], Deed::Revealed { seat: BLUE, unit: TROOPERS, left: 3 });
    assert_eq!(digest.deeds[1], Deed::Activated { unit: TROOPERS, free: true });
    let drills = vec![Drill::TakeCover, Drill::Knee];
    assert_eq!(digest.deeds[3], Deed::Drilled { unit: TROOPERS, drills });
    assert_eq!(digest.spent, [3, 0]);
    let pool = game().state.sides[0].pool;
    assert_eq!(digest.left[0], pool - 3);
    // the pool of the round that follows is another one
    let next = Event::RoundBegan { round: 2, pools: vec![20, 20], commanders: vec![None, None] };
    let digest = read(&activation.iter().cloned().chain([next]).collect::<Vec<_>>());
    assert_eq!((digest.left[0], digest.after.sides[0].pool), (pool - 3, 20));
    let digest = read(&activation);

    let attacked = attack(&digest);
    assert!(matches!(attacked.how, How::Salvo { unit: TROOPERS, shooters: 6, .. }));
    assert_eq!((attacked.dice.len(), attacked.impacts), (6, 4));
    let [zone, target] = attacked.harms.as_slice() else { panic!("{:#?}", attacked.harms) };
    assert_eq!((zone.on, zone.in_zone, zone.impacts), (Victims::Unit(OTHER_GOLEMS), true, 1));
    assert_eq!((zone.successes, zone.fallen.len(), zone.left), (0, 0, 6));
    assert_eq!(
        (target.in_zone, target.impacts, target.covered, target.cover.len()),
        (false, 3, 1, 3)
    );
    assert_eq!((target.successes, target.dice.len(), target.grounded), (2, 2, 1));
    assert_eq!((target.fallen.as_slice(), target.left), (members(&[7, 8]).as_slice(), 7));

    let fate = fate(&digest, GOLEMS);
    assert_eq!((fate.impacts, fate.fallen.len(), fate.grounded, fate.left), (3, 2, 1, 7));
    assert!(fate.is_harmed() && fate.has_losses());
    assert_eq!(digest.after.units[usize::from(GOLEMS.0)].strength(), 7);
}

/// T-DMG-4 to T-DMG-6, T-MOR-2
#[test]
fn machines_of_a_unit_are_told_together_even_if_it_tests_its_morale_in_between() {
    let part = |machine, part, lost, left| Event::PartHit {
        unit: TOADS,
        machine: MemberId(machine),
        part,
        lost,
        left,
    };
    let events = [
        fired(),
        hit(3),
        taken(TOADS, 3, false),
        hurt(TOADS, &[4, 5, 6], 3),
        part(0, MachinePart::Frame, 2, 0),
        Event::MachineDestroyed { unit: TOADS, machine: MemberId(0) },
        Event::MoraleTested {
            unit: TOADS,
            test: morale(6),
            roll: Some(die(9, 1)),
            passed: false,
            why: MoraleCause::MachineLost,
        },
        Event::Disorganized { unit: TOADS },
        part(1, MachinePart::Propulsion, 1, 1),
    ];
    let digest = read(&events);
    let attacked = attack(&digest);
    assert_eq!(attacked.harms.len(), 1, "{:#?}", attacked.harms);
    let harm = &attacked.harms[0];
    assert_eq!((harm.unit(), harm.machines.len(), harm.structure.len()), (Some(TOADS), 1, 2));
    assert_eq!(harm.left, 2);
    let Some(Deed::Tested(tested)) = digest.deeds.last() else { panic!("{:#?}", digest.deeds) };
    assert!(tested.disorganized && !tested.passed);
    let fate = fate(&digest, TOADS);
    assert_eq!((fate.structure_lost(), fate.disorganized), (3, true));
}

/// T-SPE-3
#[test]
fn whom_a_medic_saves_is_no_loss() {
    let saved =
        Event::Rescued { unit: TROOPERS, member: MemberId(5), medic: MemberId(1), grounded: false };
    let digest = read(&[fired(), fell(TROOPERS, &[4, 5]), saved]);
    let harm = &attack(&digest).harms[0];
    assert_eq!((harm.fallen.len(), harm.saved.len(), harm.left), (2, 1, 8));
    let fate = fate(&digest, TROOPERS);
    assert_eq!((fate.fallen.as_slice(), fate.left), (members(&[4]).as_slice(), 8));
    assert_eq!(fate.saved, members(&[5]));
}

#[test]
fn a_chapter_goes_on_over_several_steps() {
    let mut state = game().state;
    let mut views: Vec<View> = Vec::new();
    let steps = [
        vec![rush(), Event::Fought { unit: TROOPERS, combat: combat() }],
        vec![hit(2), taken(GOLEMS, 2, false)],
        vec![fell(GOLEMS, &[8]), Event::Ended { unit: TROOPERS }],
    ];
    for step in &steps {
        views.push(seen_by_nobody(&state));
        for event in step {
            At43::apply(&mut state, event);
        }
    }
    let chapter = views.iter().zip(steps.iter().map(Vec::as_slice));
    let all = digest(chapter).unwrap();
    assert!(matches!(all.deeds[0], Deed::Moved { unit: TROOPERS, .. }));
    let attacked = attack(&all);
    assert!(matches!(attacked.how, How::Combat { .. }));
    assert_eq!((attacked.impacts, attacked.harms[0].fallen.len()), (2, 1));
    assert_eq!(attacked.harms[0].left, 8);
    assert!(digest([]).is_none());

    // told from its middle on, it has no name
    let late = digest([(&views[1], steps[1].as_slice())]).unwrap();
    assert_eq!(attack(&late).how, How::GoingOn);
}

/// T-MOR-3, T-CTL-3
#[test]
fn a_unit_that_is_gone_says_how_and_what_it_counts_as() {
    let tested = Event::MoraleTested {
        unit: GOLEMS,
        test: morale(6),
        roll: Some(die(9, 1)),
        passed: false,
        why: MoraleCause::Few,
    };
    let lost = |what| Event::Lost { unit: GOLEMS, what, by: None };
    let digest = read(&[
        tested,
        Event::UnitGone { unit: GOLEMS, gone: Gone::Routed },
        lost(LossKind::Infantry),
        lost(LossKind::Officer),
    ]);
    let fate = fate(&digest, GOLEMS);
    assert_eq!(fate.gone, Some(Gone::Routed));
    assert_eq!(fate.counts_as, [LossKind::Infantry, LossKind::Officer]);
    let Some(Deed::Tested(tested)) = digest.deeds.first() else { panic!("{:#?}", digest.deeds) };
    assert_eq!((tested.gone, digest.deeds.len()), (Some(Gone::Routed), 1));
}

/// T-MOV-4
#[test]
fn whoever_is_run_over_falls_with_the_machine_that_did_it() {
    let over = every_event(&game().state)
        .into_iter()
        .find(|event| matches!(event, Event::RanOver { .. }))
        .unwrap();
    let fallen = Event::Fell { unit: GOLEMS, members: members(&[6, 7]), why: Fall::RunOver };
    let digest = read(&[over, fallen]);
    let [Deed::RanOver { fallen, .. }] = digest.deeds.as_slice() else {
        panic!("{:#?}", digest.deeds)
    };
    assert_eq!((fallen.len(), fate(&digest, GOLEMS).left), (2, 7));
}

#[test]
fn what_has_no_data_of_its_own_is_told_in_the_reports_sentence() {
    let digest = read(&[
        Event::CommanderChanged { seat: BLUE, unit: Some(TACARMS) },
        Event::Spent { seat: BLUE, lp: 2, on: Spending::Rally(TACARMS) },
        Event::Rallied { unit: TACARMS },
    ]);
    let [Deed::Told { text, .. }, Deed::Rallied(TACARMS)] = digest.deeds.as_slice() else {
        panic!("{:#?}", digest.deeds)
    };
    assert!(text.contains("command"), "{text}");
}

#[test]
fn any_event_can_be_read_in_any_order() {
    let game = game();
    let view = seen_by_nobody(&game.state);
    let mut examples = every_event(&game.state);
    examples.extend(variations(&game.state));
    examples.retain(|event| !matches!(event, Event::GameOver(_)));
    let forward = digest([(&view, examples.as_slice())]).unwrap();
    examples.reverse();
    let back = digest([(&view, examples.as_slice())]).unwrap();
    for read in [forward, back] {
        assert!(read.deeds.len() > 60, "{}", read.deeds.len());
        let mut units: Vec<UnitId> = read.fates.iter().map(|fate| fate.unit).collect();
        units.sort_unstable();
        units.dedup();
        assert_eq!(units.len(), read.fates.len(), "each has one fate");
    }
}
