//! What a unit can do besides, in the words of a list.

use gatemaster_rules::at43::command::{Command, MachinePart, Routine, Special};
use gatemaster_rules::at43::flow::Acting;
use gatemaster_rules::at43::report::words::{member, part, role};
use gatemaster_rules::at43::routines::{name, price};
use gatemaster_rules::at43::specials::{full, points};
use gatemaster_rules::at43::state::{Drill, MemberId, State, UnitId};
use gatemaster_rules::at43::turn::DRILL;
use gatemaster_rules::wording::Label;

pub fn label(state: &State, command: &Command) -> Label {
    match command {
        Command::SplitFire => Label::new(
            format!("{} ({DRILL} LP)", Drill::SplitFire),
            "Bearers may fire at another moment than the rest",
        ),
        Command::Special(special) => of_special(state, special),
        Command::Routine(routine) => of_routine(state, *routine),
        _ => Label::new("Something else", ""),
    }
}

fn of_special(state: &State, special: &Special) -> Label {
    match special {
        Special::Sabotage { element, .. } => {
            let name = state.element(*element).map_or("", |element| element.name.as_str());
            Label::new(
                format!("Combat engineer: remove {name}"),
                "Within 2.5 cm of him; whoever stands on it falls",
            )
        }
        Special::Repair { unit, machine, part } => {
            let label = mended(state, "Mechanic", *unit, *machine, *part);
            // T-SPE-2
            let last = state.flow.acting.as_ref().is_some_and(Acting::has_acted);
            let then = if last { "; then only drills are left" } else { "" };
            Label::new(label.text, format!("{}{then}", label.more))
        }
        Special::Tag { on } => Label::new(
            format!("Laser targeter: tag {}", state.unit_name(*on)),
            "Your indirect and locked fire needs no sight of it this round",
        ),
        Special::Open => Label::new("Open a container", "Then no movement and no shooting"),
        Special::Hoist => {
            Label::new("Lift a low wall", "In place of one attack; then no movement, no shooting")
        }
    }
}

fn mended(state: &State, who: &str, unit: UnitId, machine: MemberId, which: MachinePart) -> Label {
    let left = state
        .unit(unit)
        .and_then(|unit| unit.member(machine))
        .and_then(|member| member.machine.as_ref())
        .and_then(|machine| points(machine, which))
        .unwrap_or(0);
    let most = state
        .unit(unit)
        .and_then(|unit| state.entry(unit))
        .and_then(|entry| full(entry, which))
        .unwrap_or(0);
    Label::new(
        format!("{who}: {} of {}", part(state, unit, which), member(state, unit, machine)),
        format!("{left} of {most} SP, one more"),
    )
}

fn of_routine(state: &State, routine: Routine) -> Label {
    let (title, lp) = (name(routine.name()), price(routine.name()));
    let unit = |id: UnitId| state.unit_name(id);
    match routine {
        Routine::Transfer { on, leaves, returns } => Label::new(
            format!("{title} ({lp} LP): {} for {} in {}", role(returns), role(leaves), unit(on)),
            "One who fell comes back, the other leaves",
        ),
        Routine::Reconstruction { on, returns } => Label::new(
            format!("{title} ({lp} LP): {} of {} comes back", role(returns), unit(on)),
            "In cohesion with the others",
        ),
        Routine::Repair { on, machine, part } => {
            let label = mended(state, title, on, machine, part);
            Label::new(format!("{} ({lp} LP)", label.text), label.more)
        }
        Routine::Creation => Label::new(
            format!("{title} ({lp} LP): a new strider"),
            "In contact with the overseer; it has a card from the next round on",
        ),
        Routine::Fusion { on, machines } => Label::new(
            format!(
                "{title} ({lp} LP): machines {} and {} of {}",
                u32::from(machines.0.0) + 1,
                u32::from(machines.1.0) + 1,
                unit(on)
            ),
            "One strider of the next type stands there instead",
        ),
    }
}
