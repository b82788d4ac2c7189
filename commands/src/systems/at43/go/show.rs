//! The buttons of a movement, and its details as they are chosen.

use gatemaster_discord::card::{Button, Choice, Select, Style};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::command::{Movement, Pace, RoutineName};
use gatemaster_rules::at43::event::Allowance;
use gatemaster_rules::at43::flow::Acting;
use gatemaster_rules::at43::moves::{self, has_pilot, may_leave};
use gatemaster_rules::at43::need::Millimetres;
use gatemaster_rules::at43::state::UnitId;
use gatemaster_rules::at43::{State, label, routines};
use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::text::list;

use super::super::press::{BattlePressed, button};
use super::GoPress;
use super::draft::{Also, Draft, enemies};
use crate::desk::Loaded;
use crate::face::Controls;
use crate::words::esc;

/// How far this movement may go, or why it may not.
pub fn allowance(state: &State, movement: &Movement) -> Result<Allowance, Refusal> {
    let acting = state.flow.acting.as_ref();
    let acting = acting.ok_or_else(|| Refusal::new("No unit is active now."))?;
    moves::allowance(state, acting, movement.pace, movement.crosses, movement.dash)
}

pub fn verb(pace: Pace) -> &'static str {
    match pace {
        Pace::Combat => "Move",
        Pace::Rush => "Rush",
    }
}

/// "Move 14 cm", "Rush 20 cm" and the way to their details; and why one of the two cannot be done, where that is not plain.
pub fn buttons(game: &Loaded, state: &State, acting: &Acting) -> (Vec<Button>, Option<String>) {
    let mut row = Vec::new();
    let mut why = None;
    for pace in [Pace::Combat, Pace::Rush] {
        match moves::allowance(state, acting, pace, false, false) {
            Ok(most) => {
                let far = Millimetres(most.millimetres);
                let label = format!("{} {far}", verb(pace));
                let mark = if pace == Pace::Rush { "🏃" } else { "🚶" };
                row.push(button(game, label, GoPress::Plainly(pace)).marked(mark));
            }
            Err(refusal) if pace == Pace::Rush && !row.is_empty() => {
                row.push(button(game, "Rush", GoPress::Plainly(pace)).disabled_if(true));
                why = Some(refusal.sentence().to_owned());
            }
            // that it has moved or fought is plain to see
            Err(refusal) if pace == Pace::Combat && !acting.moved && !acting.fought => {
                why = Some(refusal.sentence().to_owned());
            }
            Err(_) => {}
        }
    }
    if let Some(pace) = [Pace::Rush, Pace::Combat]
        .into_iter()
        .find(|pace| moves::allowance(state, acting, *pace, false, false).is_ok())
    {
        row.push(button(game, "Into contact, walls…", GoPress::Details(pace)));
    }
    (row, why)
}

/// "**Storm golems 1** rush up to 20 cm. …", with everything to change about it.
pub fn details(game: &Loaded, state: &State, draft: &Draft) -> Controls {
    let movement = &draft.it;
    let mut selects = Vec::new();
    let foes = enemies(state);
    if !foes.is_empty() {
        selects.push(contacts(game, state, movement, &foes));
    }
    let also = also(state, movement);
    if !also.is_empty() {
        let press = BattlePressed::new(&game.id, game.at, GoPress::Also.into());
        selects.push(Select::new("What else is true of it…", press, also).any_number());
    }
    let other = match movement.pace {
        Pace::Combat => Pace::Rush,
        Pace::Rush => Pace::Combat,
    };
    let possible = allowance(state, movement);
    let far = possible.as_ref().map_or(0, |most| most.millimetres);
    let far = movement.distance.unwrap_or(Millimetres(far));
    let done = format!("{} {far}", verb(movement.pace));
    let mut row = vec![
        button(game, done, GoPress::Done(draft.hash()))
            .styled(Style::Main)
            .disabled_if(possible.is_err()),
    ];
    let mut instead = movement.clone();
    super::draft::at_pace(state, &mut instead, other);
    if allowance(state, &instead).is_ok() {
        let label = format!("{} instead", verb(other));
        row.push(button(game, label, GoPress::Details(other)));
    }
    let exact = if runs_over(state, movement) {
        "Distance, who is run over…"
    } else {
        "Distance, ranges…"
    };
    row.push(button(game, exact, GoPress::Exact));
    row.push(button(game, "Back", GoPress::Back));
    Controls { text: text(state, movement), selects, buttons: vec![row] }
}

