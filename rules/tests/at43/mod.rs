//! AT-43, played from outside.

mod moving;
mod random;
mod rulebook;
mod sample;
mod tactical;
mod booklet;
mod booklet_missions;
mod data;
mod data_faults;
mod data_odd;
mod units_docs;
mod company;
mod turns;
