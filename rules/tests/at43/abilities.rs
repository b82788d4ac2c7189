//! What special weapons and equipment do.

use gatemaster_rules::at43::command::{
    Answer, Command, Cover, Hyper, MachinePart, Mark, Salvo, Victim,
};
use gatemaster_rules::at43::event::{Event, Victims};
use gatemaster_rules::at43::need::{Millimetres, Range};
use gatemaster_rules::at43::state::{MemberId, Role, Tag};

use super::skirmish::{BLUE, RED, Skirmish, Team, damages, fallen, has, needed, shots, under};

/// T-WPN-1
#[test]
fn a_missile_locks_on_to_machines_at_any_range() {
    let (mut field, [_, toads, golems]) = Skirmish::new(&[
        Team::red("storm-golems", 5).bearers(1, "missile-launcher"),
        Team::blue("fire-toads", 2),
        Team::blue("steel-troopers", 6),
    ]);
    let infantry = field.salvo("missile-launcher", golems, 2);
    assert_eq!(
        field.refused(&infantry),
        "Missile launcher locks on to machines alone; Steel troopers 3 is infantry."
    );
    let salvo = field.salvo_at("missile-launcher", Mark::Machine(toads, MemberId(1)), 29);
    // 4+ at any range; 13 against 11 needs 3+; the frame loses 3
    let events = field.shoot(&salvo, &[4, 3, 5]).to_vec();
    assert_eq!(needed(&events), "4+: locked shot");
    assert_eq!((field.machine(toads, 0).frame, field.machine(toads, 1).frame), (5, 2));
}

/// T-WPN-1, T-EQP-3
#[test]
fn a_tagged_machine_need_not_be_seen_by_missiles() {
    let (mut field, [_, toads]) = Skirmish::new(&[
        Team::red("storm-golems", 5).bearers(2, "missile-launcher"),
        Team::blue("fire-toads", 2),
    ]);
    let unseen = Salvo { seeing: Some(0), ..field.salvo("missile-launcher", toads, 3) };
    assert!(field.refused(&unseen).starts_with("Nobody in Storm golems 1 sees a target"));
    field.state.tags.push(Tag { by: RED, on: toads });
    assert_eq!(field.aim(&unseen).unwrap().dice, 2);
}

/// T-WPN-2: one flamer after the other, each at a target of its own, without dice to hit.
#[test]
fn flamers_burn_one_by_one_whoever_lies_under_their_templates() {
    let (mut field, [able, troopers, others]) = Skirmish::new(&[
        Team::red("storm-golems", 4).bearers(2, "flamer"),
        Team::blue("steel-troopers", 6),
        Team::blue("fire-toads", 1),
    ]);
    let mut salvo = field.salvo_at("flamer", Mark::Fighter(troopers, Role::Standard), 1);
    salvo.under = vec![under(troopers, 3), under(others, 1)];
    salvo.cover = Cover::Yes;
    // 5 against 5 needs 4+; a strider is too hard for it
    let events = field.shoot(&salvo, &[4, 3, 1]).to_vec();
    assert!(!has(&events, |event| matches!(
        event,
        Event::ShotsRolled { .. } | Event::CoverRolled { .. } | Event::Deviated { .. }
    )));
    assert_eq!(damages(&events)[0], (Victims::Unit(troopers), "4+".into(), 3, 1));
    assert_eq!((field.left(troopers), field.unit(troopers).grounded()), (5, 2));
    // the second flamer, with nobody named: the fighter aimed at
    let second = field.salvo_at("flamer", Mark::Fighter(troopers, Role::Standard), 0);
    field.shoot(&second, &[6]);
    assert_eq!(field.left(troopers), 4);
    assert_eq!(field.refused(&second), "Storm golems 1 have fired the flamer already.");
    assert_eq!(able.0, 0);
}

