//! Going down and ambushes: A-REA.

use gatemaster_rules::antares::command::{Answer, Charge, Command, Mark, Move, Shot, Spring};
use gatemaster_rules::antares::event::{Forced, Placed, TestKind, TestResult, Turned};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Lock, ModelId, Phase, UnitId};
use gatemaster_rules::antares::{Antares, Event};
use gatemaster_rules::system::System as _;
use gatemaster_rules::version::RulesVersion;

use crate::antares::drill::{across, assault, end_turn, restart, sprint, tests};
use crate::antares::field::{BLUE, Field, RED, needed, setup};

fn shot(field: &Field, from: UnitId, weapon: &str, at: UnitId) -> Vec<Shot> {
    let uses = field.way_with(from, Manner::Fire, 18, weapon, "");
    vec![field.shot(uses, at, 18)]
}

/// Red's gang fires its mag guns at the enemy, 18" away.
fn fire(field: &mut Field, dice: &[u32]) -> Vec<Event> {
    let (gang, enemy) = (field.red(0), field.blue(0));
    field.order(gang, Order::Fire, &[]);
    let shots = shot(field, gang, "mag_gun", enemy);
    field.go(RED, &Command::Shoot { shots }, dice)
}

fn rerolled(events: &[Event]) -> Option<Forced> {
    events.iter().find_map(|event| match event {
        Event::HitsRerolled { why, .. } => Some(*why),
        _ => None,
    })
}

/// A-REA-1, A-SHT-9: asked before the dice fall; its die comes out of the bag, and hits are rolled again.
#[test]
fn a_unit_without_orders_goes_down_when_it_is_shot_at() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let enemy = field.blue(0);
    assert!(fire(&mut field, &[]).iter().all(|event| !matches!(event, Event::Rolled { .. })));
    let (who, what, options) = field.asked();
    assert_eq!((who, what.as_str()), (BLUE, "decide whether to go down with Work Gang"));
    let answer = |down| Command::Answer(Answer::GoDown(down));
    assert_eq!(options, [answer(false), answer(true)]);
    assert_eq!(
        field.refused(RED, &answer(true)),
        "The battle waits for Blue to decide whether to go down with Work Gang."
    );
    assert_eq!(
        field.refused(RED, &Command::Draw),
        "First Blue has to decide whether to go down with Work Gang."
    );
    restart(&mut field);
    let events = field.answer(BLUE, Answer::GoDown(true), &[6, 9, 9, 9, 7]);
    let placed = Event::DiePlaced { unit: enemy, order: Order::Down, why: Placed::WentDown };
    assert!(events.contains(&placed));
    assert_eq!(rerolled(&events), Some(Forced::Down));
    assert_eq!(field.state.dice_in_bag(BLUE), 0);
    assert_eq!(field.state.phase, Phase::TurnEnd, "it was the last die in the bag");
}

/// A-REA-1, A-ORD-7: pins neither hinder it nor come off by it.
#[test]
fn a_pinned_unit_goes_down_without_a_test() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let enemy = field.blue(0);
    field.pin(enemy, 4);
    fire(&mut field, &[]);
    let events = field.answer(BLUE, Answer::GoDown(true), &[9; 4]);
    assert_eq!(tests(&events), []);
    assert_eq!(field.unit(enemy).pins, 4);
}

/// A-REA-1: it may stand, and keeps its die.
#[test]
fn a_unit_that_stands_keeps_its_die() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let enemy = field.blue(0);
    fire(&mut field, &[]);
    let events = field.answer(BLUE, Answer::GoDown(false), &[9; 4]);
    assert!(events.contains(&Event::StoodFast { unit: enemy }));
    assert_eq!(field.unit(enemy).order(), None);
    assert_eq!(field.state.dice_in_bag(BLUE), 1);
}

/// A-REA-1: with an order, or down already, nobody is asked.
#[test]
fn a_unit_with_an_order_is_not_asked() {
    for order in [Order::Fire, Order::Advance, Order::Run, Order::Rally, Order::Down] {
        let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
        let enemy = field.blue(0);
        field.lay(enemy, order);
        fire(&mut field, &[9; 4]);
        assert!(field.is_quiet());
        assert_eq!(field.unit(enemy).order(), Some(order));
    }
}

