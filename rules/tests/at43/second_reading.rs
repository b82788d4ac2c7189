//! Cases that a second reading of the rules brought up.

use gatemaster_rules::at43::At43;
use gatemaster_rules::at43::command::{
    Answer, Body, Command, InZone, Mark, Movement, Pace, Salvo, Strike, Under, Victim,
};
use gatemaster_rules::at43::event::{Event, Victims};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::{Drill, Gone, MemberId, Role, Stands};
use gatemaster_rules::at43::{command::Against, command::Combat, command::Hyper, tactical};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::system::System as _;

use super::sample::{BLUE, GOLEMS, Game, RED, STEEL};
use super::skirmish::{Skirmish, Team, damages};

/// T-WPN-4: whoever calls the strike has an officer or leader of his own who sees the target.
#[test]
fn a_strike_is_not_called_through_the_eyes_of_an_enemy() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.state.switches.artillery = true;
    let golems = game.id("Storm golems 1");
    let at = Mark::Fighter(golems, Role::Standard);
    let said = game.refused(BLUE, &Command::Artillery(Strike { seen_by: golems, at }));
    assert!(said.contains("your own"), "{said}");
    let seen_by = game.id("Steel troopers 1");
    game.does(BLUE, &Command::Artillery(Strike { seen_by, at }), &[4]);
    assert!(game.state.sides[0].struck && !game.state.sides[1].struck);
}

/// T-EQP-1, T-OVW-4: both groups have thrown.
#[test]
fn grenades_in_overwatch_use_it_up_even_with_split_fire() {
    let (mut field, [_, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 6),
        Team::blue("steel-troopers", 4).bearers(2, "laser-gun").with("grenades"),
    ]);
    field.watches(troopers);
    field.unit_mut(troopers).drills.push(Drill::SplitFire);
    let golems = field.acting().unit;
    let grenades = field.salvo_at("grenades", Mark::Fighter(golems, Role::Standard), 0);
    field.shoot(&grenades, &[4, 4, 4, 4, 4, 4]);
    field.answer(super::skirmish::BLUE, Answer::Under(Vec::new()), &[]);
    assert!(!field.unit(troopers).has_drill(Drill::Overwatch), "all of them have thrown");
    assert!(field.state.flow.watching.is_none());
}

/// T-HER-2: of machines the others share what would hit the hero's.
#[test]
fn in_the_zone_of_fire_the_other_machines_take_what_would_hit_the_heros() {
    let (mut field, [_, toads, troopers]) = Skirmish::new(&[
        Team::red("bane-goliaths", 2),
        Team::blue("fire-toads", 2).hero("borz-aboard"),
        Team::blue("steel-troopers", 6),
    ]);
    let hero = MemberId(2);
    let in_zone = InZone {
        who: Body::Unit(toads),
        role: Role::Hero,
        fighters: 1,
        cover: gatemaster_rules::at43::command::Cover::None,
        on: 0,
        which: Some(hero),
    };
    let salvo = Salvo { zone: vec![in_zone], ..field.salvo("nucleus-gun", troopers, 1) };
    // two goliaths fire one gun each and cannot miss; the first impact is for the zone, where 13 against 11 needs 3+, the
    // second takes a trooper
    let events = field.shoot(&salvo, &[2]).to_vec();
    assert_eq!(damages(&events)[0].0, Victims::Machine(toads, MemberId(0)));
    assert_eq!(field.machine(toads, 2).frame, 5, "his own is whole");
}

/// T-HER-2: also outside the template.
#[test]
fn under_a_template_the_other_machines_take_what_would_hit_the_heros() {
    let (mut field, [_, toads]) = Skirmish::new(&[
        Team::red("storm-golems", 3).bearers(1, "flamer"),
        Team::blue("fire-toads", 2).hero("borz-aboard"),
    ]);
    let hero = Under { who: Body::Unit(toads), role: Role::Hero, fighters: 1, which: None };
    let at = Mark::Fighter(toads, Role::Standard);
    let salvo = Salvo {
        under: vec![hero, super::skirmish::under(toads, 1)],
        ..field.salvo_at("flamer", at, 0)
    };
    let events = field.shoot(&salvo, &[]).to_vec();
    let struck: Vec<Victims> = damages(&events).into_iter().map(|row| row.0).collect();
    assert!(!struck.contains(&Victims::Machine(toads, MemberId(2))), "{struck:?}");
}

