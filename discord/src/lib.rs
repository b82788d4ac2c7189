//! Discord without games: what is shown and how it fits, what a button means, who asks and what they may, how an answer
//! arrives in time, and the kit that pictures are drawn with. It knows no game, no league and no database.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod answer;
pub mod asker;
pub mod card;
pub mod forms;
pub mod limits;
pub mod picture;
pub mod press;
pub mod send;
pub mod words;
