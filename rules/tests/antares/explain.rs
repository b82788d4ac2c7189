//! What is said when somebody asks how a result came about.

use gatemaster_rules::antares::command::{Answer, Command, Cover, GiveOrder, Intervening, Nerve};
use gatemaster_rules::antares::event::{Event, RolledBatch};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::reason::Reason;
use gatemaster_rules::antares::report::{Explained, LONGEST, explain, lines, row_of_reason};
use gatemaster_rules::antares::rulebook;
use gatemaster_rules::check::Check;
use gatemaster_rules::dice::Roll;
use gatemaster_rules::system::Doer;

use crate::antares::field::{BLUE, Field, RED, duel, model};

/// The rules behind it, as players call them.
fn rules(explained: &Explained) -> Vec<&'static str> {
    let title = |row: &&str| rulebook::rule(row).unwrap().title.as_ref();
    explained.rows.iter().map(title).collect()
}

fn texts(explained: &[Explained]) -> String {
    explained.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_pinned_squads_order_test_is_accounted_for_to_the_last_pin() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let gang = field.red(0);
    field.pin(gang, 3);
    field.draw(RED);
    let before = field.state.clone();
    let events = field.order(gang, Order::Advance, &[7]);
    let explained = explain(&before, &events);
    assert_eq!(explained.len(), 2, "{explained:#?}");
    assert_eq!(explained[0].text, "Gang Fighters get an Advance order.");
    assert_eq!(
        explained[1].text,
        "Gang Fighters' order test needs 6 (Command 9, 3 pins −3): 7, failed.\n\
         Counted for it: Command 9 (A-TST-5), 3 pins −3 (A-ORD-3); that makes 6.\n\
         D10 by hand: 7. That fails: one pin comes off, and the unit goes down instead.\n\
         1 pin off, now 2.\n\
         They go down instead."
    );
    assert_eq!(rules(&explained[1]), ["A failed order test", "Mixed Command stats", "Order test"]);
}

#[test]
fn a_ten_with_a_commanders_help_names_the_commander_and_the_ten() {
    let mut field = Field::new(&["gang_fighters", "overseer_squad"], &["work_gang"]);
    let (gang, boss) = (field.red(0), field.red(1));
    field.pin(gang, 1);
    field.draw(RED);
    let before = field.state.clone();
    let nerve = Nerve { commander: Some(boss), soma: false };
    let events = field.give(&GiveOrder { nerve, ..GiveOrder::plain(gang, Order::Fire) }, &[10]);
    let test = &explain(&before, &events)[1];
    assert!(test.text.contains("commander's Command 10 (A-ORD-9), 1 pin −1"), "{}", test.text);
    assert!(
        test.text.contains("A 10 always fails: the unit goes down instead and keeps its pins.")
    );
    assert_eq!(rules(test), ["A 10 on an order test", "Ones and tens", "Commander", "Order test"]);
}

#[test]
fn a_shot_says_what_people_saw_how_far_it_was_and_why_each_die_hit() {
    let (mut field, gang, target) = duel("gang_fighters", "gang_fighters");
    let uses = field.way_with(gang, Manner::Fire, 22, "mag_gun", "");
    let mut shot = field.shot(uses, target, 22);
    shot.scene.terrain = Intervening::Obstacle;
    shot.scene.cover = Cover::Everybody(1);
    field.order(gang, Order::Fire, &[]);
    let before = field.state.clone();
    let events = field.go(RED, &Command::Shoot { shots: vec![shot] }, &[4, 5, 10, 1]);
    let explained = explain(&before, &events);
    assert_eq!(
        explained[0].text,
        "Said of Gang Fighters 1's shooting: 22″, an obstacle between, cover +1 for everybody; with mag gun."
    );
    assert_eq!(
        explained[1].text,
        "Gang Fighters 1 shoot at Gang Fighters 2, 22″: 4 × mag gun need 4 (Acc 5, long range −1, \
         obstacle between −1, Fire order +1): 4 hit, 5, 10 dud, 1 lucky hit.\n\
         22″ is within the long range, 30″, of the mag gun.\n\
         Counted for it: Acc 5 (A-SHT-6), long range −1 (A-SHT-5), obstacle between −1 (A-SHT-25), \
         Fire order +1 (A-SHT-6); that makes 4.\n\
         Mag gun: D10 by hand: 4, hit; D10 by hand: 5, miss; D10 by hand: 10, dud; D10 by hand: 1, \
         lucky hit."
    );
    assert_eq!(
        rules(&explained[1]),
        ["To hit: what changes Acc", "Range bands", "Things in the way", "Lucky hits and duds"]
    );
    let before = field.state.clone();
    let events = field.answer(RED, Answer::Place(vec![model(1)]), &[]);
    assert_eq!(rules(&explain(&before, &events)[0]), ["Placing hits", "Which models can be hit"]);
    let before = field.state.clone();
    let events = field.answer(BLUE, Answer::Place(vec![model(2)]), &[9, 3]);
    let all = texts(&explain(&before, &events));
    assert!(
        all.contains("(a lucky hit), D10 by hand: 9, fails; one Ganger, D10 by hand: 3, holds.")
    );
    assert!(all.contains("Worn: Reflex armour."), "{all}");
}

