//! AT-43 at a table, as every other system is played: with undo, organisers, nonsense and passers-by. It stands here and not with the
//! other walks because only this crate's own tests have AT-43 in the list of systems, until it has a face.

use super::Walk;
use crate::export::{Export, verify};
use crate::game::SystemId;
use crate::table::Phase;

/// Enough to be in the middle of the fighting.
const STEPS: usize = 400;

fn walked(seed: u64) -> Walk {
    let mut walk = Walk::start(SystemId::At43, seed);
    for _ in 0..STEPS {
        if walk.table.phase == Phase::Ended {
            break;
        }
        walk.go();
    }
    walk
}

#[test]
fn a_table_of_at43_by_chance_folds_to_the_same_game_and_its_export_is_verified() {
    for seed in 0..4 {
        let walk = walked(4_300 + seed);
        assert_eq!(walk.fold(), walk.table, "seed {seed}");
        assert!(walk.refusals > 0 && walk.steps.len() > 100, "seed {seed}");
        let export = serde_json::to_string(&walk.end()).unwrap();
        let back: Export = serde_json::from_str(&export).unwrap();
        assert_eq!(verify(&back).faults, Vec::<String>::new(), "seed {seed}");
    }
}
