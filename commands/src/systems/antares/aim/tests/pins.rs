//! Pins to expect from near and far.

use std::collections::BTreeSet;

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::state::Unit;
use gatemaster_rules::antares::{State, label};

use super::super::draft::{Draft, picks};
use super::super::outlook::{Telling, outlooks};
use super::{aimed, aimed_with, battle};

/// Why a deadlier shot places fewer pins.
const REASON: &str = " pins (none if it is wiped out)";

/// Why one that hits often may place none (A-SHT-17).
const ARMOUR: &str = " pins (none if its armour turns every hit aside)";

/// Many and few, in armour that is weaker close up, guns, riders, drones, vehicles.
const TARGETS: [&str; 9] = [
    "gang_fighters",
    "phase_sniper",
    "c3_strike_command_squad",
    "freeborn_x_launcher_team",
    "ghar_battle_squad",
    "rock_rider_squad",
    "c3d1_light_support_drone",
    "c3d2_medium_support_drone",
    "striker_attack_skimmer",
];

/// What every band of the draft says, with the pins that can be read there.
fn told(state: &State, draft: &Draft) -> Vec<(f64, String)> {
    let choices = draft.choices(state);
    let wished = draft.chosen(&choices).unwrap();
    let how = Telling { reasons: false, as_last_time: false };
    let all = outlooks(state, draft);
    let lines = all.iter().filter(|one| one.odds.is_some()).map(|outlook| {
        let line = outlook.line(state, draft, wished, how);
        let (before, _) = line.split_once(" pins").unwrap_or_else(|| panic!("{line}"));
        let pins = before.rsplit(' ').next().and_then(|number| number.parse().ok());
        (pins.unwrap_or_else(|| panic!("{line}")), line)
    });
    lines.collect()
}

/// Every unit that the library knows as the one that shoots; some are fielded only beside others.
fn shooters(target: &str) -> Vec<State> {
    let library = Library::built_in();
    let field = |key: &str| {
        let beside = if key == "outcast_command_squad" { Some("outcast_squad") } else { None };
        battle(&[Some(key), beside].into_iter().flatten().collect::<Vec<_>>(), &[target])
    };
    library.units.iter().map(|profile| field(&profile.key)).collect()
}

/// Pins never rise with the range, unless the line of the nearer band says why, or names other weapons.
#[test]
fn no_weapon_promises_more_pins_from_afar_without_saying_why() {
    let (mut lines, mut rises) = (0, 0);
    for target in TARGETS {
        let mut seen = BTreeSet::new();
        for state in shooters(target) {
            let mut draft = aimed(&state, Manner::Fire);
            for way in draft.choices(&state) {
                let crew = state.unit(draft.unit).map_or(0, Unit::alive);
                if !seen.insert((label::ways(&state, draft.unit, &way), crew)) {
                    continue;
                }
                draft.way = picks(&way);
                let told = told(&state, &draft);
                lines += told.len();
                for (place, (near, line)) in told.iter().enumerate() {
                    for (_, farther) in told[place + 1..].iter().filter(|(far, _)| far > near) {
                        rises += 1;
                        let other_weapons = line.contains(", with ") || farther.contains(", with ");
                        let said = line.contains(REASON) || line.contains(ARMOUR) || other_weapons;
                        assert!(said, "{target}:\n{line}\n{farther}");
                    }
                }
            }
        }
    }
    assert!(lines > 1_000 && rises > 10, "{lines} lines, {rises} rises");
}

#[test]
fn a_lone_sniper_is_rather_wiped_out_than_pinned_and_a_gang_is_not() {
    let state = battle(&["c3_strike_squad"], &["phase_sniper"]);
    let draft = aimed_with(&state, Manner::Fire, "5 × plasma carbine (scatter)");
    let sniper = told(&state, &draft);
    assert!(sniper[0].0 < sniper[1].0, "{sniper:#?}");
    assert!(sniper[0].1.contains(REASON), "{sniper:#?}");
    let state = battle(&["c3_strike_squad"], &["gang_fighters"]);
    let draft = aimed_with(&state, Manner::Fire, "5 × plasma carbine (single shot)");
    assert!(told(&state, &draft).iter().all(|(_, line)| !line.contains("wiped")));
}
