//! The words of a battle report: every event in plain English, dice with what they needed, totals of the moment, and
//! nobody's secrets.

use std::collections::BTreeSet;

use gatemaster_rules::at43::command::{Cohesion, Combat, Command, MachinePart, Mark, RoutineName};
use gatemaster_rules::at43::event::{
    DrillLoss, Event, Fall, MoraleCause, Rerolled, Spending, Victims,
};
use gatemaster_rules::at43::flow::Template;
use gatemaster_rules::at43::need::Reason;
use gatemaster_rules::at43::report::{Topic, digest, explain, lines};
use gatemaster_rules::at43::state::{Drill, Gone, LossKind, MemberId, Plan, State};
use gatemaster_rules::at43::{At43, View};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{System as _, Viewer};

use super::sample::{BLUE, GOLEMS as THERIANS, Game, RED, STEEL};
use super::telling::{
    GOLEMS, OTHER_GOLEMS, OTHER_TROOPERS, TACARMS, TOADS, TROOPERS, accuracy, combat, damage, die,
    every_event, game, is_plain, members, morale, once, rush, salvo, seen_by_nobody, table,
    variations,
};

fn told(state: &State, events: &[Event]) -> Vec<String> {
    lines(&seen_by_nobody(state), events).into_iter().map(|line| line.text).collect()
}

fn one(event: Event) -> String {
    together(&[event])
}

/// Events that are told in one sentence.
fn together(events: &[Event]) -> String {
    let told = told(&game().state, events);
    assert_eq!(told.len(), 1, "{told:?}");
    told[0].clone()
}

#[test]
fn every_event_is_told_in_plain_words() {
    let game = game();
    let mut examples = every_event(&game.state);
    examples.extend(variations(&game.state));
    for event in examples {
        let told = told(&game.state, std::slice::from_ref(&event));
        // that a unit begins free is no news
        // of the first lead in a round it has just been said who takes the first turn
        let silent = matches!(
            event,
            Event::Flow(_) | Event::Activated { free: true, .. } | Event::LeadPassed { .. }
        );
        assert_eq!(told.is_empty(), silent, "{event:?}");
        for text in told {
            is_plain(&text, &format!("{event:?}"));
        }
    }
}

/// T-SHT-7, T-UTR-1
#[test]
fn a_salvo_is_told_with_its_dice_in_one_sentence() {
    let fired = Event::SalvoFired {
        unit: TROOPERS,
        salvo: salvo(Mark::Unit(OTHER_GOLEMS)),
        overwatch: false,
        shooters: 6,
    };
    let rolled = Event::ShotsRolled {
        unit: TROOPERS,
        test: accuracy(5, 4),
        dice: once(&[5, 2, 4, 6, 1, 4]),
        impacts: 4,
    };
    assert_eq!(
        together(&[fired.clone(), rolled.clone()]),
        "Steel troopers 1 fire 6 laser rifles at Storm golems 2, range 4: 4+ (Accuracy 5, range −4): \
         5 2 4 6 1 4: 4 impacts."
    );
    assert_eq!(
        one(fired.clone()),
        "Steel troopers 1 fire 6 laser rifles at Storm golems 2, range 4."
    );
    assert_eq!(
        one(rolled.clone()),
        "The dice of Steel troopers 1: 4+ (Accuracy 5, range −4): 5 2 4 6 1 4: 4 impacts."
    );
    let far = Event::OutOfReach { unit: TROOPERS, test: accuracy(3, 9) };
    assert_eq!(
        together(&[fired.clone(), far]),
        "Steel troopers 1 fire 6 laser rifles at Storm golems 2, range 4: out of reach (Accuracy 3, \
         range −9)."
    );
    // where all impacts go is no news after a salvo at one target
    let taken =
        |impacts| Event::ImpactsTaken { on: Victims::Unit(OTHER_GOLEMS), impacts, in_zone: false };
    let game = game();
    let all = told(&game.state, &[fired.clone(), rolled.clone(), taken(4)]);
    assert_eq!(all.len(), 1, "{all:?}");
    let shared = told(&game.state, &[fired, rolled, taken(3)]);
    assert_eq!(shared[1], "3 impacts go to Storm golems 2.");
}

