//! The rule book, row by row: each test is a small battle report with scripted dice that must all be used, and names
//! the rows of the ledger it stands for.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure here should stop the test")]

mod aim;
mod asked;
mod bag;
mod break_off;
mod breaks;
mod buildings;
mod changes;
mod charge;
mod corrections;
mod damage;
mod dice;
mod drill;
mod explain;
mod field;
mod fighting;
mod game;
mod hits;
mod label_answers;
mod labels;
mod machines;
mod melee;
mod moving;
mod orders;
mod overhead;
mod point_blank;
mod rare;
mod reactions;
mod report;
mod report_harm;
mod results;
mod roster;
mod sample;
mod setup;
mod shooting;
mod specials;
mod terrain;
mod turns;
mod volleys;