/// T-WPN-2
#[test]
fn a_flamer_reaches_no_further_than_its_band() {
    let (field, [_, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 4).bearers(2, "flamer"),
        Team::blue("steel-troopers", 6),
    ]);
    let mut salvo = field.salvo_at("flamer", Mark::Fighter(troopers, Role::Standard), 2);
    salvo.range = Range::Measured(Millimetres(205));
    assert_eq!(
        field.refused(&salvo),
        "Flamer reaches range 1; the target stands at 20.5 cm (range 2)."
    );
    salvo.range = Range::Measured(Millimetres(200));
    assert!(field.aim(&salvo).is_ok());
    salvo.each = 2;
    assert_eq!(field.refused(&salvo), "Each flamer fires by itself.");
}

/// T-WPN-3
#[test]
fn a_sniper_who_stands_still_picks_his_victim() {
    let (mut field, [_, troopers]) = Skirmish::new(&[
        Team::red("wraith-golgoth", 1),
        Team::blue("steel-troopers", 4).bearers(1, "missile-launcher").officer(),
    ]);
    let salvo = field.salvo("medium-nucleus-cannon", troopers, 4);
    let events = field.shoot(&salvo, &[2]).to_vec();
    assert_eq!(needed(&events), "2+: Accuracy 8, range −4 (4)");
    assert_eq!(field.asked(), "choose whom the shots of Wraith golgoth 1 hit");
    let part = Victim { member: MemberId(4), part: Some(MachinePart::Frame) };
    let wrong = Command::Answer(Answer::Victims(vec![part]));
    assert!(field.try_with(RED, &wrong, &[]).is_err(), "a fighter has no parts");
    // 14 against 5 needs no dice
    let launcher = Victim { member: MemberId(4), part: None };
    field.answer(RED, Answer::Victims(vec![launcher]), &[]);
    assert!(field.unit(troopers).members[4].out);
    assert_eq!(field.left(troopers), 5);
    assert!(field.acting().sniped, "no movement after it");
}

/// T-WPN-3
#[test]
fn a_sniper_picks_the_part_of_a_machine() {
    let (mut field, [_, toad]) =
        Skirmish::new(&[Team::red("wraith-golgoth", 1), Team::blue("fire-toads", 2)]);
    let salvo = field.salvo_at("medium-nucleus-cannon", Mark::Machine(toad, MemberId(1)), 1);
    field.shoot(&salvo, &[]);
    field.machine_mut(toad, 1).weapons[0] = 0;
    let broken = Victim { member: MemberId(1), part: Some(MachinePart::Weapon(0)) };
    let refused = Command::Answer(Answer::Victims(vec![broken]));
    assert!(field.try_with(RED, &refused, &[]).is_err());
    let other = Victim { member: MemberId(0), part: Some(MachinePart::Frame) };
    let refused = Command::Answer(Answer::Victims(vec![other]));
    assert!(field.try_with(RED, &refused, &[]).is_err(), "the other machine was not aimed at");
    let propulsion = Victim { member: MemberId(1), part: Some(MachinePart::Propulsion) };
    // 14 against 11 needs 3+; 3 points: 2 of the propulsion, 1 of the frame, no location die
    field.answer(RED, Answer::Victims(vec![propulsion]), &[3]);
    let machine = field.machine(toad, 1);
    assert_eq!((machine.propulsion, machine.frame), (0, 4));
}

/// T-WPN-3
#[test]
fn a_sniper_who_has_moved_fires_as_everybody_does() {
    let (mut field, [wraith, troopers]) =
        Skirmish::new(&[Team::red("wraith-golgoth", 1), Team::blue("steel-troopers", 6)]);
    field.acting().moved = true;
    let salvo = field.salvo("medium-nucleus-cannon", troopers, 4);
    let events = field.shoot(&salvo, &[2]).to_vec();
    assert_eq!(fallen(&events), [(troopers, 1)]);
    assert!(field.is_quiet() && !field.acting().sniped);
    // in overwatch the last activation counts
    field.acts(troopers);
    field.watches(wraith);
    assert!(field.aim(&salvo).unwrap().sniper);
    field.unit_mut(wraith).moved = true;
    assert!(!field.aim(&salvo).unwrap().sniper);
}

