//! The program on one side or on all: whatever it does is accepted, it always does something when it owes something, it looks
//! at nothing that a person on its seat would not see, and its games come to an end.

use gatemaster_rules::at43::command::{Answer, Command, Cover, Measured, Pace};
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::mission::Ends;
use gatemaster_rules::at43::need::{Millimetres, Range};
use gatemaster_rules::at43::state::{Phase, State};
use gatemaster_rules::at43::{At43, Setup, mustering};
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _, Viewer, Who};

use super::random::{legal, setup};
use super::sample::Chance;
use super::skirmish::{BLUE, RED, Skirmish, Team};
use super::stage;

/// More steps than any mission of the program takes.
const MOST_STEPS: usize = 6_000;
/// Some missions know no last round: two sides without infantry, or without a weapon that hurts the other, go on for ever.
/// People would call it a day by then.
const MOST_ROUNDS: u32 = 12;

struct ByChance<'a>(&'a mut Chance);

impl Dice for ByChance<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(usize::try_from(sides).unwrap())).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

fn bot(state: &State, seat: Seat) -> Option<Command> {
    At43::bot_plays(&At43::view(state, &Viewer::on(seat)), seat)
}

/// The program on these seats, somebody who plays by chance on the others.
struct Table {
    state: State,
    bots: Vec<Seat>,
    chance: Chance,
    /// Salvos, movements and questions of the program.
    shots: usize,
    moves: usize,
    questions: usize,
}

impl Table {
    fn open(setup: &Setup, bots: &[u8], seed: u64) -> Self {
        Self {
            state: At43::set_up(setup).unwrap(),
            bots: bots.iter().copied().map(Seat).collect(),
            chance: Chance::new(seed),
            shots: 0,
            moves: 0,
            questions: 0,
        }
    }

    fn act(&mut self, seat: Seat, command: &Command) {
        let by = Doer { seats: vec![seat], organiser: false };
        let mut dice = ByChance(&mut self.chance);
        let events = At43::decide(&self.state, &by, command, &mut dice)
            .unwrap_or_else(|refusal| panic!("{seat:?} {command:?}: {refusal}"));
        let before = self.state.clone();
        for event in &events {
            At43::apply(&mut self.state, event);
        }
        assert_ne!(before, self.state, "{command:?} changed nothing");
        legal(&self.state).unwrap_or_else(|fault| panic!("after {command:?}: {fault}"));
    }

    /// What the others keep to themselves is no part of what the program decides.
    fn decides_without_secrets(&self, seat: Seat, command: &Command) {
        let mut other = self.state.clone();
        let shown = !matches!(other.phase, Phase::Briefing | Phase::Mustering);
        let seats: Vec<Seat> = other.seats().collect();
        for (of, side) in seats.into_iter().zip(&mut other.sides) {
            if of == seat {
                continue;
            }
            if let Some(plan) = &mut side.plan {
                plan.sequence.reverse();
                plan.wager += 1;
            }
            side.cards.reverse();
            if !shown {
                side.company = None;
            }
        }
        assert_eq!(
            bot(&other, seat).as_ref(),
            Some(command),
            "a secret changes what {seat:?} does"
        );
    }

    /// One step of the program, if it owes one.
    fn bot_steps(&mut self) -> bool {
        for seat in self.bots.clone() {
            let Some(command) = bot(&self.state, seat) else { continue };
            self.decides_without_secrets(seat, &command);
            self.shots += usize::from(matches!(command, Command::Shoot(_)));
            self.moves += usize::from(matches!(command, Command::Move(_)));
            self.questions += usize::from(matches!(command, Command::Measure { .. }));
            // of several programs none sees the table: somebody who walks by measures for them
            let all = self.bots.len() == self.state.sides.len();
            if all && command == Command::Answer(Answer::Pass) {
                self.somebody_measures(seat);
            } else {
                self.act(seat, &command);
            }
            return true;
        }
        false
    }

