//! The rule book, row by row: each test is a small battle report with scripted dice that must all be used, and names
//! the rows of the ledger it stands for.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure here should stop the test")]

mod aim;
mod damage;
mod field;
mod hits;
mod overhead;
mod rare;
mod sample;
mod shooting;
mod specials;
mod volleys;
