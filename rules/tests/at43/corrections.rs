//! Corrections: who may put a mistake right, when, and what follows from it.

use gatemaster_rules::at43::command::{Answer, Command};
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::event::{Change, Event};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::{Drill, Gone, MemberId, Phase, Stands};
use gatemaster_rules::at43::{At43, Setup};
use gatemaster_rules::system::{Doer, System as _, Viewer, Who};

use super::sample::{BLUE, GOLEMS, Game, RED, STEEL, in_phase};
use super::stage::{counts, deployed, fresh, last_card, place, place_id, setup};

const TOADS: &str = "White Stars\n9 steel troopers, sergeant\n6 steel troopers\n2 Fire Toads";

fn organiser() -> Doer {
    Doer { seats: Vec::new(), organiser: true }
}

fn put_right(game: &mut Game, correction: Correction) -> Vec<Event> {
    game.done_by(&organiser(), &Command::Correct(correction), &[]).to_vec()
}

fn refused(game: &Game, correction: Correction) -> String {
    let mut dice = gatemaster_rules::dice::Scripted::new([]);
    match At43::decide(&game.state, &organiser(), &Command::Correct(correction), &mut dice) {
        Ok(events) => panic!("it was done: {events:#?}"),
        Err(refusal) => refusal.sentence().to_owned(),
    }
}

fn member(game: &Game, name: &str, at: u8, out: bool) -> Correction {
    Correction::Member { unit: game.id(name), member: MemberId(at), out, grounded: false }
}

/// A player proposes, another side agrees; nothing happens before.
#[test]
fn a_players_correction_waits_for_another_side() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let pool = Correction::Leadership { seat: BLUE, pool: 3 };
    let correct = Command::Correct(pool.clone());
    assert_eq!(
        game.refused(RED, &Command::AgreeToCorrection(true)),
        "No correction is waiting for an answer."
    );
    game.does(BLUE, &correct, &[]);
    assert_ne!(game.pool(BLUE), 3);
    assert_eq!(
        game.refused(BLUE, &Command::AgreeToCorrection(true)),
        "Your correction waits for the answer of another side."
    );
    assert_eq!(game.refused(RED, &correct), "A correction is waiting for an answer already.");
    let open = At43::open(&game.state);
    let asked = open.last().unwrap();
    assert_eq!(
        (&asked.who, asked.what.as_str()),
        (&Who::Seat(RED), "answer the correction of Blue")
    );
    assert_eq!(asked.options.len(), 2);
    assert_eq!(open[0].what, "play the next card", "the battle does not stop for it");
    let told = game.does(RED, &Command::AgreeToCorrection(true), &[]).to_vec();
    assert!(told.contains(&Event::Corrected {
        correction: pool,
        by_organiser: false,
        alone: false,
        change: Change::Pool(BLUE, 3)
    }));
    assert_eq!((game.pool(BLUE), game.state.proposal.clone()), (3, None));
}

/// The other side says no, or the proposer thinks better of it.
#[test]
fn a_proposal_is_refused_or_withdrawn() {
    for refuse in [true, false] {
        let mut game = Game::playing(STEEL, GOLEMS);
        let before = game.pool(RED);
        let correction = Correction::Leadership { seat: RED, pool: 9 };
        game.does(RED, &Command::Correct(correction), &[]);
        assert_eq!(
            game.refused(BLUE, &Command::WithdrawCorrection),
            "Only the side that proposed it can take it back."
        );
        if refuse {
            game.does(BLUE, &Command::AgreeToCorrection(false), &[]);
        } else {
            game.does(RED, &Command::WithdrawCorrection, &[]);
        }
        assert_eq!((game.pool(RED), game.state.proposal.clone()), (before, None));
    }
}