/// T-SHT-5
#[test]
fn a_salvo_into_a_melee_names_all_who_stand_in_it() {
    let mut game = game();
    game.engage("Storm golems 2", "Steel TacArms");
    let fired = Event::SalvoFired {
        unit: TROOPERS,
        salvo: salvo(Mark::Unit(OTHER_GOLEMS)),
        overwatch: false,
        shooters: 6,
    };
    assert_eq!(
        told(&game.state, &[fired]),
        ["Steel troopers 1 fire 6 laser rifles at Storm golems 2 in a melee with Steel TacArms, \
             range 4."]
    );
}

/// T-DMG-2, T-DMG-6
#[test]
fn the_end_of_a_unit_is_told_once() {
    let game = game();
    let all = Event::Fell {
        unit: GOLEMS,
        members: members(&[0, 1, 2, 3, 4, 5, 6, 7, 8]),
        why: Fall::Shot,
    };
    let gone = |unit| Event::UnitGone { unit, gone: Gone::Destroyed };
    assert_eq!(
        told(&game.state, &[all, gone(GOLEMS), Event::Ended { unit: GOLEMS }]),
        ["9 of Storm golems 1 fall, the officer among them; Storm golems 1 are destroyed."]
    );
}

/// T-RND-2
#[test]
fn a_card_that_is_done_is_told_with_the_lead_that_passes() {
    let events = [Event::Ended { unit: TROOPERS }, Event::LeadPassed { to: RED }];
    assert_eq!(together(&events), "Steel troopers 1 are done; Red has the lead.");
}

/// T-UTR-2, T-DMG-1
#[test]
fn dice_that_were_thrown_again_are_shown_with_both_faces() {
    let rolled = |dice, successes| Event::DamageRolled {
        on: Victims::Unit(GOLEMS),
        test: damage(5, 6),
        dice,
        successes,
    };
    let again = vec![
        Rerolled(vec![die(1, 3), die(4, 5)]),
        Rerolled(vec![die(2, 6)]),
        Rerolled(vec![die(3, 2), die(5, 2)]),
    ];
    assert_eq!(
        one(rolled(again, 2)),
        "2 of 3 impacts on Storm golems 1 go through, 4+ (Penetration 5, Protection −6): 3→5 6 2→2."
    );
    let faces = [6, 6, 5, 4, 4, 4, 3, 3, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1];
    assert_eq!(
        one(rolled(once(&faces), 6)),
        "6 of 20 impacts on Storm golems 1 go through, 4+ (Penetration 5, Protection −6): 2 × 6, \
         1 × 5, 3 × 4, 4 × 3, 2 × 2, 8 × 1."
    );
    let all = Event::DamageRolled {
        on: Victims::Unit(GOLEMS),
        test: damage(14, 6),
        dice: Vec::new(),
        successes: 3,
    };
    assert_eq!(
        one(all),
        "3 impacts on Storm golems 1 go through, no die needed (Penetration 14, Protection −6)."
    );
}

/// T-IND-3, T-IND-4
#[test]
fn a_template_is_no_impact_until_it_lies() {
    let rolled = Event::ShotsRolled {
        unit: TROOPERS,
        test: accuracy(0, 1),
        dice: once(&[3, 5]),
        impacts: 1,
    };
    let template = Template { shift: 1, direction: Some(4), radius: 1, impacts_each: 1 };
    let deviated = Event::Deviated { roll: Some(die(3, 4)), template };
    assert_eq!(
        told(&game().state, &[rolled, deviated]),
        [
            "The dice of Steel troopers 1: 4+ (Accuracy 0, range −1): 3 5: 1 on target.",
            "The template goes 1 cm in direction 4: radius 1 cm.",
        ]
    );
}

/// T-OVW-2
#[test]
fn an_overwatch_that_was_fired_is_told_with_the_drill_it_used_up() {
    let ended = Event::WatchEnded { unit: GOLEMS, fired: true, group: None };
    let (unit, drill) = (GOLEMS, Drill::Overwatch);
    let lost = Event::DrillLost { unit, drill, why: DrillLoss::Used };
    assert_eq!(
        together(&[ended.clone(), lost]),
        "Storm golems 1 have fired and used up “Overwatch!”."
    );
    assert_eq!(one(ended), "Storm golems 1 have fired in overwatch.");
}