    fn somebody_measures(&mut self, seat: Seat) {
        let Some(Task::Measure { pairs, .. }) = self.state.flow.tasks.last().cloned() else {
            let open = At43::open(&self.state);
            let options = &open[0].options;
            let option = options[self.chance.below(options.len())].clone();
            return self.act(seat, &option);
        };
        let mut told = Vec::new();
        for pair in pairs {
            if self.chance.below(3) == 0 {
                continue;
            }
            let cm = u32::try_from(self.chance.below(60)).unwrap();
            let range = Range::Measured(Millimetres::cm(cm));
            let cover = if self.chance.below(3) == 0 { Cover::Yes } else { Cover::None };
            told.push(Measured { from: pair.from, to: pair.to, range, cover, seeing: None });
        }
        self.act(seat, &Command::Answer(Answer::Measured(told)));
    }

    /// Somebody does something by chance of what a person owes, or may do.
    fn person_steps(&mut self) {
        let open = At43::open(&self.state);
        let all = self.bots.len() == self.state.sides.len();
        let mut choices: Vec<(Seat, Command)> = Vec::new();
        for open in open {
            let seat = match open.who {
                Who::Seat(seat) => seat,
                Who::AnyPlayer => Seat(0),
                Who::May(_) => continue,
            };
            // counting and the dice of the briefing are a person's, so with nobody else they stand in for one
            let theirs = !self.bots.contains(&seat) || all || open.who == Who::AnyPlayer;
            if theirs {
                choices.extend(open.options.into_iter().map(|option| (seat, option)));
            }
        }
        // a person who corrects nothing and asks for nothing, as it would never end
        choices.retain(|(_, command)| !matches!(command, Command::LayField { .. }));
        assert!(
            !choices.is_empty(),
            "nobody can do anything: {:?}, {:?}",
            self.state.phase,
            self.state.flow.tasks
        );
        let (seat, command) = choices[self.chance.below(choices.len())].clone();
        self.act(seat, &command);
    }

    fn play(mut self) -> Self {
        for _ in 0..MOST_STEPS {
            if self.state.phase == Phase::Over || self.state.round > MOST_ROUNDS {
                return self;
            }
            if !self.bot_steps() {
                self.person_steps();
            }
        }
        panic!("no end: round {}, {:?}", self.state.round, self.state.flow.tasks);
    }
}

/// Games of the program alone and against somebody who plays by chance; what they have come to.
fn games(mission: &str, sides: usize, salt: u64) -> Vec<State> {
    let setup = setup(Some(mission), sides);
    let all: Vec<u8> = (0..u8::try_from(sides).unwrap()).collect();
    let played = Table::open(&setup, &all, salt).play();
    assert!(
        played.shots > 0 && played.moves > 0 && played.questions > 0,
        "{mission}: it only waits"
    );
    let mut ends = vec![played.state];
    for seed in 1..=2 {
        // against somebody who plays by chance, who sits first
        let played = Table::open(&setup, &all[1..], salt * 100 + seed).play();
        assert!(played.moves > 0, "{mission}: it never moves");
        ends.push(played.state);
    }
    ends
}

/// Whether a mission has a last round.
fn has_a_last_round(state: &State) -> bool {
    matches!(state.mission.as_ref().unwrap().ends, Ends::AfterRound(_))
}

fn come_to_their_end(mission: &str, sides: usize, salt: u64) {
    for state in games(mission, sides, salt) {
        assert!(has_a_last_round(&state), "{mission}");
        assert_eq!(state.phase, Phase::Over, "{mission}: round {}", state.round);
        assert!(state.ending.is_some(), "{mission}");
    }
}

/// Without a last round, sides that cannot get at the points or at each other go on for ever; people would call it a day.
fn go_on_or_end(mission: &str, sides: usize, salt: u64) {
    for state in games(mission, sides, salt) {
        assert!(!has_a_last_round(&state), "{mission} has a last round; ask for its end");
        let long = state.round > MOST_ROUNDS;
        assert!(long || state.phase == Phase::Over, "{mission}: round {}", state.round);
    }
}

/// T-MIS-11 to T-MIS-13
#[test]
fn the_program_plays_seek_and_destroy_to_its_end() {
    come_to_their_end("seek-and-destroy", 2, 1);
}

/// T-MIS-21 to T-MIS-23
#[test]
fn the_program_plays_bridgehead_round_after_round() {
    go_on_or_end("bridgehead", 2, 2);
}

