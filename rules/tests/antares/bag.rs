//! The dice in the bag: A-BAG.

use gatemaster_rules::antares::command::{Answer, Command, GiveOrder, TurnEnd};
use gatemaster_rules::antares::correct::{Change, Correction};
use gatemaster_rules::antares::event::{DestroyedBy, Drawn};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Phase, Soma, UnitId};
use gatemaster_rules::antares::{Antares, Event};
use gatemaster_rules::dice::Scripted;
use gatemaster_rules::system::{Doer, System as _};

use crate::antares::drill::{all_done_but, anybody_may, end_turn, organiser, restart};
use crate::antares::field::{BLUE, Field, RED, seat, setup};

/// Draws the die at this place in the bag.
fn draw(field: &mut Field, position: u32) -> Drawn {
    let events = field.go(RED, &Command::Draw, &[position]);
    events
        .iter()
        .find_map(|event| match event {
            Event::Drawn { whose, .. } => Some(*whose),
            _ => None,
        })
        .unwrap()
}

fn draw_the_distort_die(field: &mut Field) {
    let last = field.state.bag();
    assert_eq!(draw(field, last), Drawn::Distort);
}

/// A-BAG-1: a die for each unit, two for a unit with two.
#[test]
fn each_unit_has_a_die_in_the_bag_and_a_mod2_unit_has_two() {
    let field = Field::new(&["gang_fighters", "striker_attack_skimmer"], &["c3_strike_squad"]);
    assert_eq!(field.state.dice_in_bag(RED), 3);
    assert_eq!(field.state.dice_in_bag(BLUE), 1);
    assert_eq!(field.state.bag(), 4);
    assert_ne!(field.state.sides[0].colour, field.state.sides[1].colour);
}

/// A-BAG-2: each of the dice is drawn by one face of a die with as many sides as the bag has dice.
#[test]
fn every_die_in_the_bag_is_as_likely_as_every_other() {
    let field = Field::new(&["gang_fighters", "ghar_command_crawler"], &["work_gang", "lavamites"]);
    let mut drawn = Vec::new();
    for face in 1..=6 {
        let mut dice = Scripted::new([face]);
        let events = Antares::decide(&field.state, &seat(BLUE), &Command::Draw, &mut dice).unwrap();
        let Some(Event::Drawn { position, of, whose }) = events.first() else { panic!() };
        assert_eq!((*position, *of), (face, 6));
        drawn.push(*whose);
    }
    let (red, blue) = (Drawn::Side(RED), Drawn::Side(BLUE));
    assert_eq!(drawn, [red, red, red, blue, blue, Drawn::Distort]);
}

/// A-BAG-2: the die goes to its side, which gives it to a unit of its own that waits for one.
#[test]
fn a_drawn_die_serves_a_waiting_unit_of_its_own_side() {
    let mut field = Field::new(&["gang_fighters", "work_gang"], &["lavamites"]);
    let (gang, workers, pack) = (field.red(0), field.red(1), field.blue(0));
    let order = |id| Command::Order(GiveOrder::plain(id, Order::Rally));
    assert_eq!(field.refused(RED, &order(gang)), "No die has been drawn; draw one first.");
    anybody_may(&field, "draw an order die");
    field.draw(RED);
    let (who, what, options) = field.asked();
    assert_eq!((who, what.as_str()), (RED, "give an order"));
    assert!(!options.contains(&order(pack)));
    assert_eq!(
        field.refused(BLUE, &Command::Draw),
        "A die of Red has been drawn already and waits for a unit."
    );
    assert_eq!(
        field.refused(BLUE, &order(pack)),
        "The die that was drawn is Red's; that side uses it."
    );
    assert_eq!(
        field.refused(RED, &order(pack)),
        "Lavamites is not of the side whose die was drawn."
    );
    assert_eq!(field.refused(RED, &order(UnitId(40))), "There is no such unit in this battle.");
    assert_eq!(
        field.refused_as(&Doer::default(), &order(gang)),
        "Only the players of this battle can do that."
    );
    restart(&mut field);
    field.go(RED, &order(gang), &[]);
    field.draw(RED);
    assert_eq!(
        field.refused(RED, &order(gang)),
        "Gang Fighters has its orders for this turn; choose another."
    );
    assert!(!field.asked().2.contains(&order(gang)));
    field.go(RED, &order(workers), &[]);
    assert_eq!(field.state.dice_in_bag(RED), 0);
}

