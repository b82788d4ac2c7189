//! How an assault ends: pins compared, draws, automatic breaks, defeat, and who consolidates when.

use gatemaster_rules::antares::Event;
use gatemaster_rules::antares::command::{Answer, Command, Consolidation, Feature, Nerve};
use gatemaster_rules::antares::event::{DestroyedBy, Pace, PinCause};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::state::{Lock, ModelId, Soma, UnitId};

use crate::antares::field::{BLUE, Field, RED};
use crate::antares::melee::{
    aimed, answer, asks, assault, charge, contact, declared, destroyed, duel, fallen, few, fork,
    hold_ground, holds_fire, offered, pinned, resists, restart, result, tests,
};

/// Two gangers against two with mauls, nobody hits while they close.
const SHOTS: [u32; 4] = [9; 4];

/// Their two sorts of blow, and four with mauls, all in vain.
const BLOWS: [u32; 6] = [9; 6];

fn gangs() -> (Field, UnitId, UnitId) {
    duel(("gang_fighters", 2), ("work_gang", 2))
}

fn first_to_go(events: &[Event]) -> Option<(UnitId, u32)> {
    events.iter().find_map(|event| match event {
        Event::FirstToConsolidate { unit, roll } => Some((*unit, roll.face)),
        _ => None,
    })
}

/// The battle after a charge by gangers with so many pins, who do no harm and take none.
fn beaten_by(pins: u32, dice: &[u32]) -> (Field, Vec<Event>, UnitId, UnitId) {
    let (mut field, gangers, mauls) = gangs();
    field.give(&declared(gangers, mauls), &[]);
    field.pin(gangers, pins);
    let events = charge(&mut field, contact(), &[&SHOTS[..], &BLOWS, dice].concat());
    (field, events, gangers, mauls)
}

/// A-ASL-11, A-BRK-4: all the pins on a unit count, old ones too; a failed test is the end, losses or not.
#[test]
fn a_gang_that_killed_and_lost_nobody_is_beaten_by_its_old_pins() {
    let (mut field, gangers, mauls) = gangs();
    field.give(&declared(gangers, mauls), &[]);
    field.pin(gangers, 2);
    let dice = [&SHOTS[..], &[8, 9, 9, 9, 9, 9, 6, 8]].concat();
    let events = charge(&mut field, contact(), &dice);
    assert_eq!(fallen(&events).len(), 1);
    assert_eq!(pinned(&events), [(mauls, 1, PinCause::Casualties)]);
    assert_eq!(result(&events), Some(((2, 1), vec![gangers])));
    assert_eq!(tests(&events), ["needs 7: Command 9, 2 pins −2"]);
    assert_eq!(destroyed(&events), [(gangers, DestroyedBy::BrokeInDefeat)]);
    assert_eq!(hold_ground(&mut field), [mauls]);
}

/// A-ASL-11, A-BRK-3: the four ways a beaten unit's test may go.
#[test]
fn a_beaten_unit_holds_or_is_gone() {
    let (mut field, events, gangers, mauls) = beaten_by(2, &[7]);
    assert!(destroyed(&events).is_empty());
    assert_eq!(field.unit(gangers).pins, 2);
    assert!(!field.unit(gangers).is_down(), "it holds, and nothing more");
    assert_eq!(hold_ground(&mut field), [gangers, mauls]);
    let (mut field, _, gangers, mauls) = beaten_by(2, &[1]);
    assert_eq!(field.unit(gangers).pins, 1, "a one takes a pin off");
    assert_eq!(hold_ground(&mut field), [gangers, mauls]);
    for die in [8, 10] {
        let (mut field, events, gangers, mauls) = beaten_by(2, &[die]);
        assert_eq!(destroyed(&events), [(gangers, DestroyedBy::BrokeInDefeat)]);
        assert_eq!(hold_ground(&mut field), [mauls]);
    }
    // so many pins that only a one helps, and it does
    let (field, events, gangers, _) = beaten_by(8, &[1]);
    assert_eq!(tests(&events), ["needs 1: Command 9, 8 pins −8"]);
    assert_eq!(field.unit(gangers).pins, 7);
    // a ten is the end even for those with nothing to fear
    let (_, events, gangers, _) = beaten_by(1, &[10]);
    assert_eq!(destroyed(&events), [(gangers, DestroyedBy::BrokeInDefeat)]);
}