/// T-HER-2: he takes it himself once he is aimed at singly.
#[test]
fn a_heros_machine_named_as_the_target_is_hit_itself() {
    let (mut field, [_, toads]) = Skirmish::new(&[
        Team::red("storm-golems", 3).bearers(1, "flamer"),
        Team::blue("fire-toads", 2).hero("borz-aboard"),
    ]);
    let salvo = field.salvo_at("flamer", Mark::Machine(toads, MemberId(2)), 0);
    let events = field.shoot(&salvo, &[]).to_vec();
    assert_eq!(damages(&events)[0].0, Victims::Machine(toads, MemberId(2)));
}

fn knives(on: gatemaster_rules::at43::state::UnitId, attackers: u32, defenders: u32) -> Command {
    Command::Fight(Combat {
        weapon: Game::weapon("reaper-blades"),
        hero: false,
        attackers,
        on,
        against: Against::Fighters,
        defenders,
        hyper: Hyper::No,
    })
}

/// T-ACT-7, T-STA-2: the only opponents in contact have fallen, and the unit is free from that moment.
#[test]
fn a_unit_that_has_cleared_its_contact_is_given_drills_after_the_fight() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.engage("Storm golems 1", "Steel troopers 2");
    let troopers = game.id("Steel troopers 2");
    game.activate("Storm golems 1");
    // one golem, two blows of 5 against 5, one impact of 7 against 5: the one trooper he touches falls
    game.does(RED, &knives(troopers, 1, 1), &[4, 1, 3]);
    if matches!(game.state.flow.tasks.last(), Some(Task::Fall { .. })) {
        panic!("nobody is to be chosen among equals");
    }
    let overwatch = Command::End { drills: vec![Drill::Overwatch] };
    game.does(RED, &overwatch, &[]);
    assert!(game.asked().1.contains("still in contact"), "{}", game.asked().1);
    game.answers(RED, Answer::StillInContact(false), &[]);
    assert_eq!(game.unit("Storm golems 1").drills, [Drill::Overwatch]);
    assert!(game.state.flow.acting.is_none(), "and its card is done");
}

/// T-DRL-2: whoever is still in contact is given none, and goes on acting.
#[test]
fn a_unit_still_in_contact_after_the_fight_is_given_no_drills() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.engage("Storm golems 1", "Steel troopers 2");
    let troopers = game.id("Steel troopers 2");
    game.activate("Storm golems 1");
    game.does(RED, &knives(troopers, 1, 1), &[4, 1, 3]);
    let before = game.pool(RED);
    game.does(RED, &Command::End { drills: vec![Drill::Overwatch] }, &[]);
    game.answers(RED, Answer::StillInContact(true), &[]);
    assert!(game.unit("Storm golems 1").drills.is_empty());
    assert_eq!(game.pool(RED), before);
    assert_eq!(game.asked().1, "act with Storm golems 1");
}

/// T-TAC-6: with dice thrown by hand, equal sides may tie as often as they like.
#[test]
fn the_next_throw_of_a_tied_authority_test_is_asked_for() {
    let mut game = Game::planning(
        STEEL,
        "White Stars\n9 steel troopers, sergeant\n3 steel TacArms\n6 steel troopers",
    );
    let plan = tactical::default_plan(&game.state, BLUE);
    game.does(BLUE, &Command::Plan { seat: BLUE, plan }, &[]);
    let plan = tactical::default_plan(&game.state, RED);
    let command = Command::Plan { seat: RED, plan };
    let by = Game::by(RED);
    let wanted = At43::next_throw(&game.state, &by, &command, &[]).unwrap().unwrap();
    assert_eq!((wanted.seat, wanted.dice), (BLUE, 1));
    let tied: Vec<Roll> = [3, 3, 5, 5].map(|face| Roll { number: None, sides: 6, face }).into();
    let wanted = At43::next_throw(&game.state, &by, &command, &tied).unwrap().unwrap();
    assert_eq!((wanted.seat, wanted.dice), (BLUE, 1), "Blue throws a third time");
}

/// Golems of whom the first carries the Relay, and a hero who leads them since he has joined them.
fn joined_by_a_hero() -> Team {
    Team::red("storm-golems", 2).relay().hero("borz")
}

