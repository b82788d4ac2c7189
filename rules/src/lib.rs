//! Pure rule engines: no clock, no files, no network, no random numbers of their own.
//!
//! The same state, command and dice always give the same events; that is what makes a game
//! replayable, verifiable and impossible to lose. See `docs/ARCHITECTURE.md`.
//!
//! A bag of three red dice and two blue ones, and the fourth of the five is drawn:
//!
//! ```
//! use gatemaster_rules::bag::{Bag, Command, Setup};
//! use gatemaster_rules::dice::Scripted;
//! use gatemaster_rules::ids::Seat;
//! use gatemaster_rules::system::{Doer, System as _};
//!
//! let setup = Setup::parse("Red 3, Blue 2", "").unwrap();
//! let mut state = Bag::set_up(&setup).unwrap();
//! let red = Doer { seats: vec![Seat(0)], organiser: false };
//!
//! let mut dice = Scripted::new([4]);
//! let events = Bag::decide(&state, &red, &Command::Draw, &mut dice).unwrap();
//! dice.finish().unwrap(); // every die that was laid out has been rolled
//! for event in &events {
//!     Bag::apply(&mut state, event);
//! }
//!
//! let drawn = state.pool(state.drawn[0]).unwrap();
//! assert_eq!((drawn.name.as_str(), drawn.in_bag, drawn.on_table), ("Blue", 1, 1));
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod antares;
pub mod at43;
pub mod bag;
pub mod by_hand;
pub mod check;
pub mod colour;
pub mod dice;
pub mod dicegame;
pub mod export;
pub mod file;
pub mod game;
pub mod history;
pub mod ids;
pub mod lookup;
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
pub mod wording;