/// A-ASL-11, A-ASL-13: equal pins beat both; a die says who consolidates first, if both are still there.
#[test]
fn after_a_draw_both_test_and_a_die_says_who_goes_first() {
    let draw = |dice: &[u32]| {
        let (mut field, gangers, mauls) = gangs();
        let events = assault(&mut field, gangers, mauls, &[&SHOTS[..], &BLOWS, dice].concat());
        assert_eq!(result(&events), Some(((0, 0), vec![gangers, mauls])));
        let went = hold_ground(&mut field);
        (events, gangers, mauls, went)
    };
    for die in 1..=6 {
        let (events, gangers, mauls, went) = draw(&[9, 9, die]);
        assert_eq!(tests(&events), ["needs 9: Command 9"; 2]);
        let order = if die <= 3 { [gangers, mauls] } else { [mauls, gangers] };
        assert_eq!(first_to_go(&events), Some((order[0], die)));
        assert_eq!(went, order);
    }
    let (events, gangers, mauls, went) = draw(&[10, 9]);
    assert_eq!(destroyed(&events), [(gangers, DestroyedBy::BrokeInDefeat)]);
    assert_eq!((first_to_go(&events), went), (None, vec![mauls]));
    let (events, gangers, mauls, went) = draw(&[9, 10]);
    assert_eq!(destroyed(&events), [(mauls, DestroyedBy::BrokeInDefeat)]);
    assert_eq!((first_to_go(&events), went), (None, vec![gangers]));
    let (events, _, _, went) = draw(&[10, 10]);
    assert_eq!(destroyed(&events).len(), 2);
    assert_eq!((first_to_go(&events), went), (None, Vec::new()));
}

/// A-ASL-11, A-BRK-1: half of them fell, but they have won, and blows are no shots.
#[test]
fn winners_that_lost_half_of_their_models_do_not_test() {
    let (mut field, gangers, mauls) = gangs();
    field.give(&declared(gangers, mauls), &[]);
    field.pin(mauls, 3);
    // a maul kills a ganger; three pins to one
    let dice = [&SHOTS[..], &[9, 9, 7, 9, 9, 9, 5, 6]].concat();
    let events = charge(&mut field, contact(), &dice);
    assert_eq!(field.unit(gangers).alive(), 1);
    assert_eq!(result(&events), Some(((1, 3), vec![mauls])));
    assert_eq!(tests(&events), ["needs 6: Command 9, 3 pins −3"], "only the losers");
    assert_eq!(hold_ground(&mut field), [mauls, gangers]);
}

/// A-ASL-11: nobody is left on the other side, so nothing is compared.
#[test]
fn a_unit_that_wipes_out_the_other_has_won_whatever_its_pins() {
    let (mut field, gangers, mauls) = duel(("gang_fighters", 2), ("work_gang", 1));
    field.give(&declared(gangers, mauls), &[]);
    field.pin(gangers, 5);
    let events = charge(&mut field, contact(), &[9, 9, 9, 8, 9, 9, 9, 6, 6]);
    assert_eq!(destroyed(&events), [(mauls, DestroyedBy::Losses)]);
    assert_eq!((result(&events), tests(&events)), (None, Vec::new()));
    assert_eq!(hold_ground(&mut field), [gangers]);
}

/// A-ASL-11, A-ASL-12: no result, but nine pins are nine pins.
#[test]
fn the_last_ganger_standing_breaks_under_his_pins_all_the_same() {
    let (mut field, gangers, mauls) = duel(("gang_fighters", 2), ("work_gang", 1));
    field.give(&declared(gangers, mauls), &[]);
    field.pin(gangers, 8);
    let events = charge(&mut field, contact(), &[9, 9, 9, 8, 9, 7, 9, 6, 6, 5]);
    assert_eq!(result(&events), None);
    assert_eq!(
        destroyed(&events),
        [(mauls, DestroyedBy::Losses), (gangers, DestroyedBy::TooManyPins)]
    );
    assert!(field.is_quiet());
}

/// A-ASL-12, A-BRK-6 with A-ASL-15: without their handler lavamites have Command 5, and winning does not help.
#[test]
fn lavamites_without_their_handler_win_and_break_on_five_pins() {
    let (mut field, lavamites, gangers) = duel(("lavamites", 3), ("gang_fighters", 2));
    field.unit_mut(lavamites).models[0].lost = true;
    field.give(&declared(lavamites, gangers), &[]);
    field.pin(lavamites, 4);
    field.pin(gangers, 6);
    let blows = [9, 9, 9, 9, 9, 9, 7, 9, 8];
    let dice = [&SHOTS[..], &blows, &[3]].concat();
    let events = charge(&mut field, contact(), &dice);
    assert_eq!(aimed(&events)[0], "needs 3: Acc 7, 4 pins −4");
    assert_eq!(resists(&events), ["needs 7: Res 8, SV −1"]);
    assert_eq!(result(&events), Some(((5, 6), vec![gangers])));
    assert_eq!(destroyed(&events), [(lavamites, DestroyedBy::TooManyPins)]);
    assert_eq!(tests(&events), ["needs 3: Command 9, 6 pins −6"], "the beaten test all the same");
    assert_eq!(hold_ground(&mut field), [gangers]);
}