/// A-REA-1, A-SHT-9: drones, vehicles and riders may go down as well; hits on them stand.
#[test]
fn drones_vehicles_and_riders_may_go_down_though_it_spares_them_no_hit() {
    for (unit, name) in [
        ("c3d1_light_support_drone", "C3D1 Light Support Drone"),
        ("striker_attack_skimmer", "Striker Attack Skimmer"),
        ("rock_rider_squad", "Rock Rider Squad"),
    ] {
        let mut field = Field::new(&["gang_fighters"], &[unit]);
        let enemy = field.blue(0);
        let dice = field.state.dice_in_bag(BLUE);
        if unit == "rock_rider_squad" {
            // two alike, so that nobody chooses whom a hit falls on
            field.unit_mut(enemy).models[0].lost = true;
        }
        assert!(fire(&mut field, &[]).iter().all(|event| !matches!(event, Event::Rolled { .. })));
        let answer = |down| Command::Answer(Answer::GoDown(down));
        let asked = format!("decide whether to go down with {name}");
        assert_eq!(field.asks(BLUE, &asked), [answer(false), answer(true)]);
        restart(&mut field);
        let mut stays = Field { state: field.state.clone(), last: vec![] };
        stays.answer(BLUE, Answer::GoDown(false), &[9; 4]);
        assert_eq!((stays.unit(enemy).order(), stays.state.dice_in_bag(BLUE)), (None, dice));
        // a hit is not rolled again: the next die is a Res test that holds
        let events = field.answer(BLUE, Answer::GoDown(true), &[6, 9, 9, 9, 1]);
        let placed = Event::DiePlaced { unit: enemy, order: Order::Down, why: Placed::WentDown };
        assert!(events.contains(&placed), "{unit}");
        assert_eq!(rerolled(&events), None, "{unit}");
        assert_eq!(field.state.dice_in_bag(BLUE), dice - 1);
    }
}

/// A-REA-1, A-TRN-2: what a vehicle gains by it: its recovery test sheds a pin.
#[test]
fn a_skimmer_that_went_down_recovers_from_a_pin_at_the_turns_end() {
    let mut field = Field::new(&["gang_fighters"], &["striker_attack_skimmer"]);
    let skimmer = field.blue(0);
    field.pin(skimmer, 2);
    // its other die is gone, so that the turn ends with these two
    field.unit_mut(skimmer).dice.lost = 1;
    fire(&mut field, &[]);
    field.answer(BLUE, Answer::GoDown(true), &[9; 4]);
    assert_eq!((field.state.phase, field.unit(skimmer).pins), (Phase::TurnEnd, 2));
    end_turn(&mut field, &[5]);
    assert_eq!((field.unit(skimmer).pins, field.unit(skimmer).order()), (1, None));
}

/// A-REA-1, A-REA-4: one in ambush may give it up to go down; with another order it is not asked.
#[test]
fn a_skimmer_in_ambush_may_go_down_instead() {
    let mut field = Field::new(&["gang_fighters"], &["striker_attack_skimmer"]);
    let skimmer = field.blue(0);
    field.lay(skimmer, Order::Ambush);
    fire(&mut field, &[]);
    field.answer(BLUE, Answer::GoDown(true), &[9; 4]);
    assert_eq!(field.unit(skimmer).order(), Some(Order::Down));
    for order in [Order::Fire, Order::Advance, Order::Run, Order::Rally, Order::Down] {
        let mut field = Field::new(&["gang_fighters"], &["striker_attack_skimmer"]);
        field.lay(skimmer, order);
        fire(&mut field, &[9; 4]);
        assert_eq!(field.unit(skimmer).order(), Some(order));
    }
}

