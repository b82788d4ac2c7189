//! Turns: cards, what goes before them, what an activation costs, morale, drills.

use gatemaster_rules::at43::At43;
use gatemaster_rules::at43::command::{Answer, Command, Entry};
use gatemaster_rules::at43::event::{Event, MoraleCause, Spending};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::mission::PlaceKind;
use gatemaster_rules::at43::need::Need;
use gatemaster_rules::at43::state::{Drill, Gone, MemberId, Phase, Place, PlaceId, Role, Stands};
use gatemaster_rules::at43::{entering, morale, turn};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{System as _, Viewer, Who};

use super::sample::{BLUE, GOLEMS, Game, RED, STEEL};

const END: Command = Command::End { drills: Vec::new() };

fn end(drills: &[Drill]) -> Command {
    Command::End { drills: drills.to_vec() }
}

fn revealed(told: &[Event]) -> Vec<&str> {
    told.iter()
        .filter_map(|event| match event {
            Event::CardRevealed { .. } => Some("revealed"),
            Event::CardDropped { .. } => Some("dropped"),
            _ => None,
        })
        .collect()
}

/// T-RND-2, T-ACT-1
#[test]
fn the_lead_goes_back_and_forth_and_nobody_is_activated_twice() {
    let mut game = Game::playing(STEEL, GOLEMS);
    assert_eq!(game.asked(), (Who::Seat(BLUE), "play the next card".to_owned()));
    game.does(BLUE, &Command::PlayCard, &[]);
    assert_eq!(game.asked().1, "act with Steel troopers 1", "its sergeant saves the LP");
    game.does(BLUE, &END, &[]);
    assert_eq!(game.asked(), (Who::Seat(RED), "play the next card".to_owned()));
    game.does(RED, &Command::PlayCard, &[]);
    game.does(RED, &END, &[]);
    game.does(BLUE, &Command::PlayCard, &[]);
    assert_eq!(game.asked().1, "pay 1 LP to activate Steel TacArms or not");
    assert!(game.unit("Steel troopers 1").played && !game.unit("Steel troopers 2").played);
}

/// T-RND-2: who has no card left is skipped; the phase ends with the last card.
#[test]
fn a_side_without_cards_is_skipped() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.state.sides[1].cards.truncate(1);
    for seat in [BLUE, RED] {
        game.does(seat, &Command::PlayCard, &[]);
        game.does(seat, &END, &[]);
    }
    for _ in 0..2 {
        assert_eq!(game.asked().0, Who::Seat(BLUE));
        game.does(BLUE, &Command::PlayCard, &[]);
        game.answers(BLUE, Answer::Pay(false), &[]);
    }
    assert!(game.told.iter().any(|event| matches!(event, Event::ActivationOver)));
    assert_ne!(game.state.phase, Phase::Activation);
}

/// T-ACT-1
#[test]
fn the_card_of_a_lost_unit_is_dropped_and_the_next_one_played_in_the_same_turn() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.unit_mut("Steel troopers 1").stands = Stands::Gone(Gone::Destroyed);
    let told = game.does(BLUE, &Command::PlayCard, &[]).to_vec();
    assert_eq!(revealed(&told), ["dropped", "revealed"]);
    assert_eq!(game.asked().1, "pay 1 LP to activate Steel TacArms or not");
}

/// T-ACT-1, T-DRL-1
#[test]
fn drills_end_when_the_card_is_turned_up() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.unit_mut("Steel troopers 1").drills = vec![Drill::TakeCover, Drill::Overwatch];
    game.unit_mut("Steel TacArms").drills = vec![Drill::Overwatch];
    game.does(BLUE, &Command::PlayCard, &[]);
    assert!(game.unit("Steel troopers 1").drills.is_empty());
    assert_eq!(game.unit("Steel TacArms").drills, [Drill::Overwatch], "its card is to come");
}