/// A-ASL-12: the beaten are past testing.
#[test]
fn losers_with_too_many_pins_are_not_tested() {
    let (mut field, gangers, mauls) = gangs();
    field.give(&declared(gangers, mauls), &[]);
    field.pin(gangers, 8);
    let events = charge(&mut field, contact(), &[&SHOTS[..], &[9, 9, 7, 9, 9, 9, 5]].concat());
    assert_eq!(result(&events), Some(((9, 0), vec![gangers])));
    assert!(tests(&events).is_empty());
    assert_eq!(destroyed(&events), [(gangers, DestroyedBy::TooManyPins)]);
    assert_eq!(hold_ground(&mut field), [mauls]);
}

/// A-ASL-12, A-DMG-2: a vehicle that wins is broken too.
#[test]
fn a_skimmer_wins_the_fight_and_is_broken_by_its_pins() {
    let (mut field, overseer, skimmer) = duel(("overseer_squad", 1), ("striker_attack_skimmer", 1));
    field.give(&declared(overseer, skimmer), &[]);
    field.pin(overseer, 9);
    field.pin(skimmer, 7);
    charge(&mut field, contact(), &[]);
    // a fist gets through on a ten, half damage, row two: the eighth pin
    let events = answer(&mut field, RED, holds_fire(), &[7, 9, 10, 4, 1]);
    assert_eq!(resists(&events), ["needs 11: Res 11"]);
    assert_eq!(result(&events), Some(((9, 8), vec![overseer])));
    assert_eq!(destroyed(&events), [(skimmer, DestroyedBy::TooManyPins)]);
    assert_eq!(tests(&events), ["needs 1: Command 10, 9 pins −9"]);
    assert_eq!(field.unit(overseer).pins, 8);
    assert_eq!(hold_ground(&mut field), [overseer]);
}

/// A-ASL-11: after a draw with a drone only the infantry tests.
#[test]
fn drones_and_vehicles_never_test_for_a_draw() {
    for key in ["c3m4_combat_drone", "c3d2_medium_support_drone"] {
        let (mut field, gangers, target) = duel(("gang_fighters", 1), (key, 1));
        let events = assault(&mut field, gangers, target, &[9, 9, 9, 9, 6]);
        assert_eq!(tests(&events), ["needs 9: Command 9"]);
        assert_eq!(hold_ground(&mut field), [target, gangers]);
    }
}

/// A-ASL-13, A-DMG-7: what cannot move is not asked where to.
#[test]
fn an_immobilised_drone_stays_when_it_is_beaten() {
    let (mut field, mauls, drone) = duel(("work_gang", 1), ("c3d2_medium_support_drone", 1));
    // a maul breaks its suspensors: row three and two pins
    let events = assault(&mut field, mauls, drone, &[9, 8, 9, 9, 8, 3, 2]);
    assert_eq!(resists(&events), ["needs 7: Res 10, SV −3"]);
    assert_eq!(result(&events), Some(((0, 2), vec![drone])));
    assert!(tests(&events).is_empty());
    assert_eq!(hold_ground(&mut field), [mauls]);
}

fn to(features: Vec<Feature>) -> Answer {
    Answer::Consolidate(Consolidation { moved: Some(features), to: None, left_behind: Vec::new() })
}

fn wall() -> Feature {
    Feature::Obstacle { name: "the wall".into(), defended: false }
}

fn mud() -> Feature {
    Feature::Difficult { name: "the mud".into() }
}

fn moves(events: &[Event]) -> Vec<(UnitId, Inches, bool)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Moved { unit, how: Pace::Consolidate, distance, halted, .. } => {
                Some((*unit, *distance, *halted))
            }
            _ => None,
        })
        .collect()
}