/// A-BAG-2, A-SPC-8: a unit with two dice may be chosen twice, and no more.
#[test]
fn a_skimmer_takes_both_of_its_dice_in_a_row() {
    let mut field = Field::new(&["striker_attack_skimmer", "gang_fighters"], &["lavamites"]);
    let skimmer = field.red(0);
    field.order(skimmer, Order::Rally, &[]);
    field.order(skimmer, Order::Ambush, &[]);
    assert_eq!(field.unit(skimmer).dice.placed, [Order::Rally, Order::Ambush]);
    assert_eq!(field.unit(skimmer).order(), Some(Order::Ambush));
    field.draw(RED);
    assert_eq!(
        field.refused(RED, &Command::Order(GiveOrder::plain(skimmer, Order::Fire))),
        "Striker Attack Skimmer has its orders for this turn; choose another."
    );
}

/// A-BAG-3: the turn ends when the last action is over, not when the last die is drawn.
#[test]
fn the_orders_phase_ends_with_the_last_action() {
    let mut field = Field::new(&["gang_fighters"], &["lavamites"]);
    let (gang, pack) = (field.red(0), field.blue(0));
    field.order(pack, Order::Rally, &[]);
    assert_eq!(
        field.refused(RED, &Command::EndTurn(TurnEnd::default())),
        "There are dice in the bag; the turn is not over."
    );
    field.order(gang, Order::Advance, &[]);
    assert_eq!((field.state.bag(), field.state.phase), (0, Phase::Orders));
    field.go(RED, &Command::Finish, &[]);
    assert_eq!(field.state.phase, Phase::TurnEnd);
    assert!(field.last.contains(&Event::BagEmptied { turn: 1 }));
    assert_eq!(field.refused(RED, &Command::Draw), "The bag is empty; end the turn.");
    assert_eq!(
        field.refused(RED, &Command::Order(GiveOrder::plain(gang, Order::Run))),
        "The bag is empty; end the turn before new orders are given."
    );
    anybody_may(&field, "end the turn");
    end_turn(&mut field, &[]);
    assert_eq!((field.state.turn, field.state.phase), (2, Phase::Orders));
    assert_eq!(field.state.bag(), 2);
}

/// Red shoots the sniper down.
fn the_sniper_falls(field: &mut Field) {
    let (gang, sniper) = (field.red(0), field.blue(0));
    field.order(gang, Order::Fire, &[]);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, sniper, 18)];
    field.go(RED, &Command::Shoot { shots }, &[]);
    field.answer(BLUE, Answer::GoDown(false), &[2, 10, 10, 10, 10]);
    assert!(field.unit(sniper).destroyed);
    assert!(field.last.contains(&Event::Destroyed { unit: sniper, why: DestroyedBy::Losses }));
}

/// A-BAG-4: its die was still in the bag and is out of it now.
#[test]
fn the_die_of_a_unit_destroyed_before_its_order_leaves_the_bag() {
    let mut field = Field::new(&["gang_fighters"], &["phase_sniper", "work_gang"]);
    let sniper = field.blue(0);
    the_sniper_falls(&mut field);
    assert_eq!(field.state.dice_in_bag(BLUE), 1);
    assert_eq!(field.state.dice_lost(BLUE), (1, 2));
    assert_eq!(field.state.victory_dice_lost(BLUE), 1);
    field.draw(BLUE);
    assert_eq!(
        field.refused(BLUE, &Command::Order(GiveOrder::plain(sniper, Order::Fire))),
        "Phase Sniper is destroyed."
    );
}

/// A-BAG-4, A-BAG-3: its die lay beside it; the bag is as it was, and the next turn has one die less.
#[test]
fn the_die_of_a_unit_destroyed_after_its_order_is_taken_from_the_table() {
    let mut field = Field::new(&["gang_fighters"], &["phase_sniper", "work_gang"]);
    let (sniper, workers) = (field.blue(0), field.blue(1));
    field.order(sniper, Order::Rally, &[]);
    the_sniper_falls(&mut field);
    assert_eq!(field.state.dice_in_bag(BLUE), 1);
    assert_eq!(field.unit(sniper).dice.placed, []);
    field.order(workers, Order::Rally, &[]);
    end_turn(&mut field, &[]);
    assert_eq!(field.state.dice_in_bag(BLUE), 1);
    assert_eq!(field.state.bag(), 2);
}

