//! The mark of a cup: one fingerprint of everything that was rolled from it so far. It stands below every roll, so whoever
//! has seen one can tell later whether any roll before it was exchanged, a secret one among them. `docs/fair-dice.md` says
//! what that proves:
//!
//! ```text
//! entry = hex(SHA-256("gatemaster-roll-1:<id>:<own seed>:<faces>:<dice>"))
//! mark  = hex(SHA-256("<mark before>:<entry>"))                         the first mark before is the hash of the cup's seed
//! ```

use sha2::{Digest as _, Sha256};

use super::Rolled;
use crate::dice::{Seed, hex};

/// What one roll adds to the mark. The seed of a secret roll hides everything else in it until the roll is shown.
pub fn entry(id: &str, own_seed: Option<&Seed>, rolled: &Rolled, dice: &str) -> String {
    let seed = own_seed.map(Seed::reveal).unwrap_or_default();
    let faces: Vec<String> = rolled.dice().iter().map(|die| die.face.to_string()).collect();
    fingerprint(&format!("gatemaster-roll-1:{id}:{seed}:{}:{dice}", faces.join(",")))
}

/// The mark after a roll.
pub fn next(before: &str, entry: &str) -> String {
    fingerprint(&format!("{before}:{entry}"))
}

fn fingerprint(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Scripted;
    use crate::roll::Expression;

    #[test]
    fn the_example_of_the_documentation_is_right() {
        let page = include_str!("../../../docs/fair-dice.md");
        let rolled = |dice: &str, faces: &[u32]| {
            let expression = Expression::parse(dice).unwrap();
            expression.roll(&mut Scripted::new(faces.iter().copied())).unwrap()
        };
        let cup = Seed::new(std::array::from_fn(|i| u8::try_from(i).unwrap()));
        let open = entry("first", None, &rolled("2d6 # to hit", &[4, 1]), "2d6 # to hit");
        let first = next(&cup.hash(), &open);
        let own = Seed::new([0x20; 32]);
        let second = next(&first, &entry("second", Some(&own), &rolled("d20", &[17]), "d20"));
        for mark in [first, second] {
            assert!(page.contains(&format!("`{mark}`")), "{mark}");
        }
    }

    #[test]
    fn every_part_of_a_roll_is_in_its_entry() {
        let rolled = |faces: [u32; 2]| {
            let mut typed = Scripted::new(faces);
            Expression::parse("2d6").unwrap().roll(&mut typed).unwrap()
        };
        let seed = Seed::new([1; 32]);
        let all = [
            entry("r1", None, &rolled([1, 2]), "2d6"),
            entry("r2", None, &rolled([1, 2]), "2d6"),
            entry("r1", Some(&seed), &rolled([1, 2]), "2d6"),
            entry("r1", Some(&Seed::new([2; 32])), &rolled([1, 2]), "2d6"),
            entry("r1", None, &rolled([2, 1]), "2d6"),
            entry("r1", None, &rolled([1, 2]), "2d6 # a"),
        ];
        let different: std::collections::HashSet<&String> = all.iter().collect();
        assert_eq!(different.len(), all.len());
    }
}