/// A-ASL-13: an advance's worth of ground, and its terrain.
#[test]
fn consolidating_is_an_advance_over_walls_and_through_mud() {
    let (mut field, _, gangers, mauls) = beaten_by(1, &[8]);
    asks(&field, RED, "consolidate Gang Fighters");
    assert_eq!(offered(&field), [to(Vec::new()), Answer::Consolidate(Consolidation::default())]);
    assert_eq!(
        field.refused(RED, &Command::Answer(to(vec![mud(); 9]))),
        "A move crosses at most 8 features."
    );
    let nameless = Feature::Difficult { name: " ".into() };
    assert_eq!(
        field.refused(RED, &Command::Answer(to(vec![nameless]))),
        "Terrain needs a name of at most 40 plain characters."
    );
    assert_eq!(field.refused(RED, &Command::Draw), "First Red has to consolidate Gang Fighters.");
    restart(&mut field);
    let events = field.answer(RED, to(vec![wall()]), &[]);
    assert_eq!(moves(&events), [(gangers, Inches::whole(5), false)], "no test at the wall");
    asks(&field, BLUE, "consolidate Work Gang");
    let mut stuck = fork(&field);
    let events = field.answer(BLUE, to(vec![mud()]), &[5]);
    assert_eq!(tests(&events), ["needs 4: Ag 4"]);
    assert_eq!(moves(&events), [(mauls, Inches::tenths(25), false)]);
    assert!(field.is_quiet());
    let events = stuck.answer(BLUE, to(vec![mud()]), &[10]);
    assert_eq!(moves(&events), [(mauls, Inches::whole(5), true)]);
}

/// A-ASL-13 with Slow, Large, A-MOV-5, A-MOV-8 and A-SPC-2: a heavy team drags its gun, and its lock is lost.
#[test]
fn a_heavy_team_consolidates_slowly_and_tests_at_every_wall() {
    let mut field =
        Field::new(&["gang_fighters", "domari_squad"], &["boromite_heavy_frag_borer_team"]);
    let (gangers, domari, team) = (field.red(0), field.red(1), field.blue(0));
    few(&mut field, gangers, 1);
    field.unit_mut(team).gear.clear();
    // without pistols, so that no shot at the gangers ends the lock beforehand
    for crew in &mut field.unit_mut(team).models {
        crew.weapons.clear();
    }
    field.unit_mut(team).lock = Some(Lock { on: domari, bonus: 1 });
    field.pin(team, 1);
    let events = assault(&mut field, gangers, team, &[9, 9, 9, 9, 9, 8]);
    assert_eq!(result(&events), Some(((0, 1), vec![team])));
    asks(&field, BLUE, &format!("consolidate {}", field.unit(team).name));
    let mut muddy = fork(&field);
    let mut stays = fork(&field);
    let events = field.answer(BLUE, to(vec![wall()]), &[4]);
    assert_eq!(tests(&events), ["needs 4: Ag 4"]);
    assert_eq!(moves(&events), [(team, Inches::tenths(25), false)]);
    assert!(events.contains(&Event::LockLost { unit: team }));
    let leaving = Consolidation { moved: None, to: None, left_behind: vec![ModelId(0)] };
    assert_eq!(
        muddy.refused(BLUE, &Command::Answer(Answer::Consolidate(leaving))),
        "Nobody is left behind by a unit that stays."
    );
    let leaving =
        Consolidation { moved: Some(Vec::new()), to: None, left_behind: vec![ModelId(0)] };
    assert_eq!(
        muddy.refused(BLUE, &Command::Answer(Answer::Consolidate(leaving))),
        "Only immobilised models can be left behind."
    );
    let events = muddy.answer(BLUE, to(vec![mud()]), &[10]);
    assert_eq!(pinned(&events), [(team, 1, PinCause::Terrain)]);
    assert_eq!(hold_ground(&mut stays), [team, gangers]);
    assert_eq!(stays.unit(team).lock, Some(Lock { on: domari, bonus: 1 }));
}

/// A-ASL-13 with Fast, and Crawler at a wall.
#[test]
fn bikes_consolidate_ten_inches_and_crawlers_test_at_the_wall() {
    let (mut field, riders, crawler) = duel(("skyraider_squad", 1), ("ghar_command_crawler", 1));
    assault(&mut field, riders, crawler, &[]);
    field.answer(BLUE, holds_fire(), &[9, 9, 9, 9]);
    let events = field.answer(RED, Answer::BreakOff(false), &[9, 10, 8, 2]);
    assert_eq!(result(&events), Some(((0, 0), vec![riders, crawler])));
    let events = field.answer(RED, to(Vec::new()), &[]);
    assert_eq!(moves(&events), [(riders, Inches::whole(10), false)]);
    let events = field.answer(BLUE, to(vec![wall()]), &[6]);
    assert_eq!(tests(&events), ["needs 5: Ag 5"]);
    assert_eq!(moves(&events), [(crawler, Inches::whole(5), true)]);
}

