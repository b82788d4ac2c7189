//! Games that play themselves, for tests of what is shown of them.

use gatemaster_rules::at43::command::{Answer, Command};
use gatemaster_rules::at43::company::Company;
use gatemaster_rules::at43::data::companies;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::{Phase, Plan, Stands, State};
use gatemaster_rules::at43::tactical::default_plan;
use gatemaster_rules::at43::{At43, Event, Setup, View};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{Doer, System as _, Viewer, Who};

pub const BLUE: Seat = Seat(0);
pub const RED: Seat = Seat(1);

/// Dice that fall by chance.
struct Fair<'a>(&'a mut Chooser);

impl Dice for Fair<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(sides as usize)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

/// What everybody may see.
pub fn seen(state: &State) -> View {
    At43::view(state, &Viewer::spectator())
}

pub fn ready(key: &str) -> Company {
    companies().iter().find(|ready| ready.key == key).unwrap().company.clone()
}

/// So many sides on this mission.
pub fn setup(mission: &str, sides: usize) -> Setup {
    let mut setup = Setup {
        mission: Some(mission.to_owned()),
        points: 3_000,
        attacker: Some(BLUE),
        ..Setup::default()
    };
    for (name, colour) in [("Green", Colour::Green), ("Black", Colour::Black)] {
        if setup.sides.len() < sides {
            let mut side = setup.sides[0].clone();
            name.clone_into(&mut side.name);
            side.colour = colour;
            setup.sides.push(side);
        }
    }
    setup
}

pub fn act(state: &mut State, seat: Seat, command: &Command, chooser: &mut Chooser) -> Vec<Event> {
    let by = Doer { seats: vec![seat], organiser: false };
    let events = At43::decide(state, &by, command, &mut Fair(chooser)).unwrap();
    for event in &events {
        At43::apply(state, event);
    }
    events
}

/// Companies are brought, in turn from this list, and the table is agreed on.
pub fn begun(setup: &Setup, keys: &[&str]) -> State {
    let mut state = mustering(setup, keys);
    let chooser = &mut Chooser::new(1);
    for seat in state.seats() {
        act(&mut state, seat, &Command::LockCompany { seat }, chooser);
    }
    for seat in state.seats() {
        act(&mut state, seat, &Command::AgreeField { seat }, chooser);
    }
    assert_eq!(state.phase, Phase::Tactical);
    state
}

/// Companies are built, and nobody has locked.
pub fn mustering(setup: &Setup, keys: &[&str]) -> State {
    let mut state = At43::set_up(setup).unwrap();
    for (seat, key) in state.seats().zip(keys.iter().cycle()) {
        let muster = Command::Muster { seat, company: ready(key) };
        act(&mut state, seat, &muster, &mut Chooser::new(1));
    }
    state
}

/// The two first companies on an open table, before the plans of round 1.
pub fn small() -> State {
    let keys = ["white-stars-ready", "therians-ready"];
    begun(&Setup::default(), &keys)
}

/// A plan in the usual order or turned round.
pub fn plan(state: &mut State, seat: Seat, turned: bool, wager: u32) {
    let mut plan = Plan { wager, ..default_plan(state, seat) };
    if turned {
        plan.sequence.reverse();
    }
    act(state, seat, &Command::Plan { seat, plan }, &mut Chooser::new(4));
}

/// Both have planned the round, Blue perhaps the other way round, and Blue is to play the first card.
pub fn first_card(turned: bool) -> State {
    let mut state = small();
    plan(&mut state, RED, false, 0);
    plan(&mut state, BLUE, turned, 0);
    let Some(Task::ChooseFirst { winner }) = state.flow.tasks.last().cloned() else {
        panic!("{:?}", state.flow.tasks)
    };
    let first = Command::Answer(Answer::First(BLUE));
    act(&mut state, winner, &first, &mut Chooser::new(1));
    assert_eq!(state.flow.tasks.last(), Some(&Task::Turn));
    state
}

/// The game goes on by chance, with what is asked for first; gives each step with the game before it.
pub fn play_on(state: &mut State, seed: u64, steps: usize) -> Vec<(View, Vec<Event>)> {
    let mut chooser = Chooser::new(seed);
    let mut made = Vec::new();
    for _ in 0..steps {
        if state.phase == Phase::Over {
            break;
        }
        let open = At43::open(state);
        let owed = open.iter().filter(|open| matches!(open.who, Who::Seat(_)));
        let owed: Vec<_> = owed.collect();
        let open = owed[chooser.below(owed.len())];
        let command = open.options[chooser.below(open.options.len())].clone();
        let Who::Seat(seat) = open.who else { unreachable!("only what is owed was kept") };
        let before = seen(state);
        made.push((before, act(state, seat, &command, &mut chooser)));
    }
    made
}

/// So many units on each side, by copying those that are there; all on the table, in the middle of round 3.
pub fn crowd(mission: &str, sides: usize, units: usize) -> State {
    let keys = ["baker-company", "wraith-company"];
    let mut state = begun(&setup("bridgehead", sides), &keys);
    if mission != "bridgehead" {
        let other = begun(&setup(mission, 2), &["white-stars-ready", "therians-ready"]);
        (state.mission, state.places) = (other.mission, other.places);
    }
    let known = std::mem::take(&mut state.units);
    for seat in state.seats() {
        let own: Vec<_> = known.iter().filter(|unit| unit.side == seat).collect();
        for place in 0..units {
            let mut unit = own[place % own.len()].clone();
            let base = unit.name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
            unit.name = format!("{base} {}", place / own.len() + 1 + place % own.len() * 10);
            unit.stands = Stands::Field;
            state.units.push(unit);
        }
        state.sides[seat.index()].cards = vec![None; units];
        state.sides[seat.index()].commander = None;
    }
    state.round = 3;
    state.phase = Phase::Activation;
    state.flow.active = Some(BLUE);
    state.flow.tasks = vec![Task::Turn].into();
    state
}
