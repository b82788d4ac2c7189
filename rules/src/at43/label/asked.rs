//! What is asked of whom, with the facts that decide it.

use super::super::command::Mark;
use super::super::damage::test_of;
use super::super::flow::{Attack, Struckee, Task, VolleyId};
use super::super::measuring::by_shooter;
use super::super::need::Need;
use super::super::question::question as waits;
use super::super::report::words::{Who, capital, impacts, leadership, mark, member, names, weapon};
use super::super::routines::HYPER_NANONUCLEUS;
use super::super::state::{Machine, MemberId, State, Unit, UnitId};
use super::super::turn::{ACTIVATION, RALLY, cost, pool};
use super::answer::members_in_words;
use super::lines::{machine_line, strength};
use crate::wording::Asked;

/// What the thing on top of the stack waits for; `None` between actions.
pub fn question(state: &State) -> Option<Asked> {
    let task = state.flow.tasks.last()?;
    let open = waits(state, task)?;
    let (title, why) = words(state, task)
        .unwrap_or_else(|| (capital(&open.what), vec![format!("It is for you to {}.", open.what)]));
    Some(Asked::new(open.seat, &title, &why))
}

fn words(state: &State, task: &Task) -> Option<(String, Vec<String>)> {
    let name = |id: UnitId| state.unit_name(id);
    match task {
        Task::ChooseFirst { winner } => {
            let side = Who::side(state, *winner);
            let (is, it) = (side.does("has", "have"), side.it());
            let why = format!(
                "{side} {is} won the Authority test; {it} may also let another side begin."
            );
            Some(("Who plays the first card?".to_owned(), vec![why]))
        }
        Task::FirstOfTwo { units: (one, two) } => {
            let why = format!(
                "{} and {} are both activated now, one after the other.",
                name(*one),
                name(*two)
            );
            Some(("Which of the two goes first?".to_owned(), vec![why]))
        }
        Task::Rally { unit } => Some(rally(state, *unit)),
        Task::Enter { unit } => {
            let why = format!("{}, in reserve.", strength(state, state.unit(*unit)?));
            Some((format!("{}: come in or wait?", name(*unit)), vec![capital(&why)]))
        }
        Task::Pay { unit, .. } => pay(state, *unit),
        Task::Immobilised { unit } => immobilised(state, *unit),
        Task::Overwatch { mover, .. } => {
            let who = Who::unit(state, *mover);
            let why = format!(
                "{who} {} moved. Whoever sees {} may fire: that uses Overwatch! up, holding keeps it.",
                who.has(),
                who.does("it", "them")
            );
            Some((format!("Fire at {} in overwatch?", name(*mover)), vec![why]))
        }
        Task::Template { volley } => template(state, *volley),
        Task::Assign { volley } => assign(state, *volley),
        Task::Hyper { volley, group } => hyper(state, *volley, *group),
        Task::HitWeapon { volley, group, machine } => hit_weapon(state, *volley, *group, *machine),
        Task::Medic { unit, fallen, grounded } => medic(state, *unit, fallen, *grounded),
        Task::StillInContact { unit, enemy } => {
            let why =
                "Losses may have ended it: is any fighter of one still within 2.5 cm of the other?";
            Some((
                format!("{} and {}: still in contact?", name(*unit), name(*enemy)),
                vec![why.to_owned()],
            ))
        }
        Task::Measure { by, pairs } => {
            let side = Who::side(state, *by);
            let told: Vec<String> = by_shooter(pairs)
                .into_iter()
                .map(|(from, to)| format!("{} from {}", names(state, &to), name(from)))
                .collect();
            let why = format!(
                "{side} {} no table to look at. How far is it, from leader to leader: {}? Whatever is not named is out \
                 of sight.",
                side.does("has", "have"),
                told.join("; ")
            );
            Some(("How far is it?".to_owned(), vec![why]))
        }
        Task::Share { volley } => share(state, *volley),
        Task::Fall { volley, number } => fall(state, *volley, *number),
        Task::JoinHero { .. } => {
            let why = "He may if all of it is within 10 cm of him and somebody of it in contact with him: he leads it then.";
            let asked = waits(state, task)?;
            Some((capital(&asked.what), vec![why.to_owned()]))
        }
        Task::Turn
        | Task::Activate { .. }
        | Task::StandUp { .. }
        | Task::Act
        | Task::EndActivation { .. }
        | Task::NextTurn
        | Task::WatchFire
        | Task::EndWatch
        | Task::Shots { .. }
        | Task::Covers { .. }
        | Task::Damage { .. }
        | Task::Locate { .. }
        | Task::AfterSalvo { .. }
        | Task::Blows { .. }
        | Task::Settle { .. }
        | Task::MachineMorale { .. }
        | Task::Count
        | Task::Score
        | Task::Buy { .. }
        | Task::NextRound => None,
    }
}

/// "3 LP left"
fn lp(state: &State, unit: &Unit) -> String {
    capital(&leadership(pool(state, unit.side)))
}

fn rally(state: &State, id: UnitId) -> (String, Vec<String>) {
    let title = format!("Rally {}?", state.unit_name(id));
    let Some(unit) = state.unit(id) else { return (title, Vec::new()) };
    let who = Who::unit(state, id);
    let then = cost(state, unit);
    let more =
        if then > 0 { format!(", and {then} LP more to activate it") } else { String::new() };
    let why = vec![
        format!("{who} {} disorganized and would do nothing.", who.is()),
        format!("To rally takes {RALLY} LP{more}. {}.", lp(state, unit)),
    ];
    (title, why)
}