/// T-THR-6
#[test]
fn a_routine_is_told_with_its_price_and_on_whom() {
    let (routine, on) = (RoutineName::Reconstruction, OTHER_GOLEMS);
    let spent = Event::Spent { seat: RED, lp: 3, on: Spending::Routine(on, routine) };
    let used = Event::RoutineUsed { unit: GOLEMS, routine, on };
    assert_eq!(
        together(&[spent, used]),
        "The overseer of Storm golems 1 uses Reconstruction on Storm golems 2 for 3 LP; 3 LP left."
    );
}

/// T-CBT-2, T-CBT-3
#[test]
fn blows_are_told_with_who_strikes_at_whom() {
    let fought =
        |attackers| Event::Fought { unit: TROOPERS, combat: Combat { attackers, ..combat() } };
    let rolled = Event::ShotsRolled {
        unit: TROOPERS,
        test: table((2, Reason::Accuracy), (-5, Reason::Combat)),
        dice: once(&[1]),
        impacts: 0,
    };
    assert_eq!(
        together(&[fought(1), rolled]),
        "One of Steel troopers 1 strikes at 3 of Storm golems 1 with a combat knife: 5+ (Accuracy 2, \
         Combat −5): 1: no impact."
    );
    assert_eq!(
        one(fought(4)),
        "4 of Steel troopers 1 strike at 3 of Storm golems 1 with combat knives."
    );
}

/// T-COV-2
#[test]
fn cover_is_told_by_what_it_stopped() {
    let examples = every_event(&game().state);
    let cover = examples.into_iter().find(|event| matches!(event, Event::CoverRolled { .. }));
    assert_eq!(
        one(cover.unwrap()),
        "Cover stops 1 of 4 impacts on Storm golems 1, 5+ (cover): 5 2 3 1."
    );
}

/// T-DMG-2
#[test]
fn losses_are_told_with_what_is_left_at_that_moment() {
    let fell = |ids: &[u8], why| Event::Fell { unit: GOLEMS, members: members(ids), why };
    let game = game();
    assert_eq!(
        told(&game.state, &[fell(&[5, 6, 7, 8], Fall::Shot), fell(&[0, 1], Fall::Fight)]),
        [
            "4 of Storm golems 1 fall; 5 are left.",
            "2 of Storm golems 1 fall hand to hand, the officer among them; 3 are left.",
        ]
    );
    assert_eq!(
        one(fell(&[0], Fall::Blast)),
        "The officer of Storm golems 1 falls under the template; 8 are left."
    );
    let nobody = told(&game.state, &[fell(&[0, 1, 2, 3, 4, 5, 6, 7, 8], Fall::Shot)]);
    assert_eq!(nobody, ["9 of Storm golems 1 fall, the officer among them; nobody is left."]);
}

/// T-DMG-4 to T-DMG-6
#[test]
fn a_machine_is_told_part_by_part() {
    let machine = MemberId(1);
    let hit = |part, lost, left| Event::PartHit { unit: TOADS, machine, part, lost, left };
    let location = Event::LocationRolled { unit: TOADS, machine, roll: die(1, 2) };
    assert_eq!(
        together(&[location.clone(), hit(MachinePart::Propulsion, 1, 0)]),
        "Location 2: the propulsion of machine 2 of Fire Toads loses 1 SP, no SP left: it cannot move \
         any more."
    );
    assert_eq!(one(location), "Location 2 on machine 2 of Fire Toads: the propulsion.");
    assert_eq!(
        one(hit(MachinePart::Weapon(1), 1, 1)),
        "The light laser cannon 2 of machine 2 of Fire Toads loses 1 SP, 1 SP left."
    );
    assert_eq!(
        one(Event::MachineDestroyed { unit: TOADS, machine }),
        "Machine 2 of Fire Toads is destroyed; 2 are left."
    );
}

