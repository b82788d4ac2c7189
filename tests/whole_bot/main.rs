//! The whole bot against the sandbox: real gateway, real commands, real database.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod archive;
mod bag_game;
mod battle_force;
mod battle_force_typed;
mod battle_units;
mod boards;
mod club;
mod compact;
mod help;
mod kill;
mod log_and_export;
mod mischief;
mod odd_input;
mod privacy;
mod process;
mod races;
mod reminders;
mod rights;
mod rolling;
mod saved_rolls;
mod seats_and_homes;
mod server_settings;
mod slow_disk;
mod tools;
mod undo_and_end;
