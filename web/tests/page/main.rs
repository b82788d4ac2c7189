//! The public page over real HTTP, from a store that was filled as people fill it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[allow(dead_code, reason = "shared with the tests in a browser, which use more of it")]
mod filled;
mod reader;

mod battles;
mod connections;
mod hidden;
mod http;
mod leagues;
