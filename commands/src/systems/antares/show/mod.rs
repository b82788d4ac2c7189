//! A battle of Antares: its board, and what happens in it.

pub mod buildings;
pub mod report;
mod tale;
mod terms;

pub use tale::tale;
pub use terms::terms;

use gatemaster_discord::limits::clip;
use gatemaster_rules::antares::event::{Drawn, Event};
use gatemaster_rules::antares::label;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::report::lines as battle_lines;
use gatemaster_rules::antares::state::{Ammo, Condition, EndReason, Phase, Soma, State, Unit};
use gatemaster_rules::game;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{self as rules_table, SeenStep};
use gatemaster_rules::text::{count, list};

use super::guide;
use crate::desk::{Loaded, Outcome};
use crate::face::{Controls, Face, Stage};
use crate::table::button;
use crate::table::press::{Press, Steps};
use crate::words::{esc, without_brackets};

/// The word on the upper face of an order die.
pub fn order_mark(order: Order) -> &'static str {
    match order {
        Order::Fire => "🎯",
        Order::Advance => "🚶",
        Order::Run => "🏃",
        Order::Ambush => "👁️",
        Order::Rally => "📣",
        Order::Down => "⬇️",
    }
}

/// The battle as the board shows it in words, in so much room. Where units are stands in their own lines and in those
/// of the buildings; with little room, only there.
pub fn board_text(game: &Loaded, state: &State, room: usize) -> String {
    let mut text = forces(game, state, true);
    if state.buildings_here().next().is_none() {
        return clip(&text, room);
    }
    if text.chars().count() + ROOM_FOR_BUILDINGS > room {
        text = forces(game, state, false);
    }
    let left = room.saturating_sub(text.chars().count() + 2);
    let buildings = buildings::section(state, left);
    let text = if buildings.is_empty() { text } else { format!("{text}\n\n{buildings}") };
    clip(&text, room)
}

/// For those that are held, even if all units have long names.
const ROOM_FOR_BUILDINGS: usize = 600;

fn forces(game: &Loaded, state: &State, places: bool) -> String {
    let mut lines = vec![format!("**{}** · {}", when(state), bag(state))];
    for seat in state.seats() {
        lines.push(String::new());
        lines.push(side_text(game, state, seat));
        let gone: Vec<String> = of_side(state, seat)
            .filter(|unit| unit.destroyed)
            .map(|unit| esc(&unit.name))
            .collect();
        let here = of_side(state, seat).filter(|unit| !unit.destroyed);
        lines.extend(here.map(|unit| {
            let place = label::whereabouts(state, unit).filter(|_| places);
            unit_text(unit, place.as_deref())
        }));
        if !gone.is_empty() {
            lines.push(format!("✖️ destroyed: {}", list(&gone)));
        }
    }
    lines.join("\n")
}

fn of_side(state: &State, seat: Seat) -> impl Iterator<Item = &Unit> {
    state.units.iter().filter(move |unit| unit.side == seat)
}

/// "Turn 3"
pub fn when(state: &State) -> String {
    match state.phase {
        Phase::DeployingSnipers => "The snipers deploy".to_owned(),
        Phase::Deploying => "Deployment".to_owned(),
        Phase::Infiltrating => "The infiltrators move".to_owned(),
        Phase::Orders => format!("Turn {}", state.turn),
        Phase::TurnEnd => format!("End of turn {}", state.turn),
        Phase::Over => format!("Over after {}", count(state.turn, "turn", "turns")),
    }
}

/// "in the bag: 🔴 4 · 🔵 6"
pub fn bag(state: &State) -> String {
    let mut dice: Vec<String> = state
        .seats()
        .filter(|seat| state.dice_in_bag(*seat) > 0)
        .map(|seat| {
            let side = &state.sides[seat.index()];
            format!("{} {} {}", side.colour.mark(), esc(&side.name), state.dice_in_bag(seat))
        })
        .collect();
    if state.distort_in_bag() {
        dice.push("the distort die".to_owned());
    }
    if dice.is_empty() {
        "the bag is empty".to_owned()
    } else {
        format!("in the bag: {}", dice.join(" · "))
    }
}

/// "🔴 **Algoryn** (Ann): 1 of 6 order dice lost"
fn side_text(game: &Loaded, state: &State, seat: Seat) -> String {
    let side = &state.sides[seat.index()];
    let who = game.table.player_at(seat).map_or_else(|| "free".to_owned(), |p| esc(&p.name));
    format!("{} **{}** ({who}) · {}", side.colour.mark(), esc(&side.name), score(state, seat))
}

