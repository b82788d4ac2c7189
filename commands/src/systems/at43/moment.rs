//! Where the game is and whom it waits for, in a few words that everybody may read.

use gatemaster_rules::at43::control::can_be_controlled;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::mission::{Ends, PlaceKind};
use gatemaster_rules::at43::profile::Army;
use gatemaster_rules::at43::state::{Phase, Pilot, Place, Side};
use gatemaster_rules::at43::{At43, State};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{System as _, Who};
use gatemaster_rules::text::{count, list};

/// "Round 3 of 6"
pub fn round(state: &State) -> String {
    let last = state.mission.as_ref().and_then(|mission| match mission.ends {
        Ends::AfterRound(last) => Some(last),
        Ends::AtPoints { .. } => None,
    });
    match (state.round, last) {
        (0, _) => "Before round 1".to_owned(),
        (round, Some(last)) => format!("Round {round} of {last}"),
        (round, None) => format!("Round {round}"),
    }
}

pub fn phase(state: &State) -> &'static str {
    let task = state.flow.tasks.last();
    match state.phase {
        Phase::Briefing => "the mission is drawn",
        Phase::Mustering => "companies are built",
        Phase::Laying => "the table is laid",
        Phase::Tactical => "plans are made",
        Phase::Activation => match task {
            Some(Task::Overwatch { .. } | Task::WatchFire | Task::EndWatch) => "overwatch",
            _ => "cards are played",
        },
        Phase::Control => "control phase",
        Phase::Over => "over",
    }
}

/// "Bridgehead, to 20 VP"
pub fn mission(state: &State) -> String {
    let Some(mission) = &state.mission else { return "Mission by a die".to_owned() };
    match mission.ends {
        Ends::AfterRound(_) => mission.name.clone(),
        Ends::AtPoints { points, .. } => format!("{}, to {points} VP", mission.name),
    }
}

/// The sides that keep the game waiting, each with what it has to do; nobody's where it is over.
pub fn owing(state: &State) -> Vec<(Vec<Seat>, String)> {
    let mut owing: Vec<(Vec<Seat>, String)> = Vec::new();
    for open in At43::open(state) {
        let seats = match open.who {
            Who::Seat(seat) => vec![seat],
            Who::AnyPlayer => state.seats().collect(),
            Who::May(_) => continue,
        };
        match owing.iter_mut().find(|(_, what)| *what == open.what) {
            Some((known, _)) => {
                let new = seats.iter().filter(|seat| !known.contains(seat)).copied();
                let new: Vec<Seat> = new.collect();
                known.extend(new);
            }
            None => owing.push((seats, open.what)),
        }
    }
    owing
}

/// "Blue: act with Steel troopers 1", or how it ended.
pub fn waits(state: &State) -> String {
    if state.phase == Phase::Over {
        return result(state);
    }
    let owing = owing(state);
    let told = owing.iter().map(|(seats, what)| {
        let everybody = seats.len() == state.sides.len() && seats.len() > 1;
        let who = if everybody && state.phase == Phase::Briefing {
            "Anybody".to_owned()
        } else {
            list(&seats.iter().map(|seat| state.side_name(*seat)).collect::<Vec<_>>())
        };
        format!("{who}: {what}")
    });
    told.collect::<Vec<_>>().join(" · ")
}

fn result(state: &State) -> String {
    let score: Vec<String> =
        state.sides.iter().map(|side| format!("{} {} VP", side.name, side.vp)).collect();
    let score = score.join(", ");
    match state.ending.as_ref().map(|ending| ending.winner) {
        Some(Some(seat)) => format!("Victory for {}: {score}", state.side_name(seat)),
        Some(None) => format!("A draw: {score}"),
        None => score,
    }
}

/// The army of a side, once companies are shown.
pub fn army<'a>(state: &'a State, side: &Side) -> Option<&'a Army> {
    side.army.and_then(|army| state.library.army(army))
}

