//! The Discord face of Gatemaster: slash commands, buttons, forms, and everything that is shown.
//!
//! The modules are listed from the bottom up. A module may use those listed in groups above its own, and some of its own
//! group, but never in a circle. `docs/ARCHITECTURE.md` explains the groups and their names; `tests/layers.rs` checks.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

// what everything stands on
pub mod caps;
pub mod clock;
mod near;
pub mod notes;
pub mod prefs;
pub mod quiet;
pub mod request;
pub mod rewrites;
#[cfg(feature = "scripted-dice")]
pub mod scripted_dice;
pub mod secret;
pub mod trouble;
pub mod words;

// load, decide, commit: nothing is shown or sent here
pub mod desk;
pub mod ledger;

// what is shown of any game, by the contract of a face
pub mod answer;
pub mod face;
pub mod parcel;
pub mod table;

// what the bot says by itself about games
pub mod boards;
pub mod emojis;
pub mod post;
mod stories;

// commands and their answers
pub mod app;
pub mod cups;
mod die;
pub mod game;
mod general;
pub mod home;
pub mod offers;
mod own_file;
pub mod run;
pub mod systems;

// everything else that people ask for
mod away;
mod books;
mod campaign;
mod help;
pub mod league;
mod my;
mod player;
mod privacy;
pub mod roll;
mod server_settings;

// what the bot says by itself about the books
pub mod clerk;

// every command, button and form comes in here
mod commands;
pub mod entrance;
pub mod framework;
pub mod manual;
mod presses;

/// Whatever is offered to others to await is boxed: the body of an `async fn` would be compiled anew wherever it is awaited.
pub(crate) use async_recursion::async_recursion as boxed;

use std::sync::Arc;

pub use commands::all;
use gatemaster_store::Store;

/// Ends what a stop has left half done, before anybody is let in.
#[boxed]
pub async fn make_whole(desk: &desk::Desk) {
    let ledger = ledger::Ledger::new(desk.store.clone(), Arc::clone(&desk.clock));
    privacy::make_whole(desk, &ledger).await;
}

/// The desk of a program that knows every system.
pub fn open_desk(store: Store, clock: Arc<clock::Clock>) -> desk::Desk {
    const SYSTEMS: &face::Systems = &systems::all();
    desk::Desk::new(store, clock, SYSTEMS)
}