/// T-MIS-31 to T-MIS-35
#[test]
fn the_program_plays_hold_the_position_round_after_round() {
    go_on_or_end("hold-the-position", 2, 3);
}

/// T-MIS-41 to T-MIS-44
#[test]
fn the_program_plays_skirmish_to_its_end() {
    come_to_their_end("skirmish", 2, 4);
}

/// T-MIS-51 to T-MIS-56
#[test]
fn the_program_plays_landing_round_after_round() {
    go_on_or_end("landing", 2, 5);
}

/// T-MIS-61 to T-MIS-67
#[test]
fn the_program_plays_extraction_round_after_round() {
    go_on_or_end("extraction", 2, 6);
}

/// T-MIS-5
#[test]
fn the_program_plays_on_three_and_four_sides() {
    come_to_their_end("seek-and-destroy", 3, 7);
    go_on_or_end("bridgehead", 4, 8);
}

/// T-MIS-1, T-MIS-4
#[test]
fn the_program_plays_a_diced_mission_with_every_switch_on() {
    let mut setup = setup(None, 2);
    setup.switches.artillery = true;
    setup.switches.terrain_damage = true;
    setup.switches.home_turf = Some(Seat(1));
    setup.switches.first_round = Some(Seat(1));
    let state = Table::open(&setup, &[1], 9).play().state;
    assert!(state.phase == Phase::Over || !has_a_last_round(&state), "round {}", state.round);
}

/// T-BLD-1, T-BLD-8: whatever the points, its company can be locked, and it uses most of what it may spend.
#[test]
fn the_program_brings_a_legal_company_for_any_points() {
    for points in [300, 500, 750, 1000, 1500, 2000, 3000] {
        let setup = Setup { points, ..stage::setup("skirmish", 2) };
        let mut table = Table::open(&setup, &[1], 1);
        while table.bot_steps() {}
        let side = &table.state.sides[1];
        assert!(side.locked, "{points}");
        let company = side.company.as_ref().unwrap();
        let used = gatemaster_rules::at43::company::sums(&table.state.library, company).total();
        let limits = mustering::limits(&table.state, RED);
        let most = limits.assault + limits.reinforcement.unwrap_or(0);
        assert!(side.over == 0 && used <= most, "{points}: {used} of {most}");
        assert!(used * 10 >= most * 6, "{points}: {used} of {most}: {company:?}");
    }
}

/// T-BLD-1
#[test]
fn the_program_accepts_a_company_that_is_somewhat_too_large() {
    let mut table = Table::open(&stage::setup("skirmish", 2), &[1], 1);
    while table.bot_steps() {}
    table.state.sides[0].company = table.state.sides[1].company.clone();
    table.state.sides[0].locked = true;
    table.state.sides[0].over = 20;
    assert_eq!(
        bot(&table.state, RED),
        Some(Command::AcceptOver { seat: RED, of: BLUE, accept: true })
    );
}

fn fight() -> (Skirmish, [gatemaster_rules::at43::state::UnitId; 3]) {
    let (mut field, ids) = Skirmish::new(&[
        Team::blue("steel-troopers", 6).officer(),
        Team::red("storm-golems", 6).officer(),
        Team::red("storm-golems", 6),
    ]);
    field.state.round = 2;
    (field, ids)
}

