//! AT-43, played from outside.

mod booklet;
mod booklet_missions;
mod company;
mod data;
mod data_faults;
mod data_odd;
mod moving;
mod random;
mod random_rounds;
mod rulebook;
mod sample;
mod tactical;
mod turns;
mod units_docs;
mod watching;
mod company;
mod melee;
mod running_over;
mod specialists;
mod terrain;
mod routines;
mod heroes;
