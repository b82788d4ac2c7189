//! The public page of a club: leagues, tables, fixtures, campaigns and finished battles. It only reads, it has no scripts,
//! and it shows nothing that belongs to Discord: people by the name they play under, everything else by ids that lead nowhere
//! else.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod answer;
mod club;
mod connections;
mod export;
mod html;
mod keys;
mod pages;
mod route;
mod serve;
mod site;
mod when;

/// Whatever is offered to others to await is boxed: the body of an `async fn` would be compiled anew wherever it is awaited.
pub(crate) use async_recursion::async_recursion as boxed;

pub use connections::Limits;
pub use serve::{Listening, serve};
pub use site::ServerNames;