/// "1 of 6 order dice lost", and how they count where that differs (A-GAM-3).
pub fn score(state: &State, seat: Seat) -> String {
    let (lost, all) = state.dice_lost(seat);
    let counted = state.victory_dice_lost(seat);
    let of = count(all, "order die", "order dice");
    match lost {
        0 => format!("none of {of} lost"),
        _ if counted != lost => format!("{lost} of {of} lost, counting {counted}"),
        _ => format!("{lost} of {of} lost"),
    }
}

/// "🎯 Fire **Hammer** 2/2 · 1 pin · in Tower"
fn unit_text(unit: &Unit, place: Option<&str>) -> String {
    let placed: Vec<String> = unit
        .dice
        .placed
        .iter()
        .map(|order| format!("{} {}", order_mark(*order), order.name()))
        .collect();
    let order = if placed.is_empty() { "▫️".to_owned() } else { placed.join(" ") };
    let mut parts =
        vec![format!("{order} **{}** {}/{}", esc(&unit.name), unit.alive(), unit.started_with())];
    if unit.pins > 0 {
        parts.push(format!("📌 {}", count(unit.pins, "pin", "pins")));
    }
    parts.extend(place.map(esc));
    parts.extend(remarks(unit));
    parts.join(" · ")
}

/// What else is worth knowing at a glance.
fn remarks(unit: &Unit) -> Vec<String> {
    let mut remarks = Vec::new();
    if !unit.deployed {
        remarks.push("not deployed".to_owned());
    }
    match unit.gun.map(|gun| gun.condition) {
        Some(Condition::Malfunction) => remarks.push("weapon broken".to_owned()),
        Some(Condition::Destroyed) => remarks.push("weapon lost".to_owned()),
        Some(Condition::Working) | None => {}
    }
    let lost: Vec<&str> =
        unit.gear.iter().filter(|drone| drone.lost).map(|drone| drone.kind.name()).collect();
    if !lost.is_empty() {
        remarks.push(format!("{} lost", list(&lost)));
    }
    match unit.ammo {
        Ammo::Plenty => {}
        Ammo::Low => remarks.push("low on ammunition".to_owned()),
        Ammo::Out => remarks.push("out of ammunition".to_owned()),
    }
    match unit.soma {
        Soma::None | Soma::Dormant => {}
        Soma::Active => remarks.push("grafts awake".to_owned()),
        Soma::Wild => remarks.push("grafts wild".to_owned()),
    }
    if unit.lock.is_some() {
        remarks.push("locked on".to_owned());
    }
    if unit.models.iter().any(|model| model.immobilised && !model.lost) {
        remarks.push("immobilised".to_owned());
    }
    remarks
}

/// The battle in one line, for a compact board.
pub fn one_line(state: &State) -> String {
    let lost: Vec<String> = state
        .seats()
        .map(|seat| {
            let side = &state.sides[seat.index()];
            format!("{} {}", side.colour.mark(), state.victory_dice_lost(seat))
        })
        .collect();
    let now =
        format!("{} · {} · dice lost: {}", when(state).to_lowercase(), bag(state), lost.join(" "));
    match buildings::in_short(state) {
        Some(buildings) => format!("{now} · {buildings}"),
        None => now,
    }
}

/// How it ended, for everybody and for the books of a league.
pub fn ending(state: &State) -> Option<String> {
    let ending = state.ending.as_ref()?;
    let why = match ending.reason {
        EndReason::TurnLimit => "the end roll after the last turn",
        EndReason::Losses => "the end roll after heavy losses",
        EndReason::WipedOut => "nobody was left on one side",
        EndReason::GuideOver => "the guided battle ends here",
    };
    let result = match ending.winner {
        Some(seat) => format!("🏆 **{}** won", esc(state.side_name(seat))),
        None => "🤝 A draw".to_owned(),
    };
    let lost: Vec<String> = state
        .seats()
        .zip(&ending.lost)
        .map(|(seat, lost)| format!("{} {lost}", esc(state.side_name(seat))))
        .collect();
    let turns = count(state.turn, "turn", "turns");
    Some(format!("{result} after {turns} ({why}). Order dice lost: {}.", lost.join(", ")))
}