/// T-ACT-2, T-THR-5
#[test]
fn a_unit_without_officer_or_relay_costs_one_lp_and_does_nothing_unpaid() {
    let red = "Therians\n9 storm golems, alpha\n6 storm golems, relay\n2 bane goliaths";
    let mut game = Game::playing(STEEL, red);
    let free = [
        ("Steel troopers 1", 0),
        ("Steel TacArms", 1),
        ("Storm golems 2", 0),
        ("Bane goliaths", 1),
    ];
    for (name, cost) in free {
        assert_eq!(turn::cost(&game.state, game.unit(name)), cost, "{name}");
    }
    game.unit_mut("Storm golems 2").relay = false;
    assert_eq!(turn::cost(&game.state, game.unit("Storm golems 2")), 1, "the relay is lost");
    game.does(BLUE, &Command::PlayCard, &[]);
    game.does(BLUE, &END, &[]);
    game.does(RED, &Command::PlayCard, &[]);
    game.does(RED, &END, &[]);
    game.unit_mut("Steel TacArms").members[0].grounded = true;
    game.does(BLUE, &Command::PlayCard, &[]);
    game.answers(BLUE, Answer::Pay(false), &[]);
    assert_eq!(game.pool(BLUE), 6, "nothing is paid");
    assert!(game.unit("Steel TacArms").members[0].grounded, "and nobody stands up");
    assert_eq!(game.asked().0, Who::Seat(RED), "the turn is over");
}

/// T-ACT-2, T-TAC-7
#[test]
fn with_an_empty_pool_nobody_is_asked_to_pay() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.state.sides[0].cards.remove(0);
    game.state.sides[0].pool = 0;
    let told = game.does(BLUE, &Command::PlayCard, &[]).to_vec();
    assert!(told.iter().any(|event| matches!(event, Event::Unpaid { .. })));
    assert_eq!(game.asked().0, Who::Seat(RED));
}

/// T-ACT-3
#[test]
fn relocate_sends_the_first_card_away_unseen_and_plays_the_next_at_once() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let told = game.does(BLUE, &Command::Relocate { to: 2 }, &[]).to_vec();
    assert_eq!(game.pool(BLUE), 5);
    assert_eq!(revealed(&told), ["revealed"]);
    let cards = &game.state.sides[0].cards;
    assert_eq!(cards.last(), Some(&Some(game.id("Steel troopers 1"))));
    assert_eq!(game.asked().1, "pay 1 LP to activate Steel TacArms or not");
    let hidden = told.iter().find(|event| matches!(event, Event::Relocated { .. })).unwrap();
    let seen = At43::seen(hidden, &Viewer::on(RED));
    assert_eq!(seen, Some(Event::Relocated { seat: BLUE, to: None }));
    let said = game.refused(BLUE, &Command::Delay);
    assert_eq!(said, "First you have to pay 1 LP to activate Steel TacArms or not.", "never two");
}

/// T-ACT-3
#[test]
fn relocating_takes_two_cards_and_a_place_behind_the_next_one() {
    let mut game = Game::playing(STEEL, GOLEMS);
    for to in [0, 3, usize::MAX] {
        let said = game.refused(BLUE, &Command::Relocate { to });
        assert_eq!(said, "The card goes to a place behind the next one: 1 to 2.");
    }
    game.state.sides[0].cards.truncate(1);
    let said = game.refused(BLUE, &Command::Relocate { to: 1 });
    assert_eq!(said, "Relocating takes two cards; this is your last.");
    game.state.sides[0].pool = 0;
    game.state.sides[0].cards.push(None);
    let said = game.refused(BLUE, &Command::Relocate { to: 1 });
    assert_eq!(said, "That takes 1 LP; 0 are left.");
}