/// An organiser, or whoever plays all sides, is not asked; before the battle and in the middle of a question it waits.
#[test]
fn an_organiser_corrects_at_once_where_nothing_is_being_settled() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let pool = |pool| Correction::Leadership { seat: BLUE, pool };
    let told = put_right(&mut game, pool(2));
    assert!(told.iter().any(|event| matches!(event, Event::Corrected { by_organiser: true, .. })));
    let both = Doer { seats: vec![BLUE, RED], organiser: false };
    game.done_by(&both, &Command::Correct(pool(5)), &[]);
    assert_eq!(game.pool(BLUE), 5);
    assert_eq!(refused(&game, pool(5)), "That is how it stands already.");
    assert_eq!(refused(&game, pool(100)), "A side can be set to at most 99 LP.");

    let mut asked = Game::planning(STEEL, GOLEMS);
    asked.plan_all();
    assert_eq!(
        refused(&asked, pool(1)),
        "Corrections wait until this is settled: first Blue has to say who begins the round."
    );
    let early = fresh(&setup("seek-and-destroy", 2));
    assert_eq!(refused(&early, pool(1)), "Before the battle there is nothing to correct.");
}

/// T-UNI-3: a fighter who was taken off by mistake, and an officer who falls by one.
#[test]
fn a_fighter_goes_and_comes_back_and_the_unit_has_a_leader() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let name = "Steel troopers 1";
    let out = member(&game, name, 0, true);
    put_right(&mut game, out);
    let unit = game.unit(name);
    assert_eq!((unit.strength(), unit.leader.0 > 0, unit.officer()), (8, true, None));
    assert_eq!(game.state.sides[0].commander, None, "nobody else has a rank");
    assert_eq!(game.state.losses.len(), 1, "the officer");
    let back = member(&game, name, 0, false);
    put_right(&mut game, back.clone());
    assert_eq!((game.unit(name).leader, game.state.losses.len()), (MemberId(0), 0));
    assert_eq!(refused(&game, back), "That is how it stands already.");
    assert!(refused(&game, member(&game, name, 40, true)).contains("9 members"));
}

/// T-CTL-3: a unit without members is gone and paid for; back again it is not.
#[test]
fn the_last_member_takes_the_unit_with_him_and_brings_it_back() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let name = "Bane goliaths";
    game.engage("Steel TacArms", name);
    for at in [0, 1] {
        let out = member(&game, name, at, true);
        put_right(&mut game, out);
    }
    assert_eq!(game.unit(name).stands, Stands::Gone(Gone::Destroyed));
    assert!(game.state.contacts.is_empty());
    assert_eq!(game.state.losses.len(), 1);
    assert_eq!(
        refused(&game, Correction::Morale { unit: game.id(name), disorganized: true }),
        "Bane goliaths are out of the game; bring one of it back first."
    );
    let back = member(&game, name, 1, false);
    put_right(&mut game, back);
    let unit = game.unit(name);
    assert_eq!((unit.stands, unit.strength(), unit.leader), (Stands::Field, 1, MemberId(1)));
    assert!(game.state.losses.is_empty());
}

/// T-DMG-6: structure points within what a whole machine has; one that comes back has a frame.
#[test]
fn structure_points_stay_within_a_whole_machine() {
    let mut game = Game::playing(TOADS, GOLEMS);
    let unit = game.id("Fire Toads");
    let machine = |frame, propulsion, weapons: &[u8]| Correction::Machine {
        unit,
        member: MemberId(1),
        frame,
        propulsion,
        weapons: weapons.to_vec(),
    };
    put_right(&mut game, machine(2, 0, &[0, 1]));
    let set = game.unit("Fire Toads").members[1].machine.clone().unwrap();
    assert_eq!((set.frame, set.propulsion, set.weapons), (2, 0, vec![0, 1]));
    let whole = "Whole, a machine of Fire Toads has 5 SP in its frame, 2 in its propulsion and 1, 1 \
                 in its weapons.";
    for too_much in [
        machine(6, 0, &[0, 1]),
        machine(5, 3, &[1, 1]),
        machine(5, 2, &[1, 2]),
        machine(5, 2, &[1]),
    ] {
        assert_eq!(refused(&game, too_much), whole);
    }
    assert!(refused(&game, machine(0, 2, &[1, 1])).contains("take it out instead"));
    At43::apply(&mut game.state, &Event::MachineDestroyed { unit, machine: MemberId(1) });
    let back = member(&game, "Fire Toads", 1, false);
    put_right(&mut game, back);
    assert_eq!(game.unit("Fire Toads").members[1].machine.as_ref().unwrap().frame, 5);
    let troopers = game.id("Steel troopers 1");
    let soldier = Correction::Machine {
        unit: troopers,
        member: MemberId(0),
        frame: 1,
        propulsion: 1,
        weapons: Vec::new(),
    };
    assert_eq!(
        refused(&game, soldier),
        "Structure points are set for machines that are in the game."
    );
}

