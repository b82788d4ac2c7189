//! The first line: what changed.

use gatemaster_rules::antares::event::{DestroyedBy, Drawn, TestKind};
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::report::deed::{Aimed, Deed, Tested, Topic};
use gatemaster_rules::antares::report::{Digest, Fate, Who, weapon};
use gatemaster_rules::antares::state::{Phase, State, UnitId};
use gatemaster_rules::text::{count, list};

use super::dice::pins;
use super::lines::{plain, with_mark};
use crate::words::esc;

/// The first line, and the deed that it tells by itself.
pub struct Headline {
    pub words: String,
    pub tells: Option<usize>,
    /// What became of units, where something larger stands before it.
    pub then: Option<String>,
}

pub fn of(digest: &Digest) -> Headline {
    let by_itself = |words: String| Headline { words, tells: None, then: None };
    if let Some(end) = ending(digest) {
        return Headline { then: fates(digest), ..end };
    }
    if let Some(words) = deployment(digest).or_else(|| turn_end(digest)) {
        return by_itself(words);
    }
    if let Some(words) = fates(digest) {
        return by_itself(words);
    }
    unharmed(digest)
}

/// The last deed that something can be said of.
fn last(digest: &Digest, mut words: impl FnMut(&Deed) -> Option<String>) -> Option<Headline> {
    let mut deeds = digest.deeds.iter().enumerate().rev();
    deeds.find_map(|(place, deed)| {
        Some(Headline { words: words(deed)?, tells: Some(place), then: None })
    })
}

/// The sentence itself, where it is about this.
fn told(digest: &Digest, about: Topic) -> Option<Headline> {
    last(digest, |deed| match deed {
        Deed::Told { topic, text } if *topic == about => Some(plain(text)),
        _ => None,
    })
}

fn ending(digest: &Digest) -> Option<Headline> {
    (digest.after.phase == Phase::Over).then(|| told(digest, Topic::Ending)).flatten()
}

/// "5 of 12 units are on the table"
fn deployment(digest: &Digest) -> Option<String> {
    digest.deeds.iter().find(|deed| matches!(deed, Deed::Deployed { .. }))?;
    let all = digest.after.units.len();
    let here = digest.after.units.iter().filter(|unit| unit.deployed).count();
    Some(if here == all {
        format!("All {all} units are on the table")
    } else {
        format!("{here} of {all} units are on the table")
    })
}

/// "Turn 2 is over: Hammer is up again, Borer stays down"
fn turn_end(digest: &Digest) -> Option<String> {
    let state = &digest.after;
    let begun = digest.deeds.iter().any(|deed| matches!(deed, Deed::TurnBegan(_)));
    let recoveries: Vec<&Tested> = digest
        .deeds
        .iter()
        .filter_map(|deed| match deed {
            Deed::Tested(tested) if tested.test.what == TestKind::Recovery => Some(tested),
            _ => None,
        })
        .collect();
    if !begun && recoveries.is_empty() {
        return None;
    }
    if begun && state.turn <= 1 {
        return Some("Turn 1 begins".to_owned());
    }
    let turn = if begun { state.turn - 1 } else { state.turn };
    let came_to = |passed: bool, one: &str, many: &str| {
        let tests = recoveries.iter().filter(|tested| tested.test.result.passed() == passed);
        let units: Vec<UnitId> = tests.map(|tested| tested.test.unit).collect();
        let does = match units.as_slice() {
            [only] => Who::unit(state, *only).does(one, many),
            _ => many,
        };
        let names: Vec<String> = units.iter().map(|unit| esc(state.unit_name(*unit))).collect();
        (!names.is_empty()).then(|| format!("{} {does}", list(&names)))
    };
    let parts: Vec<String> =
        [came_to(true, "is up again", "are up again"), came_to(false, "stays down", "stay down")]
            .into_iter()
            .flatten()
            .collect();
    let over = format!("Turn {turn} is over");
    Some(if parts.is_empty() { over } else { format!("{over}: {}", parts.join(", ")) })
}