/// T-TAC-7
#[test]
fn what_is_paid_for_is_told_with_the_lp_that_are_left() {
    let paid = |lp, on| Event::Spent { seat: BLUE, lp, on };
    let drill = Drill::TakeCover;
    let game = game();
    let drills = told(
        &game.state,
        &[
            paid(1, Spending::Drill(TROOPERS, drill)),
            Event::DrillGiven { unit: TROOPERS, drill },
            paid(1, Spending::Drill(TROOPERS, Drill::Knee)),
            Event::DrillGiven { unit: TROOPERS, drill: Drill::Knee },
        ],
    );
    assert_eq!(
        drills,
        [
            "Steel troopers 1 get “Take cover!” for 1 LP; 5 LP left.",
            "Steel troopers 1 get “Knee to the ground!” for 1 LP; 4 LP left.",
        ]
    );
    assert_eq!(
        together(&[paid(2, Spending::Rally(TACARMS)), Event::Rallied { unit: TACARMS }]),
        "Steel TacArms rally for 2 LP; 4 LP left."
    );
    assert_eq!(
        together(&[paid(1, Spending::Relocate), Event::Relocated { seat: BLUE, to: Some(3) }]),
        "Blue moves its first card, unseen, to another place for 1 LP; 5 LP left."
    );
    assert_eq!(
        one(paid(6, Spending::Activation(TACARMS))),
        "Blue spends 6 LP to activate Steel TacArms; no LP left."
    );
}

/// T-MOR-1 to T-MOR-3
#[test]
fn a_morale_test_is_told_with_what_comes_of_it() {
    let tested = |roll, passed| Event::MoraleTested {
        unit: GOLEMS,
        test: morale(7),
        roll: Some(die(1, roll)),
        passed,
        why: MoraleCause::Few,
    };
    let mut game = game();
    for member in game.unit_mut("Storm golems 1").members.iter_mut().skip(3) {
        member.out = true;
    }
    assert_eq!(
        told(&game.state, &[tested(2, false), Event::Disorganized { unit: GOLEMS }]),
        ["Storm golems 1 are disorganized with 3 left: 4+ (Morale 7, difficulty −8), and the die \
          shows 2."]
    );
    assert_eq!(
        told(&game.state, &[tested(6, true)]),
        ["Storm golems 1 keep their nerve with 3 left: 4+ (Morale 7, difficulty −8), and the die \
          shows 6."]
    );
    let routed = [tested(1, false), Event::UnitGone { unit: GOLEMS, gone: Gone::Routed }];
    assert_eq!(
        told(&game.state, &routed),
        [
            "Storm golems 1 rout from the table with 3 left: 4+ (Morale 7, difficulty −8), and the die \
          shows 1, disorganized before."
        ]
    );
}

/// T-MOV-1
#[test]
fn a_movement_says_how_far_and_why_and_whom_it_meets() {
    let contacts = Event::Contacts { unit: TROOPERS, with: vec![GOLEMS] };
    assert_eq!(
        together(&[rush(), contacts.clone()]),
        "Steel troopers 1 rush up to 20 cm into contact with Storm golems 1 (Movement 14, rush +6)."
    );
    let game = game();
    assert_eq!(
        told(&game.state, &[contacts.clone(), contacts]),
        ["Steel troopers 1 are in contact with Storm golems 1."],
        "the second time nothing has changed"
    );
    let kept = Event::Cohesion { unit: TROOPERS, cohesion: Cohesion::Kept };
    assert_eq!(told(&game.state, &[kept]), [""; 0]);
}

/// T-TAC-4
#[test]
fn an_authority_test_names_all_that_is_added_up() {
    let examples = every_event(&game().state);
    let rolled = examples.into_iter().find(|event| matches!(event, Event::AuthorityRolled { .. }));
    assert_eq!(
        one(rolled.unwrap()),
        "Blue leads the Authority test: Blue 10 (4 on the die + Authority 3 + wager 2 + home turf 1); \
         Red 7 (5 on the die + Authority 2)."
    );
}