/// T-DRL-2: contact takes the drills of infantry, and only enemies on the table are in contact.
#[test]
fn corrected_contact_takes_drills_and_needs_enemies() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let (steel, golems) = (game.id("Steel troopers 1"), game.id("Storm golems 1"));
    put_right(
        &mut game,
        Correction::Drills { unit: golems, drills: vec![Drill::TakeCover, Drill::Overwatch] },
    );
    assert!(game.unit("Storm golems 1").has_drill(Drill::Overwatch));
    let contact = |with: &[_]| Correction::Contact { unit: steel, with: with.to_vec() };
    put_right(&mut game, contact(&[golems]));
    assert!(game.unit("Storm golems 1").drills.is_empty());
    assert!(game.state.is_engaged(steel));
    assert_eq!(
        refused(&game, Correction::Drills { unit: steel, drills: vec![Drill::Knee] }),
        "Steel troopers 1 are engaged or on the ground, so without drills; set that right first."
    );
    assert_eq!(
        refused(&game, contact(&[game.id("Steel TacArms")])),
        "Steel TacArms is no enemy of Steel troopers 1."
    );
    put_right(&mut game, contact(&[]));
    assert!(!game.state.is_engaged(steel));
    game.unit_mut("Storm golems 2").stands = Stands::Reserve;
    assert_eq!(
        refused(&game, contact(&[game.id("Storm golems 2")])),
        "Storm golems 2 are not on the table yet."
    );
}

/// T-DRL-2, T-STA-4: most of a unit on the ground has no drills; machines take Overwatch! alone.
#[test]
fn grounded_units_lose_drills_and_machines_take_one() {
    let mut game = Game::playing(TOADS, GOLEMS);
    let unit = game.id("Steel troopers 2");
    put_right(&mut game, Correction::Drills { unit, drills: vec![Drill::Knee] });
    for at in 0..4 {
        let member = MemberId(at);
        put_right(&mut game, Correction::Member { unit, member, out: false, grounded: true });
    }
    assert!(game.unit("Steel troopers 2").drills.is_empty());
    let toads = game.id("Fire Toads");
    assert_eq!(
        refused(&game, Correction::Drills { unit: toads, drills: vec![Drill::Knee] }),
        "Fire Toads can only be given Overwatch!."
    );
    assert_eq!(
        refused(
            &game,
            Correction::Member { unit: toads, member: MemberId(0), out: false, grounded: true }
        ),
        "Only infantry that is in the game can be grounded."
    );
    put_right(&mut game, Correction::Drills { unit: toads, drills: vec![Drill::Overwatch] });
    put_right(&mut game, Correction::Morale { unit, disorganized: true });
    assert!(game.unit("Steel troopers 2").disorganized);
}

/// T-CTL-1, T-CTL-2: control and points, in bounds.
#[test]
fn control_and_points_are_set_right() {
    let mut game = deployed(&setup("skirmish", 2), &[STEEL, GOLEMS]);
    let container = place_id(&game, "Container 1");
    put_right(&mut game, Correction::Control { place: container, by: Some(RED) });
    assert_eq!(place(&game, "Container 1").controlled_by, Some(RED));
    let zone = place_id(&game, "Attacker's access zone");
    assert_eq!(
        refused(&game, Correction::Control { place: zone, by: Some(RED) }),
        "Attacker's access zone cannot be controlled."
    );
    put_right(&mut game, Correction::Points { seat: RED, vp: 4, rp: 150 });
    assert_eq!((game.state.sides[1].vp, game.state.sides[1].rp), (4, 150));
    assert_eq!(
        refused(&game, Correction::Points { seat: RED, vp: 1000, rp: 0 }),
        "A side can be set to at most 999 VP."
    );
}