/// T-EQP-4
#[test]
fn triple_lens_helmets_add_1_to_accuracy() {
    let (mut field, [able, toad]) = Skirmish::new(&[
        Team::blue("steel-troopers", 2)
            .bearers(1, "missile-launcher")
            .with("triple-lens-helmet")
            .with("grenades"),
        Team::red("fire-toads", 1),
    ]);
    let rifles = field.salvo("laser-rifle", toad, 5);
    let events = field.shoot(&rifles, &[4, 3]).to_vec();
    assert_eq!(needed(&events), "4+: Accuracy 5, triple lens +1, range −5 (1)");
    let missile = field.salvo("missile-launcher", toad, 5);
    let events = field.shoot(&missile, &[3]).to_vec();
    assert_eq!(needed(&events), "4+: locked shot", "a fixed result stays as it is");
    assert_eq!(shots(&events), (1, 0));
    field.acts(able);
    let grenades = field.salvo_at("grenades", Mark::Fighter(toad, Role::Standard), 1);
    let events = field.shoot(&grenades, &[4, 4, 4]).to_vec();
    assert_eq!(needed(&events), "4+: Accuracy 0, triple lens +1, range −1 (0)");
    field.answer(BLUE, Answer::Under(vec![]), &[]);
}

/// T-UNI-5
#[test]
fn weapons_on_stands_fire_only_where_they_are() {
    let (mut field, [_, golems]) =
        Skirmish::new(&[Team::blue("gun-crew", 0).crew(2, 2), Team::red("storm-golems", 9)]);
    let salvo = field.salvo("heavy-mg", golems, 3);
    assert_eq!(field.aim(&salvo).unwrap().dice, 8, "gunners fire nothing else");
    field.acting().moved = true;
    assert_eq!(
        field.refused(&salvo),
        "Gun crew 1 has moved; weapons on stands fire only from where they are."
    );
}

/// T-THR-10: the wish stands with the salvo and is paid when damage dice are due; it is good for one salvo.
#[test]
fn hyper_nanonucleus_throws_the_failed_damage_tests_of_a_salvo_again() {
    let (mut field, [_, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 2).bearers(1, "sonic-gun").officer(),
        Team::blue("steel-troopers", 9),
    ]);
    let salvo = Salvo { hyper: Hyper::Yes, ..field.salvo("nanoblaster", troopers, 0) };
    // three hits at 3+; two tests at 4+ fail, and one of them succeeds at the second throw
    let events = field.shoot(&salvo, &[3, 3, 3, 4, 1, 2, 4, 3]).to_vec();
    assert_eq!(fallen(&events), [(troopers, 2)]);
    assert_eq!(field.state.sides[1].pool, 8);
    let again = Salvo { hyper: Hyper::Yes, ..field.salvo("sonic-gun", troopers, 0) };
    assert!(field.refused(&again).starts_with("Nobody can pay for Hyper nanonucleus"));
    // and without it, no second throw: 8 against 5 needs 3+
    let plain = field.salvo("sonic-gun", troopers, 0);
    let events = field.shoot(&plain, &[2, 1, 1, 2]).to_vec();
    assert!(fallen(&events).is_empty());
}

/// T-THR-10
#[test]
fn hyper_nanonucleus_is_asked_for_when_the_dice_are_known() {
    let (mut field, [golems, troopers]) =
        Skirmish::new(&[Team::red("storm-golems", 2).officer(), Team::blue("steel-troopers", 9)]);
    let salvo = Salvo { hyper: Hyper::Ask, ..field.salvo("nanoblaster", troopers, 0) };
    // nothing hits: nothing is asked
    field.shoot(&salvo, &[1; 6]);
    assert!(field.is_quiet() && field.state.sides[1].pool == 10);
    field.acts(golems);
    field.shoot(&salvo, &[3, 3, 1, 1]);
    assert_eq!(field.asked(), "use Hyper nanonucleus for 2 damage tests or not");
    let declined = field.state.clone();
    let events = field.answer(RED, Answer::Hyper(true), &[1, 4, 4]).to_vec();
    assert_eq!((fallen(&events), field.state.sides[1].pool), (vec![(troopers, 2)], 8));
    field.state = declined;
    field.answer(RED, Answer::Hyper(false), &[1, 4]);
    assert_eq!((field.left(troopers), field.state.sides[1].pool), (8, 10));
}
