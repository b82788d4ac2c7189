//! Expected values against hand-made sums and against the engine itself, rolled many times with fixed seeds.

mod assaults;
mod buildings;
mod by_hand;
mod random;
mod shots;
mod table;
