//! What is set, in a few lines.

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::data::bounds::MAX_TOLD;
use gatemaster_rules::ids::Seat;

use super::about;
use super::change::{chosen, may_have_roles};
use crate::words::esc;

/// Letters about what is paid for; a server's own mission may have many places.
const LONG: usize = 800;

/// "🔵 Blue"
pub fn side(setup: &Setup, seat: Seat) -> String {
    setup.sides.get(seat.index()).map_or_else(
        || "nobody".to_owned(),
        |side| format!("{} {}", side.colour.mark(), esc(&side.name)),
    )
}

/// Mission, roles and switches for the lobby; of switches those that are on.
pub fn lines(setup: &Setup) -> Vec<String> {
    let mut lines = Vec::new();
    match chosen(setup) {
        Some(mission) => {
            lines.push(format!(
                "**{}** · {} · {}",
                esc(&mission.name),
                about::forces(mission, setup.points),
                about::ends(mission)
            ));
            lines.extend(about::pays(mission).iter().map(|line| clip(line, LONG)));
            if !mission.told.is_empty() {
                lines.push(format!("-# {}", clip(&esc(&mission.told), MAX_TOLD + 50)));
            }
        }
        None => lines.push(format!(
            "🎲 **A die picks the mission.** {} AP each where it names none.",
            setup.points
        )),
    }
    if may_have_roles(setup) {
        let whether = if chosen(setup).is_none() { ", where the mission has one" } else { "" };
        lines.push(match setup.attacker {
            Some(seat) => format!("Attacker{whether}: {}", side(setup, seat)),
            None => format!("Attacker{whether}: dice decide"),
        });
    }
    let switches = switches(setup);
    if !switches.is_empty() {
        lines.push(format!("Agreed: {}.", switches.join(" · ")));
    }
    lines
}

/// The program sees no edge of the table, so it neither leaves by one nor brings anybody home (T-MIS-54, T-MIS-65).
pub fn attacks_in_vain(setup: &Setup, bots: &[Seat]) -> Option<String> {
    let mission = chosen(setup)?;
    let by_an_edge = mission.rescue.is_some()
        || mission.evacuated_infantry > 0
        || mission.evacuated_machines > 0;
    let may_attack = setup.attacker.map_or(!bots.is_empty(), |seat| bots.contains(&seat));
    (by_an_edge && may_attack).then(|| {
        format!(
            "⚠️ In {} the attacker scores at an edge of the table, and I see no table: let a person attack, by *Points, \
             roles, more…*.",
            esc(&mission.name)
        )
    })
}

/// Those that are on (T-TAC-4, T-WPN-4, T-TER-3, T-TAC-6).
fn switches(setup: &Setup) -> Vec<String> {
    let switches = &setup.switches;
    let home = switches.home_turf.map(|seat| format!("home turf {}", side(setup, seat)));
    let first = switches
        .first_round
        .map(|seat| format!("{} wins the first Authority test", side(setup, seat)));
    let strikes = switches.artillery.then(|| "artillery strikes".to_owned());
    let terrain = switches.terrain_damage.then(|| "weapons harm terrain".to_owned());
    [home, first, strikes, terrain].into_iter().flatten().collect()
}

/// What comes after Start.
pub fn ready(setup: &Setup) -> String {
    let diced = chosen(setup).is_none() || (may_have_roles(setup) && setup.attacker.is_none());
    let then = if diced { "then the dice, then" } else { "then" };
    format!("Everybody is here: press Start, {then} each builds a company in secret.")
}

/// "Bridgehead, 1500 AP each, home turf 🔵 Blue"
pub fn in_short(setup: &Setup) -> String {
    let mut parts = vec![match chosen(setup) {
        Some(mission) => {
            format!("{}, {}", esc(&mission.name), about::forces(mission, setup.points))
        }
        None => format!("a die picks the mission, {} AP each", setup.points),
    }];
    if setup.sides.len() > 2 {
        parts.push(about::sides(setup.sides.len()));
    }
    if may_have_roles(setup) {
        parts.push(match setup.attacker {
            Some(seat) => format!("{} attacks", side(setup, seat)),
            None => "dice decide who attacks".to_owned(),
        });
    }
    parts.extend(switches(setup));
    parts.join(", ")
}