#[test]
fn a_suit_of_heavy_armour_is_told_why_it_takes_no_pin() {
    let (mut field, gang, suits) = duel("gang_fighters", "ghar_battle_squad");
    let uses = field.way_with(gang, Manner::Fire, 15, "mag_gun", "");
    let shot = field.shot(uses, suits, 15);
    field.shoot(gang, Order::Fire, vec![shot], &[2, 9, 9, 9]);
    let before = field.state.clone();
    let events = field.answer(BLUE, Answer::Place(vec![model(1)]), &[8]);
    let explained = explain(&before, &events);
    let all = texts(&explained);
    assert!(
        all.contains(
            "Over 10 is heavily armoured: only a 10 fails, and a hit resisted so gives no pin."
        ),
        "{all}"
    );
    assert!(explained.iter().any(|one| rules(one).contains(&"Pins from shooting")), "{all}");
    assert!(!all.contains("takes 1 pin"), "{all}");
}

#[test]
fn a_bag_of_dice_says_which_was_drawn_and_whose_the_others_were() {
    let mut field = Field::new(&["gang_fighters", "work_gang"], &["work_gang"]);
    let before = field.state.clone();
    let events = field.go(RED, &Command::Draw, &[3]);
    let explained = explain(&before, &events);
    assert_eq!(
        explained[0].text,
        "A die for Blue.\n\
         Number 3 of 3 dice in the bag, each as likely as the others: 1 to 2 are Red's and 3 is Blue's."
    );
    assert_eq!(rules(&explained[0]), ["Drawing a die"]);
}

#[test]
fn more_dice_than_fit_into_one_text_go_on_in_the_next() {
    let (field, gang, target) = duel("gang_fighters", "work_gang");
    let dice: Vec<Roll> =
        (1..=100).map(|n| Roll { number: Some(5_000 + n), sides: 10, face: 7 }).collect();
    let batch = RolledBatch {
        weapon: None,
        mode: 0,
        models: 100,
        shots: Vec::new(),
        check: Check::new(5, Reason::Str),
        dice: dice.clone(),
        automatic: 0,
    };
    let event = Event::Rolled {
        part: None,
        from: gang,
        at: Some(target),
        manner: Manner::HandToHand,
        range: Inches::default(),
        batches: vec![batch],
    };
    let explained = explain(&field.state, &[event]);
    assert!(explained.len() > 3, "{explained:#?}");
    let rows = explained[0].rows.clone();
    assert!(explained.iter().all(|one| one.text.chars().count() < LONGEST && one.rows == rows));
    let all = texts(&explained);
    for Roll { number, .. } in dice {
        assert!(all.contains(&format!("D10 no. {}: 7, miss", number.unwrap())));
    }
}

#[test]
fn an_organisers_correction_is_shown_as_such_and_claims_no_rule() {
    use gatemaster_rules::antares::correct::{Change, Correction};
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let unit = field.red(0);
    let before = field.state.clone();
    let organiser = Doer { seats: Vec::new(), organiser: true };
    let command = Command::Correct(Correction::Unit { unit, change: Change::Pins(2) });
    let events = field.go_as(&organiser, &command, &[]);
    let explained = explain(&before, &events);
    assert_eq!(
        explained[0].text,
        "Correction by the organiser or a manager of the server: Gang Fighters have 2 pins."
    );
    assert_eq!(explained[0].rows, Vec::<&str>::new());
}

#[test]
fn what_is_only_waited_for_needs_no_explanation() {
    let field = Field::new(&["gang_fighters"], &["work_gang"]);
    let flow = Event::Flow(field.state.flow.clone());
    assert_eq!(explain(&field.state, &[flow]), []);
    assert_eq!(explain(&field.state, &[]), []);
    assert_eq!(lines(&field.state, &[]), Vec::<String>::new());
}

#[test]
fn every_reason_for_a_number_has_its_rule_in_the_book() {
    let reasons = [
        Reason::Ag,
        Reason::Acc,
        Reason::Str,
        Reason::Res,
        Reason::Command,
        Reason::CommandersCommand,
        Reason::SomaGraft,
        Reason::BlindLuck,
        Reason::TeamGun,
        Reason::Pins(2),
        Reason::LongRange,
        Reason::ExtremeRange,
        Reason::Obstacle,
        Reason::LightTerrain,
        Reason::BatterShield,
        Reason::Aimed,
        Reason::RapidFireFar,
        Reason::Building,
        Reason::Overhead,
        Reason::CrewShort(1),
        Reason::OutOfArc,
        Reason::Assaulting,
        Reason::HandWeapon,
        Reason::Armour,
        Reason::Cover,
        Reason::Spinner,
        Reason::StrikeValue,
    ];
    for reason in reasons {
        let row = row_of_reason(reason, Reason::Acc);
        assert!(rulebook::rule(row).is_some(), "{reason} rests on {row}");
    }
    let pins = |of| rulebook::rule(row_of_reason(Reason::Pins(1), of)).unwrap().title.as_ref();
    assert_eq!(pins(Reason::Acc), "To hit: what changes Acc");
    assert_eq!(pins(Reason::Command), "Order test");
}