/// T-CTL-5, T-RES-1: a unit bought or brought in by mistake goes back.
#[test]
fn where_a_unit_stands_is_set_right() {
    let stars = "White Stars\n9 steel troopers, sergeant\n6 steel troopers (reinforcement)";
    let mut game = deployed(&setup("skirmish", 2), &[stars, GOLEMS]);
    let (unit, led) = (game.id("Steel troopers 2"), game.id("Steel troopers 1"));
    let stands = |unit, stands| Correction::Stands { unit, stands };
    game.engage("Steel troopers 1", "Storm golems 1");
    put_right(&mut game, stands(unit, Stands::Reserve));
    assert_eq!(game.unit("Steel troopers 2").stands, Stands::Reserve);
    put_right(&mut game, stands(unit, Stands::Reinforcement));
    put_right(&mut game, stands(led, Stands::Reserve));
    assert!(game.state.contacts.is_empty(), "off the table");
    assert_eq!(
        refused(&game, stands(led, Stands::Gone(Gone::Routed))),
        "Take the last members of Steel troopers 1 out instead."
    );
    let plain = Game::planning(STEEL, GOLEMS);
    assert_eq!(
        refused(&plain, stands(plain.id("Steel TacArms"), Stands::Reinforcement)),
        "This mission is played without reinforcements."
    );
    let mut playing = Game::playing(STEEL, GOLEMS);
    playing.activate("Steel troopers 1");
    assert_eq!(
        refused(&playing, stands(playing.id("Steel troopers 1"), Stands::Reserve)),
        "Steel troopers 1 are active; end that activation first."
    );
}

/// T-TAC-3: a sequence names every card, so whoever has one more or less plans anew, and no round waits for nobody.
#[test]
fn a_correction_in_the_tactical_phase_reopens_the_plan() {
    let mut game = Game::planning(STEEL, GOLEMS);
    let plan = gatemaster_rules::at43::tactical::default_plan(&game.state, BLUE);
    game.does(BLUE, &Command::Plan { seat: BLUE, plan }, &[]);
    let tac_arms = game.id("Steel TacArms");
    for at in 0..3 {
        let member = MemberId(at);
        put_right(
            &mut game,
            Correction::Member { unit: tac_arms, member, out: true, grounded: false },
        );
    }
    assert!(game.unit("Steel TacArms").is_gone());
    let back = member(&game, "Steel TacArms", 0, false);
    put_right(&mut game, back);
    assert!(!game.state.sides[0].planned, "one card more than the sequence names");
    let plan = gatemaster_rules::at43::tactical::default_plan(&game.state, BLUE);
    assert!(plan.sequence.contains(&tac_arms));
    game.does(BLUE, &Command::Plan { seat: BLUE, plan }, &[]);

    // the last units of the side that is waited for are gone: the round goes on without it
    let golems: Vec<_> =
        game.state.units_of(RED).map(|(id, unit)| (id, unit.members.len())).collect();
    let (last, others) = golems.split_last().unwrap();
    for (unit, _) in others {
        At43::apply(&mut game.state, &Event::UnitGone { unit: *unit, gone: Gone::Destroyed });
    }
    game.state.units[usize::from(last.0.0)].members.truncate(1);
    let gone = Correction::Member { unit: last.0, member: MemberId(0), out: true, grounded: false };
    game.done_by(&organiser(), &Command::Correct(gone), &[]);
    assert!(in_phase(&game, Phase::Tactical));
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::ChooseFirst { winner: BLUE }));
}

/// T-CTL-1: counts that wait for an answer and have become impossible are counted anew.
#[test]
fn counts_that_do_not_fit_any_more_are_open_again() {
    let mut game = deployed(&setup("bridgehead", 2), &[STEEL, GOLEMS]);
    last_card(&mut game);
    let count = Command::Count { seat: BLUE, counts: counts(&game, &[("Hill", &[18, 0])]) };
    game.does(BLUE, &count, &[]);
    let out = member(&game, "Steel troopers 2", 5, true);
    put_right(&mut game, out);
    assert!(game.state.flow.counted.is_none());
    assert_eq!(
        game.refused(RED, &Command::AgreeCounts { seat: RED, agree: true }),
        "Nobody has counted yet."
    );
}