/// It moves, asks once how far it is, and fires at whom it was told it sees.
#[test]
fn the_program_moves_asks_and_fires_at_what_it_was_told() {
    let (mut field, [steel, alpha, golems]) = fight();
    let mut asked = 0;
    let mut fired_at = Vec::new();
    let mut said = Vec::new();
    for _ in 0..20 {
        let Some(command) = bot(&field.state, BLUE) else {
            let Some(Task::Measure { pairs, .. }) = field.state.flow.tasks.last().cloned() else {
                break;
            };
            asked += 1;
            assert!(pairs.iter().all(|pair| pair.from == steel));
            let range = Range::Measured(Millimetres::cm(15));
            let one = Measured { from: steel, to: golems, range, cover: Cover::None, seeing: None };
            let told = pairs.iter().any(|pair| pair.to == golems).then_some(one);
            field.answer(RED, Answer::Measured(told.into_iter().collect()), &[]);
            continue;
        };
        said.push(format!("{command:?}"));
        if let Command::Shoot(salvo) = &command {
            fired_at.push(salvo.at);
            assert_eq!(salvo.range, Range::Measured(Millimetres::cm(15)));
        }
        let ends = matches!(command, Command::End { .. });
        let mut chance = Chance::new(5);
        let by = Doer { seats: vec![BLUE], organiser: false };
        let events = At43::decide(&field.state, &by, &command, &mut ByChance(&mut chance)).unwrap();
        for event in &events {
            At43::apply(&mut field.state, event);
        }
        if ends {
            break;
        }
    }
    assert!((1..=2).contains(&asked), "{said:#?}");
    assert!(!fired_at.is_empty(), "{said:#?}");
    let at_alpha = gatemaster_rules::at43::command::Mark::Unit(alpha);
    assert!(!fired_at.contains(&at_alpha), "it fires at somebody out of sight");
    assert!(said.iter().any(|said| said.starts_with("Move")), "{said:#?}");
}

/// What is out of sight, or too far, is not fired at.
#[test]
fn the_program_fires_at_nothing_that_it_does_not_see() {
    let (mut field, [steel, ..]) = fight();
    for _ in 0..20 {
        let Some(command) = bot(&field.state, BLUE) else {
            field.answer(RED, Answer::Measured(vec![]), &[]);
            continue;
        };
        assert!(!matches!(command, Command::Shoot(_)), "{command:?}");
        if matches!(command, Command::End { .. }) {
            return;
        }
        field.try_with(BLUE, &command, &[]).unwrap();
    }
    panic!("{steel:?} never ends");
}

/// T-CBT-1: engaged, it strikes with everybody.
#[test]
fn the_program_strikes_whoever_is_in_contact_with_it() {
    let (mut field, [steel, alpha, _]) = fight();
    field.touch(steel, alpha);
    field.acts(alpha);
    let command = bot(&field.state, RED);
    let Some(Command::Fight(combat)) = command else { panic!("{command:?}") };
    assert_eq!(combat.on, steel);
    assert!(combat.attackers >= 6);
}

/// It charges only where it was told that the enemy is near enough.
#[test]
fn the_program_charges_an_enemy_that_is_near_enough() {
    let (mut field, [steel, alpha, _]) = fight();
    field.acts(alpha);
    for (cm, charges) in [(8, true), (60, false)] {
        field.state.ranges.clear();
        field.state.sights.clear();
        let range = Range::Measured(Millimetres::cm(cm));
        let one = Measured { from: alpha, to: steel, range, cover: Cover::None, seeing: None };
        let sight =
            gatemaster_rules::at43::state::Sight { from: alpha, to: steel, told: Some(one) };
        At43::apply(&mut field.state, &Event::RangesTold { seat: BLUE, sights: vec![sight] });
        let command = bot(&field.state, RED);
        let met = matches!(&command, Some(Command::Move(moved)) if moved.contact == [steel]);
        if charges {
            let rush = matches!(&command, Some(Command::Move(moved)) if moved.pace == Pace::Rush);
            let shoots = matches!(command, Some(Command::Shoot(_)));
            assert!((met && !rush) || shoots, "{command:?}");
        } else {
            assert!(!met, "{command:?}");
        }
    }
}

/// It agrees with a count and never counts itself.
#[test]
fn the_program_agrees_with_a_count_and_never_counts() {
    let mut table = Table::open(&setup(Some("hold-the-position"), 2), &[1], 3);
    for _ in 0..MOST_STEPS {
        if table.state.flow.tasks.last() == Some(&Task::Count) {
            break;
        }
        if !table.bot_steps() {
            table.person_steps();
        }
    }
    assert_eq!(table.state.flow.tasks.last(), Some(&Task::Count), "nothing to count");
    assert_eq!(bot(&table.state, RED), None);
    let counts = gatemaster_rules::at43::control::last_counts(&table.state);
    table.act(BLUE, &Command::Count { seat: BLUE, counts });
    let agrees = Command::AgreeCounts { seat: RED, agree: true };
    assert_eq!(bot(&table.state, RED), Some(agrees.clone()));
    assert!(At43::consents(&agrees));
}