/// T-ACT-4, T-ACT-5: the book's example: 2 LP to delay, 2 for two cards, 1 for the unit without an officer.
#[test]
fn after_a_delay_two_cards_may_be_played_in_one_turn() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let said = game.refused(BLUE, &Command::ExtraActivation);
    assert_eq!(said, "An extra activation comes in the turn right after a Delay.");
    game.does(BLUE, &Command::Delay, &[]);
    assert_eq!((game.pool(BLUE), game.state.sides[0].cards.len()), (4, 3), "nothing is revealed");
    game.does(RED, &Command::PlayCard, &[]);
    game.does(RED, &END, &[]);
    let said = game.refused(BLUE, &Command::Delay);
    assert_eq!(said, "You delayed last time; now a card is played.");
    game.does(BLUE, &Command::ExtraActivation, &[]);
    assert_eq!(game.pool(BLUE), 2);
    assert_eq!(game.asked().1, "say which of the two units is played first");
    let tacarms = game.id("Steel TacArms");
    let golems = game.id("Storm golems 1");
    let said = game.refused(BLUE, &Command::Answer(Answer::FirstOfTwo(golems)));
    assert_eq!(said, "Name one of the two units just revealed.");
    game.answers(BLUE, Answer::FirstOfTwo(tacarms), &[]);
    game.answers(BLUE, Answer::Pay(true), &[]);
    assert_eq!(game.pool(BLUE), 1);
    game.does(BLUE, &END, &[]);
    assert_eq!(game.asked().1, "act with Steel troopers 1", "the other one, at its own cost");
    game.does(BLUE, &END, &[]);
    assert_eq!(game.asked().0, Who::Seat(RED));
}

/// T-ACT-5
#[test]
fn an_extra_activation_takes_two_cards() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.state.sides[0].delayed = true;
    game.state.sides[0].cards.truncate(1);
    let said = game.refused(BLUE, &Command::ExtraActivation);
    assert_eq!(said, "An extra activation takes two cards.");
}

/// T-STA-3
#[test]
fn half_a_unit_on_the_ground_is_helped_up_and_the_unit_acts() {
    let mut game = Game::playing(STEEL, GOLEMS);
    for member in 0..4 {
        game.unit_mut("Steel troopers 1").members[member].grounded = true;
    }
    let told = game.does(BLUE, &Command::PlayCard, &[]).to_vec();
    assert!(
        told.iter()
            .any(|event| matches!(event, Event::StoodUp { fighters: 4, whole_unit: false, .. }))
    );
    assert_eq!(game.asked().1, "act with Steel troopers 1");
}

/// T-STA-4
#[test]
fn a_grounded_unit_gets_to_its_feet_and_that_is_all() {
    let mut game = Game::playing(STEEL, GOLEMS);
    for member in 0..5 {
        game.unit_mut("Steel troopers 1").members[member].grounded = true;
    }
    game.does(BLUE, &Command::PlayCard, &[]);
    assert_eq!(game.unit("Steel troopers 1").grounded(), 0);
    assert_eq!(game.asked().0, Who::Seat(RED), "no action, no drill");
    assert_eq!(game.pool(BLUE), 6, "its sergeant saves the LP");
}

/// T-STA-4, T-ACT-2
#[test]
fn a_grounded_unit_without_an_officer_pays_for_getting_up() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let tacarms = game.id("Steel TacArms");
    game.state.sides[0].cards = vec![Some(tacarms)];
    for member in 0..2 {
        game.unit_mut("Steel TacArms").members[member].grounded = true;
    }
    game.does(BLUE, &Command::PlayCard, &[]);
    game.answers(BLUE, Answer::Pay(true), &[]);
    assert_eq!((game.pool(BLUE), game.unit("Steel TacArms").grounded()), (5, 0));
    assert_eq!(game.asked().0, Who::Seat(RED));
}

fn fall_to(game: &mut Game, name: &str, left: usize) {
    let unit = game.unit_mut(name);
    let all = unit.members.len();
    for member in unit.members.iter_mut().rev().take(all - left) {
        member.out = true;
    }
}

/// T-MOR-1, T-MOR-2
#[test]
fn three_steel_troopers_test_their_morale_before_anything_is_paid() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let second = game.id("Steel troopers 2");
    game.state.sides[0].cards = vec![Some(second)];
    fall_to(&mut game, "Steel troopers 2", 4);
    assert_eq!(morale::due(&game.state, game.unit("Steel troopers 2")), None);
    fall_to(&mut game, "Steel troopers 2", 3);
    assert_eq!(morale::due(&game.state, game.unit("Steel troopers 2")), Some(MoraleCause::Few));
    // Morale 8 against 8: 4 or more
    let told = game.does(BLUE, &Command::PlayCard, &[4]).to_vec();
    assert!(told.iter().any(|event| matches!(
        event,
        Event::MoraleTested { passed: true, why: MoraleCause::Few, .. }
    )));
    assert_eq!(game.asked().1, "pay 1 LP to activate Steel troopers 2 or not");
}

