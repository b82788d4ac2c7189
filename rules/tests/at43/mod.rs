//! AT-43, played from outside.

mod booklet;
mod booklet_missions;
mod briefing;
mod company;
mod data;
mod data_faults;
mod data_odd;
mod heroes;
mod laying;
mod melee;
mod moving;
mod mustering;
mod random;
mod random_rounds;
mod routines;
mod rulebook;
mod running_over;
mod sample;
mod specialists;
mod stage;
mod tactical;
mod terrain;
mod turns;
mod units_docs;
mod watching;