/// Machines on a rush run infantry over (T-MOV-4).
pub fn runs_over(state: &State, movement: &Movement) -> bool {
    let acting = state.flow.acting.as_ref().and_then(|acting| state.unit(acting.unit));
    movement.pace == Pace::Rush && acting.is_some_and(|unit| !state.is_infantry(unit))
}

fn contacts(game: &Loaded, state: &State, movement: &Movement, foes: &[UnitId]) -> Select {
    // those already chosen are never behind the end of the list
    let (chosen, others): (Vec<UnitId>, Vec<UnitId>) =
        foes.iter().partition(|id| movement.contact.contains(id));
    let options = chosen.into_iter().chain(others).take(CHOICES.into()).map(|id| {
        Choice::new(state.unit_name(id), id.0)
            .more(label::unit_line(state, id))
            .chosen_if(movement.contact.contains(&id))
    });
    let press = BattlePressed::new(&game.id, game.at, GoPress::Contact.into());
    Select::new("In contact at its end…", press, options.collect()).any_number()
}

/// Walls and containers are for a combat movement; where one is possible, choosing that changes the pace (T-TER-1).
fn can_cross(state: &State) -> bool {
    let crossing = Movement { crosses: true, ..Movement::plain(Pace::Combat) };
    allowance(state, &crossing).is_ok()
}

fn also(state: &State, movement: &Movement) -> Vec<Choice> {
    let Some(acting) = state.flow.acting.as_ref() else { return Vec::new() };
    let Some(unit) = state.unit(acting.unit) else { return Vec::new() };
    let choice = |also: Also| {
        let (label, more) = match also {
            Also::Crosses => (
                "Crosses a low wall, or ends on or behind a container",
                "Half the distance; infantry on a combat movement",
            ),
            Also::Dash => ("Dash (2 LP)", "An overseer's routine: a longer rush"),
            Also::Apart => ("Cohesion cannot be kept", "However it moves, some stay too far away"),
            Also::Leaves => {
                ("Leaves the table by the far edge", "The leader gets out; the mission pays")
            }
            Also::PilotHome => ("The pilot reaches his own edge", "He is brought home"),
        };
        Choice::new(label, also.value()).more(more).chosen_if(also.holds(movement))
    };
    let infantry = state.is_infantry(unit);
    let offered = Also::ALL.into_iter().filter(|also| {
        also.holds(movement)
            || match also {
                Also::Crosses => infantry && can_cross(state),
                Also::Dash => {
                    movement.pace == Pace::Rush
                        && routines::affordable(state, RoutineName::Dash, acting.unit)
                }
                Also::Apart => unit.strength() > 1,
                Also::Leaves => may_leave(state, unit) && !acting.must_enter,
                Also::PilotHome => has_pilot(state, acting.unit),
            }
    });
    offered.map(choice).collect()
}

fn text(state: &State, movement: &Movement) -> String {
    let Some(acting) = state.flow.acting.as_ref() else { return String::new() };
    let name = esc(state.unit_name(acting.unit));
    let mut lines = Vec::new();
    match allowance(state, movement) {
        Ok(most) => {
            let pace = match movement.pace {
                Pace::Combat => "combat movement",
                Pace::Rush => "rush",
            };
            let far = Millimetres(most.millimetres);
            let mark = if movement.pace == Pace::Rush { "🏃" } else { "🚶" };
            let told = movement.distance.filter(|told| *told < far);
            let all = told.map_or_else(String::new, |told| format!("; you say {told}"));
            lines.push(format!("{mark} **{name}**: a {pace} of up to {far}{all}."));
        }
        Err(refusal) => lines.push(format!("⚠️ {}", esc(refusal.sentence()))),
    }
    let foes: Vec<String> = movement.contact.iter().map(|id| esc(state.unit_name(*id))).collect();
    let contact = if foes.is_empty() { "nobody".to_owned() } else { list(&foes) };
    let mut said = vec![format!("In contact at its end: **{contact}**")];
    if !movement.path.is_empty() {
        let over: Vec<String> = movement
            .path
            .iter()
            .map(|on| format!("{} of {}", on.fighters, esc(state.unit_name(on.unit))))
            .collect();
        said.push(format!("runs over {}", list(&over)));
    }
    let ranges: Vec<String> = movement
        .ranges
        .iter()
        .map(|told| format!("{} to {}", told.range, esc(state.unit_name(told.unit))))
        .collect();
    if !ranges.is_empty() {
        said.push(format!("then {}", list(&ranges)));
    }
    lines.push(format!("{}.", said.join("; ")));
    lines.join("\n")
}