/// T-CTL-2
#[test]
fn points_are_told_side_by_side_with_the_sum() {
    let mut game = game();
    game.state.sides[0].vp = 4;
    let examples = every_event(&game.state);
    let scored = examples.into_iter().find(|event| matches!(event, Event::Scored { .. })).unwrap();
    assert_eq!(
        told(&game.state, std::slice::from_ref(&scored)),
        [
            "Blue gains 7 VP and has 11 VP now: holding the hill; eliminating Storm golems 1.",
            "Red gains 100 RP and has 0 VP and 100 RP now: capturing drop point X-Ray.",
        ]
    );
    let over = every_event(&game.state).pop().unwrap();
    assert_eq!(
        told(&game.state, &[scored, over]).pop().unwrap(),
        "Blue wins: the last round has been played. Blue 11 VP and Red 0 VP."
    );
}

/// T-CTL-3
#[test]
fn a_loss_says_what_it_will_pay() {
    let lost = Event::Lost { unit: GOLEMS, what: LossKind::Officer, by: Some(BLUE) };
    assert_eq!(
        one(lost),
        "The loss of the officer of Storm golems 1 is worth 1 VP in the control phase."
    );
}

/// T-DRL-2
#[test]
fn a_lost_drill_says_why() {
    let lost = |why| Event::DrillLost { unit: TROOPERS, drill: Drill::Overwatch, why };
    assert_eq!(one(lost(DrillLoss::Engaged)), "Engaged, Steel troopers 1 lose “Overwatch!”.");
    assert_eq!(one(lost(DrillLoss::Used)), "Steel troopers 1 have used up “Overwatch!”.");
}

#[test]
fn a_line_says_what_it_is_about_and_which_event_it_tells() {
    let game = game();
    let events = [
        Event::Spent { seat: BLUE, lp: 2, on: Spending::Rally(TACARMS) },
        Event::Rallied { unit: TACARMS },
        rush(),
        Event::Fell { unit: GOLEMS, members: members(&[5]), why: Fall::Fight },
    ];
    let told = lines(&seen_by_nobody(&game.state), &events);
    let about: Vec<(usize, Topic)> = told.iter().map(|line| (line.event, line.topic)).collect();
    assert_eq!(about, [(0, Topic::Frame), (2, Topic::Deed), (3, Topic::Harm)]);
}

/// Two games that differ in nothing but what is secret; and the events of the one and of the other.
fn secrets() -> [State; 2] {
    let with = |company: &str, sequence: &[gatemaster_rules::at43::state::UnitId], wager| {
        let mut state = game().state;
        for seat in [BLUE, RED] {
            let side = &mut state.sides[seat.index()];
            let own: Vec<_> = if seat == BLUE {
                sequence.to_vec()
            } else {
                vec![GOLEMS, OTHER_GOLEMS, super::telling::GOLIATHS]
            };
            side.cards = own.iter().copied().map(Some).collect();
            side.plan = Some(Plan { sequence: own, wager, commander: None });
            side.planned = true;
        }
        company.clone_into(&mut state.sides[0].company.as_mut().unwrap().name);
        state
    };
    [
        with("Hidden Tigers", &[TOADS, OTHER_TROOPERS, TACARMS, TROOPERS], 2),
        with("Silent Wolves", &[TROOPERS, TACARMS, TOADS, OTHER_TROOPERS], 0),
    ]
}

/// What a hidden field of the event holds in the second game.
fn otherwise(event: &Event, other: &State) -> Event {
    match event {
        Event::Planned { seat, filled_in, .. } => Event::Planned {
            seat: *seat,
            plan: other.sides[seat.index()].plan.clone(),
            filled_in: *filled_in,
        },
        Event::Relocated { seat, .. } => Event::Relocated { seat: *seat, to: Some(1) },
        Event::CompanyBuilt { seat, .. } => {
            Event::CompanyBuilt { seat: *seat, company: other.sides[seat.index()].company.clone() }
        }
        event => event.clone(),
    }
}

