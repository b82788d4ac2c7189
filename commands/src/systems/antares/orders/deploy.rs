//! Units come onto the table, and infiltrators move before the first turn.

use gatemaster_discord::card::{Choice, Select, Style};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::antares::buildings::{self, Berth, BuildingId, Facing, Spot};
use gatemaster_rules::antares::command::Command;
use gatemaster_rules::antares::event::Pace;
use gatemaster_rules::antares::label::{self, Label};
use gatemaster_rules::antares::moves::distance;
use gatemaster_rules::antares::orders::is_before_the_first_die;
use gatemaster_rules::antares::state::{Phase, State, UnitId};
use gatemaster_rules::ids::Seat;

use super::super::controls::button;
use super::choose::list;
use super::places::{elsewhere, place_list, usual, within};
use super::press::OrderPress;
use crate::desk::Loaded;
use crate::face::Controls;
use crate::words::esc;

pub fn deployment(game: &Loaded, state: &State, seat: Seat) -> Controls {
    let side = &state.sides[seat.index()];
    let mark = side.colour.mark();
    let text =
        format!("{mark} **{}** was drawn and deploys: {}", esc(&side.name), place(state, seat));
    let units: Vec<UnitId> = state.waiting_for_orders(seat).map(|(id, _)| id).collect();
    if let [only] = units[..] {
        if !buildings::berths(state, only).is_empty() {
            return places(game, state, only);
        }
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

/// Where one unit could deploy: on the table, or inside and on buildings (B-DEP-1).
pub(super) fn places(game: &Loaded, state: &State, id: UnitId) -> Controls {
    let berths: Vec<Option<Spot>> = berths(state, id);
    unit_places(game, state, id, &berths, false)
}

/// The places of one building, where all of them were too many for a list.
pub(super) fn places_in(
    game: &Loaded,
    state: &State,
    id: UnitId,
    building: BuildingId,
) -> Controls {
    unit_places(game, state, id, &within(&berths(state, id), building), true)
}

pub(super) fn berths(state: &State, id: UnitId) -> Vec<Option<Spot>> {
    buildings::berths(state, id).into_iter().map(Some).collect()
}

fn unit_places(
    game: &Loaded,
    state: &State,
    id: UnitId,
    berths: &[Option<Spot>],
    narrowed: bool,
) -> Controls {
    let Some(unit) = state.unit(id) else { return Controls::default() };
    let mark = state.sides[unit.side.index()].colour.mark();
    let name = esc(&unit.name);
    let stands = is_before_the_first_die(state);
    let mut row = Vec::new();
    let text = if stands {
        format!("{mark} **{name}** begins inside or on a building: where?")
    } else {
        row.push(button(game, "On the table", OrderPress::DeployUnit(id)).styled(Style::Main));
        let place = place(state, unit.side);
        format!("{mark} **{name}** deploys: on the table, {place} Or inside or on a building.")
    };
    if narrowed {
        row.push(button(game, "Another building", OrderPress::DeployPlaces(id)).marked("↩️"));
    }
    if stands || state.waiting_for_orders(unit.side).nth(1).is_some() {
        row.push(button(game, "Another unit", OrderPress::AnotherUnit).marked("↩️"));
    }
    let selects = vec![berth_list(game, state, id, berths)];
    Controls { text, selects, buttons: vec![row] }
}

fn berth_list(game: &Loaded, state: &State, id: UnitId, berths: &[Option<Spot>]) -> Select {
    place_list(game, state, "Inside or on…", OrderPress::DeployInto(id), berths, |place| {
        let into = place.map(|spot| Berth { spot, opening: None });
        let Label { text, .. } = label::command(state, &Command::Deploy { unit: id, into });
        let more = place.map(|spot| label::free_room(state, spot)).unwrap_or_default();
        Label { text, more }
    })
}

/// B-DEP-1: whether it is emplaced there, and has to say at which opening.
pub(super) fn needs_opening(state: &State, id: UnitId, spot: Spot) -> bool {
    let berth = |opening| buildings::check_berth(state, id, Berth { spot, opening });
    berth(None).is_err() && berth(Some(Facing::Front)).is_ok()
}

/// Which side an emplaced weapon looks out of.
pub(super) fn openings(game: &Loaded, state: &State, id: UnitId, spot: Spot) -> Controls {
    let Some(unit) = state.unit(id) else { return Controls::default() };
    let mark = state.sides[unit.side.index()].colour.mark();
    let text = format!(
        "{mark} **{}** is emplaced in {} for the whole battle: it never moves, and shoots out of one opening. On \
         which side?",
        esc(&unit.name),
        esc(&state.spot_name(spot))
    );
    let mut row: Vec<_> = Facing::ALL
        .into_iter()
        .map(|opening| {
            let label = format!("At the {}", opening.name());
            button(game, label, OrderPress::Emplace { unit: id, spot, opening })
        })
        .collect();
    row.push(button(game, "Somewhere else", OrderPress::DeployPlaces(id)).marked("↩️"));
    Controls { text, selects: Vec::new(), buttons: vec![row] }
}

/// Who could begin inside or on a building, where models stand on the table already (B-DEP-1).
pub(super) fn insiders(state: &State) -> impl Iterator<Item = UnitId> {
    let before = is_before_the_first_die(state);
    state.ids().filter(move |id| before && !buildings::berths(state, *id).is_empty())
}

/// A list of them, until the first die is drawn.
pub fn garrison_list(game: &Loaded, state: &State) -> Option<Select> {
    let options: Vec<Choice> = insiders(state)
        .filter_map(|id| state.unit(id).map(|unit| (id, unit)))
        .map(|(id, unit)| {
            let side = &state.sides[unit.side.index()];
            let whereabouts = label::whereabouts(state, unit).unwrap_or_default();
            Choice::new(&unit.name, id.0).more(whereabouts).marked(side.colour.mark())
        })
        .take(CHOICES.into())
        .collect();
    let which = "Who begins inside or on a building?";
    (!options.is_empty()).then(|| list(game, which, OrderPress::Garrison, options))
}

/// Where models stand on the table already, those inside are named before the first die; empty where nobody could be.
pub fn garrisons(state: &State) -> &'static str {
    if insiders(state).next().is_some() {
        "Whoever begins inside or on a building says so first: with the list, or `/deploy unit: into:`."
    } else {
        ""
    }
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
    let who = who.join(" and ");
    let text = if state.options.quick_start {
        format!("Until the first die is drawn the infiltrators of {who} may run; else they stay.")
    } else {
        format!(
            "Before the first turn the infiltrators of {who} may run, in any order. Nobody may ambush them."
        )
    };
    let text = [&text, garrisons(state)].join(" ").trim_end().to_owned();
    selects.extend(garrison_list(game, state));
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
    let pace = Pace::Infiltrate;
    let stays_out = usual(state, id, pace);
    let may = unit.can_move() && buildings::route(state, id, stays_out, pace).is_ok();
    let runs = match unit.spot.filter(|_| stays_out.is_none()) {
        Some(from) => format!("Leaves {} (up to {far})", state.part_name(from.part())),
        None => format!("Runs up to {far}"),
    };
    let runs = button(game, runs, OrderPress::Infiltrate { unit: id, runs: true });
    let mut row = vec![
        runs.styled(Style::Main).disabled_if(!may),
        button(game, "Through terrain…", OrderPress::InfiltrateWay(id)).disabled_if(!may),
        button(game, "Stays hidden", OrderPress::Infiltrate { unit: id, runs: false }),
    ];
    let others: usize = state.seats().map(|seat| infiltrators(state, seat).len()).sum();
    if others > 1 {
        row.push(button(game, "Another unit", OrderPress::AnotherUnit).marked("↩️"));
    }
    let places = infiltrator_places(state, id);
    let selects = (!places.is_empty()).then(|| run_list(game, state, id, &places));
    Controls { text, selects: selects.into_iter().collect(), buttons: vec![row] }
}

/// Where infiltrators could run in, on and out of buildings.
pub(super) fn infiltrator_places(state: &State, id: UnitId) -> Vec<Option<Spot>> {
    elsewhere(state, id, Pace::Infiltrate)
}

fn run_list(game: &Loaded, state: &State, id: UnitId, places: &[Option<Spot>]) -> Select {
    place_list(game, state, "Run to…", OrderPress::InfiltrateTo(id), places, |to| {
        let run = Command::Infiltrate { unit: id, moved: Some(Vec::new()), to };
        let Label { text, more } = label::command(state, &run);
        match (to, state.unit(id).and_then(|unit| unit.spot)) {
            (None, Some(from)) => {
                let text = format!("Out of {}", state.part_name(from.part()));
                Label { text, more }
            }
            (Some(spot), _) => Label { text, more: label::free_room(state, spot) },
            (None, None) => Label { text, more },
        }
    })
}

/// The places of one building, where all of them were too many for a list.
pub(super) fn infiltrator_into(
    game: &Loaded,
    state: &State,
    id: UnitId,
    building: BuildingId,
) -> Controls {
    let inside = within(&infiltrator_places(state, id), building);
    let back = button(game, "Somewhere else", OrderPress::Infiltrator(id)).marked("↩️");
    let Controls { text, .. } = infiltrator(game, state, id);
    let selects = vec![run_list(game, state, id, &inside)];
    Controls { text, selects, buttons: vec![vec![back]] }
}