/// "Rabble loses 4, one pin, and holds; Ferals lose 1"
fn fates(digest: &Digest) -> Option<String> {
    let state = &digest.after;
    let acting = digest.deeds.iter().find_map(|deed| match deed {
        Deed::Ordered { unit, .. } => state.unit(*unit).map(|unit| unit.side),
        Deed::Aimed(aimed) => state.unit(aimed.from).map(|unit| unit.side),
        _ => None,
    });
    let mut harmed: Vec<&Fate> = digest.fates.iter().filter(|fate| fate.is_harmed()).collect();
    // those who were attacked first
    harmed.sort_by_key(|fate| state.unit(fate.unit).map(|unit| unit.side) == acting);
    let told: Vec<String> = harmed.iter().map(|fate| what_became(state, fate)).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// "Rabble loses 4, one pin, and holds"
pub fn what_became(state: &State, fate: &Fate) -> String {
    let who = Who::unit(state, fate.unit);
    let name = esc(state.unit_name(fate.unit));
    if let Some(why) = fate.destroyed {
        return format!("{name} {}", destroyed(state, fate.unit, why));
    }
    let loses = who.does("loses", "lose");
    let lost = losses(state, fate);
    let took = (fate.pins > 0).then(|| pins(fate.pins));
    let mut rest: Vec<String> = Vec::new();
    rest.extend(
        fate.jammed
            .iter()
            .map(|id| format!("{} {} {} jammed", who.has(), who.its(), esc(&weapon(state, *id)))),
    );
    if fate.immobilised {
        rest.push("cannot move any more".to_owned());
    }
    if fate.held {
        rest.push(who.does("holds", "hold").to_owned());
    } else if fate.down {
        rest.push(format!("{} down", who.does("goes", "go")));
    }
    let takes = who.does("takes", "take");
    let mut parts: Vec<String> = Vec::new();
    if lost.is_empty() {
        parts.extend(took.map(|pins| format!("{takes} {pins}")));
    } else {
        parts.push(format!("{loses} {}", list(&lost)));
        parts.extend(took);
    }
    let rest_is_empty = rest.is_empty();
    parts.extend(rest);
    let words = match parts.as_slice() {
        [lost, pins] if rest_is_empty => format!("{lost}, {pins}"),
        [head @ .., last] if head.len() > 1 => format!("{}, and {last}", head.join(", ")),
        _ => list(&parts),
    };
    format!("{name} {words}")
}

fn losses(state: &State, fate: &Fate) -> Vec<String> {
    let its = Who::unit(state, fate.unit).its();
    let mut lost = Vec::new();
    if fate.models > 0 {
        lost.push(fate.models.to_string());
    }
    lost.extend(fate.gear.iter().map(|gear| format!("{its} {}", gear.name())));
    if let (true, Some(gun)) = (fate.gun_lost, state.unit(fate.unit).and_then(|unit| unit.gun)) {
        lost.push(format!("{its} {}", esc(&weapon(state, gun.weapon))));
    }
    match fate.dice_lost {
        0 => {}
        1 => lost.push("an order die".to_owned()),
        dice => lost.push(count(dice, "order die", "order dice")),
    }
    lost
}

fn destroyed(state: &State, unit: UnitId, why: DestroyedBy) -> String {
    let who = Who::unit(state, unit);
    let (is, breaks) = (who.is(), who.does("breaks", "break"));
    let alone = state.unit(unit).is_some_and(|unit| unit.started_with() == 1);
    match why {
        DestroyedBy::Losses if alone => format!("{is} destroyed"),
        DestroyedBy::Losses => format!("{is} wiped out"),
        DestroyedBy::BrokeUnderFire => format!("{breaks} and {is} destroyed"),
        DestroyedBy::BrokeInDefeat => format!("{is} beaten and destroyed"),
        DestroyedBy::TooManyPins => {
            let command =
                state.unit(unit).map_or(0, gatemaster_rules::antares::state::Unit::command);
            format!("{breaks} under {command} pins or more and {is} destroyed")
        }
        DestroyedBy::Correction => format!("{is} taken off the table"),
        DestroyedBy::Collapse => format!("{is} buried and destroyed"),
        DestroyedBy::NoWayOut => format!("cannot fall back and {is} destroyed"),
    }
}

/// Nobody was harmed: how far it has come.
fn unharmed(digest: &Digest) -> Headline {
    let state = &digest.after;
    let name = |unit: UnitId| esc(state.unit_name(unit));
    last(digest, |deed| decided(digest, deed))
        .map(|fight| Headline { tells: None, ..fight })
        .or_else(|| told(digest, Topic::Result))
        .or_else(|| shooting(digest).map(|words| Headline { words, tells: None, then: None }))
        .or_else(|| {
            last(digest, |deed| match deed {
                Deed::Charged { unit, at, contact } => {
                    let who = Who::unit(state, *unit);
                    let how = if *contact {
                        who.does("reaches", "reach").to_owned()
                    } else {
                        format!("{} short of", who.does("falls", "fall"))
                    };
                    Some(format!("{} {how} {}", name(*unit), name(*at)))
                }
                _ => None,
            })
        })
        .or_else(|| {
            last(digest, |deed| match deed {
                Deed::Aimed(aimed) if !aimed.rolled => Some(takes_aim(state, aimed)),
                _ => None,
            })
        })
        .or_else(|| {
            last(digest, |deed| tested(state, deed)).map(|first| Headline { tells: None, ..first })
        })
        .or_else(|| told(digest, Topic::Moved))
        .or_else(|| last(digest, |deed| ordered(state, deed)))
        .or_else(|| told(digest, Topic::Correction))
        .or_else(|| last(digest, |deed| drawn(state, deed)))
        .or_else(|| told(digest, Topic::Ending))
        .or_else(|| told(digest, Topic::Aside))
        .unwrap_or_else(|| Headline {
            words: "The battle goes on".to_owned(),
            tells: None,
            then: None,
        })
}

/// "Ferals lose the fight and hold"
fn decided(digest: &Digest, deed: &Deed) -> Option<String> {
    let Deed::Decided { losers, .. } = deed else { return None };
    let [loser] = losers.as_slice() else {
        return Some("The fight is a draw, and both are beaten".to_owned());
    };
    let who = Who::unit(&digest.after, *loser);
    let held = digest.fates.iter().any(|fate| fate.unit == *loser && fate.held);
    let holds = if held { format!(" and {}", who.does("holds", "hold")) } else { String::new() };
    let name = esc(digest.after.unit_name(*loser));
    Some(format!("{name} {} the fight{holds}", who.does("loses", "lose")))
}

/// "Ferals miss Rabble", "3 hits on Rabble"
fn shooting(digest: &Digest) -> Option<String> {
    let state = &digest.after;
    let aimed = digest.deeds.iter().rev().find_map(|deed| match deed {
        Deed::Aimed(aimed) if aimed.rolled => Some(aimed),
        _ => None,
    })?;
    let who = Who::unit(state, aimed.from);
    let name = esc(state.unit_name(aimed.from));
    let at = aimed.at.map(|at| esc(state.unit_name(at)));
    let hits: Vec<&Fate> = digest.fates.iter().filter(|fate| fate.hits > 0).collect();
    if let [fate] = hits.as_slice() {
        let (on, hits) = (esc(state.unit_name(fate.unit)), count(fate.hits, "hit", "hits"));
        let saved = digest.deeds.iter().any(|deed| matches!(deed, Deed::Saves { .. }));
        if saved && state.flow.tasks.is_empty() {
            let takes = Who::unit(state, fate.unit).does("takes", "take");
            return Some(format!("{on} {takes} {hits} unharmed"));
        }
        return Some(format!("{hits} on {on}"));
    }
    if !hits.is_empty() {
        let names: Vec<String> = hits
            .iter()
            .map(|fate| format!("{} on {}", fate.hits, esc(state.unit_name(fate.unit))))
            .collect();
        return Some(format!("Hits: {}", list(&names)));
    }
    // whether a shot that hit nobody by itself still comes down somewhere is not said yet
    let open = matches!(
        state.flow.tasks.last(),
        Some(Task::Spot { .. } | Task::Template { .. } | Task::OddHits { .. })
    );
    if open {
        let dice = digest.deeds.iter().filter_map(|deed| match deed {
            Deed::Shots(shots) => Some(shots.standing()),
            _ => None,
        });
        let (hit, all) = dice
            .flatten()
            .fold((0, 0), |(hit, all), cast| (hit + u32::from(cast.fell.hits()), all + 1));
        return Some(match all {
            1 => format!("{name}: a {} so far", if hit == 1 { "hit" } else { "miss" }),
            _ => format!("{name}: {hit} of {all} hit so far"),
        });
    }
    let misses = who.does("misses", "miss");
    Some(match at {
        Some(at) => format!("{name} {misses} {at}"),
        None => format!("{name} {misses}"),
    })
}

fn takes_aim(state: &State, aimed: &Aimed) -> String {
    let who = Who::unit(state, aimed.from);
    let name = esc(state.unit_name(aimed.from));
    let at = match (aimed.at, aimed.part) {
        (Some(at), _) => esc(state.unit_name(at)),
        (None, Some(part)) => esc(&state.part_name(part)),
        (None, None) => "nobody in sight".to_owned(),
    };
    if aimed.sprung {
        return format!(
            "{name} {} an ambush on {at}, {}",
            who.does("springs", "spring"),
            aimed.range
        );
    }
    format!("{name} {} aim at {at}, {}", who.does("takes", "take"), aimed.range)
}

/// "Karnan fails the order test and goes down", "Ferals rally: 3 pins off, none left"
fn tested(state: &State, deed: &Deed) -> Option<String> {
    let Deed::Tested(tested) = deed else { return None };
    let TestKind::Order(order) = tested.test.what else { return None };
    let who = Who::unit(state, tested.test.unit);
    let name = esc(state.unit_name(tested.test.unit));
    if tested.down {
        let (fails, goes) = (who.does("fails", "fail"), who.does("goes", "go"));
        return Some(format!("{name} {fails} the order test and {goes} down"));
    }
    if order == Order::Rally && tested.test.result.passed() {
        let rallies = who.does("rallies", "rally");
        return Some(match tested.off {
            0 => format!("{name} {rallies}"),
            off => format!("{name} {rallies}: {} off, {}", pins(off), left(tested.now)),
        });
    }
    None
}

/// "2 left", "none left"
pub fn left(now: u32) -> String {
    if now == 0 { "none left".to_owned() } else { format!("{now} left") }
}

fn ordered(state: &State, deed: &Deed) -> Option<String> {
    let Deed::Ordered { unit, order, sprint, assault, distorted } = deed else { return None };
    let who = Who::unit(state, *unit);
    let name = esc(state.unit_name(*unit));
    let words = match (order, assault) {
        (Order::Run, Some(enemy)) => {
            let how = if *sprint { " at a sprint" } else { "" };
            let enemy = esc(state.unit_name(*enemy));
            format!("{name} {} {enemy}{how}", who.does("assaults", "assault"))
        }
        (Order::Ambush, _) => format!("{name} {} in ambush", who.does("lies", "lie")),
        (Order::Down, _) => {
            let why = if *distorted { ", as the distort die demands" } else { "" };
            format!("{name} {} down{why}", who.does("goes", "go"))
        }
        (Order::Rally, _) => format!("{name} {}", who.does("rallies", "rally")),
        (Order::Fire | Order::Advance | Order::Run, _) => {
            let gets = who.does("gets", "get");
            let article = if *order == Order::Advance { "an" } else { "a" };
            let sprint = if *sprint { " to sprint" } else { "" };
            format!("{name} {gets} {article} {order} order{sprint}")
        }
    };
    Some(with_mark(*order, &words))
}

fn drawn(state: &State, deed: &Deed) -> Option<String> {
    match deed {
        Deed::Drawn(Drawn::Side(seat)) => {
            let side = state.sides.get(seat.index())?;
            Some(format!("{} A die for {}", side.colour.mark(), esc(&side.name)))
        }
        Deed::Drawn(Drawn::Distort) => {
            Some("The distort die: the next order must be Down, if it can".to_owned())
        }
        _ => None,
    }
}
