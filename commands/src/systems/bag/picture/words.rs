//! The picture of a bag in words.

use gatemaster_discord::picture::MAX_ALT;
use gatemaster_rules::bag::{Pool, State};
use gatemaster_rules::text::{MAX_NAME, count};

use super::layout::MAX_ROWS;
use super::shown_draws;
use crate::die::Mark;

/// How much is said. Twelve pools with long names do not fit with everything.
#[derive(Clone, Copy)]
struct Detail {
    name: usize,
    marks: bool,
    draws: bool,
}

/// From everything to what must never be missing: every pool's counts, the turn and the last draw.
const DETAILS: [Detail; 5] = [
    Detail { name: MAX_NAME, marks: true, draws: true },
    Detail { name: MAX_NAME, marks: true, draws: false },
    Detail { name: MAX_NAME, marks: false, draws: false },
    Detail { name: 16, marks: false, draws: false },
    Detail { name: 8, marks: false, draws: false },
];

pub(super) fn alt(state: &State) -> String {
    let mut texts = DETAILS.iter().map(|detail| text(state, *detail));
    let fitting = texts.clone().find(|text| text.chars().count() <= MAX_ALT);
    let text = fitting.or_else(|| texts.next_back()).unwrap_or_default();
    text.chars().take(MAX_ALT).collect()
}

fn text(state: &State, detail: Detail) -> String {
    // A state from a file may hold numbers whose sum is too large for it.
    let in_bag: u64 = state.pools.iter().map(|pool| u64::from(pool.in_bag)).sum();
    let dice = if in_bag == 1 { "die" } else { "dice" };
    let mut sentences = vec![format!("Turn {}, {in_bag} {dice} in the bag.", state.turn)];
    let pools = state.pools.iter().enumerate().take(MAX_ROWS);
    sentences.extend(pools.map(|(i, pool)| pool_text(i, pool, detail)));
    let unseen = state.pools.len().saturating_sub(MAX_ROWS);
    if let Ok(unseen @ 1..) = u32::try_from(unseen) {
        sentences.push(format!("{} not shown.", count(unseen, "more pool", "more pools")));
    }
    sentences.push(draws_text(state, detail));
    sentences.join(" ")
}

fn pool_text(place: usize, pool: &Pool, detail: Detail) -> String {
    let name = short(&pool.name, detail.name);
    let lost = if pool.lost > 0 { format!(", {} lost", pool.lost) } else { String::new() };
    let (colour, mark) = (pool.colour.name(), Mark::of(place).name());
    let (in_bag, on_table) = (pool.in_bag, pool.on_table);
    if detail.marks {
        format!("{name} ({colour}, {mark}): {in_bag} in the bag, {on_table} on the table{lost}.")
    } else {
        format!("{name} ({colour}): {in_bag} in bag, {on_table} on table{lost}.")
    }
}

fn draws_text(state: &State, detail: Detail) -> String {
    let (earlier, drawn) = shown_draws(state);
    let names: Vec<String> = drawn.iter().map(|(_, pool)| short(&pool.name, detail.name)).collect();
    let Some(last) = names.last() else {
        return "No die is drawn yet this turn.".to_owned();
    };
    if !detail.draws || names.len() == 1 {
        return format!("Last draw: {last}.");
    }
    let earlier = if earlier { "the latest " } else { "" };
    format!("Draws of this turn, {earlier}in order: {}. Last draw: {last}.", names.join(", "))
}

fn short(name: &str, longest: usize) -> String {
    if name.chars().count() <= longest {
        return name.to_owned();
    }
    let kept: String = name.chars().take(longest.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
