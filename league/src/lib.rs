//! Pure league books: who plays whom, what the results come to, and who is how good. No clock, no files, no network, no
//! randomness of its own: the same input gives the same output.
//!
//! A *book* is a league or a campaign. Everything that happens to it is an action that [`Book::decide`] accepts or refuses;
//! what comes of it is the whole book as it stands then, and the events that tell people about it.
//!
//! A season of two: Ann and Bob enter, are paired, and Bob wins.
//!
//! ```
//! use gatemaster_league::{
//!     Action, Book as _, Format, League, MatchResult, Moment, Played, Settings, Verdict, standings,
//! };
//! use gatemaster_rules::ids::UserId;
//! use gatemaster_rules::table::{Actor, Player};
//!
//! let who = |id, name: &str| {
//!     let player = Player { id: UserId(id), name: name.to_owned() };
//!     Actor { player, manager: false }
//! };
//! let (ola, ann, bob) = (who(1, "Ola"), who(2, "Ann"), who(3, "Bob"));
//! let moment = Moment { now_ms: 1_704_067_200_000, lot: 7, seed: [7; 32] };
//! let open = Action::Open {
//!     name: "Spring".to_owned(),
//!     about: String::new(),
//!     played: Played::Elsewhere("Chess".to_owned()),
//!     settings: Box::new(Settings::new(Format::RoundRobin { legs: 1 })),
//! };
//! let mut league = League::decide(None, &ola, &open, moment).unwrap().book;
//! let does = |league: &mut League, who: &Actor, action: Action| {
//!     *league = League::decide(Some(league), who, &action, moment).unwrap().book;
//! };
//! does(&mut league, &ann, Action::Join { faction: None });
//! does(&mut league, &bob, Action::Join { faction: None });
//! does(&mut league, &ola, Action::Start);
//!
//! let fixture = league.season.unsettled().next().unwrap();
//! let bobs = league.season.entrant_of(UserId(3)).unwrap().no;
//! let result = MatchResult::plain(Verdict::Win(fixture.side_of(bobs).unwrap()));
//! let settle = Action::Settle { fixture: fixture.no, result, why: String::new() };
//! does(&mut league, &ola, settle);
//!
//! let table = standings::table(&league.season, 0);
//! assert_eq!(league.season.name_of(table[0].entrant), "Bob");
//! assert_eq!((table[0].points, table[1].points), (3, 0));
//! ```

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
pub mod lots;
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
