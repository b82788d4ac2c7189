//! Small things that many of the row tests need.

use gatemaster_rules::antares::command::{Command, Feature, GiveOrder, Move, Nerve, TurnEnd};
use gatemaster_rules::antares::event::{Pace, TestKind, TestResult};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Phase, UnitId};
use gatemaster_rules::antares::{Event, State};
use gatemaster_rules::system::{Doer, Who};

use crate::antares::field::{Field, RED};

/// The program stops and starts again: all that is left is what was written down.
pub fn restart(field: &mut Field) {
    let text = serde_json::to_string(&field.state).unwrap();
    let back: State = serde_json::from_str(&text).unwrap();
    assert_eq!(back, field.state, "something was lost on the way");
    field.state = back;
}

pub fn organiser() -> Doer {
    Doer { seats: Vec::new(), organiser: true }
}

/// Everybody but these has had all orders of this turn.
pub fn all_done_but(field: &mut Field, waiting: &[UnitId]) {
    for id in field.state.ids().filter(|id| !waiting.contains(id)) {
        while field.unit(id).dice.in_bag() > 0 {
            field.lay(id, Order::Rally);
        }
    }
}

/// The last order of the turn is given to this unit; what is left is the turn's end.
pub fn last_order(field: &mut Field, id: UnitId, order: Order) {
    all_done_but(field, &[id]);
    field.order(id, order, &[]);
    assert_eq!(field.state.phase, Phase::TurnEnd);
}

pub fn end_turn(field: &mut Field, dice: &[u32]) -> Vec<Event> {
    field.go(RED, &Command::EndTurn(TurnEnd::default()), dice)
}

pub fn with_commander(commander: UnitId) -> Nerve {
    Nerve { commander: Some(commander), soma: false }
}

pub fn with_grafts() -> Nerve {
    Nerve { commander: None, soma: true }
}

pub fn sprint(id: UnitId) -> GiveOrder {
    GiveOrder { sprint: true, ..GiveOrder::plain(id, Order::Run) }
}

pub fn assault(id: UnitId, on: UnitId) -> GiveOrder {
    GiveOrder { assault: Some(on), ..GiveOrder::plain(id, Order::Run) }
}

pub fn wall() -> Feature {
    Feature::Obstacle { name: "the wall".into(), defended: false }
}

pub fn wood() -> Feature {
    Feature::Difficult { name: "the wood".into() }
}

pub fn across(features: &[Feature]) -> Command {
    Command::Move(Move { to: None, features: features.to_vec(), left_behind: Vec::new() })
}

/// What was tested, against which number, with what result.
pub fn tests(events: &[Event]) -> Vec<(TestKind, i32, TestResult)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Tested(test) => Some((test.what.clone(), test.check.target(), test.result)),
            _ => None,
        })
        .collect()
}

/// The one move in these events: its pace, how far it may go, and whether it was halted.
pub fn moved(events: &[Event]) -> (Pace, Inches, bool) {
    let mut moves = events.iter().filter_map(|event| match event {
        Event::Moved { how, distance, halted, .. } => Some((*how, *distance, *halted)),
        _ => None,
    });
    let only = moves.next().expect("nobody moved");
    assert_eq!(moves.next(), None, "more than one moved");
    only
}

/// Anybody may do this one thing, and nothing else is open.
pub fn anybody_may(field: &Field, what: &str) {
    let open = field.open();
    let words: Vec<(&Who, &str)> =
        open.iter().map(|open| (&open.who, open.what.as_str())).collect();
    assert_eq!(words, [(&Who::AnyPlayer, what)]);
}
