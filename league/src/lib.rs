//! Pure league books: who plays whom, what the results come to, and who is how good. No clock, no files, no network, no
//! randomness of its own: the same input gives the same output.
//!
//! A *book* is a league or a campaign. Everything that happens to it is an action that [`Book::decide`] accepts or refuses;
//! what comes of it is the whole book as it stands then, and the events that tell people about it.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod action;
pub mod book;
pub mod books;
pub mod campaign;
pub mod decide;
pub mod event;
pub mod gamma;
pub mod ids;
pub mod league;
pub mod luck;
pub mod pairing;
pub mod person;
pub mod rating;
pub mod records;
pub mod settings;
pub mod standings;
pub mod stored;
pub mod words;

pub use action::Action;
pub use book::{Book, Decided, Moment};
pub use event::Event;
pub use ids::{EntrantId, FixtureId};
pub use league::{Entrant, Fixture, League, MatchResult, Season, Side, State, Verdict};
pub use settings::{Format, Played, Points, Settings, TieBreaker};
pub use stored::Stored;