/// A-REA-1: whoever began a battle by the first rules is asked as they were: only units that are harder to hit when down.
#[test]
fn battles_of_the_first_rules_ask_only_those_whom_it_spares_hits() {
    let first = |red: &str, blue: &str| {
        let mut field = Field::new(&[red], &[blue]);
        Antares::play_by(&mut field.state, RulesVersion(1));
        field.restart();
        assert_eq!(field.state.rules, RulesVersion(1));
        field
    };
    for unit in ["c3d1_light_support_drone", "striker_attack_skimmer", "rock_rider_squad"] {
        let mut field = first("gang_fighters", unit);
        fire(&mut field, &[9; 4]);
        assert!(field.is_quiet(), "{unit}");
    }
    let mut field = first("gang_fighters", "work_gang");
    fire(&mut field, &[]);
    assert_eq!(field.asked().1, "decide whether to go down with Work Gang");
    // A-SPC-2: nor whom a locked borer hits without a roll
    let mut field = first("boromite_heavy_frag_borer_team", "domari_squad");
    let (borer, domari) = (field.red(0), field.blue(0));
    field.unit_mut(borer).lock = Some(Lock { on: domari, bonus: 1 });
    let gun = field.arm(borer, Manner::Fire, "heavy_frag_borer", "");
    let shots = vec![field.shot(vec![gun], domari, 30)];
    field.shoot(borer, Order::Fire, shots, &[]);
    assert_eq!(field.asked().1, "place the hits on Domari Squad");
}

/// A-REA-1, A-ASL-17: not against point-blank shooting.
#[test]
fn nobody_goes_down_before_an_assault() {
    let mut field = Field::new(&["c3_strike_squad"], &["c3_strike_squad"]);
    let (squad, enemy) = (field.red(0), field.blue(0));
    field.give(&assault(squad, enemy), &[]);
    field.go(RED, &Command::Charge(Charge { contact: true, ..Charge::default() }), &[]);
    assert_eq!(field.asked().1, "choose what to shoot point-blank with C3 Strike Squad 1");
    field.answer(RED, Answer::PointBlank(Vec::new()), &[]);
    assert_eq!(field.asked().1, "choose what to shoot point-blank with C3 Strike Squad 2");
    assert_eq!(
        field.refused(BLUE, &Command::Answer(Answer::GoDown(true))),
        "You are asked to choose what to shoot point-blank with C3 Strike Squad 2."
    );
    assert_eq!(field.unit(enemy).order(), None);
}

/// A-REA-1, A-OVH-4, A-OVH-7: not against a shot that went astray, nor against blind fire.
#[test]
fn nobody_goes_down_under_blind_fire_or_a_stray_shot() {
    use gatemaster_rules::antares::command::Struck;
    let mut field = Field::new(&["boromite_x_launcher_team"], &["work_gang", "gang_fighters"]);
    let (team, workers, gang) = (field.red(0), field.blue(0), field.blue(1));
    field.lay(workers, Order::Rally);
    field.order(team, Order::Fire, &[]);
    let shots = shot(&field, team, "x_launcher", workers);
    field.go(RED, &Command::Shoot { shots }, &[9]);
    field.answer(RED, Answer::Spot(Some(0)), &[8, 8]);
    assert_eq!(field.asked().1, "say who lies under the template, 4″ off target");
    let under = vec![Mark::Model(ModelId(1))];
    field.answer(RED, Answer::Template(vec![Struck { unit: gang, under: under.clone() }]), &[1, 2]);
    assert_eq!(field.unit(gang).order(), None);
    assert!(field.is_quiet());

    let mut field = Field::new(&["boromite_x_launcher_team"], &["work_gang", "gang_fighters"]);
    field.order(team, Order::Fire, &[]);
    let uses = field.way_with(team, Manner::Fire, 18, "x_launcher", "");
    field.go(RED, &Command::FireBlind { range: Inches::whole(18), uses }, &[1, 4]);
    field.answer(RED, Answer::Template(vec![Struck { unit: gang, under }]), &[1, 2]);
    assert_eq!(field.unit(gang).order(), None);
    assert!(field.is_quiet());
}

/// A-REA-2: phase armour lets its wearers go down whatever they were told.
#[test]
fn phase_troopers_go_down_even_with_an_order() {
    let mut field = Field::new(&["gang_fighters"], &["phase_squad"]);
    let enemy = field.blue(0);
    field.lay(enemy, Order::Advance);
    fire(&mut field, &[]);
    assert_eq!(field.asked().1, "decide whether to go down with Phase Squad");
    restart(&mut field);
    let events = field.answer(BLUE, Answer::GoDown(true), &[6, 9, 9, 9, 7]);
    let turned = Event::DieTurned { unit: enemy, to: Order::Down, why: Turned::WentDown };
    assert!(events.contains(&turned));
    assert_eq!(rerolled(&events), Some(Forced::Down));
    assert_eq!(field.unit(enemy).dice.placed, [Order::Down]);
}

