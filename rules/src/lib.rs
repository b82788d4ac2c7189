//! Pure rule engines: no clock, no files, no network, no random numbers of their own.
//!
//! The same state, command and dice always give the same events; that is what makes a game
//! replayable, verifiable and impossible to lose. See `docs/ARCHITECTURE.md`.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod antares;
pub mod bag;
pub mod check;
pub mod colour;
pub mod dice;
pub mod dicegame;
pub mod export;
pub mod file;
pub mod game;
pub mod history;
pub mod ids;
pub mod random_play;
pub mod record;
pub mod refusal;
pub mod rejudge;
pub mod roll;
#[cfg(feature = "sealed-bids")]
pub mod sealed_bids;
pub mod stack;
pub mod stored;
pub mod system;
pub mod table;
pub mod text;
pub mod version;