/// A-BAG-4, A-GAM-3: a unit with two dice loses both.
#[test]
fn a_destroyed_skimmer_takes_both_dice_with_it() {
    let mut field =
        Field::new(&["gang_fighters", "work_gang"], &["striker_attack_skimmer", "work_gang"]);
    let skimmer = field.blue(0);
    field.order(skimmer, Order::Rally, &[]);
    let gone = Command::Correct(Correction::Unit { unit: skimmer, change: Change::Destroyed });
    field.go_as(&organiser(), &gone, &[]);
    assert_eq!(field.state.dice_lost(BLUE), (2, 3));
    assert_eq!(field.state.dice_in_bag(BLUE), 1);
}

/// A-BAG-5: a drawn die puts one unit on the table; the first turn follows the last of them.
#[test]
fn units_are_deployed_die_by_die() {
    let mut field = Field::of(&setup(&["gang_fighters", "work_gang"], &["lavamites"]));
    let (gang, workers, pack) = (field.red(0), field.red(1), field.blue(0));
    assert_eq!((field.state.phase, field.state.turn), (Phase::Deploying, 0));
    anybody_may(&field, "draw a die to deploy");
    let deploy = |unit| Command::Deploy { unit, into: None };
    assert_eq!(field.refused(RED, &deploy(gang)), "No die has been drawn; draw one first.");
    field.draw(RED);
    let (who, what, options) = field.asked();
    assert_eq!((who, what.as_str()), (RED, "deploy a unit"));
    assert_eq!(options, [deploy(gang), deploy(workers)]);
    assert_eq!(
        field.refused(BLUE, &deploy(pack)),
        "The die that was drawn is Red's; that side uses it."
    );
    assert_eq!(field.refused(RED, &deploy(pack)), "Lavamites is not of the side that was drawn.");
    assert_eq!(
        field.refused(RED, &Command::Order(GiveOrder::plain(gang, Order::Run))),
        "Everybody has to be on the table first; deploy with the die that is drawn."
    );
    field.go(RED, &deploy(gang), &[]);
    assert_eq!(field.state.bag(), 2);
    field.draw(RED);
    restart(&mut field);
    assert_eq!(field.refused(RED, &deploy(gang)), "Gang Fighters is on the table already.");
    field.go(RED, &deploy(workers), &[]);
    field.draw(BLUE);
    field.go(BLUE, &deploy(pack), &[]);
    assert!(field.last.contains(&Event::AllDeployed));
    assert_eq!((field.state.phase, field.state.turn), (Phase::Orders, 1));
    assert_eq!(field.state.bag(), 3, "all the dice are in the bag again");
    assert_eq!(field.refused(BLUE, &deploy(pack)), "Everybody is on the table already.");
}

/// A-BAG-6: the last unit that waited is gone when its die lies on the table.
#[test]
fn a_die_that_nobody_can_use_goes_aside_and_the_battle_goes_on() {
    let mut field = Field::new(&["gang_fighters", "work_gang"], &["lavamites"]);
    let (gang, workers) = (field.red(0), field.red(1));
    field.lay(workers, Order::Fire);
    field.draw(RED);
    let gone = Command::Correct(Correction::Unit { unit: gang, change: Change::Destroyed });
    field.go_as(&organiser(), &gone, &[]);
    assert!(field.last.contains(&Event::Idle { side: RED }));
    assert_eq!((field.state.flow.drawn, field.state.bag()), (None, 1));
    anybody_may(&field, "draw an order die");
    field.draw(BLUE);
}

