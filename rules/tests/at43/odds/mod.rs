//! Exact odds: against sums done by hand, and against resolutions of the engine itself.

mod by_hand;
mod combats;
mod salvos;
mod speed;
mod table;
