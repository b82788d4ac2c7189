//! Pins to expect from near and far.

use std::collections::BTreeSet;

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::state::Unit;
use gatemaster_rules::antares::{State, label};

use super::super::draft::{Draft, picks};
use super::super::outlook::outlooks;
use super::super::table::{lines, pins, why_so_few_pins};
use super::{aimed, aimed_with, battle};

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

/// As many letters as a phone shows in a line.
const WIDEST: usize = 40;

/// The pins that each band of the draft shows, whether it names other weapons, and why they look odd.
fn told(state: &State, draft: &Draft) -> Vec<(f64, bool, Option<&'static str>)> {
    let choices = draft.choices(state);
    let wished = draft.chosen(&choices).unwrap();
    let all = outlooks(state, draft);
    let shown = lines(state, draft, &all, wished, None);
    for line in shown.iter().skip(1).take_while(|line| *line != "```") {
        assert!(line.chars().count() <= WIDEST, "too wide for a phone: {shown:#?}");
    }
    let bands = all.iter().filter_map(|outlook| {
        let odds = outlook.odds.as_ref()?;
        let why = why_so_few_pins(state, draft, outlook);
        let said = |why: &str| shown.iter().any(|line| line.strip_prefix("-# ") == Some(why));
        assert!(why.is_none_or(said), "{shown:#?}");
        Some((pins(odds).parse().unwrap(), outlook.uses != *wished, why))
    });
    bands.collect()
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
                for (place, (near, others, why)) in told.iter().enumerate() {
                    let farther = told[place + 1..].iter().filter(|(far, ..)| far > near);
                    for (_, other_weapons, _) in farther {
                        rises += 1;
                        let said = why.is_some() || *others || *other_weapons;
                        assert!(said, "{target}: {told:#?}");
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
    assert!(sniper[0].2.is_some_and(|why| why.contains("wiped out")), "{sniper:#?}");
    let state = battle(&["c3_strike_squad"], &["gang_fighters"]);
    let draft = aimed_with(&state, Manner::Fire, "5 × plasma carbine (single shot)");
    assert!(told(&state, &draft).iter().all(|(_, _, why)| why.is_none()));
}
