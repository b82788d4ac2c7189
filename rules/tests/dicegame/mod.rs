//! The Dice Game, row by row: each test is a small report of a turn with scripted dice that must all be used, and names
//! the rows of the ledger it stands for.

mod control;
mod data;
mod end;
mod fate;
mod odds;
mod opponent;
mod random;
mod record;
mod setup;
mod tabletop;
mod traits;
mod turn;
