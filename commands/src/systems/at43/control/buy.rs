//! Purchases, one player after the other, the loser of the Authority test first (T-CTL-5).

use gatemaster_discord::card::{Choice, Select, Style};
use gatemaster_discord::limits::{CHOICES, clip};
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::control::affordable;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::question::question;
use gatemaster_rules::at43::state::{Stands, UnitId};
use gatemaster_rules::at43::{State, View, label};
use gatemaster_rules::ids::Seat;

use super::super::press::{BattlePressed, button};
use super::super::{At, read, refine, side_head, state};
use super::ControlPress;
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::holds;
use crate::trouble::Trouble;
use crate::words::esc;

const PAGE: usize = CHOICES as usize;
/// So much of what is too dear is told.
const LONGEST: usize = 600;

/// Whose turn it is to buy.
pub fn buyer(state: &State) -> Option<Seat> {
    match state.flow.tasks.last() {
        Some(task @ Task::Buy { .. }) => question(state, task).map(|asked| asked.seat),
        _ => None,
    }
}

/// What one has, what it pays for, and what is too dear yet; `from` is the first unit of the list.
pub fn controls(game: &Loaded, state: &View, from: usize) -> Controls {
    let Some(seat) = buyer(state) else { return Controls::default() };
    let rp = rp_of(state, seat);
    let units = affordable(state, seat);
    let from = from.min(units.len().saturating_sub(1));
    let from = from - from % PAGE;
    let options = units.iter().skip(from).take(PAGE).filter_map(|id| {
        let unit = state.unit(*id)?;
        let left = rp.saturating_sub(unit.value);
        let more = format!("{left} RP left then · {}", label::strength(state, unit));
        Some(Choice::new(format!("{} · {} RP", unit.name, unit.value), id.0).more(more))
    });
    let first = u16::try_from(from).unwrap_or(0);
    let press = BattlePressed::new(&game.id, game.at, ControlPress::Buy(first).into());
    let selects = vec![Select::new("Buy…", press, options.collect())];
    let mut row = vec![button(game, "Done", ControlPress::Done).marked("✅").styled(Style::Main)];
    if units.len() > PAGE {
        let next = if from + PAGE < units.len() { from + PAGE } else { 0 };
        let next = ControlPress::Page(u16::try_from(next).unwrap_or(0));
        row.push(button(game, "Other units", next));
    }
    let mut lines = vec![format!(
        "{}: **{rp} RP** for reinforcements. What you keep stays for later rounds.",
        side_head(game, state, seat)
    )];
    lines.extend(too_dear(state, seat, rp));
    Controls { text: lines.join("\n"), selects, buttons: vec![row] }
}

fn rp_of(state: &State, seat: Seat) -> u32 {
    state.side(seat).map_or(0, |side| side.rp)
}

fn reinforcements(state: &State, seat: Seat) -> impl Iterator<Item = UnitId> {
    let units = state.units_of(seat).filter(|(_, unit)| unit.stands == Stands::Reinforcement);
    units.map(|(id, _)| id)
}

/// "Too dear yet: Fire Toads 1 (200 RP, 80 more)"
fn too_dear(state: &State, seat: Seat, rp: u32) -> Option<String> {
    let units = reinforcements(state, seat).filter_map(|id| state.unit(id));
    let dear: Vec<String> = units
        .filter(|unit| unit.value > rp)
        .map(|unit| {
            let missing = unit.value.saturating_sub(rp);
            format!("{} ({} RP, {missing} more)", esc(&unit.name), unit.value)
        })
        .collect();
    let text = clip(&dear.join(", "), LONGEST);
    (!dear.is_empty()).then(|| format!("-# Too dear yet: {text}"))
}

pub fn picked(state: &View, picked: &[String]) -> Result<Command, Trouble> {
    let seat = buyer(state).ok_or_else(unknown)?;
    let unit = read::picked_unit(picked, &affordable(state, seat))?;
    Ok(Command::Buy { seat, unit })
}

pub fn done_buying(state: &View) -> Result<Command, Trouble> {
    Ok(Command::DoneBuying { seat: buyer(state).ok_or_else(not_now)? })
}

fn not_now() -> Trouble {
    Trouble::refused(
        "Nothing is bought now: reinforcements are bought at the end of a round, once the points are counted.",
    )
}

/// The unit that was typed; the rules say why one cannot be bought.
pub fn named(state: &View, typed: &str) -> Result<Command, Trouble> {
    let seat = buyer(state).ok_or_else(not_now)?;
    let units: Vec<UnitId> = reinforcements(state, seat).collect();
    let unit = read::named(state, typed, &units, "a reinforcement still to be bought")?;
    Ok(Command::Buy { seat, unit })
}

/// Other units on the same message; only whoever buys looks through them.
#[boxed]
pub async fn page(
    hall: &Hall,
    request: &Request,
    at: &At,
    from: u16,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &at.seen()).await?;
    let view = state(&game)?;
    holds(&game, request, buyer(view).ok_or_else(unknown)?)?;
    let controls = controls(&game, view, from.into());
    Ok(refine(&game, on, controls))
}

/// What the RP pay for, for whoever types.
pub fn offers(state: &State, seat: Option<Seat>) -> Vec<(String, String)> {
    let Some(seat) = buyer(state).filter(|buyer| Some(*buyer) == seat) else { return Vec::new() };
    let rp = rp_of(state, seat);
    let units = affordable(state, seat).into_iter().filter_map(|id| state.unit(id));
    let offer = units.map(|unit| {
        let left = rp.saturating_sub(unit.value);
        (format!("{} · {} RP, {left} left then", unit.name, unit.value), unit.name.clone())
    });
    offer.collect()
}
