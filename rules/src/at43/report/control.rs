//! The control phase: counts, places, points, purchases, and the end.

use super::super::command::Counted;
use super::super::event::{Gain, GainWhy};
use super::super::mission::PlaceKind;
use super::super::state::{Ending, LossKind, PlaceId, State, UnitId, Why};
use super::words::{Who, place, places};
use crate::ids::Seat;
use crate::text::list;

/// So many places are told with their counts; of more only how many there are.
const COUNTED_ONE_BY_ONE: usize = 7;

pub fn counted(state: &State, seat: Seat, counts: &[Counted]) -> String {
    let who = Who::side(state, seat);
    let counts_what = who.does("counts", "count");
    if counts.is_empty() || counts.len() > COUNTED_ONE_BY_ONE {
        return format!("{who} {counts_what} the infantry at {} places.", counts.len());
    }
    let told: Vec<String> = counts
        .iter()
        .map(|counted| {
            let fighters: Vec<String> = counted.fighters.iter().map(u32::to_string).collect();
            format!("{} {}", place(state, counted.place), fighters.join(":"))
        })
        .collect();
    let sides: Vec<&str> = state.seats().map(|seat| state.side_name(seat)).collect();
    format!("{who} {counts_what} the infantry ({}): {}.", sides.join(":"), told.join(", "))
}

pub fn disputed(state: &State, seat: Seat) -> String {
    let who = Who::side(state, seat);
    format!("{who} {} not agree with the counts.", who.does("does", "do"))
}

pub fn controlled(state: &State, control: &[Option<Seat>], captured: &[(PlaceId, Seat)]) -> String {
    let held: Vec<(PlaceId, Seat)> =
        state.place_ids().zip(control).filter_map(|(id, by)| Some((id, (*by)?))).collect();
    let told: Vec<String> = state
        .seats()
        .filter_map(|seat| {
            let own: Vec<PlaceId> =
                held.iter().filter(|(_, by)| *by == seat).map(|(id, _)| *id).collect();
            // worth a word where a capture pays
            let pays = |id: &PlaceId| {
                state.place(*id).is_some_and(|place| {
                    matches!(
                        place.kind,
                        PlaceKind::Container | PlaceKind::Nanogenerator | PlaceKind::Wreck
                    )
                })
            };
            let new = |id: &&PlaceId| pays(id) && captured.contains(&(**id, seat));
            let first = own.iter().filter(new).count();
            let first = match first {
                0 => String::new(),
                _ if own.len() == 1 => ", captured just now".into(),
                all if all == own.len() => ", all captured just now".into(),
                some => format!(", {some} of them captured just now"),
            };
            let who = Who::side(state, seat);
            let controls = who.does("controls", "control");
            (!own.is_empty()).then(|| format!("{who} {controls} {}{first}", places(state, &own)))
        })
        .collect();
    if told.is_empty() {
        "Nobody controls anything.".into()
    } else {
        format!("{}.", told.join("; "))
    }
}

/// A line for each side that gains something.
pub fn scored(state: &State, gains: &[Gain]) -> Vec<String> {
    let mut lines: Vec<String> =
        state.seats().filter_map(|seat| gained(state, seat, gains)).collect();
    if lines.is_empty() {
        let totals: Vec<String> =
            state.sides.iter().map(|side| format!("{} {} VP", side.name, side.vp)).collect();
        lines.push(format!("Nobody gains anything this round: {}.", list(&totals)));
    }
    lines
}

fn gained(state: &State, seat: Seat, gains: &[Gain]) -> Option<String> {
    let own: Vec<&Gain> = gains.iter().filter(|gain| gain.seat == seat).collect();
    if own.is_empty() {
        return None;
    }
    let sum = |points: fn(&Gain) -> u32| {
        own.iter().fold(0_u32, |sum, gain| sum.saturating_add(points(gain)))
    };
    let (vp, rp) = (sum(|gain| gain.vp), sum(|gain| gain.rp));
    let side = state.side(seat)?;
    let mut gets = Vec::new();
    let mut total = vec![format!("{} VP", side.vp.saturating_add(vp))];
    if vp > 0 || rp == 0 {
        gets.push(format!("{vp} VP"));
    }
    if rp > 0 {
        gets.push(format!("{rp} RP"));
        total.push(format!("{} RP", side.rp.saturating_add(rp)));
    }
    let who = Who::side(state, seat);
    let (gains, has) = (who.does("gains", "gain"), who.has());
    let why = reasons(state, &own);
    Some(format!("{who} {gains} {} and {has} {} now: {why}.", list(&gets), list(&total)))
}

fn reasons(state: &State, gains: &[&Gain]) -> String {
    let (mut held, mut taken, mut lost, mut other) = (vec![], vec![], vec![], vec![]);
    for gain in gains {
        match gain.why {
            GainWhy::Controls(id) => held.push(id),
            GainWhy::Captured(id) => taken.push(id),
            GainWhy::Eliminated(unit, LossKind::Infantry | LossKind::Machines) => {
                lost.push(state.unit_name(unit).to_owned());
            }
            GainWhy::Eliminated(unit, LossKind::Officer) => {
                lost.push(format!("the officer of {}", state.unit_name(unit)));
            }
            GainWhy::Evacuated(unit) => {
                other.push(format!("{} got out", state.unit_name(unit)));
            }
            GainWhy::PilotMet => other.push("the pilot was met".into()),
            GainWhy::PilotHome => other.push("the pilot is home".into()),
        }
    }
    let mut told = Vec::new();
    if !held.is_empty() {
        told.push(format!("holding {}", places(state, &held)));
    }
    if !taken.is_empty() {
        told.push(format!("capturing {}", places(state, &taken)));
    }
    if !lost.is_empty() {
        told.push(format!("eliminating {}", list(&lost)));
    }
    told.extend(other);
    told.join("; ")
}

pub fn pilot_met(state: &State, unit: UnitId) -> String {
    let who = Who::unit(state, unit);
    format!("The pilot is met: {who} {} beside the wreck.", who.does("stands", "stand"))
}

pub fn bought(state: &State, seat: Seat, unit: UnitId, rp: u32) -> String {
    let who = Who::side(state, seat);
    let left = state.side(seat).map_or(0, |side| side.rp).saturating_sub(rp);
    let buys = who.does("buys", "buy");
    format!("{who} {buys} {} for {rp} RP; {left} RP left.", state.unit_name(unit))
}

pub fn done_buying(state: &State, seat: Seat) -> String {
    let who = Who::side(state, seat);
    format!("{who} {} nothing more this round.", who.does("buys", "buy"))
}

pub fn game_over(state: &State, ending: &Ending) -> String {
    let points: Vec<String> =
        state.sides.iter().map(|side| format!("{} {} VP", side.name, side.vp)).collect();
    let points = list(&points);
    let why = match ending.why {
        Why::RoundsPlayed => "the last round has been played",
        Why::PointsReached => "the points of the mission have been reached",
        Why::NothingLeftToWin => "nobody can gain VP any more",
        Why::PilotDead => "the pilot is dead",
    };
    match ending.winner {
        Some(winner) => {
            let who = Who::side(state, winner);
            format!("{who} {}: {why}. {points}.", who.does("wins", "win"))
        }
        None => format!("The game ends in a draw: {why}. {points}."),
    }
}