/// T-MOR-2: battlesuits test when one is left.
#[test]
fn a_lone_battlesuit_tests_and_two_do_not() {
    let mut game = Game::playing(STEEL, GOLEMS);
    fall_to(&mut game, "Steel TacArms", 2);
    assert_eq!(morale::due(&game.state, game.unit("Steel TacArms")), None);
    fall_to(&mut game, "Steel TacArms", 1);
    assert_eq!(morale::due(&game.state, game.unit("Steel TacArms")), Some(MoraleCause::Few));
}

/// T-MOR-2, T-DMG-7
#[test]
fn machines_test_when_all_are_immobilised() {
    let blue = "White Stars\n6 steel troopers, sergeant\n6 steel troopers\n2 fire toads";
    let mut game = Game::playing(blue, GOLEMS);
    let stop = |game: &mut Game, machine: usize| {
        let toads = game.unit_mut("Fire Toads");
        toads.members[machine].machine.as_mut().unwrap().propulsion = 0;
    };
    stop(&mut game, 0);
    assert_eq!(morale::due(&game.state, game.unit("Fire Toads")), None);
    stop(&mut game, 1);
    let due = morale::due(&game.state, game.unit("Fire Toads"));
    assert_eq!(due, Some(MoraleCause::Immobilised));
}

/// T-MOR-3, T-MOR-4
#[test]
fn whoever_fails_is_disorganized_and_does_nothing_unless_rallied() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let second = game.id("Steel troopers 2");
    game.state.sides[0].cards = vec![Some(second)];
    fall_to(&mut game, "Steel troopers 2", 3);
    game.does(BLUE, &Command::PlayCard, &[3]);
    assert!(game.unit("Steel troopers 2").disorganized);
    assert_eq!(game.asked().1, "rally Steel troopers 2 for 2 LP or not");
    let mut other = Game { state: game.state.clone(), told: Vec::new() };
    other.answers(BLUE, Answer::Rally(false), &[]);
    assert_eq!((other.pool(BLUE), other.asked().0), (6, Who::Seat(RED)), "no cost, no action");
    game.answers(BLUE, Answer::Rally(true), &[]);
    assert!(!game.unit("Steel troopers 2").disorganized);
    assert_eq!(game.pool(BLUE), 4);
    game.answers(BLUE, Answer::Pay(true), &[]);
    assert_eq!(game.pool(BLUE), 3, "its activation costs extra");
    assert_eq!(game.asked().1, "act with Steel troopers 2");
}

/// T-MOR-3
#[test]
fn a_disorganized_unit_that_fails_again_routs_and_is_lost() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let second = game.id("Steel troopers 2");
    game.state.sides[0].cards = vec![Some(second)];
    fall_to(&mut game, "Steel troopers 2", 2);
    game.unit_mut("Steel troopers 2").disorganized = true;
    game.does(BLUE, &Command::PlayCard, &[1]);
    assert_eq!(game.unit("Steel troopers 2").stands, Stands::Gone(Gone::Routed));
    assert_eq!(game.asked().0, Who::Seat(RED));
}

/// T-MOR-4: disorganized without a test due may be rallied as well, if there are 2 LP.
#[test]
fn rallying_takes_two_lp() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let second = game.id("Steel troopers 2");
    game.state.sides[0].cards = vec![Some(second)];
    game.unit_mut("Steel troopers 2").disorganized = true;
    game.state.sides[0].pool = 1;
    game.does(BLUE, &Command::PlayCard, &[]);
    assert_eq!(game.asked().0, Who::Seat(RED), "nobody is asked for what cannot be paid");
}

/// T-STA-4
#[test]
fn a_disorganized_unit_that_is_not_rallied_leaves_its_grounded_where_they_lie() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let second = game.id("Steel troopers 2");
    game.state.sides[0].cards = vec![Some(second)];
    game.unit_mut("Steel troopers 2").disorganized = true;
    game.unit_mut("Steel troopers 2").members[1].grounded = true;
    game.does(BLUE, &Command::PlayCard, &[]);
    game.answers(BLUE, Answer::Rally(false), &[]);
    assert_eq!(game.unit("Steel troopers 2").grounded(), 1);
}

