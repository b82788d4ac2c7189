//! Support for the tests of assaults and breaks: charges, dice that run on while hits are placed as usual, and the
//! numbers that were needed.

use gatemaster_rules::antares::command::{
    Answer, Charge, Command, Consolidation, GiveOrder, Mark, Use,
};
use gatemaster_rules::antares::event::{DestroyedBy, Forced, PinCause};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{ModelId, UnitId, WeaponId};
use gatemaster_rules::antares::{Antares, Event, State};
use gatemaster_rules::dice::Scripted;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Open, System, Who};

use crate::antares::field::{BLUE, Field, RED, seat};
pub use crate::antares::field::{aimed, resist_reasons as resists};

/// Only so many of its models have come to this battle.
pub fn few(field: &mut Field, id: UnitId, models: usize) {
    field.unit_mut(id).models.truncate(models);
}

/// Does it and lets hits be placed as usual wherever somebody could choose, all with these dice. Every other question
/// is left to the test.
pub fn go(field: &mut Field, by: Seat, command: &Command, dice: &[u32]) -> Vec<Event> {
    let mut scripted = Scripted::new(dice.iter().copied());
    let mut next = Some((by, command.clone()));
    let mut all = Vec::new();
    while let Some((by, command)) = next.take() {
        let events = Antares::decide(&field.state, &seat(by), &command, &mut scripted)
            .unwrap_or_else(|refusal| panic!("{command:?}: {refusal}; so far:\n{}", report(&all)));
        for event in &events {
            Antares::apply(&mut field.state, event);
        }
        all.extend(events);
        if let [Open { who: Who::Seat(seat), options, .. }] = field.open().as_slice()
            && matches!(options.first(), Some(Command::Answer(Answer::Place(_))))
        {
            next = Some((*seat, options[0].clone()));
        }
    }
    scripted.finish().unwrap_or_else(|fault| panic!("{command:?}: {fault}\n{}", report(&all)));
    field.last.clone_from(&all);
    all
}

fn report(events: &[Event]) -> String {
    let told = events.iter().filter(|event| !matches!(event, Event::Flow(_)));
    told.map(|event| format!("{event:?}")).collect::<Vec<_>>().join("\n")
}

pub fn answer(field: &mut Field, by: Seat, answer: Answer, dice: &[u32]) -> Vec<Event> {
    go(field, by, &Command::Answer(answer), dice)
}

pub fn declared(unit: UnitId, at: UnitId) -> GiveOrder {
    GiveOrder { assault: Some(at), ..GiveOrder::plain(unit, Order::Run) }
}

pub fn sprinting(unit: UnitId, at: UnitId) -> GiveOrder {
    GiveOrder { sprint: true, ..declared(unit, at) }
}

pub fn contact() -> Charge {
    Charge { contact: true, ..Charge::default() }
}

/// The charge of the unit that has its Run order.
pub fn charge(field: &mut Field, charge: Charge, dice: &[u32]) -> Vec<Event> {
    let (seat, _, _) = field.asked();
    go(field, seat, &Command::Charge(charge), dice)
}

/// A run into contact over open ground; the dice are those of the point-blank shooting and of what comes of it.
pub fn assault(field: &mut Field, unit: UnitId, at: UnitId, dice: &[u32]) -> Vec<Event> {
    field.give(&declared(unit, at), &[]);
    charge(field, contact(), dice)
}

/// The one question that is open, which the other side cannot answer.
#[track_caller]
pub fn asks(field: &Field, by: Seat, what: &str) {
    let (seat, asked, options) = field.asked();
    assert_eq!((seat, asked.as_str()), (by, what));
    let (other, name) = if by == RED { (BLUE, "Red") } else { (RED, "Blue") };
    assert_eq!(
        field.refused(other, &options[0]),
        format!("The battle waits for {name} to {what}.")
    );
}

/// The answers that are offered, the usual one first.
pub fn offered(field: &Field) -> Vec<Answer> {
    let answers = field.asked().2.into_iter().map(|option| match option {
        Command::Answer(answer) => answer,
        other => panic!("{other:?} is no answer"),
    });
    answers.collect()
}

pub fn weapon(field: &Field, key: &str) -> WeaponId {
    let place = field.state.armoury.iter().position(|weapon| weapon.key == key).unwrap();
    WeaponId(u16::try_from(place).unwrap())
}

