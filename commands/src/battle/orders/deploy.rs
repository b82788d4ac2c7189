//! Units come onto the table, and infiltrators move before the first turn.

use gatemaster_rules::antares::command::Command;
use gatemaster_rules::antares::event::Pace;
use gatemaster_rules::antares::label;
use gatemaster_rules::antares::moves::distance;
use gatemaster_rules::antares::state::{Phase, State, UnitId};
use gatemaster_rules::ids::Seat;

use super::super::controls::{Controls, button};
use super::choose::list;
use super::press::OrderPress;
use crate::card::{Choice, Style};
use crate::desk::Loaded;
use crate::words::esc;

pub fn deployment(game: &Loaded, state: &State, seat: Seat) -> Controls {
    let side = &state.sides[seat.index()];
    let mark = side.colour.mark();
    let text =
        format!("{mark} **{}** was drawn and deploys: {}", esc(&side.name), place(state, seat));
    let units: Vec<UnitId> = state.waiting_for_orders(seat).map(|(id, _)| id).collect();
    if let [only] = units[..] {
        let label = label::command(state, &Command::Deploy { unit: only, into: None }).text;
        let deploy = button(game, label, OrderPress::DeployUnit(only)).styled(Style::Main);
        return Controls { text, selects: Vec::new(), buttons: vec![vec![deploy.marked(mark)]] };
    }
    let options = units.into_iter().map(|unit| {
        let more = label::command(state, &Command::Deploy { unit, into: None }).more;
        Choice::new(state.unit_name(unit), unit.0).more(more).marked(mark)
    });
    let which = "Which unit comes onto the table?";
    let select = list(game, which, OrderPress::Deploy, options.collect());
    Controls { text, selects: vec![select], buttons: Vec::new() }
}

/// Where a unit may stand (A-BAG-9, A-MOV-9).
fn place(state: &State, seat: Seat) -> &'static str {
    let enemy = state.enemy_of(seat);
    let watched = state.living(enemy).any(|(_, unit)| unit.deployed && unit.is_sniper());
    match (state.phase == Phase::DeployingSnipers, watched) {
        (true, false) => "snipers go anywhere in their own half.",
        (true, true) => "snipers go anywhere in their own half, not within 10″ of enemy snipers.",
        (false, false) => "within 5″ of its own table edge.",
        (false, true) => "within 5″ of its own table edge, not within 10″ of enemy snipers.",
    }
}

/// Units of the side that have their move before the first turn still to come.
pub(super) fn infiltrators(state: &State, seat: Seat) -> Vec<UnitId> {
    state.living(seat).filter(|(_, unit)| unit.may_infiltrate()).map(|(id, _)| id).collect()
}

pub fn infiltration(game: &Loaded, state: &State) -> Controls {
    let mut selects = Vec::new();
    let mut who = Vec::new();
    for seat in state.seats() {
        let units = infiltrators(state, seat);
        if units.is_empty() {
            continue;
        }
        let side = &state.sides[seat.index()];
        let mark = side.colour.mark();
        who.push(format!("{mark} **{}**", esc(&side.name)));
        let options = units.into_iter().map(|unit| {
            let command = Command::Infiltrate { unit, moved: Some(Vec::new()), to: None };
            let more = label::command(state, &command).more;
            Choice::new(state.unit_name(unit), unit.0).more(more).marked(mark)
        });
        let which = format!("{}: which infiltrators?", side.name);
        selects.push(list(game, &which, OrderPress::Infiltrators(seat), options.collect()));
    }
    let text = format!(
        "Before the first turn the infiltrators of {} may run, in any order. Nobody may ambush them.",
        who.join(" and ")
    );
    Controls { text, selects, buttons: Vec::new() }
}

/// What one unit of infiltrators does.
pub(super) fn infiltrator(game: &Loaded, state: &State, id: UnitId) -> Controls {
    let Some(unit) = state.unit(id) else { return Controls::default() };
    let far = distance(unit, Pace::Infiltrate);
    let text = format!(
        "{} **{}**: a run of up to {far} before the first turn, or not.",
        state.sides[unit.side.index()].colour.mark(),
        esc(&unit.name)
    );
    let runs =
        button(game, format!("Runs up to {far}"), OrderPress::Infiltrate { unit: id, runs: true });
    let mut row = vec![
        runs.styled(Style::Main).disabled_if(!unit.can_move()),
        button(game, "Through terrain…", OrderPress::InfiltrateWay(id))
            .disabled_if(!unit.can_move()),
        button(game, "Stays hidden", OrderPress::Infiltrate { unit: id, runs: false }),
    ];
    let others: usize = state.seats().map(|seat| infiltrators(state, seat).len()).sum();
    if others > 1 {
        row.push(button(game, "Another unit", OrderPress::AnotherUnit).marked("↩️"));
    }
    Controls { text, selects: Vec::new(), buttons: vec![row] }
}