/// A-BAG-6, A-BAG-5: the same while units are put on the table; nothing is left to put there, so the turn begins.
#[test]
fn a_die_to_deploy_that_nobody_can_use_goes_aside() {
    let mut field = Field::of(&setup(&["gang_fighters", "work_gang"], &["lavamites"]));
    let (gang, workers, pack) = (field.red(0), field.red(1), field.blue(0));
    for (side, unit) in [(RED, gang), (BLUE, pack)] {
        field.draw(side);
        field.go(side, &Command::Deploy { unit, into: None }, &[]);
    }
    field.draw(RED);
    let gone = Command::Correct(Correction::Unit { unit: workers, change: Change::Destroyed });
    field.go_as(&organiser(), &gone, &[]);
    assert!(field.last.contains(&Event::Idle { side: RED }));
    assert_eq!((field.state.phase, field.state.turn), (Phase::Orders, 1));
}

/// A-BAG-6, A-BAG-7: where the die after the distort die finds nobody, the distortion has passed with it.
#[test]
fn a_distorted_die_that_goes_aside_takes_the_distortion_with_it() {
    let mut field = Field::new(&["gang_fighters", "outcast_squad"], &["lavamites"]);
    let (gang, outcasts, pack) = (field.red(0), field.red(1), field.blue(0));
    field.lay(outcasts, Order::Rally);
    draw_the_distort_die(&mut field);
    field.draw(RED);
    let gone = Command::Correct(Correction::Unit { unit: gang, change: Change::Destroyed });
    field.go_as(&organiser(), &gone, &[]);
    assert!(field.last.contains(&Event::Idle { side: RED }));
    field.order(pack, Order::Advance, &[]);
    assert_eq!(field.unit(pack).order(), Some(Order::Advance));
}

/// A-BAG-7: whoever is drawn next has to order a unit Down, and only that one die.
#[test]
fn after_the_distort_die_the_next_die_gives_a_down_order() {
    let mut field = Field::new(&["outcast_squad"], &["lavamites", "work_gang"]);
    let (pack, workers) = (field.blue(0), field.blue(1));
    assert_eq!(field.state.bag(), 4);
    draw_the_distort_die(&mut field);
    assert_eq!(field.state.bag(), 3);
    anybody_may(&field, "draw an order die");
    restart(&mut field);
    field.draw(BLUE);
    let down = |id| Command::Order(GiveOrder::plain(id, Order::Down));
    assert_eq!(field.asked().2, [down(pack), down(workers)]);
    assert_eq!(
        field.refused(BLUE, &Command::Order(GiveOrder::plain(pack, Order::Fire))),
        "The distort die was drawn: this die must give a Down order to one of your units."
    );
    field.go(BLUE, &down(workers), &[]);
    let given = field.last.iter().any(|e| matches!(e, Event::OrderGiven { distorted: true, .. }));
    assert!(given);
    field.order(pack, Order::Rally, &[]);
    assert_eq!(field.unit(pack).order(), Some(Order::Rally));
}

/// A-BAG-7: the Ghar suffer from it themselves.
#[test]
fn the_distort_die_makes_no_difference_between_the_sides() {
    let mut field = Field::new(&["outcast_squad"], &["lavamites"]);
    let outcasts = field.red(0);
    draw_the_distort_die(&mut field);
    field.draw(RED);
    assert_eq!(field.asked().2.len(), 1);
    field.order(outcasts, Order::Down, &[]);
    assert!(field.unit(outcasts).is_down());
}

/// A-BAG-7: no Ghar, no distort die.
#[test]
fn without_ghar_there_is_no_distort_die() {
    let field = Field::new(&["gang_fighters"], &["lavamites"]);
    assert!(!field.state.distort.in_play);
    assert_eq!(field.state.bag(), 2);
}

/// A-BAG-7, A-ORD-10: grafts gone wild obey no Down order; with nobody else there the die has no effect.
#[test]
fn the_distort_die_has_no_effect_on_ferals_gone_wild() {
    let mut field = Field::new(&["outcast_squad"], &["feral_squad", "work_gang"]);
    let (ferals, workers) = (field.blue(0), field.blue(1));
    field.unit_mut(ferals).soma = Soma::Wild;
    draw_the_distort_die(&mut field);
    field.draw(BLUE);
    assert_eq!(
        field.refused(BLUE, &Command::Order(GiveOrder::plain(ferals, Order::Down))),
        "The distort die asks for a Down order, and Feral Squad obeys nobody; choose another unit."
    );
    field.order(workers, Order::Down, &[]);

    let mut field = Field::new(&["outcast_squad"], &["feral_squad"]);
    field.unit_mut(ferals).soma = Soma::Wild;
    draw_the_distort_die(&mut field);
    field.order(ferals, Order::Fire, &[4]);
    assert_eq!(field.unit(ferals).order(), Some(Order::Ambush), "the grafts decide");
    let distorted =
        field.last.iter().any(|e| matches!(e, Event::OrderGiven { distorted: true, .. }));
    assert!(!distorted);
    assert!(!field.state.distort.pending);
}

