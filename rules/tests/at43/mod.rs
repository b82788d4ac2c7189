//! AT-43, played from outside.

mod booklet;
mod booklet_missions;
mod company;
mod data;
mod data_faults;
mod data_odd;
mod heroes;
mod melee;
mod moving;
mod random;
mod random_rounds;
mod routines;
mod rulebook;
mod running_over;
mod sample;
mod specialists;
mod tactical;
mod terrain;
mod turns;
mod units_docs;
mod watching;