/// T-MOR-1
#[test]
fn nerves_of_steel_never_test_and_very_low_or_high_morale_needs_no_die() {
    let mut game = Game::playing(STEEL, GOLEMS);
    fall_to(&mut game, "Storm golems 2", 1);
    assert_eq!(morale::test(&game.state, game.unit("Storm golems 2")), None);
    let need = |morale: u8, game: &mut Game| {
        let entry = game.unit("Steel troopers 2").entry;
        std::sync::Arc::make_mut(&mut game.state.library).entries[usize::from(entry.0)]
            .profile
            .morale = Some(morale);
        morale::test(&game.state, game.unit("Steel troopers 2")).unwrap().need()
    };
    assert_eq!(need(2, &mut game), Need::Never);
    assert_eq!(need(3, &mut game), Need::AtLeast(6));
    assert_eq!(need(13, &mut game), Need::AtLeast(2));
    assert_eq!(need(14, &mut game), Need::Always);
}

/// T-MOR-2
#[test]
fn a_unit_in_reserve_does_not_test() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let second = game.id("Steel troopers 2");
    game.state.sides[0].cards = vec![Some(second)];
    fall_to(&mut game, "Steel troopers 2", 1);
    game.unit_mut("Steel troopers 2").stands = Stands::Reserve;
    game.does(BLUE, &Command::PlayCard, &[]);
    assert!(!game.told.iter().any(|event| matches!(event, Event::MoraleTested { .. })));
}

/// T-DRL-1, T-TAC-7, T-ACT-7
#[test]
fn drills_are_given_at_the_end_one_lp_each() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.does(BLUE, &Command::PlayCard, &[]);
    let said = game.refused(BLUE, &end(&[Drill::Knee, Drill::Knee]));
    assert_eq!(said, "Each drill is given once.");
    let said = game.refused(BLUE, &end(&[Drill::SplitFire]));
    assert_eq!(said, "Split fire! is given at the start of an activation.");
    game.does(BLUE, &end(&[Drill::Knee, Drill::TakeCover, Drill::Overwatch]), &[]);
    assert_eq!(game.pool(BLUE), 3);
    let drills = &game.unit("Steel troopers 1").drills;
    assert_eq!(*drills, [Drill::Knee, Drill::TakeCover, Drill::Overwatch]);
}

/// T-TAC-7
#[test]
fn a_drill_that_the_pool_cannot_pay_is_refused() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.state.sides[0].pool = 1;
    game.does(BLUE, &Command::PlayCard, &[]);
    let said = game.refused(BLUE, &end(&[Drill::Knee, Drill::TakeCover]));
    assert_eq!(said, "That takes 1 LP; 0 are left.");
    game.does(BLUE, &end(&[Drill::Knee]), &[]);
}

/// T-DRL-3, T-DRL-4, T-DRL-5, T-MOV-6
#[test]
fn machines_are_given_overwatch_alone_even_where_they_stand_still() {
    let blue = "White Stars\n6 steel troopers, sergeant\n6 steel troopers\n1 fire toad";
    let mut game = Game::playing(blue, GOLEMS);
    game.unit_mut("Fire Toads").members[0].machine.as_mut().unwrap().propulsion = 0;
    let toads = game.id("Fire Toads");
    game.state.sides[0].cards = vec![Some(toads)];
    // all of its machines are immobilised: Morale 8 needs 4
    game.does(BLUE, &Command::PlayCard, &[5]);
    game.answers(BLUE, Answer::Pay(true), &[]);
    for drill in [Drill::Knee, Drill::TakeCover] {
        assert_eq!(game.refused(BLUE, &end(&[drill])), format!("{drill} is for infantry."));
    }
    game.does(BLUE, &end(&[Drill::Overwatch]), &[]);
    assert_eq!(game.unit("Fire Toads").drills, [Drill::Overwatch]);
}

