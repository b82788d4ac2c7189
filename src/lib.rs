//! Gatemaster: a Discord game master for tabletop wargames. This crate wires the others together; the binary is a
//! thin shell around it, so that whole-bot tests can start the real thing.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod bot;
pub mod cli;
pub mod config;
pub mod connect;
pub mod health;
pub mod lock;
pub mod logging;
mod memory;
pub mod sandbox;
pub mod tools;

/// Whatever is offered to others to await is boxed: the body of an `async fn` would be compiled anew wherever it is awaited.
pub(crate) use async_recursion::async_recursion as boxed;