/// What a side has done or owes before the cards are played; everybody may know that much of a secret.
pub fn readiness(state: &State, seat: Seat) -> Option<(bool, &'static str)> {
    let side = state.side(seat)?;
    match state.phase {
        Phase::Mustering if side.locked => Some((true, "company locked")),
        Phase::Mustering => Some((false, "builds a company")),
        Phase::Laying if state.field_agreed.contains(&seat) => Some((true, "agrees on the table")),
        Phase::Laying => Some((false, "looks at the table")),
        Phase::Tactical if side.planned => Some((true, "plan locked")),
        Phase::Tactical if state.units_of(seat).any(|(_, unit)| unit.has_card()) => {
            Some((false, "plans"))
        }
        Phase::Tactical => Some((true, "has no cards")),
        Phase::Briefing | Phase::Activation | Phase::Control | Phase::Over => None,
    }
}

/// How many cards a side has left, while cards are played.
pub fn cards(state: &State, side: &Side) -> Option<u32> {
    let left = u32::try_from(side.cards.len()).unwrap_or(u32::MAX);
    (state.phase == Phase::Activation).then_some(left)
}

/// Whether reinforcements are played for.
pub fn has_reinforcements(state: &State) -> bool {
    let mission = state.mission.as_ref().is_some_and(|mission| mission.reinforcements);
    mission || state.sides.iter().any(|side| side.rp > 0)
}

/// What is fought for: places that somebody can hold, and those that have been destroyed.
pub fn places(state: &State) -> Vec<&Place> {
    let ids = state.place_ids().filter(|id| {
        let gone = state.place(*id).is_some_and(|place| place.gone);
        gone || can_be_controlled(state, *id)
    });
    ids.filter_map(|id| state.place(id)).collect()
}

/// "held by Blue", "held by nobody, once by Red", "destroyed"
pub fn held(state: &State, place: &Place) -> String {
    if place.gone {
        return "destroyed".to_owned();
    }
    let holder = place.controlled_by.map_or("nobody", |seat| state.side_name(seat));
    let before = place.captured_by.iter().filter(|seat| place.controlled_by != Some(**seat));
    let before: Vec<&str> = before.map(|seat| state.side_name(*seat)).collect();
    let before =
        if before.is_empty() { String::new() } else { format!(", once by {}", list(&before)) };
    format!("held by {holder}{before}")
}

/// "5 VP", "100 RP": what holding it pays in a round.
pub fn worth(state: &State, place: &Place) -> Option<String> {
    let mission = state.mission.as_ref()?;
    let rp = match place.kind {
        PlaceKind::Container => mission.container_pays.control,
        PlaceKind::Nanogenerator => mission.nanogenerator_pays.control,
        PlaceKind::Wreck => return pilot(state),
        PlaceKind::Point
        | PlaceKind::DropPoint
        | PlaceKind::AccessZone
        | PlaceKind::DeploymentZone => 0,
    };
    let parts = [(place.control, "VP"), (rp, "RP")].into_iter().filter(|(pays, _)| *pays > 0);
    let parts: Vec<String> = parts.map(|(pays, what)| format!("{pays} {what}")).collect();
    let only = place.pays.map(|seat| format!(" for {}", state.side_name(seat))).unwrap_or_default();
    (!parts.is_empty() && !place.gone).then(|| format!("{}{only}", parts.join(" and ")))
}

fn pilot(state: &State) -> Option<String> {
    let wreck = state.wreck?;
    Some(match wreck.pilot {
        Pilot::Inside => {
            let left = count(u32::from(wreck.structure), "structure point", "structure points");
            format!("the pilot inside, {left}")
        }
        Pilot::Out(unit) => format!("the pilot with {}", state.unit_name(unit)),
        Pilot::Evacuated => "the pilot is home".to_owned(),
        Pilot::Dead => "the pilot is dead".to_owned(),
    })
}

/// "Blue on the north edge": where each side's own zones lie.
pub fn zones(state: &State) -> Vec<String> {
    let own = state.places.iter().filter_map(|place| {
        let side = state.side_name(place.of?);
        (!place.lies.is_empty()).then(|| format!("{side} {}", place.lies))
    });
    own.collect()
}
