//! Indirect fire: deviation, templates, and who lies under them.

use gatemaster_rules::at43::command::{Answer, Body, Command, Mark, Salvo, Strike, Under};
use gatemaster_rules::at43::event::{DrillLoss, Event, Victims};
use gatemaster_rules::at43::flow::Template;
use gatemaster_rules::at43::state::{Drill, MemberId, Pilot, Role, Tag, Wreck};

use super::skirmish::{
    BLUE, RED, Skirmish, Team, damages, fallen, has, impacts, needed, shots, standing, under,
};

fn template(events: &[Event]) -> Template {
    let deviated = events.iter().find_map(|event| match event {
        Event::Deviated { template, .. } => Some(*template),
        _ => None,
    });
    deviated.unwrap()
}

fn soldaty() -> (Skirmish, [gatemaster_rules::at43::state::UnitId; 2]) {
    Skirmish::new(&[
        Team::blue("krasny-soldaty", 6).bearers(2, "grenade-launcher"),
        Team::red("storm-golems", 6),
    ])
}

/// T-IND-1 to T-IND-4: p. 66, examples 2 and 3: Accuracy 2 at range 7 needs a 6. Both miss, so the template moves 2 cm
/// towards 4 and keeps its radius of 3.
#[test]
fn two_grenade_launchers_miss_and_the_template_moves_two_centimetres() {
    let (mut field, [_, golems]) = soldaty();
    let salvo = field.salvo_at("grenade-launcher", Mark::Fighter(golems, Role::Standard), 7);
    let events = field.shoot(&salvo, &[3, 2, 4]).to_vec();
    assert_eq!(needed(&events), "6: Accuracy 2, range −7 (−5)");
    let fell = Template { shift: 2, direction: Some(4), radius: 3, impacts_each: 1 };
    assert_eq!(template(&events), fell);
    assert_eq!(field.asked(), "say who lies under the template (2 cm towards 4, radius 3 cm)");
    // part of the unit is still hit: 5 against 6 needs 4+, and whoever survives is grounded
    let events = field.answer(BLUE, Answer::Under(vec![under(golems, 3)]), &[4, 3, 2]).to_vec();
    assert_eq!(impacts(&events), [(Victims::Unit(golems), 3, false)]);
    assert_eq!(fallen(&events), [(golems, 1)]);
    assert_eq!(field.unit(golems).grounded(), 2);
    assert!(field.is_quiet());
}

/// T-IND-3, T-IND-4: p. 66, example 1: two successes make an area of 6, and nothing deviates.
#[test]
fn two_successes_double_the_radius_and_leave_the_template_where_it_is() {
    let (mut field, [_, golems]) = soldaty();
    let salvo = field.salvo_at("grenade-launcher", Mark::Fighter(golems, Role::Standard), 7);
    let events = field.shoot(&salvo, &[6, 6]).to_vec();
    let fell = Template { shift: 0, direction: None, radius: 6, impacts_each: 1 };
    assert_eq!(template(&events), fell);
    // nobody has to lie there
    field.answer(BLUE, Answer::Under(vec![]), &[]);
    assert!(field.is_quiet());
}