/// T-DRL-2, T-ACT-7
#[test]
fn an_engaged_unit_is_given_no_drills_and_a_machine_in_contact_is() {
    let blue = "White Stars\n6 steel troopers, sergeant\n6 steel troopers\n1 fire toad";
    let mut game = Game::playing(blue, GOLEMS);
    game.engage("Steel troopers 1", "Storm golems 1");
    game.engage("Fire Toads", "Storm golems 2");
    game.does(BLUE, &Command::PlayCard, &[]);
    let said = game.refused(BLUE, &end(&[Drill::Knee]));
    assert_eq!(said, "Steel troopers 1 are engaged; drills are for units out of contact.");
    game.does(BLUE, &END, &[]);
    game.activate("Fire Toads");
    game.does(BLUE, &end(&[Drill::Overwatch]), &[]);
    assert_eq!(game.unit("Fire Toads").drills, [Drill::Overwatch]);
}

/// T-DRL-6
#[test]
fn split_fire_is_given_at_the_start_to_units_with_bearers() {
    let blue = "White Stars\n9 steel troopers, sergeant, 2 laser guns\n6 steel troopers";
    let mut game = Game::playing(blue, GOLEMS);
    game.does(BLUE, &Command::PlayCard, &[]);
    game.does(BLUE, &Command::SplitFire, &[]);
    assert_eq!(
        (game.pool(BLUE), game.unit("Steel troopers 1").has_drill(Drill::SplitFire)),
        (4, true)
    );
    let said = game.refused(BLUE, &Command::SplitFire);
    assert_eq!(said, "Steel troopers 1 have Split fire! already.");
    game.does(BLUE, &END, &[]);
    game.activate("Steel troopers 2");
    let said = game.refused(BLUE, &Command::SplitFire);
    assert_eq!(said, "Steel troopers 2 have no special weapon bearers to split from the rest.");
}

fn zone(kind: PlaceKind, of: Option<Seat>) -> Place {
    Place {
        name: "North edge".into(),
        kind,
        control: 0,
        pays: None,
        of,
        bars: None,
        controlled_by: None,
        captured_by: Vec::new(),
        counts: Vec::new(),
        lies: String::new(),
        gone: false,
    }
}

/// One unit in reserve, its card next, and these places on the table.
fn reserve(places: Vec<Place>) -> Game {
    let mut game = Game::playing(STEEL, GOLEMS);
    let second = game.id("Steel troopers 2");
    game.state.sides[0].cards = vec![Some(second)];
    game.unit_mut("Steel troopers 2").stands = Stands::Reserve;
    game.state.places = places;
    game
}

/// T-RES-1, T-RES-2
#[test]
fn a_reserve_unit_waits_for_nothing_or_enters_and_moves_first() {
    let mut game = reserve(vec![zone(PlaceKind::AccessZone, Some(BLUE))]);
    game.does(BLUE, &Command::PlayCard, &[]);
    let mut waiting = Game { state: game.state.clone(), told: Vec::new() };
    waiting.answers(BLUE, Answer::Enter(Entry::Wait), &[]);
    assert_eq!((waiting.pool(BLUE), waiting.asked().0), (6, Who::Seat(RED)));
    assert_eq!(waiting.unit("Steel troopers 2").stands, Stands::Reserve);
    game.answers(BLUE, Answer::Enter(Entry::Through(PlaceId(0))), &[]);
    game.answers(BLUE, Answer::Pay(true), &[]);
    assert_eq!(game.unit("Steel troopers 2").stands, Stands::Field);
    let said = game.refused(BLUE, &END);
    assert_eq!(said, "The unit moves in from the edge of the table first.");
}

/// T-RES-1, T-ACT-2
#[test]
fn a_reserve_unit_that_is_not_paid_stays_in_reserve() {
    let mut game = reserve(vec![zone(PlaceKind::AccessZone, Some(BLUE))]);
    game.does(BLUE, &Command::PlayCard, &[]);
    game.answers(BLUE, Answer::Enter(Entry::Through(PlaceId(0))), &[]);
    game.answers(BLUE, Answer::Pay(false), &[]);
    assert_eq!(game.unit("Steel troopers 2").stands, Stands::Reserve);
}