/// A-BAG-8: drawn last, it waits for the first die of the next turn, and is in the bag again.
#[test]
fn the_distort_die_drawn_last_works_on_the_next_turn() {
    let mut field = Field::new(&["outcast_squad"], &["lavamites"]);
    let (outcasts, pack) = (field.red(0), field.blue(0));
    all_done_but(&mut field, &[]);
    draw_the_distort_die(&mut field);
    assert_eq!(field.state.phase, Phase::TurnEnd);
    end_turn(&mut field, &[]);
    assert!(field.last.contains(&Event::DistortReturned));
    assert_eq!(field.state.bag(), 3);
    field.draw(BLUE);
    assert!(
        field.refused(BLUE, &Command::Order(GiveOrder::plain(pack, Order::Run))).contains("Down")
    );
    field.order(pack, Order::Down, &[]);
    field.order(outcasts, Order::Rally, &[]);
}

/// A-BAG-8: last and then first again works on one die, not on two.
#[test]
fn the_distort_die_drawn_last_and_first_again_works_once() {
    let mut field = Field::new(&["outcast_squad"], &["lavamites"]);
    let (outcasts, pack) = (field.red(0), field.blue(0));
    all_done_but(&mut field, &[]);
    draw_the_distort_die(&mut field);
    end_turn(&mut field, &[]);
    draw_the_distort_die(&mut field);
    field.order(pack, Order::Down, &[]);
    field.order(outcasts, Order::Rally, &[]);
    assert_eq!(field.unit(outcasts).order(), Some(Order::Rally));
    assert_eq!(field.state.phase, Phase::TurnEnd);
}

/// A-BAG-9, A-MOV-9: the sniper's die is drawn by itself; no distort die and no second die of a unit is among those
/// for the others.
#[test]
fn the_sniper_is_deployed_before_all_the_others() {
    let red = ["phase_squad", "phase_sniper"];
    let mut field = Field::of(&setup(&red, &["ghar_command_crawler", "outcast_squad"]));
    let (squad, sniper, crawler) = (field.red(0), field.red(1), field.blue(0));
    assert_eq!((field.state.phase, field.state.bag()), (Phase::DeployingSnipers, 1));
    field.draw(RED);
    assert_eq!(field.asked().2, [Command::Deploy { unit: sniper, into: None }]);
    assert_eq!(
        field.refused(RED, &Command::Deploy { unit: squad, into: None }),
        "Snipers go first; Phase Squad follows with the others."
    );
    restart(&mut field);
    field.go(RED, &Command::Deploy { unit: sniper, into: None }, &[]);
    assert!(field.last.contains(&Event::SnipersDeployed));
    assert_eq!((field.state.phase, field.state.bag()), (Phase::Deploying, 3));
    field.draw(RED);
    field.go(RED, &Command::Deploy { unit: squad, into: None }, &[]);
    field.draw(BLUE);
    field.go(BLUE, &Command::Deploy { unit: crawler, into: None }, &[]);
    field.draw(BLUE);
    let outcasts = field.blue(1);
    field.go(BLUE, &Command::Deploy { unit: outcasts, into: None }, &[]);
    assert_eq!(field.state.turn, 1);
    assert_eq!(field.state.bag(), 6, "two of the crawler, and the distort die");
}

/// A-BAG-9: snipers of both sides share one draw; without any, it is left out.
#[test]
fn snipers_of_both_sides_are_drawn_together() {
    let mut field = Field::of(&setup(&["phase_sniper"], &["phase_sniper"]));
    assert_eq!(field.state.bag(), 2);
    for (side, unit) in [(BLUE, field.blue(0)), (RED, field.red(0))] {
        field.draw(side);
        field.go(side, &Command::Deploy { unit, into: None }, &[]);
    }
    assert_eq!((field.state.phase, field.state.turn), (Phase::Orders, 1));
}
