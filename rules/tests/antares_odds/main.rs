//! Expected values against hand-made sums and against the engine itself, rolled many times with fixed seeds.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure here should stop the test")]

mod assaults;
mod buildings;
mod by_hand;
mod random;
mod shots;
mod table;