/// A-REA-2: down already, there is nothing to ask.
#[test]
fn phase_troopers_that_are_down_are_not_asked() {
    let mut field = Field::new(&["gang_fighters"], &["phase_squad"]);
    let enemy = field.blue(0);
    field.lay(enemy, Order::Down);
    fire(&mut field, &[9; 4]);
    assert!(field.is_quiet());
}

/// Blue's gang waits in ambush and red's unit moves into its sight.
fn into_an_ambush(mover: &str) -> (Field, UnitId, UnitId) {
    let mut field = Field::new(&[mover, "work_gang"], &["gang_fighters", "work_gang"]);
    let (mover, gang) = (field.red(0), field.blue(0));
    field.lay(gang, Order::Ambush);
    (field, mover, gang)
}

fn spring(field: &Field, unit: UnitId, mover: UnitId) -> Answer {
    Answer::Spring(Some(Spring { unit, shots: shot(field, unit, "mag_gun", mover) }))
}

/// A-REA-3: the ambusher's die turns to Fire, it shoots with the bonus of a Fire order, and the mover goes on.
#[test]
fn an_ambush_is_sprung_on_a_unit_that_moves() {
    let (mut field, mover, gang) = into_an_ambush("domari_squad");
    field.order(mover, Order::Advance, &[]);
    field.go(RED, &across(&[]), &[]);
    let (who, what, options) = field.asked();
    assert_eq!((who, what.as_str()), (BLUE, "spring an ambush on Domari Squad or let it pass"));
    assert_eq!(options[0], Command::Answer(Answer::Spring(None)));
    restart(&mut field);
    let answer = spring(&field, gang, mover);
    assert!(field.refused(RED, &Command::Answer(answer.clone())).contains("waits for Blue"));
    // one hit; Res 6 is passed, and the pin comes after it
    let events = field.answer(BLUE, answer, &[6, 9, 9, 9]);
    assert!(events.contains(&Event::Sprung { unit: gang, at: mover }));
    let turned = Event::DieTurned { unit: gang, to: Order::Fire, why: Turned::Ambush };
    assert!(events.contains(&turned));
    assert_eq!(needed(&events), (6, "needs 6: Acc 5, Fire order +1".into()));
    assert_eq!(field.asked().1, "place the hits on Domari Squad", "it had an order: no going down");
    field.answer(RED, Answer::Place(vec![Some(Mark::Model(ModelId(1)))]), &[5]);
    assert_eq!(field.unit(mover).pins, 1);
    assert_eq!(field.asked().1, "carry out the Advance order of Domari Squad");
    let workers = field.blue(1);
    field.lay(workers, Order::Rally);
    let uses = field.way_with(mover, Manner::Advance, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, workers, 18)];
    let events = field.go(RED, &Command::Shoot { shots }, &[10; 5]);
    assert_eq!(needed(&events), (4, "needs 4: Acc 5, 1 pin −1".into()), "the fresh pin counts");
}

/// A-REA-3: let pass, the ambush stays.
#[test]
fn an_ambush_may_let_the_enemy_pass() {
    let (mut field, mover, gang) = into_an_ambush("domari_squad");
    field.order(mover, Order::Run, &[]);
    field.go(RED, &across(&[]), &[]);
    field.answer(BLUE, Answer::Spring(None), &[]);
    assert_eq!(field.unit(gang).order(), Some(Order::Ambush));
    assert!(field.is_quiet());
}

/// A-REA-3: who does not move is not ambushed, and who shoots is not either.
#[test]
fn an_ambush_needs_a_move() {
    let (mut field, mover, _) = into_an_ambush("domari_squad");
    let workers = field.blue(1);
    field.lay(workers, Order::Rally);
    field.order(mover, Order::Advance, &[]);
    let uses = field.way_with(mover, Manner::Advance, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, workers, 18)];
    field.go(RED, &Command::Shoot { shots }, &[10; 5]);
    assert!(field.is_quiet());
}