/// T-IND-4, T-IND-5: p. 66, example 3: six light grenade launchers of three Lancelots, four of them hit: 3 × 4 is more than
/// 10, so the radius is 10 and everybody suffers two impacts. T-SHT-7
#[test]
fn three_lancelots_strike_everybody_twice() {
    let (mut field, [lancelots, golems, own]) = Skirmish::new(&[
        Team::blue("lancelots", 3),
        Team::red("storm-golems", 6),
        Team::blue("steel-troopers", 6),
    ]);
    let mark = Mark::Fighter(golems, Role::Standard);
    let salvo = Salvo { each: 2, ..field.salvo_at("light-grenade-launcher", mark, 1) };
    let events = field.shoot(&salvo, &[4, 4, 4, 4, 1, 2, 5]).to_vec();
    assert_eq!(shots(&events), (6, 4));
    let fell = Template { shift: 2, direction: Some(5), radius: 10, impacts_each: 2 };
    assert_eq!(template(&events), fell);
    let who = vec![under(golems, 2), under(own, 1), under(lancelots, 1)];
    // two golems with two tests each, the first of them killed by the second; a comrade survives both at 4+; a Lancelot
    // is too hard
    let faces = [1, 4, 3, 2, 1, 1];
    let events = field.answer(BLUE, Answer::Under(who), &faces).to_vec();
    assert_eq!(
        impacts(&events),
        [
            (Victims::Unit(golems), 4, false),
            (Victims::Unit(own), 2, false),
            (Victims::Machine(lancelots, MemberId(0)), 2, false),
        ]
    );
    assert_eq!(fallen(&events), [(golems, 1)]);
    assert_eq!((field.unit(golems).grounded(), field.unit(own).grounded()), (1, 1));
    assert_eq!(field.unit(lancelots).grounded(), 0, "machines stand firm");
}

/// T-IND-2
#[test]
fn indirect_fire_beyond_its_range_leaves_no_template() {
    let (mut field, [_, golems]) = soldaty();
    let salvo = field.salvo_at("grenade-launcher", Mark::Fighter(golems, Role::Standard), 8);
    let events = field.shoot(&salvo, &[]).to_vec();
    assert!(has(&events, |event| matches!(event, Event::OutOfReach { .. })));
    assert!(field.is_quiet());
}

/// T-IND-1
#[test]
fn a_template_is_laid_on_a_fighter_who_is_seen_friend_or_foe() {
    let (mut field, [able, golems]) = soldaty();
    let whole = field.salvo("grenade-launcher", golems, 2);
    assert_eq!(
        field.refused(&whole),
        "Grenade launcher is aimed at one fighter of Storm golems 2: say which role."
    );
    let officer = field.salvo_at("grenade-launcher", Mark::Fighter(golems, Role::Officer), 2);
    assert_eq!(field.refused(&officer), "Storm golems 2 have no officers left to aim at.");
    let unseen = Salvo {
        seeing: Some(0),
        ..field.salvo_at("grenade-launcher", Mark::Fighter(golems, Role::Standard), 2)
    };
    assert_eq!(
        field.refused(&unseen),
        "Nobody in Krasny soldaty 1 sees the fighter aimed at; somebody has to."
    );
    // one of the unit sees him: all bearers fire
    let seen = Salvo { seeing: Some(1), ..unseen.clone() };
    assert_eq!(field.aim(&seen).unwrap().dice, 2);
    // T-EQP-3: a tag does as well as eyes
    field.state.tags.push(Tag { by: BLUE, on: golems });
    assert_eq!(field.aim(&unseen).unwrap().dice, 2);
    let own = field.salvo_at("grenade-launcher", Mark::Fighter(able, Role::Standard), 0);
    assert!(field.aim(&own).is_ok());
}

/// T-IND-1, T-COV-3, T-IND-5: no zone of fire and no cover.
#[test]
fn nobody_hides_from_an_explosion() {
    let (mut field, [_, golems]) = soldaty();
    field.unit_mut(golems).drills.push(Drill::TakeCover);
    let mut salvo = field.salvo_at("grenade-launcher", Mark::Fighter(golems, Role::Standard), 1);
    salvo.cover = gatemaster_rules::at43::command::Cover::Yes;
    salvo.zone = vec![standing(golems, 1)];
    assert!(field.aim(&salvo).unwrap().groups.is_empty());
    field.shoot(&salvo, &[4, 4]);
    let events = field.answer(BLUE, Answer::Under(vec![under(golems, 1)]), &[1]).to_vec();
    assert!(!has(&events, |event| matches!(event, Event::CoverRolled { .. })));
}

