//! Whoever does not answer: an organiser goes on for them, by what stands if nobody says anything.

use gatemaster_rules::at43::At43;
use gatemaster_rules::at43::absent::in_place_of;
use gatemaster_rules::at43::command::{Command, Movement, Pace};
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::{Drill, Phase};
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _, Viewer, Who};

use super::sample::{BLUE, Chance, GOLEMS, Game, RED, STEEL, company};
use super::stage::{counts, deployed, fresh, last_card, mustered, setup};

const FOR_RED: Command = Command::AnswerFor { seat: RED };

fn organiser() -> Doer {
    Doer { seats: Vec::new(), organiser: true }
}

fn tells_of(told: &[Event], seat: Seat) -> bool {
    told.contains(&Event::AnsweredFor { seat })
}

/// The flow, section 12: nobody else answers, and an organiser only for whoever is asked.
#[test]
fn only_an_organiser_answers_for_somebody_else_and_only_what_is_asked() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let said = game.refused(BLUE, &FOR_RED);
    assert!(
        said.starts_with("Only the organiser or a manager of this server answers for somebody"),
        "{said}"
    );
    let mut dice = gatemaster_rules::dice::Scripted::new([]);
    let own_interest = Doer { seats: vec![RED], organiser: true };
    let for_blue = Command::AnswerFor { seat: BLUE };
    let plays = At43::decide(&game.state, &own_interest, &for_blue, &mut dice).unwrap_err();
    assert!(plays.sentence().ends_with("only one who does not play here."), "{plays:?}");
    let early = At43::decide(&game.state, &organiser(), &FOR_RED, &mut dice).unwrap_err();
    assert_eq!(early.sentence(), "Nothing waits for Red that has a default now.");
    assert!(At43::fills_in(&FOR_RED) && !At43::fills_in(&Command::PlayCard));

    // a card, what it costs, and nothing is done with the unit
    for task in ["card", "cost", "act"] {
        let told = game.done_by(&organiser(), &Command::AnswerFor { seat: BLUE }, &[]).to_vec();
        assert!(tells_of(&told, BLUE), "{task}");
        if game.state.flow.active == Some(RED) {
            break;
        }
    }
    assert_eq!(game.state.flow.active, Some(RED), "Blue's turn is over");
}

/// T-OVW-1: with nobody there to say so, the unit holds its fire and keeps its drill.
#[test]
fn overwatch_of_a_missing_player_holds_its_fire() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.unit_mut("Storm golems 1").drills = vec![Drill::Overwatch];
    game.activate("Steel troopers 1");
    game.does(BLUE, &Command::Move(Movement::plain(Pace::Combat)), &[]);
    assert!(matches!(game.state.flow.tasks.last(), Some(Task::Overwatch { .. })));
    let told = game.done_by(&organiser(), &FOR_RED, &[]).to_vec();
    assert!(tells_of(&told, RED) && told.iter().any(|it| matches!(it, Event::Held { .. })));
    assert_eq!(game.unit("Storm golems 1").drills, [Drill::Overwatch]);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::Act));
}

/// T-TAC-3, T-TAC-4: plans as before, and the winner of the test begins.
#[test]
fn a_missing_plan_and_who_begins_are_filled_in() {
    let mut game = Game::planning(STEEL, GOLEMS);
    let told = game.done_by(&organiser(), &Command::AnswerFor { seat: BLUE }, &[]).to_vec();
    assert!(matches!(told[0], Event::Planned { seat: BLUE, filled_in: true, .. }));
    game.done_by(&organiser(), &FOR_RED, &[1, 6]);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::ChooseFirst { winner: RED }));
    game.done_by(&organiser(), &FOR_RED, &[]);
    assert_eq!(game.state.flow.active, Some(RED));
}

/// T-BLD-1: what is brought is nobody's business before all are locked.
#[test]
fn a_missing_company_is_filled_in_without_a_word_of_what_it_holds() {
    let mut game = fresh(&setup("seek-and-destroy", 2));
    let fill = Command::FillCompany { seat: RED };
    let said = game.refused(BLUE, &fill);
    assert!(
        said.starts_with("Only the organiser or a manager of this server brings a company for"),
        "{said}"
    );
    let told = game.done_by(&organiser(), &fill, &[]).to_vec();
    assert!(game.state.sides[1].locked && tells_of(&told, RED));
    let heard: Vec<Event> =
        told.iter().filter_map(|event| At43::seen(event, &Viewer::spectator())).collect();
    assert!(heard.iter().any(|event| matches!(event, Event::CompanyLocked { seat: RED, .. })));
    assert!(!heard.iter().any(|event| matches!(event, Event::CompanyBuilt { .. })));
    assert_eq!(in_place_of(&game.state, RED), None);
    // what a player has begun and can be played is locked as it is
    game.does(BLUE, &Command::Muster { seat: BLUE, company: company(STEEL) }, &[]);
    game.done_by(&organiser(), &Command::AnswerFor { seat: BLUE }, &[]);
    assert_eq!(game.state.sides[0].company, Some(company(STEEL)));
    assert_eq!(game.state.phase, Phase::Laying);
    assert_eq!(At43::force_played(&game.state, BLUE).as_deref(), Some("White Stars"));
}

