//! The decisions that are open now, with what can be answered.

use super::buildings::{self, Berth, Facing};
use super::command::{Command, GiveOrder, TurnEnd};
use super::decide::is_at_rest;
use super::event::Pace;
use super::order::Order;
use super::orders::check_order;
use super::question::{nerves, question};
use super::state::{Phase, Soma, State, Unit, UnitId};
use super::turn::{can_be_braced, turn_end_waits_for};
use crate::ids::Seat;
use crate::system::{Open, Who};

pub fn open(state: &State) -> Vec<Open<Command>> {
    if state.phase == Phase::Over {
        return Vec::new();
    }
    let mut open = play(state);
    if let Some(proposal) = &state.proposal {
        let matter = format!("correction {}", state.proposals);
        // shots and fights come first, and what was possible may not be any more
        let possible = is_at_rest(state) && proposal.correction.check(state).is_ok();
        let answers = [true, false].into_iter().filter(|agreed| possible || !agreed);
        open.push(Open {
            who: Who::Seat(state.enemy_of(proposal.by)),
            what: format!("answer {}'s correction", state.side_name(proposal.by)),
            matter,
            options: answers.map(Command::AgreeToCorrection).collect(),
        });
    }
    open
}

fn play(state: &State) -> Vec<Open<Command>> {
    let matter = state.flow.step.to_string();
    let one = |who: Who, what: String, options: Vec<Command>| {
        vec![Open { who, what, matter: matter.clone(), options }]
    };
    if let Some(task) = state.flow.tasks.last() {
        return question(state, task)
            .map(|asked| one(Who::Seat(asked.seat), asked.what, asked.options))
            .unwrap_or_default();
    }
    match state.phase {
        Phase::DeployingSnipers | Phase::Deploying => match state.flow.drawn {
            None => one(Who::AnyPlayer, "draw a die to deploy".into(), vec![Command::Draw]),
            Some(seat) => {
                let units =
                    state.waiting_for_orders(seat).flat_map(|(unit, _)| deployments(state, unit));
                one(Who::Seat(seat), "deploy a unit".into(), units.collect())
            }
        },
        Phase::Infiltrating => {
            let quick = state.options.quick_start;
            let mut open: Vec<Open<Command>> =
                state.seats().filter_map(|seat| infiltration(state, seat, quick)).collect();
            if quick {
                open.extend(one(Who::AnyPlayer, "draw an order die".into(), vec![Command::Draw]));
            }
            open
        }
        Phase::Orders => match state.flow.drawn {
            None => one(Who::AnyPlayer, "draw an order die".into(), vec![Command::Draw]),
            Some(seat) => one(Who::Seat(seat), "give an order".into(), orders(state, seat)),
        },
        Phase::TurnEnd => {
            let waits = turn_end_waits_for(state);
            if waits.is_empty() {
                return one(
                    Who::AnyPlayer,
                    "end the turn".into(),
                    vec![Command::EndTurn(TurnEnd::default())],
                );
            }
            waits
                .into_iter()
                .map(|seat| Open {
                    who: Who::Seat(seat),
                    what: "decide about ambushes and recoveries".into(),
                    matter: format!("end of turn {}", state.turn),
                    options: turn_ends(state, seat),
                })
                .collect()
        }
        Phase::Over => Vec::new(),
    }
}

/// Where the first die may be drawn at once, nobody waits for the infiltrators.
fn infiltration(state: &State, seat: Seat, may: bool) -> Option<Open<Command>> {
    let options: Vec<Command> = state
        .living(seat)
        .filter(|(_, unit)| unit.may_infiltrate())
        .flat_map(|(unit, infiltrator)| infiltrations(state, unit, infiltrator))
        .collect();
    (!options.is_empty()).then(|| Open {
        who: if may { Who::May(seat) } else { Who::Seat(seat) },
        what: "move the infiltrators".into(),
        matter: "infiltration".into(),
        options,
    })
}

/// On the table, or in and on every building that takes it in.
fn deployments(state: &State, id: UnitId) -> Vec<Command> {
    let berths = buildings::berths(state, id).into_iter().map(|spot| {
        let berth = |opening| Berth { spot, opening };
        let free = berth(None);
        let fits = buildings::check_berth(state, id, free).is_ok();
        Some(if fits { free } else { berth(Some(Facing::Front)) })
    });
    let table = std::iter::once(None);
    table.chain(berths).map(|into| Command::Deploy { unit: id, into }).collect()
}

fn infiltrations(state: &State, unit: UnitId, infiltrator: &Unit) -> Vec<Command> {
    let plain = infiltrator.spot.is_none().then_some(None);
    let inside = buildings::destinations(state, unit, Pace::Infiltrate);
    let run = plain.into_iter().chain(inside).map(|to| (Some(Vec::new()), to));
    let stay = std::iter::once((None, None));
    run.chain(stay).map(|(moved, to)| Command::Infiltrate { unit, moved, to }).collect()
}

/// Every order that could be given with the die just drawn; assaults name each enemy.
pub fn orders(state: &State, seat: Seat) -> Vec<Command> {
    let mut orders = Vec::new();
    let enemies: Vec<UnitId> = state.living(state.enemy_of(seat)).map(|(id, _)| id).collect();
    for (id, unit) in state.waiting_for_orders(seat) {
        // whatever it is told, it rolls for what it does (A-ORD-10)
        if unit.soma == Soma::Wild {
            let any = GiveOrder::plain(id, Order::Fire);
            orders.extend(check_order(state, seat, &any).is_ok().then_some(Command::Order(any)));
            continue;
        }
        for nerve in order_nerves(state, id, unit) {
            for order in Order::ALL {
                let plain = GiveOrder { nerve, ..GiveOrder::plain(id, order) };
                let mut ways = vec![plain.clone()];
                if order == Order::Run {
                    ways.push(GiveOrder { sprint: true, ..plain.clone() });
                    for enemy in &enemies {
                        for sprint in [false, true] {
                            ways.push(GiveOrder { sprint, assault: Some(*enemy), ..plain.clone() });
                        }
                    }
                }
                orders.extend(
                    ways.into_iter()
                        .filter(|way| check_order(state, seat, way).is_ok())
                        .map(Command::Order),
                );
            }
        }
    }
    orders
}

fn order_nerves(state: &State, id: UnitId, unit: &Unit) -> Vec<super::command::Nerve> {
    let mut nerves = nerves(state, id, unit);
    if unit.pins == 0 {
        nerves.truncate(1);
    }
    nerves
}

/// Nothing kept, everything kept, and everything kept with all that helps.
fn turn_ends(state: &State, seat: Seat) -> Vec<Command> {
    let keep: Vec<UnitId> = state
        .living(seat)
        .filter(|(_, unit)| unit.order() == Some(Order::Ambush))
        .map(|(id, _)| id)
        .collect();
    let helped = state
        .living(seat)
        .filter(|(id, unit)| {
            unit.dice.placed.contains(&Order::Down) && can_be_braced(state, *id, unit)
        })
        .filter_map(|(id, unit)| nerves(state, id, unit).last().map(|nerve| (id, *nerve)))
        .collect();
    let mut ends = vec![TurnEnd { keep: keep.clone(), nerves: Vec::new() }];
    for end in [TurnEnd::default(), TurnEnd { keep, nerves: helped }] {
        if !ends.contains(&end) {
            ends.push(end);
        }
    }
    ends.into_iter().map(Command::EndTurn).collect()
}