/// T-IND-5, T-STA-4, T-DRL-2: a unit of which more than half lies on the ground loses its drills.
#[test]
fn a_grounded_unit_loses_its_drills() {
    let (mut field, [_, golems]) = soldaty();
    field.unit_mut(golems).drills.push(Drill::Overwatch);
    let salvo = field.salvo_at("grenade-launcher", Mark::Fighter(golems, Role::Standard), 1);
    field.shoot(&salvo, &[4, 4]);
    let events = field.answer(BLUE, Answer::Under(vec![under(golems, 3)]), &[1, 1, 1]).to_vec();
    assert!(!has(&events, |event| matches!(event, Event::DrillLost { .. })), "half is not more");
    field.acts(gatemaster_rules::at43::state::UnitId(0));
    field.shoot(&salvo, &[4, 4]);
    let events = field.answer(BLUE, Answer::Under(vec![under(golems, 1)]), &[1]).to_vec();
    assert!(has(&events, |event| matches!(
        event,
        Event::DrillLost { drill: Drill::Overwatch, why: DrillLoss::Grounded, .. }
    )));
    assert_eq!(field.unit(golems).grounded(), 4);
}

/// T-EQP-2
#[test]
fn gyroscopes_keep_battlesuits_on_their_feet() {
    let (mut field, [_, tacarms]) = Skirmish::new(&[
        Team::red("storm-golems", 4).with("nanostorms"),
        Team::blue("steel-tacarms", 3),
    ]);
    let salvo = field.salvo_at("nanostorms", Mark::Fighter(tacarms, Role::Standard), 0);
    field.shoot(&salvo, &[4, 4, 1, 1, 6]);
    let events = field.answer(RED, Answer::Under(vec![under(tacarms, 2)]), &[5, 6]).to_vec();
    assert_eq!(damages(&events), [(Victims::Unit(tacarms), "6".into(), 2, 1)]);
    assert_eq!((field.left(tacarms), field.unit(tacarms).grounded()), (2, 0));
}

/// T-EQP-1: everybody throws, bearers too, and nothing else is fired with it.
#[test]
fn a_unit_throws_grenades_or_fires() {
    let (mut field, [able, golems]) = Skirmish::new(&[
        Team::blue("steel-troopers", 4).bearers(2, "mg").with("grenades"),
        Team::red("storm-golems", 6),
    ]);
    let grenades = field.salvo_at("grenades", Mark::Fighter(golems, Role::Standard), 1);
    let mg = field.salvo("mg", golems, 1);
    field.shoot(&mg, &[1; 6]);
    assert_eq!(
        field.refused(&grenades),
        "Steel troopers 1 have fired; grenades are thrown instead of that."
    );
    field.acts(able);
    let events = field.shoot(&grenades, &[1, 1, 1, 1, 1, 1, 2]).to_vec();
    assert_eq!(needed(&events), "4+: Accuracy 0, range −1 (−1)");
    assert_eq!(template(&events).shift, 6);
    field.answer(BLUE, Answer::Under(vec![]), &[]);
    assert_eq!(
        field.refused(&mg),
        "Steel troopers 1 have thrown; whoever throws fires nothing else."
    );
    assert_eq!(field.refused(&grenades), "Steel troopers 1 have fired the grenades already.");
    let without = Skirmish::new(&[Team::blue("steel-troopers", 6), Team::red("storm-golems", 6)]);
    assert!(without.0.refused(&grenades).contains("have no grenades"));
}