/// What a step did in the battle, line by line; nothing for a step that was none of the battle's.
pub fn lines(before: &State, step: &SeenStep) -> Vec<String> {
    let events = events_of(step);
    if events.is_empty() {
        return Vec::new();
    }
    battle_lines(before, &events).iter().map(|line| esc(line)).collect()
}

/// The battle's own events of a step.
pub fn events_of(step: &SeenStep) -> Vec<Event> {
    let played = step.events.iter().filter_map(|event| match event {
        rules_table::Event::Played(game::Event::Antares(event)) => Some(event.clone()),
        _ => None,
    });
    played.collect()
}

/// A step in a few words, told by the battle as it was at any time: "Hammer's shots at Rabble".
pub fn headline<'e>(state: &State, events: impl Iterator<Item = &'e Event>) -> String {
    let name = |unit| esc(state.unit_name(unit));
    let mut rolled = false;
    for event in events {
        rolled |= event.rolls();
        return match event {
            Event::Drawn { whose: Drawn::Side(seat), .. } => {
                format!("the draw of a die for {}", esc(state.side_name(*seat)))
            }
            Event::Drawn { whose: Drawn::Distort, .. } => "the draw of the distort die".to_owned(),
            Event::Deployed { unit, .. } => format!("the deployment of {}", name(*unit)),
            Event::Infiltrated { unit, .. } => format!("the infiltration of {}", name(*unit)),
            Event::OrderGiven { unit, order, .. } => {
                format!("the {order} order of {}", name(*unit))
            }
            Event::Declared { from, at: Some(at), .. } => {
                format!("the shots of {} at {}", name(*from), name(*at))
            }
            Event::Declared { from, part: Some(part), .. } => {
                format!("the shots of {} at {}", name(*from), esc(&state.part_name(*part)))
            }
            Event::Declared { from, at: None, .. } => format!("the blind fire of {}", name(*from)),
            Event::Moved { unit, .. } | Event::WentTo { unit, .. } => {
                format!("the move of {}", name(*unit))
            }
            Event::Charged { unit, at, .. } => {
                format!("the charge of {} at {}", name(*unit), name(*at))
            }
            Event::Sprung { unit, .. } => format!("the ambush of {}", name(*unit)),
            Event::Proposed { .. } => "a proposed correction".to_owned(),
            Event::Corrected { .. } => "a correction".to_owned(),
            Event::Finished { unit } => format!("the end of what {} did", name(*unit)),
            Event::DiceReturned { .. } | Event::TurnBegan { .. } => {
                "the end of the turn".to_owned()
            }
            _ => continue,
        };
    }
    if rolled { "an answer and the dice that followed".to_owned() } else { "an answer".to_owned() }
}

/// What the newest message offers besides the tale.
pub fn stage(game: &Loaded, state: &State, mut controls: Controls) -> Stage {
    let chapter = game.chapter();
    let mut own = vec![button(game, "Undo", Press::Undo)];
    if !chapter.steps.is_empty() {
        let steps = Steps { first: chapter.first, last: chapter.last() };
        own.push(button(game, "Explain", Press::Explain(steps)));
    }
    own.extend(guide::buttons(game, state));
    controls.add_row(own);
    let Controls { text, selects, buttons } = controls;
    Stage { below: text, selects, buttons, colour: acting_colour(state), ..Stage::default() }
}

/// The colour of the side that the battle waits for.
fn acting_colour(state: &State) -> Option<u32> {
    let seat = waits_for(state)?;
    state.sides.get(seat.index()).map(|side| side.colour.rgb())
}

/// The side that owes something.
pub fn waits_for(state: &State) -> Option<Seat> {
    use gatemaster_rules::antares::Antares;
    use gatemaster_rules::system::{System as _, Who};
    Antares::open(state).into_iter().find_map(|open| match open.who {
        Who::Seat(seat) => Some(seat),
        Who::AnyPlayer | Who::May(_) => None,
    })
}

/// A result to be read aloud: the sentences without the reasons in brackets.
pub fn spoken(face: &dyn Face, outcome: &Outcome) -> String {
    const LONGEST: usize = 400;
    let lines = outcome.made().flat_map(|(before, step)| face.lines(before, step));
    let told: Vec<String> = lines.map(|line| without_brackets(&line)).collect();
    let mut told = told.join(" ");
    told.retain(|c| c != '\\');
    clip(&told, LONGEST)
}