/// A-REA-3: never against an assault, whether it reaches the enemy or not.
#[test]
fn no_ambush_is_sprung_on_an_assault() {
    let (mut field, mover, gang) = into_an_ambush("domari_squad");
    let workers = field.blue(1);
    field.give(&assault(mover, workers), &[]);
    field.go(RED, &Command::Charge(Charge::default()), &[]);
    assert!(field.is_quiet());
    assert_eq!(field.unit(gang).order(), Some(Order::Ambush));
}

/// A-REA-3, A-MOV-9: nor on infiltrators.
#[test]
fn no_ambush_is_sprung_on_infiltrators() {
    let mut setup = setup(&["ai_infiltration_squad"], &["gang_fighters"]);
    setup.options.already_deployed = true;
    let mut field = Field::of(&setup);
    let (scouts, gang) = (field.red(0), field.blue(0));
    field.lay(gang, Order::Ambush);
    field.go(RED, &Command::Infiltrate { unit: scouts, moved: Some(Vec::new()), to: None }, &[]);
    assert!(field.is_quiet());
}

/// A-REA-3: several ambushers are asked one after the other, each once.
#[test]
fn every_ambusher_gets_its_chance() {
    let (mut field, mover, gang) = into_an_ambush("domari_squad");
    field.unit_mut(gang).pins = 1;
    let second = field.blue(1);
    field.lay(second, Order::Ambush);
    field.order(mover, Order::Run, &[]);
    field.go(RED, &across(&[]), &[]);
    let answer = spring(&field, gang, mover);
    let events = field.answer(BLUE, answer.clone(), &[9; 4]);
    assert_eq!(needed(&events).0, 5, "its pin spoils its aim, and is not tested");
    assert_eq!(field.asked().0, BLUE, "the work gang has mauls that reach ten inches");
    assert_eq!(field.refused(BLUE, &Command::Answer(answer)), "That unit has no ambush to spring.");
    let nothing = Answer::Spring(Some(Spring { unit: second, shots: Vec::new() }));
    assert_eq!(
        field.refused(BLUE, &Command::Answer(nothing)),
        "Say with what the ambush is sprung."
    );
    let uses = field.way_with(second, Manner::Fire, 8, "heavy_tractor_maul", "");
    let other = field.red(1);
    let shots = vec![field.shot(uses.clone(), other, 8)];
    let elsewhere = Answer::Spring(Some(Spring { unit: second, shots }));
    assert_eq!(
        field.refused(BLUE, &Command::Answer(elsewhere)),
        "An ambush is sprung on the unit that moves."
    );
    let shots = vec![field.shot(uses.clone(), mover, 18)];
    let too_far = Answer::Spring(Some(Spring { unit: second, shots }));
    assert_eq!(
        field.refused(BLUE, &Command::Answer(too_far)),
        "Heavy tractor maul reaches 10″; the target is 18″ away."
    );
    let shots = vec![field.shot(uses, mover, 8)];
    field.answer(BLUE, Answer::Spring(Some(Spring { unit: second, shots })), &[9; 5]);
    assert!(field.is_quiet());
}

/// A-REA-3: somebody with nothing to shoot lies in ambush for nobody.
#[test]
fn an_ambusher_that_cannot_shoot_is_not_asked() {
    let (mut field, mover, gang) = into_an_ambush("domari_squad");
    for model in &mut field.unit_mut(gang).models {
        model.broken.clone_from(&model.weapons);
    }
    field.order(mover, Order::Run, &[]);
    field.go(RED, &across(&[]), &[]);
    assert!(field.is_quiet());
}

