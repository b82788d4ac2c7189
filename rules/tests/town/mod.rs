//! A town to fight in at random.

use gatemaster_rules::antares::buildings::{Interior, Plan, Roof, Size};
use gatemaster_rules::ids::Seat;

/// Towers, huts and halls, some of them frail.
pub fn town(seed: u64) -> Vec<Plan> {
    let zone = |n: u64| match (seed / 2 + n) % 3 {
        0 => None,
        1 => Some(Seat(0)),
        _ => Some(Seat(1)),
    };
    let plain = |name: &str, size, storeys| Plan::plain(name, size, storeys);
    let mut town = vec![
        Plan { roof: Roof::Parapet, zone: zone(0), ..plain("Tower", Size::Standard, 3) },
        Plan {
            blocks: 2,
            roof: Roof::Flat,
            stairs: seed % 4 < 2,
            zone: zone(1),
            links: vec!["Tower".into(), "Block".into()],
            ..plain("Block", Size::Standard, 7)
        },
        Plan { blocks: 3, strength: 9, zone: zone(2), ..plain("Row", Size::Small, 1) },
    ];
    match seed % 5 {
        0 => town.push(Plan { interior: Interior::Modelled, ..plain("House", Size::Standard, 2) }),
        1 => {
            let interior = Interior::Hall { overhead: seed.is_multiple_of(2) };
            town.push(Plan { interior, zone: zone(3), ..plain("Hangar", Size::Standard, 1) });
        }
        _ => {}
    }
    town
}
