//! Ranges that one side asks for and another one tells.

use super::super::command::{Cover, Measured, Pair};
use super::super::measuring::by_shooter;
use super::super::state::{Sight, State};
use super::words::{Who, names};
use crate::ids::Seat;
use crate::text::list;

/// "Red asks how far it is: Storm golems 1 to Steel troopers 1 and Fire Toads 1."
pub fn asked(state: &State, seat: Seat, pairs: &[Pair]) -> String {
    let who = Who::side(state, seat);
    let asks = who.does("asks", "ask");
    let pairs: Vec<String> = by_shooter(pairs)
        .into_iter()
        .map(|(from, to)| format!("{} to {}", state.unit_name(from), names(state, &to)))
        .collect();
    format!("{who} {asks} how far it is: {}.", pairs.join("; "))
}

/// "Blue measures: Steel troopers 1 is 24 cm (range 2) from Storm golems 1, in cover; Fire Toads 1 is out of sight."
pub fn told(state: &State, seat: Seat, sights: &[Sight]) -> String {
    let who = Who::side(state, seat);
    let measures = who.does("measures", "measure");
    let mut told: Vec<String> = sights
        .iter()
        .filter_map(|sight| sight.told.as_ref())
        .map(|told| measured_in_words(state, told))
        .collect();
    let pairs: Vec<Pair> = sights
        .iter()
        .filter(|sight| sight.told.is_none())
        .map(|sight| Pair { from: sight.from, to: sight.to })
        .collect();
    for (from, to) in by_shooter(&pairs) {
        told.push(format!("{} sees nothing of {}", state.unit_name(from), names(state, &to)));
    }
    format!("{who} {measures}: {}.", told.join("; "))
}

/// "Storm golems 1 to Steel troopers 1 24 cm (range 2), in cover, 3 see it"
pub fn measured_in_words(state: &State, told: &Measured) -> String {
    let mut more = Vec::new();
    match told.cover {
        Cover::None => {}
        Cover::Yes => more.push("in cover".to_owned()),
        Cover::Disputed => more.push("cover disputed".to_owned()),
        Cover::TooClose => more.push("too close for cover".to_owned()),
    }
    match told.seeing {
        None => {}
        Some(1) => more.push("1 sees it".to_owned()),
        Some(number) => more.push(format!("{number} see it")),
    }
    let more = if more.is_empty() { String::new() } else { format!(", {}", list(&more)) };
    let (from, to) = (state.unit_name(told.from), state.unit_name(told.to));
    format!("{from} to {to} {}{more}", told.range)
}