/// A-ORD-10 with A-ASL-11: grafts may be woken for the test of a defeat, and then no pin counts.
#[test]
fn beaten_ferals_may_wake_their_grafts() {
    let (mut field, gangers, ferals) = duel(("gang_fighters", 2), ("feral_squad", 2));
    field.pin(ferals, 3);
    let events = assault(&mut field, gangers, ferals, &[9; 8]);
    assert_eq!(result(&events), Some(((0, 3), vec![ferals])));
    asks(&field, BLUE, "say what helps Feral Squad in a break test");
    let soma = Nerve { commander: None, soma: true };
    assert_eq!(offered(&field), [Nerve::default(), soma].map(Answer::Brace));
    restart(&mut field);
    let (mut bare, mut unlucky) = (fork(&field), fork(&field));
    let events = field.answer(BLUE, Answer::Brace(soma), &[9]);
    assert_eq!(tests(&events), ["needs 9: soma graft 9"]);
    assert_eq!(field.unit(ferals).soma, Soma::Active);
    assert_eq!(hold_ground(&mut field), [ferals, gangers]);
    let events = unlucky.answer(BLUE, Answer::Brace(soma), &[10]);
    assert_eq!(destroyed(&events), [(ferals, DestroyedBy::BrokeInDefeat)]);
    let events = bare.answer(BLUE, Answer::Brace(Nerve::default()), &[5]);
    assert_eq!(tests(&events), ["needs 4: Command 7, 3 pins −3"]);
    assert_eq!(destroyed(&events), [(ferals, DestroyedBy::BrokeInDefeat)]);

    // awake already, they are not asked again
    let (mut field, gangers, ferals) = duel(("gang_fighters", 2), ("feral_squad", 2));
    field.pin(ferals, 3);
    field.unit_mut(ferals).soma = Soma::Active;
    let events = assault(&mut field, gangers, ferals, &[9; 9]);
    assert_eq!(tests(&events), ["needs 9: soma graft 9"]);
}

/// A-ORD-9 with A-ASL-11: a commander's word in defeat; pins count as ever.
#[test]
fn a_commander_near_by_steadies_the_beaten() {
    let mut field = Field::new(
        &["gang_fighters", "overseer_squad"],
        &["domari_squad", "freeborn_command_squad"],
    );
    let (gangers, overseer) = (field.red(0), field.red(1));
    let (domari, captain) = (field.blue(0), field.blue(1));
    few(&mut field, gangers, 1);
    few(&mut field, domari, 1);
    field.unit_mut(domari).gear.clear();
    field.pin(domari, 1);
    assault(&mut field, gangers, domari, &[9; 4]);
    asks(&field, BLUE, "say what helps Domari Squad in a break test");
    let near = |unit| Nerve { commander: Some(unit), soma: false };
    assert_eq!(offered(&field), [Nerve::default(), near(captain)].map(Answer::Brace));
    let refused = |nerve| field.refused(BLUE, &Command::Answer(Answer::Brace(nerve)));
    assert_eq!(refused(near(overseer)), "Only a commander of your own side can help.");
    assert_eq!(refused(near(domari)), "Domari Squad has no living commander.");
    assert_eq!(
        refused(Nerve { commander: None, soma: true }),
        "Domari Squad has no soma grafts to activate."
    );
    let events = field.answer(BLUE, Answer::Brace(near(captain)), &[8]);
    assert_eq!(tests(&events), ["needs 8: commander's Command 9, 1 pin −1"]);
    assert_eq!(hold_ground(&mut field), [domari, gangers]);

    // the commander's own squad needs nobody's help and is not asked
    let mut field = Field::new(&["gang_fighters"], &["domari_squad", "freeborn_command_squad"]);
    let (gangers, captain) = (field.red(0), field.blue(1));
    few(&mut field, gangers, 1);
    few(&mut field, captain, 1);
    field.unit_mut(captain).gear.clear();
    field.pin(captain, 1);
    let events = assault(&mut field, gangers, captain, &[9, 9, 9, 9, 8]);
    assert_eq!(tests(&events), ["needs 8: Command 9, 1 pin −1"]);
}

/// A-ASL-11: they strike at once, so both may fall; nobody has won and nobody is asked anything.
#[test]
fn two_leaders_kill_each_other() {
    let (mut field, gangers, mauls) = duel(("gang_fighters", 1), ("work_gang", 1));
    let events = assault(&mut field, gangers, mauls, &[9, 9, 8, 7, 9, 6, 6, 5, 5]);
    assert_eq!(destroyed(&events), [(mauls, DestroyedBy::Losses), (gangers, DestroyedBy::Losses)]);
    assert_eq!((result(&events), first_to_go(&events)), (None, None));
    assert!(field.is_quiet());
    assert_eq!(field.state.ending.as_ref().unwrap().winner, None);
}
