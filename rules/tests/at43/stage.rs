//! Games from their set-up to the control phase, for whoever tests what goes before and after the cards.

use gatemaster_rules::at43::command::{Answer, Command, Counted};
use gatemaster_rules::at43::event::{Event, Gain};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::{Phase, Place, PlaceId, Stands, UnitId};
use gatemaster_rules::at43::{At43, Setup};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::stack::Stack;
use gatemaster_rules::system::{Doer, System as _};

use super::sample::{BLUE, Game, RED, company};

pub const GREEN: Seat = Seat(2);

/// Blue, Red and as many more as are wanted; Blue attacks where there are roles.
pub fn setup(mission: &str, sides: usize) -> Setup {
    let mut setup = Setup { mission: Some(mission.to_owned()), ..Setup::default() };
    setup.attacker = Some(BLUE);
    let more = [("Green", Colour::Green), ("Yellow", Colour::Yellow)];
    for (name, colour) in more.into_iter().take(sides - 2) {
        let mut side = setup.sides[0].clone();
        name.clone_into(&mut side.name);
        side.colour = colour;
        setup.sides.push(side);
    }
    setup
}

pub fn fresh(setup: &Setup) -> Game {
    Game { state: At43::set_up(setup).unwrap(), told: Vec::new() }
}

/// Everybody has built and locked a company.
pub fn mustered(setup: &Setup, companies: &[&str]) -> Game {
    let mut game = fresh(setup);
    for (seat, text) in (0..).map(Seat).zip(companies) {
        game.does(seat, &Command::Muster { seat, company: company(text) }, &[]);
        game.does(seat, &Command::LockCompany { seat }, &[]);
    }
    assert_eq!(game.state.phase, Phase::Laying);
    game
}

/// Everybody agrees on the table as the mission has it.
pub fn begun(setup: &Setup, companies: &[&str], edges: &[u32]) -> Game {
    let mut game = mustered(setup, companies);
    let seats: Vec<Seat> = game.state.seats().collect();
    let (last, others) = seats.split_last().unwrap();
    for seat in others {
        game.does(*seat, &Command::AgreeField { seat: *seat }, &[]);
    }
    game.does(*last, &Command::AgreeField { seat: *last }, edges);
    assert_eq!((game.state.phase, game.state.round), (Phase::Tactical, 1));
    game
}

/// The same with every assault unit on the table.
pub fn deployed(setup: &Setup, companies: &[&str]) -> Game {
    let sides = companies.len();
    let edges: &[u32] = match (setup.mission.as_deref(), sides) {
        (Some("seek-and-destroy" | "bridgehead"), 2) => &[1],
        (Some("seek-and-destroy" | "bridgehead"), _) => &[1, 1, 1],
        _ => &[],
    };
    let mut game = begun(setup, companies, edges);
    for unit in &mut game.state.units {
        if unit.stands == Stands::Reserve {
            unit.stands = Stands::Field;
        }
    }
    game
}

/// All cards are played but one of Blue's; then that one is, and the control phase begins.
pub fn last_card(game: &mut Game) -> Vec<Event> {
    let last = game.state.ids().find(|id| {
        let unit = game.state.unit(*id).unwrap();
        unit.side == BLUE && unit.has_card()
    });
    let Some(last) = last else { panic!("Blue has no unit to play") };
    for side in &mut game.state.sides {
        side.cards.clear();
    }
    game.state.sides[0].cards = vec![Some(last)];
    game.state.phase = Phase::Activation;
    game.state.flow.active = Some(BLUE);
    game.state.flow.order = game.state.seats().collect();
    game.state.flow.tasks = Stack::from(vec![Task::NextTurn, Task::Turn]);
    game.does(BLUE, &Command::PlayCard, &[]);
    while game.state.flow.tasks.last() != Some(&Task::Act) {
        let answer = match game.state.flow.tasks.last() {
            Some(Task::Pay { .. }) => Answer::Pay(true),
            other => panic!("{other:?}"),
        };
        game.answers(BLUE, answer, &[]);
    }
    game.does(BLUE, &Command::End { drills: Vec::new() }, &[]).to_vec()
}

pub fn everybody(game: &Game) -> Doer {
    Doer { seats: game.state.seats().collect(), organiser: false }
}

pub fn place_id(game: &Game, name: &str) -> PlaceId {
    let found = game.state.place_ids().find(|id| game.state.place(*id).unwrap().name == name);
    found.unwrap_or_else(|| panic!("no {name} among {:?}", game.state.places))
}

pub fn place<'a>(game: &'a Game, name: &str) -> &'a Place {
    game.state.place(place_id(game, name)).unwrap()
}

pub fn counts(game: &Game, near: &[(&str, &[u32])]) -> Vec<Counted> {
    let one = |(name, fighters): &(&str, &[u32])| Counted {
        place: place_id(game, name),
        fighters: fighters.to_vec(),
    };
    near.iter().map(one).collect()
}

/// Whoever stands near what is agreed on; what comes of it.
pub fn counted(game: &mut Game, near: &[(&str, &[u32])]) -> Vec<Event> {
    assert_eq!(game.state.flow.tasks.last(), Some(&Task::Count));
    let counts = counts(game, near);
    let by = everybody(game);
    game.done_by(&by, &Command::Count { seat: BLUE, counts }, &[]).to_vec()
}

/// A whole control phase: the last card, then these fighters near these places. Nobody buys anything.
pub fn control(game: &mut Game, near: &[(&str, &[u32])]) -> Vec<Event> {
    let mut told = last_card(game);
    if game.state.flow.tasks.last() == Some(&Task::Count) {
        told.extend(counted(game, near));
    }
    while let Some(Task::Buy { .. }) = game.state.flow.tasks.last() {
        let seat = match game.asked().0 {
            gatemaster_rules::system::Who::Seat(seat) => seat,
            other => panic!("{other:?} buys"),
        };
        told.extend_from_slice(game.does(seat, &Command::DoneBuying { seat }, &[]));
    }
    told
}

/// What was gained.
pub fn gained(told: &[Event]) -> Vec<Gain> {
    let gains = told.iter().filter_map(|event| match event {
        Event::Scored { gains } => Some(gains.clone()),
        _ => None,
    });
    gains.flatten().collect()
}

/// VP and RP of Blue, of Red.
pub fn points(game: &Game) -> [(u32, u32); 2] {
    [BLUE, RED].map(|seat| {
        let side = &game.state.sides[seat.index()];
        (side.vp, side.rp)
    })
}

/// Everybody of it is out, by this side's action; it is noted for the control phase.
pub fn wipe_out(game: &mut Game, name: &str, by: Option<Seat>) -> UnitId {
    use gatemaster_rules::at43::state::{Gone, LossKind, MemberId};
    let id = game.id(name);
    let unit = game.unit(name);
    let officer = unit.officer().is_some();
    let infantry = game.state.is_infantry(unit);
    let members: Vec<MemberId> = unit.member_ids().collect();
    let what = if infantry { LossKind::Infantry } else { LossKind::Machines };
    let mut events = vec![
        Event::Fell { unit: id, members, why: gatemaster_rules::at43::event::Fall::Shot },
        Event::UnitGone { unit: id, gone: Gone::Destroyed },
        Event::Lost { unit: id, what, by },
    ];
    if officer {
        events.push(Event::Lost { unit: id, what: LossKind::Officer, by });
    }
    for event in &events {
        At43::apply(&mut game.state, event);
    }
    id
}