fn pay(state: &State, id: UnitId) -> Option<(String, Vec<String>)> {
    let unit = state.unit(id)?;
    let cards = state.side(unit.side)?.cards.len();
    let left = match cards {
        0 => "It is your last card".to_owned(),
        1 => "One more card is to come".to_owned(),
        more => format!("{more} more cards are to come"),
    };
    let why = vec![format!("{}. {left}.", lp(state, unit))];
    Some((format!("{ACTIVATION} LP to activate {}?", unit.name), why))
}

fn immobilised(state: &State, id: UnitId) -> Option<(String, Vec<String>)> {
    let unit = state.unit(id)?;
    let stuck = unit
        .living()
        .filter(|(_, member)| member.machine.as_ref().is_some_and(Machine::is_immobilised));
    let stuck: Vec<String> = stuck
        .map(|(machine, _)| {
            let hurt = machine_line(state, id, machine).unwrap_or_default();
            format!("Machine {}: {hurt}.", u32::from(machine.0) + 1)
        })
        .collect();
    let mut why = vec![
        "The others stay with what cannot move, or it is given up and counts as destroyed."
            .to_owned(),
    ];
    why.extend(stuck);
    Some((format!("{}: stay or abandon?", unit.name), why))
}

fn template(state: &State, id: VolleyId) -> Option<(String, Vec<String>)> {
    let volley = state.flow.volleys.get(id)?;
    let template = volley.template?;
    let at = match &volley.attack {
        Attack::Salvo(salvo) => salvo.at,
        Attack::Strike(strike) => strike.at,
        Attack::Combat(_) => return None,
    };
    let at: Mark = at;
    let lies = match template.direction {
        Some(direction) => {
            format!("It lies {} cm from {} towards {direction}", template.shift, mark(state, at))
        }
        None => format!("It lies on {}", mark(state, at)),
    };
    let each = match template.impacts_each {
        1 => "everybody touched by it takes an impact".to_owned(),
        more => format!("everybody touched by it takes {more} impacts"),
    };
    let why =
        vec![format!("{lies}, with a radius of {} cm; {each}, friend or foe.", template.radius)];
    Some(("Who is under the template?".to_owned(), why))
}

fn assign(state: &State, id: VolleyId) -> Option<(String, Vec<String>)> {
    let volley = state.flow.volleys.get(id)?;
    let number = volley.groups.last()?.number;
    let on = match volley.groups.last()?.on {
        Struckee::Unit(unit) => state.unit_name(unit),
        Struckee::Wreck | Struckee::Terrain(_) => return None,
    };
    let why = format!("{} on {on}, each on whom you see and want.", capital(&impacts(number)));
    Some(("Whom does the sniper hit?".to_owned(), vec![why]))
}

fn hyper(state: &State, id: VolleyId, group: usize) -> Option<(String, Vec<String>)> {
    let volley = state.flow.volleys.get(id)?;
    let taken = volley.groups.get(group)?;
    let arm = state.library.weapon(volley.weapon)?;
    let test = test_of(state, arm, taken)?;
    let needs = match test.need() {
        Need::AtLeast(_) => test.need().to_string(),
        Need::Never | Need::Always => return None,
    };
    let unit = state.unit(volley.from)?;
    let why = vec![
        format!(
            "{} to damage, each needs {needs}; with it every failure is rolled once more.",
            capital(&impacts(taken.number))
        ),
        format!("It takes {HYPER_NANONUCLEUS} LP. {}.", lp(state, unit)),
    ];
    Some(("Hyper nanonucleus?".to_owned(), why))
}

fn hit_weapon(
    state: &State,
    id: VolleyId,
    group: usize,
    machine: MemberId,
) -> Option<(String, Vec<String>)> {
    let Struckee::Unit(unit) = state.flow.volleys.get(id)?.groups.get(group)?.on else {
        return None;
    };
    let which = member(state, unit, machine);
    let damage = state.library.weapon(state.flow.volleys.get(id)?.weapon)?.damage;
    let why = format!(
        "The die shows a weapon; it loses {damage} SP, and what is beyond goes to the frame."
    );
    Some((format!("Which weapon of {which} is hit?"), vec![why]))
}

fn medic(
    state: &State,
    id: UnitId,
    fallen: &[MemberId],
    grounded: bool,
) -> Option<(String, Vec<String>)> {
    let unit = state.unit(id)?;
    let down = if grounded { ", on the ground" } else { "" };
    let why = vec![format!(
        "{} fell. The medic saves one a round: he stays in the game{down}.",
        capital(&members_in_words(unit, fallen))
    )];
    Some((format!("Medic! Save one of {}?", unit.name), why))
}

fn share(state: &State, id: VolleyId) -> Option<(String, Vec<String>)> {
    let volley = state.flow.volleys.get(id)?;
    let Attack::Combat(combat) = &volley.attack else { return None };
    let why = format!(
        "{} by the {}, shared as you like over those in contact.",
        capital(&impacts(volley.impacts)),
        weapon(state, combat.weapon)
    );
    let machines: Vec<String> = state
        .unit(combat.on)?
        .living()
        .filter_map(|(machine, _)| {
            let hurt = machine_line(state, combat.on, machine)?;
            Some(format!("Machine {}: {hurt}.", u32::from(machine.0) + 1))
        })
        .collect();
    let mut all = vec![why];
    all.extend(machines);
    Some((format!("Which machines of {}?", state.unit_name(combat.on)), all))
}

fn fall(state: &State, id: VolleyId, number: u32) -> Option<(String, Vec<String>)> {
    let volley = state.flow.volleys.get(id)?;
    let Attack::Combat(combat) = &volley.attack else { return None };
    let falls = if number == 1 { "falls" } else { "fall" };
    let why = format!("{number} of those in contact {falls}; you say who.");
    Some((format!("Who of {} {falls}?", state.unit_name(combat.on)), vec![why]))
}