/// T-IND-5: in overwatch the fighter aimed at belongs to whoever moved.
#[test]
fn grenades_in_overwatch_are_thrown_at_the_mover() {
    let (mut field, [golems, troopers, others]) = Skirmish::new(&[
        Team::red("storm-golems", 6),
        Team::blue("steel-troopers", 3).with("grenades"),
        Team::red("storm-golems", 6),
    ]);
    field.watches(troopers);
    let wrong = field.salvo_at("grenades", Mark::Fighter(others, Role::Standard), 0);
    assert!(field.refused(&wrong).starts_with("Overwatch fire is aimed at Storm golems 1"));
    let right = field.salvo_at("grenades", Mark::Fighter(golems, Role::Standard), 0);
    field.shoot(&right, &[4, 4, 4]);
    // others may lie under it all the same
    let events = field.answer(BLUE, Answer::Under(vec![under(others, 1)]), &[5]).to_vec();
    assert_eq!(fallen(&events), [(others, 1)]);
    assert!(field.unit(troopers).drills.is_empty());
}

/// T-MIS-64
#[test]
fn the_wreck_suffers_under_a_template() {
    let (mut field, [_, golems]) = soldaty();
    field.state.wreck =
        Some(Wreck { protection: 8, structure: 5, pilot: Pilot::Evacuated, home_paid: false });
    let salvo = field.salvo_at("grenade-launcher", Mark::Fighter(golems, Role::Standard), 1);
    field.shoot(&salvo, &[4, 4]);
    let wreck = Under { who: Body::Wreck, role: Role::Standard, fighters: 1, which: None };
    let twice = Command::Answer(Answer::Under(vec![wreck, wreck]));
    assert!(field.try_with(BLUE, &twice, &[5, 5]).is_err());
    // 5 against 8 needs 5+
    field.answer(BLUE, Answer::Under(vec![wreck]), &[5]);
    assert_eq!(field.state.wreck.unwrap().structure, 4);
    assert!(field.is_quiet());
}

/// T-IND-5: nobody lies under a template twice, and no more than there are.
#[test]
fn the_template_takes_no_more_than_there_are() {
    let (mut field, [_, golems]) = soldaty();
    let salvo = field.salvo_at("grenade-launcher", Mark::Fighter(golems, Role::Standard), 1);
    field.shoot(&salvo, &[4, 4]);
    let many = Command::Answer(Answer::Under(vec![under(golems, 4), under(golems, 3)]));
    let refusal = field.try_with(BLUE, &many, &[]).unwrap_err();
    assert_eq!(refusal.sentence(), "Storm golems 2 have 6 standard fighters left; you name more.");
    field.answer(BLUE, Answer::Under(vec![]), &[]);
}

/// T-WPN-4: the strike is aimed by whoever sees the target, needs the same face at every range, and falls as indirect fire.
#[test]
fn an_artillery_strike_falls_on_whoever_was_seen() {
    let (mut field, [able, golems]) =
        Skirmish::new(&[Team::blue("steel-troopers", 6), Team::red("storm-golems", 6)]);
    field.state.flow.acting = None;
    field.state.flow.tasks = vec![gatemaster_rules::at43::flow::Task::Turn].into();
    field.state.sides[0].cards = vec![Some(able)];
    let strike =
        Command::Artillery(Strike { seen_by: able, at: Mark::Fighter(golems, Role::Standard) });
    assert!(field.try_with(BLUE, &strike, &[]).is_err(), "only where it is agreed on");
    field.state.switches.artillery = true;
    let foreign =
        Command::Artillery(Strike { seen_by: golems, at: Mark::Fighter(golems, Role::Standard) });
    assert!(field.try_with(BLUE, &foreign, &[]).is_err());
    let events = field.try_with(BLUE, &strike, &[4]).unwrap().to_vec();
    assert_eq!(needed(&events), "4+: artillery strike");
    assert_eq!(template(&events).radius, 4);
    // 8 against 6 needs 3+
    let events = field.answer(BLUE, Answer::Under(vec![under(golems, 2)]), &[3, 2]).to_vec();
    assert_eq!(fallen(&events), [(golems, 1)]);
    assert_eq!((field.state.sides[0].pool, field.state.sides[0].struck), (7, true));
    assert!(field.try_with(BLUE, &strike, &[4]).is_err(), "once a round");
}
