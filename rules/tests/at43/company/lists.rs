//! What each unit of the book may have, tried choice by choice.

use gatemaster_rules::at43::company::{Chosen, Company, Fault, Limits, check};
use gatemaster_rules::at43::profile::Specialist::{self, CombatEngineer, Mechanic, Medic};

use super::book;

/// Whether the list allows this unit, apart from its company.
fn allowed(chosen: Chosen) -> bool {
    let entry = book().entry_of_key(&chosen.unit).and_then(|id| book().entry(id)).unwrap();
    let army = book().army(entry.army).unwrap().key.clone();
    let company = Company { name: String::new(), army, units: vec![chosen] };
    let faults = check(book(), &company, &Limits::FREE);
    !faults.iter().any(|fault| matches!(fault, Fault::Unit { .. }))
}

struct List {
    unit: &'static str,
    numbers: std::ops::RangeInclusive<u8>,
    /// The most bearers below the maximum number, and at it.
    bearers: (u8, u8),
    weapons: &'static [&'static str],
    specialists: &'static [Specialist],
    /// The highest rank of its officers.
    officers: u8,
}

fn holds(list: &List) {
    let (from, to) = (*list.numbers.start(), *list.numbers.end());
    let plain = Chosen { unit: list.unit.into(), number: to, ..Chosen::default() };
    for number in 0..=20 {
        let chosen = Chosen { number, ..plain.clone() };
        assert_eq!(allowed(chosen), list.numbers.contains(&number), "{} {number}", list.unit);
    }
    for weapon in &book().weapons {
        let own = list.weapons.contains(&weapon.key.as_str());
        for (number, most) in [(from, list.bearers.0), (to, list.bearers.1)] {
            for bearers in 1..=5 {
                let special = Some(weapon.key.clone());
                let chosen = Chosen { number, special, bearers, ..plain.clone() };
                let right = own && bearers <= most;
                assert_eq!(allowed(chosen.clone()), right, "{chosen:?}");
            }
        }
    }
    for kind in [CombatEngineer, Mechanic, Medic] {
        for times in 1..=3 {
            let specialists = vec![kind; times];
            let right = list.specialists.contains(&kind) && times <= 2;
            let chosen = Chosen { specialists, ..plain.clone() };
            assert_eq!(allowed(chosen), right, "{} {times} {kind:?}", list.unit);
        }
    }
    for officer in 1..=6 {
        let chosen = Chosen { officer, ..plain.clone() };
        assert_eq!(allowed(chosen), officer <= list.officers, "{} rank {officer}", list.unit);
    }
}

/// T-UNA-1, T-UNA-2, T-UNA-3, T-UNA-4
#[test]
fn white_stars_have_the_numbers_weapons_specialists_and_officers_of_their_list() {
    holds(&List {
        unit: "star-troopers",
        numbers: 8..=12,
        bearers: (1, 2),
        weapons: &["flamer", "volcano-mg", "missile-launcher"],
        specialists: &[CombatEngineer, Medic],
        officers: 5,
    });
    holds(&List {
        unit: "steel-troopers",
        numbers: 6..=9,
        bearers: (1, 2),
        weapons: &["laser-gun", "mg", "missile-launcher"],
        specialists: &[Mechanic, Medic],
        officers: 5,
    });
    for (unit, numbers) in [("steel-tacarms", 2..=3), ("fire-toads", 1..=3)] {
        let (weapons, specialists) = (&[], &[]);
        holds(&List { unit, numbers, bearers: (0, 0), weapons, specialists, officers: 1 });
    }
}

/// T-THR-1, T-THR-2, T-THR-3, T-THR-4
#[test]
fn therians_have_the_numbers_weapons_and_overseers_of_their_list() {
    holds(&List {
        unit: "storm-golems",
        numbers: 6..=9,
        bearers: (1, 3),
        weapons: &["flamer", "sonic-gun"],
        specialists: &[],
        officers: 5,
    });
    holds(&List {
        unit: "assault-medusas",
        numbers: 4..=7,
        bearers: (1, 3),
        weapons: &["nucleus-gun", "sonic-gun"],
        specialists: &[],
        officers: 0,
    });
    for (unit, numbers, officers) in [("bane-goliaths", 2..=3, 0), ("wraith-golgoth", 1..=1, 1)] {
        let (weapons, specialists) = (&[], &[]);
        holds(&List { unit, numbers, bearers: (0, 0), weapons, specialists, officers });
    }
}