/// T-MIS-4, T-CTL-1: the table as it was described, and the figures that the other side has told.
#[test]
fn a_missing_word_on_the_table_or_on_figures_is_a_yes() {
    let mut game = mustered(&setup("hold-the-position", 2), &[STEEL, GOLEMS]);
    game.does(BLUE, &Command::AgreeField { seat: BLUE }, &[]);
    let told = game.done_by(&organiser(), &FOR_RED, &[]).to_vec();
    assert!(tells_of(&told, RED));
    assert_eq!(game.state.phase, Phase::Tactical);

    let mut game = deployed(&setup("hold-the-position", 2), &[STEEL, GOLEMS]);
    last_card(&mut game);
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::Count));
    assert_eq!(in_place_of(&game.state, RED), None, "nobody has counted yet");
    let counts = counts(&game, &[]);
    game.does(BLUE, &Command::Count { seat: BLUE, counts }, &[]);
    game.done_by(&organiser(), &FOR_RED, &[]);
    assert_ne!(game.state.flow.tasks.last(), Some(&Task::Count));
}

/// T-BLD-1
#[test]
fn an_organiser_says_for_a_missing_player_whether_a_company_may_cost_more() {
    let small = gatemaster_rules::at43::Setup { points: 700, ..setup("seek-and-destroy", 2) };
    let mut game = fresh(&small);
    game.does(BLUE, &Command::Muster { seat: BLUE, company: company(STEEL) }, &[]);
    game.does(BLUE, &Command::LockCompany { seat: BLUE }, &[]);
    let accept = Command::AcceptOver { seat: RED, of: BLUE, accept: true };
    assert_eq!(in_place_of(&game.state, RED), Some(accept));
    let refuse = Command::AcceptOver { seat: RED, of: BLUE, accept: false };
    let told = game.done_by(&organiser(), &refuse, &[]).to_vec();
    assert!(tells_of(&told, RED) && !game.state.sides[0].locked);
}

struct ByChance<'a>(&'a mut Chance);

impl Dice for ByChance<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(usize::try_from(sides).unwrap())).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

/// One of all that Blue owes, by chance.
fn by_chance(game: &Game, chance: &mut Chance) -> Command {
    let mut options = Vec::new();
    for open in At43::open(&game.state) {
        if matches!(open.who, Who::Seat(BLUE) | Who::AnyPlayer) {
            options.extend(open.options);
        }
    }
    assert!(!options.is_empty(), "nobody can do anything: {:?}", game.state.flow.tasks);
    options[chance.below(options.len())].clone()
}

/// Whatever is asked of a player who is never there has a default that the rules take.
#[test]
fn against_somebody_who_never_answers_the_rounds_go_on() {
    const BLUE_SIDE: &str = "White Stars\n9 steel troopers, sergeant, 2 laser guns, grenades\n\
        8 star troopers, medic, combat engineer, 1 flamer\n3 fire toads, sergeant\n\
        9 steel troopers, medic, mechanic, 2 missile launchers";
    const RED_SIDE: &str = "Therians\n9 storm golems, omicron, 3 sonic guns, nanostorms\n\
        6 storm golems, 1 flamer, relay\n3 bane goliaths\n1 Wraith golgoth, alpha";
    /// More than so few rounds take.
    const MOST_STEPS: usize = 3_000;
    const ROUNDS: u32 = 3;
    let mut answered = 0;
    for seed in 1..=6 {
        let mut game = Game::playing(BLUE_SIDE, RED_SIDE);
        let mut chance = Chance::new(seed);
        for step in 0.. {
            if game.state.phase == Phase::Over || game.state.round > ROUNDS {
                break;
            }
            assert!(step < MOST_STEPS, "no end: {:?}", game.state.flow.tasks);
            let (by, command) = if in_place_of(&game.state, RED).is_some() {
                answered += 1;
                (organiser(), FOR_RED)
            } else {
                (Game::by(BLUE), by_chance(&game, &mut chance))
            };
            let events = At43::decide(&game.state, &by, &command, &mut ByChance(&mut chance))
                .unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
            for event in &events {
                At43::apply(&mut game.state, event);
            }
        }
    }
    assert!(answered > 0);
}