/// T-RES-2
#[test]
fn a_neutral_zone_must_be_controlled_and_anothers_never_serves() {
    let neutral = zone(PlaceKind::AccessZone, None);
    let theirs = zone(PlaceKind::AccessZone, Some(RED));
    let mut barred = zone(PlaceKind::AccessZone, None);
    barred.bars = Some(BLUE);
    barred.controlled_by = Some(BLUE);
    let mut game = reserve(vec![neutral, theirs, barred]);
    let unit = game.unit("Steel troopers 2").clone();
    assert!(entering::ways_in(&game.state, &unit).is_empty());
    game.state.places[0].controlled_by = Some(BLUE);
    assert_eq!(entering::ways_in(&game.state, &unit), [PlaceId(0)]);
    game.does(BLUE, &Command::PlayCard, &[]);
    let said = game.refused(BLUE, &Command::Answer(Answer::Enter(Entry::Through(PlaceId(1)))));
    assert_eq!(said, "You do not control North edge.");
    let said = game.refused(BLUE, &Command::Answer(Answer::Enter(Entry::Through(PlaceId(2)))));
    assert_eq!(said, "Your reserves cannot use North edge.");
}

/// T-RES-3
#[test]
fn a_drop_point_serves_from_round_two_and_the_unit_does_nothing_more() {
    let mut game = reserve(vec![zone(PlaceKind::DropPoint, None)]);
    game.state.places[0].controlled_by = Some(BLUE);
    let unit = game.unit("Steel troopers 2").clone();
    assert!(entering::ways_in(&game.state, &unit).is_empty(), "round 1");
    game.state.round = 2;
    game.does(BLUE, &Command::PlayCard, &[]);
    game.answers(BLUE, Answer::Enter(Entry::Through(PlaceId(0))), &[]);
    game.answers(BLUE, Answer::Pay(true), &[]);
    assert_eq!(game.unit("Steel troopers 2").stands, Stands::Field);
    assert_eq!(game.asked().0, Who::Seat(RED), "no action and no drill");
    assert_eq!(game.pool(BLUE), 5, "paid as usual");
}

/// T-RES-4
#[test]
fn a_deployment_zone_serves_in_round_one_and_the_unit_acts_normally() {
    let mut game = reserve(vec![zone(PlaceKind::DeploymentZone, Some(BLUE))]);
    game.does(BLUE, &Command::PlayCard, &[]);
    game.answers(BLUE, Answer::Enter(Entry::Through(PlaceId(0))), &[]);
    game.answers(BLUE, Answer::Pay(true), &[]);
    assert_eq!(game.asked().1, "act with Steel troopers 2");
    assert!(!game.state.flow.acting.as_ref().unwrap().must_enter);
    let unit = game.unit("Steel troopers 2").clone();
    game.state.round = 2;
    assert!(entering::ways_in(&game.state, &unit).is_empty());
}

/// T-MIS-51
#[test]
fn where_all_enter_in_round_one_nobody_waits_as_long_as_the_pool_pays() {
    let mut game = reserve(vec![zone(PlaceKind::AccessZone, Some(BLUE))]);
    game.state.mission.as_mut().unwrap().may_wait = false;
    game.does(BLUE, &Command::PlayCard, &[]);
    let said = game.refused(BLUE, &Command::Answer(Answer::Enter(Entry::Wait)));
    assert_eq!(said, "In this mission all assault units enter in round 1.");
    game.answers(BLUE, Answer::Enter(Entry::Through(PlaceId(0))), &[]);
    assert_eq!((game.pool(BLUE), game.asked().1.as_str()), (5, "act with Steel troopers 2"));
    let mut poor = reserve(vec![zone(PlaceKind::AccessZone, Some(BLUE))]);
    poor.state.mission.as_mut().unwrap().may_wait = false;
    poor.state.sides[0].pool = 0;
    poor.does(BLUE, &Command::PlayCard, &[]);
    poor.answers(BLUE, Answer::Enter(Entry::Wait), &[]);
    assert_eq!(poor.unit("Steel troopers 2").stands, Stands::Reserve, "it enters later");
}

