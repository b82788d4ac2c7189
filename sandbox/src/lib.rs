//! A local Discord, so that the real bot runs and is tested with no account and no network.
//!
//! It speaks the parts of the REST API and of the gateway that a game master bot uses, refuses what Discord
//! refuses, can be told to misbehave, and lets a test play the people:
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use gatemaster_sandbox::{Options, Sandbox};
//!
//! let discord = Sandbox::start(Options::for_tests()).await?;
//! let ann = discord.person("Ann");
//! let hall = discord.channel("hall");
//! // … start the bot with `discord.url()` and `discord.token()` …
//! discord.bot_ready().await;
//! let answer = ann.at(&hall).slash("/roll dice:2d10").await;
//! assert!(answer.text().contains("2d10"));
//! # Ok(()) }
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod clock;
mod door;
mod faults;
mod gateway;
mod interact;
mod interactions;
mod limits;
mod misbehave;
mod mischief;
#[cfg(feature = "openapi")]
mod openapi;
mod options;
mod people;
mod play;
mod posting;
mod rest;
mod sandbox;
mod serve;
mod sessions;
mod state;
#[cfg(feature = "tls")]
mod tls;
mod world;

/// Whatever is offered to others to await is boxed: the body of an `async fn` would be compiled anew wherever it is awaited.
pub(crate) use async_recursion::async_recursion as boxed;

pub use faults::Fault;
pub use misbehave::{Held, Misbehave, Requests};
pub use options::{Options, Try};
pub use play::act::Act;
pub use play::answer::{Answer, Choice, Input, Modal};
pub use play::load::Raw;
pub use play::person::{At, Person};
pub use play::place::{Place, Server};
pub use play::seen::{Button, Embed, File, Seen, Select, SelectOption};
pub use sandbox::{Sandbox, StartError};

/// Permission bits by name, for tests that give or take them.
pub mod permissions {
    pub const ADMINISTRATOR: u64 = crate::world::permissions::ADMINISTRATOR;
    pub const MANAGE_CHANNELS: u64 = crate::world::permissions::MANAGE_CHANNELS;
    pub const MANAGE_GUILD: u64 = crate::world::permissions::MANAGE_GUILD;
    pub const VIEW_CHANNEL: u64 = crate::world::permissions::VIEW_CHANNEL;
    pub const SEND_MESSAGES: u64 = crate::world::permissions::SEND_MESSAGES;
    pub const MANAGE_MESSAGES: u64 = crate::world::permissions::MANAGE_MESSAGES;
    pub const EMBED_LINKS: u64 = crate::world::permissions::EMBED_LINKS;
    pub const ATTACH_FILES: u64 = crate::world::permissions::ATTACH_FILES;
    pub const READ_MESSAGE_HISTORY: u64 = crate::world::permissions::READ_HISTORY;
    pub const MENTION_EVERYONE: u64 = crate::world::permissions::MENTION_EVERYONE;
    pub const MANAGE_THREADS: u64 = crate::world::permissions::MANAGE_THREADS;
    pub const CREATE_PUBLIC_THREADS: u64 = crate::world::permissions::CREATE_PUBLIC_THREADS;
    pub const SEND_MESSAGES_IN_THREADS: u64 = crate::world::permissions::SEND_IN_THREADS;
    pub const SEND_TTS_MESSAGES: u64 = crate::world::permissions::SEND_TTS;
    pub const PIN_MESSAGES: u64 = crate::world::permissions::PIN_MESSAGES;
}