/// T-THR-5, T-HER-4: a Relay goes with the leader who carries it, whoever leads by then.
#[test]
fn a_relay_is_lost_with_its_bearer_though_a_hero_leads_the_unit() {
    let (mut field, [_, golems]) =
        Skirmish::new(&[Team::blue("steel-troopers", 6), joined_by_a_hero()]);
    let salvo = field.salvo("laser-rifle", golems, 0);
    // Accuracy 5 at range 0 needs 2+; one impact, 5 against 6 needs 4+, on the golem who stands nearest
    field.shoot(&salvo, &[6, 1, 1, 1, 1, 1, 6]);
    assert_eq!((field.left(golems), field.unit(golems).leader), (2, MemberId(2)), "the hero leads");
    assert!(!field.unit(golems).relay);
}

/// T-THR-5, T-HER-4
#[test]
fn a_relay_outlives_a_hero_who_joined_its_unit() {
    let (mut field, [_, golems]) =
        Skirmish::new(&[Team::blue("wraith-golgoth", 1), joined_by_a_hero()]);
    let salvo = field.salvo("medium-nucleus-cannon", golems, 1);
    // it cannot miss, nor can 14 against 8
    field.shoot(&salvo, &[]);
    let hero = Victim { member: MemberId(2), part: None };
    field.answer(super::skirmish::BLUE, Answer::Victims(vec![hero]), &[]);
    assert_eq!((field.left(golems), field.unit(golems).leader), (2, MemberId(0)));
    assert!(field.unit(golems).relay);
}

/// T-OVW-1, T-ACT-6: a unit wiped out by overwatch fire does nothing more, and the lead passes.
#[test]
fn a_unit_that_falls_to_overwatch_in_its_own_activation_is_done() {
    let mut game =
        Game::playing("White Stars\n6 steel troopers, sergeant\n6 steel troopers", GOLEMS);
    let golems = game.id("Storm golems 1");
    game.unit_mut("Storm golems 1").drills = vec![Drill::Overwatch];
    for member in game.unit_mut("Steel troopers 2").members.iter_mut().skip(1) {
        member.out = true;
    }
    let id = game.id("Steel troopers 2");
    game.state.flow.active = Some(BLUE);
    let cards = &mut game.state.sides[0].cards;
    cards.retain(|card| *card != Some(id));
    cards.insert(0, Some(id));
    // one is left: Morale 8 passes on 4+
    game.does(BLUE, &Command::PlayCard, &[4]);
    game.answers(BLUE, Answer::Pay(true), &[]);
    game.does(BLUE, &Command::Move(Movement::plain(Pace::Rush)), &[]);
    game.answers(RED, Answer::Watch(Some(golems)), &[]);
    let range = gatemaster_rules::at43::need::Range::Band(gatemaster_rules::at43::need::Band(0));
    let salvo = Salvo::plain(Game::weapon("nanoblaster"), Mark::Unit(id), range);
    // Accuracy 3 at range 0 needs 3+; 5 against 5 needs 4+
    game.does(RED, &Command::Shoot(salvo), &[3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
    assert!(game.unit("Steel troopers 2").is_gone());
    assert!(game.state.flow.acting.is_none());
    assert_eq!(
        game.asked(),
        (gatemaster_rules::system::Who::Seat(RED), "play the next card".into())
    );
}

/// T-CTL-3, T-MIS-61: a pilot of an army that has no hero loaded takes nobody's officer with him.
#[test]
fn a_pilot_without_a_name_leaves_the_officers_of_his_side_as_they_are() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let mut pilot = game.unit("Steel troopers 2").clone();
    pilot.lone_hero = true;
    At43::apply(&mut game.state, &Event::UnitAppeared { unit: Box::new(pilot) });
    let noted = game.state.units.iter().any(|unit| unit.officer_lost);
    assert!(!noted, "the sergeant of Steel troopers 1 is still to be lost");
}

/// T-RND-1, T-TAC-3: its sequence of the round before does not come up again.
#[test]
fn a_side_that_has_lost_everything_has_no_cards() {
    let mut game = Game::planning(STEEL, GOLEMS);
    game.state.sides[1].plan = Some(tactical::default_plan(&game.state, RED));
    for unit in game.state.units.iter_mut().filter(|unit| unit.side == RED) {
        unit.stands = Stands::Gone(Gone::Destroyed);
    }
    let plan = tactical::default_plan(&game.state, BLUE);
    game.does(BLUE, &Command::Plan { seat: BLUE, plan }, &[]);
    game.answers(BLUE, Answer::First(RED), &[]);
    assert!(game.state.sides[1].cards.is_empty());
    assert_eq!(game.asked().0, gatemaster_rules::system::Who::Seat(BLUE), "the others go on");
    let dropped = |event: &Event| matches!(event, Event::CardDropped { .. });
    assert!(!game.told.iter().any(dropped));
}