/// T-DMG-7, T-MOR-2, T-CTL-3
#[test]
fn an_immobilised_machine_is_stayed_with_or_given_up() {
    let blue = "White Stars\n6 steel troopers, sergeant\n6 steel troopers\n2 fire toads";
    let mut game = Game::playing(blue, GOLEMS);
    game.unit_mut("Fire Toads").members[1].machine.as_mut().unwrap().propulsion = 0;
    let toads = game.id("Fire Toads");
    game.state.sides[0].cards = vec![Some(toads)];
    game.does(BLUE, &Command::PlayCard, &[]);
    game.answers(BLUE, Answer::Pay(true), &[]);
    assert_eq!(game.asked().1, "stay with what is immobilised in Fire Toads or abandon it");
    let said = game.refused(BLUE, &Command::Answer(Answer::Abandon(vec![MemberId(0)])));
    assert_eq!(said, "Name immobilised machines of the unit, each once.");
    let mut staying = Game { state: game.state.clone(), told: Vec::new() };
    staying.answers(BLUE, Answer::Abandon(Vec::new()), &[]);
    assert_eq!(
        (staying.left("Fire Toads"), staying.asked().1.as_str()),
        (2, "act with Fire Toads")
    );
    // one is given up: the other one tests its Morale of 8 at once
    game.answers(BLUE, Answer::Abandon(vec![MemberId(1)]), &[6]);
    assert_eq!((game.left("Fire Toads"), game.asked().1.as_str()), (1, "act with Fire Toads"));
}

/// T-MOR-5
#[test]
fn a_unit_disorganized_by_giving_up_a_machine_ends_its_activation() {
    let blue = "White Stars\n6 steel troopers, sergeant\n6 steel troopers\n2 fire toads";
    let mut game = Game::playing(blue, GOLEMS);
    game.unit_mut("Fire Toads").members[1].machine.as_mut().unwrap().propulsion = 0;
    let toads = game.id("Fire Toads");
    game.state.sides[0].cards = vec![Some(toads)];
    game.does(BLUE, &Command::PlayCard, &[]);
    game.answers(BLUE, Answer::Pay(true), &[]);
    game.answers(BLUE, Answer::Abandon(vec![MemberId(1)]), &[1]);
    assert!(game.unit("Fire Toads").disorganized);
    assert_eq!(game.asked().0, Who::Seat(RED));
}

/// T-TAC-7: the prices, one by one.
#[test]
fn every_step_before_a_card_has_its_price() {
    let prices = [
        turn::ACTIVATION,
        turn::RELOCATE,
        turn::DELAY,
        turn::EXTRA_ACTIVATION,
        turn::RALLY,
        turn::DRILL,
        turn::ARTILLERY,
    ];
    assert_eq!(prices, [1, 1, 2, 2, 2, 1, 3]);
    let mut game = Game::playing(STEEL, GOLEMS);
    game.state.sides[0].pool = 1;
    assert_eq!(game.refused(BLUE, &Command::Delay), "That takes 2 LP; 1 are left.");
    let told = game.does(BLUE, &Command::Relocate { to: 1 }, &[]);
    assert!(told.contains(&Event::Spent { seat: BLUE, lp: 1, on: Spending::Relocate }));
    assert_eq!(game.state.flow.tasks.first(), Some(&Task::NextTurn));
}

/// T-UNI-3
#[test]
fn an_officer_leads_his_unit() {
    let game = Game::playing(STEEL, GOLEMS);
    let unit = game.unit("Steel troopers 1");
    assert_eq!(unit.member(unit.leader).unwrap().role, Role::Officer);
}

/// T-DRL-3: the list of drills says why one is missing.
#[test]
fn whoever_has_fired_is_told_why_there_is_no_overwatch() {
    use gatemaster_rules::at43::activation::{end_drills, why_no_drills};

    let mut game = Game::playing(STEEL, GOLEMS);
    game.activate("Steel troopers 1");
    assert_eq!(why_no_drills(&game.state), None);
    game.state.flow.acting.as_mut().unwrap().thrown = true;
    assert!(!end_drills(&game.state).is_empty());
    assert_eq!(
        why_no_drills(&game.state).unwrap(),
        "Steel troopers 1 have fired, so no Overwatch! in this activation."
    );
}
