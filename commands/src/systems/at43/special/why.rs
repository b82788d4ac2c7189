//! Why something that is named cannot be done now, where there is such a thing at all.

use gatemaster_rules::at43::activation::why_no_split;
use gatemaster_rules::at43::command::{Command, MachinePart, RoutineName, Special};
use gatemaster_rules::at43::routines::{name, overseer_for, price};
use gatemaster_rules::at43::specials::check;
use gatemaster_rules::at43::state::{MemberId, Stands, State, TerrainId};

use super::possible;
use crate::words::esc;

/// Of a specialist, a targeter, Split fire!, and what is opened or lifted.
pub fn no_special(state: &State, typed: &str) -> Option<String> {
    let acting = state.flow.acting.as_ref()?;
    let seat = state.unit(acting.unit)?.side;
    let says = |words: &[&str]| words.iter().any(|word| typed.contains(word));
    let refused = if says(&["split"]) {
        why_no_split(state)
    } else if says(&["engineer", "sabot", "remove"]) {
        let element = state.terrain.iter().position(|element| !element.gone).unwrap_or(0);
        let element = TerrainId(u8::try_from(element).unwrap_or(u8::MAX));
        check(state, acting, &Special::Sabotage { element, on_it: Vec::new() }).err()
    } else if says(&["mechanic", "repair", "mend"]) {
        let mut on_field = state.units_of(seat).filter(|(_, unit)| unit.stands == Stands::Field);
        let machine = on_field.find(|(_, unit)| !state.is_infantry(unit));
        let unit = machine.map_or(acting.unit, |(id, _)| id);
        let (machine, part) = (MemberId(0), MachinePart::Frame);
        // another part may be hurt: then the list says which
        let some = possible(state).iter().any(is_repair);
        check(state, acting, &Special::Repair { unit, machine, part }).err().filter(|_| !some)
    } else if says(&["tag", "laser", "targeter"]) {
        let (on, _) = state.enemies_on_field(seat).next()?;
        check(state, acting, &Special::Tag { on }).err()
    } else if says(&["lift", "hoist"]) {
        check(state, acting, &Special::Hoist).err()
    } else if says(&["open", "container"]) {
        check(state, acting, &Special::Open).err()
    } else {
        None
    };
    refused.map(|refused| esc(refused.sentence()))
}

fn is_repair(one: &Command) -> bool {
    matches!(one, Command::Special(Special::Repair { .. }))
}

const ROUTINES: [RoutineName; 7] = [
    RoutineName::Transfer,
    RoutineName::Dash,
    RoutineName::HyperNanonucleus,
    RoutineName::Reconstruction,
    RoutineName::Repair,
    RoutineName::Creation,
    RoutineName::Fusion,
];

/// Of a routine, or which line it is used with (T-THR-6, T-THR-7).
pub fn no_routine(state: &State, typed: &str) -> Option<String> {
    let unit = state.flow.acting.as_ref()?.unit;
    let first = typed.split_whitespace().next()?;
    let routine =
        ROUTINES.into_iter().find(|routine| name(*routine).to_lowercase().starts_with(first))?;
    match overseer_for(state, routine, unit) {
        Err(refused) => return Some(esc(refused.sentence())),
        Ok(by) => {
            let left =
                state.unit(by).and_then(|by| state.side(by.side)).map_or(0, |side| side.pool);
            if left < price(routine) {
                let (title, lp) = (name(routine), price(routine));
                return Some(format!("{title} takes {lp} LP; {left} are left."));
            }
        }
    }
    match routine {
        RoutineName::Dash => {
            Some("Dash goes with a rush: `/at43 move pace:rush dash:True`.".to_owned())
        }
        RoutineName::HyperNanonucleus => Some(
            "Hyper nanonucleus goes with damage dice: `hyper:True` with `/at43 shoot` or `/at43 fight`."
                .to_owned(),
        ),
        RoutineName::Transfer
        | RoutineName::Reconstruction
        | RoutineName::Repair
        | RoutineName::Creation
        | RoutineName::Fusion => None,
    }
}