/// Of the ways to shoot point-blank the first in which this weapon is used in this mode.
pub fn shooting(field: &Field, key: &str, mode: &str) -> Answer {
    let id = weapon(field, key);
    let modes = &field.state.armoury[id.index()].modes;
    let number = u8::try_from(modes.iter().position(|m| m.name == mode).unwrap()).unwrap();
    let with = |used: &Use| used.weapon == id && used.mode == number;
    offered(field)
        .into_iter()
        .find(|answer| matches!(answer, Answer::PointBlank(uses) if uses.iter().any(with)))
        .unwrap_or_else(|| panic!("nobody could shoot {key} {mode}"))
}

pub fn holds_fire() -> Answer {
    Answer::PointBlank(Vec::new())
}

/// Through a restart: the battle comes back from what was stored of it.
pub fn restart(field: &mut Field) {
    let stored = serde_json::to_string(&field.state).unwrap();
    let before = field.open();
    field.state = serde_json::from_str::<State>(&stored).unwrap();
    assert_eq!(field.open(), before);
}

/// Everybody who may consolidate stays; says who was asked, in order. Nothing else is open then.
#[track_caller]
pub fn hold_ground(field: &mut Field) -> Vec<UnitId> {
    let mut stayed = Vec::new();
    while !field.is_quiet() {
        let (by, what, _) = field.asked();
        assert!(what.starts_with("consolidate "), "asked to {what}");
        asks(field, by, &what);
        let stay = Answer::Consolidate(Consolidation::default());
        let events = field.answer(by, stay, &[]);
        stayed.extend(events.iter().find_map(|event| match event {
            Event::HeldGround { unit } => Some(*unit),
            _ => None,
        }));
    }
    stayed
}

/// How many dice each batch had.
pub fn thrown(events: &[Event]) -> Vec<usize> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Rolled { batches, .. } => Some(batches),
            _ => None,
        })
        .flatten()
        .map(|batch| batch.dice.len())
        .collect()
}

/// The last few of what there is.
pub fn last<T: Clone>(all: &[T], number: usize) -> Vec<T> {
    all[all.len() - number..].to_vec()
}

/// Why hits were rolled again, and how many.
pub fn rerolled(events: &[Event]) -> Vec<(Forced, usize)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::HitsRerolled { why, dice, .. } => Some((*why, dice.len())),
            _ => None,
        })
        .collect()
}

/// What was needed in tests: of the order, the ground, the nerves.
pub fn tests(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Tested(test) => Some(test.check.to_string()),
            _ => None,
        })
        .collect()
}

/// Who lost models, in order.
pub fn fallen(events: &[Event]) -> Vec<(UnitId, ModelId)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Casualty { unit, model } => Some((*unit, *model)),
            _ => None,
        })
        .collect()
}

pub fn pinned(events: &[Event]) -> Vec<(UnitId, u32, PinCause)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Pinned { unit, pins, why, .. } => Some((*unit, *pins, *why)),
            _ => None,
        })
        .collect()
}

pub fn destroyed(events: &[Event]) -> Vec<(UnitId, DestroyedBy)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Destroyed { unit, why } => Some((*unit, *why)),
            _ => None,
        })
        .collect()
}

/// Pins of both sides and the losers, if a result was worked out.
pub fn result(events: &[Event]) -> Option<((u32, u32), Vec<UnitId>)> {
    events.iter().find_map(|event| match event {
        Event::AssaultDecided { pins, losers, .. } => Some((*pins, losers.clone())),
        _ => None,
    })
}

/// Where the first thing of a kind happened, to tell what came before what.
#[track_caller]
pub fn place(events: &[Event], of: impl Fn(&Event) -> bool) -> usize {
    events.iter().position(of).expect("it did not happen")
}

/// Hits placed on these models, in order.
pub fn onto(models: &[u8]) -> Answer {
    Answer::Place(models.iter().map(|number| Some(Mark::Model(ModelId(*number)))).collect())
}

/// A unit of each side, with so many of its models.
pub fn duel(red: (&str, usize), blue: (&str, usize)) -> (Field, UnitId, UnitId) {
    let mut field = Field::new(&[red.0], &[blue.0]);
    let (one, other) = (field.red(0), field.blue(0));
    few(&mut field, one, red.1);
    few(&mut field, other, blue.1);
    (field, one, other)
}

/// The same battle once more, to see what else could have happened.
pub fn fork(field: &Field) -> Field {
    Field { state: field.state.clone(), last: Vec::new() }
}
