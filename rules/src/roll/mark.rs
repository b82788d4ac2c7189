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