/// T-TAC-3, T-TAC-5, T-ACT-3
#[test]
fn a_spectator_reads_the_same_whatever_is_secret() {
    let [one, two] = secrets();
    let nobody = Viewer::spectator();
    let (view_one, view_two) = (seen_by_nobody(&one), seen_by_nobody(&two));
    let mut hidden = 0;
    let mut examples = every_event(&one);
    examples.extend(variations(&one));
    for event in examples {
        // shown companies and wagers are secret no longer
        if matches!(event, Event::CompaniesShown { .. } | Event::WagersShown { .. }) {
            continue;
        }
        let other = otherwise(&event, &two);
        hidden += usize::from(other != event);
        let events = [&event, &other].map(|event| At43::seen(event, &nobody));
        let all = |view: &View, seen: &Option<Event>| -> Vec<String> {
            let Some(event) = seen else { return Vec::new() };
            let events = std::slice::from_ref(event);
            let told = lines(view, events).into_iter().map(|line| line.text);
            let full = explain(view, events).into_iter().map(|told| told.text);
            let deeds = digest([(view, events)]).unwrap().deeds;
            told.chain(full).chain([format!("{deeds:?}")]).collect()
        };
        let read = all(&view_one, &events[0]);
        assert_eq!(read, all(&view_two, &events[1]), "{event:?}");
        for secret in ["Hidden Tigers", "Silent Wolves"] {
            assert!(read.iter().all(|text| !text.contains(secret)), "{read:?}");
        }
    }
    assert_eq!(hidden, 4, "two plans, a relocated card and a company differ");
}

/// What the owner reads of these is nothing that others could not read: a message shown to everybody is safe.
#[test]
fn even_the_owner_reads_no_secret_in_a_line() {
    let [state, _] = secrets();
    let owner = At43::view(&state, &Viewer { seats: vec![BLUE, RED] });
    for event in every_event(&state) {
        let Some(seen) = At43::seen(&event, &Viewer::spectator()) else { continue };
        let full = lines(&owner, std::slice::from_ref(&event));
        assert_eq!(full, lines(&seen_by_nobody(&state), &[seen]), "{event:?}");
    }
}

/// T-TAC-3
#[test]
fn a_view_goes_on_with_the_events_that_its_viewer_sees() {
    let [mut state, _] = secrets();
    let everybody = [Viewer::spectator(), Viewer::on(BLUE), Viewer::on(RED), {
        Viewer { seats: vec![BLUE, RED] }
    }];
    let mut views: Vec<View> = everybody.iter().map(|viewer| At43::view(&state, viewer)).collect();
    let mut kinds = BTreeSet::new();
    for event in every_event(&state).into_iter().skip(13) {
        // events that make no sense in a row are for other tests
        if matches!(event, Event::GameOver(_) | Event::UnitAppeared { .. } | Event::Flow(_)) {
            continue;
        }
        At43::apply(&mut state, &event);
        for (viewer, view) in everybody.iter().zip(&mut views) {
            if let Some(seen) = At43::seen(&event, viewer) {
                *view = view.after(&seen);
            }
            assert_eq!(*view, At43::view(&state, viewer), "{viewer:?} after {event:?}");
        }
        kinds.insert(format!("{event:?}").split([' ', '(']).next().unwrap().to_owned());
    }
    for kind in ["Planned", "FirstChosen", "Relocated", "CardRevealed", "CardDropped"] {
        assert!(kinds.contains(kind), "{kind} is not among {kinds:?}");
    }
}

#[test]
fn nothing_goes_wrong_where_a_viewer_knows_less_than_the_events_say() {
    let [state, _] = secrets();
    let view = seen_by_nobody(&state);
    let strange = [
        Event::CardRevealed { seat: Seat(9), unit: TROOPERS },
        Event::Relocated { seat: BLUE, to: None },
        Event::Planned { seat: RED, plan: None, filled_in: false },
        Event::CompanyBuilt { seat: RED, company: None },
        Event::FirstChosen { first: Seat(9) },
    ];
    let after = strange.iter().fold(view.clone(), |view, event| view.after(event));
    assert_eq!(after.sides[0].cards.len(), 4);
    assert_eq!(lines(&view, &strange).len(), 5);
}

/// T-RND-2
#[test]
fn the_lead_is_told_once_somebody_has_played() {
    let mut game = Game::playing(STEEL, THERIANS);
    game.does(BLUE, &Command::PlayCard, &[]);
    let before = At43::view(&game.state, &Viewer::spectator());
    game.does(BLUE, &Command::End { drills: Vec::new() }, &[]);
    let told: Vec<String> = lines(&before, &game.told).iter().map(ToString::to_string).collect();
    assert_eq!(told, ["Steel troopers 1 are done; Red has the lead."]);
}