/// The active unit may be corrected out of the game; its turn ends then.
#[test]
fn an_active_unit_that_is_taken_out_has_no_more_to_do() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.activate("Steel TacArms");
    for at in 0..3 {
        let out = member(&game, "Steel TacArms", at, true);
        put_right(&mut game, out);
    }
    assert!(game.unit("Steel TacArms").is_gone());
    assert!(game.state.flow.acting.is_none());
    assert_eq!(game.asked(), (Who::Seat(RED), "play the next card".to_owned()));
}

/// Corrections tell nothing that is secret: everybody sees the same event.
#[test]
fn corrections_are_open_to_all() {
    let mut game = Game::planning_with(&Setup::default(), STEEL, GOLEMS);
    let told = put_right(&mut game, Correction::Points { seat: BLUE, vp: 1, rp: 0 });
    for event in told {
        assert_eq!(At43::seen(&event, &Viewer::spectator()), Some(event));
    }
    assert!(At43::corrects(&Command::WithdrawCorrection));
    assert!(!At43::corrects(&Command::Answer(Answer::Join(None))));
}

/// T-UNI-3: a template that was counted wrong is one correction and not five.
#[test]
fn several_of_a_unit_are_put_right_at_once() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let unit = game.id("Steel troopers 1");
    let members: Vec<MemberId> = (5..9).map(MemberId).collect();
    let out = Correction::Members { unit, members: members.clone(), out: true, grounded: false };
    put_right(&mut game, out.clone());
    assert_eq!(game.left("Steel troopers 1"), 5);
    assert_eq!(refused(&game, out), "That is how it stands already.");
    let back = Correction::Members { unit, members, out: false, grounded: true };
    put_right(&mut game, back);
    assert_eq!((game.left("Steel troopers 1"), game.unit("Steel troopers 1").grounded()), (9, 4));
    let twice = vec![MemberId(1), MemberId(1)];
    let said =
        refused(&game, Correction::Members { unit, members: twice, out: true, grounded: false });
    assert_eq!(said, "Name at least one of the unit, and nobody twice.");
    let all = (0..9).map(MemberId).collect();
    put_right(&mut game, Correction::Members { unit, members: all, out: true, grounded: false });
    assert_eq!(game.unit("Steel troopers 1").stands, Stands::Gone(Gone::Destroyed));
}

/// T-CTL-4: whoever has captured a place is not paid for that again.
#[test]
fn who_has_captured_a_place_is_put_right() {
    let mut game = deployed(&setup("hold-the-position", 2), &[TOADS, GOLEMS]);
    let places: Vec<_> = game.state.place_ids().collect();
    let able =
        |id: &_| Correction::Captured { place: *id, by: vec![BLUE] }.check(&game.state).is_ok();
    let id = *places.iter().find(|id| able(id)).unwrap();
    put_right(&mut game, Correction::Captured { place: id, by: vec![RED, BLUE] });
    assert_eq!(game.state.place(id).unwrap().captured_by, [BLUE, RED]);
    let same = Correction::Captured { place: id, by: vec![BLUE, RED] };
    assert_eq!(refused(&game, same), "That is how it stands already.");
    let twice = Correction::Captured { place: id, by: vec![BLUE, BLUE] };
    assert_eq!(refused(&game, twice), "Each side is named once.");
}

/// Whose word a correction was stands in the report.
#[test]
fn a_correction_by_the_only_player_is_told_as_such() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let all = Doer { seats: vec![BLUE, RED], organiser: false };
    let pool = |pool| Command::Correct(Correction::Leadership { seat: BLUE, pool });
    let before = At43::view(&game.state, &Viewer::spectator());
    let alone = game.done_by(&all, &pool(3), &[]).to_vec();
    let by_organiser = game.done_by(&organiser(), &pool(4), &[]).to_vec();
    let told =
        |events: &[Event]| gatemaster_rules::at43::report::lines(&before, events)[0].text.clone();
    assert!(told(&alone).starts_with("Correction by the only player:"), "{}", told(&alone));
    let ruled = told(&by_organiser);
    assert!(
        ruled.starts_with("Correction by the organiser or a manager of the server:"),
        "{ruled}"
    );
}