/// A-REA-3, A-SHT-9, A-MOV-3: in the middle of its sprint the mover is harder to hit; it is exhausted afterwards.
#[test]
fn a_sprinter_is_hard_to_ambush() {
    let (mut field, mover, gang) = into_an_ambush("domari_squad");
    field.give(&sprint(mover), &[]);
    field.go(RED, &across(&[]), &[]);
    assert!(field.unit(mover).sprinting);
    let answer = spring(&field, gang, mover);
    let events = field.answer(BLUE, answer, &[6, 9, 9, 9, 8, 5]);
    assert_eq!(rerolled(&events), Some(Forced::Sprinting));
    assert_eq!(
        tests(&events),
        [(TestKind::Exhaustion, 5, TestResult::Pass)],
        "at the end of its move"
    );
    assert!(!field.unit(mover).sprinting);
    assert!(field.is_quiet());
}

/// A-REA-3, A-REA-2: a mover that goes down before the ambush has ended its action: no shots, no exhaustion.
#[test]
fn a_mover_turned_down_goes_no_further() {
    let (mut field, mover, gang) = into_an_ambush("phase_squad");
    field.give(&sprint(mover), &[]);
    field.go(RED, &across(&[]), &[]);
    let answer = spring(&field, gang, mover);
    field.answer(BLUE, answer, &[]);
    assert_eq!(field.asked().1, "decide whether to go down with Phase Squad");
    let events = field.answer(RED, Answer::GoDown(true), &[9; 4]);
    assert_eq!(tests(&events), [], "no exhaustion");
    assert!(field.unit(mover).is_down());
    assert!(!field.unit(mover).sprinting);
    assert!(field.is_quiet());

    let (mut field, mover, gang) = into_an_ambush("phase_squad");
    field.order(mover, Order::Advance, &[]);
    field.go(RED, &across(&[]), &[]);
    let answer = spring(&field, gang, mover);
    field.answer(BLUE, answer, &[]);
    field.answer(RED, Answer::GoDown(true), &[9; 4]);
    assert!(field.is_quiet(), "no shots after it");
}

/// A-REA-3: a mover turned down by the first ambush is not ambushed again.
#[test]
fn the_second_ambusher_keeps_its_die_for_later() {
    let (mut field, mover, gang) = into_an_ambush("phase_squad");
    let second = field.blue(1);
    field.lay(second, Order::Ambush);
    field.order(mover, Order::Run, &[]);
    field.go(RED, &across(&[]), &[]);
    let answer = spring(&field, gang, mover);
    field.answer(BLUE, answer, &[]);
    field.answer(RED, Answer::GoDown(true), &[9; 4]);
    assert!(field.is_quiet());
    assert_eq!(field.unit(second).order(), Some(Order::Ambush));
}

/// A-REA-3, A-BAG-4: a mover that is shot down has nothing left to do.
#[test]
fn a_mover_destroyed_by_an_ambush_is_gone() {
    let (mut field, mover, gang) = into_an_ambush("phase_sniper");
    field.order(mover, Order::Advance, &[]);
    field.go(RED, &Command::Move(Move::default()), &[]);
    let answer = spring(&field, gang, mover);
    field.answer(BLUE, answer, &[]);
    field.answer(RED, Answer::GoDown(false), &[3, 9, 9, 9, 10]);
    assert!(field.unit(mover).destroyed);
    assert!(field.is_quiet());
    crate::antares::drill::anybody_may(&field, "draw an order die");
}

/// A-REA-4: shot at, the ambusher may give its ambush up and go down.
#[test]
fn an_ambusher_may_go_down_instead() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let enemy = field.blue(0);
    field.lay(enemy, Order::Ambush);
    fire(&mut field, &[]);
    restart(&mut field);
    let events = field.answer(BLUE, Answer::GoDown(true), &[6, 9, 9, 9, 7]);
    let turned = Event::DieTurned { unit: enemy, to: Order::Down, why: Turned::WentDown };
    assert!(events.contains(&turned));
    assert_eq!(rerolled(&events), Some(Forced::Down));
    assert_eq!(field.unit(enemy).dice.placed, [Order::Down]);
}

/// A-REA-4: or stand, and stay in ambush.
#[test]
fn an_ambusher_that_stands_stays_in_ambush() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let enemy = field.blue(0);
    field.lay(enemy, Order::Ambush);
    fire(&mut field, &[]);
    field.answer(BLUE, Answer::GoDown(false), &[9; 4]);
    assert_eq!(field.unit(enemy).order(), Some(Order::Ambush));
}
