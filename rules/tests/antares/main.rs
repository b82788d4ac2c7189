//! The rule book, row by row: each test is a small battle report with scripted dice that must all be used, and names
//! the rows of the ledger it stands for.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure here should stop the test")]

mod break_off;
mod breaks;
mod charge;
mod field;
mod fighting;
mod machines;
mod melee;
mod point_blank;
mod results;
mod sample;
