//! What buildings have to do with a shot, told before the dice: walls, parapets, windows, and what comes down on a roof.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::arms::mode_of;
use gatemaster_rules::antares::buildings::{
    Depth, PARAPET_COVER, PENETRATION_DIE, Part, depth_of, overhead_part, stands_behind_parapet,
    struck_units,
};
use gatemaster_rules::antares::command::{Shooters, Use};
use gatemaster_rules::antares::profile::{Mode, WeaponRule};
use gatemaster_rules::antares::shoot::shooters;
use gatemaster_rules::antares::state::{Unit, UnitId};
use gatemaster_rules::text::list;

use super::circumstances::walled;
use super::draft::Draft;
use super::outlook::Outlook;
use crate::words::{count, esc};

pub fn lines(state: &State, draft: &Draft, outlooks: &[Outlook]) -> Vec<String> {
    let modes: Vec<&Mode> = outlooks
        .iter()
        .flat_map(|outlook| &outlook.uses)
        .filter_map(|used| mode_of(state, used.weapon, used.mode))
        .map(|(_, mode)| mode)
        .collect();
    let mut lines: Vec<String> = windows(state, draft, outlooks).into_iter().collect();
    lines.extend(walls(state, draft, &modes));
    lines.extend(parapet(state, draft, &modes));
    lines.extend(from_above(state, draft, &modes));
    lines
}

/// "Through 2 openings: 4 of 5 can shoot." (B-SHT-1)
fn windows(state: &State, draft: &Draft, outlooks: &[Outlook]) -> Option<String> {
    let unit = state.unit(draft.unit)?;
    state.closed_in(unit)?;
    let first = outlooks.first()?;
    let number = |uses: &[Use]| uses.iter().map(|used| shooting(unit, used)).sum::<u32>();
    let some = number(&first.uses);
    let all = number(&draft.wished_at(state, first.upto.range()));
    let through = match (unit.emplaced, draft.scene.openings) {
        (Some(side), _) => format!("At its opening at the {}", side.name()),
        (None, Some(openings)) => {
            format!("Through {}", count(u32::from(openings), "opening", "openings"))
        }
        (None, None) => return None,
    };
    Some(if some < all {
        format!("{through}: {some} of {all} can shoot.")
    } else {
        format!("{through}: all {all} can shoot.")
    })
}

fn shooting(unit: &Unit, used: &Use) -> u32 {
    match used.by {
        Shooters::Gun => 1,
        Shooters::Models(_) => shooters(unit, used).iter().map(|group| group.number).sum(),
    }
}

/// "In Tower: −1 to hit, +2 to Res." (B-SHT-4, B-OVH-2)
fn walls(state: &State, draft: &Draft, modes: &[&Mode]) -> Option<String> {
    let cover = walled(state, draft)?;
    let spot = draft.target.body(state)?.spot?;
    let direct = modes.iter().any(|mode| !mode.is_overhead());
    let overhead = modes.iter().any(|mode| mode.is_overhead());
    let stopped = modes.iter().any(|mode| mode.is_overhead() || !mode.has(WeaponRule::NoCover));
    let mut parts: Vec<String> = Vec::new();
    if direct {
        parts.push(if overhead { "−1 to hit but from above" } else { "−1 to hit" }.to_owned());
    }
    if stopped && cover > 0 {
        parts.push(format!("+{cover} to Res"));
    }
    let place = esc(&state.spot_name(spot));
    (!parts.is_empty()).then(|| format!("In {place}: {}.", parts.join(", ")))
}

/// B-ROF-1
fn parapet(state: &State, draft: &Draft, modes: &[&Mode]) -> Option<String> {
    let target = draft.target.body(state)?;
    let stopped = modes.iter().any(|mode| !mode.is_overhead() && !mode.has(WeaponRule::NoCover));
    let behind = stands_behind_parapet(state, target) && stopped && !draft.scene.past_parapet;
    behind.then(|| format!("Behind the parapet: +{PARAPET_COVER} to Res."))
}

/// What D10 and the strike value do to whoever is there (B-OVH-1, B-OVH-3).
fn from_above(state: &State, draft: &Draft, modes: &[&Mode]) -> Vec<String> {
    let Some(part) = overhead_part(state, draft.target.unit(), draft.target.part()) else {
        return Vec::new();
    };
    let mut values: Vec<u8> =
        modes.iter().filter(|mode| mode.is_overhead()).map(|mode| mode.sv).collect();
    values.sort_unstable();
    values.dedup();
    values.into_iter().map(|sv| landing(state, draft, part, sv)).collect()
}

/// "From above on Tower, D10 + SV 3: 1–2 the roof (nobody), 3–10 everything (Rabble, Hammer). Hits are shared."
fn landing(state: &State, draft: &Draft, part: Part, sv: u8) -> String {
    let storeys = state.building(part.building).map_or(0, |building| building.plan.storeys);
    let mut steps: Vec<(Depth, u32, u32)> = Vec::new();
    for die in 1..=PENETRATION_DIE {
        let depth = depth_of(die + u32::from(sv), storeys);
        match steps.last_mut() {
            Some((last, _, end)) if *last == depth => *end = die,
            _ => steps.push((depth, die, die)),
        }
    }
    let struck: Vec<Vec<UnitId>> =
        steps.iter().map(|(depth, _, _)| struck_units(state, part, *depth)).collect();
    let told: Vec<String> = steps
        .iter()
        .zip(&struck)
        .map(|((depth, first, last), units)| {
            let faces = if first == last { first.to_string() } else { format!("{first}–{last}") };
            let names: Vec<String> = units.iter().map(|id| esc(state.unit_name(*id))).collect();
            let whom = if names.is_empty() { "nobody".to_owned() } else { list(&names) };
            format!("{faces} {} ({whom})", reached(*depth))
        })
        .collect();
    let shared = struck.iter().any(|units| units.len() > 1);
    let shared = match (shared, draft.target.unit()) {
        (true, Some(at)) => {
            format!(" Hits are shared, the odd ones to {} first.", esc(state.unit_name(at)))
        }
        (true, None) => " Hits are shared.".to_owned(),
        (false, _) => String::new(),
    };
    let place = esc(&state.part_name(part));
    format!("From above on {place}, D10 + SV {sv} goes as deep as: {}.{shared}", told.join(", "))
}

fn reached(depth: Depth) -> &'static str {
    match depth {
        Depth::Roof => "the roof",
        Depth::Top => "the top floors",
        Depth::Through => "every level",
    }
}
